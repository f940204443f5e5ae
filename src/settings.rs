//! What a run is asked to judge, after the command line was read.

use crate::diagnostic::Level;
use std::collections::BTreeMap;

/// Which family of rules applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// The triad and its contracts, on top of everything.
    #[default]
    Promcp,
    /// Any MCP server.
    Mcp,
}

impl Preset {
    pub fn name(self) -> &'static str {
        match self {
            Preset::Promcp => "promcp",
            Preset::Mcp => "mcp",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub preset: Preset,
    /// Codes (ours, resolved); empty: all that the preset has on.
    pub select: Vec<&'static str>,
    pub ignore: Vec<&'static str>,
    /// Level by code; `None` is off.
    pub levels: BTreeMap<&'static str, Option<Level>>,
    /// Tools that a server may show at once (R052).
    pub max_tools: usize,
    /// `do_*` tools of a server (R053).
    pub max_do: usize,
    /// `read_*` tools of a server (R054).
    pub max_read: usize,
    /// Estimated tokens that the tool list of a server may cost (R058).
    pub max_tokens: usize,
    /// SDK versions that the user stated.
    pub sdk: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            preset: Preset::default(),
            select: Vec::new(),
            ignore: Vec::new(),
            levels: BTreeMap::new(),
            max_tools: 8,
            max_do: 5,
            max_read: 6,
            max_tokens: 10_000,
            sdk: BTreeMap::new(),
        }
    }
}
