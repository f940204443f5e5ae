//! Whether a schema is one: judged by the meta-schemas of JSON Schema.
//!
//! The validator is a library's; it is built when a schema is met that an own, cheap look does not find ordinary.

use super::walk::walk;
use crate::json::{Data, Json};
use boon::{Compiler, SchemaIndex, Schemas, ValidationError};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A dialect of JSON Schema that we have the meta-schema of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    V2019,
    V2020,
}

/// What a schema says about its own dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declared {
    /// Nothing: 2020-12 holds.
    Nothing,
    Known(Dialect),
    /// One of JSON Schema's that we have no meta-schema of.
    Old,
    /// Nothing that JSON Schema knows.
    Foreign,
}

impl Dialect {
    /// Its name without host and scheme.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Draft4 => "draft-04",
            Dialect::Draft6 => "draft-06",
            Dialect::Draft7 => "draft-07",
            Dialect::V2019 => "2019-09",
            Dialect::V2020 => "2020-12",
        }
    }

    /// Its meta-schema.
    fn address(self) -> &'static str {
        match self {
            Dialect::Draft4 => "http://json-schema.org/draft-04/schema",
            Dialect::Draft6 => "http://json-schema.org/draft-06/schema",
            Dialect::Draft7 => "http://json-schema.org/draft-07/schema",
            Dialect::V2019 => "https://json-schema.org/draft/2019-09/schema",
            Dialect::V2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// Where `value` breaks the meta-schema; a validator is built at its first use.
    fn errors(self, value: &serde_json::Value) -> BTreeSet<String> {
        static BUILT: [OnceLock<Option<(Schemas, SchemaIndex)>>; 5] = [const { OnceLock::new() }; 5];
        let build = || {
            let mut schemas = Schemas::new();
            let index = Compiler::new().compile(self.address(), &mut schemas).ok()?;
            Some((schemas, index))
        };
        let mut out = BTreeSet::new();
        if let Some((schemas, index)) = BUILT[self as usize].get_or_init(build)
            && let Err(error) = schemas.validate(value, *index)
        {
            collect(&error, &mut out);
        }
        out
    }
}

/// The places of the innermost errors.
fn collect(error: &ValidationError, out: &mut BTreeSet<String>) {
    if error.causes.is_empty() && out.len() < MAX_FAULTS {
        out.insert(error.instance_location.to_string());
    }
    for cause in &error.causes {
        collect(cause, out);
    }
}

/// The dialect that the root names, compared without scheme and final `#`.
pub fn declared(schema: &Json) -> Declared {
    let Some(uri) = schema.get("$schema").and_then(Json::as_str) else { return Declared::Nothing };
    let bare = uri.trim_end_matches('#');
    let bare = bare.strip_prefix("http://").or_else(|| bare.strip_prefix("https://")).unwrap_or(bare);
    Declared::Known(match bare {
        "json-schema.org/draft-04/schema" => Dialect::Draft4,
        "json-schema.org/draft-06/schema" => Dialect::Draft6,
        "json-schema.org/draft-07/schema" => Dialect::Draft7,
        "json-schema.org/draft/2019-09/schema" => Dialect::V2019,
        "json-schema.org/draft/2020-12/schema" => Dialect::V2020,
        "json-schema.org/draft-03/schema" | "json-schema.org/schema" => return Declared::Old,
        _ => return Declared::Foreign,
    })
}

/// The places at which the meta-schema of `dialect` is broken: JSON pointers, each once, in order.
pub fn faults(schema: &Json, dialect: Dialect) -> Vec<String> {
    if is_ordinary(schema, dialect) {
        return Vec::new();
    }
    let found = dialect.errors(&schema.to_value());
    // Of a list and an element of it, the element says more.
    let inner = |at: &String| found.iter().any(|other| other.strip_prefix(at).is_some_and(|r| r.starts_with('/')));
    found.iter().filter(|at| !inner(at)).cloned().collect()
}

/// Errors that are looked at: one fault may give several.
const MAX_FAULTS: usize = 200;

/// Every keyword in it is one of those below, with a value of its type: then no meta-schema objects.
fn is_ordinary(schema: &Json, dialect: Dialect) -> bool {
    walk(schema).all(|node| match &node.json.data {
        Data::Bool(_) => dialect != Dialect::Draft4,
        Data::Unknown(_) => true,
        Data::Object(object) => object.members.iter().all(|m| {
            let value = &m.value;
            value.is_unknown() || is_usual(m.key.as_str(), value, dialect)
        }),
        _ => false,
    })
}

fn is_usual(keyword: &str, value: &Json, dialect: Dialect) -> bool {
    let is_text = |v: &Json| v.as_str().is_some();
    let is_schema = |v: &Json| matches!(v.data, Data::Object(_) | Data::Bool(_));
    let count = |v: &Json| matches!(&v.data, Data::Number(n) if n.is_u64());
    let list = |v: &Json, each: &dyn Fn(&Json) -> bool| {
        v.as_list().is_some_and(|items| !items.is_empty() && items.iter().all(each))
    };
    let distinct = |v: &Json| {
        let mut words: Vec<&str> = v.as_list().unwrap_or(&[]).iter().filter_map(Json::as_str).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        words.len() == all
    };
    let type_word = |v: &Json| v.as_str().is_some_and(|w| super::Types::from_name(w).is_some());
    match keyword {
        "title" | "description" | "format" => is_text(value),
        "pattern" => is_text(value),
        "type" => type_word(value) || (list(value, &type_word) && distinct(value)),
        "properties" | "$defs" | "definitions" => value.as_object().is_some(),
        "items" | "additionalProperties" => is_schema(value),
        "propertyNames" => is_schema(value) && dialect != Dialect::Draft4,
        "required" => {
            let may_be_empty = dialect != Dialect::Draft4;
            let empty = value.as_list().is_some_and(<[Json]>::is_empty);
            (list(value, &is_text) && distinct(value)) || (may_be_empty && empty)
        }
        "anyOf" | "oneOf" | "allOf" => list(value, &is_schema),
        "enum" => list(value, &is_text) && distinct(value),
        "default" | "const" => true,
        "examples" => value.as_list().is_some(),
        "minimum" | "maximum" => matches!(value.data, Data::Number(_)),
        "exclusiveMinimum" | "exclusiveMaximum" => matches!(value.data, Data::Number(_)) && dialect != Dialect::Draft4,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => count(value),
        "uniqueItems" => value.as_bool().is_some(),
        "$schema" => is_text(value),
        "$ref" => {
            value.as_str().is_some_and(|r| r.bytes().all(|b| b.is_ascii_alphanumeric() || b"#/$_.-".contains(&b)))
        }
        // A keyword that no meta-schema knows is not looked at.
        other => !KEYWORDS.contains(&other),
    }
}

/// Keywords that some meta-schema has a word on, and that are left to the validator.
const KEYWORDS: [&str; 34] = [
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
    "additionalItems",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "else",
    "id",
    "if",
    "maxContains",
    "minContains",
    "multipleOf",
    "not",
    "patternProperties",
    "prefixItems",
    "readOnly",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "writeOnly",
    "$ref",
    "$schema",
    "format",
];
