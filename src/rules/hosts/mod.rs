//! Hosts: the client programs, model APIs and directories that a tool list has to please.
//!
//! What each of them refuses, drops, cuts or rewrites is data, `rules/hosts/NAME.toml`; a host that changes is
//! an edit of its file. The rules read limits by their kind and know no host by name.

mod charset;
mod collect;
pub mod demands;
mod formats;
pub mod names;
pub mod schemas;
#[cfg(test)]
mod tests;
pub mod texts;

use crate::diagnostic::Level;
use crate::settings::Settings;
pub use charset::Charset;
pub use collect::Objections;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// A client program, model API or directory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// As it is chosen: `claude-desktop`.
    pub name: String,
    /// As it is spoken of: `Claude Desktop`.
    pub title: String,
    #[serde(default, rename = "limit")]
    pub limits: Vec<Limit>,
}

/// One thing that a host does not take as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limit {
    /// What is limited.
    pub on: Kind,
    pub effect: Effect,
    /// How much is lost, where something is.
    pub reach: Option<Reach>,
    /// The level of a finding, where it is not that of the effect.
    level: Option<String>,
    /// What happens, as a clause: `the tool is left out`.
    pub then: String,
    /// The version, model or time up to which it was so; absent: it is so today.
    pub until: Option<String>,
    /// Month in which the source was last read, or the month that it names.
    pub seen: String,
    pub source: String,
    /// Largest number or length that is taken.
    pub most: Option<usize>,
    /// Characters that are taken.
    pub allow: Option<Charset>,
    /// Characters that are taken as the first.
    pub first: Option<Charset>,
    /// What takes the place of each character that is not.
    pub with: Option<String>,
    /// How a whole name is built: `mcp__{server}__{tool}`.
    pub form: Option<String>,
    /// Keywords that are not taken; of formats and dialects those that are; of hints those of which one is asked.
    #[serde(default)]
    pub words: Vec<String>,
}

/// What a limit is on. The comment names what of [`Limit`] it needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Characters of a tool's name: `allow`, may have `first`.
    NameCharacters,
    /// Two names that are one after characters outside `allow` were replaced by `with`.
    NameReplaced,
    /// Characters in a tool's name: `most`.
    NameLength,
    /// Characters in the name as the host builds it: `most`, `form`.
    WholeNameLength,
    /// Tools of a server: `most`.
    Tools,
    /// An empty description.
    DescriptionEmpty,
    /// Characters in a tool's description: `most`.
    DescriptionLength,
    /// Characters in the description of a parameter: `most`.
    ParameterDescriptionLength,
    /// A keyword at the root of an input schema: `words`.
    RootKeyword,
    /// A keyword in an input schema: `words`.
    Keyword,
    /// An array without `items` and `prefixItems`.
    ArrayWithoutItems,
    /// `items` as a list, where the dialect allows it.
    ArrayWithListedItems,
    /// `items` that says nothing.
    ArrayWithEmptyItems,
    /// `prefixItems` without `items`, or with false.
    TupleWithoutItems,
    /// `true` or `false` as the schema of a property of the root, input or output.
    RootBooleanSchema,
    /// The same, deeper.
    BooleanSchema,
    /// Values that are listed without a type.
    TypeMissing,
    /// `type` as a list.
    TypeList,
    /// A union with null.
    NullableUnion,
    Const,
    /// A number or boolean in an enum.
    EnumNotText,
    /// An empty text in an enum.
    EnumEmptyText,
    /// The format of a string: `words`.
    Format,
    /// A pattern that looks around.
    PatternLookaround,
    /// A pattern that other engines read otherwise.
    PatternNotPortable,
    /// `$ref` in an input schema.
    Reference,
    /// A schema that contains itself.
    Recursion,
    /// Keys of the root's properties: `allow`, `most`, may have `first`.
    PropertyKey,
    /// Properties and items on the way down: `most`.
    Depth,
    /// `$schema` of an output schema: `words`.
    OutputDialect,
    /// A tool without title.
    TitleMissing,
    /// A tool with none of the hints `words`.
    HintMissing,
}

