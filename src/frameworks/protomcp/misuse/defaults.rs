//! Defaults and annotations that end the import, or make the schema no JSON.

use super::Callable;
use crate::ir::{Harm, Misuse, MisuseKind};
use crate::library::python::enums::is_enum;
use crate::link::{Data, Machine, Value};
use crate::syntax::ListKind;

/// Nesting to which a default is looked through.
const DEPTH: u32 = 8;

/// Standard classes whose objects JSON cannot hold, and what Python calls them.
const CLASSES: &[(&str, &str)] = &[
    ("pathlib.Path", "PosixPath"),
    ("pathlib.PurePath", "PurePosixPath"),
    ("pathlib.PosixPath", "PosixPath"),
    ("datetime.datetime", "datetime"),
    ("datetime.date", "date"),
    ("datetime.time", "time"),
    ("datetime.timedelta", "timedelta"),
    ("decimal.Decimal", "Decimal"),
    ("fractions.Fraction", "Fraction"),
    ("uuid.UUID", "UUID"),
    ("builtins.set", "set"),
    ("builtins.frozenset", "frozenset"),
    ("builtins.complex", "complex"),
    ("builtins.bytes", "bytes"),
    ("builtins.object", "object"),
];

enum Fault {
    /// The name of its class.
    NotJson(String),
    /// An infinite number, or none: as Python writes it.
    NoNumber(&'static str),
}

pub fn check(machine: &mut Machine, callable: &Callable, out: &mut Vec<Misuse>) {
    let tool = callable.tool.as_deref();
    for (name, span) in machine.checker_names(&callable.function) {
        out.push(
            Misuse::new(
                MisuseKind::Inert,
                Harm::Broken,
                span,
                format!("`{name}` is there for the type checker only"),
                format!("the SDK looks up every annotation: the import ends with `NameError: name '{name}' is not defined`, and no server starts"),
            )
            .here("not bound when the program runs")
            .instead(format!("import `{name}` outside `if TYPE_CHECKING`"))
            .of(tool),
        );
    }
    let Ok(parameters) = machine.signature(&callable.function) else { return };
    for parameter in &parameters {
        let Some(default) = &parameter.default else { continue };
        // A member of an enumeration is written elsewhere.
        let (at, whole) = (default.origin, parameter.span);
        let inside = at.file == whole.file && whole.start <= at.start && at.end <= whole.end;
        let place = if inside { at } else { whole };
        let misuse = match fault(default, 0) {
            Some(Fault::NotJson(class)) => Misuse::new(
                MisuseKind::Inert,
                Harm::Broken,
                place,
                format!("the default of `{}` cannot be written as JSON", parameter.name),
                format!("the SDK puts it into the schema: it ends with `TypeError: Object of type {class} is not JSON serializable`, and no tool is served"),
            )
            .here(format!("an object of {class}"))
            .instead("give the default as text or `None`, and make the object of it in the function"),
            Some(Fault::NoNumber(word)) => Misuse::new(
                MisuseKind::Inert,
                Harm::Broken,
                place,
                format!("the default of `{}` makes the schema no JSON", parameter.name),
                format!("the SDK writes `{word}`, which JSON does not have: the host cannot read the schema of this tool"),
            )
            .here("not a number of JSON")
            .instead("make the default `None` with `float | None`, and take it for no limit in the function"),
            None => continue,
        };
        out.push(misuse.of(tool));
    }
}

fn fault(value: &Value, depth: u32) -> Option<Fault> {
    if depth > DEPTH {
        return None;
    }
    match &value.data {
        Data::Float(f) if f.is_nan() => Some(Fault::NoNumber("NaN")),
        Data::Float(f) if f.is_infinite() => Some(Fault::NoNumber(if *f > 0.0 { "Infinity" } else { "-Infinity" })),
        Data::List(list) => match list.kind {
            ListKind::Set => Some(Fault::NotJson("set".into())),
            ListKind::Generator => Some(Fault::NotJson("generator".into())),
            _ => list.items.borrow().iter().find_map(|item| fault(item, depth + 1)),
        },
        Data::Map(map) => map.entries.borrow().values().find_map(|(_, item)| fault(item, depth + 1)),
        Data::Function(_) => Some(Fault::NotJson("function".into())),
        Data::Class(class) if class.outside_base().is_none() => Some(Fault::NotJson("type".into())),
        Data::Instance(instance) => {
            let class = &instance.class;
            let plain = match is_enum(class) {
                true => {
                    ["builtins.str", "builtins.int", "builtins.float", "enum.StrEnum", "enum.IntEnum", "enum.IntFlag"]
                        .iter()
                        .any(|base| class.has_base(base))
                }
                false => class.outside_base().is_some(),
            };
            (!plain).then(|| Fault::NotJson(class.name.to_string()))
        }
        Data::Term(_) => {
            let path = value.path();
            match path.as_deref() {
                Some("math.inf") => return Some(Fault::NoNumber("Infinity")),
                Some("math.nan") => return Some(Fault::NoNumber("NaN")),
                _ => {}
            }
            let made = value.constructor()?;
            let (_, name) = CLASSES.iter().find(|(class, _)| *class == made)?;
            Some(Fault::NotJson((*name).to_owned()))
        }
        _ => None,
    }
}
