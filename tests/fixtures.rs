//! Servers in source, and what the real SDK served for them.
//!
//! `registries.json` and `expected.json` were recorded from the SDKs themselves (promcp 0.5.2, protomcp 0.3.1 on
//! CPython 3.11): the extracted tool list must equal them.

use promcp_lint::check::{self, Outcome};
use promcp_lint::discover;
use promcp_lint::report::manifest;
use promcp_lint::settings::Settings;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder)
}

fn folders(of: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(testdata(of))
        .unwrap_or_else(|e| panic!("testdata/{of}: {e}"))
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.is_dir())
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn run(path: &Path) -> Outcome {
    let cwd = Path::new(env!("CARGO_MANIFEST_DIR"));
    let discovery = discover::discover(&[path.to_path_buf()], cwd, &discover::Options::default());
    let pool = check::pool(1).expect("a thread pool");
    pool.install(|| check::check(discovery, &Settings::default()))
}

fn served(outcome: &Outcome) -> Value {
    let mut out = Vec::new();
    manifest::write(outcome, &mut out).expect("writes to memory");
    serde_json::from_slice(&out).expect("is JSON")
}

/// The given keys of a tool, those that are null left out.
fn pick(tool: &Value, keys: &[&str]) -> Value {
    let of = |key: &&str| tool.get(*key).filter(|v| !v.is_null()).map(|v| (key.to_string(), v.clone()));
    Value::Object(keys.iter().filter_map(of).collect())
}

fn tools(server: &Value, keys: &[&str]) -> Vec<Value> {
    server["tools"].as_array().map(|all| all.iter().map(|t| pick(t, keys)).collect()).unwrap_or_default()
}

fn pretty(value: &[Value]) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[test]
fn promcp_registries_are_what_the_package_builds() {
    let keys = ["name", "description", "inputSchema", "responseSchema"];
    let mut seen = 0;
    for folder in folders("promcp") {
        let manifest = served(&run(&folder.join("server.py")));
        let servers = manifest["servers"].as_array().cloned().unwrap_or_default();
        let recorded = folder.join("registries.json");
        let recorded = if recorded.exists() { json(&recorded)["registries"].clone() } else { Value::Null };
        let mut wanted: Vec<(String, Vec<Value>)> = recorded
            .as_array()
            .into_iter()
            .flatten()
            .map(|r| (r["name"].as_str().unwrap_or("").to_owned(), r["tools"].as_array().cloned().unwrap_or_default()))
            .filter(|(_, tools)| !tools.is_empty())
            .collect();
        if wanted.is_empty() {
            let expected = json(&folder.join("expected.json"));
            let expected = expected.as_array().cloned().unwrap_or_default();
            wanted.push((String::new(), expected));
        }
        assert_eq!(servers.len(), wanted.len(), "{}: servers", folder.display());
        for (name, expected) in wanted {
            let server = servers
                .iter()
                .find(|s| name.is_empty() || s["name"].as_str().unwrap_or("default") == name)
                .unwrap_or_else(|| panic!("{}: no server {name}", folder.display()));
            let expected: Vec<Value> = expected.iter().map(|t| pick(t, &keys)).collect();
            let got = tools(server, &keys);
            assert_eq!(pretty(&got), pretty(&expected), "{}: {name}", folder.display());
            seen += got.len();
        }
    }
    assert!(seen > 30, "{seen} tools were compared");
}

#[test]
fn protomcp_lists_are_what_the_sdk_sends() {
    let mut seen = 0;
    for folder in folders("protomcp/python") {
        let expected = json(&folder.join("expected.json"));
        if expected["outcome"] != "ok" {
            // The SDK refuses the declaration: nothing to compare, but it must be read without harm.
            run(&folder.join("server.py"));
            continue;
        }
        let outcome = run(&folder.join("server.py"));
        let manifest = served(&outcome);
        let got: Vec<Value> = manifest["servers"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|s| s["framework"] == "protomcp")
            .flat_map(|s| s["tools"].as_array().cloned().unwrap_or_default())
            .map(|t| wire(&t))
            .collect();
        let wanted: Vec<Value> = expected["tools"].as_array().into_iter().flatten().map(recorded).collect();
        assert_eq!(pretty(&got), pretty(&wanted), "{}", folder.display());
        seen += got.len();
    }
    assert!(seen > 100, "{seen} tools were compared");
}

/// What the SDK sends of a tool, from our manifest. Hints that are false are not told from absent ones.
fn wire(tool: &Value) -> Value {
    let hint = |key: &str| tool["annotations"][key] == Value::Bool(true);
    let mut input = tool["inputSchema"].clone();
    plain(&mut input);
    serde_json::json!({
        "name": tool["name"],
        "description": tool["description"],
        "title": tool["title"].as_str().unwrap_or(""),
        "read_only": hint("readOnlyHint"),
        "destructive": hint("destructiveHint"),
        "idempotent": hint("idempotentHint"),
        "open_world": hint("openWorldHint"),
        "hidden": tool["_hidden"] == Value::Bool(true),
        "input_schema": input,
        "output_schema": tool["outputSchema"],
    })
}

fn recorded(tool: &Value) -> Value {
    let hints = &tool["hints"];
    let mut input = tool["input_schema"].clone();
    plain(&mut input);
    serde_json::json!({
        "name": tool["name"],
        "description": tool["description"],
        "title": tool["title"],
        "read_only": hints["read_only"],
        "destructive": hints["destructive"],
        "idempotent": hints["idempotent"],
        "open_world": hints["open_world"],
        "hidden": tool["hidden"],
        "input_schema": input,
        "output_schema": tool["output_schema"],
    })
}

/// A schema that is no JSON (infinite defaults) is recorded as text; it is not compared.
fn plain(schema: &mut Value) {
    if schema.get("__unparsable__").is_some() {
        *schema = Value::Null;
    }
}
