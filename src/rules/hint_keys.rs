//! R066: the keys and values of the annotations object itself.

use super::common::{about, each};
use super::hints::hints_span;
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::{Edit, Fix, Level};
use crate::ir::{Server, Tool};
use crate::json::{Data, Json, Member};
use crate::source::Span;
use rustc_hash::FxHashSet;

/// What a key means that is no hint as it is spelt: the folded key, the hint, and whether true stands for
/// the hint's false.
const SPELLINGS: [(&str, &str, bool); 7] = [
    ("readonly", "readOnlyHint", false),
    ("read", "readOnlyHint", false),
    ("destructive", "destructiveHint", false),
    ("nondestructive", "destructiveHint", true),
    ("idempotent", "idempotentHint", false),
    ("openworld", "openWorldHint", false),
    ("closedworld", "openWorldHint", true),
];

/// Folded keys as long as this may differ from a spelling by [`SLIPS`] letters.
const LONG: usize = 8;
const SLIPS: usize = 2;

/// The hint that a key means, and whether in reverse.
fn meaning(key: &str) -> Option<(&'static str, bool)> {
    let mut folded: String = key.chars().filter(|c| !matches!(c, '_' | '-')).collect();
    folded.make_ascii_lowercase();
    let folded = folded.strip_suffix("hint").or_else(|| folded.strip_suffix("hints")).unwrap_or(&folded);
    let exact = SPELLINGS.iter().find(|(spelt, ..)| *spelt == folded);
    let near = || {
        let long = (LONG..=LONG * 2).contains(&folded.chars().count());
        SPELLINGS.iter().find(|(s, ..)| long && s.len() >= LONG && strsim::damerau_levenshtein(s, folded) <= SLIPS)
    };
    exact.or_else(near).map(|(_, hint, reverse)| (*hint, *reverse))
}

fn members(tool: &Tool) -> &[Member] {
    tool.annotations.given.value().and_then(Json::as_object).map_or(&[], |o| &o.members)
}

/// The author wrote this hint, in a way that no client reads as it.
pub(super) fn misspelt(tool: &Tool, hint: &str) -> bool {
    let lost = |m: &Member| m.key.as_str() != hint || m.value.as_bool().is_none();
    members(tool).iter().any(|m| meaning(m.key.as_str()).is_some_and(|(meant, _)| meant == hint) && lost(m))
}

/// The author wrote some hint, rightly or not.
pub(super) fn any_meant(tool: &Tool) -> bool {
    members(tool).iter().any(|m| meaning(m.key.as_str()).is_some())
}

/// R066.
pub fn invalid(server: &Server, _: &Context, sink: &mut Sink) {
    let mut unknown: Vec<(&Tool, &Member)> = Vec::new();
    // Tools may share one object, and a fault in it is one fault.
    let mut seen = FxHashSet::default();
    for tool in &server.tools {
        not_an_object(tool, sink);
        for member in members(tool).iter().filter(|m| seen.insert((m.key.span(), m.key.shared()))) {
            let key = member.key.as_str();
            match meaning(key) {
                Some((hint, _)) if hint == key => not_a_boolean(tool, member, sink),
                Some((hint, reverse)) => wrong_key(tool, member, hint, reverse, sink),
                None if key == "title" => {}
                None => unknown.push((tool, member)),
            }
        }
    }
    let tools: Vec<&Tool> = unknown.iter().map(|(tool, _)| *tool).collect();
    let place = |tool: &Tool| {
        let here = unknown.iter().find(|(t, _)| std::ptr::eq(*t, tool));
        here.map_or_else(|| hints_span(tool), |(_, member)| member.key.span())
    };
    let Some((_, first)) = unknown.first() else { return };
    let message = format!("{} is not an annotation that MCP knows", quote(first.key.as_str()));
    if let Some(d) = each(sink, &tools, place, &message, "here too") {
        d.level(Level::Note);
        d.note("clients ignore the key, and some SDKs drop it before it is sent");
        d.help("keep what is your own in `_meta`");
    }
}

