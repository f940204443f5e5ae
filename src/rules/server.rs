//! R029, R050–R054: the tools of a server together.

use super::naming::is_variant;
use super::schema::{Property, Rest, Schema};
use super::words::{self, lists, quote};
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::Data;
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
    let variant = server.tools.iter().find(|t| t.known_name().is_some_and(|name| is_variant(t, name)));
    if let Some(tool) = variant {
        found.label(tool.name_span(), "this one, under the name `can_do`, would be it");
        return;
    }
    found.help("add a tool named `can_do` that takes an intent and answers with feasible, candidates and blocked");
}

/// Where a tool says that `compensable` is never true.
fn cannot_be_undone(tool: &Tool) -> Option<Span> {
    if tool.promcp.compensable.is_false() {
        return tool.promcp.compensable.span();
    }
    let contract = tool.contract.value()?;
    let Property::Found { schema, .. } = Schema::new(contract, contract).property("compensable") else { return None };
    let values = schema.values();
    let only_false = values.listed.iter().all(|v| matches!(v.data, Data::Bool(false)));
    if values.rest == Rest::Nothing && only_false { values.listed.first().map(|v| v.span) } else { None }
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

/// Groups of tools whose names share a noun (`3 about order`), the largest first; each tool counts once. Empty
/// where nouns do not split the server: one that most tools share, or groups that leave most of them out.
fn split_by_noun(server: &Server) -> Vec<String> {
    const GROUPS: usize = 4;
    let prefix = words::server_prefix(visible(server).filter_map(Tool::known_name));
    let mut nouns = Nouns::default();
    let mut tools: Vec<Vec<usize>> =
        visible(server).filter_map(Tool::known_name).map(|name| nouns.of(name, prefix.as_deref())).collect();
    let total = tools.len();
    let mut out = Vec::new();
    let mut grouped = 0;
    while out.len() < GROUPS {
        let mut counts = vec![0; nouns.all.len()];
        for noun in tools.iter().flatten() {
            counts[*noun] += 1;
        }
        let groups = counts.into_iter().enumerate().filter(|&(_, n)| n > 1 && n * 4 < total * 3);
        let largest = groups.max_by(|a, b| a.1.cmp(&b.1).then(nouns.all[b.0].cmp(&nouns.all[a.0])));
        let Some((noun, n)) = largest else { break };
        tools.retain(|nouns| !nouns.contains(&noun));
        grouped += n;
        out.push(format!("{n} about {}", quote(&nouns.all[noun])));
    }
    if grouped * 3 < total { Vec::new() } else { out }
}

/// Nouns by number; names of a server share most of their words.
#[derive(Default)]
struct Nouns {
    all: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// What each word is.
    words: FxHashMap<String, Option<usize>>,
}

impl Nouns {
    /// The nouns of a name, each once.
    fn of(&mut self, name: &str, prefix: Option<&str>) -> Vec<usize> {
        let words = words::split(name);
        let mut out = Vec::new();
        for word in words::without_prefix(&words, prefix) {
            let noun = match self.words.get(&word.lower) {
                Some(noun) => *noun,
                None => self.learn(&word.lower),
            };
            out.extend(noun.filter(|n| !out.contains(n)));
        }
        out
    }

    fn learn(&mut self, word: &str) -> Option<usize> {
        let number = noun(word).map(|noun| {
            *self.numbers.entry(noun).or_insert_with_key(|noun| {
                self.all.push(noun.clone());
                self.all.len() - 1
            })
        });
        self.words.insert(word.to_owned(), number);
        number
    }
}

/// The singular of a word that may be what a tool is about.
fn noun(word: &str) -> Option<String> {
    let skipped = [lists::FILL, lists::GENERIC, lists::NO_SUBJECT].iter().any(|l| words::within(l, word));
    let noun = words::stem(word);
    (!skipped && words::base_verb(word).is_none() && noun.chars().count() > 2).then_some(noun)
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

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::rules::testing::{judge, judge_with, named};
    use crate::settings::Preset::{Mcp, Promcp};
    use crate::settings::Settings;

    #[test]
    fn each_declaration_after_the_first_is_a_duplicate() {
        let judged = judge(Mcp, &named(&["a_b", "c_d", "a_b", "a_b", "can_do", "can_do"]));
        assert_eq!(judged.of("R029").len(), 2);
        assert!(judged.of("R029").iter().all(|d| d.labels.len() == 1 && d.labels[0].span < d.span));
        assert!(!judge(Mcp, r#"[{"name": ""}, {"name": ""}, {}, {}]"#).has("R029"));
        let conditional = r#"[{"name": "a"}, {"name": "a", "_conditional": "registered under a test"}]"#;
        assert!(!judge(Mcp, conditional).has("R029"));
    }

    #[test]
    fn a_server_has_one_can_do() {
        let level = |names: &[&str]| judge(Promcp, &named(names)).of("R050").first().map(|d| d.level);
        assert_eq!(level(&["read_tank", "do_open_valve"]), Some(Level::Error));
        assert_eq!(level(&["read_tank"]), Some(Level::Note));
        assert_eq!(level(&["get_tank"]), Some(Level::Error));
        assert_eq!(level(&["can_do"]), None);
        assert_eq!(level(&[]), None);
        let judged = judge(Promcp, &named(&["can_do", "can_do", "can_do"]));
        assert_eq!(judged.one("R051").labels.len(), 2);
    }

    #[test]
    fn an_unknown_name_may_be_can_do() {
        let list = r#"[{"name": "do_x", "_unresolved": []},
            {"name": null, "_source": {}, "_unresolved": [{"field": "name", "reason": "read from the environment"}]}]"#;
        assert!(!judge(Promcp, list).has("R050"));
    }

    #[test]
    fn what_cannot_be_undone_is_labelled() {
        let list = r#"[{"name": "do_x", "responseSchema": {"properties": {"compensable": {"const": false}}}},
            {"name": "do_y", "responseSchema": {"properties": {"compensable": {"type": "boolean"}}}}]"#;
        assert_eq!(judge(Promcp, list).one("R050").labels.len(), 1);
    }

    #[test]
    fn too_many_tools_count_those_that_are_certain() {
        let names: Vec<String> = (0..9).map(|i| format!("read_order_{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let judged = judge(Promcp, &named(&names));
        assert_eq!(judged.one("R052").level, Level::Warning);
        assert!(judged.has("R054") && !judged.has("R053"));
        assert_eq!(judge(Mcp, &named(&names)).one("R052").level, Level::Note);
        assert!(!judge(Promcp, &named(&names[..8])).has("R052"));
        assert!(!judge(Promcp, &named(&names[..6])).has("R054"));
        let more = Settings { max_tools: 9, max_read: 9, ..Settings::default() };
        let judged = judge_with(&more, &named(&names));
        assert!(!judged.has("R052") && !judged.has("R054"));
        let mut list: serde_json::Value = serde_json::from_str(&named(&names)).unwrap_or_default();
        list[0]["_conditional"] = "registered under a test".into();
        assert!(!judge(Promcp, &list.to_string()).has("R052"));
    }

    #[test]
    fn a_split_is_proposed_by_what_the_names_share() {
        let names = [
            "do_place_order",
            "do_cancel_order",
            "do_refund_order",
            "do_pack_order",
            "do_print_label",
            "do_void_label",
            "read_order",
            "read_label_state",
            "can_do",
        ];
        let judged = judge(Promcp, &named(&names));
        let help = &judged.one("R052").help;
        assert_eq!(help[0], "split it by what the tools are about: 5 about `order`, 3 about `label`");
        assert_eq!(help[1], "or by verb: 2 `read_*` tools in one server, 6 `do_*` with `can_do` in another");
        assert_eq!(judged.one("R053").message, "the server has 6 `do_*` tools, more than 5");
    }
}
