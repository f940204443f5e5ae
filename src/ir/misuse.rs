//! Facts about how an SDK is used: the SDK knows its own mistakes, a rule only tells them.

use crate::source::Span;

/// A mistake in the use of an SDK.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misuse {
    pub kind: MisuseKind,
    pub harm: Harm,
    /// The smallest piece that is wrong.
    pub span: Span,
    /// Name of the tool that it is about, where it is about one.
    pub tool: Option<String>,
    /// What is wrong, in one sentence without a final stop.
    pub what: String,
    /// A few words at the place; may be empty.
    pub here: String,
    /// Related places.
    pub labels: Vec<(Span, String)>,
    /// What the SDK does then, or says.
    pub happens: String,
    /// What to write; may be empty.
    pub instead: String,
}

/// How much harm a mistake does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    /// It does not start, a tool is not there, or every call fails.
    Broken,
    /// It runs, and does something else than is written.
    Misleading,
    /// Worth knowing.
    Slight,
}

/// Kinds of mistakes; each has a rule of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisuseKind {
    /// Written text reaches no client.
    DescriptionLost,
    /// A declaration of which nothing comes.
    Inert,
    /// A keyword or option that is ignored or refused.
    Option,
    /// No call of it can succeed.
    Uncallable,
    /// A client sees an argument that is none.
    Exposed,
    /// A type that reaches a client as another one.
    Degraded,
    /// A declared result of which no schema comes.
    OutputIgnored,
    /// How a group is served, and rules on its arguments.
    Strategy,
    /// The steps of a workflow.
    Workflow,
    /// A name that comes from somewhere else than the author thinks.
    Name,
    /// A completion for what is not there.
    Completion,
}

impl Misuse {
    /// A mistake; `happens` is what the SDK does then.
    pub fn new(kind: MisuseKind, harm: Harm, span: Span, what: impl Into<String>, happens: impl Into<String>) -> Self {
        Misuse {
            kind,
            harm,
            span,
            tool: None,
            what: what.into(),
            here: String::new(),
            labels: Vec::new(),
            happens: happens.into(),
            instead: String::new(),
        }
    }

    pub fn of(mut self, tool: Option<&str>) -> Self {
        self.tool = tool.map(str::to_owned);
        self
    }

    pub fn here(mut self, text: impl Into<String>) -> Self {
        self.here = text.into();
        self
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    pub fn instead(mut self, text: impl Into<String>) -> Self {
        self.instead = text.into();
        self
    }
}
