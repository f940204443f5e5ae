//! `typing`: casts, and classes whose base makes their constructor.

use super::Model;
use super::dataclasses::{INIT, MARK};
use crate::link::value::Map;
use crate::link::{Arguments, Class, Value};
use crate::source::Span;
use std::rc::Rc;

pub const CALLS: &[(&str, Model)] = &[
    ("typing.cast", |_, arguments, _| arguments.get(1, "val").cloned()),
    ("typing.assert_type", |_, arguments, _| arguments.positional.first().cloned()),
];

/// A `NamedTuple` class sets its fields as a dataclass does.
pub fn define(class: &Rc<Class>, site: Span) {
    if class.bases.iter().any(|b| matches!(b.path().as_deref(), Some("typing.NamedTuple"))) {
        let mut members = class.members.borrow_mut();
        if !members.contains_key("__init__") && !members.contains_key(MARK) {
            members.insert("__init__".into(), Value::outside(INIT, site));
        }
    }
}

/// A `TypedDict` class makes a plain dictionary.
pub fn construct(class: &Rc<Class>, arguments: &Arguments, site: Span) -> Option<Value> {
    if !class.has_base("typing.TypedDict") && !class.has_base("typing_extensions.TypedDict") {
        return None;
    }
    let map = Map::default();
    for argument in &arguments.named {
        map.set(Value::text(&argument.name, argument.span), argument.value.clone());
    }
    if let Some(why) = &arguments.open {
        map.opened((**why).clone());
    }
    Some(Value::map(map, site))
}
