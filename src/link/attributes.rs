//! `object.name`, read and set.

use super::eval::reason;
use super::heap::share;
use super::machine::{Machine, State};
use super::value::{Data, Method, ModuleId, Term, Value, WhyKind};
use crate::source::Span;

/// Prefix of the names of text, list and map methods that are passed around as values.
pub(super) const METHOD: &str = "method of a value: ";

impl Machine<'_> {
    /// `object.name`; unknown with [`WhyKind::Unbound`] where a project object visibly lacks it.
    pub fn attribute(&mut self, object: &Value, name: &str, site: Span) -> Value {
        match &object.data {
            Data::Module(id) => self.module_attribute(*id, name, site),
            Data::Function(f) => match name {
                "__name__" | "__qualname__" => self.function_name(object),
                "__doc__" => self.raw_doc(object),
                _ => match f.attributes.borrow().get(name) {
                    Some(value) => value.clone(),
                    None => Value::unknown(WhyKind::Unbound, format!("the function has no `{name}`"), site),
                },
            },
            Data::Method(m) => match name {
                "__self__" => m.receiver.clone(),
                "__func__" => m.function.clone(),
                _ => self.attribute(&m.function.clone(), name, site),
            },
            Data::Class(class) => {
                let class = class.clone();
                match name {
                    "__name__" | "__qualname__" => return Value::text(&class.name, object.origin),
                    "__doc__" => return self.function_doc(object),
                    _ => {}
                }
                if let Some(member) = self.class_member(&class, name) {
                    return match &member.data {
                        Data::Function(_) => member,
                        _ => self.bind_member(object, &class, member, site),
                    };
                }
                self.outside_attribute(object, name, site)
            }
            Data::Instance(instance) => {
                let instance = instance.clone();
                if let Some(value) = instance.attributes.borrow().get(name) {
                    return value.clone();
                }
                if name == "__class__" {
                    return Value::new(Data::Class(instance.class.clone()), site);
                }
                match self.class_member(&instance.class, name) {
                    Some(member) => self.bind_member(object, &instance.class, member, site),
                    None => self.outside_attribute(object, name, site),
                }
            }
            Data::Term(term) => {
                if let Term::Call { callee, arguments, attributes } = &**term {
                    if let Some(value) = attributes.borrow().get(name) {
                        return value.clone();
                    }
                    if callee.path().as_deref() == Some("builtins.super")
                        && let [class, receiver] = arguments.positional.as_slice()
                        && let Data::Class(class) = &class.data
                    {
                        return self.super_attribute(&class.clone(), &receiver.clone(), name, site);
                    }
                    // What a decorator of a library made of a function still has its name and text.
                    if let Some(f) = self.function_of(object)
                        && matches!(name, "__name__" | "__qualname__" | "__doc__" | "__wrapped__")
                    {
                        let inner = Value::new(Data::Function(f), object.origin);
                        return if name == "__wrapped__" { inner } else { self.attribute(&inner, name, site) };
                    }
                }
                if let Some(place) = object.path().as_deref().and_then(|p| p.strip_prefix(super::FOLDER)) {
                    return match self.packages.child(place, name) {
                        Some(id) => {
                            self.run_module(id);
                            Value::new(Data::Module(id), site)
                        }
                        None => Value::outside(&format!("{}{place}/{name}", super::FOLDER), site),
                    };
                }
                self.outside_attribute(object, name, site)
            }
            Data::OneOf(values) => {
                let values: Vec<Value> = values.iter().filter(|v| !v.is_null()).cloned().collect();
                let all = values.iter().map(|v| self.attribute(v, name, site)).collect();
                Value::one_of(all, site)
            }
            Data::Text(_) | Data::List(_) | Data::Map(_) => {
                let method = Value::outside(&format!("{METHOD}{name}"), site);
                Value::new(Data::Method(share(Method { receiver: object.clone(), function: method })), site)
            }
            _ => Value::new(Data::Unknown(reason(object, "the object")), site),
        }
    }

    fn raw_doc(&self, function: &Value) -> Value {
        let Some(f) = self.function_of(function) else { return Value::null(function.origin) };
        if let Some(doc) = f.attributes.borrow().get("__doc__") {
            return doc.clone();
        }
        let module = self.module(f.module);
        match &module.syntax.function(f.id).doc {
            Some(doc) => Value::new(Data::Text(doc.clone()), doc.span()),
            None => Value::null(function.origin),
        }
    }

    /// An attribute that the project does not define: the outside base's, or of an outside object.
    pub(super) fn outside_attribute(&mut self, object: &Value, name: &str, site: Span) -> Value {
        if let Some(owner) = self.owner_of(object)
            && let Some(value) = owner.attribute(self, object, name, site)
        {
            return value;
        }
        let has_outside = match &object.data {
            Data::Class(c) => c.bases.iter().any(|b| !matches!(b.data, Data::Class(_))) || object.root_path().is_some(),
            Data::Instance(_) => object.root_path().is_some(),
            _ => true,
        };
        if has_outside {
            return Value::term(Term::Attribute { object: object.clone(), name: name.into() }, site);
        }
        if let Data::Instance(instance) = &object.data
            && let Some(why) = &instance.arguments.open
        {
            return Value::new(Data::Unknown(why.clone()), site);
        }
        Value::unknown(WhyKind::Unbound, format!("`{name}` is not defined on {}", object.brief()), site)
    }

    pub(super) fn module_attribute(&mut self, id: ModuleId, name: &str, site: Span) -> Value {
        let module = self.module(id);
        if let Some(value) = module.scope.names.borrow().get(name) {
            return value.clone();
        }
        if let Some(child) = self.packages.child(&module.place, name).filter(|_| module.is_package) {
            self.run_module(child);
            return Value::new(Data::Module(child), site);
        }
        if let [one] = module.stars.borrow().as_slice() {
            return Value::outside(&format!("{one}.{name}"), site);
        }
        let text = match module.state.get() {
            State::Running => format!("`{name}` is imported before its module binds it"),
            _ => format!("`{name}` is not bound in its module"),
        };
        Value::unknown(WhyKind::Unbound, text, site)
    }

    /// Sets `object.name` on functions, instances, classes, modules and called terms.
    pub fn set_attribute(&mut self, object: &Value, name: &str, value: Value, site: Span) {
        if let Data::Term(_) | Data::Instance(_) = &object.data
            && let Some(owner) = self.owner_of(object)
            && owner.set_attribute(self, object, name, &value, site)
        {
            return;
        }
        match &object.data {
            Data::Function(f) => {
                f.attributes.borrow_mut().insert(name.into(), value);
            }
            Data::Method(m) => self.set_attribute(&m.function.clone(), name, value, site),
            Data::Class(class) => {
                class.members.borrow_mut().insert(name.into(), value);
            }
            Data::Instance(instance) => {
                let value = match instance.attributes.borrow().get(name) {
                    Some(old) if self.under_condition() && !old.same(&value) => {
                        Value::one_of(vec![old.clone(), value], site)
                    }
                    _ => value,
                };
                instance.attributes.borrow_mut().insert(name.into(), value);
            }
            Data::Module(id) => {
                self.module(*id).scope.names.borrow_mut().insert(name.into(), value);
            }
            Data::Term(term) => {
                if let Term::Call { attributes, .. } = &**term {
                    attributes.borrow_mut().insert(name.into(), value.clone());
                }
                if matches!(name, "__name__" | "__doc__" | "__signature__" | "__wrapped__")
                    && let Some(f) = self.function_of(object)
                {
                    f.attributes.borrow_mut().insert(name.into(), value);
                }
            }
            Data::OneOf(values) => {
                for v in values.iter() {
                    self.set_attribute(v, name, value.clone(), site);
                }
            }
            _ => {}
        }
    }
}
