//! Sets of JSON types.

use super::values::{self, Rest};
use crate::json::{Data, Json};
use std::ops::{BitAnd, BitOr};

/// A set of JSON types. `NUMBER` holds `INTEGER`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Types(u8);

impl Types {
    pub const NONE: Types = Types(0);
    pub const NULL: Types = Types(1);
    pub const BOOLEAN: Types = Types(2);
    pub const INTEGER: Types = Types(4);
    /// Numbers, whole or not.
    pub const NUMBER: Types = Types(4 | 8);
    pub const STRING: Types = Types(16);
    pub const ARRAY: Types = Types(32);
    pub const OBJECT: Types = Types(64);
    pub const ANY: Types = Types(127);

    /// Of a word of JSON Schema.
    pub fn from_name(name: &str) -> Option<Types> {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    }

    /// The type of a value; an unknown value may have any.
    pub fn of(data: &Data) -> Types {
        match data {
            Data::Null => Types::NULL,
            Data::Bool(_) => Types::BOOLEAN,
            Data::Number(n) if n.as_f64().is_some_and(|f| f.fract() == 0.0) => Types::INTEGER,
            Data::Number(_) => Types(8),
            Data::Text(_) => Types::STRING,
            Data::List(_) => Types::ARRAY,
            Data::Object(_) => Types::OBJECT,
            Data::Unknown(_) => Types::ANY,
        }
    }

    pub fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of `other` is in it.
    pub fn contains(self, other: Types) -> bool {
        other.without(self).is_empty()
    }

    pub fn intersects(self, other: Types) -> bool {
        !(self & other).is_empty()
    }

    /// The words of JSON Schema, `string or null`.
    pub fn words(self) -> String {
        if self == Types::ANY {
            return "any type".to_owned();
        }
        let number = if self & Types::NUMBER == Types::INTEGER { "integer" } else { "number" };
        let words = [
            (Types::OBJECT, "object"),
            (Types::ARRAY, "array"),
            (Types::STRING, "string"),
            (Types::NUMBER, number),
            (Types::BOOLEAN, "boolean"),
            (Types::NULL, "null"),
        ];
        words.iter().filter(|(t, _)| self.intersects(*t)).map(|(_, w)| *w).collect::<Vec<_>>().join(" or ")
    }
}

impl BitOr for Types {
    type Output = Types;
    fn bitor(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
}

impl BitAnd for Types {
    type Output = Types;
    fn bitand(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }
}

/// The types that one written schema admits, its references and combinations aside. An unknown or
/// misspelt type admits any.
pub(super) fn of_part(part: &Json) -> Types {
    let object = match &part.data {
        Data::Object(object) => object,
        Data::Bool(false) => return Types::NONE,
        _ => return Types::ANY,
    };
    let word = |json: &Json| json.as_str().and_then(Types::from_name).unwrap_or(Types::ANY);
    let typed = match object.get("type") {
        None => Types::ANY,
        Some(json) => match json.as_list() {
            Some(words) => words.iter().fold(Types::NONE, |all, w| all | word(w)),
            None => word(json),
        },
    };
    let listed = values::of_part(part);
    match listed.rest {
        Rest::Nothing if typed == Types::ANY => {
            listed.listed.iter().fold(Types::NONE, |all, v| all | Types::of(v.data))
        }
        _ => typed,
    }
}
