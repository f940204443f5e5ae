//! Declarations of which nothing comes, and keywords that the SDK does not have.

use super::super::group;
use super::super::keywords::{ACTION, GROUP, STEP, TOOL, WORKFLOW};
use super::SDK;
use crate::frameworks::misuse::{self, Decorator};
use crate::ir::{Harm, Misuse, MisuseKind};
use crate::link::{Arguments, Data, Machine, Registration};
use crate::source::Span;

const DECORATORS: &[Decorator] = &[
    Decorator { word: "tool", parameters: TOOL, needed: &["description"], needed_by_name: &[] },
    Decorator { word: "tool_group", parameters: GROUP, needed: &["name"], needed_by_name: &[] },
    Decorator { word: "workflow", parameters: WORKFLOW, needed: &["name"], needed_by_name: &[] },
    Decorator { word: "action", parameters: ACTION, needed: &["name"], needed_by_name: &[] },
    Decorator { word: "step", parameters: STEP, needed: &[], needed_by_name: &[] },
];

/// What other SDKs call a keyword, and what it is here.
const FOREIGN: &[(&str, &str)] = &[
    ("readOnlyHint", "write `read_only`"),
    ("readOnly", "write `read_only`"),
    ("readonly", "write `read_only`"),
    ("read_only_hint", "write `read_only`"),
    ("destructiveHint", "write `destructive`"),
    ("destructive_hint", "write `destructive`"),
    ("idempotentHint", "write `idempotent`"),
    ("idempotent_hint", "write `idempotent`"),
    ("openWorldHint", "write `open_world`"),
    ("openWorld", "write `open_world`"),
    ("open_world_hint", "write `open_world`"),
    ("taskSupport", "write `task_support`"),
    ("annotations", "give each hint as a keyword of its own: `read_only=True`"),
    ("output", "write `output_type`"),
    ("output_schema", "write `output_type` with a dataclass"),
];

pub fn check(machine: &mut Machine, registration: &Registration, out: &mut Vec<Misuse>) {
    match registration.kind {
        "bare" => bare(machine, registration, out),
        "dropped" => out.push(misuse::dropped(registration.server.as_str().unwrap_or("tool"), registration.span)),
        kind => {
            arguments(kind, &registration.arguments, registration.span, out);
            constructor(machine, registration, out);
            unsaid(registration, out);
            let (mark, word) = match kind {
                "tool_group" => ("_action_def", "action"),
                "workflow" => ("_step_def", "step"),
                _ => return,
            };
            for member in group::marked(machine, &registration.target, mark) {
                arguments(word, &member.arguments, member.at, out);
            }
        }
    }
}

/// `@tool` without parentheses.
fn bare(machine: &Machine, registration: &Registration, out: &mut Vec<Misuse>) {
    let word = registration.server.as_str().unwrap_or("tool");
    let name = machine.function_name(&registration.target);
    let call = if word == "step" { "step()".to_owned() } else { format!("{word}(\"…\")") };
    out.push(misuse::bare(SDK, word, name.as_str().unwrap_or("it"), &call, registration.span));
}

fn arguments(word: &str, arguments: &Arguments, at: Span, out: &mut Vec<Misuse>) {
    let Some(decorator) = DECORATORS.iter().find(|d| d.word == word) else { return };
    let other = |name: &str| match FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
        Some((_, instead)) if word.starts_with("tool") => Some((*instead).to_owned()),
        _ if name == "name" => Some("a tool is called as its function is: rename the function".to_owned()),
        _ => None,
    };
    misuse::arguments(decorator, arguments, at, other, out);
}

/// `destructive=False`: a host passes on only the hints that are true.
fn unsaid(registration: &Registration, out: &mut Vec<Misuse>) {
    let flag = |name: &str| registration.arguments.named.iter().find(|n| &*n.name == name);
    let is = |name: &str, wanted: bool| flag(name).is_some_and(|n| n.value.as_bool() == Some(wanted));
    let Some(written) = flag("destructive").filter(|_| is("destructive", false) && !is("read_only", true)) else {
        return;
    };
    out.push(
        Misuse::new(
            MisuseKind::Option,
            Harm::Slight,
            written.span,
            "`destructive=False` reaches no client",
            "a host passes on only the hints that are true: a client is told nothing, which means that the tool may destroy",
        )
        .here("the same as not said")
        .instead("leave it out, and say in the description that nothing is lost"),
    );
}

/// A class that cannot be made without arguments.
fn constructor(machine: &mut Machine, registration: &Registration, out: &mut Vec<Misuse>) {
    if !matches!(registration.kind, "tool_group" | "workflow") {
        return;
    }
    let Some(class) = group::class_of(&registration.target) else { return };
    let Some(init) = machine.class_members(&class).into_iter().find(|(name, _)| name == "__init__") else { return };
    let Data::Function(_) = init.1.data else { return };
    let Ok(parameters) = machine.signature(&init.1) else { return };
    use crate::syntax::ParamKind::{KeywordRest, Plain, PositionalOnly, Rest};
    let needed: Vec<_> =
        parameters.iter().skip(1).filter(|p| p.default.is_none() && !matches!(p.kind, Rest | KeywordRest)).collect();
    let Some(first) = needed.first() else { return };
    let by_position: Vec<&str> =
        needed.iter().filter(|p| matches!(p.kind, Plain | PositionalOnly)).map(|p| &*p.name).collect();
    let says = match by_position.as_slice() {
        [] => format!(
            "missing {} required keyword-only argument{}",
            needed.len(),
            if needed.len() == 1 { "" } else { "s" }
        ),
        [one] => format!("missing 1 required positional argument: '{one}'"),
        many => format!("missing {} required positional arguments: {}", many.len(), spoken(many)),
    };
    let word = if registration.kind == "workflow" { "workflow" } else { "group" };
    out.push(
        Misuse::new(
            MisuseKind::Inert,
            Harm::Broken,
            first.span,
            format!("the class of a {word} cannot be made without arguments"),
            format!("{SDK} makes the object itself: the import ends with `TypeError: {}.__init__() {says}`, and no server starts", class.name),
        )
        .here("no default")
        .label(registration.span, "makes an object of the class, without arguments")
        .instead(format!("give {} a default, or read it inside the constructor", super::listed(&needed.iter().map(|p| &*p.name).collect::<Vec<_>>()))),
    );
}

/// Names as Python's own message lists them.
fn spoken(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [one])) => format!("'{one}' and '{last}'"),
        Some((last, rest)) => {
            format!("{}, and '{last}'", rest.iter().map(|n| format!("'{n}'")).collect::<Vec<_>>().join(", "))
        }
        None => String::new(),
    }
}
