//! Builtins that work on objects and text.

use super::Model;
use crate::link::value::Map;
use crate::link::{Arguments, Data, Machine, Value, WhyKind};
use crate::source::Span;
use crate::syntax::ListKind;

pub const CALLS: &[(&str, Model)] = &[
    ("builtins.getattr", getattr),
    ("builtins.setattr", |machine, arguments, site| {
        let [object, name, value] = arguments.positional.as_slice() else { return None };
        machine.set_attribute(object, name.as_str()?, value.clone(), site);
        Some(Value::null(site))
    }),
    ("builtins.hasattr", |machine, arguments, site| {
        let [object, name] = arguments.positional.as_slice() else { return None };
        let name = name.as_str()?;
        if is_outside(object) {
            return None;
        }
        let value = machine.attribute(object, name, site);
        match &value.data {
            Data::Unknown(why) if why.kind == WhyKind::Unbound => Some(Value::bool(false, site)),
            Data::Unknown(_) | Data::OneOf(_) | Data::Term(_) => None,
            _ => Some(Value::bool(true, site)),
        }
    }),
    ("builtins.vars", |_, arguments, site| {
        let object = arguments.positional.first()?;
        let map = Map::default();
        match &object.data {
            Data::Instance(instance) => {
                for (name, value) in instance.attributes.borrow().iter() {
                    map.set(Value::text(name, value.origin), value.clone());
                }
            }
            Data::Class(class) => {
                for (name, value) in class.members.borrow().iter() {
                    map.set(Value::text(name, value.origin), value.clone());
                }
            }
            _ => return None,
        }
        Some(Value::map(map, site))
    }),
    ("builtins.dir", |machine, arguments, site| {
        let object = arguments.positional.first()?;
        let mut names: Vec<String> = match &object.data {
            Data::Instance(instance) => {
                let own: Vec<String> = instance.attributes.borrow().keys().map(|n| n.to_string()).collect();
                let members = machine.class_members(&instance.class);
                own.into_iter().chain(members.into_iter().map(|(n, _)| n)).collect()
            }
            Data::Class(class) => machine.class_members(class).into_iter().map(|(n, _)| n).collect(),
            Data::Module(module) => {
                let modules = machine.module_names();
                let names = modules.into_iter().find(|m| m.module == *module)?.names;
                names.into_iter().map(|(n, _)| n).collect()
            }
            _ => return None,
        };
        names.sort();
        names.dedup();
        let names = names.iter().map(|n| Value::text(n, site)).collect();
        Some(Value::list(ListKind::List, names, site))
    }),
    ("builtins.str", |_, arguments, site| match arguments.positional.as_slice() {
        [] => Some(Value::text("", site)),
        [value] => text_of(value, site),
        _ => None,
    }),
    ("builtins.repr", |_, arguments, site| match arguments.positional.first()?.data {
        Data::Int(_) | Data::Bool(_) | Data::Null => text_of(arguments.positional.first()?, site),
        _ => None,
    }),
    ("builtins.bool", |machine, arguments, site| {
        let truth = match arguments.positional.first() {
            Some(value) => machine.truth(value)?,
            None => false,
        };
        Some(Value::bool(truth, site))
    }),
    ("builtins.chr", |_, arguments, site| match arguments.positional.first()?.data {
        Data::Int(i) => {
            let c = char::from_u32(u32::try_from(i).ok()?)?;
            Some(Value::text(c.encode_utf8(&mut [0; 4]), site))
        }
        _ => None,
    }),
    ("sys.intern", |_, arguments, _| arguments.positional.first().cloned()),
];

fn is_outside(object: &Value) -> bool {
    matches!(object.data, Data::Term(_) | Data::Unknown(_) | Data::OneOf(_))
}

fn getattr(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let name = arguments.positional.get(1)?;
    let object = arguments.positional.first()?;
    let default = arguments.positional.get(2);
    let Some(name) = name.as_str() else {
        return Some(Value::unknown(WhyKind::RunTime, "an attribute whose name is not known", site));
    };
    let value = machine.attribute(object, name, site);
    match (&value.data, default) {
        (Data::Unknown(why), Some(default)) if why.kind == WhyKind::Unbound => Some(default.clone()),
        _ => Some(value),
    }
}

fn text_of(value: &Value, site: Span) -> Option<Value> {
    let text = match &value.data {
        Data::Text(_) => return Some(value.clone()),
        Data::Null => "None".to_owned(),
        Data::Bool(true) => "True".to_owned(),
        Data::Bool(false) => "False".to_owned(),
        Data::Int(i) => i.to_string(),
        // A member of a text enumeration is its text.
        Data::Instance(instance) if instance.class.has_base("enum.StrEnum") => {
            return instance.attributes.borrow().get("_value_").cloned();
        }
        _ => return None,
    };
    Some(Value::text(&text, site))
}
