//! Where the comments of a file lie.

use crate::source::{Language, SourceFile, Span};
use crate::syntax::outline;
use saphyr_parser::{Event, Parser, ScalarStyle};
use std::ops::Range;

/// Bytes of each comment, its sign included, in order.
pub fn comments(file: &SourceFile) -> Vec<Range<usize>> {
    match file.language {
        Language::Json => Vec::new(),
        Language::Yaml => yaml(&file.text),
        Language::Python | Language::TypeScript | Language::Rust => {
            let bytes = |span: Span| span.start as usize..span.end as usize;
            outline::comments(file).iter().map(|c| bytes(c.span)).collect()
        }
    }
}

/// A `#` at the start of a line or behind a blank, outside every scalar. What follows a syntax error is
/// not looked at.
fn yaml(text: &str) -> Vec<Range<usize>> {
    let scalars = yaml_scalars(text);
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let signs = memchr::memchr_iter(b'#', line.as_bytes());
        let begins = |i: usize| i == 0 || matches!(line.as_bytes()[i - 1], b' ' | b'\t');
        let outside = |i: usize| {
            let next = scalars.partition_point(|s| s.end <= at + i);
            scalars.get(next).is_none_or(|s| at + i < s.start)
        };
        if let Some(i) = signs.into_iter().find(|&i| begins(i) && outside(i)) {
            out.push(at + i..at + line.trim_end_matches(['\n', '\r']).len());
        }
        at += line.len();
    }
    out
}

/// Bytes of every scalar, in order.
fn yaml_scalars(text: &str) -> Vec<Range<usize>> {
    let mut bytes = text.char_indices().map(|(i, _)| i).chain([text.len()]);
    let mut next_char = 0;
    let mut last = 0;
    let mut byte = |index: usize| {
        while next_char <= index {
            let Some(at) = bytes.next() else { break };
            last = at;
            next_char += 1;
        }
        last
    };
    let mut out = Vec::new();
    let mut parser = Parser::new_from_str(text);
    while let Some(Ok((event, span))) = parser.next_event() {
        if let Event::Scalar(_, style, ..) = event {
            let (start, end) = (byte(span.start.index()), byte(span.end.index()));
            let end = match style {
                ScalarStyle::SingleQuoted => closing(text, start, b'\'').min(end),
                ScalarStyle::DoubleQuoted => closing(text, start, b'"').min(end),
                _ => end,
            };
            out.push(start..end);
        }
    }
    out
}

/// Behind the quote that closes the one at `start`; the parser counts a comment behind it to the scalar.
fn closing(text: &str, start: usize, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        let doubled = quote == b'\'' && bytes.get(at + 1) == Some(&quote);
        match byte {
            b'\\' if quote == b'"' => at += 2,
            _ if byte == quote && doubled => at += 2,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        yaml(text).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn yaml_comments_are_told_from_text() {
        let text = "# top\na: 'x '' # no' # yes\nb: |\n  # no\n  é # no\nc: d#no\ne: \"\\\" # no\" # last";
        assert_eq!(of(text), ["# top", "# yes", "# last"]);
    }
}
