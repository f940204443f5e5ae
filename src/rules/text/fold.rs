//! Text as the pattern rules compare it: lower case, without invisible characters, in words.

use super::points;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use std::ops::Range;

/// Whether a text can hold a pattern at all: one of its words stands in it, in any case. Text with characters
/// that folding removes or changes is always looked at.
pub struct Trigger(Option<AhoCorasick>);

impl Trigger {
    pub fn new(words: &[&str]) -> Self {
        let kind = Some(AhoCorasickKind::DFA);
        Trigger(AhoCorasick::builder().ascii_case_insensitive(true).kind(kind).build(words).ok())
    }

    fn is_in(&self, text: &str) -> bool {
        self.0.as_ref().is_none_or(|search| search.is_match(text))
    }

    /// The folded text, where one of the words stands in it.
    pub fn fold(&self, text: &str) -> Option<Folded> {
        if text.is_ascii() && !self.is_in(text) {
            return None;
        }
        let folded = Folded::new(text);
        self.is_in(&folded.text).then_some(folded)
    }
}

/// Folded text and where each of its bytes comes from.
pub struct Folded {
    pub text: String,
    from: Vec<u32>,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut out = Folded { text: String::with_capacity(text.len()), from: Vec::with_capacity(text.len() + 1) };
        for (at, c) in text.char_indices() {
            if points::is_invisible(c) || points::is_control(c) {
                continue;
            }
            let plain = match c {
                '’' | '‘' => '\'',
                '“' | '”' => '"',
                '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
                _ if c.is_whitespace() => ' ',
                _ => c,
            };
            for low in plain.to_lowercase() {
                out.text.push(low);
                out.from.resize(out.text.len(), at as u32);
            }
        }
        out.from.push(text.len() as u32);
        out
    }

    /// The range of the original text.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let at = |i: usize| self.from.get(i).or(self.from.last()).map_or(0, |&at| at as usize);
        at(range.start)..at(range.end)
    }

    pub fn words(&self) -> Vec<Word<'_>> {
        let mut out = Vec::new();
        let mut start: Option<usize> = None;
        let mut gap = 0;
        for (at, c) in self.text.char_indices().chain([(self.text.len(), ' ')]) {
            let apostrophe = c == '\'' && start.is_some() && self.text[at + 1..].starts_with(char::is_alphabetic);
            if c.is_alphanumeric() || c == '_' || apostrophe {
                start.get_or_insert(at);
            } else if let Some(from) = start.take() {
                out.push(Word { text: &self.text[from..at], range: from..at, gap: &self.text[gap..from] });
                gap = at;
            }
        }
        out
    }
}

/// A word of folded text.
#[derive(Clone, Debug)]
pub struct Word<'a> {
    pub text: &'a str,
    pub range: Range<usize>,
    /// What stands between the word before and this one.
    pub gap: &'a str,
}

impl Word<'_> {
    /// It is the first of its sentence or clause.
    pub fn begins_clause(&self) -> bool {
        self.gap.contains(['.', '!', '?', ';', ':', ',', '>', ']', '(', '—', '–', '*', '#']) || self.gap.contains(" - ")
    }

    pub fn begins_sentence(&self) -> bool {
        self.gap.contains(['.', '!', '?', ';', '>', ']'])
    }

    /// A quotation mark or code mark opens right before it.
    pub fn is_quoted(&self) -> bool {
        self.gap.ends_with(['"', '\'', '`', '«', '„'])
    }

    pub fn is(&self, list: &'static str) -> bool {
        crate::rules::words::within(list, self.text)
    }
}
