//! Literals: strings with the places of their characters, and numbers.

use super::*;
use crate::syntax::Argument;
use crate::text::TextBuilder;

/// What the letters before the quote say.
#[derive(Clone, Copy, Default)]
pub(super) struct Prefix {
    raw: bool,
    bytes: bool,
    format: bool,
    /// `t"…"`: a template object, not text.
    template: bool,
}

impl Prefix {
    fn of(start: &str) -> Prefix {
        let mut prefix = Prefix::default();
        for letter in start.bytes() {
            match letter {
                b'r' | b'R' => prefix.raw = true,
                b'b' | b'B' => prefix.bytes = true,
                b'f' | b'F' => prefix.format = true,
                b't' | b'T' => prefix.template = true,
                _ => {}
            }
        }
        prefix
    }
}

/// The parts of a string that have been read.
#[derive(Default)]
struct Parts {
    parts: Vec<ExprId>,
    text: TextBuilder,
    /// An expression is among the parts.
    formatted: bool,
    /// Marks of any of the literals.
    format: bool,
    bytes: bool,
    template: bool,
}

impl<'t> Lowerer<'t> {
    /// One string literal or several that stand side by side.
    pub(super) fn string(&mut self, node: Node<'t>) -> ExprId {
        let range = self.range(node);
        let mut parts = self.literals(node);
        if parts.template {
            return self.add(ExprKind::Opaque("template string"), range);
        }
        if parts.bytes {
            let raw = self.name_of(node);
            return self.add(ExprKind::Raw(raw), range);
        }
        if parts.formatted {
            self.flush(&mut parts, node);
            return self.add(ExprKind::Template(parts.parts), range);
        }
        let text = parts.text.finish(self.inside(node));
        if self.annotation { self.quoted(text, range) } else { self.add(ExprKind::Text(text), range) }
    }

    /// The text of a string that may be a docstring: no format string, no bytes.
    pub(super) fn plain_text(&mut self, node: Node<'t>) -> Option<Text> {
        let parts = self.literals(node);
        let plain = !parts.template && !parts.bytes && !parts.format;
        plain.then(|| parts.text.finish(self.inside(node)))
    }

    fn literals(&mut self, node: Node<'t>) -> Parts {
        let mut parts = Parts::default();
        if kind(node) == Kind::ConcatenatedString {
            let kids = self.named(node);
            for kid in kids.iter().filter(|c| c.kind == Kind::String) {
                self.literal(kid.node, &mut parts);
            }
            self.done(kids);
        } else {
            self.literal(node, &mut parts);
        }
        parts
    }

    /// Where an empty literal would hold its characters.
    fn inside(&self, node: Node) -> Span {
        let text = self.text(node);
        let quote = text.find(['"', '\'']).unwrap_or(0);
        let marks = if text[quote..].starts_with("\"\"\"") || text[quote..].starts_with("'''") { 3 } else { 1 };
        let at = (node.start_byte() + quote + marks).min(node.end_byte());
        self.source.span(at, at)
    }

    /// Appends one literal.
    fn literal(&mut self, node: Node<'t>, parts: &mut Parts) {
        let kids = self.named(node);
        let mut prefix = Prefix::default();
        // What lies between the marks is read from the source: the grammar has no node for some of it.
        let mut at = node.start_byte();
        let mut end = node.end_byte();
        let mut marks = 0;
        for kid in &kids {
            match kid.kind {
                Kind::StringStart => {
                    let start = self.text(kid.node);
                    prefix = Prefix::of(start);
                    marks = start.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
                }
                Kind::Interpolation => {
                    self.decode(at, kid.node.start_byte(), prefix, &mut parts.text);
                    self.interpolation(kid.node, parts);
                }
                Kind::StringEnd => {
                    // In `r'\\'` the grammar's closing node holds the backslashes too.
                    end = kid.node.end_byte().saturating_sub(marks).max(at);
                    continue;
                }
                _ => continue,
            }
            at = kid.node.end_byte();
        }
        self.decode(at, end, prefix, &mut parts.text);
        self.done(kids);
        parts.format |= prefix.format;
        parts.bytes |= prefix.bytes;
        parts.template |= prefix.template;
    }

