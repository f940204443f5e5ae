//! protomcp for Python (package `protomcp`, read at 0.3.1): decorators that fill three lists of the process:
//! plain tools, groups of actions, workflows of steps. A client is served them in this order.

mod answer;
mod group;
mod keywords;
mod misuse;
mod schema;
mod server;
mod workflow;

use crate::frameworks::misuse::is_declared;
use crate::ir::Server;
use crate::link::{Arguments, Data, Framework, Machine, Outside, Registration, Term, Value};
use crate::source::{Language, Span};

pub struct Protomcp;

const NAME: &str = "protomcp";

/// Decorators that register what they are applied to.
const REGISTERS: &[&str] = &["tool", "tool_group", "workflow"];
/// Decorators that only mark a method, and the attribute under which its declaration is kept.
const MARKS: &[(&str, &str)] = &[("action", "_action_def"), ("step", "_step_def")];
/// Decorators of what is no tool; they give back what they are applied to.
const OTHERS: &[&str] = &[
    "server_context",
    "resource",
    "resource_template",
    "prompt",
    "completion",
    "local_middleware",
    "middleware",
    "telemetry_sink",
    "sidecar",
];

/// Of these the registrations matter to tools, or can be wrong.
const SIDE: &[&str] = &["server_context", "prompt", "completion", "sidecar"];

/// The last word of a path of this package; `protomcp.tool.tool` is `protomcp.tool`.
fn word(path: &str) -> Option<&str> {
    path.strip_prefix("protomcp.").and_then(|rest| rest.rsplit('.').next())
}

impl Outside for Protomcp {
    fn name(&self) -> &'static str {
        NAME
    }

    fn language(&self) -> Language {
        Language::Python
    }

    fn owns(&self, path: &str) -> bool {
        path == NAME || path.starts_with("protomcp.")
    }

    fn call(&self, machine: &mut Machine, callee: &Value, arguments: &Arguments, site: Span) -> Option<Value> {
        if let Some(path) = callee.path() {
            if let Some(what) = answer::managed(&path) {
                machine.witness(what, arguments);
            }
            let kind = match word(&path)? {
                "run" => "run",
                "configure" => "configure",
                word if path.contains(".tool_manager.") || path.contains(".manager.") => {
                    let word = Value::text(word, site);
                    machine.register(NAME, "manager", word, Value::null(site), arguments.clone(), site);
                    return None;
                }
                _ => return self.undecorated(machine, &path, arguments, site),
            };
            machine.register(NAME, kind, Value::null(site), Value::null(site), arguments.clone(), site);
            return Some(Value::null(site));
        }
        let Data::Term(term) = &callee.data else { return None };
        let Term::Call { callee: factory, arguments: declared, .. } = &**term else { return None };
        let path = factory.path()?;
        let word = word(&path)?;
        let target = arguments.positional.first()?;
        if let Some(kind) = REGISTERS.iter().find(|r| **r == word) {
            let target_value = match *kind {
                "tool" => target.clone(),
                // The SDK makes an object of the class, without arguments.
                _ => Some(machine.call(target, Arguments::default(), callee.origin))
                    .filter(|object| matches!(object.data, Data::Instance(_)))
                    .unwrap_or_else(|| target.clone()),
            };
            machine.register(NAME, kind, Value::null(site), target_value, declared.clone(), callee.origin);
            return Some(target.clone());
        }
        if let Some((_, attribute)) = MARKS.iter().find(|(name, _)| *name == word) {
            machine.set_attribute(target, attribute, callee.clone(), site);
            return Some(target.clone());
        }
        if let Some(kind) = SIDE.iter().find(|s| **s == word) {
            machine.register(NAME, kind, Value::null(site), target.clone(), declared.clone(), callee.origin);
        }
        OTHERS.contains(&word).then(|| target.clone())
    }

    fn dropped(&self, machine: &mut Machine, value: &Value, site: Span) {
        let Some(path) = value.constructor() else { return };
        let Some(word) = word(&path).filter(|w| REGISTERS.contains(w)) else { return };
        // What `@tool` without parentheses made of a function is called here, by its old name.
        let given = value.constructor_arguments().and_then(|a| a.positional.first().cloned());
        if given.is_none_or(|first| !is_declared(machine, &first)) {
            let word = Value::text(word, site);
            machine.register(NAME, "dropped", word, Value::null(site), Arguments::default(), site);
        }
    }
}

impl Protomcp {
    /// `@telemetry_sink` stands without parentheses and gives its function back.
    fn undecorated(&self, machine: &mut Machine, path: &str, arguments: &Arguments, site: Span) -> Option<Value> {
        let function = arguments.positional.first()?;
        let is_function = machine.definition(function).is_some();
        let name = word(path)?;
        let declares = REGISTERS.contains(&name) || MARKS.iter().any(|(mark, _)| *mark == name);
        if declares && arguments.positional.len() == 1 && arguments.named.is_empty() && is_declared(machine, function) {
            let called = Value::text(name, site);
            machine.register(NAME, "bare", called, function.clone(), Arguments::default(), site);
        }
        (name == "telemetry_sink" && is_function).then(|| function.clone())
    }
}

impl Framework for Protomcp {
    fn markers(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["tool", "tool_group", "workflow", "configure"]
    }

    fn servers(&self, machine: &mut Machine, registrations: &[Registration]) -> Vec<Server> {
        server::servers(machine, registrations)
    }
}
