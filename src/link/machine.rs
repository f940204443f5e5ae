//! The interpreter of one project, as library and framework models see it.

use super::budget::Budget;
use super::heap::{Heap, charge, share};
use super::outside::{Outside, Registration};
use super::python::Packages;
use super::value::LEVELS;
use super::value::{Arguments, Class, Data, Field, Function, Key, List, ModuleId, Scope, Term, Value, Why, WhyKind};
use crate::source::{FileId, Sources, Span};
use crate::syntax::{self, ListKind, Name};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Calls of SDKs that are kept of one look at a function.
const OVERHEARD: usize = 256;

/// A module of the project, and how far it has run.
pub struct Linked {
    pub id: ModuleId,
    pub syntax: Arc<syntax::Module>,
    /// Its place below the root: `pkg/sub/mod`; `pkg` for `pkg/__init__.py`.
    pub place: String,
    pub is_package: bool,
    /// Holds a word of some framework.
    pub marked: bool,
    /// Another module of the project imports it.
    pub imported: bool,
    pub scope: Rc<Scope>,
    pub state: Cell<State>,
    /// Outside modules of which everything was imported (`from x import *`).
    pub stars: RefCell<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    New,
    Running,
    Done,
}

/// A function that runs.
pub(super) struct Frame {
    pub callee: Value,
    pub arguments: Arguments,
    /// Values of the return statements met so far; `None`: of one without a value, or of the end.
    pub returns: Vec<(Option<Value>, Span)>,
    pub yields: Vec<Value>,
    /// The conditions that were open when it was entered.
    pub conditions: usize,
}

/// Where code runs.
#[derive(Clone)]
pub(super) struct Env {
    pub module: Rc<Linked>,
    pub scope: Rc<Scope>,
    /// The class in whose body the running function is written.
    pub class: Option<Rc<Class>>,
    /// The first argument of the running method.
    pub receiver: Option<Value>,
}

/// The interpreter of one project.
pub struct Machine<'a> {
    pub(super) sources: &'a Sources,
    pub(super) outsides: &'a [&'static dyn Outside],
    pub(super) modules: Vec<Rc<Linked>>,
    pub(super) packages: Packages,
    pub(super) root: String,
    pub(super) versions: FxHashMap<String, String>,

    pub(super) frames: Vec<Frame>,
    pub(super) sites: Vec<Span>,
    pub(super) conditions: Vec<(String, Span)>,
    pub(super) budget: Budget,
    /// Above 0: what runs is only looked at; nothing is registered.
    pub(super) quiet: u32,
    /// What the function that was looked at last would declare when it is called.
    pub(super) overheard: Vec<Registration>,
    /// Functions and methods of module and class level, in the order of their definition.
    pub(super) closures: Vec<(Value, Rc<Function>)>,
    pub(super) class_scopes: FxHashMap<usize, Rc<Scope>>,
    /// Containers that a running function went over, with how many items they had.
    pub(super) walked: Vec<(Value, Arguments, Value, usize)>,
    pub(super) unresolved: Vec<(String, Span)>,
    /// Calls that a model wants to remember of whatever is evaluated, if only looked at.
    pub(super) witnessed: Vec<(&'static str, Arguments)>,
    pub(super) registrations: Vec<(usize, Registration)>,
    /// Number of the root that runs.
    pub(super) root_number: usize,
    /// The file whose body runs, or that holds the function which runs as a root.
    pub(super) running: FileId,
    /// By number of a root: the function that it runs although nothing visible calls it.
    pub(super) uncalled: FxHashMap<usize, (String, Span, Rc<Function>)>,
    /// Last, so that it goes last.
    pub(super) _heap: Heap,
}

/// What a module bound when it had run.
#[derive(Clone, Debug)]
pub struct ModuleNames {
    pub module: ModuleId,
    /// As printed.
    pub path: String,
    pub names: Vec<(String, Value)>,
}

/// Where a function is written.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub name_span: Span,
    pub span: Span,
    pub is_async: bool,
    pub is_generator: bool,
}

