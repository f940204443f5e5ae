//! Lists, maps and what goes over them.

use super::{Model, at_run_time};
use crate::link::value::{List, Map};
use crate::link::{Arguments, Data, Machine, Value, Why};
use crate::source::Span;
use crate::syntax::ListKind;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// Items of a range or product that are still spelt out.
const ITEMS: usize = 4_000;

type Items = (Vec<Value>, Option<Rc<Why>>);

pub const CALLS: &[(&str, Model)] = &[
    ("builtins.len", len),
    ("builtins.list", |m, a, s| copy(m, a, s, ListKind::List)),
    ("builtins.tuple", |m, a, s| copy(m, a, s, ListKind::Tuple)),
    ("builtins.set", |m, a, s| copy(m, a, s, ListKind::Set)),
    ("builtins.frozenset", |m, a, s| copy(m, a, s, ListKind::Set)),
    ("builtins.iter", |_, arguments, _| (arguments.positional.len() == 1).then(|| arguments.positional[0].clone())),
    ("builtins.dict", dict),
    ("collections.OrderedDict", dict),
    ("types.MappingProxyType", |_, arguments, _| arguments.positional.first().cloned()),
    ("builtins.dict.fromkeys", |machine, arguments, site| {
        let (keys, open) = items(machine, arguments, 0, site)?;
        let value = arguments.positional.get(1).cloned().unwrap_or_else(|| Value::null(site));
        Some(map_of(keys.into_iter().map(|k| (k, value.clone())).collect(), open, site))
    }),
    ("builtins.sorted", sorted),
    ("builtins.reversed", |machine, arguments, site| {
        let (mut all, open) = items(machine, arguments, 0, site)?;
        all.reverse();
        Some(list(ListKind::List, all, open, site))
    }),
    ("builtins.enumerate", |machine, arguments, site| {
        let (all, open) = items(machine, arguments, 0, site)?;
        let start = match arguments.get(1, "start").map(|v| &v.data) {
            None => 0,
            Some(Data::Int(i)) => *i,
            Some(_) => return None,
        };
        let number = |i: usize| Value::new(Data::Int(start.saturating_add(i as i64)), site);
        let pairs = all.into_iter().enumerate().map(|(i, v)| Value::list(ListKind::Tuple, vec![number(i), v], site));
        Some(list(ListKind::List, pairs.collect(), open, site))
    }),
    ("builtins.zip", zip),
    ("builtins.range", range),
    ("builtins.map", |machine, arguments, site| {
        let (function, rest) = arguments.positional.split_first()?;
        let [over] = rest else { return None };
        let (all, open) = machine.iterate(over, site)?;
        let results = all.into_iter().take(ITEMS).map(|v| machine.call(function, Arguments::single(v), site)).collect();
        Some(list(ListKind::List, results, open, site))
    }),
    ("builtins.filter", filter),
    ("builtins.any", |machine, arguments, site| quantify(machine, arguments, site, true)),
    ("builtins.all", |machine, arguments, site| quantify(machine, arguments, site, false)),
    ("builtins.min", |machine, arguments, site| extreme(machine, arguments, site, Ordering::Less)),
    ("builtins.max", |machine, arguments, site| extreme(machine, arguments, site, Ordering::Greater)),
    ("builtins.sum", |machine, arguments, site| {
        let (all, None) = items(machine, arguments, 0, site)? else { return None };
        let mut total = 0i64;
        for item in all {
            let Data::Int(i) = item.data else { return None };
            total = total.checked_add(i)?;
        }
        Some(Value::new(Data::Int(total), site))
    }),
    ("itertools.chain", |machine, arguments, site| {
        let mut all = Vec::new();
        let mut open = arguments.open.clone();
        for part in &arguments.positional {
            let (more, why) = machine.iterate(part, site)?;
            all.extend(more);
            open = open.or(why);
        }
        Some(list(ListKind::List, all, open, site))
    }),
    ("itertools.chain.from_iterable", |machine, arguments, site| {
        let (parts, mut open) = items(machine, arguments, 0, site)?;
        let mut all = Vec::new();
        for part in &parts {
            let (more, why) = machine.iterate(part, site)?;
            all.extend(more);
            open = open.or(why);
        }
        Some(list(ListKind::List, all, open, site))
    }),
    ("itertools.product", product),
    ("copy.copy", |_, arguments, site| Some(copied(arguments.positional.first()?, 0, site))),
    ("copy.deepcopy", |_, arguments, site| Some(copied(arguments.positional.first()?, DEEP, site))),
];

/// Nesting to which `deepcopy` copies.
const DEEP: u32 = 12;

