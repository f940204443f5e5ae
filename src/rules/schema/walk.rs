//! Every schema inside a schema, as it is written.
//!
//! Names of properties are no keywords, values of `default`, `enum` and `const` are no schemas: only what JSON
//! Schema itself reads as a schema is visited. References are not followed.

use crate::json::{Data, Json};
use crate::source::Span;
use crate::text::Text;

/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: [&str; 16] = [
    "items",
    "additionalItems",
    "prefixItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];

/// Keywords whose value holds a schema by name.
const NAMED: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];

/// A schema and the way to it.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The whole schema.
    pub root: &'a Json,
    /// The schema in which it stands directly; `None` at the root.
    pub parent: Option<&'a Json>,
    pub json: &'a Json,
    /// The keyword under which it stands; `None` at the root.
    pub under: Option<&'static str>,
    /// Its name, of those under `properties` and the like.
    pub key: Option<&'a Text>,
    /// `properties` and `items` on the way to it.
    pub depth: usize,
    /// Every step on the way is one of `properties`.
    pub plain: bool,
    /// It holds under a condition, or must not hold: it need not say all.
    pub conditional: bool,
}

impl<'a> Node<'a> {
    /// The place of its name, else its own.
    pub fn place(&self) -> Span {
        self.key.map_or(self.json.span, Text::span)
    }

    /// A property of the root.
    pub fn is_root_property(&self) -> bool {
        self.depth == 1 && self.plain && self.under == Some("properties")
    }

    /// `key` is certainly not there.
    pub fn lacks(&self, key: &str) -> bool {
        matches!(self.json.lookup(key), crate::json::Lookup::Absent) && self.json.as_object().is_some()
    }

    /// The word `type` is this one, or is a list that holds it.
    pub fn says_type(&self, word: &str) -> bool {
        match self.json.get("type").map(|t| &t.data) {
            Some(Data::Text(t)) => t.as_str() == word,
            Some(Data::List(words)) => words.iter().any(|w| w.as_str() == Some(word)),
            _ => false,
        }
    }
}

/// All schemas of a schema, itself first, in written order.
pub struct Walk<'a> {
    todo: Vec<Node<'a>>,
}

pub fn walk(schema: &Json) -> Walk<'_> {
    Walk {
        todo: vec![Node {
            root: schema,
            parent: None,
            json: schema,
            under: None,
            key: None,
            depth: 0,
            plain: true,
            conditional: false,
        }],
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.todo.pop()?;
        let from = self.todo.len();
        for member in node.json.as_object().map_or(&[][..], |o| &o.members) {
            let word = member.key.as_str();
            let step = |under: &'static str| {
                let deeper = matches!(under, "properties" | "items" | "prefixItems");
                let conditional = matches!(under, "if" | "then" | "else" | "not" | "dependentSchemas" | "dependencies");
                Node {
                    root: node.root,
                    parent: Some(node.json),
                    json: node.json,
                    under: Some(under),
                    key: None,
                    depth: node.depth + usize::from(deeper),
                    plain: node.plain && under == "properties",
                    conditional: node.conditional || conditional,
                }
            };
            if let Some(under) = SCHEMAS.into_iter().find(|k| *k == word) {
                match &member.value.data {
                    Data::List(list) => self.todo.extend(list.iter().map(|json| Node { json, ..step(under) })),
                    _ => self.todo.push(Node { json: &member.value, ..step(under) }),
                }
            } else if let Some(under) = NAMED.into_iter().find(|k| *k == word) {
                let named = member.value.as_object().map_or(&[][..], |o| &o.members);
                self.todo.extend(named.iter().map(|m| Node { json: &m.value, key: Some(&m.key), ..step(under) }));
            }
        }
        self.todo[from..].reverse();
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn schemas_are_visited_in_order_and_nothing_else() {
        let value = serde_json::json!({
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": {"anyOf": [{"const": {"items": 1}}, {"not": {"type": "null"}}]}},
                "pattern": {"enum": [{"properties": {}}], "default": {"items": {}}},
            },
            "$defs": {"a": {"properties": {"b": true}}},
        });
        let json = Json::from_value(&value, Span::new(FileId(0), 0, 0));
        let seen: Vec<String> = walk(&json)
            .map(|n| {
                let key = n.key.map_or("", Text::as_str);
                format!("{}/{key}@{}", n.under.unwrap_or(""), n.depth)
            })
            .collect();
        let expected = [
            "/@0",
            "properties/items@1",
            "items/@2",
            "anyOf/@2",
            "anyOf/@2",
            "not/@2",
            "properties/pattern@1",
            "$defs/a@0",
            "properties/b@1",
        ];
        assert_eq!(seen, expected);
        assert!(walk(&json).filter(Node::is_root_property).count() == 2);
    }
}
