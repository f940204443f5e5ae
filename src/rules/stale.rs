//! R034 and R035: texts that reach nobody, and texts that speak of what is not there.

use super::schema::{Schema, Types};
use super::text::texts::{self, Role, Said};
use super::walk;
use super::words::{self, Sense, quote};
use super::{Context, Sink};
use super::{common, misuse};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::source::Span;
use crate::text::Text;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::LazyCell;
use std::ops::{Deref, Range};

/// SDKs that leave the parameters' texts of a docstring in the tool's description and send none with the schema.
const LEAVE_DOCSTRINGS: [&str; 1] = ["mcp_python"];

/// R034: what frameworks tell of, and what schemas show.
pub fn lost(server: &Server, context: &Context, sink: &mut Sink) {
    misuse::told(server, context, sink);
    for tool in &server.tools {
        lost_by(tool, sink);
    }
}

fn lost_by(tool: &Tool, sink: &mut Sink) {
    let of = || tool.known_name().map(str::to_owned);
    let all = walk::parameters(tool);
    // `z.string().describe("…").nullable()`: the text stays with the branch that is not null.
    let found: Vec<(Span, &str)> = all.iter().filter_map(|p| Some((inside_nullable(&p.schema)?, p.name))).collect();
    if let Some(((first, name), others)) = found.split_first() {
        let d = sink.report(*first, format!("the description of {} stands inside a nullable union", quote(name)));
        d.level(Level::Note);
        for (span, name) in others.iter().take(12) {
            d.label(*span, format!("so does that of {}", quote(name)));
        }
        d.note("clients that fold the union into one nullable type take the text of the parameter itself: it is gone");
        d.help("move the description beside `anyOf` (in zod: `.nullable()` first, `.describe()` last)");
        d.tool = of();
    }
    if !LEAVE_DOCSTRINGS.contains(&tool.framework) {
        return;
    }
    let Some(text) = tool.description.value() else { return };
    let bare = |name: &str| {
        let parameter = all.iter().find(|p| p.name == name);
        parameter.is_some_and(|p| p.schema.unknown().is_none() && p.schema.keyword("description").is_none())
    };
    let lost: Vec<Range<usize>> =
        documented(text.as_str()).into_iter().filter(|range| bare(&text.as_str()[range.clone()])).collect();
    let Some((first, others)) = lost.split_first() else { return };
    let names: Vec<&str> = lost.iter().map(|range| &text.as_str()[range.clone()]).collect();
    let d = sink.report(
        text.span_of(first.clone()),
        format!("the docstring's text on {} stays out of the schema", walk::some(&names)),
    );
    for range in others.iter().take(12) {
        d.label(text.span_of(range.clone()), "nor does this reach it");
    }
    d.note("this SDK does not read docstrings: the parameters reach a client without a description");
    d.help("write `Annotated[str, Field(description=\"…\")]`");
    d.tool = of();
}

/// Where the only description of a nullable parameter stands, if that is a branch.
fn inside_nullable(schema: &Schema) -> Option<Span> {
    let written = schema.written();
    let branches = ["anyOf", "oneOf"].iter().find_map(|key| written.get(key)?.as_list())?;
    let [a, b] = branches else { return None };
    let null = |j: &crate::json::Json| j.get("type").and_then(|t| t.as_str()) == Some("null");
    let branch = match (null(a), null(b)) {
        (false, true) => a,
        (true, false) => b,
        _ => return None,
    };
    let own = written.get("description").is_some() || schema.unknown().is_some();
    (!own && schema.types().intersects(Types::NULL)).then(|| branch.get("description").map(|d| d.span))?
}

/// R035.
pub fn stale(server: &Server, _: &Context, sink: &mut Sink) {
    let tools = LazyCell::new(|| Near::new(server));
    for tool in &server.tools {
        let from = tool.description.value();
        let Some(text) = from else { continue };
        unknown_parameters(tool, text, sink);
        if tool.known_name() != Some("can_do") {
            near_names(tool, text, &tools, sink);
        }
    }
}

/// Names under which SDKs hand in what no client sends, and which docstrings tell of all the same.
const INJECTED: [&str; 8] = ["self", "cls", "ctx", "context", "args", "kwargs", "mcp_context", "request_context"];

