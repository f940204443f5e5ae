//! `promcp-lint rules`.

use super::{OK, hosts, output};
use crate::rules::{PAGES, Page, RULES};
use crate::settings::Preset;
use serde_json::{Value, json};
use std::fmt::Write;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// How the rules are printed
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    format: Format,
    /// Print hosts and their limits in place of the rules
    #[arg(long)]
    hosts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum Format {
    /// Columns
    #[default]
    Text,
    /// An array of objects
    Json,
    /// A table, as in the README
    Markdown,
}

/// # Errors
/// The list cannot be written.
pub fn run(args: &Args) -> Result<u8, String> {
    let text = match (args.hosts, args.format) {
        (false, Format::Text) => text(),
        (false, Format::Json) => json(),
        (false, Format::Markdown) => markdown(),
        (true, Format::Text) => hosts::text(),
        (true, Format::Json) => hosts::json(),
        (true, Format::Markdown) => hosts::markdown(),
    };
    output::write(|out| out.write_all(text.as_bytes()))?;
    Ok(OK)
}

fn rows() -> impl Iterator<Item = (&'static str, &'static Page)> {
    RULES.iter().map(|r| r.code).zip(PAGES.iter())
}

fn presets(page: &Page) -> String {
    page.presets.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ")
}

/// The level, with that of preset mcp where it differs there.
fn level(page: &Page) -> String {
    let (level, mcp) = (page.level, page.level_in(Preset::Mcp));
    match (page.on, level == mcp || !page.presets.contains(&Preset::Mcp)) {
        (false, _) => "off".to_owned(),
        (true, true) => level.name().to_owned(),
        (true, false) => format!("{} ({} in mcp)", level.name(), mcp.name()),
    }
}

fn text() -> String {
    let width = PAGES.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for family in families() {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{family}");
        for (code, page) in rows().filter(|(_, page)| page.family == family) {
            let level = if page.on { page.level.name() } else { "off" };
            let _ = writeln!(out, "  {code}  {level:7}  {:width$}  {}", page.name, page.title.replace('`', ""));
        }
    }
    out
}

/// In the order in which they first come up.
fn families() -> Vec<&'static str> {
    let mut out: Vec<&'static str> = Vec::new();
    for page in PAGES.iter() {
        if !out.contains(&page.family) {
            out.push(page.family);
        }
    }
    out
}

fn json() -> String {
    let rules: Vec<Value> = rows()
        .map(|(code, page)| {
            json!({
                "code": code, "name": page.name, "family": page.family, "level": page.level.name(),
                "level_mcp": page.level_in(Preset::Mcp).name(), "on": page.on,
                "presets": page.presets.iter().map(|p| p.name()).collect::<Vec<_>>(),
                "aliases": page.aliases, "sources": page.sources, "title": page.title,
            })
        })
        .collect();
    format!("{:#}\n", Value::Array(rules))
}

/// The table of the README.
pub fn markdown() -> String {
    let mut out = String::from("| code | name | level | presets | what it says |\n|---|---|---|---|---|\n");
    for (code, page) in rows() {
        let title = page.title.replace('|', "\\|");
        let link = format!("[{code}](rules/{code}.md)");
        let _ = writeln!(out, "| {link} | {} | {} | {} | {title} |", page.name, level(page), presets(page));
    }
    out
}
