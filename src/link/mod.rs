//! Names mean things: modules are joined by their imports and run by an abstract interpreter.
//!
//! [`Machine`] is what library and framework models work with; [`Outside`] and [`Framework`] are what they
//! implement. `docs/link.md` tells how the parts work together.

mod attributes;
mod body;
mod budget;
mod builtins;
mod call;
mod classes;
mod docs;
pub mod dump;
mod eval;
mod exec;
mod heap;
mod imports;
mod machine;
mod methods;
mod ops;
pub mod outside;
mod python;
mod rounds;
mod run;
pub mod value;

pub use machine::{Definition, Machine, ModuleNames};
pub use outside::{Framework, Outside, Registration};
pub use python::Packages;
pub use run::{Program, Source};
pub use value::{Arguments, Class, Data, Function, Key, List, Map, ModuleId, Parameter, Term, Value, Why, WhyKind};

/// Prefix of the path of a folder of the project that is no package; what follows is its place.
const FOLDER: &str = "folder of the project: ";
