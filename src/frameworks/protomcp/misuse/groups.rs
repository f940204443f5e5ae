//! Groups: how they are served, and rules on arguments that never run.

use super::super::group;
use super::super::keywords::{ACTION, Keywords};
use super::{Family, SDK, is_filled, listed, place, texts};
use crate::frameworks::convert::{self, Given};
use crate::ir::{Fact, Harm, Misuse, MisuseKind};
use crate::link::{Data, Machine, Value};
use crate::source::Span;
use crate::text::{Text, nearest};

/// The two strategies.
const STRATEGIES: &[&str] = &["separate", "union"];

/// What an action may say about its arguments.
const VALIDATION: &[&str] = &["requires", "enum_fields", "cross_rules", "hints"];

pub fn check(machine: &mut Machine, family: &Family, out: &mut Vec<Misuse>) {
    let keywords = family.keywords();
    let group_name = family.name.as_str();
    let misspelt = strategy(&keywords, family.registration.span, out);
    if family.members.is_empty() {
        empty(family, &keywords, out);
        return;
    }
    let Ok(separate) = group::separate(&keywords) else { return };
    if !separate && !misspelt {
        lost_texts(family, group_name, out);
    }
    for member in &family.members {
        let own = member.keywords(ACTION);
        if separate {
            let tool = group::joined(&family.name, ".", &own.text("name"), member.at);
            never_run(&own, VALIDATION, "an action that is a tool of its own", tool.as_str(), out);
            continue;
        }
        let Ok(parameters) = machine.signature(&member.method) else { continue };
        let names: Vec<&str> = parameters.iter().map(|p| &*p.name).collect();
        if !parameters.iter().any(|p| p.kind == crate::syntax::ParamKind::KeywordRest) {
            misnamed(&own, &names, group_name, out);
        }
        if let Some(parameter) = parameters.iter().find(|p| &*p.name == "action") {
            out.push(
                Misuse::new(
                    MisuseKind::Uncallable,
                    Harm::Broken,
                    parameter.name_span,
                    "a parameter called `action` takes the place of the choice itself",
                    "in a union the SDK reads `action` to choose, and does not hand it on: every call ends with a missing argument",
                )
                .here("the group's own argument")
                .instead("give the parameter another name")
                .of(group_name),
            );
        }
    }
}

/// A strategy that is neither of the two. `true`: it is.
fn strategy(keywords: &Keywords, at: Span, out: &mut Vec<Misuse>) -> bool {
    let given = keywords.given("strategy");
    let Given::Value(value) = &given else { return false };
    let value = convert::plain(value);
    let written = match &value.data {
        Data::Text(text) if STRATEGIES.contains(&text.as_str()) => return false,
        Data::Text(text) => format!("{:?}", text.as_str()),
        Data::Null => "None".to_owned(),
        Data::Bool(b) => (if *b { "True" } else { "False" }).to_owned(),
        Data::Int(i) => i.to_string(),
        _ => return false,
    };
    let near = value.as_str().and_then(|text| nearest(text, STRATEGIES.iter().copied()));
    out.push(
        Misuse::new(
            MisuseKind::Strategy,
            Harm::Broken,
            place(&given, at),
            format!("{written} is no strategy of a group"),
            format!("{SDK} takes all but the very word `separate` for a union, without a word: one tool with a choice, and the actions' own texts are lost"),
        )
        .here("taken for `union`")
        .instead(match near {
            Some(near) => format!("write `strategy=\"{near}\"`"),
            None => "write `strategy=\"separate\"` or `strategy=\"union\"`".to_owned(),
        })
        .of(keywords.text("name").as_str()),
    );
    true
}

/// A class in which nothing is marked.
fn empty(family: &Family, keywords: &Keywords, out: &mut Vec<Misuse>) {
    let Some(class) = group::class_of(&family.registration.target) else { return };
    // Members may come from a class that is not seen.
    if class.outside_base().is_some() || class.bases.iter().any(|b| b.is_unknown()) {
        return;
    }
    let happens = match group::separate(keywords) {
        Ok(false) => "a client is shown one tool with nothing to choose from, and no call of it is valid",
        _ => "no tool comes of it, and nothing is said",
    };
    out.push(
        Misuse::new(
            MisuseKind::Inert,
            Harm::Misleading,
            family.name.span().unwrap_or(family.registration.span),
            "a group without actions".to_owned(),
            happens,
        )
        .here("no method of the class has `@action(…)`")
        .instead("mark the methods with `@action(\"name\", description=\"…\")`, with parentheses"),
    );
}

