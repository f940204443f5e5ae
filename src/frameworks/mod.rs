//! SDKs: how each is recognised, what its symbols do, and what a registration becomes.

use crate::link::Framework;

/// All SDKs, in the order in which they are asked.
pub static FRAMEWORKS: &[&dyn Framework] = &[];
