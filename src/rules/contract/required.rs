//! R016: a field of the contract is declared and may be left out.

use super::data::{Field, Need};
use super::{Holder, holders, listed};
use crate::ir::Tool;
use crate::rules::schema::{Property, Required};
use crate::rules::{Context, Sink};
use crate::source::Span;

/// One finding a tool, on the first `required` list that lacks a field, with a label on each such field.
/// A schema without any list is silent: proMCP's own schemas have none.
pub fn required<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let mut lists: Vec<(Span, String)> = Vec::new();
    let mut fields: Vec<(&'static str, Span)> = Vec::new();
    for holder in holders(tool, context) {
        let Some(required) = holder.schema.as_ref().and_then(|s| s.required()).filter(|r| !r.unknown) else { continue };
        let lacking = optional(holder, &required);
        if !lacking.is_empty() {
            lists.push((required.span, holder.shown()));
            fields.extend(lacking);
        }
    }
    let Some((place, _)) = lists.first() else { return };
    let names = listed(fields.iter().map(|(name, _)| *name), "and");
    let message = format!("`required` of {} leaves out {names}", listed_plain(&lists));
    let finding = sink.report(*place, message).here("not all of the contract's fields");
    for (span, of) in &lists[1..] {
        finding.label(*span, format!("nor here, of {of}"));
    }
    for (_, key) in &fields {
        finding.label(*key, "declared, and may be left out");
    }
    finding
        .note(
            "a response without them is valid by this schema; a caller that relies on the contract then reads nothing",
        )
        .help(format!("add {names} to `required`"));
}

fn optional(holder: &Holder, required: &Required) -> Vec<(&'static str, Span)> {
    let wanted = |f: &Field| f.need == Need::Required && !f.omittable && !required.has(&f.name);
    let found = holder.fields().filter(|(f, _)| wanted(f)).filter_map(|(f, property)| match property {
        Property::Found { key, .. } => Some((f.name.as_str(), *key)),
        _ => None,
    });
    found.collect()
}

fn listed_plain(lists: &[(Span, String)]) -> String {
    lists.iter().map(|(_, of)| of.as_str()).collect::<Vec<_>>().join(" and ")
}
