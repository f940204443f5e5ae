//! What a handler does with the SDK when it is called.

use super::{Callable, is_filled, texts};
use crate::frameworks::convert::{Given, given};
use crate::ir::{Harm, Misuse, MisuseKind, Reference, Role, Tool};
use crate::link::{Machine, Registration, Value};

/// Calls of the tool manager that name tools, and the parameters that hold the names.
const LISTS: &[&str] = &["tool_names", "enable", "disable", "allow", "block"];

pub fn check(machine: &mut Machine, callable: &Callable, tools: &mut [Tool], out: &mut Vec<Misuse>) {
    let returns = machine.returns(&callable.function, callable.at);
    let heard = machine.overheard();
    let tool = callable.tool.as_deref();
    for (value, _) in returns {
        if let Some(value) = value {
            each(&value, &mut |v| error_code(v, tool, out));
        }
    }
    for call in heard.iter().filter(|r| r.kind == "manager") {
        manager(call, tool, out);
        let names = LISTS.iter().enumerate().filter_map(|(i, name)| {
            let position = if i == 0 { 0 } else { i - 1 };
            texts(&given(&call.arguments, Some(position).filter(|_| (i == 0) != is_batch(call)), name))
        });
        let mine = tools.iter_mut().find(|t| t.handler.as_ref().is_some_and(|h| h.span == callable.place));
        if let Some(mine) = mine {
            mine.references.extend(names.flatten().map(|text| Reference { role: Role::Visibility, text }));
        }
    }
}

/// A value, or each of its alternatives.
fn each(value: &Value, told: &mut dyn FnMut(&Value)) {
    match &value.data {
        crate::link::Data::OneOf(values) => values.iter().for_each(told),
        _ => told(value),
    }
}

/// A code of an error that is none.
fn error_code(value: &Value, tool: Option<&str>, out: &mut Vec<Misuse>) {
    if value.constructor().as_deref().and_then(super::super::word) != Some("ToolResult") {
        return;
    }
    let Some(arguments) = value.constructor_arguments().filter(|a| a.open.is_none()) else { return };
    let Some(code) = arguments.named.iter().find(|n| &*n.name == "error_code") else { return };
    if code.value.as_str().is_none_or(str::is_empty) {
        return;
    }
    let is_error = match given(arguments, Some(1), "is_error") {
        Given::Absent => Some(false),
        Given::Value(value) => value.as_bool(),
        Given::Unknown(_) => None,
    };
    if is_error == Some(false) {
        out.push(
            Misuse::new(
                MisuseKind::Option,
                Harm::Misleading,
                code.span,
                "`error_code` without `is_error=True`",
                "the SDK ignores the code: the answer counts as a success",
            )
            .here("never sent")
            .instead("add `is_error=True`")
            .of(tool),
        );
    }
}

fn is_batch(call: &Registration) -> bool {
    call.server.as_str() == Some("batch")
}

fn manager(call: &Registration, tool: Option<&str>, out: &mut Vec<Misuse>) {
    let word = call.server.as_str().unwrap_or("enable");
    let both = ["allow", "block"].iter().enumerate().all(|(i, n)| is_filled(&given(&call.arguments, Some(2 + i), n)));
    if is_batch(call) && both {
        out.push(
            Misuse::new(
                MisuseKind::Uncallable,
                Harm::Broken,
                call.span,
                "`tool_manager.batch` with both `allow` and `block`",
                "a host refuses the pair: the handler ends with an error, or waits for an answer that never comes",
            )
            .here("the two exclude each other")
            .instead("give one of the two")
            .of(tool),
        );
        return;
    }
    out.push(
        Misuse::new(
            MisuseKind::Uncallable,
            Harm::Misleading,
            call.span,
            format!("`tool_manager.{word}` is called while a tool runs"),
            "it waits for an answer of the host on the connection that the server itself reads: the call may never return",
        )
        .here("may wait for ever")
        .instead("return the names: `ToolResult(enable_tools=[…], disable_tools=[…])`")
        .of(tool),
    );
}
