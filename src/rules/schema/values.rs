//! The values that a schema lists.

use crate::json::{Data, Json};
use crate::source::Span;

/// One value that a schema admits.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    pub data: &'a Data,
    pub span: Span,
}

impl<'a> Value<'a> {
    pub fn as_str(&self) -> Option<&'a str> {
        match self.data {
            Data::Text(t) => Some(t.as_str()),
            _ => None,
        }
    }

    /// As JSON writes it.
    pub fn shown(&self) -> String {
        Json::new(self.data.clone(), self.span).to_value().to_string()
    }
}

/// The values that a schema lists, by `enum`, `const`, alternatives of them, or the type null.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// Values that are admitted for certain, in written order.
    pub listed: Vec<Value<'a>>,
    pub rest: Rest,
}

/// What may be admitted beside the listed values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing: the list is whole.
    Nothing,
    /// Whatever the type admits.
    Free,
    Unknown,
}

static NULL: Data = Data::Null;

impl<'a> Values<'a> {
    pub(super) fn none() -> Self {
        Values { listed: Vec::new(), rest: Rest::Nothing }
    }

    pub(super) fn free() -> Self {
        Values { listed: Vec::new(), rest: Rest::Free }
    }

    /// A value that is listed is admitted.
    pub fn has(&self, data: &Data) -> bool {
        self.listed.iter().any(|v| same(v.data, data))
    }

    /// A text that is listed is admitted.
    pub fn has_text(&self, text: &str) -> bool {
        self.listed.iter().any(|v| v.as_str() == Some(text))
    }

    pub(super) fn or(mut self, other: Self) -> Self {
        let new = other.listed.into_iter().filter(|v| !self.has(v.data)).collect::<Vec<_>>();
        self.listed.extend(new);
        self.rest = match (self.rest, other.rest) {
            (Rest::Nothing, rest) | (rest, Rest::Nothing) => rest,
            (Rest::Unknown, _) | (_, Rest::Unknown) => Rest::Unknown,
            _ => Rest::Free,
        };
        self
    }

    /// Where one side may list more than is seen, what the other lists is admitted perhaps.
    pub(super) fn and(self, other: Self) -> Self {
        match (self.rest, other.rest) {
            (Rest::Free, _) => other,
            (_, Rest::Free) => self,
            (Rest::Nothing, Rest::Nothing) => {
                let listed = self.listed.into_iter().filter(|v| other.has(v.data)).collect();
                Values { listed, rest: Rest::Nothing }
            }
            _ => Values { listed: Vec::new(), rest: Rest::Unknown },
        }
    }
}

/// The values that one written schema lists, its references and combinations aside.
pub(super) fn of_part(part: &Json) -> Values<'_> {
    let object = match &part.data {
        Data::Object(object) => object,
        Data::Bool(false) => return Values::none(),
        Data::Unknown(_) => return Values { listed: Vec::new(), rest: Rest::Unknown },
        _ => return Values::free(),
    };
    let list = |values: &'_ [Json]| -> Rest {
        if values.iter().any(Json::is_unknown) { Rest::Unknown } else { Rest::Nothing }
    };
    let known = |json: &'_ Json| !json.is_unknown();
    let given = match object.get("enum").map(|json| &json.data) {
        Some(Data::List(values)) => {
            let listed = values.iter().filter(|v| known(v)).map(|v| Value { data: &v.data, span: v.span }).collect();
            Values { listed, rest: list(values) }
        }
        Some(Data::Unknown(_)) => Values { listed: Vec::new(), rest: Rest::Unknown },
        _ => match object.get("type") {
            Some(word) if word.as_str() == Some("null") => {
                Values { listed: vec![Value { data: &NULL, span: word.span }], rest: Rest::Nothing }
            }
            _ => Values::free(),
        },
    };
    match object.get("const") {
        Some(value) if value.is_unknown() => given.and(Values { listed: Vec::new(), rest: Rest::Unknown }),
        Some(value) => {
            given.and(Values { listed: vec![Value { data: &value.data, span: value.span }], rest: Rest::Nothing })
        }
        None => given,
    }
}

/// Equal as JSON; numbers by value. What is unknown equals nothing.
fn same(a: &Data, b: &Data) -> bool {
    match (a, b) {
        (Data::Null, Data::Null) => true,
        (Data::Bool(a), Data::Bool(b)) => a == b,
        (Data::Number(a), Data::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Data::Text(a), Data::Text(b)) => a.as_str() == b.as_str(),
        (Data::List(a), Data::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.data, &b.data)),
        (Data::Object(a), Data::Object(b)) => {
            a.members.len() == b.members.len()
                && a.members.iter().all(|m| b.get(m.key.as_str()).is_some_and(|v| same(&m.value.data, &v.data)))
        }
        _ => false,
    }
}
