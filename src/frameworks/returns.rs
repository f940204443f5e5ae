//! What handlers are seen to answer: each way through a function, with its value as JSON and its place.

use super::convert;
use crate::ir::{Fact, Reference, ReturnPath, Role, Tool};
use crate::json::{Data as JsonData, Json, Lookup};
use crate::library::python::dataclasses;
use crate::link::value::Map;
use crate::link::{Data, Machine, Value, WhyKind};
use crate::source::Span;
use crate::text::Text;

/// A way through a handler. `None`: nothing is returned.
pub type Path = (Option<Value>, Span);

/// Paths of one handler beyond which the rest counts as one that cannot be known.
const PATHS: usize = 64;

/// Every way through a handler that a decorator at `declared` made a tool. Alternatives of one return
/// statement are a path each. Where something may change the answer on its way, one more path is unknown.
pub fn paths(machine: &mut Machine, function: &Value, declared: Span) -> Vec<Path> {
    let unknown = |text: &str| (Some(Value::unknown(WhyKind::RunTime, text, declared)), declared);
    let Some(definition) = machine.definition(function) else {
        return vec![unknown("the answer of a function that is not seen")];
    };
    if definition.is_generator {
        return vec![unknown("the answer of a generator")];
    }
    let mut out: Vec<Path> = Vec::new();
    for (value, span) in machine.returns(function, declared) {
        match value {
            Some(Value { data: Data::OneOf(values), .. }) => out.extend(values.iter().map(|v| (Some(v.clone()), span))),
            value => out.push((value, span)),
        }
    }
    if out.len() > PATHS {
        out.truncate(PATHS);
        out.push(unknown("more ways through the handler than are followed"));
    }
    if machine.is_wrapped(function, declared) {
        out.push(unknown("a decorator may change what is answered"));
    }
    out
}

/// The names of parameters that the handler never reads.
pub fn unread(machine: &mut Machine, function: &Value, declared: Span) -> Vec<Text> {
    let Ok(parameters) = machine.signature(function) else { return Vec::new() };
    let named = parameters.iter().filter(|p| machine.reads_parameter(function, &p.name, declared) == Some(false));
    named.map(|p| Text::new(&*p.name, p.name_span)).collect()
}

/// The fields of an object that an SDK turns into one of JSON: an instance of a dataclass.
pub fn fields_of(value: &Value) -> Option<Value> {
    let Data::Instance(instance) = &value.data else { return None };
    if !instance.class.members.borrow().contains_key(dataclasses::MARK) {
        return None;
    }
    let map = Map::default();
    for (name, value) in instance.attributes.borrow().iter() {
        map.set(Value::text(name, value.origin), value.clone());
    }
    if let Some(why) = &instance.arguments.open {
        map.opened((**why).clone());
    }
    Some(Value::map(map, value.origin))
}

/// An object that certainly is no dictionary: of a class of the project that inherits from nothing outside.
pub fn is_no_map(value: &Value) -> bool {
    match &value.data {
        Data::Instance(instance) => instance.class.outside_base().is_none(),
        Data::Map(_) | Data::Term(_) | Data::Unknown(_) | Data::OneOf(_) => false,
        _ => true,
    }
}

/// The paths as rules see them.
pub fn facts(paths: &[Path]) -> Vec<ReturnPath> {
    let fact = |value: &Option<Value>| match value {
        None => Fact::Absent,
        Some(value) if value.is_null() => Fact::Absent,
        Some(value) => {
            let json = convert::json(value);
            match json.data {
                JsonData::Unknown(why) => Fact::unknown(why, json.span),
                _ => Fact::known(json, value.origin),
            }
        }
    };
    paths.iter().map(|(value, span)| ReturnPath { value: fact(value), span: *span }).collect()
}

/// Adds the tools that a handler's answers name.
pub fn refer(tool: &mut Tool) {
    let mut found = Vec::new();
    for path in &tool.returns {
        let Some(answer) = path.value.value() else { continue };
        if let Some(hint) = answer.get("compensation_hint").and_then(Json::as_text) {
            found.push(Reference { role: Role::Compensation, text: hint.clone() });
        }
        let reads = answer.get("context").map(|c| c.lookup("related_reads"));
        if let Some(Lookup::Found(member)) = reads {
            let names = member.value.as_list().unwrap_or_default().iter().filter_map(Json::as_text);
            found.extend(names.map(|name| Reference { role: Role::RelatedRead, text: name.clone() }));
        }
    }
    tool.references.extend(found);
}
