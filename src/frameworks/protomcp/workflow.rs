//! Workflows: a class whose marked methods are steps. Only the initial step is shown at first.
//!
//! Source: `workflow.py` of protomcp 0.3.1.

use super::group::{self, Marked, joined};
use super::keywords::{Keywords, STEP, WORKFLOW};
use super::{NAME, schema};
use crate::frameworks::{convert, tool_of};
use crate::ir::{Fact, Reference, Role, Tool};
use crate::json::Json;
use crate::link::{Machine, Registration};
use crate::text::{Text, TextBuilder};

/// The tools of a registered workflow.
pub fn tools(machine: &mut Machine, registration: &Registration) -> Vec<Tool> {
    let keywords = Keywords { order: WORKFLOW, arguments: &registration.arguments, at: registration.span };
    let steps = group::marked(machine, &registration.target, "_step_def");
    let name = keywords.text("name");
    let mut tools: Vec<Tool> = steps.iter().map(|s| step(machine, registration, &name, s)).collect();
    if let Some(first) = tools.first_mut() {
        first.references.extend(patterns(&keywords));
    }
    let leaves = |s: &&Marked| {
        let keywords = s.keywords(STEP);
        !keywords.flag("terminal").is_true() && !keywords.flag("no_cancel").is_true()
    };
    if steps.iter().any(|s| leaves(&s)) {
        tools.push(cancel(registration, &name));
    }
    tools
}

fn step(machine: &mut Machine, registration: &Registration, workflow: &Fact<Text>, marked: &Marked) -> Tool {
    let keywords = marked.keywords(STEP);
    let mut tool = tool_of(NAME, registration, marked.handler.clone());
    let name = step_name(machine, marked);
    tool.name = joined(workflow, ".", &name, marked.at);
    tool.span = tool.name.span().unwrap_or(marked.span());
    tool.description = group::description(keywords.filled("description"), workflow, &name, marked.at);
    tool.input = schema::input(machine, &marked.method, marked.span());
    tool.hidden = !keywords.flag("initial").is_true();
    tool.hintless = true;
    tool.references = patterns(&keywords);
    tool
}

/// The name of a step: given, else its method's.
pub fn step_name(machine: &Machine, marked: &Marked) -> Fact<Text> {
    match marked.keywords(STEP).text("name") {
        Fact::Absent => {
            let name = machine.function_name(&marked.method);
            convert::text(&convert::Given::Value(&name), marked.at)
        }
        name => name,
    }
}

/// The patterns of tools that are shown or hidden meanwhile.
fn patterns(keywords: &Keywords) -> Vec<Reference> {
    let mut out = Vec::new();
    for name in ["allow_during", "block_during"] {
        let convert::Given::Value(value) = keywords.given(name) else { continue };
        let json = convert::json(value);
        let texts = json.as_list().unwrap_or_default().iter().filter_map(Json::as_text);
        out.extend(texts.map(|text| Reference { role: Role::Pattern, text: text.clone() }));
    }
    out
}

/// The tool that leaves a workflow; the SDK adds it where some step may be left.
fn cancel(registration: &Registration, workflow: &Fact<Text>) -> Tool {
    let at = registration.span;
    let mut tool = tool_of(NAME, registration, None);
    let around = |before: &str, after: &str| match workflow {
        Fact::Known { value, span } => {
            let mut out = TextBuilder::default();
            out.push(before, *span);
            out.push_slice(value, 0..value.as_str().len());
            out.push(after, *span);
            Fact::known(out.finish(*span), *span)
        }
        other => other.clone(),
    };
    tool.name = around("", ".cancel");
    tool.span = tool.name.span().unwrap_or(at);
    tool.description = around("Cancel the ", " workflow");
    let empty = Json::object([("type", Json::text("object", at)), ("properties", Json::object([], at))], at);
    tool.input = Fact::known(empty, at);
    tool.hintless = true;
    tool.hidden = true;
    tool
}
