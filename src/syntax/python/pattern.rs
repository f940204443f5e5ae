//! `match`: a chain of `if` over the subject.
//!
//! Literals, `None`, `True`, `False`, dotted names, `_`, a bare name, and alternatives of these become
//! tests. Any other pattern is an opaque test that binds its names to opaque values.

use super::*;
use crate::syntax::{Assign, BinaryOp, Block, ListKind, UnaryOp};

/// What one pattern asks and binds.
struct Tested {
    /// `None`: always matches.
    test: Option<ExprId>,
    captures: Vec<(Captured, ExprId)>,
}

/// A captured name and where it stands.
type Captured = (Name, Range);

impl<'t> Lowerer<'t> {
    pub(super) fn match_statement(&mut self, node: Node<'t>, out: &mut Block) {
        let kids = self.named(node);
        let mut subjects = Vec::new();
        for kid in kids.iter().filter(|c| c.field == FIELDS.subject) {
            subjects.push(self.expr(kid.node));
        }
        let body = kids.iter().find(|c| c.field == FIELDS.body).map(|c| c.node);
        self.done(kids);
        let subject = match subjects.as_slice() {
            [one] => *one,
            _ => {
                let range = self.joined(&subjects, node);
                self.add(ExprKind::List { kind: ListKind::Tuple, items: subjects }, range)
            }
        };
        let subject = self.once(subject, node, out);
        let Some(body) = body else { return };
        let mut arms = Vec::new();
        let kids = self.named(body);
        for kid in kids.iter().filter(|c| c.kind == Kind::CaseClause) {
            arms.push(self.case(kid.node, subject));
        }
        self.done(kids);
        out.extend(self.chain(arms, Vec::new(), node.end_byte()));
    }

