//! The proMCP package (`promcp`, 0.2.0 to 0.5.2): three decorators and a registry.
//!
//! `read_tool(…)` gives a decorator; applied, it checks, wraps the function, and puts an entry into a
//! registry. The tool list is what the registry's `to_list()` gives. A declaration that the package refuses
//! when it is imported still becomes a tool, so that a rule can say what is wrong with it.

pub mod contract;
mod input;
mod listed;
mod misuse;
mod response;

use super::convert::{self, Given, given};
use super::{programs, returns};
use crate::ir::{Fact, Handler, PromcpFacts, Reference, ReturnPath, Role, Server, Tool};
use crate::json::Json;
use crate::link::value::NamedValue;
use crate::link::{Arguments, Data, Framework, Machine, Outside, Registration, Term, Value};
use crate::source::{Language, Span};

pub struct Promcp;

const NAME: &str = "promcp";

/// What a declaration makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    Read,
    Do,
    CanDo,
}

impl Category {
    /// The category of a tool by its name.
    pub fn of(name: &str) -> Option<Category> {
        match name {
            "can_do" => Some(Category::CanDo),
            _ if name.starts_with("read_") => Some(Category::Read),
            _ => name.starts_with("do_").then_some(Category::Do),
        }
    }
}

/// Decorator, word of the registration, what it makes.
const DECORATORS: &[(&str, &str, Category)] = &[
    ("read_tool", "read", Category::Read),
    ("do_tool", "do", Category::Do),
    ("can_do_tool", "can_do", Category::CanDo),
];

/// The last word of a path of this package, if it is one.
fn word(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("promcp.")?;
    let rest = rest.strip_prefix("decorators.").or(rest.strip_prefix("registry.")).unwrap_or(rest);
    (!rest.contains('.')).then_some(rest)
}

fn is_registry(value: &Value) -> bool {
    let made = value.constructor().as_deref().and_then(word) == Some("Registry");
    made || value.path().as_deref().and_then(word) == Some("default_registry")
}

impl Outside for Promcp {
    fn name(&self) -> &'static str {
        NAME
    }

    fn language(&self) -> Language {
        Language::Python
    }

    fn owns(&self, path: &str) -> bool {
        path == NAME || path.starts_with("promcp.")
    }

    fn call(&self, machine: &mut Machine, callee: &Value, arguments: &Arguments, site: Span) -> Option<Value> {
        if let Some(path) = callee.path() {
            misuse::hear_bare(machine, &path, arguments, site);
        }
        let Data::Term(term) = &callee.data else { return None };
        match &**term {
            // A decorator is applied.
            Term::Call { callee: factory, arguments: declared, .. } => {
                let target = arguments.positional.first()?;
                let path = factory.path()?;
                let Some((_, kind, _)) = DECORATORS.iter().find(|(name, ..)| word(&path) == Some(name)) else {
                    return serving(factory).then(|| target.clone());
                };
                let registry = match given(declared, None, "registry") {
                    Given::Value(registry) => registry.clone(),
                    Given::Unknown(why) => Value::unknown(crate::link::WhyKind::RunTime, why, callee.origin),
                    Given::Absent => Value::outside("promcp.default_registry", callee.origin),
                };
                let _ = site;
                machine.register(NAME, kind, registry, target.clone(), declared.clone(), callee.origin);
                Some(target.clone())
            }
            Term::Attribute { object, name } if &**name == "register" && is_registry(object) => {
                let entry = arguments.positional.first()?;
                if entry.constructor().as_deref().and_then(word) == Some("ToolEntry") {
                    let target = entry.clone();
                    let fields = entry_fields(entry.constructor_arguments()?);
                    machine.register(NAME, "entry", object.clone(), target, fields, site);
                }
                Some(Value::null(site))
            }
            _ => None,
        }
    }

    fn dropped(&self, machine: &mut Machine, value: &Value, site: Span) {
        misuse::hear_dropped(machine, value, site);
    }
}

/// Decorators of the package's server classes (`ProMCPServer.register_read` …), which wrap another SDK's.
fn serving(factory: &Value) -> bool {
    let Data::Term(term) = &factory.data else { return false };
    matches!(&**term, Term::Attribute { object, .. } if object.constructor().is_some_and(|p| p.contains(".transport.")))
}

/// Fields of `ToolEntry` in their order.
const ENTRY: &[&str] = &[
    "name",
    "category",
    "fn",
    "description",
    "unit",
    "compensable",
    "side_effects",
    "compensation_hint_template",
    "input_schema",
];

