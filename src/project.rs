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

/// Lowers the files to `read` and all that they import, in rounds, each in parallel.
fn lower_reachable(
    project: &Project,
    files: &[&SourceFile],
    marked: &[bool],
    read: &[bool],
    faults: &mut Vec<Fault>,
) -> Vec<Source> {
    let paths: Vec<String> = files.iter().map(|f| below(project, f)).collect();
    let packages = Packages::new(paths.iter().enumerate().map(|(i, p)| (p.as_str(), crate::link::ModuleId(i as u32))));
    let mut lowered: Vec<Option<Result<Arc<syntax::Module>, ParseError>>> = files.iter().map(|_| None).collect();
    let mut round: Vec<usize> = (0..files.len()).filter(|i| read[*i]).collect();
    while !round.is_empty() {
        let done: Vec<_> = round.par_iter().map(|&i| (i, syntax::lower(files[i]).map(Arc::new))).collect();
        let mut next = Vec::new();
        for (i, module) in done {
            if let Ok(module) = &module {
                next.extend(packages.reached(&paths[i], module).into_iter().map(|id| id.0 as usize));
            }
            lowered[i] = Some(module);
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|i| lowered[*i].is_none());
        round = next;
    }
    let mut modules = Vec::new();
    for (i, module) in lowered.into_iter().enumerate() {
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
