//! What a tool's response is judged on: what the author wrote, with the fields that the package's wrapper
//! fills in at run time.
//!
//! Source: the response builders of `promcp/contracts.py` 0.5.2. A read response is given value, timestamp
//! and quality; a do response status, key, compensable, timestamp, and the declared side effects; a
//! capability report its id, feasible and its lists, but never a field of an entry in them.

use super::{Category, response};
use crate::frameworks::convert::{Given, given, json, plain};
use crate::frameworks::returns::{self, Path};
use crate::json::{Data as JsonData, Json, Member, Object};
use crate::link::{Arguments, Data, Value};
use crate::source::Span;
use crate::syntax::ListKind;
use crate::text::Text;

/// What the return statements give.
struct Returned {
    /// Maps that are seen.
    maps: Vec<Value>,
    /// Why more may be returned than is seen.
    open: Option<String>,
    /// Something that is no map is returned.
    others: bool,
}

impl Returned {
    fn new(paths: &[Path]) -> Returned {
        let mut all = Returned { maps: Vec::new(), open: None, others: false };
        for (value, _) in paths {
            match value {
                Some(value) => all.add(value),
                None => all.others = true,
            }
        }
        all
    }

    fn add(&mut self, value: &Value) {
        match &value.data {
            Data::Map(map) => {
                if let Some(why) = &*map.open.borrow() {
                    self.open.get_or_insert_with(|| why.text.clone());
                }
                self.maps.push(value.clone());
            }
            Data::OneOf(values) => values.iter().for_each(|v| self.add(v)),
            Data::Unknown(why) => {
                self.open.get_or_insert_with(|| why.text.clone());
            }
            // What is no map is wrapped as the value of a read tool, and dropped elsewhere.
            _ if returns::is_no_map(value) => self.others = true,
            _ => {
                self.open.get_or_insert_with(|| crate::frameworks::convert::reason(value));
            }
        }
    }

    /// The values of a field, in the order of the return statements.
    fn field(&self, key: &str) -> Vec<Value> {
        self.maps.iter().filter_map(|map| get(map, key)).collect()
    }

    fn keys(&self) -> Vec<Text> {
        let mut keys: Vec<Text> = Vec::new();
        for value in &self.maps {
            let Data::Map(map) = &value.data else { continue };
            for (key, _) in map.entries.borrow().values() {
                if let Some(key) = key.as_text()
                    && !keys.iter().any(|k| k.as_str() == key.as_str())
                {
                    keys.push(key.clone());
                }
            }
        }
        keys
    }
}

fn get(map: &Value, key: &str) -> Option<Value> {
    match &map.data {
        Data::Map(map) => map.get(key),
        _ => None,
    }
}

pub fn schema(category: Category, arguments: &Arguments, paths: &[Path], old: bool, at: Span) -> Json {
    let returned = Returned::new(paths);
    let standard = Json::from_value(&response::properties(category, old), at);
    let mut fields = standard.as_object().cloned().unwrap_or_default();
    match category {
        Category::Read => {
            admit(&mut fields, "quality", &returned.field("quality"));
        }
        Category::Do => {
            admit(&mut fields, "status", &returned.field("status"));
            let given_here = |name: &str| match given(arguments, None, name) {
                Given::Value(value) => !value.is_null(),
                Given::Unknown(_) => true,
                Given::Absent => false,
            };
            keep(&mut fields, "side_effects", given_here("side_effects"), &returned);
            // A hint of null is none: the wrapper then asks for the template.
            let hints = returned.field("compensation_hint").iter().any(|v| !v.is_null());
            if !hints && !given_here("compensation_hint_template") {
                fields.members.retain(|m| m.key.as_str() != "compensation_hint");
            }
            keep(&mut fields, "applied_value", false, &returned);
            keep(&mut fields, "previous_value", false, &returned);
        }
        Category::CanDo => {
            entries(&mut fields, "candidates", &returned);
            entries(&mut fields, "blocked", &returned);
            entries(&mut fields, "unroutable", &returned);
        }
    }
    // The author's own times are passed on as they are.
    for value in returned.field("timestamp") {
        if let Some(json_type) = scalar_type(&value) {
            fields.set(Text::new("timestamp", value.origin), typed(json_type, value.origin));
        }
    }
    let keys = returned.keys();
    finish(fields, keys, returned.open, at)
}

