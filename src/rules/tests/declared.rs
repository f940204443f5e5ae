//! What is declared against what the text says and the schema holds.

use super::diagnostics;
use crate::settings::Preset;

fn said(description: &str, compensable: &str) -> usize {
    let list = format!(
        r#"[{{"name": "do_x", "description": {description:?}, "responseSchema": {{"type": "object", "properties": {{
            "compensable": {compensable}, "compensation_hint": {{"type": "string"}}}}}}}}]"#
    );
    diagnostics("R067", Preset::Promcp, &list).len()
}

#[test]
fn texts_that_contradict_compensable() {
    let always = r#"{"const": true}"#;
    for text in ["Wipes it. This cannot be undone.", "Irreversible.", "Permanently removes one order."] {
        assert_eq!(said(text, always), 1, "{text}");
    }
    for text in ["It is not irreversible.", "Never permanently removes anything.", "Makes a permanent link."] {
        assert_eq!(said(text, always), 0, "{text}");
    }
    assert_eq!(said("It can be undone later.", r#"{"const": false}"#), 1);
    assert_eq!(said("It cannot be undone.", r#"{"const": false}"#), 0);
    assert_eq!(said("It cannot be undone.", r#"{"type": "boolean"}"#), 0);
}

fn asked(schema: &str) -> Vec<String> {
    let list = format!(r#"[{{"name": "x", "inputSchema": {schema}}}]"#);
    let found = diagnostics("R082", Preset::Mcp, &list);
    found.iter().map(|d| list[d.span.start as usize..d.span.end as usize].to_owned()).collect()
}

#[test]
fn required_names_that_nothing_declares() {
    assert_eq!(asked(r#"{"type": "object", "properties": {"a": {}}, "required": ["a", "b"]}"#), [r#""b""#]);
    assert_eq!(asked(r#"{"type": "object", "properties": {"a": {"type": "object", "required": ["c"]}}}"#), [r#""c""#]);
    let sound = [
        r#"{"properties": {"a": {}}, "anyOf": [{"required": ["a"]}]}"#,
        r##"{"$defs": {"d": {"properties": {"a": {}}}}, "allOf": [{"$ref": "#/$defs/d"}], "required": ["a"]}"##,
        r#"{"patternProperties": {"^x": {}}, "required": ["x1"]}"#,
        r#"{"allOf": [{"properties": {"a": {}}}, {"required": ["a"]}], "properties": {"a": {}}}"#,
        r##"{"properties": {}, "$ref": "#/nowhere", "required": ["a"]}"##,
    ];
    for schema in sound {
        assert!(asked(schema).is_empty(), "{schema}");
    }
}
