//! The parameters of a tool, and every schema inside a schema.

use super::schema::{Property, Schema};
use crate::ir::Tool;
use crate::json::{Data, Json};
use crate::source::Span;

/// A parameter that a client sees.
pub struct Parameter<'a> {
    pub name: &'a str,
    /// Its key.
    pub key: Span,
    pub schema: Schema<'a>,
}

/// The declared parameters in written order. What may be there and is not seen is left out.
pub fn parameters(tool: &Tool) -> Vec<Parameter<'_>> {
    let Some(input) = tool.input.value() else { return Vec::new() };
    let all = Schema::new(input, input).properties().into_iter();
    all.filter_map(|(name, property)| match property {
        Property::Found { key, schema } | Property::Sometimes { key, schema } => Some(Parameter { name, key, schema }),
        _ => None,
    })
    .collect()
}

const ONE: [&str; 11] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
];
const MANY: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Every written schema in `schema`, itself first, with the name of the property or definition that it is.
pub fn schemas<'a>(schema: &'a Json, name: Option<&'a str>, f: &mut impl FnMut(&'a Json, Option<&'a str>)) {
    let Some(object) = schema.as_object() else { return };
    f(schema, name);
    for member in &object.members {
        let key = member.key.as_str();
        match &member.value.data {
            Data::Object(named) if MAPS.contains(&key) => {
                named.members.iter().for_each(|m| schemas(&m.value, Some(m.key.as_str()), f));
            }
            Data::Object(_) if ONE.contains(&key) => schemas(&member.value, name, f),
            Data::List(list) if MANY.contains(&key) || key == "items" => {
                list.iter().for_each(|item| schemas(item, name, f));
            }
            _ => {}
        }
    }
}

/// Names as `a`, `b` and 3 more.
pub fn some(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|n| super::words::quote(n)).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
