//! What is run, and in which order.
//!
//! Roots are: module bodies, those that nothing imports first, marked ones before others; then functions and
//! methods that nothing visible calls and whose own text holds a registration verb or a server
//! constructor; then functions again that went over a container which grew after their run. Each root
//! has a budget of its own. Everything in path order, so that a run is the same every time.

use super::heap::Heap;
use super::machine::{Env, Linked, Machine, State};
use super::outside::{Outside, Registration};
use super::python::Packages;
use super::value::{Arguments, Data, Function, ModuleId, Value};
use super::{budget::Budget, classes};
use crate::source::{FileId, Sources, Span};
use crate::syntax::{self, Name};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A lowered module with its place in the project.
pub struct Source {
    pub syntax: Arc<syntax::Module>,
    /// Below the project root, with `/`.
    pub path: String,
    /// Its text holds a marker of some framework.
    pub marked: bool,
}

/// What one project gives the interpreter.
pub struct Program<'a> {
    pub sources: &'a Sources,
    /// In path order.
    pub modules: Vec<Source>,
    pub outsides: &'a [&'static dyn Outside],
    /// Words that make an uncalled function worth running.
    pub verbs: Vec<&'static str>,
    /// The project root as printed.
    pub root: String,
    /// SDK versions by package name, lower case with hyphens.
    pub versions: FxHashMap<String, String>,
}

impl<'a> Machine<'a> {
    pub fn new(program: Program<'a>) -> (Self, Vec<&'static str>) {
        let packages =
            Packages::new(program.modules.iter().enumerate().map(|(i, m)| (m.path.as_str(), ModuleId(i as u32))));
        let imported = imported(&program.modules, &packages);
        let modules = program.modules.into_iter().enumerate().map(|(i, m)| {
            let id = ModuleId(i as u32);
            let (place, is_package) = Machine::place_of(&m.path);
            Rc::new(Linked {
                id,
                place: place.to_owned(),
                is_package,
                marked: m.marked,
                imported: imported.contains(&id),
                syntax: m.syntax,
                scope: classes::module_scope(),
                state: Cell::new(State::New),
                stars: RefCell::default(),
            })
        });
        let machine = Machine {
            sources: program.sources,
            outsides: program.outsides,
            modules: modules.collect(),
            packages,
            root: program.root,
            versions: program.versions,
            frames: Vec::new(),
            sites: Vec::new(),
            conditions: Vec::new(),
            budget: Budget::new(),
            quiet: 0,
            overheard: Vec::new(),
            closures: Vec::new(),
            class_scopes: FxHashMap::default(),
            walked: Vec::new(),
            unresolved: Vec::new(),
            witnessed: Vec::new(),
            registrations: Vec::new(),
            root_number: 0,
            running: FileId(0),
            _heap: Heap::new(),
            uncalled: FxHashMap::default(),
        };
        (machine, program.verbs)
    }

    /// Runs all roots.
    pub fn run(&mut self, verbs: &[&str]) {
        let mut order: Vec<Rc<Linked>> = self.modules.clone();
        order.sort_by_key(|m| (m.imported, !m.marked, m.id));
        for module in order {
            self.next_root();
            self.run_module(module.id);
        }
        self.run_uncalled(verbs);
        self.run_again();
    }

    fn next_root(&mut self) {
        self.root_number += 1;
        self.budget.refill();
        self.frames.clear();
        self.sites.clear();
        self.conditions.clear();
    }

    /// Runs a module's body, once; those that it imports run before their names are bound.
    pub(super) fn run_module(&mut self, id: ModuleId) {
        let module = self.module(id);
        if module.state.get() != State::New {
            return;
        }
        // `import pkg.mod` runs `pkg` first, and that may import `pkg.mod` itself.
        if let Some((parent, _)) = module.place.rsplit_once('/')
            && let Some(parent) = self.packages.module_at(parent)
        {
            self.run_module(parent);
            if module.state.get() != State::New {
                return;
            }
        }
        module.state.set(State::Running);
        let frames = std::mem::take(&mut self.frames);
        let conditions = std::mem::take(&mut self.conditions);
        let depth = std::mem::replace(&mut self.budget.depth, 0);
        let running = std::mem::replace(&mut self.running, module.syntax.file);
        let env = Env { scope: module.scope.clone(), module: module.clone(), class: None, receiver: None };
        self.exec_block(&env, &module.syntax.body);
        self.running = running;
        self.budget.depth = depth;
        self.conditions = conditions;
        self.frames = frames;
        module.state.set(State::Done);
    }

