//! R105–R115: what hosts make of schemas.
//!
//! A line of a table names a kind of limit, how it is seen, and what to write instead; which host has such a
//! limit, and what it does, is in its file. Faults at which something is lost are told tool by tool; what is
//! only rewritten or read poorly is told once a server.

use super::{Kind, Limit, Objections, limits};
use crate::diagnostic::{Diagnostic, Level};
use crate::ir::{Server, Tool};
use crate::json::{Data, Json, Object};
use crate::rules::common::{about, count};
use crate::rules::pattern;
use crate::rules::schema::meta::{self, Declared, Dialect};
use crate::rules::schema::{Node, walk};
use crate::rules::words::quote;
use crate::rules::{Context, Sink};
use crate::source::Span;

/// Other places of the same fault that a finding labels.
const LABELS: usize = 5;

/// One way to break a limit.
struct Check {
    kind: Kind,
    /// Output schemas are looked at too.
    output: bool,
    /// Where, and in which words, a schema breaks the limit.
    test: fn(&Node, &Limit) -> Option<Hit>,
    help: &'static str,
}

struct Hit {
    span: Span,
    what: String,
}

fn hit(span: Span, what: impl Into<String>) -> Option<Hit> {
    Some(Hit { span, what: what.into() })
}

fn member_hit<'w>(node: &Node, mut words: impl Iterator<Item = &'w str>, place: &str) -> Option<Hit> {
    let object = node.json.as_object()?;
    let member = words.find_map(|word| object.member(word))?;
    hit(member.key.span(), format!("{}{place}", quote(member.key.as_str())))
}

fn object<'a>(node: &Node<'a>) -> Option<&'a Object> {
    node.json.as_object()
}

static ROOT: &[Check] = &[Check {
    kind: Kind::RootKeyword,
    output: false,
    test: |node, limit| match node.under {
        None => member_hit(node, limit.words.iter().map(String::as_str), " at the root of the input schema"),
        Some(_) => None,
    },
    help: "write one object with all properties at the root, require what every case needs, and check the rest in \
           the handler",
}];

static ARRAYS: &[Check] = &[
    Check {
        kind: Kind::ArrayWithoutItems,
        output: false,
        test: |node, _| {
            let bare = node.says_type("array") && node.lacks("items") && node.lacks("prefixItems");
            hit(node.place(), "an array without `items`").filter(|_| bare)
        },
        help: "say what the elements are: `\"items\": {\"type\": \"string\"}`",
    },
    Check {
        kind: Kind::TupleWithoutItems,
        output: false,
        test: |node, _| {
            let tuple = object(node)?.member("prefixItems")?;
            let none = node.lacks("items") || node.json.get("items").is_some_and(|i| i.as_bool() == Some(false));
            hit(tuple.key.span(), "`prefixItems` without a schema in `items`").filter(|_| none)
        },
        help: "use an object with a name for each place, or an array whose `items` fits all of them",
    },
    Check {
        kind: Kind::ArrayWithListedItems,
        output: false,
        test: |node, _| {
            let items = object(node)?.member("items")?;
            let allowed = matches!(meta::declared(node.root), Declared::Known(d) if d != Dialect::V2020);
            hit(items.key.span(), "`items` as a list").filter(|_| allowed && items.value.as_list().is_some())
        },
        help: "use an object with a name for each place, or an array whose `items` fits all of them",
    },
    Check {
        kind: Kind::ArrayWithEmptyItems,
        output: false,
        test: |node, _| {
            let items = object(node)?.member("items")?;
            let empty = match &items.value.data {
                Data::Bool(all) => *all,
                Data::Object(o) => o.members.is_empty() && o.open.is_none(),
                _ => false,
            };
            hit(items.key.span(), "`items` that admits anything").filter(|_| empty)
        },
        help: "say what the elements are: `\"items\": {\"type\": \"string\"}`",
    },
];

static BOOLEANS: &[Check] = &[
    Check {
        kind: Kind::RootBooleanSchema,
        output: true,
        test: |node, _| boolean(node).filter(|_| node.is_root_property()),
        help: "write an object: `{\"type\": …}`, or `{}` where the value may be anything",
    },
    Check {
        kind: Kind::BooleanSchema,
        output: true,
        test: |node, _| boolean(node).filter(|_| !node.is_root_property()),
        help: "write an object: `{\"type\": …}`, or `{}` where the value may be anything",
    },
];

/// Where a boolean is usual, it is what is meant.
const USUAL: [&str; 6] =
    ["additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems", "items", "contains"];

