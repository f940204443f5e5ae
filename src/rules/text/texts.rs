//! Every text that a server sends to a model: the one walker over them.

use crate::ir::{Fact, Server, Tool};
use crate::json::{Data, Json, Object};
use crate::text::Text;

/// What a text is to the tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Name,
    Title,
    /// Prose: descriptions, in the tool and in its schemas; the server's instructions.
    Prose,
    /// The name of a parameter or field.
    Key,
    /// A value: `enum`, `const`, `default`, `examples`.
    Value,
}

/// One text.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    pub role: Role,
    pub text: &'a Text,
}

impl<'a> Said<'a> {
    pub fn str(&self) -> &'a str {
        self.text.as_str()
    }

    /// Names and keys, which programs compare.
    pub fn is_name(&self) -> bool {
        matches!(self.role, Role::Name | Role::Key)
    }
}

/// What the server says of itself.
pub fn of_server<'a>(server: &'a Server, f: &mut impl FnMut(Said<'a>)) {
    say(&server.name, Role::Title, f);
    say(&server.instructions, Role::Prose, f);
}

/// What a tool says: its name, titles, description, and every string and key of its schemas. Not `_meta` and
/// icons, which no model reads.
pub fn of_tool<'a>(tool: &'a Tool, f: &mut impl FnMut(Said<'a>)) {
    say(&tool.name, Role::Name, f);
    say(&tool.title, Role::Title, f);
    say(&tool.description, Role::Prose, f);
    say(&tool.annotations.title, Role::Title, f);
    for schema in [&tool.input, &tool.output, &tool.response] {
        if let Fact::Known { value, .. } = schema {
            of_schema(value, f);
        }
    }
}

fn say<'a>(fact: &'a Fact<Text>, role: Role, f: &mut impl FnMut(Said<'a>)) {
    if let Fact::Known { value: text, .. } = fact {
        f(Said { role, text });
    }
}

/// Keywords whose value is one schema, a list of schemas or a map of them.
const MAPS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords of machines: patterns may name any character, references and formats are no text.
const NO_TEXT: [&str; 10] =
    ["pattern", "$ref", "$schema", "$id", "$anchor", "$comment", "type", "format", "contentEncoding", "required"];

/// Every text of a schema.
pub fn of_schema<'a>(schema: &'a Json, f: &mut impl FnMut(Said<'a>)) {
    match &schema.data {
        Data::List(items) => items.iter().for_each(|item| of_schema(item, f)),
        Data::Object(object) => object.members.iter().for_each(|m| of_keyword(m.key.as_str(), &m.value, f)),
        _ => {}
    }
}

fn of_keyword<'a>(key: &str, value: &'a Json, f: &mut impl FnMut(Said<'a>)) {
    match (&value.data, key) {
        (Data::Object(named), _) if MAPS.contains(&key) => of_map(named, key == "patternProperties", f),
        (Data::Text(text), "title") => f(Said { role: Role::Title, text }),
        (Data::Text(text), "$comment") => f(Said { role: Role::Prose, text }),
        (_, "enum" | "const" | "default" | "examples" | "example") => of_value(value, f),
        (Data::Text(text), _) if !NO_TEXT.contains(&key) => f(Said { role: Role::Prose, text }),
        (Data::List(_) | Data::Object(_), _) => of_schema(value, f),
        _ => {}
    }
}

fn of_map<'a>(named: &'a Object, patterns: bool, f: &mut impl FnMut(Said<'a>)) {
    for member in &named.members {
        if !patterns {
            f(Said { role: Role::Key, text: &member.key });
        }
        of_schema(&member.value, f);
    }
}

fn of_value<'a>(value: &'a Json, f: &mut impl FnMut(Said<'a>)) {
    match &value.data {
        Data::Text(text) => f(Said { role: Role::Value, text }),
        Data::List(items) => items.iter().for_each(|item| of_value(item, f)),
        Data::Object(object) => {
            for member in &object.members {
                f(Said { role: Role::Value, text: &member.key });
                of_value(&member.value, f);
            }
        }
        _ => {}
    }
}
