//! R000–R019, R074: what a tool of the triad must answer with.
//!
//! What is asked for stands in `rules/contracts/`; the functions here compare it with what a tool declares.
//! One function serves every rule of a kind and looks for the fields that name the running rule.

pub mod data;
mod missing;
mod recommended;
mod required;
mod together;
mod types;
mod undeclared;
mod values;

pub use missing::missing;
pub use recommended::candidate_effects;
pub use required::required;
pub use together::{derived, implied, paired};
pub use types::types;
pub use undeclared::undeclared;
pub use values::{incomplete, misplaced, unroutable, values};

use super::Context;
use super::schema::{Items, Property, Schema, Types};
use crate::ir::{Fact, Tool};
use crate::json::{Data, Json};
use crate::source::Span;
use data::{Category, Field, PROMCP};
use std::cell::OnceCell;

/// The part of the contract that a tool must meet; `None` outside the triad.
fn category(tool: &Tool) -> Option<&'static Category> {
    PROMCP.category(tool.known_name()?)
}

/// The names of the fields that a tool's response must hold; those aside that single answers may go without.
pub fn required_fields(tool: &Tool) -> Vec<&'static str> {
    let fields = category(tool).map_or(&[][..], |c| &c.fields);
    let needed = fields.iter().filter(|f| f.need == data::Need::Required && !f.omittable);
    needed.map(|f| f.name.as_str()).collect()
}

/// The response that a tool declares, where it is a schema at all.
fn response(tool: &Tool) -> Option<&Json> {
    match &tool.contract {
        Fact::Known { value, .. } if is_schema(value) => Some(value),
        _ => None,
    }
}

fn is_schema(json: &Json) -> bool {
    matches!(json.data, Data::Object(_) | Data::Bool(_) | Data::Unknown(_))
}

/// Whether the contract of the tool's category has a field for which the rule speaks.
fn speaks(tool: &Tool, code: &str) -> bool {
    category(tool).is_some_and(|c| c.names(code))
}

/// An object of the response with the fields that the contract asks of it: the response itself, or the
/// elements of one of its arrays.
struct Holder<'a> {
    fields: &'static [Field],
    /// `None`: an array of which nothing says what its elements are.
    schema: Option<Schema<'a>>,
    /// The array that holds it: its name and the place of its key.
    array: Option<(&'static str, Span)>,
    /// What the schema says of each of `fields`.
    found: OnceCell<Vec<Property<'a>>>,
}

/// The objects of one tool's response, found when a rule first asks.
#[derive(Default)]
pub struct Response<'a>(OnceCell<Vec<Holder<'a>>>);

impl<'a> Holder<'a> {
    fn property(&self, name: &str) -> Property<'a> {
        self.schema.as_ref().map_or(Property::Absent, |s| s.property(name))
    }

    /// The fields that are asked for, with what the schema says of each.
    fn fields(&self) -> impl Iterator<Item = (&'static Field, &Property<'a>)> {
        let found = || self.fields.iter().map(|f| self.property(&f.name)).collect();
        self.fields.iter().zip(self.found.get_or_init(found))
    }

    /// Fields among those asked for that are declared and known, with the places of their keys.
    fn declared(&self, asked: impl Fn(&Field) -> bool) -> impl Iterator<Item = (&'static Field, Span, &Schema<'a>)> {
        self.fields().filter(move |(f, _)| asked(f)).filter_map(|(field, property)| {
            let (key, schema) = property.as_declared()?;
            schema.unknown().is_none().then_some((field, key, schema))
        })
    }

    /// `the response` or `` `candidates` ``, for messages.
    fn shown(&self) -> String {
        self.array.map_or("the response".to_owned(), |(name, _)| format!("`{name}`"))
    }
}

/// The objects of a tool's response in which the contract asks for fields, from the outside in.
fn holders<'m, 'a>(tool: &'a Tool, context: &'m Context<'a>) -> &'m [Holder<'a>] {
    context.response.0.get_or_init(|| find_holders(tool))
}

fn find_holders(tool: &Tool) -> Vec<Holder<'_>> {
    let (Some(category), Some(response)) = (category(tool), response(tool)) else { return Vec::new() };
    let schema = Some(Schema::new(response, response));
    let root = Holder { fields: &category.fields, schema, array: None, found: OnceCell::new() };
    let mut all = vec![root];
    let mut next = 0;
    while let Some(holder) = all.get(next) {
        let arrays = holder.fields.iter().filter(|f| !f.items.is_empty());
        let inner: Vec<Holder> = arrays.filter_map(|field| elements(holder, field)).collect();
        all.extend(inner);
        next += 1;
    }
    all
}

fn elements<'a>(holder: &Holder<'a>, field: &'static Field) -> Option<Holder<'a>> {
    let (key, schema) = holder.property(&field.name).declared()?;
    // Another type than an array, or elements of another type than objects, is one fault, told by R011.
    if schema.unknown().is_some() || !schema.types().intersects(Types::ARRAY) {
        return None;
    }
    let schema = match schema.items() {
        Items::One(schema) if schema.types().intersects(Types::OBJECT) => Some(schema),
        Items::One(_) => return None,
        Items::Unknown(_) => return None,
        Items::Tuple(_) | Items::Absent => None,
    };
    Some(Holder { fields: &field.items, schema, array: Some((&field.name, key)), found: OnceCell::new() })
}

/// `a, b or c` with each in quotes.
fn listed(words: impl IntoIterator<Item = impl AsRef<str>>, conjunction: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{}`", w.as_ref())).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
