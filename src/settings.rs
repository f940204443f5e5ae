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

    pub fn from_name(name: &str) -> Option<Preset> {
        [Preset::Promcp, Preset::Mcp].into_iter().find(|p| p.name() == name)
    }
}

/// Hosts that are answered for where none is chosen: those that most users have.
pub const HOSTS: [&str; 4] = ["claude", "openai", "vscode", "cursor"];

/// A revision of the Model Context Protocol, by date; the order is that of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    /// The newest that hosts and SDKs speak: those of 2026-07-28 that accept what it loosened are few, and what it
    /// allows (schemas of any root, boolean sub-schemas) still costs whole tool lists.
    #[default]
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    pub const ALL: [Revision; 5] = [
        Revision::V2024_11_05,
        Revision::V2025_03_26,
        Revision::V2025_06_18,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Revision::V2024_11_05 => "2024-11-05",
            Revision::V2025_03_26 => "2025-03-26",
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
            Revision::V2026_07_28 => "2026-07-28",
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
    /// Hosts to answer for, by the names of their files.
    pub hosts: Vec<&'static str>,
    /// Revision of MCP to answer for.
    pub spec: Revision,
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
            hosts: HOSTS.to_vec(),
            spec: Revision::default(),
            sdk: BTreeMap::new(),
        }
    }
}
