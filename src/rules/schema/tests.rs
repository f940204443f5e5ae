use super::*;
use crate::source::FileId;

fn json(text: &str) -> Json {
    let value: serde_json::Value = serde_json::from_str(text).expect("a test schema is JSON");
    Json::from_value(&value, Span::file_start(FileId(0)))
}

fn values(text: &str) -> (Vec<String>, Rest) {
    let json = json(text);
    let values = Schema::new(&json, &json).values();
    (values.listed.iter().map(Value::shown).collect(), values.rest)
}

fn types(text: &str) -> String {
    let json = json(text);
    Schema::new(&json, &json).types().words()
}

/// `found`, `sometimes`, `unknown`, `absent`, with the types of what is declared.
fn property(text: &str, name: &str) -> String {
    let json = json(text);
    match Schema::new(&json, &json).property(name) {
        Property::Found { schema, .. } => format!("found {}", schema.types().words()),
        Property::Sometimes { schema, .. } => format!("sometimes {}", schema.types().words()),
        Property::Unknown(_) => "unknown".to_owned(),
        Property::Absent => "absent".to_owned(),
    }
}

#[test]
fn values_are_the_same_in_every_spelling() {
    let spellings = [
        r#"{"enum": ["a", "b"]}"#,
        r#"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#,
        r#"{"anyOf": [{"enum": ["a"]}, {"enum": ["b"], "type": "string"}]}"#,
        r##"{"$ref": "#/$defs/Q", "$defs": {"Q": {"enum": ["a", "b"]}}}"##,
        r#"{"allOf": [{"type": "string"}, {"enum": ["a", "b"]}]}"#,
        r#"{"enum": ["a", "b", "c"], "allOf": [{"enum": ["b", "a"]}]}"#,
    ];
    for spelling in spellings {
        assert_eq!(values(spelling), (vec!["\"a\"".to_owned(), "\"b\"".to_owned()], Rest::Nothing), "{spelling}");
    }
}

#[test]
fn null_is_a_value_and_a_free_branch_frees_all() {
    assert_eq!(values(r#"{"anyOf": [{"const": 1}, {"type": "null"}]}"#).0, ["1", "null"]);
    assert_eq!(values(r#"{"anyOf": [{"const": 1}, {"type": "string"}]}"#).1, Rest::Free);
    assert_eq!(values("true").1, Rest::Free);
    assert_eq!(values("false"), (vec![], Rest::Nothing));
    assert_eq!(values(r#"{"enum": []}"#), (vec![], Rest::Nothing));
}

#[test]
fn types_are_read_through_lists_values_and_combinations() {
    assert_eq!(types(r#"{"type": ["string", "null"]}"#), "string or null");
    assert_eq!(types(r#"{"anyOf": [{"type": "boolean"}, {"type": "null"}]}"#), "boolean or null");
    assert_eq!(types(r#"{"const": 1.5}"#), "number");
    assert_eq!(types(r#"{"allOf": [{"type": ["string", "integer"]}, {"type": "number"}]}"#), "integer");
    assert_eq!(types("{}"), "any type");
    assert_eq!(types(r#"{"type": "text"}"#), "any type");
}

#[test]
fn properties_are_found_behind_references_and_in_every_branch() {
    let merged = r#"{"allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}}]}"#;
    assert_eq!(property(merged, "a"), "found string");
    assert_eq!(property(merged, "c"), "absent");
    let either = r#"{"anyOf": [{"properties": {"a": {"type": "string"}, "b": {}}},
        {"properties": {"a": {"type": "null"}}}, {"type": "null"}]}"#;
    assert_eq!(property(either, "a"), "found string or null");
    assert_eq!(property(either, "b"), "sometimes any type");
    let condition = r#"{"properties": {}, "then": {"properties": {"a": {"type": "string"}}}}"#;
    assert_eq!(property(condition, "a"), "sometimes string");
    assert_eq!(property(r#"{"$ref": "https://example.com/schema"}"#, "a"), "unknown");
}

#[test]
fn pointers_are_decoded() {
    let schema = json(r#"{"$defs": {"a/b~c d": {"type": "string"}}}"#);
    assert!(target(&schema, "#/$defs/a~1b~0c%20d").is_some());
    assert!(target(&schema, "#").is_some());
    assert!(target(&schema, "#name").is_none());
    assert!(target(&schema, "#/$defs/%zz").is_none());
}

#[test]
fn a_schema_that_contains_itself_ends() {
    for text in [
        r##"{"$ref": "#"}"##,
        r##"{"allOf": [{"$ref": "#"}], "properties": {"a": {"$ref": "#"}}}"##,
        r##"{"anyOf": [{"$ref": "#"}, {"type": "null"}]}"##,
        r##"{"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}"##,
    ] {
        let json = json(text);
        let schema = Schema::new(&json, &json);
        let _ = (schema.types(), schema.values(), schema.property("a"), schema.items(), schema.required());
    }
}

#[test]
fn doubling_references_are_cut_short() {
    let doubling: Vec<String> = (0..60)
        .map(|i| format!(r##""D{i}": {{"anyOf": [{{"$ref": "#/$defs/D{0}"}}, {{"$ref": "#/$defs/D{0}"}}]}}"##, i + 1))
        .collect();
    let text = format!(r##"{{"$ref": "#/$defs/D0", "$defs": {{{}, "D60": {{}}}}}}"##, doubling.join(","));
    let json = json(&text);
    assert_eq!(Schema::new(&json, &json).unknown(), Some(TOO_LARGE));
}

#[test]
fn required_lists_are_joined() {
    let names = |text: &str| {
        let json = json(text);
        let required = Schema::new(&json, &json).required();
        required.map(|r| r.names.iter().map(|n| n.as_str().to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(names(r#"{"required": ["a"], "allOf": [{"required": ["b"]}]}"#), Some(vec!["a".into(), "b".into()]));
    assert_eq!(names(r#"{"anyOf": [{"required": ["a", "b"]}, {"required": ["b"]}]}"#), Some(vec!["b".into()]));
    assert_eq!(names("{}"), None);
}

#[test]
fn items_and_ranges() {
    let one = json(r#"{"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}"#);
    assert!(matches!(Schema::new(&one, &one).items(), Items::One(s) if s.types() == Types::STRING));
    let tuple = json(r#"{"items": [{"type": "string"}]}"#);
    assert!(matches!(Schema::new(&tuple, &tuple).items(), Items::Tuple(_)));
    let range = json(r#"{"minimum": 0, "allOf": [{"exclusiveMaximum": 2}, {"maximum": 5}]}"#);
    let (low, high) = Schema::new(&range, &range).range();
    assert_eq!(low.map(|b| b.value), Some(0.0));
    assert_eq!(high.map(|b| (b.value, b.exclusive)), Some((2.0, true)));
}
