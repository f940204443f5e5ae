//! Numbers: conversions, and tests of the interpreter's version.

use super::Model;
use crate::link::{Arguments, Data, Machine, Value};
use crate::source::Span;
use crate::syntax::BinaryOp;

pub const CALLS: &[(&str, Model)] = &[
    ("builtins.int", |machine, arguments, site| int(machine, arguments, site)),
    ("builtins.float", |_, arguments, site| {
        let number = match &arguments.positional.first()?.data {
            Data::Int(i) => *i as f64,
            Data::Float(f) => *f,
            Data::Bool(b) => f64::from(u8::from(*b)),
            Data::Text(t) => t.as_str().trim().parse().ok()?,
            _ => return None,
        };
        Some(float(number, site))
    }),
    ("builtins.abs", |_, arguments, site| match arguments.positional.first()?.data {
        Data::Int(i) => Some(Value::new(Data::Int(i.checked_abs()?), site)),
        Data::Float(f) => Some(float(f.abs(), site)),
        _ => None,
    }),
    ("builtins.round", |_, arguments, site| match (&arguments.positional.first()?.data, arguments.positional.len()) {
        (Data::Int(i), 1) => Some(Value::new(Data::Int(*i), site)),
        _ => None,
    }),
];

pub fn float(number: f64, site: Span) -> Value {
    Value::new(Data::Float(number), site)
}

fn int(_: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    if arguments.positional.len() > 1 || !arguments.named.is_empty() {
        return None;
    }
    let Some(value) = arguments.positional.first() else { return Some(Value::new(Data::Int(0), site)) };
    let number = match &value.data {
        Data::Int(i) => *i,
        Data::Bool(b) => i64::from(*b),
        Data::Float(f) if f.is_finite() && f.abs() < 9e15 => f.trunc() as i64,
        Data::Text(t) => t.as_str().trim().replace('_', "").parse().ok()?,
        _ => return None,
    };
    Some(Value::new(Data::Int(number), site))
}

/// The Python that is taken to run the project: the newest.
const VERSION: [i64; 2] = [3, 14];

/// `sys.version_info >= (3, 10)` and its kind.
pub fn version_test(op: BinaryOp, left: &Value, right: &Value, site: Span) -> Option<Value> {
    let is_version = |v: &Value| v.path().as_deref() == Some("sys.version_info");
    let wanted = |v: &Value| match &v.data {
        Data::List(list) => {
            let items = list.items.borrow();
            let numbers: Option<Vec<i64>> =
                items.iter().take(2).map(|i| if let Data::Int(n) = i.data { Some(n) } else { None }).collect();
            numbers.filter(|n| !n.is_empty())
        }
        _ => None,
    };
    let (order, op) = match (is_version(left), is_version(right)) {
        (true, false) => (compare(&wanted(right)?), op),
        (false, true) => (compare(&wanted(left)?).reverse(), op),
        _ => return None,
    };
    let holds = match op {
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::LtEq => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::GtEq => order.is_ge(),
        _ => return None,
    };
    Some(Value::bool(holds, site))
}

/// How the version stands to a tuple: it has more parts, so a tuple that it begins with is less.
fn compare(wanted: &[i64]) -> std::cmp::Ordering {
    let parts = VERSION.iter().zip(wanted).map(|(a, b)| a.cmp(b)).find(|o| o.is_ne());
    parts.unwrap_or(std::cmp::Ordering::Greater)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;
    use crate::syntax::ListKind;

    #[test]
    fn versions_are_tuples() {
        let at = Span::file_start(FileId(0));
        let version = Value::outside("sys.version_info", at);
        let tuple = |parts: &[i64]| {
            Value::list(ListKind::Tuple, parts.iter().map(|n| Value::new(Data::Int(*n), at)).collect(), at)
        };
        let test = |op, parts: &[i64]| version_test(op, &version, &tuple(parts), at).and_then(|v| v.as_bool());
        assert_eq!(test(BinaryOp::GtEq, &[3, 8]), Some(true));
        assert_eq!(test(BinaryOp::Lt, &[3, 11]), Some(false));
        assert_eq!(test(BinaryOp::Gt, &[3]), Some(true));
        assert_eq!(test(BinaryOp::GtEq, &[4]), Some(false));
    }
}
