//! `docs/clauses.md`: each clause has rules that exist, or the reason why none speaks.

use promcp_lint::rules::RULES;
use std::collections::BTreeSet;

/// The cells of every table row below a heading, without the head of the table.
fn rows(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split(&format!("\n## {heading}\n")).nth(1).unwrap_or_else(|| panic!("no section {heading}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let lines = section.lines().filter(|l| l.starts_with('|')).skip(2);
    lines.map(|l| l.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn project(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text() -> String {
    std::fs::read_to_string(project("docs/clauses.md")).expect("the page")
}

/// Words that are written as codes.
fn codes(cell: &str) -> Vec<&str> {
    let word = |w: &&str| w.len() == 4 && w.starts_with('R') && w[1..].bytes().all(|b| b.is_ascii_digit());
    cell.split(|c: char| !c.is_ascii_alphanumeric()).filter(word).collect()
}

fn faults(row: &[String], known: &BTreeSet<&str>) -> Vec<String> {
    let shown = row.join(" | ");
    let [.., cell] = row else { return vec!["an empty row".to_owned()] };
    let mut out = Vec::new();
    if row.iter().any(String::is_empty) {
        out.push(format!("an empty cell: {shown}"));
    }
    let named = codes(cell);
    out.extend(named.iter().filter(|c| !known.contains(**c)).map(|c| format!("there is no {c}: {shown}")));
    let reason = cell.strip_prefix("not checked: ").is_some_and(|why| why.len() > 10 || why == "as above");
    if named.is_empty() != reason {
        out.push(format!("either rules or a reason: {shown}"));
    }
    out
}

#[test]
fn every_clause_has_rules_or_a_reason() {
    let known: BTreeSet<&str> = RULES.iter().map(|r| r.code).collect();
    let text = text();
    let spec = rows(&text, "Specification 0.4.0");
    let readme = rows(&text, "README of 0.2.0, where it differs or adds");
    assert!(spec.len() > 80 && readme.len() > 8, "{} and {} clauses", spec.len(), readme.len());
    let faults: Vec<String> = spec.iter().chain(&readme).flat_map(|row| faults(row, &known)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rows_without_rules_or_with_unknown_ones_are_faults() {
    let known = BTreeSet::from(["R001"]);
    let row = |cell: &str| vec!["1".to_owned(), "MUST".to_owned(), "x".to_owned(), cell.to_owned()];
    assert!(faults(&row("R001"), &known).is_empty());
    assert!(faults(&row("not checked: only a run can tell"), &known).is_empty());
    for bad in ["", "R999", "R001 R999", "some day", "not checked: "] {
        assert!(!faults(&row(bad), &known).is_empty(), "{bad}");
    }
}

/// What the specification leaves open is told where a reader of the rule meets it.
#[test]
fn conflicts_are_told_on_the_pages() {
    let text = text();
    let conflicts = rows(&text, "Where the specification disagrees with itself");
    assert_eq!(conflicts.len(), 9);
    let mut faults = Vec::new();
    for row in &conflicts {
        for code in codes(row.last().map_or("", String::as_str)) {
            let page = std::fs::read_to_string(project(&format!("rules/{code}.md"))).expect("a page");
            if !page.contains("The specification") {
                faults.push(format!("{code}: nothing of {}", row[0]));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The reasons under which the differential run sorts what differs are all told to who migrates, and no others.
#[test]
fn reasons_for_differences_are_documented() {
    let script = std::fs::read_to_string(project("benches/differential.py")).expect("the script");
    let mut named: BTreeSet<String> =
        script.split("@reason(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect();
    named.extend(["crash".to_owned(), "refused".to_owned()]);
    let page = std::fs::read_to_string(project("docs/migration.md")).expect("the page");
    let told: BTreeSet<String> = rows(&page, "What differs, and why").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(named, told);
}

/// The table of codes on that page is that of the rules.
#[test]
fn every_code_of_the_reference_is_accepted() {
    for page in promcp_lint::rules::PAGES.iter() {
        for alias in &page.aliases {
            assert_eq!(promcp_lint::rules::resolve_code(alias).len(), 1, "{alias}");
        }
    }
    let all: usize = promcp_lint::rules::PAGES.iter().map(|p| p.aliases.len()).sum();
    assert_eq!(all, 34, "the reference has 34 codes");
    assert!(promcp_lint::codes::resolve("reference").is_ok_and(|codes| codes.contains(&"R027") && codes.len() == 34));
}
