//! `dataclasses`: the decorator marks the class, as Python does, and gives it a constructor that sets the
//! fields.

use super::{Applied, Model};
use crate::link::value::Map;
use crate::link::{Arguments, Data, Machine, Term, Value};
use crate::source::Span;

/// The attribute by which Python itself tells a dataclass.
pub const MARK: &str = "__dataclass_fields__";

/// The constructor that `mark` sets where the class has none.
pub const INIT: &str = "dataclasses.__init__";

pub const CALLS: &[(&str, Model)] = &[
    ("dataclasses.dataclass", |_, arguments, site| mark(arguments.positional.first()?, &Arguments::default(), site)),
    (INIT, construct),
    ("dataclasses.asdict", |_, arguments, site| as_map(arguments.positional.first()?, site, 0)),
];

/// Nesting beyond which fields are not followed.
const DEPTH: u32 = 24;

/// The fields of a dataclass as a dictionary, those of nested ones too.
fn as_map(value: &Value, site: Span, depth: u32) -> Option<Value> {
    let Data::Instance(instance) = &value.data else { return None };
    if depth > DEPTH || !instance.class.members.borrow().contains_key(MARK) {
        return None;
    }
    let map = Map::default();
    for (name, field) in instance.attributes.borrow().iter() {
        let inner = as_map(field, site, depth + 1).unwrap_or_else(|| field.clone());
        map.set(Value::text(name, field.origin), inner);
    }
    if let Some(why) = &instance.arguments.open {
        map.opened((**why).clone());
    }
    Some(Value::map(map, site))
}

pub const APPLIED: &[(&str, Applied)] =
    &[("dataclasses.dataclass", |_, declared, arguments, site| mark(arguments.positional.first()?, declared, site))];

fn mark(class: &Value, declared: &Arguments, site: Span) -> Option<Value> {
    let Data::Class(inner) = &class.data else { return Some(class.clone()) };
    let without_init = declared.named("init").and_then(Value::as_bool) == Some(false);
    let mut members = inner.members.borrow_mut();
    members.insert(MARK.into(), Value::bool(true, site));
    if !without_init && !members.contains_key("__init__") {
        members.insert("__init__".into(), Value::outside(INIT, site));
    }
    drop(members);
    Some(class.clone())
}

/// Whether what a field is set to leaves it optional: anything but a bare `field(…)`.
pub fn has_default(value: &Value) -> bool {
    match field_arguments(value) {
        Some(arguments) => arguments.named("default").is_some() || arguments.named("default_factory").is_some(),
        None => true,
    }
}

fn field_arguments(value: &Value) -> Option<&Arguments> {
    let made = value.constructor()?;
    (made == "dataclasses.field").then(|| value.constructor_arguments())?
}

/// Called with the new object and the arguments of the call that makes it.
fn construct(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let (object, rest) = arguments.positional.split_first()?;
    let Data::Instance(instance) = &object.data else { return None };
    let fields = machine.class_fields(&instance.class);
    let mut positional = rest.iter();
    for field in fields {
        let given = arguments.named(&field.name).or_else(|| positional.next()).cloned();
        let value = match (given, &arguments.open) {
            (None, Some(why)) => Some(Value::new(Data::Unknown(why.clone()), site)),
            (given, _) => given.or_else(|| default(machine, field.default.as_ref()?, site)),
        };
        if let Some(value) = value {
            machine.set_attribute(object, &field.name, value, site);
        }
    }
    let after = machine.attribute(object, "__post_init__", site);
    if matches!(after.data, Data::Method(_)) {
        machine.call(&after, Arguments::default(), site);
    }
    Some(Value::null(site))
}

fn default(machine: &mut Machine, written: &Value, site: Span) -> Option<Value> {
    let Some(arguments) = field_arguments(written) else { return Some(written.clone()) };
    if let Some(value) = arguments.named("default") {
        return Some(value.clone());
    }
    let factory = arguments.named("default_factory")?.clone();
    Some(machine.call(&factory, Arguments::default(), site))
}

/// Whether a value is the constructor that `mark` set.
pub fn is_init(value: &Value) -> bool {
    matches!(&value.data, Data::Term(term) if matches!(&**term, Term::Name(path) if &**path == INIT))
}
