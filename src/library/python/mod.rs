//! Python's builtins and standard library, as far as declarations pass through them.
//!
//! One table a module of the library: path to function. What has no line here stays a residual term, and a
//! fact made of it is unknown.

mod builtins;
mod containers;
pub mod dataclasses;
pub mod enums;
mod functools;
mod inspect;
mod names;
mod numbers;
mod run_time;
mod textwrap;
mod types;
mod typing;

pub use names::is_standard;

use crate::link::{Arguments, Class, Data, Machine, Outside, Term, Value, WhyKind};
use crate::source::{Language, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// What a call of a library function gives; `None` leaves the call as a residual term.
pub type Model = fn(&mut Machine, &Arguments, Span) -> Option<Value>;

/// What calling the result of a call gives: decorators with arguments, partial functions. Takes the
/// arguments of the first call, then those of the second.
pub type Applied = fn(&mut Machine, &Arguments, &Arguments, Span) -> Option<Value>;

static CALLS: LazyLock<FxHashMap<&'static str, Model>> = LazyLock::new(|| {
    let tables: [&[(&str, Model)]; 10] = [
        builtins::CALLS,
        containers::CALLS,
        dataclasses::CALLS,
        enums::CALLS,
        functools::CALLS,
        inspect::CALLS,
        numbers::CALLS,
        run_time::CALLS,
        textwrap::CALLS,
        typing::CALLS,
    ];
    tables.into_iter().flatten().chain(types::CALLS).copied().collect()
});

static APPLIED: LazyLock<FxHashMap<&'static str, Applied>> =
    LazyLock::new(|| [functools::APPLIED, dataclasses::APPLIED].into_iter().flatten().copied().collect());

pub struct PythonStd;

impl Outside for PythonStd {
    fn name(&self) -> &'static str {
        "python-std"
    }

    fn language(&self) -> Language {
        Language::Python
    }

    fn owns(&self, path: &str) -> bool {
        is_standard(path)
    }

    fn yields_to_project(&self) -> bool {
        true
    }

    fn call(&self, machine: &mut Machine, callee: &Value, arguments: &Arguments, site: Span) -> Option<Value> {
        if let Some(path) = callee.path() {
            return CALLS.get(standard_path(&path).as_str())?(machine, arguments, site);
        }
        match &callee.data {
            Data::Term(term) => match &**term {
                Term::Call { callee, arguments: first, .. } => {
                    APPLIED.get(standard_path(&callee.path()?).as_str())?(machine, first, arguments, site)
                }
                _ => None,
            },
            Data::Class(class) => {
                enums::member_of(machine, class, arguments).or_else(|| typing::construct(class, arguments, site))
            }
            _ => None,
        }
    }

    fn attribute(&self, _machine: &mut Machine, object: &Value, name: &str, site: Span) -> Option<Value> {
        let path = object.path();
        match (path.as_deref(), name) {
            (Some("typing"), "TYPE_CHECKING") => Some(Value::bool(false, site)),
            (Some("math"), "inf") => Some(numbers::float(f64::INFINITY, site)),
            (Some("math"), "nan") => Some(numbers::float(f64::NAN, site)),
            (Some("math"), "pi") => Some(numbers::float(std::f64::consts::PI, site)),
            _ => match &object.data {
                Data::Class(class) => enums::attribute(class, name, site),
                _ => None,
            },
        }
    }

    fn binary(
        &self,
        _machine: &mut Machine,
        op: crate::syntax::BinaryOp,
        left: &Value,
        right: &Value,
        site: Span,
    ) -> Option<Value> {
        numbers::version_test(op, left, right, site)
    }

    fn iterate(&self, _machine: &mut Machine, object: &Value, site: Span) -> Option<Value> {
        match &object.data {
            Data::Class(class) => enums::members(class, site),
            _ => None,
        }
    }

    fn class_defined(&self, _machine: &mut Machine, class: &Rc<Class>, site: Span) {
        enums::define(class, site);
        typing::define(class, site);
    }
}

/// The newest spelling of a path: `typing_extensions` is `typing`.
fn standard_path(path: &str) -> String {
    match path.strip_prefix("typing_extensions.") {
        Some(rest) => format!("typing.{rest}"),
        None => path.to_owned(),
    }
}

/// Something that only a run can tell.
fn at_run_time(what: impl Into<String>, site: Span) -> Option<Value> {
    Some(Value::unknown(WhyKind::RunTime, what, site))
}
