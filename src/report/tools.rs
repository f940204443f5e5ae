//! The list of tools: a tick for each sound one, the findings under each other one.

use super::group::{groups, worst};
use super::sanitize;
use super::style::{Paint, Tone};
use super::summary::count;
use crate::check::Outcome;
use crate::diagnostic::{Diagnostic, Level};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns for the name before the code.
const NAME: usize = 28;

pub fn write(outcome: &Outcome, out: &mut Paint) -> io::Result<()> {
    let (groups, rest) = groups(outcome);
    writeln!(out)?;
    for d in rest {
        line(out, &outcome.sources.get(d.span.file).shown, d)?;
    }
    let several = groups.len() > 1;
    for group in groups {
        if several {
            write!(out, "  ")?;
            out.put(Tone::Strong, &sanitize::head(&group.server.id))?;
            writeln!(out)?;
        }
        if let Some(level) = worst(&group.findings) {
            block(out, "server", level, &group.findings)?;
        }
        for (tool, findings) in group.tools {
            let name = tool.known_name().unwrap_or("(unnamed)");
            match worst(&findings) {
                None => {
                    write!(out, "  ")?;
                    out.put(Tone::Good, "✓")?;
                    writeln!(out, " {}", sanitize::inline(name))?;
                }
                Some(level) => block(out, name, level, &findings)?,
            }
        }
    }
    writeln!(out)?;
    totals(outcome, out)
}

fn block(out: &mut Paint, name: &str, level: Level, findings: &[&Diagnostic]) -> io::Result<()> {
    write!(out, "  ")?;
    out.put(level.into(), &sanitize::head(name))?;
    writeln!(out)?;
    findings.iter().try_for_each(|d| line(out, name, d))
}

fn line(out: &mut Paint, name: &str, d: &Diagnostic) -> io::Result<()> {
    let name = sanitize::inline(name);
    let pad = NAME.saturating_sub(name.width()).max(1);
    write!(out, "    ")?;
    out.put(d.level.into(), icon(d.level))?;
    writeln!(out, " {name}{:pad$}[{}] {}.", "", d.code, sanitize::inline(&d.message))
}

fn icon(level: Level) -> &'static str {
    match level {
        Level::Error => "✗",
        Level::Warning => "⚠",
        Level::Note => "·",
    }
}

/// `✗ 2 error(s)  0 warnings`.
fn totals(outcome: &Outcome, out: &mut Paint) -> io::Result<()> {
    let summary = &outcome.summary;
    let (tone, sign) = match (summary.errors, summary.warnings) {
        (0, 0) => (Tone::Good, "✓"),
        (0, _) => (Tone::Warning, "⚠"),
        _ => (Tone::Error, "✗"),
    };
    let mut text = format!("{sign} {} error(s)  {}", summary.errors, count(summary.warnings, "warning"));
    if summary.notes > 0 {
        text.push_str(&format!("  {}", count(summary.notes, "note")));
    }
    out.put(tone, &text)?;
    writeln!(out)
}
