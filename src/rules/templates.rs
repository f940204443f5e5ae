//! Texts with placeholders in braces, as Python's `str.format` reads them, and calls written out in them.

use std::ops::Range;

/// A placeholder, or what is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hole {
    /// `{name}`, `{name.part}`, `{name[0]:>3}`: the name.
    Named(String),
    /// `{}` or `{0}`.
    Positional,
    /// A brace that closes nothing or is never closed.
    Broken,
}

/// Every placeholder of a text with its place in it.
pub fn holes(text: &str) -> Vec<(Hole, Range<usize>)> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let doubled = bytes.get(at + 1) == bytes.get(at);
        match bytes[at] {
            b'{' | b'}' if doubled => at += 2,
            b'}' => {
                out.push((Hole::Broken, at..at + 1));
                at += 1;
            }
            b'{' => {
                let Some(end) = closing(bytes, at) else {
                    out.push((Hole::Broken, at..at + 1));
                    return out;
                };
                let inside = &text[at + 1..end];
                let name = inside.split(['.', '[', '!', ':']).next().unwrap_or("");
                let positional = name.bytes().all(|b| b.is_ascii_digit());
                out.push((if positional { Hole::Positional } else { Hole::Named(name.to_owned()) }, at..end + 1));
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    out
}

/// Where the brace at `from` is closed; a format may hold placeholders of its own.
fn closing(bytes: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, b) in bytes.iter().enumerate().skip(from) {
        match b {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return Some(i),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A tool that a text says to call, and the parameters that it gives by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub tool: (String, Range<usize>),
    pub parameters: Vec<(String, Range<usize>)>,
}

/// Calls in a text: words that are named as tools of the triad are, or a first word with nothing but
/// `name=value` behind it; each with the `name=` up to the next one.
pub fn calls(text: &str) -> Vec<Call> {
    let mut out: Vec<Call> = Vec::new();
    let mut depth = 0usize;
    let words = identifiers(text);
    let lone = is_bare_call(text);
    for (i, range) in words.iter().enumerate() {
        let before = &text[words.get(i.wrapping_sub(1)).map_or(0, |r| r.end)..range.start];
        for b in before.bytes() {
            match b {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let word = &text[range.clone()];
        let mut rest = text[range.end..].chars();
        let after = rest.next();
        let goes_on =
            matches!(after, Some('-' | '*')) || after == Some('.') && rest.next().is_some_and(char::is_alphanumeric);
        let free = depth == 0 && !before.ends_with(['.', '-', '/', '=']);
        if !free {
            continue;
        }
        if after == Some('=') && !text[range.end..].starts_with("==") {
            if let Some(call) = out.last_mut() {
                call.parameters.push((word.to_owned(), range.clone()));
            }
        } else if (is_triad(word) && !goes_on) || (i == 0 && lone) {
            out.push(Call { tool: (word.to_owned(), range.clone()), parameters: Vec::new() });
        }
    }
    out
}

/// Words of prose that look like names of tools.
const PROSE: &[&str] = &["read_only", "read_write", "do_not", "do_nothing"];

fn is_triad(word: &str) -> bool {
    if PROSE.contains(&word) {
        return false;
    }
    let rest = word.strip_prefix("do_").or_else(|| word.strip_prefix("read_"));
    word == "can_do" || rest.is_some_and(|r| !r.is_empty() && !r.starts_with('_') && !r.ends_with('_'))
}

/// `name a=1 b={b}` and nothing else.
fn is_bare_call(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or("");
    let mut rest = words.peekable();
    let is_name = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name(name)
        && rest.peek().is_some()
        && rest.all(|w| w.split_once('=').is_some_and(|(key, value)| is_name(key) && !value.is_empty()))
}

fn identifiers(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (i, c) in text.char_indices() {
        if !(c.is_alphanumeric() || c == '_') {
            continue;
        }
        match out.last_mut() {
            Some(last) if last.end == i => last.end = i + c.len_utf8(),
            _ => out.push(i..i + c.len_utf8()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_as_python_reads_them() {
        let kinds = |text: &str| holes(text).into_iter().map(|(h, _)| h).collect::<Vec<_>>();
        let named = |n: &str| Hole::Named(n.to_owned());
        assert_eq!(kinds("do_x a={a} b={b!r:>3}"), [named("a"), named("b")]);
        assert_eq!(kinds("a={a.b} c={c[0]}"), [named("a"), named("c")]);
        assert_eq!(kinds("{} {0} {:>3}"), [Hole::Positional, Hole::Positional, Hole::Positional]);
        assert_eq!(kinds("{{not}} a hole"), []);
        assert_eq!(kinds("a={a"), [Hole::Broken]);
        assert_eq!(kinds("a} b"), [Hole::Broken]);
        assert_eq!(kinds("{a:{width}}"), [named("a")]);
        assert_eq!(holes("x {a}")[0].1, 2..5);
    }

    #[test]
    fn calls_in_texts() {
        let names = |text: &str| {
            let shown = |c: Call| {
                let parameters: Vec<String> = c.parameters.into_iter().map(|p| p.0).collect();
                format!("{}({})", c.tool.0, parameters.join(","))
            };
            calls(text).into_iter().map(shown).collect::<Vec<_>>()
        };
        assert_eq!(names("do_open valve={valve} percent=0"), ["do_open(valve,percent)"]);
        assert_eq!(names("Call do_open with valve=1, then read_level."), ["do_open(valve)", "read_level()"]);
        assert_eq!(names("restore_order order={id}"), ["restore_order(order)"]);
        assert_eq!(names("nothing to undo: see the log"), Vec::<String>::new());
        assert_eq!(names("set do_not=1 somewhere else"), Vec::<String>::new());
        assert_eq!(names("{do_open} a=1"), Vec::<String>::new());
        assert_eq!(names("any do_* tool, or do_open-door"), Vec::<String>::new());
    }
}
