//! Tests on types: `isinstance`, `issubclass`, `callable`, `type`.

use super::Model;
use crate::link::{Arguments, Class, Data, Machine, Term, Value};
use crate::source::Span;
use crate::syntax::{BinaryOp, ListKind};
use std::rc::Rc;

pub const CALLS: &[(&str, Model)] = &[
    ("builtins.isinstance", |_, arguments, site| {
        let [value, class] = arguments.positional.as_slice() else { return None };
        any_class(class, 0, &|class| is_instance(value, class)).map(|b| Value::bool(b, site))
    }),
    ("builtins.issubclass", |_, arguments, site| {
        let [value, class] = arguments.positional.as_slice() else { return None };
        any_class(class, 0, &|class| is_subclass(value, class)).map(|b| Value::bool(b, site))
    }),
    ("builtins.callable", callable),
    ("builtins.type", |_, arguments, site| match arguments.positional.as_slice() {
        [value] => match &value.data {
            Data::Instance(instance) => Some(Value::new(Data::Class(instance.class.clone()), site)),
            _ => Some(Value::outside(class_path(value)?, site)),
        },
        _ => None,
    }),
];

/// The builtin class of a plain value.
fn class_path(value: &Value) -> Option<&'static str> {
    Some(match &value.data {
        Data::Null => "types.NoneType",
        Data::Bool(_) => "builtins.bool",
        Data::Int(_) => "builtins.int",
        Data::Float(_) => "builtins.float",
        Data::Text(_) => "builtins.str",
        Data::Map(_) => "builtins.dict",
        Data::List(list) => match list.kind {
            ListKind::List => "builtins.list",
            ListKind::Tuple => "builtins.tuple",
            ListKind::Set => "builtins.set",
            ListKind::Generator | ListKind::Map => return None,
        },
        Data::Function(_) => "types.FunctionType",
        Data::Method(_) => "types.MethodType",
        Data::Class(_) => "builtins.type",
        Data::Module(_) => "types.ModuleType",
        _ => return None,
    })
}

/// Classes beside its own of which a plain value is an instance.
fn also(path: &str) -> &'static [&'static str] {
    match path {
        "builtins.bool" => &["builtins.int", "numbers.Number"],
        "builtins.int" | "builtins.float" => &["numbers.Number", "numbers.Real"],
        "builtins.list" => {
            &["collections.abc.Sequence", "typing.Sequence", "collections.abc.Iterable", "typing.Iterable"]
        }
        "builtins.tuple" => {
            &["collections.abc.Sequence", "typing.Sequence", "collections.abc.Iterable", "typing.Iterable"]
        }
        "builtins.set" => &["collections.abc.Set", "collections.abc.Iterable", "typing.Iterable"],
        "builtins.dict" => {
            &["collections.abc.Mapping", "typing.Mapping", "collections.abc.Iterable", "typing.Iterable", "typing.Dict"]
        }
        "builtins.str" => {
            &["collections.abc.Sequence", "typing.Sequence", "collections.abc.Iterable", "typing.Iterable"]
        }
        "types.FunctionType" => &["types.LambdaType", "collections.abc.Callable", "typing.Callable"],
        "types.MethodType" | "builtins.type" => &["collections.abc.Callable", "typing.Callable"],
        _ => &[],
    }
}

/// A test over one class, a tuple of classes, or a union.
fn any_class(class: &Value, depth: u32, test: &dyn Fn(&Value) -> Option<bool>) -> Option<bool> {
    if depth > 16 {
        return None;
    }
    let parts: Vec<Value> = match &class.data {
        Data::List(list) if list.kind == ListKind::Tuple && list.open.borrow().is_none() => list.items.borrow().clone(),
        Data::Term(term) => match &**term {
            Term::Binary { op: BinaryOp::BitOr, left, right } => vec![left.clone(), right.clone()],
            _ => return test(class),
        },
        _ => return test(class),
    };
    let mut known = true;
    for part in &parts {
        match any_class(part, depth + 1, test) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
    }
    known.then_some(false)
}

