//! From the source files of a project to its servers: syntax, link, frameworks.

use crate::discover::Project;
use crate::ir::Server;
use crate::link::{Framework, Machine, Outside, Packages, Program, Registration, Source, dump};
use crate::prefilter::Prefilter;
use crate::settings::Settings;
use crate::source::{FileId, Language, SourceFile, Sources, Span};
use crate::syntax::{self, parse::ParseError};
use crate::{frameworks, library, versions};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::Arc;

/// What a project's sources say.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// In order of their ids.
    pub servers: Vec<Server>,
    /// Places that could not be read; what lies around them was.
    pub faults: Vec<Fault>,
}

/// A place that could not be read, and why.
#[derive(Debug)]
pub struct Fault {
    pub span: Span,
    pub message: String,
}

/// A stage whose result can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Stage {
    Module,
    Values,
    Registrations,
    Ir,
}

/// Languages whose projects are evaluated.
const EVALUATED: &[Language] = &[Language::Python];

/// Evaluates a project. `files` are those of [`Project::files`] that could be read, in the same order.
pub fn evaluate(project: &Project, files: &[FileId], sources: &Sources, settings: &Settings) -> Evaluation {
    let mut out = Evaluation::default();
    for &language in EVALUATED {
        run(language, project, files, sources, settings, &mut out.faults, |machine, registrations, known| {
            for framework in known {
                let own: Vec<Registration> =
                    registrations.iter().filter(|r| r.framework == framework.name()).cloned().collect();
                out.servers.extend(framework.servers(machine, &own));
            }
            for file in project.wanted.iter().flatten() {
                let Some(id) = files.iter().copied().find(|id| sources.get(*id).path == *file) else { continue };
                let loaded = machine.loads(id);
                for server in &mut out.servers {
                    if server.touches(|f| loaded.contains(&f)) {
                        server.files.push(id);
                    }
                }
            }
        });
    }
    for file in project.files.iter().filter(|f| f.explicit && !EVALUATED.contains(&f.language)) {
        let Some(id) = files.iter().copied().find(|id| sources.get(*id).path == file.path) else { continue };
        let message = format!("{} sources are not judged yet", file.language.name());
        out.faults.push(Fault { span: Span::file_start(id), message });
    }
    out.servers.sort_by(|a, b| a.id.cmp(&b.id));
    out
}

