//! Which files and folders are left out: the defaults as tables, the globs of the user, `.gitignore`.

use super::{Options, Problem};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders that hold no source of the project.
const FOLDERS: &[&str] = &[
    ".cache",
    ".direnv",
    ".eggs",
    ".git",
    ".hg",
    ".idea",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".next",
    ".nox",
    ".nuxt",
    ".pnpm-store",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".turbo",
    ".venv",
    ".vscode",
    ".yarn",
    "__pycache__",
    "__pypackages__",
    "bower_components",
    "node_modules",
    "site-packages",
    "target",
];

/// Folders of tests and their data.
const TEST_FOLDERS: &[&str] =
    &["__fixtures__", "__mocks__", "__snapshots__", "__tests__", "fixtures", "spec", "test", "testdata", "tests"];

/// Folders that a build fills. In a published npm package they are all there is, and are read then.
const BUILD_FOLDERS: &[&str] = &["build", "dist", "out"];

/// Files of tests, generated files, lock files.
const FILES: &[&str] = &[
    "*.d.{ts,mts,cts}",
    "*.min.{js,mjs,cjs}",
    "*.{test,spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
    "*_test.py",
    "conftest.py",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "test_*.py",
];

/// The globs of a run, prepared.
pub(super) struct Filter {
    cwd: PathBuf,
    files: GlobSet,
    include: GlobSet,
    exclude: GlobSet,
    /// Path components that an include glob names: such folders are entered although they are left out by default.
    named: Vec<String>,
}

impl Filter {
    /// `cwd`: what globs with a slash are relative to. A glob that is none goes to `errors`.
    pub(super) fn new(options: &Options, cwd: &Path, errors: &mut Vec<Problem>) -> Self {
        let defaults: Vec<String> = FILES.iter().map(|f| f.to_string()).collect();
        Filter {
            cwd: cwd.to_owned(),
            files: globs(&defaults, errors),
            include: globs(&options.include, errors),
            exclude: globs(&options.exclude, errors),
            named: options.include.iter().flat_map(|g| g.split('/')).map(str::to_owned).collect(),
        }
    }

    /// Whether a folder that was found is not entered. `path` is absolute.
    pub(super) fn leaves_out_folder(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or("");
        if self.excluded(path) {
            return true;
        }
        if self.named.iter().any(|n| n == name) {
            return false;
        }
        FOLDERS.contains(&name)
            || TEST_FOLDERS.contains(&name)
            || (BUILD_FOLDERS.contains(&name) && !is_published_code(path))
            || path.join("pyvenv.cfg").is_file()
    }

    /// Whether a file that was found is left out.
    pub(super) fn leaves_out_file(&self, path: &Path) -> bool {
        let by_default = path.file_name().is_some_and(|name| self.files.is_match(name));
        self.excluded(path) || (by_default && !self.included(path))
    }

    /// Whether the user's `--exclude` names it, or a folder above it below the working directory.
    pub(super) fn excluded_anywhere(&self, path: &Path) -> bool {
        path.ancestors().take_while(|p| *p != self.cwd).any(|p| self.excluded(p))
    }

    fn excluded(&self, path: &Path) -> bool {
        matches(&self.exclude, &self.cwd, path)
    }

    /// Whether `--include` names it; `false` without one.
    pub(super) fn included(&self, path: &Path) -> bool {
        matches(&self.include, &self.cwd, path)
    }

    /// Whether findings are wanted for a file found in a folder.
    pub(super) fn wants(&self, path: &Path) -> bool {
        self.include.is_empty() || self.included(path)
    }

    pub(super) fn has_include(&self) -> bool {
        !self.include.is_empty()
    }
}

/// A build folder of an npm package without sources: what users run, and all there is to read.
fn is_published_code(path: &Path) -> bool {
    path.parent().is_some_and(|parent| parent.join("package.json").is_file() && !parent.join("src").is_dir())
}

/// A glob without a slash is of names, anywhere; one with a slash is of paths from the working directory.
fn globs(patterns: &[String], errors: &mut Vec<Problem>) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let trimmed = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
        let rooted = if trimmed.contains('/') { trimmed.to_owned() } else { format!("**/{trimmed}") };
        match GlobBuilder::new(&rooted).literal_separator(true).build() {
            Ok(glob) => {
                set.add(glob);
            }
            Err(e) => {
                errors.push(Problem { shown: pattern.clone(), message: format!("is not a valid glob: {}", e.kind()) })
            }
        }
    }
    set.build().unwrap_or_else(|_| GlobSet::empty())
}

fn matches(set: &GlobSet, cwd: &Path, path: &Path) -> bool {
    !set.is_empty() && (set.is_match(path.strip_prefix(cwd).unwrap_or(path)) || set.is_match(path))
}

/// The `.gitignore` files that apply to a folder, from the outermost to the folder's own.
#[derive(Default)]
pub(super) struct Ignores {
    /// With the folder of each.
    stack: Vec<(PathBuf, Gitignore)>,
}

impl Ignores {
    /// Those above and in `folder`, from `top` on; with the excludes of `top`'s own repository below all.
    pub(super) fn above(top: &Path, folder: &Path) -> Self {
        let mut ignores = Ignores::default();
        ignores.push_file(top, &top.join(".git/info/exclude"));
        let mut folders: Vec<&Path> = folder.ancestors().take_while(|p| p.starts_with(top)).collect();
        folders.reverse();
        for folder in folders {
            ignores.push_file(folder, &folder.join(".gitignore"));
        }
        ignores
    }

    /// Steps into `folder`, out of all folders that do not hold it.
    pub(super) fn enter(&mut self, folder: &Path) {
        while self.stack.last().is_some_and(|(of, _)| !folder.starts_with(of)) {
            self.stack.pop();
        }
        self.push_file(folder, &folder.join(".gitignore"));
    }

    fn push_file(&mut self, folder: &Path, file: &Path) {
        if !file.is_file() {
            return;
        }
        let mut builder = GitignoreBuilder::new(folder);
        // A line that is no pattern is left out, as git does.
        builder.add(file);
        if let Ok(ignore) = builder.build() {
            self.stack.push((folder.to_owned(), ignore));
        }
    }

    /// Whether `path` itself is ignored; folders above it were asked before.
    pub(super) fn ignores(&self, path: &Path, is_folder: bool) -> bool {
        let holding = self.stack.iter().rev().filter(|(of, _)| path.starts_with(of) && path != of);
        holding.map(|(_, ignore)| ignore.matched(path, is_folder)).find(|m| !m.is_none()).is_some_and(|m| m.is_ignore())
    }
}
