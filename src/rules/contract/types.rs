//! R011: the type, format or range of a field.

use super::data::Field;
use super::holders;
use crate::ir::Tool;
use crate::rules::schema::{Bound, Items, Rest, Schema, Types};
use crate::rules::{Context, Sink};
use crate::source::Span;

/// One finding a field: the first fault of its type, elements, format, range or length.
pub fn types<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    for holder in holders(tool, context) {
        for (field, key, schema) in holder.declared(|_| true) {
            let Some(fault) = fault(field, key, schema) else { continue };
            let message = format!("`{}` of {} {}", field.name, holder.shown(), fault.what);
            sink.report(fault.place, message)
                .note("a caller that reads the field as the contract has it fails on the first such response, or misreads it")
                .help(format!("write `{}`", field.snippet()));
        }
    }
}

struct Fault {
    place: Span,
    what: String,
}

fn fault(field: &Field, key: Span, schema: &Schema) -> Option<Fault> {
    let (wanted, given) = (field.types(), schema.types());
    if given == Types::ANY || given.is_empty() {
        return None;
    }
    // Listed words are judged one by one, and null among them.
    let listed = schema.values().rest == Rest::Nothing;
    let wanted_here = if field.values.is_empty() { wanted } else { wanted | Types::NULL };
    let wrong = given.without(wanted_here);
    if !wrong.is_empty() && (field.values.is_empty() || !listed) {
        let place = schema.place_of(wrong).unwrap_or(key);
        return Some(Fault { place, what: format!("may be {}; the contract wants {}", wrong.words(), wanted.words()) });
    }
    if field.is_fraction() && given == Types::INTEGER {
        let place = schema.place_of(Types::INTEGER).unwrap_or(key);
        return Some(Fault { place, what: "is a whole number; the contract wants one from 0 to 1".to_owned() });
    }
    elements(field, schema)
        .or_else(|| format(field, schema))
        .or_else(|| range(field, schema))
        .or_else(|| length(field, schema))
}

fn elements(field: &Field, schema: &Schema) -> Option<Fault> {
    let Items::One(items) = schema.items() else { return None };
    let (wanted, given) = (field.elements(), items.types());
    let wrong = given.without(wanted);
    if items.unknown().is_some() || given == Types::ANY || given.is_empty() || wrong.is_empty() {
        return None;
    }
    let place = items.place_of(wrong).unwrap_or(items.span());
    Some(Fault { place, what: format!("may hold {}; the contract wants {}", wrong.words(), wanted.words()) })
}

fn format(field: &Field, schema: &Schema) -> Option<Fault> {
    let wanted = field.format.as_deref()?;
    let other = schema.keywords("format").into_iter().find(|f| f.as_str().is_some_and(|f| f != wanted))?;
    Some(Fault { place: other.span, what: format!("has format `{}`; the contract wants `{wanted}`", other.as_str()?) })
}

fn range(field: &Field, schema: &Schema) -> Option<Fault> {
    let (low, high) = (field.minimum?, field.maximum?);
    let outside = |at: Span, value: f64| Fault {
        place: at,
        what: format!("reaches {value}; the contract wants {low} to {high}"),
    };
    let listed = schema.values().listed;
    if let Some((value, at)) = listed.iter().find_map(|v| match v.data {
        crate::json::Data::Number(n) => n.as_f64().filter(|n| !(low..=high).contains(n)).map(|n| (n, v.span)),
        _ => None,
    }) {
        return Some(outside(at, value));
    }
    let wrong = |bound: &Bound| bound.value < low || bound.value > high;
    let (least, most) = schema.range();
    [most, least].into_iter().flatten().find(wrong).map(|bound| outside(bound.span, bound.value))
}

fn length(field: &Field, schema: &Schema) -> Option<Fault> {
    let wanted = field.min_length?;
    let given = schema.keyword("minLength")?;
    let short = given.as_f64()? < wanted as f64;
    short.then(|| Fault {
        place: given.span,
        what: "may be empty; the contract wants a text that tells calls apart".to_owned(),
    })
}
