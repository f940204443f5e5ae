//! Schemas that protomcp 0.3.1 makes of annotations: parameters of tools, actions and steps, and fields of a
//! dataclass that is given as the output type.
//!
//! Source: `_type_to_schema`, `_generate_schema` and `_generate_dataclass_schema` of its `tool.py`.

use crate::frameworks::convert::json;
use crate::frameworks::hints::Hint;
use crate::ir::Fact;
use crate::json::{Data as JsonData, Json, Member, Object};
use crate::link::{Class, Data, Machine, Parameter, Value};
use crate::source::Span;
use crate::text::Text;
use std::rc::Rc;

/// Classes with a JSON type; any other class becomes a string.
const TYPES: &[(&str, &str)] = &[
    ("builtins.str", "string"),
    ("builtins.int", "integer"),
    ("builtins.float", "number"),
    ("builtins.bool", "boolean"),
    ("builtins.list", "array"),
    ("builtins.dict", "object"),
];

/// Parameters that are left out whatever their type.
const SKIPPED: &[&str] = &["self", "cls", "ctx"];

/// The input schema of a function.
pub fn input(machine: &mut Machine, function: &Value, at: Span) -> Fact<Json> {
    match machine.signature(function) {
        Ok(parameters) => Fact::known(of_parameters(&parameters, at), at),
        Err(why) => Fact::unknown(why.text, at),
    }
}

fn of_parameters(parameters: &[Parameter], at: Span) -> Json {
    let mut properties = Object::default();
    let mut required = Vec::new();
    for parameter in parameters {
        let hint = parameter.annotation.as_ref().map_or(Hint::Other, Hint::of);
        if SKIPPED.contains(&&*parameter.name) || hint.class_name() == Some("ToolContext") {
            continue;
        }
        let span = parameter.annotation_span.unwrap_or(parameter.name_span);
        let key = Text::new(&*parameter.name, parameter.name_span);
        let mut property = of_hint(&hint, span);
        match &parameter.default {
            Some(default) => {
                if let Some(object) = property.as_object_mut() {
                    object.set(Text::new("default", default.origin), json(default));
                }
            }
            None if hint.is_optional() => {}
            None => required.push(Json::new(JsonData::Text(key.clone()), parameter.name_span)),
        }
        properties.set(key, property);
    }
    object_schema(properties, required, at)
}

fn object_schema(properties: Object, required: Vec<Json>, at: Span) -> Json {
    let mut members = vec![
        Member { key: Text::new("type", at), value: Json::text("object", at) },
        Member { key: Text::new("properties", at), value: Json::new(JsonData::Object(properties.into()), at) },
    ];
    if !required.is_empty() {
        members.push(Member { key: Text::new("required", at), value: Json::list(required, at) });
    }
    Json::members(members, at)
}

/// The schema of one type.
pub fn of_hint(hint: &Hint, at: Span) -> Json {
    let typed = |json_type: &str| Json::object([("type", Json::text(json_type, at))], at);
    match hint {
        Hint::Union { members, .. } => {
            let mut schemas: Vec<Json> =
                members.iter().filter(|m| !matches!(m, Hint::None)).map(|m| of_hint(m, at)).collect();
            if hint.is_optional() {
                schemas.push(typed("null"));
            }
            Json::object([("anyOf", Json::list(schemas, at))], at)
        }
        Hint::Literal(values) => literal(values, at),
        Hint::Generic { origin, args } => {
            let mut schema = match origin.as_str() {
                "builtins.list" => typed("array"),
                "builtins.dict" => typed("object"),
                _ => return named(hint, at),
            };
            let part = match (origin.as_str(), args.as_slice()) {
                ("builtins.list", [item, ..]) => Some(("items", item)),
                ("builtins.dict", [_, value]) => Some(("additionalProperties", value)),
                _ => None,
            };
            if let (Some((key, part)), Some(object)) = (part, schema.as_object_mut()) {
                object.set(Text::new(key, at), of_hint(part, at));
            }
            schema
        }
        _ => named(hint, at),
    }
}

fn named(hint: &Hint, at: Span) -> Json {
    if let Some(why) = hint.foreign("protomcp.") {
        return Json::unknown(why, at);
    }
    let json_type = match hint {
        Hint::Named(path) => TYPES.iter().find(|(class, _)| class == path).map(|(_, t)| *t),
        _ => None,
    };
    Json::object([("type", Json::text(json_type.unwrap_or("string"), at))], at)
}

/// Values of one JSON type are told by type and values, others by values alone.
fn literal(values: &[Value], at: Span) -> Json {
    let kind = |value: &Value| match value.data {
        Data::Text(_) => Some("string"),
        Data::Int(_) => Some("integer"),
        Data::Bool(_) => Some("boolean"),
        _ => None,
    };
    let first = values.first().and_then(kind);
    let one = first.filter(|first| values.iter().all(|v| kind(v) == Some(first)));
    let words = Json::list(values.iter().map(json).collect(), at);
    Json::object(one.map(|t| ("type", Json::text(t, at))).into_iter().chain([("enum", words)]), at)
}

