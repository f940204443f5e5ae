//! Formats. Each is one file with one function over an [`crate::check::Outcome`].

pub mod concise;
pub mod excerpt;
pub mod full;
pub mod group;
pub mod json;
pub mod manifest;
pub mod reference;
pub mod sanitize;
pub mod style;
pub mod summary;
pub mod tools;

use crate::check::Outcome;
use std::io::{self, Write};
use style::Paint;

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Format {
    /// Each finding over the source that it is about
    #[default]
    Full,
    /// One line a finding
    Concise,
    /// The list of tools, with the findings of each
    Tools,
    /// One JSON object
    Json,
    /// The JSON of the reference linter
    Reference,
}

/// Writes what a run found. `strict`: warnings count as failure.
///
/// # Errors
/// Those of `out`.
pub fn write(outcome: &Outcome, format: Format, strict: bool, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => return json::write(outcome, out),
        Format::Reference => return reference::write(outcome, strict, out),
        Format::Full | Format::Concise | Format::Tools => {}
    }
    let mut out = Paint::new(out, color);
    match format {
        Format::Tools => return tools::write(outcome, &mut out),
        Format::Concise => concise::write(outcome, &mut out)?,
        _ => full::write(outcome, &mut out)?,
    }
    summary::write(outcome, &mut out)
}

/// Indented JSON without any character that a terminal or a build log would obey.
fn pretty(value: &serde_json::Value, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    writeln!(out, "{}", sanitize::json(&text))
}
