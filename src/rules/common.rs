//! What several families ask of a tool, and how they say that many tools share a fault.

use super::Sink;
use super::words::{self, Sense, Verb};
use crate::diagnostic::Diagnostic;
use crate::ir::{Server, Tool};
use crate::source::Span;

/// Tools that a finding on a whole server labels; of the others it tells the number.
const LABELS: usize = 5;

pub fn is_read(name: &str) -> bool {
    name.starts_with("read_")
}

pub fn is_do(name: &str) -> bool {
    name.starts_with("do_")
}

pub fn is_can_do(name: &str) -> bool {
    name == "can_do"
}

/// First verbs that promise that nothing is changed.
const LOOKING: &str = "get list search find fetch read show view describe lookup count";

/// Reads the names of one server.
pub struct Names {
    prefix: Option<String>,
}

impl Names {
    pub fn of(server: &Server) -> Self {
        Names { prefix: words::server_prefix(server.tools.iter().filter_map(Tool::known_name)) }
    }

    /// The first verb of a name, behind the server's prefix and `do_`.
    pub fn first_verb(&self, name: &str) -> Option<Verb> {
        let words = words::split(name.strip_prefix("do_").unwrap_or(name));
        words::first_verb(words::without_prefix(&words, self.prefix.as_deref())).map(|(_, verb)| verb)
    }

    /// The first verb of the name only looks, and no verb of change stands in it.
    pub fn only_reads(&self, name: &str) -> bool {
        let words = words::split(name);
        let words = words::without_prefix(&words, self.prefix.as_deref());
        let changes = words.iter().any(|w| words::base_verb(&w.lower).is_some_and(|v| v.sense == Sense::Write));
        !changes && words::first_verb(words).is_some_and(|(_, verb)| words::within(LOOKING, verb.base))
    }
}

/// How hints are written where a framework has a form of its own for them, or none.
const HINT_FORMS: [(&str, &str); 2] = [
    (
        "promcp",
        "`Registry.to_list()` carries no hints: set `annotations` on its entries where they are handed to the MCP \
         server that serves them",
    ),
    (
        "protomcp",
        "in protomcp hints are keywords of the decorator (`read_only=True`, `destructive=True`, `idempotent=True`), and \
         only those that are true reach a client",
    ),
];

/// What an author writes in this framework to declare hints, where it differs from MCP's `annotations`.
pub fn hint_form(framework: &str) -> Option<&'static str> {
    HINT_FORMS.iter().find(|(name, _)| *name == framework).map(|(_, how)| *how)
}

/// Says that a finding of a server rule is about this tool.
pub fn about(d: &mut Diagnostic, tool: &Tool) {
    d.tool = Some(tool.known_name().unwrap_or("").to_owned());
}

/// Names as `a`, `b` and 3 more.
pub fn some_names(tools: &[&Tool]) -> String {
    let names: Vec<String> = tools.iter().filter_map(|t| t.known_name()).take(LABELS).map(words::quote).collect();
    let more = tools.len() - names.len();
    match (names.is_empty(), more) {
        (true, _) => format!("{more} tools"),
        (false, 0) => names.join(", "),
        (false, _) => format!("{} and {more} more", names.join(", ")),
    }
}

/// Labels a handful of tools and tells how many more there are.
pub fn label_some(d: &mut Diagnostic, tools: &[&Tool], place: impl Fn(&Tool) -> Span, text: &str) {
    for tool in tools.iter().take(LABELS) {
        d.label(place(tool), text);
    }
    if tools.len() > LABELS {
        d.note(format!("and {} more", count(tools.len() - LABELS)));
    }
}

/// One finding for a fault that several tools of a server share: it lies on the first of them and labels
/// others. `None`: no tool has it.
pub fn each<'s>(
    sink: &'s mut Sink,
    tools: &[&Tool],
    place: impl Fn(&Tool) -> Span,
    message: &str,
    text: &str,
) -> Option<&'s mut Diagnostic> {
    let (first, others) = tools.split_first()?;
    let d = sink.report(place(first), message);
    if others.is_empty() {
        about(d, first);
    } else {
        label_some(d, others, place, text);
    }
    Some(d)
}

/// `1 tool`, `2 tools`.
pub fn count(n: usize) -> String {
    format!("{n} tool{}", if n == 1 { "" } else { "s" })
}
