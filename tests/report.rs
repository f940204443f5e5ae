//! What every format makes of the same findings, of hostile text, and of spans that lie nowhere.

use promcp_lint::check::{Outcome, Summary, check_text};
use promcp_lint::diagnostic::{Diagnostic, Level};
use promcp_lint::report::{self, Format, manifest, sanitize};
use promcp_lint::settings::Settings;
use promcp_lint::source::{Encoding, Language, SourceFile, Span};

const SHOP: &str = r#"{
  "tools": [
    {
      "name": "read_inventory",
      "description": "Reads how many pieces of an article are in stock.",
      "inputSchema": {"type": "object", "properties": {}}
    },
    {
      "name": "do_delete_record",
      "description": "Deletes a record.",
      "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}},
      "responseSchema": {"type": "object", "properties": {"status": {"type": "string"}}},
      "annotations": {"readOnlyHint": false}
    }
  ]
}
"#;

/// A tool list without any finding of the rules themselves.
fn outcome(name: &str, text: &str) -> Outcome {
    let settings = Settings { select: vec!["R901"], ..Settings::default() };
    check_text(name, text, &settings)
}

fn span(outcome: &Outcome, words: &str) -> Span {
    let file = outcome.sources.iter().next().unwrap();
    let start = file.text.find(words).unwrap();
    Span::new(file.id, start, start + words.len())
}

fn add_file(outcome: &mut Outcome, name: &str, text: &str) -> Span {
    let id = outcome.sources.next_id();
    let file = SourceFile::new(id, name.into(), name.into(), text.into(), Encoding::Utf8, Language::Python);
    outcome.sources.add(file);
    Span::new(id, 0, text.len())
}

fn sample() -> Outcome {
    let mut out = outcome("shop.json", SHOP);
    let elsewhere = add_file(&mut out, "src/store.py", "def drop(record):\n\tdel records[record]\n");
    let unread = add_file(&mut out, "src/huge.py", "");

    let message = "the response of `do_delete_record` lacks `compensable`";
    let mut compensable = Diagnostic::new("R006", Level::Error, span(&out, "\"status\""), message);
    compensable.here("`compensable` belongs beside it");
    compensable.label(span(&out, "do_delete_record"), "this tool");
    compensable.label(Span { start: 19, end: 38, ..elsewhere }, "what it does");
    compensable
        .note("an agent cannot tell whether it may undo the call, and so either never undoes it or tries and fails");
    compensable.help("declare `compensable` as a boolean");
    compensable.hosts = vec!["claude".into(), "cursor".into()];
    compensable.tool = Some("do_delete_record".into());

    let mut several = Diagnostic::new(
        "R090",
        Level::Note,
        span(&out, "{\n      \"name\": \"read_inventory\""),
        "over more than one line",
    );
    several.tool = Some("read_inventory".into());
    several.server = Some("shop.json".into());

    let mut thin = Diagnostic::new("R031", Level::Warning, span(&out, "Deletes a record"), "too thin");
    thin.tool = Some("do_delete_record".into());
    let mut server = Diagnostic::new("R050", Level::Error, span(&out, "\"tools\""), "the server has no `can_do`");
    for d in [&mut compensable, &mut thin, &mut server] {
        d.server = Some("shop.json".into());
    }
    let file = Diagnostic::new("R900", Level::Warning, unread, "this file is larger than 4 MiB");

    out.diagnostics = vec![server, several, thin, compensable, file];
    let summary = Summary { files: 3, servers: 1, tools: 2, errors: 2, warnings: 2, notes: 1, unresolved: 4 };
    out.summary = summary;
    out
}

