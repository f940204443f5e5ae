//! One form for all languages.
//!
//! Source is parsed by tree-sitter and lowered, bodies included, in one walk; the tree is dropped. What is
//! left is a [`Module`]: statements over a small closed set of expressions, in arenas, each with its
//! range. No tree-sitter node leaves this folder. `docs/syntax.md` tells what each language's constructs
//! become.

pub mod dump;
pub mod outline;
pub mod parse;
pub mod python;

use crate::source::{FileId, Language, SourceFile, Span};
use crate::text::Text;
use std::sync::Arc;

/// An identifier; equal ones of a module share their text.
pub type Name = Arc<str>;

/// Bytes `start..end` of the file that the module was lowered from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Range {
    pub start: u32,
    pub end: u32,
}

impl Range {
    pub fn of(self, file: FileId) -> Span {
        Span { file, start: self.start, end: self.end }
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
    };
}
id!(/// Index into [`Module::exprs`].
    ExprId);
id!(/// Index into [`Module::stmts`].
    StmtId);
id!(/// Index into [`Module::functions`].
    FunctionId);
id!(/// Index into [`Module::classes`].
    ClassId);

/// Statements in source order.
pub type Block = Vec<StmtId>;

/// A lowered file.
#[derive(Debug)]
pub struct Module {
    pub file: FileId,
    pub language: Language,
    pub body: Block,
    pub doc: Option<Text>,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
    /// Annotations are not evaluated at definition (`from __future__ import annotations`).
    pub deferred_annotations: bool,
    /// Ranges that could not be parsed; what lies around them is lowered.
    pub errors: Vec<Range>,
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub range: Range,
}

