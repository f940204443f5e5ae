//! R100–R102: what a tool is called, and what hosts make of it.

use super::{Kind, Limit, Objections, limits};
use crate::ir::{Server, Tool};
use crate::rules::naming::{not_snake_case_at, span_in_name};
use crate::rules::spec;
use crate::rules::words::quote;
use crate::rules::{Context, Sink};
use crate::settings::Settings;
use rustc_hash::FxHashMap;

/// The hosts that do not take the characters of a name.
pub fn charset_objections(name: &str, settings: &Settings) -> Objections {
    Objections::of(limits(settings, Kind::NameCharacters), |limit| limit.refuses(name))
}

/// R100: silent where R021 or R087 speaks of the same characters; the hosts are told there.
pub fn charset(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let spoken = match context.promcp() {
        true => not_snake_case_at(name).is_some(),
        false => spec::outside_name(name, context.settings).is_some(),
    };
    let objections = charset_objections(name, context.settings);
    if spoken || objections.is_empty() {
        return;
    }
    let outside = |(at, c): &(usize, char)| objections.limits().any(|l| outside(l, *at, *c));
    let Some((at, c)) = name.char_indices().find(outside) else { return };
    let span = span_in_name(tool, at..at + c.len_utf8());
    objections
        .report(sink, span, format!("the name {} holds {}, {}", quote(name), quote(&c.to_string()), objections.by()))
        .help("name it with A-Z, a-z, 0-9 and `_`, which every host takes");
}

fn outside(limit: &Limit, at: usize, c: char) -> bool {
    let not_in = |set: &Option<super::Charset>| set.as_ref().is_some_and(|s| !s.has(c));
    not_in(&limit.allow) || (at == 0 && not_in(&limit.first))
}

/// R101: the name alone, else with what a host puts before it.
pub fn length(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let alone = length_objections(name, context.settings);
    let characters = name.chars().count();
    if !alone.is_empty() {
        let most = alone.limits().filter_map(|l| l.most).min().unwrap_or(0);
        let at = name.char_indices().nth(most).map_or(name.len(), |(at, _)| at);
        let message = format!("the name has {characters} characters, more than {most}: {}", alone.by());
        let d = alone.report(sink, span_in_name(tool, at..name.len()), message);
        d.here("beyond the limit");
        d.help("say in the name what it does and leave the rest to the description");
        return;
    }
    let Some(server) = context.server.name.as_str().filter(|s| !s.is_empty()) else { return };
    let whole = |limit: &Limit| whole_name(limit, server, name).chars().count();
    let with_prefix = Objections::of(limits(context.settings, Kind::WholeNameLength), |limit| {
        limit.most.is_some_and(|most| whole(limit) > most)
    });
    let Some(longest) = with_prefix.limits().max_by_key(|l| whole(l)) else { return };
    let message = format!(
        "with the server's name {} before it the name has {} characters, more than {}",
        quote(server),
        whole(longest),
        longest.most.unwrap_or(0)
    );
    with_prefix
        .report(sink, tool.name_span(), message)
        .help("shorten the name, or tell users to register the server under a short key");
}

/// The hosts for which a name is too long by itself.
pub fn length_objections(name: &str, settings: &Settings) -> Objections {
    Objections::of(limits(settings, Kind::NameLength), |limit| limit.refuses(name))
}

fn whole_name(limit: &Limit, server: &str, tool: &str) -> String {
    limit.form.as_deref().unwrap_or("{tool}").replace("{server}", server).replace("{tool}", tool)
}

/// R102.
pub fn collision(server: &Server, context: &Context, sink: &mut Sink) {
    let mut clashes: Vec<(&Tool, &Tool, String, Objections)> = Vec::new();
    for (host, limit) in limits(context.settings, Kind::NameReplaced) {
        let mut firsts: FxHashMap<String, &Tool> = FxHashMap::default();
        for tool in server.served().filter(|t| t.conditional.is_none()) {
            let Some(name) = tool.known_name() else { continue };
            let sanitised = replaced(name, limit);
            let first = *firsts.entry(sanitised.clone()).or_insert(tool);
            if first.known_name() == Some(name) {
                continue; // The same tool, or R029.
            }
            let objection = Objections::of(std::iter::once((host, limit)), |_| true);
            match clashes.iter_mut().find(|(a, b, ..)| std::ptr::eq(*a, first) && std::ptr::eq(*b, tool)) {
                Some((.., objections)) => objections.add(objection),
                None => clashes.push((first, tool, sanitised, objection)),
            }
        }
    }
    for (first, tool, sanitised, objections) in clashes {
        let (a, b) = (first.known_name().unwrap_or(""), tool.known_name().unwrap_or(""));
        let message = format!("{} and {} are one name, {}, to some hosts", quote(a), quote(b), quote(&sanitised));
        let d = sink.report(tool.name_span(), message);
        d.label(first.name_span(), "the first one");
        d.note("the model calls the one and gets the other, or never sees it");
        objections.tell(d);
        d.help("give them names that differ in letters or digits");
        crate::rules::common::about(d, tool);
    }
}

fn replaced(name: &str, limit: &Limit) -> String {
    let (allow, with) = (limit.allow.as_ref(), limit.with.as_deref().unwrap_or(""));
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match allow.is_none_or(|set| set.has(c)) {
            true => out.push(c),
            false => out.push_str(with),
        }
    }
    out
}
