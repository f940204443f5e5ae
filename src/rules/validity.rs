//! R081, R085, R089: whether schemas are schemas, and in which dialect.

use super::common::{about, each};
use super::hint_keys::kind;
use super::hosts::{Kind, Objections, limits};
use super::schema::meta::{self, Declared, Dialect};
use super::schema::{Types, walk};
use super::spec::{self, Strength};
use super::words::quote;
use super::{Context, Sink, pattern};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::{Data, Json, Lookup};
use crate::source::Span;

/// Other places of the same fault that a finding labels.
const LABELS: usize = 5;

/// The schemas that a client is served.
fn schemas(tool: &Tool) -> impl Iterator<Item = &Json> {
    [&tool.input, &tool.output].into_iter().filter_map(|s| s.value()).filter(|s| s.as_object().is_some())
}

/// What is wrong with one place of a schema.
struct Fault {
    span: Span,
    /// Where the keyword's value lies: one keyword has one fault.
    keyword: Span,
    message: String,
    help: String,
}

/// R081.
pub fn keyword_invalid(tool: &Tool, _: &Context, sink: &mut Sink) {
    for schema in schemas(tool) {
        let dialect = match meta::declared(schema) {
            Declared::Nothing => Dialect::V2020,
            Declared::Known(dialect) => dialect,
            Declared::Old | Declared::Foreign => continue,
        };
        let mut told: Vec<Fault> = Vec::new();
        for pointer in meta::faults(schema, dialect) {
            told.extend(explain(schema, &pointer, dialect));
        }
        told.sort_by_key(|fault| fault.span);
        let mut idle = misplaced(schema);
        idle.retain(|fault| !told.iter().any(|t| t.keyword == fault.keyword));
        report(told, None, sink);
        report(idle, Some(Level::Warning), sink);
    }
}

/// One finding for each fault, with a label on every further place of it.
fn report(mut faults: Vec<Fault>, level: Option<Level>, sink: &mut Sink) {
    while !faults.is_empty() {
        let first = faults.remove(0);
        let (same, others) = faults.into_iter().partition::<Vec<_>, _>(|f| f.message == first.message);
        faults = others;
        let d = sink.report(first.span, first.message);
        for fault in same.iter().take(LABELS) {
            d.label(fault.span, "here too");
        }
        match level {
            Some(level) => {
                d.level(level);
                d.note("validators pass over it, so what it says is not checked; Gemini's subset refuses it")
            }
            None => d.note("clients and model APIs that check schemas refuse the tool, most of them the whole list"),
        };
        d.help(first.help);
    }
}

/// Follows a JSON pointer: the value, the key or list that it stands under, and the one before that.
fn locate<'a>(schema: &'a Json, pointer: &str) -> Option<(&'a Json, String, String)> {
    let mut json = schema;
    let (mut last, mut before) = (String::new(), String::new());
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        json = match &json.data {
            Data::Object(object) => object.get(&token)?,
            Data::List(items) => items.get(token.parse::<usize>().ok()?)?,
            _ => return None,
        };
        before = std::mem::replace(&mut last, token);
    }
    Some((json, last, before))
}

fn explain(schema: &Json, pointer: &str, dialect: Dialect) -> Option<Fault> {
    let (value, key, above) = locate(schema, pointer)?;
    if !value.unknowns().is_empty() {
        return None;
    }
    let named = above == "properties";
    let found = kind(value);
    let word = quote(&key);
    let (message, help) = match (key.as_str(), &value.data) {
        ("required", Data::List(_)) if named => (
            "`required` stands among the properties, where it is read as a parameter of that name".to_owned(),
            "move it one level up, beside `properties`".to_owned(),
        ),
        _ if named => {
            (format!("the schema of the property {word} is {found}"), "write a schema: `{\"type\": …}`".to_owned())
        }
        (word, Data::Text(t)) if word == "type" || above == "type" => {
            let right = type_meant(t.as_str());
            let help = right.map_or_else(
                || "it is one of string, number, integer, boolean, array, object and null".to_owned(),
                |right| format!("write {right}"),
            );
            (format!("{} is no type of JSON Schema", quote(t.as_str())), help)
        }
        ("required", Data::List(names)) if names.iter().all(|n| n.as_str().is_some()) => {
            ("`required` names a property twice".to_owned(), "name each property once".to_owned())
        }
        ("required", _) => (
            format!("`required` is {found}, not a list of names"),
            "list the names in the object that has the properties: `\"required\": [\"…\"]`".to_owned(),
        ),
        ("exclusiveMinimum" | "exclusiveMaximum", Data::Bool(_)) => {
            let other = if key == "exclusiveMinimum" { "minimum" } else { "maximum" };
            (
                format!("{word} is {found}, as it was in draft-04"),
                format!("write the bound itself in it, and leave `{other}` out"),
            )
        }
        ("items", Data::List(_)) => (
            format!("`items` is a list, which {} does not allow", dialect.name()),
            "use an object with a name for each place, or an array whose `items` fits all of them".to_owned(),
        ),
        _ => (
            format!("{word} has a value, {found}, that {} does not allow", dialect.name()),
            format!("look up {word} in JSON Schema {}, or leave it out", dialect.name()),
        ),
    };
    Some(Fault { span: value.span, keyword: value.span, message, help })
}

