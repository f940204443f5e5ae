use super::{diagnostics, expect, one};
use crate::diagnostic::Level;
use crate::settings::Preset::{Mcp, Promcp};
use crate::source::Language;

fn hinted(name: &str, annotations: &str) -> String {
    one(name, &format!(r#""annotations": {annotations}"#))
}

fn list(tools: &[&str]) -> String {
    let tools: Vec<&str> = tools.iter().map(|t| t.trim_matches(['[', ']'])).collect();
    format!("[{}]", tools.join(", "))
}

const KEYED: &str = r#""inputSchema": {"type": "object", "properties": {"idempotency_key": {"type": "string"}}}"#;

#[test]
fn one_tool_without_hints_is_told_on_the_tool() {
    expect("R060", Mcp, &one("search_people", r#""description": "x""#), &[("warning", "\"search_people\"")]);
    expect("R060", Mcp, &hinted("search_people", r#"{"title": "x"}"#), &[("warning", "\"search_people\"")]);
    for declared in [r#"{"readOnlyHint": false}"#, r#"{"readonly": true}"#, r#"{"openWorldHint": "no"}"#] {
        expect("R060", Mcp, &hinted("search_people", declared), &[]);
    }
}

#[test]
fn most_tools_without_hints_are_one_finding() {
    let bare = one("get_a", r#""description": "x""#);
    let given = hinted("get_b", r#"{"readOnlyHint": true}"#);
    let most = diagnostics("R060", Mcp, &list(&[&bare, &given, &bare, &bare]));
    assert_eq!((most.len(), most[0].labels.len(), most[0].tool.is_none()), (1, 3, true));
    let half = diagnostics("R060", Mcp, &list(&[&bare, &given]));
    assert_eq!((half.len(), half[0].tool.as_deref()), (1, Some("get_a")));
    let many: Vec<&str> = std::iter::repeat_n(bare.as_str(), 40).collect();
    let many = diagnostics("R060", Mcp, &list(&many));
    assert_eq!((many.len(), many[0].labels.len()), (1, 5));
    assert!(many[0].notes.iter().any(|n| n == "and 35 tools more"), "{:?}", many[0].notes);
}

#[test]
fn hints_that_fit_the_name_are_proposed() {
    let keyed = |name: &str| one(name, KEYED);
    let servers = list(&[&keyed("read_a"), &keyed("do_delete_a"), &keyed("do_add_a"), &one("can_do", KEYED)]);
    let help = diagnostics("R060", Promcp, &servers)[0].help.join("\n");
    assert!(help.contains(r#"`read_a`, `can_do`: `"annotations": {"readOnlyHint": true}`"#), "{help}");
    let destructive =
        r#"`do_delete_a`: `"annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true}`"#;
    assert!(help.contains(destructive), "{help}");
    let additive =
        r#"`do_add_a`: `"annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true}`"#;
    assert!(help.contains(additive), "{help}");
}

#[test]
fn a_read_says_read_only() {
    let read = |hints: &str| hinted("read_x", hints);
    expect("R061", Promcp, &read(r#"{"readOnlyHint": false}"#), &[("error", "false")]);
    expect("R061", Promcp, &read(r#"{"destructiveHint": true}"#), &[("error", "true")]);
    expect("R061", Promcp, &hinted("can_do", r#"{"destructiveHint": true}"#), &[("error", "true")]);
    expect("R061", Promcp, &read(r#"{"readOnlyHint": false, "destructiveHint": true}"#), &[("error", "false")]);
    expect("R061", Promcp, &read(r#"{"readOnlyHint": true, "destructiveHint": true}"#), &[]);
    expect("R061", Promcp, &read(r#"{"readOnlyHint": true, "destructiveHint": false}"#), &[]);
    expect("R061", Mcp, &read(r#"{"readOnlyHint": false}"#), &[]);
}

#[test]
fn a_plain_read_verb_with_an_explicit_destructive_hint_is_a_warning() {
    let both = r#"{"readOnlyHint": false, "destructiveHint": true}"#;
    for preset in [Mcp, Promcp] {
        expect("R061", preset, &hinted("get_architecture", both), &[("warning", "false")]);
        expect("R061", preset, &hinted("listUsers", r#"{"destructiveHint": true}"#), &[("warning", "true")]);
        for other in ["delete_project", "get_or_create_user", "validate_user", "architecture"] {
            expect("R061", preset, &hinted(other, both), &[]);
        }
        expect("R061", preset, &hinted("get_x", r#"{"readOnlyHint": false}"#), &[]);
    }
}

#[test]
fn a_do_is_not_read_only() {
    expect("R062", Promcp, &hinted("do_x", r#"{"readOnlyHint": true}"#), &[("error", "true")]);
    expect("R062", Promcp, &hinted("do_x", r#"{"readOnlyHint": false}"#), &[]);
    expect("R062", Mcp, &hinted("do_x", r#"{"readOnlyHint": true}"#), &[]);
}

#[test]
fn read_only_stands_alone() {
    let both = hinted("x", r#"{"readOnlyHint": true, "destructiveHint": true}"#);
    expect("R063", Mcp, &both, &[("error", "true")]);
    let idle = hinted("x", r#"{"readOnlyHint": true, "idempotentHint": false}"#);
    expect("R063", Mcp, &list(&[&idle, &idle, &idle]), &[("note", "false")]);
    expect("R063", Mcp, &hinted("x", r#"{"readOnlyHint": false, "destructiveHint": true}"#), &[]);
}

#[test]
fn a_missing_destructive_hint_is_told_once() {
    let implicit = r#"{"readOnlyHint": false, "openWorldHint": true}"#;
    expect("R064", Mcp, &hinted("x", implicit), &[("note", implicit)]);
    let tool = hinted("x", implicit);
    expect("R064", Mcp, &list(&[&tool, &tool]), &[("note", implicit)]);
    for fine in [r#"{"readOnlyHint": true}"#, r#"{"title": "x"}"#, r#"{"destructiveHint": false}"#, "{}"] {
        expect("R064", Mcp, &hinted("x", fine), &[]);
    }
}

#[test]
fn a_keyed_do_is_idempotent() {
    let tool = |hints: &str| one("do_x", &format!(r#"{KEYED}, "annotations": {hints}"#));
    expect("R065", Promcp, &tool(r#"{"idempotentHint": false}"#), &[("warning", "false")]);
    expect("R065", Promcp, &tool(r#"{"destructiveHint": true}"#), &[("warning", r#"{"destructiveHint": true}"#)]);
    for fine in [
        r#"{"idempotentHint": true}"#,
        r#"{"readOnlyHint": true}"#,
        "{}",
        r#"{"idempotent": true, "destructiveHint": true}"#,
    ] {
        expect("R065", Promcp, &tool(fine), &[]);
    }
    expect("R065", Promcp, &hinted("do_x", r#"{"destructiveHint": true}"#), &[]);
    expect("R065", Mcp, &tool(r#"{"idempotentHint": false}"#), &[]);
}

#[test]
fn hint_keys_are_spelt_right() {
    let wrong = hinted("x", r#"{"readonlyHint": true, "destructive_hint": false}"#);
    expect("R066", Mcp, &wrong, &[("error", "readonlyHint"), ("error", "destructive_hint")]);
    let found = diagnostics("R066", Mcp, &wrong);
    let edit = &found[0].fixes[0].edits[0];
    assert!(found[0].fixes[0].safe);
    let mut fixed = wrong.clone();
    fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    assert_eq!(fixed, wrong.replace("readonlyHint", "readOnlyHint"));
}

#[test]
fn a_key_is_renamed_only_where_that_is_what_was_meant() {
    for no_fix in [
        r#"{"nonDestructive": true}"#,
        r#"{"readOnly": true, "readOnlyHint": true}"#,
        r#"{"readOnly": "true"}"#,
        r#"{"read\u004fnly": true}"#,
    ] {
        let found = diagnostics("R066", Mcp, &hinted("x", no_fix));
        assert_eq!((found.len(), found[0].fixes.len()), (1, 0), "{no_fix}");
    }
    let reverse = diagnostics("R066", Mcp, &hinted("x", r#"{"nonDestructive": true}"#));
    assert_eq!(reverse[0].help, ["write `\"destructiveHint\": false`"]);
}

#[test]
fn hint_values_are_booleans() {
    for (value, at) in [(r#""true""#, r#""true""#), ("1", "1"), ("null", "null"), ("[]", "[]")] {
        expect("R066", Mcp, &hinted("x", &format!(r#"{{"readOnlyHint": {value}}}"#)), &[("error", at)]);
    }
    expect("R066", Mcp, &hinted("x", r#"["readOnlyHint"]"#), &[("error", r#"["readOnlyHint"]"#)]);
    expect("R066", Mcp, &hinted("x", "null"), &[]);
}

#[test]
fn foreign_keys_are_one_note() {
    let tool = hinted("x", r#"{"category": "a", "title": "b", "readOnlyHint": true}"#);
    let found = diagnostics("R066", Mcp, &list(&[&tool, &tool]));
    assert_eq!((found.len(), found[0].level, found[0].labels.len()), (1, Level::Note, 1));
}

#[test]
fn a_read_has_no_side_effects() {
    let tool = |name: &str, field: &str| {
        one(name, &format!(r#""outputSchema": {{"type": "object", "properties": {{"side_effects": {field}}}}}"#))
    };
    let texts = r#"{"type": "array", "items": {"type": "string"}}"#;
    expect("R068", Promcp, &tool("read_x", texts), &[("error", "side_effects")]);
    expect("R068", Promcp, &tool("can_do", texts), &[("error", "side_effects")]);
    expect("R068", Promcp, &tool("read_x", r#"{"type": "array", "maxItems": 0}"#), &[]);
    expect("R068", Promcp, &tool("read_x", r#"{"const": []}"#), &[]);
    expect("R068", Promcp, &tool("do_x", texts), &[]);
    expect("R068", Mcp, &tool("read_x", texts), &[]);
}

#[test]
fn two_titles_are_one() {
    let tool = |inner: &str| one("x", &format!(r#""title": "Tank level", "annotations": {{"title": "{inner}"}}"#));
    expect("R069", Mcp, &tool("Level"), &[("note", "\"Level\"")]);
    expect("R069", Mcp, &tool(" tank LEVEL "), &[]);
    expect("R069", Mcp, &hinted("x", r#"{"title": "Level"}"#), &[]);
}

#[test]
fn an_object_that_tools_share_is_judged_once() {
    let yaml = "- &a\n  name: x\n  annotations: &h {readonlyHint: true}\n- name: y\n  annotations: *h\n";
    let found = super::diagnostics_in("R066", Mcp, Language::Yaml, yaml);
    assert_eq!(found.len(), 1);
}