fn unknown_parameters(tool: &Tool, text: &Text, sink: &mut Sink) {
    let Some(input) = tool.input.value() else { return };
    let schema = Schema::new(input, input);
    if schema.unknown().is_some() || !input.unknowns().is_empty() {
        return;
    }
    // Members of a parameter that is an object are documented the same way.
    let mut known: FxHashSet<&str> = FxHashSet::default();
    walk::schemas(input, None, &mut |_, name| {
        known.extend(name);
    });
    let unknown: Vec<Range<usize>> = documented(text.as_str())
        .into_iter()
        .filter(|range| {
            let name = &text.as_str()[range.clone()];
            !known.contains(name) && !INJECTED.contains(&name) && !name.starts_with('_')
        })
        .collect();
    let Some((first, others)) = unknown.split_first() else { return };
    let names: Vec<&str> = unknown.iter().map(|range| &text.as_str()[range.clone()]).collect();
    let message = format!("the description documents {}, which the input does not have", walk::some(&names));
    let d = sink.report(text.span_of(first.clone()), message);
    common::about(d, tool);
    d.here("no such parameter");
    for range in others.iter().take(12) {
        d.label(text.span_of(range.clone()), "nor this");
    }
    d.note("a model sends what the text tells of; the server refuses it or passes it over");
    let near = known.iter().filter(|k| strsim::normalized_damerau_levenshtein(k, names[0]) > 0.6).min();
    d.help(match near {
        Some(near) => format!("write {}, or take it out of the text", quote(near)),
        None => "take it out of the text, or declare the parameter".to_owned(),
    });
}

const HEADS: [&str; 4] = ["args:", "arguments:", "parameters:", "params:"];

/// Where a text documents parameters by name: `name: …` under a heading, `:param name:`.
fn documented(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for (at, sign) in text.match_indices(":param ") {
        let rest = &text[at + sign.len()..];
        let Some(declared) = rest.split([':', '\n']).next().filter(|d| rest[d.len()..].starts_with(':')) else {
            continue;
        };
        // `:param str name:` has a type before the name.
        let name = declared.rsplit(' ').next().unwrap_or("");
        let end = at + sign.len() + declared.len();
        if is_name(name) {
            out.push(end - name.len()..end);
        }
    }
    let mut section: Option<(usize, Option<usize>)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (at, body) = (start, line.trim());
        start += line.len();
        let indent = line.len() - line.trim_start().len();
        if HEADS.contains(&body.to_lowercase().as_str()) {
            section = Some((indent, None));
            continue;
        }
        if body.is_empty() {
            continue;
        }
        let Some((head, first)) = section else { continue };
        if indent <= head {
            section = None;
            continue;
        }
        let first = first.unwrap_or(indent);
        section = Some((head, Some(first)));
        if indent != first {
            continue;
        }
        let stars = body.len() - body.trim_start_matches('*').len();
        let bare = &body[stars..];
        let name = &bare[..bare.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(bare.len())];
        let rest = bare[name.len()..].trim_start();
        let typed = rest.strip_prefix('(').and_then(|r| r.split_once("):")).is_some();
        if stars == 0 && is_name(name) && (rest.starts_with(':') || typed) {
            let from = at + indent;
            out.push(from..from + name.len());
        }
    }
    out
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Names of one server by their letters and digits.
struct Near<'a> {
    /// What may be spoken of lawfully: tools, properties, values.
    known: FxHashSet<&'a str>,
    folded: FxHashMap<String, &'a Tool>,
    /// Names without their first word, and how many tools have them.
    shortened: FxHashMap<String, (usize, &'a Tool)>,
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl<'a> Near<'a> {
    fn new(server: &'a Server) -> Self {
        let mut near =
            Near { known: FxHashSet::default(), folded: FxHashMap::default(), shortened: FxHashMap::default() };
        for tool in &server.tools {
            texts::of_tool(tool, &mut |said: Said<'a>| {
                if !matches!(said.role, Role::Prose) {
                    near.known.insert(said.str());
                }
            });
            let Some(name) = tool.known_name() else { continue };
            near.folded.entry(fold(name)).or_insert(tool);
            if let Some(second) = words::split(name).get(1) {
                near.shortened.entry(name[second.range.start..].to_owned()).or_insert((0, tool)).0 += 1;
            }
        }
        near
    }

    /// The tool that is meant by a name that no tool has.
    fn meant(&self, name: &str, code: bool) -> Option<(&'a Tool, Level)> {
        if self.known.contains(name) {
            return None;
        }
        let verb = |names: &[words::Word]| names.iter().any(|w| words::base_verb(&w.lower).is_some());
        let parts = words::split(name);
        if let Some(tool) = self.folded.get(&fold(name)) {
            // `pull-request` is a word of prose as well.
            return (code || !name.contains('-') || verb(&parts)).then_some((*tool, Level::Warning));
        }
        let first = words::base_verb(&parts.first()?.lower)?;
        let (n, tool) = self.shortened.get(name)?;
        ((first.sense == Sense::Read || first.accuses()) && parts.len() > 1 && *n == 1).then_some((*tool, Level::Note))
    }
}

