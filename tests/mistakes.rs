//! Every mistake of `docs/protomcp-mistakes.md` is told by its rule, in the very lines.

mod common;

use promcp_lint::check::{self, Outcome};
use promcp_lint::discover;
use promcp_lint::rules::RULES;
use promcp_lint::settings::{Preset, Settings};
use std::collections::BTreeSet;
use std::path::Path;

/// Rows that are told by rules, or in languages, that are still to come.
const LATER: &[&str] = &["04", "05", "12", "14", "25", "26", "51", "52"];

/// Rows that need more than one file.
const PROJECTS: &[(&str, &str)] = &[("47", "testdata/protomcp/python/43-handlers-dir/server.py")];

struct Row {
    number: String,
    code: String,
    file: Option<String>,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(common::project("docs/protomcp-mistakes.md")).expect("the page");
    let cells = text.lines().filter(|l| l.starts_with("| ")).map(|l| l.split(" | ").map(str::trim).collect::<Vec<_>>());
    cells
        .filter(|cells| cells[0].trim_start_matches("| ").parse::<u32>().is_ok())
        .map(|cells| {
            let tested = cells[3].trim_end_matches('|').trim();
            Row {
                number: cells[0].trim_start_matches("| ").to_owned(),
                code: cells[2].to_owned(),
                file: tested.strip_prefix('`').and_then(|t| t.strip_suffix('`')).map(str::to_owned),
            }
        })
        .collect()
}

fn run(path: &Path) -> Outcome {
    let discovery = discover::discover(&[path.to_path_buf()], &common::project(""), &discover::Options::default());
    let pool = check::pool(1).expect("a thread pool");
    pool.install(|| check::check(discovery, &Settings { preset: Preset::Mcp, ..Settings::default() }))
}

#[test]
fn each_is_told_in_its_line() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for row in rows() {
        let Some(file) = &row.file else { continue };
        seen += 1;
        if !file.starts_with(&row.number) {
            faults.push(format!("{}: its file is {file}", row.number));
        }
        let path = common::project("testdata/mistakes").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mark = format!("# here: {}", row.code);
        let wanted: BTreeSet<usize> =
            (2..).zip(text.lines()).filter(|(_, line)| line.trim() == mark).map(|(n, _)| n).collect();
        let preset = if text.contains("# preset: promcp") { Preset::Promcp } else { Preset::Mcp };
        let outcome = common::check("server.py", &text, &Settings { preset, ..Settings::default() });
        let of_rule = outcome.diagnostics.iter().filter(|d| d.code == row.code);
        let found: BTreeSet<usize> = of_rule.map(|d| outcome.sources.start(d.span).line).collect();
        if found != wanted || wanted.is_empty() {
            faults.push(format!("{file}: {} in lines {found:?}, wanted {wanted:?}", row.code));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen >= 40, "{seen} rows have a file");
}

#[test]
fn every_row_is_tested_or_said_to_come_later() {
    for row in rows() {
        let project = PROJECTS.iter().any(|(number, _)| *number == row.number);
        let later = LATER.contains(&row.number.as_str());
        let ways = usize::from(row.file.is_some()) + usize::from(project) + usize::from(later);
        assert_eq!(ways, 1, "row {}", row.number);
        assert!(later || RULES.iter().any(|r| r.code == row.code), "row {} has no rule {}", row.number, row.code);
    }
    let listed: BTreeSet<String> = rows().into_iter().filter_map(|r| r.file).collect();
    let folder = std::fs::read_dir(common::project("testdata/mistakes")).expect("the folder");
    let there: BTreeSet<String> =
        folder.map(|e| e.expect("a file").file_name().into_string().expect("a plain name")).collect();
    assert_eq!(listed, there);
}

#[test]
fn handlers_that_the_sdk_passes_over_are_told() {
    for (_, server) in PROJECTS {
        let folder = common::project(server).parent().expect("its folder").to_path_buf();
        let outcome = run(&folder);
        let told = outcome.diagnostics.iter().filter(|d| d.code == "R150");
        let files: BTreeSet<String> = told.map(|d| outcome.sources.get(d.span.file).shown.clone()).collect();
        let names: Vec<&str> = files.iter().filter_map(|f| f.rsplit_once("handlers/")).map(|(_, name)| name).collect();
        assert_eq!(names, ["_helpers.py", "sub/nested.py"]);
    }
}

#[test]
fn forms_that_look_like_mistakes_are_not_told() {
    let text = std::fs::read_to_string(common::project("testdata/sound/protomcp.py")).expect("the file");
    let outcome = common::check("server.py", &text, &Settings { preset: Preset::Mcp, ..Settings::default() });
    let told: Vec<String> = outcome
        .diagnostics
        .iter()
        .filter(|d| d.code.starts_with("R15") || d.code.starts_with("R16") || ["R034", "R056"].contains(&d.code))
        .map(|d| format!("{} in line {}: {}", d.code, outcome.sources.start(d.span).line, d.message))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(outcome.summary.tools > 10, "{} tools were seen", outcome.summary.tools);
}
