use super::{diagnostics, expect, one};
use crate::settings::Preset::{Mcp, Promcp};

#[test]
fn the_input_schema_is_there_and_says_object() {
    for (members, at) in [
        (r#""description": "x""#, "\"x\""),
        (r#""inputSchema": null"#, "null"),
        (r#""inputSchema": []"#, "[]"),
        (r#""inputSchema": true"#, "true"),
        (r#""inputSchema": {}"#, "inputSchema"),
        (r#""inputSchema": {"properties": {}}"#, "inputSchema"),
        (r#""inputSchema": {"type": "array"}"#, "\"array\""),
        (r#""inputSchema": {"type": ["object"]}"#, "[\"object\"]"),
        (r##""inputSchema": {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}"##, "inputSchema"),
        (r#""inputSchema": {"anyOf": [{"type": "object"}]}"#, "inputSchema"),
    ] {
        expect("R080", Mcp, &one("x", members), &[("error", at)]);
    }
    expect("R080", Mcp, &one("x", r#""inputSchema": {"type": "object"}"#), &[]);
}

#[test]
fn a_schema_under_another_key_is_pointed_at_once() {
    let near = one("x", r#""parameters": {"type": "object"}, "desc": "y""#);
    expect("R080", Mcp, &near, &[("error", "parameters")]);
    expect("R090", Mcp, &near, &[("note", "desc")]);
    let both = one("x", r#""inputSchema": {"type": "object"}, "parameters": {"type": "object"}"#);
    expect("R080", Mcp, &both, &[]);
    expect("R090", Mcp, &both, &[("note", "parameters")]);
}

#[test]
fn foreign_keys_are_left_alone() {
    let tool = one("x", r#""inputSchema": {"type": "object"}, "id": 1, "tags": [], "_meta": {}, "icons": []"#);
    expect("R090", Mcp, &tool, &[]);
}

#[test]
fn null_is_not_absent() {
    let tool = one("x", r#""title": null, "annotations": {"title": null}, "outputSchema": null, "icons": null"#);
    expect("R086", Promcp, &tool, &[("error", "null"), ("error", "null"), ("error", "null"), ("error", "null")]);
    let others = one("x", r#""description": null, "inputSchema": null, "responseSchema": null, "mine": null"#);
    expect("R086", Promcp, &others, &[]);
}

#[test]
fn our_own_manifest_prints_absent_fields_as_null() {
    let tool = r#"{"name": "x", "title": null, "outputSchema": null, "_source": {"file": "a.py", "line": 1, "column": 1},
        "_unresolved": [{"field": "inputSchema", "reason": "computed"}], "inputSchema": {}}"#;
    let list = format!(r#"{{"version": 1, "servers": [{{"id": "a", "tools": [{tool}]}}]}}"#);
    expect("R086", Promcp, &list, &[]);
    expect("R080", Promcp, &list, &[]);
    expect("R040", Promcp, &list.replace(r#""x""#, r#""do_x""#), &[]);
}

#[test]
fn the_odd_ones_without_output_are_told_once() {
    let with = |n: usize| format!(r#"{{"name": "get_{n}", "outputSchema": {{"type": "object"}}}}"#);
    let list = |with_output: usize, without: &[&str]| {
        let mut tools: Vec<String> = (0..with_output).map(with).collect();
        tools.extend(without.iter().map(|name| format!(r#"{{"name": "{name}"}}"#)));
        format!("[{}]", tools.join(", "))
    };
    expect("R093", Mcp, &list(4, &["get_x"]), &[("note", "\"get_x\"")]);
    expect("R093", Promcp, &list(4, &["get_x"]), &[]);
    expect("R093", Mcp, &list(3, &["get_x"]), &[]);
    expect("R093", Mcp, &list(4, &["download_files"]), &[]);
    expect("R093", Mcp, &list(5, &[]), &[]);
    let two = diagnostics("R093", Mcp, &list(8, &["get_x", "get_y"]));
    assert_eq!((two.len(), two[0].labels.len(), two[0].tool.is_none()), (1, 1, true));
}
