//! From registrations to servers: each file that starts the SDK is one, with what it loads; files of its
//! handlers folder are loaded when it starts.

use super::keywords::{Keywords, TOOL};
use super::{NAME, SIDE, answer, group, misuse, schema, workflow};
use crate::frameworks::programs::{self, Program, running_file};
use crate::frameworks::{convert, tool_of};
use crate::ir::{Fact, Handler, Harm, Misuse, MisuseKind, Server, Tool};
use crate::link::{Data, Machine, Registration, Term, Value};
use crate::source::{FileId, Language, Span};
use std::collections::BTreeSet;

/// Words of registrations in the order in which the SDK lists what they bring.
const ORDER: &[&str] = &["tool", "tool_group", "workflow"];
/// Words of registrations of which nothing comes.
const INERT: &[&str] = &["bare", "dropped"];

pub fn servers(machine: &mut Machine, registrations: &[Registration]) -> Vec<Server> {
    let declares = |kind: &str| ORDER.contains(&kind) || INERT.contains(&kind);
    let declared: Vec<&Registration> = registrations.iter().filter(|r| declares(r.kind)).collect();
    let side: Vec<&Registration> = registrations.iter().filter(|r| SIDE.contains(&r.kind)).collect();
    let mut entries: Vec<FileId> = registrations.iter().filter(|r| r.kind == "run").map(running_file).collect();
    entries.sort();
    entries.dedup();
    let files = machine.files();
    let mut left = BTreeSet::new();
    let mut folders: Vec<String> = Vec::new();
    let programs: Vec<Program> = match entries.is_empty() {
        true => programs::programs(machine, &declared),
        false => {
            let started: Vec<Program> = entries
                .iter()
                .map(|entry| {
                    let mut loaded = machine.loads(*entry);
                    let (folder, found) = handlers(&files, registrations, &loaded);
                    folders.extend(folder);
                    for file in found {
                        loaded.extend(
                            machine.loads(file).into_iter().filter(|f| !loaded.contains(f)).collect::<Vec<_>>(),
                        );
                    }
                    programs::program(*entry, &loaded, &declared)
                })
                .collect();
            left = (0..declared.len()).collect();
            for program in &started {
                left.retain(|i| !program.members.contains(i));
            }
            started
        }
    };
    let mut out: Vec<Server> = Vec::new();
    for program in &programs {
        let members: Vec<&Registration> = program.members.iter().map(|i| declared[*i]).collect();
        out.push(server(machine, program.entry, &members, &side));
    }
    let left: Vec<&Registration> = left.into_iter().map(|i| declared[i]).collect();
    add_unloaded(machine, &mut out, &left, &side);
    if let [server] = out.as_mut_slice() {
        server.misuses.extend(left.iter().filter_map(|r| passed_over(machine, r, &folders)));
    }
    add_toolless(machine, &mut out, &side);
    out.retain(|s| !s.tools.is_empty() || !s.misuses.is_empty());
    out
}

/// Files that declare prompts and the like, and belong to no server with tools.
fn add_toolless(machine: &mut Machine, servers: &mut Vec<Server>, side: &[&Registration]) {
    let mut covered: BTreeSet<FileId> = BTreeSet::new();
    for server in servers.iter() {
        covered.extend(server.files.iter().flat_map(|f| machine.loads(*f)));
        covered.extend(server.tools.iter().map(|t| t.span.file));
    }
    let files: BTreeSet<FileId> = side.iter().map(|r| running_file(r)).filter(|f| !covered.contains(f)).collect();
    for file in files {
        servers.push(server(machine, file, &[], side));
    }
}

/// What no started file loads goes to the one server, else to a server of its own file; it is not certain.
fn add_unloaded(machine: &mut Machine, servers: &mut Vec<Server>, left: &[&Registration], side: &[&Registration]) {
    let why = "no file that starts a server is seen to load this one";
    let files: BTreeSet<FileId> = left.iter().map(|r| running_file(r)).collect();
    let single = servers.len() == 1;
    for file in files {
        let members: Vec<&Registration> = left.iter().filter(|r| running_file(r) == file).copied().collect();
        let mut extra = server(machine, file, &members, side);
        for tool in &mut extra.tools {
            tool.conditional.get_or_insert_with(|| why.to_owned());
        }
        match servers.first_mut() {
            Some(server) if single => {
                server.tools.append(&mut extra.tools);
                server.misuses.append(&mut extra.misuses);
            }
            _ => servers.push(extra),
        }
    }
}

/// A declaration in the folder of handlers, in a file that the SDK does not load from there.
fn passed_over(machine: &Machine, registration: &Registration, folders: &[String]) -> Option<Misuse> {
    let file = running_file(registration);
    let shown = machine.shown_path(Span::file_start(file));
    let below = folders.iter().find_map(|folder| shown.strip_prefix(folder.as_str())?.strip_prefix('/'))?;
    let (what, instead) = match below.contains('/') {
        true => ("a file in a folder below that of the handlers is not loaded", "move the file into the folder itself"),
        false => ("a handlers file whose name begins with an underscore is not loaded", "rename the file"),
    };
    let happens = "the SDK loads what lies in the folder itself and has no leading underscore: nothing is said";
    let misuse = Misuse::new(MisuseKind::Inert, Harm::Misleading, registration.span, what, happens);
    Some(misuse.here("never registered").instead(instead))
}