/// The arguments of a `ToolEntry(…)`, all by name.
fn entry_fields(arguments: &Arguments) -> Arguments {
    let positional = ENTRY.iter().zip(&arguments.positional).map(|(name, value)| NamedValue {
        name: (*name).into(),
        value: value.clone(),
        span: value.origin,
    });
    let named = positional.chain(arguments.named.iter().cloned()).collect();
    Arguments { positional: Vec::new(), named, open: arguments.open.clone() }
}

/// Words of registrations of which nothing comes.
const INERT: &[&str] = &["bare", "dropped"];

impl Framework for Promcp {
    fn markers(&self) -> &'static [&'static str] {
        &["promcp", "TOOLS", "get_tools", "list_tools"]
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["read_tool", "do_tool", "can_do_tool", "Registry"]
    }

    fn servers(&self, machine: &mut Machine, registrations: &[Registration]) -> Vec<Server> {
        let mut servers = registries(machine, registrations);
        servers.extend(listed::servers(machine, registrations));
        let mut seen: Vec<String> = Vec::new();
        for server in &mut servers {
            let count = seen.iter().filter(|id| **id == server.id).count();
            seen.push(server.id.clone());
            if count > 0 {
                server.id = format!("{}:{}", server.id, count + 1);
            }
        }
        servers
    }
}

/// One registry (in one process, for the package's own default one) and what was put into it.
struct Shelf<'r> {
    registry: Value,
    id: String,
    span: Span,
    registrations: Vec<&'r Registration>,
}

fn registries(machine: &mut Machine, registrations: &[Registration]) -> Vec<Server> {
    let mut shelves: Vec<Shelf> = Vec::new();
    let mut shared: Vec<&Registration> = Vec::new();
    for registration in registrations {
        let registry = &registration.server;
        if registry.path().as_deref().and_then(word) == Some("default_registry") {
            shared.push(registration);
            continue;
        }
        let known = is_registry(registry);
        let found = shelves.iter_mut().find(|s| match known {
            true => s.registry.same(registry),
            // Registries that cannot be told apart.
            false => !is_registry(&s.registry),
        });
        match found {
            Some(shelf) => shelf.registrations.push(registration),
            None => {
                let (id, span) = match known {
                    true => (id_of(machine, registry), registry.origin),
                    false => (format!("{}#registry", machine.root()), registration.span),
                };
                shelves.push(Shelf { registry: registry.clone(), id, span, registrations: vec![registration] });
            }
        }
    }
    for program in programs::programs(machine, &shared) {
        let members: Vec<&Registration> = program.members.iter().map(|i| shared[*i]).collect();
        let Some(first) = members.first() else { continue };
        let id = format!("{}#default_registry", machine.shown_path(Span::file_start(program.entry)));
        shelves.push(Shelf { registry: first.server.clone(), id, span: first.span, registrations: members });
    }
    let old = response::is_old(machine);
    shelves.into_iter().map(|shelf| server(machine, shelf, old)).collect()
}

/// File and variable of a registry; where it is bound to no name of a module, what it calls itself.
fn id_of(machine: &Machine, registry: &Value) -> String {
    let path = machine.shown_path(registry.origin);
    let modules = machine.module_names();
    let own = modules.iter().filter(|m| m.path == path).chain(&modules);
    let variable = own.flat_map(|m| &m.names).find(|(_, value)| value.same(registry)).map(|(name, _)| name);
    let called = registry.constructor_arguments().and_then(|a| a.get(0, "name")).and_then(Value::as_str);
    format!("{path}#{}", variable.map(String::as_str).or(called).unwrap_or("registry"))
}

fn server(machine: &mut Machine, shelf: Shelf, old: bool) -> Server {
    let name = match shelf.registry.constructor_arguments() {
        Some(arguments) => convert::text(&given(arguments, Some(0), "name"), shelf.span),
        None => Fact::Absent,
    };
    let mut tools: Vec<Tool> = Vec::new();
    let mut misuses = Vec::new();
    for registration in shelf.registrations {
        misuse::check(machine, registration, &mut misuses);
        if INERT.contains(&registration.kind) {
            continue;
        }
        let tool = match registration.kind {
            "entry" => entry(machine, registration, old),
            _ => tool(machine, registration, old),
        };
        place(&mut tools, tool);
    }
    Server {
        id: shelf.id,
        name,
        language: Language::Python,
        framework: NAME,
        root: machine.root(),
        span: shelf.span,
        files: Vec::new(),
        instructions: Fact::Absent,
        tools,
        unresolved: Vec::new(),
        misuses,
    }
}

