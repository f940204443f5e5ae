//! What the tests of whole texts share.

use promcp_lint::check::Outcome;
use promcp_lint::settings::Settings;
use promcp_lint::source::{Encoding, Language, SourceFile, Sources};
use std::path::{Path, PathBuf};

/// Checks a text as a run over one file would; the language comes from the ending of `name`.
pub fn check(name: &str, text: &str, settings: &Settings) -> Outcome {
    let mut outcome = Outcome::default();
    let language = if name.ends_with(".json") { Language::Json } else { Language::Yaml };
    let id = Sources::default().next_id();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    let file = SourceFile::new(id, PathBuf::from(name), name.to_owned(), text, Encoding::Utf8, language);
    let reading = promcp_lint::manifest::read(&file, true);
    outcome.sources.add(file);
    outcome.diagnostics = reading.findings;
    for server in &reading.servers {
        outcome.diagnostics.extend(promcp_lint::rules::check_server(server, settings));
    }
    outcome.servers = reading.servers;
    outcome.failed = reading.failed;
    outcome
}

/// A file of this project.
pub fn project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
