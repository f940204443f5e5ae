//! Which version of a package a project will run with: stated, locked or pinned.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::Path;

/// Adds what a file says to the versions that are known.
type Reader = fn(&str, &mut FxHashMap<String, String>);

/// Files that name exact versions, by how they are read; earlier ones win.
const SOURCES: &[(&str, Reader)] = &[
    ("uv.lock", locked),
    ("poetry.lock", locked),
    ("pdm.lock", locked),
    ("pylock.toml", locked),
    ("Pipfile.lock", pipfile),
    ("requirements.txt", pinned),
    ("requirements.lock", pinned),
    ("requirements-dev.txt", pinned),
    ("pyproject.toml", pinned),
    ("setup.cfg", pinned),
];

/// Lock files over this many bytes are not read.
const LIMIT: u64 = 16 << 20;

/// Versions by package name (lower case, hyphens). `stated` wins over what the files of `root` say.
pub fn read(root: &Path, stated: &BTreeMap<String, String>) -> FxHashMap<String, String> {
    let mut versions = FxHashMap::default();
    for (name, version) in stated {
        versions.insert(normal(name), version.clone());
    }
    if root.as_os_str().is_empty() {
        return versions;
    }
    for (file, reader) in SOURCES {
        let path = root.join(file);
        let small = std::fs::symlink_metadata(&path).is_ok_and(|m| m.is_file() && m.len() <= LIMIT);
        if small && let Ok(text) = std::fs::read_to_string(&path) {
            reader(&text, &mut versions);
        }
    }
    versions
}

/// The name under which a Python package index knows a package (PEP 503).
fn normal(name: &str) -> String {
    name.to_ascii_lowercase().replace(['_', '.'], "-")
}

/// `name = "x"` followed by `version = "y"`, as the lock files of uv, poetry and pdm write them.
fn locked(text: &str, versions: &mut FxHashMap<String, String>) {
    let mut name = None;
    for line in text.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim().trim_matches('"');
        match key.trim() {
            "name" => name = Some(normal(value)),
            "version" => {
                if let Some(name) = name.take() {
                    versions.entry(name).or_insert_with(|| value.to_owned());
                }
            }
            _ => {}
        }
    }
}

/// `"x": { … "version": "==y" }` of Pipfile.lock.
fn pipfile(text: &str, versions: &mut FxHashMap<String, String>) {
    let Ok(lock) = serde_json::from_str::<serde_json::Value>(text) else { return };
    let Some(packages) = lock.get("default").and_then(|d| d.as_object()) else { return };
    for (name, package) in packages {
        let version = package.get("version").and_then(|v| v.as_str()).and_then(|v| v.strip_prefix("=="));
        if let Some(version) = version {
            versions.entry(normal(name)).or_insert_with(|| version.to_owned());
        }
    }
}

/// `x==y`, wherever it stands.
fn pinned(text: &str, versions: &mut FxHashMap<String, String>) {
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("");
        for (at, _) in line.match_indices("==") {
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            let before = line[..at].trim_end();
            // An extra (`x[cli]==y`) is no part of the name.
            let before = before.strip_suffix(']').map_or(before, |b| b.rsplit_once('[').map_or(b, |(n, _)| n));
            let name = &before[before
                .rfind(|c| !is_name(c))
                .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8))..];
            let after = line[at + 2..].trim_start();
            let version = &after[..after.find(|c: char| !is_name(c) && c != '+').unwrap_or(after.len())];
            if !name.is_empty() && version.starts_with(|c: char| c.is_ascii_digit()) && !version.ends_with('.') {
                versions.entry(normal(name)).or_insert_with(|| version.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(reader: fn(&str, &mut FxHashMap<String, String>), text: &str) -> Vec<(String, String)> {
        let mut versions = FxHashMap::default();
        reader(text, &mut versions);
        let mut all: Vec<_> = versions.into_iter().collect();
        all.sort();
        all
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    }

    #[test]
    fn lock_files_and_pins() {
        let lock =
            "[[package]]\nname = \"Promcp\"\nversion = \"0.5.2\"\n\n[[package]]\nname = \"x_y\"\nversion = \"1.0\"\n";
        assert_eq!(read_with(locked, lock), pairs(&[("promcp", "0.5.2"), ("x-y", "1.0")]));
        let pins = "promcp==0.2.0 # old\nmcp[cli]==1.9.4; python_version > '3'\nfoo>=1\nbar===2\n";
        assert_eq!(read_with(pinned, pins), pairs(&[("mcp", "1.9.4"), ("promcp", "0.2.0")]));
        let project = "dependencies = [\"protomcp==0.3.1\", \"é==1.0\"]";
        assert_eq!(read_with(pinned, project), pairs(&[("protomcp", "0.3.1")]));
        let pip = r#"{"default": {"promcp": {"version": "==0.4.1"}}}"#;
        assert_eq!(read_with(pipfile, pip), pairs(&[("promcp", "0.4.1")]));
    }

    #[test]
    fn stated_versions_win() {
        let stated = BTreeMap::from([("ProMCP".to_owned(), "0.2.0".to_owned())]);
        assert_eq!(read(Path::new(""), &stated).get("promcp").map(String::as_str), Some("0.2.0"));
    }
}