fn not_an_object(tool: &Tool, sink: &mut Sink) {
    let Some(given) = tool.annotations.given.value() else { return };
    // Null is the business of R086.
    if given.as_object().is_some() || given.is_unknown() || given.is_null() {
        return;
    }
    let d = sink.report(given.span, format!("`annotations` is {}, not an object", kind(given)));
    about(d, tool);
    d.note("clients of the TypeScript SDK refuse the whole tool list for it");
    d.help("write an object: `\"annotations\": {\"readOnlyHint\": true}`");
}

fn not_a_boolean(tool: &Tool, member: &Member, sink: &mut Sink) {
    if matches!(member.value.data, Data::Bool(_) | Data::Unknown(_)) {
        return;
    }
    let d = sink
        .report(member.value.span, format!("{} is {}, not a boolean", quote(member.key.as_str()), kind(&member.value)));
    about(d, tool);
    d.note("clients of the TypeScript SDK refuse the whole tool list for it; the Python SDKs take only some texts for booleans");
    d.help(match member.value.data {
        Data::Null => "write true or false, or leave the key out",
        _ => "write true or false, without quotes",
    });
}

fn wrong_key(tool: &Tool, member: &Member, hint: &str, reverse: bool, sink: &mut Sink) {
    let key = member.key.as_str();
    let value = member.value.as_bool();
    let written = members(tool).iter().filter(|m| meaning(m.key.as_str()).is_some_and(|(h, _)| h == hint)).count();
    let d = sink.report(member.key.span(), format!("{} is not a hint: no client reads it", quote(key)));
    about(d, tool);
    d.note(format!("to a client {hint} is not declared: its default counts, {}", default_of(hint)));
    d.help(match (reverse, value) {
        _ if written > 1 => format!("remove it: {hint} is meant more than once here"),
        (true, Some(value)) => format!("write `\"{hint}\": {}`", !value),
        (true, None) => format!("write `\"{hint}\"`, whose meaning is the reverse"),
        (false, _) => format!("write `\"{hint}\"`"),
    });
    if let (false, 1, Some(_), Some(span)) = (reverse, written, value, written_as(tool, member)) {
        let edit = Edit { span, text: hint.to_owned() };
        d.fixes.push(Fix { safe: true, title: format!("rename {} to `{hint}`", quote(key)), edits: vec![edit] });
    }
}

/// The place of a key that can be replaced where it stands: its letters one by one, in the object itself,
/// before its value. A key or a value from elsewhere may serve other tools too.
fn written_as(tool: &Tool, member: &Member) -> Option<Span> {
    let (key, value, whole) = (member.key.span(), member.value.span, tool.annotations.given.span()?);
    let here = whole.contains(key) && whole.contains(value) && key.end < value.start;
    (here && key.len() == member.key.as_str().len()).then_some(key)
}

fn default_of(hint: &str) -> &'static str {
    match hint {
        "readOnlyHint" => "false: the tool may change things",
        "destructiveHint" => "true: the tool may destroy something",
        "idempotentHint" => "false: a second call may have a second effect",
        _ => "true: the tool may reach anything outside",
    }
}

/// What a value is, in words.
pub(super) fn kind(value: &Json) -> String {
    match &value.data {
        Data::Null => "null".into(),
        Data::Bool(b) => b.to_string(),
        Data::Number(n) => format!("the number {n}"),
        Data::Text(t) => format!("the text {:?}", t.as_str().chars().take(20).collect::<String>()),
        Data::List(_) => "a list".into(),
        Data::Object(_) => "an object".into(),
        Data::Unknown(why) => format!("not known ({why})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_means_a_hint_in_any_spelling_and_nothing_else_does() {
        for (key, hint, reverse) in [
            ("readOnlyHint", "readOnlyHint", false),
            ("readonlyHint", "readOnlyHint", false),
            ("read_only", "readOnlyHint", false),
            ("read-only-hint", "readOnlyHint", false),
            ("destructive_hint", "destructiveHint", false),
            ("destructiveHints", "destructiveHint", false),
            ("nonDestructive", "destructiveHint", true),
            ("idempotency", "idempotentHint", false),
            ("openWordHint", "openWorldHint", false),
            ("closed_world_hint", "openWorldHint", true),
        ] {
            assert_eq!(meaning(key), Some((hint, reverse)), "{key}");
        }
        for key in ["title", "category", "conditions", "hint", "readable", "costHint", "audience", "priority"] {
            assert_eq!(meaning(key), None, "{key}");
        }
    }
}
