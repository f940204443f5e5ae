//! YAML with the place of every key and value. Read as PyYAML's safe loader would: see `docs/manifest.md`.

use super::yaml_scalar::{Scalar, resolve};
use super::{Fault, Findings, MAX_DEPTH, first, yaml_text};
use crate::json::{Data, Json, Member};
use crate::source::{SourceFile, Span};
use crate::text::Text;
use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};
use std::collections::hash_map::Entry;

/// Values that aliases may copy: some lines of aliases of aliases would else fill any memory.
const MAX_COPIES: usize = 200_000;

/// Tags that say what a plain scalar is anyway, or what a collection is.
const CORE: &str = "tag:yaml.org,2002:";

/// Parses the one document of the file; `None` where it holds none.
///
/// # Errors
/// What is no YAML, a second document, a tag that loaders refuse, or aliases without end.
pub(super) fn parse(file: &SourceFile, findings: &mut Findings) -> Result<Option<Json>, Fault> {
    let places = Places::new(file);
    let mut builder =
        Builder { places: &places, findings, stack: Vec::new(), anchors: FxHashMap::default(), copies: 0, root: None };
    let mut documents = 0;
    let mut parser = Parser::new_from_str(&file.text);
    while let Some(event) = parser.next_event() {
        let (event, span) = match event {
            Ok((event, span)) => (event, places.span(span)),
            Err(e) => return Err(not_yaml(&places, &e)),
        };
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    let fault = Fault::new(span, "a second document starts here, and a manifest is one document");
                    return Err(fault.help("write all tools in one list"));
                }
            }
            Event::Scalar(value, style, anchor, tag) => builder.scalar(&value, style, anchor, tag.as_deref(), span)?,
            Event::SequenceStart(anchor, tag) => builder.open(false, anchor, tag.as_deref(), span)?,
            Event::MappingStart(anchor, tag) => builder.open(true, anchor, tag.as_deref(), span)?,
            Event::SequenceEnd | Event::MappingEnd => builder.close(span)?,
            Event::Alias(anchor) => builder.alias(anchor, span)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    Ok(builder.root.filter(|root| !(root.is_null() && root.span.is_empty())))
}

/// What the parser objects to, at the character where it gave up; at a tab itself, not behind it.
fn not_yaml(places: &Places, error: &ScanError) -> Fault {
    let text = &places.file.text;
    let mut at = places.byte(error.marker().index());
    if error.info().contains("tab") {
        at = text[..at].trim_end_matches('\t').len();
    }
    let len = text[at..].chars().next().map_or(0, char::len_utf8);
    Fault::new(Span::new(places.file.id, at, at + len), format!("not YAML: {}", error.info()))
}

/// Positions of the parser, which counts characters, as bytes.
struct Places<'a> {
    file: &'a SourceFile,
    /// Byte of every 64th character; empty where all are one byte long.
    marks: Vec<u32>,
}

const STEP: usize = 64;

impl<'a> Places<'a> {
    fn new(file: &'a SourceFile) -> Self {
        let marks = match file.text.is_ascii() {
            true => Vec::new(),
            false => file.text.char_indices().step_by(STEP).map(|(i, _)| i as u32).collect(),
        };
        Places { file, marks }
    }

    fn byte(&self, character: usize) -> usize {
        let text = &self.file.text;
        if self.marks.is_empty() {
            return character.min(text.len());
        }
        let Some(&from) = self.marks.get(character / STEP) else { return text.len() };
        let from = from as usize;
        text[from..].char_indices().nth(character % STEP).map_or(text.len(), |(i, _)| from + i)
    }

    fn span(&self, span: saphyr_parser::Span) -> Span {
        let start = self.byte(span.start.index());
        let end = if span.is_empty() { start } else { self.byte(span.end.index()) };
        Span::new(self.file.id, start, end.max(start))
    }
}

/// A collection that is being read.
struct Open {
    start: usize,
    end: usize,
    /// In brackets: its end is where the bracket closes, not where the next thing begins.
    flow: bool,
    anchor: usize,
    content: Content,
}

enum Content {
    List(Vec<Json>),
    Map { members: Vec<Member>, merges: Vec<Json>, key: Key },
}

/// What a map waits for.
enum Key {
    None,
    Named(Text),
    Merge,
}

struct Anchored {
    value: Json,
    /// Values in it, itself included.
    size: usize,
    height: usize,
}

struct Builder<'a> {
    places: &'a Places<'a>,
    findings: &'a mut Findings,
    stack: Vec<Open>,
    anchors: FxHashMap<usize, Anchored>,
    copies: usize,
    root: Option<Json>,
}

