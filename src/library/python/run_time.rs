//! What only a run can tell: the environment, files, the clock.

use super::{Model, at_run_time};
use crate::link::value::Map;
use crate::link::{Arguments, Machine, Value};
use crate::source::Span;

pub const CALLS: &[(&str, Model)] = &[
    ("os.getenv", variable),
    ("os.environ.get", variable),
    ("builtins.open", |_, _, site| at_run_time("the content of a file", site)),
    ("builtins.input", |_, _, site| at_run_time("what a person types", site)),
    ("builtins.print", |_, _, site| Some(Value::null(site))),
    ("time.sleep", |_, _, site| Some(Value::null(site))),
    ("time.time", |_, _, site| at_run_time("the time", site)),
    ("datetime.datetime.now", |_, _, site| at_run_time("the time", site)),
    ("datetime.datetime.utcnow", |_, _, site| at_run_time("the time", site)),
    ("datetime.date.today", |_, _, site| at_run_time("the time", site)),
    ("os.path.exists", |_, _, site| at_run_time("whether a file is there", site)),
    ("os.path.isfile", |_, _, site| at_run_time("whether a file is there", site)),
    ("os.path.isdir", |_, _, site| at_run_time("whether a folder is there", site)),
    ("json.loads", |machine, arguments, site| loads(machine, arguments, site)),
    ("json.load", |_, _, site| at_run_time("the content of a file", site)),
];

/// Nesting beyond which `json.loads` of known text is not followed.
const DEPTH: u32 = 64;

fn variable(_: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let name = arguments.get(0, "key").and_then(Value::as_str).map(|n| format!(" {n}")).unwrap_or_default();
    let default = match arguments.get(1, "default") {
        Some(value) if !value.is_null() => format!(" (by default {})", value.brief()),
        _ => String::new(),
    };
    at_run_time(format!("value of the environment variable{name}{default}"), site)
}

fn loads(_: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let text = arguments.get(0, "s")?.as_text()?.clone();
    let value: serde_json::Value = serde_json::from_str(text.as_str()).ok()?;
    from_json(&value, text.span(), 0).or_else(|| at_run_time("a JSON text that is nested too deep", site))
}

fn from_json(value: &serde_json::Value, at: Span, depth: u32) -> Option<Value> {
    use crate::link::Data;
    use serde_json::Value as J;
    if depth > DEPTH {
        return None;
    }
    Some(match value {
        J::Null => Value::null(at),
        J::Bool(b) => Value::bool(*b, at),
        J::Number(n) => match n.as_i64() {
            Some(i) => Value::new(Data::Int(i), at),
            None => Value::new(Data::Float(n.as_f64()?), at),
        },
        J::String(s) => Value::text(s, at),
        J::Array(items) => {
            let items = items.iter().map(|i| from_json(i, at, depth + 1)).collect::<Option<Vec<Value>>>()?;
            Value::list(crate::syntax::ListKind::List, items, at)
        }
        J::Object(members) => {
            let map = Map::default();
            for (key, value) in members {
                map.set(Value::text(key, at), from_json(value, at, depth + 1)?);
            }
            Value::map(map, at)
        }
    })
}
