//! R096: what the specification recommends of a candidate.

use super::holders;
use crate::ir::Tool;
use crate::rules::schema::Property;
use crate::rules::{Context, Sink};

/// R096: candidates that do not show what a call would change.
pub fn candidate_effects<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    for holder in holders(tool, context) {
        let Some(("candidates", key)) = holder.array else { continue };
        let Some(schema) = &holder.schema else { continue };
        if !matches!(schema.property("side_effects"), Property::Absent) {
            continue;
        }
        let place = schema.key_of("properties").unwrap_or(key);
        sink.report(place, "`candidates` do not show `side_effects`")
            .here("no `side_effects` in here")
            .note("a person who approves a plan sees which tool is called and not what else it changes")
            .help("add `\"side_effects\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}` to the candidates");
    }
}
