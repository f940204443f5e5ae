//! R137: links that carry data out.

use super::each_speaker;
use super::texts::Said;
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::rules::words::{quote, within};
use crate::rules::{Context, Sink};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What a conversation holds that no link has a right to.
const HELD: &str = "
    conversation conversations history chat context secret secrets env environment password passwords credential
    credentials messages memory prompt transcript";

/// Links of one text that are looked at.
const MOST: usize = 256;

/// R137.
pub fn carries_out<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    let names = LazyLock::new(|| names(server));
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for range in links(said, &names) {
                let what = quote(&said.str()[range.clone()]);
                hits.add(said.text.span_of(range), format!("the link {what} carries data out"), Level::Error);
            }
        },
        |hit| hit.what.clone(),
        |d, _| {
            d.note("a client that renders the answer fetches an image by itself: what the model filled in has then left the machine");
            d.help("remove the link, or let the server build it from the tool's own parameters");
        },
    );
}

/// Names of parameters and fields: a template filled with them tells of the tool's own data.
fn names(server: &Server) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    let mut add = |said: Said| {
        if said.is_name() {
            out.insert(said.str().to_lowercase());
        }
    };
    server.tools.iter().for_each(|tool: &Tool| super::texts::of_tool(tool, &mut add));
    out
}

fn links(said: Said, names: &FxHashSet<String>) -> Vec<Range<usize>> {
    let text = said.str();
    if said.is_name() || memchr::memmem::find(text.as_bytes(), b"](").is_none() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (middle, _) in text.match_indices("](").take(MOST) {
        let Some(open) = text[..middle].rfind('[') else { continue };
        let Some(end) = text[middle..].find([')', '\n']).map(|i| middle + i) else { continue };
        let image = text[..open].ends_with('!');
        let url = &text[middle + 2..end];
        if !(url.starts_with("http") || url.starts_with("//")) {
            continue;
        }
        let Some((_, query)) = url.split_once('?') else { continue };
        let filled = placeholders(query);
        let foreign = |name: &String| !names.contains(name);
        let held = |name: &String| name.split(|c: char| !c.is_alphanumeric()).any(|w| within(HELD, w));
        let carries = if image { filled.iter().any(foreign) } else { filled.iter().any(|n| held(n) && foreign(n)) };
        if carries {
            out.push(open - usize::from(image)..(end + 1).min(text.len()));
        }
    }
    out
}

/// Names of the blanks that a query leaves to be filled in: `{x}`, `${x}`, `$x`, `<x>`, `[x]`, `%s`.
fn placeholders(query: &str) -> Vec<String> {
    let mut out = Vec::new();
    for value in query.split('&').filter_map(|pair| pair.split_once('=').map(|(_, value)| value)) {
        let name = |close: &[char], inner: &str| {
            let end = inner.find(close).unwrap_or(inner.len());
            inner[..end].trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
        };
        if let Some(at) = value.find(['{', '<', '[']) {
            out.push(name(&['}', '>', ']'], &value[at + 1..]));
        } else if let Some(inner) = value.strip_prefix('$') {
            out.push(name(&['&', '#', ' '], inner));
        } else if matches!(value, "%s" | "%d") {
            out.push(String::new());
        } else if value.len() > 2 && value.chars().all(|c| c.is_ascii_uppercase() || c == '_') && value.contains('_') {
            out.push(value.to_lowercase());
        }
    }
    out
}
