//! Revisions of MCP as data (`rules/spec.toml`), and R087, which reads the part on names.

use super::hosts::{Charset, names};
use super::naming::span_in_name;
use super::words::quote;
use super::{Context, Sink};
use crate::ir::Tool;
use crate::settings::{Revision, Settings};
use serde::Deserialize;
use std::ops::Range;
use std::sync::LazyLock;

/// What one revision says of tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spec {
    /// `2025-11-25`.
    pub date: String,
    /// Members of a tool.
    pub tool: Vec<String>,
    /// Members of `annotations`.
    pub annotations: Vec<String>,
    /// How strongly it asks that the root of an output schema be an object; absent: it does not.
    pub output_root: Option<Strength>,
    /// What it asks of a tool's name; absent: nothing.
    pub name: Option<NameRule>,
    /// Members that a list result must have beside the tools.
    #[serde(default)]
    pub list: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRule {
    pub allow: Charset,
    /// Characters at most; one at least.
    pub most: usize,
    pub strength: Strength,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Strength {
    Must,
    Should,
}

#[derive(Default, Deserialize)]
struct File {
    revision: Vec<Spec>,
}

/// All revisions, the oldest first.
pub static ALL: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    // The file is part of the binary, and a test reads it.
    toml::from_str::<File>(include_str!("../../rules/spec.toml")).unwrap_or_default().revision
});

/// What a revision says.
pub fn of(revision: Revision) -> Option<&'static Spec> {
    ALL.iter().find(|s| s.date == revision.name())
}

/// The part of a name that the specification advises against, and why. Where no revision is chosen that speaks
/// of names, none.
pub fn outside_name(name: &str, settings: &Settings) -> Option<(Range<usize>, String)> {
    let rule = of(settings.spec)?.name.as_ref()?;
    if let Some((at, c)) = name.char_indices().find(|(_, c)| !rule.allow.has(*c)) {
        let what = match c {
            ' ' => "a space".to_owned(),
            c if c.is_control() || c.is_whitespace() => format!("the character U+{:04X}", u32::from(c)),
            c => quote(&c.to_string()),
        };
        return Some((at..at + c.len_utf8(), format!("holds {what}")));
    }
    let (at, _) = name.char_indices().nth(rule.most)?;
    Some((at..name.len(), format!("has {} characters, more than {}", name.chars().count(), rule.most)))
}

/// R087. A name that is too long is left to R101, where a chosen host refuses it.
pub fn name(tool: &Tool, context: &Context, sink: &mut Sink) {
    let Some(name) = tool.known_name() else { return };
    let Some((range, what)) = outside_name(name, context.settings) else { return };
    let too_long = what.starts_with("has");
    if too_long && !names::length_objections(name, context.settings).is_empty() {
        return;
    }
    let d = sink.report(span_in_name(tool, range), format!("the name {} {what}", quote(name)));
    d.note("MCP advises 1 to 128 characters of A-Z, a-z, 0-9, `_`, `-` and `.`");
    names::charset_objections(name, context.settings).tell(d);
    match super::words::renamed(name).filter(|new| outside_name(new, context.settings).is_none()) {
        Some(new) => d.help(format!("call it `{new}`")),
        None => d.help("name it with A-Z, a-z, 0-9 and `_`"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_revision_has_its_data() {
        assert_eq!(ALL.len(), Revision::ALL.len());
        for (revision, spec) in Revision::ALL.into_iter().zip(ALL.iter()) {
            assert_eq!(revision.name(), spec.date);
            assert!(spec.tool.iter().any(|f| f == "inputSchema"));
        }
        let has = |r: Revision, field: &str| of(r).is_some_and(|s| s.tool.iter().any(|f| f == field));
        assert!(!has(Revision::V2025_03_26, "outputSchema") && has(Revision::V2025_06_18, "outputSchema"));
        assert!(has(Revision::V2025_11_25, "execution") && !has(Revision::V2026_07_28, "execution"));
    }

    #[test]
    fn names_are_measured_from_the_revision_that_speaks_of_them() {
        let at = |spec| Settings { spec, ..Settings::default() };
        assert!(outside_name("a/b", &at(Revision::V2025_06_18)).is_none());
        assert_eq!(outside_name("a/b", &at(Revision::V2025_11_25)).map(|f| f.0), Some(1..2));
        assert!(outside_name(&"x".repeat(128), &at(Revision::V2025_11_25)).is_none());
        assert_eq!(outside_name(&"x".repeat(129), &at(Revision::V2025_11_25)).map(|f| f.0), Some(128..129));
    }
}
