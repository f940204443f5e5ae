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
    pub presets: Vec<Preset>,
    /// Runs without being asked for.
    pub on: bool,
    /// Codes of the reference linter that mean this rule.
    pub aliases: Vec<&'static str>,
    pub sources: &'static str,
    /// The heading without its `#` and without the code.
    pub title: &'static str,
    /// Everything below the front matter.
    pub body: &'static str,
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
            presets: [Preset::Promcp, Preset::Mcp]
                .into_iter()
                .filter(|p| field("presets").split_whitespace().any(|w| w == p.name()))
                .collect(),
            on: field("off").is_empty(),
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
}