/// The response of a tool whose answers nothing completes, read off its return paths: a field that every path
/// brings is declared. `None`: no path is seen to answer an object.
pub fn of_paths(category: Category, paths: &[Path], at: Span) -> Option<Json> {
    let mut returned = Returned::new(paths);
    if returned.maps.is_empty() {
        return None;
    }
    if returned.others {
        returned.open.get_or_insert_with(|| "a path answers something else than an object".to_owned());
    }
    let standard = Json::from_value(&response::properties(category, false), at);
    let mut fields = standard.as_object().cloned().unwrap_or_default();
    let everywhere = |key: &str| returned.maps.iter().all(|map| get(map, key).is_some());
    fields.members.retain(|m| everywhere(m.key.as_str()));
    for word in ["quality", "status"] {
        admit(&mut fields, word, &returned.field(word));
    }
    for list in ["candidates", "blocked", "unroutable"] {
        entries(&mut fields, list, &returned);
    }
    for member in &mut fields.members {
        if let Some(first) = returned.field(member.key.as_str()).first() {
            member.key = Text::new(member.key.as_str(), first.origin);
        }
    }
    retype(&mut fields, |key| returned.field(key));
    let keys = returned.keys().into_iter().filter(|key| everywhere(key.as_str())).collect();
    let open = returned.open.take();
    Some(finish(fields, keys, open, at))
}

/// A constant of another type than a field's takes its place, so that it is told where it is written.
fn retype(fields: &mut Object, values: impl Fn(&str) -> Vec<Value>) {
    for member in &mut fields.members {
        let Some(wanted) = member.value.get("type") else { continue };
        let types = values(member.key.as_str());
        let mut types = types.iter().filter_map(|v| Some((scalar_type(v).or_else(|| text_type(v))?, v.origin)));
        if let Some((json_type, span)) = types.find(|(json_type, _)| !admits_type(wanted, json_type)) {
            member.value = typed(json_type, span);
        } else if wanted.as_str() == Some("number") {
            bound(&mut member.value, &values(member.key.as_str()));
        }
    }
}

/// A number that is seen bounds the field: a range is told at the number outside it.
fn bound(field: &mut Json, values: &[Value]) {
    let numbers: Vec<Json> = values.iter().map(json).filter(|j| j.as_f64().is_some()).collect();
    let order = |a: &&Json, b: &&Json| a.as_f64().unwrap_or(0.0).total_cmp(&b.as_f64().unwrap_or(0.0));
    if let (Some(low), Some(high), Some(object)) =
        (numbers.iter().min_by(order), numbers.iter().max_by(order), field.as_object_mut())
    {
        object.set(Text::new("minimum", low.span), low.clone());
        object.set(Text::new("maximum", high.span), high.clone());
    }
}

fn text_type(value: &Value) -> Option<&'static str> {
    matches!(value.data, Data::Text(_)).then_some("string")
}

fn admits_type(wanted: &Json, json_type: &str) -> bool {
    let same = |word: &str| word == json_type || (word == "number" && json_type == "integer");
    match wanted.as_list() {
        Some(words) => words.iter().filter_map(Json::as_str).any(same),
        None => wanted.as_str().is_none_or(same),
    }
}

