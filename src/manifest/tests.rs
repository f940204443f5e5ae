use super::*;
use crate::ir::{Fact, Tool};
use crate::json::Json;
use crate::source::{self, FileId};
use std::path::PathBuf;

fn file(name: &str, bytes: &[u8]) -> SourceFile {
    let (text, encoding) = source::decode(bytes.to_vec()).unwrap();
    let language = if name.ends_with(".json") { Language::Json } else { Language::Yaml };
    SourceFile::new(FileId(0), PathBuf::new(), name.to_owned(), text, encoding, language)
}

/// What a span covers.
fn at(file: &SourceFile, span: Span) -> &str {
    &file.text[span.start as usize..span.end as usize]
}

fn json(text: &str) -> (SourceFile, Reading) {
    let file = file("list.json", text.as_bytes());
    let reading = read(&file, true);
    (file, reading)
}

fn yaml(text: &str) -> (SourceFile, Reading) {
    let file = file("list.yaml", text.as_bytes());
    let reading = read(&file, true);
    (file, reading)
}

fn only(reading: &Reading) -> &Tool {
    assert!(!reading.failed, "{:?}", reading.findings);
    &reading.servers[0].tools[0]
}

/// The one finding: its message, line and column, and the text that it covers.
fn refusal((file, reading): (SourceFile, Reading)) -> (String, usize, usize, String) {
    assert!(reading.failed && reading.servers.is_empty(), "{reading:?}");
    let finding = reading.findings.last().unwrap();
    assert_eq!((finding.code, finding.level), ("R091", Level::Error));
    let place = file.position(finding.span.start);
    (finding.message.clone(), place.line, place.column, at(&file, finding.span).to_owned())
}

/// Every text of a tree: its characters and where each is written.
fn texts<'f>(file: &'f SourceFile, value: &Json, out: &mut Vec<(String, &'f str)>) {
    use crate::json::Data;
    match &value.data {
        Data::Text(t) => out.push((t.as_str().to_owned(), at(file, t.span()))),
        Data::List(items) => items.iter().for_each(|v| texts(file, v, out)),
        Data::Object(o) => o.members.iter().for_each(|m| texts(file, &m.value, out)),
        _ => {}
    }
}

/// For each character of a text that a finding could point at: the character and what is written there.
fn characters<'f>(file: &'f SourceFile, text: &crate::text::Text) -> Vec<(char, &'f str)> {
    text.as_str().char_indices().map(|(i, c)| (c, at(file, text.span_of(i..i + c.len_utf8())))).collect()
}

