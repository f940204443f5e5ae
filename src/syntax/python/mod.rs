//! Python to the common form.
//!
//! One walk over the tree. Chains that lean to the left (operators, calls, attributes, `elif`) are walked
//! in loops; all other nesting recurses and is capped at [`MAX_NESTING`].

mod expr;
mod function;
mod import;
mod kinds;
mod pattern;
mod stmt;
mod text;
mod types;

use super::parse::{BUDGET, Deadline, ParseError, parse};
use super::{
    Class, ClassId, Expr, ExprId, ExprKind, Function, FunctionId, Module, Name, Range, Stmt, StmtId, StmtKind,
};
use crate::source::{FileId, Language, SourceFile, Span};
use crate::text::Text;
use kinds::{FIELDS, Kind, kind};
use rustc_hash::FxHashSet;
use tree_sitter::{Node, Tree, TreeCursor};

/// Expressions and blocks nested deeper than this become opaque.
pub const MAX_NESTING: u32 = 400;

/// Parses and lowers a file.
///
/// # Errors
/// The file is nested too deeply or takes too long; see [`ParseError`]. Syntax errors are no error: see
/// [`Module::errors`].
pub fn lower(file: &SourceFile) -> Result<Module, ParseError> {
    let deadline = Deadline::after(BUDGET);
    let tree = parse(&file.text, Language::Python, deadline)?;
    lower_tree(file, &tree, deadline)
}

fn lower_tree(file: &SourceFile, tree: &Tree, deadline: Deadline) -> Result<Module, ParseError> {
    let root = tree.root_node();
    let mut low = Lowerer {
        source: Source { text: &file.text, file: file.id, origin: None },
        cursor: root.walk(),
        pool: Vec::new(),
        out: Out::default(),
        depth: 0,
        annotation: false,
        yields: false,
        in_class: false,
        deadline,
    };
    let (body, doc) = low.body(root, stmt::Owner::Module);
    let out = low.out;
    if out.too_slow {
        return Err(ParseError::TooSlow);
    }
    Ok(Module {
        file: file.id,
        language: Language::Python,
        body,
        doc,
        exprs: out.exprs,
        stmts: out.stmts,
        functions: out.functions,
        classes: out.classes,
        deferred_annotations: out.deferred_annotations,
        errors: errors(root),
    })
}

/// The outermost ERROR nodes and all MISSING ones, in order.
fn errors(root: Node) -> Vec<Range> {
    let mut found = Vec::new();
    let mut cursor = root.walk();
    'walk: loop {
        let node = cursor.node();
        let bad = node.is_error() || node.is_missing();
        if bad {
            found.push(Range { start: node.start_byte() as u32, end: node.end_byte() as u32 });
        }
        if !bad && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'walk;
            }
        }
    }
    found
}

/// What the walk produces.
#[derive(Default)]
struct Out {
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    functions: Vec<Function>,
    classes: Vec<Class>,
    names: FxHashSet<Name>,
    deferred_annotations: bool,
    /// The time ran out over the types in strings.
    too_slow: bool,
}

/// The text that is walked: a file, or a type that a string of the file holds.
#[derive(Clone, Copy)]
struct Source<'t> {
    text: &'t str,
    file: FileId,
    /// The text of the string; `text` is it in parentheses.
    origin: Option<&'t Text>,
}

impl Source<'_> {
    /// The place in the file of bytes of the walked text.
    fn span(&self, start: usize, end: usize) -> Span {
        match self.origin {
            None => Span::new(self.file, start, end),
            Some(text) => {
                let at = |byte: usize| byte.saturating_sub(1).min(text.as_str().len());
                text.span_of(at(start)..at(end))
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Child<'t> {
    node: Node<'t>,
    kind: Kind,
    field: u16,
}

struct Lowerer<'t> {
    source: Source<'t>,
    cursor: TreeCursor<'t>,
    /// Lists of children that are not in use.
    pool: Vec<Vec<Child<'t>>>,
    out: Out,
    depth: u32,
    /// Strings are types here.
    annotation: bool,
    /// A `yield` was seen in the function that is being lowered.
    yields: bool,
    /// The innermost scope is a class.
    in_class: bool,
    deadline: Deadline,
}

impl<'t> Lowerer<'t> {
    fn text(&self, node: Node) -> &'t str {
        self.source.text.get(node.byte_range()).unwrap_or("")
    }

    fn span(&self, node: Node) -> Span {
        self.source.span(node.start_byte(), node.end_byte())
    }

    fn range(&self, node: Node) -> Range {
        self.range_between(node.start_byte(), node.end_byte())
    }

    fn range_between(&self, start: usize, end: usize) -> Range {
        let span = self.source.span(start, end);
        Range { start: span.start, end: span.end }
    }

    /// From the first to the last of some expressions; that of `parent` where there are none.
    fn joined(&self, ids: &[ExprId], parent: Node) -> Range {
        match (ids.first(), ids.last()) {
            (Some(first), Some(last)) => {
                let range = |id: &ExprId| self.out.exprs[id.0 as usize].range;
                Range { start: range(first).start, end: range(last).end }
            }
            _ => self.range(parent),
        }
    }

    fn name(&mut self, text: &str) -> Name {
        if let Some(name) = self.out.names.get(text) {
            return name.clone();
        }
        let name: Name = text.into();
        self.out.names.insert(name.clone());
        name
    }

    fn name_of(&mut self, node: Node) -> Name {
        let text = self.text(node);
        self.name(text)
    }

    /// All children but comments, ERROR nodes included.
    fn all_children(&mut self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut list = self.pool.pop().unwrap_or_default();
        self.cursor.reset(node);
        let mut more = self.cursor.goto_first_child();
        while more {
            let node = self.cursor.node();
            let kind = kind(node);
            if !matches!(kind, Kind::Comment | Kind::LineContinuation) {
                list.push(Child { node, kind, field: self.cursor.field_id().map_or(0, std::num::NonZeroU16::get) });
            }
            more = self.cursor.goto_next_sibling();
        }
        list
    }

    /// Children that are neither comments nor errors.
    fn children(&mut self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut list = self.all_children(node);
        list.retain(|c| c.kind != Kind::Error);
        list
    }

    /// Named children that are neither comments nor errors.
    fn named(&mut self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut list = self.all_children(node);
        list.retain(|c| !matches!(c.kind, Kind::Error | Kind::Token));
        list
    }

    /// Takes a list of children back for further use.
    fn done(&mut self, mut list: Vec<Child<'t>>) {
        list.clear();
        self.pool.push(list);
    }

    fn add(&mut self, kind: ExprKind, range: Range) -> ExprId {
        self.out.exprs.push(Expr { kind, range });
        ExprId(self.out.exprs.len() as u32 - 1)
    }

    fn stmt(&mut self, kind: StmtKind, range: Range) -> StmtId {
        self.out.stmts.push(Stmt { kind, range });
        StmtId(self.out.stmts.len() as u32 - 1)
    }

    fn add_function(&mut self, function: Function) -> FunctionId {
        self.out.functions.push(function);
        FunctionId(self.out.functions.len() as u32 - 1)
    }

    fn add_class(&mut self, class: Class) -> ClassId {
        self.out.classes.push(class);
        ClassId(self.out.classes.len() as u32 - 1)
    }

    fn opaque(&mut self, what: &'static str, node: Node) -> ExprId {
        let range = self.range(node);
        self.add(ExprKind::Opaque(what), range)
    }

    /// What stands where the parser expected an expression and found none.
    fn missing(&mut self, parent: Node) -> ExprId {
        self.opaque("syntax error", parent)
    }
}
