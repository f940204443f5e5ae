//! R040–R044: what the triad asks of a tool's input (proMCP 0.4.0 §7.3, §9).

use super::common::{is_can_do, is_do};
use super::protocol::misnamed_input;
use super::schema::{Items, Property, Schema, Types, Values};
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Fact, Tool};
use crate::json::{Data, Json};
use crate::source::Span;

const KEY: &str = "idempotency_key";
const INTENT: &str = "intent";
const TAGS: &str = "semantic_tags";

/// The directions of an intent (§7.3).
const ACTIONS: [&str; 8] = ["read", "create", "update", "delete", "toggle", "increase", "decrease", "set"];

/// What is known of a property that a rule asks for.
enum Asked<'a> {
    Declared(Span, Schema<'a>),
    /// Nothing certain: it may be there.
    Unknown,
    Missing,
}

/// The input schema as the author wrote it, also under a wrong key (of which another rule tells).
fn written(tool: &Tool) -> Result<Option<&Json>, ()> {
    match &tool.input {
        Fact::Known { value, .. } => Ok(Some(value)),
        Fact::Unknown { .. } => Err(()),
        Fact::Absent => Ok(misnamed_input(tool).map(|m| &m.value)),
    }
}

fn ask<'a>(tool: &'a Tool, name: &str) -> Asked<'a> {
    let Ok(input) = written(tool) else { return Asked::Unknown };
    match input {
        // What is no object at all has no properties.
        Some(json) => match Schema::new(json, json).property(name) {
            Property::Found { key, schema } | Property::Sometimes { key, schema } => Asked::Declared(key, schema),
            Property::Unknown(_) => Asked::Unknown,
            Property::Absent => Asked::Missing,
        },
        None => Asked::Missing,
    }
}

/// Whether the input requires `name`; `None` where that cannot be known.
fn requires(tool: &Tool, name: &str) -> Option<bool> {
    let input = written(tool).ok()??;
    let schema = Schema::new(input, input);
    match schema.required() {
        Some(list) if list.has(name) => Some(true),
        Some(list) if list.unknown => None,
        None if schema.unknown().is_some() => None,
        _ => Some(false),
    }
}

/// Where a tool declares its idempotency_key.
pub(super) fn key_parameter(tool: &Tool) -> Option<Span> {
    match ask(tool, KEY) {
        Asked::Declared(key, _) => Some(key),
        _ => None,
    }
}

/// R040.
pub fn key_missing(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    if !matches!(ask(tool, KEY), Asked::Missing) {
        return;
    }
    let d = sink.report(tool.name_span(), format!("{} takes no idempotency_key", quote(name)));
    if let Some(near) = near_name(tool, "idempotencykey") {
        d.label(near, "no client knows this as the key");
    }
    d.note("a client that lost the answer cannot call again without the risk of doing it twice");
    d.help("add a parameter `idempotency_key` of type string, and return the first outcome when a key comes again");
}

/// R043.
pub fn key_malformed(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    let Asked::Declared(key, schema) = ask(tool, KEY) else { return };
    if schema.unknown().is_some() {
        return;
    }
    // A nullable key is an optional one, and an untyped one admits a string.
    let wrong = schema.types().without(Types::STRING | Types::NULL);
    if !wrong.is_empty() && schema.types() != Types::ANY {
        let place = schema.place_of(wrong).unwrap_or(key);
        let d = sink.report(place, format!("the idempotency_key of {} is {}", quote(name), schema.types().words()));
        d.note("clients make keys as UUID texts: other types are refused, or rounded so that two keys become one");
        d.help("write `{\"type\": \"string\", \"minLength\": 1}`");
        return;
    }
    if let Some(zero) = schema.keyword("minLength").filter(|v| v.as_f64() == Some(0.0)) {
        let d = sink.report(zero.span, format!("the idempotency_key of {} may be empty", quote(name)));
        d.note("every call with the empty key counts as a repetition of the first");
        d.help("write `\"minLength\": 1`");
    }
    let default = schema.keyword("default").filter(|v| !matches!(v.data, Data::Null | Data::Unknown(_)));
    if let (Some(default), Some(false)) = (default, requires(tool, KEY)) {
        let d = sink.report(default.span, format!("the idempotency_key of {} has a constant default", quote(name)));
        d.note("every call that leaves the key out is taken for a repetition of the first and does nothing");
        d.help("remove the default, and put idempotency_key among `required`");
    }
}

/// R041.
pub fn intent_missing(tool: &Tool, _: &Context, sink: &mut Sink) {
    if !tool.known_name().is_some_and(is_can_do) || !matches!(ask(tool, INTENT), Asked::Missing) {
        return;
    }
    let d = sink.report(tool.name_span(), "`can_do` takes no intent");
    d.note("an agent cannot say what it wants to do, so the answer cannot be about it");
    d.help("add a required parameter `intent`: an object with `semantic_tags`, an array of strings");
}

