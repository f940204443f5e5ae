//! Through one folder, in path order, past what is left out.

use super::filter::{Filter, Ignores};
use super::{Problem, known, roots};
use crate::source::Language;
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// A file of a known language.
pub(super) struct Entry {
    /// Symbolic links resolved.
    pub path: PathBuf,
    pub language: Language,
    /// Its project.
    pub root: PathBuf,
    /// Size in bytes.
    pub size: u64,
}

pub(super) struct Walk<'a> {
    pub filter: &'a Filter,
    /// The project that files belong to, unless a folder on the way is a project itself; symbolic links are
    /// followed inside it alone.
    pub root: &'a Path,
    /// Whether folders that are projects themselves are entered.
    pub nested: bool,
    /// Files and folders that are looked at; a walk that only collects what imports may reach must end.
    pub limit: usize,
}

/// What a walk gives.
#[derive(Default)]
pub(super) struct Walked {
    pub files: Vec<Entry>,
    /// Folders that could not be read.
    pub unreadable: Vec<(PathBuf, String)>,
    /// The limit was reached.
    pub cut: bool,
}

impl Walk<'_> {
    pub(super) fn run(&self, start: &Path) -> Walked {
        let mut out = Walked::default();
        let mut left = self.limit;
        let mut starts = vec![start.to_owned()];
        let mut seen = BTreeSet::new();
        // Symbolic links to folders elsewhere in the project are walked as further starts, each once.
        while let Some(start) = starts.pop() {
            if seen.insert(start.clone()) {
                self.folder(&start, &mut starts, &mut left, &mut out);
            }
        }
        out
    }

    fn folder(&self, start: &Path, starts: &mut Vec<PathBuf>, left: &mut usize, out: &mut Walked) {
        let mut ignores = Ignores::above(&roots::repository(start).unwrap_or_else(|| self.root.to_owned()), start);
        let mut projects = vec![roots::nearest_within(start, self.root)];
        let mut entries = WalkDir::new(start).follow_links(false).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            if *left == 0 {
                out.cut = true;
                return;
            }
            *left -= 1;
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => {
                    let reason = e.io_error().map_or_else(|| e.to_string(), super::reason);
                    out.unreadable.push((e.path().unwrap_or(start).to_owned(), reason));
                    continue;
                }
            };
            let path = entry.path();
            let kind = entry.file_type();
            if kind.is_dir() {
                if entry.depth() > 0 {
                    let own = roots::is_root(path);
                    let out_of_bounds = (own && !self.nested) || self.leaves_out(&ignores, path);
                    if out_of_bounds {
                        entries.skip_current_dir();
                        continue;
                    }
                    ignores.enter(path);
                    projects.retain(|p| path.starts_with(p));
                    if own {
                        projects.push(path.to_owned());
                    }
                }
            } else if kind.is_file() || kind.is_symlink() {
                projects.retain(|p| path.starts_with(p));
                let project = projects.last().map_or(self.root, PathBuf::as_path);
                self.file(&entry, start, project, &ignores, starts, out);
            }
        }
    }

    fn leaves_out(&self, ignores: &Ignores, folder: &Path) -> bool {
        self.filter.leaves_out_folder(folder) || ignores.ignores(folder, true)
    }

    fn file(
        &self,
        entry: &DirEntry,
        start: &Path,
        project: &Path,
        ignores: &Ignores,
        starts: &mut Vec<PathBuf>,
        out: &mut Walked,
    ) {
        let path = entry.path();
        if entry.file_type().is_symlink() {
            let Some((target, metadata)) = self.target(path) else { return };
            if metadata.is_dir() {
                // What lies below is walked anyway, and what lies above would be walked in a circle.
                let elsewhere = !target.starts_with(start) && !start.starts_with(&target);
                if elsewhere && !self.leaves_out(ignores, path) && !self.filter.leaves_out_folder(&target) {
                    starts.push(target);
                }
                return;
            }
            if !metadata.is_file() || self.filter.leaves_out_file(&target) {
                return;
            }
            let root = roots::nearest_within(target.parent().unwrap_or(&target), self.root);
            self.push(path, target, metadata.len(), &root, ignores, out);
        } else if known(path).is_some() {
            let Ok(metadata) = entry.metadata() else { return };
            self.push(path, path.to_owned(), metadata.len(), project, ignores, out);
        }
    }

    fn push(&self, at: &Path, path: PathBuf, size: u64, root: &Path, ignores: &Ignores, out: &mut Walked) {
        let Some(language) = known(&path) else { return };
        if self.filter.leaves_out_file(at) || ignores.ignores(at, false) {
            return;
        }
        out.files.push(Entry { path, language, root: root.to_owned(), size });
    }

    /// Where a symbolic link leads, inside the project.
    fn target(&self, link: &Path) -> Option<(PathBuf, Metadata)> {
        let target = link.canonicalize().ok().filter(|t| t.starts_with(self.root))?;
        let metadata = target.metadata().ok()?;
        Some((target, metadata))
    }
}

impl Walked {
    /// Folders that could not be read, as problems.
    pub(super) fn problems(&mut self, shown: impl Fn(&Path) -> String) -> Vec<Problem> {
        self.unreadable.drain(..).map(|(path, message)| Problem { shown: shown(&path), message }).collect()
    }
}
