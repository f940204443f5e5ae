//! SDKs: how each is recognised, what its symbols do, and what a registration becomes.
//!
//! An SDK is a folder here and a line in [`FRAMEWORKS`]; `docs/frameworks.md` tells how one is added.

pub mod convert;
pub mod hints;
pub mod misuse;
pub mod programs;
pub mod promcp;
pub mod protomcp;
pub mod returns;
#[cfg(test)]
mod testing;

use crate::ir::Tool;
use crate::link::{Framework, Registration};

/// All SDKs, in the order in which they are asked.
pub static FRAMEWORKS: &[&dyn Framework] = &[&promcp::Promcp, &protomcp::Protomcp];

/// Why a registration may not happen in a run: the tests that could not be decided.
pub fn conditional(registration: &Registration) -> Option<String> {
    let texts: Vec<&str> = registration.conditions.iter().map(|(text, _)| text.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join(" and "))
}

/// What every tool has that a registration brings: whether it is certain, and the function behind it.
fn tool_of(framework: &'static str, registration: &Registration, handler: Option<crate::ir::Handler>) -> Tool {
    let span = handler.as_ref().map_or(registration.span, |h| h.span);
    Tool { handler, conditional: conditional(registration), ..Tool::new(framework, span) }
}
