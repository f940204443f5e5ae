//! `--json`: the shape of the reference linter's output, for drop-in use.

use super::group::groups;
use super::pretty;
use crate::check::Outcome;
use crate::codes;
use crate::diagnostic::{Diagnostic, Level};
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
    // One rule of ours is two there, by the verb of the name.
    let code = match (d.code, d.tool.as_deref()) {
        ("R023", Some(name)) if name.starts_with("do_") => "N005",
        (code, _) => codes::in_reference(code).unwrap_or(code),
    };
    json!({"severity": severity, "code": code, "message": d.message})
}
