//! Import statements: what they run and what they bind.

use super::exec::Flow;
use super::machine::{Env, Linked, Machine};
use super::value::{Data, Value, WhyKind};
use crate::source::Span;
use crate::syntax::{Block, Handler, Import, Name, StmtKind};

/// Folders that hold copies of other people's packages.
const VENDOR: &[&str] = &["_vendor", "vendor", "_vendored", "vendored", "third_party", "_extern", "extern"];

impl Machine<'_> {
    pub(super) fn import(&mut self, env: &Env, import: &Import, span: Span) -> Flow {
        let from = env.module.clone();
        let dotted = import.module.as_str();
        if import.binds_root {
            let first: Name = dotted.split('.').next().unwrap_or(dotted).into();
            // `import a.b.c` runs all three and binds `a`.
            let mut path = String::new();
            for word in dotted.split('.') {
                path = if path.is_empty() { word.to_owned() } else { format!("{path}.{word}") };
                self.import_module(&from, 0, &path, span);
            }
            let root = self.import_module(&from, 0, &first, span);
            self.bind(env, &first, root);
            return Flow::Next;
        }
        if import.star {
            let module = self.import_module(&from, import.dots, dotted, span);
            match &module.data {
                Data::Module(id) => {
                    let other = self.module(*id);
                    let listed = other.scope.names.borrow().get("__all__").cloned();
                    let listed = listed.and_then(|l| self.iterate(&l, span)).map(|(items, _)| items);
                    let names: Vec<(Name, Value)> = match listed {
                        Some(items) => {
                            let names = other.scope.names.borrow();
                            let named = items.iter().filter_map(|i| i.as_text().map(|t| t.shared()));
                            named.filter_map(|n| names.get(&n).map(|v| (n.clone(), v.clone()))).collect()
                        }
                        None => {
                            let names = other.scope.names.borrow();
                            names
                                .iter()
                                .filter(|(n, _)| !n.starts_with('_'))
                                .map(|(n, v)| (n.clone(), v.clone()))
                                .collect()
                        }
                    };
                    for (name, value) in names {
                        self.bind(env, &name, value);
                    }
                    let stars = other.stars.borrow().clone();
                    env.module.stars.borrow_mut().extend(stars);
                }
                _ => {
                    if let Some(path) = module.path() {
                        env.module.stars.borrow_mut().push(path);
                    }
                }
            }
            return Flow::Next;
        }
        for bound in &import.names {
            let site = from.syntax.span(bound.range);
            let value = match &bound.name {
                None => self.import_module(&from, import.dots, dotted, site),
                Some(name) => self.import_name(&from, import.dots, dotted, name, site),
            };
            self.bind(env, &bound.alias, value);
        }
        Flow::Next
    }

    /// The module that `dots` and `dotted` mean, run; an outside name otherwise.
    fn import_module(&mut self, from: &Linked, dots: u32, dotted: &str, span: Span) -> Value {
        match self.find_place(from, dots, dotted) {
            Some(place) if self.original(&place).is_some() => {
                Value::outside(&self.original(&place).unwrap_or_default(), span)
            }
            Some(place) => match self.packages.module_at(&place) {
                Some(id) => {
                    self.run_module(id);
                    Value::new(Data::Module(id), span)
                }
                // A folder without `__init__.py`: its modules are reached by their full path.
                None => Value::outside(&format!("{}{}", super::FOLDER, place), span),
            },
            None if dots > 0 => {
                Value::unknown(WhyKind::Unbound, format!("the module `{dotted}` is not in the project"), span)
            }
            None => Value::outside(dotted, span),
        }
    }

    fn import_name(&mut self, from: &Linked, dots: u32, dotted: &str, name: &Name, span: Span) -> Value {
        let Some(place) = self.find_place(from, dots, dotted) else {
            return match dots {
                0 => Value::outside(&format!("{dotted}.{name}"), span),
                _ => Value::unknown(WhyKind::Unbound, format!("the module `{dotted}` is not in the project"), span),
            };
        };
        if let Some(path) = self.original(&place).or_else(|| self.original(&format!("{place}/{name}"))) {
            let is_module = self.original(&place).is_none();
            return Value::outside(&if is_module { path } else { format!("{path}.{name}") }, span);
        }
        if let Some(id) = self.packages.module_at(&place) {
            self.run_module(id);
            let found = self.module(id).scope.names.borrow().get(name).cloned();
            if let Some(value) = found {
                return value;
            }
        }
        if let Some(id) = self.packages.child(&place, name) {
            self.run_module(id);
            return Value::new(Data::Module(id), span);
        }
        if let Some(id) = self.packages.module_at(&place) {
            return self.module_attribute(id, name, span);
        }
        Value::unknown(WhyKind::Unbound, format!("`{name}` is not in `{dotted}`"), span)
    }

    /// Where an import leads inside the project. An SDK's or library's own names are never looked for there.
    fn find_place(&self, from: &Linked, dots: u32, dotted: &str) -> Option<String> {
        match self.owner(dotted).filter(|_| dots == 0) {
            None => self.packages.place(&from.place, from.is_package, dots, dotted),
            Some(owner) if owner.yields_to_project() => self.packages.beside(&from.place, from.is_package, dotted),
            Some(_) => None,
        }
    }

    /// The path of the original, where a place is a copy of an SDK or library below a folder of vendored code:
    /// its own source is not run, its model answers.
    fn original(&self, place: &str) -> Option<String> {
        let words: Vec<&str> = place.split('/').collect();
        let vendored = words.iter().position(|w| VENDOR.contains(w))?;
        let path = words[vendored + 1..].join(".");
        (!path.is_empty() && self.owner(&path).is_some()).then_some(path)
    }

    /// A package that `try` imports and whose absence is handled, where nothing says that it is installed.
    pub(super) fn may_be_missing(&self, env: &Env, body: &Block, handlers: &[Handler]) -> Option<(String, Span)> {
        let handled = handlers.iter().any(|h| match h.types {
            None => true,
            Some(types) => {
                let range = env.module.syntax.expr(types).range;
                let text = self.sources.text(env.module.syntax.span(range));
                ["ImportError", "ModuleNotFoundError", "Exception"].iter().any(|name| text.contains(name))
            }
        });
        if !handled {
            return None;
        }
        body.iter().find_map(|&stmt| {
            let stmt = env.module.syntax.stmt(stmt);
            let StmtKind::Import(import) = &stmt.kind else { return None };
            let dotted = import.module.as_str();
            let outside = import.dots == 0
                && self.owner(dotted).is_none()
                && self.packages.place(&env.module.place, env.module.is_package, 0, dotted).is_none();
            outside.then(|| (format!("`{dotted}`"), env.module.syntax.span(stmt.range)))
        })
    }
}
