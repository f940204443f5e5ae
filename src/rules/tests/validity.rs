//! R081, R083–R085, R087–R089, R095.

use crate::diagnostic::Level;
use crate::rules::testing::{Judged, judge, judge_with};
use crate::settings::Preset::Mcp;
use crate::settings::{Revision, Settings};

fn with(member: &str) -> String {
    format!(r#"[{{"name": "tank_level", "description": "Quantity kept apart from others.", {member}}}]"#)
}

fn schema(text: &str) -> Judged {
    judge(Mcp, &with(&format!(r#""inputSchema": {text}"#)))
}

fn parameter(text: &str) -> Judged {
    schema(&format!(r#"{{"type": "object", "properties": {{"p": {text}}}}}"#))
}

#[test]
fn what_the_meta_schema_excludes_is_found_at_its_place() {
    for (text, marked, message) in [
        (r#"{"type": "float"}"#, "\"float\"", "`float` is no type of JSON Schema"),
        (r#"{"type": ["string", "str"]}"#, "\"str\"", "`str` is no type of JSON Schema"),
        (r#"{"type": "string", "required": true}"#, "true", "`required` is true"),
        (r#"{"minimum": 1, "exclusiveMinimum": true}"#, "true", "as it was in draft-04"),
        (r#"{"type": "array", "items": [{}]}"#, "[{}]", "`items` is a list"),
        (r#"{"enum": "a"}"#, "\"a\"", "`enum` has a value"),
        (r#"{"minLength": -1}"#, "-1", "`minLength` has a value"),
        (r#"{"properties": null}"#, "null", "`properties` has a value"),
        (r#"{"patternProperties": []}"#, "[]", "`patternProperties` has a value"),
        (r#"{"multipleOf": 0}"#, "0", "`multipleOf` has a value"),
        ("7", "7", "the schema of the property `p` is the number 7"),
        ("null", "null", "the schema of the property `p` is null"),
    ] {
        let judged = parameter(text);
        assert!(judged.one("R081").message.contains(message), "{text}: {}", judged.one("R081").message);
        assert!(judged.marked("R081").contains(marked), "{text}: {}", judged.marked("R081"));
    }
}

#[test]
fn what_the_meta_schema_allows_is_left_alone() {
    for text in [
        r#"{"type": "string", "default": null, "examples": ["a"], "x-order": [1]}"#,
        r#"{"type": ["string", "null"], "enum": ["a", null]}"#,
        r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#,
        r##"{"$comment": "x", "$anchor": "a", "not": {}, "if": {}, "then": true, "dependentRequired": {"a": ["b"]}}"##,
        r#"{"type": "object", "properties": {"required": {"type": "boolean"}, "items": {"type": "string"}}}"#,
        r#"{"const": {"type": "float"}, "default": {"required": true}}"#,
        r#"{"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5}"#,
        "true",
        "{}",
    ] {
        assert!(!parameter(text).has("R081"), "{text}");
    }
    let draft4 = r#"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object",
        "properties": {"p": {"minimum": 1, "exclusiveMinimum": true}}}"#;
    assert!(!schema(draft4).has("R081"));
    let draft7 = r#"{"$schema": "http://json-schema.org/draft-07/schema", "type": "object",
        "properties": {"p": {"type": "array", "items": [{}]}}}"#;
    assert!(!schema(draft7).has("R081"));
    assert!(schema(draft7).has("R106"));
}

#[test]
fn a_keyword_of_another_type_is_a_warning_and_told_once() {
    let judged = schema(
        r#"{"type": "object", "properties": {"a": {"type": "string", "items": {}}, "b": {"type": "string", "items": {}}}}"#,
    );
    let d = judged.one("R081");
    assert_eq!((d.level, d.labels.len()), (Level::Warning, 1));
    assert!(!parameter(r#"{"type": "integer", "minimum": 0}"#).has("R081"));
    assert!(!parameter(r#"{"type": ["array", "null"], "items": {"type": "string"}}"#).has("R081"));
}

#[test]
fn references_lead_somewhere() {
    let of = |reference: &str, rest: &str| {
        schema(&format!(r#"{{"type": "object", "properties": {{"p": {{"$ref": "{reference}"}}}}{rest}}}"#))
    };
    let definitions = r#", "$defs": {"a/b": {"type": "string"}}"#;
    assert!(!of("#/$defs/a~1b", definitions).has("R083"));
    assert!(!of("#", "").has("R083"));
    assert_eq!(of("#/$defs/c", definitions).marked("R083"), "#/$defs/c");
    assert!(of("https://example.com/a.json", "").has("R083"));
    assert!(!of("#a", r#", "$defs": {"a": {"$anchor": "a"}}"#).has("R083"));
    assert!(!schema(r##"{"type": "object", "properties": {"$ref": {"type": "string"}}}"##).has("R083"));
}

#[test]
fn a_schema_that_contains_itself() {
    assert!(parameter(r##"{"$ref": "#"}"##).has("R084"));
    let through = |inner: &str| {
        schema(&format!(
            r##"{{"type": "object", "properties": {{"p": {{"$ref": "#/$defs/a"}}}},
            "$defs": {{"a": {{"anyOf": [{{"$ref": "#/$defs/b"}}, {{"type": "null"}}]}}, "b": {{"items": {inner}}}}}}}"##
        ))
    };
    assert!(through(r##"{"$ref": "#/$defs/a"}"##).has("R084"));
    assert!(!through(r#"{"type": "string"}"#).has("R084"));
    let twice = r##"{"type": "object", "properties": {"p": {"$ref": "#/$defs/a"}, "q": {"$ref": "#/$defs/a"}},
        "$defs": {"a": {"type": "string"}}}"##;
    assert!(!schema(twice).has("R084"));
    let output = r##""inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"p": {"$ref": "#"}}}"##;
    assert_eq!(judge(Mcp, &with(output)).one("R084").level, Level::Note);
}

#[test]
fn the_revision_decides_on_the_root_of_outputs() {
    let list = with(r#""inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}"#);
    let level = |spec| {
        judge_with(&Settings { preset: Mcp, spec, ..Settings::default() }, &list).of("R085").first().map(|d| d.level)
    };
    assert_eq!(level(Revision::V2025_11_25), Some(Level::Error));
    assert_eq!(level(Revision::V2026_07_28), Some(Level::Warning));
}

#[test]
fn headers_are_judged_one_by_one() {
    let of = |text: &str| schema(&format!(r#"{{"type": "object", "properties": {text}}}"#));
    assert!(
        !of(r#"{"a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "object", "properties":
        {"c": {"type": "integer", "x-mcp-header": "B"}}}}"#)
        .has("R088")
    );
    for bad in [
        r#"{"a": {"type": "string", "x-mcp-header": "A b"}}"#,
        r#"{"a": {"type": "string", "x-mcp-header": 7}}"#,
        r#"{"a": {"type": "array", "x-mcp-header": "A"}}"#,
        r#"{"a": {"anyOf": [{"type": "string", "x-mcp-header": "A"}]}}"#,
    ] {
        assert_eq!(of(bad).one("R088").level, Level::Error, "{bad}");
    }
    assert_eq!(of(r#"{"api_key": {"type": "string", "x-mcp-header": "K"}}"#).one("R088").level, Level::Warning);
    assert!(!of(r#"{"x-mcp-header": {"type": "string"}}"#).has("R088"));
}

#[test]
fn metadata_that_sdks_refuse() {
    let of = |member: &str| judge(Mcp, &with(&format!(r#""inputSchema": {{"type": "object"}}, {member}"#)));
    for fine in [
        r#""icons": [{"src": "data:image/png;base64,AA=="}, {"src": "HTTPS://example.com/a.png"}]"#,
        r#""execution": {"taskSupport": "optional"}"#,
        r#""_meta": {"com.example/key": 1, "plain": 2, "_own": 3, "io.modelcontextprotocol/related-task": {}}"#,
    ] {
        assert!(!of(fine).has("R095"), "{fine}");
    }
    assert_eq!(of(r#""_meta": {"dev.mcp/key": 1}"#).one("R095").level, Level::Warning);
    assert_eq!(of(r#""_meta": {"a..b/key": 1}"#).one("R095").level, Level::Warning);
    assert_eq!(of(r#""execution": {"taskSupport": true}"#).one("R095").level, Level::Error);
    let settings = Settings { preset: Mcp, spec: Revision::V2026_07_28, ..Settings::default() };
    let gone = with(r#""inputSchema": {"type": "object"}, "execution": {"taskSupport": "optional"}"#);
    assert_eq!(judge_with(&settings, &gone).one("R095").level, Level::Note);
}

#[test]
fn hostile_schemas_neither_hang_nor_overflow() {
    let deep = format!("{}{}", r#"{"not": "#.repeat(100), "{}".to_owned() + &"}".repeat(100));
    parameter(&deep);
    let wide: Vec<String> =
        (0..900).map(|i| format!(r##""d{i}": {{"$ref": "#/$defs/d{}"}}"##, (i + 1) % 900)).collect();
    let judged = schema(&format!(
        r##"{{"type": "object", "properties": {{"p": {{"$ref": "#/$defs/d0"}}}}, "$defs": {{{}}}}}"##,
        wide.join(",")
    ));
    assert!(judged.has("R084"));
    let patterns: Vec<String> = ["(", "[", "{", "(a{1000}){1000}", "(?="].iter().map(|p| p.repeat(500)).collect();
    for pattern in patterns {
        parameter(&format!(r#"{{"type": "string", "pattern": "{pattern}"}}"#));
    }
}
