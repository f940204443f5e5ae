//! Readable forms of what was evaluated, for `--dump values` and `--dump registrations`.

use super::machine::Machine;
use super::outside::Registration;
use super::value::{Arguments, Data, Value};
use std::fmt::Write;

/// Names bound at the end of every module, one a line.
pub fn values(machine: &Machine) -> String {
    let mut out = String::new();
    for module in machine.module_names() {
        let _ = writeln!(out, "{}", module.path);
        for (name, value) in module.names {
            let _ = writeln!(out, "  {name} = {}", show(&value, 0));
        }
    }
    out
}

/// What reached an SDK, in order.
pub fn registrations(machine: &Machine, all: &[Registration]) -> String {
    let mut out = String::new();
    for r in all {
        let at = machine.position(r.span);
        let _ = writeln!(out, "{} {} at {at}", r.framework, r.kind);
        let _ = writeln!(out, "  server {}", show(&r.server, 1));
        let _ = writeln!(out, "  target {}", show(&r.target, 1));
        let _ = writeln!(out, "  arguments {}", arguments(&r.arguments, 1));
        for (text, span) in &r.conditions {
            let _ = writeln!(out, "  condition {text} at {}", machine.position(*span));
        }
        for span in &r.path {
            let _ = writeln!(out, "  called at {}", machine.position(*span));
        }
    }
    for (why, span) in machine.all_unresolved() {
        let _ = writeln!(out, "unresolved {why} at {}", machine.position(*span));
    }
    out
}

fn arguments(arguments: &Arguments, depth: usize) -> String {
    let positional = arguments.positional.iter().map(|v| show(v, depth + 1));
    let named = arguments.named.iter().map(|n| format!("{}={}", n.name, show(&n.value, depth + 1)));
    let open = arguments.open.iter().map(|_| "…".to_owned());
    format!("({})", positional.chain(named).chain(open).collect::<Vec<_>>().join(", "))
}

fn show(value: &Value, depth: usize) -> String {
    if depth > 4 {
        return value.brief();
    }
    match &value.data {
        Data::List(list) => {
            let mut items: Vec<String> = list.items.borrow().iter().take(20).map(|v| show(v, depth + 1)).collect();
            if list.items.borrow().len() > 20 || list.open.borrow().is_some() {
                items.push("…".into());
            }
            format!("[{}]", items.join(", "))
        }
        Data::Map(map) => {
            let entries = map.entries.borrow();
            let mut items: Vec<String> = entries
                .values()
                .take(20)
                .map(|(k, v)| format!("{}: {}", show(k, depth + 1), show(v, depth + 1)))
                .collect();
            if entries.len() > 20 || map.open.borrow().is_some() {
                items.push("…".into());
            }
            format!("{{{}}}", items.join(", "))
        }
        Data::OneOf(values) => {
            format!("one of ({})", values.iter().map(|v| show(v, depth + 1)).collect::<Vec<_>>().join(" | "))
        }
        Data::Term(_) => match (value.path(), value.constructor_arguments(), value.root_path()) {
            (Some(path), _, _) => path,
            (_, Some(given), Some(root)) => format!("{root}{}", arguments(given, depth + 1)),
            _ => value.brief(),
        },
        _ => value.brief(),
    }
}
