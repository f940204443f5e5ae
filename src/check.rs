//! The pipeline: from files to findings.

use crate::diagnostic::{Diagnostic, Level};
use crate::discover::{self, Discovery, Found, Problem, Project};
use crate::ir::Server;
use crate::project::{self, Evaluation};
use crate::rules;
use crate::settings::Settings;
use crate::source::{self, Encoding, FileId, Language, SourceFile, Sources, Span};
use crate::{guard, manifest, suppress};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// Everything that a run found; what the reports print.
#[derive(Debug, Default)]
pub struct Outcome {
    pub sources: Sources,
    /// In order of their ids.
    pub servers: Vec<Server>,
    /// In order of file path, position, code.
    pub diagnostics: Vec<Diagnostic>,
    /// Paths that could not be read at all: exit status 2.
    pub errors: Vec<discover::Problem>,
    /// A file that was asked for could not be judged: exit status 2.
    pub failed: bool,
    pub summary: Summary,
    /// Files for which findings were asked, whether or not there are any.
    pub asked: Vec<FileId>,
}

/// Counts for the last line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub files: usize,
    pub servers: usize,
    pub tools: usize,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// Fields and declarations that could not be resolved.
    pub unresolved: usize,
}

/// Stack of every thread that parses or walks input. Parsers in C recurse on some inputs.
const STACK: usize = 16 << 20;

/// The threads that a run uses; 0: as many as there are processors.
///
/// # Errors
/// The system gives no more threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}

/// Checks what was discovered. Runs on the threads of [`pool`] where it is called inside one.
pub fn check(discovery: Discovery, settings: &Settings) -> Outcome {
    let mut run = Run::new(settings);
    run.out.errors = discovery.errors;
    // Around files that were named one by one, what is left out is nobody's question.
    let named = |p: &Project| p.wanted.is_some();
    let told = discovery.projects.is_empty() || !discovery.projects.iter().all(named);
    for skipped in discovery.skipped.into_iter().filter(|_| told) {
        let message = format!("`{}` {}", skipped.shown, skipped.message);
        let file = run.missing(PathBuf::new(), skipped.shown);
        run.fault(Span::file_start(file), message);
    }
    let manifests = run.load(&discovery.manifests, true);
    let projects: Vec<(Project, Vec<FileId>)> = discovery
        .projects
        .into_iter()
        .map(|project| {
            let files = run.load(&project.files, !named(&project));
            (project, files)
        })
        .collect();
    run.judge(&manifests, &projects)
}

/// Checks one text that is no file (standard input, an example, an editor's buffer); the language comes
/// from the ending of `name`.
pub fn check_text(name: &str, text: &str, settings: &Settings) -> Outcome {
    let Some(language) = language(name, text) else {
        let message = "cannot tell the language from the name".to_owned();
        let errors = vec![Problem { shown: name.to_owned(), message }];
        return Outcome { errors, failed: true, ..Outcome::default() };
    };
    let found = Found { path: PathBuf::from(name), shown: name.to_owned(), language, explicit: true };
    let mut run = Run::new(settings);
    let id = run.add(&found, text.to_owned(), Encoding::Utf8);
    let (mut manifests, mut projects) = (Vec::new(), Vec::new());
    if language.is_manifest() {
        manifests.push(id);
    } else {
        let project = Project { root: PathBuf::new(), shown: ".".to_owned(), files: vec![found], wanted: None };
        projects.push((project, vec![id]));
    }
    on_large_stack(|| run.judge(&manifests, &projects))
}

/// By the ending of the name; without a known one, a text that looks like JSON is JSON.
fn language(name: &str, text: &str) -> Option<Language> {
    discover::known(Path::new(name)).or_else(|| text.trim_start().starts_with(['{', '[']).then_some(Language::Json))
}

fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn_scoped(scope, work).map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread: {error}"),
        }
    })
}

/// A run in progress.
struct Run<'a> {
    settings: &'a Settings,
    out: Outcome,
    explicit: FxHashSet<FileId>,
    by_path: FxHashMap<PathBuf, FileId>,
}

impl<'a> Run<'a> {
    fn new(settings: &'a Settings) -> Self {
        Run { settings, out: Outcome::default(), explicit: FxHashSet::default(), by_path: FxHashMap::default() }
    }

    /// Reads files, in parallel; those that cannot be read are left out, and told where they were named or
    /// `tell` says so.
    fn load(&mut self, files: &[Found], tell: bool) -> Vec<FileId> {
        let texts: Vec<_> = files.par_iter().map(|f| read(&f.path)).collect();
        let mut ids = Vec::with_capacity(files.len());
        for (found, text) in files.iter().zip(texts) {
            match text {
                Ok((text, encoding)) => ids.push(self.add(found, text, encoding)),
                Err(unreadable) if tell || found.explicit => self.unreadable(found, unreadable),
                Err(_) => {}
            }
        }
        ids
    }

