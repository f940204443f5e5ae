//! Which files a run reads: paths from the command line to files, grouped by project.

mod filter;
mod roots;
#[cfg(test)]
mod tests;
mod walk;

use crate::source::Language;
use filter::Filter;
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use walk::{Entry, Walk};

/// What the command line says about files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Globs that files found in folders must match one of; empty: the defaults for each language.
    pub include: Vec<String>,
    /// Globs of files and folders that are left out, on top of the default ones.
    pub exclude: Vec<String>,
    /// Files over this many bytes are left out with a note; 0: [`MAX_FILE_SIZE`].
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

impl Discovery {
    /// Number of files to read.
    pub fn files(&self) -> usize {
        self.manifests.len() + self.projects.iter().map(|p| p.files.len()).sum::<usize>()
    }
}

/// Bytes over which a file is not read, where the user says nothing. The largest bundled servers seen have
/// under three million.
pub const MAX_FILE_SIZE: u64 = 4 * 1024 * 1024;

/// Files and folders that are looked at to find what the given files may import.
const MAX_CONTEXT: usize = 50_000;

/// The same for a file that belongs to no project.
const MAX_SIBLINGS: usize = 2_000;

/// Endings of the files that are read.
const ENDINGS: &[(&str, Language)] = &[
    ("py", Language::Python),
    ("ts", Language::TypeScript),
    ("mts", Language::TypeScript),
    ("cts", Language::TypeScript),
    ("tsx", Language::TypeScript),
    ("js", Language::TypeScript),
    ("mjs", Language::TypeScript),
    ("cjs", Language::TypeScript),
    ("jsx", Language::TypeScript),
    ("rs", Language::Rust),
    ("json", Language::Json),
    ("yaml", Language::Yaml),
    ("yml", Language::Yaml),
];

/// The language of a file by its ending; `None` for files that are not read.
pub fn known(path: &Path) -> Option<Language> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    ENDINGS.iter().find(|(e, _)| *e == ending).map(|(_, language)| *language)
}

/// The path as it is printed: relative to `cwd` where below it, with `/`.
pub fn shown(path: &Path, cwd: &Path) -> String {
    match path.strip_prefix(cwd) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
        Ok(rest) => slashes(rest),
        Err(_) => slashes(path),
    }
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

/// What went wrong, in a few words.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
        std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// Finds the files for `paths` (relative to `cwd`), grouped by project. No path: `cwd` itself.
pub fn discover(paths: &[PathBuf], cwd: &Path, options: &Options) -> Discovery {
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let mut out = Discovery::default();
    let filter = Filter::new(options, &cwd, &mut out.errors);
    let max_size = if options.max_file_size == 0 { MAX_FILE_SIZE } else { options.max_file_size };
    let given = given(paths, &cwd, &mut out.errors);
    let folders = given.iter().filter(|g| g.is_folder).map(|g| g.path.clone()).collect();
    let mut finder =
        Finder { cwd, filter, max_size, folders, out, projects: BTreeMap::new(), manifests: BTreeMap::new() };
    for given in &given {
        if given.is_folder { finder.folder(&given.path) } else { finder.file(given) }
    }
    finder.finish()
}

/// A path of the command line.
struct Given {
    /// Symbolic links resolved.
    path: PathBuf,
    language: Option<Language>,
    is_folder: bool,
    size: u64,
}

/// Resolves the paths of the command line, each once.
fn given(paths: &[PathBuf], cwd: &Path, errors: &mut Vec<Problem>) -> Vec<Given> {
    let here = [PathBuf::from(".")];
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for path in if paths.is_empty() { &here } else { paths } {
        let absolute = cwd.join(path);
        let resolved = absolute.canonicalize().and_then(|p| p.metadata().map(|m| (p, m)));
        match resolved {
            Ok((path, metadata)) => {
                if seen.insert(path.clone()) {
                    let language = known(&path).or_else(|| known(&absolute));
                    let is_folder = metadata.is_dir();
                    if !is_folder && !metadata.is_file() {
                        errors.push(Problem { shown: shown(&path, cwd), message: "is not a regular file".to_owned() });
                        continue;
                    }
                    out.push(Given { path, language, is_folder, size: metadata.len() });
                }
            }
            Err(e) => {
                let mut message = reason(&e);
                if e.kind() == std::io::ErrorKind::NotFound
                    && let Some(near) = similar(&absolute)
                {
                    message += &format!("; did you mean `{}`?", shown(&near, cwd));
                }
                errors.push(Problem { shown: slashes(path), message });
            }
        }
    }
    out
}

