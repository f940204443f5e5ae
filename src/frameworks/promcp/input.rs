//! The input schema that the package infers from a signature.
//!
//! Source: `_infer_input_schema` of promcp 0.5.2, and of 0.2.0 to 0.5.1, which know far less.

use crate::frameworks::hints::Hint;
use crate::ir::Fact;
use crate::json::{Data, Json, Member, Object};
use crate::link::{Machine, Parameter, Value};
use crate::source::Span;
use crate::syntax::ParamKind;
use crate::text::Text;

/// Classes that have a JSON type.
const TYPES: &[(&str, &str)] = &[
    ("builtins.str", "string"),
    ("builtins.int", "integer"),
    ("builtins.float", "number"),
    ("builtins.bool", "boolean"),
    ("builtins.list", "array"),
    ("builtins.dict", "object"),
];

/// A schema of one parameter, before it has places: its JSON type, whether null is one too, the type of
/// its items. `Err`: it cannot be known.
type Inferred = Result<Shape, String>;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Shape {
    json_type: Option<&'static str>,
    nullable: bool,
    items: Option<&'static str>,
}

pub fn schema(machine: &mut Machine, function: &Value, old: bool, at: Span) -> Fact<Json> {
    let parameters = match machine.signature(function) {
        Ok(parameters) => parameters,
        Err(why) => return Fact::unknown(why.text, at),
    };
    // One name that cannot be resolved, the returned type's included, and no annotation is resolved.
    let raw = !old && {
        let returned = machine.return_annotation(function);
        parameters.iter().filter_map(|p| p.annotation.as_ref()).chain(&returned).any(|a| Hint::of(a).is_unbound())
    };
    Fact::known(of_parameters(&parameters, old, raw, at), at)
}

fn of_parameters(parameters: &[Parameter], old: bool, raw: bool, at: Span) -> Json {
    let mut properties = Object::default();
    let mut required = Vec::new();
    for parameter in parameters {
        let variadic = matches!(parameter.kind, ParamKind::Rest | ParamKind::KeywordRest);
        if &*parameter.name == "self" || (variadic && !old) {
            continue;
        }
        let (shape, optional) = match &parameter.annotation {
            None => (Ok(Shape::default()), false),
            // The package sees text and makes nothing of it.
            Some(_) if parameter.deferred && (old || raw) => (Ok(Shape::default()), false),
            Some(annotation) if old => infer_old(&Hint::of(annotation)),
            Some(annotation) => (infer(&Hint::of(annotation)), false),
        };
        let span = parameter.annotation_span.unwrap_or(parameter.name_span);
        let key = Text::new(&*parameter.name, parameter.name_span);
        if parameter.default.is_none() && !optional {
            required.push(Json::new(Data::Text(key.clone()), parameter.name_span));
        }
        properties.set(key, to_json(shape, span));
    }
    let mut members = vec![
        Member { key: Text::new("type", at), value: Json::text("object", at) },
        Member { key: Text::new("properties", at), value: Json::new(Data::Object(properties.into()), at) },
    ];
    if !required.is_empty() {
        members.push(Member { key: Text::new("required", at), value: Json::list(required, at) });
    }
    Json::members(members, at)
}

fn to_json(shape: Inferred, span: Span) -> Json {
    let shape = match shape {
        Ok(shape) => shape,
        Err(why) => return Json::unknown(why, span),
    };
    let Some(json_type) = shape.json_type else { return Json::object([], span) };
    let json_type = Json::text(json_type, span);
    let json_type = match shape.nullable {
        true => Json::list(vec![json_type, Json::text("null", span)], span),
        false => json_type,
    };
    let items = shape.items.map(|items| ("items", Json::object([("type", Json::text(items, span))], span)));
    Json::object([("type", json_type)].into_iter().chain(items), span)
}

/// 0.5.2: the six classes, their generics, and one of them or None.
fn infer(hint: &Hint) -> Inferred {
    let (inner, nullable) = match hint {
        Hint::Union { members, .. } => {
            let others: Vec<&Hint> = members.iter().filter(|m| !matches!(m, Hint::None)).collect();
            match others.as_slice() {
                [one] if members.len() == 2 => (*one, true),
                _ => return Ok(Shape::default()),
            }
        }
        other => (other, false),
    };
    let json_type = json_type(inner)?;
    let items = match inner {
        Hint::Generic { args, .. } if json_type == Some("array") && args.len() == 1 => self::json_type(&args[0])?,
        _ => None,
    };
    Ok(Shape { json_type, nullable: nullable && json_type.is_some(), items })
}

fn json_type(hint: &Hint) -> Result<Option<&'static str>, String> {
    match hint {
        Hint::Named(path) | Hint::Generic { origin: path, .. } => match TYPES.iter().find(|(class, _)| class == path) {
            Some((_, json_type)) => Ok(Some(json_type)),
            None => hint.foreign("promcp.").map_or(Ok(None), Err),
        },
        Hint::Unknown(why) | Hint::Unbound(why) => Err(why.clone()),
        _ => Ok(None),
    }
}

