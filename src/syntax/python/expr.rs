//! Expressions.

use super::*;
use crate::syntax::{Argument, BinaryOp, Clause, Entry, ListKind, UnaryOp};

/// Operators as they are written.
const BINARY: &[(&str, BinaryOp)] = &[
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("*", BinaryOp::Mul),
    ("/", BinaryOp::Div),
    ("//", BinaryOp::FloorDiv),
    ("%", BinaryOp::Mod),
    ("**", BinaryOp::Pow),
    ("@", BinaryOp::MatMul),
    ("|", BinaryOp::BitOr),
    ("&", BinaryOp::BitAnd),
    ("^", BinaryOp::BitXor),
    ("<<", BinaryOp::Shl),
    (">>", BinaryOp::Shr),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::NotEq),
    ("<>", BinaryOp::NotEq),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::LtEq),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::GtEq),
    ("is", BinaryOp::Is),
    ("is not", BinaryOp::IsNot),
    ("in", BinaryOp::In),
    ("not in", BinaryOp::NotIn),
];

/// The operator that is written `text`.
pub(super) fn binary_op(text: &str) -> Option<BinaryOp> {
    BINARY.iter().find(|(t, _)| *t == text).map(|(_, op)| *op)
}

impl<'t> Lowerer<'t> {
    /// Lowers an expression. The left spine of operators, calls, attributes and indexes is a loop.
    pub(super) fn expr(&mut self, node: Node<'t>) -> ExprId {
        if self.depth >= MAX_NESTING {
            return self.opaque("nested too deeply", node);
        }
        self.depth += 1;
        let id = self.spine(node);
        self.depth -= 1;
        id
    }

    fn spine(&mut self, node: Node<'t>) -> ExprId {
        let f = &*FIELDS;
        let mut spine = Vec::new();
        // In places the grammar reads `*a.b` as `(*a).b`: where the star stands, and what follows it.
        let mut star = None;
        let mut at = node;
        let mut value = loop {
            let kind = kind(at);
            let inner = match kind {
                Kind::BinaryOperator | Kind::BooleanOperator => at.child_by_field_id(f.left),
                Kind::Attribute => at.child_by_field_id(f.object),
                Kind::Call => at.child_by_field_id(f.function),
                Kind::Subscript => at.child_by_field_id(f.value),
                Kind::Parenthesized | Kind::ParenthesizedListSplat | Kind::Type => self.only_child(at),
                Kind::ListSplat if !spine.is_empty() && star.is_none() => {
                    let Some(inner) = self.only_child(at) else { break self.missing(at) };
                    star = Some((self.range(node).start, self.range(inner).start));
                    at = inner;
                    continue;
                }
                _ => break self.leaf(at, kind),
            };
            let Some(inner) = inner else { break self.missing(at) };
            spine.push((at, kind));
            at = inner;
        };
        while let Some((node, kind)) = spine.pop() {
            value = match kind {
                Kind::BinaryOperator | Kind::BooleanOperator => self.binary(node, value),
                Kind::Attribute => self.attribute(node, value),
                Kind::Call => self.call(node, value),
                Kind::Subscript => self.subscript(node, value),
                _ => value,
            };
            if let Some((_, after)) = star {
                let range = &mut self.out.exprs[value.0 as usize].range;
                range.start = range.start.max(after);
            }
        }
        match star {
            Some((start, _)) => {
                let range = Range { start, ..self.range(node) };
                self.add(ExprKind::Spread { value, stars: 1 }, range)
            }
            None => value,
        }
    }

    /// The first named child of a node.
    pub(super) fn only_child(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let kids = self.named(node);
        let only = kids.first().map(|c| c.node);
        self.done(kids);
        only
    }

    pub(super) fn field(&mut self, node: Node<'t>, field: u16) -> ExprId {
        match node.child_by_field_id(field) {
            Some(child) => self.expr(child),
            None => self.missing(node),
        }
    }

    fn binary(&mut self, node: Node<'t>, left: ExprId) -> ExprId {
        let right = self.field(node, FIELDS.right);
        let op = node.child_by_field_id(FIELDS.operator).and_then(|o| binary_op(o.kind()));
        let range = self.range(node);
        match op {
            Some(op) => self.add(ExprKind::Binary { op, left, right }, range),
            None => self.missing(node),
        }
    }