impl Machine<'_> {
    /// Records that a declaration reached an SDK. Conditions and call path are added here.
    pub fn register(
        &mut self,
        framework: &'static str,
        kind: &'static str,
        server: Value,
        target: Value,
        arguments: Arguments,
        span: Span,
    ) {
        let conditions = self.conditions.clone();
        let path = self.sites.clone();
        let running = self.running;
        let registration = Registration { framework, kind, server, target, arguments, span, running, conditions, path };
        if self.quiet > 0 {
            if self.overheard.len() < OVERHEARD {
                self.overheard.push(registration);
            }
            return;
        }
        self.registrations.push((self.root_number, registration));
    }

    /// What the body of the function that [`Machine::returns`] looked at last hands to SDKs.
    pub fn overheard(&mut self) -> Vec<Registration> {
        std::mem::take(&mut self.overheard)
    }

    /// Records that something of the project cannot be seen.
    pub fn unresolved(&mut self, why: impl Into<String>, span: Span) {
        let entry = (why.into(), span);
        if self.quiet == 0 && !self.unresolved.contains(&entry) {
            self.unresolved.push(entry);
        }
    }

    /// Remembers a call that is no registration, for who looks into a handler; also while nothing is registered.
    pub fn witness(&mut self, what: &'static str, arguments: &Arguments) {
        if self.witnessed.len() < 1024 {
            self.witnessed.push((what, arguments.clone()));
        }
    }

    /// What was witnessed since this was asked last.
    pub fn take_witnessed(&mut self) -> Vec<(&'static str, Arguments)> {
        std::mem::take(&mut self.witnessed)
    }

    /// What could not be seen, in the order met.
    pub fn all_unresolved(&self) -> &[(String, Span)] {
        &self.unresolved
    }

    /// The version of a package that will serve the project: `--sdk`, lock file, requirement, else `None`
    /// (the newest).
    pub fn sdk_version(&self, package: &str) -> Option<String> {
        self.versions.get(&package.to_ascii_lowercase().replace('_', "-")).cloned()
    }

    /// The path of a file as printed, for server ids.
    pub fn shown_path(&self, span: Span) -> String {
        self.sources.get(span.file).shown.clone()
    }

    /// The project root as printed.
    pub fn root(&self) -> String {
        self.root.clone()
    }

    /// The source text at a span.
    pub fn source_text(&self, span: Span) -> &str {
        self.sources.text(span)
    }

    /// Every module of the project that was run, with the names bound at its end: for lists that are
    /// served by their name (`TOOLS`).
    pub fn module_names(&self) -> Vec<ModuleNames> {
        let ran = self.modules.iter().filter(|m| m.state.get() == State::Done);
        ran.map(|m| {
            let names = m.scope.names.borrow();
            let names = names.iter().map(|(n, v)| (n.to_string(), v.clone())).collect();
            ModuleNames { module: m.id, path: self.sources.get(m.syntax.file).shown.clone(), names }
        })
        .collect()
    }

    /// Whether a module of the project imports this one.
    pub fn is_imported(&self, module: ModuleId) -> bool {
        self.modules[module.0 as usize].imported
    }

    pub fn module_file(&self, module: ModuleId) -> FileId {
        self.modules[module.0 as usize].syntax.file
    }

    pub fn deferred_annotations(&self, module: ModuleId) -> bool {
        self.modules[module.0 as usize].syntax.deferred_annotations
    }

    pub(super) fn module(&self, id: ModuleId) -> Rc<Linked> {
        self.modules[id.0 as usize].clone()
    }

    /// Who answers for an outside path.
    pub(super) fn owner(&self, path: &str) -> Option<&'static dyn Outside> {
        self.outsides.iter().find(|o| o.owns(path)).copied()
    }

    /// Who answers for the root of a value.
    pub(super) fn owner_of(&self, value: &Value) -> Option<&'static dyn Outside> {
        self.owner(&value.root_path()?)
    }

    /// The items of a list, set, tuple, map (keys), text, generator or enum class, if all are known.
    /// A list that is open gives its seen items and the reason.
    pub fn iterate(&mut self, value: &Value, site: Span) -> Option<(Vec<Value>, Option<Rc<Why>>)> {
        match &value.data {
            Data::List(list) => {
                charge(list.items.borrow().len());
                self.note_walk(value, list.items.borrow().len());
                Some((list.items.borrow().clone(), list.open.borrow().clone()))
            }
            Data::Map(map) => {
                charge(map.entries.borrow().len());
                self.note_walk(value, map.entries.borrow().len());
                let keys = map.entries.borrow().values().map(|(k, _)| k.clone()).collect();
                Some((keys, map.open.borrow().clone()))
            }
            Data::Text(text) if text.as_str().len() <= 4096 => {
                let chars = text.as_str().char_indices();
                let items = chars.map(|(i, c)| Value::new(Data::Text(text.slice(i..i + c.len_utf8())), value.origin));
                Some((items.collect(), None))
            }
            Data::Term(_) | Data::Class(_) | Data::Instance(_) => {
                if let Some(owner) = self.owner_of(value)
                    && let Some(items) = owner.iterate(self, value, site)
                    && !items.same(value)
                {
                    return self.iterate(&items, site);
                }
                if let Data::Instance(_) = value.data {
                    let method = self.attribute(value, "__iter__", site);
                    if matches!(method.data, Data::Method(_)) {
                        let items = self.call(&method, Arguments::default(), site);
                        if matches!(items.data, Data::List(_) | Data::Map(_)) {
                            return self.iterate(&items, site);
                        }
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// Remembers that the running function went over a container: if it grows later, the function is run
    /// again at the end.
    pub(super) fn note_walk(&mut self, container: &Value, len: usize) {
        if self.quiet > 0 {
            return;
        }
        if let Some(frame) = self.frames.last()
            && self.walked.len() < 4096
            && !self.walked.iter().any(|(f, _, c, _)| c.same(container) && f.same(&frame.callee))
        {
            self.walked.push((frame.callee.clone(), frame.arguments.clone(), container.clone(), len));
        }
    }

    /// The name that `__name__` gives: set, copied from what is wrapped, else written.
    pub fn function_name(&self, function: &Value) -> Value {
        if let Data::Class(class) = &function.data {
            return Value::text(&class.name, function.origin);
        }
        let Some(f) = self.function_of(function) else {
            return match function.path() {
                Some(path) => Value::text(path.rsplit('.').next().unwrap_or(&path), function.origin),
                None => Value::unknown(WhyKind::RunTime, "the name of what is no function", function.origin),
            };
        };
        if let Some(name) = f.attributes.borrow().get("__name__") {
            return name.clone();
        }
        let module = self.module(f.module);
        let def = module.syntax.function(f.id);
        let span = module.syntax.span(def.name_range);
        match def.name.is_empty() {
            true => Value::text("<lambda>", module.syntax.span(def.range)),
            false => Value::text(&def.name, span),
        }
    }

    /// The docstring, dedented as `inspect.cleandoc` does; null where there is none.
    pub fn function_doc(&self, function: &Value) -> Value {
        if let Data::Class(class) = &function.data {
            let module = self.module(class.module);
            return match &module.syntax.class(class.id).doc {
                Some(doc) => Value::new(Data::Text(super::docs::clean(doc)), doc.span()),
                None => Value::null(function.origin),
            };
        }
        let Some(f) = self.function_of(function) else {
            return Value::unknown(WhyKind::RunTime, "the text of what is no function", function.origin);
        };
        let doc = match f.attributes.borrow().get("__doc__") {
            Some(doc) => doc.clone(),
            None => {
                let module = self.module(f.module);
                match &module.syntax.function(f.id).doc {
                    Some(doc) => Value::new(Data::Text(doc.clone()), doc.span()),
                    None => Value::null(function.origin),
                }
            }
        };
        match &doc.data {
            Data::Text(text) => Value::new(Data::Text(super::docs::clean(text)), doc.origin),
            _ => doc,
        }
    }

    /// The function of the project that a value is or wraps: methods, static and class methods, partials and
    /// what an outside decorator made of it.
    pub fn function_of(&self, value: &Value) -> Option<Rc<Function>> {
        let mut value = value;
        for _ in 0..LEVELS {
            value = match &value.data {
                Data::Function(f) => return Some(f.clone()),
                Data::Method(m) => &m.function,
                Data::Term(term) => match &**term {
                    Term::Call { arguments, .. } => arguments.positional.first()?,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    }

    /// The innermost function that wrappers copied their identity from.
    pub(super) fn unwrapped(&self, function: &Value) -> Option<Rc<Function>> {
        let mut f = self.function_of(function)?;
        for _ in 0..LEVELS {
            let wrapped = f.attributes.borrow().get("__wrapped__").cloned();
            match wrapped.and_then(|w| self.function_of(&w)) {
                Some(inner) if !Rc::ptr_eq(&inner, &f) => f = inner,
                _ => break,
            }
        }
        Some(f)
    }

    /// The written function behind wrappers (`__wrapped__`, partial, bound method): its name's span is what a
    /// finding about the handler points at.
    pub fn definition(&self, function: &Value) -> Option<Definition> {
        let f = self.unwrapped(function)?;
        let module = self.module(f.module);
        let def = module.syntax.function(f.id);
        Some(Definition {
            name: def.name.to_string(),
            name_span: module.syntax.span(if def.name.is_empty() { def.range } else { def.name_range }),
            span: module.syntax.span(def.range),
            is_async: def.is_async,
            is_generator: def.is_generator,
        })
    }

    /// Members of a class and its project bases as attribute lookup sees them, in Python's `dir` order
    /// (alphabetical): name and value.
    pub fn class_members(&self, class: &Rc<Class>) -> Vec<(String, Value)> {
        let mut all: Vec<(String, Value)> = Vec::new();
        for c in self.mro(class) {
            for (name, value) in c.members.borrow().iter() {
                if !all.iter().any(|(n, _)| **n == **name) {
                    all.push((name.to_string(), value.clone()));
                }
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// The class and its project bases in the order in which attributes are looked up: depth first, each
    /// once at its last place.
    pub fn mro(&self, class: &Rc<Class>) -> Vec<Rc<Class>> {
        fn walk(class: &Rc<Class>, depth: usize, out: &mut Vec<Rc<Class>>) {
            if depth > 32 || out.len() > 256 {
                return;
            }
            out.push(class.clone());
            for base in &class.bases {
                if let Data::Class(base) = &base.data {
                    walk(base, depth + 1, out);
                }
            }
        }
        let mut all = Vec::new();
        walk(class, 0, &mut all);
        let mut out: Vec<Rc<Class>> = Vec::new();
        for (i, c) in all.iter().enumerate() {
            if !all[i + 1..].iter().any(|later| Rc::ptr_eq(later, c)) {
                out.push(c.clone());
            }
        }
        out
    }

    /// Fields of a class, those of its bases first, an override in the base's place (as dataclasses do).
    pub fn class_fields(&mut self, class: &Rc<Class>) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut line = self.mro(class);
        line.reverse();
        for c in line {
            for field in self.own_fields(&c) {
                match fields.iter_mut().find(|f| f.name == field.name) {
                    Some(seen) => *seen = field,
                    None => fields.push(field),
                }
            }
        }
        fields
    }

    /// Fields that the class body itself annotates. Annotations are evaluated on first need, when every name
    /// of the module is bound.
    fn own_fields(&mut self, class: &Rc<Class>) -> Vec<Field> {
        if !class.fields.borrow().is_empty() {
            return class.fields.borrow().clone();
        }
        let module = self.module(class.module);
        let Some(scope) = self.class_scopes.get(&(Rc::as_ptr(class) as usize)).cloned() else { return Vec::new() };
        let env = Env { module: module.clone(), scope, class: Some(class.clone()), receiver: None };
        let mut fields = Vec::new();
        for &stmt in &module.syntax.class(class.id).body {
            let syntax::StmtKind::Assign(assign) = &module.syntax.stmt(stmt).kind else { continue };
            let (Some(annotation), syntax::ExprKind::Name(name)) =
                (assign.annotation, &module.syntax.expr(assign.target).kind)
            else {
                continue;
            };
            let default = assign.value.and_then(|_| class.members.borrow().get(name).cloned());
            fields.push(Field {
                name: name.clone(),
                annotation: self.eval_annotation(&env, annotation),
                default,
                span: module.syntax.span(module.syntax.expr(assign.target).range),
                doc: assign.doc.clone(),
            });
        }
        *class.fields.borrow_mut() = fields.clone();
        fields
    }

    pub(super) fn new_list(&self, kind: ListKind, items: Vec<Value>, open: Option<Rc<Why>>, origin: Span) -> Value {
        let list = List { kind, items: RefCell::new(items), open: RefCell::new(open) };
        Value::new(Data::List(share(list)), origin)
    }

    /// A value for what nothing visible gives: the parameter of a function that nobody calls.
    pub(super) fn named_argument(&self, name: &Name, origin: Span) -> Value {
        Value::unknown(
            WhyKind::Argument,
            format!("the argument `{name}` of a function that nothing visible calls"),
            origin,
        )
    }

    /// Whether a name is bound as an item of a map by text key.
    pub fn map_get(&self, map: &Value, key: &str) -> Option<Value> {
        match &map.data {
            Data::Map(m) => m.entries.borrow().get(&Key::Text(key.into())).map(|(_, v)| v.clone()),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// `path:line:column`.
    pub fn position(&self, span: Span) -> String {
        let at = self.sources.start(span);
        format!("{}:{}:{}", self.sources.get(span.file).shown, at.line, at.column)
    }
}
