//! What the tests of whole texts share.

use promcp_lint::check::{self, Outcome};
use promcp_lint::discover;
use promcp_lint::settings::Settings;
use promcp_lint::source::{Encoding, Language, SourceFile, Sources};
use std::path::{Path, PathBuf};

/// Checks a text as a run over one file would; the language comes from the ending of `name`.
pub fn check(name: &str, text: &str, settings: &Settings) -> Outcome {
    if !name.ends_with(".json") && !name.ends_with(".yaml") {
        return check_source(name, text, settings);
    }
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

/// Source is read where it lies: in a folder of its own.
fn check_source(name: &str, text: &str, settings: &Settings) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder to write to");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file in it");
    let discovery = discover::discover(&[path], folder.path(), &discover::Options::default());
    let pool = check::pool(1).expect("a thread pool");
    pool.install(|| check::check(discovery, settings))
}

/// A file of this project.
pub fn project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