    /// The subject as an expression that may be read several times; bound to a name of its own if need be.
    fn once(&mut self, subject: ExprId, node: Node<'t>, out: &mut Block) -> ExprId {
        let expr = &self.out.exprs[subject.0 as usize];
        if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Text(_) | ExprKind::Int(_) | ExprKind::Bool(_)) {
            return subject;
        }
        let range = expr.range;
        // No identifier, so it is no other variable's name.
        let name = self.name(&format!("match.{}", node.start_byte()));
        let target = self.add(ExprKind::Name(name.clone()), range);
        out.push(self.assign(target, subject, range));
        self.add(ExprKind::Name(name), range)
    }

    fn assign(&mut self, target: ExprId, value: ExprId, range: Range) -> StmtId {
        let assign = Assign { value: Some(value), ..Assign::plain(target) };
        self.stmt(StmtKind::Assign(assign), range)
    }

    /// Test, body and start of one `case`.
    fn case(&mut self, node: Node<'t>, subject: ExprId) -> (ExprId, Block, usize) {
        let kids = self.children(node);
        let patterns: Vec<Node> = kids.iter().filter(|c| c.kind == Kind::CasePattern).map(|c| c.node).collect();
        let comma = kids.iter().any(|c| c.kind == Kind::Token && c.node.kind() == ",");
        let guard = kids.iter().find(|c| c.kind == Kind::IfClause).map(|c| c.node);
        let block = kids.iter().find(|c| c.kind == Kind::Block).map(|c| c.node);
        self.done(kids);
        let tested = match patterns.as_slice() {
            [one] if !comma => self.pattern(*one, subject),
            _ => self.opaque_pattern(node, &patterns),
        };
        let range = patterns.first().map_or_else(|| self.range(node), |p| self.range(*p));
        let mut body = Vec::new();
        let mut test = tested.test;
        if let Some(guard) = guard {
            let mut steps = Vec::new();
            for ((name, range), value) in tested.captures {
                let target = self.add(ExprKind::Name(name), range);
                steps.push(self.add(ExprKind::Assign { target, value }, range));
            }
            let condition = self.first(guard);
            let condition = if steps.is_empty() {
                condition
            } else {
                steps.push(condition);
                self.add(ExprKind::Sequence(steps), range)
            };
            test = Some(match test {
                None => condition,
                Some(left) => self.add(ExprKind::Binary { op: BinaryOp::And, left, right: condition }, range),
            });
        } else {
            for ((name, range), value) in tested.captures {
                let target = self.add(ExprKind::Name(name), range);
                body.push(self.assign(target, value, range));
            }
        }
        if let Some(block) = block {
            self.block(block, &mut body);
        }
        let test = test.unwrap_or_else(|| self.add(ExprKind::Bool(true), range));
        (test, body, node.start_byte())
    }

    fn pattern(&mut self, node: Node<'t>, subject: ExprId) -> Tested {
        if self.depth >= MAX_NESTING {
            let test = Some(self.opaque("nested too deeply", node));
            return Tested { test, captures: Vec::new() };
        }
        self.depth += 1;
        let tested = self.pattern_of(node, subject);
        self.depth -= 1;
        tested
    }

    fn pattern_of(&mut self, node: Node<'t>, subject: ExprId) -> Tested {
        match kind(node) {
            Kind::CasePattern => {
                let kids = self.children(node);
                let (first, len) = (kids.first().copied(), kids.len());
                let last = kids.last().copied();
                self.done(kids);
                match (first, last) {
                    (Some(_), Some(number)) if len == 2 && matches!(number.kind, Kind::Integer | Kind::Float) => {
                        let range = self.range(node);
                        let value = self.negative(number.node, range);
                        self.compares(BinaryOp::Eq, subject, value, range)
                    }
                    (Some(one), _) if len == 1 => self.pattern(one.node, subject),
                    _ => self.opaque_pattern(node, &[]),
                }
            }
            Kind::Token if self.text(node) == "_" => Tested { test: None, captures: Vec::new() },
            Kind::String | Kind::ConcatenatedString | Kind::Integer | Kind::Float => {
                let value = self.expr(node);
                let range = self.range(node);
                self.compares(BinaryOp::Eq, subject, value, range)
            }
            Kind::None | Kind::True | Kind::False => {
                let value = self.expr(node);
                let range = self.range(node);
                self.compares(BinaryOp::Is, subject, value, range)
            }
            Kind::DottedName | Kind::Identifier => {
                let value = self.expr(node);
                let range = self.range(node);
                match &self.out.exprs[value.0 as usize].kind {
                    ExprKind::Name(name) if &**name == "_" => Tested { test: None, captures: Vec::new() },
                    ExprKind::Name(name) => Tested { test: None, captures: vec![((name.clone(), range), subject)] },
                    _ => self.compares(BinaryOp::Eq, subject, value, range),
                }
            }
            Kind::AsPattern => {
                let kids = self.named(node);
                let (inner, alias) = (kids.first().copied(), kids.get(1).copied());
                self.done(kids);
                let (Some(inner), Some(alias)) = (inner, alias) else { return self.opaque_pattern(node, &[]) };
                let mut tested = self.pattern(inner.node, subject);
                tested.captures.push(((self.name_of(alias.node), self.range(alias.node)), subject));
                tested
            }
            Kind::UnionPattern => self.union_pattern(node, subject),
            // A pattern in parentheses.
            Kind::TuplePattern => {
                let kids = self.children(node);
                let inner: Vec<Child> = kids.iter().filter(|c| c.kind == Kind::CasePattern).copied().collect();
                let comma = kids.iter().any(|c| c.kind == Kind::Token && c.node.kind() == ",");
                self.done(kids);
                match inner.as_slice() {
                    [one] if !comma => self.pattern(one.node, subject),
                    _ => self.opaque_pattern(node, &[node]),
                }
            }
            _ => self.opaque_pattern(node, &[node]),
        }
    }

    fn negative(&mut self, number: Node<'t>, range: Range) -> ExprId {
        let operand = self.expr(number);
        self.add(ExprKind::Unary { op: UnaryOp::Neg, operand }, range)
    }

    fn compares(&mut self, op: BinaryOp, left: ExprId, right: ExprId, range: Range) -> Tested {
        Tested { test: Some(self.add(ExprKind::Binary { op, left, right }, range)), captures: Vec::new() }
    }

    /// Alternatives: `or` of their tests. Where they bind names, which one matched is not modelled.
    fn union_pattern(&mut self, node: Node<'t>, subject: ExprId) -> Tested {
        let kids = self.children(node);
        let mut test: Option<ExprId> = None;
        let (mut always, mut plain) = (false, true);
        let mut negative = None;
        for kid in &kids {
            if kid.kind == Kind::Token {
                match self.text(kid.node) {
                    "-" => negative = Some(kid.node),
                    "_" => always = true,
                    _ => {}
                }
                continue;
            }
            let one = match negative.take() {
                Some(minus) => {
                    let range = self.range_between(minus.start_byte(), kid.node.end_byte());
                    let value = self.negative(kid.node, range);
                    self.compares(BinaryOp::Eq, subject, value, range)
                }
                None => self.pattern(kid.node, subject),
            };
            plain &= one.captures.is_empty();
            match (test, one.test) {
                (_, None) => always = true,
                (None, some) => test = some,
                (Some(left), Some(right)) => {
                    let range = self.range_between(node.start_byte(), kid.node.end_byte());
                    test = Some(self.add(ExprKind::Binary { op: BinaryOp::Or, left, right }, range));
                }
            }
        }
        self.done(kids);
        if !plain {
            return self.opaque_pattern(node, &[node]);
        }
        Tested { test: if always { None } else { test }, captures: Vec::new() }
    }

    /// A test that is not modelled, and the names that the patterns bind.
    fn opaque_pattern(&mut self, node: Node<'t>, patterns: &[Node<'t>]) -> Tested {
        let test = Some(self.opaque("pattern", node));
        let mut names = Vec::new();
        for pattern in patterns {
            captured(*pattern, self.source.text, &mut names);
        }
        let mut captures = Vec::new();
        for name in names {
            let value = self.opaque("part of a pattern", name);
            captures.push(((self.name_of(name), self.range(name)), value));
        }
        Tested { test, captures }
    }
}

/// The names that a pattern binds: single names that are no class, no keyword and no `_`.
fn captured<'t>(pattern: Node<'t>, source: &str, names: &mut Vec<Node<'t>>) {
    let is_name = |n: &Node| source.get(n.byte_range()) != Some("_");
    let mut cursor = pattern.walk();
    'walk: loop {
        let node = cursor.node();
        let kind = kind(node);
        match kind {
            Kind::DottedName if node.named_child_count() == 1 => names.extend(node.named_child(0).filter(is_name)),
            Kind::SplatPattern => names.extend(node.named_child(0).filter(is_name)),
            Kind::AsPattern => names.extend(node.named_child(1).filter(is_name)),
            _ => {}
        }
        if !matches!(kind, Kind::DottedName | Kind::SplatPattern) && cursor.goto_first_child() {
            // What stands first in a class pattern is the class.
            if kind != Kind::ClassPattern || cursor.goto_next_sibling() {
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'walk;
            }
        }
    }
}
