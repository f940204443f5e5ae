//! The tool list as a table: what each tool is, takes and costs.

use super::sanitize;
use super::style::Paint;
use crate::check::Outcome;
use crate::ir::{Fact, Server, Tool};
use crate::rules::cost;
use crate::rules::schema::Schema;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

const HEAD: [&str; 4] = ["tool", "hints", "parameters", "tokens"];
/// Columns of the list of parameters; what is longer ends in the number of the others.
const WIDE: usize = 60;

/// # Errors
/// Those of `out`.
pub fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Paint::new(out, false);
    for (i, server) in outcome.servers.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let name = server.name.as_str().map_or_else(String::new, |n| format!(" ({})", sanitize::inline(n)));
        writeln!(out, "{}{name}", sanitize::head(&server.id))?;
        rows(server, &mut out)?;
    }
    writeln!(
        out,
        "\ntokens: estimated, {} bytes of compact JSON to one; a hint in brackets is computed at run time",
        cost::BYTES_A_TOKEN
    )
}

fn rows(server: &Server, out: &mut Paint) -> io::Result<()> {
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(server.served().map(|t| [label(t), hints(t), parameters(t), cost::tokens(t).to_string()]));
    let n = rows.len() - 1;
    let total = format!("{n} tool{}", if n == 1 { "" } else { "s" });
    rows.push([total, String::new(), String::new(), cost::tokens_of(server).to_string()]);
    let widths: [usize; 4] = std::array::from_fn(|i| rows.iter().map(|r| r[i].width()).max().unwrap_or(0));
    for row in &rows {
        write!(out, "  ")?;
        for (i, cell) in row.iter().enumerate() {
            let pad = widths[i].saturating_sub(cell.width());
            // Numbers end in one column.
            if i == 3 { writeln!(out, "{:pad$}{cell}", "")? } else { write!(out, "{cell}{:pad$}  ", "")? }
        }
    }
    Ok(())
}

fn label(tool: &Tool) -> String {
    let name = sanitize::inline(tool.known_name().unwrap_or("(unnamed)")).into_owned();
    match (tool.hidden, tool.conditional.is_some()) {
        (true, _) => format!("{name} (hidden)"),
        (_, true) => format!("{name} (perhaps)"),
        _ => name,
    }
}

/// The hints that are set: `read-only`, `not destructive`.
fn hints(tool: &Tool) -> String {
    let words = ["read-only", "destructive", "idempotent", "open world"];
    let said = tool.annotations.hints().into_iter().zip(words).filter_map(|((_, fact), word)| match fact {
        Fact::Known { value: true, .. } => Some(word.to_owned()),
        Fact::Known { value: false, .. } => Some(format!("not {word}")),
        Fact::Unknown { .. } => Some(format!("[{word}]")),
        Fact::Absent => None,
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() { "-".to_owned() } else { said.join(", ") }
}

/// Names of the parameters; `?` behind those that may be left out.
fn parameters(tool: &Tool) -> String {
    let Some(input) = tool.input.value() else {
        return if tool.input.is_unknown() { "?" } else { "-" }.to_owned();
    };
    let schema = Schema::new(input, input);
    let required = schema.required();
    let names = schema.properties().into_iter().filter(|(_, p)| p.clone().declared().is_some()).map(|(name, _)| {
        let optional = if required.as_ref().is_some_and(|r| r.has(name)) { "" } else { "?" };
        format!("{}{optional}", sanitize::inline(name))
    });
    let names: Vec<String> = names.collect();
    let mut out = String::new();
    for (i, name) in names.iter().enumerate() {
        if out.width() + name.width() > WIDE {
            return format!("{out} and {} more", names.len() - i);
        }
        out.push_str(if i == 0 { "" } else { ", " });
        out.push_str(name);
    }
    if out.is_empty() { "-".to_owned() } else { out }
}
