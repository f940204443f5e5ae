//! R138: orders about tools of other servers.

use super::each_speaker;
use super::fold::{Folded, Trigger, Word};
use super::texts::{self, Role, Said};
use crate::diagnostic::Level;
use crate::ir::Server;
use crate::rules::words::{self, quote, within};
use crate::rules::{Context, Sink};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::LazyLock;

const OPENS: &str = "when whenever before after if instead every all any";
const CALLS: &str =
    "calling using invoking running executing call use invoke run calls uses to of you the a an tool tools time is";
const ORDER: &str = "must always should never have shall do don't";

/// Verbs with which a clause behind a comma gives an order.
const DEED: &str = "set add include append send pass put insert replace change use call copy forward";

static ORDERS: LazyLock<Trigger> = LazyLock::new(|| {
    Trigger::new(&[
        "must",
        "always",
        "should",
        "never",
        "shall",
        "have to",
        "do not",
        "don't",
        "instead of",
        "when",
        "every time",
    ])
});

/// R138.
pub fn shadowing<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    // Where a tool is not seen, its name may be the one that is spoken of.
    if !server.unresolved.is_empty() || server.tools.iter().any(|t| t.known_name().is_none()) {
        return;
    }
    let own = LazyLock::new(|| own_names(server));
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            if said.role != Role::Prose || memchr::memchr(b'_', said.str().as_bytes()).is_none() {
                return;
            }
            let Some(folded) = ORDERS.fold(said.str()) else { return };
            for (range, name) in orders(&folded, &own) {
                let what = format!("gives an order about {}, which this server does not declare", quote(name));
                hits.add(said.text.span_of(folded.original(range)), what, Level::Warning);
            }
        },
        |hit| format!("the text {}", hit.what),
        |d, _| {
            d.note("a model that has tools of several servers obeys it there too: one server changes how another one's tool is used");
            d.help("speak of this server's own tools by their names");
        },
    );
}

fn fold_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Every name and value that the server's own texts may speak of.
fn own_names(server: &Server) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    let mut add = |said: Said| {
        if matches!(said.role, Role::Name | Role::Key | Role::Value | Role::Title) {
            out.insert(fold_name(said.str()));
        }
    };
    server.tools.iter().for_each(|tool| texts::of_tool(tool, &mut add));
    out
}

/// Orders with the name that they are about.
fn orders<'a>(folded: &'a Folded, own: &FxHashSet<String>) -> Vec<(Range<usize>, &'a str)> {
    let words = folded.words();
    let mut out = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if !word.text.trim_matches('_').contains('_') || !is_tool_like(&words, i) || is_own(word.text, own) {
            continue;
        }
        let opens = (i.saturating_sub(5)..i).rev().take_while(|&k| words[k].is(CALLS) || words[k].is(OPENS));
        let opener = opens.filter(|&k| words[k].is(OPENS) && !crosses(&words, k, i)).last();
        let rest = &words[i + 1..];
        let end = rest.iter().take(12).position(Word::begins_sentence).unwrap_or(rest.len().min(12));
        let orders = |w: &Word| w.is(ORDER) || (opener.is_some() && w.gap.starts_with(',') && w.is(DEED));
        let order = rest[..end].iter().position(orders);
        let direct = order.is_some_and(|at| at <= 2 && rest[..at].iter().all(|w| w.is("tool is be calls")));
        if let Some(at) = order.filter(|_| opener.is_some() || direct) {
            let from = opener.unwrap_or(i);
            out.push((words[from].range.start..rest[at].range.end, word.text));
        }
    }
    out
}

fn crosses(words: &[Word], from: usize, to: usize) -> bool {
    words[from + 1..=to].iter().any(Word::begins_sentence)
}

/// It begins with a verb, or is called a tool, or is called.
fn is_tool_like(words: &[Word], i: usize) -> bool {
    let parts = words::split(words[i].text);
    let verb = parts
        .first()
        .is_some_and(|w| words::base_verb(&w.lower).is_some() || matches!(w.lower.as_str(), "mcp" | "can"));
    let beside =
        |k: Option<usize>, list: &'static str| k.and_then(|k| words.get(k)).is_some_and(|w| within(list, w.text));
    let called = beside(i.checked_sub(1), "calling invoking tool") || beside(Some(i + 1), "tool");
    // A call with its arguments, a path, a variable of the environment.
    let after = words.get(i + 1).map_or("", |w| w.gap);
    let other = after.starts_with(['(', '=', '.', '/']) && !after.starts_with(". ")
        || words[i].gap.ends_with(['/', '.', '$', '-']);
    (verb || called) && !other
}

/// Declared, or near what is declared: with a server's prefix, or without.
fn is_own(name: &str, own: &FxHashSet<String>) -> bool {
    let name = fold_name(name);
    own.iter().any(|o| {
        *o == name || (o.len() > 3 && name.ends_with(o.as_str())) || (name.len() > 3 && o.ends_with(name.as_str()))
    })
}
