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
