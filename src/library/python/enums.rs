//! `enum`: members of an enumeration are objects with a name and a value.

use super::Model;
use crate::link::value::{Instance, List, Map};
use crate::link::{Arguments, Class, Data, Machine, Value};
use crate::source::Span;
use crate::syntax::{ListKind, Name};
use std::cell::RefCell;
use std::rc::Rc;

const BASES: &[&str] = &["enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"];

pub const CALLS: &[(&str, Model)] = &[
    ("enum.unique", |_, arguments, _| arguments.positional.first().cloned()),
    ("enum.member", |_, arguments, _| arguments.positional.first().cloned()),
];

pub fn is_enum(class: &Class) -> bool {
    BASES.iter().any(|base| class.has_base(base))
}

/// Makes the values that the body of an enumeration binds its members; the same value again is another name
/// of the first member.
pub fn define(class: &Rc<Class>, site: Span) {
    if !is_enum(class) {
        return;
    }
    let mut last = 0i64;
    let mut made: Vec<(Value, Value)> = Vec::new();
    for (name, value) in class.members.borrow_mut().iter_mut() {
        if !is_member(name, value) {
            continue;
        }
        let inner = match value.constructor().as_deref() {
            Some("enum.auto") => automatic(class, name, &mut last, value.origin),
            _ => value.clone(),
        };
        if let Data::Int(i) = inner.data {
            last = i;
        }
        if let Some((_, first)) = made.iter().find(|(v, _)| v.same(&inner)) {
            *value = first.clone();
            continue;
        }
        let member = member(class, name, &inner, value.origin, site);
        made.push((inner, member.clone()));
        *value = member;
    }
}

/// Functions, underscored names and members that are made already are none.
fn is_member(name: &str, value: &Value) -> bool {
    let descriptor = matches!(
        value.constructor().as_deref(),
        Some(
            "builtins.property" | "builtins.staticmethod" | "builtins.classmethod" | "enum.nonmember" | "enum.property"
        )
    );
    let made = matches!(&value.data, Data::Instance(i) if i.attributes.borrow().contains_key("_value_"));
    !name.starts_with('_')
        && !descriptor
        && !made
        && !matches!(value.data, Data::Function(_) | Data::Class(_) | Data::Method(_) | Data::Module(_))
}

fn automatic(class: &Class, name: &str, last: &mut i64, origin: Span) -> Value {
    if class.has_base("enum.StrEnum") {
        return Value::text(&name.to_lowercase(), origin);
    }
    let flag = class.has_base("enum.Flag") || class.has_base("enum.IntFlag");
    *last = match (flag, *last) {
        (true, 0) => 1,
        (true, n) => n.saturating_mul(2),
        (false, n) => n.saturating_add(1),
    };
    Value::new(Data::Int(*last), origin)
}

fn member(class: &Rc<Class>, name: &Name, inner: &Value, origin: Span, site: Span) -> Value {
    let text = Value::text(name, origin);
    let attributes = [("_value_", inner.clone()), ("value", inner.clone()), ("_name_", text.clone()), ("name", text)];
    let attributes = attributes.into_iter().map(|(k, v)| (Name::from(k), v)).collect();
    let _ = site;
    let instance =
        Instance { class: class.clone(), attributes: RefCell::new(attributes), arguments: Arguments::default() };
    Value::instance(instance, origin)
}

fn each(class: &Rc<Class>) -> Vec<(Name, Value)> {
    let members = class.members.borrow();
    let made = members.iter().filter(|(_, v)| matches!(&v.data, Data::Instance(i) if Rc::ptr_eq(&i.class, class)));
    made.map(|(n, v)| (n.clone(), v.clone())).collect()
}

/// The members in order, each once.
pub fn members(class: &Rc<Class>, site: Span) -> Option<Value> {
    is_enum(class).then(|| {
        let mut items: Vec<Value> = Vec::new();
        for (_, value) in each(class) {
            if !items.iter().any(|seen| seen.same(&value)) {
                items.push(value);
            }
        }
        let list = List { kind: ListKind::List, items: RefCell::new(items), open: RefCell::new(None) };
        Value::shared_list(list, site)
    })
}

pub fn attribute(class: &Rc<Class>, name: &str, site: Span) -> Option<Value> {
    if name != "__members__" || !is_enum(class) {
        return None;
    }
    let map = Map::default();
    for (name, value) in each(class) {
        map.set(Value::text(&name, value.origin), value);
    }
    Some(Value::map(map, site))
}

/// `Color("red")`: the member with this value.
pub fn member_of(machine: &mut Machine, class: &Rc<Class>, arguments: &Arguments) -> Option<Value> {
    if !is_enum(class) {
        return None;
    }
    let wanted = arguments.get(0, "value")?;
    each(class).into_iter().map(|(_, member)| member).find(|member| {
        member.same(wanted)
            || match &member.data {
                Data::Instance(i) => {
                    let value = i.attributes.borrow().get("_value_").cloned();
                    value.is_some_and(|v| machine.equal(&v, wanted) == Some(true))
                }
                _ => false,
            }
    })
}
