//! Each fault at its place: the findings of one tool as `code text-of-the-place`.

use super::*;
use crate::settings::Settings;
use crate::source::{Encoding, Language, SourceFile, Sources};
use std::path::PathBuf;

fn found(name: &str, schema: &str) -> Vec<String> {
    let text = format!(r#"[{{"name": "{name}", "outputSchema": {schema}}}]"#);
    let mut sources = Sources::default();
    let (id, shown) = (sources.next_id(), "tools.json".to_owned());
    let file = SourceFile::new(id, PathBuf::from("tools.json"), shown, text, Encoding::Utf8, Language::Json);
    let reading = crate::manifest::read(&file, true);
    sources.add(file);
    let all = reading.servers.iter().flat_map(|s| crate::rules::check_server(s, &Settings::default()));
    let contract = all.filter(|d| d.code < "R020" || d.code == "R074");
    contract.map(|d| format!("{} {}", d.code, sources.text(d.span))).collect()
}

/// A schema with the contract's own fields, and `changed` in place of the one of that name; an empty
/// replacement leaves the field out.
fn with(category: &str, changed: &[(&str, &str)]) -> String {
    let category = PROMCP.category(category).expect("a name of the triad");
    let own = category.fields.iter().map(|f| match changed.iter().find(|(name, _)| *name == f.name) {
        Some((name, schema)) => (*name, (*schema).to_owned()),
        None => (f.name.as_str(), f.schema().to_string()),
    });
    let members = own.filter(|(_, schema)| !schema.is_empty()).map(|(name, schema)| format!("\"{name}\": {schema}"));
    format!(r#"{{"type": "object", "properties": {{{}}}}}"#, members.collect::<Vec<_>>().join(", "))
}

fn read(field: &str, schema: &str) -> Vec<String> {
    found("read_level", &with("read_", &[(field, schema)]))
}

fn act(field: &str, schema: &str) -> Vec<String> {
    found("do_open", &with("do_", &[(field, schema)]))
}

fn candidates(field: &str, schema: &str) -> Vec<String> {
    entries("candidates", field, schema)
}

fn entries(array: &str, field: &str, schema: &str) -> Vec<String> {
    let array_field = PROMCP.can_do.field(array).expect("a field of the base contract");
    let mut items = data::object(&array_field.items);
    items["properties"][field] = serde_json::from_str(schema).expect("JSON");
    let array_schema = format!(r#"{{"type": "array", "items": {items}}}"#);
    found("can_do", &with("can_do", &[(array, &array_schema)]))
}

#[test]
fn the_contracts_own_schemas_are_clean() {
    for name in ["read_level", "do_open", "can_do"] {
        assert_eq!(found(name, &with(name, &[])), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn what_the_help_proposes_has_no_fault() {
    for (name, category) in [("read_level", "read_"), ("do_open", "do_"), ("can_do", "can_do")] {
        let example = PROMCP.category(category).expect("a name of the triad").example();
        let found: Vec<String> =
            found(name, &example.to_string()).into_iter().filter(|f| !f.starts_with("R015")).collect();
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn names_outside_the_triad_have_no_contract() {
    for name in ["level", "Read_level", "can_do_it", "reader", "cando"] {
        assert_eq!(found(name, "{}"), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_missing_field_lies_on_properties_else_on_the_name() {
    assert_eq!(act("status", ""), ["R004 properties"]);
    assert_eq!(found("read_level", r#"{"type": "object"}"#).len(), 3);
    assert_eq!(found("read_level", "true")[0], "R001 \"read_level\"");
    assert_eq!(found("read_level", "null"), ["R000 \"read_level\""]);
    assert_eq!(found("read_level", "[]"), ["R000 \"read_level\""]);
}

#[test]
fn words_of_an_enumerated_field() {
    assert_eq!(act("status", r#"{"enum": ["success", "done", null]}"#), ["R005 \"done\""]);
    assert_eq!(act("status", r#"{"const": "success"}"#), Vec::<String>::new());
    assert_eq!(act("status", "{}"), ["R005 status"]);
    assert_eq!(act("status", "false"), ["R005 status"]);
    assert_eq!(act("status", r#"{"type": ["string", "null"]}"#), ["R005 \"string\""]);
    assert_eq!(act("status", r#"{"type": "integer"}"#), ["R011 \"integer\""]);
    assert_eq!(read("quality", r#"{"const": "good"}"#), ["R003 \"good\""]);
    assert_eq!(read("quality", r#"{"type": "boolean"}"#), ["R011 \"boolean\""]);
    let nullable = r#"{"anyOf": [{"enum": ["good", "stale", "degraded", "error"]}, {"type": "null"}]}"#;
    assert_eq!(read("quality", nullable), ["R002 \"null\""]);
}

#[test]
fn a_schema_that_leads_elsewhere_is_not_judged() {
    let elsewhere = r#"{"$ref": "https://example.com/quality.json"}"#;
    assert_eq!(read("quality", elsewhere), Vec::<String>::new());
    assert_eq!(found("read_level", elsewhere), Vec::<String>::new());
    assert_eq!(found("can_do", &with("can_do", &[("candidates", elsewhere)])), Vec::<String>::new());
}

#[test]
fn alternatives_that_all_declare_a_field_declare_it() {
    let (full, bare) = (with("read_", &[]), with("read_", &[("quality", "")]));
    assert_eq!(found("read_level", &format!(r#"{{"oneOf": [{full}, {full}]}}"#)), Vec::<String>::new());
    assert_eq!(found("read_level", &format!(r#"{{"anyOf": [{full}, {{"type": "null"}}]}}"#)), Vec::<String>::new());
    assert_eq!(found("read_level", &format!(r#"{{"oneOf": [{bare}, {bare}]}}"#)), ["R001 properties"]);
    // Where one alternative has it and another has not, nobody knows which one is meant.
    assert_eq!(found("read_level", &format!(r#"{{"oneOf": [{full}, {bare}]}}"#)), Vec::<String>::new());
}

#[test]
fn types_formats_and_ranges() {
    let cases: &[(&str, &str, &str)] = &[
        ("compensable", r#"{"type": "string"}"#, "\"string\""),
        ("compensable", r#"{"type": ["boolean", "null"]}"#, "\"null\""),
        ("compensable", r#"{"enum": ["yes", "no"]}"#, "\"yes\""),
        ("timestamp", r#"{"type": "integer"}"#, "\"integer\""),
        ("timestamp", r#"{"type": "string", "format": "date"}"#, "\"date\""),
        ("idempotency_key", r#"{"type": "string", "minLength": 0}"#, "0"),
        ("idempotency_key", r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "\"null\""),
        ("side_effects", r#"{"type": "string"}"#, "\"string\""),
        ("side_effects", r#"{"type": "array", "items": {"type": "object"}}"#, "\"object\""),
        ("compensation_hint", r#"{"type": "object"}"#, "\"object\""),
    ];
    for (field, schema, place) in cases {
        assert_eq!(act(field, schema), [format!("R011 {place}")], "{field}: {schema}");
    }
    for (field, schema) in [
        ("timestamp", r#"{"type": "string"}"#),
        ("timestamp", "{}"),
        ("idempotency_key", r#"{"type": "string", "format": "uuid"}"#),
        ("side_effects", r#"{"type": "array"}"#),
        ("compensation_hint", r#"{"type": "string"}"#),
        ("applied_value", r#"{"type": "integer"}"#),
    ] {
        assert_eq!(act(field, schema), Vec::<String>::new(), "{field}: {schema}");
    }
    for (schema, place) in [
        (r#"{"type": "number", "minimum": 0, "maximum": 100}"#, "100"),
        (r#"{"type": "number", "minimum": -1, "maximum": 1}"#, "-1"),
        (r#"{"type": "integer"}"#, "\"integer\""),
        (r#"{"enum": [0, 0.5, 2]}"#, "2"),
    ] {
        assert_eq!(candidates("confidence", schema), [format!("R011 {place}")], "{schema}");
    }
    assert_eq!(candidates("confidence", r#"{"type": "number"}"#), Vec::<String>::new());
}

#[test]
fn permissions() {
    assert_eq!(candidates("permission", r#"{"type": "string"}"#), ["R012 \"string\""]);
    assert_eq!(candidates("permission", r#"{"enum": ["allowed", "acme.frozen"]}"#), Vec::<String>::new());
    assert_eq!(entries("blocked", "permission", r#"{"type": "string"}"#), Vec::<String>::new());
    assert_eq!(entries("blocked", "permission", r#"{"enum": ["policy_denied", "no"]}"#), ["R012 \"no\""]);
    assert_eq!(entries("blocked", "permission", r#"{"enum": ["allowed", "rate_limited"]}"#), ["R019 \"allowed\""]);
    assert_eq!(entries("unroutable", "reason", r#"{"type": "string"}"#), Vec::<String>::new());
    assert_eq!(entries("unroutable", "reason", r#"{"const": "dunno"}"#), ["R014 \"dunno\""]);
}

#[test]
fn arrays_of_something_else_are_one_fault() {
    assert_eq!(found("can_do", &with("can_do", &[("candidates", r#"{"type": "object"}"#)])), ["R011 \"object\""]);
    let strings = r#"{"type": "array", "items": {"type": "string"}}"#;
    assert_eq!(found("can_do", &with("can_do", &[("candidates", strings)])), ["R011 \"string\""]);
    assert_eq!(found("can_do", &with("can_do", &[("candidates", "{}")])).len(), 5);
}

#[test]
fn what_may_be_left_out_is_one_finding_a_tool() {
    let schema = r#"{"properties": {"value": {}, "timestamp": {"type": "string"},
        "quality": {"enum": ["good", "stale", "degraded", "error"]}}, "required": []}"#;
    assert_eq!(found("read_level", schema), ["R016 []"]);
    let fine = schema.replace("[]", r#"["quality", "timestamp"]"#);
    assert_eq!(found("read_level", &fine), Vec::<String>::new());
}

#[test]
fn fields_that_follow_from_each_other() {
    assert_eq!(act("compensation_hint", ""), ["R017 compensable"]);
    let changed = [("compensation_hint", ""), ("compensable", r#"{"const": false}"#)];
    assert_eq!(found("do_open", &with("do_", &changed)), Vec::<String>::new());
    assert_eq!(act("previous_value", ""), ["R018 applied_value"]);
    let neither = [("previous_value", ""), ("applied_value", "")];
    assert_eq!(found("do_open", &with("do_", &neither)), Vec::<String>::new());
    assert_eq!(found("can_do", &with("can_do", &[("feasible", r#"{"enum": [true]}"#)])), ["R074 true"]);
    assert_eq!(found("can_do", &with("can_do", &[("feasible", r#"{"type": "boolean"}"#)])), Vec::<String>::new());
}
