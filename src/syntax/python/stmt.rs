//! Statements and blocks.

use super::*;
use crate::syntax::{Assign, Block, Handler, ListKind, UnaryOp};

/// Whose statements a block holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Module,
    Class,
    Function,
}

/// One arm of a chain of tests: test, body, first byte.
pub(super) type Arm = (ExprId, Block, usize);

impl<'t> Lowerer<'t> {
    /// The statements of a definition and its docstring, which is no statement here.
    pub(super) fn body(&mut self, node: Node<'t>, owner: Owner) -> (Block, Option<Text>) {
        let mut out = Vec::new();
        let mut doc = None;
        if self.depth >= MAX_NESTING {
            out.push(self.too_deep(node));
            return (out, doc);
        }
        self.depth += 1;
        let kids = self.all_children(node);
        let mut first = true;
        let mut field: Option<StmtId> = None;
        for kid in &kids {
            let string = if kid.kind == Kind::ExpressionStatement { self.only_string(kid.node) } else { None };
            if let Some(string) = string {
                if first {
                    doc = self.plain_text(string);
                    if doc.is_some() {
                        first = false;
                        continue;
                    }
                } else if let Some(text) = field.and_then(|_| self.plain_text(string)) {
                    self.set_doc(field, text);
                    field = None;
                    continue;
                }
            }
            self.statement(*kid, &mut out);
            if kid.kind != Kind::Token {
                first = false;
                field = if owner == Owner::Class { out.last().copied().filter(|id| self.is_field(*id)) } else { None };
            }
        }
        self.done(kids);
        self.depth -= 1;
        (out, doc)
    }

    fn is_field(&self, id: StmtId) -> bool {
        matches!(&self.out.stmts[id.0 as usize].kind, StmtKind::Assign(a) if a.op.is_none())
    }

    fn set_doc(&mut self, field: Option<StmtId>, doc: Text) {
        let stmt = field.and_then(|id| self.out.stmts.get_mut(id.0 as usize));
        if let Some(Stmt { kind: StmtKind::Assign(assign), .. }) = stmt {
            assign.doc = Some(doc);
        }
    }

    fn only_string(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let kids = self.children(node);
        let only = match kids.as_slice() {
            [one] if matches!(one.kind, Kind::String | Kind::ConcatenatedString) => Some(one.node),
            _ => None,
        };
        self.done(kids);
        only
    }

    fn too_deep(&mut self, node: Node<'t>) -> StmtId {
        let range = self.range(node);
        self.stmt(StmtKind::Opaque("nested too deeply"), range)
    }

    /// Appends the statements of a block, or of what the parser could not read.
    pub(super) fn block(&mut self, node: Node<'t>, out: &mut Block) {
        if self.depth >= MAX_NESTING {
            out.push(self.too_deep(node));
            return;
        }
        self.depth += 1;
        let kids = self.all_children(node);
        for kid in &kids {
            self.statement(*kid, out);
        }
        self.done(kids);
        self.depth -= 1;
    }

    fn block_field(&mut self, node: Node<'t>, field: &str) -> Block {
        let mut out = Vec::new();
        if let Some(block) = node.child_by_field_name(field) {
            self.block(block, &mut out);
        }
        out
    }

    /// The block among the children of a clause.
    fn clause_block(&mut self, node: Node<'t>) -> Block {
        let mut out = Vec::new();
        let kids = self.named(node);
        if let Some(block) = kids.iter().rfind(|c| c.kind == Kind::Block) {
            self.block(block.node, &mut out);
        }
        self.done(kids);
        out
    }