/// The output schema: of a dataclass alone; all other types give none.
pub fn output(machine: &mut Machine, output_type: &Value, at: Span) -> Fact<Json> {
    let class = match &output_type.data {
        Data::Class(class) => class.clone(),
        Data::Instance(instance) => instance.class.clone(),
        Data::Unknown(_) | Data::OneOf(_) => {
            return Fact::unknown(crate::frameworks::convert::reason(output_type), output_type.origin);
        }
        // A class of another package may be a dataclass.
        Data::Term(_) => {
            return Hint::of(output_type).foreign("protomcp.").map_or(Fact::Absent, |w| Fact::unknown(w, at));
        }
        _ => return Fact::Absent,
    };
    if !is_dataclass(machine, &class) {
        return Fact::Absent;
    }
    let mut properties = Object::default();
    let mut required = Vec::new();
    for field in machine.class_fields(&class) {
        let hint = Hint::of(&field.annotation);
        if matches!(hint.class_name(), Some("ClassVar" | "InitVar" | "KW_ONLY")) {
            continue;
        }
        let key = Text::new(&*field.name, field.span);
        let has_default = field.default.as_ref().is_some_and(crate::library::python::dataclasses::has_default);
        if !has_default && !hint.is_optional() {
            required.push(Json::new(JsonData::Text(key.clone()), field.span));
        }
        properties.set(key, of_hint(&hint, field.annotation.origin));
    }
    Fact::known(object_schema(properties, required, output_type.origin), output_type.origin)
}

fn is_dataclass(machine: &Machine, class: &Rc<Class>) -> bool {
    machine.class_members(class).iter().any(|(name, _)| name == crate::library::python::dataclasses::MARK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frameworks::testing::{at, index, name, none, or};
    use crate::syntax::{ListKind, ParamKind};

    /// Measured with protomcp 0.3.1 on CPython 3.11.
    #[test]
    fn the_type_table() {
        let (str_, int) = (name("builtins.str"), name("builtins.int"));
        let text = |s: &str| Value::text(s, at());
        let rows: Vec<(Value, &str)> = vec![
            (str_.clone(), r#"{"type":"string"}"#),
            (name("builtins.float"), r#"{"type":"number"}"#),
            (name("builtins.bool"), r#"{"type":"boolean"}"#),
            (name("builtins.list"), r#"{"type":"array"}"#),
            (name("typing.List"), r#"{"type":"array"}"#),
            (name("builtins.dict"), r#"{"type":"object"}"#),
            (
                index("typing.List", &[index("builtins.list", std::slice::from_ref(&str_))]),
                r#"{"type":"array","items":{"type":"array","items":{"type":"string"}}}"#,
            ),
            (
                index("builtins.dict", &[int.clone(), name("builtins.bool")]),
                r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
            ),
            (index("builtins.list", &[name("typing.Any")]), r#"{"type":"array","items":{"type":"string"}}"#),
            (index("typing.Optional", std::slice::from_ref(&int)), r#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
            (
                or(or(int.clone(), none()), str_.clone()),
                r#"{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}"#,
            ),
            (index("typing.Union", &[int.clone(), int.clone()]), r#"{"type":"integer"}"#),
            (index("typing.Literal", &[text("a"), text("b")]), r#"{"type":"string","enum":["a","b"]}"#),
            (index("typing.Literal", &[text("a"), Value::new(Data::Int(1), at())]), r#"{"enum":["a",1]}"#),
            (index("typing.Literal", &[text("a"), none()]), r#"{"enum":["a",null]}"#),
            (index("typing.Annotated", &[int.clone(), text("x")]), r#"{"type":"integer"}"#),
            (index("builtins.tuple", &[int.clone(), int.clone()]), r#"{"type":"string"}"#),
            (index("typing.Sequence", std::slice::from_ref(&str_)), r#"{"type":"string"}"#),
            (name("datetime.datetime"), r#"{"type":"string"}"#),
            (name("pathlib.Path"), r#"{"type":"string"}"#),
            (none(), r#"{"type":"string"}"#),
        ];
        for (annotation, expected) in rows {
            let schema = of_hint(&Hint::of(&annotation), at());
            assert_eq!(schema.to_value().to_string(), expected, "{}", annotation.brief());
        }
    }

    fn parameter(name: &str, annotation: Option<Value>, default: Option<Value>) -> Parameter {
        Parameter {
            name: name.into(),
            kind: ParamKind::Plain,
            annotation,
            deferred: false,
            default,
            span: at(),
            name_span: at(),
            annotation_span: None,
        }
    }

    #[test]
    fn parameters_defaults_and_what_is_left_out() {
        let parameters = [
            parameter("self", None, None),
            parameter("ctx", Some(name("builtins.str")), None),
            parameter("context", Some(name("protomcp.context.ToolContext")), None),
            parameter("progress", Some(index("typing.Optional", &[name("protomcp.ToolContext")])), Some(none())),
            parameter("untyped", None, None),
            parameter("tag", Some(index("typing.Optional", &[name("builtins.str")])), None),
            parameter("count", Some(name("builtins.int")), Some(none())),
            parameter("pair", Some(name("builtins.tuple")), Some(Value::list(ListKind::Tuple, vec![none()], at()))),
        ];
        let expected = r#"{"type":"object","properties":{"progress":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},"untyped":{"type":"string"},"tag":{"anyOf":[{"type":"string"},{"type":"null"}]},"count":{"type":"integer","default":null},"pair":{"type":"string","default":[null]}},"required":["untyped"]}"#;
        assert_eq!(of_parameters(&parameters, at()).to_value().to_string(), expected);
    }
}
