//! What a file declares, by the queries in `queries/`: without lowering, for callers that need places only.
//!
//! Lowering does not use it (a query costs more than the walk); a test holds the two together.

use super::parse::{BUDGET, Deadline, grammar, parse};
use crate::source::{Language, SourceFile, Span};
use std::sync::LazyLock;
use tree_sitter::{Query, QueryCursor, StreamingIterator};

/// What a capture of a query stands for; the queries use these words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    Function,
    Class,
    Decorator,
    Import,
    Comment,
}

const PARTS: [(&str, Part); 5] = [
    ("function", Part::Function),
    ("class", Part::Class),
    ("decorator", Part::Decorator),
    ("import", Part::Import),
    ("comment", Part::Comment),
];

/// One match: for functions and classes the name, else the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<'f> {
    pub part: Part,
    pub span: Span,
    /// The text at `span`.
    pub text: &'f str,
}

static PYTHON: LazyLock<Option<Query>> =
    LazyLock::new(|| Query::new(&grammar(Language::Python)?, include_str!("../../queries/python.scm")).ok());

/// The query of a language; `None` where there is none.
fn query(language: Language) -> Option<&'static Query> {
    match language {
        Language::Python => PYTHON.as_ref(),
        _ => None,
    }
}

/// The parts of a file in source order; empty where it has no tree (see [`super::parse::ParseError`]).
pub fn outline(file: &SourceFile) -> Vec<Item<'_>> {
    let Some(query) = query(file.language) else { return Vec::new() };
    let Ok(tree) = parse(&file.text, file.language, Deadline::after(BUDGET)) else { return Vec::new() };
    let mut items = Vec::new();
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures(query, tree.root_node(), file.text.as_bytes());
    while let Some((found, index)) = captures.next() {
        let Some(capture) = found.captures().get(*index) else { continue };
        let word = query.capture_names().get(capture.index as usize).copied().unwrap_or_default();
        let Some((_, part)) = PARTS.iter().find(|(name, _)| *name == word) else { continue };
        let range = capture.node.byte_range();
        let text = file.text.get(range.clone()).unwrap_or_default();
        items.push(Item { part: *part, span: Span::new(file.id, range.start, range.end), text });
    }
    items
}

/// Comments in source order, their sign included.
pub fn comments(file: &SourceFile) -> Vec<Item<'_>> {
    parts(file, &[Part::Comment])
}

/// Names of functions and classes, nested ones included, in source order.
pub fn symbols(file: &SourceFile) -> Vec<Item<'_>> {
    parts(file, &[Part::Function, Part::Class])
}

fn parts<'f>(file: &'f SourceFile, wanted: &[Part]) -> Vec<Item<'f>> {
    let mut items = outline(file);
    items.retain(|item| wanted.contains(&item.part));
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_hold_nothing_that_is_silently_ignored() {
        let query = query(Language::Python).expect("queries/python.scm compiles");
        for pattern in 0..query.pattern_count() {
            assert!(query.general_predicates(pattern).is_empty());
        }
        for name in query.capture_names() {
            assert!(PARTS.iter().any(|(word, _)| word == name), "{name}");
        }
        assert_eq!(query.capture_names().len(), PARTS.len());
    }
}
