//! `inspect`: what a thing is.

use super::Model;
use crate::link::{Arguments, Data, Machine, Value};
use crate::source::Span;

pub const CALLS: &[(&str, Model)] = &[
    ("inspect.isfunction", |m, a, s| kind(m, a, s, |d| matches!(d, Data::Function(_)))),
    ("inspect.ismethod", |m, a, s| kind(m, a, s, |d| matches!(d, Data::Method(_)))),
    ("inspect.isroutine", |m, a, s| kind(m, a, s, |d| matches!(d, Data::Function(_) | Data::Method(_)))),
    ("inspect.isclass", |m, a, s| kind(m, a, s, |d| matches!(d, Data::Class(_)))),
    ("inspect.ismodule", |m, a, s| kind(m, a, s, |d| matches!(d, Data::Module(_)))),
    ("inspect.iscoroutinefunction", is_async),
    ("asyncio.iscoroutinefunction", is_async),
    ("inspect.isasyncgenfunction", |machine, arguments, site| {
        let definition = machine.definition(arguments.positional.first()?)?;
        Some(Value::bool(definition.is_async && definition.is_generator, site))
    }),
    ("inspect.isgeneratorfunction", |machine, arguments, site| {
        let definition = machine.definition(arguments.positional.first()?)?;
        Some(Value::bool(definition.is_generator && !definition.is_async, site))
    }),
    ("inspect.getdoc", |machine, arguments, _| Some(machine.function_doc(arguments.positional.first()?))),
    ("inspect.unwrap", |machine, arguments, site| {
        let function = arguments.positional.first()?.clone();
        machine.definition(&function)?;
        let inner = machine.attribute(&function, "__wrapped__", site);
        Some(if matches!(inner.data, Data::Function(_) | Data::Method(_)) { inner } else { function })
    }),
];

/// Decides a test on what is a plain value of the project; outside things and unknown ones stay open.
fn kind(_: &mut Machine, arguments: &Arguments, site: Span, is: fn(&Data) -> bool) -> Option<Value> {
    match &arguments.positional.first()?.data {
        Data::Unknown(_) | Data::Term(_) => None,
        Data::OneOf(values) => {
            let first = is(&values[0].data);
            let decided = values.iter().all(|v| !matches!(v.data, Data::Term(_)) && is(&v.data) == first);
            decided.then(|| Value::bool(first, site))
        }
        data => Some(Value::bool(is(data), site)),
    }
}

fn is_async(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let value = arguments.positional.first()?;
    match &value.data {
        // The wrapper itself counts, not what it wraps.
        Data::Function(function) if function.attributes.borrow().contains_key("__wrapped__") => None,
        Data::Function(_) | Data::Method(_) => {
            let definition = machine.definition(value)?;
            Some(Value::bool(definition.is_async && !definition.is_generator, site))
        }
        Data::Unknown(_) | Data::Term(_) | Data::OneOf(_) => None,
        _ => Some(Value::bool(false, site)),
    }
}
