//! Keeps every shared object of a run until its end.
//!
//! A program can nest objects as deep as it likes (`x = [x]` in a loop), and dropping such a chain would recurse
//! as deep and overflow the stack. So nothing is dropped while a machine lives; at its end what can change is
//! emptied first, and then objects go in the reverse order of their making: what an object holds is older, and
//! still kept when it goes.

use super::value::{Class, Function, Instance, List, Map, Method, Scope, Term};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[expect(dead_code, reason = "a method is only kept")]
pub(super) enum Object {
    List(Rc<List>),
    Map(Rc<Map>),
    Term(Rc<Term>),
    Method(Rc<Method>),
    Function(Rc<Function>),
    Class(Rc<Class>),
    Instance(Rc<Instance>),
    Scope(Rc<Scope>),
}

thread_local! {
    static KEPT: RefCell<Vec<Object>> = const { RefCell::new(Vec::new()) };
    static VOLUME: Cell<u64> = const { Cell::new(0) };
}

/// Items of some 64 bytes each that were made or copied in this thread so far. Since nothing is freed during a
/// run, this is what bounds its memory.
pub(super) fn volume() -> u64 {
    VOLUME.get()
}

/// Counts items that are made or copied.
pub(super) fn charge(items: usize) {
    VOLUME.set(VOLUME.get() + items as u64);
}

/// Counts the bytes of a text that is made: in the worst case each comes from a place of its own.
pub(super) fn charge_text(bytes: usize) {
    charge(bytes / 8);
}

/// What may hold other values.
pub(super) trait Kept: Sized {
    fn object(this: Rc<Self>) -> Object;

    /// Items that it holds when it is made.
    fn items(&self) -> usize {
        1
    }
}

macro_rules! kept {
    ($($name:ident),*) => {
        $(impl Kept for $name {
            fn object(this: Rc<Self>) -> Object {
                Object::$name(this)
            }
        })*
    };
}
kept!(Term, Method, Function, Class, Instance, Scope);

impl Kept for List {
    fn object(this: Rc<Self>) -> Object {
        Object::List(this)
    }

    fn items(&self) -> usize {
        2 + self.items.borrow().len()
    }
}

impl Kept for Map {
    fn object(this: Rc<Self>) -> Object {
        Object::Map(this)
    }

    fn items(&self) -> usize {
        2 + 3 * self.entries.borrow().len()
    }
}

/// Shares an object, and keeps it until the running machine ends.
pub(super) fn share<T: Kept>(value: T) -> Rc<T> {
    charge(value.items());
    let shared = Rc::new(value);
    KEPT.with_borrow_mut(|kept| kept.push(T::object(shared.clone())));
    shared
}

/// Lives as long as a machine; what was shared since its making goes with it.
pub(super) struct Heap {
    first: usize,
}

impl Heap {
    pub fn new() -> Self {
        Heap { first: KEPT.with_borrow(Vec::len) }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        let mut kept = KEPT.with_borrow_mut(|kept| kept.split_off(self.first.min(kept.len())));
        for object in &kept {
            object.empty();
        }
        while kept.pop().is_some() {}
    }
}

impl Object {
    fn empty(&self) {
        match self {
            Object::List(list) => drop(list.items.take()),
            Object::Map(map) => drop(map.entries.take()),
            Object::Scope(scope) => drop(scope.names.take()),
            Object::Instance(instance) => drop(instance.attributes.take()),
            Object::Function(function) => {
                drop(function.attributes.take());
                drop(function.owner.take());
            }
            Object::Class(class) => {
                drop(class.members.take());
                drop(class.fields.take());
            }
            Object::Term(term) => {
                if let Term::Call { attributes, .. } = &**term {
                    drop(attributes.take());
                }
            }
            Object::Method(_) => {}
        }
    }
}
