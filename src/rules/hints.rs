//! R061–R065, R068, R069: what hints and effects say, against the name and against each other.

use super::common::{Names, about, each, hint_form, is_can_do, is_do, is_read, some_names};
use super::inputs::key_parameter;
use super::schema::Schema;
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Fact, Server, Tool};
use crate::json::Json;
use crate::source::Span;

/// Where the hints of a tool are written: their object, else the first of them, else the name.
pub(super) fn hints_span(tool: &Tool) -> Span {
    tool.annotations
        .given
        .span()
        .or_else(|| tool.annotations.hints().into_iter().find_map(|(_, fact)| fact.span()))
        .unwrap_or_else(|| tool.name_span())
}

/// At least one of the four is declared, whether its value can be known or not.
pub(super) fn any_hint(tool: &Tool) -> bool {
    tool.annotations.given.is_unknown() || tool.annotations.hints().iter().any(|(_, fact)| !fact.is_absent())
}

/// A tool that may write, as far as the hints say: `readOnlyHint` is known, and not true.
fn writes(tool: &Tool) -> bool {
    tool.annotations.read_only.is_false() || tool.annotations.read_only.is_absent()
}

/// R061: a name that says "reads", hints that say "writes".
pub fn read_not_read_only(server: &Server, context: &Context, sink: &mut Sink) {
    let names = Names::of(server);
    for tool in &server.tools {
        let Some(name) = tool.known_name() else { continue };
        let hints = &tool.annotations;
        let triad = context.promcp() && (is_read(name) || is_can_do(name));
        let contradicted = if triad {
            // With readOnlyHint true beside destructiveHint true the hints contradict each other: R063.
            !hints.read_only.is_true() && (hints.read_only.is_false() || hints.destructive.is_true())
        } else {
            hints.destructive.is_true() && writes(tool) && names.only_reads(name)
        };
        if contradicted {
            report_write(tool, name, triad, sink);
        }
    }
}

fn report_write(tool: &Tool, name: &str, triad: bool, sink: &mut Sink) {
    let destructive = tool.annotations.destructive.span().filter(|_| tool.annotations.destructive.is_true());
    let read_only = tool.annotations.read_only.span().filter(|_| tool.annotations.read_only.is_false());
    let what = match (read_only, destructive) {
        (Some(_), Some(_)) => "it changes things, and destructively",
        (Some(_), None) => "it changes things",
        (None, _) => "it may destroy something",
    };
    let message = format!("the name {} says that the tool only reads, its hints say that {what}", quote(name));
    let d = sink.report(read_only.or(destructive).unwrap_or_else(|| tool.name_span()), message);
    about(d, tool);
    if !triad {
        d.level(Level::Warning);
    }
    if let (Some(_), Some(span)) = (read_only, destructive) {
        d.label(span, "and this one warns of destruction");
    }
    d.label(tool.name_span(), "the name promises a read");
    d.note("clients go by the hints: plan modes block the call, and approval dialogs warn of a destructive action");
    d.help("write `\"readOnlyHint\": true` and leave destructiveHint out, if the tool changes nothing");
    if triad && !is_can_do(name) {
        d.help("if it does change something, it is a `do_*` tool");
    }
}

/// R062: a `do_*` tool that calls itself read-only.
pub fn do_read_only(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    if let (true, Some(span)) = (tool.annotations.read_only.is_true(), tool.annotations.read_only.span()) {
        let d = sink.report(span, format!("{} is declared read-only, its name says that it acts", quote(name)));
        d.label(tool.name_span(), "the name promises an effect");
        d.note("clients that approve read-only tools by themselves run this one unseen");
        d.help("write `\"readOnlyHint\": false` here, or rename the tool to `read_…` if it changes nothing");
    }
}

/// R063: read-only and destructive at once; read-only and not idempotent, once a server.
pub fn contradict(server: &Server, _: &Context, sink: &mut Sink) {
    for tool in server.tools.iter().filter(|t| t.annotations.read_only.is_true()) {
        let hints = &tool.annotations;
        let (true, Some(span)) = (hints.destructive.is_true(), hints.destructive.span()) else { continue };
        let d = sink.report(span, "the tool is declared destructive and read-only at once");
        about(d, tool);
        if let Some(span) = hints.read_only.span() {
            d.label(span, "declared read-only here");
        }
        d.note(
            "destructiveHint means nothing beside `readOnlyHint: true`: some clients run the tool unasked, others warn",
        );
        d.help("remove destructiveHint if the tool changes nothing, else write `\"readOnlyHint\": false`");
    }
    let idle: Vec<&Tool> = server
        .tools
        .iter()
        .filter(|t| t.annotations.read_only.is_true() && t.annotations.idempotent.is_false())
        .collect();
    let place = |t: &Tool| t.annotations.idempotent.span().unwrap_or_else(|| hints_span(t));
    if let Some(d) = each(sink, &idle, place, "idempotentHint says nothing about a tool that is read-only", "and here")
    {
        d.level(Level::Note);
        d.note("the hint is read only where readOnlyHint is false; a read may always be repeated");
        d.help("leave idempotentHint out");
    }
}

