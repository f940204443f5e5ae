//! The tool list that a client would be served, in one form for every language and framework.
//!
//! Rules see this and nothing else.

mod misuse;

use crate::json::Json;
use crate::source::{FileId, Language, Span};
use crate::text::Text;
pub use misuse::{Harm, Misuse, MisuseKind};

/// What is known of one thing that a server says. `Unknown` is not `Absent`.
#[derive(Clone, Debug, Default)]
pub enum Fact<T> {
    Known {
        value: T,
        span: Span,
    },
    /// It is said, but what cannot be known without running the program.
    Unknown {
        why: String,
        span: Span,
    },
    /// It is not said.
    #[default]
    Absent,
}

impl<T> Fact<T> {
    pub fn known(value: T, span: Span) -> Self {
        Fact::Known { value, span }
    }

    pub fn unknown(why: impl Into<String>, span: Span) -> Self {
        Fact::Unknown { why: why.into(), span }
    }

    pub fn value(&self) -> Option<&T> {
        match self {
            Fact::Known { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Where it is said; `None` where it is not.
    pub fn span(&self) -> Option<Span> {
        match self {
            Fact::Known { span, .. } | Fact::Unknown { span, .. } => Some(*span),
            Fact::Absent => None,
        }
    }

    pub fn is_absent(&self) -> bool {
        matches!(self, Fact::Absent)
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self, Fact::Unknown { .. })
    }
}

impl Fact<bool> {
    pub fn is_true(&self) -> bool {
        self.value() == Some(&true)
    }

    pub fn is_false(&self) -> bool {
        self.value() == Some(&false)
    }
}

impl Fact<Text> {
    pub fn as_str(&self) -> Option<&str> {
        self.value().map(Text::as_str)
    }
}

/// Something of a server that could not be resolved.
#[derive(Clone, Debug)]
pub struct Unresolved {
    pub why: String,
    pub span: Span,
}

/// The object or registry that tools are attached to, across files; or a manifest.
#[derive(Clone, Debug)]
pub struct Server {
    /// `src/app.py#mcp`; for a manifest its path.
    pub id: String,
    pub name: Fact<Text>,
    pub language: Language,
    /// `promcp`, `protomcp`, …; `manifest` for data.
    pub framework: &'static str,
    /// Project root as printed: relative, with `/`, `.` for the working directory.
    pub root: String,
    /// Where the server is declared, else its first tool, else the start of its file.
    pub span: Span,
    /// Files that take part: where it starts, where it is declared, and those asked for that load it. Files of
    /// its tools need not be named.
    pub files: Vec<FileId>,
    pub instructions: Fact<Text>,
    /// In the order in which a client is served them.
    pub tools: Vec<Tool>,
    /// What kept us from seeing the whole server.
    pub unresolved: Vec<Unresolved>,
    /// Where the SDK is used in a way that it takes without a word, refuses, or breaks on later.
    pub misuses: Vec<Misuse>,
}

#[derive(Clone, Debug)]
pub struct Tool {
    /// [`Fact::Absent`] where the declaration has no name; a name that is no text is in `raw`.
    pub name: Fact<Text>,
    pub title: Fact<Text>,
    pub description: Fact<Text>,
    /// `inputSchema` as the client is served it.
    pub input: Fact<Json>,
    /// `outputSchema` as the client is served it.
    pub output: Fact<Json>,
    /// `responseSchema` as the client is served it (proMCP).
    pub response: Fact<Json>,
    /// The response that the contract rules judge, as a schema: what the author wrote, with the fields that
    /// the framework completes at run time. `Absent`: nothing says what is returned.
    pub contract: Fact<Json>,
    pub annotations: Annotations,
    /// What proMCP's `do_tool` declares beside the schemas.
    pub promcp: PromcpFacts,
    /// Further top-level members of the declaration (`_meta`, `icons`, misspelt keys …), as served.
    pub extra: Vec<crate::json::Member>,
    /// The whole entry of a manifest; what is not an object at all is judged from it.
    pub raw: Option<Json>,
    pub framework: &'static str,
    pub handler: Option<Handler>,
    /// What the handler is seen to answer, a path each; empty where it is not seen.
    pub returns: Vec<ReturnPath>,
    /// Parameters that the handler certainly never reads, each at its name.
    pub unread: Vec<Text>,
    /// Names of tools that it gives out: in templates, in its answers.
    pub references: Vec<Reference>,
    /// The handler is a coroutine and the SDK calls it without awaiting: the place of its name.
    pub unawaited: Option<Span>,
    /// The smallest piece that stands for the declaration: its name where it has one.
    pub span: Span,
    /// The SDK has no way to declare hints of it.
    pub hintless: bool,
    /// Declared, but not shown to a client before something enables it.
    pub hidden: bool,
    /// A later declaration of the same name took its place: it is no part of the list that is served, of
    /// manifests and of counts.
    pub replaced: bool,
    /// Why this tool may not be served at all; `None`: it is.
    pub conditional: Option<String>,
}

/// MCP's tool annotations.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The whole object; its members are judged for spelling and type.
    pub given: Fact<Json>,
    pub title: Fact<Text>,
    pub read_only: Fact<bool>,
    pub destructive: Fact<bool>,
    pub idempotent: Fact<bool>,
    pub open_world: Fact<bool>,
}

impl Annotations {
    /// The four hints under their names on the wire.
    pub fn hints(&self) -> [(&'static str, &Fact<bool>); 4] {
        [
            ("readOnlyHint", &self.read_only),
            ("destructiveHint", &self.destructive),
            ("idempotentHint", &self.idempotent),
            ("openWorldHint", &self.open_world),
        ]
    }

    /// Reads the object form of MCP. A hint of another type than boolean stays `Absent` here: it is told by
    /// the rule on malformed hints. In an open object a hint that is not seen is `Unknown`.
    pub fn from_json(given: &Json) -> Self {
        use crate::json::{Data, Lookup};
        let hint = |key: &str| match given.lookup(key) {
            Lookup::Found(m) => match &m.value.data {
                Data::Bool(b) => Fact::known(*b, m.value.span),
                Data::Unknown(why) => Fact::unknown(why.clone(), m.value.span),
                _ => Fact::Absent,
            },
            Lookup::Unknown(why) => Fact::unknown(why, given.span),
            Lookup::Absent => Fact::Absent,
        };
        Annotations {
            title: match given.lookup("title") {
                Lookup::Found(m) => match &m.value.data {
                    Data::Text(t) => Fact::known(t.clone(), m.value.span),
                    Data::Unknown(why) => Fact::unknown(why.clone(), m.value.span),
                    _ => Fact::Absent,
                },
                Lookup::Unknown(why) => Fact::unknown(why, given.span),
                Lookup::Absent => Fact::Absent,
            },
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
            given: match &given.data {
                Data::Unknown(why) => Fact::unknown(why.clone(), given.span),
                _ => Fact::known(given.clone(), given.span),
            },
        }
    }
}

/// One way through a handler.
#[derive(Clone, Debug)]
pub struct ReturnPath {
    /// What is answered. An object may be open; `Absent`: nothing, or what the SDK takes for nothing.
    pub value: Fact<Json>,
    /// The return statement.
    pub span: Span,
}

/// A text that names tools.
#[derive(Clone, Debug)]
pub struct Reference {
    pub role: Role,
    pub text: Text,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A call written out, as in `do_restore_order order=17`; placeholders in braces.
    Compensation,
    /// One name that a client is told to read.
    RelatedRead,
    /// One name that is shown to or hidden from clients.
    Visibility,
    /// A pattern of names that are shown or hidden meanwhile; `*` and `?` stand for any characters.
    Pattern,
}

/// Keywords of proMCP's `do_tool`, and what its wrapper does.
#[derive(Clone, Debug, Default)]
pub struct PromcpFacts {
    /// A wrapper makes up the fields of a response that the handler leaves out.
    pub completed: bool,
    pub compensable: Fact<bool>,
    pub side_effects: Fact<Json>,
    pub compensation_hint_template: Fact<Text>,
}

/// The function behind a tool.
#[derive(Clone, Debug)]
pub struct Handler {
    pub name: String,
    /// The name in its definition.
    pub span: Span,
}

impl Server {
    /// Whether any of its tools or its declaration lies in one of these files, or one of them takes part.
    pub fn touches(&self, wanted: impl Fn(FileId) -> bool) -> bool {
        wanted(self.span.file)
            || self.files.iter().any(|f| wanted(*f))
            || self.tools.iter().any(|t| wanted(t.span.file))
    }

