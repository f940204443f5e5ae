//! What a user means by a code: one of ours, one of the reference linter's, a prefix (`R02`), a family
//! (`naming`), `all`, or `reference`: those that the reference linter has.

use crate::rules::{PAGES, RULES, page, resolve_code};
pub use crate::text::nearest;

/// All codes that `text` stands for.
///
/// # Errors
/// Nothing is called so; the message names what was probably meant.
pub fn resolve(text: &str) -> Result<Vec<&'static str>, String> {
    let exact = resolve_code(text);
    if !exact.is_empty() {
        return Ok(exact);
    }
    match text.to_ascii_lowercase().as_str() {
        "all" => return Ok(RULES.iter().map(|r| r.code).collect()),
        "reference" => return Ok(reference().collect()),
        _ => {}
    }
    let upper = text.to_ascii_uppercase();
    let is_prefix = upper.len() > 1 && upper.starts_with('R') && upper[1..].bytes().all(|b| b.is_ascii_digit());
    let several: Vec<&'static str> = RULES
        .iter()
        .zip(PAGES.iter())
        .filter(|(rule, page)| (is_prefix && rule.code.starts_with(&upper)) || page.family.eq_ignore_ascii_case(text))
        .map(|(rule, _)| rule.code)
        .collect();
    if several.is_empty() { Err(unknown(text)) } else { Ok(several) }
}

/// The rules that the reference linter has, under whatever code.
pub fn reference() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|r| r.code).filter(|code| in_reference(code).is_some())
}

/// The reference linter's code for the fault that a rule tells.
pub fn in_reference(ours: &str) -> Option<&'static str> {
    match ours {
        // A variant of can_do's name is a missing prefix to the reference.
        "R027" => Some("N003"),
        _ => page(ours)?.aliases.first().copied(),
    }
}

/// `there is no code X; did you mean Y?`
pub fn unknown(text: &str) -> String {
    let guess = suggest(text)
        .map_or_else(|| "`promcp-lint rules` lists them".to_owned(), |guess| format!("did you mean `{guess}`?"));
    format!("there is no code `{text}`; {guess}")
}

/// The code, rule name or family that looks most like `text`.
pub fn suggest(text: &str) -> Option<&'static str> {
    let names = RULES
        .iter()
        .zip(PAGES.iter())
        .flat_map(|(rule, page)| [rule.code, page.name, page.family].into_iter().chain(page.aliases.iter().copied()));
    nearest(text, names)
}
