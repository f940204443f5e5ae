//! Strict JSON (RFC 8259) with the place of every key, value and character.
//!
//! Written by hand, since a finding must point at single characters through escapes, name both places of a
//! key that is given twice, and survive any nesting.

use super::{Fault, Findings, MAX_DEPTH};
use crate::json::{Data, Json, Member};
use crate::source::{FileId, SourceFile, Span};
use crate::text::{Text, TextBuilder};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Parses the whole file; keys given twice and characters that cannot exist go to `findings`.
///
/// # Errors
/// What is no JSON, at the first wrong character; for a file that breaks off, at its end.
pub(super) fn parse(file: &SourceFile, findings: &mut Findings) -> Result<Json, Fault> {
    let mut parser = Parser {
        file: file.id,
        text: &file.text,
        at: 0,
        depth: 0,
        keys: FxHashSet::default(),
        members: Vec::new(),
        items: Vec::new(),
        findings,
    };
    parser.blank();
    if parser.peek().is_none() {
        return Err(parser.fault("the file is empty"));
    }
    let root = parser.value()?;
    parser.blank();
    match parser.peek() {
        None => Ok(root),
        Some(_) => Err(parser.unexpected("nothing after the end of the value")),
    }
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    depth: usize,
    keys: FxHashSet<Arc<str>>,
    /// Members and items of what is being read, from the outside in: each object and list is then made in its
    /// very size.
    members: Vec<Member>,
    items: Vec<Json>,
    findings: &'a mut Findings,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    /// A fault at the next character, or at the end of the file.
    fn fault(&self, message: impl Into<String>) -> Fault {
        let len = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Fault::new(Span::new(self.file, self.at, self.at + len), message)
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) else {
            return self.fault(format!("the file ends too early: expected {wanted}"));
        };
        let message = match c {
            '/' | '#' => "a comment is no JSON".to_owned(),
            '\'' => "text stands in double quotes in JSON".to_owned(),
            c if c.is_ascii_alphanumeric() || c == '-' => {
                return self.fault(format!("expected {wanted}, found `{}`", self.word()));
            }
            c => format!("expected {wanted}, found `{c}`"),
        };
        self.fault(message)
    }

    /// The letters and digits that follow, for a message.
    fn word(&self) -> &str {
        let rest = self.text.get(self.at..).unwrap_or("");
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-+.".contains(c))).unwrap_or(rest.len());
        let end = rest.char_indices().nth(24).map_or(end, |(i, _)| end.min(i));
        &rest[..end]
    }

    fn value(&mut self) -> Result<Json, Fault> {
        let start = self.at;
        let data = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::list)?,
            Some(b'"') => Data::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word_value()?,
        };
        Ok(Json::new(data, self.span(start)))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Data, Fault>) -> Result<Data, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        self.at += 1;
        self.blank();
        let data = read(self)?;
        self.depth -= 1;
        Ok(data)
    }

    fn list(&mut self) -> Result<Data, Fault> {
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Data::List(Vec::new()));
        }
        let first = self.items.len();
        loop {
            let item = self.value()?;
            self.items.push(item);
            if !self.another(b']', "`,` or `]`")? {
                return Ok(Data::List(self.items.drain(first..).collect()));
            }
        }
    }

    fn object(&mut self) -> Result<Data, Fault> {
        let first = self.members.len();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Data::object(Vec::new()));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in double quotes"));
            }
            let key = self.key()?;
            self.blank();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("`:` after a key"));
            }
            self.at += 1;
            self.blank();
            let value = self.value()?;
            self.members.push(Member { key, value });
            if !self.another(b'}', "`,` or `}`")? {
                let members = self.members.drain(first..).collect();
                return Ok(Data::object(self.findings.unique(members)));
            }
        }
    }

    /// Steps over what stands after an item: `true` where another follows.
    fn another(&mut self, close: u8, wanted: &str) -> Result<bool, Fault> {
        self.blank();
        match self.peek() {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.blank();
                if self.peek() == Some(close) {
                    self.at = comma;
                    return Err(self.fault("a comma before the closing bracket is no JSON"));
                }
                Ok(true)
            }
            Some(c) if c == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn word_value(&mut self) -> Result<Data, Fault> {
        let word = self.word();
        let data = match word {
            "true" => Data::Bool(true),
            "false" => Data::Bool(false),
            "null" => Data::Null,
            "NaN" | "Infinity" | "True" | "False" | "None" | "undefined" => {
                let span = Span::new(self.file, self.at, self.at + word.len());
                return Err(Fault::new(span, format!("`{word}` is no JSON value")));
            }
            _ => return Err(self.unexpected("a value")),
        };
        self.at += word.len();
        Ok(data)
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at > start
    }

    fn number(&mut self) -> Result<Data, Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                self.at = start;
                return Err(self.fault("a number with a leading zero is no JSON"));
            }
        } else if !self.digits() {
            return Err(self.unexpected("a digit"));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if !self.digits() {
                return Err(self.unexpected("a digit after the point"));
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if !self.digits() {
                return Err(self.unexpected("a digit in the exponent"));
            }
        }
        Ok(Data::Number(super::number(&self.text[start..self.at])))
    }

    /// A key; equal ones share their text, since every schema repeats the same few words.
    fn key(&mut self) -> Result<Text, Fault> {
        let open = self.at + 1;
        let rest = &self.text[open..];
        let plain = rest.bytes().position(|b| matches!(b, b'"' | b'\\' | 0..0x20));
        let Some(len) = plain.filter(|len| rest.as_bytes()[*len] == b'"') else { return self.string() };
        let word = &rest[..len];
        let shared = match self.keys.get(word) {
            Some(shared) => shared.clone(),
            None => {
                let shared: Arc<str> = word.into();
                self.keys.insert(shared.clone());
                shared
            }
        };
        self.at = open + len + 1;
        Ok(Text::new(shared, Span::new(self.file, open, open + len)))
    }

    /// A string, standing at its opening quote.
    fn string(&mut self) -> Result<Text, Fault> {
        self.at += 1;
        let open = self.at;
        let mut run = open;
        let mut builder = None::<TextBuilder>;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let builder = builder.get_or_insert_default();
                    builder.push(&self.text[run..self.at], Span::new(self.file, run, self.at));
                    let start = self.at;
                    let c = self.escape()?;
                    builder.push(c.encode_utf8(&mut [0; 4]), Span::new(self.file, start, self.at));
                    run = self.at;
                }
                Some(b'\n' | b'\r') => return Err(self.fault("a line break inside a string is written `\\n` in JSON")),
                Some(c) if c < 0x20 => {
                    return Err(
                        self.fault(format!("a control character inside a string is written `\\u{c:04x}` in JSON"))
                    );
                }
                Some(_) => self.at += 1,
                None => return Err(self.fault("the file ends inside a string")),
            }
        }
        let inside = Span::new(self.file, open, self.at);
        let rest = &self.text[run..self.at];
        let text = match builder {
            None => Text::new(rest, inside),
            Some(mut builder) => {
                builder.push(rest, Span::new(self.file, run, self.at));
                builder.finish(inside)
            }
        };
        self.at += 1;
        Ok(text)
    }

    /// An escape, standing at its backslash.
    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += 1;
        let c = match self.peek() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(c @ (b'"' | b'\\' | b'/')) => c as char,
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape(start);
            }
            None => return Err(self.fault("the file ends inside a string")),
            Some(_) => {
                let mut fault = self.fault("an escape that JSON does not have");
                fault.span.start = start as u32;
                return Err(fault);
            }
        };
        self.at += 1;
        Ok(c)
    }

    /// What `\uXXXX` stands for, the second half of a pair included. Half a pair is no character: clients
    /// refuse the whole list or replace it, so it is told, and replaced here.
    fn unicode_escape(&mut self, start: usize) -> Result<char, Fault> {
        let unit = self.hex4()?;
        if let Some(c) = char::from_u32(unit) {
            return Ok(c);
        }
        let end = self.at;
        if (0xD800..0xDC00).contains(&unit) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.hex4()?;
            if (0xDC00..0xE000).contains(&low) {
                let c = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return Ok(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = end;
        }
        let message = format!("`\\u{unit:04x}` is half a surrogate pair and no character");
        self.findings.push(Fault::new(Span::new(self.file, start, end), message));
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32, Fault> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| (c as char).to_digit(16));
            let Some(digit) = digit else { return Err(self.unexpected("four hexadecimal digits after `\\u`")) };
            unit = unit * 16 + digit;
            self.at += 1;
        }
        Ok(unit)
    }
}
