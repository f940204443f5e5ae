//! Local references.

use crate::json::{Data, Json};

/// What a local reference points at.
pub fn target<'a>(root: &'a Json, reference: &str) -> Option<&'a Json> {
    let pointer = reference.strip_prefix('#')?;
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    pointer.split('/').skip(1).try_fold(root, |json, token| {
        let token = percent_decoded(token).replace("~1", "/").replace("~0", "~");
        match &json.data {
            Data::Object(object) => object.get(&token),
            Data::List(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        }
    })
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
        match (first, tail) {
            (b'%', [a, b, after @ ..]) if hex(*a).is_some() && hex(*b).is_some() => {
                bytes.push(hex(*a).unwrap_or(0) * 16 + hex(*b).unwrap_or(0));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
