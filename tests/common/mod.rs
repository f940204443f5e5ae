//! What the tests of whole texts share.

use promcp_lint::check::{Outcome, check_text};
use promcp_lint::settings::Settings;
use std::path::{Path, PathBuf};

/// Checks a text as a run over one file would; the language comes from the ending of `name`.
pub fn check(name: &str, text: &str, settings: &Settings) -> Outcome {
    check_text(name, text.strip_prefix('\u{feff}').unwrap_or(text), settings)
}

/// A file of this project.
pub fn project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