/// Lowers and runs the files of one language, and hands the machine to `read`. Nothing happens where no
/// file holds a word of any framework.
fn run(
    language: Language,
    project: &Project,
    files: &[FileId],
    sources: &Sources,
    settings: &Settings,
    faults: &mut Vec<Fault>,
    read: impl FnOnce(&mut Machine, &[Registration], &[&'static dyn Framework]),
) {
    let known: Vec<&'static dyn Framework> =
        frameworks::FRAMEWORKS.iter().copied().filter(|f| f.language() == language).collect();
    let outsides: Vec<&'static dyn Outside> =
        known.iter().map(|f| *f as &dyn Outside).chain(library::LIBRARIES.iter().copied()).collect();
    let files: Vec<&SourceFile> = files.iter().map(|id| sources.get(*id)).filter(|f| f.language == language).collect();
    let markers: Vec<&str> = known.iter().flat_map(|f| f.markers()).copied().collect();
    let markers = Prefilter::new(&markers);
    let marked: Vec<bool> = files.par_iter().map(|f| markers.hits(f.text.as_bytes())).collect();
    // A file that was named is read in any case, so that a syntax error in it is told.
    let named: FxHashSet<&Path> = project.files.iter().filter(|f| f.explicit).map(|f| f.path.as_path()).collect();
    let lowered: Vec<bool> =
        files.iter().zip(&marked).map(|(f, marked)| *marked || named.contains(f.path.as_path())).collect();
    if !lowered.contains(&true) {
        return;
    }
    let modules = lower_reachable(project, &files, &marked, &lowered, faults);
    let verbs: Vec<&'static str> = known.iter().flat_map(|f| f.verbs()).copied().collect();
    let program = Program {
        sources,
        modules,
        outsides: &outsides,
        verbs,
        root: project.shown.clone(),
        versions: versions::read(&project.root, &settings.sdk),
    };
    let (mut machine, verbs) = Machine::new(program);
    machine.run(&verbs);
    let registrations = machine.registrations();
    read(&mut machine, &registrations, &known);
}

/// Path of a file below the project root, with `/`.
fn below(project: &Project, file: &SourceFile) -> String {
    let path = file.path.strip_prefix(&project.root).unwrap_or(&file.path);
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// A file's module, where it was parsed.
type Lowered = Option<Result<Arc<syntax::Module>, ParseError>>;

/// Lowers the files to `start` with, all that they import, and what imports any of these: a program may start in
/// a file that knows nothing of the SDK. In rounds, each in parallel.
fn lower_reachable(
    project: &Project,
    files: &[&SourceFile],
    marked: &[bool],
    start: &[bool],
    faults: &mut Vec<Fault>,
) -> Vec<Source> {
    let paths: Vec<String> = files.iter().map(|f| below(project, f)).collect();
    let packages = Packages::new(paths.iter().enumerate().map(|(i, p)| (p.as_str(), crate::link::ModuleId(i as u32))));
    let mut parsed: Vec<Lowered> = files.iter().map(|_| None).collect();
    let mut included = vec![false; files.len()];
    let reached = |parsed: &[Lowered], i: usize| -> Vec<usize> {
        match &parsed[i] {
            Some(Ok(module)) => packages.reached(&paths[i], module).into_iter().map(|id| id.0 as usize).collect(),
            _ => Vec::new(),
        }
    };
    let mut round: Vec<usize> = (0..files.len()).filter(|i| start[*i]).collect();
    while !round.is_empty() {
        while !round.is_empty() {
            parse(files, &round, &mut parsed);
            round.iter().for_each(|i| included[*i] = true);
            let mut next: Vec<usize> = round.iter().flat_map(|i| reached(&parsed, *i)).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|i| !included[*i]);
            round = next;
        }
        // An import names its module: only files that hold one of the names are worth a parse.
        let names: Vec<&str> = (0..files.len()).filter(|i| included[*i]).map(|i| last_word(&paths[i])).collect();
        let names = Prefilter::new(&names);
        let candidates: Vec<usize> = (0..files.len())
            .into_par_iter()
            .filter(|i| parsed[*i].is_none() && names.hits(files[*i].text.as_bytes()))
            .collect();
        parse(files, &candidates, &mut parsed);
        round = (0..files.len())
            .filter(|i| !included[*i] && reached(&parsed, *i).iter().any(|target| included[*target]))
            .collect();
    }
    let lowered = parsed.into_iter().zip(included).map(|(module, included)| module.filter(|_| included));
    let mut modules = Vec::new();
    for (i, module) in lowered.enumerate() {
        match module {
            None => {}
            Some(Ok(module)) => {
                if let Some(range) = module.errors.first() {
                    let message = match module.errors.len() {
                        1 => "syntax error; what lies around it was read".to_owned(),
                        n => format!("{n} syntax errors, the first here; what lies around them was read"),
                    };
                    faults.push(Fault { span: module.span(*range), message });
                }
                modules.push(Source { syntax: module, path: paths[i].clone(), marked: marked[i] });
            }
            Some(Err(error)) => {
                let at = match error {
                    ParseError::TooDeep { offset } => offset as usize,
                    ParseError::TooSlow | ParseError::NoGrammar => 0,
                };
                faults.push(Fault { span: Span::new(files[i].id, at, at), message: error.to_string() });
            }
        }
    }
    modules
}

/// Parses those files that were not.
fn parse(files: &[&SourceFile], which: &[usize], parsed: &mut [Lowered]) {
    let missing: Vec<usize> = which.iter().copied().filter(|i| parsed[*i].is_none()).collect();
    let done: Vec<_> = missing.par_iter().map(|&i| (i, syntax::lower(files[i]).map(Arc::new))).collect();
    for (i, module) in done {
        parsed[i] = Some(module);
    }
}

/// The word by which an import names the module at a path: its file, for `__init__.py` its folder.
fn last_word(path: &str) -> &str {
    let (place, _) = Packages::place_of(path);
    place.rsplit('/').next().unwrap_or(place)
}

/// The result of a stage for one file, as text for developers.
pub fn dump(stage: Stage, file: &SourceFile, sources: &Sources, settings: &Settings) -> String {
    let found = crate::discover::Found {
        path: file.path.clone(),
        shown: file.shown.clone(),
        language: file.language,
        explicit: true,
    };
    let root = file.path.parent().map(std::path::Path::to_path_buf).unwrap_or_default();
    let project = Project { root, shown: ".".into(), files: vec![found], wanted: None };
    if stage == Stage::Module {
        return match syntax::lower(file) {
            Ok(module) => syntax::dump::dump(&module, file),
            Err(error) => format!("{error}\n"),
        };
    }
    if stage == Stage::Ir {
        let evaluation = evaluate(&project, &[file.id], sources, settings);
        return format!("{:#?}\n", evaluation.servers);
    }
    let mut out = String::new();
    run(file.language, &project, &[file.id], sources, settings, &mut Vec::new(), |machine, registrations, _| {
        out = match stage {
            Stage::Values => dump::values(machine),
            _ => dump::registrations(machine, registrations),
        };
    });
    out
}