    /// Ends the text that was collected and makes it a part.
    fn flush(&mut self, parts: &mut Parts, node: Node<'t>) {
        let text = std::mem::take(&mut parts.text);
        if text.as_str().is_empty() {
            return;
        }
        let text = text.finish(self.span(node));
        let span = text.span();
        parts.parts.push(self.add(ExprKind::Text(text), Range { start: span.start, end: span.end }));
    }

    /// `{x}`, `{x!r}`, `{x:>4}`, `{x=}`: the builtin functions do what the marks say.
    fn interpolation(&mut self, node: Node<'t>, parts: &mut Parts) {
        let annotation = std::mem::replace(&mut self.annotation, false);
        parts.formatted = true;
        let f = &*FIELDS;
        let kids = self.children(node);
        let by = |field: u16| kids.iter().find(|c| c.field == field).map(|c| c.node);
        let (value, conversion, spec) = (by(f.expression), by(f.type_conversion), by(f.format_specifier));
        let equals = kids.iter().position(|c| c.kind == Kind::Token && c.node.kind() == "=");
        if let Some(at) = equals {
            let from = node.start_byte() + 1;
            let to = kids.get(at + 1).map_or(kids[at].node.end_byte(), |c| c.node.start_byte());
            if let Some(text) = self.source.text.get(from..to) {
                parts.text.push(text, self.source.span(from, to));
            }
        }
        self.done(kids);
        self.flush(parts, node);
        let mut id = match value {
            Some(value) => self.expr(value),
            None => self.missing(node),
        };
        let function = match conversion.map(|c| self.text(c)) {
            Some("!r") => Some("repr"),
            Some("!a") => Some("ascii"),
            Some("!s") => Some("str"),
            _ if equals.is_some() && spec.is_none() => Some("repr"),
            _ => None,
        };
        if let Some(function) = function {
            id = self.builtin(function, vec![id], node);
        }
        if let Some(spec) = spec {
            let spec = self.format_spec(spec);
            id = self.builtin("format", vec![id, spec], node);
        }
        parts.parts.push(id);
        self.annotation = annotation;
    }

    fn builtin(&mut self, function: &'static str, args: Vec<ExprId>, node: Node<'t>) -> ExprId {
        let range = self.range(node);
        let name = self.name(function);
        let callee = self.add(ExprKind::Name(name), range);
        let args = args.into_iter().map(|value| Argument { name: None, stars: 0, value }).collect();
        self.add(ExprKind::Call { callee, args, new: false }, range)
    }

    fn format_spec(&mut self, node: Node<'t>) -> ExprId {
        let range = self.range(node);
        let mut parts = Parts::default();
        let mut at = node.start_byte() + 1;
        let kids = self.named(node);
        for kid in kids.iter().filter(|c| matches!(c.kind, Kind::FormatExpression | Kind::Interpolation)) {
            self.decode(at, kid.node.start_byte(), Prefix::default(), &mut parts.text);
            self.interpolation(kid.node, &mut parts);
            at = kid.node.end_byte();
        }
        self.done(kids);
        self.decode(at, node.end_byte(), Prefix::default(), &mut parts.text);
        if parts.formatted {
            self.flush(&mut parts, node);
            return self.add(ExprKind::Template(parts.parts), range);
        }
        let text = parts.text.finish(self.source.span(at, at));
        self.add(ExprKind::Text(text), range)
    }

