//! Names mean things: modules are joined by their imports and run by an abstract interpreter.
//!
//! [`Machine`] is what library and framework models work with.

pub mod outside;
pub mod value;

pub use outside::{Framework, Outside, Registration};
pub use value::{Arguments, Class, Data, Function, Key, List, Map, ModuleId, Parameter, Term, Value, Why, WhyKind};

use crate::source::{FileId, Span};
use std::rc::Rc;

/// The interpreter of one project.
pub struct Machine {}

impl Machine {
    /// Calls anything: project function, class, bound method, term.
    pub fn call(&mut self, _callee: &Value, _arguments: Arguments, _site: Span) -> Value {
        todo!()
    }

    /// `object.name`; unknown with [`WhyKind::Unbound`] where a project object visibly lacks it.
    pub fn attribute(&mut self, _object: &Value, _name: &str, _site: Span) -> Value {
        todo!()
    }

    /// Sets `object.name` on functions, instances, classes, modules and called terms.
    pub fn set_attribute(&mut self, _object: &Value, _name: &str, _value: Value, _site: Span) {
        todo!()
    }

    /// The items of a list, set, tuple, map (keys), text, generator or enum class, if all are known.
    /// A list that is open gives its seen items and the reason.
    pub fn iterate(&mut self, _value: &Value, _site: Span) -> Option<(Vec<Value>, Option<Rc<Why>>)> {
        todo!()
    }

    /// Whether it counts as true; `None` where that cannot be known.
    pub fn truth(&mut self, _value: &Value) -> Option<bool> {
        todo!()
    }

    /// `left == right`; `None` where that cannot be known.
    pub fn equal(&mut self, _left: &Value, _right: &Value) -> Option<bool> {
        todo!()
    }

    /// The name that `__name__` gives: set, copied from what is wrapped, else written.
    pub fn function_name(&self, _function: &Value) -> Value {
        todo!()
    }

    /// The docstring, dedented as `inspect.cleandoc` does; null where there is none.
    pub fn function_doc(&self, _function: &Value) -> Value {
        todo!()
    }

    /// Parameters as `inspect.signature` shows them: `__signature__` and `__wrapped__` followed, the receiver
    /// of a bound method left out. Annotations are evaluated now, in the scope of the definition.
    ///
    /// # Errors
    /// What is not a function, or whose signature was replaced by something unknown.
    pub fn signature(&mut self, _function: &Value) -> Result<Vec<Parameter>, Why> {
        todo!()
    }

    /// The written function behind wrappers (`__wrapped__`, partial, bound method): its name's span is what a
    /// finding about the handler points at.
    pub fn definition(&self, _function: &Value) -> Option<Definition> {
        todo!()
    }

    /// The values that a function's return statements would give for unknown arguments, each with the
    /// return's span; with `None` for the value of a path that returns nothing. Nothing is registered.
    pub fn returns(&mut self, _function: &Value, _site: Span) -> Vec<(Option<Value>, Span)> {
        todo!()
    }

    /// Members of a class and its project bases as attribute lookup sees them, in Python's `dir` order
    /// (alphabetical): name and value.
    pub fn class_members(&self, _class: &Rc<Class>) -> Vec<(String, Value)> {
        todo!()
    }

    /// Fields of a class, those of its bases first, an override in the base's place (as dataclasses do).
    pub fn class_fields(&self, _class: &Rc<Class>) -> Vec<value::Field> {
        todo!()
    }

    /// Every module of the project that was run, with the names bound at its end: for lists that are
    /// served by their name (`TOOLS`).
    pub fn module_names(&self) -> Vec<(ModuleId, String, Vec<(String, Value)>)> {
        todo!()
    }

    /// Records that a declaration reached an SDK. Conditions and call path are added here.
    pub fn register(
        &mut self,
        _framework: &'static str,
        _kind: &'static str,
        _server: Value,
        _target: Value,
        _arguments: Arguments,
        _span: Span,
    ) {
        todo!()
    }

    /// Records that something of the project cannot be seen.
    pub fn unresolved(&mut self, _why: impl Into<String>, _span: Span) {
        todo!()
    }

    /// The version of a package that will serve the project: `--sdk`, lock file, requirement, else `None`
    /// (the newest).
    pub fn sdk_version(&self, _package: &str) -> Option<String> {
        todo!()
    }

    /// The path of a file as printed, for server ids.
    pub fn shown_path(&self, _span: Span) -> String {
        todo!()
    }

    /// Every source file of the project as printed, in path order.
    pub fn files(&self) -> Vec<(FileId, String)> {
        todo!()
    }

    /// The project's files that a run of this file loads: what it imports, through any number of modules and
    /// with the packages they lie in, and itself; in the order in which their bodies end.
    pub fn loads(&self, _file: FileId) -> Vec<FileId> {
        todo!()
    }

    /// The annotation of what a function returns, as [`Machine::signature`] evaluates those of parameters.
    pub fn return_annotation(&mut self, _function: &Value) -> Option<Value> {
        todo!()
    }

    /// The project root as printed.
    pub fn root(&self) -> String {
        todo!()
    }
}

/// Where a function is written.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub name_span: Span,
    pub span: Span,
    pub is_async: bool,
    pub is_generator: bool,
}
