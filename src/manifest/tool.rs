//! One entry of a tool list to a [`Tool`].

use crate::ir::{Annotations, Fact, Tool};
use crate::json::{Data, Json, Member, Object};
use crate::source::Span;
use crate::text::Text;
use std::sync::Arc;

/// Keys that only a tool has.
pub(super) const SCHEMA_KEYS: &[&str] = &["inputSchema", "outputSchema", "responseSchema", "response_schema"];

/// Keys that become fields of [`Tool`]; all others are `extra`.
const FIELDS: &[&str] = &[
    "name",
    "title",
    "description",
    "annotations",
    "inputSchema",
    "outputSchema",
    "responseSchema",
    "response_schema",
    "_source",
    "_conditional",
    "_unresolved",
    "_effects",
];

/// Reads an entry, whose first character is at `first`. What has the wrong type is absent here and judged from `raw`.
pub(super) fn read(entry: &Json, object: &Object, first: Span) -> Tool {
    let mut tool = Tool::new("manifest", object.get("name").map_or(first, |name| name.span));
    tool.name = text(object, "name");
    tool.title = text(object, "title");
    tool.description = text(object, "description");
    tool.input = object.get("inputSchema").map_or(Fact::Absent, known);
    tool.output = object.get("outputSchema").filter(|v| !v.is_null()).map_or(Fact::Absent, known);
    let responses = ["responseSchema", "response_schema"].map(|key| object.get(key));
    let response = responses.into_iter().flatten().find(|v| says_something(v));
    tool.response = response.or(responses.into_iter().flatten().find(|v| !v.is_null())).map_or(Fact::Absent, known);
    if let Some(given) = object.get("annotations").filter(|v| !v.is_null()) {
        tool.annotations = Annotations::from_json(given);
    }
    tool.conditional = object.get("_conditional").and_then(Json::as_str).map(str::to_owned);
    tool.extra = object.members.iter().filter(|m| !FIELDS.contains(&m.key.as_str())).cloned().collect();
    tool.raw = Some(entry.clone());
    for (field, why, span) in unresolved(object) {
        mark_unknown(&mut tool, field, why, span);
    }
    tool.contract = contract(&tool);
    tool
}

/// `responseSchema` where it says something, else `outputSchema`; else the first that is declared and says
/// nothing: it declares a response without any field.
fn contract(tool: &Tool) -> Fact<Json> {
    for fact in [&tool.response, &tool.output] {
        match fact {
            Fact::Unknown { .. } => return fact.clone(),
            Fact::Known { value, .. } if says_something(value) => return fact.clone(),
            _ => {}
        }
    }
    let empty = |fact: &&Fact<Json>| fact.value().is_some_and(|v| matches!(v.data, Data::Object(_) | Data::Bool(_)));
    [&tool.response, &tool.output].into_iter().find(empty).cloned().unwrap_or_default()
}

/// A schema with at least one keyword.
fn says_something(schema: &Json) -> bool {
    match &schema.data {
        Data::Object(o) => !o.members.is_empty() || o.open.is_some(),
        Data::Unknown(_) => true,
        _ => false,
    }
}

fn known(value: &Json) -> Fact<Json> {
    match &value.data {
        Data::Unknown(why) => Fact::unknown(why.clone(), value.span),
        _ => Fact::known(value.clone(), value.span),
    }
}

/// The text of `key`; what is no text counts as not said, as a loader's dates and numbers are no text.
pub(super) fn text(object: &Object, key: &str) -> Fact<Text> {
    match object.get(key) {
        Some(Json { data: Data::Text(text), span }) => Fact::known(text.clone(), *span),
        _ => Fact::Absent,
    }
}

/// Field, reason and place of each entry of `_unresolved`.
pub(super) fn unresolved(object: &Object) -> impl Iterator<Item = (&str, &str, Span)> {
    object.get("_unresolved").and_then(Json::as_list).unwrap_or_default().iter().filter_map(|entry| {
        let field = entry.get("field").and_then(Json::as_str).unwrap_or("");
        Some((field, entry.get("reason")?.as_str()?, entry.span))
    })
}

/// Makes what `field` names unknown: an MCP field, a hint (`annotations.readOnlyHint`), or a part of a schema
/// (`inputSchema#/properties/x`).
fn mark_unknown(tool: &mut Tool, field: &str, why: &str, span: Span) {
    let (field, pointer) = field.split_once('#').unwrap_or((field, ""));
    if let Some(hint) = field.strip_prefix("annotations.") {
        let annotations = &mut tool.annotations;
        let fact = match hint {
            "readOnlyHint" => &mut annotations.read_only,
            "destructiveHint" => &mut annotations.destructive,
            "idempotentHint" => &mut annotations.idempotent,
            "openWorldHint" => &mut annotations.open_world,
            _ => return,
        };
        *fact = Fact::unknown(why, span);
        return;
    }
    match field {
        "name" => tool.name = Fact::unknown(why, span),
        "title" => tool.title = Fact::unknown(why, span),
        "description" => tool.description = Fact::unknown(why, span),
        "annotations" => tool.annotations = Annotations::from_json(&Json::unknown(why, span)),
        "inputSchema" => mark_schema(&mut tool.input, pointer, why, span),
        "outputSchema" => mark_schema(&mut tool.output, pointer, why, span),
        "responseSchema" => mark_schema(&mut tool.response, pointer, why, span),
        _ => {}
    }
}

/// Makes the part of a schema at `pointer` unknown; a part that shows members is open instead.
fn mark_schema(fact: &mut Fact<Json>, pointer: &str, why: &str, span: Span) {
    match fact {
        Fact::Known { value, .. } if !pointer.is_empty() => {
            if let Some(part) = at_pointer(value, pointer) {
                match &mut part.data {
                    Data::Object(o) if !o.members.is_empty() => Arc::make_mut(o).open = Some(why.to_owned()),
                    _ => part.data = Data::Unknown(why.to_owned()),
                }
            }
        }
        Fact::Known { value: Json { data: Data::Object(o), .. }, .. } if !o.members.is_empty() => {
            Arc::make_mut(o).open = Some(why.to_owned());
        }
        _ => *fact = Fact::unknown(why, span),
    }
}

/// The part of `value` that a JSON pointer (RFC 6901) names.
fn at_pointer<'j>(value: &'j mut Json, pointer: &str) -> Option<&'j mut Json> {
    pointer.split('/').skip(1).try_fold(value, |value, token| {
        let token = token.replace("~1", "/").replace("~0", "~");
        match &mut value.data {
            Data::Object(o) => {
                Arc::make_mut(o).members.iter_mut().find(|m| m.key.as_str() == token).map(|Member { value, .. }| value)
            }
            Data::List(items) => items.get_mut(token.parse::<usize>().ok()?),
            _ => None,
        }
    })
}
