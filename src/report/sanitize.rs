//! The one sanitiser: whatever comes from what is analysed passes it before anyone sees it.
//!
//! Control characters, bidirectional controls and characters without a shape are shown as what they are:
//! `␛`, `\u{202e}`. `##[`, which starts a command in some build logs wherever it stands, is broken up.
//! An emoji keeps the one variation selector behind it.

use std::borrow::Cow;
use std::fmt::Write;

/// Characters that are drawn as nothing, or that change how others are drawn (Unicode's
/// `Default_Ignorable_Code_Point`, `Bidi_Control`, line separators, interlinear annotations).
const HIDDEN: [(u32, u32); 17] = [
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
];

/// Whether `c` must not reach an output as it is. Tabs and line feeds count; layout is ours to make.
pub fn is_unsafe(c: char) -> bool {
    let code = c as u32;
    c.is_control() || (code >= 0xAD && HIDDEN.iter().any(|&(from, to)| (from..=to).contains(&code)))
}

/// Text that is safe to print, and where the bytes of the original went.
#[derive(Clone, Debug, Default)]
pub struct Clean {
    pub text: String,
    /// Original offset and new offset of the byte behind each replaced character, ascending.
    moves: Vec<(usize, usize)>,
}

impl Clean {
    /// A source line; tabs stay tabs.
    pub fn line(raw: &str) -> Clean {
        clean(raw, true)
    }

    /// Where byte `offset` of the original lies.
    pub fn at(&self, offset: usize) -> usize {
        let i = self.moves.partition_point(|&(from, _)| from <= offset);
        let (from, to) = if i == 0 { (0, 0) } else { self.moves[i - 1] };
        let mut at = (to + offset - from).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// Any text, in one line: line feeds and tabs are shown as `␊` and `␉`.
pub fn inline(raw: &str) -> Cow<'_, str> {
    if raw.bytes().all(|b| (b' '..0x7F).contains(&b)) && !raw.contains("##[") {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(clean(raw, false).text)
}

/// Text that begins a line of output: it may not look like a workflow command (`::error::`) there.
pub fn head(raw: &str) -> Cow<'_, str> {
    let text = inline(raw);
    match text.trim_start().strip_prefix("::") {
        Some(rest) => Cow::Owned(format!("\\u{{3a}}:{rest}")),
        None => text,
    }
}

/// Valid JSON in, the same JSON out, with every unsafe character as an escape.
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '[' && out.ends_with("##") {
            out.push_str("\\u005b");
        } else if c != '\n' && is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn clean(raw: &str, tabs: bool) -> Clean {
    let mut out = Clean { text: String::with_capacity(raw.len()), moves: Vec::new() };
    let mut before = '\0';
    for (at, c) in raw.char_indices() {
        let shown = out.text.len();
        if (c == '\t' && tabs) || (is_selector(c) && is_symbol(before)) {
            out.text.push(c);
        } else if c == '[' && out.text.ends_with("##") {
            out.text.push_str("\\u{5b}");
        } else if c < ' ' {
            out.text.push(char::from_u32(0x2400 + c as u32).unwrap_or('�'));
        } else if c == '\x7f' {
            out.text.push('␡');
        } else if is_unsafe(c) {
            let _ = write!(out.text, "\\u{{{:x}}}", c as u32);
        } else {
            out.text.push(c);
        }
        if out.text.len() - shown != c.len_utf8() {
            out.moves.push((at + c.len_utf8(), out.text.len()));
        }
        before = c;
    }
    out
}

/// Text or emoji presentation.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}')
}

/// Symbols that have an emoji form.
fn is_symbol(c: char) -> bool {
    matches!(c, '©' | '®' | '\u{203C}'..='\u{3299}' | '\u{1F000}'..='\u{1FAFF}') && !is_unsafe(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_gets_through() {
        let raw = "a\x1b[31m\u{202e}b\u{200b}\u{9b}\u{7f}\r\n\t\u{2028}\u{e0041}\u{feff}\u{200d}\u{2066}\u{ad}";
        for text in [clean(raw, false).text, head(raw).into_owned(), json(raw)] {
            assert!(!text.chars().any(|c| is_unsafe(c) && c != '\n'), "{text:?}");
        }
        assert_eq!(inline("x\x1by\nz\u{202e}"), "x␛y␊z\\u{202e}");
        assert_eq!(Clean::line("\tx").text, "\tx");
    }

    #[test]
    fn offsets_follow_their_characters() {
        let raw = "ab\u{202e}cd\x1bef";
        let clean = Clean::line(raw);
        for (at, c) in raw.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
            assert!(clean.text[clean.at(at)..].starts_with(c), "{c}");
        }
        assert_eq!(&clean.text[clean.at(2)..clean.at(5)], "\\u{202e}");
        assert_eq!(clean.at(raw.len() + 9), clean.text.len());
    }

    #[test]
    fn build_log_commands_are_broken_up() {
        assert_eq!(inline("##[error]x"), "##\\u{5b}error]x");
        assert_eq!(head("  ::error::x"), "\\u{3a}:error::x");
        assert_eq!(head("a::b"), "a::b");
        assert_eq!(json("\"##[e\""), "\"##\\u005be\"");
    }

    #[test]
    fn emoji_stay_and_lone_selectors_do_not() {
        assert_eq!(inline("⚠\u{fe0f} ok"), "⚠\u{fe0f} ok");
        assert_eq!(inline("a\u{fe0f}"), "a\\u{fe0f}");
        assert_eq!(inline("⚠\u{fe0f}\u{fe0f}"), "⚠\u{fe0f}\\u{fe0f}");
    }
}
