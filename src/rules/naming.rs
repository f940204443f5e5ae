//! R020–R028: what a tool is called.

use super::hosts;
use super::rename::{self, Rename};
use super::schema::{Property, Schema};
use super::words::{self, Sense, Verb, Word, lists, quote};
use super::{Context, Sink};
use crate::ir::{Server, Tool};
use crate::json::{Data, Json, Lookup};
use crate::source::Span;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Longest name that the specification advises and that every host takes, in characters.
const LONGEST: usize = 64;

/// R020.
pub fn missing(tool: &Tool, _: &Context, sink: &mut Sink) {
    let (span, message) = match tool.name.as_str() {
        Some("") => (tool.name_span(), "the tool's name is empty".to_owned()),
        Some(_) => return,
        None if tool.name.is_unknown() => return,
        None => match not_text(tool, "name") {
            NotText::Other(value) => (value.span, format!("the tool's name is {}", kind(value))),
            NotText::Absent => (tool.span, "the tool has no name".to_owned()),
            NotText::Unknown => return,
        },
    };
    sink.report(span, message)
        .note("a client calls a tool by its name; most refuse the whole tool list that holds one without")
        .help("give it one, such as `read_<what it reads>` or `do_<what it does>`");
}

/// What stands in the place of a text that a declaration does not have.
pub enum NotText<'a> {
    Absent,
    /// A value of another type.
    Other(&'a Json),
    /// It may be there, unseen; or the declaration is no object, which is another fault.
    Unknown,
}

/// What a manifest has under `key`, where the ir has no text for it.
pub fn not_text<'a>(tool: &'a Tool, key: &str) -> NotText<'a> {
    let Some(raw) = &tool.raw else { return NotText::Absent };
    match (raw.lookup(key), &raw.data) {
        (Lookup::Found(m), _) => NotText::Other(&m.value),
        (Lookup::Absent, Data::Object(_)) => NotText::Absent,
        _ => NotText::Unknown,
    }
}

/// What a value is that should be text.
pub fn kind(value: &Json) -> &str {
    match &value.data {
        Data::Null => "null, not text",
        Data::Bool(_) => "a boolean, not text",
        Data::Number(_) => "a number, not text",
        Data::Text(_) => "text",
        Data::List(_) => "a list, not text",
        Data::Object(_) => "an object, not text",
        // A scalar that YAML has and JSON has not.
        Data::Unknown(what) => what,
    }
}

/// R021.
pub fn not_snake_case(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let Some((range, what)) = not_snake_case_at(name) else { return };
    let found = sink.report(span_in_name(tool, range), format!("the name {} holds {what}", quote(name)));
    found.here("not in lower snake case");
    found.note("a name is a-z first, then a-z, 0-9 and `_`; some hosts refuse or rewrite other characters");
    match words::renamed(name).filter(|new| not_snake_case_at(new).is_none()) {
        Some(new) => found.help(format!("in lower snake case it is `{new}`")),
        None => found.help("name it with a-z, 0-9 and `_`"),
    };
    hosts::names::charset_objections(name, context.settings).tell(found);
}

/// The first characters that lower snake case excludes, and what they are.
pub fn not_snake_case_at(name: &str) -> Option<(Range<usize>, String)> {
    let allowed = |at: usize, c: char| c.is_ascii_lowercase() || (at > 0 && (c.is_ascii_digit() || c == '_'));
    let (start, c) = name.char_indices().find(|&(at, c)| !allowed(at, c))?;
    let len = if allowed(1, c) { 1 } else { name[start..].find(|c| allowed(1, c)).unwrap_or(name.len() - start) };
    let what = match c {
        '_' => "an underscore at its start".to_owned(),
        '0'..='9' => "a digit at its start".to_owned(),
        ' ' => "a space".to_owned(),
        '\n' => "a line feed".to_owned(),
        '-' => "a hyphen".to_owned(),
        '.' => "a dot".to_owned(),
        c if c.is_uppercase() => "a capital letter".to_owned(),
        c if c.is_alphabetic() => format!("`{c}`"),
        c if c.is_ascii_graphic() => format!("`{c}`"),
        c => format!("the character U+{:04X}", u32::from(c)),
    };
    Some((start..start + len, what))
}