#[derive(Debug)]
pub enum ExprKind {
    /// Python `None`, JavaScript `null`, Rust `None` or `()`.
    Null,
    Undefined,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Text with the places of its characters (escapes, joined literals).
    Text(Text),
    /// A byte string, or a number too large for the above, as written.
    Raw(Name),
    Name(Name),
    This,
    /// `object.name`.
    Attribute {
        object: ExprId,
        name: Name,
        name_range: Range,
        optional: bool,
    },
    /// `object[index]`; a generic type is an index too; several indexes are a tuple.
    Index {
        object: ExprId,
        index: ExprId,
    },
    Call {
        callee: ExprId,
        args: Vec<Argument>,
        new: bool,
    },
    List {
        kind: ListKind,
        items: Vec<ExprId>,
    },
    Map(Vec<Entry>),
    /// Parts are text literals and expressions to be formatted.
    Template(Vec<ExprId>),
    Conditional {
        test: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// `*x` (1 star), `**x` (2), `...x` (1).
    Spread {
        value: ExprId,
        stars: u8,
    },
    Lambda(FunctionId),
    Class(ClassId),
    Binary {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    Comprehension {
        kind: ListKind,
        key: Option<ExprId>,
        value: ExprId,
        clauses: Vec<Clause>,
    },
    /// `(x := v)`, `x = v` as an expression.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    Sequence(Vec<ExprId>),
    /// A pattern with a default (`{a = 1}`).
    Default {
        pattern: ExprId,
        value: ExprId,
    },
    /// A block that has a value (Rust).
    Block(Block),
    /// A type that is written as a string; the text is parsed.
    Quoted {
        expr: ExprId,
        text: Text,
    },
    /// `await x`.
    Await(ExprId),
    /// `yield x`, `yield from x`.
    Yield(Option<ExprId>),
    /// `a:b:c` in an index; parts that are left out are `None`.
    Slice([Option<ExprId>; 3]),
    /// What is not modelled, and what it is.
    Opaque(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListKind {
    List,
    Tuple,
    Set,
    Map,
    Generator,
}

#[derive(Debug)]
pub struct Argument {
    /// `name=value`.
    pub name: Option<(Name, Range)>,
    /// 0, or the number of stars before it.
    pub stars: u8,
    pub value: ExprId,
}

#[derive(Debug)]
pub struct Entry {
    /// `None`: a spread of `value`.
    pub key: Option<ExprId>,
    pub value: ExprId,
}

#[derive(Debug)]
pub struct Clause {
    pub target: ExprId,
    pub iter: ExprId,
    pub tests: Vec<ExprId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    BitOr,
    BitAnd,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Coalesce,
    Eq,
    NotEq,
    Lt,
    LtEq,
    Gt,
    GtEq,
    Is,
    IsNot,
    In,
    NotIn,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Neg,
    Pos,
    Invert,
    TypeOf,
    Void,
    Delete,
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub range: Range,
}

#[derive(Debug)]
pub enum StmtKind {
    Import(Import),
    Function(FunctionId),
    Class(ClassId),
    /// Rust `impl Trait for Type`.
    Impl {
        target: ExprId,
        of: Option<ExprId>,
        attributes: Vec<ExprId>,
        body: Block,
    },
    Assign(Assign),
    Delete(Vec<ExprId>),
    Expr(ExprId),
    If {
        test: ExprId,
        then: Block,
        otherwise: Block,
    },
    /// `for target in iter`; a C-style loop has an opaque `iter`.
    For {
        target: ExprId,
        iter: ExprId,
        body: Block,
        otherwise: Block,
    },
    While {
        test: ExprId,
        body: Block,
        otherwise: Block,
    },
    Return(Option<ExprId>),
    Raise(Option<ExprId>),
    /// `with`, `unsafe`, a plain block: values that are entered (with the name they are bound to), then the body.
    Block {
        items: Vec<(ExprId, Option<ExprId>)>,
        body: Block,
    },
    Try {
        body: Block,
        handlers: Vec<Handler>,
        otherwise: Block,
        finally: Block,
    },
    Export(Export),
    /// Rust `mod name { … }` (or without a body: another file), TypeScript `namespace`.
    Module {
        name: Name,
        attributes: Vec<ExprId>,
        body: Option<Block>,
    },
    Break,
    Continue,
    /// `global x`, `nonlocal x`.
    Scope {
        global: bool,
        names: Vec<Name>,
    },
    /// `export =`, `module.exports =` and other forms that are not modelled.
    Opaque(&'static str),
}

/// `import a.b as c`, `from m import x as y`, `import x, {y as z} from "m"`, `use a::b`.
#[derive(Debug)]
pub struct Import {
    /// As written, without leading dots (Python); empty in `from . import x`.
    pub module: Text,
    /// Number of leading dots (Python).
    pub dots: u32,
    /// Names that are bound; empty for an import for effect. `import a.b` binds nothing here and has
    /// `binds_root`.
    pub names: Vec<ImportName>,
    /// `import a.b`: binds `a`.
    pub binds_root: bool,
    /// `from m import *`.
    pub star: bool,
}

#[derive(Debug)]
pub struct ImportName {
    /// Name in the module; `None`: the module itself (`import m as x`, `import * as x`).
    pub name: Option<Name>,
    pub alias: Name,
    pub range: Range,
}

#[derive(Debug)]
pub struct Assign {
    pub target: ExprId,
    pub annotation: Option<ExprId>,
    /// `None`: declared only (`x: int`, a struct field).
    pub value: Option<ExprId>,
    /// `x += v`.
    pub op: Option<BinaryOp>,
    /// `let`, `const`, a field: makes a new variable in the innermost block.
    pub declared: bool,
    pub doc: Option<Text>,
    pub attributes: Vec<ExprId>,
}

#[derive(Debug)]
pub struct Handler {
    pub types: Option<ExprId>,
    pub name: Option<Name>,
    pub body: Block,
}

#[derive(Debug)]
pub enum Export {
    /// `export {a as b}`, with the module it comes from.
    Names { names: Vec<ImportName>, from: Option<Text> },
    /// `export default x`, `module.exports = x`.
    Default(ExprId),
    /// `export * from "m"`.
    Star { from: Text, alias: Option<Name> },
    /// `export const x = …`: the statement, whose names are exported.
    Stmt(StmtId),
}

#[derive(Debug)]
pub struct Function {
    /// Empty for a lambda.
    pub name: Name,
    pub name_range: Range,
    pub range: Range,
    pub params: Vec<Param>,
    pub returns: Option<ExprId>,
    pub body: Block,
    /// Value of a lambda or of an arrow function without braces.
    pub value: Option<ExprId>,
    pub doc: Option<Text>,
    /// Python: decorators, top to bottom (they are applied bottom up). Rust: attributes as calls, in one
    /// sequence with its doc lines, which are calls of `doc` here.
    pub decorators: Vec<ExprId>,
    pub kind: FunctionKind,
    pub is_async: bool,
    pub is_generator: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    Plain,
    Static,
    Getter,
    Setter,
    Constructor,
}

#[derive(Debug)]
pub struct Param {
    /// A name, or a pattern.
    pub pattern: ExprId,
    /// The name where `pattern` is one, else empty.
    pub name: Name,
    pub range: Range,
    pub annotation: Option<ExprId>,
    pub default: Option<ExprId>,
    pub kind: ParamKind,
    pub optional: bool,
    pub doc: Option<Text>,
    pub attributes: Vec<ExprId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    PositionalOnly,
    Plain,
    KeywordOnly,
    /// `*args`, `...rest`.
    Rest,
    /// `**kwargs`.
    KeywordRest,
}

#[derive(Debug)]
pub struct Class {
    pub name: Name,
    pub name_range: Range,
    pub range: Range,
    /// Positional bases and keywords (`metaclass=M`, `total=False`).
    pub bases: Vec<Argument>,
    pub decorators: Vec<ExprId>,
    pub body: Block,
    pub doc: Option<Text>,
    pub kind: ClassKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Class,
    Interface,
    Struct,
    Enum,
    /// A variant of an enum.
    Variant,
}

/// Parses and lowers a source file.
///
/// # Errors
/// See [`parse::ParseError`]; a language without a front end is [`parse::ParseError::NoGrammar`].
pub fn lower(file: &SourceFile) -> Result<Module, parse::ParseError> {
    match file.language {
        Language::Python => python::lower(file),
        _ => Err(parse::ParseError::NoGrammar),
    }
}

impl Module {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub fn span(&self, range: Range) -> Span {
        range.of(self.file)
    }
}

impl Assign {
    /// An assignment to `target` with nothing else said.
    pub fn plain(target: ExprId) -> Self {
        Assign { target, annotation: None, value: None, op: None, declared: false, doc: None, attributes: Vec::new() }
    }
}
