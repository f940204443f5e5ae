//! Where in a file the tools lie: a list, `{"tools": […]}`, a JSON-RPC reply, or this program's own manifest.

use super::{Fault, Findings, first, tool};
use crate::ir::{Fact, Server, Unresolved};
use crate::json::{Data, Json, Member, Object};
use crate::source::{SourceFile, Span};

const EXPECTED: &str = "a manifest is a list of tools, an object with `tools`, or a reply to tools/list";

/// Members of a tools/list result and of what wraps it.
const REPLY_KEYS: &[&str] = &["_meta", "id", "jsonrpc", "name", "nextCursor", "result", "serverInfo", "tools"];

/// Whether a file found in a folder is one: an entry must have what only a tool has, or the file must be a
/// reply to tools/list and nothing else. Lists of things with a name and a description are too common to be
/// judged unasked, and so are descriptions of other kinds that list tools beside much else.
pub(super) fn is_tool_list(root: &Json) -> bool {
    let tools = |object: &Object| object.get("tools").and_then(Json::as_list).is_some_and(has_tool);
    match &root.data {
        Data::List(items) => has_tool(items),
        Data::Object(object) => {
            tools(object)
                || is_bare_reply(object)
                || object.get("result").and_then(Json::as_object).is_some_and(tools)
                || own_servers(object).is_some_and(|servers| servers.iter().filter_map(Json::as_object).any(tools))
        }
        _ => false,
    }
}

fn has_tool(items: &[Json]) -> bool {
    items
        .iter()
        .filter_map(Json::as_object)
        .any(|entry| entry.get("name").is_some() && tool::SCHEMA_KEYS.iter().any(|key| entry.get(key).is_some()))
}

/// An object that holds tools with a name and a description, and nothing that a reply does not have.
fn is_bare_reply(object: &Object) -> bool {
    let inner = object.get("result").and_then(Json::as_object).unwrap_or(object);
    let only_reply = [object, inner].iter().all(|o| o.members.iter().all(|m| REPLY_KEYS.contains(&m.key.as_str())));
    let described = |entry: &Json| entry.get("name").is_some() && entry.get("description").is_some();
    let tools = inner.get("tools").and_then(Json::as_list).unwrap_or_default();
    only_reply && !tools.is_empty() && tools.iter().all(described)
}

/// The servers of this program's own manifest format.
fn own_servers(object: &Object) -> Option<&[Json]> {
    if object.get("tools").is_some() || object.get("result").is_some() {
        return None;
    }
    object.get("servers")?.as_list()
}

/// Servers with at least one tool.
///
/// # Errors
/// Where no tool list is.
pub(super) fn servers(root: &Json, file: &SourceFile, findings: &mut Findings) -> Result<Vec<Server>, Fault> {
    let mut servers = Vec::new();
    match &root.data {
        Data::List(items) => {
            let mut server = server(file, Span::file_start(file.id));
            add_tools(&mut server, items, false, file, findings);
            // A bare list is declared nowhere: what concerns it whole lies on its first tool.
            server.span = server.tools.first().map_or(server.span, |tool| tool.span);
            servers.push(server);
        }
        Data::Object(object) => match own_servers(object) {
            Some(entries) => {
                for (i, entry) in entries.iter().enumerate() {
                    match own_server(entry, file, findings) {
                        Some(server) => servers.push(server),
                        None => findings
                            .push(Fault::new(first(file, entry.span), format!("server {i} has no list `tools`"))),
                    }
                }
            }
            None => servers.push(wrapped(object, root, file, findings)?),
        },
        data => {
            let message = format!("no tool list: the file holds {}", kind(data));
            return Err(Fault::new(first(file, root.span), message).help(EXPECTED));
        }
    }
    servers.retain(|s| !s.tools.is_empty());
    Ok(servers)
}

fn server(file: &SourceFile, span: Span) -> Server {
    let id = if file.shown.is_empty() { "-".to_owned() } else { file.shown.clone() };
    Server {
        id,
        name: Fact::Absent,
        language: file.language,
        framework: "manifest",
        root: ".".to_owned(),
        span,
        files: Vec::new(),
        instructions: Fact::Absent,
        tools: Vec::new(),
        unresolved: Vec::new(),
        misuses: Vec::new(),
    }
}

