//! Servers in source, and what the real SDK served for them.
//!
//! `registries.json` and `expected.json` were recorded from the SDKs themselves (promcp 0.5.2, protomcp 0.3.1 on
//! CPython 3.11): the extracted tool list must equal them.

use promcp_lint::check::{self, Outcome};
use promcp_lint::diagnostic::Level;
use promcp_lint::discover;
use promcp_lint::report::manifest;
use promcp_lint::settings::{Preset, Settings};
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
    checked(path, Preset::default())
}

fn checked(path: &Path, preset: Preset) -> Outcome {
    let cwd = Path::new(env!("CARGO_MANIFEST_DIR"));
    let discovery = discover::discover(&[path.to_path_buf()], cwd, &discover::Options::default());
    let pool = check::pool(1).expect("a thread pool");
    pool.install(|| check::check(discovery, &Settings { preset, ..Settings::default() }))
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

/// What differs, in few lines: the names, or the first tool that is not equal.
fn differences(got: &[Value], wanted: &[Value]) -> Option<String> {
    let names = |all: &[Value]| all.iter().map(|t| t["name"].to_string()).collect::<Vec<_>>().join(" ");
    if names(got) != names(wanted) {
        return Some(format!("names\n  got    {}\n  wanted {}", names(got), names(wanted)));
    }
    let (got, wanted) = got.iter().zip(wanted).find(|(g, w)| g != w)?;
    let keys = wanted.as_object()?.keys().filter(|k| got.get(*k) != wanted.get(*k));
    let lines = keys.map(|k| format!("\n  {k}\n    got    {}\n    wanted {}", got[k], wanted[k]));
    Some(format!("{}{}", wanted["name"], lines.collect::<String>()))
}

fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} differ:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn promcp_registries_are_what_the_package_builds() {
    let keys = ["name", "description", "inputSchema", "responseSchema"];
    let (mut seen, mut faults) = (0, Vec::new());
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
        if servers.len() != wanted.len() {
            faults.push(format!("{}: {} servers, wanted {}", folder.display(), servers.len(), wanted.len()));
            continue;
        }
        for (name, expected) in wanted {
            let found = servers.iter().find(|s| name.is_empty() || s["name"].as_str().unwrap_or("default") == name);
            let Some(server) = found else {
                faults.push(format!("{}: no server {name}", folder.display()));
                continue;
            };
            let expected: Vec<Value> = expected.iter().map(|t| pick(t, &keys)).collect();
            let got = tools(server, &keys);
            faults.extend(differences(&got, &expected).map(|d| format!("{} {name}: {d}", folder.display())));
            seen += got.len();
        }
    }
    none(faults);
    assert!(seen > 30, "{seen} tools were compared");
}

#[test]
fn protomcp_lists_are_what_the_sdk_sends() {
    let (mut seen, mut faults) = (0, Vec::new());
    for folder in folders("protomcp/python") {
        let expected = json(&folder.join("expected.json"));
        if expected["outcome"] != "ok" {
            // The SDK refuses the declaration: nothing to compare, but it must be read without harm.
            run(&folder.join("server.py"));
            continue;
        }
        let outcome = run(&folder.join("server.py"));
        let manifest = served(&outcome);
        // What a test at run time decides is shown with its reason, whether the recorded run had it or not.
        let served_here: Vec<&Value> = expected["tools"].as_array().into_iter().flatten().map(|t| &t["name"]).collect();
        let got: Vec<Value> = manifest["servers"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|s| s["framework"] == "protomcp")
            .flat_map(|s| s["tools"].as_array().cloned().unwrap_or_default())
            .filter(|t| t["_conditional"].is_null() || served_here.contains(&&t["name"]))
            .map(|t| wire(&t))
            .collect();
        let wanted: Vec<Value> = expected["tools"].as_array().into_iter().flatten().map(recorded).collect();
        let got: Vec<Value> = got
            .into_iter()
            .enumerate()
            .map(|(i, mut tool)| {
                // A schema that is no JSON (an infinite default) was recorded as text: there is nothing to compare.
                if wanted.get(i).is_some_and(|w| w["input_schema"].is_null()) {
                    tool["input_schema"] = Value::Null;
                }
                tool
            })
            .collect();
        faults.extend(differences(&got, &wanted).map(|d| format!("{}: {d}", folder.display())));
        seen += got.len();
    }
    none(faults);
    assert!(seen > 100, "{seen} tools were compared");
}

