//! The conformance cases: what each manifest must give, finding by finding.
//!
//! See `testdata/conformance/README.md`.

mod common;

use promcp_lint::check::Outcome;
use promcp_lint::rules::RULES;
use promcp_lint::settings::Settings;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Codes of which a case lists every finding.
const SCOPE: &[&str] = &[
    "R000", "R001", "R002", "R003", "R004", "R005", "R006", "R007", "R008", "R009", "R010", "R012", "R013", "R014",
    "R015",
];

/// Cases whose verdict is not ours, each with the reason. Three at most.
const DISPUTED: &[(&str, &str)] = &[];

fn cases() -> Vec<PathBuf> {
    let folder = fs::read_dir(common::project("testdata/conformance")).expect("the folder of cases");
    let mut cases: Vec<PathBuf> = folder.filter_map(|e| e.ok()).map(|e| e.path()).filter(|p| p.is_dir()).collect();
    cases.sort();
    cases
}

fn name(case: &Path) -> &str {
    case.file_name().and_then(|n| n.to_str()).unwrap_or_default()
}

#[test]
fn the_whole_scope_has_rules() {
    let lacking: Vec<_> = SCOPE.iter().filter(|code| !RULES.iter().any(|r| r.code == **code)).collect();
    assert!(lacking.is_empty(), "no rule for {lacking:?}");
}

#[test]
fn disputed_cases_are_few_and_exist() {
    assert!(DISPUTED.len() <= 3);
    for (case, reason) in DISPUTED {
        assert!(cases().iter().any(|c| name(c) == *case) && !reason.is_empty(), "{case}");
    }
}

#[test]
fn every_case_gives_what_it_must() {
    let cases = cases();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let wanted = cases.iter().filter(|c| DISPUTED.iter().all(|(disputed, _)| name(c) != *disputed));
    let faults: Vec<String> = wanted.flat_map(|c| judge(c).into_iter().map(|f| format!("{}: {f}", name(c)))).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn judge(case: &Path) -> Vec<String> {
    let (file, text) = ["manifest.json", "manifest.yaml"]
        .into_iter()
        .find_map(|file| Some((file, fs::read_to_string(case.join(file)).ok()?)))
        .expect("a case has a manifest in UTF-8");
    let expected = fs::read_to_string(case.join("expected.json")).expect("a case says what is expected");
    let expected: Value = serde_json::from_str(&expected).expect("as JSON");
    let outcome = common::check(file, &text, &Settings::default());
    if expected["exit"] == 2 {
        let codes: Vec<&str> = outcome.diagnostics.iter().map(|d| d.code).collect();
        let fine = outcome.failed && texts(&expected["codes"]).iter().all(|c| codes.contains(&c.as_str()));
        return if fine { Vec::new() } else { vec![format!("must be refused, gives {codes:?}")] };
    }
    let mut faults = Vec::new();
    if outcome.failed {
        faults.push(format!("is refused: {:?}", outcome.diagnostics.iter().map(|d| &d.message).collect::<Vec<_>>()));
    }
    let Some(tools) = expected["tools"].as_array() else { return faults };
    let found: usize = outcome.servers.iter().map(|s| s.tools.len()).sum();
    if found != tools.len() || outcome.servers.len() != 1 {
        faults.push(format!("{} servers with {found} tools, not one with {}", outcome.servers.len(), tools.len()));
        return faults;
    }
    let mut by_tool = vec![Vec::new(); tools.len()];
    let mut of_server = Vec::new();
    for (code, tool) in placed(&outcome) {
        tool.map_or(&mut of_server, |i| &mut by_tool[i]).push(code);
    }
    faults.extend(compare("the server", of_server, &expected["server"], &expected["server_also"]));
    for ((i, tool), codes) in tools.iter().enumerate().zip(by_tool) {
        faults.extend(compare(&format!("tool {}", i + 1), codes, &tool["codes"], &tool["also"]));
    }
    faults
}

/// Each finding's code with the index of its tool. Several tools may bear one name: then the place decides.
fn placed(outcome: &Outcome) -> Vec<(&'static str, Option<usize>)> {
    let tools: Vec<_> = outcome.servers.iter().flat_map(|s| &s.tools).collect();
    let index = |d: &promcp_lint::diagnostic::Diagnostic| {
        let name = d.tool.as_deref()?;
        let mut named = (0..tools.len()).filter(|i| tools[*i].known_name().unwrap_or("") == name).collect::<Vec<_>>();
        if named.len() > 1 {
            named.retain(|i| tools[*i].raw.as_ref().is_some_and(|raw| raw.span.contains(d.span)));
        }
        named.first().copied()
    };
    outcome.diagnostics.iter().map(|d| (d.code, index(d))).collect()
}

fn compare(what: &str, codes: Vec<&str>, exact: &Value, also: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut inside: Vec<&str> = codes.iter().copied().filter(|c| SCOPE.contains(c)).collect();
    inside.sort_unstable();
    let mut wanted = texts(exact);
    wanted.retain(|c| SCOPE.contains(&c.as_str()));
    if inside != wanted {
        faults.push(format!("{what} gives {inside:?}, not {wanted:?}"));
    }
    let lacking: Vec<String> = texts(also)
        .into_iter()
        .filter(|c| !codes.contains(&c.as_str()) && RULES.iter().any(|r| r.code == c.as_str()))
        .collect();
    if !lacking.is_empty() {
        faults.push(format!("{what} lacks {lacking:?}"));
    }
    faults
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str()).map(str::to_owned).collect()
}
