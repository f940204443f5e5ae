//! What a handler answers: `ToolResult` opened, and what is in it.

use super::word;
use crate::frameworks::convert::{self, Given, given};
use crate::frameworks::promcp::{Category, contract};
use crate::frameworks::returns::{self, Path};
use crate::ir::{Fact, Reference, Role, Tool};
use crate::json::Json;
use crate::link::{Arguments, Machine, Value, WhyKind};
use crate::source::Span;

/// Calls that change which tools clients see, and their parameters that hold names.
const MANAGER: &[(&str, &[&str])] = &[
    ("enable", &["tool_names"]),
    ("disable", &["tool_names"]),
    ("set_allowed", &["tool_names"]),
    ("set_blocked", &["tool_names"]),
    ("batch", &["enable", "disable", "allow", "block"]),
];

/// The word of a call of the tool manager.
pub fn managed(path: &str) -> Option<&'static str> {
    let (module, last) = path.rsplit_once('.')?;
    let manager = matches!(module, "protomcp.tool_manager" | "protomcp.manager");
    MANAGER.iter().map(|(name, _)| *name).find(|name| manager && *name == last)
}

/// Fills in what the handler is seen to answer; where no output type is declared, that is the contract.
pub fn read(machine: &mut Machine, tool: &mut Tool, function: &Value, declared: Span) {
    let mut paths: Vec<Path> = Vec::new();
    machine.take_witnessed();
    let answers = returns::paths(machine, function, declared);
    for (what, arguments) in machine.take_witnessed() {
        let Some((_, parameters)) = MANAGER.iter().find(|(name, _)| *name == what) else { continue };
        for (position, parameter) in parameters.iter().enumerate() {
            visibility(tool, &arguments, position, parameter);
        }
    }
    for (value, span) in answers {
        match value.as_ref().and_then(result_arguments) {
            Some(arguments) => {
                visibility(tool, arguments, 2, "enable_tools");
                visibility(tool, arguments, 3, "disable_tools");
                match given(arguments, Some(1), "is_error") {
                    // What went wrong is told in a text of its own.
                    Given::Value(error) if error.as_bool() == Some(true) => {}
                    Given::Value(error) if error.as_bool() == Some(false) => {
                        paths.push((content(arguments, span), span))
                    }
                    Given::Absent => paths.push((content(arguments, span), span)),
                    _ => paths.push((Some(unknown("an answer that may be an error", span)), span)),
                }
            }
            None => paths.push((value.map(|v| returns::fields_of(&v).unwrap_or(v)), span)),
        }
    }
    tool.returns = returns::facts(&paths);
    tool.unread = returns::unread(machine, function, declared);
    let category = tool.known_name().and_then(Category::of);
    if let (Fact::Absent, Some(category)) = (&tool.contract, category)
        && let Some(seen) = contract::of_paths(category, &paths, tool.span)
    {
        tool.contract = Fact::known(seen, tool.span);
    }
    returns::refer(tool);
}

fn unknown(text: &str, span: Span) -> Value {
    Value::unknown(WhyKind::RunTime, text, span)
}

fn result_arguments(value: &Value) -> Option<&Arguments> {
    (word(&value.constructor()?) == Some("ToolResult")).then(|| value.constructor_arguments())?
}

/// The structured content, else the object that the text is written from.
fn content(arguments: &Arguments, span: Span) -> Option<Value> {
    let inner = match given(arguments, Some(8), "structured_content") {
        Given::Value(value) if !value.is_null() => value.clone(),
        _ => match given(arguments, Some(0), "result") {
            Given::Value(value) => value.clone(),
            Given::Unknown(why) => return Some(unknown(&why, span)),
            Given::Absent => return None,
        },
    };
    let written = match inner.constructor().as_deref() {
        Some("json.dumps") => inner.constructor_arguments().and_then(|a| a.get(0, "obj")).cloned().unwrap_or(inner),
        _ => inner,
    };
    Some(returns::fields_of(&written).unwrap_or(written))
}

/// Names in a list that shows or hides tools.
fn visibility(tool: &mut Tool, arguments: &Arguments, position: usize, parameter: &str) {
    let Given::Value(list) = given(arguments, Some(position), parameter) else { return };
    let json = convert::json(list);
    for name in json.as_list().unwrap_or_default().iter().filter_map(Json::as_text) {
        let seen = |r: &Reference| r.role == Role::Visibility && r.text.span() == name.span();
        if !tool.references.iter().any(seen) {
            tool.references.push(Reference { role: Role::Visibility, text: name.clone() });
        }
    }
}
