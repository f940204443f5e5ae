//! R104: descriptions that a host refuses or cuts.

use super::{Kind, Objections, limits};
use crate::ir::Tool;
use crate::rules::schema::walk;
use crate::rules::{Context, Sink};
use crate::settings::Settings;
use crate::text::Text;

/// R104: the tool's own description, then those of its parameters.
pub fn length(tool: &Tool, context: &Context, sink: &mut Sink) {
    if let Some(text) = tool.description.value() {
        judge(text, "the description", Kind::DescriptionLength, context.settings, sink);
    }
    let schema = tool.input.value().into_iter().flat_map(walk).filter(|n| n.under.is_some());
    let texts: Vec<&Text> = schema.filter_map(|n| n.json.get("description")?.as_text()).collect();
    let longest = texts.into_iter().max_by_key(|t| t.as_str().len());
    if let Some(text) = longest {
        judge(text, "the description of a parameter", Kind::ParameterDescriptionLength, context.settings, sink);
    }
}

fn judge(text: &Text, what: &str, kind: Kind, settings: &Settings, sink: &mut Sink) {
    let characters = text.as_str().chars().count();
    let objections = Objections::of(limits(settings, kind), |l| l.most.is_some_and(|most| characters > most));
    let Some(most) = objections.limits().filter_map(|l| l.most).min() else { return };
    let message = format!("{what} has {characters} characters, more than {most}: {}", objections.by());
    let d = objections.report(sink, text.span(), message);
    d.help(
        "say first what the tool does and when to use it; move the rest to where it is used, or to the documentation",
    );
}
