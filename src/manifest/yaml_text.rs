//! Where the characters of a YAML scalar are written: through escapes, doubled quotes, folded lines and the
//! indentation of blocks.
//!
//! The parser gives the value and the place of the whole; the two are walked side by side here. Where they
//! do not meet, the text lies in one piece at the whole place, which is never wrong, only less exact.

use crate::source::{FileId, Span};
use crate::text::{Text, TextBuilder};
use saphyr_parser::ScalarStyle;

/// `value`, written as `source[start..end]` without anchor and tag.
pub(super) fn text(source: &str, file: FileId, start: usize, end: usize, value: &str, style: ScalarStyle) -> Text {
    let whole = Span::new(file, start, end);
    let raw = source.get(start..end).unwrap_or("");
    let mut walk = Walk { file, base: start, raw, value, at: 0, seen: 0, out: TextBuilder::default() };
    let met = match style {
        ScalarStyle::Plain if raw == value => return Text::new(value, whole),
        ScalarStyle::Plain => walk.flow(None),
        ScalarStyle::SingleQuoted => walk.quoted('\''),
        ScalarStyle::DoubleQuoted => walk.quoted('"'),
        ScalarStyle::Literal | ScalarStyle::Folded => {
            let line = source[..start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
            let indent = start - line;
            walk.block(indent)
        }
    };
    match met {
        Some(()) if walk.seen == value.len() => walk.out.finish(whole),
        _ => Text::from_pieces(value, Vec::new(), whole),
    }
}

struct Walk<'a> {
    file: FileId,
    /// Where `raw` starts in the file.
    base: usize,
    raw: &'a str,
    value: &'a str,
    /// Bytes of `raw` walked.
    at: usize,
    /// Bytes of `value` walked.
    seen: usize,
    out: TextBuilder,
}

impl Walk<'_> {
    fn rest(&self) -> &str {
        &self.raw[self.at..]
    }

    /// The next `len` bytes of the value are written as the next `width` bytes of the source.
    fn take(&mut self, len: usize, width: usize) {
        let (from, at) = (self.base + self.at, self.seen);
        self.out.push(&self.value[at..at + len], Span::new(self.file, from, from + width));
        self.seen += len;
        self.at += width;
    }

    /// The next character of the value is written as the next `width` bytes of the source.
    fn take_char(&mut self, width: usize) -> Option<()> {
        let len = self.value[self.seen..].chars().next()?.len_utf8();
        self.raw.get(self.at..self.at + width)?;
        self.take(len, width);
        Some(())
    }

    fn quoted(&mut self, quote: char) -> Option<()> {
        if !self.raw.starts_with(quote) || !self.raw.ends_with(quote) || self.raw.len() < 2 {
            return None;
        }
        self.at = 1;
        self.raw = &self.raw[..self.raw.len() - 1];
        self.flow(Some(quote))
    }

    /// Plain and quoted scalars: line breaks fold.
    fn flow(&mut self, quote: Option<char>) -> Option<()> {
        while !self.rest().is_empty() {
            let stop =
                |c: char| matches!(c, ' ' | '\t' | '\n' | '\r') || (c == '\\' && quote == Some('"')) || c == '\'';
            let run = self.rest().find(stop).unwrap_or(self.rest().len());
            if run > 0 {
                self.same(run)?;
                continue;
            }
            match self.rest().as_bytes()[0] {
                b'\\' => self.escape()?,
                b'\'' if quote == Some('\'') => self.take_char(2)?,
                b'\'' => self.same(1)?,
                _ => self.white()?,
            }
        }
        Some(())
    }

    /// The next `len` bytes are written just so.
    fn same(&mut self, len: usize) -> Option<()> {
        if self.value.get(self.seen..self.seen + len)? != &self.raw[self.at..self.at + len] {
            return None;
        }
        self.take(len, len);
        Some(())
    }

    fn escape(&mut self) -> Option<()> {
        let width = match self.rest().as_bytes().get(1)? {
            b'x' => 4,
            b'u' => 6,
            b'U' => 10,
            b'\n' | b'\r' => {
                let blank = self.rest()[1..].trim_start_matches([' ', '\t', '\n', '\r']);
                let all = self.rest().len() - blank.len();
                let breaks = breaks(&self.rest()[1..all]);
                self.take(breaks.saturating_sub(1).min(self.value.len() - self.seen), all);
                return Some(());
            }
            _ => 1 + self.rest()[1..].chars().next()?.len_utf8(),
        };
        self.take_char(width)
    }

    /// White space: as written within a line, folded across lines.
    fn white(&mut self) -> Option<()> {
        let len = self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
        let folded = match breaks(&self.rest()[..len]) {
            0 => return self.same(len),
            1 => 1,
            n => n - 1,
        };
        let white = self.value.get(self.seen..self.seen + folded)?;
        if !white.bytes().all(|b| matches!(b, b' ' | b'\n')) {
            return None;
        }
        self.take(folded, len);
        Some(())
    }

    /// Literal and folded blocks, line by line; `raw` starts with the content of the first line that has some.
    fn block(&mut self, indent: usize) -> Option<()> {
        let leading = self.value.len() - self.value.trim_start_matches('\n').len();
        self.take(leading, 0);
        let raw = self.raw;
        let mut start = 0;
        for line in raw.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            let skip = if start == 0 { 0 } else { content.bytes().take(indent).take_while(|b| *b == b' ').count() };
            let body = &content[skip..];
            if !body.is_empty() && self.seen < self.value.len() {
                self.separate(start + skip)?;
                self.at = start + skip;
                self.same(body.len())?;
                self.at = start + content.len();
            }
            start += line.len();
        }
        self.separate(raw.len())
    }

    /// The line breaks of the value before the next content, written between here and `until`.
    fn separate(&mut self, until: usize) -> Option<()> {
        let rest = &self.value[self.seen..];
        let breaks = rest.len() - rest.trim_start_matches('\n').len();
        let between = self.raw.get(self.at..until)?;
        let len = match breaks {
            0 if !between.is_empty() && rest.starts_with(' ') => 1,
            n => n,
        };
        let line_break = if between.starts_with("\r\n") { 2 } else { usize::from(!between.is_empty()) };
        let width = if len > 1 { between.trim_end_matches(' ').len().max(line_break) } else { line_break };
        self.take(len, width);
        Some(())
    }
}

fn breaks(text: &str) -> usize {
    let pairs = text.matches("\r\n").count();
    text.bytes().filter(|b| matches!(b, b'\n' | b'\r')).count() - pairs
}