fn list(kind: ListKind, items: Vec<Value>, open: Option<Rc<Why>>, site: Span) -> Value {
    let list = List { kind, items: RefCell::new(items), open: RefCell::new(open) };
    Value::shared_list(list, site)
}

fn map_of(entries: Vec<(Value, Value)>, open: Option<Rc<Why>>, site: Span) -> Value {
    let map = Map::default();
    for (key, value) in entries {
        map.set(key, value);
    }
    if let Some(why) = open {
        map.opened((*why).clone());
    }
    Value::map(map, site)
}

/// The items of the argument at `position`.
fn items(machine: &mut Machine, arguments: &Arguments, position: usize, site: Span) -> Option<Items> {
    machine.iterate(arguments.positional.get(position)?, site)
}

fn len(_: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let count = match &arguments.positional.first()?.data {
        Data::Text(text) => text.as_str().chars().count(),
        Data::List(list) if list.open.borrow().is_none() => list.items.borrow().len(),
        Data::Map(map) if map.open.borrow().is_none() => map.entries.borrow().len(),
        Data::List(_) | Data::Map(_) => return at_run_time("the length of what is not fully known", site),
        _ => return None,
    };
    Some(Value::new(Data::Int(count as i64), site))
}

fn copy(machine: &mut Machine, arguments: &Arguments, site: Span, kind: ListKind) -> Option<Value> {
    if arguments.positional.is_empty() {
        return arguments.open.is_none().then(|| list(kind, Vec::new(), None, site));
    }
    let (mut all, open) = items(machine, arguments, 0, site)?;
    if kind == ListKind::Set {
        let mut unique: Vec<Value> = Vec::new();
        for value in all {
            if !unique.iter().any(|seen| seen.same(&value)) {
                unique.push(value);
            }
        }
        all = unique;
    }
    Some(list(kind, all, open, site))
}

fn dict(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let mut entries: Vec<(Value, Value)> = Vec::new();
    let mut open = arguments.open.clone();
    if let Some(first) = arguments.positional.first() {
        match &first.data {
            Data::Map(map) => {
                entries.extend(map.entries.borrow().values().cloned());
                open = open.or_else(|| map.open.borrow().clone());
            }
            Data::Unknown(why) => open = open.or_else(|| Some(why.clone())),
            _ => {
                let (pairs, why) = machine.iterate(first, site)?;
                open = open.or(why);
                for pair in &pairs {
                    let (parts, _) = machine.iterate(pair, site)?;
                    let [key, value] = parts.as_slice() else { return None };
                    entries.push((key.clone(), value.clone()));
                }
            }
        }
    }
    for named in &arguments.named {
        entries.push((Value::text(&named.name, named.span), named.value.clone()));
    }
    Some(map_of(entries, open, site))
}

