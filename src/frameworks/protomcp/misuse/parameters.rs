//! Parameters that the SDK lists and cannot fill, fills and does not list, or lists as text.

use super::{Callable, Context, Role, SDK, listed};
use crate::frameworks::hints::Hint;
use crate::ir::{Harm, Misuse, MisuseKind};
use crate::link::{Machine, Parameter};
use crate::syntax::ParamKind;

/// The parameter that a tool is given its context in.
const CONTEXT: &str = "ctx";

pub fn check(machine: &mut Machine, callable: &Callable, contexts: &[Context], out: &mut Vec<Misuse>) {
    let tool = callable.tool.as_deref();
    let wrapper = name(machine, callable, out);
    let Ok(parameters) = machine.signature(&callable.function) else { return };
    let member = machine.is_member(&callable.function);
    for (i, parameter) in parameters.iter().enumerate() {
        let misuse = receiver(parameter, i == 0 && member)
            .or_else(|| context(parameter, callable))
            .or_else(|| resolved(parameter, callable, contexts));
        out.extend(misuse.map(|m| m.of(tool)));
    }
    let group = |wanted: &dyn Fn(&Parameter) -> bool| parameters.iter().filter(|p| wanted(p)).collect::<Vec<_>>();
    if !wrapper {
        let rest = group(&|p| matches!(p.kind, ParamKind::Rest | ParamKind::KeywordRest));
        out.extend(several(&rest, "collects what is left over, and a client sees an argument of that name", &|names| {
            Misuse::new(
                MisuseKind::Exposed,
                Harm::Broken,
                rest[0].name_span,
                format!("{names} reach a client as required arguments"),
                format!("{SDK} lists them with the others, of the type that their annotation says: a client must send a value that means nothing"),
            )
            .instead("name the parameters that the tool takes")
        }).map(|m| m.of(tool)));
    }
    let positional = group(&|p| p.kind == ParamKind::PositionalOnly && !is_skipped(p));
    out.extend(
        several(&positional, "by position only", &|names| {
            Misuse::new(
                MisuseKind::Uncallable,
                Harm::Broken,
                positional[0].name_span,
                format!("{names} cannot be given by name"),
                format!("{SDK} calls with names: every call ends with a `TypeError` on positional-only arguments"),
            )
            .instead("take the `/` out of the signature")
        })
        .map(|m| m.of(tool)),
    );
    let optional = group(&|p| {
        p.default.is_none()
            && matches!(p.kind, ParamKind::Plain | ParamKind::KeywordOnly)
            && !is_skipped(p)
            && hint(p).is_optional()
            && !is_tool_context(&hint(p))
    });
    out.extend(several(&optional, "no default", &|names| {
        let one = optional[0];
        Misuse::new(
            MisuseKind::Uncallable,
            Harm::Broken,
            one.name_span,
            format!("{names} may be left out by a client, and not in Python"),
            format!(
                "the schema does not require it: a call without it ends with `TypeError: {}() missing 1 required positional argument: '{}'`",
                callable.tool.as_deref().and_then(|t| t.rsplit('.').next()).unwrap_or("the function"),
                one.name
            ),
        )
        .instead(format!("write `{} = None`", source(machine, one)))
    }).map(|m| m.of(tool)));
    degraded(machine, callable, &parameters, wrapper, out);
}

/// One fault that several parameters may have: it lies on the first and labels the others.
fn several(parameters: &[&Parameter], label: &str, make: &dyn Fn(&str) -> Misuse) -> Option<Misuse> {
    let (_, others) = parameters.split_first()?;
    let names: Vec<&str> = parameters.iter().map(|p| &*p.name).collect();
    let misuse = make(&listed(&names)).here(label);
    Some(others.iter().fold(misuse, |m, p| m.label(p.name_span, label)))
}

fn source(machine: &Machine, parameter: &Parameter) -> String {
    machine.source_text(parameter.span).to_owned()
}

fn hint(parameter: &Parameter) -> Hint {
    parameter.annotation.as_ref().map_or(Hint::Other, Hint::of)
}

fn is_tool_context(hint: &Hint) -> bool {
    match hint {
        Hint::Named(path) => path.starts_with("protomcp.") && path.ends_with(".ToolContext"),
        Hint::Union { members, .. } => members.iter().any(is_tool_context),
        _ => false,
    }
}

/// Left out of the schema by name.
fn is_skipped(parameter: &Parameter) -> bool {
    matches!(&*parameter.name, "self" | "cls" | CONTEXT)
}

