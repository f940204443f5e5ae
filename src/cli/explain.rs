//! `promcp-lint explain R006`: a rule's page, made readable in a terminal.

use super::output::Color;
use super::{OK, output};
use crate::codes;
use crate::report::style::{Paint, Tone};
use crate::rules::{self, Page};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns of running text.
const WIDTH: usize = 88;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Codes, ours or the reference linter's
    #[arg(value_name = "CODE", required = true)]
    codes: Vec<String>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, hide_default_value = true, value_name = "WHEN")]
    color: Color,
}

/// # Errors
/// There is no such code.
pub fn run(args: &Args) -> Result<u8, String> {
    let mut wanted = Vec::new();
    for text in &args.codes {
        wanted.extend(codes::resolve(text)?);
    }
    output::write(|out| {
        let mut out = Paint::new(out, args.color.on());
        for (i, code) in wanted.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            if let Some(page) = rules::page(code) {
                show(code, page, &mut out)?;
            }
        }
        Ok(())
    })?;
    Ok(OK)
}

fn show(code: &str, page: &Page, out: &mut Paint) -> io::Result<()> {
    out.put(Tone::from(page.level), code)?;
    out.put(Tone::Strong, &format!("  {}: {}", page.name, plain(page.title)))?;
    writeln!(out)?;
    let presets: Vec<&str> = page.presets.iter().map(|p| p.name()).collect();
    let mut facts = vec![if page.on { page.level.name().to_owned() } else { "off by default".to_owned() }];
    facts.push(page.family.to_owned());
    facts.push(format!("preset {}", presets.join(", ")));
    let others: Vec<&str> = page.aliases.iter().copied().filter(|a| *a != code).collect();
    if !others.is_empty() {
        facts.push(format!("also {}", others.join(", ")));
    }
    if !page.sources.is_empty() {
        facts.push(page.sources.to_owned());
    }
    out.put(Tone::Frame, &facts.join(" · "))?;
    writeln!(out)?;
    // The page's own heading is told already.
    let text = page.body.trim_start();
    body(if text.starts_with("# ") { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text }, out)
}

/// The part of Markdown that pages use: headings, paragraphs, lists, tables, fenced code.
fn body(text: &str, out: &mut Paint) -> io::Result<()> {
    let mut fence: Option<Tone> = None;
    let mut paragraph = String::new();
    for line in text.lines() {
        if let Some(info) = line.strip_prefix("```") {
            flush(&mut paragraph, out)?;
            fence = if fence.is_none() { Some(open_fence(info, out)?) } else { None };
        } else if let Some(tone) = fence {
            code(line, tone, out)?;
        } else if let Some(heading) = line.strip_prefix('#') {
            flush(&mut paragraph, out)?;
            writeln!(out)?;
            out.put(Tone::Strong, &plain(heading.trim_start_matches('#').trim()))?;
            writeln!(out)?;
        } else if line.trim().is_empty() {
            flush(&mut paragraph, out)?;
        } else if line.starts_with('|') {
            flush(&mut paragraph, out)?;
            writeln!(out, "  {line}")?;
        } else {
            if line.starts_with("- ") {
                flush(&mut paragraph, out)?;
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, out)
}

/// Tells what the block is (`bad json`), and gives the colour of its marks.
fn open_fence(info: &str, out: &mut Paint) -> io::Result<Tone> {
    let (language, kind) = info.split_once(' ').unwrap_or((info, ""));
    let tone = if kind == "bad" { Tone::Error } else { Tone::Good };
    writeln!(out)?;
    if !info.is_empty() {
        write!(out, "  ")?;
        if !kind.is_empty() {
            out.put(tone, kind)?;
            write!(out, " ")?;
        }
        out.put(Tone::Frame, language)?;
        writeln!(out)?;
    }
    Ok(tone)
}

/// A line of an example; one that begins with `~` is not for people.
fn code(line: &str, tone: Tone, out: &mut Paint) -> io::Result<()> {
    if line.starts_with('~') {
        return Ok(());
    }
    if line.contains('^') && line.chars().all(|c| " \t#/^".contains(c)) {
        write!(out, "    ")?;
        out.put(tone, line)?;
        return writeln!(out);
    }
    writeln!(out, "{}", format!("    {line}").trim_end())
}

/// Prints what was gathered, folded; list items hang.
fn flush(paragraph: &mut String, out: &mut Paint) -> io::Result<()> {
    if paragraph.is_empty() {
        return Ok(());
    }
    let text = std::mem::take(paragraph);
    let (item, text) = match text.strip_prefix("- ") {
        Some(rest) => (true, rest.to_owned()),
        None => (false, text),
    };
    if !item {
        writeln!(out)?;
    }
    write!(out, "{}", if item { "  - " } else { "" })?;
    let indent = if item { 4 } else { 0 };
    let mut column = indent;
    for (i, word) in text.split_whitespace().enumerate() {
        if i > 0 && column + 1 + word.width() > WIDTH {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        } else if i > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += word.width();
    }
    writeln!(out)
}

/// A heading without its code marks.
fn plain(text: &str) -> String {
    text.replace('`', "")
}