fn boolean(node: &Node) -> Option<Hit> {
    let value = node.json.as_bool()?;
    let usual = node.under.is_none_or(|under| USUAL.contains(&under));
    hit(node.json.span, format!("`{value}` in place of a schema")).filter(|_| !usual)
}

static TYPES: &[Check] = &[Check {
    kind: Kind::TypeMissing,
    output: false,
    test: |node, _| {
        let absent = ["type", "$ref", "anyOf", "const"].iter().all(|key| node.lacks(key));
        let listed = ["enum", "oneOf", "allOf"].into_iter().find(|key| node.json.get(key).is_some())?;
        let what = format!("{} without `type`", quote(listed));
        hit(node.place(), what).filter(|_| absent && node.under.is_some() && !node.conditional)
    },
    help: "write the type beside it: `\"type\": \"string\"`",
}];

static UNIONS: &[Check] = &[
    Check {
        kind: Kind::TypeList,
        output: false,
        test: |node, _| {
            let member = object(node)?.member("type")?;
            hit(member.value.span, "a list of types").filter(|_| member.value.as_list().is_some())
        },
        help: "give it one type, and leave a parameter that need not be there out of `required`",
    },
    Check {
        kind: Kind::NullableUnion,
        output: false,
        test: |node, _| {
            let member = ["anyOf", "oneOf"].iter().find_map(|key| object(node)?.member(key))?;
            let null = |branch: &Json| branch.get("type").and_then(Json::as_str) == Some("null");
            hit(member.key.span(), "a union with null")
                .filter(|_| member.value.as_list().unwrap_or(&[]).iter().any(null))
        },
        help: "give it one type, and leave a parameter that need not be there out of `required`",
    },
    Check {
        kind: Kind::Const,
        output: false,
        test: |node, _| hit(object(node)?.member("const")?.key.span(), "`const`"),
        help: "write an `enum` of one value, with its `type`",
    },
];

static ENUMS: &[Check] = &[
    Check {
        kind: Kind::EnumNotText,
        output: false,
        test: |node, _| {
            let values = node.json.get("enum")?.as_list()?;
            let value = values.iter().find(|v| matches!(v.data, Data::Bool(_) | Data::Number(_)))?;
            hit(value.span, "an `enum` whose values are not all text")
        },
        help: "list the values as text and convert them in the handler, or give bounds in place of a list",
    },
    Check {
        kind: Kind::EnumEmptyText,
        output: false,
        test: |node, _| {
            let value = node.json.get("enum")?.as_list()?.iter().find(|v| v.as_str() == Some(""))?;
            hit(value.span, "the empty text in an `enum`")
        },
        help: "give the case a word, or leave the parameter out of `required`",
    },
];

static FORMATS: &[Check] = &[Check {
    kind: Kind::Format,
    output: false,
    test: |node, limit| {
        let format = node.json.get("format")?;
        let word = format.as_str()?;
        let taken = limit.words.iter().any(|w| w == word);
        hit(format.span, format!("the format {}", quote(word))).filter(|_| node.says_type("string") && !taken)
    },
    help: "say in the description how the text is written",
}];

static KEYWORDS: &[Check] = &[
    Check {
        kind: Kind::Keyword,
        output: false,
        test: |node, limit| member_hit(node, limit.words.iter().map(String::as_str), ""),
        help: "leave it out, or list the properties one by one; check the rest in the handler",
    },
    Check {
        kind: Kind::PatternLookaround,
        output: false,
        test: |node, _| {
            let text = node.json.get("pattern")?.as_text()?;
            hit(text.span_of(pattern::lookaround(text.as_str())?), "a pattern that looks around")
        },
        help: "write a pattern that matches from left to right, and check the rest in the handler",
    },
    Check {
        kind: Kind::PatternNotPortable,
        output: false,
        test: |node, _| {
            let text = node.json.get("pattern")?.as_text()?;
            hit(text.span_of(pattern::not_portable(text.as_str())?), "a pattern that not every engine reads")
        },
        help: "escape `[` inside brackets, and keep to what `new RegExp(pattern, \"u\")` accepts",
    },
];

static REFERENCES: &[Check] = &[Check {
    kind: Kind::Reference,
    output: false,
    test: |node, _| hit(object(node)?.member("$ref")?.value.span, "a `$ref` in the input schema"),
    help: "write the schema where it is used; most schema libraries can inline their definitions",
}];

