//! Whether a text says, as the deed of its tool, that something is changed.
//!
//! Only what grammar makes certain counts: the verb that a sentence begins with, or one that is joined to
//! it. A noun (`last update`), a denied verb and a verb in a subordinate clause say nothing.

use super::{Form, Word, forms, lists, negated, verb, within};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// A verb of change and where it stands in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutation {
    /// Base form.
    pub verb: &'static str,
    pub range: Range<usize>,
}

/// Bytes of a text that are looked at; no tool needs more to say what it does.
const LONGEST: usize = 4096;

/// The first change that `text` announces.
pub fn mutation(text: &str) -> Option<Mutation> {
    let text = beginning(text);
    if !names_a_change(text) {
        return None;
    }
    let masked = mask(first_paragraph(text));
    sentences(&masked).into_iter().enumerate().find_map(|(i, range)| in_sentence(&masked, range, i == 0))
}

fn beginning(text: &str) -> &str {
    match text.char_indices().find(|(at, c)| at + c.len_utf8() > LONGEST) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// A word of a sentence; `comma`: it stands directly behind one.
struct Token {
    word: Word,
    comma: bool,
}

fn in_sentence(text: &str, range: Range<usize>, is_first: bool) -> Option<Mutation> {
    let tokens = tokens(text, range);
    let word = |i: usize| tokens.get(i).map_or("", |t: &Token| t.word.lower.as_str());
    let mut first = 0;
    if matches!(word(0), "this" | "the") && matches!(word(1), "tool" | "function" | "operation" | "command") {
        first = 2;
    } else if !is_first {
        return None;
    }
    while is_adverb(word(first)) {
        first += 1;
    }
    let lead = verb(word(first)).filter(|v| matches!(v.form, Form::Base | Form::Third))?;
    let found = |i: usize, verb| Some(Mutation { verb, range: tokens[i].word.range.clone() });
    let has_object = |i: usize, strict: bool| {
        let next = word(i + 1);
        let determined = within(lists::DETERMINERS, next);
        determined
            || !strict
                && !next.is_empty()
                && !within(lists::AFTER_NOUN, next)
                && word(i + 2) != "of"
                && !tokens[i + 1].comma
    };
    if is_change(lead.base) {
        // `Create or update the entry`: the object stands behind the second verb.
        let twin =
            matches!(word(first + 1), "and" | "or") && verb(word(first + 2)).is_some_and(|v| v.form == lead.form);
        let last = if twin { first + 2 } else { first };
        if has_object(last, within(lists::NOUN_OR_VERB, lead.base)) {
            return found(first, lead.base);
        }
    }
    for i in first + 1..tokens.len() {
        let infinitive = word(i) == "to" && verb(word(i + 1)).is_some_and(|v| v.form == Form::Base);
        if infinitive || within(lists::SUBORDINATE, word(i)) && !within(lists::DETERMINERS, word(i)) {
            return None;
        }
        let joins = |i: usize| tokens[i].comma || matches!(word(i - 1), "and" | "then");
        let joined = joins(i) || (i >= 2 && is_adverb(word(i - 1)) && joins(i - 1));
        let Some(next) = verb(word(i)).filter(|v| joined && v.form == lead.form && is_change(v.base)) else { continue };
        if has_object(i, true) && !negated((0..i).map(word)) {
            return found(i, next.base);
        }
    }
    None
}

/// Whether any word is a form of a verb of change: most texts hold none, and need no reading.
fn names_a_change(text: &str) -> bool {
    static CHANGES: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| forms(is_change).collect());
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let mut lower = [0; 24];
        let Some(lower) = lower.get_mut(..word.len()).filter(|l| !l.is_empty()) else { return false };
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        std::str::from_utf8(lower).is_ok_and(|lower| CHANGES.contains(lower))
    })
}

fn is_change(base: &str) -> bool {
    within(lists::ACCUSING, base) || within(lists::ACCUSING_IN_SENTENCE, base)
}

fn is_adverb(word: &str) -> bool {
    matches!(word, "also" | "will" | "then" | "first") || (word.ends_with("ly") && !matches!(word, "reply" | "apply"))
}

fn first_paragraph(text: &str) -> &str {
    let start = text.len() - text.trim_start().len();
    let mut end = text.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim().is_empty() {
            end = at;
            break;
        }
        at += line.len();
    }
    &text[..end]
}

