//! Types: the grammar's own nodes for them, and types that are written as strings.

use super::*;
use crate::syntax::BinaryOp;

/// A type that is written as a string may be this long, in bytes.
const MAX_QUOTED: usize = 4_096;

/// Which arguments of a generic type may be types in strings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    All,
    First,
    None,
}

impl Quoting {
    pub(super) fn allows(self, argument: usize) -> bool {
        match self {
            Quoting::All => true,
            Quoting::First => argument == 0,
            Quoting::None => false,
        }
    }
}

impl<'t> Lowerer<'t> {
    /// Lowers a type: strings in it are types too.
    pub(super) fn annotation(&mut self, node: Node<'t>) -> ExprId {
        let before = std::mem::replace(&mut self.annotation, true);
        let id = self.expr(node);
        self.annotation = before;
        id
    }

    /// `Literal["a"]` holds values; `Annotated[T, "a"]` holds a type and what is said about it.
    pub(super) fn quoting(&self, generic: ExprId) -> Quoting {
        let name = match &self.out.exprs[generic.0 as usize].kind {
            ExprKind::Name(name) | ExprKind::Attribute { name, .. } => name,
            _ => return Quoting::All,
        };
        if name.ends_with("Literal") {
            Quoting::None
        } else if &**name == "Annotated" {
            Quoting::First
        } else {
            Quoting::All
        }
    }

    pub(super) fn generic_type(&mut self, node: Node<'t>) -> ExprId {
        let kids = self.named(node);
        let (name, list) = (kids.first().copied(), kids.get(1).copied());
        self.done(kids);
        let (Some(name), Some(list)) = (name, list) else { return self.missing(node) };
        let object = self.expr(name.node);
        let kids = self.children(list.node);
        let items: Vec<Node> = kids.iter().filter(|c| c.kind == Kind::Type).map(|c| c.node).collect();
        let comma = kids.iter().any(|c| c.kind == Kind::Token && c.node.kind() == ",");
        self.done(kids);
        self.index(node, object, &items, comma)
    }

    pub(super) fn union_type(&mut self, node: Node<'t>) -> ExprId {
        let sides = self.exprs(node);
        let range = self.range(node);
        match sides.as_slice() {
            [left, right] => self.add(ExprKind::Binary { op: BinaryOp::BitOr, left: *left, right: *right }, range),
            _ => self.missing(node),
        }
    }

    pub(super) fn member_type(&mut self, node: Node<'t>) -> ExprId {
        let kids = self.named(node);
        let (object, name) = (kids.first().copied(), kids.get(1).copied());
        self.done(kids);
        let (Some(object), Some(name)) = (object, name) else { return self.missing(node) };
        let object = self.expr(object.node);
        let (range, name_range) = (self.range(node), self.range(name.node));
        let name = self.name_of(name.node);
        self.add(ExprKind::Attribute { object, name, name_range, optional: false }, range)
    }

    /// A string in the place of a type: parsed where it is an expression, else the text it is.
    pub(super) fn quoted(&mut self, text: Text, range: Range) -> ExprId {
        let kind = match self.parse_quoted(&text) {
            Some(expr) => ExprKind::Quoted { expr, text },
            None => ExprKind::Text(text),
        };
        self.add(kind, range)
    }

    fn parse_quoted(&mut self, text: &Text) -> Option<ExprId> {
        if text.as_str().len() > MAX_QUOTED || text.as_str().trim().is_empty() || self.depth >= MAX_NESTING {
            return None;
        }
        // As Python does: in parentheses, so that lines and indentation do not matter.
        let wrapped = format!("({})", text.as_str());
        let tree = match parse(&wrapped, Language::Python, self.deadline) {
            Ok(tree) => tree,
            Err(error) => {
                self.out.too_slow |= error == ParseError::TooSlow;
                return None;
            }
        };
        let node = whole_expression(tree.root_node(), wrapped.len())?;
        let mut inner = Lowerer {
            source: Source { text: &wrapped, file: self.source.file, origin: Some(text) },
            cursor: node.walk(),
            pool: Vec::new(),
            out: std::mem::take(&mut self.out),
            depth: self.depth,
            annotation: true,
            yields: false,
            in_class: false,
            deadline: self.deadline,
        };
        let id = inner.expr(node);
        self.out = inner.out;
        Some(id)
    }
}

/// The expression that fills the text, which is in parentheses.
fn whole_expression(root: Node, len: usize) -> Option<Node> {
    if root.has_error() || root.named_child_count() != 1 {
        return None;
    }
    let statement = root.named_child(0)?;
    if kind(statement) != Kind::ExpressionStatement || statement.named_child_count() != 1 {
        return None;
    }
    let node = statement.named_child(0)?;
    let whole = node.start_byte() == 0 && node.end_byte() == len;
    (whole && matches!(kind(node), Kind::Parenthesized | Kind::Tuple)).then_some(node)
}
