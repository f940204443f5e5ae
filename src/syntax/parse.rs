//! Bytes to a syntax tree, within bounds of nesting and time.

use crate::source::Language;
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

/// More brackets open at once than this are refused: the parser keeps a C stack per level when it recovers
/// from errors, and real code stays below a tenth of it.
pub const MAX_DEPTH: usize = 1_000;

/// How long the parser may work on one file.
pub const BUDGET: Duration = Duration::from_secs(2);

/// Why a file has no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// More than [`MAX_DEPTH`] brackets are open at this byte.
    TooDeep { offset: u32 },
    /// The time budget ran out.
    TooSlow,
    /// No grammar for this language.
    NoGrammar,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::TooDeep { .. } => write!(f, "more than {MAX_DEPTH} brackets are open at once"),
            ParseError::TooSlow => write!(f, "parsing takes too long"),
            ParseError::NoGrammar => write!(f, "there is no grammar for this language"),
        }
    }
}

impl std::error::Error for ParseError {}

/// The end of the time that all parses for one file share.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    pub fn after(budget: Duration) -> Self {
        Deadline(Instant::now() + budget)
    }

    fn passed(self) -> bool {
        Instant::now() >= self.0
    }
}

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The grammar of a language of source code.
pub fn grammar(language: Language) -> Option<tree_sitter::Language> {
    match language {
        Language::Python => Some(tree_sitter_python::LANGUAGE.into()),
        Language::TypeScript => Some(tree_sitter_typescript::LANGUAGE_TSX.into()),
        Language::Rust => Some(tree_sitter_rust::LANGUAGE.into()),
        Language::Json | Language::Yaml => None,
    }
}

/// Parses text with the grammar of `language`.
///
/// # Errors
/// See [`ParseError`]. Text with syntax errors is no error here: the tree holds ERROR and MISSING nodes.
pub fn parse(text: &str, language: Language, deadline: Deadline) -> Result<Tree, ParseError> {
    let grammar = grammar(language).ok_or(ParseError::NoGrammar)?;
    parse_with(text, &grammar, deadline)
}

/// [`parse`] with a grammar that the caller holds (TypeScript has two).
pub fn parse_with(text: &str, grammar: &tree_sitter::Language, deadline: Deadline) -> Result<Tree, ParseError> {
    check_depth(text.as_bytes())?;
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).map_err(|_| ParseError::NoGrammar)?;
        let bytes = text.as_bytes();
        let mut read = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let mut watch = |_: &ParseState| match deadline.passed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let tree = parser.parse_with_options(&mut read, None, Some(ParseOptions::new().progress_callback(&mut watch)));
        if tree.is_none() {
            parser.reset();
        }
        tree.ok_or(ParseError::TooSlow)
    })
}

/// Brackets in strings and comments count too; a closing bracket never takes the depth below zero.
fn check_depth(bytes: &[u8]) -> Result<(), ParseError> {
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(ParseError::TooDeep { offset: at as u32 });
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}
