//! Expressions that are built in rounds: f-strings and comprehensions.

use super::eval::reason;
use super::exec::inner;
use super::heap::charge_text;
use super::machine::{Env, Machine};
use super::value::{Data, Map, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::{Clause, ExprId, ListKind};
use crate::text::TextBuilder;
use std::rc::Rc;

impl Machine<'_> {
    /// An f-string: every combination of its alternatives, up to four.
    pub(super) fn eval_template(&mut self, env: &Env, parts: &[ExprId], span: Span) -> Value {
        let mut texts: Vec<TextBuilder> = vec![TextBuilder::default()];
        for &part in parts {
            let value = self.eval(env, part);
            let alternatives: Vec<Value> = match &value.data {
                Data::OneOf(values) => values.to_vec(),
                _ => vec![value],
            };
            let mut next = Vec::new();
            for text in texts {
                for alternative in &alternatives {
                    let shown = match self.show_text(alternative, span) {
                        Ok(shown) => shown,
                        Err(why) => return Value::new(Data::Unknown(why), span),
                    };
                    let mut longer = TextBuilder::default();
                    let so_far = text.as_str().len();
                    longer.push_slice(&clone_text(&text, span), 0..so_far);
                    longer.push_slice(&shown, 0..shown.as_str().len());
                    if longer.as_str().len() > super::budget::TEXT {
                        return self.out_of_budget(span);
                    }
                    charge_text(longer.as_str().len());
                    next.push(longer);
                }
            }
            if next.len() > 4 {
                return Value::unknown(WhyKind::Several, format!("one of {} texts", next.len()), span);
            }
            texts = next;
        }
        let values = texts.into_iter().map(|t| Value::new(Data::Text(t.finish(span)), span)).collect();
        Value::one_of(values, span)
    }

    pub(super) fn eval_comprehension(
        &mut self,
        env: &Env,
        kind: ListKind,
        key: Option<ExprId>,
        value: ExprId,
        clauses: &[Clause],
        span: Span,
    ) -> Value {
        let scope = inner(&env.scope);
        let env = Env { scope, ..env.clone() };
        let mut out = Collected { keys: Vec::new(), values: Vec::new(), open: None };
        self.comprehend(&env, key, value, clauses, &mut out);
        match kind {
            ListKind::Map => {
                let map = Map::default();
                for (key, value) in out.keys.into_iter().zip(out.values) {
                    map.set(key, value);
                }
                if let Some(why) = out.open {
                    map.opened((*why).clone());
                }
                Value::map(map, span)
            }
            ListKind::Set => {
                let mut unique: Vec<Value> = Vec::new();
                for value in out.values {
                    if !unique.iter().any(|seen| seen.same(&value)) {
                        unique.push(value);
                    }
                }
                self.new_list(kind, unique, out.open, span)
            }
            _ => self.new_list(kind, out.values, out.open, span),
        }
    }

    fn comprehend(&mut self, env: &Env, key: Option<ExprId>, value: ExprId, clauses: &[Clause], out: &mut Collected) {
        let [clause, rest @ ..] = clauses else {
            if let Some(key) = key {
                out.keys.push(self.eval(env, key));
            }
            out.values.push(self.eval(env, value));
            return;
        };
        let iter = self.eval(env, clause.iter);
        let span = env.module.syntax.span(env.module.syntax.expr(clause.iter).range);
        let Some((items, open)) = self.iterate(&iter, span) else {
            out.open.get_or_insert_with(|| reason(&iter, "what this loop goes over"));
            return;
        };
        out.open = out.open.take().or(open);
        for item in items.into_iter().take(super::budget::ITEMS) {
            self.assign(env, clause.target, item);
            let mut keep = Some(true);
            for &test in &clause.tests {
                let value = self.eval(env, test);
                match self.truth(&value) {
                    Some(true) => {}
                    Some(false) => {
                        keep = Some(false);
                        break;
                    }
                    None => keep = None,
                }
            }
            match keep {
                Some(false) => continue,
                // An item that may be filtered out: it is shown, and the list is not closed.
                None => {
                    out.open.get_or_insert_with(|| {
                        Rc::new(Why { kind: WhyKind::RunTime, text: "a filter that cannot be known".into() })
                    });
                }
                Some(true) => {}
            }
            self.comprehend(env, key, value, rest, out);
            if self.budget.is_empty() {
                return;
            }
        }
    }
}

struct Collected {
    keys: Vec<Value>,
    values: Vec<Value>,
    open: Option<Rc<Why>>,
}

fn clone_text(text: &TextBuilder, span: Span) -> crate::text::Text {
    text.clone().finish(span)
}