/// How two values are ordered, where that is known.
fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (&left.data, &right.data) {
        (Data::Text(a), Data::Text(b)) => Some(a.as_str().cmp(b.as_str())),
        (Data::Int(a), Data::Int(b)) => Some(a.cmp(b)),
        (Data::Float(a), Data::Float(b)) => a.partial_cmp(b),
        (Data::Bool(a), Data::Bool(b)) => Some(a.cmp(b)),
        (Data::List(a), Data::List(b)) if a.kind == ListKind::Tuple && b.kind == ListKind::Tuple => {
            let (a, b) = (a.items.borrow(), b.items.borrow());
            for (x, y) in a.iter().zip(b.iter()).take(8) {
                match order(x, y)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        _ => None,
    }
}

/// The value by which each item is sorted.
fn keyed(machine: &mut Machine, arguments: &Arguments, all: Vec<Value>, site: Span) -> Vec<(Value, Value)> {
    let key = arguments.named("key").filter(|k| !k.is_null()).cloned();
    all.into_iter()
        .map(|item| match &key {
            Some(key) => (machine.call(key, Arguments::single(item.clone()), site), item),
            None => (item.clone(), item),
        })
        .collect()
}

fn sorted(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let (all, open) = items(machine, arguments, 0, site)?;
    let mut keyed = keyed(machine, arguments, all, site);
    let comparable = keyed.iter().skip(1).all(|(k, _)| order(&keyed[0].0, k).is_some());
    if !comparable {
        return at_run_time("the order of what cannot be compared here", site);
    }
    let reverse = match arguments.named("reverse") {
        Some(value) => machine.truth(value)?,
        None => false,
    };
    keyed.sort_by(|(a, _), (b, _)| {
        let order = order(a, b).unwrap_or(Ordering::Equal);
        if reverse { order.reverse() } else { order }
    });
    Some(list(ListKind::List, keyed.into_iter().map(|(_, v)| v).collect(), open, site))
}

fn extreme(machine: &mut Machine, arguments: &Arguments, site: Span, wanted: Ordering) -> Option<Value> {
    let all = match arguments.positional.as_slice() {
        [over] => match machine.iterate(over, site)? {
            (all, None) => all,
            _ => return None,
        },
        many => many.to_vec(),
    };
    let keyed = keyed(machine, arguments, all, site);
    let mut best = keyed.first()?.clone();
    for next in keyed.into_iter().skip(1) {
        if order(&next.0, &best.0)? == wanted {
            best = next;
        }
    }
    Some(best.1)
}

fn zip(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let mut columns: Vec<Vec<Value>> = Vec::new();
    let mut open = arguments.open.clone();
    for part in &arguments.positional {
        let (all, why) = machine.iterate(part, site)?;
        open = open.or(why);
        columns.push(all);
    }
    let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
    let row = |i: usize| Value::list(ListKind::Tuple, columns.iter().map(|c| c[i].clone()).collect(), site);
    Some(list(ListKind::List, (0..rows).map(row).collect(), open, site))
}

fn range(_: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let numbers: Option<Vec<i64>> =
        arguments.positional.iter().map(|v| if let Data::Int(i) = v.data { Some(i) } else { None }).collect();
    let (start, stop, step) = match numbers?.as_slice() {
        [stop] => (0, *stop, 1),
        [start, stop] => (*start, *stop, 1),
        [start, stop, step] if *step != 0 => (*start, *stop, *step),
        _ => return None,
    };
    let mut all = Vec::new();
    let mut at = start;
    while (step > 0 && at < stop) || (step < 0 && at > stop) {
        if all.len() >= ITEMS {
            return at_run_time("a range that is too long to follow", site);
        }
        all.push(Value::new(Data::Int(at), site));
        let Some(next) = at.checked_add(step) else { break };
        at = next;
    }
    Some(list(ListKind::List, all, None, site))
}

fn filter(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    let [test, over] = arguments.positional.as_slice() else { return None };
    let (all, mut open) = machine.iterate(over, site)?;
    let mut kept = Vec::new();
    for item in all.into_iter().take(ITEMS) {
        let holds = match test.is_null() {
            true => machine.truth(&item),
            false => {
                let result = machine.call(test, Arguments::single(item.clone()), site);
                machine.truth(&result)
            }
        };
        if holds.is_none() {
            open.get_or_insert_with(|| {
                Rc::new(Why { kind: crate::link::WhyKind::RunTime, text: "a filter that cannot be known".into() })
            });
        }
        if holds != Some(false) {
            kept.push(item);
        }
    }
    Some(list(ListKind::List, kept, open, site))
}

/// `any` (`wanted` true) or `all` (`wanted` false): whether some item has this truth decides it.
fn quantify(machine: &mut Machine, arguments: &Arguments, site: Span, wanted: bool) -> Option<Value> {
    let (all, open) = items(machine, arguments, 0, site)?;
    let mut known = open.is_none();
    for item in &all {
        match machine.truth(item) {
            Some(truth) if truth == wanted => return Some(Value::bool(wanted, site)),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then(|| Value::bool(!wanted, site))
}

fn product(machine: &mut Machine, arguments: &Arguments, site: Span) -> Option<Value> {
    if !arguments.named.is_empty() {
        return None;
    }
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    let mut open = arguments.open.clone();
    for part in &arguments.positional {
        let (all, why) = machine.iterate(part, site)?;
        open = open.or(why);
        if rows.len().saturating_mul(all.len()) > ITEMS {
            return at_run_time("a product that is too long to follow", site);
        }
        rows = rows
            .iter()
            .flat_map(|row| all.iter().map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat()))
            .collect();
    }
    let rows = rows.into_iter().map(|row| Value::list(ListKind::Tuple, row, site)).collect();
    Some(list(ListKind::List, rows, open, site))
}

/// A copy of a list or map, and of those in it to `depth`; anything else is itself.
fn copied(value: &Value, depth: u32, site: Span) -> Value {
    let inner = |v: &Value| if depth > 0 { copied(v, depth - 1, site) } else { v.clone() };
    match &value.data {
        Data::List(l) => {
            let all = l.items.borrow().iter().map(inner).collect();
            Value { origin: value.origin, ..list(l.kind, all, l.open.borrow().clone(), site) }
        }
        Data::Map(map) => {
            let entries = map.entries.borrow().values().map(|(k, v)| (k.clone(), inner(v))).collect();
            Value { origin: value.origin, ..map_of(entries, map.open.borrow().clone(), site) }
        }
        _ => value.clone(),
    }
}