impl Builder<'_> {
    fn scalar(
        &mut self,
        value: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Fault> {
        let source = &self.places.file.text;
        let start = content_start(source, span, style, anchor > 0 || tag.is_some());
        let end = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                start + source[start..span.end as usize].trim_end_matches([' ', '\n', '\r']).len()
            }
            _ => span.end as usize,
        };
        let place = Span::new(span.file, start, end.max(start));
        let text = || yaml_text::text(source, span.file, start, (span.end as usize).max(start), value, style);
        let is_key = matches!(self.stack.last(), Some(Open { content: Content::Map { key: Key::None, .. }, .. }));
        if is_key {
            let merge = style == ScalarStyle::Plain && tag.is_none() && value == "<<";
            if anchor > 0 {
                self.remember(anchor, &Json::new(Data::Text(text()), place));
            }
            let key = if merge { Key::Merge } else { Key::Named(text()) };
            if let Some(Open { content: Content::Map { key: slot, .. }, .. }) = self.stack.last_mut() {
                *slot = key;
            }
            return Ok(());
        }
        let kind = match tag {
            None if style == ScalarStyle::Plain => resolve(value),
            None => Scalar::Text,
            Some(tag) => tagged(self.places.file, tag, value, span)?,
        };
        let data = match kind {
            Scalar::Text => Data::Text(text()),
            Scalar::Null => Data::Null,
            Scalar::Bool(b) => Data::Bool(b),
            Scalar::Number(n) => Data::Number(n),
            Scalar::Date => Data::Unknown("an unquoted date or time, which YAML 1.1 does not read as text".to_owned()),
            Scalar::NotFinite => {
                self.findings.push(Fault::new(place, format!("`{value}` is a number that JSON does not have")));
                Data::Unknown("a number that JSON does not have".to_owned())
            }
        };
        self.add(Json::new(data, place), anchor)
    }

    fn open(&mut self, map: bool, anchor: usize, tag: Option<&Tag>, span: Span) -> Result<(), Fault> {
        if let Some(tag) = tag {
            let own = if map { "map" } else { "seq" };
            if !(is_plain(tag) || (tag.handle == CORE && tag.suffix == own)) {
                return Err(refused(self.places.file, tag, span));
            }
        }
        self.deeper(span, 0)?;
        if matches!(self.stack.last(), Some(Open { content: Content::Map { key: Key::None, .. }, .. })) {
            return Err(Fault::new(
                first(self.places.file, span),
                "a key must be text, and this one is a list or a map",
            ));
        }
        let flow = !span.is_empty() && self.places.file.text[..span.end as usize].ends_with(['{', '[']);
        let start = if flow && (anchor > 0 || tag.is_some()) { span.end as usize - 1 } else { span.start as usize };
        let content = match map {
            true => Content::Map { members: Vec::new(), merges: Vec::new(), key: Key::None },
            false => Content::List(Vec::new()),
        };
        self.stack.push(Open { start, end: span.end as usize, flow, anchor, content });
        Ok(())
    }

    fn deeper(&self, span: Span, height: usize) -> Result<(), Fault> {
        if self.stack.len() + height >= MAX_DEPTH {
            return Err(Fault::new(first(self.places.file, span), format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Fault> {
        let Some(open) = self.stack.pop() else { return Ok(()) };
        let end = if open.flow { span.end as usize } else { open.end };
        let place = Span::new(span.file, open.start, end.max(open.start));
        let data = match open.content {
            Content::List(items) => Data::List(items),
            Content::Map { members, merges, .. } => {
                let own = self.findings.unique(members);
                let members = if merges.is_empty() { own } else { merge(self.places.file, merges, own)? };
                Data::object(members)
            }
        };
        self.add(Json::new(data, place), open.anchor)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Fault> {
        let Some(anchored) = self.anchors.get(&anchor) else {
            return Err(Fault::new(span, "an alias inside the very value that it names"));
        };
        self.deeper(span, anchored.height.saturating_sub(1))?;
        self.copies += anchored.size;
        if self.copies > MAX_COPIES {
            return Err(Fault::new(span, format!("aliases expand to more than {MAX_COPIES} values")));
        }
        let value = anchored.value.clone();
        if let Some(Open { content: Content::Map { key: key @ Key::None, .. }, .. }) = self.stack.last_mut() {
            let Data::Text(text) = value.data else {
                return Err(Fault::new(span, "a key must be text"));
            };
            *key = Key::Named(text);
            return Ok(());
        }
        self.add(Json::new(value.data, span), 0)
    }

    /// Puts a finished value where it belongs.
    fn add(&mut self, value: Json, anchor: usize) -> Result<(), Fault> {
        if anchor > 0 {
            self.remember(anchor, &value);
        }
        let Some(open) = self.stack.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        open.end = open.end.max(value.span.end as usize);
        match &mut open.content {
            Content::List(items) => items.push(value),
            Content::Map { members, merges, key } => match std::mem::replace(key, Key::None) {
                Key::Named(key) => members.push(Member { key, value }),
                Key::Merge => merges.push(value),
                Key::None => return Err(Fault::new(first(self.places.file, value.span), "a key must be text")),
            },
        }
        Ok(())
    }

    fn remember(&mut self, anchor: usize, value: &Json) {
        let (size, height) = measure(value);
        self.anchors.insert(anchor, Anchored { value: value.clone(), size, height });
    }
}

/// Values in a tree, and its height.
fn measure(value: &Json) -> (usize, usize) {
    let children: &mut dyn Iterator<Item = &Json> = match &value.data {
        Data::List(items) => &mut items.iter(),
        Data::Object(o) => &mut o.members.iter().map(|m| &m.value),
        _ => &mut std::iter::empty(),
    };
    let (size, height) = children.map(measure).fold((1, 0), |all, one| (all.0 + one.0, all.1.max(one.1)));
    (size, height + 1)
}

/// `<<`: members of other maps that the map itself does not give; earlier maps win over later ones. They
/// stand before its own, as PyYAML orders them.
fn merge(file: &SourceFile, merges: Vec<Json>, own: Vec<Member>) -> Result<Vec<Member>, Fault> {
    let mut out: Vec<Member> = Vec::new();
    let mut places = FxHashMap::default();
    for value in merges {
        let maps = match value.data {
            Data::List(items) => items,
            _ => vec![value],
        };
        for map in maps {
            let Data::Object(object) = map.data else {
                return Err(Fault::new(first(file, map.span), "`<<` takes a map or a list of maps"));
            };
            for member in object.members.iter().cloned() {
                if let Entry::Vacant(place) = places.entry(member.key.shared()) {
                    place.insert(out.len());
                    out.push(member);
                }
            }
        }
    }
    for member in own {
        match places.get(&member.key.shared()) {
            Some(&i) => out[i] = member,
            None => out.push(member),
        }
    }
    Ok(out)
}

/// The tag `!`: what its kind of node is by default, so that a scalar is text.
fn is_plain(tag: &Tag) -> bool {
    matches!((tag.handle.as_str(), tag.suffix.as_str()), ("!", "") | ("", "!") | ("", ""))
}

/// What a tagged scalar is.
fn tagged(file: &SourceFile, tag: &Tag, value: &str, span: Span) -> Result<Scalar, Fault> {
    if is_plain(tag) {
        return Ok(Scalar::Text);
    }
    if tag.handle != CORE {
        return Err(refused(file, tag, span));
    }
    let resolved = resolve(value);
    let fits = match (tag.suffix.as_str(), &resolved) {
        ("str", _) => return Ok(Scalar::Text),
        ("timestamp", Scalar::Date) | ("null", Scalar::Null) | ("bool", Scalar::Bool(_)) => true,
        ("int" | "float", Scalar::Number(_)) | ("float", Scalar::NotFinite) => true,
        ("timestamp" | "null" | "bool" | "int" | "float", _) => false,
        _ => return Err(refused(file, tag, span)),
    };
    if fits { Ok(resolved) } else { Err(Fault::new(span, format!("`{value}` is no `!!{}`", tag.suffix))) }
}

/// A tag that safe loaders refuse, where it is written.
fn refused(file: &SourceFile, tag: &Tag, span: Span) -> Fault {
    let rest = &file.text[span.start as usize..];
    let from = rest.find('!').unwrap_or(0);
    let len = rest[from..].find(|c: char| c.is_whitespace() || "[]{},".contains(c)).unwrap_or(rest.len() - from);
    let start = span.start as usize + from;
    let handle = if tag.handle == CORE { "!!" } else { &tag.handle };
    let shown: String = format!("{handle}{}", tag.suffix).chars().take(60).collect();
    let message = format!("tag `{shown}` makes an object of the loading program, which a tool list cannot hold");
    Fault::new(Span::new(file.id, start, start + len), message).help("write plain text, numbers, lists and maps")
}

/// The first byte of a scalar's own spelling, after anchor and tag; of a block, its first content.
fn content_start(source: &str, span: Span, style: ScalarStyle, marked: bool) -> usize {
    let (mut at, end) = (span.start as usize, span.end as usize);
    if !marked {
        return at;
    }
    let white =
        |at: usize| at + (source[at..end].len() - source[at..end].trim_start_matches([' ', '\t', '\n', '\r']).len());
    while source[at..end].starts_with(['&', '!']) {
        at = white(source[at..end].find([' ', '\t', '\n', '\r']).map_or(end, |i| at + i));
    }
    if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
        let header = source[at..end].find('\n').map_or(end, |i| at + i + 1);
        return white(header);
    }
    at
}
