//! R037 and R038: what the text of a parameter says of its values, and what its schema says.

use super::schema::{Rest, Schema, Types};
use super::words::{quote, within};
use super::{Context, Sink};
use crate::ir::Tool;
use crate::json::Data;
use crate::source::Span;
use crate::text::Text;
use std::ops::Range;

const LABELS: usize = 12;

/// A list of values in prose.
struct Listed {
    range: Range<usize>,
    items: Vec<String>,
}

/// Phrases behind which a list of all values stands.
const ANNOUNCE: [&str; 18] = [
    "one of",
    "either",
    "allowed values",
    "valid values",
    "possible values",
    "accepted values",
    "supported values",
    "allowed options",
    "valid options",
    "possible options",
    "accepted options",
    "supported options",
    "allowed value",
    "valid value",
    "available values",
    "available options",
    "must be",
    "can be",
];

/// Words before a list that make it a condition or a sample.
const CONDITION: &str = "when if for only unless required mode action";
const SAMPLE: &str = "etc example examples like such common custom other any default comma separated json multiple prefix pattern e.g i.e eg";
/// What dates and times are written with.
const DATE_LETTERS: &str = "YMDHSTZymdhstz-/:. ";

fn lower_words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '.'))
        .map(|w| w.trim_matches('.').to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

/// The closed list of values in a text.
fn listed(text: &str, siblings: &[&str]) -> Option<Listed> {
    let found = announced(text)
        .or_else(|| behind_sign(text))
        .or_else(|| list_at(text, 0, true).filter(|l| is_closed(text, l)))?;
    let before = lower_words(&text[..found.range.start]);
    let sample =
        before.iter().any(|w| within(SAMPLE, w)) || text[..found.range.start].to_lowercase().contains("list of");
    let rest = text[found.range.end..].trim_start();
    let after = lower_words(
        rest.get(..rest.len().min(24).min(rest.char_indices().nth(24).map_or(rest.len(), |(i, _)| i))).unwrap_or(""),
    );
    let open_end = rest.starts_with("...")
        || rest.starts_with(['…', '('])
        || after.first().is_some_and(|w| w == "or" || within("etc and", w))
        || after.iter().any(|w| w == "etc");
    let sibling = found.items.iter().any(|i| siblings.contains(&i.as_str()));
    let dates = found.items.iter().all(|i| i.chars().all(|c| DATE_LETTERS.contains(c)));
    (found.items.len() >= 2 && !sample && !open_end && !sibling && !dates).then_some(found)
}

/// Nothing of the sentence follows that could go on with the list.
fn is_closed(text: &str, list: &Listed) -> bool {
    let rest = text[list.range.end..].trim_start();
    rest.is_empty() || rest.starts_with(['.', ')', ';', ':'])
}

fn announced(text: &str) -> Option<Listed> {
    let low = text.to_ascii_lowercase();
    ANNOUNCE
        .iter()
        .filter_map(|phrase| {
            let at = low.find(phrase)?;
            let mut end = at + phrase.len();
            let skip = text[end..].len() - text[end..].trim_start_matches([':', ' ', '(', '*']).len();
            end += skip;
            for filler in ["are ", "is ", "one of", "either "] {
                if low[end..].starts_with(filler) {
                    end += filler.len();
                }
            }
            end += text[end..].len() - text[end..].trim_start_matches([':', ' ', '(']).len();
            // `must be "x"` announces no list by itself: only quoted values count behind it.
            list_at(text, end, !phrase.ends_with(" be"))
        })
        .find(|l| l.items.len() >= 2)
}

/// `Sort order: "asc" or "desc"`, `Sort order ("asc", "desc")`.
fn behind_sign(text: &str) -> Option<Listed> {
    const FAR: usize = 60;
    let signs = text.char_indices().take_while(|(at, _)| *at <= FAR).filter(|&(at, c)| {
        matches!(c, ':' | '(')
            || (matches!(c, '-' | '–' | '—') && text[..at].ends_with(' ') && text[at + c.len_utf8()..].starts_with(' '))
    });
    for (at, c) in signs {
        if lower_words(&text[..at]).iter().any(|w| within(CONDITION, w)) {
            return None;
        }
        let start = at + c.len_utf8();
        let start = start + text[start..].len() - text[start..].trim_start().len();
        let Some(list) = list_at(text, start, false) else { continue };
        if is_closed(text, &list) {
            return Some(list);
        }
    }
    None
}

/// The list that begins at `at`: values in quotes, or (`bare`) all in capitals.
fn list_at(text: &str, at: usize, bare: bool) -> Option<Listed> {
    let mut items = Vec::new();
    let (mut pos, mut end) = (at, at);
    let mut style = None;
    loop {
        let rest = text.get(pos..)?;
        let Some((item, len, quoted)) = item(rest, bare) else { break };
        if *style.get_or_insert(quoted) != quoted {
            break;
        }
        items.push(item);
        pos += len;
        end = pos;
        // A short remark on the value.
        let rest = &text[pos..];
        let spaced = rest.trim_start();
        if spaced.starts_with('(')
            && let Some(close) = spaced.find(')').filter(|c| *c <= 40)
        {
            pos += rest.len() - spaced.len() + close + 1;
            end = pos;
        }
        let rest = &text[pos..];
        let spaced = rest.trim_start();
        let signs: &[char] = if quoted { &[',', '|', '/'] } else { &[',', '|'] };
        let (sign, word) = (spaced.trim_start_matches(signs), spaced);
        let mut next = sign.trim_start();
        for joint in ["or ", "and "] {
            if let Some(behind) = next.strip_prefix(joint) {
                next = behind.trim_start();
            }
        }
        if next.len() == word.len() {
            break;
        }
        pos = text.len() - next.len();
    }
    (items.len() >= 2).then_some(Listed { range: at..end, items })
}

fn item(text: &str, bare: bool) -> Option<(String, usize, bool)> {
    let quote = text.chars().next()?;
    if matches!(quote, '"' | '\'' | '`') {
        let inner = &text[1..];
        let close = inner.find(quote).filter(|c| *c > 0 && *c <= 40)?;
        let value = &inner[..close];
        let word = !value.contains(['\n', ',', '{', '<', '*']) && value.split(' ').count() <= 3;
        // 'name': 'value' is an object.
        let colon = inner[close + 1..].trim_start().starts_with(':');
        return (word && !colon).then(|| (value.trim_matches(['"', '\'']).to_owned(), close + 2, true));
    }
    let len = text.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).unwrap_or(text.len());
    let word = &text[..len];
    let ends = !text[len..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
    (bare && len > 1 && ends && word.starts_with(|c: char| c.is_ascii_uppercase()))
        .then(|| (word.to_owned(), len, false))
}

fn text_of<'a>(schema: &Schema<'a>) -> Option<&'a Text> {
    schema.keyword("description")?.as_text()
}

