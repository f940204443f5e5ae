//! What protomcp takes without a word, refuses at import, or breaks on at a call: told as facts.
//!
//! Source: package `protomcp` 0.3.1, read and run on CPython 3.11.

mod answers;
mod declared;
mod defaults;
mod graph;
mod groups;
mod others;
mod outputs;
mod parameters;

use super::group::{self, Marked};
use super::keywords::{ACTION, GROUP, Keywords, STEP, WORKFLOW};
use super::{NAME, workflow};
use crate::frameworks::convert;
use crate::frameworks::misuse::listed;
use crate::ir::{Fact, Misuse, Tool};
use crate::link::{Machine, Registration, Value};
use crate::source::Span;
use crate::text::Text;

/// How a function is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Tool,
    /// `union`: all actions of the group are one tool.
    Action {
        union: bool,
    },
    Step,
}

/// A function that a client calls through a tool.
struct Callable {
    role: Role,
    tool: Option<String>,
    function: Value,
    /// The decorator.
    at: Span,
    /// Where the function is written.
    place: Span,
}

/// A parameter that a resolver of the server fills.
struct Context {
    name: String,
    hidden: bool,
    span: Span,
}

/// A group or workflow with its marked methods.
struct Family<'r> {
    registration: &'r Registration,
    name: Fact<Text>,
    members: Vec<Marked>,
}

impl Family<'_> {
    fn keywords(&self) -> Keywords<'_> {
        let order = if self.registration.kind == "workflow" { WORKFLOW } else { GROUP };
        Keywords { order, arguments: &self.registration.arguments, at: self.registration.span }
    }
}

/// All mistakes in the declarations of one server, each once. `side`: its declarations of what is no tool;
/// `project`: those of all files. Names of tools that handlers give out are added to the tools.
pub fn all(
    machine: &mut Machine,
    registrations: &[&Registration],
    side: &[&Registration],
    project: &[&Registration],
    tools: &mut [Tool],
) -> Vec<Misuse> {
    let mut out = Vec::new();
    let contexts = others::contexts(side);
    for registration in registrations {
        declared::check(machine, registration, &mut out);
        match registration.kind {
            "tool" => {
                let callable = plain(machine, registration);
                outputs::check(machine, registration, &callable, &mut out);
                function(machine, &callable, &contexts, tools, &mut out);
            }
            "tool_group" => {
                let family = family(machine, registration, "_action_def");
                groups::check(machine, &family, &mut out);
                let union = !group::separate(&family.keywords()).unwrap_or(true);
                for member in &family.members {
                    let own = member.keywords(ACTION).text("name");
                    let name =
                        if union { family.name.clone() } else { group::joined(&family.name, ".", &own, member.at) };
                    let callable = method(member, Role::Action { union }, &name);
                    function(machine, &callable, &contexts, tools, &mut out);
                }
            }
            "workflow" => {
                let family = family(machine, registration, "_step_def");
                graph::check(machine, &family, &mut out);
                for member in &family.members {
                    let own = workflow::step_name(machine, member);
                    let name = group::joined(&family.name, ".", &own, member.at);
                    let callable = method(member, Role::Step, &name);
                    function(machine, &callable, &contexts, tools, &mut out);
                }
            }
            _ => {}
        }
    }
    others::check(machine, side, project, &mut out);
    let mut once: Vec<Misuse> = Vec::new();
    for misuse in out {
        if !once.iter().any(|m| m.span == misuse.span && m.kind == misuse.kind) {
            once.push(misuse);
        }
    }
    once
}

fn function(
    machine: &mut Machine,
    callable: &Callable,
    contexts: &[Context],
    tools: &mut [Tool],
    out: &mut Vec<Misuse>,
) {
    parameters::check(machine, callable, contexts, out);
    defaults::check(machine, callable, out);
    answers::check(machine, callable, tools, out);
}

fn plain(machine: &mut Machine, registration: &Registration) -> Callable {
    let function = registration.target.clone();
    let name = machine.function_name(&function);
    let place = machine.definition(&function).map_or(registration.span, |d| d.name_span);
    let tool = name.as_str().map(str::to_owned);
    Callable { role: Role::Tool, tool, function, at: registration.span, place }
}

fn method(member: &Marked, role: Role, name: &Fact<Text>) -> Callable {
    let tool = name.as_str().map(str::to_owned);
    Callable { role, tool, function: member.method.clone(), at: member.at, place: member.span() }
}

fn family<'r>(machine: &mut Machine, registration: &'r Registration, mark: &str) -> Family<'r> {
    let order = if registration.kind == "workflow" { WORKFLOW } else { GROUP };
    let keywords = Keywords { order, arguments: &registration.arguments, at: registration.span };
    let name = keywords.text("name");
    Family { registration, name, members: group::marked(machine, &registration.target, mark) }
}

/// The texts of a list, where all of it is known.
fn texts(given: &convert::Given) -> Option<Vec<Text>> {
    let convert::Given::Value(value) = given else { return None };
    let json = convert::json(value);
    json.as_list()?.iter().map(|item| item.as_text().cloned()).collect()
}

/// Whether something that is not empty is given.
fn is_filled(given: &convert::Given) -> bool {
    let convert::Given::Value(value) = given else { return false };
    match convert::json(value).data {
        crate::json::Data::List(items) => !items.is_empty(),
        crate::json::Data::Object(object) => !object.members.is_empty(),
        _ => false,
    }
}

/// Where a keyword is given.
fn place(given: &convert::Given, otherwise: Span) -> Span {
    match given {
        convert::Given::Value(value) => value.as_text().map_or(value.origin, Text::span),
        _ => otherwise,
    }
}

/// A step's keywords.
fn step(member: &Marked) -> Keywords<'_> {
    member.keywords(STEP)
}

/// The SDK's name, for messages.
const SDK: &str = NAME;
