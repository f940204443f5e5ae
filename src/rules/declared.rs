//! R045, R067, R076, R161, R162: what a declaration says against what the SDK or the handler makes of it.

use super::common::{is_can_do, is_do};
use super::schema::{Property, Rest, Schema};
use super::templates::{Hole, holes};
use super::words::{self, quote};
use super::{Context, Sink};
use crate::ir::{Fact, Tool};
use crate::json::Data;
use crate::source::Span;
use crate::text::nearest;

const KEY: &str = "idempotency_key";

/// R045: a handler that takes the key and never looks at it.
pub fn key_unused(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    let Some(key) = tool.unread.iter().find(|p| p.as_str() == KEY) else { return };
    let d = sink.report(key.span(), format!("{} takes `{KEY}` and never reads it", quote(name)));
    d.here("nothing in the handler uses it");
    d.note("a client that lost the answer sends the call again with the same key, and the change is made twice");
    if tool.promcp.completed {
        d.note("promcp copies the key into the response and does not look for calls that had it before");
    }
    d.help("keep the outcome of each key and answer a repeated one from there, or hand the key on to what you call");
}

/// Words that say that a change cannot be taken back, and words that say that it can.
const FINAL: &[&str] = &[
    "irreversible",
    "irreversibly",
    "permanently",
    "cannot be undone",
    "can not be undone",
    "can't be undone",
    "cannot be reversed",
    "can't be reversed",
    "cannot be reverted",
    "can't be reverted",
    "cannot be recovered",
    "can't be recovered",
    "cannot be restored",
    "can't be restored",
    "no undo",
    "no way back",
    "not reversible",
    "not be undone",
    "not be reversed",
];
const UNDOABLE: &[&str] = &[
    "can be undone",
    "can be reversed",
    "can be reverted",
    "reversible",
    "can be rolled back",
    "undo with",
    "revert with",
    "undo by",
    "to undo",
];

/// R067: the text says the opposite of `compensable`.
pub fn contradicts(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    let (Some(text), Some((compensable, place))) = (tool.description.value(), compensable(tool)) else { return };
    let list = if compensable { FINAL } else { UNDOABLE };
    let Some((range, phrase)) = said(text.as_str(), list) else { return };
    let d = sink.report(
        text.span_of(range),
        format!("the text of {} says `{phrase}`, and compensable is {compensable}", quote(name)),
    );
    d.here(if compensable { "cannot be taken back" } else { "can be taken back" });
    d.label(place, format!("says that the step can{} be undone", if compensable { "" } else { "not" }));
    d.note(match compensable {
        true => "an orchestrator counts on undoing the step when a later one fails, and finds that it cannot",
        false => "an orchestrator stops and asks a person where it could have undone the step by itself",
    });
    d.help(format!("make compensable {}, or mend the text", !compensable));
}

/// What is said of compensation, where it is one constant.
fn compensable(tool: &Tool) -> Option<(bool, Span)> {
    if let Fact::Known { value, span } = &tool.promcp.compensable {
        return Some((*value, *span));
    }
    if !tool.promcp.compensable.is_absent() {
        return None;
    }
    let response = tool.contract.value()?;
    let (_, schema) = Schema::new(response, response).property("compensable").declared()?;
    let values = schema.values();
    match (values.listed.as_slice(), values.rest) {
        ([only], Rest::Nothing) => match only.data {
            Data::Bool(b) => Some((*b, only.span)),
            _ => None,
        },
        _ => None,
    }
}