    fn add(&mut self, found: &Found, text: String, encoding: Encoding) -> FileId {
        let id = self.out.sources.next_id();
        let (path, shown) = (found.path.clone(), found.shown.clone());
        self.out.sources.add(SourceFile::new(id, path, shown, text, encoding, found.language));
        self.by_path.insert(found.path.clone(), id);
        if found.explicit {
            self.explicit.insert(id);
        }
        id
    }

    /// A file of which there is no text, so that a finding can lie in it.
    fn missing(&mut self, path: PathBuf, shown: String) -> FileId {
        let id = self.out.sources.next_id();
        let file = SourceFile::new(id, path, shown, String::new(), Encoding::Utf8, Language::Json);
        self.out.sources.add(file)
    }

    fn unreadable(&mut self, found: &Found, why: Unreadable) {
        if found.explicit {
            let shown = match why.at {
                Some((line, column)) => format!("{}:{line}:{column}", found.shown),
                None => found.shown.clone(),
            };
            self.out.errors.push(Problem { shown, message: why.message.clone() });
            self.out.failed = true;
        } else {
            let file = self.missing(found.path.clone(), found.shown.clone());
            self.fault(Span::file_start(file), format!("`{}` {}", found.shown, why.message));
        }
    }

    /// R900: something could not be analysed.
    fn fault(&mut self, span: Span, message: String) {
        if let Some(level) = engine_level("R900", self.settings) {
            let mut d = Diagnostic::new("R900", level, span, message);
            d.note("what is declared here was not judged");
            self.out.diagnostics.push(d);
        }
    }

    /// An explicit file could not be judged, wholly or in part.
    fn fail(&mut self, span: Span, message: &str) {
        let at = self.out.sources.start(span);
        let shown = format!("{}:{}:{}", self.out.sources.get(span.file).shown, at.line, at.column);
        self.out.errors.push(Problem { shown, message: message.to_owned() });
        self.out.failed = true;
    }

    fn judge(mut self, manifests: &[FileId], projects: &[(Project, Vec<FileId>)]) -> Outcome {
        self.read_manifests(manifests);
        self.evaluate(projects);
        self.out.servers.sort_by(|a, b| a.id.cmp(&b.id));
        self.apply_rules();
        self.tell_unresolved();
        let wanted = self.wanted(manifests, projects);
        self.keep(&wanted);
        self.finish(&wanted)
    }

    fn read_manifests(&mut self, files: &[FileId]) {
        let (sources, explicit) = (&self.out.sources, &self.explicit);
        let readings: Vec<_> = files
            .par_iter()
            .map(|id| guard::catch(|| manifest::read(sources.get(*id), explicit.contains(id))))
            .collect();
        for (&id, reading) in files.iter().zip(readings) {
            match reading {
                Ok(reading) => {
                    if reading.failed && self.explicit.contains(&id) {
                        let first = reading.findings.first();
                        let span = first.map_or(Span::file_start(id), |d| d.span);
                        self.fail(span, first.map_or("holds no tool list", |d| &d.message));
                    }
                    let level = engine_level("R091", self.settings);
                    self.out.diagnostics.extend(reading.findings.into_iter().filter_map(|mut d| {
                        d.level = if self.settings.levels.contains_key(d.code) { level? } else { d.level };
                        level.map(|_| d)
                    }));
                    self.out.servers.extend(reading.servers);
                }
                Err(said) => self.crashed(Span::file_start(id), &said),
            }
        }
    }

    fn evaluate(&mut self, projects: &[(Project, Vec<FileId>)]) {
        let (sources, settings) = (&self.out.sources, self.settings);
        let results: Vec<Result<Evaluation, String>> = projects
            .par_iter()
            .map(|(project, files)| guard::catch(|| project::evaluate(project, files, sources, settings)))
            .collect();
        for ((_, files), result) in projects.iter().zip(results) {
            match result {
                Ok(evaluation) => {
                    self.out.servers.extend(evaluation.servers);
                    for fault in evaluation.faults {
                        if self.explicit.contains(&fault.span.file) {
                            self.fail(fault.span, &fault.message);
                        }
                        self.fault(fault.span, fault.message);
                    }
                }
                Err(said) => {
                    if let Some(first) = files.first() {
                        self.crashed(Span::file_start(*first), &said);
                    }
                }
            }
        }
    }

    fn apply_rules(&mut self) {
        let settings = self.settings;
        let results: Vec<_> =
            self.out.servers.par_iter().map(|s| guard::catch(|| rules::check_server(s, settings))).collect();
        let spans: Vec<Span> = self.out.servers.iter().map(|s| s.span).collect();
        for (span, result) in spans.into_iter().zip(results) {
            match result {
                Ok(findings) => self.out.diagnostics.extend(findings),
                Err(said) => self.crashed(span, &said),
            }
        }
    }

