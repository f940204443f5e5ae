//! R082: `required` asks for a property that no schema declares.

use super::schema::{Property, Schema};
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Fact, Tool};
use crate::json::{Data, Json};
use crate::text::nearest;

/// Schemas beyond which the rest of one tool is passed over, and nesting beyond which none is followed.
const SCHEMAS: usize = 2_000;
const DEPTH: usize = 32;

/// Keywords that hold one schema, a list of them, or a map.
const ONE: &[&str] = &["items", "additionalProperties", "contains", "not", "propertyNames", "unevaluatedProperties"];
const PARTS: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];
const CONDITIONAL: &[&str] = &["if", "then", "else"];
const MAPS: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// R082
pub fn unknown(tool: &Tool, _: &Context, sink: &mut Sink) {
    let schemas = [("inputSchema", &tool.input), ("outputSchema", &tool.output), ("responseSchema", &tool.response)];
    for (what, fact) in schemas {
        if let Fact::Known { value, .. } = fact {
            let mut walk = Walk { root: value, what, left: SCHEMAS };
            walk.visit(value, &[], 0, sink);
        }
    }
}

struct Walk<'a> {
    root: &'a Json,
    what: &'static str,
    left: usize,
}

impl<'a> Walk<'a> {
    /// `above`: schemas of the same object, whose properties a branch may name.
    fn visit(&mut self, json: &'a Json, above: &[&'a Json], depth: usize, sink: &mut Sink) {
        let Data::Object(object) = &json.data else { return };
        if depth > DEPTH || self.left == 0 {
            return;
        }
        self.left -= 1;
        let mut same: Vec<&Json> = above.to_vec();
        same.push(json);
        if let Some(names) = object.get("required").and_then(Json::as_list) {
            self.judge(json, &same, names, sink);
        }
        for key in ONE {
            if let Some(inner) = object.get(key) {
                self.visit(inner, &[], depth + 1, sink);
            }
        }
        for key in PARTS {
            let parts = object.get(key).and_then(Json::as_list).unwrap_or_default();
            for inner in parts {
                self.visit(inner, if *key == "prefixItems" { &[] } else { &same }, depth + 1, sink);
            }
        }
        for key in CONDITIONAL {
            if let Some(inner) = object.get(key) {
                self.visit(inner, &same, depth + 1, sink);
            }
        }
        for key in MAPS {
            let members = object.get(key).and_then(Json::as_object).map(|o| o.members.as_slice()).unwrap_or_default();
            for member in members {
                self.visit(&member.value, if *key == "dependentSchemas" { &same } else { &[] }, depth + 1, sink);
            }
        }
    }

    fn judge(&self, json: &Json, same: &[&'a Json], names: &[Json], sink: &mut Sink) {
        let read: Vec<Schema> = same.iter().map(|s| Schema::new(self.root, s)).collect();
        // Patterns may let the name in, a reference elsewhere may declare it.
        let open = same.iter().any(|s| ["patternProperties", "$dynamicRef"].iter().any(|k| s.get(k).is_some()));
        if open || read.iter().any(|s| s.unknown().is_some()) {
            return;
        }
        let unknown: Vec<&Json> = names
            .iter()
            .filter(|n| n.as_str().is_some_and(|n| read.iter().all(|s| matches!(s.property(n), Property::Absent))))
            .collect();
        let [first, more @ ..] = unknown.as_slice() else { return };
        let shown: Vec<String> = unknown.iter().filter_map(|n| n.as_str()).map(quote).collect();
        let d = sink.report(
            first.span,
            format!("`required` of {} names {}, which no property declares", self.what, shown.join(", ")),
        );
        d.here("no such property");
        for name in more {
            d.label(name.span, "nor is this one");
        }
        if let Some(key) = json.as_object().and_then(|o| o.member("properties")) {
            d.label(key.key.span(), "the properties");
        }
        if self.what == "inputSchema" {
            d.note("no caller knows what to send for it: clients that check the schema refuse the whole tool list");
        } else {
            d.level(Level::Warning);
            d.note("an answer must hold a field of which nothing says what it is");
        }
        let known: Vec<&str> = read.iter().flat_map(|s| s.properties()).map(|(name, _)| name).collect();
        let near = first.as_str().and_then(|n| nearest(n, known.iter().copied()));
        d.help(match near {
            Some(near) => format!("write {}, or declare the property", quote(near)),
            None => "declare the property, or take its name out of `required`".to_owned(),
        });
    }
}
