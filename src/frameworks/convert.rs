//! Values to JSON and to facts. What is one of several things, or known only to a running program, becomes
//! unknown with its reason; nothing is guessed.

use crate::ir::Fact;
use crate::json::{Data as JsonData, Json, Member, Object};
use crate::link::{Arguments, Data, Key, Term, Value};
use crate::source::Span;
use crate::syntax::ListKind;
use crate::text::Text;

/// Nesting beyond which a value is not followed; lists and maps may contain themselves.
const DEPTH: u32 = 48;
/// Pieces of one value.
const PIECES: u32 = 100_000;

/// An argument of a declaration.
#[derive(Clone, Debug)]
pub enum Given<'a> {
    Value(&'a Value),
    /// Not seen, but may be there: arguments were spread that are not known.
    Unknown(String),
    Absent,
}

/// The argument that fills a parameter: by name, else by position.
pub fn given<'a>(arguments: &'a Arguments, position: Option<usize>, name: &str) -> Given<'a> {
    let value = match position {
        Some(position) => arguments.get(position, name),
        None => arguments.named(name),
    };
    match (value, &arguments.open) {
        (Some(value), _) => Given::Value(value),
        (None, Some(why)) => Given::Unknown(why.text.clone()),
        (None, None) => Given::Absent,
    }
}

/// Why a value is not a plain known one, for people.
pub fn reason(value: &Value) -> String {
    if let Some(why) = value.why() {
        return why;
    }
    match &value.data {
        Data::Term(term) => match &**term {
            Term::Index { object, index } => format!("value of `{}[{}]`", object.brief(), index.brief()),
            _ => format!("value of `{}`", value.brief()),
        },
        _ => value.brief(),
    }
}

/// What a member of an enumeration stands for, where its class is a kind of text or number; else the value.
pub fn plain(value: &Value) -> Value {
    if let Data::Instance(instance) = &value.data
        && ["builtins.str", "builtins.int", "builtins.float", "enum.StrEnum", "enum.IntEnum"]
            .iter()
            .any(|base| instance.class.has_base(base))
        && let Some(inner) = instance.attributes.borrow().get("_value_")
    {
        return inner.clone();
    }
    value.clone()
}

/// A text; null is not said.
pub fn text(given: &Given, at: Span) -> Fact<Text> {
    let value = match given {
        Given::Value(value) => plain(value),
        Given::Unknown(why) => return Fact::unknown(why.clone(), at),
        Given::Absent => return Fact::Absent,
    };
    match &value.data {
        // The literal with its quotes; where text comes from elsewhere, the characters themselves.
        Data::Text(text) => {
            let span = if value.origin.contains(text.span()) { value.origin } else { text.span() };
            Fact::known(text.clone(), span)
        }
        Data::Null | Data::Undefined => Fact::Absent,
        _ => Fact::unknown(reason(&value), value.origin),
    }
}

/// A flag.
pub fn flag(given: &Given, at: Span) -> Fact<bool> {
    match given {
        Given::Value(value) => match &value.data {
            Data::Bool(b) => Fact::known(*b, value.origin),
            Data::Null | Data::Undefined => Fact::Absent,
            _ => Fact::unknown(reason(value), value.origin),
        },
        Given::Unknown(why) => Fact::unknown(why.clone(), at),
        Given::Absent => Fact::Absent,
    }
}

/// Any value; null is not said.
pub fn json_fact(given: &Given, at: Span) -> Fact<Json> {
    match given {
        Given::Value(value) if value.is_null() => Fact::Absent,
        Given::Value(value) => {
            let json = json(value);
            match json.data {
                JsonData::Unknown(why) => Fact::unknown(why, json.span),
                _ => Fact::known(json, value.origin),
            }
        }
        Given::Unknown(why) => Fact::unknown(why.clone(), at),
        Given::Absent => Fact::Absent,
    }
}

