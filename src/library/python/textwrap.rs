//! `textwrap`, with the places of every character kept: pieces of the text are dropped or put in, none is
//! written anew.

use super::Model;
use crate::link::{Arguments, Data, Value};
use crate::source::Span;
use crate::text::{Text, TextBuilder};

pub const CALLS: &[(&str, Model)] = &[
    ("textwrap.dedent", |_, arguments, site| on_text(arguments, site, |text, span| Some(dedent(text, span)))),
    ("textwrap.indent", |_, arguments, site| {
        let prefix = arguments.get(1, "prefix")?.as_text()?.clone();
        if arguments.get(2, "predicate").is_some() {
            return None;
        }
        on_text(arguments, site, |text, span| Some(indent(text, &prefix, span)))
    }),
    ("inspect.cleandoc", |_, arguments, site| on_text(arguments, site, |text, span| Some(cleandoc(text, span)))),
];

fn on_text(arguments: &Arguments, site: Span, change: impl Fn(&Text, Span) -> Option<Text>) -> Option<Value> {
    let value = arguments.positional.first().or_else(|| arguments.named("text")).or_else(|| arguments.named("doc"))?;
    match &value.data {
        Data::Text(text) => Some(Value::new(Data::Text(change(text, site)?), site)),
        // What is unknown keeps its reason.
        Data::Unknown(_) => Some(value.clone()),
        Data::OneOf(values) => {
            let all = values.iter().map(|v| Some(Value::new(Data::Text(change(v.as_text()?, site)?), site)));
            Some(Value::one_of(all.collect::<Option<Vec<Value>>>()?, site))
        }
        _ => None,
    }
}

/// Byte ranges of lines: the line without its end, and its end.
fn lines(text: &str) -> Vec<(usize, usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.strip_suffix('\n').unwrap_or(line);
        out.push((at, at + body.len(), at + line.len()));
        at += line.len();
    }
    out
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|b| b == b' ' || b == b'\t')
}

/// The spaces and tabs that lines share at their start, in bytes; blank lines do not count.
fn margin<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let mut common: Option<&str> = None;
    for line in lines.filter(|l| !is_blank(l)) {
        let own = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        common = Some(match common {
            None => own,
            Some(c) => &c[..c.bytes().zip(own.bytes()).take_while(|(a, b)| a == b).count()],
        });
    }
    common.map_or(0, str::len)
}

fn dedent(text: &Text, at: Span) -> Text {
    let s = text.as_str();
    let lines = lines(s);
    let margin = margin(lines.iter().map(|(from, to, _)| &s[*from..*to]));
    let mut out = TextBuilder::default();
    for (from, to, end) in lines {
        if !is_blank(&s[from..to]) {
            out.push_slice(text, from + margin..to);
        }
        out.push_slice(text, to..end);
    }
    out.finish(at)
}

fn indent(text: &Text, prefix: &Text, at: Span) -> Text {
    let s = text.as_str();
    let mut out = TextBuilder::default();
    for (from, _, end) in lines(s) {
        if !s[from..end].trim().is_empty() {
            out.push_slice(prefix, 0..prefix.as_str().len());
        }
        out.push_slice(text, from..end);
    }
    out.finish(at)
}

/// As `inspect.cleandoc`: the first line loses its indent, the others their common one; blank lines at both
/// ends go. Text with tabs is left alone, since they would be widened.
fn cleandoc(text: &Text, at: Span) -> Text {
    let s = text.as_str();
    if s.contains('\t') {
        return text.clone();
    }
    let mut rows: Vec<(usize, usize)> = lines(s).into_iter().map(|(from, to, _)| (from, to)).collect();
    let margin = margin(rows.iter().skip(1).map(|(from, to)| &s[*from..*to]));
    for (i, (from, to)) in rows.iter_mut().enumerate() {
        let line = &s[*from..*to];
        let cut = if i == 0 { line.len() - line.trim_start().len() } else { margin.min(line.len()) };
        *from += cut;
    }
    let filled = |(from, to): &&(usize, usize)| !s[*from..*to].is_empty();
    let first = rows.iter().position(|r| filled(&r)).unwrap_or(rows.len());
    let last = rows.iter().rposition(|r| filled(&r)).map_or(first, |i| i + 1);
    let mut out = TextBuilder::default();
    for (i, (from, to)) in rows[first..last].iter().enumerate() {
        if i > 0 {
            let before = rows[first + i - 1].1;
            out.push_slice(text, before..before + 1);
        }
        out.push_slice(text, *from..*to);
    }
    out.finish(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn written(s: &str) -> Text {
        Text::new(s, Span::new(FileId(0), 100, 100 + s.len()))
    }

    #[test]
    fn dedent_keeps_the_place_of_each_character() {
        let text = written("    Switch one.\n      Not two.\n   \n    End\n");
        let out = dedent(&text, text.span());
        assert_eq!(out.as_str(), "Switch one.\n  Not two.\n\nEnd\n");
        let at = out.as_str().find("End").unwrap_or(0);
        let from = 100 + text.as_str().find("End").unwrap_or(0);
        assert_eq!(out.span_of(at..at + 3), Span::new(FileId(0), from, from + 3));
    }

    #[test]
    fn margins_are_bytes_that_lines_share() {
        assert_eq!(dedent(&written("\tx\n    y"), written("").span()).as_str(), "\tx\n    y");
        assert_eq!(dedent(&written("é\n  y"), written("").span()).as_str(), "é\n  y");
        assert_eq!(dedent(&written(""), written("").span()).as_str(), "");
    }

    #[test]
    fn indent_and_cleandoc() {
        assert_eq!(indent(&written("a\n\nb"), &written("> "), written("").span()).as_str(), "> a\n\n> b");
        let out = cleandoc(&written("  First.\n\n    Second\n      deeper\n    "), written("").span());
        assert_eq!(out.as_str(), "First.\n\nSecond\n  deeper");
    }
}
