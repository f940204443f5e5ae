//! Faults that were reported of real servers, cut down to a tool list each: what must be found in it, and where;
//! and lists without fault, with what must not be found.
//!
//! See `testdata/bug-cases/README.md`.

mod common;

use promcp_lint::check::Outcome;
use promcp_lint::rules::hosts;
use promcp_lint::settings::{Preset, Settings};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Cases that need a rule which is not there yet.
const NOT_YET: &[(&str, &str)] = &[];

fn cases() -> Vec<PathBuf> {
    let folder = fs::read_dir(common::project("testdata/bug-cases")).expect("the folder of cases");
    let mut cases: Vec<PathBuf> = folder.filter_map(|e| e.ok()).map(|e| e.path()).filter(|p| p.is_dir()).collect();
    cases.sort();
    cases
}

fn name(case: &Path) -> &str {
    case.file_name().and_then(|n| n.to_str()).unwrap_or_default()
}

fn read(case: &Path, file: &str) -> String {
    fs::read_to_string(case.join(file)).unwrap_or_else(|e| panic!("{}/{file}: {e}", case.display()))
}

fn judge(case: &Path) -> Vec<String> {
    let expected: Value = serde_json::from_str(&read(case, "case.json")).expect("a case is JSON");
    let file = expected["file"].as_str().expect("a case names its file");
    let settings = Settings { preset: Preset::Mcp, hosts: hosts::names().collect(), ..Settings::default() };
    let outcome = common::check(file, &read(case, file), &settings);
    let mut faults = Vec::new();
    for fault in expected["expected"].as_array().into_iter().flatten() {
        if !is_found(&outcome, fault) {
            faults.push(format!("lacks {fault}; found {:?}", found(&outcome)));
        }
    }
    for code in texts(&expected["must_not_codes"]) {
        faults.extend(outcome.diagnostics.iter().filter(|d| d.code == code).map(|d| format!("{code}: {}", d.message)));
    }
    faults
}

/// One of the codes, on the tool, at the line.
fn is_found(outcome: &Outcome, fault: &Value) -> bool {
    let codes = texts(&fault["any_of"]);
    outcome.diagnostics.iter().any(|d| {
        codes.iter().any(|c| c == d.code)
            && d.tool.as_deref() == fault["tool"].as_str()
            && Some(outcome.sources.start(d.span).line as u64) == fault["line"].as_u64()
    })
}

fn found(outcome: &Outcome) -> Vec<(&str, usize, Option<&str>)> {
    let place = |d: &promcp_lint::diagnostic::Diagnostic| outcome.sources.start(d.span).line;
    outcome.diagnostics.iter().map(|d| (d.code, place(d), d.tool.as_deref())).collect()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

#[test]
fn every_case_gives_what_it_must() {
    let cases = cases();
    assert!(cases.len() > 40, "{} cases", cases.len());
    let wanted = cases.iter().filter(|c| NOT_YET.iter().all(|(later, _)| name(c) != *later));
    let faults: Vec<String> = wanted.flat_map(|c| judge(c).into_iter().map(|f| format!("{}: {f}", name(c)))).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn cases_for_later_still_fail() {
    for (later, rule) in NOT_YET {
        let case = cases().into_iter().find(|c| name(c) == *later);
        let case = case.unwrap_or_else(|| panic!("there is no case {later}"));
        assert!(!judge(&case).is_empty(), "{later} gives what it must: {rule} is there; take it off the list");
    }
}
