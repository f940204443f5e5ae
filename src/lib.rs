//! promcp-lint: works out the tool list that an MCP server would serve, and says where it is wrong.
//!
//! ```text
//! paths ─ discover ─ syntax ─ link ─ ir ─ rules ─ report
//! ```
//! Each stage knows only the ones before it; frameworks and library tables are handed to `link` here.

pub mod check;
pub mod cli;
pub mod codes;
pub mod comments;
pub mod diagnostic;
pub mod discover;
pub mod fingerprint;
pub mod frameworks;
pub mod guard;
pub mod ir;
pub mod json;
pub mod library;
pub mod link;
pub mod manifest;
pub mod prefilter;
pub mod project;
pub mod report;
pub mod rules;
pub mod settings;
pub mod source;
pub mod suppress;
pub mod syntax;
pub mod text;
pub mod versions;
