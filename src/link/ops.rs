//! Truth, equality and operators.

use super::eval::reason;
use super::heap::charge_text;
use super::machine::Machine;
use super::value::{Data, Map, Term, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::{BinaryOp, ListKind};
use crate::text::Text;
use std::rc::Rc;

impl Machine<'_> {
    /// Whether it counts as true; `None` where that cannot be known.
    pub fn truth(&mut self, value: &Value) -> Option<bool> {
        match &value.data {
            Data::Null | Data::Undefined => Some(false),
            Data::Bool(b) => Some(*b),
            Data::Int(i) => Some(*i != 0),
            Data::Float(f) => Some(*f != 0.0),
            Data::Text(t) => Some(!t.is_empty()),
            Data::List(l) if !l.items.borrow().is_empty() => Some(true),
            Data::List(l) if l.kind == ListKind::Generator => Some(true),
            Data::List(l) => l.open.borrow().is_none().then_some(false),
            Data::Map(m) if !m.entries.borrow().is_empty() => Some(true),
            Data::Map(m) => m.open.borrow().is_none().then_some(false),
            Data::Function(_) | Data::Method(_) | Data::Class(_) | Data::Module(_) => Some(true),
            Data::OneOf(values) => {
                let values = values.to_vec();
                let first = self.truth(&values[0])?;
                values[1..].iter().all(|v| self.truth(v) == Some(first)).then_some(first)
            }
            Data::Instance(i) => {
                let defined = |n: &str| self.mro(&i.class).iter().any(|c| c.members.borrow().contains_key(n));
                (!defined("__bool__") && !defined("__len__")).then_some(true)
            }
            // A class or function of a library is true; what a call of it gives cannot be known.
            Data::Term(_) => match value.path()?.as_str() {
                "typing.TYPE_CHECKING" | "builtins.NotImplemented" => Some(false),
                path if path.starts_with("builtins.") => Some(true),
                _ => None,
            },
            Data::Raw(_) | Data::Unknown(_) => None,
        }
    }

    /// `left == right`; `None` where that cannot be known.
    pub fn equal(&mut self, left: &Value, right: &Value) -> Option<bool> {
        if self.budget.too_deep() {
            return None;
        }
        self.budget.depth += 1;
        let result = self.equal_data(left, right);
        self.budget.depth -= 1;
        result
    }

    fn equal_data(&mut self, left: &Value, right: &Value) -> Option<bool> {
        match (&left.data, &right.data) {
            (Data::Unknown(_) | Data::Raw(_), _) | (_, Data::Unknown(_) | Data::Raw(_)) => None,
            (Data::OneOf(values), _) => {
                let values = values.to_vec();
                let first = self.equal(&values[0], right)?;
                values[1..].iter().all(|v| self.equal(v, right) == Some(first)).then_some(first)
            }
            (_, Data::OneOf(_)) => self.equal(right, left),
            (Data::Int(a), Data::Float(b)) | (Data::Float(b), Data::Int(a)) => Some(*a as f64 == *b),
            (Data::Int(a), Data::Bool(b)) | (Data::Bool(b), Data::Int(a)) => Some(*a == i64::from(*b)),
            (Data::List(a), Data::List(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Some(true);
                }
                if a.open.borrow().is_some() || b.open.borrow().is_some() {
                    return None;
                }
                let (a, b) = (a.items.borrow().clone(), b.items.borrow().clone());
                if a.len() != b.len() {
                    return Some(false);
                }
                let mut known = true;
                for (x, y) in a.iter().zip(&b) {
                    match self.equal(x, y) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => known = false,
                    }
                }
                known.then_some(true)
            }
            (Data::Map(a), Data::Map(b)) if !Rc::ptr_eq(a, b) => {
                let (a, b) = (a.entries.borrow(), b.entries.borrow());
                (a.len() != b.len()).then_some(false)
            }
            (Data::Instance(a), other) => {
                // A member of an enumeration with a text base equals its text.
                let value = a.attributes.borrow().get("_value_").cloned();
                match (value, other) {
                    (_, Data::Instance(b)) => Some(Rc::ptr_eq(a, b)),
                    (Some(value), _) if a.class.has_base("builtins.str") => self.equal(&value, right),
                    _ => None,
                }
            }
            (_, Data::Instance(_)) => self.equal(right, left),
            (Data::Term(a), Data::Term(b)) if Rc::ptr_eq(a, b) => Some(true),
            (Data::Term(_), Data::Term(_)) => match (left.path(), right.path()) {
                (Some(a), Some(b)) if a == b => Some(true),
                (Some(a), Some(b)) if a.starts_with("builtins.") && b.starts_with("builtins.") => Some(false),
                _ => None,
            },
            (Data::Term(_), _) | (_, Data::Term(_)) => None,
            _ => Some(left.same(right)),
        }
    }

    /// `left is right`.
    fn identical(&mut self, left: &Value, right: &Value) -> Option<bool> {
        match (&left.data, &right.data) {
            (Data::Unknown(_), _) | (_, Data::Unknown(_)) => None,
            (Data::OneOf(values), _) => {
                let values = values.to_vec();
                let first = self.identical(&values[0], right)?;
                values[1..].iter().all(|v| self.identical(v, right) == Some(first)).then_some(first)
            }
            (_, Data::OneOf(_)) => self.identical(right, left),
            // An outside name is something; that it is not `None` is as good as certain for what was
            // called or subscripted, and not for a plain constant of a library.
            (Data::Term(t), Data::Null) | (Data::Null, Data::Term(t)) => match &**t {
                Term::Call { .. } | Term::Attribute { .. } | Term::Name(_) => {
                    let term = if matches!(left.data, Data::Term(_)) { left } else { right };
                    term.path().is_some_and(|p| p.starts_with("builtins.") || p.starts_with("typing.")).then_some(false)
                }
                _ => Some(false),
            },
            (Data::Null, Data::Null) => Some(true),
            (Data::Term(_), Data::Term(_)) => self.equal(left, right),
            (Data::Term(_), _) | (_, Data::Term(_)) => None,
            _ => Some(left.same(right)),
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Value {
        if let (Data::OneOf(_), _) | (_, Data::OneOf(_)) = (&left.data, &right.data)
            && !is_test(op)
        {
            let parts = |v: &Value| match &v.data {
                Data::OneOf(values) => values.to_vec(),
                _ => vec![v.clone()],
            };
            let mut all = Vec::new();
            for l in parts(&left) {
                for r in parts(&right) {
                    all.push(self.binary(op, l.clone(), r, span));
                }
            }
            return Value::one_of(all, span);
        }
        if is_test(op) {
            let result = self.test(op, &left, &right);
            return match result {
                Some(b) => Value::bool(b, span),
                None => self
                    .asked(op, &left, &right, span)
                    .unwrap_or_else(|| Value::unknown(WhyKind::RunTime, "a test that cannot be known", span)),
            };
        }
        match (op, &left.data, &right.data) {
            (BinaryOp::Add, Data::Text(a), Data::Text(b)) => match a.as_str().len() + b.as_str().len() {
                n if n > super::budget::TEXT => self.out_of_budget(span),
                n => {
                    charge_text(n);
                    Value::new(Data::Text(Text::concat([a, b], span)), span)
                }
            },
            (BinaryOp::Mul, Data::Text(t), Data::Int(n)) | (BinaryOp::Mul, Data::Int(n), Data::Text(t)) => {
                let n = (*n).max(0) as usize;
                if t.as_str().len().saturating_mul(n) > super::budget::TEXT {
                    return self.out_of_budget(span);
                }
                charge_text(t.as_str().len() * n);
                Value::new(Data::Text(Text::concat(std::iter::repeat_n(t, n), span)), span)
            }
            (BinaryOp::Mod, Data::Text(format), _) => self.percent_format(format, &right, span),
            (BinaryOp::Add, Data::List(a), Data::List(b)) => {
                let open = a.open.borrow().clone().or_else(|| b.open.borrow().clone());
                let items: Vec<Value> = a.items.borrow().iter().chain(b.items.borrow().iter()).cloned().collect();
                if items.len() > super::budget::ITEMS {
                    return self.out_of_budget(span);
                }
                self.new_list(a.kind, items, open, span)
            }
            (BinaryOp::BitOr, Data::Map(_), Data::Map(_)) => {
                let map = Map::default();
                super::eval::merge(&map, &left);
                super::eval::merge(&map, &right);
                Value::map(map, span)
            }
            (BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Sub, Data::List(a), Data::List(b))
                if a.kind == ListKind::Set =>
            {
                let open = a.open.borrow().clone().or_else(|| b.open.borrow().clone());
                let (a, b) = (a.items.borrow().clone(), b.items.borrow().clone());
                let within = |list: &[Value], v: &Value| list.iter().any(|x| x.same(v));
                let items = match op {
                    BinaryOp::BitOr => {
                        let more: Vec<Value> = b.into_iter().filter(|v| !within(&a, v)).collect();
                        a.into_iter().chain(more).collect()
                    }
                    BinaryOp::BitAnd => a.into_iter().filter(|v| within(&b, v)).collect(),
                    _ => a.into_iter().filter(|v| !within(&b, v)).collect(),
                };
                self.new_list(ListKind::Set, items, open, span)
            }
            (_, Data::Int(a), Data::Int(b)) => int(op, *a, *b, span),
            (_, Data::Int(_) | Data::Float(_), Data::Int(_) | Data::Float(_)) => {
                float(op, number(&left), number(&right), span)
            }
            (BinaryOp::BitOr, Data::Term(_) | Data::Class(_) | Data::Null, _)
            | (BinaryOp::BitOr, _, Data::Term(_) | Data::Class(_))
            | (_, Data::Term(_), _)
            | (_, _, Data::Term(_)) => self.residual(op, left, right, span),
            (_, Data::Unknown(_), _) => Value::new(Data::Unknown(reason(&left, "")), span),
            _ => Value::new(Data::Unknown(reason(&right, "the result of an operator")), span),
        }
    }

    /// What the owner of either side says of an operator.
    fn asked(&mut self, op: BinaryOp, left: &Value, right: &Value, span: Span) -> Option<Value> {
        [left, right].into_iter().find_map(|side| self.owner_of(side)?.binary(self, op, left, right, span))
    }

    fn residual(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Value {
        match self.asked(op, &left, &right, span) {
            Some(value) => value,
            None => Value::term(Term::Binary { op, left, right }, span),
        }
    }

    fn test(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Option<bool> {
        match op {
            BinaryOp::Eq => self.equal(left, right),
            BinaryOp::NotEq => self.equal(left, right).map(|b| !b),
            BinaryOp::Is => self.identical(left, right),
            BinaryOp::IsNot => self.identical(left, right).map(|b| !b),
            BinaryOp::In => self.contains(right, left),
            BinaryOp::NotIn => self.contains(right, left).map(|b| !b),
            _ => {
                let order = match (&left.data, &right.data) {
                    (Data::Text(a), Data::Text(b)) => a.as_str().partial_cmp(b.as_str()),
                    (Data::Int(a), Data::Int(b)) => a.partial_cmp(b),
                    (Data::Int(_) | Data::Float(_), Data::Int(_) | Data::Float(_)) => {
                        number(left).partial_cmp(&number(right))
                    }
                    _ => None,
                }?;
                Some(match op {
                    BinaryOp::Lt => order.is_lt(),
                    BinaryOp::LtEq => order.is_le(),
                    BinaryOp::Gt => order.is_gt(),
                    _ => order.is_ge(),
                })
            }
        }
    }

    /// `item in container`.
    fn contains(&mut self, container: &Value, item: &Value) -> Option<bool> {
        match &container.data {
            Data::Text(text) => Some(text.as_str().contains(item.as_str()?)),
            Data::Map(map) => {
                let key = item.key()?;
                match map.entries.borrow().contains_key(&key) {
                    true => Some(true),
                    false => map.open.borrow().is_none().then_some(false),
                }
            }
            Data::List(list) => {
                let items = list.items.borrow().clone();
                let mut known = list.open.borrow().is_none();
                for i in &items {
                    match self.equal(i, item) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => known = false,
                    }
                }
                known.then_some(false)
            }
            _ => None,
        }
    }

    /// Text as `str()` or an f-string shows a value.
    pub(super) fn show_text(&mut self, value: &Value, span: Span) -> Result<Text, Rc<Why>> {
        let text = match &value.data {
            Data::Text(text) => return Ok(text.clone()),
            Data::Null => "None".to_owned(),
            Data::Undefined => "undefined".to_owned(),
            Data::Bool(true) => "True".to_owned(),
            Data::Bool(false) => "False".to_owned(),
            Data::Int(i) => i.to_string(),
            Data::Float(f) => python_float(*f),
            Data::List(list)
                if list.kind != ListKind::Set && list.open.borrow().is_none() && !self.budget.too_deep() =>
            {
                self.budget.depth += 1;
                let text = self.list_text(list.kind, &list.items.borrow().clone(), span);
                self.budget.depth -= 1;
                return text;
            }
            _ => return Err(reason(value, "the text of this")),
        };
        Ok(Text::new(text, value.origin))
    }

    fn list_text(&mut self, kind: ListKind, items: &[Value], span: Span) -> Result<Text, Rc<Why>> {
        let mut parts = Vec::new();
        for item in items {
            parts.push(match item.as_str() {
                Some(s) if s.chars().any(|c| c == '\'' || c == '\\' || c.is_control()) => {
                    return Err(reason(item, "the text of this list"));
                }
                Some(s) => format!("'{s}'"),
                None => self.show_text(item, span)?.as_str().to_owned(),
            });
        }
        let inner = parts.join(", ");
        let text = match (kind, parts.len()) {
            (ListKind::Tuple, 1) => format!("({inner},)"),
            (ListKind::Tuple, _) => format!("({inner})"),
            _ => format!("[{inner}]"),
        };
        Ok(Text::new(text, span))
    }

    /// `"%s of %d" % (…)`; other conversions than plain `%s`, `%d`, `%r` of numbers and `%(name)s` are unknown.
    fn percent_format(&mut self, format: &Text, right: &Value, span: Span) -> Value {
        let mut values = match &right.data {
            Data::List(list) if list.kind == ListKind::Tuple => list.items.borrow().clone(),
            _ => vec![right.clone()],
        };
        values.reverse();
        let mut out = crate::text::TextBuilder::default();
        let s = format.as_str();
        let mut at = 0;
        while let Some(found) = s[at..].find('%') {
            let percent = at + found;
            out.push_slice(format, at..percent);
            let rest = &s[percent + 1..];
            let (value, len) = if rest.starts_with('%') {
                out.push_slice(format, percent..percent + 1);
                at = percent + 2;
                continue;
            } else if rest.starts_with('s') || rest.starts_with('d') {
                (values.pop(), 1)
            } else if let Some((name, tail)) = rest.strip_prefix('(').and_then(|r| r.split_once(')'))
                && tail.starts_with('s')
            {
                (self.map_get(right, name), name.len() + 3)
            } else {
                (None, 0)
            };
            let Some(value) = value else { return super::eval::unsupported("this way to format", span) };
            match self.show_text(&value, span) {
                Ok(text) => out.push_slice(&text, 0..text.as_str().len()),
                Err(why) => return Value::new(Data::Unknown(why), span),
            }
            at = percent + 1 + len;
        }
        out.push_slice(format, at..s.len());
        charge_text(out.as_str().len());
        Value::new(Data::Text(out.finish(span)), span)
    }
}

/// `a or b` and `a and b` where `a` cannot be decided: either, without the alternatives of `a` that the operator
/// passes over.
pub(super) fn either(op: BinaryOp, left: Value, right: Value, span: Span) -> Value {
    let kept: Vec<Value> = match (&left.data, op) {
        (Data::OneOf(values), BinaryOp::Or | BinaryOp::Coalesce) => {
            values.iter().filter(|v| !v.is_null()).cloned().collect()
        }
        (Data::Unknown(_), BinaryOp::Or | BinaryOp::Coalesce | BinaryOp::And) => vec![left],
        _ => vec![left],
    };
    Value::one_of(kept.into_iter().chain([right]).collect(), span)
}

fn is_test(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | NotEq | Lt | LtEq | Gt | GtEq | Is | IsNot | In | NotIn)
}

fn number(value: &Value) -> f64 {
    match value.data {
        Data::Int(i) => i as f64,
        Data::Float(f) => f,
        _ => f64::NAN,
    }
}

fn int(op: BinaryOp, a: i64, b: i64, span: Span) -> Value {
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Pow => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        BinaryOp::FloorDiv if b != 0 => a.checked_div_euclid(b).filter(|_| b > 0),
        BinaryOp::Mod if b > 0 => a.checked_rem_euclid(b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl => u32::try_from(b).ok().filter(|b| *b < 40).and_then(|b| a.checked_mul(1 << b)),
        BinaryOp::Shr => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        BinaryOp::Div if b != 0 => return Value::new(Data::Float(a as f64 / b as f64), span),
        _ => None,
    };
    match result {
        Some(i) => Value::new(Data::Int(i), span),
        None => super::eval::unsupported("this arithmetic", span),
    }
}

fn float(op: BinaryOp, a: f64, b: f64, span: Span) -> Value {
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div if b != 0.0 => a / b,
        BinaryOp::Pow => a.powf(b),
        _ => return super::eval::unsupported("this arithmetic", span),
    };
    Value::new(Data::Float(result), span)
}

/// As Python prints it.
pub(super) fn python_float(f: f64) -> String {
    if f.is_finite() && f == f.trunc() && f.abs() < 1e16 { format!("{f:.1}") } else { format!("{f}") }
}
