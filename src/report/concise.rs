//! One line a finding: `path:line:column: error[R006] message`.

use super::sanitize;
use super::style::{Paint, Tone};
use crate::check::Outcome;
use std::io::{self, Write};

pub fn write(outcome: &Outcome, out: &mut Paint) -> io::Result<()> {
    for d in &outcome.diagnostics {
        let at = outcome.sources.start(d.span);
        let path = sanitize::head(&outcome.sources.get(d.span.file).shown);
        out.put(Tone::Strong, &format!("{path}:{}:{}", at.line, at.column))?;
        write!(out, ": ")?;
        out.put(d.level.into(), &format!("{}[{}]", d.level.name(), d.code))?;
        writeln!(out, " {}", sanitize::inline(&d.message))?;
    }
    Ok(())
}