/// Up to 0.5.1: the six classes bare, or as `Optional[…]`, which also makes a parameter optional. `X | None`
/// has no origin that these versions see.
fn infer_old(hint: &Hint) -> (Inferred, bool) {
    let (members, is_optional) = match hint {
        Hint::Union { members, bar: false } => (members.as_slice(), hint.is_optional()),
        Hint::Generic { args, .. } => (args.as_slice(), args.iter().any(|a| matches!(a, Hint::None))),
        _ => (&[][..], false),
    };
    let inner = match is_optional {
        true => members.iter().find(|m| !matches!(m, Hint::None)).unwrap_or(hint),
        false => hint,
    };
    let json_type = match inner {
        Hint::Generic { .. } => hint.foreign("promcp.").map_or(Ok(None), Err),
        other => json_type(other),
    };
    let shape =
        json_type.map(|json_type| Shape { json_type, nullable: is_optional && json_type.is_some(), items: None });
    (shape, is_optional)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frameworks::testing::{at, index, name, none, or};
    use crate::link::WhyKind;
    use crate::syntax::ListKind;

    fn shown(annotation: &Value, old: bool) -> String {
        let hint = Hint::of(annotation);
        let shape = if old { infer_old(&hint).0 } else { infer(&hint) };
        to_json(shape, at()).to_value().to_string()
    }

    /// Measured with promcp 0.5.2 and 0.2.0.
    #[test]
    fn the_type_table_of_both_versions() {
        let (str_, int) = (name("builtins.str"), name("builtins.int"));
        let rows: Vec<(Value, &str, &str)> = vec![
            (str_.clone(), r#"{"type":"string"}"#, r#"{"type":"string"}"#),
            (name("builtins.list"), r#"{"type":"array"}"#, r#"{"type":"array"}"#),
            (
                index("builtins.list", std::slice::from_ref(&str_)),
                r#"{"type":"array","items":{"type":"string"}}"#,
                "{}",
            ),
            (
                index("builtins.list", &[index("builtins.dict", &[str_.clone(), int.clone()])]),
                r#"{"type":"array","items":{"type":"object"}}"#,
                "{}",
            ),
            (index("builtins.list", &[name("typing.Any")]), r#"{"type":"array"}"#, "{}"),
            (name("typing.List"), r#"{"type":"array"}"#, "{}"),
            (index("typing.Dict", &[str_.clone(), int.clone()]), r#"{"type":"object"}"#, "{}"),
            (
                index("typing.Optional", std::slice::from_ref(&int)),
                r#"{"type":["integer","null"]}"#,
                r#"{"type":["integer","null"]}"#,
            ),
            (or(int.clone(), none()), r#"{"type":["integer","null"]}"#, "{}"),
            (
                index("typing.Optional", &[index("builtins.list", std::slice::from_ref(&int))]),
                r#"{"type":["array","null"],"items":{"type":"integer"}}"#,
                "{}",
            ),
            (or(or(int.clone(), str_.clone()), none()), "{}", "{}"),
            (index("typing.Union", &[int.clone(), str_.clone()]), "{}", "{}"),
            (index("typing.Annotated", &[int.clone(), Value::text("x", at())]), r#"{"type":"integer"}"#, "{}"),
            (index("typing.Literal", &[Value::text("a", at())]), "{}", "{}"),
            (name("datetime.datetime"), "{}", "{}"),
            (none(), "{}", "{}"),
            // A list as an annotation is no type; 0.5.2 fails there, and `{}` was meant.
            (Value::list(ListKind::List, vec![Value::text("x", at())], at()), "{}", "{}"),
        ];
        for (annotation, new, old) in &rows {
            assert_eq!(shown(annotation, false), *new, "{}", annotation.brief());
            // 0.2.0 does not see through Annotated; this reading does and is right about the type.
            if annotation.root_path().as_deref() != Some("typing.Annotated") {
                assert_eq!(shown(annotation, true), *old, "old {}", annotation.brief());
            }
        }
    }

    #[test]
    fn what_is_not_known_is_not_anything() {
        let unknown = Value::unknown(WhyKind::RunTime, "chosen at run time", at());
        assert_eq!(infer(&Hint::of(&unknown)), Err("chosen at run time".to_owned()));
        assert!(infer(&Hint::of(&name("acme.Money"))).is_err());
    }

    fn parameter(name: &str, kind: ParamKind, annotation: Option<Value>, default: bool, deferred: bool) -> Parameter {
        Parameter {
            name: name.into(),
            kind,
            annotation,
            deferred,
            default: default.then(none),
            span: at(),
            name_span: at(),
            annotation_span: None,
        }
    }

    #[test]
    fn kinds_of_parameters() {
        let int = || Some(name("builtins.int"));
        let parameters = [
            parameter("self", ParamKind::Plain, None, false, false),
            parameter("a", ParamKind::PositionalOnly, int(), false, false),
            parameter("rest", ParamKind::Rest, int(), false, false),
            parameter("d", ParamKind::KeywordOnly, int(), true, false),
            parameter("q", ParamKind::KeywordOnly, int(), false, true),
        ];
        let shown = |old, raw| of_parameters(&parameters, old, raw, at()).to_value().to_string();
        let new = r#"{"type":"object","properties":{"a":{"type":"integer"},"d":{"type":"integer"},"q":{"type":"integer"}},"required":["a","q"]}"#;
        assert_eq!(shown(false, false), new);
        assert_eq!(shown(false, true), new.replace(r#""q":{"type":"integer"}"#, r#""q":{}"#));
        assert!(shown(true, false).contains(r#""rest":{"type":"integer"}"#));
        assert!(shown(true, false).contains(r#""q":{}"#));
    }
}