    fn statement(&mut self, kid: Child<'t>, out: &mut Block) {
        let node = kid.node;
        let kind = match kid.kind {
            Kind::Token | Kind::Pass | Kind::Comment => return,
            Kind::Error | Kind::Block => return self.block(node, out),
            Kind::ExpressionStatement => return self.expression_statement(node, out),
            Kind::Import => return self.import(node, out),
            Kind::Match => return self.match_statement(node, out),
            Kind::If => return self.if_statement(node, out),
            Kind::ImportFrom => self.import_from(node),
            Kind::FutureImport => self.future(node),
            Kind::Function => StmtKind::Function(self.function(node, Vec::new())),
            Kind::Class => StmtKind::Class(self.class(node, Vec::new())),
            Kind::Decorated => self.decorated(node),
            Kind::For => StmtKind::For {
                target: self.field(node, FIELDS.left),
                iter: self.field(node, FIELDS.right),
                body: self.block_field(node, "body"),
                otherwise: self.else_of(node),
            },
            Kind::While => {
                let test = match node.child_by_field_name("condition") {
                    Some(test) => self.expr(test),
                    None => self.missing(node),
                };
                StmtKind::While { test, body: self.block_field(node, "body"), otherwise: self.else_of(node) }
            }
            Kind::Try => self.try_statement(node),
            Kind::With => self.with(node),
            Kind::Return => {
                let value = self.only_child(node);
                StmtKind::Return(value.map(|v| self.expr(v)))
            }
            Kind::Raise => {
                let kids = self.named(node);
                let value = kids.iter().find(|c| c.field != FIELDS.cause).map(|c| c.node);
                let cause = kids.iter().find(|c| c.field == FIELDS.cause).map(|c| c.node);
                self.done(kids);
                let value = value.map(|v| self.expr(v));
                if let Some(cause) = cause {
                    self.expr(cause);
                }
                StmtKind::Raise(value)
            }
            Kind::Assert => self.assert(node),
            Kind::Delete => StmtKind::Delete(self.deleted(node)),
            Kind::Global | Kind::Nonlocal => {
                let kids = self.named(node);
                let names = kids.iter().map(|c| c.node).collect::<Vec<_>>();
                self.done(kids);
                let names = names.into_iter().map(|n| self.name_of(n)).collect();
                StmtKind::Scope { global: kid.kind == Kind::Global, names }
            }
            Kind::TypeAlias => self.type_alias(node),
            Kind::Break => StmtKind::Break,
            Kind::Continue => StmtKind::Continue,
            Kind::Print => StmtKind::Opaque("print statement"),
            Kind::Exec => StmtKind::Opaque("exec statement"),
            // Parts of a statement whose rest could not be read.
            _ => return,
        };
        let range = self.range(node);
        out.push(self.stmt(kind, range));
    }

    fn decorated(&mut self, node: Node<'t>) -> StmtKind {
        let kids = self.named(node);
        let mut decorators = Vec::new();
        let mut definition = None;
        for kid in &kids {
            match kid.kind {
                Kind::Decorator => decorators.push(self.first(kid.node)),
                Kind::Function | Kind::Class => definition = Some(*kid),
                _ => {}
            }
        }
        self.done(kids);
        match definition {
            Some(d) if d.kind == Kind::Function => StmtKind::Function(self.function(d.node, decorators)),
            Some(d) => StmtKind::Class(self.class(d.node, decorators)),
            None => StmtKind::Opaque("syntax error"),
        }
    }

    fn else_of(&mut self, node: Node<'t>) -> Block {
        match node.child_by_field_name("alternative") {
            Some(clause) => self.clause_block(clause),
            None => Vec::new(),
        }
    }

    fn if_statement(&mut self, node: Node<'t>, out: &mut Block) {
        let mut arms: Vec<Arm> = Vec::new();
        let mut otherwise = Vec::new();
        let arm = self.arm(node);
        arms.push(arm);
        let kids = self.named(node);
        for kid in &kids {
            match kid.kind {
                Kind::ElifClause => {
                    let arm = self.arm(kid.node);
                    arms.push(arm);
                }
                Kind::ElseClause => otherwise = self.clause_block(kid.node),
                _ => {}
            }
        }
        self.done(kids);
        out.extend(self.chain(arms, otherwise, node.end_byte()));
    }

