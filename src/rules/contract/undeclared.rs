//! R000: nothing says what a tool returns.

use super::data::spaced;
use super::{category, is_schema};
use crate::ir::{Fact, Tool};
use crate::rules::{Context, Sink};

pub fn undeclared(tool: &Tool, _: &Context, sink: &mut Sink) {
    let (Some(category), Some(name)) = (category(tool), tool.known_name()) else { return };
    let silent = match &tool.contract {
        Fact::Absent => true,
        Fact::Known { value, .. } => !is_schema(value),
        Fact::Unknown { .. } => false,
    };
    if silent {
        sink.report(tool.name_span(), format!("nothing declares what `{name}` returns"))
            .note("an agent learns the shape of a response only by calling the tool, and this run could not check it")
            .help(format!("declare `responseSchema` or `outputSchema`: {}", spaced(&category.example())));
    }
}
