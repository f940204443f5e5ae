use super::{diagnostics, expect, one};
use crate::settings::Preset::{Mcp, Promcp};

fn do_tool(properties: &str, required: &str) -> String {
    let input =
        format!(r#""inputSchema": {{"type": "object", "properties": {{{properties}}}, "required": [{required}]}}"#);
    one("do_x", &input)
}

fn can_do(properties: &str, required: &str) -> String {
    do_tool(properties, required).replace("do_x", "can_do")
}

#[test]
fn a_do_tool_takes_the_key() {
    let missing = [("error", "\"do_x\"")];
    expect("R040", Promcp, &do_tool(r#""a": {}"#, ""), &missing);
    expect("R040", Promcp, &do_tool(r#""idempotencyKey": {}"#, ""), &missing);
    expect("R040", Promcp, &one("do_x", r#""description": "x""#), &missing);
    expect("R040", Promcp, &one("do_x", r#""inputSchema": null"#), &missing);
    expect("R040", Promcp, &one("do_x", r#""inputSchema": {"type": "object", "properties": null}"#), &missing);
    expect("R040", Promcp, &do_tool(r#""idempotency_key": {}"#, ""), &[]);
    expect("R040", Promcp, &do_tool(r#""idempotency_key": true"#, ""), &[]);
    expect("R040", Mcp, &do_tool("", ""), &[]);
    expect("R040", Promcp, &do_tool("", "").replace("do_x", "read_x"), &[]);
}

#[test]
fn the_key_is_found_through_references_and_under_a_wrong_key_of_the_schema() {
    let by_ref = r##""inputSchema": {"$ref": "#/$defs/In", "$defs": {"In": {"properties": {"idempotency_key": {}}}}}"##;
    expect("R040", Promcp, &one("do_x", by_ref), &[]);
    let all_of = r#""inputSchema": {"allOf": [{"properties": {"a": {}}}, {"properties": {"idempotency_key": {}}}]}"#;
    expect("R040", Promcp, &one("do_x", all_of), &[]);
    expect("R040", Promcp, &one("do_x", r#""input_schema": {"properties": {"idempotency_key": {}}}"#), &[]);
    expect("R040", Promcp, &one("do_x", r#""input_schema": {"properties": {}}"#), &[("error", "\"do_x\"")]);
    expect("R040", Promcp, &one("do_x", r#""inputSchema": {"$ref": "other.json#/a"}"#), &[]);
}

#[test]
fn a_misspelt_key_is_shown() {
    let found = diagnostics("R040", Promcp, &do_tool(r#""idempotencyKey": {}"#, ""));
    assert_eq!(found[0].labels.len(), 1);
}

#[test]
fn the_key_is_text_that_is_not_empty_and_not_constant() {
    let key = |schema: &str, required: &str| do_tool(&format!(r#""idempotency_key": {schema}"#), required);
    expect("R043", Promcp, &key(r#"{"type": "integer"}"#, ""), &[("error", "\"integer\"")]);
    expect("R043", Promcp, &key(r#"{"type": ["string", "integer"]}"#, ""), &[("error", "\"integer\"")]);
    expect("R043", Promcp, &key(r#"{"type": "string", "minLength": 0}"#, ""), &[("error", "0")]);
    let constant = key(r#"{"type": "string", "default": "k"}"#, "");
    expect("R043", Promcp, &constant, &[("error", "\"k\"")]);
    let required = key(r#"{"type": "string", "default": "k"}"#, r#""idempotency_key""#);
    expect("R043", Promcp, &required, &[]);
    for fine in [
        r#"{"type": "string"}"#,
        r#"{"type": ["string", "null"], "default": null}"#,
        r#"{"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}"#,
        r#"{"type": "string", "minLength": 1, "format": "uuid"}"#,
        "{}",
        "true",
    ] {
        expect("R043", Promcp, &key(fine, ""), &[]);
    }
}

#[test]
fn can_do_takes_an_intent() {
    expect("R041", Promcp, &can_do(r#""query": {}"#, r#""intent""#), &[("error", "\"can_do\"")]);
    expect("R041", Promcp, &can_do(r#""intent": true"#, ""), &[]);
}

#[test]
fn an_intent_declares_its_tags() {
    let intent = |schema: &str| can_do(&format!(r#""intent": {schema}"#), r#""intent""#);
    for wrong in ["{}", "true", r#"{"type": "string"}"#, r#"{"type": "object", "properties": {"a": {}}}"#] {
        expect("R042", Promcp, &intent(wrong), &[("error", "intent")]);
    }
    for bare in [r#"{"type": "object"}"#, r#"{"type": "object", "properties": {}}"#, r#"{"type": ["object", "null"]}"#]
    {
        expect("R042", Promcp, &intent(bare), &[("note", "intent")]);
    }
    let tags = |schema: &str| intent(&format!(r#"{{"type": "object", "properties": {{"semantic_tags": {schema}}}}}"#));
    expect("R042", Promcp, &tags(r#"{"type": "string"}"#), &[("error", "\"string\"")]);
    expect("R042", Promcp, &tags(r#"{"type": "array", "items": {"type": "integer"}}"#), &[("error", "\"integer\"")]);
    for fine in [r#"{"type": "array", "items": {"type": "string"}}"#, r#"{"type": "array"}"#, "{}"] {
        expect("R042", Promcp, &tags(fine), &[]);
    }
    let nullable =
        r#"{"anyOf": [{"type": "object", "properties": {"semantic_tags": {"type": "array"}}}, {"type": "null"}]}"#;
    expect("R042", Promcp, &intent(nullable), &[]);
}

#[test]
fn an_intent_keeps_its_form() {
    expect("R044", Promcp, &can_do(r#""intent": {"type": "object"}"#, ""), &[("warning", "intent")]);
    let action = r#""intent": {"properties": {"action": {"enum": ["create", "swim", "dive"]}}}"#;
    expect("R044", Promcp, &can_do(action, r#""intent""#), &[("warning", "\"swim\"")]);
    let scope = |schema: &str| can_do(&format!(r#""intent": {{}}, "scope": {schema}"#), r#""intent""#);
    expect("R044", Promcp, &scope(r#"{"type": "string"}"#), &[("warning", "\"string\"")]);
    expect("R044", Promcp, &scope(r#"{"type": ["array", "null"], "items": {"type": "string"}}"#), &[]);
    let free = r#""intent": {"properties": {"action": {"type": "string"}}}"#;
    expect("R044", Promcp, &can_do(free, r#""intent""#), &[]);
    expect("R044", Promcp, &can_do(r#""query": {}"#, ""), &[]);
}