/// The text with the same byte offsets, where code spans and quotes are one blank word and what stands in
/// parentheses is gone.
fn mask(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let close = match c {
            '`' | '"' => Some(c),
            '\'' if !before.is_alphanumeric() => Some(c),
            '“' => Some('”'),
            '(' => Some(')'),
            _ => None,
        };
        let end = close.and_then(|close| rest[c.len_utf8()..].find(close).map(|i| c.len_utf8() + i + close.len_utf8()));
        let (len, fill) = match end {
            Some(len) => (len, Some(if c == '(' { ' ' } else { 'x' })),
            None => (c.len_utf8(), None),
        };
        match fill {
            Some(fill) => out.extend(std::iter::repeat_n(fill, len)),
            None => out.push(c),
        }
        before = rest[..len].chars().next_back().unwrap_or(' ');
        rest = &rest[len..];
    }
    out
}

/// Sentences end at a stop before white space, and at a list item.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, c)| c);
        let stop = matches!(c, '.' | '!' | '?' | ';' | ':') && next.is_none_or(char::is_whitespace);
        let item = c == '\n' && text[at..].trim_start().starts_with(['-', '*', '•', '#']);
        if stop || item || matches!(c, '。' | '—' | '–') {
            out.push(start..at);
            start = at + c.len_utf8();
        }
    }
    out.push(start..text.len());
    out.retain(|r| text[r.clone()].chars().any(char::is_alphanumeric));
    out
}

fn tokens(text: &str, range: Range<usize>) -> Vec<Token> {
    let mut out = Vec::new();
    let mut comma = false;
    let mut start: Option<usize> = None;
    let part = &text[range.clone()];
    for (at, c) in part.char_indices().map(|(i, c)| (range.start + i, c)).chain([(range.end, ' ')]) {
        if c.is_alphanumeric() || (start.is_some() && matches!(c, '\'' | '’' | '-' | '_' | '.' | '/')) {
            start.get_or_insert(at);
            continue;
        }
        if let Some(from) = start.take() {
            out.push(Token { word: Word { lower: text[from..at].to_lowercase(), range: from..at }, comma });
            comma = false;
        }
        comma |= c == ',';
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb_in(text: &str) -> Option<&str> {
        mutation(text).map(|m| m.verb)
    }

    #[test]
    fn the_first_verb_of_a_sentence_accuses() {
        for (text, verb) in [
            ("Delete the user.", "delete"),
            ("RESET the counter and return its last value.", "reset"),
            ("Removes the oldest entry, purges caches.", "remove"),
            ("Create or update the entry, then return it.", "create"),
            ("This tool permanently deletes a record", "delete"),
            ("Look at it. This operation removes it.", "remove"),
            ("(beta) Deletes `path` on the disk", "delete"),
            ("Sends mail to one person", "send"),
            ("Return it and delete it", "delete"),
            ("Checks the request and reserves, creates and updates the slot.", "update"),
            ("Fetches the page, then deletes it", "delete"),
            ("Update the\nprice of an item", "update"),
            ("Book a room", "book"),
        ] {
            assert_eq!(verb_in(text), Some(verb), "{text}");
        }
    }

    #[test]
    fn nouns_denials_and_clauses_do_not() {
        for text in [
            "",
            "Time of the last update of the price list.",
            "Update history of one record",
            "Updates available for the device",
            "Upload limit of the account",
            "Update frequency of the feed",
            "Book title and author by number",
            "Posts by one user",
            "Lists stale rows; does not delete any of them.",
            "Never deletes anything",
            "Reads the row and does not delete it",
            "Row count of one dataset held in the warehouse.",
            "Check whether a user can create and update the record",
            "List what is needed to create and delete a room",
            "Read the plan.\n\nDelete the plan with another tool.",
            "Get the text. Delete the file yourself afterwards.",
            "Explain \"delete the file\"",
            "Settings (create the file first)",
            "Deletes",
        ] {
            assert_eq!(verb_in(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_beginning_of_a_long_text_counts() {
        let long = format!("Reads {}é and then deletes it", "(".repeat(LONGEST - 7));
        assert_eq!(mutation(&long), None);
        assert_eq!(verb_in(&format!("Reads {}é and then deletes it", "x".repeat(9))), Some("delete"));
    }

    #[test]
    fn the_place_is_the_verb() {
        let text = "« Régler » et lire; This";
        assert_eq!(mutation(text), None);
        let text = "Deletes é";
        assert_eq!(mutation(text).map(|m| m.range), Some(0..7));
    }
}
