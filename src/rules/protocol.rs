//! R080, R086, R090, R093: what MCP itself asks of a tool object, judged literally as clients do.

use super::common::each;
use super::hint_keys::kind;
use super::words::{self, quote};
use super::{Context, Sink};
use crate::ir::{Fact, Server, Tool};
use crate::json::{Data, Json, Lookup, Member, Object};
use crate::source::Span;

/// Optional members of a tool. Not `description`, whose absence has a rule of its own, and not
/// `inputSchema`, which is required.
const OPTIONAL: [&str; 6] = ["title", "outputSchema", "annotations", "icons", "execution", "_meta"];

/// Keys that stand for one of MCP's, folded to lower-case letters.
const NEAR: [(&str, &str); 19] = [
    ("name", "name"),
    ("title", "title"),
    ("description", "description"),
    ("desc", "description"),
    ("summary", "description"),
    ("inputschema", "inputSchema"),
    ("parameters", "inputSchema"),
    ("params", "inputSchema"),
    ("args", "inputSchema"),
    ("arguments", "inputSchema"),
    ("schema", "inputSchema"),
    ("outputschema", "outputSchema"),
    ("returns", "outputSchema"),
    ("annotations", "annotations"),
    ("annotation", "annotations"),
    ("hints", "annotations"),
    ("toolannotations", "annotations"),
    ("icons", "icons"),
    ("execution", "execution"),
];

/// The member that a key near it stands for. Names of other systems' members (`id`, `version`) stand for none.
fn stands_for(key: &str) -> Option<&'static str> {
    if key.starts_with('_') || key == "response_schema" {
        return None;
    }
    let folded: String = key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect();
    NEAR.iter().find(|(near, right)| *near == folded && *right != key).map(|(_, right)| *right)
}

/// The input schema under another key, where the declaration has none under its own.
pub(super) fn misnamed_input(tool: &Tool) -> Option<&Member> {
    tool.input.is_absent().then(|| tool.extra.iter().find(|m| stands_for(m.key.as_str()) == Some("inputSchema")))?
}

/// R080.
pub fn input_schema_invalid(tool: &Tool, _: &Context, sink: &mut Sink) {
    let entry = tool.raw.as_ref().and_then(Json::as_object);
    let member = entry.and_then(|e| e.member("inputSchema"));
    match (&tool.input, entry) {
        (Fact::Known { value, span }, _) => judge_root(value, member.map_or(*span, |m| m.key.span()), sink),
        (Fact::Absent, Some(entry)) if entry.open.is_none() => missing_input(tool, sink),
        _ => {}
    }
}

const REFUSED: &str =
    "clients refuse it: those of the TypeScript SDK the whole tool list, Claude Code the whole server";

fn missing_input(tool: &Tool, sink: &mut Sink) {
    match misnamed_input(tool) {
        Some(near) => {
            let key = quote(near.key.as_str());
            let d = sink.report(near.key.span(), format!("the input schema stands under {key}, which no client reads"));
            d.note(REFUSED);
            d.help("call it `inputSchema`");
        }
        None => {
            let d = sink.report(tool.name_span(), "the tool has no inputSchema");
            d.note(REFUSED);
            d.help("a tool without parameters says so: `\"inputSchema\": {\"type\": \"object\"}`");
        }
    }
}

/// Clients test the literal `type` of the root; they follow no reference to find it.
fn judge_root(schema: &Json, place: Span, sink: &mut Sink) {
    let object = match &schema.data {
        Data::Unknown(_) => return,
        Data::Object(object) => object,
        _ => {
            let d = sink.report(schema.span, format!("inputSchema is {}, not an object", kind(schema)));
            d.note(REFUSED);
            d.help("write a schema: `{\"type\": \"object\", \"properties\": {…}}`");
            return;
        }
    };
    let (span, message) = match object.lookup("type") {
        Lookup::Unknown(_) => return,
        Lookup::Found(m) if m.value.is_unknown() || m.value.as_str() == Some("object") => return,
        Lookup::Found(m) => (m.value.span, format!("the root type of inputSchema is {}, not `object`", kind(&m.value))),
        Lookup::Absent => (place, format!("the root of inputSchema {}", instead_of_type(object))),
    };
    let d = sink.report(span, message);
    d.note(REFUSED);
    d.help("write `\"type\": \"object\"` at the root, beside `properties`");
}