/// R022: one pass over the server, because the prefix that its names share is no verb.
pub fn verb_missing(server: &Server, _: &Context, sink: &mut Sink) {
    let without = |tool: &&Tool| {
        tool.known_name().is_some_and(|name| name != "can_do" && rest(name).is_none() && !is_variant(tool, name))
    };
    let without: Vec<&Tool> = server.tools.iter().filter(without).collect();
    if without.is_empty() {
        return;
    }
    let prefix = words::server_prefix(server.tools.iter().filter_map(Tool::known_name));
    let mut taken: FxHashSet<String> = server.tools.iter().filter_map(Tool::known_name).map(str::to_owned).collect();
    for tool in without {
        let Some(name) = tool.known_name() else { continue };
        let found = sink.report(
            tool.name_span(),
            format!("the name {} begins with neither `read_` nor `do_`, and is not `can_do`", quote(name)),
        );
        found.tool = Some(name.to_owned());
        found.note("the first word tells an agent whether a call can change anything; without it no contract applies");
        match rename::to_triad(tool, prefix.as_deref()) {
            Some(Rename::To(new)) => {
                let other = if taken.contains(&new) { rename::distinct(&new, name) } else { None };
                let new = other.unwrap_or(new);
                found.help(format!("call it `{new}`"));
                taken.insert(new);
                found
            }
            Some(Rename::Either { read, act }) => {
                found.help(format!("call it `{read}` if it only looks, `{act}` if it changes anything"))
            }
            None => found.help("begin its name with `read_` if it only looks, with `do_` if it changes anything"),
        };
    }
}

/// R023.
pub fn capability_missing(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let Some(after) = rest(name).filter(|rest| rest.chars().all(|c| c == '_')) else { return };
    let verb = &name[..name.len() - after.len()];
    sink.report(tool.name_span(), format!("nothing follows `{verb}` in the name {}", quote(name)))
        .note("an agent cannot tell what the tool is for")
        .help(if verb == "read_" {
            "say what it reads: `read_tank_level`"
        } else {
            "say what it does: `do_open_valve`"
        });
}

/// R024.
pub fn long(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let Some((at, _)) = name.char_indices().nth(LONGEST) else { return };
    sink.report(
        span_in_name(tool, at..name.len()),
        format!("the name has {} characters, more than {LONGEST}", name.chars().count()),
    )
    .here("beyond the limit")
    .note("hosts put the server's name before it and refuse or drop tools whose whole name is over 64 characters")
    .help("say in the name what it does and leave the rest to the description");
}

/// R025.
pub fn generic(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let Some(after) = rest(name).filter(|after| rename::is_generic(after)) else { return };
    let from = name.len() - after.len();
    let found =
        sink.report(span_in_name(tool, from..name.len()), format!("{} does not say what the tool is for", quote(name)));
    found.here("says nothing");
    found.note("beside other servers' tools an agent picks by name, and this one fits everything");
    found.help(match (words::base_verb(after).is_some(), name.starts_with("read_")) {
        (true, false) => format!("name the thing too: `do_{after}_order`"),
        (false, false) => "name the deed and the thing: `do_cancel_order`".to_owned(),
        (_, true) => "name what is read: `read_order_status`".to_owned(),
    });
}

/// R026.
pub fn verbs_mixed(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let words = words::split(name);
    let Some((left, right)) = mixed(&words) else { return };
    let range = words[left].range.start..words[right].range.end;
    let (left, right) = (&words[left].lower, &words[right].lower);
    sink.report(span_in_name(tool, range), format!("{} names two tools: one to {left}, one to {right}", quote(name)))
        .note("an agent that only wants to look cannot call it without changing something")
        .help("make it two tools, a `read_*` and a `do_*`");
}

/// The verbs on either side of a conjunction, where one looks and the other changes.
fn mixed(words: &[Word]) -> Option<(usize, usize)> {
    let verb = |i: usize| words.get(i).and_then(|w| words::base_verb(&w.lower));
    let triad = matches!(words.first()?.lower.as_str(), "read" | "do");
    let lead = usize::from(triad && verb(1).is_some());
    let is_joint = |i: &usize| matches!(words[*i].lower.as_str(), "and" | "or" | "then");
    (1..words.len()).filter(is_joint).find_map(|i| {
        let right = verb(i + 1)?;
        let beside = verb(i - 1).filter(|left| i - 1 <= lead && opposite(left, &right));
        let one_deed = |left: Verb| lists::ONE_DEED.contains(&(left.base, right.base));
        if let Some(left) = beside {
            return (!one_deed(left)).then_some((i - 1, i + 1));
        }
        // `read_user_and_delete_order`: each verb has a noun of its own.
        let noun = words.get(i + 2).filter(|w| !words::within(lists::AFTER_NOUN, &w.lower));
        let left = verb(lead).filter(|left| i - 1 > lead && noun.is_some() && opposite(left, &right))?;
        let certain = right.accuses() || words::within(lists::PLAIN_READ, right.base);
        (certain && !one_deed(left)).then_some((lead, i + 1))
    })
}

