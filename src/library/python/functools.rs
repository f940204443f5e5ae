//! `functools`, and decorators of other modules that give back what they decorate.

use super::{Applied, Model};
use crate::link::value::NamedValue;
use crate::link::{Arguments, Data, Machine, Value};
use crate::source::Span;

pub const CALLS: &[(&str, Model)] = &[
    ("functools.update_wrapper", |machine, arguments, site| {
        let wrapper = arguments.get(0, "wrapper")?.clone();
        let wrapped = arguments.get(1, "wrapped")?.clone();
        Some(update(machine, wrapper, &wrapped, site))
    }),
    ("functools.cache", same),
    ("functools.cached_property", |_, _, _| None),
    // Bare `@lru_cache`; with options it is applied.
    ("functools.lru_cache", |machine, arguments, site| {
        let first = arguments.positional.first()?;
        machine.definition(first)?;
        same(machine, arguments, site)
    }),
    ("functools.total_ordering", same),
    ("contextlib.contextmanager", same),
    ("contextlib.asynccontextmanager", same),
    ("abc.abstractmethod", same),
    ("atexit.register", same),
    ("typing.final", same),
    ("typing.override", same),
    ("typing.no_type_check", same),
    ("typing.runtime_checkable", same),
];

pub const APPLIED: &[(&str, Applied)] = &[
    ("functools.wraps", |machine, declared, arguments, site| {
        let wrapper = arguments.positional.first()?.clone();
        let wrapped = declared.get(0, "wrapped")?.clone();
        Some(update(machine, wrapper, &wrapped, site))
    }),
    ("functools.lru_cache", |_, _, arguments, _| arguments.positional.first().cloned()),
    ("functools.partial", partial),
    ("functools.partialmethod", partial),
    ("warnings.deprecated", |_, _, arguments, _| arguments.positional.first().cloned()),
    ("typing.deprecated", |_, _, arguments, _| arguments.positional.first().cloned()),
    ("typing.dataclass_transform", |_, _, arguments, _| arguments.positional.first().cloned()),
];

/// Gives back what it is called with.
fn same(_: &mut Machine, arguments: &Arguments, _: Span) -> Option<Value> {
    arguments.positional.first().cloned()
}

/// Calls the function with the arguments of both calls; later ones win by name.
fn partial(machine: &mut Machine, first: &Arguments, second: &Arguments, site: Span) -> Option<Value> {
    let (function, bound) = first.positional.split_first()?;
    let named = first
        .named
        .iter()
        .filter(|n| second.named(&n.name).is_none())
        .chain(&second.named)
        .cloned()
        .collect::<Vec<NamedValue>>();
    let arguments = Arguments {
        positional: bound.iter().chain(&second.positional).cloned().collect(),
        named,
        open: first.open.clone().or_else(|| second.open.clone()),
    };
    Some(machine.call(function, arguments, site))
}

/// Makes `wrapper` look like `wrapped`: name, docstring, further attributes, and `__wrapped__`, which a
/// signature follows.
fn update(machine: &mut Machine, wrapper: Value, wrapped: &Value, site: Span) -> Value {
    let name = machine.function_name(wrapped);
    let doc = machine.function_doc(wrapped);
    machine.set_attribute(&wrapper, "__name__", name, site);
    machine.set_attribute(&wrapper, "__doc__", doc, site);
    for (name, value) in set_attributes(wrapped) {
        machine.set_attribute(&wrapper, &name, value, site);
    }
    machine.set_attribute(&wrapper, "__wrapped__", wrapped.clone(), site);
    wrapper
}

/// What a program set on a function itself.
fn set_attributes(function: &Value) -> Vec<(String, Value)> {
    match &function.data {
        Data::Function(function) => function
            .attributes
            .borrow()
            .iter()
            .filter(|(name, _)| !matches!(&***name, "__name__" | "__doc__" | "__wrapped__" | "__signature__"))
            .map(|(name, value)| (name.to_string(), value.clone()))
            .collect(),
        Data::Method(method) => set_attributes(&method.function),
        _ => Vec::new(),
    }
}
