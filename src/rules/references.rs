//! R056: texts that name tools, against the tools that are there.

use super::schema::{Property, Schema};
use super::templates::{Call, calls};
use super::words::quote;
use super::{Context, Sink};
use crate::ir::{Reference, Role, Server, Tool};
use crate::json::Json;
use crate::source::Span;
use crate::text::Text;
use crate::text::nearest;

/// R056: a reference to a tool, or to a parameter of one, that nothing declares.
pub fn unknown(server: &Server, _: &Context, sink: &mut Sink) {
    // A tool that was not seen may be the one that is meant.
    if !server.unresolved.is_empty() || server.tools.iter().any(|t| t.known_name().is_none()) {
        return;
    }
    for tool in server.served() {
        for reference in references(tool) {
            match reference.role {
                Role::Compensation => {
                    for call in calls(reference.text.as_str()) {
                        judge(server, tool, &reference.text, &call, sink);
                    }
                }
                Role::Pattern => pattern(server, tool, &reference.text, sink),
                Role::RelatedRead | Role::Visibility => {
                    let name = reference.text.as_str();
                    if find(server, name).is_none() {
                        let what = match reference.role {
                            Role::RelatedRead => "`related_reads` names",
                            _ => "the handler shows or hides",
                        };
                        report(server, tool, reference.text.span(), what, name, sink);
                    }
                }
            }
        }
    }
}

/// What source gives, and the hints that a response schema fixes or shows by example.
fn references(tool: &Tool) -> Vec<Reference> {
    let mut all: Vec<Reference> = Vec::new();
    let mut add = |role: Role, text: &Text| {
        if !all.iter().any(|r| r.role == role && r.text.as_str() == text.as_str()) {
            all.push(Reference { role, text: text.clone() });
        }
    };
    tool.references.iter().for_each(|r| add(r.role, &r.text));
    let declared = tool.contract.value().map(|json| Schema::new(json, json).property("compensation_hint"));
    if let Some((_, schema)) = declared.and_then(Property::declared) {
        let single = ["const", "default"].into_iter().filter_map(|k| schema.keyword(k));
        let several = ["enum", "examples"].into_iter().filter_map(|k| schema.keyword(k)?.as_list()).flatten();
        single.chain(several).filter_map(Json::as_text).for_each(|text| add(Role::Compensation, text));
    }
    all
}

/// A pattern that no tool's name fits. Others than `*` and `?` are not read.
fn pattern(server: &Server, tool: &Tool, text: &Text, sink: &mut Sink) {
    let written = text.as_str();
    if written.contains('[') || server.tools.iter().filter_map(Tool::known_name).any(|name| fits(written, name)) {
        return;
    }
    let d = sink.report(text.span(), format!("no tool is called as in {}", quote(written)));
    super::common::about(d, tool);
    d.level(crate::diagnostic::Level::Warning).here("fits no tool");
    d.note("nothing is shown or hidden by it, and nothing is said");
    let names = server.tools.iter().filter_map(Tool::known_name);
    d.help(match nearest(written, names) {
        Some(near) => format!("write {}", quote(near)),
        None => "write the whole name of a tool, or a part of one with `*`".to_owned(),
    });
}

/// Whether a name fits a pattern of a shell: `*` for any characters, `?` for one.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

fn find<'s>(server: &'s Server, name: &str) -> Option<&'s Tool> {
    server.tools.iter().find(|t| t.known_name() == Some(name))
}

fn judge(server: &Server, tool: &Tool, text: &Text, call: &Call, sink: &mut Sink) {
    let (name, range) = &call.tool;
    let Some(called) = find(server, name) else {
        report(server, tool, text.span_of(range.clone()), "the compensation hint names", name, sink);
        return;
    };
    let Some(input) = called.input.value() else { return };
    let schema = Schema::new(input, input);
    for (parameter, range) in &call.parameters {
        if !matches!(schema.property(parameter), Property::Absent) {
            continue;
        }
        let message = format!(
            "the compensation hint gives {} to {}, which takes no such parameter",
            quote(parameter),
            quote(name)
        );
        let d = sink.report(text.span_of(range.clone()), message);
        super::common::about(d, tool);
        d.here("no parameter").label(called.name_span(), "the tool that is called");
        d.note("the call that should undo this one is refused, or undoes something else: the plan stays half done");
        let known: Vec<&str> = schema.properties().into_iter().map(|(name, _)| name).collect();
        d.help(match nearest(parameter, known.iter().copied()) {
            Some(near) => format!("write {}", quote(near)),
            None if known.is_empty() => format!("{} takes no parameters", quote(name)),
            None => format!("{} takes {}", quote(name), known.iter().map(|k| quote(k)).collect::<Vec<_>>().join(", ")),
        });
    }
}

fn report(server: &Server, tool: &Tool, place: Span, what: &str, name: &str, sink: &mut Sink) {
    let d = sink.report(place, format!("{what} {}, and no tool is called so", quote(name)));
    super::common::about(d, tool);
    d.here("no such tool");
    if place != tool.name_span() {
        d.label(tool.name_span(), "in this tool");
    }
    d.note("an agent that follows the text calls a tool that is not there");
    let names = server.tools.iter().filter_map(Tool::known_name);
    let folded = |n: &str| n.replace('_', "").to_ascii_lowercase();
    let near = nearest(name, names.clone())
        .or_else(|| names.clone().find(|n| folded(n) == folded(name) || n.ends_with(&format!("_{name}"))));
    d.help(match near {
        Some(near) => format!("write {}", quote(near)),
        None => "name one of this server's tools".to_owned(),
    });
}