    /// A fault of ours; a file that was asked for is not judged then.
    fn crashed(&mut self, span: Span, said: &str) {
        let message = format!("promcp-lint failed here; this is a fault of its own: {said}");
        if self.explicit.contains(&span.file) {
            self.fail(span, &message);
        }
        self.fault(span, message);
    }

    /// R901, where it is asked for: everything that could not be resolved.
    fn tell_unresolved(&mut self) {
        let Some(level) = engine_level("R901", self.settings) else { return };
        for server in &self.out.servers {
            let mut tell = |tool: Option<&str>, span: Span, message: String, why: &str| {
                let mut d = Diagnostic::new("R901", level, span, message);
                d.note(why);
                d.server = Some(server.id.clone());
                d.tool = tool.map(str::to_owned);
                self.out.diagnostics.push(d);
            };
            for u in &server.unresolved {
                tell(None, u.span, "part of this server cannot be known without running it".to_owned(), &u.why);
            }
            for tool in &server.tools {
                let name = tool.known_name().unwrap_or("");
                for (field, why, span) in tool.unresolved() {
                    let of = if name.is_empty() { String::new() } else { format!(" of `{name}`") };
                    tell(Some(name), span, format!("`{field}`{of} cannot be known without running the server"), &why);
                }
            }
        }
    }

    /// Files for which findings are wanted: all manifests, and of a project the files that were named.
    fn wanted(&self, manifests: &[FileId], projects: &[(Project, Vec<FileId>)]) -> FxHashSet<FileId> {
        let mut wanted: FxHashSet<FileId> = manifests.iter().copied().collect();
        for (project, files) in projects {
            match &project.wanted {
                None => wanted.extend(files),
                Some(paths) => wanted.extend(paths.iter().filter_map(|p| self.by_path.get(p))),
            }
        }
        wanted
    }

    /// Leaves out servers that reach into no wanted file, and findings outside them. A finding about a
    /// whole server counts for each of its files.
    fn keep(&mut self, wanted: &FxHashSet<FileId>) {
        self.out.servers.retain(|s| s.touches(|f| wanted.contains(&f)));
        let kept: FxHashSet<&str> = self.out.servers.iter().map(|s| s.id.as_str()).collect();
        let unread = |id: FileId| self.out.sources.get(id).text.is_empty();
        self.out.diagnostics.retain(|d| {
            wanted.contains(&d.span.file)
                || unread(d.span.file)
                || (d.tool.is_none() && d.server.as_deref().is_some_and(|id| kept.contains(id)))
        });
    }

    fn finish(mut self, wanted: &FxHashSet<FileId>) -> Outcome {
        let mut files: Vec<FileId> = wanted.iter().copied().collect();
        files.sort_unstable();
        let settings = self.settings;
        let out = &mut self.out;
        out.asked.clone_from(&files);
        let found = std::mem::take(&mut out.diagnostics);
        let runs = |code| engine_level(code, settings);
        out.diagnostics = suppress::apply(found, &out.sources, files, runs);
        let sources = &out.sources;
        out.diagnostics.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.span.start, d.span.end, d.code);
            sources.get(a.span.file).shown.cmp(&sources.get(b.span.file).shown).then_with(|| key(a).cmp(&key(b)))
        });
        let count = |level| out.diagnostics.iter().filter(|d| d.level == level).count();
        let summary = Summary {
            files: wanted.len(),
            servers: out.servers.len(),
            tools: out.servers.iter().map(|s| s.served().count()).sum(),
            errors: count(Level::Error),
            warnings: count(Level::Warning),
            notes: count(Level::Note),
            unresolved: out.servers.iter().map(unresolved).sum(),
        };
        out.summary = summary;
        self.out
    }
}

fn unresolved(server: &Server) -> usize {
    server.unresolved.len() + server.tools.iter().map(|t| t.unresolved().len()).sum::<usize>()
}

/// The level of a rule; a code that has no page yet warns.
fn engine_level(code: &'static str, settings: &Settings) -> Option<Level> {
    match rules::page(code) {
        Some(page) => rules::level_of(code, page, settings),
        None => settings.levels.get(code).copied().unwrap_or((code != "R901").then_some(Level::Warning)),
    }
}

/// Why a file gave no text.
struct Unreadable {
    message: String,
    /// 1-based line and column of the first byte that is no text.
    at: Option<(usize, usize)>,
}

fn read(path: &Path) -> Result<(String, Encoding), Unreadable> {
    let bytes = std::fs::read(path)
        .map_err(|error| Unreadable { message: format!("cannot be read: {}", reason(&error)), at: None })?;
    source::decode(bytes).map_err(|error| {
        // Decoding takes the bytes; they are wanted again only to say where it failed.
        let bytes = std::fs::read(path).unwrap_or_default();
        Unreadable { message: error.what.to_owned(), at: Some(line_and_column(&bytes, error.offset)) }
    })
}

/// 1-based line and column of a byte of what is no text.
pub fn line_and_column(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    (memchr::memchr_iter(b'\n', before).count() + 1, column)
}

/// The system's words without its error number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
