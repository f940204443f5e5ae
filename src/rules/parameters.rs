//! R033, R046, R048, R094: what a parameter says of itself.

use super::schema::{Schema, Types};
use super::walk::{self, Parameter};
use super::{Context, Sink};
use crate::diagnostic::Diagnostic;
use crate::ir::Tool;
use crate::json::{Data, Json};

/// Labels of one finding.
const LABELS: usize = 12;

/// proMCP says itself what this parameter is.
const KEY: &str = "idempotency_key";

/// One finding on the first of several parameters, with labels on the others.
fn one<'s>(sink: &'s mut Sink, found: &[&Parameter], message: String, label: &str) -> Option<&'s mut Diagnostic> {
    let (first, others) = found.split_first()?;
    let d = sink.report(first.key, message);
    d.here(label);
    for other in others.iter().take(LABELS) {
        d.label(other.key, label);
    }
    Some(d)
}

fn names(found: &[&Parameter]) -> String {
    walk::some(&found.iter().map(|p| p.name).collect::<Vec<_>>())
}

fn plural(found: &[&Parameter], one: &'static str, many: &'static str) -> &'static str {
    if found.len() == 1 { one } else { many }
}

/// R033.
pub fn undescribed<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    // A text that is not known may tell of each parameter.
    if tool.description.is_unknown() {
        return;
    }
    let all = context.parameters(tool);
    let text = tool.description.as_str().unwrap_or("");
    let bare: Vec<&Parameter> = all
        .iter()
        .filter(|p| p.name != KEY && p.schema.unknown().is_none() && !described(&p.schema) && !documents(text, p.name))
        .collect();
    if all.len() < 2 {
        return;
    }
    let message = format!(
        "{} {} no description: {}",
        bare.len(),
        plural(&bare, "parameter has", "parameters have"),
        names(&bare)
    );
    if let Some(d) = one(sink, &bare, message, "not described") {
        d.note("a model fills it in from its name alone: units, formats and which of two things is meant are guessed");
        d.help(match tool.framework {
            "promcp" | "protomcp" => {
                "this framework sends no description of parameters: say in the tool's description what each one is"
            }
            _ => "give each parameter a `description`: what it is, its unit or form, and an example",
        });
    }
}

/// The text may stand on the property, behind its reference, or on a branch.
fn described(schema: &Schema) -> bool {
    schema.keywords("description").iter().any(|d| d.is_unknown() || d.as_str().is_some_and(|t| !t.trim().is_empty()))
}

/// Whether the tool's own text tells of the parameter: by name before a colon, dash, parenthesis or equals sign,
/// or as code.
fn documents(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        if before.ends_with(is_part) || after.starts_with(is_part) || name.is_empty() {
            return false;
        }
        let code = before.ends_with(['`', '"', '\'', '*']) && after.starts_with(['`', '"', '\'', '*']);
        let after = after.trim_start_matches([' ', '`', '*', '"', '\'']);
        code || after.starts_with([':', '=', '(', '-', '–', '—'])
    })
}

/// R046.
pub fn untyped<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let all = context.parameters(tool);
    let found: Vec<&Parameter> = all.iter().filter(|p| says_nothing(&p.schema)).collect();
    let message = format!("{} {} anything", names(&found), plural(&found, "admits", "admit"));
    if let Some(d) = one(sink, &found, message, "no type") {
        d.note("a model often sends a text where an object or a number is meant, and the call fails");
        d.help("give it a type: `{\"type\": \"string\"}`, or `anyOf` with each form that is taken");
    }
}

/// Keywords that say something of the value, or where it is said.
const SAYING: [&str; 12] =
    ["type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not", "if", "properties", "items", "pattern"];

fn says_nothing(schema: &Schema) -> bool {
    let silent = match schema.written().as_object() {
        Some(object) => object.open.is_none() && SAYING.iter().all(|key| object.get(key).is_none()),
        None => schema.written().as_bool() == Some(true),
    };
    silent && schema.unknown().is_none() && schema.is_any()
}

/// R048.
pub fn open<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let all = context.parameters(tool);
    // What an intent must declare is told by R042.
    let told = |p: &Parameter| context.promcp() && p.name == "intent" && tool.known_name() == Some("can_do");
    let found: Vec<&Parameter> = all.iter().filter(|p| is_open(&p.schema) && !told(p)).collect();
    let message = format!(
        "{} {} and says nothing of what is in it",
        names(&found),
        plural(&found, "is an object", "are objects, each")
    );
    if let Some(d) = one(sink, &found, message, "any members") {
        d.note("a model makes up the names of its members");
        d.help("declare its `properties`, or with `additionalProperties` what each value is");
    }
}

fn is_open(schema: &Schema) -> bool {
    if schema.unknown().is_some() || schema.types().without(Types::NULL) != Types::OBJECT {
        return false;
    }
    let shaped = |key: &str| schema.keywords(key).iter().any(|v| v.as_object().is_some_and(|o| !o.members.is_empty()));
    let closed = schema.keywords("additionalProperties").iter().any(|v| v.as_bool() == Some(false));
    !closed
        && !["properties", "additionalProperties", "patternProperties", "propertyNames"].into_iter().any(shaped)
        && schema.properties().is_empty()
        && schema.values().listed.iter().all(|v| matches!(v.data, Data::Null))
}

/// R094.
pub fn default_on_required<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let Some(input) = tool.input.value() else { return };
    let Some(required) = Schema::new(input, input).required() else { return };
    let all = context.parameters(tool);
    let default =
        |p: &Parameter| p.schema.written().get("default").is_some_and(|d: &Json| !d.is_null() && !d.is_unknown());
    let found: Vec<&Parameter> = all.iter().filter(|p| required.has(p.name) && default(p)).collect();
    let message = format!(
        "{} {} a default and {} required",
        names(&found),
        plural(&found, "has", "have"),
        plural(&found, "is", "are")
    );
    if let Some(d) = one(sink, &found, message, "has a default") {
        d.label(required.span, "required here");
        d.note("no client fills in defaults: the model must send what the server would have filled in");
        d.help("take it out of `required`, or remove the default");
    }
}