/// R064: hints are given, and destructiveHint, whose default is true, is not among them.
pub fn destructive_implicit(server: &Server, _: &Context, sink: &mut Sink) {
    let implicit: Vec<&Tool> = server
        .tools
        .iter()
        .filter(|t| any_hint(t) && writes(t) && t.annotations.destructive.is_absent())
        .filter(|t| !t.annotations.given.is_unknown() && !super::hint_keys::misspelt(t, "destructiveHint"))
        .collect();
    let message = "hints without destructiveHint on a tool that is not read-only: clients read it as true";
    if let Some(d) = each(sink, &implicit, hints_span, message, "here too") {
        d.note("the default of destructiveHint is true, so clients warn before a call that only adds something");
        d.help("write `\"destructiveHint\": false` where the tool only adds, `true` where it overwrites or deletes");
        if let Some(how) = hint_form(server.framework) {
            d.help(how);
        }
        let names = Names::of(server);
        let reads = |t: &Tool| t.known_name().is_some_and(|n| is_read(n) || is_can_do(n) || names.only_reads(n));
        let reads: Vec<&Tool> = implicit.iter().copied().filter(|t| reads(t)).collect();
        if !reads.is_empty() {
            d.help(format!("for {} the name says `\"readOnlyHint\": true`", some_names(&reads)));
        }
    }
}

/// R065: the key is taken, and the hints do not say that a call may be repeated.
pub fn do_not_idempotent(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_do(n)) else { return };
    let hints = &tool.annotations;
    if !any_hint(tool) || !writes(tool) || super::hint_keys::misspelt(tool, "idempotentHint") {
        return;
    }
    let (span, said) = match &hints.idempotent {
        Fact::Known { value: false, span } => (*span, "declared not idempotent"),
        Fact::Absent if !hints.given.is_unknown() => (hints_span(tool), "not declared idempotent"),
        _ => return,
    };
    let Some(key) = key_parameter(tool) else { return };
    let d = sink.report(span, format!("{} takes an idempotency_key and is {said}", quote(name)));
    d.label(key, "the key that makes a repeated call safe");
    d.note("a client that lost the answer does not dare to call again, although the key is there for just that");
    d.help("write `\"idempotentHint\": true`: the same key gives the same outcome and no second effect");
}

/// R069: two titles that differ.
pub fn titles(tool: &Tool, _: &Context, sink: &mut Sink) {
    let (outer, inner) = (&tool.title, &tool.annotations.title);
    let (Some(a), Some(b), Some(place)) = (outer.as_str(), inner.as_str(), inner.span()) else { return };
    if a.trim().to_lowercase() == b.trim().to_lowercase() {
        return;
    }
    let d = sink.report(place, "`annotations.title` differs from the tool's `title`");
    if let Some(span) = outer.span() {
        d.label(span, "the title that newer clients show");
    }
    d.note(
        "newer clients show `title`, those from before protocol 2025-06-18 `annotations.title`: one tool has two names",
    );
    d.help("keep `title` and remove `annotations.title`, or write the same text in both");
}

/// R068: a tool that only looks declares side effects.
pub fn side_effects(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name().filter(|n| is_read(n) || is_can_do(n)) else { return };
    let declared = tool.contract.value().and_then(|json| Schema::new(json, json).property("side_effects").declared());
    let place = match declared {
        Some((_, schema)) if always_empty(&schema) => return,
        Some((key, _)) => key,
        None => match &tool.promcp.side_effects {
            Fact::Known { value, span } if !value.as_list().is_some_and(<[_]>::is_empty) && !value.is_null() => *span,
            _ => return,
        },
    };
    let d = sink.report(place, format!("{} declares side effects", quote(name)));
    d.label(tool.name_span(), "the name promises that nothing is changed");
    d.note("reads are repeated, run in parallel and sent without approval: an effect then happens unseen and more than once");
    d.help(match is_can_do(name) {
        true => "remove side_effects here; those of a planned call belong into its entry in `candidates`",
        false => "remove side_effects, or make it a `do_*` tool if it changes something",
    });
}

/// A list that says that there are no effects.
fn always_empty(schema: &Schema) -> bool {
    let zero = schema.keyword("maxItems").is_some_and(|n| n.as_f64() == Some(0.0));
    let empty = |json: &Json| json.as_list().is_some_and(<[_]>::is_empty);
    zero || schema.keyword("const").is_some_and(empty)
        || schema.keyword("enum").and_then(Json::as_list).is_some_and(|values| values.iter().all(empty))
}