fn opposite(a: &Verb, b: &Verb) -> bool {
    matches!((a.sense, b.sense), (Sense::Read, Sense::Write) | (Sense::Write, Sense::Read))
}

/// R027.
pub fn can_do_variant(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    if !is_variant(tool, name) {
        return;
    }
    let message = if is_variant_name(name) {
        format!("{} is not `can_do`, the one name of the tool that tells what is possible", quote(name))
    } else {
        format!("{} answers as `can_do` does, under another name", quote(name))
    };
    let other = context.server.tools.iter().find(|t| t.known_name() == Some("can_do"));
    let found = sink.report(tool.name_span(), message);
    found.note("an agent looks for `can_do` under exactly this name before it acts, and does not find this one");
    match other {
        Some(other) => {
            found.label(other.name_span(), "`can_do` is declared here");
            found.help("let `can_do` answer for this too: its intent says what is wished")
        }
        None => found.help("call it `can_do`"),
    };
}

/// A tool that is meant to be `can_do` and is not called so.
pub fn is_variant(tool: &Tool, name: &str) -> bool {
    name != "can_do" && (is_variant_name(name) || answers_like_can_do(tool))
}

fn is_variant_name(name: &str) -> bool {
    let words = words::split(name);
    match &words[..] {
        [first, ..] if first.lower == "cando" => true,
        [first, second, ..] => first.lower == "can" && second.lower == "do",
        _ => false,
    }
}

fn answers_like_can_do(tool: &Tool) -> bool {
    let Some(contract) = tool.contract.value() else { return false };
    let schema = Schema::new(contract, contract);
    ["feasible", "candidates", "blocked"].iter().all(|key| matches!(schema.property(key), Property::Found { .. }))
}

/// R028.
pub fn verb_contradicts(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let words = words::split(name);
    let (Some(after), [_, second, others @ ..]) = (rest(name), &words[..]) else { return };
    let Some(verb) = words::base_verb(&second.lower) else { return };
    if rename::is_generic(after) || mixed(&words).is_some() {
        return;
    }
    let followed_by_noun = |w: &Word| !words::within(lists::AFTER_NOUN, &w.lower);
    let span = span_in_name(tool, second.range.clone());
    if name.starts_with("read_") {
        if !verb.accuses() || !others.first().is_none_or(followed_by_noun) {
            return;
        }
        let found = sink.report(span, format!("{} begins with `read_` and goes on with `{}`", quote(name), verb.base));
        found.note("a host may call a `read_*` tool without asking the user, and call it twice");
        match words::snake_case(&words[1..]) {
            Some(new) => found.help(format!("if it does {}, call it `do_{new}`; if not, name what is read", verb.base)),
            None => found.help(format!("if it does {}, begin with `do_`; if not, name what is read", verb.base)),
        };
        return;
    }
    let changes = |w: &Word| words::base_verb(&w.lower).is_some_and(|v| v.sense == Sense::Write);
    if !words::within(lists::PLAIN_READ, verb.base) || others.iter().any(changes) {
        return;
    }
    let found = sink.report(span, format!("{} begins with `do_` and goes on with `{}`", quote(name), verb.base));
    found.note(
        "an agent asks `can_do` and the user before a `do_*` call, and keeps its hands off where it only wants to look",
    );
    match words::snake_case(others) {
        Some(new) => found.help(format!("if it changes nothing, call it `read_{new}`; if it does, name the change")),
        None => found.help("if it changes nothing, begin with `read_`; if it does, name the change"),
    };
}

/// What follows `read_` or `do_`.
pub fn rest(name: &str) -> Option<&str> {
    name.strip_prefix("read_").or_else(|| name.strip_prefix("do_"))
}