impl Kind {
    /// As it is written in the files: `name-length`.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// What a host does, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It is passed on, and works less well.
    Degraded,
    /// Something else is passed on in its place.
    Rewritten,
    /// Part of it is lost without a word.
    Cut,
    /// The tool, or the list, is left out.
    Dropped,
    /// A request or the list is answered with an error.
    Refused,
}

impl Effect {
    pub fn name(self) -> &'static str {
        match self {
            Effect::Degraded => "degraded",
            Effect::Rewritten => "rewritten",
            Effect::Cut => "cut",
            Effect::Dropped => "dropped",
            Effect::Refused => "refused",
        }
    }
}

/// What is lost with a declaration that is dropped or refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// The tool, or its calls.
    Tool,
    /// The whole list, or every request.
    List,
}

impl Limit {
    /// How bad it is: an error where the whole list or all calls fail, a note where nothing is lost today.
    pub fn level(&self) -> Level {
        if let Some(level) = self.level.as_deref().and_then(Level::from_name) {
            return level;
        }
        match self.effect {
            _ if self.until.is_some() => Level::Note,
            Effect::Refused | Effect::Dropped if self.reach == Some(Reach::List) => Level::Error,
            Effect::Refused | Effect::Dropped | Effect::Cut => Level::Warning,
            Effect::Rewritten | Effect::Degraded => Level::Note,
        }
    }

    /// What happens, with the time up to which it did.
    pub fn what(&self) -> String {
        match &self.until {
            Some(until) => format!("{} (until {until})", self.then),
            None => self.then.clone(),
        }
    }

    /// A name or key that is outside `allow`, `first` or `most`.
    pub fn refuses(&self, text: &str) -> bool {
        let outside = |set: &Option<Charset>, c| set.as_ref().is_some_and(|s| !s.has(c));
        text.chars().any(|c| outside(&self.allow, c))
            || text.chars().next().is_some_and(|c| outside(&self.first, c))
            || self.most.is_some_and(|most| text.chars().count() > most)
    }
}

/// Name and text of each host's file.
const FILES: [(&str, &str); 15] = [
    ("claude", include_str!("../../../rules/hosts/claude.toml")),
    ("openai", include_str!("../../../rules/hosts/openai.toml")),
    ("vscode", include_str!("../../../rules/hosts/vscode.toml")),
    ("cursor", include_str!("../../../rules/hosts/cursor.toml")),
    ("claude-desktop", include_str!("../../../rules/hosts/claude-desktop.toml")),
    ("gemini", include_str!("../../../rules/hosts/gemini.toml")),
    ("vertex", include_str!("../../../rules/hosts/vertex.toml")),
    ("bedrock", include_str!("../../../rules/hosts/bedrock.toml")),
    ("windsurf", include_str!("../../../rules/hosts/windsurf.toml")),
    ("zed", include_str!("../../../rules/hosts/zed.toml")),
    ("codex", include_str!("../../../rules/hosts/codex.toml")),
    ("copilot-cli", include_str!("../../../rules/hosts/copilot-cli.toml")),
    ("amazon-q", include_str!("../../../rules/hosts/amazon-q.toml")),
    ("claude-directory", include_str!("../../../rules/hosts/claude-directory.toml")),
    ("openai-apps", include_str!("../../../rules/hosts/openai-apps.toml")),
];

/// Every host that can be chosen, in the order in which they are told.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// A host by its name; its file is read when it is first asked for.
pub fn host(name: &str) -> Option<&'static Host> {
    static READ: [OnceLock<Option<Host>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let i = FILES.iter().position(|(n, _)| *n == name)?;
    // The files are part of the binary, and a test reads them all.
    READ[i].get_or_init(|| toml::from_str(FILES[i].1).ok()).as_ref()
}

/// The limits of a kind that the chosen hosts have, in the order of [`names()`].
pub fn limits(settings: &Settings, kind: Kind) -> impl Iterator<Item = (&'static Host, &'static Limit)> {
    let chosen = names().filter(|n| settings.hosts.contains(n)).filter_map(host);
    chosen.flat_map(|host| host.limits.iter().map(move |limit| (host, limit))).filter(move |(_, l)| l.on == kind)
}
