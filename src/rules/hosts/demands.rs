//! R103, R116: how many tools a host takes, and what a directory demands of each.

use super::{Kind, Limit, Objections, limits};
use crate::ir::{Server, Tool};
use crate::rules::words::quote;
use crate::rules::{Context, Sink};

/// R103: the tools that a client certainly sees.
pub fn tool_count(server: &Server, context: &Context, sink: &mut Sink) {
    let tools = server.served().filter(|t| t.conditional.is_none() && !t.hidden).count();
    let objections =
        Objections::of(limits(context.settings, Kind::Tools), |limit| limit.most.is_some_and(|most| tools > most));
    if objections.is_empty() {
        return;
    }
    let most = objections.limits().filter_map(|l| l.most).min().unwrap_or(0);
    objections
        .report(sink, server.span, format!("the server shows {tools} tools, more than the {most} that a host takes"))
        .help("split the server by subject, or let a tool enable the others when they are needed");
}

/// R116.
pub fn directory_metadata(tool: &Tool, context: &Context, sink: &mut Sink) {
    if tool.name.is_unknown() {
        return;
    }
    let titled = !tool.title.is_absent() || !tool.annotations.title.is_absent() || tool.annotations.given.is_unknown();
    let mut objections = Objections::default();
    let mut lacking = Vec::new();
    if !titled {
        objections.add(Objections::of(limits(context.settings, Kind::TitleMissing), |_| true));
        if !objections.is_empty() {
            lacking.push("a title".to_owned());
        }
    }
    for (host, limit) in limits(context.settings, Kind::HintMissing) {
        if !has_hint(tool, limit) {
            objections.add(Objections::of(std::iter::once((host, limit)), |_| true));
            let words: Vec<String> = limit.words.iter().map(|w| quote(w)).collect();
            lacking.push(words.join(" or "));
        }
    }
    if objections.is_empty() {
        return;
    }
    objections
        .report(sink, tool.name_span(), format!("the tool lacks {}", lacking.join(", and ")))
        .help("declare them in so many words: what is left out is not read as its default");
}

fn has_hint(tool: &Tool, limit: &Limit) -> bool {
    let given = |word: &String| tool.annotations.hints().iter().any(|(name, hint)| name == word && !hint.is_absent());
    tool.annotations.given.is_unknown() || limit.words.iter().any(given)
}