    fn arm(&mut self, node: Node<'t>) -> Arm {
        let test = match node.child_by_field_name("condition") {
            Some(test) => self.expr(test),
            None => self.missing(node),
        };
        (test, self.block_field(node, "consequence"), node.start_byte())
    }

    /// `if` in the `else` of `if`, from the last arm to the first.
    pub(super) fn chain(&mut self, arms: Vec<Arm>, otherwise: Block, end: usize) -> Block {
        arms.into_iter().rev().fold(otherwise, |otherwise, (test, then, start)| {
            let range = self.range_between(start, end);
            vec![self.stmt(StmtKind::If { test, then, otherwise }, range)]
        })
    }

    fn try_statement(&mut self, node: Node<'t>) -> StmtKind {
        let body = self.block_field(node, "body");
        let (mut handlers, mut otherwise, mut finally) = (Vec::new(), Vec::new(), Vec::new());
        let kids = self.named(node);
        for kid in &kids {
            match kid.kind {
                Kind::ExceptClause => {
                    let handler = self.handler(kid.node);
                    handlers.push(handler);
                }
                Kind::ElseClause => otherwise = self.clause_block(kid.node),
                Kind::FinallyClause => finally = self.clause_block(kid.node),
                _ => {}
            }
        }
        self.done(kids);
        StmtKind::Try { body, handlers, otherwise, finally }
    }

