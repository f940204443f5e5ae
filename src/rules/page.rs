//! The page of a rule: front matter and text.

use crate::diagnostic::Level;
use crate::settings::Preset;

/// A parsed `rules/R0xx.md`.
///
/// ````markdown
/// ---
/// name: compensable-missing
/// family: contract
/// level: error
/// level-mcp: note          (only where preset mcp differs)
/// presets: promcp mcp
/// off: by default          (only for rules that must be asked for)
/// hosts: codex gemini      (only where the examples answer for other hosts than every run)
/// spec: 2026-07-28         (likewise)
/// aliases: R006
/// sources: proMCP 0.4.0 §6.2
/// ---
/// # R006: a `do_*` response without `compensable`
///
/// First paragraph: what the rule says.
///
/// ## Why
/// ## Examples
/// ```json bad
/// …
/// ```
/// ## How to fix
/// ## Sources
/// ````
///
/// A fenced block whose info string ends in `bad` or `good` is an example and a test. In a bad block a
/// line of carets (behind a comment sign or not) marks the line above it: the finding must lie there,
/// and start at the first caret. The caret line is not part of the code. A line that begins with `~`
/// belongs to the example but is not shown; `~include NAME` stands for `rules/parts/NAME`.
pub struct Page {
    pub name: &'static str,
    pub family: &'static str,
    pub level: Level,
    level_mcp: Option<Level>,
    /// As written; the examples are run under the first.
    pub presets: Vec<Preset>,
    /// Runs without being asked for.
    pub on: bool,
    /// Hosts that its examples answer for; empty: those of every run.
    pub hosts: Vec<&'static str>,
    /// The revision of MCP that its examples answer for; empty: that of every run.
    pub spec: &'static str,
    /// Codes of the reference linter that mean this rule.
    pub aliases: Vec<&'static str>,
    pub sources: &'static str,
    /// The heading without its `#` and without the code.
    pub title: &'static str,
    /// Everything below the front matter.
    pub body: &'static str,
}

/// A fenced block of a page that is run as a test.
#[derive(Debug)]
pub struct Example {
    /// The first word of the info string: `json`, `python` …
    pub language: &'static str,
    /// It must give the page's code; else it must give nothing.
    pub bad: bool,
    /// The whole text: markers removed, hidden and included lines in place.
    pub code: String,
    /// What a reader sees: as `code` without hidden and included lines, with the markers.
    pub shown: String,
    /// Where findings must start: line and column of `code`, both 1-based, columns in characters.
    pub expected: Vec<(usize, usize)>,
}

impl Page {
    /// Reads a page. Pages are part of the binary and a test reads them all; what is missing stays empty.
    pub fn parse(source: &'static str) -> Page {
        let (front, body) =
            source.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap_or(("", source));
        let field = |key: &str| {
            front
                .lines()
                .find_map(|line| line.split_once(':').filter(|(k, _)| *k == key).map(|(_, v)| v.trim()))
                .unwrap_or("")
        };
        let heading = body.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("");
        Page {
            name: field("name"),
            family: field("family"),
            level: Level::from_name(field("level")).unwrap_or(Level::Error),
            level_mcp: Level::from_name(field("level-mcp")),
            presets: field("presets").split_whitespace().filter_map(Preset::from_name).collect(),
            on: field("off").is_empty(),
            hosts: field("hosts").split_whitespace().collect(),
            spec: field("spec"),
            aliases: field("aliases").split_whitespace().collect(),
            sources: field("sources"),
            title: heading.split_once(": ").map_or(heading, |(_, title)| title),
            body,
        }
    }

    pub fn level_in(&self, preset: Preset) -> Level {
        match preset {
            Preset::Mcp => self.level_mcp.unwrap_or(self.level),
            Preset::Promcp => self.level,
        }
    }

    /// The examples, in written order. `part` gives the text of a file in `rules/parts/`.
    pub fn examples(&self, part: impl Fn(&str) -> String) -> Vec<Example> {
        let mut out = Vec::new();
        let mut lines = self.body.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let block = lines.by_ref().take_while(|l| *l != "```");
            match info.split_once(' ') {
                Some((language, kind @ ("bad" | "good"))) => {
                    out.push(Example::read(language, kind == "bad", block, &part));
                }
                _ => block.for_each(drop),
            }
        }
        out
    }

    /// The text as it is printed: without the hidden lines of examples.
    pub fn shown(&self) -> String {
        let mut in_block = false;
        let lines = self.body.lines().filter(|line| {
            in_block ^= line.starts_with("```");
            !(in_block && line.starts_with('~'))
        });
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

impl Example {
    fn read(
        language: &'static str,
        bad: bool,
        lines: impl Iterator<Item = &'static str>,
        part: impl Fn(&str) -> String,
    ) -> Example {
        let mut example = Example { language, bad, code: String::new(), shown: String::new(), expected: Vec::new() };
        for line in lines {
            match (caret(line).filter(|_| bad), line.strip_prefix('~')) {
                (Some(column), _) => example.expected.push((example.code.lines().count(), column)),
                (None, Some(hidden)) => match hidden.strip_prefix("include ") {
                    Some(name) => add_line(&mut example.code, part(name.trim()).trim_end()),
                    None => add_line(&mut example.code, hidden),
                },
                (None, None) => add_line(&mut example.code, line),
            }
            if !line.starts_with('~') {
                add_line(&mut example.shown, line);
            }
        }
        example
    }
}

fn add_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// The column of the first caret of a line that holds nothing else but a comment sign.
fn caret(line: &str) -> Option<usize> {
    let marks = line.trim_start().trim_start_matches(['#', '/']).trim();
    let only_carets = !marks.is_empty() && marks.chars().all(|c| c == '^');
    only_carets.then(|| line.chars().take_while(|c| *c != '^').count() + 1)
}
