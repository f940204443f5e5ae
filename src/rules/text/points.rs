//! Code points: which are drawn as nothing, where they are lawful, what they are called.

/// Characters that have no shape and no lawful place in the middle of a text. Joiners, variation selectors
/// and tags are judged by what stands beside them.
const ZERO_WIDTH: [(u32, u32, &str); 14] = [
    (0x00AD, 0x00AD, "SOFT HYPHEN"),
    (0x034F, 0x034F, "COMBINING GRAPHEME JOINER"),
    (0x115F, 0x1160, "HANGUL FILLER"),
    (0x17B4, 0x17B5, "KHMER INHERENT VOWEL"),
    (0x180E, 0x180E, "MONGOLIAN VOWEL SEPARATOR"),
    (0x200B, 0x200B, "ZERO WIDTH SPACE"),
    (0x200C, 0x200C, "ZERO WIDTH NON-JOINER"),
    (0x200D, 0x200D, "ZERO WIDTH JOINER"),
    (0x2060, 0x2060, "WORD JOINER"),
    (0x2061, 0x2064, "INVISIBLE OPERATOR"),
    (0x206A, 0x206F, "DEPRECATED FORMAT CHARACTER"),
    (0x3164, 0x3164, "HANGUL FILLER"),
    (0xFEFF, 0xFEFF, "ZERO WIDTH NO-BREAK SPACE"),
    (0xFFA0, 0xFFA0, "HALFWIDTH HANGUL FILLER"),
];

const BIDI: [(u32, &str); 12] = [
    (0x061C, "ARABIC LETTER MARK"),
    (0x200E, "LEFT-TO-RIGHT MARK"),
    (0x200F, "RIGHT-TO-LEFT MARK"),
    (0x202A, "LEFT-TO-RIGHT EMBEDDING"),
    (0x202B, "RIGHT-TO-LEFT EMBEDDING"),
    (0x202C, "POP DIRECTIONAL FORMATTING"),
    (0x202D, "LEFT-TO-RIGHT OVERRIDE"),
    (0x202E, "RIGHT-TO-LEFT OVERRIDE"),
    (0x2066, "LEFT-TO-RIGHT ISOLATE"),
    (0x2067, "RIGHT-TO-LEFT ISOLATE"),
    (0x2068, "FIRST STRONG ISOLATE"),
    (0x2069, "POP DIRECTIONAL ISOLATE"),
];

/// Scripts in which joiners shape letters: Arabic and its kin, the Indic scripts and those that came of them.
const JOINING: [(u32, u32); 13] = [
    (0x0600, 0x08FF),
    (0x0900, 0x0FFF),
    (0x1000, 0x109F),
    (0x1780, 0x18AF),
    (0x1900, 0x1CFF),
    (0xA800, 0xA82F),
    (0xA840, 0xA8FF),
    (0xA900, 0xAAFF),
    (0xABC0, 0xABFF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFE),
    (0x10A00, 0x10FFF),
    (0x11000, 0x11FFF),
];

/// Scripts that are written without spaces and take a zero width space between words.
const SPACELESS: [(u32, u32); 5] =
    [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1950, 0x1AAF), (0xA9E0, 0xAADF)];

const IDEOGRAPHS: [(u32, u32); 5] =
    [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF), (0x3005, 0x3007)];

/// Symbols with an emoji form, and modifiers that end one.
const PICTOGRAPHS: [(u32, u32); 8] = [
    (0xA9, 0xA9),
    (0xAE, 0xAE),
    (0x2000, 0x2BFF),
    (0x3030, 0x303D),
    (0x3297, 0x3299),
    (0xFE0F, 0xFE0F),
    (0x1F000, 0x1FAFF),
    (0xE007F, 0xE007F),
];

const RIGHT_TO_LEFT: [(u32, u32); 5] =
    [(0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFE), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF)];

fn within(list: &[(u32, u32)], c: char) -> bool {
    let code = c as u32;
    list.iter().any(|&(from, to)| (from..=to).contains(&code))
}

pub fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

pub fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

pub fn is_zero_width(c: char) -> bool {
    ZERO_WIDTH.iter().any(|&(from, to, _)| (from..=to).contains(&(c as u32)))
}

pub fn is_bidi(c: char) -> bool {
    BIDI.iter().any(|&(code, _)| code == c as u32)
}

/// A control character that no text needs; tab, line feed and carriage return are layout.
pub fn is_control(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Drawn as nothing, whatever stands beside it.
pub fn is_invisible(c: char) -> bool {
    !c.is_ascii() && (is_tag(c) || is_selector(c) || is_zero_width(c) || is_bidi(c))
}

pub fn joins(c: char) -> bool {
    within(&JOINING, c)
}

pub fn is_spaceless(c: char) -> bool {
    within(&SPACELESS, c)
}

pub fn is_ideograph(c: char) -> bool {
    within(&IDEOGRAPHS, c)
}

pub fn is_pictograph(c: char) -> bool {
    within(&PICTOGRAPHS, c) && !is_zero_width(c) && !is_bidi(c)
}

pub fn is_right_to_left(c: char) -> bool {
    within(&RIGHT_TO_LEFT, c) && c.is_alphabetic()
}

/// `U+200B ZERO WIDTH SPACE`.
pub fn shown(c: char) -> String {
    let code = c as u32;
    let zero = ZERO_WIDTH.iter().find(|&&(from, to, _)| (from..=to).contains(&code)).map(|&(_, _, name)| name);
    let bidi = || BIDI.iter().find(|&&(point, _)| point == code).map(|&(_, name)| name);
    let name = zero.or_else(bidi).unwrap_or(match c {
        _ if is_tag(c) => "TAG CHARACTER",
        _ if is_selector(c) => "VARIATION SELECTOR",
        '\u{1b}' => "ESCAPE",
        '\u{0}' => "NULL",
        '\u{7}' => "BELL",
        '\u{8}' => "BACKSPACE",
        '\u{c}' => "FORM FEED",
        '\u{7f}' => "DELETE",
        '\u{9b}' => "CONTROL SEQUENCE INTRODUCER",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        _ => "CONTROL CHARACTER",
    });
    format!("U+{code:04X} {name}")
}
