//! What lies outside the project is asked of implementors of [`Outside`]: the standard and common
//! libraries in `library/`, the SDKs in `frameworks/`. `lib.rs` hands them in.
//!
//! An outside name is a [`Term::Name`](super::value::Term) with its full dotted path. What nobody answers
//! stays a residual term: `tool("text")` is the call of `protomcp.tool`, and calling that term with a
//! function asks the owner of its root again. See `docs/outside.md`.

use super::Machine;
use super::value::{Arguments, Class, Value};
use crate::ir::Server;
use crate::source::{FileId, Language, Span};
use crate::syntax::BinaryOp;
use std::rc::Rc;

/// One library or SDK. Methods that return `None` leave the term as it is.
pub trait Outside: Sync {
    /// `promcp`, `python-std`.
    fn name(&self) -> &'static str;

    fn language(&self) -> Language;

    /// Whether it answers for an outside path (`protomcp.tool`, `functools.wraps`). A path of which only
    /// the first words are known (`protomcp`) counts.
    fn owns(&self, path: &str) -> bool;

    /// Whether a module of the project wins over an outside one of the same name, where it lies in the folder
    /// that a script starts in: so it is for a standard library, and never for an SDK.
    fn yields_to_project(&self) -> bool {
        false
    }

    /// `callee(arguments)`, where the root of `callee` is owned. A decorator is called with what it
    /// decorates.
    fn call(&self, machine: &mut Machine, callee: &Value, arguments: &Arguments, site: Span) -> Option<Value> {
        let _ = (machine, callee, arguments, site);
        None
    }

    /// `object.name`, where the root of `object` is owned; `object` may be an instance or a class of the
    /// project whose outside base is.
    fn attribute(&self, machine: &mut Machine, object: &Value, name: &str, site: Span) -> Option<Value> {
        let _ = (machine, object, name, site);
        None
    }

    /// `object.name = value`; `true` where it has been dealt with.
    fn set_attribute(&self, machine: &mut Machine, object: &Value, name: &str, value: &Value, site: Span) -> bool {
        let _ = (machine, object, name, value, site);
        false
    }

    /// `left op right`, where the root of one side is owned.
    fn binary(&self, machine: &mut Machine, op: BinaryOp, left: &Value, right: &Value, site: Span) -> Option<Value> {
        let _ = (machine, op, left, right, site);
        None
    }

    /// The items that a loop over `object` gives.
    fn iterate(&self, machine: &mut Machine, object: &Value, site: Span) -> Option<Value> {
        let _ = (machine, object, site);
        None
    }

    /// A statement is nothing but this value, and nobody takes it: `tool("…")` alone on its line.
    fn dropped(&self, machine: &mut Machine, value: &Value, site: Span) {
        let _ = (machine, value, site);
    }

    /// A project class with an owned base (or metaclass) was defined; its members are complete.
    fn class_defined(&self, machine: &mut Machine, class: &Rc<Class>, site: Span) {
        let _ = (machine, class, site);
    }
}

/// An SDK: outside names that declare tools.
pub trait Framework: Outside {
    /// Words of which at least one stands in every project that uses it; for the prefilter.
    fn markers(&self) -> &'static [&'static str];

    /// Words whose presence in a function's or class's own text makes it worth running although nothing
    /// calls it: registration verbs and server constructors.
    fn verbs(&self) -> &'static [&'static str];

    /// Makes servers of what was recorded for this framework, in registration order. Called once a project,
    /// after everything ran.
    fn servers(&self, machine: &mut Machine, registrations: &[Registration]) -> Vec<Server>;
}

/// A declaration that reached an SDK: recorded while evaluating, read by the framework afterwards.
#[derive(Clone, Debug)]
pub struct Registration {
    /// [`Outside::name`] of who recorded it.
    pub framework: &'static str,
    /// The framework's word for what this is: `read`, `tool`, `group`, `TOOLS`.
    pub kind: &'static str,
    /// The registry or server object; null where the SDK has one global list.
    pub server: Value,
    /// The function or class that is declared, or a map of a tool.
    pub target: Value,
    /// Arguments of the declaration.
    pub arguments: Arguments,
    /// The declaring call.
    pub span: Span,
    /// The file whose body ran when it happened, or that holds the function which was run as a root.
    pub running: FileId,
    /// Tests that could not be decided, and under which it happened: text and place.
    pub conditions: Vec<(String, Span)>,
    /// Calls in progress, outermost first.
    pub path: Vec<Span>,
}
