//! R047 and R049: values and bounds that cannot hold.

use super::schema::{Bound, Rest, Schema, Types};
use super::walk;
use super::words::quote;
use super::{Context, Sink};
use crate::ir::{Misuse, MisuseKind, Tool};
use crate::json::{Data, Json};
use crate::source::Span;

const LABELS: usize = 12;

/// R047: one finding for values outside their schema, one for null where it is not admitted.
pub fn mismatch(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(input) = tool.input.value() else { return };
    // Where the SDK wrote another type than the author, that is the fault, and R154 tells it.
    let name = tool.known_name();
    let degraded = |m: &Misuse| m.kind == MisuseKind::Degraded && m.tool.as_deref() == name;
    let degraded = context.server.misuses.iter().any(degraded);
    let mut wrong: Vec<(Span, String)> = Vec::new();
    let mut nulls: Vec<(Span, &str)> = Vec::new();
    walk::schemas(input, None, &mut |node, name| {
        let given = [("default", node.get("default"))].into_iter().filter_map(|(k, v)| Some((k, v?)));
        let examples = node.get("examples").and_then(Json::as_list).unwrap_or(&[]).iter().map(|v| ("example", v));
        for (what, value) in given.chain(examples) {
            let schema = Schema::new(input, node);
            if schema.unknown().is_some() || !value.unknowns().is_empty() {
                continue;
            }
            if value.is_null() {
                let nullable = node.get("nullable").and_then(Json::as_bool) == Some(true);
                if what == "default" && !nullable && !schema.types().intersects(Types::NULL) {
                    nulls.push((value.span, name.unwrap_or("the input")));
                }
            } else if degraded && schema.types() == Types::STRING {
                continue;
            } else if let Some(why) = outside(&schema, value) {
                wrong.push((value.span, format!("the {what} of {} {why}", quote(name.unwrap_or("the input")))));
            }
        }
    });
    if let Some(((first, message), others)) = wrong.split_first() {
        let d = sink.report(*first, message.clone());
        others.iter().take(LABELS).for_each(|(span, message)| {
            d.label(*span, message.clone());
        });
        d.note("a client that fills it in sends what the server refuses");
        d.help("write a value that the schema admits, or admit it");
    }
    let Some(((first, _), others)) = nulls.split_first() else { return };
    let names: Vec<&str> = nulls.iter().map(|(_, name)| *name).collect();
    let d = sink.report(*first, format!("the default is null where null is not admitted: {}", walk::some(&names)));
    d.level(crate::diagnostic::Level::Warning).here("not of the type");
    others.iter().take(LABELS).for_each(|(span, _)| {
        d.label(*span, "nor is this");
    });
    d.note("a client that fills in defaults sends null, which the schema excludes: the call fails");
    d.help("leave the default out, or admit null in the type (in Python `str | None = None`)");
}

/// Why a value is outside its schema.
fn outside(schema: &Schema, value: &Json) -> Option<String> {
    let types = Types::of(&value.data);
    if !schema.types().contains(types) {
        return Some(format!("is {}, the type is {}", types.words(), schema.types().words()));
    }
    let values = schema.values();
    if values.rest == Rest::Nothing && !values.has(&value.data) {
        return Some("is none of the allowed values".to_owned());
    }
    let limit = |key: &str| schema.written().get(key).and_then(Json::as_f64);
    let below = |n: usize, low: &str| limit(low).is_some_and(|l| (n as f64) < l);
    let above = |n: usize, high: &str| limit(high).is_some_and(|h| (n as f64) > h);
    match &value.data {
        Data::Number(n) => {
            let n = n.as_f64()?;
            let (low, high) = schema.range();
            let under = low.is_some_and(|b: Bound| n < b.value || (b.exclusive && n == b.value));
            let over = high.is_some_and(|b: Bound| n > b.value || (b.exclusive && n == b.value));
            (under || over).then(|| "is outside its bounds".to_owned())
        }
        Data::Text(t) => {
            let n = t.as_str().chars().count();
            (below(n, "minLength") || above(n, "maxLength")).then(|| format!("has {n} characters, outside its bounds"))
        }
        Data::List(items) => {
            let n = items.len();
            (below(n, "minItems") || above(n, "maxItems")).then(|| format!("has {n} elements, outside its bounds"))
        }
        _ => None,
    }
}

/// Lower and upper bounds of one thing.
const BOUNDS: [(&str, &str); 7] = [
    ("minimum", "maximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
];

/// R049.
pub fn inverted(tool: &Tool, _: &Context, sink: &mut Sink) {
    let mut found: Vec<(Span, String)> = Vec::new();
    for schema in [&tool.input, &tool.output, &tool.response].into_iter().filter_map(|s| s.value()) {
        walk::schemas(schema, None, &mut |node, name| {
            let of = || name.map_or_else(String::new, |n| format!(" of {}", quote(n)));
            found.extend(bounds(node).map(|(span, what)| (span, format!("{what}{}", of()))));
            found.extend(listed(node).map(|(span, what)| (span, format!("the enum{} {what}", of()))));
        });
    }
    found.dedup_by(|a, b| a.0 == b.0);
    let Some(((first, message), others)) = found.split_first() else { return };
    let d = sink.report(*first, message.clone());
    for (span, message) in others.iter().filter(|(span, _)| span != first).take(LABELS) {
        d.label(*span, message.clone());
    }
    d.note("no value, or another set than was meant, passes: a client that checks arguments refuses every call");
    d.help("write the bounds the right way round, and each value once");
}

fn bounds(node: &Json) -> Option<(Span, String)> {
    BOUNDS.iter().find_map(|(low, high)| {
        let (l, h) = (node.get(low)?, node.get(high)?);
        let (from, to) = (l.as_f64()?, h.as_f64()?);
        let exclusive = low.starts_with("exclusive") || high.starts_with("exclusive");
        (from > to || (exclusive && from == to)).then(|| (l.span, format!("{low} {from} is not below {high} {to}")))
    })
}

fn listed(node: &Json) -> Option<(Span, &'static str)> {
    let json = node.get("enum")?;
    let values = json.as_list()?;
    if values.iter().any(|v| !v.unknowns().is_empty()) {
        return None;
    }
    if values.is_empty() {
        return Some((json.span, "is empty"));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    if let Some(twice) = values.iter().find(|v| !seen.insert(v.to_value().to_string())) {
        return Some((twice.span, "has a value twice"));
    }
    let typed = match node.get("type").map(|t| &t.data) {
        Some(Data::Text(word)) => Types::from_name(word.as_str())?,
        _ => return None,
    };
    let nullable = node.get("nullable").and_then(Json::as_bool) == Some(true);
    let foreign = values.iter().find(|v| !(typed.contains(Types::of(&v.data)) || (nullable && v.is_null())))?;
    Some((foreign.span, "has a value of another type"))
}