/// The word of JSON Schema for a word of a programming language.
fn type_meant(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "string" | "str" | "text" | "char" | "varchar" => "`string`",
        "number" | "float" | "double" | "decimal" | "f32" | "f64" | "float64" | "real" => "`number`",
        "integer" | "int" | "long" | "short" | "int32" | "int64" | "bigint" | "i32" | "i64" | "u32" | "u64" => {
            "`integer`"
        }
        "boolean" | "bool" => "`boolean`",
        "object" | "dict" | "map" | "record" | "struct" | "json" => "`object`",
        "array" | "list" | "tuple" | "set" | "vec" => "`array`",
        "null" | "none" | "nil" => "`null`",
        "date" | "datetime" | "date-time" => "`string`, with the format beside it",
        "any" | "unknown" => "the types that it may have, or leave `type` out",
        _ => return None,
    })
}

/// Keywords that speak of one type, in a schema of another.
const OF_TYPE: [(&str, Types); 20] = [
    ("properties", Types::OBJECT),
    ("required", Types::OBJECT),
    ("additionalProperties", Types::OBJECT),
    ("patternProperties", Types::OBJECT),
    ("propertyNames", Types::OBJECT),
    ("minProperties", Types::OBJECT),
    ("maxProperties", Types::OBJECT),
    ("items", Types::ARRAY),
    ("prefixItems", Types::ARRAY),
    ("contains", Types::ARRAY),
    ("minItems", Types::ARRAY),
    ("maxItems", Types::ARRAY),
    ("uniqueItems", Types::ARRAY),
    ("minLength", Types::STRING),
    ("maxLength", Types::STRING),
    ("pattern", Types::STRING),
    ("minimum", Types::NUMBER),
    ("maximum", Types::NUMBER),
    ("exclusiveMinimum", Types::NUMBER),
    ("exclusiveMaximum", Types::NUMBER),
];

fn misplaced(schema: &Json) -> Vec<Fault> {
    let mut out = Vec::new();
    for node in walk(schema) {
        let Some(object) = node.json.as_object() else { continue };
        let word = |json: &Json| json.as_str().and_then(Types::from_name);
        let types = match object.get("type").map(|t| &t.data) {
            Some(Data::Text(t)) => Types::from_name(t.as_str()),
            Some(Data::List(words)) => words.iter().map(word).try_fold(Types::NONE, |all, t| Some(all | t?)),
            _ => None,
        };
        let Some(types) = types else { continue };
        // One label a schema: the other keywords of that type go with the first.
        let foreign = object.members.iter().find_map(|m| {
            let (key, of) = OF_TYPE.iter().find(|(key, _)| *key == m.key.as_str())?;
            (!types.intersects(*of)).then_some((m, key, of))
        });
        if let Some((member, key, of)) = foreign {
            out.push(Fault {
                span: member.key.span(),
                keyword: member.value.span,
                message: format!("`{key}` has no effect on a value of type {}", types.words()),
                help: format!("make the type {}, or leave `{key}` out", of.words()),
            });
        }
    }
    out
}

