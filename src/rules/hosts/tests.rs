//! Each limit of each host's file, just inside and just outside.

use super::{FILES, Host, Kind, Limit, host, names};
use crate::diagnostic::Diagnostic;
use crate::rules::testing::judge_with;
use crate::settings::{HOSTS, Preset, Settings};
use serde_json::{Value, json};

const CODES: [&str; 19] = [
    "R030", "R084", "R087", "R089", "R100", "R101", "R102", "R103", "R104", "R105", "R106", "R107", "R108", "R109",
    "R110", "R111", "R112", "R113", "R114",
];

/// A tool list, which may name its server.
fn list(tools: &[Value]) -> Value {
    json!({"serverInfo": {"name": "srv", "version": "1"}, "tools": tools})
}

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "Quantity kept apart from others.", "inputSchema": {"type": "object"}})
}

fn named(names: &[&str]) -> Value {
    list(&names.iter().map(|n| tool(n)).collect::<Vec<_>>())
}

fn with(key: &str, value: Value) -> Value {
    let mut tool = tool("tank_level");
    tool[key] = value;
    list(&[tool])
}

fn parameter(schema: Value) -> Value {
    with("inputSchema", json!({"type": "object", "properties": {"p": schema}}))
}

fn key(name: &str) -> Value {
    with("inputSchema", json!({"type": "object", "properties": {name: {"type": "string"}}}))
}

/// A character that a limit excludes.
fn excluded(limit: &Limit) -> char {
    let allow = limit.allow.as_ref().expect("a set of characters");
    ['/', '.', ' ', 'é'].into_iter().find(|c| !allow.has(*c)).expect("something is excluded")
}

/// Every character of ASCII that a limit takes.
fn allowed(limit: &Limit) -> String {
    let allow = limit.allow.as_ref().expect("a set of characters");
    let all: String = (' '..='~').filter(|c| allow.has(*c)).collect();
    format!("a{}", &all[..all.len().min(60)])
}

/// Schemas nested `n` deep.
fn nested(n: usize) -> Value {
    (1..n).fold(json!({"type": "string"}), |inner, _| json!({"type": "object", "properties": {"q": inner}}))
}

