//! Methods of text, lists, sets and maps.

use super::eval::{merge, reason};
use super::heap::{charge, charge_text};
use super::machine::Machine;
use super::value::{Arguments, Data, Key, List, Map, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::ListKind;
use crate::text::{Text, TextBuilder};
use std::rc::Rc;

impl Machine<'_> {
    /// `object.name(arguments)`.
    pub(super) fn call_method(&mut self, object: &Value, name: &str, arguments: Arguments, site: Span) -> Value {
        let result = match &object.data {
            Data::Text(text) => self.text_method(&text.clone(), name, &arguments, site),
            Data::List(list) => self.list_method(object, &list.clone(), name, &arguments, site),
            Data::Map(map) => self.map_method(&map.clone(), name, &arguments, site),
            Data::OneOf(values) => {
                let values: Vec<Value> = values.iter().filter(|v| !v.is_null()).cloned().collect();
                let all = values.iter().map(|v| self.call_method(v, name, arguments.clone(), site)).collect();
                return Value::one_of(all, site);
            }
            Data::Unknown(_) => return Value::new(Data::Unknown(reason(object, "the object")), site),
            _ => {
                let method = self.attribute(object, name, site);
                return self.call(&method, arguments, site);
            }
        };
        result.unwrap_or_else(|| {
            // A list or map that an unknown method touched may have changed.
            let why = Why { kind: WhyKind::Unsupported, text: format!("the method `{name}` is not followed") };
            match &object.data {
                Data::List(list) if !matches!(name, "index" | "count") => list.opened(why.clone()),
                Data::Map(map) => map.opened(why.clone()),
                _ => {}
            }
            Value::new(Data::Unknown(Rc::new(why)), site)
        })
    }

    fn text_method(&mut self, text: &Text, name: &str, arguments: &Arguments, site: Span) -> Option<Value> {
        let value = |t: Text| {
            charge_text(t.as_str().len());
            Some(Value::new(Data::Text(t), site))
        };
        let s = text.as_str();
        let first = arguments.positional.first();
        match name {
            "strip" | "lstrip" | "rstrip" | "trim" => {
                let chars = match first {
                    None => None,
                    Some(v) if v.is_null() => None,
                    Some(v) => Some(v.as_str()?.to_owned()),
                };
                let cut = |c: char| chars.as_ref().map_or(c.is_whitespace(), |set| set.contains(c));
                let from = if name == "rstrip" { 0 } else { s.len() - s.trim_start_matches(cut).len() };
                let to = if name == "lstrip" { s.len() } else { s.trim_end_matches(cut).len() };
                value(text.slice(from.min(to.max(from))..to.max(from)))
            }
            "lower" | "upper" | "title" | "capitalize" | "casefold" | "swapcase" | "toLowerCase" | "toUpperCase" => {
                let changed = match name {
                    "lower" | "casefold" | "toLowerCase" => s.to_lowercase(),
                    "upper" | "toUpperCase" => s.to_uppercase(),
                    "capitalize" => {
                        let mut chars = s.chars();
                        let head: String = chars.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
                        head + &chars.as_str().to_lowercase()
                    }
                    "title" => title(s),
                    _ => return None,
                };
                value(if changed == s { text.clone() } else { Text::new(changed, text.span()) })
            }
            "removeprefix" => {
                let cut = s.strip_prefix(first?.as_str()?).map_or(0, |rest| s.len() - rest.len());
                value(text.slice(cut..s.len()))
            }
            "removesuffix" => {
                let end = s.strip_suffix(first?.as_str()?).map_or(s.len(), str::len);
                value(text.slice(0..end))
            }
            "replace" => {
                let (from, to) = (first?.as_str()?.to_owned(), arguments.positional.get(1)?.as_text()?.clone());
                if from.is_empty() || arguments.positional.len() > 2 {
                    return None;
                }
                let mut out = TextBuilder::default();
                let mut at = 0;
                while let Some(found) = s[at..].find(&from) {
                    out.push_slice(text, at..at + found);
                    out.push_slice(&to, 0..to.as_str().len());
                    at += found + from.len();
                    if out.as_str().len() > super::budget::TEXT {
                        return Some(self.out_of_budget(site));
                    }
                }
                out.push_slice(text, at..s.len());
                value(out.finish(text.span()))
            }
            "split" | "rsplit" | "splitlines" => self.split(text, name, arguments, site),
            "partition" | "rpartition" => {
                let by = first?.as_str()?;
                let found = if name == "partition" { s.find(by) } else { s.rfind(by) };
                let parts = match (found, name) {
                    (Some(at), _) => vec![0..at, at..at + by.len(), at + by.len()..s.len()],
                    (None, "partition") => vec![0..s.len(), s.len()..s.len(), s.len()..s.len()],
                    _ => vec![0..0, 0..0, 0..s.len()],
                };
                let parts = parts.into_iter().map(|r| Value::new(Data::Text(text.slice(r)), site)).collect();
                Some(Value::list(ListKind::Tuple, parts, site))
            }
            "join" => {
                let (items, open) = self.iterate(first?, site)?;
                if let Some(why) = open {
                    return Some(Value::new(Data::Unknown(why), site));
                }
                let mut out = TextBuilder::default();
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push_slice(text, 0..s.len());
                    }
                    let Some(item) = item.as_text() else {
                        return Some(Value::new(Data::Unknown(reason(item, "a part of the text")), site));
                    };
                    out.push_slice(item, 0..item.as_str().len());
                    if out.as_str().len() > super::budget::TEXT {
                        return Some(self.out_of_budget(site));
                    }
                }
                value(out.finish(site))
            }
            "format" | "format_map" => self.format(text, arguments, site),
            "startswith" | "endswith" | "startsWith" | "endsWith" => {
                let start = name.starts_with("start");
                let affixes = match &first?.data {
                    Data::Text(t) => vec![t.clone()],
                    Data::List(l) => l.items.borrow().iter().map(|i| i.as_text().cloned()).collect::<Option<_>>()?,
                    _ => return None,
                };
                let has = |a: &Text| if start { s.starts_with(a.as_str()) } else { s.ends_with(a.as_str()) };
                Some(Value::bool(affixes.iter().any(has), site))
            }
            "isdigit" | "isnumeric" => Some(Value::bool(!s.is_empty() && s.chars().all(char::is_numeric), site)),
            "isalpha" => Some(Value::bool(!s.is_empty() && s.chars().all(char::is_alphabetic), site)),
            "isalnum" => Some(Value::bool(!s.is_empty() && s.chars().all(char::is_alphanumeric), site)),
            "isidentifier" => {
                let head = s.chars().next().is_some_and(|c| c == '_' || c.is_alphabetic());
                Some(Value::bool(head && s.chars().all(|c| c == '_' || c.is_alphanumeric()), site))
            }
            "isupper" => {
                Some(Value::bool(s.chars().any(char::is_uppercase) && !s.chars().any(char::is_lowercase), site))
            }
            "islower" => {
                Some(Value::bool(s.chars().any(char::is_lowercase) && !s.chars().any(char::is_uppercase), site))
            }
            "count" => Some(Value::new(Data::Int(s.matches(first?.as_str()?).count() as i64), site)),
            "find" | "index" if arguments.positional.len() == 1 => {
                let at = s.find(first?.as_str()?).map_or(-1, |b| s[..b].chars().count() as i64);
                Some(Value::new(Data::Int(at), site))
            }
            "encode" => Some(Value::unknown(WhyKind::Unsupported, "bytes are not followed", site)),
            _ => None,
        }
    }

    fn split(&mut self, text: &Text, name: &str, arguments: &Arguments, site: Span) -> Option<Value> {
        let s = text.as_str();
        let limit = match arguments.get(1, "maxsplit").map(|v| &v.data) {
            Some(Data::Int(n)) if *n >= 0 => *n as usize,
            Some(Data::Int(_)) | None => usize::MAX,
            _ => return None,
        };
        let by = arguments.get(0, "sep").filter(|v| !v.is_null());
        let mut ranges = Vec::new();
        match (name, by) {
            ("splitlines", _) => {
                let mut at = 0;
                for line in s.split_inclusive('\n') {
                    ranges.push(at..at + line.trim_end_matches(['\n', '\r']).len());
                    at += line.len();
                }
            }
            (_, None) if limit == usize::MAX => {
                for word in s.split_whitespace() {
                    let at = word.as_ptr() as usize - s.as_ptr() as usize;
                    ranges.push(at..at + word.len());
                }
            }
            ("split", Some(by)) => {
                let by = by.as_str().filter(|b| !b.is_empty())?;
                let mut at = 0;
                while ranges.len() < limit
                    && let Some(found) = s[at..].find(by)
                {
                    ranges.push(at..at + found);
                    at += found + by.len();
                }
                ranges.push(at..s.len());
            }
            ("rsplit", Some(by)) => {
                let by = by.as_str().filter(|b| !b.is_empty())?;
                let mut end = s.len();
                while ranges.len() < limit
                    && let Some(found) = s[..end].rfind(by)
                {
                    ranges.push(found + by.len()..end);
                    end = found;
                }
                ranges.push(0..end);
                ranges.reverse();
            }
            _ => return None,
        }
        if ranges.len() > super::budget::ITEMS {
            return Some(self.out_of_budget(site));
        }
        let items = ranges.into_iter().map(|r| Value::new(Data::Text(text.slice(r)), site)).collect();
        Some(Value::list(ListKind::List, items, site))
    }

    /// `"{} {name}".format(…)`: plain fields only; a format specification or a path is unknown.
    fn format(&mut self, text: &Text, arguments: &Arguments, site: Span) -> Option<Value> {
        let s = text.as_str();
        let mut out = TextBuilder::default();
        let (mut at, mut next) = (0, 0);
        while let Some(found) = s[at..].find(['{', '}']) {
            let brace = at + found;
            out.push_slice(text, at..brace);
            if s[brace..].starts_with("{{") || s[brace..].starts_with("}}") {
                out.push_slice(text, brace..brace + 1);
                at = brace + 2;
                continue;
            }
            let end = brace + s[brace..].find('}')?;
            let field = s.get(brace + 1..end)?;
            let value = if field.is_empty() {
                next += 1;
                arguments.positional.get(next - 1).cloned()
            } else if let Ok(i) = field.parse::<usize>() {
                arguments.positional.get(i).cloned()
            } else {
                arguments.named(field).cloned().or_else(|| self.map_get(arguments.positional.first()?, field))
            };
            match self.show_text(&value?, site) {
                Ok(part) => out.push_slice(&part, 0..part.as_str().len()),
                Err(why) => return Some(Value::new(Data::Unknown(why), site)),
            }
            at = end + 1;
        }
        out.push_slice(text, at..s.len());
        charge_text(out.as_str().len());
        Some(Value::new(Data::Text(out.finish(site)), site))
    }

    fn changed(&self, list: &List) {
        if self.under_condition() {
            list.opened(Why { kind: WhyKind::RunTime, text: "it is changed under a test that cannot be known".into() });
        }
    }

    fn list_method(
        &mut self,
        object: &Value,
        list: &Rc<List>,
        name: &str,
        arguments: &Arguments,
        site: Span,
    ) -> Option<Value> {
        let first = arguments.positional.first();
        let done = Some(Value::null(site));
        match name {
            "append" | "push" => {
                charge(arguments.positional.len());
                self.changed(list);
                if list.items.borrow().len() < super::budget::ITEMS {
                    list.items.borrow_mut().extend(arguments.positional.iter().cloned());
                }
                done
            }
            "add" => {
                self.changed(list);
                let value = first?.clone();
                let known = list.items.borrow().iter().any(|v| v.same(&value));
                if !known && list.items.borrow().len() < super::budget::ITEMS {
                    list.items.borrow_mut().push(value);
                }
                done
            }
            "extend" | "update" => {
                self.changed(list);
                for argument in &arguments.positional {
                    match self.iterate(argument, site) {
                        Some((items, open)) => {
                            let room = super::budget::ITEMS.saturating_sub(list.items.borrow().len());
                            list.items.borrow_mut().extend(items.into_iter().take(room));
                            if let Some(why) = open {
                                list.opened((*why).clone());
                            }
                        }
                        None => list.opened((*reason(argument, "what is added")).clone()),
                    }
                }
                done
            }
            "insert" => {
                self.changed(list);
                let (Data::Int(at), Some(value)) = (&first?.data, arguments.positional.get(1)) else { return None };
                let mut items = list.items.borrow_mut();
                let len = items.len() as i64;
                let at = if *at < 0 { (len + at).max(0) } else { (*at).min(len) };
                items.insert(at as usize, value.clone());
                done
            }
            "pop" => {
                self.changed(list);
                let mut items = list.items.borrow_mut();
                let at = match first.map(|v| &v.data) {
                    None => items.len().checked_sub(1)?,
                    Some(Data::Int(i)) => usize::try_from(if *i < 0 { items.len() as i64 + i } else { *i }).ok()?,
                    _ => return None,
                };
                (at < items.len() && list.open.borrow().is_none()).then(|| items.remove(at))
            }
            "remove" | "discard" => {
                self.changed(list);
                let value = first?.clone();
                let items = list.items.borrow().clone();
                let at = items.iter().position(|v| self.equal(v, &value) == Some(true));
                if let Some(at) = at {
                    list.items.borrow_mut().remove(at);
                }
                done
            }
            "clear" => {
                list.items.borrow_mut().clear();
                done
            }
            "reverse" => {
                list.items.borrow_mut().reverse();
                done
            }
            "copy" | "slice" if arguments.positional.is_empty() => {
                Some(self.new_list(list.kind, list.items.borrow().clone(), list.open.borrow().clone(), site))
            }
            "union" => {
                let mut result = object.clone();
                for argument in &arguments.positional {
                    let set = self.iterate(argument, site)?.0;
                    let set = Value::list(ListKind::Set, set, site);
                    result = self.binary(crate::syntax::BinaryOp::BitOr, result, set, site);
                }
                Some(result)
            }
            "index" => {
                let value = first?.clone();
                let items = list.items.borrow().clone();
                let at = items.iter().position(|v| self.equal(v, &value) == Some(true))?;
                Some(Value::new(Data::Int(at as i64), site))
            }
            "sort" => {
                if !arguments.named.is_empty() {
                    return None;
                }
                let mut items = list.items.borrow().clone();
                let keys: Option<Vec<String>> = items.iter().map(|v| v.as_str().map(str::to_owned)).collect();
                keys?;
                items.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                *list.items.borrow_mut() = items;
                done
            }
            _ => None,
        }
    }

    fn map_method(&mut self, map: &Rc<Map>, name: &str, arguments: &Arguments, site: Span) -> Option<Value> {
        let first = arguments.positional.first();
        let open = map.open.borrow().clone();
        match name {
            "get" | "pop" | "setdefault" => {
                let key = first?.clone();
                let found = key.key().and_then(|k| map.entries.borrow().get(&k).map(|(_, v)| v.clone()));
                let default = arguments.get(1, "default").cloned().unwrap_or_else(|| Value::null(site));
                if name == "pop"
                    && let Some(k) = key.key()
                {
                    map.entries.borrow_mut().shift_remove(&k);
                }
                match (found, open) {
                    (Some(value), _) => Some(value),
                    (None, Some(why)) => Some(Value::new(Data::Unknown(why), site)),
                    (None, None) if key.key().is_none() => {
                        Some(Value::unknown(WhyKind::RunTime, "an entry whose key cannot be known", site))
                    }
                    (None, None) => {
                        if name == "setdefault" {
                            map.set(key, default.clone());
                        }
                        Some(default)
                    }
                }
            }
            "keys" | "values" | "items" | "entries" => {
                self.note_walk(&Value::new(Data::Map(map.clone()), site), map.entries.borrow().len());
                let entries: Vec<(Value, Value)> = map.entries.borrow().values().cloned().collect();
                charge(entries.len());
                let items = entries.into_iter().map(|(k, v)| match name {
                    "keys" => k,
                    "values" => v,
                    _ => Value::list(ListKind::Tuple, vec![k, v], site),
                });
                Some(self.new_list(ListKind::List, items.collect(), open, site))
            }
            "update" => {
                if self.under_condition() {
                    let text = "it is changed under a test that cannot be known".into();
                    map.opened(Why { kind: WhyKind::RunTime, text });
                }
                for argument in &arguments.positional {
                    match &argument.data {
                        Data::List(_) => {
                            for pair in self.iterate(argument, site)?.0 {
                                let (pair, _) = self.iterate(&pair, site)?;
                                map.set(pair.first()?.clone(), pair.get(1)?.clone());
                            }
                        }
                        _ => merge(map, argument),
                    }
                }
                for named in &arguments.named {
                    map.set(Value::text(&named.name, named.span), named.value.clone());
                }
                if let Some(why) = &arguments.open {
                    map.opened((**why).clone());
                }
                Some(Value::null(site))
            }
            "copy" => {
                let copy = Map::default();
                merge(&copy, &Value::new(Data::Map(map.clone()), site));
                Some(Value::map(copy, site))
            }
            "clear" => {
                map.entries.borrow_mut().clear();
                Some(Value::null(site))
            }
            "has" | "__contains__" => match (map.entries.borrow().contains_key(&first?.key()?), open) {
                (true, _) => Some(Value::bool(true, site)),
                (false, None) => Some(Value::bool(false, site)),
                (false, Some(why)) => Some(Value::new(Data::Unknown(why), site)),
            },
            // A function kept in a JavaScript object or a namespace is called by its key.
            _ => {
                let value = map.entries.borrow().get(&Key::Text(name.into())).map(|(_, v)| v.clone())?;
                Some(self.call(&value, arguments.clone(), site))
            }
        }
    }
}

/// As `str.title`: the first letter of each run of letters.
fn title(s: &str) -> String {
    let mut out = String::with_capacity(s.len());
    let mut inside = false;
    for c in s.chars() {
        if inside {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
        inside = c.is_alphabetic();
    }
    out
}