/// The schema of an object with these fields and those of `keys` that are not among them.
fn finish(mut fields: Object, keys: Vec<Text>, open: Option<String>, at: Span) -> Json {
    for key in keys {
        if fields.get(key.as_str()).is_none() {
            let span = key.span();
            fields.set(key, Json::object([], span));
        }
    }
    fields.open = open;
    let members = vec![
        Member { key: Text::new("type", at), value: Json::text("object", at) },
        Member { key: Text::new("properties", at), value: Json::new(JsonData::Object(fields.into()), at) },
    ];
    Json::members(members, at)
}

/// A field that the wrapper does not make up: there only where it is declared or returned.
fn keep(fields: &mut Object, key: &str, declared: bool, returned: &Returned) {
    if !declared && returned.field(key).is_empty() {
        fields.members.retain(|m| m.key.as_str() != key);
    }
}

/// The JSON type of a returned value that is no text and known to be none.
fn scalar_type(value: &Value) -> Option<&'static str> {
    match value.data {
        Data::Int(_) => Some("integer"),
        Data::Float(_) => Some("number"),
        Data::Bool(_) => Some("boolean"),
        Data::Null => Some("null"),
        _ => None,
    }
}

fn typed(json_type: &str, span: Span) -> Json {
    Json::object([("type", Json::text(json_type, span))], span)
}

/// Adds literals that are seen to the words that a field admits, each at its own place.
fn admit(fields: &mut Object, key: &str, values: &[Value]) {
    let Some(member) = fields.members.iter_mut().find(|m| m.key.as_str() == key) else { return };
    let Some(words) =
        member.value.as_object_mut().and_then(|o| o.members.iter_mut().find(|m| m.key.as_str() == "enum"))
    else {
        return;
    };
    let JsonData::List(words) = &mut words.value.data else { return };
    for value in values.iter().flat_map(alternatives) {
        let value = plain(&value);
        if let Data::Text(text) = &value.data
            && !words.iter().any(|w| w.as_str() == Some(text.as_str()))
        {
            words.push(Json::new(JsonData::Text(text.clone()), text.span()));
        }
    }
}

fn alternatives(value: &Value) -> Vec<Value> {
    match &value.data {
        Data::OneOf(values) => values.to_vec(),
        _ => vec![value.clone()],
    }
}