/// R037.
pub fn values_only<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let all = context.parameters(tool);
    let names: Vec<&str> = all.iter().map(|p| p.name).collect();
    let mut found: Vec<(Span, &str, Vec<String>)> = Vec::new();
    for p in all {
        let free = p.schema.unknown().is_none()
            && p.schema.types().without(Types::NULL) == Types::STRING
            && ["pattern", "format", "enum", "const"].iter().all(|k| p.schema.keyword(k).is_none())
            && p.schema.values().listed.iter().all(|v| matches!(v.data, Data::Null));
        let Some(text) = text_of(&p.schema).filter(|_| free) else { continue };
        if let Some(list) = listed(text.as_str(), &names) {
            found.push((text.span_of(list.range), p.name, list.items));
        }
    }
    let Some(((first, name, items), others)) = found.split_first() else { return };
    let d = sink.report(*first, format!("the values of {} stand only in its text", quote(name)));
    d.here("the schema admits any text");
    for (span, name, _) in others.iter().take(LABELS) {
        d.label(*span, format!("so do those of {}", quote(name)));
    }
    d.note("a model may write another value, and no client holds it back");
    let values: Vec<String> = items.iter().take(12).map(|i| serde_json::Value::from(i.as_str()).to_string()).collect();
    d.help(format!("write `\"enum\": [{}]`", values.join(", ")));
}