/// What the SDK sends of a tool, from our manifest. Hints that are false are not told from absent ones.
fn wire(tool: &Value) -> Value {
    let hint = |key: &str| tool["annotations"][key] == Value::Bool(true);
    serde_json::json!({
        "name": tool["name"],
        "description": tool["description"],
        "title": tool["title"].as_str().unwrap_or(""),
        "read_only": hint("readOnlyHint"),
        "destructive": hint("destructiveHint"),
        "idempotent": hint("idempotentHint"),
        "open_world": hint("openWorldHint"),
        "hidden": tool["_hidden"] == Value::Bool(true),
        "input_schema": tool["inputSchema"],
        "output_schema": tool["outputSchema"],
    })
}

fn recorded(tool: &Value) -> Value {
    let hints = &tool["hints"];
    let unparsable = tool["input_schema"].get("__unparsable__").is_some();
    let input = if unparsable { Value::Null } else { tool["input_schema"].clone() };
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

/// Declarations that the SDK refuses, and the line in which that must be told.
const REFUSED: &[(&str, usize)] = &[
    ("30-workflow-err-no-initial", 5),
    ("31-workflow-err-two-initial", 11),
    ("32-workflow-err-missing-next", 7),
    ("33-workflow-err-terminal-next", 11),
    ("35-workflow-err-on-error-target", 7),
    ("38-err-empty-call", 5),
    ("46-err-unserialisable-default", 8),
    ("48-err-type-checking-import", 13),
    ("53-err-group-constructor", 7),
    ("61-err-plain-enum-default", 12),
];

/// Faults on purpose in servers that the SDK starts: what their own words call so, or calls that the recorded run
/// saw fail.
const FAULTY: &[(&str, &[&str])] = &[
    // "Contradicting hints are accepted"
    ("02-all-keywords", &["R063"]),
    // Three parameters that a client may leave out and Python does not: as in 60, where the call was recorded.
    ("07-optional-forms", &["R152"]),
    // "never injected", "happens to be named ctx", "shown in the schema"
    ("11-tool-context", &["R152", "R153"]),
    // "cannot be called by the runner", "show up as required strings", "are dropped"
    ("12-parameter-kinds", &["R152", "R153"]),
    // "Registered once, then registered again"
    ("13-stacked-decorators", &["R029"]),
    // One factory is called twice: one name twice.
    ("15-nested-functions", &["R029"]),
    // "the name stays the same on each turn of the loop"
    ("16-loop-registration", &["R029"]),
    // "the runner has no instance"
    ("18-methods-as-tools", &["R152"]),
    // "An action parameter named action"
    ("20-group-union", &["R081", "R152"]),
    // "Misspelt strategy", "Wrong case", "No strategy"
    ("21-group-strategy-typo", &["R157"]),
    // Two actions called `same`; a union group without any action
    ("22-group-order-inheritance", &["R029", "R049", "R081"]),
    // "A step of the author's own that is called cancel"
    ("28-workflow-cancel-clash", &["R029"]),
    ("36-duplicate-names", &["R029"]),
    ("37-bare-decorator", &["R150"]),
    // A hidden context in a schema, and one that the recorded call of a separate group did not get.
    ("41-server-context", &["R152", "R153"]),
    // "some of which do not exist"; both `allow` and `block`
    ("45-enable-tools-names", &["R056", "R152"]),
    // "A default that makes the schema invalid JSON"
    ("47-enum-and-special-defaults", &["R047", "R150"]),
    // The same function is registered twice.
    ("51-lambda-and-renamed", &["R029"]),
    // `start_on="on_demand_typo"`
    ("55-not-tools", &["R150"]),
    // "the function does not"
    ("60-optional-without-default", &["R152"]),
];

#[test]
fn what_protomcp_refuses_is_told_in_its_words() {
    let mut faults = Vec::new();
    let mut refused = 0;
    for folder in folders("protomcp/python") {
        let expected = json(&folder.join("expected.json"));
        if expected["outcome"] == "ok" {
            continue;
        }
        refused += 1;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((_, line)) = REFUSED.iter().find(|(n, _)| *n == name) else {
            faults.push(format!("{name}: no line is given"));
            continue;
        };
        let said = expected["error"].as_str().unwrap_or("?");
        let outcome = checked(&folder.join("server.py"), Preset::Mcp);
        let errors = outcome.diagnostics.iter().filter(|d| d.level == Level::Error);
        let there = errors.filter(|d| outcome.sources.start(d.span).line == *line);
        if !there.into_iter().any(|d| d.notes.iter().any(|note| note.contains(said))) {
            faults.push(format!("{name}: nothing in line {line} says {said:?}"));
        }
    }
    none(faults);
    assert_eq!(refused, REFUSED.len());
}

/// What hosts refuse is another matter: the dot in the names of actions and steps is the SDK's own.
fn of_hosts(code: &str) -> bool {
    code.starts_with("R10") || code.starts_with("R11")
}

#[test]
fn sound_protomcp_servers_have_no_errors() {
    let mut faults = Vec::new();
    for folder in folders("protomcp/python") {
        if json(&folder.join("expected.json"))["outcome"] != "ok" {
            continue;
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let allowed = FAULTY.iter().find(|(n, _)| *n == name).map_or(&[] as &[&str], |(_, codes)| codes);
        let outcome = checked(&folder.join("server.py"), Preset::Mcp);
        let errors: Vec<_> =
            outcome.diagnostics.iter().filter(|d| d.level == Level::Error && !of_hosts(d.code)).collect();
        faults.extend(
            errors.iter().filter(|d| !allowed.contains(&d.code)).map(|d| format!("{name}: {} {}", d.code, d.message)),
        );
        let silent = allowed.iter().filter(|code| !errors.iter().any(|d| d.code == **code));
        faults.extend(silent.map(|code| format!("{name}: {code} is not told")));
    }
    none(faults);
}

/// Sources on which a linter that imports its target runs code, hangs, crashes or passes without a check.
#[test]
fn what_an_importing_linter_fails_on_is_read_and_never_run() {
    let faults = json(&testdata("promcp").join("loader-faults.json"));
    let cases = faults["cases"].as_array().cloned().unwrap_or_default();
    assert!(cases.len() > 10);
    for case in cases {
        let (id, source) = (case["id"].as_str().unwrap_or(""), case["source"].as_str().unwrap_or(""));
        let folder = tempfile::tempdir().expect("a folder to write to");
        let path = folder.path().join("server.py");
        std::fs::write(&path, source).expect("a file in it");
        let outcome = run(&path);
        let own_faults: Vec<&str> =
            outcome.diagnostics.iter().map(|d| d.message.as_str()).filter(|m| m.contains("fault of its own")).collect();
        assert!(own_faults.is_empty(), "{id}: {own_faults:?}");
        let names: Vec<_> =
            std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|e| e.file_name()).collect();
        assert_eq!(names, ["server.py"], "{id} left something behind: it was run");
        let declares = source.contains("_tool(") || source.contains("can_do\"");
        let judged = outcome.failed || outcome.summary.tools > 0 || !declares;
        assert!(judged, "{id}: nothing was found in it");
    }
}
