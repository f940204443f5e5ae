//! R001, R004, R006–R010, R013–R015: a field of the contract is not declared.

use super::data::Field;
use super::{Holder, holders, speaks};
use crate::ir::Tool;
use crate::rules::schema::Property;
use crate::rules::{Context, Sink};
use crate::source::Span;

/// One finding for each field that names the running rule and is not declared.
pub fn missing<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    if !speaks(tool, code) {
        return;
    }
    for holder in holders(tool, context) {
        for (field, property) in holder.fields().filter(|(f, _)| f.missing == code) {
            if matches!(property, Property::Absent) {
                report(tool, holder, field, sink);
            }
        }
    }
}

fn report(tool: &Tool, holder: &Holder, field: &Field, sink: &mut Sink) {
    let name = tool.known_name().unwrap_or_default();
    let message = match holder.array {
        None => format!("the response of `{name}` declares no `{}`", field.name),
        Some((array, _)) => format!("`{array}` of `{name}` declare no `{}`", field.name),
    };
    let properties = holder.schema.as_ref().and_then(|s| s.key_of("properties"));
    let array = holder.array.map(|(_, key)| key);
    let place = properties.or(array).unwrap_or(tool.name_span());
    let finding = sink.report(place, message).here(format!("no `{}` in here", field.name));
    if place != tool.name_span() {
        finding.label(tool.name_span(), "the tool");
    } else if let Some(schema) = &holder.schema {
        finding.label(schema.span(), "the response");
    }
    if let Some((near, key)) = near_miss(holder, field) {
        finding.label(key, format!("is `{near}` meant for it?"));
    }
    if !field.why.is_empty() {
        finding.note(field.why.clone());
    }
    finding.help(format!("add `{}` to the properties of {}", field.snippet(), holder.shown()));
}

/// A declared property that looks like the field under a misspelt name, and is none of the contract's own.
fn near_miss<'a>(holder: &Holder<'a>, field: &Field) -> Option<(&'a str, Span)> {
    let fold = |name: &str| -> String { name.chars().filter(char::is_ascii_alphanumeric).collect() };
    let wanted = fold(&field.name).to_ascii_lowercase();
    let properties = holder.schema.as_ref()?.properties();
    let near = properties.into_iter().find(|(name, _)| {
        let name = fold(name).to_ascii_lowercase();
        let close = wanted.len() > 5 && strsim::osa_distance(&wanted, &name) <= 2;
        name == wanted || (close && holder.fields.iter().all(|f| f.name != name))
    });
    let (name, property) = near.filter(|(name, _)| holder.fields.iter().all(|f| f.name != *name))?;
    property.declared().map(|(key, _)| (name, key))
}