/// R042.
pub fn tags_missing(tool: &Tool, _: &Context, sink: &mut Sink) {
    if !tool.known_name().is_some_and(is_can_do) {
        return;
    }
    let Asked::Declared(key, intent) = ask(tool, INTENT) else { return };
    match intent.property(TAGS) {
        Property::Found { schema, key } | Property::Sometimes { schema, key } => tags_malformed(key, &schema, sink),
        Property::Unknown(_) => {}
        Property::Absent if intent.unknown().is_some() => {}
        Property::Absent => {
            let object = intent.types().without(Types::NULL) == Types::OBJECT;
            let message = match (object, intent.properties().is_empty()) {
                (true, true) => "the intent declares no properties, so no semantic_tags".to_owned(),
                (true, false) => "the intent has no semantic_tags".to_owned(),
                (false, _) => format!("the intent is {}, not an object with semantic_tags", intent.types().words()),
            };
            let d = sink.report(key, message);
            if object && intent.properties().is_empty() {
                d.level(Level::Note);
            }
            d.note(
                "tools are matched by these tags: an agent that is not told of them sends none, and nothing is found",
            );
            d.help(
                "declare it: `\"intent\": {\"type\": \"object\", \"properties\": {\"semantic_tags\": {\"type\": \"array\", \
                 \"items\": {\"type\": \"string\"}, \"minItems\": 1}}, \"required\": [\"semantic_tags\"]}`",
            );
        }
    }
}

fn tags_malformed(key: Span, schema: &Schema, sink: &mut Sink) {
    let Some(place) = not_texts(key, schema) else { return };
    let d = sink.report(place, "semantic_tags is not an array of strings");
    d.note("an agent sends what the schema says, and no capability matches it");
    d.help("write `{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 1}`");
}

/// Where a schema visibly is no array of strings. Missing items are no contradiction.
fn not_texts(key: Span, schema: &Schema) -> Option<Span> {
    if schema.unknown().is_some() {
        return None;
    }
    let types = schema.types().without(Types::NULL);
    if types != Types::ARRAY {
        // What has no type admits an array.
        return (schema.types() != Types::ANY).then(|| schema.place_of(types.without(Types::ARRAY)).unwrap_or(key));
    }
    match schema.items() {
        Items::One(items) if items.unknown().is_none() && !items.types().intersects(Types::STRING) => {
            Some(items.place_of(items.types()).unwrap_or(key))
        }
        _ => None,
    }
}

/// R044: one finding for each of its three faults.
pub fn intent_malformed(tool: &Tool, _: &Context, sink: &mut Sink) {
    if !tool.known_name().is_some_and(is_can_do) {
        return;
    }
    if let Asked::Declared(key, intent) = ask(tool, INTENT) {
        if requires(tool, INTENT) == Some(false) {
            let d = sink.report(key, "`can_do` does not require its intent");
            d.note("an agent may call it with nothing, to which there is no answer");
            d.help("put intent among `required`");
        }
        if let Some((_, action)) = intent.property("action").declared() {
            action_malformed(&action, sink);
        }
    }
    let Asked::Declared(key, scope) = ask(tool, "scope") else { return };
    if let Some(place) = not_texts(key, &scope) {
        let d = sink.report(place, "scope is not an array of strings");
        d.note("scope limits the search to the capabilities that it names");
        d.help("write `{\"type\": \"array\", \"items\": {\"type\": \"string\"}}`");
    }
}

fn action_malformed(action: &Schema, sink: &mut Sink) {
    let Values { listed, .. } = action.values();
    let foreign: Vec<_> = listed.iter().filter(|v| v.as_str().is_some_and(|word| !ACTIONS.contains(&word))).collect();
    let Some((first, others)) = foreign.split_first() else { return };
    let words: Vec<String> = foreign.iter().map(|v| v.shown()).collect();
    let d = sink.report(first.span, format!("the intent's action admits {}", words.join(", ")));
    for other in others {
        d.label(other.span, "nor this");
    }
    d.note("proMCP has eight directions; agents and other servers know no further one");
    d.help(format!("keep to {}", ACTIONS.join(", ")));
}

/// A parameter whose name has the same letters as `folded`.
fn near_name(tool: &Tool, folded: &str) -> Option<Span> {
    let input = written(tool).ok()??;
    let fold = |name: &str| {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let found = Schema::new(input, input).properties().into_iter().find(|(name, _)| fold(name) == folded)?;
    found.1.declared().map(|(key, _)| key)
}
