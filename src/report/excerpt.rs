//! The few lines of a file that a finding shows: sanitised, and long ones cut to windows around the labels.

use super::sanitize::{self, Clean};
use crate::source::{FileId, SourceFile, Span};
use codespan_reporting::files::{Error, Files, Location};
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of a line that are shown uncut.
const LINE: usize = 160;
/// Bytes kept on either side of a label in a longer line.
const MARGIN: usize = 40;
/// Bytes of a label that are shown in a longer line.
const LABEL: usize = 80;
/// A label over more lines is drawn on its first line alone.
const LINES: usize = 12;

/// Labels of one file, moved into a safe copy of the lines that they touch.
pub struct Excerpt {
    name: String,
    text: String,
    /// Where each copied line (0-based) lies in `text`, its line feed included.
    lines: BTreeMap<usize, Range<usize>>,
    /// Labels in the order in which they were given: range in `text`, and where it really starts.
    labels: Vec<(Range<usize>, Location)>,
}

impl Excerpt {
    pub fn new(file: &SourceFile, spans: &[Span]) -> Excerpt {
        let spans: Vec<Range<usize>> = spans.iter().map(|span| fit(file, *span)).collect();
        let mut out = Excerpt {
            name: sanitize::head(&file.shown).into_owned(),
            text: String::new(),
            lines: BTreeMap::new(),
            labels: Vec::new(),
        };
        let mut copies = BTreeMap::new();
        for line in touched(file, &spans) {
            let copy = Copy::new(file, line, &spans);
            let start = out.text.len();
            out.text.push_str(&copy.text);
            out.text.push('\n');
            out.lines.insert(line, start..out.text.len());
            copies.insert(line, (start, copy));
        }
        for span in &spans {
            let place = |at: usize| {
                let (start, copy) = copies.get(&(file.line(at as u32) - 1))?;
                Some(start + copy.at(at))
            };
            let (start, end) = (place(span.start).unwrap_or(0), place(span.end).unwrap_or(0));
            let position = file.position(span.start as u32);
            let location = Location { line_number: position.line, column_number: position.column };
            out.labels.push((start..end.max(start), location));
        }
        out
    }

    /// The copied lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The range in the copy of the label that was given as number `i`.
    pub fn label(&self, i: usize) -> Range<usize> {
        self.labels.get(i).map_or(0..0, |(range, _)| range.clone())
    }
}

