//! R058: what the tool list costs in every request.

use super::common::label_some;
use super::{Context, Sink};
use crate::ir::{Fact, Server, Tool};
use crate::json::{Data, Json};
use crate::text::Text;

/// Bytes of compact JSON that are counted as one token. An estimate: tokenizers differ by a third either way.
pub const BYTES_A_TOKEN: usize = 4;

/// Estimated tokens of one tool as it is served.
pub fn tokens(tool: &Tool) -> usize {
    bytes(tool).div_ceil(BYTES_A_TOKEN)
}

/// Estimated tokens of all tools that a client is shown.
pub fn tokens_of(server: &Server) -> usize {
    shown(server).map(bytes).sum::<usize>().div_ceil(BYTES_A_TOKEN)
}

fn shown(server: &Server) -> impl Iterator<Item = &Tool> {
    server.served().filter(|t| !t.hidden && t.conditional.is_none())
}

/// UTF-8 bytes of a tool as compact JSON. What is unknown counts as `{}`.
fn bytes(tool: &Tool) -> usize {
    fn member(key: &str, value: usize) -> usize {
        // `"key":value,`
        key.len() + 4 + value
    }
    fn text(key: &str, fact: &Fact<Text>) -> usize {
        fact.as_str().map_or(0, |t| member(key, text_bytes(t)))
    }
    fn json(key: &str, fact: &Fact<Json>) -> usize {
        fact.value().map_or(0, |j| member(key, json_bytes(j)))
    }
    let further = tool.extra.iter().filter(|m| m.key.as_str() == "_meta" || !m.key.as_str().starts_with('_'));
    // Two braces, a comma behind the tool, none behind its last member.
    2 + text("name", &tool.name)
        + text("title", &tool.title)
        + text("description", &tool.description)
        + json("inputSchema", &tool.input)
        + json("outputSchema", &tool.output)
        + json("responseSchema", &tool.response)
        + json("annotations", &tool.annotations.given)
        + further.map(|m| member(m.key.as_str(), json_bytes(&m.value))).sum::<usize>()
}

fn text_bytes(text: &str) -> usize {
    if !text.bytes().any(|b| b < 32 || b == b'"' || b == b'\\') {
        return 2 + text.len();
    }
    let escaped = |b: u8| match b {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 1,
        0..32 => 5,
        _ => 0,
    };
    2 + text.len() + text.bytes().map(escaped).sum::<usize>()
}

fn json_bytes(json: &Json) -> usize {
    let commas = |n: usize| n.saturating_sub(1);
    match &json.data {
        Data::Null | Data::Bool(true) => 4,
        Data::Bool(false) => 5,
        Data::Number(n) => n.to_string().len(),
        Data::Text(t) => text_bytes(t.as_str()),
        Data::List(items) => 2 + commas(items.len()) + items.iter().map(json_bytes).sum::<usize>(),
        Data::Object(o) => {
            let members = o.members.iter().map(|m| text_bytes(m.key.as_str()) + 1 + json_bytes(&m.value));
            2 + commas(o.members.len()) + members.sum::<usize>()
        }
        Data::Unknown(_) => 2,
    }
}

/// R058.
pub fn costly(server: &Server, context: &Context, sink: &mut Sink) {
    let mut costs: Vec<(usize, &Tool)> = shown(server).map(|t| (bytes(t), t)).collect();
    let total = costs.iter().map(|(bytes, _)| bytes).sum::<usize>().div_ceil(BYTES_A_TOKEN);
    let most = context.settings.max_tokens;
    if total <= most {
        return;
    }
    costs.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
    let message = format!(
        "the tool list costs about {total} tokens in every request, more than {most} (estimated as one token for {BYTES_A_TOKEN} bytes of compact JSON)"
    );
    let d = sink.report(server.span, message);
    let largest: Vec<&Tool> = costs.iter().take(3).map(|(_, tool)| *tool).collect();
    let costs: Vec<String> = largest
        .iter()
        .map(|t| format!("{} about {}", super::words::quote(t.known_name().unwrap_or("")), tokens(t)))
        .collect();
    label_some(d, &largest, Tool::name_span, "among the costliest");
    d.note(format!("the costliest are {}", costs.join(", ")));
    d.note("the list is sent with every request: it is paid for each time, and leaves less room for the work");
    d.help("shorten the longest texts, leave out output schemas that no client reads, or split the server");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_compact_json() {
        let list = r#"{"name":"a","description":"x \"y\"\n\u0001é","inputSchema":{"type":"object","properties":{"n":{"enum":[1,-2.5,null,true,false,[],{}]}}},"annotations":{"readOnlyHint":true}}"#;
        let value: serde_json::Value = serde_json::from_str(list).expect("a tool");
        let text = serde_json::Value::from(vec![value.clone()]).to_string();
        let judged = crate::rules::testing::servers(&text);
        // One comma that separates it from the next tool.
        assert_eq!(bytes(&judged[0].tools[0]), value.to_string().len() + 1);
        assert_eq!(tokens(&judged[0].tools[0]), (value.to_string().len() + 1).div_ceil(4));
    }
}
