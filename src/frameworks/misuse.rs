//! Mistakes that decorators of all SDKs share: not called, applied to nothing, called with what they do not take.

use crate::ir::{Harm, Misuse, MisuseKind};
use crate::link::{Arguments, Data, Machine, Value};
use crate::source::Span;
use crate::text::nearest;

/// A decorator that takes arguments.
pub struct Decorator {
    pub word: &'static str,
    /// Its parameters in their order.
    pub parameters: &'static [&'static str],
    /// Those that must be given, by position or by name.
    pub needed: &'static [&'static str],
    /// Those that must be given by name.
    pub needed_by_name: &'static [&'static str],
}

/// Whether a value is a function or class of the project: what a decorator is applied to.
pub fn is_declared(machine: &Machine, value: &Value) -> bool {
    match value.data {
        Data::Class(_) => true,
        Data::Function(_) | Data::Method(_) => machine.definition(value).is_some(),
        _ => false,
    }
}

/// `@word` without parentheses, above something called `name`. `call`: how it is written.
pub fn bare(sdk: &str, word: &str, name: &str, call: &str, at: Span) -> Misuse {
    let happens = format!(
        "{sdk} takes what it decorates for the decorator's first argument: no tool comes of `{name}`, and the name is \
         bound to a decorator"
    );
    Misuse::new(
        MisuseKind::Inert,
        Harm::Broken,
        at,
        format!("`@{word}` without parentheses registers nothing"),
        happens,
    )
    .here("not called")
    .instead(format!("write `@{call}`"))
}

/// A decorator that is made and applied to nothing.
pub fn dropped(word: &str, at: Span) -> Misuse {
    Misuse::new(
        MisuseKind::Inert,
        Harm::Broken,
        at,
        format!("`{word}(…)` makes a decorator that is applied to nothing"),
        "no tool comes of it, and nothing is said",
    )
    .here("the decorator is thrown away")
    .instead(format!("put `@` before it, above a function, or apply it: `{word}(…)(function)`"))
}

/// Keywords that the decorator does not have, and those that must be given. `other`: what to write for a word of
/// another SDK.
pub fn arguments(
    decorator: &Decorator,
    arguments: &Arguments,
    at: Span,
    other: impl Fn(&str) -> Option<String>,
    out: &mut Vec<Misuse>,
) {
    let word = decorator.word;
    for named in arguments.named.iter().filter(|n| !decorator.parameters.contains(&&*n.name)) {
        let name = &*named.name;
        let instead = other(name).unwrap_or_else(|| match nearest(name, decorator.parameters.iter().copied()) {
            Some(near) => format!("write `{near}`"),
            None => format!("`{word}` takes {}", listed(decorator.parameters)),
        });
        let says = format!("TypeError: {word}() got an unexpected keyword argument '{name}'");
        out.push(
            Misuse::new(
                MisuseKind::Option,
                Harm::Broken,
                named.span,
                format!("`{word}` has no keyword `{name}`"),
                format!("the import ends with `{says}`, and no server starts"),
            )
            .here("unknown keyword")
            .instead(instead),
        );
    }
    if arguments.open.is_some() {
        return;
    }
    let positional = decorator.needed.iter().enumerate().filter(|(i, n)| arguments.get(*i, n).is_none());
    let by_name = decorator.needed_by_name.iter().filter(|n| arguments.named(n).is_none());
    let missing = positional.map(|(_, n)| (*n, "positional")).chain(by_name.map(|n| (*n, "keyword-only")));
    let Some((needed, how)) = missing.into_iter().next() else { return };
    let says = format!("TypeError: {word}() missing 1 required {how} argument: '{needed}'");
    out.push(
        Misuse::new(
            MisuseKind::Inert,
            Harm::Broken,
            at,
            format!("`{word}()` is called without `{needed}`"),
            format!("the import ends with `{says}`, and no server starts"),
        )
        .here(format!("no {needed}"))
        .instead(match needed {
            "description" => "say in it what the tool does: the docstring is not read".to_owned(),
            _ => format!("give `{word}` its {needed}"),
        }),
    );
}

/// `` `a`, `b` and `c` ``
pub fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
