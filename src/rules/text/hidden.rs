//! R130–R132: characters that a person does not see and a model or a terminal does.

use super::points::{self, shown};
use super::texts::{Role, Said};
use super::{Hit, each_speaker};
use crate::diagnostic::{Edit, Fix, Level};
use crate::ir::Server;
use crate::rules::{Context, Sink};
use crate::text::Text;
use std::ops::Range;

/// A run of characters of one kind.
struct Run {
    range: Range<usize>,
    first: char,
    count: usize,
    level: Level,
}

impl Run {
    fn what(&self, text: &str) -> String {
        let tags: String = text[self.range.clone()].chars().filter_map(tag_letter).collect();
        match (self.count, tags.trim().is_empty()) {
            (1, _) => shown(self.first),
            (n, true) => format!("{n} characters from {} on", shown(self.first)),
            (n, false) => format!("{n} tag characters that spell {}", crate::rules::words::quote(&tags)),
        }
    }
}

/// What a tag character says to those who read it.
fn tag_letter(c: char) -> Option<char> {
    if points::is_tag(c) { char::from_u32(c as u32 - 0xE0000).filter(|c| !c.is_control()) } else { None }
}

/// Runs of neighbours for which `wrong` gives a level.
fn runs(chars: &[(usize, char)], wrong: impl Fn(usize) -> Option<Level>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for (i, &(at, c)) in chars.iter().enumerate() {
        let Some(level) = wrong(i) else { continue };
        let end = at + c.len_utf8();
        match out.last_mut().filter(|run| run.range.end == at) {
            Some(run) => {
                run.range.end = end;
                run.count += 1;
                run.level = run.level.max(level);
            }
            None => out.push(Run { range: at..end, first: c, count: 1, level }),
        }
    }
    out
}

/// R130.
pub fn invisible<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for run in invisible_runs(said) {
                let (span, what) = (said.text.span_of(run.range.clone()), run.what(said.str()));
                // Where one place stands for several characters, none of them can be taken out alone.
                let edit = exact(said.text, &run.range).then(|| Edit { span, text: String::new() });
                hits.push(Hit { span, what, level: run.level, edit });
            }
        },
        |hit| format!("the text holds what nobody sees: {}", hit.what),
        |d, edits| {
            d.note("a person who reviews the tool sees nothing there; the model reads it, and may obey it");
            d.help("remove it");
            if !edits.is_empty() {
                d.fixes.push(Fix { safe: true, title: "remove the invisible characters".to_owned(), edits });
            }
        },
    );
}

/// Whether the place of `range` holds these characters and no others.
fn exact(text: &Text, range: &Range<usize>) -> bool {
    let span = text.span_of(range.clone());
    let (before, after) = (text.span_of(0..range.start), text.span_of(range.end..text.as_str().len()));
    (range.start == 0 || before.end <= span.start)
        && (range.end == text.as_str().len() || span.end <= after.start)
        && !span.is_empty()
        && before.file == span.file
        && after.file == span.file
}

fn invisible_runs(said: Said) -> Vec<Run> {
    let text = said.str();
    if text.is_ascii() || !text.chars().any(points::is_invisible) {
        return Vec::new();
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let flags = flags(&chars);
    let mut runs =
        runs(&chars, |i| invisible_at(&chars, i, said.is_name()).filter(|_| flags.binary_search(&i).is_err()));
    // Several soft hyphens or word joiners in a row carry a message; one alone is typesetting.
    for run in runs.iter_mut().filter(|r| r.count > 1) {
        run.level = Level::Error;
    }
    runs
}

/// The characters of emoji tag sequences: a black flag, letters, the end.
fn flags(chars: &[(usize, char)]) -> Vec<usize> {
    let mut out = Vec::new();
    for (i, _) in chars.iter().enumerate().filter(|(_, (_, c))| *c == '\u{1F3F4}') {
        let letters = chars[i + 1..].iter().take_while(|(_, c)| matches!(c, '\u{E0030}'..='\u{E007E}')).count();
        let ended = chars.get(i + 1 + letters).is_some_and(|(_, c)| *c == '\u{E007F}');
        // The longest region code that exists has six letters.
        if ended && (2..=6).contains(&letters) {
            out.extend(i + 1..=i + 1 + letters);
        }
    }
    out
}

fn invisible_at(chars: &[(usize, char)], i: usize, is_name: bool) -> Option<Level> {
    let c = chars[i].1;
    if c.is_ascii() {
        return None;
    }
    let before = i.checked_sub(1).map_or(' ', |i| chars[i].1);
    let after = chars.get(i + 1).map_or(' ', |&(_, c)| c);
    let beside = |is: fn(char) -> bool| is(before) || is(after);
    let lawful = match c {
        _ if points::is_tag(c) => false,
        '\u{200D}' => (points::is_pictograph(before) && points::is_pictograph(after)) || beside(points::joins),
        '\u{200C}' => beside(points::joins),
        '\u{200B}' => beside(points::is_spaceless),
        '\u{FEFF}' => i == 0 && !is_name,
        '\u{115F}' | '\u{1160}' => beside(|c| matches!(c, '\u{1100}'..='\u{11FF}')),
        '\u{17B4}' | '\u{17B5}' | '\u{180E}' => beside(points::joins),
        '\u{034F}' => beside(|c| matches!(c, '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05F4}')),
        '\u{AD}' | '\u{2060}' if !is_name => return Some(Level::Note),
        _ if points::is_zero_width(c) => false,
        '\u{E0100}'..='\u{E01EF}' => points::is_ideograph(before),
        '\u{FE00}'..='\u{FE0F}' => {
            let letter = before.is_alphabetic()
                && !points::is_pictograph(before)
                && !points::is_ideograph(before)
                && !points::joins(before);
            !letter && (!points::is_selector(before)) && i > 0
        }
        _ => true,
    };
    (!lawful).then_some(Level::Error)
}

/// R131.
pub fn bidi<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for run in bidi_runs(said.str()) {
                hits.add(said.text.span_of(run.range.clone()), run.what(said.str()), run.level);
            }
        },
        |hit| format!("the text is drawn in another order than it is written: {}", hit.what),
        |d, _| {
            d.note("a person who reviews the tool reads something else than the model does");
            d.help("remove it; around right-to-left words write an isolate and close it (U+2067 … U+2069)");
        },
    );
}

