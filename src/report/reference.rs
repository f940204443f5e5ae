//! `--json`: the shape of the reference linter's output, for drop-in use.

use super::group::groups;
use super::pretty;
use crate::check::Outcome;
use crate::diagnostic::{Diagnostic, Level};
use crate::rules;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The revision of the proMCP specification that the shape belongs to.
const SPEC: &str = "0.4.0";

/// `strict`: warnings fail too, and `pass` says so.
pub fn write(outcome: &Outcome, strict: bool, out: &mut dyn Write) -> io::Result<()> {
    let (groups, rest) = groups(outcome);
    let server: Vec<Value> = rest.iter().chain(groups.iter().flat_map(|g| &g.findings)).map(|d| finding(d)).collect();
    let tools: Vec<Value> = groups
        .iter()
        .flat_map(|g| &g.tools)
        .map(|(tool, findings)| {
            let name = if tool.name.is_absent() { "(unnamed)" } else { tool.name.as_str().unwrap_or("") };
            let findings: Vec<Value> = findings.iter().map(|d| finding(d)).collect();
            json!({"name": name, "findings": findings})
        })
        .collect();
    let s = &outcome.summary;
    let report = json!({
        "promcp_version": SPEC,
        "server": server,
        "tools": tools,
        "summary": {
            "errors": s.errors,
            "warnings": s.warnings,
            "info": s.notes,
            "pass": s.errors == 0 && !(strict && s.warnings > 0),
        },
    });
    pretty(&report, out)
}

fn finding(d: &Diagnostic) -> Value {
    let severity = match d.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "info",
    };
    json!({"severity": severity, "code": code(d.code), "message": d.message})
}

/// The reference's code for the same fault, where it has one.
fn code(ours: &'static str) -> &'static str {
    match ours {
        // A variant of can_do's name is a missing prefix to the reference.
        "R027" => "N003",
        _ => rules::page(ours).and_then(|page| page.aliases.first().copied()).unwrap_or(ours),
    }
}
