//! Imports.

use super::*;
use crate::syntax::{Import, ImportName};
use crate::text::TextBuilder;

impl<'t> Lowerer<'t> {
    /// `import a.b, c as d`: one statement for each.
    pub(super) fn import(&mut self, node: Node<'t>, out: &mut Vec<StmtId>) {
        let kids = self.named(node);
        for kid in &kids {
            let (module, names) = match kid.kind {
                Kind::AliasedImport => {
                    let (name, alias) = self.aliased(kid.node);
                    let module = name.map(|n| self.dotted_text(n));
                    let range = self.range(kid.node);
                    let names = alias.map(|a| ImportName { name: None, alias: self.name_of(a), range });
                    (module, names.into_iter().collect())
                }
                _ => (Some(self.dotted_text(kid.node)), Vec::new()),
            };
            let Some(module) = module else { continue };
            let binds_root = names.is_empty();
            let range = self.range(kid.node);
            out.push(self.stmt(StmtKind::Import(Import { module, dots: 0, names, binds_root, star: false }), range));
        }
        self.done(kids);
    }

    /// `from ..m import a as b, c` and `from m import *`.
    pub(super) fn import_from(&mut self, node: Node<'t>) -> StmtKind {
        let kids = self.named(node);
        let mut import = Import {
            module: Text::new("", self.span(node)),
            dots: 0,
            names: Vec::new(),
            binds_root: false,
            star: false,
        };
        for kid in &kids {
            if kid.field == FIELDS.module_name {
                self.from(kid.node, &mut import);
                continue;
            }
            let (name, alias) = match kid.kind {
                Kind::WildcardImport => {
                    import.star = true;
                    continue;
                }
                Kind::AliasedImport => self.aliased(kid.node),
                _ => (Some(kid.node), Some(kid.node)),
            };
            let (Some(name), Some(alias)) = (name, alias) else { continue };
            let range = self.range(kid.node);
            import.names.push(ImportName { name: Some(self.name_of(name)), alias: self.name_of(alias), range });
        }
        self.done(kids);
        StmtKind::Import(import)
    }

    pub(super) fn future(&mut self, node: Node<'t>) -> StmtKind {
        let kind = self.import_from(node);
        let StmtKind::Import(mut import) = kind else { return kind };
        self.out.deferred_annotations |= import.names.iter().any(|n| n.name.as_deref() == Some("annotations"));
        let at = self.text(node).find("__future__").map_or(node.start_byte(), |i| node.start_byte() + i);
        import.module = Text::new("__future__", self.source.span(at, at + "__future__".len()));
        StmtKind::Import(import)
    }

    fn from(&mut self, node: Node<'t>, import: &mut Import) {
        if kind(node) != Kind::RelativeImport {
            import.module = self.dotted_text(node);
            return;
        }
        import.module = Text::new("", self.source.span(node.end_byte(), node.end_byte()));
        let kids = self.named(node);
        for kid in &kids {
            match kid.kind {
                Kind::ImportPrefix => import.dots = self.text(kid.node).matches('.').count() as u32,
                _ => import.module = self.dotted_text(kid.node),
            }
        }
        self.done(kids);
    }

    fn aliased(&self, node: Node<'t>) -> (Option<Node<'t>>, Option<Node<'t>>) {
        (node.child_by_field_id(FIELDS.name), node.child_by_field_id(FIELDS.alias))
    }

    /// A dotted name without the blanks that may stand in it.
    fn dotted_text(&mut self, node: Node<'t>) -> Text {
        let written = self.text(node);
        if written.bytes().all(|b| !b.is_ascii_whitespace() && b != b'#' && b != b'\\') {
            return Text::new(written, self.span(node));
        }
        let mut text = TextBuilder::default();
        let kids = self.children(node);
        for kid in &kids {
            text.push(self.text(kid.node), self.span(kid.node));
        }
        self.done(kids);
        text.finish(self.span(node))
    }
}
