//! Comments that silence a finding.
//!
//! `promcp: ignore[R022, R040] reason` silences the findings of its line; where that has none of a code, those of
//! the next line. A comment on a line of its own speaks for the first line below that is no comment.
//! Without brackets it means every code. `promcp: ignore-file[…]` stands above everything else and speaks for the
//! whole file. One that silences nothing is R902, a code that does not exist is R903.

use crate::codes;
use crate::comments::comments;
use crate::diagnostic::{Diagnostic, Level};
use crate::source::{FileId, SourceFile, Sources, Span};
use rustc_hash::FxHashMap;

const SIGN: &str = "promcp:";

/// One code of a suppression comment.
#[derive(Debug)]
struct Entry {
    /// The code as written; the whole comment where none is.
    span: Span,
    text: String,
    /// `None`: every code.
    codes: Option<Vec<&'static str>>,
    reach: Reach,
    used: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    File,
    /// `ignore-file` behind the first line of code.
    TooLate,
    /// 1-based lines: the comment's own, and the next that counts.
    Lines(usize, usize),
}

/// Takes silenced findings out of `diagnostics` and adds what is wrong with the comments themselves.
/// `runs` tells whether a code was looked for at all: a comment on one that was not is not called unused.
pub fn apply(
    diagnostics: Vec<Diagnostic>,
    sources: &Sources,
    files: impl IntoIterator<Item = FileId>,
    runs: impl Fn(&'static str) -> Option<Level>,
) -> Vec<Diagnostic> {
    let mut entries: FxHashMap<FileId, Vec<Entry>> = FxHashMap::default();
    let mut order = Vec::new();
    for id in files {
        let found = read(sources.get(id));
        if !found.is_empty() {
            order.push(id);
            entries.insert(id, found);
        }
    }
    let mut out = diagnostics;
    for near in [true, false] {
        out.retain(|d| !entries.get_mut(&d.span.file).is_some_and(|found| silence(d, found, sources, near)));
    }
    for entry in order.iter().flat_map(|id| &entries[id]) {
        out.extend(complaint(entry, &runs));
    }
    out
}

/// Whether an entry silences `d`. In the first pass (`near`) comments speak for their own lines, in the
/// second those that found nothing there speak for the next.
fn silence(d: &Diagnostic, entries: &mut [Entry], sources: &Sources, near: bool) -> bool {
    let line = sources.start(d.span).line;
    let speaks = |e: &Entry| {
        let here = match e.reach {
            Reach::File => near,
            Reach::TooLate => false,
            Reach::Lines(own, _) if near => line == own,
            Reach::Lines(own, next) => line == next && (!e.used || next == own),
        };
        here && e.codes.as_ref().is_none_or(|codes| codes.contains(&d.code))
    };
    let mut silenced = false;
    for entry in entries.iter_mut() {
        if speaks(entry) {
            silenced = true;
            // In the second pass one comment may silence several findings of the next line.
            match entry.reach {
                Reach::Lines(_, next) if !near => entry.reach = Reach::Lines(next, next),
                _ => {}
            }
            entry.used = true;
        }
    }
    silenced
}

fn complaint(entry: &Entry, runs: &impl Fn(&'static str) -> Option<Level>) -> Option<Diagnostic> {
    let text = &entry.text;
    match &entry.codes {
        Some(codes) if codes.is_empty() => {
            let mut d = Diagnostic::new("R903", runs("R903")?, entry.span, format!("there is no code `{text}`"));
            if let Some(guess) = codes::suggest(text) {
                d.help(format!("did you mean `{guess}`?"));
            }
            Some(d)
        }
        _ if entry.used => None,
        Some(codes) if !codes.iter().any(|c| runs(c).is_some()) => None,
        codes => {
            let what =
                if codes.is_some() { format!("`{text}` silences nothing") } else { "nothing is silenced".into() };
            let mut d = Diagnostic::new("R902", runs("R902")?, entry.span, what);
            if entry.reach == Reach::TooLate {
                d.note("`ignore-file` counts only above the first line of code");
            } else {
                d.help("take it out");
            }
            Some(d)
        }
    }
}

fn read(file: &SourceFile) -> Vec<Entry> {
    if memchr::memmem::find(file.text.as_bytes(), SIGN.as_bytes()).is_none() {
        return Vec::new();
    }
    let comments = comments(file);
    let alone = |line: usize| {
        let range = file.line_range(line);
        let start = range.start + (file.text[range.clone()].len() - file.text[range].trim_start().len());
        comments.binary_search_by_key(&start, |c| c.start).is_ok()
    };
    let last = file.line_starts().len();
    let code = (1..=last).find(|&l| !alone(l) && !file.text[file.line_range(l)].trim().is_empty()).unwrap_or(last + 1);
    let mut out = Vec::new();
    for comment in &comments {
        let own = file.line(comment.start as u32);
        let end = file.line(comment.end as u32);
        let next = (end + 1..=last).find(|&l| !alone(l)).unwrap_or(end + 1);
        let lines = if alone(own) { Reach::Lines(next, next) } else { Reach::Lines(own, next) };
        let to_file = if own < code { Reach::File } else { Reach::TooLate };
        directive(file, comment.start, &file.text[comment.clone()], lines, to_file, &mut out);
    }
    out
}

/// Reads `promcp: ignore[…]` out of a comment that starts at byte `base`.
fn directive(file: &SourceFile, base: usize, comment: &str, lines: Reach, to_file: Reach, out: &mut Vec<Entry>) {
    let Some(at) = comment.find(SIGN) else { return };
    if !comment[..at].chars().all(|c| c.is_whitespace() || "#/*!".contains(c)) {
        return;
    }
    let rest = comment[at + SIGN.len()..].trim_start();
    let (reach, rest) = match (rest.strip_prefix("ignore-file"), rest.strip_prefix("ignore")) {
        (Some(rest), _) => (to_file, rest),
        (None, Some(rest)) => (lines, rest),
        (None, None) => return,
    };
    let offset = |part: &str| base + (part.as_ptr() as usize - comment.as_ptr() as usize);
    let Some(list) = rest.strip_prefix('[') else {
        if rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == '*') {
            let start = base + at;
            let span = Span::new(file.id, start, offset(rest));
            out.push(Entry { span, text: String::new(), codes: None, reach, used: false });
        }
        return;
    };
    let list = list.split(']').next().unwrap_or(list);
    for part in list.split(',') {
        let text = part.trim();
        if text.is_empty() {
            continue;
        }
        let start = offset(text);
        let codes = codes::resolve(text).unwrap_or_default();
        let span = Span::new(file.id, start, start + text.len());
        out.push(Entry { span, text: text.to_owned(), codes: Some(codes), reach, used: false });
    }
}