/// Lists just inside a limit, and just outside of it.
fn samples(limit: &Limit) -> (Vec<Value>, Vec<Value>) {
    let most = limit.most.unwrap_or(0);
    let text = |n: usize| "x".repeat(n);
    let root = |word: &str| with("inputSchema", json!({"type": "object", word: [{"type": "object"}]}));
    match limit.on {
        Kind::NameCharacters => {
            let mut outside = vec![named(&[&format!("a{}b", excluded(limit))])];
            outside.extend(limit.first.as_ref().map(|_| named(&["1ab"])));
            (vec![named(&[&allowed(limit)])], outside)
        }
        Kind::NameReplaced => {
            let with = limit.with.as_deref().expect("what takes their place");
            let (a, b) = (format!("a{}b", excluded(limit)), format!("a{with}b"));
            (vec![named(&["ab", "a_c"]), named(&[&a, "a_c"])], vec![named(&[&a, &b])])
        }
        Kind::NameLength => (vec![named(&[&text(most)])], vec![named(&[&text(most + 1)])]),
        Kind::WholeNameLength => {
            let form = limit.form.as_deref().expect("a form");
            let own = most - form.replace("{server}", "srv").replace("{tool}", "").len();
            (vec![named(&[&text(own)])], vec![named(&[&text(own + 1)])])
        }
        Kind::Tools => {
            let many = |n: usize| list(&(0..n).map(|i| tool(&format!("tank_{i}"))).collect::<Vec<_>>());
            (vec![many(most)], vec![many(most + 1)])
        }
        Kind::DescriptionEmpty => (vec![with("description", json!("x"))], vec![with("description", json!(""))]),
        Kind::DescriptionLength => {
            (vec![with("description", json!(text(most)))], vec![with("description", json!(text(most + 1)))])
        }
        Kind::ParameterDescriptionLength => {
            let described = |n| parameter(json!({"type": "string", "description": text(n)}));
            (vec![described(most)], vec![described(most + 1)])
        }
        Kind::RootKeyword => {
            let inside = limit.words.iter().map(|w| parameter(json!({"type": "object", w: [{"type": "object"}]})));
            (inside.chain([key(&limit.words[0])]).collect(), limit.words.iter().map(|w| root(w)).collect())
        }
        Kind::Keyword => {
            let outside = limit.words.iter().map(|w| parameter(json!({"type": "object", w: {}})));
            (limit.words.iter().map(|w| key(w)).collect(), outside.collect())
        }
        Kind::ArrayWithoutItems => {
            let inside = [json!({"type": "array", "items": {"type": "string"}}), json!({"type": "string"})];
            (inside.map(parameter).to_vec(), vec![parameter(json!({"type": ["array", "null"]}))])
        }
        Kind::ArrayWithEmptyItems => {
            let of = |items: Value| parameter(json!({"type": "array", "items": items}));
            (vec![of(json!({"type": "string"}))], vec![of(json!({})), of(json!(true))])
        }
        Kind::ArrayWithListedItems => {
            let of = |items: Value| {
                with(
                    "inputSchema",
                    json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
                           "properties": {"p": {"type": "array", "items": items}}}),
                )
            };
            (vec![of(json!({"type": "string"}))], vec![of(json!([{"type": "string"}]))])
        }
        Kind::TupleWithoutItems => {
            let of = |items: Value| parameter(json!({"type": "array", "prefixItems": [{}], "items": items}));
            let open = parameter(json!({"type": "array", "prefixItems": [{}]}));
            (vec![of(json!({"type": "string"}))], vec![open, of(json!(false))])
        }
        Kind::RootBooleanSchema => (
            vec![parameter(json!({})), parameter(json!({"type": "object", "additionalProperties": true}))],
            vec![parameter(json!(true)), with("outputSchema", json!({"type": "object", "properties": {"p": true}}))],
        ),
        Kind::BooleanSchema => (
            vec![parameter(json!({"type": "array", "items": true}))],
            vec![parameter(json!({"type": "object", "properties": {"q": true}}))],
        ),
        Kind::TypeMissing => {
            let inside = [json!({"type": "string", "enum": ["a"]}), json!({"anyOf": [{"type": "string"}]})];
            (inside.map(parameter).to_vec(), vec![parameter(json!({"enum": ["a"]}))])
        }
        Kind::TypeList => {
            (vec![parameter(json!({"type": "string"}))], vec![parameter(json!({"type": ["string", "null"]}))])
        }
        Kind::NullableUnion => {
            let union = |other: &str| parameter(json!({"anyOf": [{"type": "string"}, {"type": other}]}));
            (vec![union("number")], vec![union("null")])
        }
        Kind::Const => (
            vec![parameter(json!({"type": "string", "enum": ["a"]})), key("const")],
            vec![parameter(json!({"type": "string", "const": "a"}))],
        ),
        Kind::EnumNotText | Kind::EnumEmptyText => {
            let other = if limit.on == Kind::EnumNotText { json!(1) } else { json!("") };
            (
                vec![parameter(json!({"type": "string", "enum": ["a"]}))],
                vec![parameter(json!({"type": "string", "enum": ["a", other]}))],
            )
        }
        Kind::Format => {
            let of = |word: &str| parameter(json!({"type": "string", "format": word}));
            (limit.words.iter().map(|w| of(w)).collect(), vec![of("email")])
        }
        Kind::PatternLookaround | Kind::PatternNotPortable => {
            let of = |text: &str| parameter(json!({"type": "string", "pattern": text}));
            let bad = if limit.on == Kind::PatternLookaround { "(?!a)b" } else { "[a[]" };
            (vec![of("^(?:a)[b\\]]+$")], vec![of(bad)])
        }
        Kind::Reference => (
            vec![parameter(json!({"type": "string"})), key("$ref")],
            vec![with(
                "inputSchema",
                json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}}),
            )],
        ),
        Kind::Recursion => {
            let of = |inner: Value| {
                with(
                    "inputSchema",
                    json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/a"}},
                           "$defs": {"a": {"type": "object", "properties": {"q": inner}}}}),
                )
            };
            (vec![of(json!({"type": "string"}))], vec![of(json!({"$ref": "#/$defs/a"}))])
        }
        Kind::PropertyKey => {
            let mut outside = vec![key(&format!("a{}b", excluded(limit))), key(&text(most + 1))];
            outside.extend(limit.first.as_ref().map(|_| key("1ab")));
            (vec![key(&allowed(limit)), key(&text(most))], outside)
        }
        Kind::Depth => (vec![parameter(nested(most))], vec![parameter(nested(most + 1))]),
        Kind::OutputDialect => {
            let of = |uri: &str| with("outputSchema", json!({"$schema": uri, "type": "object"}));
            let inside = limit.words.iter().map(|w| of(&format!("https://json-schema.org/draft/{w}/schema")));
            (inside.collect(), vec![of("http://json-schema.org/draft-07/schema#")])
        }
        Kind::TitleMissing => {
            (vec![with("title", json!("T")), with("annotations", json!({"title": "T"}))], vec![named(&["ab"])])
        }
        Kind::HintMissing => {
            let inside = limit.words.iter().map(|w| with("annotations", json!({w: false})));
            (inside.collect(), vec![with("annotations", json!({"openWorldHint": false}))])
        }
    }
}