    fn attribute(&mut self, node: Node<'t>, object: ExprId) -> ExprId {
        let Some(attribute) = node.child_by_field_id(FIELDS.attribute) else { return self.missing(node) };
        let name = self.name_of(attribute);
        let (range, name_range) = (self.range(node), self.range(attribute));
        self.add(ExprKind::Attribute { object, name, name_range, optional: false }, range)
    }

    fn call(&mut self, node: Node<'t>, callee: ExprId) -> ExprId {
        let args = match node.child_by_field_id(FIELDS.arguments) {
            Some(list) => self.arguments(list),
            None => Vec::new(),
        };
        let range = self.range(node);
        self.add(ExprKind::Call { callee, args, new: false }, range)
    }

    /// Arguments of a call, bases of a class. Strings are no types there.
    pub(super) fn arguments(&mut self, list: Node<'t>) -> Vec<Argument> {
        let annotation = std::mem::replace(&mut self.annotation, false);
        let args = if kind(list) == Kind::GeneratorExpression {
            vec![Argument { name: None, stars: 0, value: self.expr(list) }]
        } else {
            let kids = self.named(list);
            let mut args = Vec::with_capacity(kids.len());
            for kid in &kids {
                args.push(self.argument(*kid));
            }
            self.done(kids);
            args
        };
        self.annotation = annotation;
        args
    }

    fn argument(&mut self, kid: Child<'t>) -> Argument {
        match kid.kind {
            Kind::KeywordArgument => {
                let name = kid.node.child_by_field_id(FIELDS.name).map(|n| (self.name_of(n), self.range(n)));
                Argument { name, stars: 0, value: self.field(kid.node, FIELDS.value) }
            }
            Kind::ListSplat | Kind::DictionarySplat => {
                let stars = if kid.kind == Kind::ListSplat { 1 } else { 2 };
                let value = self.first(kid.node);
                Argument { name: None, stars, value }
            }
            _ => Argument { name: None, stars: 0, value: self.expr(kid.node) },
        }
    }

    /// The first named child as an expression.
    pub(super) fn first(&mut self, node: Node<'t>) -> ExprId {
        match self.only_child(node) {
            Some(child) => self.expr(child),
            None => self.missing(node),
        }
    }

    fn subscript(&mut self, node: Node<'t>, object: ExprId) -> ExprId {
        let kids = self.children(node);
        let indexes: Vec<Node> = kids.iter().filter(|c| c.field == FIELDS.subscript).map(|c| c.node).collect();
        // `a[b,]` is an index by a tuple of one.
        let comma = kids.iter().any(|c| c.kind == Kind::Token && c.node.kind() == ",");
        self.done(kids);
        self.index(node, object, &indexes, comma)
    }

