//! Regular expressions of schemas, as ECMA-262 reads them.

use regress::Regex;
use std::ops::Range;

/// Longer patterns are not parsed, nor those with more open groups: such a one is no slip of the pen.
const MAX_LENGTH: usize = 2_000;
const MAX_GROUPS: usize = 100;

fn too_large(pattern: &str) -> bool {
    pattern.len() > MAX_LENGTH || pattern.bytes().filter(|b| *b == b'(').count() > MAX_GROUPS
}

/// Why no mode of ECMA-262 accepts it; `None`: one does, or it is too large to be parsed.
pub fn fault(pattern: &str) -> Option<String> {
    if too_large(pattern) || plain(pattern) {
        return None;
    }
    let error = Regex::new(pattern).err()?;
    Regex::with_flags(pattern, "u").is_err().then(|| error.to_string())
}

/// It holds nothing that a pattern could get wrong.
fn plain(pattern: &str) -> bool {
    !pattern.contains(['\\', '(', '[', '{', '*', '+', '?', ')', ']', '}'])
}

/// A look ahead or behind.
pub fn lookaround(pattern: &str) -> Option<Range<usize>> {
    let starts = significant(pattern).filter(|(_, c, inside)| *c == '(' && !inside).map(|(at, ..)| at);
    starts.map(|at| at..pattern.len()).find_map(|range| {
        let marks = ["(?=", "(?!", "(?<=", "(?<!"];
        let mark = marks.iter().find(|mark| pattern[range.clone()].starts_with(**mark))?;
        Some(range.start..range.start + mark.len())
    })
}

/// What engines read differently: a `[` inside a class, or what the unicode mode refuses.
pub fn not_portable(pattern: &str) -> Option<Range<usize>> {
    if let Some((at, ..)) = significant(pattern).find(|(_, c, inside)| *c == '[' && *inside) {
        return Some(at..at + 1);
    }
    let refused = !too_large(pattern) && !plain(pattern) && Regex::with_flags(pattern, "u").is_err();
    refused.then_some(0..pattern.len())
}

/// The characters that are not escaped, with their place and whether they stand inside a class.
fn significant(pattern: &str) -> impl Iterator<Item = (usize, char, bool)> + '_ {
    let mut escaped = false;
    let mut inside = false;
    pattern.char_indices().filter_map(move |(at, c)| {
        if std::mem::take(&mut escaped) {
            return None;
        }
        let was = inside;
        match c {
            '\\' => escaped = true,
            '[' => inside = true,
            ']' => inside = false,
            _ => {}
        }
        (c != '\\').then_some((at, c, was))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_both_modes_refuse_is_a_fault() {
        for fine in ["^[\\w-]+$", "^[a-z@=[\\]{}]*$", "a{", "]", "(?<name>x)\\k<name>", "\\p{L}+", "(?<=a)b", "\\-", ""]
        {
            assert_eq!(fault(fine), None, "{fine}");
        }
        for bad in ["[", "(", "a**", "[z-a]", "(?P<x>a)", "a{2,1}", "\\"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
        assert_eq!(fault(&"(".repeat(200_000)), None);
    }

    #[test]
    fn looking_around_is_seen_outside_classes_and_escapes() {
        assert_eq!(lookaround("^(?!x)a"), Some(1..4));
        assert_eq!(lookaround("a(?<=b)"), Some(1..5));
        for without in ["(?:a)", "(?<n>a)", "\\(?=a", "[(?=]"] {
            assert_eq!(lookaround(without), None, "{without}");
        }
    }

    #[test]
    fn portable_is_what_unicode_mode_reads() {
        assert_eq!(not_portable("^[a-z@=[\\]{}]*$"), Some(7..8));
        assert_eq!(not_portable("a\\-b"), Some(0..4));
        for portable in ["^[a-z\\[]+$", "^\\d{3}$", "^[^/]+$", "x"] {
            assert_eq!(not_portable(portable), None, "{portable}");
        }
    }
}