/// The path that was likely meant: the first part that does not exist replaced by its nearest neighbour.
fn similar(missing: &Path) -> Option<PathBuf> {
    let mut parts: Vec<&Path> = missing.ancestors().collect();
    parts.reverse();
    let first = parts.iter().find(|p| p.symlink_metadata().is_err())?;
    let wanted = first.file_name()?.to_str()?;
    let names = first.parent()?.read_dir().ok()?.take(MAX_SIBLINGS).flatten();
    let mut names: Vec<String> = names.filter_map(|e| e.file_name().into_string().ok()).collect();
    names.sort();
    let near = names.into_iter().map(|n| (strsim::damerau_levenshtein(wanted, &n), n)).min_by_key(|(d, _)| *d);
    let (distance, name) = near?;
    if distance > (wanted.chars().count() / 3).max(1) {
        return None;
    }
    // Through components, since an empty rest would leave a slash at the end.
    let path: PathBuf = first.with_file_name(name).join(missing.strip_prefix(first).ok()?).components().collect();
    path.exists().then_some(path)
}

/// Files of a project so far.
#[derive(Default)]
struct Files {
    found: BTreeMap<PathBuf, Found>,
    wanted: BTreeSet<PathBuf>,
    /// Asked for as a whole.
    all: bool,
    /// Walks that were made for it: where from, and for which language alone.
    walks: BTreeSet<(PathBuf, Option<Language>)>,
    /// Folders whose files those walks found.
    context: BTreeSet<PathBuf>,
}

struct Finder {
    cwd: PathBuf,
    filter: Filter,
    max_size: u64,
    /// Folders of the command line.
    folders: Vec<PathBuf>,
    out: Discovery,
    projects: BTreeMap<PathBuf, Files>,
    manifests: BTreeMap<PathBuf, Found>,
}

impl Finder {
    /// The root for what lies in `folder`: the nearest one, else the outermost given folder, else itself.
    /// The flag tells whether it is marked as a project.
    fn root(&self, folder: &Path) -> (PathBuf, bool) {
        match roots::nearest(folder) {
            Some(root) => (root, true),
            None => {
                let outer = self.folders.iter().filter(|f| folder.starts_with(f)).min_by_key(|f| f.as_os_str().len());
                (outer.map_or(folder, PathBuf::as_path).to_owned(), false)
            }
        }
    }

    fn folder(&mut self, folder: &Path) {
        let (root, _) = self.root(folder);
        let walk = Walk { filter: &self.filter, root: &root, nested: true, limit: usize::MAX };
        let mut walked = walk.run(folder);
        let cwd = self.cwd.clone();
        let unreadable = walked.problems(|p| shown(p, &cwd));
        let whole = *folder == *root && !self.filter.has_include();
        let none = walked.files.is_empty();
        let own = |p: &Problem| p.shown == shown(folder, &cwd);
        if none && !unreadable.iter().any(own) {
            let message = "no Python, TypeScript, JavaScript, Rust, JSON or YAML file in it".to_owned();
            self.out.errors.push(Problem { shown: shown(folder, &cwd), message });
        }
        let (errors, skipped) = unreadable.into_iter().partition(own);
        self.out.errors.append(&mut { errors });
        self.out.skipped.append(&mut { skipped });
        for entry in walked.files {
            let whole = whole || (entry.root != root && !self.filter.has_include());
            self.found(entry, whole);
        }
        if *folder != *root {
            self.context(&root, &root, MAX_CONTEXT, None);
        }
    }

    /// A file that was found in a given folder.
    fn found(&mut self, entry: Entry, whole: bool) {
        let shown = shown(&entry.path, &self.cwd);
        if entry.size > self.max_size {
            if !entry.language.is_manifest() || begins_like_tools(&entry.path) {
                self.out.skipped.push(Problem { shown, message: self.too_large(entry.size) });
            }
            return;
        }
        let wanted = self.filter.wants(&entry.path);
        let found = Found { path: entry.path.clone(), shown, language: entry.language, explicit: false };
        if entry.language.is_manifest() {
            if wanted {
                self.manifests.entry(entry.path).or_insert(found);
            }
            return;
        }
        let files = self.projects.entry(entry.root).or_default();
        files.found.entry(entry.path.clone()).or_insert(found);
        files.all |= whole;
        if wanted {
            files.wanted.insert(entry.path);
        }
    }

