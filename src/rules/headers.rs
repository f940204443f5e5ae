//! R088: parameters that travel in HTTP headers (`x-mcp-header`).

use super::hint_keys::kind;
use super::schema::{Node, walk};
use super::words::{self, quote};
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::Tool;
use crate::json::{Json, Member};
use crate::source::Span;
use rustc_hash::FxHashMap;

const KEY: &str = "x-mcp-header";

/// Types whose values a header can carry.
const TYPES: [&str; 3] = ["string", "integer", "boolean"];

/// Words of a parameter's name that say that its value is to be kept secret.
const SECRET: [&str; 8] = ["password", "passwd", "secret", "token", "credential", "apikey", "pin", "ssn"];

/// R088. Each wrong annotation is a fault of its own.
pub fn annotation_invalid(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(schema) = tool.input.value() else { return };
    let mut seen: FxHashMap<String, Span> = FxHashMap::default();
    for node in walk(schema) {
        let Some(member) = node.json.as_object().and_then(|o| o.member(KEY)) else { continue };
        if member.value.is_unknown() {
            continue;
        }
        if let Some((message, help)) = fault(&node, member) {
            let d = sink.report(member.key.span(), message);
            d.note("HTTP clients have to leave the tool out of the list");
            d.help(help);
            continue;
        }
        let name = member.value.as_str().unwrap_or_default();
        let first = *seen.entry(name.to_ascii_lowercase()).or_insert(member.value.span);
        if first != member.value.span {
            let d = sink.report(member.value.span, format!("the header {} is taken by another parameter", quote(name)));
            d.label(first, "the first one");
            d.note("header names are the same in upper and lower case; HTTP clients have to leave the tool out of the list");
            d.help("give each parameter a header of its own");
        } else if node.key.is_some_and(|key| is_secret(key.as_str())) {
            let d = sink.report(member.value.span, "a secret travels in a header");
            d.level(Level::Warning);
            d.note("proxies and servers write headers to their logs");
            d.help(format!("leave `{KEY}` out here"));
        }
    }
}

fn fault(node: &Node, member: &Member) -> Option<(String, &'static str)> {
    let token = "write 1 or more of A-Z, a-z, 0-9 and !#$%&'*+-.^_`|~";
    let text = match member.value.as_str() {
        None => return Some((format!("`{KEY}` is {}, not the name of a header", kind(&member.value)), token)),
        Some("") => return Some((format!("`{KEY}` is empty"), token)),
        Some(text) => text,
    };
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if !text.chars().all(is_token) {
        return Some((format!("{} is no name of a header", quote(text)), token));
    }
    if node.under.is_none() || !node.plain {
        let message = format!("`{KEY}` stands where no header can reach the value");
        return Some((message, "put it on a parameter that is reached through `properties` alone"));
    }
    match node.json.get("type") {
        Some(t) if t.is_unknown() || t.as_str().is_some_and(|word| TYPES.contains(&word)) => None,
        None if !node.lacks("type") => None,
        Some(Json { data: crate::json::Data::Text(t), .. }) => {
            let message = format!("`{KEY}` on a value of type {}", quote(t.as_str()));
            Some((message, "only strings, integers and booleans travel in headers"))
        }
        _ => Some((
            format!("`{KEY}` on a value of no single type"),
            "only strings, integers and booleans travel in headers",
        )),
    }
}

fn is_secret(name: &str) -> bool {
    let words = words::split(name);
    let joined: Vec<&str> = words.iter().map(|w| w.lower.as_str()).collect();
    joined.iter().any(|w| SECRET.contains(w)) || joined.windows(2).any(|w| w == ["api", "key"])
}
