//! Python types as values, for the tests of type tables.

use crate::link::{Term, Value};
use crate::source::{FileId, Span};
use crate::syntax::{BinaryOp, ListKind};

pub fn at() -> Span {
    Span::file_start(FileId(0))
}

pub fn name(path: &str) -> Value {
    Value::outside(path, at())
}

pub fn index(path: &str, args: &[Value]) -> Value {
    let index = match args {
        [one] => one.clone(),
        _ => Value::list(ListKind::Tuple, args.to_vec(), at()),
    };
    Value::term(Term::Index { object: name(path), index }, at())
}

pub fn or(left: Value, right: Value) -> Value {
    Value::term(Term::Binary { op: BinaryOp::BitOr, left, right }, at())
}

pub fn none() -> Value {
    Value::null(at())
}