/// An object with `tools`, or a reply with `result.tools`.
fn wrapped(object: &Object, root: &Json, file: &SourceFile, findings: &mut Findings) -> Result<Server, Fault> {
    if let Some(tools) = object.member("tools") {
        return with_tools(object, tools, file, findings);
    }
    if let Some(result) = object.member("result") {
        let inner = result.value.as_object().and_then(|inner| Some((inner, inner.member("tools")?)));
        let Some((inner, tools)) = inner else {
            let message = "no tool list: `result` has no `tools`";
            return Err(Fault::new(result.key.span(), message).help(EXPECTED));
        };
        return with_tools(inner, tools, file, findings);
    }
    if let (Some(error), Some(_)) = (object.member("error"), object.get("jsonrpc")) {
        let said = error.value.get("message").and_then(Json::as_str).unwrap_or("");
        let said: String = said.chars().take(80).collect();
        let colon = if said.is_empty() { "" } else { ": " };
        return Err(Fault::new(error.key.span(), format!("the server answered with an error{colon}{said}")));
    }
    Err(Fault::new(first(file, root.span), "no tool list: the object has no `tools`").help(EXPECTED))
}

fn with_tools(object: &Object, tools: &Member, file: &SourceFile, findings: &mut Findings) -> Result<Server, Fault> {
    let Some(items) = tools.value.as_list() else {
        let message = format!("`tools` is {}, not a list", kind(&tools.value.data));
        return Err(Fault::new(first(file, tools.value.span), message)
            .help("write the tools as a list, each with its `name` inside"));
    };
    let mut server = server(file, tools.key.span());
    server.name = match object.get("serverInfo").and_then(Json::as_object).map(|info| tool::text(info, "name")) {
        Some(name @ Fact::Known { .. }) => name,
        _ => tool::text(object, "name"),
    };
    server.instructions = tool::text(object, "instructions");
    add_tools(&mut server, items, false, file, findings);
    Ok(server)
}

fn own_server(entry: &Json, file: &SourceFile, findings: &mut Findings) -> Option<Server> {
    let object = entry.as_object()?;
    let tools = object.member("tools")?;
    let items = tools.value.as_list()?;
    let mut server = server(file, tools.key.span());
    server.name = tool::text(object, "name");
    server.instructions = tool::text(object, "instructions");
    if let Some(id) = object.get("id").and_then(Json::as_str) {
        server.id = id.to_owned();
    }
    if let Some(root) = object.get("root").and_then(Json::as_str) {
        server.root = root.to_owned();
    }
    server.unresolved =
        tool::unresolved(object).map(|(_, why, span)| Unresolved { why: why.to_owned(), span }).collect();
    add_tools(&mut server, items, true, file, findings);
    Some(server)
}

/// `own`: in this program's own format null says that a field is absent.
fn add_tools(server: &mut Server, items: &[Json], own: bool, file: &SourceFile, findings: &mut Findings) {
    for (i, entry) in items.iter().enumerate() {
        let Some(object) = entry.as_object() else {
            let message = format!("entry {i} of the tool list is {}, not a tool", kind(&entry.data));
            findings.push(Fault::new(entry.span, message).help("a tool is an object with a `name`"));
            continue;
        };
        let first = first(file, entry.span);
        if own {
            let members = object.members.iter().filter(|m| !m.value.is_null()).cloned().collect();
            let entry = Json::members(members, entry.span);
            server.tools.extend(entry.as_object().map(|object| tool::read(&entry, object, first)));
        } else {
            server.tools.push(tool::read(entry, object, first));
        }
    }
}

fn kind(data: &Data) -> &'static str {
    match data {
        Data::Null => "null",
        Data::Bool(_) => "a boolean",
        Data::Number(_) => "a number",
        Data::Text(_) => "text",
        Data::List(_) => "a list",
        Data::Object(_) => "an object",
        Data::Unknown(_) => "no JSON value",
    }
}
