//! Tool lists as data: JSON and YAML with exact positions.

use crate::diagnostic::Diagnostic;
use crate::ir::Server;
use crate::source::SourceFile;

/// What a manifest file holds.
#[derive(Debug, Default)]
pub struct Reading {
    pub servers: Vec<Server>,
    /// R091: what is wrong with the file as a file.
    pub findings: Vec<Diagnostic>,
    /// Nothing could be judged: the file is broken or holds no tool list.
    pub failed: bool,
}

/// Reads a tool list. `explicit`: a file that is not a tool list is a finding, not silence.
pub fn read(file: &SourceFile, explicit: bool) -> Reading {
    let _ = (file, explicit);
    Reading::default()
}
