//! Declarations of what is no tool: resolvers, prompts, completions, sidecars.

use super::{Context, listed};
use crate::frameworks::convert::{self, Given, given};
use crate::ir::{Fact, Harm, Misuse, MisuseKind};
use crate::link::{Data, Machine, Parameter, Registration, Value};
use crate::syntax::ParamKind;
use crate::text::{Text, nearest};

/// When a sidecar may start.
const STARTS: &[&str] = &["server_start", "first_tool_call"];

/// Parameters that resolvers of the server fill.
pub fn contexts(side: &[&Registration]) -> Vec<Context> {
    let of = |r: &&&Registration| {
        let name = r.arguments.get(0, "param_name")?.as_str()?.to_owned();
        let hidden = r.arguments.get(1, "expose").and_then(Value::as_bool) == Some(false);
        Some(Context { name, hidden, span: r.span })
    };
    side.iter().filter(|r| r.kind == "server_context").filter_map(|r| of(&r)).collect()
}

/// `project`: such declarations of all files, some of which the SDK may load by itself.
pub fn check(machine: &mut Machine, side: &[&Registration], project: &[&Registration], out: &mut Vec<Misuse>) {
    let mut prompts: Vec<Prompt> = Vec::new();
    let mut all_known = true;
    for registration in side {
        match registration.kind {
            "sidecar" => sidecar(registration, out),
            "prompt" => match prompt(machine, registration) {
                Some(prompt) => {
                    arguments(&prompt, out);
                    prompts.push(prompt);
                }
                None => all_known = false,
            },
            _ => {}
        }
    }
    let elsewhere: Vec<String> = project
        .iter()
        .filter(|r| r.kind == "prompt")
        .filter_map(|r| machine.function_name(&r.target).as_str().map(str::to_owned))
        .filter(|name| !prompts.iter().any(|p| p.name == *name))
        .collect();
    if all_known {
        for registration in side.iter().filter(|r| r.kind == "completion") {
            completion(registration, &prompts, &elsewhere, out);
        }
    }
}

fn sidecar(registration: &Registration, out: &mut Vec<Misuse>) {
    let Given::Value(value) = given(&registration.arguments, Some(3), "start_on") else { return };
    let Some(text) = value.as_text().filter(|t| !STARTS.contains(&t.as_str())) else { return };
    out.push(
        Misuse::new(
            MisuseKind::Inert,
            Harm::Broken,
            text.span(),
            format!("a sidecar never starts on `{}`", text.as_str()),
            "the SDK compares the text and knows two words: the program is registered and never run",
        )
        .here("neither of the two")
        .instead(match nearest(text.as_str(), STARTS.iter().copied()) {
            Some(near) => format!("write `{near}`"),
            None => "write `server_start` or `first_tool_call`".to_owned(),
        }),
    );
}

/// A prompt with the arguments that a client is told of, and the parameters that its function has.
struct Prompt {
    name: String,
    declared: Option<Vec<Text>>,
    parameters: Vec<Parameter>,
}

fn prompt(machine: &mut Machine, registration: &Registration) -> Option<Prompt> {
    let name = machine.function_name(&registration.target).as_str()?.to_owned();
    let parameters = machine.signature(&registration.target).ok()?;
    let declared = match given(&registration.arguments, Some(1), "arguments") {
        Given::Absent => Some(Vec::new()),
        Given::Value(Value { data: Data::List(list), .. }) if list.open.borrow().is_none() => {
            let of = |value: &Value| {
                let arguments = value.constructor_arguments()?;
                arguments.get(0, "name")?.as_text().cloned()
            };
            list.items.borrow().iter().map(of).collect()
        }
        Given::Value(value) if value.is_null() => Some(Vec::new()),
        _ => None,
    };
    Some(Prompt { name, declared, parameters })
}

/// Arguments that a client may send, and the function does not take.
fn arguments(prompt: &Prompt, out: &mut Vec<Misuse>) {
    if prompt.parameters.iter().any(|p| p.kind == ParamKind::KeywordRest) {
        return;
    }
    let names: Vec<&str> = prompt.parameters.iter().map(|p| &*p.name).collect();
    for text in prompt.declared.iter().flatten().filter(|t| !names.contains(&t.as_str())) {
        let name = text.as_str();
        out.push(
            Misuse::new(
                MisuseKind::Completion,
                Harm::Broken,
                text.span(),
                format!("the prompt `{}` has no parameter `{name}`", prompt.name),
                format!("a client that sends the argument gets `TypeError: {}() got an unexpected keyword argument '{name}'`", prompt.name),
            )
            .here("no parameter")
            .instead(match nearest(name, names.iter().copied()) {
                Some(near) => format!("write `{near}`"),
                None if names.is_empty() => "the function takes no parameters".to_owned(),
                None => format!("the function takes {}", listed(&names)),
            }),
        );
    }
}

/// A completion for a prompt, or an argument of one, that nothing declares.
fn completion(registration: &Registration, prompts: &[Prompt], elsewhere: &[String], out: &mut Vec<Misuse>) {
    let text = |position: usize, name: &str| {
        convert::text(&given(&registration.arguments, Some(position), name), registration.span)
    };
    if text(0, "ref_type").as_str() != Some("ref/prompt") {
        return;
    }
    let Fact::Known { value: reference, .. } = text(1, "ref_name") else { return };
    if elsewhere.iter().any(|name| name == reference.as_str()) {
        return;
    }
    let names: Vec<&str> = prompts.iter().map(|p| p.name.as_str()).collect();
    let happens = "the SDK keeps it under a key that no client asks for: nothing is ever completed by it";
    let Some(prompt) = prompts.iter().find(|p| p.name == reference.as_str()) else {
        out.push(
            Misuse::new(
                MisuseKind::Completion,
                Harm::Misleading,
                reference.span(),
                format!("no prompt is called `{}`", reference.as_str()),
                happens,
            )
            .here("no such prompt")
            .instead(match nearest(reference.as_str(), names.iter().copied()) {
                Some(near) => format!("write `{near}`"),
                None if names.is_empty() => "declare the prompt".to_owned(),
                None => format!("the prompts are {}", listed(&names)),
            }),
        );
        return;
    };
    let (Fact::Known { value: argument, .. }, Some(declared)) = (text(2, "argument_name"), &prompt.declared) else {
        return;
    };
    let known: Vec<&str> = declared.iter().map(Text::as_str).collect();
    if !known.contains(&argument.as_str()) {
        out.push(
            Misuse::new(
                MisuseKind::Completion,
                Harm::Misleading,
                argument.span(),
                format!("the prompt `{}` declares no argument `{}`", prompt.name, argument.as_str()),
                happens,
            )
            .here("no such argument")
            .instead(match nearest(argument.as_str(), known.iter().copied()) {
                Some(near) => format!("write `{near}`"),
                None => format!("declare it: `arguments=[PromptArg(name={:?})]`", argument.as_str()),
            }),
        );
    }
}
