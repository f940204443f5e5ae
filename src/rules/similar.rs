//! R036 and R057: tools that a model takes for one another.

use super::common;
use super::walk;
use super::words::{self, Word, lists, quote};
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::Json;
use rustc_hash::FxHashMap;

fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// R036.
pub fn same_description(server: &Server, _: &Context, sink: &mut Sink) {
    let mut firsts: FxHashMap<String, &Tool> = FxHashMap::default();
    for tool in server.tools.iter().filter(|t| t.conditional.is_none() && !t.replaced) {
        let Some(text) = tool.description.value() else { continue };
        let key = folded(text.as_str());
        if key.is_empty() {
            continue;
        }
        let first = *firsts.entry(key).or_insert(tool);
        // Two tools of one name have a finding of their own.
        if std::ptr::eq(first, tool) || first.known_name() == tool.known_name() {
            continue;
        }
        let (name, other) = (tool.known_name().unwrap_or(""), first.known_name().unwrap_or(""));
        let d = sink.report(text.span(), format!("{} has the same description as {}", quote(name), quote(other)));
        common::about(d, tool);
        if let Some(span) = first.description.span() {
            d.label(span, "the same text");
        }
        d.note("a model that chooses between the two has nothing but the names to go by");
        d.help("say in each how it differs from the other");
    }
}

/// R057.
pub fn confusable(server: &Server, _: &Context, sink: &mut Sink) {
    let prefix = words::server_prefix(server.tools.iter().filter_map(Tool::known_name));
    let mut shapes: FxHashMap<String, &Tool> = FxHashMap::default();
    for tool in server.tools.iter().filter(|t| t.conditional.is_none() && !t.replaced) {
        let Some(name) = tool.known_name() else { continue };
        let words = words::split(name);
        let own = words::without_prefix(&words, prefix.as_deref());
        let same_letters = format!("twin {}", folded(name));
        let twin = shapes.get(&same_letters).copied();
        let synonym = same_meaning(own);
        let one_many = plural(own);
        let found = [
            twin.map(|t| (t, Level::Warning, "only by case or separators")),
            synonym
                .as_ref()
                .and_then(|s| shapes.get(s))
                .map(|t| (*t, Level::Warning, "only by a verb of the same meaning")),
            shapes
                .get(&one_many)
                .filter(|t| same_input(t, tool))
                .map(|t| (*t, Level::Note, "only by a plural, and they take the same input")),
        ];
        let found = found.into_iter().flatten().find(|(other, ..)| other.known_name() != Some(name));
        if let Some((other, level, how)) = found {
            let message = format!("{} differs from {} {how}", quote(name), quote(other.known_name().unwrap_or("")));
            let d = sink.report(tool.name_span(), message);
            common::about(d, tool);
            d.level(level).label(other.name_span(), "the other one");
            d.note("a model that wants the one calls the other");
            d.help("join the two, or name each by what only it does");
        }
        shapes.entry(same_letters).or_insert(tool);
        if let Some(synonym) = synonym {
            shapes.entry(synonym).or_insert(tool);
        }
        shapes.entry(one_many).or_insert(tool);
    }
}

/// The name with its verb replaced by the first of its synonyms; `None` where no noun is left.
fn same_meaning(words: &[Word]) -> Option<String> {
    let from = usize::from(words.first().is_some_and(|w| matches!(w.lower.as_str(), "read" | "do")) && words.len() > 2);
    let (verb, nouns) = words[from.min(words.len())..].split_first()?;
    let group = lists::SYNONYMS.iter().find(|group| group.contains(&verb.lower.as_str()))?;
    if nouns.is_empty() {
        return None;
    }
    let before = if from == 1 { words[0].lower.as_str() } else { "" };
    let nouns: Vec<&str> = nouns.iter().map(|w| w.lower.as_str()).collect();
    Some(format!("verb {before} {} {}", group[0], nouns.join(" ")))
}

fn plural(words: &[Word]) -> String {
    let stems: Vec<String> = words.iter().map(|w| words::stem(&w.lower)).collect();
    format!("stems {}", stems.join(" "))
}

fn same_input(a: &Tool, b: &Tool) -> bool {
    let plain = |t: &Tool| {
        let names: Vec<String> = walk::parameters(t).iter().map(|p| p.name.to_owned()).collect();
        (t.input.value().map(Json::to_value), names)
    };
    let (a, b) = (plain(a), plain(b));
    a.0.is_some() && !a.1.is_empty() && a.0 == b.0
}
