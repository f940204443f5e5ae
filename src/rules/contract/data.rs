//! Response contracts as data.
//!
//! `rules/contracts/promcp.toml` is the base. A domain contract is one more such file that names what it
//! extends and adds fields.

use crate::rules::schema::Types;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What the responses of a server's tools must hold, by category of tool.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    pub name: String,
    pub version: String,
    /// Name of the contract that this one adds to.
    pub extends: Option<String>,
    #[serde(default)]
    pub read: Category,
    #[serde(default, rename = "do")]
    pub act: Category,
    #[serde(default)]
    pub can_do: Category,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// The rule that speaks for a required field without a rule of its own.
    #[serde(default)]
    pub missing: String,
    #[serde(default)]
    pub fields: Vec<Field>,
    #[serde(default)]
    pub implies: Vec<Implication>,
    #[serde(default)]
    pub pairs: Vec<Pair>,
    /// The rules that speak for one of its fields.
    #[serde(skip)]
    codes: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub name: String,
    pub need: Need,
    /// A single response may go without it: it need not stand in `required`.
    #[serde(default)]
    pub omittable: bool,
    /// What goes wrong at run time without it.
    #[serde(default)]
    pub why: String,
    /// Words of JSON Schema; empty: any type.
    #[serde(default)]
    pub types: Vec<String>,
    pub format: Option<String>,
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    pub min_length: Option<u64>,
    /// Types of an array's elements; empty: any.
    #[serde(default)]
    pub elements: Vec<String>,
    /// The fields of each element of an array.
    #[serde(default)]
    pub items: Vec<Field>,
    /// The words it may hold; empty: any.
    #[serde(default)]
    pub values: Vec<String>,
    /// Each of the values must be admitted.
    #[serde(default)]
    pub whole: bool,
    /// Values with a namespace of their own are admitted too.
    #[serde(default)]
    pub namespaced: bool,
    /// A string of which no values are listed is admitted.
    #[serde(default)]
    pub free: bool,
    /// Values that belong elsewhere, each with the rule that says so.
    #[serde(default)]
    pub misplaced: Vec<Misplaced>,
    /// The rule that speaks where it is not declared.
    #[serde(default)]
    pub missing: String,
    /// The rule that speaks where it admits another value.
    #[serde(default)]
    pub value: String,
    /// The rule that speaks where not all values are admitted.
    #[serde(default)]
    pub incomplete: String,
    /// The rule that speaks where it is a constant, though it follows from the rest of the response.
    #[serde(default)]
    pub derived: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    Required,
    Recommended,
    Optional,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misplaced {
    pub value: String,
    pub code: String,
}

/// Where `field` can be `is`, `then` must be declared.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implication {
    pub field: String,
    pub is: bool,
    pub then: String,
    pub code: String,
}

/// Fields that make sense together only.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    pub fields: [String; 2],
    pub code: String,
}

/// The contract of proMCP itself.
pub static PROMCP: LazyLock<Contract> =
    LazyLock::new(|| Contract::parse(include_str!("../../../rules/contracts/promcp.toml")).unwrap_or_default());

impl Contract {
    /// Reads a contract file.
    ///
    /// # Errors
    /// What is wrong with the file, with line and column, in the words of the TOML reader.
    pub fn parse(text: &str) -> Result<Contract, String> {
        let mut contract: Contract = toml::from_str(text).map_err(|e| e.to_string())?;
        for category in [&mut contract.read, &mut contract.act, &mut contract.can_do] {
            let own = &category.missing;
            let unnamed = |f: &&mut Field| f.missing.is_empty() && f.need == Need::Required;
            category.fields.iter_mut().filter(unnamed).for_each(|f| f.missing.clone_from(own));
            category.codes = codes(&category.fields).into_iter().map(str::to_owned).collect();
        }
        Ok(contract)
    }

    /// The category that a tool's name puts it into; names outside the triad have none.
    pub fn category(&self, name: &str) -> Option<&Category> {
        match name {
            "can_do" => Some(&self.can_do),
            _ if name.starts_with("read_") => Some(&self.read),
            _ if name.starts_with("do_") => Some(&self.act),
            _ => None,
        }
    }
}

impl Category {
    /// Whether the rule speaks for one of its fields.
    pub fn names(&self, code: &str) -> bool {
        self.codes.contains(code)
    }

    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == name)
    }

    /// An object schema that no rule of the contract finds a fault in.
    pub fn example(&self) -> Value {
        let implied = |field: &Field| self.implies.iter().any(|i| i.then == field.name);
        object_of(self.fields.iter().filter(|f| f.need != Need::Optional || implied(f)).collect())
    }
}

impl Field {
    pub fn types(&self) -> Types {
        types(&self.types)
    }