/// Files that `configure(handlers_dir=…)` makes the SDK load, with their folder: Python files that lie in the
/// folder itself and do not begin with an underscore, by name.
fn handlers(
    files: &[(FileId, String)],
    registrations: &[Registration],
    loaded: &[FileId],
) -> (Option<String>, Vec<FileId>) {
    let nothing = (None, Vec::new());
    let configured = registrations.iter().rev().filter(|r| r.kind == "configure" && loaded.contains(&running_file(r)));
    let Some(last) = configured.into_iter().next() else { return nothing };
    let Some(folder) = last.arguments.get(0, "handlers_dir").and_then(folder_name) else { return nothing };
    let shown = |id: FileId| files.iter().find(|(f, _)| *f == id).map(|(_, s)| s.as_str());
    let near = shown(running_file(last)).and_then(|s| s.rsplit_once('/')).map_or("", |(folder, _)| folder);
    // The path is relative to the configuring file, or to the working directory of a later run.
    let beside = if near.is_empty() { folder.clone() } else { format!("{near}/{folder}") };
    let inside = |shown: &str, folder: &str| {
        shown.rsplit_once('/').is_some_and(|(f, name)| f == folder && name.ends_with(".py") && !name.starts_with('_'))
    };
    for candidate in [beside, folder] {
        let found: Vec<FileId> = files.iter().filter(|(_, s)| inside(s, &candidate)).map(|(id, _)| *id).collect();
        if !found.is_empty() {
            return (Some(candidate), found);
        }
    }
    nothing
}

/// The words of a path that are known, of its end: of `os.path.join(HERE, "handlers")` the last.
fn folder_name(value: &Value) -> Option<String> {
    let clean = |text: &str| {
        let text = text.replace('\\', "/");
        let text = text.trim_start_matches("./").trim_end_matches('/');
        (!text.is_empty()).then(|| text.to_owned())
    };
    match &value.data {
        Data::Text(text) => clean(text.as_str()),
        Data::Term(term) => match &**term {
            Term::Call { callee, arguments, .. } => match callee.path().as_deref() {
                Some("builtins.str" | "pathlib.Path" | "os.path.abspath") => folder_name(arguments.positional.first()?),
                _ => {
                    let words: Vec<String> =
                        arguments.positional.iter().filter_map(Value::as_str).filter_map(clean).collect();
                    (!words.is_empty()).then(|| words.join("/"))
                }
            },
            Term::Binary { left, right, .. } => {
                let right = folder_name(right)?;
                Some(match folder_name(left) {
                    Some(left) => format!("{left}/{right}"),
                    None => right,
                })
            }
            _ => None,
        },
        _ => None,
    }
}

/// `side`: declarations of what is no tool, of the whole project.
fn server(machine: &mut Machine, entry: FileId, registrations: &[&Registration], side: &[&Registration]) -> Server {
    let mut tools = Vec::new();
    for kind in ORDER {
        for registration in registrations.iter().filter(|r| r.kind == *kind) {
            match *kind {
                "tool" => tools.push(tool(machine, registration)),
                "tool_group" => tools.extend(group::tools(machine, registration)),
                _ => tools.extend(workflow::tools(machine, registration)),
            }
        }
    }
    let mut loaded = machine.loads(entry);
    loaded.extend(registrations.iter().map(|r| running_file(r)));
    let own: Vec<&Registration> = side.iter().filter(|r| loaded.contains(&running_file(r))).copied().collect();
    let misuses = misuse::all(machine, registrations, &own, side, &mut tools);
    let file = Span::file_start(entry);
    Server {
        id: format!("{}#{NAME}", machine.shown_path(file)),
        name: Fact::Absent,
        language: Language::Python,
        framework: NAME,
        root: machine.root(),
        span: tools.first().map_or(file, |t: &Tool| t.span),
        files: vec![entry],
        instructions: Fact::Absent,
        tools,
        unresolved: Vec::new(),
        misuses,
    }
}

fn tool(machine: &mut Machine, registration: &Registration) -> Tool {
    let keywords = Keywords { order: TOOL, arguments: &registration.arguments, at: registration.span };
    let function = &registration.target;
    let handler = machine.definition(function).map(|d| Handler { name: d.name, span: d.name_span });
    let mut tool = tool_of(NAME, registration, handler);
    let at = tool.span;
    tool.name = convert::text(&convert::Given::Value(&machine.function_name(function)), at);
    tool.span = tool.name.span().unwrap_or(at);
    tool.description = keywords.text("description");
    tool.input = schema::input(machine, function, at);
    tool.output = match keywords.given("output_type") {
        convert::Given::Value(value) if !value.is_null() => schema::output(machine, value, registration.span),
        convert::Given::Unknown(why) => Fact::unknown(why, registration.span),
        _ => Fact::Absent,
    };
    tool.contract = tool.output.clone();
    answer::read(machine, &mut tool, function, registration.span);
    keywords.decorate(&mut tool);
    tool
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Arguments;
    use crate::syntax::BinaryOp;

    #[test]
    fn the_end_of_a_computed_path() {
        let at = Span::file_start(FileId(0));
        let here = Value::call_term(Value::outside("os.path.dirname", at), Arguments::default(), at);
        let positional = vec![here.clone(), Value::text("handlers", at)];
        let join =
            Value::call_term(Value::outside("os.path.join", at), Arguments { positional, ..Arguments::default() }, at);
        assert_eq!(folder_name(&join).as_deref(), Some("handlers"));
        let slash = Value::term(Term::Binary { op: BinaryOp::Div, left: here, right: Value::text("a", at) }, at);
        let text = Value::call_term(Value::outside("builtins.str", at), Arguments::single(slash), at);
        assert_eq!(folder_name(&text).as_deref(), Some("a"));
    }
}
