//! The pipeline: from files to findings.

use crate::diagnostic::Diagnostic;
use crate::discover;
use crate::ir::Server;
use crate::settings::Settings;
use crate::source::Sources;

/// Everything that a run found; what the reports print.
#[derive(Debug, Default)]
pub struct Outcome {
    pub sources: Sources,
    /// In order of their ids.
    pub servers: Vec<Server>,
    /// In order of file path, position, code.
    pub diagnostics: Vec<Diagnostic>,
    /// Paths that could not be read at all: exit status 2.
    pub errors: Vec<discover::Problem>,
    /// A file that was asked for could not be judged: exit status 2.
    pub failed: bool,
    pub summary: Summary,
}

/// Counts for the last line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub files: usize,
    pub servers: usize,
    pub tools: usize,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// Fields and declarations that could not be resolved.
    pub unresolved: usize,
}

/// Checks what was discovered.
pub fn check(discovery: discover::Discovery, settings: &Settings) -> Outcome {
    let _ = (discovery, settings);
    Outcome::default()
}

/// Checks one text that is no file (standard input, an example, an editor's buffer); the language comes
/// from the ending of `name`.
pub fn check_text(name: &str, text: &str, settings: &Settings) -> Outcome {
    let _ = (name, text, settings);
    Outcome::default()
}
