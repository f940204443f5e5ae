//! Classes and their members.

use super::heap::share;
use super::machine::{Env, Machine};
use super::value::{Arguments, Class, Data, LEVELS, Method, Scope, Term, Value};
use crate::source::Span;
use crate::syntax::ClassId;
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Whether instances are the members of an enumeration.
pub(super) fn is_enum(class: &Class) -> bool {
    let outside = |base: &Value| base.path().filter(|p| p.starts_with("enum."));
    class.find_base(LEVELS, &outside).is_some()
}

impl Machine<'_> {
    pub(super) fn make_class(&mut self, env: &Env, id: ClassId) -> Value {
        let module = env.module.clone();
        let def = module.syntax.class(id);
        let arguments = self.eval_arguments(env, &def.bases);
        let class = share(Class {
            module: module.id,
            id,
            name: def.name.clone(),
            bases: arguments.positional,
            keywords: arguments.named.into_iter().map(|n| (n.name, n.value)).collect(),
            members: RefCell::new(IndexMap::new()),
            fields: RefCell::default(),
            called: Cell::new(false),
        });
        let scope = share(Scope { parent: Some(env.scope.clone()), is_class: true, ..Scope::default() });
        self.class_scopes.insert(Rc::as_ptr(&class) as usize, scope.clone());
        let body = Env { module: module.clone(), scope: scope.clone(), class: Some(class.clone()), receiver: None };
        self.exec_block(&body, &def.body);
        *class.members.borrow_mut() = scope.names.borrow().clone();
        let site = module.syntax.span(def.name_range);
        let value = Value::new(Data::Class(class.clone()), site);
        if let Some(owner) = self.owner_of(&value) {
            owner.class_defined(self, &class, site);
        }
        value
    }

    /// A member of a class or of its project bases, unbound.
    pub(super) fn class_member(&self, class: &Rc<Class>, name: &str) -> Option<Value> {
        self.mro(class).iter().find_map(|c| c.members.borrow().get(name).cloned())
    }

    /// What `instance.member` gives: functions become methods, properties are read.
    pub(super) fn bind_member(&mut self, receiver: &Value, class: &Rc<Class>, member: Value, site: Span) -> Value {
        match &member.data {
            Data::Function(_) => {
                let method = Method { receiver: receiver.clone(), function: member };
                Value::new(Data::Method(share(method)), site)
            }
            Data::Term(term) => match &**term {
                Term::Call { callee, arguments, .. } => {
                    let Some(inner) = arguments.positional.first().cloned() else { return member };
                    match callee.path().as_deref() {
                        Some("builtins.staticmethod") => inner,
                        Some("builtins.classmethod") => {
                            let class = Value::new(Data::Class(class.clone()), site);
                            let method = Method { receiver: class, function: inner };
                            Value::new(Data::Method(share(method)), site)
                        }
                        Some("builtins.property" | "functools.cached_property" | "abc.abstractproperty") => {
                            match receiver.data {
                                Data::Instance(_) => self.call(&inner, Arguments::single(receiver.clone()), site),
                                _ => member,
                            }
                        }
                        // A function that an outside decorator took is still a method of the class.
                        _ if self.function_of(&member).is_some() => {
                            let method = Method { receiver: receiver.clone(), function: member.clone() };
                            Value::new(Data::Method(share(method)), site)
                        }
                        _ => member,
                    }
                }
                _ => member,
            },
            _ => member,
        }
    }

    /// `super().name`: the first base that has it, project classes before outside ones.
    pub(super) fn super_attribute(&mut self, class: &Rc<Class>, receiver: &Value, name: &str, site: Span) -> Value {
        let own = match &receiver.data {
            Data::Instance(i) => i.class.clone(),
            Data::Class(c) => c.clone(),
            _ => class.clone(),
        };
        let line = self.mro(&own);
        let after = line.iter().position(|c| Rc::ptr_eq(c, class)).map_or(0, |i| i + 1);
        for c in &line[after..] {
            let member = c.members.borrow().get(name).cloned();
            if let Some(member) = member {
                return self.bind_member(receiver, &own, member, site);
            }
        }
        self.outside_attribute(receiver, name, site)
    }
}

/// A scope for code that stands in no function.
pub(super) fn module_scope() -> Rc<Scope> {
    share(Scope::default())
}