    fn handler(&mut self, node: Node<'t>) -> Handler {
        let kids = self.named(node);
        let mut types = Vec::new();
        let mut alias = kids.iter().find(|c| c.field == FIELDS.alias).map(|c| c.node);
        for kid in kids.iter().filter(|c| c.field == FIELDS.value) {
            let (value, bound) = self.bound(kid.node);
            alias = alias.or(bound);
            types.push(self.expr(value));
        }
        self.done(kids);
        let name = alias.filter(|a| kind(*a) == Kind::Identifier).map(|a| self.name_of(a));
        let types = match types.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => {
                let range = self.joined(&types, node);
                Some(self.add(ExprKind::List { kind: ListKind::Tuple, items: types }, range))
            }
        };
        Handler { types, name, body: self.clause_block(node) }
    }

    /// `x as y` in parts.
    fn bound(&mut self, node: Node<'t>) -> (Node<'t>, Option<Node<'t>>) {
        if kind(node) != Kind::AsPattern {
            return (node, None);
        }
        let kids = self.named(node);
        let (value, target) = (kids.first().map(|c| c.node), kids.get(1).map(|c| c.node));
        self.done(kids);
        let target = target.map(|t| if kind(t) == Kind::AsPatternTarget { t.named_child(0).unwrap_or(t) } else { t });
        (value.unwrap_or(node), target)
    }

    fn with(&mut self, node: Node<'t>) -> StmtKind {
        let mut items = Vec::new();
        let kids = self.named(node);
        let clause = kids.iter().find(|c| c.kind == Kind::WithClause).map(|c| c.node);
        self.done(kids);
        if let Some(clause) = clause {
            let kids = self.named(clause);
            for kid in &kids {
                if let Some(value) = kid.node.child_by_field_id(FIELDS.value) {
                    self.with_item(value, &mut items);
                }
            }
            self.done(kids);
        }
        StmtKind::Block { items, body: self.block_field(node, "body") }
    }

    /// `x as y`, or several of them in parentheses.
    fn with_item(&mut self, node: Node<'t>, items: &mut Vec<(ExprId, Option<ExprId>)>) {
        if matches!(kind(node), Kind::Tuple | Kind::Parenthesized) {
            let kids = self.named(node);
            if kids.iter().any(|c| c.kind == Kind::AsPattern) {
                for kid in &kids {
                    self.entered(kid.node, items);
                }
                return self.done(kids);
            }
            self.done(kids);
        }
        self.entered(node, items);
    }

    fn entered(&mut self, node: Node<'t>, items: &mut Vec<(ExprId, Option<ExprId>)>) {
        let (value, target) = self.bound(node);
        let value = self.expr(value);
        items.push((value, target.map(|t| self.expr(t))));
    }

    /// `assert test, message` is `if not test: raise message`.
    fn assert(&mut self, node: Node<'t>) -> StmtKind {
        let parts = self.exprs(node);
        let Some(&operand) = parts.first() else { return StmtKind::Opaque("syntax error") };
        let range = self.range(node);
        let test = self.add(ExprKind::Unary { op: UnaryOp::Not, operand }, range);
        let raise = self.stmt(StmtKind::Raise(parts.get(1).copied()), range);
        StmtKind::If { test, then: vec![raise], otherwise: Vec::new() }
    }

    fn deleted(&mut self, node: Node<'t>) -> Vec<ExprId> {
        let kids = self.named(node);
        let list = kids.first().filter(|c| c.kind == Kind::ExpressionList).map(|c| c.node);
        self.done(kids);
        self.exprs(list.unwrap_or(node))
    }

    fn type_alias(&mut self, node: Node<'t>) -> StmtKind {
        let (left, right) = (node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right));
        let (Some(left), Some(right)) = (left, right) else { return StmtKind::Opaque("syntax error") };
        let target = self.expr(left);
        // `type X[T] = …` binds X. The grammar also takes `type(x).y = v` for one.
        let target = match self.out.exprs[target.0 as usize].kind {
            ExprKind::Name(_) => target,
            ExprKind::Index { object, .. } if self.text(node).as_bytes().get(4) != Some(&b'(') => object,
            _ => {
                let (target, value) = (self.opaque("part of a type", left), Some(self.expr(right)));
                return StmtKind::Assign(Assign { value, ..Assign::plain(target) });
            }
        };
        let value = Some(self.annotation(right));
        StmtKind::Assign(Assign { target, value, ..Assign::plain(target) })
    }

    fn expression_statement(&mut self, node: Node<'t>, out: &mut Block) {
        let range = self.range(node);
        let kids = self.children(node);
        let first = kids.first().copied();
        let tuple = kids.len() > 1;
        self.done(kids);
        let Some(first) = first else { return };
        match first.kind {
            Kind::Assignment => self.assignment(first.node, range, out),
            Kind::AugmentedAssignment => {
                let target = self.field(first.node, FIELDS.left);
                let value = Some(self.field(first.node, FIELDS.right));
                let operator = first.node.child_by_field_id(FIELDS.operator).map_or("", |o| o.kind());
                let op = expr::binary_op(operator.trim_end_matches('='));
                out.push(self.stmt(StmtKind::Assign(Assign { value, op, ..Assign::plain(target) }), range));
            }
            _ => {
                let value = if tuple {
                    let items = self.exprs(node);
                    self.add(ExprKind::List { kind: ListKind::Tuple, items }, range)
                } else {
                    self.expr(first.node)
                };
                out.push(self.stmt(StmtKind::Expr(value), range));
            }
        }
    }

    /// `a = b = v`: one statement for each target, with the same value.
    fn assignment(&mut self, node: Node<'t>, range: Range, out: &mut Block) {
        let mut at = node;
        let mut targets = vec![node];
        let value = loop {
            match at.child_by_field_id(FIELDS.right) {
                Some(right) if kind(right) == Kind::Assignment => {
                    targets.push(right);
                    at = right;
                }
                Some(right) => break Some(self.expr(right)),
                None => break None,
            }
        };
        for at in targets {
            let target = self.field(at, FIELDS.left);
            let annotation = at.child_by_field_id(FIELDS.r#type).map(|t| self.annotation(t));
            out.push(self.stmt(StmtKind::Assign(Assign { annotation, value, ..Assign::plain(target) }), range));
        }
    }
}
