//! The last line: servers, tools, findings by level, what could not be resolved.

use super::sanitize;
use super::style::{Paint, Tone};
use crate::check::Outcome;
use std::io::{self, Write};

/// Names of files that a note lists before it counts.
const NAMED: usize = 5;

/// `1 tool`, `3 tools`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `3 tools in 1 server: 2 errors, 1 warning; 4 fields could not be resolved (…)`. Nothing where there was
/// nothing to judge.
pub fn write(outcome: &Outcome, out: &mut Paint) -> io::Result<()> {
    let s = &outcome.summary;
    if s.servers == 0 && outcome.diagnostics.is_empty() {
        return Ok(());
    }
    match s.tools {
        0 => write!(out, "no tool found: ")?,
        n => write!(out, "{} in {}: ", count(n, "tool"), count(s.servers, "server"))?,
    }
    let parts =
        [(s.errors, "error", Tone::Error), (s.warnings, "warning", Tone::Warning), (s.notes, "note", Tone::Note)];
    let mut first = true;
    for (n, what, tone) in parts.into_iter().filter(|(n, ..)| *n > 0) {
        if !std::mem::replace(&mut first, false) {
            write!(out, ", ")?;
        }
        out.put(tone, &count(n, what))?;
    }
    if first {
        out.put(Tone::Good, "no findings")?;
    }
    if s.unresolved > 0 {
        write!(out, "; {} could not be resolved", count(s.unresolved, "field"))?;
        if !outcome.diagnostics.iter().any(|d| d.code == "R901") {
            write!(out, " (--show-unresolved lists {})", if s.unresolved == 1 { "it" } else { "them" })?;
        }
    }
    writeln!(out)
}

/// What to say where no tool was found: which files were looked at.
pub fn nothing_found(outcome: &Outcome) -> String {
    let mut names: Vec<&str> = outcome.asked.iter().map(|id| outcome.sources.get(*id).shown.as_str()).collect();
    names.sort_unstable();
    let shown: Vec<_> = names.iter().take(NAMED).map(|n| sanitize::inline(n)).collect();
    match names.len() {
        0 => "no tool found: there is no file to read (Python source, or a tool list in JSON or YAML)".to_owned(),
        n if n > NAMED => format!("no tool found in {}: {} and {} more", count(n, "file"), shown.join(", "), n - NAMED),
        n => format!("no tool found in {}: {}", count(n, "file"), shown.join(", ")),
    }
}
