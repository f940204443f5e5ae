//! What a Python import means inside the project.

use super::value::ModuleId;
use crate::syntax;
use rustc_hash::FxHashMap;

/// The Python modules of a project by their place: `pkg/sub/mod` for `pkg/sub/mod.py` and for
/// `pkg/sub/mod/__init__.py`.
#[derive(Debug, Default)]
pub struct Packages {
    modules: FxHashMap<String, ModuleId>,
    /// Folders that hold `__init__.py`.
    packages: FxHashMap<String, ModuleId>,
    /// Folders that hold modules somewhere below.
    folders: FxHashMap<String, ()>,
    /// Import roots by the first word of what can be imported there, in path order.
    tops: FxHashMap<String, Vec<String>>,
}

/// `a/b` of `a/b/c`, empty for a single word.
fn parent(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(p, _)| p)
}

fn join(base: &str, rest: &str) -> String {
    match (base.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (_, true) => base.to_owned(),
        _ => format!("{base}/{rest}"),
    }
}

impl Packages {
    /// Builds the index of files given by their path below the root, with `/`, in path order.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, ModuleId)>) -> Self {
        let mut all = Packages::default();
        for (path, id) in files {
            let Some(stem) = path.strip_suffix(".py") else { continue };
            let place = match stem.strip_suffix("__init__") {
                Some(folder) => {
                    let folder = folder.trim_end_matches('/');
                    all.packages.insert(folder.to_owned(), id);
                    folder
                }
                None => stem,
            };
            all.modules.entry(place.to_owned()).or_insert(id);
            let mut folder = parent(place);
            while !folder.is_empty() && all.folders.insert(folder.to_owned(), ()).is_none() {
                folder = parent(folder);
            }
        }
        let mut places: Vec<&String> = all.modules.keys().chain(all.folders.keys()).collect();
        places.sort();
        places.dedup();
        let mut tops: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for place in places {
            let base = parent(place);
            if place.is_empty() || all.packages.contains_key(base) && !base.is_empty() {
                continue;
            }
            let first = place.rsplit('/').next().unwrap_or(place);
            tops.entry(first.to_owned()).or_default().push(base.to_owned());
        }
        all.tops = tops;
        all
    }

    /// The module at a place, its dotted words joined by `/`.
    pub fn module_at(&self, place: &str) -> Option<ModuleId> {
        self.modules.get(place).copied()
    }

    /// A module that lies in the package or folder of `place`.
    pub fn child(&self, place: &str, name: &str) -> Option<ModuleId> {
        self.module_at(&join(place, name))
    }

    fn is_folder(&self, place: &str) -> bool {
        self.folders.contains_key(place)
    }

    /// Where `dots` and `dotted` lead from the module at `from` (`is_package`: it is an `__init__.py`).
    /// The place is that of a module or of a folder without one; `None`: outside.
    pub fn place(&self, from: &str, is_package: bool, dots: u32, dotted: &str) -> Option<String> {
        let rest = dotted.replace('.', "/");
        if dots > 0 {
            let mut base = if is_package { from } else { parent(from) };
            for _ in 1..dots {
                base = parent(base);
            }
            return Some(join(base, &rest));
        }
        let first = rest.split('/').next().unwrap_or("");
        let bases = self.tops.get(first);
        let places: Vec<String> = self
            .bases(from, is_package)
            .into_iter()
            .chain(bases.into_iter().flatten().cloned())
            .map(|base| join(&base, &rest))
            .collect();
        // A module wins over a mere folder of the same name, wherever both lie.
        let module = places.iter().find(|place| self.modules.contains_key(*place));
        module.or_else(|| places.iter().find(|place| self.is_folder(place))).cloned()
    }

    /// The module that an absolute import finds in the folder that a script would start in.
    pub fn beside(&self, from: &str, is_package: bool, dotted: &str) -> Option<String> {
        let base = self.bases(from, is_package).into_iter().next()?;
        let first = join(&base, dotted.split('.').next().unwrap_or(dotted));
        let place = join(&base, &dotted.replace('.', "/"));
        (self.modules.contains_key(&first) && self.modules.contains_key(&place) && first != from).then_some(place)
    }

    /// Folders from which an absolute import of a module may start, most likely first: the folder that
    /// holds the top package, those above it, `src`, then the module's own (a script in a package).
    fn bases(&self, from: &str, is_package: bool) -> Vec<String> {
        let own = if is_package { from } else { parent(from) };
        let mut top = own;
        while !top.is_empty() && self.packages.contains_key(top) {
            top = parent(top);
        }
        let mut bases = Vec::new();
        let mut base = top;
        loop {
            bases.push(base.to_owned());
            if base.is_empty() {
                break;
            }
            base = parent(base);
        }
        bases.push("src".to_owned());
        bases.push(own.to_owned());
        bases
    }

    /// Every module that the imports of the module at `path` lead to, the packages around them included.
    pub fn reached(&self, path: &str, module: &syntax::Module) -> Vec<ModuleId> {
        let (from, is_package) = Packages::place_of(path);
        let mut out = Vec::new();
        for stmt in &module.stmts {
            let syntax::StmtKind::Import(import) = &stmt.kind else { continue };
            let Some(place) = self.place(from, is_package, import.dots, import.module.as_str()) else { continue };
            let names = import.names.iter().filter_map(|n| n.name.as_ref());
            out.extend(names.filter_map(|name| self.child(&place, name)));
            let mut around = place.as_str();
            loop {
                out.extend(self.module_at(around));
                match around.is_empty() {
                    true => break,
                    false => around = parent(around),
                }
            }
        }
        out
    }

    pub fn place_of(path: &str) -> (&str, bool) {
        let stem = path.strip_suffix(".py").unwrap_or(path);
        match stem.strip_suffix("__init__") {
            Some(folder) => (folder.trim_end_matches('/'), true),
            None => (stem, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(files: &[&str]) -> Packages {
        Packages::new(files.iter().enumerate().map(|(i, f)| (*f, ModuleId(i as u32))))
    }

    #[test]
    fn absolute_relative_src_and_nested_roots() {
        let p = packages(&["app/__init__.py", "app/core/__init__.py", "app/core/db.py", "main.py", "src/lib/x.py"]);
        assert_eq!(p.place("main", false, 0, "app.core.db").as_deref(), Some("app/core/db"));
        assert_eq!(p.place("app/core/db", false, 2, "").as_deref(), Some("app"));
        assert_eq!(p.place("app/core", true, 1, "db").as_deref(), Some("app/core/db"));
        assert_eq!(p.place("main", false, 0, "lib.x").as_deref(), Some("src/lib/x"));
        assert_eq!(p.place("main", false, 0, "requests"), None);
        // A file beside the importing one wins over one further up.
        let p = packages(&["a/server.py", "a/texts.py", "texts.py"]);
        assert_eq!(p.place("a/server", false, 0, "texts").as_deref(), Some("a/texts"));
        // A package of a workspace member far away.
        let p = packages(&["packages/one/src/one/__init__.py", "packages/two/src/two/app.py"]);
        assert_eq!(p.place("packages/two/src/two/app", false, 0, "one").as_deref(), Some("packages/one/src/one"));
    }
}