/// Puts a tool where the registry lists it: a name that is used again keeps its place, with the later
/// content. A second `can_do` is refused, not taken for the first.
fn place(tools: &mut Vec<Tool>, tool: Tool) {
    let earlier = match tool.known_name() {
        Some(name) if name != "can_do" => tools.iter().position(|t| !t.replaced && t.known_name() == Some(name)),
        Some(name) => tools.iter().position(|t| t.known_name() == Some(name) && t.span == tool.span),
        None => None,
    };
    match earlier {
        // One declaration that ran twice.
        Some(i) if tools[i].span == tool.span => tools[i] = tool,
        Some(i) if tool.conditional.is_none() && tools[i].conditional.is_none() => {
            tools[i].replaced = true;
            tools.insert(i + 1, tool);
        }
        _ => tools.push(tool),
    }
}

fn tool(machine: &mut Machine, registration: &Registration, old: bool) -> Tool {
    let category = DECORATORS.iter().find(|(_, kind, _)| *kind == registration.kind).map_or(Category::Read, |d| d.2);
    let function = &registration.target;
    let arguments = &registration.arguments;
    let handler = machine.definition(function).map(|d| Handler { name: d.name, span: d.name_span });
    let mut tool = super::tool_of(NAME, registration, handler);
    let at = tool.span;
    tool.name = match given(arguments, None, "name") {
        Given::Value(value) if category != Category::CanDo && value.as_str() != Some("") && !value.is_null() => {
            convert::text(&Given::Value(value), at)
        }
        Given::Unknown(why) if category != Category::CanDo => Fact::unknown(why, at),
        _ => convert::text(&Given::Value(&machine.function_name(function)), at),
    };
    tool.span = tool.name.span().unwrap_or(at);
    tool.description = convert::text(&given(arguments, Some(0), "description"), registration.span);
    tool.input = input::schema(machine, function, old, at);
    tool.response = Fact::known(response::schema(category, old, at), at);
    tool.promcp = PromcpFacts { completed: true, ..facts(arguments, at) };
    let paths = returns::paths(machine, function, registration.span);
    tool.contract = Fact::known(contract::schema(category, arguments, &paths, old, at), at);
    // The wrapper calls the function and takes what comes back, be it a coroutine.
    tool.unawaited = machine.definition(function).filter(|d| d.is_async && !d.is_generator).map(|d| d.name_span);
    if tool.unawaited.is_none() {
        tool.returns = dictionaries(returns::facts(&paths));
    }
    tool.unread = returns::unread(machine, function, registration.span);
    name_tools(&mut tool);
    tool
}

/// The wrapper takes dictionaries; anything else it takes for an empty one.
fn dictionaries(mut paths: Vec<ReturnPath>) -> Vec<ReturnPath> {
    for path in &mut paths {
        if path.value.value().is_some_and(|json| json.as_object().is_none()) {
            path.value = Fact::Absent;
        }
    }
    paths
}

fn name_tools(tool: &mut Tool) {
    if let Some(template) = tool.promcp.compensation_hint_template.value() {
        tool.references.push(Reference { role: Role::Compensation, text: template.clone() });
    }
    returns::refer(tool);
}

/// A tool that was put into a registry by hand.
fn entry(machine: &mut Machine, registration: &Registration, old: bool) -> Tool {
    let arguments = &registration.arguments;
    let function = arguments.named("fn");
    let handler = function.and_then(|f| machine.definition(f)).map(|d| Handler { name: d.name, span: d.name_span });
    let mut tool = super::tool_of(NAME, registration, handler);
    let at = registration.span;
    tool.name = convert::text(&given(arguments, None, "name"), at);
    tool.span = tool.name.span().unwrap_or(at);
    tool.description = convert::text(&given(arguments, None, "description"), at);
    tool.input = match given(arguments, None, "input_schema") {
        Given::Absent => Fact::known(Json::object([], at), at),
        input => convert::json_fact(&input, at),
    };
    tool.promcp = facts(arguments, at);
    let category = match arguments.named("category").and_then(Value::as_str) {
        Some("read") => Some(Category::Read),
        Some("do") => Some(Category::Do),
        Some("can_do") => Some(Category::CanDo),
        _ => None,
    };
    if let Some(category) = category {
        let response = response::schema(category, old, at);
        tool.response = Fact::known(response.clone(), at);
        // Nothing completes what this function returns.
        let paths = function.map(|f| returns::paths(machine, f, at)).unwrap_or_default();
        let seen = contract::of_paths(category, &paths, at);
        tool.contract = Fact::known(seen.unwrap_or(response), at);
        tool.returns = returns::facts(&paths);
    }
    name_tools(&mut tool);
    tool
}

fn facts(arguments: &Arguments, at: Span) -> PromcpFacts {
    PromcpFacts {
        completed: false,
        compensable: convert::flag(&given(arguments, None, "compensable"), at),
        side_effects: convert::json_fact(&given(arguments, None, "side_effects"), at),
        compensation_hint_template: convert::text(&given(arguments, None, "compensation_hint_template"), at),
    }
}