/// The first phrase of a list that a text holds as whole words and does not deny.
fn said(text: &str, list: &[&'static str]) -> Option<(std::ops::Range<usize>, &'static str)> {
    let lower = text.to_ascii_lowercase().replace('\u{2019}', "'");
    if lower.len() != text.len() {
        return None;
    }
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
    list.iter().find_map(|phrase| {
        let (start, _) = lower.match_indices(phrase).find(|(start, _)| {
            let (before, after) = (&lower[..*start], &lower[start + phrase.len()..]);
            let clause = before.rsplit(['.', ';', ',', '\n']).next().unwrap_or("");
            let denied = words::negated(clause.split_whitespace().rev().take(4));
            edge(before.chars().next_back()) && edge(after.chars().next()) && !denied
        })?;
        Some((start..start + phrase.len(), *phrase))
    })
}

/// R076: a `do_*` tool that says it has no effect at all.
pub fn effects_undeclared(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    let Fact::Known { value, span } = &tool.promcp.side_effects else { return };
    let empty = value.as_list().is_some_and(<[_]>::is_empty);
    // An answer that lists effects of its own takes the place of the declared list.
    let answered = tool.returns.iter().any(|path| match &path.value {
        Fact::Known { value, .. } => !matches!(value.lookup("side_effects"), crate::json::Lookup::Absent),
        Fact::Unknown { .. } => true,
        Fact::Absent => false,
    });
    if !empty || answered {
        return;
    }
    sink.report(*span, format!("{} declares that it has no side effects", quote(name)))
        .here("an empty list")
        .label(tool.name_span(), "the name says that something is changed")
        .note("every response says that nothing else was changed, and the agent that plans on believes it")
        .help("name what the call changes, as in `side_effects=[\"stock_level_change\"]`, or make it a `read_*` tool");
}

/// R161: the SDK does not await the handler.
pub fn unawaited(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(place) = tool.unawaited else { return };
    let name = tool.known_name().unwrap_or_default();
    let d = sink.report(place, format!("{} is `async`, and {} does not await it", quote(name), tool.framework));
    d.here("a coroutine function");
    d.note(match name {
        _ if is_do(name) => {
            "the body never runs: the caller is told `success`, or that no compensation hint was returned, and nothing is changed"
        }
        _ if is_can_do(name) => "the body never runs: every report is empty, and nothing is ever feasible",
        _ => "the body never runs: `value` holds a coroutine object, with quality `good`",
    });
    d.help("declare a plain function and run the asynchronous part in it, as with `asyncio.run(…)`");
}

/// R162: keywords of `do_tool` that it takes and breaks on later.
pub fn keywords(tool: &Tool, _: &Context, sink: &mut Sink) {
    if let Fact::Known { value, span } = &tool.promcp.side_effects
        && let Some(text) = value.as_str()
    {
        let first: Vec<String> = text.chars().take(3).map(|c| format!("{c:?}").replace('\'', "\"")).collect();
        sink.report(*span, "`side_effects` is a text, not a list")
            .here("one text")
            .note(format!("promcp makes a list of it letter by letter: {}, …", first.join(", ")))
            .help(format!("write `side_effects=[{text:?}]`"));
    }
    let Some(template) = tool.promcp.compensation_hint_template.value() else { return };
    for (hole, range) in holes(template.as_str()) {
        let place = template.span_of(range.clone());
        let written = &template.as_str()[range];
        let name = match hole {
            Hole::Named(name) => name,
            Hole::Positional | Hole::Broken => {
                let what = if hole == Hole::Broken {
                    "a brace without its other half"
                } else {
                    "a placeholder without a name"
                };
                sink.report(place, format!("{what} in `compensation_hint_template`"))
                    .here(if hole == Hole::Broken { "single" } else { "positional" })
                    .note(
                        "promcp fills the template in by name, after the handler ran: this fails, and a finished \
                         change is told as `failed`, with no side effects and nothing to undo it",
                    )
                    .help(match hole {
                        Hole::Broken => "write `{{` or `}}` for a brace that is meant as such".to_owned(),
                        _ => "write the name of a parameter between the braces".to_owned(),
                    });
                return;
            }
        };
        let Some(input) = tool.input.value() else { return };
        let schema = Schema::new(input, input);
        if !matches!(schema.property(&name), Property::Absent) {
            continue;
        }
        let known: Vec<&str> = schema.properties().into_iter().map(|(name, _)| name).collect();
        let d = sink
            .report(place, format!("`{written}` is no parameter of {}", quote(tool.known_name().unwrap_or_default())));
        d.here("no such parameter").label(tool.name_span(), "the tool");
        d.note("promcp then leaves the whole template as it is: the orchestrator is given a call with braces in it");
        d.help(match nearest(&name, known.iter().copied()) {
            Some(near) => format!("write `{{{near}}}`"),
            None => format!(
                "use one of {}, or return `compensation_hint` from the handler",
                known.iter().map(|k| quote(k)).collect::<Vec<_>>().join(", ")
            ),
        });
    }
}