    /// Functions and methods that nothing visible calls, where their text says that they declare something.
    fn run_uncalled(&mut self, verbs: &[&str]) {
        let finders: Vec<memmem::Finder> = verbs.iter().map(memmem::Finder::new).collect();
        let named = self.named();
        let mut done = 0;
        // Running one may define or call others: look again until nothing new is there.
        while done < self.closures.len() {
            let mut closures: Vec<(Value, Rc<Function>)> = self.closures[done..].to_vec();
            done = self.closures.len();
            // What nobody names is a way in; what is named somewhere is likely called from one of those.
            closures.sort_by_key(|(_, f)| (named.contains(&self.defined_name(f)), f.module, f.id));
            for (value, function) in closures {
                if function.called.get() || !self.modules[function.module.0 as usize].marked {
                    continue;
                }
                let module = self.module(function.module);
                let def = module.syntax.function(function.id);
                let text = self.sources.text(module.syntax.span(def.range)).as_bytes();
                // A decorated handler holds no declaration in its body; only the body counts.
                let body =
                    def.body.first().map_or(0, |&s| (module.syntax.stmt(s).range.start - def.range.start) as usize);
                if !finders.iter().any(|f| f.find(text.get(body..).unwrap_or(text)).is_some()) {
                    continue;
                }
                self.next_root();
                let name_span = module.syntax.span(def.name_range);
                self.uncalled.insert(self.root_number, (def.name.to_string(), name_span, function.clone()));
                self.running = module.syntax.file;
                self.run_root(&value, &function, name_span);
                // Whether a later root calls it decides whose run counts.
                function.called.set(false);
            }
        }
    }

    fn defined_name(&self, function: &Function) -> Name {
        self.modules[function.module.0 as usize].syntax.function(function.id).name.clone()
    }

    /// Names that any expression of the project reads.
    fn named(&self) -> FxHashSet<Name> {
        let exprs = self.modules.iter().flat_map(|m| &m.syntax.exprs);
        exprs
            .filter_map(|e| match &e.kind {
                syntax::ExprKind::Name(name) | syntax::ExprKind::Attribute { name, .. } => Some(name.clone()),
                _ => None,
            })
            .collect()
    }

    fn run_root(&mut self, value: &Value, function: &Rc<Function>, site: Span) {
        let owner = function.owner.borrow().clone();
        let arguments = self.guess_arguments(value, site);
        match owner {
            None => {
                self.call(value, arguments, site);
            }
            Some(class) => {
                // The receiver may be an argument by name: it is put first instead.
                let constructor = self.class_member(&class, "__init__").filter(|_| !class.called.get());
                let for_class = constructor.map(|init| {
                    let mut given = self.guess_arguments(&init, site);
                    if !given.named.is_empty() {
                        given.named.remove(0);
                    }
                    given
                });
                let instance = self.instantiate(&class, for_class.unwrap_or_else(open_arguments), site);
                if function.called.get() {
                    return;
                }
                let member = self.class_member(&class, &self.module(function.module).syntax.function(function.id).name);
                let Some(member) = member else { return };
                let method = self.bind_member(&instance, &class, member, site);
                let mut arguments = arguments;
                if matches!(method.data, Data::Method(_)) && !arguments.named.is_empty() {
                    arguments.named.remove(0);
                }
                self.call(&method, arguments, site);
            }
        }
    }

    /// Functions that went over a container which is larger now: a list that reflection or a later import
    /// filled after they ran.
    fn run_again(&mut self) {
        let walked = std::mem::take(&mut self.walked);
        let mut again: Vec<(Value, Arguments)> = Vec::new();
        for (callee, arguments, container, len) in walked {
            let now = match &container.data {
                Data::List(list) => list.items.borrow().len(),
                Data::Map(map) => map.entries.borrow().len(),
                _ => 0,
            };
            if now > len && !again.iter().any(|(c, _)| c.same(&callee)) {
                again.push((callee, arguments));
            }
        }
        for (callee, arguments) in again {
            self.next_root();
            let site = callee.origin;
            self.running = site.file;
            self.call(&callee, arguments, site);
        }
    }