/// `self` and `cls`, which nothing fills.
fn receiver(parameter: &Parameter, is_receiver: bool) -> Option<Misuse> {
    let name = &*parameter.name;
    if !matches!(name, "self" | "cls") || parameter.default.is_some() {
        return None;
    }
    let what = match is_receiver {
        true => "a method is registered before there is an object to call it on".to_owned(),
        false => format!("the parameter `{name}` is left out of the schema, and nothing fills it"),
    };
    let instead = match is_receiver {
        true => "register the bound method of an object, `tool(\"…\")(object.method)`, or make a group of the class",
        false => "give the parameter another name",
    };
    Some(
        Misuse::new(
            MisuseKind::Uncallable,
            Harm::Broken,
            parameter.name_span,
            what,
            format!("every call ends with `TypeError: … missing 1 required positional argument: '{name}'`"),
        )
        .here("never given")
        .instead(instead),
    )
}

/// The SDK's context: given to tools alone, under one name.
fn context(parameter: &Parameter, callable: &Callable) -> Option<Misuse> {
    let name = &*parameter.name;
    let hint = hint(parameter);
    let tells = matches!(callable.role, Role::Tool);
    let harm = if parameter.default.is_none() { Harm::Broken } else { Harm::Misleading };
    let happens = match harm {
        Harm::Broken => format!("every call ends with `TypeError: … missing 1 required positional argument: '{name}'`"),
        _ => "the default is all that the function ever gets".to_owned(),
    };
    let uncallable =
        |what: String| Misuse::new(MisuseKind::Uncallable, harm, parameter.name_span, what, happens.clone());
    match &hint {
        Hint::Named(_) if is_tool_context(&hint) => match (tells, name) {
            (true, CONTEXT) => None,
            (true, _) => Some(
                uncallable(format!("the context is given to a parameter called `ctx` only, and this one is `{name}`"))
                    .here("left out of the schema, and never given")
                    .instead("call it `ctx`"),
            ),
            (false, _) => Some(
                uncallable("actions and steps are given no context".to_owned())
                    .here("left out of the schema, and never given")
                    .instead("take the parameter out, or make a plain tool of it"),
            ),
        },
        Hint::Union { .. } if is_tool_context(&hint) && name != CONTEXT => Some(
            Misuse::new(
                MisuseKind::Exposed,
                Harm::Broken,
                parameter.name_span,
                format!("the context `{name}` reaches a client as an argument"),
                format!("{SDK} knows the context by its bare type or by the name `ctx`: this one is listed as text or null, and never given"),
            )
            .here("listed as an argument")
            .instead("write `ctx: ToolContext`"),
        ),
        _ if name == CONTEXT && !tells && parameter.default.is_none() => Some(
            uncallable("actions and steps are given no `ctx`".to_owned())
                .here("left out of the schema, and never given")
                .instead("take the parameter out, or make a plain tool of it"),
        ),
        _ if name == CONTEXT && tells && is_business(&hint, parameter) => Some(
            Misuse::new(
                MisuseKind::Uncallable,
                Harm::Broken,
                parameter.name_span,
                "a parameter called `ctx` is taken for the context".to_owned(),
                "it is left out of the schema, and what a caller sends for it is overwritten with the SDK's context",
            )
            .here("no argument of the tool")
            .instead("give it another name"),
        ),
        _ => None,
    }
}

/// An annotation that says that this is surely no context.
fn is_business(hint: &Hint, parameter: &Parameter) -> bool {
    parameter.annotation.is_some()
        && match hint {
            Hint::Named(path) => path.starts_with("builtins.") && path != "builtins.object",
            Hint::Generic { origin, .. } => origin.starts_with("builtins."),
            Hint::Literal(_) => true,
            _ => false,
        }
}

/// Parameters that a resolver fills.
fn resolved(parameter: &Parameter, callable: &Callable, contexts: &[Context]) -> Option<Misuse> {
    let context = contexts.iter().find(|c| c.name == *parameter.name)?;
    let name = &context.name;
    if callable.role == (Role::Action { union: false }) {
        return parameter.default.is_none().then(|| {
            Misuse::new(
                MisuseKind::Uncallable,
                Harm::Broken,
                parameter.name_span,
                format!("`{name}` is not filled in for an action that is a tool of its own"),
                "resolvers run for plain tools and union groups: unless the client makes a value up, every call ends with a `TypeError` on a missing argument",
            )
            .here("never resolved")
            .label(context.span, "the resolver")
            .instead("make the group a union, or resolve the value in the handler")
        });
    }
    context.hidden.then(|| {
        Misuse::new(
            MisuseKind::Exposed,
            Harm::Broken,
            parameter.name_span,
            format!("`{name}` reaches a client, although `expose=False` is meant to hide it"),
            format!("{SDK} never asks which contexts are hidden: the parameter is in the schema, and required unless it has a default"),
        )
        .here("listed as an argument")
        .label(context.span, "hides nothing")
        .instead("take the parameter out and resolve the value in the handler")
    })
}