fn is_instance(value: &Value, class: &Value) -> Option<bool> {
    if let Data::OneOf(values) = &value.data {
        let first = is_instance(&values[0], class)?;
        return values.iter().all(|v| is_instance(v, class) == Some(first)).then_some(first);
    }
    if let Data::Instance(instance) = &value.data {
        return inherits(&instance.class, class);
    }
    let path = class_path(value)?;
    let wanted = match &class.data {
        Data::Null => "types.NoneType".to_owned(),
        // No plain value is an instance of a project's own class.
        Data::Class(_) => return Some(false),
        _ => class.path()?,
    };
    if wanted == path || wanted == "builtins.object" || also(path).contains(&wanted.as_str()) {
        return Some(true);
    }
    // Other abstract classes may accept anything.
    (wanted.starts_with("builtins.") || wanted.starts_with("types.") || wanted.starts_with("enum.")).then_some(false)
}

fn is_subclass(value: &Value, class: &Value) -> Option<bool> {
    match &value.data {
        Data::Class(own) => inherits(own, class),
        Data::Term(_) => {
            let (a, b) = (value.path()?, class.path()?);
            if a == b || also(&a).contains(&b.as_str()) || b == "builtins.object" {
                return Some(true);
            }
            (a.starts_with("builtins.") && b.starts_with("builtins.")).then_some(false)
        }
        _ => None,
    }
}

fn inherits(own: &Rc<Class>, class: &Value) -> Option<bool> {
    match &class.data {
        Data::Class(wanted) => match descends(own, wanted, 0) {
            true => Some(true),
            // A base outside the project may not bring a class of the project.
            false => Some(false),
        },
        _ => {
            let path = class.path()?;
            if own.has_base(&path) || path == "builtins.object" {
                return Some(true);
            }
            match own.outside_base() {
                None => Some(false),
                Some(base) => (base.starts_with("builtins.") && path.starts_with("builtins.")).then_some(false),
            }
        }
    }
}

fn descends(own: &Rc<Class>, wanted: &Rc<Class>, depth: u32) -> bool {
    Rc::ptr_eq(own, wanted)
        || depth < 32
            && own.bases.iter().any(|b| matches!(&b.data, Data::Class(base) if descends(base, wanted, depth + 1)))
}

fn callable(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let is = match &arguments.positional.first()?.data {
        Data::Function(_) | Data::Method(_) | Data::Class(_) => true,
        Data::Instance(instance) => {
            let defined = machine.class_members(&instance.class).iter().any(|(name, _)| name == "__call__");
            if !defined && instance.class.outside_base().is_some() {
                return None;
            }
            defined
        }
        Data::Null | Data::Bool(_) | Data::Int(_) | Data::Float(_) | Data::Text(_) | Data::List(_) | Data::Map(_) => {
            false
        }
        _ => return None,
    };
    Some(Value::bool(is, site))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn at() -> Span {
        Span::file_start(FileId(0))
    }

    fn instance(value: Value, class: &str) -> Option<bool> {
        is_instance(&value, &Value::outside(class, at()))
    }

    #[test]
    fn plain_values_against_builtin_classes() {
        let text = || Value::text("x", at());
        assert_eq!(instance(text(), "builtins.str"), Some(true));
        assert_eq!(instance(text(), "builtins.dict"), Some(false));
        assert_eq!(instance(Value::bool(true, at()), "builtins.int"), Some(true));
        assert_eq!(instance(text(), "acme.Text"), None);
        let both = Value::list(
            ListKind::Tuple,
            vec![Value::outside("builtins.int", at()), Value::outside("builtins.str", at())],
            at(),
        );
        assert_eq!(any_class(&both, 0, &|c| is_instance(&text(), c)), Some(true));
    }
}
