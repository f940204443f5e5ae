//! Findings by server and tool, for the formats that are written tool by tool.

use crate::check::Outcome;
use crate::diagnostic::{Diagnostic, Level};
use crate::ir::{Server, Tool};

pub struct Group<'a> {
    pub server: &'a Server,
    /// About the server as a whole.
    pub findings: Vec<&'a Diagnostic>,
    /// Every tool, those without findings too.
    pub tools: Vec<(&'a Tool, Vec<&'a Diagnostic>)>,
}

/// All servers with what was found in them, and the findings that belong to none.
pub fn groups(outcome: &Outcome) -> (Vec<Group<'_>>, Vec<&Diagnostic>) {
    let mut groups: Vec<Group> = outcome
        .servers
        .iter()
        .map(|server| Group {
            server,
            findings: Vec::new(),
            tools: server.tools.iter().map(|t| (t, Vec::new())).collect(),
        })
        .collect();
    let mut rest = Vec::new();
    for d in &outcome.diagnostics {
        let Some(group) = groups.iter_mut().find(|g| Some(&g.server.id) == d.server.as_ref()) else {
            rest.push(d);
            continue;
        };
        match d.tool.as_deref().and_then(|name| owner(group.server, name, d)) {
            Some(i) => group.tools[i].1.push(d),
            None => group.findings.push(d),
        }
    }
    (groups, rest)
}

/// The tool of that name; of several, the last that is declared at or before the finding, else the first.
fn owner(server: &Server, name: &str, d: &Diagnostic) -> Option<usize> {
    let named = |t: &Tool| t.known_name().unwrap_or("") == name;
    let candidates = || server.tools.iter().enumerate().filter(|(_, t)| named(t));
    let before = |t: &Tool| t.span.file == d.span.file && t.span.start <= d.span.end;
    candidates()
        .filter(|(_, t)| before(t))
        .max_by_key(|(_, t)| t.span.start)
        .or_else(|| candidates().next())
        .map(|(i, _)| i)
}

/// The gravest level among findings.
pub fn worst(findings: &[&Diagnostic]) -> Option<Level> {
    findings.iter().map(|d| d.level).max()
}
