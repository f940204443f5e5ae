//! R017, R018, R074: fields that follow from each other.

use super::{category, holders, speaks};
use crate::ir::Tool;
use crate::json::{Data, Json};
use crate::rules::schema::{Property, Rest, Schema, Types};
use crate::rules::{Context, Sink};
use crate::source::Span;

/// R017: a step that can be undone says how.
pub fn implied<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    let Some(category) = category(tool) else { return };
    // A hint that a framework fills in from a template is declared, whatever the schema shows.
    let declared_elsewhere = !tool.promcp.compensation_hint_template.is_absent();
    let never = tool.promcp.compensable.is_false() || tool.promcp.compensable.is_unknown();
    // A handler that is never run, or that always raises, gives no answer that could lack one.
    let silent = tool.promcp.completed && tool.returns.is_empty();
    if declared_elsewhere || never || silent {
        return;
    }
    for rule in category.implies.iter().filter(|i| i.code == code) {
        let Some(root) = holders(tool, context).first() else { return };
        let Some((key, schema)) = root.property(&rule.field).declared() else { continue };
        if !can_be(&schema, rule.is) || !matches!(root.property(&rule.then), Property::Absent) {
            continue;
        }
        let (field, then) = (&rule.field, &rule.then);
        let always = tool.promcp.compensable.is_true()
            || schema.values().rest == Rest::Nothing && schema.values().listed.len() == 1;
        let verb = if always { "is" } else { "can be" };
        let place = tool.promcp.compensable.span().unwrap_or(key);
        let given = if tool.promcp.completed { "given" } else { "declared" };
        let finding = sink.report(place, format!("`{field}` {verb} {}, and no `{then}` is {given}", rule.is));
        finding.here("says that the step can be undone").label(tool.name_span(), "the tool");
        let Some(field) = category.field(then) else { continue };
        if tool.promcp.completed {
            finding.note(
                "promcp raises a contract violation after the handler ran: the change is made, and the caller is told \
                 of an error and not how to undo it",
            );
            finding.help(format!("give `do_tool` a `{then}_template`, or return `{then}` from the handler"));
            if let Some(path) = tool.returns.first() {
                finding.label(path.span, "answers without one");
            }
            continue;
        }
        finding.note(field.why.clone()).help(format!(
            "add `{}` to the response: the call that undoes this one, by name and values",
            field.snippet()
        ));
    }
}

/// The schema admits `wanted`; one that says nothing of its type is not taken at its word.
fn can_be(schema: &Schema, wanted: bool) -> bool {
    let types = schema.types();
    if schema.unknown().is_some() || types == Types::ANY || !types.intersects(Types::BOOLEAN) {
        return false;
    }
    let values = schema.values();
    values.rest == Rest::Free || values.has(&Data::Bool(wanted))
}

/// R018: both of a pair or neither.
pub fn paired<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    let Some(category) = category(tool) else { return };
    for pair in category.pairs.iter().filter(|p| p.code == code) {
        let Some(root) = holders(tool, context).first() else { return };
        let [a, b] = &pair.fields;
        let (there, here, key) = match (root.property(a), root.property(b)) {
            (Property::Found { key, .. }, Property::Absent) => (b, a, key),
            (Property::Absent, Property::Found { key, .. }) => (a, b, key),
            _ => continue,
        };
        let Some(field) = category.field(there) else { continue };
        sink.report(key, format!("`{here}` is declared without `{there}`"))
            .here(format!("`{there}` belongs to it"))
            .note(field.why.clone())
            .help(format!("add `{}` to the response", field.snippet()));
    }
}

/// R074 in source: a field that follows from the rest is written by hand. Says whether it is.
fn asserted(tool: &Tool, sink: &mut Sink) -> bool {
    let Some(category) = category(tool) else { return false };
    for field in category.fields.iter().filter(|f| f.derived == sink.code()) {
        let written: Vec<(&Json, Span)> =
            tool.returns.iter().filter_map(|path| Some((path.value.value()?.get(&field.name)?, path.span))).collect();
        let Some((first, path)) = written.first().copied() else { continue };
        let constant = first.as_bool().is_some_and(|b| {
            written.len() == tool.returns.len() && written.iter().all(|(value, _)| value.as_bool() == Some(b))
        });
        if !constant && !tool.promcp.completed {
            continue;
        }
        let name = &field.name;
        let place = if first.span.file == path.file { first.span } else { path };
        let d = sink.report(
            place,
            match (constant, first.as_bool()) {
                (true, Some(value)) => format!("`{name}` is always {value}"),
                _ => format!("`{name}` is written by hand"),
            },
        );
        d.here(if constant { "a constant" } else { "does not follow from the candidates" });
        if place != path {
            d.label(path, "returned here");
        }
        match tool.promcp.completed {
            true => {
                d.note(format!("promcp works `{name}` out from the candidates and drops what the handler says of it"));
                d.help(format!("leave `{name}` out and give each candidate its permission"));
            }
            false => {
                d.note("the answer does not depend on the question: an agent goes ahead with what is not allowed, or never starts");
                d.help(format!("set `{name}` where a candidate is allowed, and only there"));
            }
        }
        return true;
    }
    false
}

/// R074: a constant where the value follows from the rest of the response.
pub fn derived<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    if !speaks(tool, code) || asserted(tool, sink) {
        return;
    }
    let Some(root) = holders(tool, context).first() else { return };
    for (field, _, schema) in root.declared(|f| f.derived == code) {
        let values = schema.values();
        let ([only], Rest::Nothing) = (values.listed.as_slice(), values.rest) else { continue };
        sink.report(only.span, format!("`{}` is always {}", field.name, only.shown()))
            .here("a constant")
            .note("the answer does not depend on the question: an agent goes ahead with what is not allowed, or never starts")
            .help(format!("write `{}` and set it where a candidate is allowed, and only there", field.snippet()));
    }
}