fn objects(list: &Value, host: &Host, limit: &Limit) -> bool {
    let settings =
        Settings { preset: Preset::Mcp, hosts: names().filter(|n| *n == host.name).collect(), ..Settings::default() };
    let judged = judge_with(&settings, &list.to_string());
    let speaks = |d: &&Diagnostic| d.hosts.contains(&host.name) && d.notes.iter().any(|n| n.ends_with(&limit.what()));
    CODES.iter().chain(&["R115", "R116"]).any(|code| judged.of(code).iter().any(speaks))
}

#[test]
fn every_limit_is_met_just_outside_and_not_inside() {
    let mut faults = Vec::new();
    for host in names().filter_map(host) {
        for limit in &host.limits {
            let (inside, outside) = samples(limit);
            assert!(!inside.is_empty() && !outside.is_empty());
            let wrong = inside.iter().filter(|list| objects(list, host, limit)).map(|list| ("inside", list));
            let missed = outside.iter().filter(|list| !objects(list, host, limit)).map(|list| ("outside", list));
            faults.extend(wrong.chain(missed).map(|(side, list)| {
                let list: String = list.to_string().chars().take(300).collect();
                format!("{} {:?} {side}: {list}", host.name, limit.on)
            }));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_file_is_read_and_complete() {
    for (name, text) in FILES {
        let host: Host = toml::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(host.name, name);
        assert!(!host.title.is_empty() && !host.limits.is_empty());
        for limit in &host.limits {
            assert!(!limit.then.is_empty() && !limit.source.is_empty(), "{name} {:?}", limit.on);
            let month = limit.seen.len() == 7 && limit.seen.as_bytes()[4] == b'-';
            assert!(month && limit.seen.bytes().filter(u8::is_ascii_digit).count() == 6, "{name} {}", limit.seen);
            assert!(limit.level.as_deref().is_none_or(|l| crate::diagnostic::Level::from_name(l).is_some()), "{name}");
        }
    }
    assert!(HOSTS.iter().all(|h| host(h).is_some()));
}

#[test]
fn several_hosts_are_one_finding_at_the_worst_level() {
    let settings = Settings { preset: Preset::Mcp, hosts: names().collect(), ..Settings::default() };
    let judged = judge_with(&settings, &named(&["a.b"]).to_string());
    let d = judged.one("R100");
    assert_eq!(d.level, crate::diagnostic::Level::Error);
    assert!(d.hosts.len() > 4);
    assert_eq!(
        judge_with(&Settings { hosts: vec!["codex"], ..settings }, &named(&["a.b"]).to_string()).one("R100").level,
        crate::diagnostic::Level::Note
    );
}