pub fn span_in_name(tool: &Tool, range: Range<usize>) -> Span {
    tool.name.value().map_or(tool.span, |name| name.span_of(range))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{judge, named};
    use crate::settings::Preset::{Mcp, Promcp};

    /// The codes of this file, and `can_do` beside the name, so that the server is whole.
    fn codes(name: &str) -> Vec<&'static str> {
        let judged = judge(Promcp, &named(&[name, "can_do"]));
        let codes = ["R020", "R021", "R022", "R023", "R024", "R025", "R026", "R027", "R028"];
        codes.into_iter().filter(|code| judged.has(code)).collect()
    }

    #[test]
    fn good_names_are_left_alone() {
        let exact = format!("read_{}", "x".repeat(LONGEST - 5));
        for name in ["read_tank_level", "do_open_valve", "read__x_", "do_search_and_replace_text", exact.as_str()] {
            assert!(codes(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn each_fault_has_its_code() {
        for (name, expected) in [
            ("", &["R020"][..]),
            ("getTankLevel", &["R021", "R022"]),
            ("read_TankLevel", &["R021"]),
            ("read_tank_level\n", &["R021"]),
            (" read_tank", &["R021", "R022"]),
            ("read_température", &["R021"]),
            ("temperature_read", &["R022"]),
            ("reading_tank", &["R022"]),
            ("Read_tank", &["R021", "R022"]),
            ("read_", &["R023"]),
            ("do___", &["R023"]),
            (&format!("read_{}", "x".repeat(LONGEST - 4)), &["R024"]),
            ("do_update", &["R025"]),
            ("read_items", &["R025"]),
            ("do_get", &["R025"]),
            ("do_read_and_update", &["R026"]),
            ("read_get_or_create_user", &["R026"]),
            ("read_user_and_delete_session", &["R026"]),
            ("can_do_fan", &["R027"]),
            ("CanDo", &["R021", "R027"]),
            ("cando", &["R027"]),
            ("_can_do", &["R021", "R027"]),
            ("can_download", &["R022"]),
            ("candid_read", &["R022"]),
            ("read_delete_user", &["R028"]),
            ("read_delete_and_return", &["R028"]),
            ("do_get_user", &["R028"]),
            ("do_get_and_store_user", &["R026"]),
            ("read_update_history", &[]),
            ("read_commit_message", &[]),
            ("do_list_item_and_send_offer", &["R026"]),
        ] {
            assert_eq!(codes(name), expected, "{name:?}");
        }
    }

    #[test]
    fn what_is_no_text_is_no_name() {
        let judged = judge(Mcp, r#"[{"name": 7}, {"name": null}, {"description": "x"}, {"name": "x"}]"#);
        let messages: Vec<&str> = judged.of("R020").iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            messages,
            ["the tool's name is a number, not text", "the tool's name is null, not text", "the tool has no name"]
        );
        assert_eq!(judge(Mcp, r#"[{"name": 7, "description": "x"}]"#).marked("R020"), "7");
    }

    #[test]
    fn findings_lie_on_the_characters_that_are_wrong() {
        let marked = |name: &str, code: &str| judge(Promcp, &named(&[name])).marked(code).to_owned();
        assert_eq!(marked("read_tankLEVEL", "R021"), "LEVEL");
        assert_eq!(marked("3tank", "R021"), "3");
        assert_eq!(marked("read_data", "R025"), "data");
        assert_eq!(marked("do_read_and_update", "R026"), "read_and_update");
        assert_eq!(marked("read_delete_user", "R028"), "delete");
        assert_eq!(marked(&format!("read_{}end", "x".repeat(59)), "R024"), "end");
        assert_eq!(marked("get_user", "R022"), "\"get_user\"");
    }

    #[test]
    fn help_holds_the_name() {
        let help = |name: &str, code: &str| judge(Promcp, &named(&[name])).one(code).help.join(" ");
        assert_eq!(help("get_user", "R022"), "call it `read_user`");
        assert_eq!(help("createUser", "R022"), "call it `do_create_user`");
        let twins = judge(Promcp, &named(&["get_user", "fetch_user", "read_users", "list_users"]));
        let helps: Vec<&str> = twins.of("R022").iter().map(|d| d.help[0].as_str()).collect();
        assert_eq!(helps, ["call it `read_user`", "call it `read_fetch_user`", "call it `read_list_users`"]);
        assert_eq!(help("createUser", "R021"), "in lower snake case it is `create_user`");
        assert_eq!(help("read_水位", "R021"), "name it with a-z, 0-9 and `_`");
        assert_eq!(help("canDo", "R027"), "call it `can_do`");
        let torn = r#"[{"name": "delete_record", "annotations": {"readOnlyHint": true, "destructiveHint": true}}]"#;
        let torn = judge(Promcp, torn).one("R022").help.join(" ");
        assert_eq!(torn, "call it `read_record` if it only looks, `do_delete_record` if it changes anything");
    }

    #[test]
    fn a_tool_that_answers_as_can_do_is_can_do() {
        let response = r#"{"type": "object", "properties": {"feasible": {}, "candidates": {}, "blocked": {}}}"#;
        let judged = judge(Promcp, &format!(r#"[{{"name": "check_feasible", "responseSchema": {response}}}]"#));
        assert_eq!(judged.marked("R027"), "\"check_feasible\"");
        assert!(!judged.has("R022"));
    }

    #[test]
    fn the_triad_is_not_asked_for_under_mcp() {
        let judged = judge(Mcp, &named(&["getUser", "do_update", "read_", "can_do_fan"]));
        for code in ["R021", "R022", "R023", "R025", "R027"] {
            assert!(!judged.has(code), "{code}");
        }
    }
}