#[test]
fn json_characters_are_found_through_escapes() {
    let (file, reading) =
        json(r#"[{"name": "read_a", "description": "a\n\u00e9\ud83d\ude00😀\"z", "inputSchema": {}}]"#);
    let tool = only(&reading);
    assert_eq!(at(&file, tool.span), "\"read_a\"");
    let text = tool.description.value().unwrap();
    assert_eq!(text.as_str(), "a\né😀😀\"z");
    let written = [r"a", r"\n", r"\u00e9", r"\ud83d\ude00", "😀", "\\\"", "z"];
    assert_eq!(characters(&file, text).into_iter().map(|(_, w)| w).collect::<Vec<_>>(), written);
    assert_eq!(at(&file, tool.input.span().unwrap()), "{}");
}

#[test]
fn json_positions_hold_behind_a_byte_order_mark_and_crlf() {
    let text = "[\r\n {\"name\": \"read_ä\",\r\n  \"title\": \"😀b\"}]";
    let mut bytes = vec![0xEF, 0xBB, 0xBF];
    bytes.extend(text.as_bytes());
    let utf8 = file("a.json", &bytes);
    let mut wide = vec![0xFF, 0xFE];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let utf16 = file("a.json", &wide);
    for (file, offset) in [(utf8, 3 + 41), (utf16, 2 + 2 * 38)] {
        let reading = read(&file, true);
        let title = only(&reading).title.value().unwrap().clone();
        let place = file.position(title.span_of(4..5).start);
        assert_eq!((place.line, place.column, place.offset), (3, 14, offset));
    }
}

#[test]
fn json_refusals_point_at_the_character() {
    let cases = [
        ("", "the file is empty", 1, 1, ""),
        ("[{\"name\": \"read_a\", ", "the file ends too early: expected a key in double quotes", 1, 21, ""),
        ("[{\"name\": \"read_", "the file ends inside a string", 1, 17, ""),
        ("// tools\n[]", "a comment is no JSON", 1, 1, "/"),
        ("[\n {\"a\": 1,}]", "a comma before the closing bracket is no JSON", 2, 9, ","),
        ("[1, NaN]", "`NaN` is no JSON value", 1, 5, "NaN"),
        ("[-Infinity]", "expected a digit, found `Infinity`", 1, 3, "I"),
        ("[{'name': 1}]", "text stands in double quotes in JSON", 1, 3, "'"),
        ("[01]", "a number with a leading zero is no JSON", 1, 2, "0"),
        ("[1.]", "expected a digit after the point, found `]`", 1, 4, "]"),
        ("[] []", "expected nothing after the end of the value, found `[`", 1, 4, "["),
        ("[\"a\tb\"]", "a control character inside a string is written `\\u0009` in JSON", 1, 4, "\t"),
        ("[\"a\nb\"]", "a line break inside a string is written `\\n` in JSON", 1, 4, "\n"),
        ("[\"\\q\"]", "an escape that JSON does not have", 1, 3, "\\q"),
        ("[\"\\u12g4\"]", "expected four hexadecimal digits after `\\u`, found `g4`", 1, 7, "g"),
        ("[{\"a\" 1}]", "expected `:` after a key, found `1`", 1, 7, "1"),
        ("[é]", "expected a value, found `é`", 1, 2, "é"),
        ("5", "no tool list: the file holds a number", 1, 1, "5"),
        ("null", "no tool list: the file holds null", 1, 1, "n"),
        ("{\"a\": 1}", "no tool list: the object has no `tools`", 1, 1, "{"),
        ("{\"tools\": {\"a\": {}}}", "`tools` is an object, not a list", 1, 11, "{"),
        ("{\"tools\": null}", "`tools` is null, not a list", 1, 11, "n"),
        ("{\"result\": {}}", "no tool list: `result` has no `tools`", 1, 3, "result"),
        (
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}",
            "the server answered with an error: Method not found",
            1,
            30,
            "error",
        ),
    ];
    for (text, message, line, column, covered) in cases {
        let (m, l, c, t) = refusal(json(text));
        assert_eq!((m.as_str(), l, c, t.as_str()), (message, line, column, covered), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_where_it_gets_too_deep() {
    for open in ["[", "{\"a\":"] {
        let (message, _, column, _) = refusal(json(&open.repeat(100_000)));
        assert_eq!(message, "nested deeper than 200 levels");
        assert_eq!(column, 200 * open.len() + 1);
    }
    for open in ["[", "- ", "{a: "] {
        let (message, ..) = refusal(yaml(&open.repeat(50_000)));
        assert!(message.contains("nested deeper") || message.contains("recursion"), "{message}");
    }
    let deep = format!("[{{\"name\": \"a\", \"inputSchema\": {}{}}}]", "[".repeat(190), "]".repeat(190));
    assert!(!json(&deep).1.failed);
}

#[test]
fn numbers_of_any_size_are_read() {
    let (_, reading) =
        json(r#"[{"name": "a", "x": [1e999, -1e999, 18446744073709551615, 99999999999999999999, -0, 1.5]}]"#);
    let x = only(&reading).extra[0].value.to_value().to_string();
    assert_eq!(x, "[1.7976931348623157e+308,-1.7976931348623157e+308,18446744073709551615,1e+20,0,1.5]");
}

#[test]
fn half_a_surrogate_pair_is_told_and_replaced() {
    let (file, reading) = json(r#"[{"name": "a", "title": "x\ud83dy", "description": "\ude00"}]"#);
    let tool = only(&reading);
    assert_eq!(tool.title.as_str(), Some("x\u{FFFD}y"));
    assert_eq!(tool.description.as_str(), Some("\u{FFFD}"));
    let told: Vec<_> = reading.findings.iter().map(|f| at(&file, f.span)).collect();
    assert_eq!(told, [r"\ud83d", r"\ude00"]);
}

#[test]
fn a_key_given_twice_is_told_at_the_second_and_the_last_wins() {
    let text = r#"[{"name": "getX", "x": {"a": 1, "a": 2}, "name": "read_a"}]"#;
    let (file, reading) = json(text);
    let tool = only(&reading);
    assert_eq!(tool.name.as_str(), Some("read_a"));
    assert_eq!(tool.raw.as_ref().unwrap().as_object().unwrap().members[0].key.as_str(), "name");
    let [inner, outer] = &reading.findings[..] else { panic!("{:?}", reading.findings) };
    assert_eq!(outer.message, "key `name` is given twice, and the last value wins");
    assert_eq!(outer.span.start as usize, text.rfind("name\"").unwrap());
    assert_eq!(outer.labels[0].span.start as usize, text.find("name").unwrap());
    assert_eq!(at(&file, inner.span), "a");
    assert_eq!(outer.tool.as_deref(), Some("read_a"));
    assert_eq!(outer.server.as_deref(), Some("list.json"));
}

#[test]
fn many_faults_give_a_bounded_number_of_findings() {
    let text = format!("[{{\"name\": \"a\"{}}}]", ", \"k\": 1".repeat(20_000));
    assert_eq!(json(&text).1.findings.len(), MAX_FINDINGS);
}

#[test]
fn entries_that_are_no_tools_are_told_and_the_others_judged() {
    let (file, reading) = json(r#"[{"name": "read_a"}, null, "read_b", {"name": "read_c"}]"#);
    assert_eq!(reading.servers[0].tools.len(), 2);
    let told: Vec<_> = reading.findings.iter().map(|f| (f.message.as_str(), at(&file, f.span))).collect();
    assert_eq!(
        told,
        [
            ("entry 1 of the tool list is null, not a tool", "null"),
            ("entry 2 of the tool list is text, not a tool", "\"read_b\"")
        ]
    );
}

#[test]
fn wrong_types_are_absent_and_kept() {
    let (file, reading) = json(
        r#"[{"name": 7, "title": null, "description": 12, "inputSchema": null, "outputSchema": null,
             "annotations": [1], "input_schema": {}, "_meta": {}}]"#,
    );
    let tool = only(&reading);
    assert!(tool.name.is_absent() && tool.title.is_absent() && tool.description.is_absent());
    assert!(tool.input.value().unwrap().is_null());
    assert!(tool.output.is_absent() && tool.contract.is_absent());
    assert_eq!(at(&file, tool.annotations.given.span().unwrap()), "[1]");
    assert_eq!(at(&file, tool.span), "7");
    assert_eq!(tool.raw.as_ref().unwrap().get("name").unwrap().as_f64(), Some(7.0));
    assert_eq!(tool.extra.iter().map(|m| m.key.as_str()).collect::<Vec<_>>(), ["input_schema", "_meta"]);
    let (file, reading) = json(r#" [ {"x": 1}]"#);
    assert_eq!((at(&file, only(&reading).span), only(&reading).span.start), ("{", 3));
    assert!(only(&reading).input.is_absent());
}

#[test]
fn the_contract_is_the_first_schema_that_says_something() {
    let contract = |members: &str| {
        let (file, reading) = json(&format!("[{{\"name\": \"a\", {members}}}]"));
        only(&reading).contract.span().map(|s| at(&file, s).to_owned())
    };
    let (a, b) = (r#"{"type": "object"}"#, r#"{"type": "array"}"#);
    assert_eq!(contract(&format!(r#""responseSchema": {a}, "outputSchema": {b}"#)).as_deref(), Some(a));
    assert_eq!(contract(&format!(r#""responseSchema": {{}}, "outputSchema": {b}"#)).as_deref(), Some(b));
    assert_eq!(contract(&format!(r#""responseSchema": null, "response_schema": {a}"#)).as_deref(), Some(a));
    assert_eq!(contract(&format!(r#""outputSchema": {b}"#)).as_deref(), Some(b));
    assert_eq!(contract(r#""responseSchema": {}"#).as_deref(), Some("{}"));
    assert_eq!(contract(r#""responseSchema": null"#), None);
    assert_eq!(contract(r#""responseSchema": "value""#), None);
}

#[test]
fn the_shapes_of_a_tool_list() {
    let tools = r#"[{"name": "read_a", "description": "x"}]"#;
    let shapes = [
        (tools.to_owned(), None, "\"read_a\""),
        (format!(r#"{{"tools": {tools}, "name": "shop", "instructions": "Say x"}}"#), Some("shop"), "tools"),
        (format!(r#"{{"tools": {tools}, "serverInfo": {{"name": "shop"}}}}"#), Some("shop"), "tools"),
        (format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"tools": {tools}}}}}"#), None, "tools"),
        (format!(r#"{{"result": {{"tools": {tools}}}}}"#), None, "tools"),
    ];
    for (text, name, place) in &shapes {
        let (file, reading) = json(text);
        let server = &reading.servers[0];
        assert_eq!((server.id.as_str(), server.framework, server.root.as_str()), ("list.json", "manifest", "."));
        assert_eq!((server.name.as_str(), at(&file, server.span)), (*name, *place), "{text}");
        assert_eq!(server.tools[0].known_name(), Some("read_a"));
    }
    assert_eq!(json(&shapes[1].0).1.servers[0].instructions.as_str(), Some("Say x"));
    for text in ["[]", r#"{"tools": []}"#, r#"{"version": 1, "servers": []}"#] {
        let (_, reading) = json(text);
        assert!(!reading.failed && reading.servers.is_empty() && reading.findings.is_empty());
    }
}

#[test]
fn own_output_is_read_back() {
    let text = r##"{"version": 1, "servers": [
      {"id": "src/app.py#mcp", "name": "shop", "language": "python", "framework": "fastmcp", "root": "src", "tools": [
        {"name": "read_a", "title": null, "description": null, "outputSchema": null,
         "inputSchema": {"type": "object", "properties": {"x": {}, "y": {"type": "string"}}},
         "annotations": {"readOnlyHint": true},
         "_source": {"file": "src/app.py", "line": 1, "column": 1}, "_conditional": "under a flag", "_effects": [],
         "_unresolved": [{"field": "description", "reason": "an environment variable"},
                         {"field": "inputSchema#/properties/x", "reason": "computed"},
                         {"field": "inputSchema#/properties/y", "reason": "more"},
                         {"field": "annotations.openWorldHint", "reason": "computed"}]}]},
      {"id": "b", "tools": [{"name": "read_b"}]}, {"id": "c"}]}"##;
    let (_, reading) = json(text);
    assert_eq!(reading.servers.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["src/app.py#mcp", "b"]);
    assert_eq!(
        reading.findings.iter().map(|f| f.message.as_str()).collect::<Vec<_>>(),
        ["server 2 has no list `tools`"]
    );
    let server = &reading.servers[0];
    assert_eq!((server.name.as_str(), server.root.as_str()), (Some("shop"), "src"));
    let tool = &server.tools[0];
    assert_eq!(tool.conditional.as_deref(), Some("under a flag"));
    assert!(tool.extra.is_empty() && tool.raw.as_ref().unwrap().get("title").is_none());
    assert!(tool.annotations.read_only.is_true() && tool.annotations.destructive.is_absent());
    let unresolved: Vec<_> = tool.unresolved().into_iter().map(|(field, why, _)| (field, why)).collect();
    let told = |field: &str, why: &str| (field.to_owned(), why.to_owned());
    assert_eq!(
        unresolved,
        [
            told("description", "an environment variable"),
            told("inputSchema#/properties/x", "computed"),
            told("inputSchema#/properties/y", "more"),
            told("annotations.openWorldHint", "computed"),
        ]
    );
    assert!(matches!(&tool.description, Fact::Unknown { why, .. } if why == "an environment variable"));
}

#[test]
fn files_found_by_walking_are_silent_unless_they_are_tool_lists() {
    let silent = [
        ("package.json", r#"{"name": "x", "description": "y", "scripts": {}}"#),
        ("labels.json", r#"[{"name": "bug", "description": "Something is broken"}]"#),
        ("bundle.json", r#"{"version": "1", "server": {}, "tools": [{"name": "a", "description": "b"}]}"#),
        ("compilers.json", r#"{"tools": [{"name": "cc"}]}"#),
        ("broken.json", r#"{"name": "x", "#),
        ("tsconfig.json", "{ // comment\n \"compilerOptions\": {} }"),
        ("schema.json", r#"{"name": "x", "inputSchema": 1}"#),
        ("ci.yml", "name: build\non: push\njobs:\n  a:\n\tb"),
        ("workflow.yml", "name: x\ninputSchema: 1\n"),
        ("broken.yml", "name: [x\n"),
    ];
    for (name, text) in silent {
        let reading = read(&file(name, text.as_bytes()), false);
        assert!(!reading.failed && reading.findings.is_empty() && reading.servers.is_empty(), "{name}");
    }
    let told = [
        ("tools.json", r#"[{"name": "a", "inputSchema": {}}]"#, false),
        ("tools.json", r#"{"result": {"tools": [null, {"name": "a", "responseSchema": {}}]}}"#, false),
        ("tools.json", r#"{"servers": [{"id": "a", "tools": [{"name": "a", "inputSchema": {}}]}]}"#, false),
        ("tools.json", r#"{"tools": [{"name": "a", "description": "b"}]}"#, false),
        ("tools.json", r#"{"tools": [{"name": "a", "inputSchema": {}}"#, true),
        ("tools.yaml", "- name: a\n  inputSchema: {}\n", false),
        ("tools.yaml", "tools:\n- name: a\n\tinputSchema: {}\n", true),
    ];
    for (name, text, failed) in told {
        let reading = read(&file(name, text.as_bytes()), false);
        assert_eq!((reading.failed, reading.servers.len()), (failed, usize::from(!failed)), "{text}");
    }
}

#[test]
fn yaml_refusals_point_at_the_place() {
    let cases = [
        ("- name: a\n---\n- name: b\n", "a second document starts here, and a manifest is one document", 2, 1),
        ("tools:\n\t- name: read_a\n", "not YAML: tabs disallowed within this context (block indentation)", 2, 1),
        (
            "# é\n- name: !!python/object:os.system x\n",
            "tag `!!python/object:os.system` makes an object of the loading program, which a tool list cannot hold",
            2,
            9,
        ),
        (
            "- name: a\n  x: !thing {a: 1}\n",
            "tag `!thing` makes an object of the loading program, which a tool list cannot hold",
            2,
            6,
        ),
        ("- name: a\n  x: &b !!set {a}\n", "tag `!!set` makes an object", 2, 9),
        ("- name: a\n  n: !!int abc\n", "`abc` is no `!!int`", 2, 6),
        ("- name: é\n  x: *nowhere\n", "not YAML: while parsing node, found unknown anchor", 2, 6),
        ("- &a\n  name: *a\n", "an alias inside the very value that it names", 2, 9),
        ("- name: a\n  ? [x]\n  : 1\n", "a key must be text, and this one is a list or a map", 2, 5),
        ("- name: a\n  <<: 3\n", "`<<` takes a map or a list of maps", 2, 7),
        ("just words\n", "no tool list: the file holds text", 1, 1),
        ("tools: {a: {name: a}}\n", "`tools` is an object, not a list", 1, 8),
        ("- name: a\n  b: [\n", "not YAML", 3, 1),
    ];
    for (text, message, line, column) in cases {
        let (m, l, c, _) = refusal(yaml(text));
        assert!(m.starts_with(message), "{m}");
        assert_eq!((l, c), (line, column), "{text} {m}");
    }
}

#[test]
fn yaml_without_content_holds_no_tools() {
    for text in ["", "# only a comment\n", "---\n", "\n\n", "[]", "tools: []\n"] {
        let (_, reading) = yaml(text);
        assert!(!reading.failed && reading.findings.is_empty() && reading.servers.is_empty(), "{text:?}");
    }
}

#[test]
fn yaml_scalars_are_what_pyyaml_makes_of_them() {
    let (file, reading) = yaml(
        "- name: yes\n  description: 2026-01-31\n  inputSchema: {default: 2026-01-31, a: on, b: 'on', c: !!str 5, d: ~, e: 1_0, f: .nan}\n",
    );
    let tool = only(&reading);
    assert!(tool.name.is_absent() && tool.description.is_absent());
    assert_eq!(at(&file, tool.span), "yes");
    let input = tool.input.value().unwrap();
    assert!(input.get("default").unwrap().is_unknown());
    assert_eq!(input.get("a").unwrap().as_bool(), Some(true));
    assert_eq!(input.get("b").unwrap().as_str(), Some("on"));
    assert_eq!(input.get("c").unwrap().as_str(), Some("5"));
    assert!(input.get("d").unwrap().is_null());
    assert_eq!(input.get("e").unwrap().as_f64(), Some(10.0));
    assert_eq!(reading.findings.iter().map(|f| at(&file, f.span)).collect::<Vec<_>>(), [".nan"]);
}

#[test]
fn yaml_anchors_aliases_and_merge_keys() {
    let (file, reading) = yaml(
        "shared:\n  one: &one {type: object, x: 1}\n  two: &two {x: 2, y: 2}\ntools:\n  - &first\n    name: read_a\n    inputSchema: *one\n  - <<: *first\n    name: read_b\n  - name: read_c\n    inputSchema:\n      <<: [*one, *two]\n      z: 3\n",
    );
    let tools = &reading.servers[0].tools;
    let names: Vec<_> = tools.iter().map(|t| t.known_name().unwrap()).collect();
    assert_eq!(names, ["read_a", "read_b", "read_c"]);
    assert_eq!(at(&file, tools[0].input.span().unwrap()), "*one");
    assert_eq!(tools[1].input.value().unwrap().to_value().to_string(), r#"{"type":"object","x":1}"#);
    assert_eq!(tools[2].input.value().unwrap().to_value().to_string(), r#"{"type":"object","x":1,"y":2,"z":3}"#);
    assert_eq!(at(&file, tools[2].input.value().unwrap().get("y").unwrap().span), "2");
    assert_eq!(at(&file, tools[0].span), "read_a");
}

#[test]
fn alias_bombs_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..12 {
        let alias = format!("*a{}", i - 1);
        text += &format!("a{i}: &a{i} [{}]\n", vec![alias; 9].join(", "));
    }
    let (message, line, ..) = refusal(yaml(&text));
    assert_eq!((message.as_str(), line), ("aliases expand to more than 200000 values", 6));
}

#[test]
fn yaml_keys_given_twice() {
    let (file, reading) = yaml("- name: getX\n  name: read_ä\n  é: 1\n");
    assert_eq!(only(&reading).name.as_str(), Some("read_ä"));
    let finding = &reading.findings[0];
    assert_eq!((at(&file, finding.span), file.line(finding.span.start)), ("name", 2));
    assert_eq!(file.line(finding.labels[0].span.start), 1);
}

#[test]
fn yaml_characters_are_found_in_every_style() {
    let written = |yaml_value: &str| {
        let text = format!("# é😀\n- name: read_a\n  description: {yaml_value}\n  inputSchema: {{}}\n");
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let (file, reading) = yaml(&text);
            let text = only(&reading).description.value().unwrap();
            for (c, written) in characters(&file, text) {
                let fits = match c {
                    ' ' => written.trim_matches([' ', '\n', '\r', '\t']).is_empty(),
                    '\n' => written == "\\n" || written.chars().all(char::is_whitespace),
                    '\t' => written == "\\t" || written == "\t",
                    'é' => written == "é" || written == "\\xe9",
                    '\'' => written == "'" || written == "''",
                    '"' => written == "\"" || written == "\\\"",
                    c => written.len() == c.len_utf8() && written.starts_with(c),
                };
                assert!(fits, "{c:?} {written:?} in {yaml_value:?}");
            }
            let covered = at(&file, only(&reading).description.span().unwrap());
            assert_eq!(covered.trim_end(), covered, "{yaml_value:?}");
        }
        let (_, reading) = yaml(&text);
        only(&reading).description.as_str().unwrap().to_owned()
    };
    assert_eq!(written("plain é text 😀 it's"), "plain é text 😀 it's");
    assert_eq!(written("plain over\n    two  lines\n\n    and more"), "plain over two  lines\nand more");
    assert_eq!(written("'it''s é\n    folded'"), "it's é folded");
    assert_eq!(written(r#""a\n\t\xe9 \"q\" z😀""#), "a\n\té \"q\" z😀");
    assert_eq!(written("\"a \\\n    b  \n    c\""), "a b c");
    assert_eq!(written("|\n    one é\n      two\n\n    three 😀"), "one é\n  two\n\nthree 😀\n");
    assert_eq!(written("|-\n    one\n    two"), "one\ntwo");
    assert_eq!(written("|2-\n      one\n    two"), "  one\ntwo");
    assert_eq!(written(">\n    one é\n    two\n\n    three\n      four\n    five"), "one é two\nthree\n  four\nfive\n");
    assert_eq!(written(">+\n    one\n"), "one\n\n");
    assert_eq!(written("&x >-\n    one\n    two"), "one two");
    assert_eq!(written("&x !!str 'a'"), "a");
    assert_eq!(written("&x plain"), "plain");
}

#[test]
fn yaml_spans_of_collections_end_with_their_content() {
    let (file, reading) = yaml(
        "tools:\n- name: a\n  inputSchema:\n    type: object\n    required:\n    - x\n\n# end\n- {name: b, inputSchema: {a: [1]}}\n",
    );
    let tools = &reading.servers[0].tools;
    assert_eq!(at(&file, tools[0].input.span().unwrap()), "type: object\n    required:\n    - x");
    assert_eq!(at(&file, tools[1].raw.as_ref().unwrap().span), "{name: b, inputSchema: {a: [1]}}");
    assert_eq!(at(&file, reading.servers[0].span), "tools");
}

#[test]
fn json_in_a_yaml_file_is_read_as_json() {
    let (file, reading) = yaml("[{\"name\": \"read_a\", \"title\": \"\\ud83d\\ude00\"}]");
    assert_eq!(only(&reading).title.as_str(), Some("😀"));
    assert_eq!(at(&file, only(&reading).span), "\"read_a\"");
}

#[test]
fn json_and_yaml_agree() {
    let text = "# YAML, then
[{\"name\": \"read_a\", \"description\": \"x \\\"y\\\" \\u00e9\\n\", \"inputSchema\": {\"a\": [1, true, null, 1.5], \"b\": {}}}]";
    let (a, b) = (json(&text.replace("# YAML, then", "            ")), yaml(text));
    let (left, right) = (only(&a.1).raw.clone().unwrap(), only(&b.1).raw.clone().unwrap());
    assert_eq!(left.to_value(), right.to_value());
    assert_eq!(left.span, right.span);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    texts(&a.0, &left, &mut x);
    texts(&b.0, &right, &mut y);
    let inner =
        |v: &[(String, &str)]| v.iter().map(|(t, w)| (t.clone(), w.trim_matches('"').to_owned())).collect::<Vec<_>>();
    assert_eq!(inner(&x), inner(&y));
}

/// Every span of a tree lies on character boundaries of the file.
fn check_places(file: &SourceFile, value: &Json) {
    use crate::json::Data;
    let check = |span: Span| assert!(file.text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
    check(value.span);
    match &value.data {
        Data::Text(t) => t.as_str().char_indices().for_each(|(i, c)| check(t.span_of(i..i + c.len_utf8()))),
        Data::List(items) => items.iter().for_each(|v| check_places(file, v)),
        Data::Object(o) => o.members.iter().for_each(|m| {
            check(m.key.span());
            check_places(file, &m.value);
        }),
        _ => {}
    }
}

#[test]
fn no_damage_to_a_file_breaks_the_reader() {
    let samples = [
        (
            "a.json",
            r#"[{"name": "read_\u00e9\ud83d\ude00😀", "inputSchema": {"a": [1.5e3, true, null, "x\n"]}}, null]"#,
        ),
        (
            "a.yaml",
            "# é\nshared: &s {a: 1}\ntools:\n- &t\n  name: 'it''s'\n  description: >-\n    folded é\n      more\n    end\n  inputSchema: *s\n- <<: [*t, *s]\n  title: \"a\\x41 \\\n    b\"\n  x: !!str 2026-01-31\n  y: |+\n    é\n\n",
        ),
    ];
    let parts = [
        "", "\n", " ", "\t", "\"", "'", "\\", ":", ": ", "- ", "[", "]", "{", "}", ",", "&a ", "*a", "!x ", "|", ">",
        "#", "%", "é", "😀", "\r", "\u{85}", "\u{FEFF}", "0", "---\n", "? ", "<<: ",
    ];
    for (name, text) in samples {
        for (i, c) in text.char_indices() {
            for part in parts {
                for end in [i, i + c.len_utf8()] {
                    let damaged = format!("{}{part}{}", &text[..i], &text[end..]);
                    let file = file(name, damaged.as_bytes());
                    let reading = read(&file, true);
                    for tool in reading.servers.iter().flat_map(|s| &s.tools) {
                        check_places(&file, tool.raw.as_ref().unwrap());
                    }
                    for finding in &reading.findings {
                        assert!(file.text.get(finding.span.start as usize..finding.span.end as usize).is_some());
                    }
                }
            }
            assert!(name != "a.json" || read(&file(name, &text.as_bytes()[..i]), true).failed);
        }
    }
}
