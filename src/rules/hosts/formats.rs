//! The half of R111 that no host need be chosen for: formats that nobody knows.

use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::Json;
use crate::rules::Sink;
use crate::rules::common::each;
use crate::rules::schema::walk;
use crate::rules::words::quote;
use crate::source::Span;
use std::collections::BTreeSet;

/// Those of JSON Schema, from draft-03 on, and those that code generators have agreed on.
const KNOWN: [&str; 32] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "host-name",
    "ipv4",
    "ipv6",
    "ip-address",
    "uri",
    "uri-reference",
    "uri-template",
    "iri",
    "iri-reference",
    "url",
    "uuid",
    "guid",
    "json-pointer",
    "relative-json-pointer",
    "regex",
    "color",
    "int32",
    "int64",
    "float",
    "double",
    "byte",
    "binary",
    "password",
    "base64",
];

/// One finding a server: such formats come from a library and stand everywhere or nowhere.
pub fn unknown(server: &Server, sink: &mut Sink) {
    let places: Vec<(&Tool, Vec<&Json>)> =
        server.served().map(|tool| (tool, formats(tool))).filter(|(_, found)| !found.is_empty()).collect();
    let words: BTreeSet<&str> = places.iter().flat_map(|(_, found)| found).filter_map(|f| f.as_str()).collect();
    let words: Vec<String> = words.into_iter().map(quote).collect();
    let tools: Vec<&Tool> = places.iter().map(|(tool, _)| *tool).collect();
    let place = |tool: &Tool| -> Span {
        places.iter().find(|(t, _)| std::ptr::eq(*t, tool)).map_or(tool.span, |(_, found)| found[0].span)
    };
    let message = format!("no validator knows the format {}", words.join(", "));
    if let Some(d) = each(sink, &tools, place, &message, "here too") {
        d.level(Level::Note);
        d.note("validators pass over it, some with a warning for each; strict ones refuse the schema");
        d.help("leave it out, and say what the value may be with `minimum`, `maximum` or `pattern`");
    }
}

fn formats(tool: &Tool) -> Vec<&Json> {
    let schemas = [&tool.input, &tool.output].into_iter().filter_map(|s| s.value());
    let formats = schemas.flat_map(walk).filter_map(|node| node.json.get("format"));
    formats.filter(|f| f.as_str().is_some_and(|word| !KNOWN.contains(&word))).collect()
}
