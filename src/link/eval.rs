//! Expressions to values.

use super::builtins::is_builtin;
use super::heap::charge;
use super::machine::{Env, Machine};
use super::ops;
use super::value::{Arguments, Data, Map, NamedValue, Scope, Term, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::{Argument, BinaryOp, ExprId, ExprKind, ListKind, Name, UnaryOp};
use std::rc::Rc;

impl Machine<'_> {
    pub(super) fn eval(&mut self, env: &Env, id: ExprId) -> Value {
        let module = env.module.clone();
        let expr = module.syntax.expr(id);
        let span = module.syntax.span(expr.range);
        if !self.budget.step() || self.budget.too_deep() {
            return self.out_of_budget(span);
        }
        self.budget.depth += 1;
        let value = self.eval_kind(env, &expr.kind, span);
        self.budget.depth -= 1;
        value
    }

    pub(super) fn out_of_budget(&mut self, span: Span) -> Value {
        if self.budget.tell() {
            self.unresolved("the evaluation took too many steps here and was stopped", span);
        }
        Value::unknown(WhyKind::Budget, "the evaluation was stopped", span)
    }

    fn eval_kind(&mut self, env: &Env, kind: &ExprKind, span: Span) -> Value {
        match kind {
            ExprKind::Null => Value::null(span),
            ExprKind::Undefined => Value::new(Data::Undefined, span),
            ExprKind::Bool(b) => Value::bool(*b, span),
            ExprKind::Int(i) => Value::new(Data::Int(*i), span),
            ExprKind::Float(f) => Value::new(Data::Float(*f), span),
            ExprKind::Text(text) => Value::new(Data::Text(text.clone()), span),
            ExprKind::Raw(raw) => Value::new(Data::Raw(raw.clone()), span),
            ExprKind::Name(name) => self.lookup(env, name, span),
            ExprKind::This => env.receiver.clone().unwrap_or_else(|| unsupported("`this` here", span)),
            ExprKind::Attribute { object, name, .. } => {
                let object = self.eval(env, *object);
                self.attribute(&object, name, span)
            }
            ExprKind::Index { object, index } => {
                let object = self.eval(env, *object);
                if let ExprKind::Slice([from, to, step]) = &env.module.syntax.expr(*index).kind {
                    let from = from.map(|e| self.eval(env, e));
                    let to = to.map(|e| self.eval(env, e));
                    return match step {
                        None => self.slice(&object, from, to, span),
                        Some(_) => unsupported("a slice with a step", span),
                    };
                }
                let index = self.eval(env, *index);
                self.index(&object, &index, span)
            }
            ExprKind::Call { callee, args, .. } => self.eval_call(env, *callee, args, span),
            ExprKind::List { kind, items } => self.eval_list(env, *kind, items, span),
            ExprKind::Map(entries) => {
                let map = Map::default();
                for entry in entries {
                    match entry.key {
                        Some(key) => {
                            let key = self.eval(env, key);
                            let value = self.eval(env, entry.value);
                            map.set(key, value);
                        }
                        None => {
                            let spread = self.eval(env, entry.value);
                            merge(&map, &spread);
                        }
                    }
                }
                Value::map(map, span)
            }
            ExprKind::Template(parts) => self.eval_template(env, parts, span),
            ExprKind::Conditional { test, then, otherwise } => {
                let test = self.eval(env, *test);
                match self.truth(&test) {
                    Some(true) => self.eval(env, *then),
                    Some(false) => self.eval(env, *otherwise),
                    None => {
                        let then = self.eval(env, *then);
                        let otherwise = self.eval(env, *otherwise);
                        Value::one_of(vec![then, otherwise], span)
                    }
                }
            }
            ExprKind::Lambda(id) => self.make_function(env, *id, span),
            ExprKind::Class(id) => self.make_class(env, *id),
            ExprKind::Binary { op, left, right } => self.eval_binary(env, *op, *left, *right, span),
            ExprKind::Unary { op, operand } => {
                let operand = self.eval(env, *operand);
                self.unary(*op, operand, span)
            }
            ExprKind::Comprehension { kind, key, value, clauses } => {
                self.eval_comprehension(env, *kind, *key, *value, clauses, span)
            }
            ExprKind::Assign { target, value } => {
                let value = self.eval(env, *value);
                self.assign(env, *target, value.clone());
                value
            }
            ExprKind::Sequence(items) => {
                let mut last = Value::null(span);
                for item in items {
                    last = self.eval(env, *item);
                }
                last
            }
            ExprKind::Quoted { expr, .. } => self.eval(env, *expr),
            ExprKind::Await(value) => self.eval(env, *value),
            ExprKind::Yield(value) => {
                let value = value.map_or_else(|| Value::null(span), |v| self.eval(env, v));
                if let Some(frame) = self.frames.last_mut() {
                    frame.yields.push(value);
                }
                unsupported("what is sent to a generator", span)
            }
            ExprKind::Slice(_) => unsupported("a slice here", span),
            ExprKind::Spread { value, .. } => self.eval(env, *value),
            ExprKind::Default { .. } => unsupported("a pattern as a value", span),
            ExprKind::Block(_) => unsupported("a block as a value", span),
            ExprKind::Opaque(what) => unsupported(what, span),
        }
    }

    /// An annotation: a type, evaluated without effect on the run.
    pub(super) fn eval_annotation(&mut self, env: &Env, id: ExprId) -> Value {
        self.quiet += 1;
        let value = self.eval(env, id);
        self.quiet -= 1;
        value
    }

    /// The value of a name: this scope, those around it, the module, the builtins.
    pub(super) fn lookup(&mut self, env: &Env, name: &Name, span: Span) -> Value {
        let mut scope: Option<&Rc<Scope>> = Some(&env.scope);
        let mut own = true;
        while let Some(s) = scope {
            if (!s.is_class || own)
                && let Some(value) = s.names.borrow().get(name)
            {
                return value.clone();
            }
            own = false;
            scope = s.parent.as_ref();
        }
        match &**name {
            "__name__" => return self.module_name(env, span),
            "__file__" => return Value::unknown(WhyKind::RunTime, "the path of the running file", span),
            "__doc__" => {
                return match &env.module.syntax.doc {
                    Some(doc) => Value::new(Data::Text(doc.clone()), doc.span()),
                    None => Value::null(span),
                };
            }
            _ => {}
        }
        if is_builtin(name) {
            return Value::outside(&format!("builtins.{name}"), span);
        }
        let stars = env.module.stars.borrow();
        match stars.as_slice() {
            [one] => Value::outside(&format!("{one}.{name}"), span),
            [] => Value::unknown(WhyKind::Unbound, format!("the name `{name}` is not bound by anything visible"), span),
            _ => Value::unknown(WhyKind::Unsupported, format!("`{name}` comes from one of several `import *`"), span),
        }
    }

    /// `__main__`, where nothing imports the module; else either that or its dotted name.
    fn module_name(&self, env: &Env, span: Span) -> Value {
        let dotted = env.module.place.replace('/', ".");
        let main = Value::text("__main__", span);
        match env.module.imported {
            false => main,
            true => Value::one_of(vec![Value::text(&dotted, span), main], span),
        }
    }

    fn eval_list(&mut self, env: &Env, kind: ListKind, items: &[ExprId], span: Span) -> Value {
        let mut out = Vec::with_capacity(items.len());
        let mut open = None;
        for &item in items {
            if let ExprKind::Spread { value, .. } = &env.module.syntax.expr(item).kind {
                let value = self.eval(env, *value);
                match self.iterate(&value, span) {
                    Some((more, why)) => {
                        out.extend(more);
                        open = open.or(why);
                    }
                    None => open = open.or_else(|| Some(reason(&value, "what is spread here"))),
                }
            } else {
                out.push(self.eval(env, item));
            }
        }
        self.new_list(kind, out, open, span)
    }

    pub(super) fn eval_arguments(&mut self, env: &Env, args: &[Argument]) -> Arguments {
        let mut out = Arguments::default();
        for arg in args {
            let value = self.eval(env, arg.value);
            let span = env.module.syntax.span(env.module.syntax.expr(arg.value).range);
            match (arg.stars, &arg.name) {
                (0, None) => out.positional.push(value),
                (0, Some((name, range))) => {
                    let span = env.module.syntax.span(*range);
                    out.named.push(NamedValue { name: name.clone(), value, span });
                }
                (1, _) => match self.iterate(&value, span) {
                    Some((items, why)) => {
                        out.positional.extend(items);
                        out.open = out.open.or(why);
                    }
                    None => out.open = Some(reason(&value, "the arguments that are spread here")),
                },
                _ => spread_named(&mut out, &value),
            }
        }
        out
    }

    fn eval_call(&mut self, env: &Env, callee: ExprId, args: &[Argument], span: Span) -> Value {
        if let ExprKind::Name(name) = &env.module.syntax.expr(callee).kind
            && let Some(value) = self.special_call(env, name, args, span)
        {
            return value;
        }
        // `object.method(…)`: methods of text, lists and maps need no value of their own.
        if let ExprKind::Attribute { object, name, .. } = &env.module.syntax.expr(callee).kind {
            let object = self.eval(env, *object);
            let arguments = self.eval_arguments(env, args);
            return self.call_method(&object, name, arguments, span);
        }
        let callee = self.eval(env, callee);
        let arguments = self.eval_arguments(env, args);
        self.call(&callee, arguments, span)
    }

    /// Calls that need to know where they stand: `super()`, `globals()`, `locals()`.
    fn special_call(&mut self, env: &Env, name: &Name, args: &[Argument], span: Span) -> Option<Value> {
        if !args.is_empty() || !matches!(&**name, "super" | "globals" | "locals") {
            return None;
        }
        let callee = self.lookup(env, name, span);
        let path = callee.path()?;
        match path.as_str() {
            "builtins.super" => {
                let class = env.class.clone()?;
                let origin = span;
                let class = Value::new(Data::Class(class), origin);
                let receiver = env.receiver.clone()?;
                Some(Value::call_term(
                    callee,
                    Arguments { positional: vec![class, receiver], ..Default::default() },
                    span,
                ))
            }
            "builtins.globals" | "builtins.locals" => {
                let scope = if path.ends_with("globals") { &env.module.scope } else { &env.scope };
                let map = Map::default();
                for (name, value) in scope.names.borrow().iter() {
                    map.set(Value::text(name, value.origin), value.clone());
                }
                Some(Value::map(map, span))
            }
            _ => None,
        }
    }

    fn eval_binary(&mut self, env: &Env, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> Value {
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Coalesce) {
            let left = self.eval(env, left);
            let decided = match op {
                BinaryOp::Coalesce => match &left.data {
                    Data::Unknown(_) | Data::OneOf(_) => None,
                    _ => Some(!left.is_null()),
                },
                _ => self.truth(&left).map(|t| t == (op == BinaryOp::Or)),
            };
            return match decided {
                Some(true) => left,
                Some(false) => self.eval(env, right),
                None => {
                    let right = self.eval(env, right);
                    ops::either(op, left, right, span)
                }
            };
        }
        // A long sum is a tree that leans left: go down it in a loop.
        let mut spine = vec![(op, right, span)];
        let mut bottom = left;
        while let ExprKind::Binary { op, left, right } = &env.module.syntax.expr(bottom).kind {
            if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Coalesce) {
                break;
            }
            spine.push((*op, *right, env.module.syntax.span(env.module.syntax.expr(bottom).range)));
            bottom = *left;
        }
        let mut value = self.eval(env, bottom);
        while let Some((op, right, span)) = spine.pop() {
            let right = self.eval(env, right);
            value = self.binary(op, value, right, span);
            if self.budget.is_empty() {
                return self.out_of_budget(span);
            }
        }
        value
    }

    /// `object[index]`.
    pub(super) fn index(&mut self, object: &Value, index: &Value, span: Span) -> Value {
        match (&object.data, &index.data) {
            (Data::OneOf(values), _) => {
                let values = values.to_vec();
                let all = values.iter().map(|v| self.index(v, index, span)).collect();
                Value::one_of(all, span)
            }
            (Data::Map(map), _) => match index.key() {
                Some(key) => match (map.entries.borrow().get(&key), &*map.open.borrow()) {
                    (Some((_, value)), _) => value.clone(),
                    (None, Some(why)) => Value::new(Data::Unknown(why.clone()), span),
                    (None, None) => {
                        Value::unknown(WhyKind::Unbound, format!("there is no key {}", index.brief()), span)
                    }
                },
                None => Value::unknown(WhyKind::RunTime, "an item whose key cannot be known", span),
            },
            (Data::List(list), Data::Int(i)) => {
                let items = list.items.borrow();
                let at = if *i < 0 { items.len() as i64 + i } else { *i };
                match usize::try_from(at).ok().and_then(|at| items.get(at)) {
                    Some(item) if list.open.borrow().is_none() => item.clone(),
                    _ => Value::unknown(WhyKind::RunTime, "an item that cannot be known", span),
                }
            }
            (Data::Text(text), Data::Int(i)) => {
                let count = text.as_str().chars().count() as i64;
                let at = if *i < 0 { count + i } else { *i };
                let found = usize::try_from(at).ok().and_then(|at| text.as_str().char_indices().nth(at));
                match found {
                    Some((from, c)) => Value::new(Data::Text(text.slice(from..from + c.len_utf8())), span),
                    None => Value::unknown(WhyKind::RunTime, "a character that is not there", span),
                }
            }
            (Data::Class(class), _) if super::classes::is_enum(class) => {
                match index.as_str().and_then(|name| class.members.borrow().get(name).cloned()) {
                    Some(member) => member,
                    None => Value::unknown(WhyKind::RunTime, "a member of an enumeration", span),
                }
            }
            (Data::Instance(_), _) => {
                let method = self.attribute(object, "__getitem__", span);
                match method.data {
                    Data::Method(_) => self.call(&method, Arguments::single(index.clone()), span),
                    _ => Value::term(Term::Index { object: object.clone(), index: index.clone() }, span),
                }
            }
            (Data::Term(_) | Data::Class(_) | Data::Null, _) => {
                Value::term(Term::Index { object: object.clone(), index: index.clone() }, span)
            }
            _ => Value::new(Data::Unknown(reason(object, "what is indexed here")), span),
        }
    }

    pub(super) fn slice(&mut self, object: &Value, from: Option<Value>, to: Option<Value>, span: Span) -> Value {
        let bound = |v: &Option<Value>, len: usize, default: usize| -> Option<usize> {
            match v.as_ref().map(|v| &v.data) {
                None | Some(Data::Null) => Some(default),
                Some(Data::Int(i)) if *i < 0 => Some((len as i64 + i).max(0) as usize),
                Some(Data::Int(i)) => Some((*i as usize).min(len)),
                _ => None,
            }
        };
        match &object.data {
            Data::Text(text) => {
                let offsets: Vec<usize> =
                    text.as_str().char_indices().map(|(i, _)| i).chain([text.as_str().len()]).collect();
                let count = offsets.len() - 1;
                match (bound(&from, count, 0), bound(&to, count, count)) {
                    (Some(a), Some(b)) => {
                        let part = text.slice(offsets[a.min(b)]..offsets[b]);
                        Value::new(Data::Text(part), span)
                    }
                    _ => unsupported("a slice with unknown bounds", span),
                }
            }
            Data::List(list) if list.open.borrow().is_none() => {
                let items = list.items.borrow();
                match (bound(&from, items.len(), 0), bound(&to, items.len(), items.len())) {
                    (Some(a), Some(b)) => self.new_list(list.kind, items[a.min(b)..b].to_vec(), None, span),
                    _ => unsupported("a slice with unknown bounds", span),
                }
            }
            _ => Value::new(Data::Unknown(reason(object, "what is sliced here")), span),
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: Value, span: Span) -> Value {
        match (op, &operand.data) {
            (UnaryOp::Not, _) => match self.truth(&operand) {
                Some(truth) => Value::bool(!truth, span),
                None => Value::unknown(WhyKind::RunTime, "a test that cannot be known", span),
            },
            (UnaryOp::Neg, Data::Int(i)) => Value::new(Data::Int(i.wrapping_neg()), span),
            (UnaryOp::Neg, Data::Float(f)) => Value::new(Data::Float(-f), span),
            (UnaryOp::Pos, Data::Int(_) | Data::Float(_)) => operand,
            (UnaryOp::Void, _) => Value::new(Data::Undefined, span),
            (_, Data::Term(_)) => Value::term(Term::Unary { op, operand }, span),
            _ => Value::new(Data::Unknown(reason(&operand, "the operand")), span),
        }
    }
}