/// A name that comes from a wrapper or a lambda. `true`: the function is a wrapper without `functools.wraps`.
fn name(machine: &mut Machine, callable: &Callable, out: &mut Vec<Misuse>) -> bool {
    if callable.role != Role::Tool {
        return false;
    }
    if callable.tool.as_deref() == Some("<lambda>") {
        out.push(
            Misuse::new(
                MisuseKind::Name,
                Harm::Misleading,
                callable.place,
                "a lambda has no name, so the tool is called `<lambda>`",
                "most hosts refuse that name, and two of them are one",
            )
            .here("no name")
            .instead("write a function with `def`")
            .of(callable.tool.as_deref()),
        );
        return false;
    }
    let Some((written, place)) = machine.decorated(&callable.function, callable.at) else { return false };
    let (Some(name), Some(function)) = (callable.tool.as_deref(), machine.function_of(&callable.function)) else {
        return false;
    };
    if name == written || function.attributes.borrow().contains_key("__wrapped__") {
        return false;
    }
    if function.attributes.borrow().contains_key("__name__") {
        return false;
    }
    out.push(
        Misuse::new(
            MisuseKind::Name,
            Harm::Misleading,
            place,
            format!("the tool is called `{name}`, not `{written}`"),
            "a decorator below replaces the function: the name and the parameters of its wrapper are what a client sees",
        )
        .here("not the name of the tool")
        .label(callable.place, "what is registered")
        .instead("write `@functools.wraps(…)` above the wrapper")
        .of(callable.tool.as_deref()),
    );
    true
}

/// Classes with a JSON type of their own.
const KEPT: &[&str] =
    &["builtins.str", "builtins.int", "builtins.float", "builtins.bool", "builtins.list", "builtins.dict"];

/// What of a type becomes text although it is none; `None`: nothing, or nobody can tell.
pub fn text_of(hint: &Hint) -> Option<String> {
    match hint {
        Hint::Named(path) if KEPT.contains(&path.as_str()) || hint.foreign("protomcp.").is_some() => None,
        Hint::Named(path) => Some(path.trim_start_matches("builtins.").to_owned()),
        Hint::Project(class) => Some(class.name.to_string()),
        Hint::Generic { origin, args } => match origin.as_str() {
            "builtins.list" => args.first().and_then(text_of),
            "builtins.dict" => args.get(1).and_then(text_of),
            _ if hint.foreign("protomcp.").is_some() => None,
            path => Some(path.trim_start_matches("builtins.").to_owned()),
        },
        Hint::Union { members, .. } => members.iter().filter(|m| !matches!(m, Hint::None)).find_map(text_of),
        Hint::None | Hint::Literal(_) | Hint::Unbound(_) | Hint::Unknown(_) | Hint::Other => None,
    }
}

/// R154's: one finding a function.
fn degraded(machine: &Machine, callable: &Callable, parameters: &[Parameter], wrapper: bool, out: &mut Vec<Misuse>) {
    let mut found: Vec<(&Parameter, String)> = Vec::new();
    for parameter in parameters {
        if wrapper || is_skipped(parameter) || matches!(parameter.kind, ParamKind::Rest | ParamKind::KeywordRest) {
            continue;
        }
        let hint = hint(parameter);
        if is_tool_context(&hint) {
            continue;
        }
        match (&parameter.annotation, &hint) {
            (None, _) => found.push((parameter, "a parameter without a type".to_owned())),
            (Some(_), Hint::Other) => found.push((parameter, "a type that is no class".to_owned())),
            _ => found.extend(text_of(&hint).map(|what| (parameter, format!("`{what}`")))),
        }
    }
    let Some(((first, what), others)) = found.split_first() else { return };
    let _ = machine;
    let place = |p: &Parameter| p.annotation_span.unwrap_or(p.name_span);
    let misuse = Misuse::new(
        MisuseKind::Degraded,
        Harm::Misleading,
        place(first),
        format!("`{}` reaches a client as a plain string", first.name),
        format!(
            "{SDK} turns {what} into `string`: the model is not told what to send, and the function is given a text"
        ),
    )
    .here("becomes a string")
    .instead(
        "take text, numbers, booleans, lists or dictionaries of them, or a `Literal`, and convert in the function",
    );
    out.push(
        others.iter().fold(misuse, |m, (p, _)| m.label(place(p), "becomes a string")).of(callable.tool.as_deref()),
    );
}