/// A span inside the file's text, on character boundaries, without the line end that closes it.
fn fit(file: &SourceFile, span: Span) -> Range<usize> {
    let boundary = |at: u32| {
        let mut at = (at as usize).min(file.text.len());
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(span.start);
    let first = file.line(start as u32);
    let start = start.min(file.line_range(first).end);
    let end = boundary(span.end).max(start);
    let end = start + file.text[start..end].trim_end_matches(['\n', '\r']).len();
    let last = file.line(end as u32);
    if last - first >= LINES { start..file.line_range(first).end } else { start..end.min(file.line_range(last).end) }
}

/// 0-based lines to copy: all that a label covers, and a single one between two of them.
fn touched(file: &SourceFile, spans: &[Range<usize>]) -> Vec<usize> {
    let mut lines: Vec<usize> =
        spans.iter().flat_map(|s| file.line(s.start as u32) - 1..file.line(s.end as u32)).collect();
    lines.sort_unstable();
    lines.dedup();
    let between: Vec<usize> = lines.windows(2).filter(|w| w[1] - w[0] == 2).map(|w| w[0] + 1).collect();
    lines.extend(between);
    lines.sort_unstable();
    lines
}

/// A line, or windows of it.
struct Copy {
    text: String,
    /// Original range in the file, where it begins in `text`, and its safe form.
    windows: Vec<(Range<usize>, usize, Clean)>,
}

impl Copy {
    fn new(file: &SourceFile, line: usize, spans: &[Range<usize>]) -> Copy {
        let whole = file.line_range(line + 1);
        let mut copy = Copy { text: String::new(), windows: Vec::new() };
        let mut at = whole.start;
        for window in windows(file, &whole, spans) {
            if window.start > at {
                copy.text.push('…');
            }
            let clean = Clean::line(&file.text[window.clone()]);
            let start = copy.text.len();
            copy.text.push_str(&clean.text);
            at = window.end;
            copy.windows.push((window, start, clean));
        }
        if at < whole.end {
            copy.text.push('…');
        }
        copy
    }

    /// Where byte `at` of the file lies in `text`; what was cut lies at its ellipsis.
    fn at(&self, at: usize) -> usize {
        let i = self.windows.partition_point(|(range, ..)| range.start <= at);
        let Some((range, start, clean)) = i.checked_sub(1).and_then(|i| self.windows.get(i)) else { return 0 };
        if at <= range.end { start + clean.at(at - range.start) } else { start + clean.text.len() }
    }
}

/// The parts of a line to show: all of a short one, else what lies around the starts of its labels.
fn windows(file: &SourceFile, whole: &Range<usize>, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    if whole.len() <= LINE {
        return vec![whole.clone()];
    }
    let floor = |mut at: usize| {
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let mut wanted: Vec<Range<usize>> = spans
        .iter()
        .filter(|s| s.start <= whole.end && s.end >= whole.start)
        .map(|s| s.start.max(whole.start)..s.end.min(whole.end))
        .map(|s| {
            let start = s.start.saturating_sub(MARGIN).max(whole.start);
            let end = (s.end.min(s.start + LABEL) + MARGIN).min(whole.end);
            floor(start)..floor(end)
        })
        .collect();
    if wanted.is_empty() {
        wanted.push(whole.start..floor(whole.start + LINE));
    }
    wanted.sort_by_key(|w| w.start);
    let mut out: Vec<Range<usize>> = Vec::new();
    for window in wanted {
        match out.last_mut() {
            Some(last) if window.start <= last.end + 4 => last.end = last.end.max(window.end),
            _ => out.push(window),
        }
    }
    out
}

/// The excerpts of one finding, by file.
#[derive(Default)]
pub struct Excerpts(pub BTreeMap<FileId, Excerpt>);

impl Excerpts {
    fn of(&self, id: FileId) -> Result<&Excerpt, Error> {
        self.0.get(&id).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for Excerpts {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.of(id)?.name)
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.of(id)?.text)
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        let lines = &self.of(id)?.lines;
        Ok(lines.iter().take_while(|(_, range)| range.start <= byte).last().map_or(0, |(line, _)| *line))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        Ok(self.of(id)?.lines.get(&line).cloned().unwrap_or(0..0))
    }

    fn location(&'a self, id: FileId, byte: usize) -> Result<Location, Error> {
        let label = self.of(id)?.labels.iter().find(|(range, _)| range.start == byte);
        Ok(label.map_or(Location { line_number: 1, column_number: 1 }, |(_, location)| *location))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Encoding, Language};

    fn file(text: &str) -> SourceFile {
        SourceFile::new(FileId(0), "/x".into(), "x.py".into(), text.into(), Encoding::Utf8, Language::Python)
    }

    #[test]
    fn any_span_is_fitted() {
        let file = file("añ\r\nb\n");
        for start in 0..12 {
            for end in 0..12 {
                let excerpt = Excerpt::new(&file, &[Span { file: FileId(0), start, end }]);
                let range = excerpt.label(0);
                assert!(excerpt.text.get(range).is_some(), "{start}..{end}");
            }
        }
    }

    #[test]
    fn a_long_line_is_cut_around_every_label() {
        let text = format!("{}NEEDLE{}PIN{}", "x".repeat(100_000), "y".repeat(100_000), "z".repeat(100_000));
        let file = file(&text);
        let at = |word: &str| {
            let start = text.find(word).unwrap();
            Span::new(FileId(0), start, start + word.len())
        };
        let excerpt = Excerpt::new(&file, &[at("PIN"), at("NEEDLE")]);
        assert_eq!(&excerpt.text[excerpt.label(0)], "PIN");
        assert_eq!(&excerpt.text[excerpt.label(1)], "NEEDLE");
        assert!(excerpt.text.len() < 300, "{}", excerpt.text.len());
        assert_eq!(excerpt.text.matches('…').count(), 3);
        assert_eq!(excerpt.labels[1].1.column_number, 100_001);
    }
}
