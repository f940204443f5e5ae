//! A JSON value of which every piece knows where it is written.
//!
//! Manifests are parsed to it, frameworks build schemas as it, rules read it. Part of it may be
//! unknown: a sub-schema that depends on run time is [`Data::Unknown`], an object to which more
//! members may be added is open. Neither is ever "absent".

use crate::source::Span;
use crate::text::Text;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Json {
    pub data: Data,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Data {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(Text),
    List(Vec<Json>),
    /// Shared: copies of a schema cost nothing.
    Object(Arc<Object>),
    /// Cannot be known without running the program, and why.
    Unknown(String),
}

#[derive(Clone, Debug, Default)]
pub struct Object {
    /// In written order; keys are unique.
    pub members: Vec<Member>,
    /// Why further members may exist that cannot be seen.
    pub open: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub key: Text,
    pub value: Json,
}

/// What a lookup in an object that may be open gives.
#[derive(Clone, Copy, Debug)]
pub enum Lookup<'a> {
    Found(&'a Member),
    /// Not seen, but may be there.
    Unknown(&'a str),
    Absent,
}

/// One step of a JSON pointer.
enum Step<'a> {
    Item(usize),
    Member(&'a str),
}

fn pointer(path: &[Step]) -> String {
    let spell = |step: &Step| match step {
        Step::Item(i) => format!("/{i}"),
        Step::Member(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
    };
    path.iter().map(spell).collect()
}

impl Json {
    pub fn new(data: Data, span: Span) -> Self {
        Json { data, span }
    }

    pub fn text(value: &str, span: Span) -> Self {
        Json::new(Data::Text(Text::new(value, span)), span)
    }

    pub fn bool(value: bool, span: Span) -> Self {
        Json::new(Data::Bool(value), span)
    }

    pub fn list(items: Vec<Json>, span: Span) -> Self {
        Json::new(Data::List(items), span)
    }

    pub fn unknown(why: impl Into<String>, span: Span) -> Self {
        Json::new(Data::Unknown(why.into()), span)
    }

    /// A closed object; keys lie where the object lies.
    pub fn object<'k>(members: impl IntoIterator<Item = (&'k str, Json)>, span: Span) -> Self {
        let members = members.into_iter().map(|(k, value)| Member { key: Text::new(k, span), value }).collect();
        Json::members(members, span)
    }

    /// A closed object.
    pub fn members(members: Vec<Member>, span: Span) -> Self {
        Json::new(Data::object(members), span)
    }

    /// `value`, every piece of which lies at `span`: for what an SDK adds by itself.
    pub fn from_value(value: &serde_json::Value, span: Span) -> Self {
        use serde_json::Value;
        let data = match value {
            Value::Null => Data::Null,
            Value::Bool(b) => Data::Bool(*b),
            Value::Number(n) => Data::Number(n.clone()),
            Value::String(s) => Data::Text(Text::new(s.as_str(), span)),
            Value::Array(items) => Data::List(items.iter().map(|v| Json::from_value(v, span)).collect()),
            Value::Object(map) => {
                return Json::object(map.iter().map(|(k, v)| (k.as_str(), Json::from_value(v, span))), span);
            }
        };
        Json::new(data, span)
    }

    /// Plain JSON; what is unknown becomes `{}`, the schema that admits anything.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(b) => Value::Bool(*b),
            Data::Number(n) => Value::Number(n.clone()),
            Data::Text(t) => Value::String(t.as_str().to_owned()),
            Data::List(items) => Value::Array(items.iter().map(Json::to_value).collect()),
            Data::Object(o) => {
                Value::Object(o.members.iter().map(|m| (m.key.as_str().to_owned(), m.value.to_value())).collect())
            }
            Data::Unknown(_) => Value::Object(serde_json::Map::new()),
        }
    }

    pub fn as_object(&self) -> Option<&Object> {
        match &self.data {
            Data::Object(o) => Some(o),
            _ => None,
        }
    }

    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        match &mut self.data {
            Data::Object(o) => Some(Arc::make_mut(o)),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Json]> {
        match &self.data {
            Data::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&Text> {
        match &self.data {
            Data::Text(t) => Some(t),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(Text::as_str)
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self.data {
            Data::Bool(b) => Some(b),
            _ => None,
        }
    }

    pub fn as_f64(&self) -> Option<f64> {
        match &self.data {
            Data::Number(n) => n.as_f64(),
            _ => None,
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self.data, Data::Null)
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self.data, Data::Unknown(_))
    }

    /// The value of `key`, where this is an object that visibly has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.get(key)
    }

    /// `key` of this value: [`Lookup::Unknown`] where the object is open or this value is unknown itself.
    pub fn lookup(&self, key: &str) -> Lookup<'_> {
        match &self.data {
            Data::Object(o) => o.lookup(key),
            Data::Unknown(why) => Lookup::Unknown(why),
            _ => Lookup::Absent,
        }
    }

    /// Reasons and places of everything unknown in here, in written order, with its JSON pointer.
    pub fn unknowns(&self) -> Vec<(String, String, Span)> {
        let mut out = Vec::new();
        if !self.holds_unknown() {
            return out;
        }
        self.collect_unknowns(&mut Vec::new(), &mut out);
        out
    }

    fn holds_unknown(&self) -> bool {
        match &self.data {
            Data::Unknown(_) => true,
            Data::List(items) => items.iter().any(Json::holds_unknown),
            Data::Object(o) => o.open.is_some() || o.members.iter().any(|m| m.value.holds_unknown()),
            _ => false,
        }
    }

    /// `path` is spelt only where something is unknown: most schemas are wholly known.
    fn collect_unknowns<'a>(&'a self, path: &mut Vec<Step<'a>>, out: &mut Vec<(String, String, Span)>) {
        match &self.data {
            Data::Unknown(why) => out.push((pointer(path), why.clone(), self.span)),
            Data::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    path.push(Step::Item(i));
                    item.collect_unknowns(path, out);
                    path.pop();
                }
            }
            Data::Object(o) => {
                if let Some(why) = &o.open {
                    out.push((pointer(path), why.clone(), self.span));
                }
                for m in &o.members {
                    path.push(Step::Member(m.key.as_str()));
                    m.value.collect_unknowns(path, out);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

impl Data {
    /// A closed object.
    pub fn object(members: Vec<Member>) -> Self {
        Data::Object(Arc::new(Object { members, open: None }))
    }
}

impl Object {
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.member(key).map(|m| &m.value)
    }

    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members.iter().find(|m| m.key.as_str() == key)
    }

    pub fn lookup(&self, key: &str) -> Lookup<'_> {
        match (self.member(key), &self.open) {
            (Some(m), _) => Lookup::Found(m),
            (None, Some(why)) => Lookup::Unknown(why),
            (None, None) => Lookup::Absent,
        }
    }

    /// Sets `key`, replacing the value where it is there already (its place in the order is kept).
    pub fn set(&mut self, key: Text, value: Json) {
        match self.members.iter_mut().find(|m| m.key.as_str() == key.as_str()) {
            Some(member) => *member = Member { key, value },
            None => self.members.push(Member { key, value }),
        }
    }
}
