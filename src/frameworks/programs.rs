//! Which declarations meet in one process, for SDKs that keep one list a process: each program that can be
//! started loads the files that it imports, and no others.

use crate::link::{Machine, Registration};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// A process: the file that it starts with, and the registrations that happen in it, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub entry: FileId,
    pub members: Vec<usize>,
}

/// The file whose run makes a registration.
pub fn running_file(registration: &Registration) -> FileId {
    registration.running
}

/// Groups registrations by program, where no file says that it is one: what nothing imports is started;
/// files of one package that nothing imports are found by the package itself (by name, at run time) and
/// count as one.
pub fn programs(machine: &Machine, registrations: &[&Registration]) -> Vec<Program> {
    let files = machine.files();
    let loads: Vec<(FileId, Vec<FileId>)> = files.iter().map(|(id, _)| (*id, machine.loads(*id))).collect();
    group(&files, &loads, registrations)
}

fn group(files: &[(FileId, String)], loads: &[(FileId, Vec<FileId>)], registrations: &[&Registration]) -> Vec<Program> {
    let imported: BTreeSet<FileId> =
        loads.iter().flat_map(|(id, all)| all.iter().filter(move |f| *f != id)).copied().collect();
    let packages = package_folders(files);
    let mut roots: BTreeMap<String, (FileId, Vec<FileId>)> = BTreeMap::new();
    for ((id, shown), (_, all)) in files.iter().zip(loads) {
        if !imported.contains(id) {
            let package = top_package(shown, &packages);
            let root = roots.entry(package.unwrap_or(shown).to_owned()).or_insert_with(|| (*id, Vec::new()));
            root.1.extend(all);
            if let Some(package) = package {
                let inside = |s: &str| s.strip_prefix(package).is_some_and(|rest| rest.starts_with('/'));
                root.1.extend(files.iter().filter(|(_, s)| inside(s)).map(|(id, _)| *id));
            }
        }
    }
    let mut out: Vec<Program> = roots.into_values().map(|(entry, all)| program(entry, &all, registrations)).collect();
    out.retain(|p| !p.members.is_empty());
    drop_contained(&mut out);
    // Files that import each other in a ring are nobody's start.
    let seen: BTreeSet<usize> = out.iter().flat_map(|p| p.members.iter().copied()).collect();
    let left: Vec<usize> = (0..registrations.len()).filter(|i| !seen.contains(i)).collect();
    if let Some(&first) = left.first() {
        out.push(Program { entry: running_file(registrations[first]), members: left });
    }
    out.sort_by_key(|p| p.entry);
    out
}

/// The registrations that happen when `files` are run in this order.
pub fn program(entry: FileId, files: &[FileId], registrations: &[&Registration]) -> Program {
    let place = |i: &usize| {
        let file = running_file(registrations[*i]);
        files.iter().position(|f| *f == file)
    };
    let mut members: Vec<usize> = (0..registrations.len()).filter(|i| place(i).is_some()).collect();
    members.sort_by_key(place);
    Program { entry, members }
}

/// Drops programs of which another one shows everything: scripts that load a part of a server.
fn drop_contained(programs: &mut Vec<Program>) {
    let sets: Vec<BTreeSet<usize>> = programs.iter().map(|p| p.members.iter().copied().collect()).collect();
    let mut i = 0;
    programs.retain(|_| {
        let me = &sets[i];
        let covered = sets
            .iter()
            .enumerate()
            .any(|(j, other)| j != i && me.is_subset(other) && (me.len() < other.len() || j < i));
        i += 1;
        !covered
    });
}

fn package_folders(files: &[(FileId, String)]) -> BTreeSet<&str> {
    files.iter().filter_map(|(_, shown)| shown.strip_suffix("/__init__.py")).collect()
}

/// The outermost package that holds a file.
fn top_package<'a>(shown: &'a str, packages: &BTreeSet<&str>) -> Option<&'a str> {
    let mut folder = shown.rsplit_once('/')?.0;
    let mut top = None;
    while packages.contains(folder) {
        top = Some(folder);
        match folder.rsplit_once('/') {
            Some((parent, _)) => folder = parent,
            None => break,
        }
    }
    top
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Value;
    use crate::source::Span;

    fn registration(file: u32) -> Registration {
        let span = Span::file_start(FileId(file));
        Registration {
            framework: "f",
            kind: "tool",
            server: Value::null(span),
            target: Value::null(span),
            arguments: Default::default(),
            span,
            running: FileId(file),
            conditions: Vec::new(),
            path: Vec::new(),
        }
    }

    fn grouped(files: &[(&str, &[u32])], registered: &[u32]) -> Vec<(u32, Vec<usize>)> {
        let names: Vec<(FileId, String)> =
            files.iter().enumerate().map(|(i, (n, _))| (FileId(i as u32), (*n).to_owned())).collect();
        let loads: Vec<(FileId, Vec<FileId>)> = files
            .iter()
            .enumerate()
            .map(|(i, (_, l))| (FileId(i as u32), l.iter().map(|f| FileId(*f)).chain([FileId(i as u32)]).collect()))
            .collect();
        let all: Vec<Registration> = registered.iter().map(|f| registration(*f)).collect();
        let all: Vec<&Registration> = all.iter().collect();
        group(&names, &loads, &all).into_iter().map(|p| (p.entry.0, p.members)).collect()
    }

    #[test]
    fn each_script_is_a_program_and_a_package_is_one() {
        assert_eq!(grouped(&[("a.py", &[]), ("b.py", &[])], &[0, 1]), [(0, vec![0]), (1, vec![1])]);
        let package: &[(&str, &[u32])] =
            &[("app/__init__.py", &[]), ("app/one.py", &[0]), ("app/two.py", &[0]), ("main.py", &[0, 1])];
        // `two` is found by the package at run time; so is what `main` loads of it.
        assert_eq!(grouped(package, &[1, 2]), [(2, vec![1, 0])]);
        assert_eq!(grouped(package, &[1, 3]), [(3, vec![0, 1])]);
    }

    #[test]
    fn a_script_that_loads_a_part_of_a_server_is_no_server() {
        let files: &[(&str, &[u32])] = &[("lib.py", &[]), ("main.py", &[0]), ("peek.py", &[0])];
        assert_eq!(grouped(files, &[0, 1]), [(1, vec![0, 1])]);
    }

    #[test]
    fn files_in_a_ring_are_kept() {
        let files: &[(&str, &[u32])] = &[("a.py", &[1]), ("b.py", &[0])];
        assert_eq!(grouped(files, &[0, 1]), [(0, vec![0, 1])]);
    }
}
