//! The tool list that a client would be served, as JSON.

use super::pretty;
use crate::check::Outcome;
use crate::ir::{Fact, Server, Tool};
use crate::json::Json;
use crate::source::Sources;
use crate::text::Text;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

pub fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let servers: Vec<Value> = outcome.servers.iter().map(|s| server(s, &outcome.sources)).collect();
    pretty(&json!({"version": 1, "servers": servers}), out)
}

fn server(server: &Server, sources: &Sources) -> Value {
    let tools: Vec<Value> = server.served().map(|t| tool(t, sources)).collect();
    let mut out = Map::new();
    out.insert("id".into(), json!(server.id));
    out.insert("name".into(), text(&server.name));
    out.insert("language".into(), json!(server.language.name()));
    out.insert("framework".into(), json!(server.framework));
    out.insert("root".into(), json!(server.root));
    if let Some(instructions) = server.instructions.as_str() {
        out.insert("instructions".into(), json!(instructions));
    }
    out.insert("tools".into(), Value::Array(tools));
    if !server.unresolved.is_empty() {
        let reasons = server.unresolved.iter().map(|u| json!({"reason": u.why})).collect();
        out.insert("_unresolved".into(), Value::Array(reasons));
    }
    Value::Object(out)
}

fn tool(tool: &Tool, sources: &Sources) -> Value {
    let mut out = Map::new();
    out.insert("name".into(), text(&tool.name));
    out.insert("title".into(), text(&tool.title));
    out.insert("description".into(), text(&tool.description));
    out.insert("inputSchema".into(), schema(&tool.input));
    out.insert("outputSchema".into(), schema(&tool.output));
    if tool.response.value().is_some() {
        out.insert("responseSchema".into(), schema(&tool.response));
    }
    if let Some(annotations) = annotations(tool) {
        out.insert("annotations".into(), annotations);
    }
    for member in &tool.extra {
        let key = member.key.as_str();
        if !out.contains_key(key) && (key == "_meta" || !key.starts_with('_')) {
            out.insert(key.to_owned(), member.value.to_value());
        }
    }
    let at = sources.start(tool.span);
    let file = &sources.get(tool.span.file).shown;
    out.insert("_source".into(), json!({"file": file, "line": at.line, "column": at.column}));
    out.insert("_conditional".into(), json!(tool.conditional));
    if tool.hidden {
        out.insert("_hidden".into(), Value::Bool(true));
    }
    let unresolved = tool.unresolved().into_iter().map(|(field, why, _)| json!({"field": field, "reason": why}));
    out.insert("_unresolved".into(), unresolved.collect());
    Value::Object(out)
}

fn text(fact: &Fact<Text>) -> Value {
    fact.as_str().map_or(Value::Null, Value::from)
}

fn schema(fact: &Fact<Json>) -> Value {
    fact.value().map_or(Value::Null, Json::to_value)
}

/// What is served; a hint that is unknown is left out and told under `_unresolved`.
fn annotations(tool: &Tool) -> Option<Value> {
    let given = tool.annotations.given.value()?;
    let Some(object) = given.as_object() else { return Some(given.to_value()) };
    let known = object.members.iter().filter(|m| !m.value.is_unknown());
    Some(Value::Object(known.map(|m| (m.key.as_str().to_owned(), m.value.to_value())).collect()))
}
