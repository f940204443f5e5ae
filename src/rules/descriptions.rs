//! R030–R032: what a tool says of itself.

use super::hosts::{Kind, Objections, limits};
use super::naming::{NotText, kind, not_text};
use super::words::{self, clause, lists, quote};
use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::Tool;
use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

/// Shorter texts say too little, in columns (a wide East Asian letter counts two).
const SHORTEST: usize = 20;

/// R030.
pub fn missing(tool: &Tool, context: &Context, sink: &mut Sink) {
    let name = tool.known_name().map_or("the tool".to_owned(), quote);
    let refused =
        "clients that check the tool list against the protocol refuse all of it: a description is text or left out";
    let found = match tool.description.as_str() {
        Some(text) if !text.trim().is_empty() => return,
        Some(text) => {
            let span = tool.description.span().unwrap_or(tool.span);
            let what = if text.is_empty() { "empty" } else { "blank" };
            let found = sink.report(span, format!("the description of {name} is {what}"));
            let objections = Objections::of(limits(context.settings, Kind::DescriptionEmpty), |_| text.is_empty());
            if !objections.is_empty() {
                found.level(found.level.max(objections.level()));
                objections.tell(found);
            }
            found
        }
        None if tool.description.is_unknown() => return,
        None => match not_text(tool, "description") {
            NotText::Other(value) => {
                let found = sink.report(value.span, format!("the description of {name} is {}", kind(value)));
                found.level(Level::Error).note(refused)
            }
            NotText::Absent => sink.report(tool.name_span(), format!("{name} has no description")),
            NotText::Unknown => return,
        },
    };
    found
        .note("an agent chooses tools by their descriptions; without one it guesses from the name")
        .help("say in a sentence what the tool does, on what, and what comes back");
}

/// R031.
pub fn thin(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(description) = tool.description.value() else { return };
    let text = description.as_str().trim();
    if text.is_empty() {
        return;
    }
    let start = description.as_str().len() - description.as_str().trim_start().len();
    let span = description.span_of(start..start + text.len());
    let name = tool.known_name().unwrap_or("");
    let columns = if text.is_ascii() { text.len() } else { text.width() };
    let found = if is_placeholder(text) {
        sink.report(span, format!("the description {} is a placeholder", quote(text)))
    } else if columns < SHORTEST {
        let noun = if columns == 1 { "character" } else { "characters" };
        sink.report(span, format!("the description has {columns} {noun}, fewer than {SHORTEST}"))
    } else if restates(text, name) {
        sink.report(span, format!("the description only says the name {} again", quote(name))).level(Level::Note)
    } else {
        return;
    };
    found
        .note("an agent that chooses between tools learns nothing from it that the name does not say")
        .help("say what the tool does, on what, and what comes back: \"Water level of one storage tank, in litres.\"");
}

/// Whether the whole text is one of the words that stand where a text is to come.
fn is_placeholder(text: &str) -> bool {
    let longest = lists::PLACEHOLDER.iter().map(|p| p.len()).max().unwrap_or(0);
    text.len() <= 2 * longest
        && lists::PLACEHOLDER.contains(&words::of_text(text).collect::<Vec<_>>().join(" ").as_str())
}

/// Whether every word of `text` that says anything is a word of the name.
fn restates(text: &str, name: &str) -> bool {
    let known: FxHashSet<String> = words::split(name).iter().map(|w| words::stem(&w.lower)).collect();
    !known.is_empty() && words::content(text).all(|w| known.contains(&w))
}

