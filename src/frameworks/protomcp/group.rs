//! Groups: a class whose marked methods are actions, served one tool each (`separate`) or as one tool with a
//! choice (any other strategy).
//!
//! Source: `group.py` of protomcp 0.3.1.

use super::keywords::{ACTION, GROUP, Keywords};
use super::{NAME, schema};
use crate::frameworks::{convert, tool_of};
use crate::ir::{Fact, Handler, Tool};
use crate::json::{Data as JsonData, Json, Member, Object};
use crate::link::{Arguments, Class, Data, Machine, Registration, Term, Value};
use crate::source::Span;
use crate::text::{Text, TextBuilder};
use std::rc::Rc;

/// A marked method of a group or workflow class.
pub struct Marked {
    /// As an attribute of the object that the SDK makes.
    pub method: Value,
    pub arguments: Arguments,
    pub at: Span,
    pub handler: Option<Handler>,
}

impl Marked {
    pub fn keywords(&self, order: &'static [&'static str]) -> Keywords<'_> {
        Keywords { order, arguments: &self.arguments, at: self.at }
    }

    /// Where the method is written.
    pub fn span(&self) -> Span {
        self.handler.as_ref().map_or(self.at, |h| h.span)
    }
}

/// The methods that carry a mark, in the order of their attribute names.
pub fn marked(machine: &mut Machine, object: &Value, mark: &str) -> Vec<Marked> {
    let Some(class) = class_of(object) else { return Vec::new() };
    let mut members = machine.class_members(&class);
    if let Data::Instance(instance) = &object.data {
        for (name, value) in instance.attributes.borrow().iter() {
            members.retain(|(n, _)| **n != **name);
            members.push((name.to_string(), value.clone()));
        }
        members.sort_by(|a, b| a.0.cmp(&b.0));
    }
    let mut out = Vec::new();
    for (name, value) in members {
        let Some(declaration) = mark_of(&value, mark) else { continue };
        let Some(arguments) = declaration.constructor_arguments().cloned() else { continue };
        let method = match object.data {
            Data::Instance(_) => machine.attribute(object, &name, declaration.origin),
            _ => value,
        };
        let handler = machine.definition(&method).map(|d| Handler { name: d.name, span: d.name_span });
        out.push(Marked { method, arguments, at: declaration.origin, handler });
    }
    out
}

pub fn class_of(object: &Value) -> Option<Rc<Class>> {
    match &object.data {
        Data::Instance(instance) => Some(instance.class.clone()),
        Data::Class(class) => Some(class.clone()),
        _ => None,
    }
}

/// The declaration that a decorator left on a function, looked for through methods and `staticmethod`.
fn mark_of(value: &Value, mark: &str) -> Option<Value> {
    match &value.data {
        Data::Function(function) => function.attributes.borrow().get(mark).cloned(),
        Data::Method(method) => mark_of(&method.function, mark),
        Data::Term(term) => match &**term {
            Term::Call { callee, arguments, attributes } => {
                if let Some(set) = attributes.borrow().get(mark) {
                    return Some(set.clone());
                }
                let path = callee.path()?;
                matches!(path.as_str(), "builtins.staticmethod" | "builtins.classmethod")
                    .then(|| mark_of(arguments.positional.first()?, mark))?
            }
            _ => None,
        },
        _ => None,
    }
}

/// The tools of a registered group.
pub fn tools(machine: &mut Machine, registration: &Registration) -> Vec<Tool> {
    let keywords = Keywords { order: GROUP, arguments: &registration.arguments, at: registration.span };
    let actions = marked(machine, &registration.target, "_action_def");
    let name = keywords.text("name");
    match separate(&keywords) {
        Ok(true) => actions.iter().map(|a| action(machine, registration, &keywords, &name, a)).collect(),
        Ok(false) => vec![union(machine, registration, &keywords, &name, &actions)],
        Err(why) => {
            let mut tools: Vec<Tool> =
                actions.iter().map(|a| action(machine, registration, &keywords, &name, a)).collect();
            for tool in &mut tools {
                tool.conditional.get_or_insert_with(|| format!("the strategy of the group is not known: {why}"));
            }
            tools
        }
    }
}

/// Whether each action is a tool: so by default and with this very word, and with no other value.
pub fn separate(keywords: &Keywords) -> Result<bool, String> {
    match keywords.given("strategy") {
        convert::Given::Absent => Ok(true),
        convert::Given::Unknown(why) => Err(why),
        convert::Given::Value(value) => {
            let value = convert::plain(value);
            match &value.data {
                Data::Text(text) => Ok(text.as_str() == "separate"),
                Data::Unknown(_) | Data::OneOf(_) | Data::Term(_) => Err(convert::reason(&value)),
                _ => Ok(false),
            }
        }
    }
}