/// The entries of a list in a capability report: nothing completes them, so where entries are seen, each
/// must bring every field itself.
fn entries(fields: &mut Object, key: &str, returned: &Returned) {
    let mut seen: Vec<Value> = Vec::new();
    for value in returned.field(key) {
        let Data::List(list) = &value.data else { continue };
        if matches!(list.kind, ListKind::List | ListKind::Tuple) {
            seen.extend(list.items.borrow().iter().filter(|i| matches!(i.data, Data::Map(_))).cloned());
        }
    }
    let Some(list) = fields.members.iter_mut().find(|m| m.key.as_str() == key) else { return };
    let inner = list.value.as_object_mut().and_then(|o| o.members.iter_mut().find(|m| m.key.as_str() == "items"));
    let Some(items) = inner else { return };
    let inner = items.value.as_object_mut().and_then(|o| o.members.iter_mut().find(|m| m.key.as_str() == "properties"));
    let Some(properties) = inner else { return };
    // Recommended and in no standard schema: there unless an entry is seen to go without.
    if key == "candidates"
        && let Some(inner) = properties.value.as_object_mut()
    {
        let at = properties.key.span();
        inner.set(Text::new("side_effects", at), Json::object([], at));
    }
    let Some(first) = seen.first() else { return };
    properties.key = Text::new("properties", first.origin);
    properties.value.span = first.origin;
    let Some(inner) = properties.value.as_object_mut() else { return };
    for member in &mut inner.members {
        member.key = Text::new(member.key.as_str(), first.origin);
    }
    let lacks = |entry: &Value, field: &str| match &entry.data {
        Data::Map(map) => map.open.borrow().is_none() && map.get(field).is_none(),
        _ => false,
    };
    inner.members.retain(|m| !seen.iter().any(|entry| lacks(entry, m.key.as_str())));
    for word in ["permission", "reason"] {
        let values: Vec<Value> = seen.iter().filter_map(|entry| get(entry, word)).collect();
        admit(inner, word, &values);
    }
    retype(inner, |field| seen.iter().filter_map(|entry| get(entry, field)).collect());
    // Of a free text the words that are seen are told; the rest stays open.
    let permissions: Vec<Json> =
        seen.iter().filter_map(|e| get(e, "permission")).map(|v| json(&v)).filter(|j| j.as_str().is_some()).collect();
    if key == "blocked"
        && !permissions.is_empty()
        && let Some(member) = inner.members.iter_mut().find(|m| m.key.as_str() == "permission")
    {
        let span = permissions[0].span;
        member.value =
            Json::object([("type", Json::text("string", span)), ("enum", Json::list(permissions, span))], span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::WhyKind;
    use crate::link::value::{Map, NamedValue};
    use crate::source::FileId;

    fn at(n: usize) -> Span {
        Span::new(FileId(0), n, n + 4)
    }

    fn map(entries: &[(&str, Value)]) -> Value {
        let map = Map::default();
        for (key, value) in entries {
            map.set(Value::text(key, at(1)), value.clone());
        }
        Value::map(map, at(2))
    }

    fn judged(category: Category, arguments: &Arguments, returned: Value) -> Json {
        let json = schema(category, arguments, &[(Some(returned), at(3))], false, at(0));
        json.get("properties").cloned().unwrap_or(json)
    }

    #[test]
    fn the_wrapper_completes_a_do_response_but_for_what_it_cannot_know() {
        let fields = judged(Category::Do, &Arguments::default(), map(&[("applied_value", Value::null(at(5)))]));
        for key in ["status", "idempotency_key", "compensable", "timestamp", "applied_value"] {
            assert!(fields.get(key).is_some(), "{key}");
        }
        for key in ["side_effects", "previous_value", "compensation_hint"] {
            assert!(fields.get(key).is_none(), "{key}");
        }
        let named = vec![NamedValue {
            name: "side_effects".into(),
            value: Value::list(ListKind::List, vec![], at(6)),
            span: at(6),
        }];
        let declared = Arguments { named, ..Arguments::default() };
        assert!(judged(Category::Do, &declared, map(&[])).get("side_effects").is_some());
    }

    #[test]
    fn a_wrong_word_lies_at_its_literal() {
        let fields = judged(Category::Read, &Arguments::default(), map(&[("quality", Value::text("okay", at(40)))]));
        let words = fields.get("quality").and_then(|q| q.get("enum")).and_then(Json::as_list).unwrap_or_default();
        assert_eq!(words.last().map(|w| (w.as_str(), w.span)), Some((Some("okay"), at(40))));
    }

    #[test]
    fn what_is_not_seen_is_not_missing() {
        let unknown = Value::unknown(WhyKind::RunTime, "a reply", at(7));
        let fields = judged(Category::Do, &Arguments::default(), unknown);
        assert!(matches!(fields.lookup("side_effects"), crate::json::Lookup::Unknown("a reply")));
    }

    #[test]
    fn entries_of_a_report_are_judged_as_written() {
        let candidate = map(&[("capability", Value::text("x", at(8))), ("permission", Value::text("fine", at(9)))]);
        let report = map(&[("candidates", Value::list(ListKind::List, vec![candidate], at(10)))]);
        let fields = judged(Category::CanDo, &Arguments::default(), report);
        let inner = fields.get("candidates").and_then(|c| c.get("items")).and_then(|i| i.get("properties"));
        assert!(inner.is_some_and(|i| i.get("capability").is_some() && i.get("valid_until").is_none()));
        let blocked = fields.get("blocked").and_then(|c| c.get("items")).and_then(|i| i.get("properties"));
        assert!(blocked.is_some_and(|i| i.get("reason").is_some()));
    }
}
