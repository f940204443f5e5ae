//! R083, R084: where references lead.

use super::hosts::{Kind, Objections, limits};
use super::schema::{target, walk};
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::Tool;
use crate::json::Json;
use crate::source::Span;
use crate::text::Text;
use rustc_hash::{FxHashMap, FxHashSet};

/// A schema with more references is not judged: each costs a walk.
const MAX_REFERENCES: usize = 1_000;

fn references(schema: &Json) -> Vec<&Text> {
    walk(schema).filter_map(|node| node.json.get("$ref")?.as_text()).collect()
}

/// R083.
pub fn unresolved(tool: &Tool, _: &Context, sink: &mut Sink) {
    for schema in [&tool.input, &tool.output].into_iter().filter_map(|s| s.value()) {
        let found = references(schema);
        // A name or an address of its own changes what a reference means, and what is unseen may be its target.
        if found.is_empty() || found.len() > MAX_REFERENCES || !schema.unknowns().is_empty() || names_itself(schema) {
            continue;
        }
        let mut told: FxHashSet<&str> = FxHashSet::default();
        for reference in found {
            let at = reference.as_str();
            if target(schema, at).is_some() || !told.insert(at) {
                continue;
            }
            let local = at.starts_with('#');
            let message = match local {
                true => format!("{} leads nowhere in this schema", quote(at)),
                false => format!("{} lies outside of the schema", quote(at)),
            };
            let d = sink.report(reference.span(), message);
            d.note("clients that compile schemas fail on the whole tool list; none fetches a schema from elsewhere");
            d.help(match local {
                true => "define it under `$defs` of this very schema: a reference starts at the root of `inputSchema`",
                false => "copy the schema to `$defs`, or to where it is used",
            });
        }
    }
}

fn names_itself(schema: &Json) -> bool {
    const NAMES: [&str; 4] = ["$id", "id", "$anchor", "$dynamicAnchor"];
    walk(schema).any(|node| NAMES.iter().any(|name| node.json.get(name).is_some_and(|id| id.as_str().is_some())))
}

/// R084.
pub fn recursive(tool: &Tool, context: &Context, sink: &mut Sink) {
    if let Some(span) = tool.input.value().and_then(cycle) {
        let objections = Objections::of(limits(context.settings, Kind::Recursion), |_| true);
        let d = sink.report(span, "the input schema contains itself");
        d.note("clients that write references out fail or stop at some depth; strict modes refuse it");
        objections.tell(d);
        d.help("write out as many levels as are needed, or take the tree as a list of nodes that name their parent");
    }
    if let Some(span) = tool.output.value().and_then(cycle) {
        let d = sink.report(span, "the output schema contains itself");
        d.level(Level::Note);
        d.note("clients that write references out fail or stop at some depth");
        d.help("return a list of nodes that name their parent, if hosts refuse the tool");
    }
}

/// The first reference that leads back to a schema in which it stands.
fn cycle(schema: &Json) -> Option<Span> {
    if !(1..=MAX_REFERENCES).contains(&references(schema).len()) {
        return None;
    }
    let mut edges: FxHashMap<*const Json, Vec<(&Json, Span)>> = FxHashMap::default();
    let mut out_of = |from: &Json| {
        let found = edges.entry(from).or_insert_with(|| {
            let refs = references_at(from);
            refs.into_iter().filter_map(|r| Some((target(schema, r.as_str())?, r.span()))).collect()
        });
        found.clone()
    };
    // Depth first, with an explicit stack of what is still open.
    let mut done: FxHashSet<*const Json> = FxHashSet::default();
    let mut open: Vec<(&Json, Vec<(&Json, Span)>)> = vec![(schema, out_of(schema))];
    while let Some((json, todo)) = open.last_mut() {
        let Some((to, span)) = todo.pop() else {
            done.insert(std::ptr::from_ref(*json));
            open.pop();
            continue;
        };
        if open.iter().any(|(json, _)| std::ptr::eq(*json, to)) {
            return Some(span);
        }
        if !done.contains(&std::ptr::from_ref(to)) {
            let next = out_of(to);
            open.push((to, next));
        }
    }
    None
}

/// The references that hold wherever a schema holds: not those of its definitions. The last comes first.
fn references_at(schema: &Json) -> Vec<&Text> {
    let mut definitions: FxHashSet<*const Json> = FxHashSet::default();
    let mut out = Vec::new();
    for node in walk(schema) {
        // Schemas come in written order, each before what is inside it.
        let inside = node.parent.is_some_and(|parent| definitions.contains(&std::ptr::from_ref(parent)));
        if inside || matches!(node.under, Some("$defs" | "definitions")) {
            definitions.insert(std::ptr::from_ref(node.json));
        } else {
            out.extend(node.json.get("$ref").and_then(Json::as_text));
        }
    }
    out.reverse();
    out
}