fn near_names<'a>(tool: &Tool, text: &Text, near: &impl Deref<Target = Near<'a>>, sink: &mut Sink) {
    let mut found: Vec<(Range<usize>, &Tool, Level)> = Vec::new();
    for range in identifiers(text.as_str()) {
        let name = &text.as_str()[range.clone()];
        let code = text.as_str()[..range.start].ends_with('`');
        if let Some((meant, level)) = near.meant(name, code)
            && !is_of_another(&text.as_str()[..range.start], &text.as_str()[range.end..])
        {
            found.push((range, meant, level));
        }
    }
    let Some(worst) = found.iter().map(|f| f.2).max() else { return };
    let Some((range, meant, _)) = found.iter().find(|f| f.2 == worst) else { return };
    let (name, other) = (&text.as_str()[range.clone()], meant.known_name().unwrap_or(""));
    let d = sink
        .report(text.span_of(range.clone()), format!("no tool is called {}; {} is near it", quote(name), quote(other)));
    common::about(d, tool);
    d.level(worst).here("no such tool").label(meant.name_span(), "the tool that is likely meant");
    for (further, meant, _) in found.iter().filter(|f| f.0 != *range).take(12) {
        d.label(
            text.span_of(further.clone()),
            format!("here {} is likely meant", quote(meant.known_name().unwrap_or(""))),
        );
    }
    d.note("a model calls it by the name that the text gives, and the call fails");
    d.help(format!("write {}", quote(other)));
}

/// The words beside a name say that it is of the service behind the tool.
fn is_of_another(before: &str, after: &str) -> bool {
    let last = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '-')).find(|w| !w.is_empty()).unwrap_or("");
    let marks = |c: char| matches!(c, '`' | ' ' | '*' | '"' | '\'' | '(' | ')');
    let next = after.trim_start_matches(marks).split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    words::within("generated auto-generated autogenerated api endpoint underlying", &last.to_lowercase())
        || words::within(
            "api apis endpoint endpoints operation request rest sdk mutation query permission action",
            &next.to_lowercase(),
        )
}

/// Names in the form of code: with a separator or a change of case inside. No calls, paths or options.
fn identifiers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let start = at + text[at..].find(|c: char| c.is_alphabetic() || c == '_')?;
            let len = text[start..].find(|c: char| !part(c)).unwrap_or(text.len() - start);
            at = start + len.max(1);
            let name = text[start..start + len].trim_end_matches(['-', '_']);
            let (before, after) = (&text[..start], &text[start + name.len()..]);
            let inner = |c: char| name.char_indices().any(|(i, d)| d == c && i > 0);
            let camel = name.as_bytes().windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
            let path = before.ends_with(['/', '.', '-', '$', '@', '\\', '<', '{', '#', '='])
                || before.ends_with(|c: char| c.is_alphanumeric())
                || after.starts_with(['/', '=', '\\', '{'])
                || (after.starts_with('.') && after[1..].starts_with(|c: char| c.is_alphanumeric()));
            if (inner('_') || inner('-') || camel) && !path {
                return Some(start..start + name.len());
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_fields_name_parameters() {
        let text = "Reads.\n\n  Args:\n    tank: the tank\n      note: deeper\n    unit (str, optional): one\n    **more: rest\n\n  Returns:\n    level: litres\n:param str depth: m\n:param low: m";
        let names: Vec<&str> = documented(text).into_iter().map(|r| &text[r]).collect();
        assert_eq!(names, ["depth", "low", "tank", "unit"]);
    }

    #[test]
    fn names_in_code_form() {
        let text = "Use get_user or getUser, not a/get_x, x.get_y, --dry-run, plain, `do-it` or get_z().";
        let names: Vec<&str> = identifiers(text).map(|r| &text[r]).collect();
        assert_eq!(names, ["get_user", "getUser", "do-it", "get_z"]);
    }
}