    /// Appends the characters that the bytes `from..to` of a literal stand for.
    fn decode(&self, from: usize, to: usize, prefix: Prefix, out: &mut TextBuilder) {
        let Some(source) = self.source.text.get(from..to) else { return };
        let bytes = source.as_bytes();
        let mut at = 0;
        let mut plain = 0;
        while let Some(found) = next_special(&bytes[at..], prefix.format) {
            at += found;
            let (text, len) = match bytes[at] {
                b'\r' => (Decoded::Char('\n'), if bytes.get(at + 1) == Some(&b'\n') { 2 } else { 1 }),
                b'\\' if !prefix.raw => escape(&source[at..]),
                brace @ (b'{' | b'}') if bytes.get(at + 1) == Some(&brace) => (Decoded::Char(brace as char), 2),
                _ => (Decoded::AsWritten, 1),
            };
            if !matches!(text, Decoded::AsWritten) {
                out.push(&source[plain..at], self.source.span(from + plain, from + at));
                if let Decoded::Char(c) = text {
                    out.push(c.encode_utf8(&mut [0; 4]), self.source.span(from + at, from + at + len));
                }
                plain = at + len;
            }
            at += len;
        }
        out.push(&source[plain..], self.source.span(from + plain, to));
    }
}

/// The next byte that may not stand for itself.
fn next_special(bytes: &[u8], format: bool) -> Option<usize> {
    let escape = memchr::memchr2(b'\\', b'\r', bytes);
    if !format {
        return escape;
    }
    let end = escape.unwrap_or(bytes.len());
    memchr::memchr2(b'{', b'}', &bytes[..end]).or(escape)
}

enum Decoded {
    Char(char),
    /// A continued line: no character.
    Nothing,
    /// No escape that is known here.
    AsWritten,
}

/// What the escape at the start of `source` stands for, and its length in bytes.
fn escape(source: &str) -> (Decoded, usize) {
    let bytes = source.as_bytes();
    let simple = |c: char| (Decoded::Char(c), 2);
    match bytes.get(1) {
        Some(b'\n') => (Decoded::Nothing, 2),
        Some(b'\r') => (Decoded::Nothing, if bytes.get(2) == Some(&b'\n') { 3 } else { 2 }),
        Some(b'\\') => simple('\\'),
        Some(b'\'') => simple('\''),
        Some(b'"') => simple('"'),
        Some(b'a') => simple('\u{7}'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'v') => simple('\u{b}'),
        Some(b'x') => code(source, 2),
        Some(b'u') => code(source, 4),
        Some(b'U') => code(source, 8),
        Some(b'0'..=b'7') => {
            let digits = bytes[1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
            let value = bytes[1..=digits].iter().fold(0, |n, b| n * 8 + u32::from(b - b'0'));
            (Decoded::Char(char::from_u32(value).unwrap_or('\u{fffd}')), 1 + digits)
        }
        // `\N{…}` needs the table of all names; it and what Python does not know stay as they are written.
        Some(b'N') if bytes.get(2) == Some(&b'{') => (Decoded::AsWritten, source.find('}').map_or(2, |end| end + 1)),
        _ => (Decoded::AsWritten, 1),
    }
}

fn code(source: &str, digits: usize) -> (Decoded, usize) {
    let value = source.get(2..2 + digits).and_then(|d| u32::from_str_radix(d, 16).ok());
    match value {
        // Halves of surrogate pairs are no characters.
        Some(value) => (Decoded::Char(char::from_u32(value).unwrap_or('\u{fffd}')), 2 + digits),
        None => (Decoded::AsWritten, 2),
    }
}

/// An integer or a float; `None`: too large, imaginary, or of Python 2.
pub(super) fn number(text: &str) -> Option<ExprKind> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return i64::from_str_radix(digits, radix).ok().map(ExprKind::Int);
        }
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        if digits.len() > 1 && digits.starts_with('0') && digits.bytes().any(|b| b != b'0') {
            return None;
        }
        return digits.parse().ok().map(ExprKind::Int);
    }
    digits.parse().ok().filter(|f: &f64| f.is_finite()).map(ExprKind::Float)
}