static KEYS: &[Check] = &[Check {
    kind: Kind::PropertyKey,
    output: false,
    test: |node, limit| {
        let key = node.key.filter(|key| node.is_root_property() && limit.refuses(key.as_str()))?;
        let what = match limit.most.filter(|most| key.as_str().chars().count() > *most) {
            Some(most) => format!("a parameter name of more than {most} characters"),
            None => format!("the parameter name {}", quote(key.as_str())),
        };
        hit(key.span(), what)
    },
    help: "name parameters with A-Z, a-z, 0-9 and `_`, at most 64 characters",
}];

static DEPTH: &[Check] = &[Check {
    kind: Kind::Depth,
    output: false,
    test: |node, limit| {
        let most = limit.most.filter(|most| node.depth == most + 1)?;
        let here = matches!(node.under, Some("properties" | "items" | "prefixItems"));
        hit(node.place(), format!("a schema nested more than {most} deep")).filter(|_| here)
    },
    help: "flatten it: take the inner fields as parameters of the tool, or as one text that holds JSON",
}];

/// R105.
pub fn root_combinator(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, ROOT);
}

/// R106: where the dialect excludes the list form, it is left to R081.
pub fn array_items(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, ARRAYS);
}

/// R107.
pub fn boolean_subschema(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, BOOLEANS);
}

/// R108.
pub fn type_missing(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, TYPES);
}

/// R109.
pub fn type_list(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, UNIONS);
}

/// R110.
pub fn enum_restricted(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, ENUMS);
}

/// R111.
pub fn format_unsupported(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, FORMATS);
    super::formats::unknown(server, sink);
}

/// R112.
pub fn keyword_unsupported(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, KEYWORDS);
}

/// R113.
pub fn reference(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, REFERENCES);
}

/// R114.
pub fn property_key(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, KEYS);
}

/// R115.
pub fn nesting(server: &Server, context: &Context, sink: &mut Sink) {
    judge(server, context, sink, DEPTH);
}

/// A tool whose schemas break limits of one kind.
struct Broken<'a> {
    tool: &'a Tool,
    hits: Vec<Hit>,
    objections: Objections,
}

fn judge(server: &Server, context: &Context, sink: &mut Sink, checks: &[Check]) {
    for check in checks {
        let found: Vec<_> = limits(context.settings, check.kind).collect();
        if found.is_empty() {
            continue;
        }
        let broken = server.served().filter_map(|tool| look(tool, check, &found));
        let (notes, lost): (Vec<Broken>, Vec<Broken>) = broken.partition(|b| b.objections.level() == Level::Note);
        for tool in &lost {
            about(report(sink, tool, check), tool.tool);
        }
        let Some((first, others)) = notes.split_first() else { continue };
        let d = report(sink, first, check);
        if others.is_empty() {
            about(d, first.tool);
            continue;
        }
        for other in others.iter().take(LABELS) {
            d.label(other.hits[0].span, "here too");
        }
        if others.len() > LABELS {
            d.note(format!("and {} more", count(others.len() - LABELS)));
        }
        for other in others {
            other.objections.tell(d);
        }
        d.notes.dedup();
    }
}

fn report<'s>(sink: &'s mut Sink, broken: &Broken, check: &Check) -> &'s mut Diagnostic {
    let first = &broken.hits[0];
    let d = broken.objections.report(sink, first.span, format!("{}, {}", first.what, broken.objections.by()));
    for other in broken.hits[1..].iter().take(LABELS) {
        d.label(other.span, "here too");
    }
    if broken.hits.len() > LABELS + 1 {
        d.note(format!("and in {} more places of the tool", broken.hits.len() - LABELS - 1));
    }
    d.help(check.help);
    d
}

fn look<'a>(tool: &'a Tool, check: &Check, found: &[(&'static super::Host, &'static Limit)]) -> Option<Broken<'a>> {
    let output = tool.output.value().filter(|_| check.output);
    let mut broken = Broken { tool, hits: Vec::new(), objections: Objections::default() };
    let mut guilty = vec![false; found.len()];
    for node in tool.input.value().into_iter().chain(output).flat_map(walk) {
        let mut here = None;
        for ((_, limit), guilty) in found.iter().zip(&mut guilty) {
            if let Some(hit) = (check.test)(&node, limit) {
                *guilty = true;
                here.get_or_insert(hit);
            }
        }
        broken.hits.extend(here);
    }
    if broken.hits.is_empty() {
        return None;
    }
    let guilty = found.iter().zip(guilty).filter(|(_, guilty)| *guilty).map(|(pair, _)| *pair);
    broken.objections = Objections::of(guilty, |_| true);
    Some(broken)
}