fn print(outcome: &Outcome, format: Format, color: bool) -> String {
    let mut out = Vec::new();
    report::write(outcome, format, false, color, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const ALL: [Format; 5] = [Format::Full, Format::Concise, Format::Tools, Format::Json, Format::Reference];

#[test]
fn each_format() {
    for format in ALL {
        let name = format!("{format:?}").to_lowercase();
        insta::assert_snapshot!(name, print(&sample(), format, false));
    }
}

#[test]
fn colours() {
    insta::assert_snapshot!("full-coloured", print(&sample(), Format::Full, true).replace('\x1b', "␛"));
    insta::assert_snapshot!("tools-coloured", print(&sample(), Format::Tools, true).replace('\x1b', "␛"));
}

#[test]
fn manifest_of_a_tool_list() {
    let mut out = Vec::new();
    manifest::write(&sample(), &mut out).unwrap();
    insta::assert_snapshot!("manifest", String::from_utf8(out).unwrap());
}

#[test]
fn summary_counts_in_good_english() {
    let mut out = outcome("shop.json", SHOP);
    let last = |out: &Outcome| print(out, Format::Concise, false);
    assert_eq!(last(&out), "2 tools in 1 server: no findings\n");
    out.summary = Summary { tools: 1, servers: 1, errors: 1, notes: 2, unresolved: 1, ..Summary::default() };
    assert_eq!(
        last(&out),
        "1 tool in 1 server: 1 error, 2 notes; 1 field could not be resolved (--show-unresolved lists it)\n"
    );
}

/// Everything that a terminal or a build log would obey.
fn obeyed(text: &str) -> Vec<String> {
    let commands = text.lines().filter(|l| l.trim_start().starts_with("::") || l.contains("##["));
    let hidden = text.chars().filter(|c| sanitize::is_unsafe(*c) && *c != '\n').map(|c| c.escape_unicode().to_string());
    commands.map(str::to_owned).chain(hidden).collect()
}

#[test]
fn hostile_text_is_shown_and_not_obeyed() {
    let evil = "\x1b[2J\u{202e}\u{200b}\u{9b}31m\r\n::error::x\n##[error]y\u{2028}\u{e0041}\x07\u{feff}";
    let text = serde_json::json!([{"name": evil, "description": evil, "annotations": {evil: evil}}]).to_string();
    // The same characters raw, so that the excerpt must be cleaned too.
    let raw = "[{\"name\": \"::error::x\", \"description\": \"\u{202e}\u{200b}\u{2028}\u{e0041}##[error]\"}]";
    for (name, text) in [("::error::a.json", text.as_str()), (evil, raw)] {
        let mut out = outcome("a.json", text);
        let shown = add_file(&mut out, name, &format!("x = 1 # {evil}\n::error::y\n"));
        for server in &mut out.servers {
            server.id = evil.to_owned();
        }
        let first = out.sources.iter().next().unwrap().span();
        for at in [first, shown, Span { start: 20, ..shown }] {
            let mut d = Diagnostic::new("R132", Level::Error, at, format!("`{evil}` is wrong"));
            d.here(evil).label(shown, evil).note(evil).note(format!("{} ::error::z", "w".repeat(95))).help(evil);
            d.tool = Some(evil.to_owned());
            d.server = Some(evil.to_owned());
            out.diagnostics.push(d);
        }
        for format in ALL {
            let text = print(&out, format, false);
            assert_eq!(obeyed(&text), Vec::<String>::new(), "{format:?}");
            assert!(text.contains("error"), "{format:?}");
        }
        let mut text = Vec::new();
        manifest::write(&out, &mut text).unwrap();
        assert_eq!(obeyed(&String::from_utf8(text).unwrap()), Vec::<String>::new());
        // A colour is never the input's.
        let coloured = print(&out, Format::Full, true);
        let codes = ["\x1b[1;31m", "\x1b[1m", "\x1b[34m", "\x1b[0m", "\x1b[1;36m", "\x1b[1;33m", "\x1b[32m"];
        let bare = codes.iter().fold(coloured, |text, code| text.replace(code, ""));
        assert_eq!(obeyed(&bare), Vec::<String>::new());
    }
}

#[test]
fn json_says_the_same_after_cleaning() {
    let name = "a\u{202e}##[b\x1b\u{e0041}";
    let text = serde_json::json!([{ "name": name }]).to_string();
    let mut out = Vec::new();
    manifest::write(&outcome("a.json", &text), &mut out).unwrap();
    let back: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(back["servers"][0]["tools"][0]["name"], name);
}

#[test]
fn a_long_line_gives_a_window() {
    let text = format!("[{{\"description\": \"{}\", \"name\": \"read_stock\"}}]", "long ".repeat(40_000));
    let mut out = outcome("long.json", &text);
    let at = span(&out, "read_stock");
    out.diagnostics.push(Diagnostic::new("R020", Level::Error, at, "here"));
    let text = print(&out, Format::Full, false);
    assert!(text.len() < 600, "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let columns = |line: &str, what: &str| line[..line.find(what).unwrap()].chars().count();
    assert_eq!(columns(lines[3], "read_stock"), columns(lines[4], "^^^^^^^^^^"));
    assert!(lines[3].contains('…') && lines[1].ends_with(":200031"), "{text}");
}

#[test]
fn spans_that_lie_nowhere_do_no_harm() {
    for (start, end) in [(0, 0), (1, 2), (5, 3), (3, 900), (900, 901), (u32::MAX, u32::MAX), (0, u32::MAX)] {
        let mut out = outcome("a.yaml", "- name: ñandú\r\n  description: ünï\r\n");
        let file = out.sources.iter().next().unwrap().id;
        let at = Span { file, start, end };
        let mut d = Diagnostic::new("R020", Level::Error, at, "here");
        d.label(Span { file, start: 9, end: 10 }, "inside a character");
        out.diagnostics.push(d);
        for format in ALL {
            assert!(!print(&out, format, false).is_empty());
        }
    }
}

#[test]
fn the_table_tells_what_each_tool_is_and_costs() {
    let text = SHOP.replace("read_inventory", "read_inv\\u202eentory");
    let mut out = Vec::new();
    report::table::write(&outcome("shop.json", &text), &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "shop.json");
    let cells =
        |line: &str| line.split("  ").map(str::trim).filter(|c| !c.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells(lines[1]), ["tool", "hints", "parameters", "tokens"]);
    assert_eq!(cells(lines[2])[..3], ["read_inv\\u{202e}entory", "-", "-"]);
    assert_eq!(cells(lines[3])[..3], ["do_delete_record", "not read-only", "id?"]);
    let cost = |line: &str| cells(line).last().and_then(|c| c.parse::<usize>().ok()).unwrap();
    assert_eq!(cells(lines[4])[0], "2 tools");
    assert!(cost(lines[4]).abs_diff(cost(lines[2]) + cost(lines[3])) <= 1);
}