    /// The tools of the list that is served, in its order.
    pub fn served(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter().filter(|t| !t.replaced)
    }
}

impl Tool {
    /// A tool of which nothing is said yet.
    pub fn new(framework: &'static str, span: Span) -> Self {
        Tool {
            name: Fact::Absent,
            title: Fact::Absent,
            description: Fact::Absent,
            input: Fact::Absent,
            output: Fact::Absent,
            response: Fact::Absent,
            contract: Fact::Absent,
            annotations: Annotations::default(),
            promcp: PromcpFacts::default(),
            extra: Vec::new(),
            raw: None,
            framework,
            handler: None,
            returns: Vec::new(),
            unread: Vec::new(),
            references: Vec::new(),
            unawaited: None,
            span,
            hintless: false,
            hidden: false,
            replaced: false,
            conditional: None,
        }
    }

    /// The name, where it is known and not empty.
    pub fn known_name(&self) -> Option<&str> {
        self.name.as_str().filter(|n| !n.is_empty())
    }

    /// The place of the name, else of the declaration.
    pub fn name_span(&self) -> Span {
        self.name.span().unwrap_or(self.span)
    }

    /// Fields of this tool that could not be resolved: MCP field (with a JSON pointer into a schema after
    /// `#`), reason, place.
    pub fn unresolved(&self) -> Vec<(String, String, Span)> {
        fn whole<T>(field: &str, fact: &Fact<T>, out: &mut Vec<(String, String, Span)>) {
            if let Fact::Unknown { why, span } = fact {
                out.push((field.to_owned(), why.clone(), *span));
            }
        }
        let mut out = Vec::new();
        whole("name", &self.name, &mut out);
        whole("title", &self.title, &mut out);
        whole("description", &self.description, &mut out);
        let schemas =
            [("inputSchema", &self.input), ("outputSchema", &self.output), ("responseSchema", &self.response)];
        for (field, fact) in schemas {
            whole(field, fact, &mut out);
            if let Fact::Known { value, .. } = fact {
                let parts = value.unknowns();
                out.extend(parts.into_iter().map(|(pointer, why, span)| {
                    let field = if pointer.is_empty() { field.to_owned() } else { format!("{field}#{pointer}") };
                    (field, why, span)
                }));
            }
        }
        if self.annotations.given.is_unknown() {
            whole("annotations", &self.annotations.given, &mut out);
        } else {
            for (hint, fact) in self.annotations.hints() {
                whole(&format!("annotations.{hint}"), fact, &mut out);
            }
        }
        out
    }
}
