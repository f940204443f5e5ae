//! Statements.

use super::eval::{reason, unsupported};
use super::heap::charge;
use super::heap::share;
use super::machine::{Env, Machine};
use super::python::Packages;
use super::value::{Data, Scope, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::{Assign, BinaryOp, Block, Export, ExprId, ExprKind, Handler, ListKind, Name, StmtId, StmtKind};
use indexmap::IndexMap;
use std::rc::Rc;

/// How a block ended.
#[derive(Clone, Debug)]
pub(super) enum Flow {
    Next,
    /// Under a test that cannot be known the function returned (or the loop went on): what follows happens
    /// only under the other outcome.
    Perhaps(String, Span),
    Return,
    Break,
    Continue,
    Raise,
}

type Names = IndexMap<Name, Value>;

impl Machine<'_> {
    pub(super) fn exec_block(&mut self, env: &Env, block: &[StmtId]) -> Flow {
        let open = self.conditions.len();
        let mut perhaps = None;
        let mut flow = Flow::Next;
        for &stmt in block {
            flow = self.exec(env, stmt);
            match flow {
                Flow::Next => {}
                Flow::Perhaps(text, span) => {
                    self.conditions.push((text.clone(), span));
                    perhaps.get_or_insert((text, span));
                    flow = Flow::Next;
                }
                _ => break,
            }
            if self.budget.is_empty() {
                break;
            }
        }
        self.conditions.truncate(open);
        match (&flow, perhaps) {
            (Flow::Next, Some((text, span))) => Flow::Perhaps(text, span),
            _ => flow,
        }
    }

    fn exec(&mut self, env: &Env, id: StmtId) -> Flow {
        let module = env.module.clone();
        let stmt = module.syntax.stmt(id);
        let span = module.syntax.span(stmt.range);
        if !self.budget.step() || self.budget.too_deep() {
            self.out_of_budget(span);
            return Flow::Next;
        }
        self.budget.depth += 1;
        let flow = self.exec_kind(env, &stmt.kind, span);
        self.budget.depth -= 1;
        flow
    }

    fn exec_kind(&mut self, env: &Env, kind: &StmtKind, span: Span) -> Flow {
        match kind {
            StmtKind::Import(import) => return self.import(env, import, span),
            StmtKind::Function(id) => {
                let def = env.module.syntax.function(*id);
                let mut value = self.make_function(env, *id, env.module.syntax.span(def.name_range));
                for &decorator in def.decorators.iter().rev() {
                    value = self.decorate(env, decorator, value);
                }
                self.bind(env, &def.name, value);
            }
            StmtKind::Class(id) => {
                let def = env.module.syntax.class(*id);
                let mut value = self.make_class(env, *id);
                for &decorator in def.decorators.iter().rev() {
                    value = self.decorate(env, decorator, value);
                }
                self.bind(env, &def.name, value);
            }
            StmtKind::Assign(assign) => self.exec_assign(env, assign),
            StmtKind::Delete(targets) => {
                for &target in targets {
                    self.delete(env, target);
                }
            }
            StmtKind::Expr(expr) => {
                let value = self.eval(env, *expr);
                if let (Data::Term(_), Some(owner)) = (&value.data, self.owner_of(&value)) {
                    owner.dropped(self, &value, span);
                }
            }
            StmtKind::If { test, then, otherwise } => return self.exec_if(env, *test, then, otherwise),
            StmtKind::For { target, iter, body, otherwise } => {
                return self.exec_for(env, *target, *iter, body, otherwise);
            }
            StmtKind::While { test, body, otherwise } => return self.exec_while(env, *test, body, otherwise),
            StmtKind::Return(value) => {
                let value = value.map(|v| self.eval(env, v));
                if let Some(frame) = self.frames.last_mut() {
                    frame.returns.push((value, span));
                }
                return Flow::Return;
            }
            StmtKind::Raise(value) => {
                if let Some(value) = value {
                    self.eval(env, *value);
                }
                return Flow::Raise;
            }
            StmtKind::Block { items, body } => {
                for (item, target) in items {
                    let value = self.eval(env, *item);
                    let entered = self.enter(&value, span);
                    if let Some(target) = target {
                        self.assign(env, *target, entered);
                    }
                }
                return self.exec_block(env, body);
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                return self.exec_try(env, body, handlers, otherwise, finally);
            }
            StmtKind::Export(Export::Stmt(inner)) => return self.exec(env, *inner),
            StmtKind::Scope { global, names } => {
                let mut outer = env.scope.outer.borrow_mut();
                outer.extend(names.iter().map(|n| (n.clone(), *global)));
            }
            StmtKind::Break => return Flow::Break,
            StmtKind::Continue => return Flow::Continue,
            StmtKind::Module { .. } | StmtKind::Impl { .. } | StmtKind::Export(_) | StmtKind::Opaque(_) => {}
        }
        Flow::Next
    }

    /// Applies a decorator. One that is not known is taken to keep what it decorates: nearly all do, and the
    /// alternative is to lose the function.
    fn decorate(&mut self, env: &Env, decorator: ExprId, value: Value) -> Value {
        let site = env.module.syntax.span(env.module.syntax.expr(decorator).range);
        let callee = self.eval(env, decorator);
        let result = self.call(&callee, super::value::Arguments::single(value.clone()), site);
        match &result.data {
            Data::Unknown(why) if why.kind != WhyKind::Budget => value,
            Data::OneOf(values) => {
                let kept = values.iter().find(|v| self.function_of(v).is_some() || matches!(v.data, Data::Class(_)));
                kept.cloned().unwrap_or(value)
            }
            _ => result,
        }
    }

    fn exec_if(&mut self, env: &Env, test: ExprId, then: &Block, otherwise: &Block) -> Flow {
        let span = env.module.syntax.span(env.module.syntax.expr(test).range);
        let value = self.eval(env, test);
        match self.truth(&value) {
            Some(true) => return self.exec_block(env, then),
            Some(false) => return self.exec_block(env, otherwise),
            None => {}
        }
        let text = self.brief_source(span);
        let before = env.scope.names.borrow().clone();
        let open = self.conditions.len();
        self.conditions.push((format!("if {text}"), span));
        let first = self.exec_block(env, then);
        self.conditions.truncate(open);
        let after_first = env.scope.names.replace(before);
        self.conditions.push((format!("unless {text}"), span));
        let second = self.exec_block(env, otherwise);
        self.conditions.truncate(open);
        let leaves = |f: &Flow| !matches!(f, Flow::Next | Flow::Perhaps(..));
        match (leaves(&first), leaves(&second)) {
            (true, true) => match (&first, &second) {
                (Flow::Raise, _) => second,
                (_, Flow::Raise) => first,
                (Flow::Return, Flow::Return) => Flow::Return,
                (Flow::Break, Flow::Break) => Flow::Break,
                (Flow::Continue, Flow::Continue) => Flow::Continue,
                _ => Flow::Return,
            },
            (true, false) => match first {
                Flow::Raise => second,
                _ => Flow::Perhaps(format!("unless {text}"), span),
            },
            (false, true) => {
                env.scope.names.replace(after_first);
                match second {
                    Flow::Raise => first,
                    _ => Flow::Perhaps(format!("if {text}"), span),
                }
            }
            (false, false) => {
                join(&mut env.scope.names.borrow_mut(), after_first, span);
                if matches!(first, Flow::Perhaps(..)) { first } else { second }
            }
        }
    }

    fn exec_for(&mut self, env: &Env, target: ExprId, iter: ExprId, body: &Block, otherwise: &Block) -> Flow {
        let span = env.module.syntax.span(env.module.syntax.expr(iter).range);
        let value = self.eval(env, iter);
        let mut perhaps = None;
        match self.iterate(&value, span) {
            Some((items, open)) => {
                if let Some(why) = open {
                    self.unresolved(format!("a loop over a list that may hold more: {}", why.text), span);
                }
                for item in items.into_iter().take(super::budget::ITEMS) {
                    self.assign(env, target, item);
                    match self.exec_block(env, body) {
                        Flow::Break => return Flow::Next,
                        Flow::Return => return Flow::Return,
                        Flow::Raise => return Flow::Raise,
                        Flow::Perhaps(text, span) => perhaps = Some((text, span)),
                        _ => {}
                    }
                    if self.budget.is_empty() {
                        break;
                    }
                }
            }
            None => {
                let why = reason(&value, "what the loop goes over");
                let item = Value::new(Data::Unknown(why), span);
                self.assign(env, target, item);
                let open = self.conditions.len();
                let text = format!("for each item of {}", self.brief_source(span));
                self.conditions.push((text.clone(), span));
                let flow = self.exec_block(env, body);
                self.conditions.truncate(open);
                if matches!(flow, Flow::Return) {
                    perhaps = Some((format!("after {text}"), span));
                }
            }
        }
        let flow = self.exec_block(env, otherwise);
        match (flow, perhaps) {
            // Only a return inside the loop makes what follows uncertain; a `continue` does not.
            (Flow::Next, Some((text, span))) if self.returned() => Flow::Perhaps(text, span),
            (flow, _) => flow,
        }
    }

    fn returned(&self) -> bool {
        self.frames.last().is_some_and(|f| !f.returns.is_empty())
    }

    fn exec_while(&mut self, env: &Env, test: ExprId, body: &Block, otherwise: &Block) -> Flow {
        let span = env.module.syntax.span(env.module.syntax.expr(test).range);
        for _ in 0..64 {
            let value = self.eval(env, test);
            match self.truth(&value) {
                Some(false) => return self.exec_block(env, otherwise),
                Some(true) => match self.exec_block(env, body) {
                    Flow::Break => return Flow::Next,
                    Flow::Return => return Flow::Return,
                    Flow::Raise => return Flow::Raise,
                    // Without a `break` the loop goes on until the return that was met.
                    Flow::Perhaps(..) if self.returned() && !has_break(env, body) => return Flow::Return,
                    Flow::Perhaps(..) => return Flow::Next,
                    _ => {}
                },
                None => {
                    let open = self.conditions.len();
                    let text = format!("while {}", self.brief_source(span));
                    self.conditions.push((text, span));
                    self.exec_block(env, body);
                    self.conditions.truncate(open);
                    return Flow::Next;
                }
            }
            if self.budget.is_empty() {
                break;
            }
        }
        Flow::Next
    }

    /// The body is what happens. Handlers run for what they declare, under a condition; names that they bind
    /// stay only where the body did not bind them.
    fn exec_try(&mut self, env: &Env, body: &Block, handlers: &[Handler], otherwise: &Block, finally: &Block) -> Flow {
        let missing = self.may_be_missing(env, body, handlers);
        let open = self.conditions.len();
        self.conditions.extend(missing.clone().map(|(text, span)| (format!("if {text} can be imported"), span)));
        let mut flow = self.exec_block(env, body);
        self.conditions.truncate(open);
        let raised = matches!(flow, Flow::Raise);
        if matches!(flow, Flow::Next | Flow::Perhaps(..)) {
            let after = self.exec_block(env, otherwise);
            if !matches!(after, Flow::Next) {
                flow = after;
            }
        }
        for handler in handlers {
            let names = env.scope.names.borrow().clone();
            let returns = self.frames.last().map_or(0, |f| f.returns.len());
            let open = self.conditions.len();
            if let Some(types) = handler.types {
                self.eval(env, types);
            }
            if let Some(name) = &handler.name {
                let span = handler.types.map(|t| env.module.syntax.span(env.module.syntax.expr(t).range));
                let span = span.unwrap_or(Span::file_start(env.module.syntax.file));
                self.bind(env, name, Value::unknown(WhyKind::RunTime, "an exception", span));
                if !raised {
                    self.conditions.push(("if an exception is caught".into(), span));
                }
            } else if let Some(types) = handler.types
                && !raised
            {
                let span = env.module.syntax.span(env.module.syntax.expr(types).range);
                self.conditions.push(("if an exception is caught".into(), span));
            }
            let handled = self.exec_block(env, &handler.body);
            self.conditions.truncate(open);
            // Who asks for all results wants those behind a handler that goes on.
            if self.quiet > 0
                && matches!((&flow, &handled), (Flow::Return, Flow::Next | Flow::Perhaps(..)))
                && let Some(at) = handler.types.map(|t| env.module.syntax.span(env.module.syntax.expr(t).range))
            {
                flow = Flow::Perhaps("if an exception is caught".into(), at);
            }
            if raised {
                flow = handled;
                break;
            }
            let bound = env.scope.names.replace(names);
            for (name, value) in bound {
                env.scope.names.borrow_mut().entry(name).or_insert(value);
            }
            // Without an exception the handler's result is none of the function's; who asks for all
            // results wants it too.
            if self.quiet == 0
                && let Some(frame) = self.frames.last_mut()
            {
                frame.returns.truncate(returns);
            }
        }
        match self.exec_block(env, finally) {
            Flow::Next | Flow::Perhaps(..) => flow,
            last => last,
        }
    }

    /// What `with value as x` binds.
    fn enter(&mut self, value: &Value, span: Span) -> Value {
        match &value.data {
            Data::Instance(_) => {
                let method = self.attribute(value, "__enter__", span);
                match method.data {
                    Data::Method(_) => self.call(&method, super::value::Arguments::default(), span),
                    _ => value.clone(),
                }
            }
            // A generator under `contextlib.contextmanager` gives what it yields first.
            Data::List(list) if list.kind == ListKind::Generator => {
                list.items.borrow().first().cloned().unwrap_or_else(|| unsupported("an empty generator", span))
            }
            _ => value.clone(),
        }
    }

    fn exec_assign(&mut self, env: &Env, assign: &Assign) {
        let Some(value) = assign.value else { return };
        if let Some(op) = assign.op {
            let old = self.eval(env, assign.target);
            let value = self.eval(env, value);
            let span = env.module.syntax.span(env.module.syntax.expr(assign.target).range);
            // `+=` and `|=` change lists, sets and maps in place.
            if let (BinaryOp::Add, Data::List(list)) = (op, &old.data) {
                match self.iterate(&value, span) {
                    Some((items, open)) => {
                        list.items.borrow_mut().extend(items);
                        if let Some(why) = open {
                            list.opened((*why).clone());
                        }
                    }
                    None => list.opened((*reason(&value, "what is added here")).clone()),
                }
                return;
            }
            if let (BinaryOp::BitOr, Data::Map(map)) = (op, &old.data) {
                super::eval::merge(map, &value);
                return;
            }
            let result = self.binary(op, old, value, span);
            self.assign(env, assign.target, result);
            return;
        }
        let value = self.eval(env, value);
        self.assign(env, assign.target, value);
    }

    pub(super) fn bind(&mut self, env: &Env, name: &Name, value: Value) {
        let outer = env.scope.outer.borrow().iter().find(|(n, _)| n == name).map(|(_, global)| *global);
        match outer {
            None => {
                env.scope.names.borrow_mut().insert(name.clone(), value);
            }
            Some(true) => {
                env.module.scope.names.borrow_mut().insert(name.clone(), value);
            }
            Some(false) => {
                let mut scope = env.scope.parent.clone();
                while let Some(s) = scope {
                    if s.names.borrow().contains_key(name) && !s.is_class {
                        s.names.borrow_mut().insert(name.clone(), value);
                        return;
                    }
                    scope = s.parent.clone();
                }
            }
        }
    }

    pub(super) fn assign(&mut self, env: &Env, target: ExprId, value: Value) {
        let module = env.module.clone();
        let expr = module.syntax.expr(target);
        let span = module.syntax.span(expr.range);
        match &expr.kind {
            ExprKind::Name(name) => self.bind(env, name, value),
            ExprKind::Attribute { object, name, .. } => {
                let object = self.eval(env, *object);
                self.set_attribute(&object, name, value, span);
            }
            ExprKind::Index { object, index } => {
                let object = self.eval(env, *object);
                if matches!(module.syntax.expr(*index).kind, ExprKind::Slice(_)) {
                    if let Data::List(list) = &object.data {
                        list.opened(Why { kind: WhyKind::Unsupported, text: "a slice of it is assigned".into() });
                    }
                    return;
                }
                let index = self.eval(env, *index);
                self.set_index(&object, index, value, span);
            }
            ExprKind::List { items, .. } => self.unpack(env, items, value, span),
            ExprKind::Spread { value: inner, .. } => self.assign(env, *inner, value),
            _ => {}
        }
    }

    fn unpack(&mut self, env: &Env, targets: &[ExprId], value: Value, span: Span) {
        let is_star = |id: &ExprId| matches!(env.module.syntax.expr(*id).kind, ExprKind::Spread { .. });
        let items = match self.iterate(&value, span) {
            Some((items, None)) => items,
            _ => {
                let why = reason(&value, "what is unpacked here");
                for &target in targets {
                    self.assign(env, target, Value::new(Data::Unknown(why.clone()), span));
                }
                return;
            }
        };
        let star = targets.iter().position(is_star);
        let missing = || Value::unknown(WhyKind::RunTime, "fewer items than names", span);
        match star {
            None => {
                for (i, &target) in targets.iter().enumerate() {
                    self.assign(env, target, items.get(i).cloned().unwrap_or_else(missing));
                }
            }
            Some(star) => {
                let after = targets.len() - star - 1;
                let end = items.len().saturating_sub(after).max(star.min(items.len()));
                for (i, &target) in targets.iter().enumerate() {
                    let part = if i < star {
                        items.get(i).cloned().unwrap_or_else(missing)
                    } else if i == star {
                        let rest = items.get(star..end).unwrap_or(&[]).to_vec();
                        self.new_list(ListKind::List, rest, None, span)
                    } else {
                        items.get(end + i - star - 1).cloned().unwrap_or_else(missing)
                    };
                    self.assign(env, target, part);
                }
            }
        }
    }

    fn set_index(&mut self, object: &Value, index: Value, value: Value, span: Span) {
        match (&object.data, &index.data) {
            (Data::Map(map), _) => {
                if self.under_condition() {
                    map.opened(Why {
                        kind: WhyKind::RunTime,
                        text: "it is changed under a test that cannot be known".into(),
                    });
                }
                charge(3);
                map.set(index, value);
            }
            (Data::List(list), Data::Int(i)) => {
                let mut items = list.items.borrow_mut();
                let at = if *i < 0 { items.len() as i64 + i } else { *i };
                if let Some(slot) = usize::try_from(at).ok().and_then(|at| items.get_mut(at)) {
                    *slot = value;
                }
            }
            (Data::List(list), _) => {
                list.opened(Why { kind: WhyKind::RunTime, text: "an item that cannot be known is set".into() });
            }
            (Data::Instance(_), _) => {
                let method = self.attribute(object, "__setitem__", span);
                if matches!(method.data, Data::Method(_)) {
                    let arguments = super::value::Arguments {
                        positional: vec![index, value],
                        ..super::value::Arguments::default()
                    };
                    self.call(&method, arguments, span);
                }
            }
            _ => {}
        }
    }

    /// Whether the running function is inside a branch that may not be taken.
    pub(super) fn under_condition(&self) -> bool {
        self.conditions.len() > self.frames.last().map_or(0, |f| f.conditions)
    }

    fn delete(&mut self, env: &Env, target: ExprId) {
        let module = env.module.clone();
        match &module.syntax.expr(target).kind {
            ExprKind::Name(name) => {
                env.scope.names.borrow_mut().shift_remove(name);
            }
            ExprKind::Index { object, index } => {
                let object = self.eval(env, *object);
                let index = self.eval(env, *index);
                match (&object.data, index.key()) {
                    (Data::Map(map), Some(key)) => {
                        map.entries.borrow_mut().shift_remove(&key);
                    }
                    (Data::Map(map), None) => {
                        map.opened(Why {
                            kind: WhyKind::RunTime,
                            text: "an entry that cannot be known is deleted".into(),
                        });
                    }
                    (Data::List(list), _) => match index.data {
                        Data::Int(i) if i >= 0 && (i as usize) < list.items.borrow().len() => {
                            list.items.borrow_mut().remove(i as usize);
                        }
                        _ => list.opened(Why { kind: WhyKind::RunTime, text: "an item of it is deleted".into() }),
                    },
                    _ => {}
                }
            }
            ExprKind::List { items, .. } => {
                for &item in items {
                    self.delete(env, item);
                }
            }
            _ => {}
        }
    }

    /// A few words of source for a condition.
    pub(super) fn brief_source(&self, span: Span) -> String {
        let text: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        let text = text.join(" ");
        match text.char_indices().nth(60) {
            Some((at, _)) => format!("`{}…`", &text[..at]),
            None => format!("`{text}`"),
        }
    }

    pub(super) fn place_of(path: &str) -> (&str, bool) {
        Packages::place_of(path)
    }
}

/// Joins what two branches left: names that differ may be either.
fn join(names: &mut Names, other: Names, span: Span) {
    for (name, theirs) in other {
        match names.get(&name) {
            Some(ours) if ours.same(&theirs) => {}
            Some(ours) => {
                let both = Value::one_of(vec![theirs, ours.clone()], span);
                names.insert(name, both);
            }
            None => {
                names.insert(name, theirs);
            }
        }
    }
}

/// An empty scope inside another.
pub(super) fn inner(parent: &Rc<Scope>) -> Rc<Scope> {
    share(Scope { parent: Some(parent.clone()), ..Scope::default() })
}

/// Whether a `break` stands somewhere in a block.
fn has_break(env: &Env, block: &Block) -> bool {
    let syntax = &env.module.syntax;
    let (Some(first), Some(last)) = (block.first(), block.last()) else { return false };
    let (start, end) = (syntax.stmt(*first).range.start, syntax.stmt(*last).range.end);
    syntax.stmts.iter().any(|s| matches!(s.kind, StmtKind::Break) && start <= s.range.start && s.range.end <= end)
}
