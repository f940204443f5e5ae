//! Docstrings as `inspect.cleandoc` gives them.

use crate::text::{Text, TextBuilder};

/// Strips the first line, dedents the others by their common indent, drops blank lines at both ends. The
/// places of all characters are kept.
pub fn clean(doc: &Text) -> Text {
    let value = doc.as_str();
    if value.contains('\t') {
        // Tabs become spaces first, as `expandtabs` does; a line with a tab loses its exact places.
        return expand(doc);
    }
    let mut lines: Vec<std::ops::Range<usize>> = Vec::new();
    let mut at = 0;
    for line in value.split('\n') {
        lines.push(at..at + line.len());
        at += line.len() + 1;
    }
    let indent_of = |r: &std::ops::Range<usize>| {
        let line = &value[r.clone()];
        let stripped = line.trim_start();
        (!stripped.is_empty()).then(|| line.len() - stripped.len())
    };
    let margin = lines.iter().skip(1).filter_map(indent_of).min().unwrap_or(0);
    for (i, line) in lines.iter_mut().enumerate() {
        let text = &value[line.clone()];
        let cut = if i == 0 { text.len() - text.trim_start().len() } else { margin.min(text.len()) };
        line.start += floor_boundary(text, cut);
    }
    let blank = |r: &std::ops::Range<usize>| value[r.clone()].is_empty();
    while lines.last().is_some_and(blank) && !lines.is_empty() {
        lines.pop();
    }
    let first = lines.iter().position(|r| !blank(r)).unwrap_or(lines.len());
    let mut out = TextBuilder::default();
    for (i, line) in lines[first..].iter().enumerate() {
        if i > 0 {
            out.push_slice(doc, lines[first + i - 1].end..lines[first + i - 1].end + 1);
        }
        out.push_slice(doc, line.clone());
    }
    out.finish(doc.span())
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn expand(doc: &Text) -> Text {
    let mut out = TextBuilder::default();
    let mut column = 0;
    for (i, c) in doc.as_str().char_indices() {
        match c {
            '\t' => {
                let width = 8 - column % 8;
                out.push(&" ".repeat(width), doc.span_of(i..i + 1));
                column += width;
            }
            _ => {
                out.push_slice(doc, i..i + c.len_utf8());
                column = if c == '\n' { 0 } else { column + 1 };
            }
        }
    }
    clean(&out.finish(doc.span()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn cleaned(s: &str) -> String {
        clean(&Text::new(s, Span::new(FileId(0), 0, s.len()))).as_str().to_owned()
    }

    #[test]
    fn as_inspect_cleandoc() {
        assert_eq!(cleaned("  One.\n\n    Two.\n      Three.\n    "), "One.\n\nTwo.\n  Three.");
        assert_eq!(cleaned("\n    A\n    B\n"), "A\nB");
        assert_eq!(cleaned(""), "");
        assert_eq!(cleaned("\tx\n\ty"), "x\ny");
    }

    #[test]
    fn places_survive() {
        let text = Text::new("\n    A\n    B", Span::new(FileId(0), 100, 112));
        let clean = clean(&text);
        let at = clean.as_str().find('B').unwrap_or_default();
        assert_eq!(clean.span_of(at..at + 1).start, 111);
    }
}
