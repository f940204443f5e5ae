//! Tool lists whose texts hide something or steer the model, and lists that only look like it.

mod common;

use promcp_lint::settings::{Preset, Settings};
use serde_json::Value;
use std::fs;

/// What the clean lists must not be accused of.
const TEXT_RULES: std::ops::RangeInclusive<&str> = "R130"..="R139";

#[test]
fn every_case_is_judged_as_it_says() {
    let mut cases = 0;
    for folder in fs::read_dir(common::project("testdata/text")).expect("the folder of cases") {
        let folder = folder.expect("a case").path();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
        let case: Value = serde_json::from_str(&read("case.json")).expect("JSON");
        let settings = Settings { preset: Preset::Mcp, ..Settings::default() };
        let outcome = common::check("tools.json", &read("tools.json"), &settings);
        let found: Vec<_> = outcome.diagnostics.iter().filter(|d| TEXT_RULES.contains(&d.code)).collect();
        let wanted = case["expected"].as_array().expect("a list");
        for one in wanted {
            let fits = |d: &&promcp_lint::diagnostic::Diagnostic| {
                let any_of = one["any_of"].as_array().is_some_and(|codes| codes.iter().any(|c| c == d.code));
                let line = outcome.sources.start(d.span).line as u64;
                any_of && d.tool.as_deref() == one["tool"].as_str() && Some(line) == one["line"].as_u64()
            };
            assert!(found.iter().copied().any(|d| fits(&d)), "{folder:?} lacks {one}");
        }
        assert!(!wanted.is_empty() || found.is_empty(), "{folder:?} gives {found:?}");
        cases += 1;
    }
    assert_eq!(cases, 6);
}