/// Texts of actions under a union.
fn lost_texts(family: &Family, tool: Option<&str>, out: &mut Vec<Misuse>) {
    let described: Vec<Text> = family
        .members
        .iter()
        .filter_map(|m| match m.keywords(ACTION).filled("description") {
            Fact::Known { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    let Some((first, others)) = described.split_first() else { return };
    let misuse = Misuse::new(
        MisuseKind::DescriptionLost,
        Harm::Misleading,
        first.span(),
        "in a union the texts of the actions reach no client",
        "the tool is described by the group's own text and the names of its actions: a model chooses by the name alone",
    )
    .here("not served")
    .instead("say in the group's description what each action does, or serve them with `strategy=\"separate\"`");
    out.push(others.iter().fold(misuse, |m, text| m.label(text.span(), "not served")).of(tool));
}

/// Rules on arguments where the SDK never looks at them.
pub fn never_run(keywords: &Keywords, names: &[&str], what: &str, tool: Option<&str>, out: &mut Vec<Misuse>) {
    let given: Vec<(&str, Span)> = names
        .iter()
        .filter(|name| is_filled(&keywords.given(name)))
        .filter_map(|name| Some((*name, keyword_span(keywords, name)?)))
        .collect();
    let Some((first, others)) = given.split_first() else { return };
    let words: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    let misuse = Misuse::new(
        MisuseKind::Strategy,
        Harm::Misleading,
        first.1,
        format!("{} {} never looked at in {what}", listed(&words), if words.len() == 1 { "is" } else { "are" }),
        "the handler is called with whatever the client sends: nothing is refused",
    )
    .here("never checked")
    .instead("check it in the handler, and say in the types what is allowed: a `Literal` for a choice");
    out.push(others.iter().fold(misuse, |m, (_, span)| m.label(*span, "never checked")).of(tool));
}

/// Where a keyword is written, or its value.
fn keyword_span(keywords: &Keywords, name: &str) -> Option<Span> {
    let named = keywords.arguments.named.iter().find(|n| &*n.name == name).map(|n| n.span);
    named.or_else(|| match keywords.given(name) {
        Given::Value(value) => Some(value.origin),
        _ => None,
    })
}

/// Rules on arguments that the action does not have.
fn misnamed(own: &Keywords, parameters: &[&str], tool: Option<&str>, out: &mut Vec<Misuse>) {
    let requires = texts(&own.given("requires")).unwrap_or_default();
    let fields = match own.given("enum_fields") {
        Given::Value(Value { data: Data::Map(map), .. }) => {
            map.entries.borrow().values().filter_map(|(key, _)| key.as_text().cloned()).collect()
        }
        _ => Vec::new(),
    };
    let both = requires.into_iter().map(|t| (t, true)).chain(fields.into_iter().map(|t| (t, false)));
    for (name, required) in both.filter(|(name, _)| !parameters.contains(&name.as_str())) {
        let near = nearest(name.as_str(), parameters.iter().copied());
        let (harm, happens) = match required {
            true => (Harm::Broken, "no client can send it: every call of the action is refused for the missing field"),
            false => (Harm::Misleading, "the rule never applies, and the parameter that is meant takes any value"),
        };
        out.push(
            Misuse::new(
                MisuseKind::Strategy,
                harm,
                name.span(),
                format!("the action has no parameter `{}`", name.as_str()),
                happens,
            )
            .here("no parameter")
            .instead(match near {
                Some(near) => format!("write `{near}`"),
                None if parameters.is_empty() => "the action takes no parameters".to_owned(),
                None => format!("it takes {}", listed(parameters)),
            })
            .of(tool),
        );
    }
}