    /// `object[items]`, with the rules for types that are written as strings.
    pub(super) fn index(&mut self, node: Node<'t>, object: ExprId, items: &[Node<'t>], tuple: bool) -> ExprId {
        let annotation = self.annotation;
        let rule = if annotation { self.quoting(object) } else { types::Quoting::None };
        let mut ids = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            self.annotation = annotation && rule.allows(i);
            ids.push(self.expr(*item));
        }
        self.annotation = annotation;
        let index = match (ids.as_slice(), items) {
            ([], _) | (_, []) => self.missing(node),
            ([one], _) if !tuple => *one,
            (_, [first, .., last]) => {
                let range = self.range_between(first.start_byte(), last.end_byte());
                self.add(ExprKind::List { kind: ListKind::Tuple, items: ids }, range)
            }
            (_, [only]) => {
                let range = self.range(*only);
                self.add(ExprKind::List { kind: ListKind::Tuple, items: ids }, range)
            }
        };
        let range = self.range(node);
        self.add(ExprKind::Index { object, index }, range)
    }

    /// An expression that does not lean to the left.
    fn leaf(&mut self, node: Node<'t>, kind: Kind) -> ExprId {
        if node.is_missing() {
            return self.missing(node);
        }
        let range = self.range(node);
        let lowered = match kind {
            Kind::Identifier => ExprKind::Name(self.name_of(node)),
            Kind::String | Kind::ConcatenatedString => return self.string(node),
            Kind::None => ExprKind::Null,
            Kind::True => ExprKind::Bool(true),
            Kind::False => ExprKind::Bool(false),
            Kind::Integer | Kind::Float => self.number(node),
            // The constant that `...` is a spelling of.
            Kind::Ellipsis => ExprKind::Name(self.name("Ellipsis")),
            Kind::List | Kind::ListPattern => self.list(node, ListKind::List),
            Kind::Tuple | Kind::TuplePattern | Kind::ExpressionList | Kind::PatternList => {
                self.list(node, ListKind::Tuple)
            }
            Kind::Set => self.list(node, ListKind::Set),
            Kind::Dictionary => self.dictionary(node),
            Kind::ListComprehension => self.comprehension(node, ListKind::List),
            Kind::SetComprehension => self.comprehension(node, ListKind::Set),
            Kind::DictionaryComprehension => self.comprehension(node, ListKind::Map),
            Kind::GeneratorExpression => self.comprehension(node, ListKind::Generator),
            Kind::ComparisonOperator => return self.comparison(node),
            Kind::NotOperator | Kind::UnaryOperator => self.unary(node),
            Kind::Conditional => self.conditional(node),
            Kind::ListSplat
            | Kind::ListSplatPattern
            | Kind::SplatType
            | Kind::DictionarySplat
            | Kind::DictionarySplatPattern => self.spread(node),
            Kind::NamedExpression => {
                ExprKind::Assign { target: self.field(node, FIELDS.name), value: self.field(node, FIELDS.value) }
            }
            Kind::Await => ExprKind::Await(self.first(node)),
            Kind::Yield => {
                self.yields = true;
                let value = self.only_child(node);
                ExprKind::Yield(value.map(|v| self.expr(v)))
            }
            Kind::Lambda => self.lambda(node),
            Kind::Slice => self.slice(node),
            Kind::GenericType => return self.generic_type(node),
            Kind::UnionType => return self.union_type(node),
            Kind::MemberType => return self.member_type(node),
            Kind::ConstrainedType | Kind::AsPattern | Kind::AsPatternTarget => return self.first(node),
            Kind::DottedName => return self.dotted(node),
            Kind::Error => ExprKind::Opaque("syntax error"),
            _ => ExprKind::Opaque("an expression of another kind"),
        };
        self.add(lowered, range)
    }

    fn number(&mut self, node: Node<'t>) -> ExprKind {
        let text = self.text(node);
        match text::number(text) {
            Some(number) => number,
            None => ExprKind::Raw(self.name(text)),
        }
    }

    pub(super) fn exprs(&mut self, node: Node<'t>) -> Vec<ExprId> {
        let kids = self.named(node);
        let mut ids = Vec::with_capacity(kids.len());
        for kid in &kids {
            ids.push(self.expr(kid.node));
        }
        self.done(kids);
        ids
    }

    fn list(&mut self, node: Node<'t>, kind: ListKind) -> ExprKind {
        ExprKind::List { kind, items: self.exprs(node) }
    }

    fn spread(&mut self, node: Node<'t>) -> ExprKind {
        let stars = if self.text(node).starts_with("**") { 2 } else { 1 };
        ExprKind::Spread { value: self.first(node), stars }
    }

    fn dictionary(&mut self, node: Node<'t>) -> ExprKind {
        let annotation = std::mem::replace(&mut self.annotation, false);
        let kids = self.named(node);
        let mut entries = Vec::with_capacity(kids.len());
        for kid in &kids {
            entries.push(match kid.kind {
                Kind::Pair => {
                    let (key, value) = self.pair(kid.node);
                    Entry { key: Some(key), value }
                }
                _ => Entry { key: None, value: self.first(kid.node) },
            });
        }
        self.done(kids);
        self.annotation = annotation;
        ExprKind::Map(entries)
    }

    fn pair(&mut self, node: Node<'t>) -> (ExprId, ExprId) {
        let kids = self.named(node);
        let ends = (kids.first().map(|c| c.node), kids.get(1).map(|c| c.node));
        self.done(kids);
        match ends {
            (Some(key), Some(value)) => (self.expr(key), self.expr(value)),
            _ => (self.missing(node), self.missing(node)),
        }
    }

    fn comprehension(&mut self, node: Node<'t>, kind: ListKind) -> ExprKind {
        let mut clauses: Vec<Clause> = Vec::new();
        let (mut key, mut value) = (None, None);
        let kids = self.named(node);
        for kid in &kids {
            match kid.kind {
                Kind::ForInClause => {
                    let clause = self.for_in(kid.node);
                    clauses.push(clause);
                }
                Kind::IfClause => {
                    let test = self.first(kid.node);
                    if let Some(clause) = clauses.last_mut() {
                        clause.tests.push(test);
                    }
                }
                Kind::Pair => {
                    let (k, v) = self.pair(kid.node);
                    (key, value) = (Some(k), Some(v));
                }
                _ => value = Some(self.expr(kid.node)),
            }
        }
        self.done(kids);
        let value = value.unwrap_or_else(|| self.missing(node));
        ExprKind::Comprehension { kind, key, value, clauses }
    }

    fn for_in(&mut self, node: Node<'t>) -> Clause {
        let target = self.field(node, FIELDS.left);
        let kids = self.named(node);
        let mut iters = Vec::new();
        for kid in kids.iter().filter(|c| c.field == FIELDS.right) {
            iters.push(self.expr(kid.node));
        }
        self.done(kids);
        let iter = match iters.as_slice() {
            [] => self.missing(node),
            [one] => *one,
            _ => {
                let range = self.joined(&iters, node);
                self.add(ExprKind::List { kind: ListKind::Tuple, items: iters }, range)
            }
        };
        Clause { target, iter, tests: Vec::new() }
    }

    /// `a < b < c` is `a < b and b < c`; the middle operand is shared.
    fn comparison(&mut self, node: Node<'t>) -> ExprId {
        let kids = self.children(node);
        let mut all: Option<ExprId> = None;
        let mut left: Option<(ExprId, usize)> = None;
        let mut op = None;
        for kid in &kids {
            if kid.field == FIELDS.operators {
                op = binary_op(kid.node.kind());
                continue;
            }
            let right = self.expr(kid.node);
            let end = kid.node.end_byte();
            if let (Some((left, start)), Some(op)) = (left, op) {
                let range = self.range_between(start, end);
                let one = self.add(ExprKind::Binary { op, left, right }, range);
                all = Some(match all {
                    None => one,
                    Some(before) => {
                        let range = self.range_between(node.start_byte(), end);
                        self.add(ExprKind::Binary { op: BinaryOp::And, left: before, right: one }, range)
                    }
                });
            }
            left = Some((right, kid.node.start_byte()));
        }
        self.done(kids);
        all.unwrap_or_else(|| self.missing(node))
    }

    fn unary(&mut self, node: Node<'t>) -> ExprKind {
        let op = match self.text(node).as_bytes().first() {
            Some(b'-') => UnaryOp::Neg,
            Some(b'+') => UnaryOp::Pos,
            Some(b'~') => UnaryOp::Invert,
            _ => UnaryOp::Not,
        };
        ExprKind::Unary { op, operand: self.first(node) }
    }

    fn conditional(&mut self, node: Node<'t>) -> ExprKind {
        match self.exprs(node).as_slice() {
            [then, test, otherwise] => ExprKind::Conditional { test: *test, then: *then, otherwise: *otherwise },
            _ => ExprKind::Opaque("syntax error"),
        }
    }

    fn slice(&mut self, node: Node<'t>) -> ExprKind {
        let kids = self.children(node);
        let mut parts = [None; 3];
        let mut at = 0;
        for kid in &kids {
            match kid.kind {
                Kind::Token => at += 1,
                _ if at < 3 => parts[at] = Some(self.expr(kid.node)),
                _ => {}
            }
        }
        self.done(kids);
        ExprKind::Slice(parts)
    }

    /// `a.b.c` where the grammar has no attribute node (patterns).
    pub(super) fn dotted(&mut self, node: Node<'t>) -> ExprId {
        let kids = self.named(node);
        let mut value = None;
        for kid in &kids {
            let name = self.name_of(kid.node);
            let name_range = self.range(kid.node);
            value = Some(match value {
                None => self.add(ExprKind::Name(name), name_range),
                Some(object) => {
                    let range = self.range_between(node.start_byte(), kid.node.end_byte());
                    self.add(ExprKind::Attribute { object, name, name_range, optional: false }, range)
                }
            });
        }
        self.done(kids);
        value.unwrap_or_else(|| self.missing(node))
    }
}