pub(super) fn unsupported(what: &str, span: Span) -> Value {
    Value::unknown(WhyKind::Unsupported, format!("{what} is not followed"), span)
}

/// Why a value is not known, or that `what` cannot be.
pub(super) fn reason(value: &Value, what: &str) -> Rc<Why> {
    match &value.data {
        Data::Unknown(why) => why.clone(),
        Data::OneOf(_) => Rc::new(Why { kind: WhyKind::Several, text: value.why().unwrap_or_default() }),
        _ => Rc::new(Why { kind: WhyKind::RunTime, text: format!("{what} ({}) cannot be known", value.brief()) }),
    }
}

/// Puts the entries of a map, as `**` does.
pub(super) fn merge(map: &Map, spread: &Value) {
    match &spread.data {
        Data::Map(other) => {
            let entries: Vec<_> = other.entries.borrow().values().cloned().collect();
            charge(3 * entries.len());
            for (key, value) in entries {
                map.set(key, value);
            }
            if let Some(why) = &*other.open.borrow() {
                map.opened((**why).clone());
            }
        }
        Data::Null | Data::Undefined => {}
        _ => map.opened((*reason(spread, "what is spread here")).clone()),
    }
}

fn spread_named(out: &mut Arguments, value: &Value) {
    let Data::Map(map) = &value.data else {
        if !value.is_null() {
            out.open = Some(reason(value, "the keywords that are spread here"));
        }
        return;
    };
    for (key, value) in map.entries.borrow().values() {
        if let Some(name) = key.as_text() {
            out.named.push(NamedValue { name: name.shared(), value: value.clone(), span: key.origin });
        }
    }
    out.open = out.open.take().or_else(|| map.open.borrow().clone());
}
