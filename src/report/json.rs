//! `--format json`: one object, for programs.

use super::pretty;
use crate::check::Outcome;
use crate::diagnostic::Diagnostic;
use crate::fingerprint::fingerprints;
use crate::rules;
use crate::source::{Position, Sources, Span};
use serde_json::{Value, json};
use std::io::{self, Write};

pub fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let s = &outcome.summary;
    let prints = fingerprints(&outcome.diagnostics, &outcome.sources);
    let diagnostics: Vec<Value> =
        outcome.diagnostics.iter().zip(prints).map(|(d, print)| finding(d, &print, &outcome.sources)).collect();
    let report = json!({
        "version": 1,
        "summary": {
            "files": s.files, "servers": s.servers, "tools": s.tools, "errors": s.errors,
            "warnings": s.warnings, "notes": s.notes, "unresolved": s.unresolved,
        },
        "diagnostics": diagnostics,
    });
    pretty(&report, out)
}

fn finding(d: &Diagnostic, fingerprint: &str, sources: &Sources) -> Value {
    let labels: Vec<Value> =
        d.labels.iter().map(|l| json!({"location": location(l.span, sources), "text": l.text})).collect();
    let fixes: Vec<Value> = d
        .fixes
        .iter()
        .map(|fix| {
            let edits: Vec<Value> = fix
                .edits
                .iter()
                .map(|e| {
                    let file = sources.get(e.span.file);
                    let (start, end) = (sources.start(e.span).offset, sources.end(e.span).offset);
                    json!({"file": file.shown, "start": start, "end": end, "text": e.text})
                })
                .collect();
            json!({"safe": fix.safe, "title": fix.title, "edits": edits})
        })
        .collect();
    json!({
        "code": d.code,
        "name": rules::page(d.code).map_or("", |p| p.name),
        "level": d.level.name(),
        "message": d.message,
        "server": d.server,
        "tool": d.tool,
        "location": location(d.span, sources),
        "labels": labels,
        "notes": d.notes,
        "help": d.help,
        "hosts": d.hosts,
        "fixes": fixes,
        "fingerprint": fingerprint,
    })
}

fn location(span: Span, sources: &Sources) -> Value {
    let point = |p: Position| json!({"line": p.line, "column": p.column, "offset": p.offset});
    json!({
        "file": sources.get(span.file).shown,
        "start": point(sources.start(span)),
        "end": point(sources.end(span)),
    })
}