fn bidi_runs(text: &str) -> Vec<Run> {
    if text.is_ascii() || !text.chars().any(points::is_bidi) {
        return Vec::new();
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let right_to_left = text.chars().any(points::is_right_to_left);
    let balanced = balanced(&chars);
    runs(&chars, |i| match chars[i].1 {
        '\u{202D}' | '\u{202E}' => Some(Level::Error),
        '\u{2066}'..='\u{2069}' if !balanced[i] => Some(Level::Error),
        '\u{202A}'..='\u{202C}' if !(balanced[i] && right_to_left) => Some(Level::Error),
        '\u{200E}' | '\u{200F}' | '\u{061C}' if !right_to_left => Some(Level::Warning),
        _ => None,
    })
}

/// Which isolates and embeddings are opened and closed in pairs. A closed override is no lawful pair.
fn balanced(chars: &[(usize, char)]) -> Vec<bool> {
    let mut out = vec![false; chars.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, &(_, c)) in chars.iter().enumerate() {
        match c {
            '\u{2066}'..='\u{2068}' | '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => open.push(i),
            '\u{2069}' | '\u{202C}' => {
                let isolate = |c: char| matches!(c, '\u{2066}'..='\u{2068}');
                let Some(from) = open.pop() else { continue };
                let opener = chars[from].1;
                let pair = isolate(opener) == (c == '\u{2069}') && !matches!(opener, '\u{202D}' | '\u{202E}');
                (out[from], out[i]) = (pair, pair);
            }
            _ => {}
        }
    }
    out
}

/// R132.
pub fn control<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for (range, what) in controls(said) {
                hits.add(said.text.span_of(range), what, Level::Error);
            }
        },
        |hit| format!("the text holds {}", hit.what),
        |d, _| {
            d.note(
                "a client that prints it obeys it: text is hidden, overwritten or recoloured on the user's terminal",
            );
            d.help("remove it");
        },
    );
}

fn controls(said: Said) -> Vec<(Range<usize>, String)> {
    let text = said.str();
    if !text.bytes().any(|b| (b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r')) || b >= 0x7F) {
        return Vec::new();
    }
    // A value of one character is a separator.
    if said.role == Role::Value && text.chars().nth(1).is_none() {
        return Vec::new();
    }
    let mut out: Vec<(Range<usize>, String)> = Vec::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| points::is_control(c)) {
        if out.last().is_some_and(|(range, _)| at < range.end) {
            continue;
        }
        match escape_end(&text[at..]) {
            Some(len) => {
                let sequence: String = text[at..at + len].chars().flat_map(char::escape_default).collect();
                out.push((at..at + len, format!("a terminal escape sequence: `{sequence}`")));
            }
            None => out.push((at..at + c.len_utf8(), shown(c))),
        }
    }
    out
}

/// Length of the terminal escape sequence that `text` begins with.
fn escape_end(text: &str) -> Option<usize> {
    const LONGEST: usize = 256;
    let body = text.strip_prefix("\u{1b}[").or_else(|| text.strip_prefix('\u{9b}'));
    if let Some(body) = body {
        let final_byte = body.bytes().position(|b| !(0x20..0x40).contains(&b))?;
        let done = (0x40..0x7F).contains(&body.as_bytes()[final_byte]);
        return done.then_some(text.len() - body.len() + final_byte + 1);
    }
    let body = text.strip_prefix("\u{1b}]")?;
    let ends = [body.find('\u{7}').map(|at| at + 1), body.find("\u{1b}\\").map(|at| at + 2)];
    let end = ends.into_iter().flatten().min().filter(|end| *end < LONGEST)?;
    Some(text.len() - body.len() + end)
}
