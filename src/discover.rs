//! Which files a run reads: paths from the command line to files, grouped by project.

use crate::source::Language;
use std::path::PathBuf;

/// What the command line says about files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Globs that files found in folders must match one of; empty: the defaults for each language.
    pub include: Vec<String>,
    /// Globs of files and folders that are left out, on top of the default ones.
    pub exclude: Vec<String>,
    /// Files over this many bytes are left out with a note.
    pub max_file_size: u64,
}

/// One file to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Absolute, symbolic links resolved.
    pub path: PathBuf,
    /// As printed: relative to the working directory where below it, with `/`.
    pub shown: String,
    pub language: Language,
    /// It was named on the command line itself.
    pub explicit: bool,
}

/// Source files of one project root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// Absolute, symbolic links resolved.
    pub root: PathBuf,
    pub shown: String,
    /// All source files of the project, in path order: also those for which nothing was asked, since a
    /// server may span them.
    pub files: Vec<Found>,
    /// Findings are wanted for these alone (files given one by one); `None`: for all.
    pub wanted: Option<Vec<PathBuf>>,
}

/// A path or file that was not read, and why, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub shown: String,
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Discovery {
    pub projects: Vec<Project>,
    /// JSON and YAML files that may be tool lists.
    pub manifests: Vec<Found>,
    /// Could not do what was asked: exit status 2.
    pub errors: Vec<Problem>,
    /// Left out, worth telling: R900.
    pub skipped: Vec<Problem>,
}

/// By the ending of the file's name.
pub fn known(path: &std::path::Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "py" | "pyi" => Some(Language::Python),
        "json" => Some(Language::Json),
        "yaml" | "yml" => Some(Language::Yaml),
        _ => None,
    }
}

pub fn discover(paths: &[PathBuf], _cwd: &std::path::Path, _options: &Options) -> Discovery {
    let mut out = Discovery::default();
    for path in paths {
        let shown = path.to_string_lossy().into_owned();
        match (path.canonicalize(), known(path)) {
            (Ok(path), Some(language)) => out.manifests.push(Found { path, shown, language, explicit: true }),
            (Err(_), _) => out.errors.push(Problem { shown, message: "no such file or folder".to_owned() }),
            _ => out.errors.push(Problem { shown, message: "unknown ending".to_owned() }),
        }
    }
    out
}
