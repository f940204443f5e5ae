//! Declarations that promcp refuses or drops.
//!
//! Source: `decorators.py` of promcp 0.5.2.

use super::{DECORATORS, NAME, response, word};
use crate::frameworks::misuse::{self, Decorator, is_declared};
use crate::ir::Misuse;
use crate::link::{Arguments, Machine, Registration, Value};
use crate::source::Span;

const SIGNATURES: &[Decorator] = &[
    Decorator {
        word: "read_tool",
        parameters: &["description", "unit", "name", "registry"],
        needed: &["description"],
        needed_by_name: &[],
    },
    Decorator {
        word: "do_tool",
        parameters: &["description", "compensable", "side_effects", "compensation_hint_template", "name", "registry"],
        needed: &["description"],
        needed_by_name: &["compensable"],
    },
    Decorator {
        word: "can_do_tool",
        parameters: &["description", "registry"],
        needed: &["description"],
        needed_by_name: &[],
    },
];

/// The registry of what never reaches one.
fn nowhere(at: Span) -> Value {
    Value::outside("promcp.default_registry", at)
}

/// `@read_tool` without parentheses.
pub fn hear_bare(machine: &mut Machine, path: &str, arguments: &Arguments, site: Span) {
    let Some(target) = arguments.positional.first().cloned() else { return };
    let decorates = word(path).is_some_and(|w| DECORATORS.iter().any(|(name, ..)| *name == w));
    if decorates && arguments.positional.len() == 1 && arguments.named.is_empty() && is_declared(machine, &target) {
        let declared = Arguments::single(Value::text(word(path).unwrap_or_default(), site));
        machine.register(NAME, "bare", nowhere(site), target, declared, site);
    }
}

/// `read_tool("…")` alone on its line.
pub fn hear_dropped(machine: &mut Machine, value: &Value, site: Span) {
    let Some(path) = value.constructor() else { return };
    let Some(word) = word(&path).filter(|w| DECORATORS.iter().any(|(name, ..)| name == w)) else { return };
    let given = value.constructor_arguments().and_then(|a| a.positional.first().cloned());
    if given.is_none_or(|first| !is_declared(machine, &first)) {
        let declared = Arguments::single(Value::text(word, site));
        machine.register(NAME, "dropped", nowhere(site), Value::null(site), declared, site);
    }
}

pub fn check(machine: &Machine, registration: &Registration, out: &mut Vec<Misuse>) {
    let said = registration.arguments.positional.first().and_then(Value::as_str);
    match (registration.kind, said) {
        ("bare", Some(word)) => {
            let name = machine.function_name(&registration.target);
            let call = if word == "do_tool" { "(\"…\", compensable=…)" } else { "(\"…\")" };
            let name = name.as_str().unwrap_or("it");
            out.push(misuse::bare(NAME, word, name, &format!("{word}{call}"), registration.span));
        }
        ("dropped", Some(word)) => out.push(misuse::dropped(word, registration.span)),
        // Older versions take other keywords.
        (kind, _) if !response::is_old(machine) => {
            let word = DECORATORS.iter().find(|(_, k, _)| *k == kind).map(|d| d.0);
            let Some(decorator) = SIGNATURES.iter().find(|s| Some(s.word) == word) else { return };
            misuse::arguments(decorator, &registration.arguments, registration.span, |_| None, out);
        }
        _ => {}
    }
}