    fn too_large(&self, size: u64) -> String {
        format!("is too large to be read ({size} bytes, the limit is {})", self.max_size)
    }

    /// A file of the command line.
    fn file(&mut self, given: &Given) {
        let Given { path, size, .. } = given;
        if self.filter.excluded_anywhere(path) {
            return;
        }
        let shown = shown(path, &self.cwd);
        let message = match given.language {
            None => Some(unknown_type(path)),
            Some(_) if *size > self.max_size => Some(self.too_large(*size)),
            Some(_) => std::fs::File::open(path).err().as_ref().map(reason),
        };
        let language = match (message, given.language) {
            (None, Some(language)) => language,
            (message, _) => {
                self.out.errors.push(Problem { shown, message: message.unwrap_or_default() });
                return;
            }
        };
        let found = Found { path: path.clone(), shown, language, explicit: true };
        if language.is_manifest() {
            self.manifests.insert(path.clone(), found);
            return;
        }
        let folder = path.parent().unwrap_or(path).to_owned();
        let (root, marked) = self.root(&folder);
        let known = self.projects.get(&root).is_some_and(|f| f.all);
        let files = self.projects.entry(root.clone()).or_default();
        files.found.insert(path.clone(), found);
        files.wanted.insert(path.clone());
        if known {
            return;
        }
        if marked {
            self.context(&root, &root, MAX_CONTEXT, None);
        }
        // A project's walk passes by a folder that is left out by default; what is imported lies beside.
        let siblings = self.projects.get(&root).is_some_and(|f| f.context.contains(&folder));
        if !marked || !siblings {
            self.context(&folder, &root, MAX_SIBLINGS, Some(language));
        }
    }

    /// Adds what the project's wanted files may import: source files of `root` below `start`.
    fn context(&mut self, start: &Path, root: &Path, limit: usize, language: Option<Language>) {
        let files = self.projects.entry(root.to_owned()).or_default();
        let walks = files.walks.insert((start.to_owned(), language));
        if !walks || files.all {
            return;
        }
        let walked = Walk { filter: &self.filter, root, nested: false, limit }.run(start);
        if walked.cut {
            let message = format!("only its first {limit} files and folders were searched for imported files");
            self.out.skipped.push(Problem { shown: shown(start, &self.cwd), message });
        }
        for entry in walked.files {
            let fits = language.map_or(!entry.language.is_manifest(), |l| l == entry.language);
            if fits && entry.size <= self.max_size && entry.root == root {
                let shown = shown(&entry.path, &self.cwd);
                if let Some(folder) = entry.path.parent() {
                    files.context.insert(folder.to_owned());
                }
                let found = Found { path: entry.path.clone(), shown, language: entry.language, explicit: false };
                files.found.entry(entry.path).or_insert(found);
            }
        }
    }

    fn finish(mut self) -> Discovery {
        for (root, files) in self.projects {
            if files.wanted.is_empty() && !files.all {
                continue;
            }
            self.out.projects.push(Project {
                shown: shown(&root, &self.cwd),
                root,
                wanted: (!files.all).then(|| files.wanted.into_iter().collect()),
                files: files.found.into_values().collect(),
            });
        }
        self.out.manifests = self.manifests.into_values().collect();
        self.out.skipped.sort_by(|a, b| a.shown.cmp(&b.shown));
        self.out.skipped.dedup();
        self.out
    }
}

fn unknown_type(path: &Path) -> String {
    let ending = path.extension().map(|e| format!(" .{}", e.to_string_lossy())).unwrap_or_default();
    let known: Vec<String> = ENDINGS.iter().map(|(e, _)| format!(".{e}")).collect();
    format!("unknown file type{ending}; known: {}", known.join(" "))
}

/// Whether a file that is too large was meant as a tool list, by its first part.
fn begins_like_tools(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|f| f.take(64 * 1024).read_to_end(&mut start));
    read.is_ok() && memmem::find(&start, b"inputSchema").is_some()
}
