//! R134: markup that hides text from those who see it rendered.

use super::each_speaker;
use super::texts::Said;
use crate::diagnostic::Level;
use crate::ir::Server;
use crate::rules::words::quote;
use crate::rules::{Context, Sink};
use std::ops::Range;

/// Styles under which nothing is seen, without spaces.
const UNSEEN: [&str; 6] =
    ["display:none", "visibility:hidden", "font-size:0", "opacity:0", "color:transparent", "height:0"];

/// Places of one text that are looked at: each look may go through all of it.
const MOST: usize = 64;

/// R134.
pub fn hidden_markup<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for (range, what) in hidden(said) {
                let shown = quote(&said.str()[range.clone()]);
                hits.add(said.text.span_of(range), format!("{what}: {shown}"), Level::Warning);
            }
        },
        |hit| format!("the text holds {}", hit.what),
        |d, _| {
            d.note("a host that renders the text shows nothing of it to the user; the model reads it");
            d.help("remove it, or write it as plain text");
        },
    );
}

fn hidden(said: Said) -> Vec<(Range<usize>, &'static str)> {
    let text = said.str();
    if said.is_name() || memchr::memchr2(b'<', b'[', text.as_bytes()).is_none() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut at = 0;
    for _ in 0..MOST {
        let Some(start) = text[at..].find("<!--").map(|i| at + i) else { break };
        let Some(end) = text[start..].find("-->").map(|i| start + i + 3) else { break };
        if !is_code(text, &(start..end)) && text[start + 4..end - 3].chars().any(char::is_alphanumeric) {
            out.push((start..end, "an HTML comment"));
        }
        at = end;
    }
    for opener in ["[//]:", "[comment]:"] {
        for (start, _) in text.match_indices(opener).take(MOST) {
            let line = text[start..].find('\n').map_or(text.len(), |i| start + i);
            let fits = text[start + opener.len()..line].trim_start().starts_with(['#', '<']);
            let first = text[..start].rsplit('\n').next().is_none_or(|before| before.trim().is_empty());
            if fits && first {
                out.push((start..line, "a Markdown link comment"));
            }
        }
    }
    for (start, _) in text.match_indices("style=").take(MOST) {
        let Some(tag) = text[..start].rfind('<').filter(|tag| !text[*tag..start].contains('>')) else { continue };
        let end = text[start..].find('>').map_or(text.len(), |i| start + i + 1);
        let style: String =
            text[start..end].chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
        let unseen = UNSEEN.iter().any(|u| {
            let behind = style.find(u).map(|i| &style[i + u.len()..]);
            // `font-size:0.9em` is seen.
            behind.is_some_and(|b| !b.trim_start_matches('0').starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        });
        if unseen && !is_code(text, &(tag..end)) {
            out.push((tag..end, "an element that is not shown"));
        }
    }
    out
}

/// In a code span, a code block or quotes the markup is what the text is about.
fn is_code(text: &str, range: &Range<usize>) -> bool {
    let before = &text[..range.start];
    let fenced = before.matches("```").count() % 2 == 1;
    let line = before.rsplit('\n').next().unwrap_or("");
    let span = line.replace("```", "").matches('`').count() % 2 == 1;
    let quoted = before.ends_with(['"', '\'', '(', '“']) && text[range.end..].starts_with(['"', '\'', ')', '”', ',']);
    fenced || span || quoted
}
