//! R029, R050–R054: the tools of a server together.

use super::words::{self, quote};
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::{Data, Json};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// Which of two tools with one name a client meets, by framework.
const SERVED: &[(&str, &str)] = &[
    ("promcp", "the registry keeps one tool a name: the later declaration replaces the earlier one, in its place"),
    ("protomcp", "the last one is listed, the first one is called"),
    ("fastmcp", "the later declaration replaces the earlier one, with a warning in the log"),
    ("mcp_python", "the first declaration stays, the later one is dropped with a warning in the log"),
    ("mcp_typescript", "the second registration throws"),
];

/// R029.
pub fn name_duplicate(server: &Server, _: &Context, sink: &mut Sink) {
    let mut firsts: FxHashMap<&str, &Tool> = FxHashMap::default();
    for tool in server.tools.iter().filter(|t| t.conditional.is_none()) {
        let Some(name) = tool.known_name().filter(|n| *n != "can_do") else { continue };
        let first = *firsts.entry(name).or_insert(tool);
        if std::ptr::eq(first, tool) {
            continue;
        }
        let served = SERVED.iter().find(|(framework, _)| *framework == tool.framework).map(|(_, note)| *note);
        sink.report(tool.name_span(), format!("a second tool is called {}", quote(name)))
            .label(first.name_span(), "the first one")
            .note(served.unwrap_or("a client keeps one of the two, and nothing says which"))
            .help("give each tool a name of its own");
    }
}

/// R050.
pub fn can_do_absent(server: &Server, _: &Context, sink: &mut Sink) {
    let unseen = !server.unresolved.is_empty() || server.tools.iter().any(|t| t.name.is_unknown());
    let names = || server.tools.iter().filter_map(Tool::known_name);
    if server.tools.is_empty() || unseen || names().any(|n| n == "can_do") {
        return;
    }
    let only_reads = server.tools.iter().all(|t| t.known_name().is_some_and(|n| n.starts_with("read_")));
    let found = sink.report(server.span, "the server has no `can_do`");
    if only_reads {
        found
            .level(Level::Note)
            .note("every tool here is a `read_*`: an agent has nothing to ask about before it acts");
    } else {
        found.note("an agent cannot ask what is possible and allowed before it acts, and learns it from failed calls");
    }
    for tool in &server.tools {
        let is_do = tool.known_name().is_some_and(|n| n.starts_with("do_"));
        if let Some(span) = cannot_be_undone(tool).filter(|_| is_do) {
            found.label(span, "this cannot be undone, so asking first matters");
        }
    }
    found.help("add a tool named `can_do` that takes an intent and answers with feasible, candidates and blocked");
}

/// Where a tool says that `compensable` is never true.
fn cannot_be_undone(tool: &Tool) -> Option<Span> {
    if tool.promcp.compensable.is_false() {
        return tool.promcp.compensable.span();
    }
    let schema = tool.contract.value()?.get("properties")?.get("compensable")?;
    let is_false = |v: &Json| matches!(v.data, Data::Bool(false));
    let constant = schema.get("const").filter(|v| is_false(v));
    let only = schema.get("enum").and_then(Json::as_list).and_then(|l| if let [v] = l { Some(v) } else { None });
    constant.or(only.filter(|v| is_false(v))).map(|v| v.span)
}

/// R051.
pub fn can_do_multiple(server: &Server, _: &Context, sink: &mut Sink) {
    let mut all = server.tools.iter().filter(|t| t.conditional.is_none() && t.known_name() == Some("can_do"));
    let (Some(first), Some(second)) = (all.next(), all.next()) else { return };
    let found = sink.report(second.name_span(), "the server has more than one `can_do`");
    found.label(first.name_span(), "the first one");
    for further in all {
        found.label(further.name_span(), "one more");
    }
    found
        .note("a client keeps one of them, so what the others know is never asked")
        .help("let one `can_do` answer for all: its intent says what is wished");
}

/// The tools that a client certainly sees.
fn visible(server: &Server) -> impl Iterator<Item = &Tool> {
    server.tools.iter().filter(|t| t.conditional.is_none() && !t.hidden)
}

fn count(server: &Server, prefix: &str) -> usize {
    visible(server).filter(|t| t.known_name().is_some_and(|n| n.starts_with(prefix))).count()
}

/// R052.
pub fn too_many_tools(server: &Server, context: &Context, sink: &mut Sink) {
    let (tools, most) = (visible(server).count(), context.settings.max_tools);
    if tools <= most {
        return;
    }
    let found = sink.report(server.span, format!("the server shows {tools} tools at once, more than {most}"));
    found.note(
        "the more tools a model sees, the more often it picks a wrong one, and each costs tokens in every request",
    );
    let (reads, acts) = (count(server, "read_"), count(server, "do_"));
    let by_noun = split_by_noun(server);
    if !by_noun.is_empty() {
        found.help(format!("split it by what the tools are about: {}", by_noun.join(", ")));
    }
    if reads > 0 && acts > 0 {
        found.help(format!("or by verb: {reads} `read_*` tools in one server, {acts} `do_*` with `can_do` in another"));
    } else if by_noun.is_empty() {
        found.help("split it into servers by subject or by phase of work");
    }
}

/// Groups of tools whose names share a noun: `3 about order`. Each tool counts once, for the noun that most share.
fn split_by_noun(server: &Server) -> Vec<String> {
    let prefix = words::server_prefix(visible(server).filter_map(Tool::known_name));
    let mut nouns_of: Vec<Vec<String>> = Vec::new();
    for name in visible(server).filter_map(Tool::known_name) {
        let words = words::split(name);
        let own = words::without_prefix(&words, prefix.as_deref());
        let nouns = own.iter().filter(|w| words::base_verb(&w.lower).is_none() && w.lower.len() > 2);
        let content = |w: &String| !words::within(words::lists::FILL, w) && !words::within(words::lists::GENERIC, w);
        nouns_of.push(nouns.map(|w| words::stem(&w.lower)).filter(content).collect());
    }
    const GROUPS: usize = 4;
    let mut out = Vec::new();
    while out.len() < GROUPS {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for nouns in &nouns_of {
            for noun in nouns {
                *counts.entry(noun).or_default() += 1;
            }
        }
        let best = counts.into_iter().filter(|(_, n)| *n > 1).max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(a.0)));
        let Some((noun, n)) = best.map(|(noun, n)| (noun.to_owned(), n)) else { break };
        nouns_of.retain(|nouns| !nouns.contains(&noun));
        out.push(format!("{n} about {}", quote(&noun)));
    }
    out
}

/// R053.
pub fn too_many_do(server: &Server, context: &Context, sink: &mut Sink) {
    too_many(
        server,
        "do_",
        context.settings.max_do,
        "each of them is one more thing that can be done by mistake",
        sink,
    );
}

/// R054.
pub fn too_many_read(server: &Server, context: &Context, sink: &mut Sink) {
    too_many(
        server,
        "read_",
        context.settings.max_read,
        "a model that sees many similar reads picks a wrong one more often",
        sink,
    );
}

fn too_many(server: &Server, prefix: &str, most: usize, why: &str, sink: &mut Sink) {
    let n = count(server, prefix);
    if n > most {
        sink.report(server.span, format!("the server has {n} `{prefix}*` tools, more than {most}"))
            .note(why)
            .help("join tools that differ only by what a parameter could say, or split the server by subject");
    }
}
