//! R133: names with letters that look like others.

use super::each_speaker;
use crate::diagnostic::Level;
use crate::ir::Server;
use crate::rules::words::quote;
use crate::rules::{Context, Sink};
use std::ops::Range;

/// Letters of Cyrillic and Greek and the Latin ones that they are taken for.
const LOOKALIKES: &[(&str, &str)] = &[
    ("аеорсухіјѕһԁԛԝьӏ", "aeopcyxijshdqwbl"),
    ("АВЕКМНОРСТХЅІЈУ", "ABEKMHOPCTXSIJY"),
    ("ονρυικ", "ovpuik"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
];

fn latin_for(c: char) -> Option<char> {
    LOOKALIKES.iter().find_map(|(foreign, latin)| latin.chars().nth(foreign.chars().position(|f| f == c)?))
}

fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{0400}'..='\u{052F}')
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{0370}'..='\u{03FF}')
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{00C0}'..='\u{024F}')
}

/// Letters and digits in the wide form that East Asian text uses.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF3F}' | '\u{FF41}'..='\u{FF5A}')
}

/// R133.
pub fn mixed_script<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            if said.str().is_ascii() || !said.is_name() {
                return;
            }
            for (range, c) in strangers(said.str()) {
                let script = if is_cyrillic(c) {
                    "Cyrillic"
                } else if is_greek(c) {
                    "Greek"
                } else {
                    "full-width"
                };
                let plain = if is_wide(c) { char::from_u32(c as u32 - 0xFEE0) } else { latin_for(c) };
                let like = plain.map_or_else(String::new, |p| format!(", not the Latin `{p}`"));
                let what = format!("U+{:04X}, a {script} letter{like}", c as u32);
                hits.add(said.text.span_of(range), format!("{what} in {}", quote(said.str())), Level::Warning);
            }
        },
        |hit| format!("a name mixes scripts: {}", hit.what),
        |d, _| {
            d.note("it looks like another name: people and models that type what they see call something else");
            d.help("write the name in the letters of one script");
        },
    );
}

/// Letters of another script inside words of a name that is otherwise Latin.
fn strangers(name: &str) -> Vec<(Range<usize>, char)> {
    let has_latin = name.chars().any(is_latin);
    let mut out = Vec::new();
    let mut start = 0;
    for word in name.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let latin = word.chars().filter(|c| is_latin(*c)).count();
        let foreign = |c: char| is_cyrillic(c) || is_greek(c);
        // A word of nothing but lookalikes passes for a Latin one, beside Latin words.
        let disguised = has_latin
            && word.chars().any(is_cyrillic)
            && word.chars().filter(|c| c.is_alphabetic()).all(|c| latin_for(c).is_some());
        for (at, c) in word.char_indices() {
            let mixed = (is_cyrillic(c) && (latin > 0 || disguised))
                || (is_greek(c) && latin > 1 && latin_for(c).is_some())
                || (is_wide(c)
                    && (has_latin || !word.chars().any(foreign))
                    && name.chars().all(|c| c.is_ascii() || is_wide(c)));
            if mixed {
                out.push((start + at..start + at + c.len_utf8(), c));
            }
        }
        start += word.len();
    }
    out
}
