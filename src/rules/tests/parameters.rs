use super::{diagnostics, expect, one};
use crate::settings::Preset::Mcp;

fn tool(description: &str, properties: &str, required: &str) -> String {
    let schema = format!(r#"{{"type": "object", "properties": {{{properties}}}, "required": [{required}]}}"#);
    one("read_x", &format!(r#""description": "{description}", "inputSchema": {schema}"#))
}

fn of(properties: &str) -> String {
    tool("Level of one tank.", properties, "")
}

#[test]
fn parameters_without_a_description_are_one_finding() {
    let two = r#""aa": {"type": "string"}, "bb": {"type": "string"}"#;
    expect("R033", Mcp, &of(two), &[("warning", "aa")]);
    assert_eq!(diagnostics("R033", Mcp, &of(two))[0].labels.len(), 1);
    expect("R033", Mcp, &of(r#""aa": {"type": "string"}"#), &[]);
    for text in ["Args: aa: x, bb (text): y", "Takes `aa` and `bb`.", "aa = 1, bb - 2", "**aa**: x **bb**: y"] {
        expect("R033", Mcp, &tool(text, two, ""), &[]);
    }
    expect("R033", Mcp, &tool("Of xaa: and bb: all", two, ""), &[("warning", "aa")]);
    let far =
        r##""aa": {"$ref": "#/$defs/A"}, "bb": {"anyOf": [{"type": "string", "description": "t"}, {"type": "null"}]}"##;
    let list =
        one("x", &format!(r#""inputSchema": {{"properties": {{{far}}}, "$defs": {{"A": {{"description": "t"}}}}}}"#));
    expect("R033", Mcp, &list, &[]);
    let key = r#""aa": {"type": "string", "description": "t"}, "idempotency_key": {"type": "string"}"#;
    expect("R033", Mcp, &of(key), &[]);
}

#[test]
fn a_description_inside_a_nullable_union() {
    let inside = r#""aa": {"anyOf": [{"type": "string", "description": "t"}, {"type": "null"}]}"#;
    expect("R034", Mcp, &of(inside), &[("note", "\"t\"")]);
    let beside = r#""aa": {"description": "u", "anyOf": [{"type": "string", "description": "t"}, {"type": "null"}]}"#;
    expect("R034", Mcp, &of(beside), &[]);
}

#[test]
fn documented_parameters_are_there() {
    let text =
        r"Reads.\n\nArgs:\n    aa: one\n    bb: two\n    ctx: injected\n    *args: more\n\nReturns:\n    cc: level";
    expect("R035", Mcp, &tool(text, r#""aa": {"type": "string"}"#, ""), &[("warning", "bb")]);
    let nested = r#""aa": {"type": "object", "properties": {"bb": {"type": "string"}}}"#;
    expect("R035", Mcp, &tool(text, nested, ""), &[]);
    expect("R035", Mcp, &tool("Reads. :param str dd: x", r#""aa": {"type": "string"}"#, ""), &[("warning", "dd")]);
    expect("R035", Mcp, &one("x", r#""description": "R\nArgs:\n  a: b\n""#), &[]);
}

#[test]
fn names_near_a_tool_are_misspelt() {
    let two = |text: &str| {
        format!(r#"[{{"name": "jira_get_issue"}}, {{"name": "list_tanks"}}, {{"name": "x", "description": "{text}"}}]"#)
    };
    expect("R035", Mcp, &two("Take one from listTanks."), &[("warning", "listTanks")]);
    expect("R035", Mcp, &two("Take one from `get_issue`."), &[("note", "get_issue")]);
    for fine in ["from list_tanks", "the ListTanks API", "list tanks", "a/listTanks", "jira_get_issue", "use get_other"]
    {
        expect("R035", Mcp, &two(fine), &[]);
    }
}

#[test]
fn one_text_for_two_tools() {
    let list = r#"[{"name": "a", "description": "Level, of one."}, {"name": "b", "description": "level of one"},
        {"name": "b", "description": "level of one"}, {"name": "c", "description": ""}, {"name": "d", "description": ""}]"#;
    expect("R036", Mcp, list, &[("warning", "level of one"), ("warning", "level of one")]);
}

#[test]
fn values_in_prose() {
    let text =
        |text: &str| of(&format!(r#""aa": {{"type": "string", "description": "{text}"}}, "bb": {{"type": "string"}}"#));
    for closed in [
        "Order: 'asc' or 'desc'",
        "Order ('asc', 'desc').",
        "One of: 'asc', 'desc', or 'none'. Default asc",
        "Valid values: ASC, DESC.",
        "'asc' (default) or 'desc'",
        "Order - 'asc' | 'desc'",
    ] {
        assert_eq!(diagnostics("R037", Mcp, &text(closed)).len(), 1, "{closed}");
    }
    for open in [
        "Order, e.g. 'asc', 'desc'",
        "Order: 'asc', 'desc', etc.",
        "Order: 'asc' or 'desc' or any field",
        "Fields such as 'a', 'b'",
        "One of 'bb' or 'cc'",
        "Format: 'YYYY-MM-DD' or 'YYYY'",
        "If set: 'asc' or 'desc'",
        "Order: 'asc'",
        "CI/CD resource",
        "A comma-separated list: 'a', 'b'",
        "'asc' or 'desc' to turn it round, or 'none'",
    ] {
        assert_eq!(diagnostics("R037", Mcp, &text(open)).len(), 0, "{open}");
    }
    let listed = r#""aa": {"type": "string", "enum": ["asc"], "description": "Order: 'asc' or 'desc'"}"#;
    expect("R037", Mcp, &of(listed), &[]);
}

#[test]
fn texts_that_contradict() {
    let said = |schema: &str| of(&format!(r#""aa": {{{schema}}}"#));
    for (wrong, at) in [
        (r#""type": "integer", "default": 20, "description": "Rows (default: 50)""#, "50"),
        (r#""type": "integer", "default": 20, "description": "Rows. Defaults to 1,000.""#, "1,000"),
        (r#""type": "boolean", "default": true, "description": "All, default is false""#, "false"),
        (r#""type": "string", "default": "a", "description": "Kind, default 'b'. Default: 'b'""#, "'b'"),
        (r#""type": "array", "items": {}, "description": "Comma-separated names""#, "Comma-separated"),
        (r#""type": "string", "description": "List of names""#, "List of"),
        (r#""type": "string", "description": "(integer) rows""#, "integer"),
        (r#""enum": ["a", "b"], "description": "One of 'a', 'c'""#, "c"),
    ] {
        expect("R038", Mcp, &said(wrong), &[("warning", at)]);
    }
    for fine in [
        r#""type": "integer", "default": 1000, "description": "Rows (default: 1,000)""#,
        r#""type": "integer", "default": 20, "description": "Rows. Defaults to 50 if all are wanted.""#,
        r#""type": "integer", "default": 20, "description": "Wait, default: 20 seconds""#,
        r#""type": "number", "default": 0.5, "description": "Share, default: 0.5.""#,
        r#""type": "integer", "default": 20, "description": "Default: 30s""#,
        r#""type": "string", "description": "List of names, comma-separated""#,
        r#""type": "string", "description": "string-like, number of it""#,
        r#""enum": ["a", "b"], "description": "One of 'a', 'b'""#,
        r#""enum": ["a", "b"], "description": "One of 'x', 'y'""#,
        r#""type": "string", "default": "b", "description": "Default: \"b\"""#,
    ] {
        expect("R038", Mcp, &said(fine), &[]);
    }
    let optional =
        |text: &str| tool("x", &format!(r#""aa": {{"type": "string", "description": "{text}"}}"#), r#""aa""#);
    expect("R038", Mcp, &optional("Optional name"), &[("warning", "Optional")]);
    expect("R038", Mcp, &optional("Optionally a name"), &[]);
}

#[test]
fn parameters_that_say_nothing() {
    for bare in ["{}", "true", r#"{"description": "t"}"#, r#"{"title": "T", "default": 1}"#] {
        expect("R046", Mcp, &of(&format!(r#""aa": {bare}"#)), &[("warning", "aa")]);
    }
    for fine in
        [r#"{"enum": [1]}"#, r#"{"const": 1}"#, r##"{"$ref": "#/x"}"##, r#"{"anyOf": [{}]}"#, r#"{"type": "x"}"#]
    {
        expect("R046", Mcp, &of(&format!(r#""aa": {fine}"#)), &[]);
    }
}

#[test]
fn defaults_fit() {
    for (wrong, at) in [
        (r#"{"type": "integer", "default": "1"}"#, "\"1\""),
        (r#"{"enum": ["a"], "default": "b"}"#, "\"b\""),
        (r#"{"type": "integer", "minimum": 5, "default": 1}"#, "1"),
        (r#"{"type": "string", "minLength": 1, "default": ""}"#, "\"\""),
        (r#"{"type": "array", "items": {"type": "string", "default": 7}}"#, "7"),
        (r#"{"type": "integer", "examples": [1, "x"]}"#, "\"x\""),
    ] {
        expect("R047", Mcp, &of(&format!(r#""aa": {wrong}"#)), &[("error", at)]);
    }
    let nulls = r#""aa": {"type": "string", "default": null}, "bb": {"type": "integer", "default": null}"#;
    expect("R047", Mcp, &of(nulls), &[("warning", "null")]);
    assert_eq!(diagnostics("R047", Mcp, &of(nulls))[0].labels.len(), 1);
    for fine in [
        r#"{"type": ["string", "null"], "default": null}"#,
        r#"{"type": "string", "nullable": true, "default": null}"#,
        r#"{"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}"#,
        r#"{"default": null}"#,
        r##"{"$ref": "elsewhere", "default": 1}"##,
        r#"{"type": "number", "default": 1}"#,
        r#"{"type": "integer", "default": 1.0}"#,
    ] {
        expect("R047", Mcp, &of(&format!(r#""aa": {fine}"#)), &[]);
    }
}

#[test]
fn objects_without_members() {
    for open in [
        r#"{"type": "object"}"#,
        r#"{"type": "object", "additionalProperties": true}"#,
        r#"{"anyOf": [{"type": "object"}, {"type": "null"}]}"#,
    ] {
        expect("R048", Mcp, &of(&format!(r#""aa": {open}"#)), &[("note", "aa")]);
    }
    for shaped in [
        r#"{"type": "object", "properties": {"a": {}}}"#,
        r#"{"type": "object", "additionalProperties": {"type": "string"}}"#,
        r#"{"type": "object", "additionalProperties": false}"#,
        r#"{"type": ["object", "string"]}"#,
        r##"{"type": "object", "$ref": "elsewhere"}"##,
    ] {
        expect("R048", Mcp, &of(&format!(r#""aa": {shaped}"#)), &[]);
    }
}

#[test]
fn bounds_hold() {
    for (wrong, at) in [
        (r#"{"minimum": 3, "maximum": 2}"#, "3"),
        (r#"{"exclusiveMinimum": 2, "maximum": 2}"#, "2"),
        (r#"{"minLength": 3, "maxLength": 2}"#, "3"),
        (r#"{"enum": []}"#, "[]"),
        (r#"{"enum": ["a", "a"]}"#, "\"a\""),
        (r#"{"type": "string", "enum": ["a", 1]}"#, "1"),
    ] {
        expect("R049", Mcp, &of(&format!(r#""aa": {{"items": {wrong}}}"#)), &[("error", at)]);
    }
    for fine in [
        r#"{"minimum": 2, "maximum": 2}"#,
        r#"{"enum": ["a", null], "type": "string", "nullable": true}"#,
        r#"{"enum": [1, "1"]}"#,
        r#"{"type": ["string", "null"], "enum": ["a", null]}"#,
    ] {
        expect("R049", Mcp, &of(&format!(r#""aa": {fine}"#)), &[]);
    }
}

#[test]
fn names_of_one_meaning() {
    let level = |names: &[&str]| {
        let list = serde_json::json!(
            names
                .iter()
                .map(|n| serde_json::json!({"name": n,
            "inputSchema": {"properties": {"a": {}}}}))
                .collect::<Vec<_>>()
        );
        diagnostics("R057", Mcp, &list.to_string()).iter().map(|d| d.level.name()).collect::<Vec<_>>()
    };
    assert_eq!(level(&["get_user", "fetch_user"]), ["warning"]);
    assert_eq!(level(&["getUser", "get_user"]), ["warning"]);
    assert_eq!(level(&["read_fetch_user", "read_get_user"]), ["warning"]);
    assert_eq!(level(&["git_find_x", "git_search_x", "git_y"]), ["warning"]);
    assert_eq!(level(&["get_user", "get_users"]), ["note"]);
    assert!(level(&["add", "create"]).is_empty());
    assert!(level(&["add_x", "new_x", "get_x", "describe_x", "list_x"]).is_empty());
    let differing = r#"[{"name": "get_user", "inputSchema": {"properties": {"id": {}}}},
        {"name": "get_users", "inputSchema": {"properties": {"page": {}}}}]"#;
    expect("R057", Mcp, differing, &[]);
}

#[test]
fn a_default_that_no_client_fills_in() {
    let both = r#""aa": {"type": "integer", "default": 1}"#;
    expect("R094", Mcp, &tool("x", both, r#""aa""#), &[("note", "aa")]);
    expect("R094", Mcp, &tool("x", both, ""), &[]);
    expect("R094", Mcp, &tool("x", r#""aa": {"type": ["integer", "null"], "default": null}"#, r#""aa""#), &[]);
}

#[test]
fn a_list_that_costs_much() {
    let long = "level ".repeat(8_000);
    let found = diagnostics("R058", Mcp, &tool(&long, "", ""));
    assert!(found[0].message.contains("about 12025 tokens"), "{}", found[0].message);
    assert!(diagnostics("R058", Mcp, &tool(&long[..30_000], "", "")).is_empty());
}