/// R085: clients test the literal `type` of the root.
pub fn output_root(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(schema) = tool.output.value() else { return };
    let member = tool.raw.as_ref().and_then(|raw| raw.as_object()?.member("outputSchema"));
    let place = member.map_or_else(|| tool.output.span().unwrap_or(schema.span), |m| m.key.span());
    let (span, message) = match (&schema.data, schema.lookup("type")) {
        (Data::Unknown(_) | Data::Null, _) | (_, Lookup::Unknown(_)) => return,
        (Data::Object(_), Lookup::Found(m)) if m.value.is_unknown() || m.value.as_str() == Some("object") => return,
        (Data::Object(_), Lookup::Found(m)) => {
            (m.value.span, format!("the root type of outputSchema is {}, not `object`", kind(&m.value)))
        }
        (Data::Object(_), Lookup::Absent) => (place, "the root of outputSchema has no `type`".to_owned()),
        _ => (schema.span, format!("outputSchema is {}, not an object", kind(schema))),
    };
    let d = sink.report(span, message);
    if spec::of(context.settings.spec).is_none_or(|s| s.output_root != Some(Strength::Must)) {
        d.level(Level::Warning);
        d.note("this revision of MCP allows it; clients of earlier ones still refuse the whole tool list");
    } else {
        d.note("clients built on the TypeScript SDK refuse the whole tool list for one such tool");
    }
    d.help("put the result under a name: `{\"type\": \"object\", \"properties\": {\"result\": …}}`");
}

/// R089: once a server where clients refuse the dialect; a foreign one, and a pattern that is none, tool by tool.
pub fn dialect(server: &Server, context: &Context, sink: &mut Sink) {
    for tool in server.served() {
        for schema in schemas(tool) {
            if let (Declared::Foreign, Some(named)) = (meta::declared(schema), schema.get("$schema")) {
                let d = sink.report(named.span, "`$schema` names no dialect of JSON Schema");
                d.level(Level::Warning);
                d.note("a client that checks schemas has nothing to check this one by");
                d.help("leave `$schema` out, which stands for 2020-12");
                about(d, tool);
            }
        }
        for (span, why) in schemas(tool).flat_map(bad_patterns) {
            let d = sink.report(span, format!("the pattern is no regular expression: {why}"));
            d.level(Level::Error);
            d.note("clients compile patterns when they list or call the tool, and fail");
            d.help("JSON Schema reads patterns as JavaScript does; try it in `new RegExp(…)`");
            about(d, tool);
        }
    }
    refused_dialect(server, context, sink);
}

fn bad_patterns(schema: &Json) -> Vec<(Span, String)> {
    let patterns = walk(schema).filter_map(|node| node.json.get("pattern")?.as_text());
    patterns.filter_map(|text| Some((text.span(), pattern::fault(text.as_str())?.to_lowercase()))).collect()
}

fn refused_dialect(server: &Server, context: &Context, sink: &mut Sink) {
    let found: Vec<_> = limits(context.settings, Kind::OutputDialect).collect();
    let named = |tool: &Tool| -> Option<(Span, Dialect, bool)> {
        let schema = tool.output.value()?;
        let Declared::Known(dialect) = meta::declared(schema) else { return None };
        let span = schema.get("$schema")?.span;
        // What an SDK adds by itself has no place of its own.
        Some((span, dialect, span == schema.span))
    };
    let breaks = |tool: &Tool| {
        let (_, dialect, _) = named(tool)?;
        let objections =
            Objections::of(found.iter().copied(), |limit| limit.words.iter().all(|word| word != dialect.name()));
        (!objections.is_empty()).then_some((dialect, objections))
    };
    let tools: Vec<&Tool> = server.served().filter(|tool| breaks(tool).is_some()).collect();
    let Some((dialect, objections)) = tools.first().and_then(|tool| breaks(tool)) else { return };
    let place = |tool: &Tool| named(tool).map_or(tool.span, |(span, ..)| span);
    let by_sdk = tools.iter().all(|tool| named(tool).is_some_and(|(.., by_sdk)| by_sdk));
    let message = format!("an output schema names the dialect {}, {}", dialect.name(), objections.by());
    if let Some(d) = each(sink, &tools, place, &message, "here too") {
        d.level(if by_sdk { Level::Note } else { objections.level() });
        objections.tell(d);
        d.help("leave `$schema` out, or name 2020-12");
    }
}
