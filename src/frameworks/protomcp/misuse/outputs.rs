//! Output types of which no schema comes, or a poor one.

use super::super::keywords::{Keywords, TOOL};
use super::super::schema;
use super::parameters::text_of;
use super::{Callable, SDK};
use crate::frameworks::convert::{Given, reason};
use crate::frameworks::hints::Hint;
use crate::ir::{Fact, Harm, Misuse, MisuseKind};
use crate::link::{Data, Machine, Registration, Value};

pub fn check(machine: &mut Machine, registration: &Registration, callable: &Callable, out: &mut Vec<Misuse>) {
    let keywords = Keywords { order: TOOL, arguments: &registration.arguments, at: registration.span };
    let Given::Value(value) = keywords.given("output_type") else { return };
    if value.is_null() {
        return;
    }
    let tool = callable.tool.as_deref();
    let written_at = registration.arguments.named.iter().find(|n| &*n.name == "output_type").map(|n| n.span);
    let place = written_at.unwrap_or(if value.path().is_some() { value.origin } else { registration.span });
    match schema::output(machine, value, registration.span) {
        Fact::Absent => {
            let named = written(value);
            out.push(
                Misuse::new(
                    MisuseKind::OutputIgnored,
                    Harm::Misleading,
                    place,
                    format!("no schema comes of the output type {named}"),
                    format!("{SDK} makes one of a dataclass alone: a client is told nothing of what comes back, and no error is raised"),
                )
                .here("not a dataclass")
                .instead("give a dataclass: for a list, one with a field that holds it")
                .of(tool),
            );
        }
        Fact::Known { .. } => fields(machine, value, tool, out),
        Fact::Unknown { .. } => {}
    }
}

/// Fields of a dataclass that become text.
fn fields(machine: &mut Machine, value: &Value, tool: Option<&str>, out: &mut Vec<Misuse>) {
    let class = match &value.data {
        Data::Class(class) => class.clone(),
        _ => return,
    };
    let fields = machine.class_fields(&class);
    let lost: Vec<_> = fields.iter().filter_map(|f| text_of(&Hint::of(&f.annotation)).map(|what| (f, what))).collect();
    let Some(((first, what), others)) = lost.split_first() else { return };
    let misuse = Misuse::new(
        MisuseKind::Degraded,
        Harm::Misleading,
        first.span,
        format!("the field `{}` is described to a client as a string", first.name),
        format!(
            "{SDK} turns `{what}` into `string`: a client that validates answers refuses the object that is really sent"
        ),
    )
    .here("becomes a string")
    .instead("use text, numbers, booleans, lists or dictionaries of them in an output type");
    out.push(others.iter().fold(misuse, |m, (f, _)| m.label(f.span, "becomes a string")).of(tool));
}

fn written(value: &Value) -> String {
    match &value.data {
        Data::Class(class) => format!("`{}`", class.name),
        Data::Term(_) => value
            .path()
            .map_or_else(|| "that is given here".to_owned(), |p| format!("`{}`", p.trim_start_matches("builtins."))),
        _ => reason(value),
    }
}
