//! For the tests of the rules: findings over a small manifest, in few words.

use super::check_server;
use crate::diagnostic::Diagnostic;
use crate::ir::Server;
use crate::manifest;
use crate::settings::{Preset, Settings};
use crate::source::{Encoding, FileId, Language, SourceFile};

/// A manifest and what the rules say of it.
pub struct Judged {
    text: String,
    found: Vec<Diagnostic>,
}

/// Judges a JSON tool list under a preset.
pub fn judge(preset: Preset, text: &str) -> Judged {
    judge_with(&Settings { preset, ..Settings::default() }, text)
}

/// The servers of a JSON manifest.
pub fn servers(text: &str) -> Vec<Server> {
    let name = "tools.json".to_owned();
    let file = SourceFile::new(FileId(0), name.clone().into(), name, text.to_owned(), Encoding::Utf8, Language::Json);
    manifest::read(&file, true).servers
}

pub fn judge_with(settings: &Settings, text: &str) -> Judged {
    let found = servers(text).iter().flat_map(|s| check_server(s, settings)).collect();
    Judged { text: text.to_owned(), found }
}

/// A tool list of nothing but names, each with a description that no rule minds.
pub fn named(names: &[&str]) -> String {
    let tool =
        |name: &&str| serde_json::json!({"name": name, "description": "Quantity that is kept apart from all others."});
    serde_json::Value::from(names.iter().map(tool).collect::<Vec<_>>()).to_string()
}

impl Judged {
    pub fn of(&self, code: &str) -> Vec<&Diagnostic> {
        self.found.iter().filter(|d| d.code == code).collect()
    }

    pub fn has(&self, code: &str) -> bool {
        !self.of(code).is_empty()
    }

    /// The one finding of a code.
    pub fn one(&self, code: &str) -> &Diagnostic {
        match self.of(code)[..] {
            [one] => one,
            ref others => panic!("{} findings of {code}", others.len()),
        }
    }

    /// The characters on which a finding lies.
    pub fn marked(&self, code: &str) -> &str {
        let span = self.one(code).span;
        &self.text[span.start as usize..span.end as usize]
    }
}
