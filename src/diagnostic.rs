//! What a rule says.

use crate::source::Span;

/// How bad it is. The order is that of weight: `Note < Warning < Error`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        [Level::Note, Level::Warning, Level::Error].into_iter().find(|l| l.name() == name)
    }
}

/// A finding: the one type that every format and the editor print.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// `R006`.
    pub code: &'static str,
    pub level: Level,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// The smallest piece that is wrong.
    pub span: Span,
    /// Few words under the primary place; may be empty.
    pub label: String,
    /// Related places.
    pub labels: Vec<Label>,
    /// What goes wrong at run time.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Vec<String>,
    /// Hosts that object.
    pub hosts: Vec<String>,
    pub fixes: Vec<Fix>,
    /// Id of the server that is judged, filled in by the engine.
    pub server: Option<String>,
    /// Name of the tool that is judged, filled in by the engine; `None` for a finding on the whole server.
    pub tool: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A change that mends the finding.
#[derive(Clone, Debug)]
pub struct Fix {
    /// Keeps the meaning for every caller.
    pub safe: bool,
    pub title: String,
    pub edits: Vec<Edit>,
}

/// Replaces the text at `span`.
#[derive(Clone, Debug)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Diagnostic {
    pub fn new(code: &'static str, level: Level, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            level,
            message: message.into(),
            span,
            label: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            hosts: Vec::new(),
            fixes: Vec::new(),
            server: None,
            tool: None,
        }
    }

    /// The level for this finding, where it differs from the rule's. A level set by the user wins over both.
    pub fn level(&mut self, level: Level) -> &mut Self {
        self.level = level;
        self
    }

    /// Words under the primary place.
    pub fn here(&mut self, text: impl Into<String>) -> &mut Self {
        self.label = text.into();
        self
    }

    pub fn label(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn note(&mut self, text: impl Into<String>) -> &mut Self {
        self.notes.push(text.into());
        self
    }

    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help.push(text.into());
        self
    }
}