    /// Every source file of the project as printed, in path order.
    pub fn files(&self) -> Vec<(FileId, String)> {
        self.modules.iter().map(|m| (m.syntax.file, self.sources.get(m.syntax.file).shown.clone())).collect()
    }

    /// The project's files that a run of this file loads: what it imports, through any number of modules and
    /// with the packages they lie in, and itself; in the order in which their bodies end.
    pub fn loads(&self, file: FileId) -> Vec<FileId> {
        let Some(start) = self.modules.iter().find(|m| m.syntax.file == file) else { return Vec::new() };
        let (mut seen, mut out) = (FxHashSet::default(), Vec::new());
        // A module is on the stack twice: to be entered, and to be left when what it imports is done.
        let mut stack = vec![(start.id, false)];
        while let Some((id, leaves)) = stack.pop() {
            let module = &self.modules[id.0 as usize];
            if leaves {
                out.push(module.syntax.file);
            } else if seen.insert(id) {
                stack.push((id, true));
                let path = if module.is_package {
                    format!("{}/__init__.py", module.place)
                } else {
                    format!("{}.py", module.place)
                };
                let reached = self.packages.reached(path.trim_start_matches('/'), &module.syntax);
                stack.extend(reached.into_iter().rev().map(|id| (id, false)));
            }
        }
        out
    }

    /// What was recorded, in order; the same declaration met from several roots is told once, by the one
    /// with the fewest conditions.
    pub fn registrations(&self) -> Vec<Registration> {
        let mut out: Vec<(usize, Registration)> = Vec::new();
        let guessed = |root: &usize| self.uncalled.get(root).is_some_and(|(_, _, f)| f.called.get());
        for (root, r) in &self.registrations {
            // A function that was run with guessed arguments, and later called with real ones.
            let again = |(other, o): &(usize, Registration)| {
                !guessed(other) && o.span == r.span && o.kind == r.kind && o.framework == r.framework
            };
            if guessed(root) && self.registrations.iter().any(again) {
                continue;
            }
            let same = out.iter().position(|(other, o)| {
                other != root
                    && o.span == r.span
                    && o.kind == r.kind
                    && o.framework == r.framework
                    && o.target.origin == r.target.origin
                    && alike(&o.arguments, &r.arguments)
            });
            match same {
                Some(i) if r.conditions.len() < out[i].1.conditions.len() => {
                    out[i].1.conditions = r.conditions.clone();
                }
                Some(_) => {}
                None => out.push((*root, r.clone())),
            }
        }
        let certain: Vec<(&'static str, Value)> = out
            .iter()
            .filter(|(root, _)| !self.uncalled.contains_key(root))
            .map(|(_, r)| (r.framework, r.server.clone()))
            .collect();
        for (root, r) in &mut out {
            // Where a run is visible that fills this server, what only an uncalled function adds is in doubt.
            if let Some((name, span, _)) = self.uncalled.get(root)
                && certain.iter().any(|(framework, server)| *framework == r.framework && server.same(&r.server))
            {
                r.conditions.push((format!("if something calls `{name}`"), *span));
            }
        }
        out.into_iter().map(|(_, r)| r).collect()
    }
}

fn open_arguments() -> Arguments {
    let why = super::value::Why {
        kind: super::value::WhyKind::Argument,
        text: "an argument of a class that nothing visible makes".into(),
    };
    Arguments { open: Some(Rc::new(why)), ..Arguments::default() }
}

/// Whether two declarations say the same: their texts are equal.
fn alike(a: &Arguments, b: &Arguments) -> bool {
    let texts = |x: &Arguments| -> Vec<Option<String>> {
        let named = x.named.iter().map(|n| &n.value);
        x.positional.iter().chain(named).map(|v| v.as_str().map(str::to_owned)).collect()
    };
    texts(a) == texts(b)
}

/// Modules that some other module of the project imports.
fn imported(modules: &[Source], packages: &Packages) -> FxHashSet<ModuleId> {
    let mut out = FxHashSet::default();
    for (i, module) in modules.iter().enumerate() {
        let reached = packages.reached(&module.path, &module.syntax);
        out.extend(reached.into_iter().filter(|id| *id != ModuleId(i as u32)));
    }
    out
}
