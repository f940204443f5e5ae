//! Tool lists that a module offers by name: `TOOLS`, or a function that returns a list. The package's own
//! loader takes them, in this order, from a module without a filled registry.

use super::NAME;
use crate::frameworks::convert;
use crate::frameworks::programs::running_file;
use crate::ir::{Fact, Server, Tool};
use crate::json::{Data as JsonData, Json, Lookup, Object};
use crate::link::{Arguments, Data, Machine, ModuleNames, Registration, Value};
use crate::manifest;
use crate::source::{FileId, Language, Span};
use crate::syntax::{ListKind, ParamKind};
use crate::text::Text;
use std::collections::BTreeSet;

const VARIABLE: &str = "TOOLS";
const FUNCTIONS: &[&str] = &["get_tools", "tools", "list_tools"];
/// Keys that a dictionary has where it is a tool, and hardly elsewhere.
const KEYS: &[&str] = &["inputSchema", "outputSchema", "responseSchema", "response_schema"];

pub fn servers(machine: &mut Machine, registrations: &[Registration]) -> Vec<Server> {
    let files = machine.files();
    let loads: Vec<(FileId, Vec<FileId>)> = files.iter().map(|(id, _)| (*id, machine.loads(*id))).collect();
    let imported: BTreeSet<FileId> =
        loads.iter().flat_map(|(id, all)| all.iter().filter(move |f| *f != id)).copied().collect();
    let filled: BTreeSet<FileId> = registrations.iter().map(running_file).collect();
    let mut out = Vec::new();
    for ModuleNames { path: shown, names, .. } in machine.module_names() {
        let Some((_, loaded)) = files.iter().zip(&loads).find(|((_, s), _)| *s == shown).map(|(_, l)| l) else {
            continue;
        };
        let own = files.iter().find(|(_, s)| *s == shown).is_some_and(|(id, _)| !imported.contains(id));
        if own && !loaded.iter().any(|f| filled.contains(f)) {
            out.extend(served(machine, &shown, &names));
        }
    }
    out
}

/// The first list that a module offers.
fn served(machine: &mut Machine, shown: &str, names: &[(String, Value)]) -> Option<Server> {
    let bound = |name: &str| names.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    if let Some(value) = bound(VARIABLE)
        && is_list(&value)
    {
        return server(machine, shown, VARIABLE, &value, value.origin);
    }
    FUNCTIONS.iter().find_map(|name| {
        let function = bound(name)?;
        let definition = machine.definition(&function)?;
        let parameters = machine.signature(&function).ok()?;
        let needs = |p: &crate::link::Parameter| {
            p.default.is_none() && !matches!(p.kind, ParamKind::Rest | ParamKind::KeywordRest)
        };
        if definition.is_async || definition.is_generator || parameters.iter().any(needs) {
            return None;
        }
        let value = machine.call(&function, Arguments::default(), definition.name_span);
        server(machine, shown, name, &value, definition.name_span)
    })
}

fn is_list(value: &Value) -> bool {
    matches!(&value.data, Data::List(list) if matches!(list.kind, ListKind::List | ListKind::Tuple))
}

fn server(machine: &Machine, shown: &str, name: &str, value: &Value, span: Span) -> Option<Server> {
    let Data::List(list) = &value.data else { return None };
    if !is_list(value) {
        return None;
    }
    let entries: Vec<Json> = list.items.borrow().iter().map(convert::json).collect();
    if !entries.iter().any(is_tool) {
        return None;
    }
    let open = list.open.borrow().clone();
    Some(Server {
        id: format!("{shown}#{name}"),
        name: Fact::Absent,
        language: Language::Python,
        framework: NAME,
        root: machine.root(),
        span,
        files: Vec::new(),
        instructions: Fact::Absent,
        tools: entries.iter().filter_map(tool).collect(),
        unresolved: open.map(|why| crate::ir::Unresolved { why: why.text.clone(), span }).into_iter().collect(),
    })
}

fn is_tool(entry: &Json) -> bool {
    let Some(object) = entry.as_object() else { return false };
    let Some(name) = object.get("name") else { return false };
    let triad = name.as_str().is_some_and(|n| n == "can_do" || n.starts_with("read_") || n.starts_with("do_"));
    triad || KEYS.iter().any(|key| object.get(key).is_some())
}

/// An entry as a manifest's; what is unknown in it is not missing.
fn tool(entry: &Json) -> Option<Tool> {
    let object = entry.as_object()?;
    let mut tool = Tool { framework: NAME, ..manifest::entry(entry)? };
    mend_text(&mut tool.name, object, "name", entry.span);
    mend_text(&mut tool.title, object, "title", entry.span);
    mend_text(&mut tool.description, object, "description", entry.span);
    mend(&mut tool.input, object, "inputSchema", entry.span);
    mend(&mut tool.output, object, "outputSchema", entry.span);
    mend(&mut tool.response, object, "responseSchema", entry.span);
    mend(&mut tool.contract, object, "responseSchema", entry.span);
    if tool.annotations.given.is_absent()
        && let Lookup::Unknown(why) = object.lookup("annotations")
    {
        tool.annotations = crate::ir::Annotations::from_json(&Json::unknown(why, entry.span));
    }
    Some(tool)
}

/// The reason and place of a field that is there but unknown, or may be there.
fn unseen(object: &Object, key: &str, at: Span) -> Option<(String, Span)> {
    match object.lookup(key) {
        Lookup::Found(member) => match &member.value.data {
            JsonData::Unknown(why) => Some((why.clone(), member.value.span)),
            _ => None,
        },
        Lookup::Unknown(why) => Some((why.to_owned(), at)),
        Lookup::Absent => None,
    }
}

fn mend(fact: &mut Fact<Json>, object: &Object, key: &str, at: Span) {
    if fact.is_absent()
        && let Some((why, span)) = unseen(object, key, at)
    {
        *fact = Fact::unknown(why, span);
    }
}

fn mend_text(fact: &mut Fact<Text>, object: &Object, key: &str, at: Span) {
    if fact.is_absent()
        && let Some((why, span)) = unseen(object, key, at)
    {
        *fact = Fact::unknown(why, span);
    }
}
