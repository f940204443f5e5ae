//! R002, R003, R005, R012, R014, R019: the words that a field may hold.

use super::data::Field;
use super::{Holder, holders, listed, speaks};
use crate::ir::Tool;
use crate::rules::schema::{Rest, Schema, Types, Value};
use crate::rules::{Context, Sink};
use crate::source::Span;

/// A field that names the running rule admits a word outside the contract's.
pub fn values<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    if !speaks(tool, code) {
        return;
    }
    for holder in holders(tool, context) {
        for (field, key, schema) in holder.declared(|f| f.value == code) {
            foreign(holder, field, key, schema, sink);
        }
    }
}

/// R014 speaks for what is missing and for wrong words.
pub fn unroutable<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    super::missing(tool, context, sink);
    values(tool, context, sink);
}

fn foreign(holder: &Holder, field: &Field, key: Span, schema: &Schema, sink: &mut Sink) {
    let name = &field.name;
    let values = schema.values();
    let wrong: Vec<&Value> = values.listed.iter().filter(|v| !admits(field, v)).collect();
    let words = || listed(&field.values, "or");
    if let [first, more @ ..] = wrong.as_slice() {
        let shown: Vec<String> = wrong.iter().map(|v| v.shown()).collect();
        let message = format!("`{name}` of {} admits {}, outside the contract", holder.shown(), shown.join(", "));
        let finding = sink.report(first.span, message).here("not a value of the contract");
        for value in more {
            finding.label(value.span, "nor is this");
        }
        finding
            .note(format!("an agent that branches on `{name}` has no branch for it and does what it does by default"));
        let near = wrong.iter().filter_map(|v| v.as_str()).find_map(|v| nearest(field, v).map(|near| (v, near)));
        finding.help(match near {
            Some((word, near)) => format!("write `{near}` for `{word}`; the contract knows {}", words()),
            None => format!("keep to {}", words()),
        });
        if field.namespaced {
            finding.help(
                "a value of your own needs a namespace, as in `plant_locked_out`, and may not resemble the contract's",
            );
        }
        return;
    }
    // Where all values must be there, a list without one of them is told by the rule on that.
    if field.free || !field.incomplete.is_empty() {
        return;
    }
    if is_free(schema) {
        let place = schema.place_of(Types::STRING).unwrap_or(key);
        sink.report(place, format!("`{name}` of {} may be any string", holder.shown()))
            .here("any string")
            .note(format!("what a caller is to do with a word outside {} is anybody's guess", words()))
            .help(format!("write `{}`", field.snippet()));
    } else if values.listed.is_empty() && values.rest == Rest::Nothing {
        let place = schema.keyword("enum").map_or(key, |e| e.span);
        sink.report(place, format!("`{name}` of {} admits no value at all", holder.shown()))
            .note("no response can satisfy this schema")
            .help(format!("write `{}`", field.snippet()));
    }
}

/// R003: a field that must be able to hold each of the contract's words cannot.
pub fn incomplete<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    if !speaks(tool, code) {
        return;
    }
    for holder in holders(tool, context) {
        for (field, key, schema) in holder.declared(|f| f.incomplete == code) {
            let values = schema.values();
            let name = &field.name;
            if is_free(schema) {
                let place = schema.place_of(Types::STRING).filter(|_| schema.types() != Types::ANY).unwrap_or(key);
                sink.report(place, format!("`{name}` of {} may be any string", holder.shown()))
                    .here("not limited to the four")
                    .note("an agent knows what to do with four words, not with any other")
                    .help(format!("write `{}`", field.snippet()));
            } else if values.rest == Rest::Nothing {
                let lacking = listed(field.values.iter().filter(|v| !values.has_text(v)), "or");
                if lacking.is_empty() {
                    continue;
                }
                let place = schema.keyword("enum").or(schema.keyword("const")).map_or(key, |list| list.span);
                sink.report(place, format!("`{name}` of {} cannot be {lacking}", holder.shown()))
                    .note("a value that has gone bad is then passed on as a good one, for want of the word")
                    .help(format!("write `{}`", field.snippet()));
            }
        }
    }
}

/// R019: a word that belongs into another place of the response.
pub fn misplaced<'a>(tool: &'a Tool, context: &Context<'a>, sink: &mut Sink) {
    let code = sink.code();
    if !speaks(tool, code) {
        return;
    }
    for holder in holders(tool, context) {
        for (field, _, schema) in holder.declared(|f| !f.misplaced.is_empty()) {
            for word in field.misplaced.iter().filter(|m| m.code == code) {
                let values = schema.values();
                let Some(value) = values.listed.iter().find(|v| v.as_str() == Some(&word.value)) else { continue };
                let (word, name) = (&word.value, &field.name);
                sink.report(value.span, format!("`{name}` of {} admits `{word}`", holder.shown()))
                    .here("belongs to `candidates` alone")
                    .note(format!(
                        "an entry that is {word} and blocked contradicts itself: one reader acts, another waits"
                    ))
                    .help(format!("leave `{word}` out; what may be done is listed in `candidates`"));
            }
        }
    }
}

/// A string without a list of values, or anything at all. Other types are told by the rule on types.
fn is_free(schema: &Schema) -> bool {
    let types = schema.types();
    let stringly = types == Types::ANY || (Types::STRING | Types::NULL).contains(types);
    schema.values().rest == Rest::Free && stringly
}

fn admits(field: &Field, value: &Value) -> bool {
    let Some(word) = value.as_str() else { return false };
    field.values.iter().any(|v| v == word)
        || field.misplaced.iter().any(|m| m.value == word)
        || (field.namespaced && is_namespaced(field, word))
}

/// A value with a separator has a namespace, unless it begins or ends like one of the contract's own:
/// `device_unreachable` is a misspelt `source_unreachable` rather than a word of its own.
fn is_namespaced(field: &Field, word: &str) -> bool {
    const SEPARATORS: [char; 3] = ['_', '.', ':'];
    let ends = |word: &str| -> Option<(String, String)> {
        let mut parts = word.split(SEPARATORS);
        let first = parts.next()?.to_ascii_lowercase();
        let last = parts.next_back().map_or(first.clone(), str::to_ascii_lowercase);
        Some((first, last))
    };
    let Some((first, last)) = ends(word).filter(|(first, last)| !first.is_empty() && !last.is_empty()) else {
        return false;
    };
    let own = field.values.iter().chain(field.misplaced.iter().map(|m| &m.value));
    word.contains(SEPARATORS) && own.filter_map(|v| ends(v)).all(|(f, l)| f != first && l != last)
}

fn nearest<'f>(field: &'f Field, word: &str) -> Option<&'f str> {
    let word = word.to_lowercase();
    let close = |value: &&String| strsim::jaro_winkler(value, &word) > 0.85;
    field
        .values
        .iter()
        .filter(close)
        .map(String::as_str)
        .max_by(|a, b| strsim::jaro_winkler(a, &word).total_cmp(&strsim::jaro_winkler(b, &word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::contract::data::PROMCP;

    #[test]
    fn a_namespace_is_neither_begin_nor_end_of_the_contracts_own_words() {
        let candidates = PROMCP.can_do.field("candidates").expect("in the base contract");
        let permission = candidates.items.iter().find(|f| f.name == "permission").expect("in the base contract");
        for word in ["domain_out_of_season", "plant_locked_out", "acme.frozen", "acme:frozen"] {
            assert!(is_namespaced(permission, word), "{word}");
        }
        for word in ["maybe", "device_unreachable", "policy_unknown", "_frozen", "frozen_", "is_allowed", ""] {
            assert!(!is_namespaced(permission, word), "{word}");
        }
    }
}
