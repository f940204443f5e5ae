//! From the source files of a project to its servers: syntax, link, frameworks.

use crate::discover::Project;
use crate::ir::Server;
use crate::settings::Settings;
use crate::source::{FileId, SourceFile, Sources, Span};

/// What a project's sources say.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// In order of their ids.
    pub servers: Vec<Server>,
    /// Places that could not be read; what lies around them was.
    pub faults: Vec<Fault>,
}

/// A place that could not be read, and why.
#[derive(Debug)]
pub struct Fault {
    pub span: Span,
    pub message: String,
}

/// Evaluates a project. `files` are those of [`Project::files`] that could be read, in the same order.
pub fn evaluate(project: &Project, files: &[FileId], sources: &Sources, settings: &Settings) -> Evaluation {
    let _ = (project, files, sources, settings);
    Evaluation::default()
}

/// A stage whose result can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Stage {
    Module,
    Values,
    Registrations,
    Ir,
}

/// The result of a stage for one file, as text for developers.
pub fn dump(stage: Stage, file: &SourceFile, settings: &Settings) -> String {
    let _ = (file, settings);
    format!("{stage:?} cannot be printed\n")
}
