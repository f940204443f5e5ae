//! Every rule has a page, and every example on it does what it says.

mod common;

use promcp_lint::rules::hosts;
use promcp_lint::rules::page::Example;
use promcp_lint::rules::{Check, PAGES, Page, RULES, Rule};
use promcp_lint::settings::{Revision, Settings};
use std::collections::BTreeSet;
use std::fs;

/// Languages of examples that cannot be read yet, or only by rules to come.
const NOT_YET: &[&str] = &["python", "typescript", "rust"];

const FAMILIES: &[&str] = &[
    "contract",
    "naming",
    "descriptions",
    "inputs",
    "server",
    "annotations",
    "behaviour",
    "schema",
    "hosts",
    "text",
    "misuse",
    "profiles",
    "analysis",
];

fn pages() -> impl Iterator<Item = (&'static Rule, &'static Page)> {
    RULES.iter().zip(PAGES.iter())
}

fn part(name: &str) -> String {
    let path = common::project("rules/parts").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn file_name(language: &str) -> String {
    let ending = match language {
        "python" => "py",
        "typescript" => "ts",
        "javascript" => "js",
        "rust" => "rs",
        other => other,
    };
    format!("example.{ending}")
}

#[test]
fn rules_are_in_code_order_and_each_page_belongs_to_one() {
    let codes: Vec<&str> = RULES.iter().map(|r| r.code).collect();
    let sorted: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(codes, sorted.into_iter().collect::<Vec<_>>());
    let folder = fs::read_dir(common::project("rules")).expect("the folder of pages");
    let names = folder.map(|entry| entry.expect("a file of it").file_name().into_string().expect("plain names"));
    let pages: BTreeSet<String> = names.filter_map(|n| n.strip_suffix(".md").map(str::to_owned)).collect();
    assert_eq!(pages.iter().map(String::as_str).collect::<Vec<_>>(), codes);
}

#[test]
fn pages_are_complete() {
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    for (rule, page) in pages() {
        let code = rule.code;
        let mut check = |fine: bool, what: &str| {
            if !fine {
                faults.push(format!("{code}: {what}"));
            }
        };
        let kebab = !page.name.is_empty() && page.name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        check(kebab, "name in kebab-case");
        check(names.insert(page.name), "a name of its own");
        check(FAMILIES.contains(&page.family), "family");
        check(rule.source.lines().any(|l| l.starts_with("level: ")), "level");
        check(!page.presets.is_empty(), "presets");
        check(!page.sources.is_empty(), "sources");
        check(page.hosts.iter().all(|h| hosts::host(h).is_some()), "hosts that exist");
        check(page.spec.is_empty() || Revision::ALL.iter().any(|r| r.name() == page.spec), "a revision that exists");
        check(page.body.trim_start().starts_with(&format!("# {code}: ")), "heading with the code");
        check(!page.title.is_empty(), "title");
        let first = page.body.trim_start().lines().skip(1).find(|l| !l.is_empty()).unwrap_or("");
        check(!first.starts_with('#'), "a first paragraph under the heading");
        for section in ["## Why", "## Examples", "## How to fix", "## Sources"] {
            check(page.body.lines().any(|l| l == section), section);
        }
        let examples = page.examples(part);
        let engine = matches!(rule.check, Check::Engine);
        check(engine || examples.iter().any(|e| e.bad), "a bad example");
        check(engine || examples.iter().any(|e| !e.bad), "a good example");
        check(examples.iter().all(|e| !e.bad || !e.expected.is_empty()), "a mark in each bad example");
        check(page.body.matches("```").count() % 2 == 0, "closed code blocks");
    }
    assert!(faults.is_empty(), "missing on pages:\n{}", faults.join("\n"));
}

#[test]
fn examples_do_what_they_say() {
    let mut faults = Vec::new();
    for (rule, page) in pages() {
        for (i, example) in page.examples(part).iter().enumerate() {
            if !NOT_YET.contains(&example.language) {
                faults.extend(fault(rule, page, example).map(|f| format!("{} example {}: {f}", rule.code, i + 1)));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn fault(rule: &Rule, page: &Page, example: &Example) -> Option<String> {
    let mut settings = Settings { preset: page.presets.first().copied()?, ..Settings::default() };
    if !page.hosts.is_empty() {
        settings.hosts.clone_from(&page.hosts);
    }
    if let Some(revision) = Revision::ALL.into_iter().find(|r| r.name() == page.spec) {
        settings.spec = revision;
    }
    if !page.on {
        settings.levels.insert(rule.code, Some(page.level));
    }
    let outcome = common::check(&file_name(example.language), &example.code, &settings);
    let place = |d: &promcp_lint::diagnostic::Diagnostic| {
        let start = outcome.sources.start(d.span);
        (start.line, start.column)
    };
    if example.bad {
        let found: BTreeSet<_> = outcome.diagnostics.iter().filter(|d| d.code == rule.code).map(place).collect();
        let expected: BTreeSet<_> = example.expected.iter().copied().collect();
        return (found != expected).then(|| {
            format!("found at {found:?}, marked at {expected:?}\n{}", around(example, &(&found | &expected)))
        });
    }
    let told: Vec<String> =
        outcome.diagnostics.iter().map(|d| format!("  {:?} {} {}", place(d), d.code, d.message)).collect();
    let empty = outcome.servers.iter().all(|s| s.tools.is_empty());
    if empty && !matches!(rule.check, Check::Engine) {
        return Some("a good example without any tool".to_owned());
    }
    let places = outcome.diagnostics.iter().map(place).collect();
    (!told.is_empty()).then(|| format!("a good example gives\n{}\n{}", told.join("\n"), around(example, &places)))
}

/// The lines of an example around the given ones, with their numbers.
fn around(example: &Example, places: &BTreeSet<(usize, usize)>) -> String {
    let near = |line: usize| places.iter().any(|(l, _)| l.abs_diff(line) <= 2);
    let lines = (1..).zip(example.code.lines()).filter(|(n, _)| near(*n));
    lines.map(|(n, line)| format!("{n:4} {line}\n")).collect()
}

#[test]
fn marks_and_hidden_lines_of_an_example() {
    let page = Page::parse(
        "---\nname: x\n---\n# R999: title\n\n```json bad\n~[\n{\"a\": 1}\n ^^^\n~include rest\n```\n\n```text\nno example\n```\n",
    );
    let examples = page.examples(|name| format!("<{name}>\n"));
    let [example] = examples.as_slice() else { panic!("one example, not {}", examples.len()) };
    assert_eq!(example.code, "[\n{\"a\": 1}\n<rest>\n");
    assert_eq!(example.shown, "{\"a\": 1}\n ^^^\n");
    assert_eq!(example.expected, [(2, 2)]);
    assert!(!page.shown().contains('~') && page.shown().contains("no example"));
}