/// R032.
pub fn describes_mutation(tool: &Tool, _: &Context, sink: &mut Sink) {
    let Some(description) = tool.description.value() else { return };
    let name = tool.known_name().unwrap_or("");
    let by_name = name == "can_do" || name.starts_with("read_");
    if !by_name && !tool.annotations.read_only.is_true() {
        return;
    }
    let Some(found) = clause::mutation(description.as_str()) else { return };
    let said = quote(description.as_str().get(found.range.clone()).unwrap_or(found.verb));
    let claim = if by_name { quote(name) } else { "a tool with `readOnlyHint: true`".to_owned() };
    let diagnostic = sink
        .report(description.span_of(found.range), format!("{claim} changes nothing, but its description says {said}"));
    diagnostic.here("a change");
    if by_name {
        diagnostic.label(tool.name_span(), "a name that promises not to change anything");
    } else if let Some(span) = tool.annotations.read_only.span() {
        diagnostic.label(span, "promises not to change anything");
    }
    diagnostic.note("a host may call a read-only tool without asking the user, and call it twice");
    match name {
        "can_do" => diagnostic.help("describe what it tells; what changes anything belongs in a `do_*` tool"),
        _ if by_name => diagnostic.help(format!(
            "if it does {}, make it a `do_*` tool, such as `do_{}_{}`; if not, describe what it reads",
            found.verb,
            found.verb,
            name.strip_prefix("read_").unwrap_or(name)
        )),
        _ => diagnostic
            .help(format!("if it does {}, set `readOnlyHint: false`; if not, describe what it reads", found.verb)),
    };
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::rules::testing::{Judged, judge};
    use crate::settings::Preset::Mcp;

    fn described(name: &str, description: serde_json::Value) -> Judged {
        judge(Mcp, &serde_json::json!([{"name": name, "description": description}]).to_string())
    }

    #[test]
    fn a_missing_text_is_a_warning_and_another_type_an_error() {
        let judged = judge(Mcp, r#"[{"name": "read_tank"}]"#);
        assert_eq!((judged.marked("R030"), judged.one("R030").level), ("\"read_tank\"", Level::Warning));
        for blank in ["", "   ", "\n\t"] {
            let judged = described("read_tank", blank.into());
            assert_eq!(judged.one("R030").level, Level::Warning);
            assert!(!judged.has("R031"));
        }
        for (value, marked) in [("null", "null"), ("7", "7"), ("[1]", "[1]"), ("true", "true")] {
            let judged = judge(Mcp, &format!(r#"[{{"name": "read_tank", "description": {value}}}]"#));
            assert_eq!((judged.marked("R030"), judged.one("R030").level), (marked, Level::Error));
        }
    }

    #[test]
    fn thin_texts() {
        let level = |name: &str, text: &str| described(name, text.into()).of("R031").first().map(|d| d.level);
        assert_eq!(level("read_tank", "Nineteen characters"), Some(Level::Warning));
        assert_eq!(level("read_tank", "Twenty characters ok"), None);
        assert_eq!(level("read_tank", "  Nineteen characters   "), Some(Level::Warning));
        assert_eq!(level("read_tank", "éééé éééé éééé éééé"), Some(Level::Warning));
        assert_eq!(level("read_tank", "水槽の現在の水位を読む"), None);
        assert_eq!(level("read_tank", "No description available."), Some(Level::Warning));
        assert_eq!(level("get_pull_request_reviews", "Get the reviews on a pull request"), Some(Level::Note));
        assert_eq!(level("get_pull_request_reviews", "Get the reviews on a pull request, newest first"), None);
        assert_eq!(level("read_status", "وضعیت فعلی دستگاه را بخوان و برگردان"), None);
    }

    #[test]
    fn the_place_is_the_text_without_blanks() {
        assert_eq!(described("read_tank", "  TODO ".into()).marked("R031"), "TODO");
    }

    #[test]
    fn a_reading_tool_that_says_it_changes_something() {
        let text = "Looks up the row and deletes it.";
        assert_eq!(described("read_row", "Deletes the row that is oldest.".into()).marked("R032"), "Deletes");
        assert_eq!(described("can_do", "Books the slot that was asked for.".into()).marked("R032"), "Books");
        assert!(!described("do_drop_row", "Deletes the row that is oldest.".into()).has("R032"));
        assert_eq!(described("read_row", text.into()).marked("R032"), "deletes");
        let hinted = |value: bool| {
            let list = serde_json::json!([{"name": "drop_row", "description": "Delete the row that is oldest.",
                "annotations": {"readOnlyHint": value}}]);
            judge(Mcp, &list.to_string())
        };
        assert_eq!(hinted(true).one("R032").labels.len(), 1);
        assert!(!hinted(false).has("R032"));
    }
}
