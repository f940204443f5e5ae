//! R077: a way through the handler that leaves out what is promised.

use super::contract;
use super::schema::Schema;
use super::words::quote;
use super::{Context, Sink};
use crate::ir::{Fact, ReturnPath, Tool};
use crate::json::{Json, Lookup};
use crate::source::Span;

/// Why a field must be there.
struct Promise {
    field: String,
    /// Where it is promised, and in few words how.
    by: (Span, &'static str),
}

/// R077
pub fn not_returned(tool: &Tool, _: &Context, sink: &mut Sink) {
    let promises = promises(tool);
    let mut found: Vec<(&ReturnPath, Vec<&Promise>)> = Vec::new();
    for path in &tool.returns {
        let missing: Vec<&Promise> = promises.iter().filter(|p| leaves_out(tool, path, &p.field)).collect();
        if !missing.is_empty() {
            found.push((path, missing));
        }
    }
    let Some(((path, missing), more)) = found.split_first() else { return };
    let fields = missing.iter().map(|p| quote(&p.field)).collect::<Vec<_>>().join(", ");
    let name = tool.known_name().unwrap_or_default();
    let d = sink.report(path.span, format!("this path of {} answers without {fields}", quote(name)));
    d.here(format!("no {fields}"));
    for (path, missing) in more {
        let fields = missing.iter().map(|p| quote(&p.field)).collect::<Vec<_>>().join(", ");
        d.label(path.span, format!("nor is {fields} here"));
    }
    if let Some(promise) = missing.first() {
        d.label(promise.by.0, promise.by.1);
    }
    match tool.promcp.completed {
        true => d.note(
            "promcp raises a contract violation on this path, after the handler ran: the change is made and the caller is told of an error alone",
        ),
        false => d.note("a client that validates answers refuses this one; another finds the field missing when it needs it"),
    };
    d.help(match tool.promcp.completed {
        true => "return it here too, in words where there is nothing to undo, or give `do_tool` a `compensation_hint_template`".to_owned(),
        false => format!("return {fields} on every path"),
    });
}

fn promises(tool: &Tool) -> Vec<Promise> {
    if tool.promcp.completed {
        let Fact::Known { value: true, span } = tool.promcp.compensable else { return Vec::new() };
        let field = "compensation_hint".to_owned();
        let returned = tool.returns.iter().any(|p| brings(p, &field));
        // Where no path brings it, and nothing else does, another rule speaks.
        return match returned && tool.promcp.compensation_hint_template.is_absent() {
            true => vec![Promise { field, by: (span, "says that every answer tells how to undo it") }],
            false => Vec::new(),
        };
    }
    let declared: Vec<&Json> = [&tool.output, &tool.response].into_iter().filter_map(Fact::value).collect();
    if let Some(schema) = declared.first() {
        let schema = Schema::new(schema, schema);
        let Some(required) = schema.required() else { return Vec::new() };
        let promise =
            |name: &&crate::text::Text| Promise { field: name.as_str().to_owned(), by: (name.span(), "required here") };
        return required.names.iter().map(promise).collect();
    }
    let required = contract::required_fields(tool).into_iter();
    // A field that no path brings is told by the rules on the contract.
    let seen = required.filter_map(|field| {
        let path = tool.returns.iter().find(|p| brings(p, field))?;
        Some(Promise { field: field.to_owned(), by: (path.span, "another path brings it") })
    });
    seen.collect()
}

fn brings(path: &ReturnPath, field: &str) -> bool {
    let found = path.value.value().map(|json| json.lookup(field));
    matches!(found, Some(Lookup::Found(member)) if !member.value.is_null())
}

fn leaves_out(tool: &Tool, path: &ReturnPath, field: &str) -> bool {
    match &path.value {
        Fact::Known { value, .. } if value.as_object().is_some() => match value.lookup(field) {
            Lookup::Absent => true,
            // The wrapper takes null for nothing.
            Lookup::Found(member) => tool.promcp.completed && member.value.is_null(),
            Lookup::Unknown(_) => false,
        },
        // The wrapper takes what is no dictionary for an empty one.
        Fact::Absent => tool.promcp.completed,
        _ => false,
    }
}