/// R038.
pub fn contradicts<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let Some(input) = tool.input.value() else { return };
    let required = Schema::new(input, input).required();
    let all = context.parameters(tool);
    let mut found: Vec<(Span, String, Span)> = Vec::new();
    for p in all {
        if p.schema.unknown().is_some() {
            continue;
        }
        let Some(text) = text_of(&p.schema) else { continue };
        let name = quote(p.name);
        if let Some((range, said)) = other_default(text.as_str(), &p.schema) {
            let at = p.schema.written().get("default").map_or(p.key, |d| d.span);
            found.push((
                text.span_of(range),
                format!("the text of {name} says the default is {said}, the schema says another"),
                at,
            ));
        }
        if let Some((range, said)) = other_type(text.as_str(), &p.schema) {
            let at = p.schema.place_of(Types::ANY).unwrap_or(p.key);
            found.push((
                text.span_of(range),
                format!("the text of {name} says {said}, the type is {}", p.schema.types().words()),
                at,
            ));
        }
        if let Some((range, value)) = other_value(text.as_str(), &p.schema) {
            found.push((
                text.span_of(range),
                format!("the text of {name} allows {}, the enum does not", quote(&value)),
                p.key,
            ));
        }
        let head = text.as_str().trim_start();
        let optional = head.get(..8).is_some_and(|h| h.eq_ignore_ascii_case("optional"))
            && !head[8..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        if optional && let Some(list) = required.as_ref().filter(|r| r.has(p.name)) {
            let at = text.as_str().len() - head.len();
            found.push((
                text.span_of(at..at + 8),
                format!("the text of {name} says optional, the schema requires it"),
                list.span,
            ));
        }
    }
    let Some(((first, message, other), rest)) = found.split_first() else { return };
    let d = sink.report(*first, message.clone());
    d.label(*other, "the schema");
    for (span, message, _) in rest.iter().take(LABELS) {
        d.label(*span, message.clone());
    }
    d.note("a model follows the text, a client the schema: calls are refused, or mean something else");
    d.help("make the two say the same");
}

/// A default that the text names and the schema does not have.
fn other_default(text: &str, schema: &Schema) -> Option<(Range<usize>, String)> {
    let default = schema.written().get("default")?;
    let low = text.to_ascii_lowercase();
    if lower_words(&low).iter().any(|w| within("if when for unless", w)) {
        return None;
    }
    for (at, _) in low.match_indices("default") {
        let mut end = at + "default".len();
        end += usize::from(low[end..].starts_with('s'));
        let rest = low[end..].trim_start();
        let Some(rest) = ["is ", "to ", ":", "="].iter().find_map(|s| rest.strip_prefix(s)) else { continue };
        let rest = rest.trim_start();
        let start = text.len() - rest.len();
        let Some((len, said)) = literal(&text[start..]) else { continue };
        let behind = text[start + len..].trim_start();
        let ended = behind.is_empty()
            || behind.starts_with(['.', ')', ',', ';', ']', '\n'])
            || text[start + len..].starts_with('\n');
        let decimal = behind.starts_with(['.', ',']) && behind[1..].starts_with(|c: char| c.is_ascii_digit());
        if !ended || decimal {
            continue;
        }
        let same = match (&said, &default.data) {
            (Said::Number(n), Data::Number(d)) => d.as_f64() == Some(*n),
            (Said::Bool(b), Data::Bool(d)) => b == d,
            (Said::Text(t), Data::Text(d)) => t == d.as_str(),
            (Said::Text(t), Data::Number(d)) => *t == d.to_string(),
            // Another type is told of by the rule on defaults, and null stands for "the server decides".
            _ => true,
        };
        if !same {
            return Some((start..start + len, quote(&text[start..start + len])));
        }
    }
    None
}