/// Two texts with what stands between them, each character at its place.
pub fn joined(left: &Fact<Text>, between: &str, right: &Fact<Text>, at: Span) -> Fact<Text> {
    match (left, right) {
        (Fact::Known { value: l, .. }, Fact::Known { value: r, span }) => {
            let mut out = TextBuilder::default();
            out.push_slice(l, 0..l.as_str().len());
            out.push(between, *span);
            out.push_slice(r, 0..r.as_str().len());
            Fact::known(out.finish(*span), *span)
        }
        (Fact::Unknown { why, span }, _) | (_, Fact::Unknown { why, span }) => Fact::unknown(why.clone(), *span),
        _ => {
            let _ = at;
            Fact::Absent
        }
    }
}

/// The text that a marked method gives, else its tool's name with a blank for the dot.
pub fn description(own: Fact<Text>, group: &Fact<Text>, name: &Fact<Text>, at: Span) -> Fact<Text> {
    match own {
        Fact::Absent => joined(group, " ", name, at),
        own => own,
    }
}

fn action(
    machine: &mut Machine,
    registration: &Registration,
    group: &Keywords,
    group_name: &Fact<Text>,
    marked: &Marked,
) -> Tool {
    let keywords = marked.keywords(ACTION);
    let mut tool = tool_of(NAME, registration, marked.handler.clone());
    let name = keywords.text("name");
    tool.name = joined(group_name, ".", &name, marked.at);
    tool.span = tool.name.span().unwrap_or(marked.span());
    tool.description = description(keywords.filled("description"), group_name, &name, marked.at);
    tool.input = schema::input(machine, &marked.method, marked.span());
    group.decorate(&mut tool);
    tool
}

fn union(
    machine: &mut Machine,
    registration: &Registration,
    group: &Keywords,
    name: &Fact<Text>,
    actions: &[Marked],
) -> Tool {
    let at = registration.span;
    let mut tool = tool_of(NAME, registration, None);
    tool.name = name.clone();
    tool.span = tool.name.span().unwrap_or(at);
    let names: Vec<(Fact<Text>, Span)> = actions.iter().map(|a| (a.keywords(ACTION).text("name"), a.span())).collect();
    tool.description = union_description(&group.filled("description"), &names, at);
    let branches = actions.iter().zip(&names).map(|(a, (name, _))| branch(machine, a, name)).collect();
    let words = names.iter().map(|(name, span)| word(name, *span)).collect();
    let action = Json::object([("type", Json::text("string", at)), ("enum", Json::list(words, at))], at);
    let schema = Json::object(
        [
            ("type", Json::text("object", at)),
            ("properties", Json::object([("action", action)], at)),
            ("required", Json::list(vec![Json::text("action", at)], at)),
            ("oneOf", Json::list(branches, at)),
        ],
        at,
    );
    tool.input = Fact::known(schema, at);
    group.decorate(&mut tool);
    tool
}

fn word(name: &Fact<Text>, at: Span) -> Json {
    match name {
        Fact::Known { value, span } => Json::new(JsonData::Text(value.clone()), *span),
        Fact::Unknown { why, span } => Json::unknown(why.clone(), *span),
        Fact::Absent => Json::new(JsonData::Null, at),
    }
}

/// One choice: the action's own schema under its name. A parameter called `action` takes the name's place.
fn branch(machine: &mut Machine, marked: &Marked, name: &Fact<Text>) -> Json {
    let at = marked.span();
    let input = match schema::input(machine, &marked.method, at) {
        Fact::Known { value, .. } => value,
        Fact::Unknown { why, span } => return Json::unknown(why, span),
        Fact::Absent => return Json::unknown("what this action takes", at),
    };
    let mut properties = Object::default();
    properties.set(Text::new("action", at), Json::object([("const", word(name, at))], at));
    if let Some(own) = input.get("properties").and_then(Json::as_object) {
        for Member { key, value } in &own.members {
            properties.set(key.clone(), value.clone());
        }
    }
    let mut required = vec![Json::text("action", at)];
    required.extend(input.get("required").and_then(Json::as_list).unwrap_or_default().iter().cloned());
    Json::object(
        [
            ("type", Json::text("object", at)),
            ("properties", Json::new(JsonData::Object(properties.into()), at)),
            ("required", Json::list(required, at)),
        ],
        at,
    )
}

/// The group's text with the names of its actions; the actions' own texts are lost.
fn union_description(own: &Fact<Text>, names: &[(Fact<Text>, Span)], at: Span) -> Fact<Text> {
    let mut out = TextBuilder::default();
    match own {
        Fact::Known { value, .. } => {
            out.push_slice(value, 0..value.as_str().len());
            out.push(" Actions: ", at);
        }
        Fact::Absent => out.push("Actions: ", at),
        Fact::Unknown { why, span } => return Fact::unknown(why.clone(), *span),
    }
    for (i, (name, span)) in names.iter().enumerate() {
        if i > 0 {
            out.push(", ", *span);
        }
        match name {
            Fact::Known { value, .. } => out.push_slice(value, 0..value.as_str().len()),
            Fact::Unknown { why, span } => return Fact::unknown(why.clone(), *span),
            Fact::Absent => {}
        }
    }
    let span = own.span().unwrap_or(at);
    Fact::known(out.finish(span), span)
}
