//! The format for people: each finding over the source that it is about.

use super::excerpt::{Excerpt, Excerpts};
use super::sanitize;
use super::style::{Paint, Tone};
use crate::check::Outcome;
use crate::diagnostic::{Diagnostic, Level};
use crate::source::{FileId, Span};
use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, Severity};
use codespan_reporting::files::Error;
use codespan_reporting::term::{self, Config};
use std::io::{self, Write};

/// Related places that are drawn; the rest is counted.
const LABELS: usize = 8;
/// Columns at which notes are folded.
const WIDTH: usize = 100;

/// Writes every finding, each followed by an empty line.
pub fn write(outcome: &Outcome, out: &mut Paint) -> io::Result<()> {
    outcome.diagnostics.iter().try_for_each(|d| finding(outcome, d, out))
}

fn finding(outcome: &Outcome, d: &Diagnostic, out: &mut Paint) -> io::Result<()> {
    if outcome.sources.get(d.span.file).text.is_empty() {
        return without_source(outcome, d, out);
    }
    let places = places(outcome, d);
    let mut excerpts = Excerpts::default();
    let mut labels: Vec<Label<FileId>> = Vec::new();
    for (i, (span, text)) in places.iter().enumerate() {
        let same: Vec<Span> = places.iter().map(|(s, _)| *s).filter(|s| s.file == span.file).collect();
        let nth = places[..i].iter().filter(|(s, _)| s.file == span.file).count();
        let excerpt =
            excerpts.0.entry(span.file).or_insert_with(|| Excerpt::new(outcome.sources.get(span.file), &same));
        let range = excerpt.label(nth);
        let label = if i == 0 { Label::primary(span.file, range) } else { Label::secondary(span.file, range) };
        labels.push(label.with_message(sanitize::inline(text)));
    }
    let hidden = d.labels.len().saturating_sub(LABELS);
    let mut notes = notes(d, hidden);
    if let Some(context) = context(outcome, d, &excerpts) {
        notes.insert(0, context);
    }
    let shown = Shown::new(severity(d.level))
        .with_code(d.code)
        .with_message(sanitize::inline(&d.message))
        .with_labels(labels)
        .with_notes(notes);
    let config = Config { start_context_lines: 2, ..Config::default() };
    term::emit_to_write_style(out, &config, &excerpts, &shown).map_err(|error| match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// A finding about a file of which there is no text to show.
fn without_source(outcome: &Outcome, d: &Diagnostic, out: &mut Paint) -> io::Result<()> {
    out.put(d.level.into(), &format!("{}[{}]", d.level.name(), d.code))?;
    out.put(Tone::Strong, &format!(": {}", sanitize::inline(&d.message)))?;
    write!(out, "\n  ")?;
    out.put(Tone::Frame, "┌─ ")?;
    writeln!(out, "{}", sanitize::inline(&outcome.sources.get(d.span.file).shown))?;
    for note in notes(d, 0) {
        out.put(Tone::Frame, "  = ")?;
        writeln!(out, "{}", note.replace('\n', "\n    "))?;
    }
    writeln!(out)
}

/// The primary place, then related ones; one that lies in an empty file has nothing to show.
fn places<'d>(outcome: &Outcome, d: &'d Diagnostic) -> Vec<(Span, &'d str)> {
    let related = d.labels.iter().filter(|l| !outcome.sources.get(l.span.file).text.is_empty());
    std::iter::once((d.span, d.label.as_str())).chain(related.take(LABELS).map(|l| (l.span, l.text.as_str()))).collect()
}

/// Which tool is judged, where nothing that is shown says so.
fn context(outcome: &Outcome, d: &Diagnostic, excerpts: &Excerpts) -> Option<String> {
    let tool = d.tool.as_deref().filter(|name| !name.is_empty())?;
    let tool = sanitize::inline(tool);
    let several = outcome.servers.len() > 1;
    let told = d.message.contains(tool.as_ref()) || excerpts.0.values().any(|e| e.text().contains(tool.as_ref()));
    match &d.server {
        Some(server) if several && !told => {
            Some(fold(&format!("tool: `{tool}` of server `{}`", sanitize::inline(server))))
        }
        _ => (!told).then(|| fold(&format!("tool: `{tool}`"))),
    }
}

fn notes(d: &Diagnostic, hidden: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    if hidden > 0 {
        out.push(format!("{hidden} more {} not shown", if hidden == 1 { "place is" } else { "places are" }));
    }
    if !d.hosts.is_empty() {
        out.push(fold(&format!("hosts: {}", d.hosts.join(", "))));
    }
    out.extend(d.notes.iter().map(|n| fold(&format!("note: {n}"))));
    out.extend(d.help.iter().map(|h| fold(&format!("help: {h}"))));
    out
}

/// Sanitises a note and folds it at spaces. A folded line may not begin like a workflow command.
fn fold(text: &str) -> String {
    let text = sanitize::inline(text);
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let width = unicode_width::UnicodeWidthStr::width(word);
        if column > 0 && column + 1 + width > WIDTH {
            out.push_str("\n      ");
            out.push_str(&sanitize::head(word));
            column = 6 + width;
        } else {
            if column > 0 {
                out.push(' ');
            }
            out.push_str(word);
            column += width + usize::from(column > 0);
        }
    }
    out
}

fn severity(level: Level) -> Severity {
    match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    }
}