fn instead_of_type(object: &Object) -> String {
    match ["$ref", "anyOf", "oneOf", "allOf"].iter().find(|k| object.get(k).is_some()) {
        Some(key) => format!("is a {} without `type`", quote(key)),
        None => "has no type".into(),
    }
}

/// R086.
pub fn null_field(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(entry) = tool.raw.as_ref().and_then(Json::as_object) else { return };
    // In this program's own manifest null is how an absent field is printed.
    if entry.get("_source").is_some() {
        return;
    }
    let mut report = |value: &Json, name: &str| {
        let d = sink.report(value.span, format!("{} is null", quote(name)));
        d.note("in no revision of MCP null stands for an absent field: clients of the TypeScript SDK refuse the whole tool list");
        d.help(format!("leave {} out", quote(name)));
    };
    for name in OPTIONAL {
        if let Some(value) = entry.get(name).filter(|v| v.is_null()) {
            report(value, name);
        }
    }
    if let Some(value) = entry.get("annotations").and_then(|a| a.get("title")).filter(|v| v.is_null()) {
        report(value, "annotations.title");
    }
}

/// R090.
pub fn unknown_field(tool: &Tool, _: &Context, sink: &mut Sink) {
    for member in &tool.extra {
        let key = member.key.as_str();
        let Some(right) = stands_for(key) else { continue };
        if right == "inputSchema" && tool.input.is_absent() {
            continue; // R080 points at this key.
        }
        let d = sink.report(member.key.span(), format!("{} is no field of a tool: clients ignore it", quote(key)));
        let there = tool.raw.as_ref().and_then(|raw| raw.get(right)).is_some();
        d.help(match there {
            true => format!("remove it; {} is there already", quote(right)),
            false => format!("call it {}", quote(right)),
        });
    }
}

/// Names of tools that return something else than a structure.
const NOT_STRUCTURED: [&str; 5] = ["image", "audio", "file", "screenshot", "download"];

/// R093: the few of a server without output schema where four fifths have one.
pub fn output_undeclared(server: &Server, _: &Context, sink: &mut Sink) {
    let without: Vec<&Tool> = server.tools.iter().filter(|t| t.output.is_absent()).collect();
    let declared = server.tools.len() - without.len();
    if declared * 5 < server.tools.len() * 4 {
        return;
    }
    let odd: Vec<&Tool> = without.into_iter().filter(|t| !returns_media(t)).collect();
    let message = format!("no outputSchema, which {declared} of the server's {} tools have", server.tools.len());
    if let Some(d) = each(sink, &odd, Tool::name_span, &message, "nor here") {
        d.note("a client gets text from this tool and structured content from the others");
        d.help("declare `outputSchema`, if the tool returns a structure");
    }
}

fn returns_media(tool: &Tool) -> bool {
    let Some(name) = tool.known_name() else { return false };
    words::split(name).iter().any(|w| NOT_STRUCTURED.contains(&words::stem(&w.lower).as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_keys_stand_for_a_field_and_foreign_keys_do_not() {
        for (key, right) in [
            ("input_schema", "inputSchema"),
            ("inputschema", "inputSchema"),
            ("InputSchema", "inputSchema"),
            ("parameters", "inputSchema"),
            ("output_schema", "outputSchema"),
            ("toolAnnotations", "annotations"),
            ("summary", "description"),
        ] {
            assert_eq!(stands_for(key), Some(right), "{key}");
        }
        for key in ["id", "version", "inputSchema", "title", "_source", "_meta", "response_schema", "tags", "handler"] {
            assert_eq!(stands_for(key), None, "{key}");
        }
    }
}
