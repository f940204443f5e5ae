//! Small questions about the text of a function.

use super::machine::Machine;
use super::value::{Function, Value};
use crate::source::Span;
use crate::syntax::{ExprKind, Module, StmtKind};
use std::rc::Rc;

/// Functions that read names without naming them.
const REFLECTION: &[&str] = &["locals", "vars", "eval", "exec", "globals", "inspect", "sys"];

impl Machine<'_> {
    /// Whether something else than the decorator at `declared` lies between a caller and the function's own
    /// body: a wrapper of the project, or a decorator of anybody.
    pub fn is_wrapped(&self, function: &Value, declared: Span) -> bool {
        let Some(f) = self.function_of(function) else { return true };
        if f.attributes.borrow().contains_key("__wrapped__") {
            return true;
        }
        let module = self.module(f.module);
        let decorators = &module.syntax.function(f.id).decorators;
        decorators.iter().any(|d| module.syntax.span(module.syntax.expr(*d).range) != declared)
    }

    /// The function that carries a decorator, by the decorator's place: its name and where that is written.
    /// `None` where the function that the SDK is given is this very one.
    pub fn decorated(&self, function: &Value, decorator: Span) -> Option<(String, Span)> {
        let given = self.function_of(function)?;
        let module = self.modules.iter().find(|m| m.syntax.file == decorator.file)?;
        let at = |e: &crate::syntax::ExprId| module.syntax.span(module.syntax.expr(*e).range) == decorator;
        let i = module.syntax.functions.iter().position(|f| f.decorators.iter().any(at))?;
        let found = &module.syntax.functions[i];
        let same = given.module == module.id && given.id.0 as usize == i;
        (!same).then(|| (found.name.to_string(), module.syntax.span(found.name_range)))
    }

    /// Whether a function is written in the body of a class.
    pub fn is_member(&self, function: &Value) -> bool {
        self.function_of(function).is_some_and(|f| f.owner.borrow().is_some())
    }

    /// Names in the annotations of a function that only a type checker sees bound: imported under
    /// `TYPE_CHECKING`, and bound by nothing else.
    pub fn checker_names(&self, function: &Value) -> Vec<(String, Span)> {
        let Some(f) = self.function_of(function) else { return Vec::new() };
        let module = self.module(f.module);
        let syntax = &*module.syntax;
        let hidden = checker_imports(syntax);
        if hidden.is_empty() {
            return Vec::new();
        }
        let def = syntax.function(f.id);
        let annotations = def.params.iter().filter_map(|p| p.annotation).chain(def.returns);
        let ranges: Vec<crate::syntax::Range> = annotations.map(|a| syntax.expr(a).range).collect();
        let bound = |name: &str| {
            let mut scope = Some(&f.scope);
            while let Some(s) = scope {
                if s.names.borrow().contains_key(name) {
                    return true;
                }
                scope = s.parent.as_ref();
            }
            !module.stars.borrow().is_empty()
        };
        let mut out: Vec<(String, Span)> = Vec::new();
        for expr in &syntax.exprs {
            let ExprKind::Name(name) = &expr.kind else { continue };
            let inside = ranges.iter().any(|r| r.start <= expr.range.start && expr.range.end <= r.end);
            if inside && hidden.contains(name) && !bound(name) {
                out.push((name.to_string(), syntax.span(expr.range)));
            }
        }
        out
    }

    /// Whether the body of a function reads one of its parameters. `None`: nobody can tell (it is wrapped, has
    /// no real body, reads names by reflection, or part of it was not understood).
    pub fn reads_parameter(&self, function: &Value, name: &str, declared: Span) -> Option<bool> {
        if self.is_wrapped(function, declared) {
            return None;
        }
        let f = self.function_of(function)?;
        let module = self.module(f.module);
        let syntax = &*module.syntax;
        if is_stub(syntax, &f) {
            return None;
        }
        let range = syntax.function(f.id).range;
        let start = syntax.stmt(*syntax.function(f.id).body.first()?).range.start;
        let inside = |r: crate::syntax::Range| start <= r.start && r.end <= range.end;
        let opaque = syntax.stmts.iter().any(|s| inside(s.range) && matches!(s.kind, StmtKind::Opaque(_)));
        if opaque || syntax.errors.iter().any(|e| inside(*e)) {
            return None;
        }
        let mut read = false;
        for expr in syntax.exprs.iter().filter(|e| inside(e.range)) {
            match &expr.kind {
                ExprKind::Name(n) if &**n == name => read = true,
                ExprKind::Name(n) if REFLECTION.contains(&&**n) => return None,
                ExprKind::Opaque(_) => return None,
                _ => {}
            }
        }
        Some(read)
    }
}

/// Names that are imported in the body of `if TYPE_CHECKING`.
fn checker_imports(syntax: &Module) -> Vec<crate::syntax::Name> {
    let checks = |test: &crate::syntax::ExprId| match &syntax.expr(*test).kind {
        ExprKind::Name(name) => &**name == "TYPE_CHECKING",
        ExprKind::Attribute { name, .. } => &**name == "TYPE_CHECKING",
        _ => false,
    };
    let mut out = Vec::new();
    for stmt in &syntax.stmts {
        let StmtKind::If { test, then, .. } = &stmt.kind else { continue };
        if checks(test) {
            for inner in then {
                if let StmtKind::Import(import) = &syntax.stmt(*inner).kind {
                    out.extend(import.names.iter().map(|n| n.alias.clone()));
                }
            }
        }
    }
    out
}

/// A body that is still to be written: `...`, `pass`, a raise.
fn is_stub(syntax: &Module, function: &Rc<Function>) -> bool {
    let does_nothing = |kind: &StmtKind| match kind {
        StmtKind::Raise(_) | StmtKind::Opaque(_) => true,
        StmtKind::Expr(e) => match &syntax.expr(*e).kind {
            ExprKind::Text(_) | ExprKind::Null => true,
            ExprKind::Name(name) => &**name == "Ellipsis",
            _ => false,
        },
        _ => false,
    };
    let body = &syntax.function(function.id).body;
    body.iter().all(|s| does_nothing(&syntax.stmt(*s).kind))
}