/// The JSON that a program would write for a value.
pub fn json(value: &Value) -> Json {
    Writer { left: PIECES }.write(value, 0)
}

struct Writer {
    left: u32,
}

impl Writer {
    fn write(&mut self, value: &Value, depth: u32) -> Json {
        let span = value.origin;
        self.left = self.left.saturating_sub(1);
        if depth > DEPTH || self.left == 0 {
            return Json::unknown("a value that is too deep or too large", span);
        }
        let value = &plain(value);
        match &value.data {
            Data::Null | Data::Undefined => Json::new(JsonData::Null, span),
            Data::Bool(b) => Json::bool(*b, span),
            Data::Int(i) => Json::new(JsonData::Number((*i).into()), span),
            Data::Float(f) => match serde_json::Number::from_f64(*f) {
                Some(number) => Json::new(JsonData::Number(number), span),
                None => Json::unknown("a number that JSON cannot hold", span),
            },
            Data::Text(text) => Json::new(JsonData::Text(text.clone()), span),
            Data::List(list) if matches!(list.kind, ListKind::List | ListKind::Tuple) => {
                if let Some(why) = &*list.open.borrow() {
                    return Json::unknown(why.text.clone(), span);
                }
                Json::list(list.items.borrow().iter().map(|v| self.write(v, depth + 1)).collect(), span)
            }
            Data::Map(map) => {
                let mut object =
                    Object { members: Vec::new(), open: map.open.borrow().as_ref().map(|w| w.text.clone()) };
                for (key, (written, value)) in map.entries.borrow().iter() {
                    match key_text(key, written) {
                        Some(key) => object.members.push(Member { key, value: self.write(value, depth + 1) }),
                        None => {
                            object.open.get_or_insert_with(|| "a key that JSON cannot hold".to_owned());
                        }
                    }
                }
                Json::new(JsonData::Object(object.into()), span)
            }
            _ => Json::unknown(reason(value), span),
        }
    }
}

/// A key as JSON holds it.
fn key_text(key: &Key, written: &Value) -> Option<Text> {
    if let Some(text) = plain(written).as_text() {
        return Some(text.clone());
    }
    let text = match key {
        Key::Int(i) => i.to_string(),
        Key::Bool(b) => b.to_string(),
        Key::Null => "null".to_owned(),
        _ => return None,
    };
    Some(Text::new(text, written.origin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::value::Map;
    use crate::source::FileId;

    fn at(n: usize) -> Span {
        Span::new(FileId(0), n, n + 1)
    }

    #[test]
    fn known_pieces_keep_their_places_and_unknown_ones_their_reason() {
        let map = Map::default();
        map.set(Value::text("a", at(1)), Value::new(Data::Int(3), at(2)));
        map.set(Value::text("b", at(3)), Value::outside("os.sep", at(4)));
        let json = json(&Value::map(map, at(0)));
        assert_eq!(json.to_value().to_string(), r#"{"a":3,"b":{}}"#);
        assert_eq!(json.get("a").map(|j| j.span), Some(at(2)));
        assert_eq!(json.unknowns(), [("/b".to_owned(), "value of `os.sep`".to_owned(), at(4))]);
    }

    #[test]
    fn a_list_that_holds_itself_ends() {
        let value = Value::list(ListKind::List, Vec::new(), at(0));
        if let Data::List(list) = &value.data {
            list.items.borrow_mut().push(value.clone());
            list.items.borrow_mut().push(value.clone());
        }
        assert!(!json(&value).unknowns().is_empty());
        // Reference cycles are not freed by themselves.
        if let Data::List(list) = &value.data {
            list.items.borrow_mut().clear();
        }
    }

    #[test]
    fn alternatives_are_unknown() {
        let value = Value::one_of(vec![Value::text("x", at(1)), Value::text("y", at(2))], at(0));
        let fact = text(&Given::Value(&value), at(9));
        assert!(matches!(&fact, Fact::Unknown { why, .. } if why == r#"one of "x", "y""#));
    }
}