enum Said {
    Number(f64),
    Bool(bool),
    Text(String),
}

fn literal(text: &str) -> Option<(usize, Said)> {
    let first = text.chars().next()?;
    if matches!(first, '"' | '\'' | '`') {
        let close = text[1..].find(first)?;
        let inner = &text[1..=close];
        let bare = inner.trim_matches(['"', '\'']);
        if first == '`' {
            return literal(inner)
                .map(|(_, said)| (close + 2, said))
                .or(Some((close + 2, Said::Text(bare.to_owned()))));
        }
        return Some((close + 2, Said::Text(bare.to_owned())));
    }
    let word = &text[..text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len())];
    match word.to_ascii_lowercase().as_str() {
        "true" => return Some((word.len(), Said::Bool(true))),
        "false" => return Some((word.len(), Said::Bool(false))),
        _ => {}
    }
    let negative = usize::from(first == '-');
    let len = negative
        + text[negative..]
            .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',' || c == '_'))
            .unwrap_or(text.len() - negative);
    let number = text[..len].trim_end_matches(['.', ',']);
    // A comma is a thousands mark only where three digits follow.
    let marks = number.split(',').skip(1).all(|g| g.split('.').next().is_some_and(|g| g.len() == 3));
    let value: f64 = number.replace([',', '_'], "").parse().ok()?;
    (marks && number.bytes().any(|b| b.is_ascii_digit())).then_some((number.len(), Said::Number(value)))
}

/// A type that the text begins with and the schema does not admit.
fn other_type(text: &str, schema: &Schema) -> Option<(Range<usize>, &'static str)> {
    let types = schema.types();
    let low = text.to_ascii_lowercase();
    let head = low.trim_start();
    let start = low.len() - head.len();
    let said = |phrase: &str| start..start + phrase.len();
    for phrase in ["comma-separated", "comma separated", "json string", "json-encoded string"] {
        let list = head.starts_with(phrase) && !head.contains("array") && !head.contains("or list");
        if list && !types.intersects(Types::STRING) {
            return Some((said(phrase), "a text"));
        }
    }
    for phrase in ["list of", "array of"] {
        let separated =
            ["comma", "json", "separated", "newline", "delimited", "space"].iter().any(|w| head.contains(w));
        if head.starts_with(phrase) && !separated && !types.intersects(Types::ARRAY | Types::OBJECT) {
            return Some((said(phrase), "a list"));
        }
    }
    for (word, of, says) in [
        ("string", Types::STRING, "a string"),
        ("integer", Types::NUMBER, "an integer"),
        ("number", Types::NUMBER, "a number"),
        ("boolean", Types::BOOLEAN, "a boolean"),
        ("array", Types::ARRAY, "an array"),
        ("object", Types::OBJECT, "an object"),
    ] {
        let typed = head.strip_prefix(word).or_else(|| head.strip_prefix('(')?.strip_prefix(word));
        if typed.is_some_and(|rest| rest.starts_with([')', ',', ':'])) && !types.intersects(of) {
            let at = start + head.find(word).unwrap_or(0);
            return Some((at..at + word.len(), says));
        }
    }
    None
}

/// A value that the text allows and the enum lacks.
fn other_value(text: &str, schema: &Schema) -> Option<(Range<usize>, String)> {
    let values = schema.values();
    if values.rest != Rest::Nothing || values.listed.iter().filter(|v| v.as_str().is_some()).count() < 2 {
        return None;
    }
    let list = announced(text)?;
    let has = |item: &String| values.listed.iter().any(|v| v.as_str() == Some(item) || v.shown() == *item);
    // At least one value is the enum's: else the list is about something else.
    if !text[list.range.clone()].starts_with(['"', '\'', '`']) || !list.items.iter().any(has) {
        return None;
    }
    let missing = list.items.iter().find(|i| !has(i))?.clone();
    let at = list.range.start + text[list.range.clone()].find(missing.as_str())?;
    Some((at..at + missing.len(), missing))
}
