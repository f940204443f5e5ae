//! What standard and common libraries mean to the evaluator.

pub mod python;

use crate::link::Outside;

/// All libraries, in the order in which they are asked.
pub static LIBRARIES: &[&dyn Outside] = &[&python::PythonStd];