    pub fn elements(&self) -> Types {
        types(&self.elements)
    }

    /// The contract asks for a fraction: a whole number will not do.
    pub fn is_fraction(&self) -> bool {
        self.types.iter().any(|t| t == "number") && self.maximum == Some(1.0)
    }

    /// The smallest JSON Schema that satisfies the contract.
    pub fn schema(&self) -> Value {
        let mut schema = serde_json::Map::new();
        match self.types.as_slice() {
            [] => {}
            [one] => drop(schema.insert("type".into(), json!(one))),
            many => drop(schema.insert("type".into(), json!(many))),
        }
        if !self.values.is_empty() {
            schema.insert("enum".into(), json!(self.values));
        }
        if let Some(format) = &self.format {
            schema.insert("format".into(), json!(format));
        }
        if let Some(length) = self.min_length {
            schema.insert("minLength".into(), json!(length));
        }
        for (key, bound) in [("minimum", self.minimum), ("maximum", self.maximum)] {
            if let Some(bound) = bound {
                let whole = bound.fract() == 0.0;
                schema.insert(key.into(), if whole { json!(bound as i64) } else { json!(bound) });
            }
        }
        if !self.items.is_empty() {
            schema.insert("items".into(), object(&self.items));
        } else if let [element] = self.elements.as_slice() {
            schema.insert("items".into(), json!({ "type": element }));
        }
        Value::Object(schema)
    }

    /// As a member of `properties`: `"compensable": {"type": "boolean"}`.
    pub fn snippet(&self) -> String {
        format!("{}: {}", json!(self.name), spaced(&self.schema()))
    }
}

/// An object schema with the required ones of `fields`.
pub fn object(fields: &[Field]) -> Value {
    object_of(fields.iter().filter(|f| f.need != Need::Optional).collect())
}

fn object_of(wanted: Vec<&Field>) -> Value {
    let properties: serde_json::Map<String, Value> = wanted.iter().map(|f| (f.name.clone(), f.schema())).collect();
    let required: Vec<&str> = wanted.iter().filter(|f| f.need == Need::Required).map(|f| f.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// JSON in one line, with a space after each colon and comma outside texts.
pub fn spaced(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(k, v)| format!("{}: {}", json!(k), spaced(v)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Every rule that fields, and the fields in them, name.
fn codes(fields: &[Field]) -> Vec<&str> {
    let mut all = Vec::new();
    for field in fields {
        all.extend([&field.missing, &field.value, &field.incomplete, &field.derived].map(String::as_str));
        all.extend(field.misplaced.iter().map(|m| m.code.as_str()));
        all.extend(codes(&field.items));
    }
    all.retain(|code| !code.is_empty());
    all
}

fn types(words: &[String]) -> Types {
    if words.is_empty() {
        return Types::ANY;
    }
    words.iter().filter_map(|w| Types::from_name(w)).fold(Types::NONE, |all, t| all | t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_contract_parses_and_every_rule_in_it_exists() {
        let text = include_str!("../../../rules/contracts/promcp.toml");
        let contract = Contract::parse(text).expect("the base contract is valid");
        let known = |code: &str| crate::rules::RULES.iter().any(|r| r.code == code);
        for category in [&contract.read, &contract.act, &contract.can_do] {
            assert!(!category.fields.is_empty());
            let more = category.implies.iter().map(|i| &i.code).chain(category.pairs.iter().map(|p| &p.code));
            for code in category.codes.iter().chain(more) {
                assert!(known(code), "{code}");
            }
        }
    }

    #[test]
    fn a_domain_contract_is_one_more_such_file() {
        let domain = Contract::parse(
            r#"
            name = "phys"
            version = "0.1"
            extends = "promcp"
            [[read.fields]]
            name = "calibration"
            need = "required"
            types = ["string"]
            missing = "R001"
            "#,
        );
        let domain = domain.expect("a contract may add a field to one category");
        assert_eq!(domain.extends.as_deref(), Some("promcp"));
        assert_eq!(domain.read.fields[0].snippet(), r#""calibration": {"type": "string"}"#);
    }

    #[test]
    fn a_misspelt_key_is_told_with_its_place() {
        let error = Contract::parse("name = \"x\"\nversion = \"1\"\nextend = \"promcp\"\n").expect_err("unknown key");
        assert!(error.contains("line 3"), "{error}");
    }

    #[test]
    fn categories_go_by_name_alone() {
        let has = |name: &str| PROMCP.category(name).map(|c| c.missing.as_str());
        assert_eq!(has("can_do"), Some("R009"));
        assert_eq!(has("read_"), Some("R001"));
        assert_eq!(has("do_it"), Some("R004"));
        assert_eq!((has("can_do_it"), has("Read_x"), has("list")), (None, None, None));
    }
}
