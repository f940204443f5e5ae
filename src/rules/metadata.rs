//! R095: icons, execution and `_meta`.

use super::common::each;
use super::hint_keys::kind;
use super::spec;
use super::words::quote;
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Server, Tool};
use crate::json::{Data, Json, Lookup, Member};

const SCHEMES: [&str; 3] = ["http:", "https:", "data:"];
const TASK_SUPPORT: [&str; 3] = ["forbidden", "optional", "required"];
/// Labels of a `_meta` prefix that belong to MCP itself.
const RESERVED: [&str; 2] = ["modelcontextprotocol", "mcp"];
/// Keys under a reserved prefix that MCP gives to everyone.
const GIVEN: [&str; 2] = ["io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"];

const REFUSED: &str = "the SDKs of TypeScript and Python refuse the whole tool list";

fn extra<'a>(tool: &'a Tool, key: &str) -> Option<&'a Member> {
    tool.extra.iter().find(|m| m.key.as_str() == key)
}

/// R095.
pub fn invalid(server: &Server, context: &Context, sink: &mut Sink) {
    for tool in server.served() {
        let mark = sink.mark();
        if let Some(icons) = extra(tool, "icons") {
            judge_icons(&icons.value, sink);
        }
        if let Some(execution) = extra(tool, "execution") {
            judge_execution(&execution.value, sink);
        }
        if let Some(meta) = extra(tool, "_meta") {
            judge_meta(&meta.value, sink);
        }
        sink.about(mark, tool);
    }
    gone(server, context, sink);
}

fn judge_icons(icons: &Json, sink: &mut Sink) {
    let list = match &icons.data {
        Data::List(list) => list,
        Data::Unknown(_) | Data::Null => return,
        _ => {
            let d = sink.report(icons.span, format!("`icons` is {}, not a list", kind(icons)));
            d.note(REFUSED);
            d.help("write `\"icons\": [{\"src\": \"https://…\"}]`");
            return;
        }
    };
    for icon in list {
        let (span, message) = match icon.lookup("src") {
            Lookup::Unknown(_) => continue,
            Lookup::Absent => (icon.span, "an icon without `src`".to_owned()),
            Lookup::Found(m) => match &m.value.data {
                Data::Unknown(_) => continue,
                Data::Text(t) if has_scheme(t.as_str()) => continue,
                Data::Text(_) => (m.value.span, "the `src` of an icon is no http, https or data address".to_owned()),
                _ => (m.value.span, format!("the `src` of an icon is {}", kind(&m.value))),
            },
        };
        let d = sink.report(span, message);
        d.note("clients load icons from these three alone; without `src` the SDKs refuse the whole tool list");
        d.help("give the icon a full address, or put the picture into a `data:` address");
    }
}

fn has_scheme(address: &str) -> bool {
    let lower: String = address.chars().take(6).flat_map(char::to_lowercase).collect();
    SCHEMES.iter().any(|scheme| lower.starts_with(scheme))
}

fn judge_execution(execution: &Json, sink: &mut Sink) {
    let Some(support) = execution.get("taskSupport").filter(|s| !s.is_unknown()) else { return };
    if support.as_str().is_some_and(|word| TASK_SUPPORT.contains(&word)) {
        return;
    }
    let d = sink.report(support.span, format!("`execution.taskSupport` is {}", kind(support)));
    d.note(REFUSED);
    d.help("write `forbidden`, `optional` or `required`");
}

fn judge_meta(meta: &Json, sink: &mut Sink) {
    let Some(object) = meta.as_object() else { return };
    for member in &object.members {
        let key = member.key.as_str();
        let Some((prefix, _)) = key.split_once('/').filter(|_| !GIVEN.contains(&key)) else { continue };
        let labels: Vec<&str> = prefix.split('.').collect();
        let message = if !labels.iter().all(|label| is_label(label)) {
            format!("the prefix of {} is no list of names with dots between them", quote(key))
        } else if labels.iter().skip(1).take(1).any(|l| RESERVED.contains(l)) {
            format!("the prefix of {} belongs to MCP itself", quote(key))
        } else {
            continue;
        };
        let d = sink.report(member.key.span(), message);
        d.level(Level::Warning);
        d.note("a later revision may give the key another meaning");
        d.help("begin with a domain of your own, turned round: `com.example/key`");
    }
}

fn is_label(label: &str) -> bool {
    let (first, last) = (label.chars().next(), label.chars().last());
    first.is_some_and(|c| c.is_ascii_alphabetic())
        && last.is_some_and(|c| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Members that another revision has and the chosen one has not.
fn gone(server: &Server, context: &Context, sink: &mut Sink) {
    let Some(chosen) = spec::of(context.settings.spec) else { return };
    for field in ["icons", "execution"] {
        if chosen.tool.iter().any(|f| f == field) {
            continue;
        }
        let tools: Vec<&Tool> = server.served().filter(|tool| extra(tool, field).is_some()).collect();
        let place = |tool: &Tool| extra(tool, field).map_or(tool.span, |m| m.key.span());
        let message = format!("revision {} has no `{field}` of a tool", chosen.date);
        if let Some(d) = each(sink, &tools, place, &message, "here too") {
            d.level(Level::Note);
            d.note("clients of that revision pass over it");
            d.help("leave it out, or answer for a revision that has it");
        }
    }
}
