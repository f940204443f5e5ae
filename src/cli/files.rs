//! Options that say what to read, and the run over it.

use super::output;
use crate::check::{self, Outcome};
use crate::discover;
use crate::settings::Settings;
use crate::source;
use crate::text::nearest;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes of standard input over which it is refused.
const MAX_INPUT: u64 = 4 << 20;

/// Commands that a path may be a misspelling of.
const VERBS: [&str; 4] = ["check", "manifest", "explain", "rules"];

#[derive(clap::Args, Debug)]
pub struct Files {
    /// Files and folders; none: the working directory; -: standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Read only files in folders that match this pattern (may be repeated)
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub include: Vec<String>,
    /// Leave out files and folders that match this pattern (may be repeated)
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub exclude: Vec<String>,
    /// What standard input is called; its ending tells the language
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    pub stdin_filename: Option<String>,
    /// The SDK version that will serve the project (else that of its lock file, else the newest)
    #[arg(long, value_name = "NAME=VERSION", value_parser = pair, help_heading = "Files")]
    pub sdk: Vec<(String, String)>,
    /// Threads; 0: as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Files")]
    pub threads: usize,
}

/// `NAME=VALUE`.
///
/// # Errors
/// There is no `=`, or nothing on one side of it.
pub fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

impl Files {
    /// Reads and judges everything, and tells on standard error what could not be read.
    ///
    /// # Errors
    /// The run could not begin.
    pub fn judge(&self, settings: &mut Settings) -> Result<Outcome, String> {
        settings.sdk.extend(self.sdk.iter().cloned());
        let outcome = if self.paths.iter().any(|p| p == Path::new("-")) {
            self.standard_input(settings)?
        } else {
            if self.stdin_filename.is_some() {
                return Err("--stdin-filename needs - as the path".to_owned());
            }
            let here = std::env::current_dir().map_err(|error| format!("there is no working directory: {error}"))?;
            let options =
                discover::Options { include: self.include.clone(), exclude: self.exclude.clone(), max_file_size: 0 };
            let found = discover::discover(&self.paths, &here, &options);
            // A thread without a file would only spin.
            let threads = if found.files() <= 1 { 1 } else { self.threads };
            let pool = check::pool(threads).map_err(|error| format!("cannot start threads: {error}"))?;
            pool.install(|| check::check(found, settings))
        };
        for problem in &outcome.errors {
            output::error(&format!("{}: {}{}", problem.shown, problem.message, self.verb(&problem.shown)));
        }
        Ok(outcome)
    }

    /// A first path that does not exist may be a misspelt command.
    fn verb(&self, path: &str) -> String {
        let first = self.paths.first().filter(|p| p.as_os_str() == path && !p.exists());
        let near = first.and_then(|_| nearest(path, VERBS));
        near.map_or_else(String::new, |verb| format!("; did you mean the command `{verb}`?"))
    }

    fn standard_input(&self, settings: &Settings) -> Result<Outcome, String> {
        if self.paths.len() > 1 {
            return Err("- stands alone: standard input and files are not read in one run".to_owned());
        }
        let mut bytes = Vec::new();
        let limit = MAX_INPUT + 1;
        std::io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read standard input: {error}"))?;
        let name = self.stdin_filename.as_deref().unwrap_or("<stdin>");
        if bytes.len() as u64 == limit {
            return Err(format!("{name}: is larger than {} MiB", MAX_INPUT >> 20));
        }
        let (text, _) = source::decode(bytes.clone()).map_err(|error| {
            let (line, column) = check::line_and_column(&bytes, error.offset);
            format!("{name}:{line}:{column}: {}", error.what)
        })?;
        Ok(check::check_text(name, &text, settings))
    }
}
