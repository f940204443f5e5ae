//! The rules on inputs, hints and tool objects over small manifests.

mod declared;
mod hints;
mod inputs;
mod parameters;
mod protocol;
mod validity;

use crate::diagnostic::Diagnostic;
use crate::manifest;
use crate::settings::{Preset, Settings};
use crate::source::{Encoding, FileId, Language, SourceFile};

/// What a finding says, as tests compare it.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    pub code: &'static str,
    pub level: &'static str,
    pub tool: Option<String>,
    /// The text that it points at.
    pub at: String,
}

/// Findings of one rule over a tool list in JSON.
pub fn diagnostics(code: &str, preset: Preset, list: &str) -> Vec<Diagnostic> {
    diagnostics_in(code, preset, Language::Json, list)
}

pub fn diagnostics_in(code: &str, preset: Preset, language: Language, list: &str) -> Vec<Diagnostic> {
    let name = format!("tools.{}", language.name());
    let file = SourceFile::new(FileId(0), name.clone().into(), name, list.into(), Encoding::Utf8, language);
    let settings = Settings { preset, ..Settings::default() };
    let reading = manifest::read(&file, true);
    assert!(!reading.failed, "{:?}", reading.findings);
    let all = reading.servers.iter().flat_map(|s| super::check_server(s, &settings));
    all.filter(|d| d.code == code).collect()
}

fn found(list: &str, d: &Diagnostic) -> Found {
    let at = list.get(d.span.start as usize..d.span.end as usize).unwrap_or("?").to_owned();
    Found { code: d.code, level: d.level.name(), tool: d.tool.clone(), at }
}

/// Asserts that one rule gives, in order, findings at these levels on these texts.
#[track_caller]
pub fn expect(code: &str, preset: Preset, list: &str, wanted: &[(&str, &str)]) {
    let found: Vec<Found> = diagnostics(code, preset, list).iter().map(|d| found(list, d)).collect();
    let got: Vec<(&str, &str)> = found.iter().map(|f| (f.level, f.at.as_str())).collect();
    assert_eq!(got, wanted, "{code} on {list}");
}

/// A list of one tool: its name and its further members.
pub fn one(name: &str, members: &str) -> String {
    format!(r#"[{{"name": "{name}", {members}}}]"#)
}
