//! What the evaluator computes.
//!
//! A value is known, or a *residual term* over names outside the project (a Python type, a zod chain, an
//! SDK's server object), or one of a few alternatives, or unknown with a reason. Lists, maps, instances and
//! functions are shared references, as they are in the languages. Every value knows where it came from.
//! [`crate::ir::Fact`]s are made of values by the frameworks and nowhere else. See `docs/values.md`.

use super::heap::share;
use crate::source::Span;
use crate::syntax::{BinaryOp, ClassId, FunctionId, ListKind, Name, ParamKind, UnaryOp};
use crate::text::Text;
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Index of a module in the project that is linked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ModuleId(pub u32);

#[derive(Clone, Debug)]
pub struct Value {
    pub data: Data,
    /// Where it is written: the literal, the definition, the call that made it.
    pub origin: Span,
}

#[derive(Clone, Debug)]
pub enum Data {
    Unknown(Rc<Why>),
    Null,
    Undefined,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Text),
    /// Bytes, or a number too large, as written.
    Raw(Name),
    List(Rc<List>),
    Map(Rc<Map>),
    Function(Rc<Function>),
    /// A function with its first argument: `obj.method`, a class method.
    Method(Rc<Method>),
    Class(Rc<Class>),
    Instance(Rc<Instance>),
    Module(ModuleId),
    Term(Rc<Term>),
    /// Alternatives of equal standing, in path order; never nested, two to four.
    OneOf(Rc<[Value]>),
}

/// Why something cannot be known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    pub kind: WhyKind,
    /// For people: `value of the environment variable PORT`.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyKind {
    /// A name that nothing visible binds; a run would fail here.
    Unbound,
    /// The argument of a function that nothing visible calls.
    Argument,
    /// A construct or call that is not modelled.
    Unsupported,
    /// Depends on the run (environment, files, network, time).
    RunTime,
    /// A budget ran out.
    Budget,
    /// Several values are possible.
    Several,
}

#[derive(Debug)]
pub struct List {
    pub kind: ListKind,
    pub items: RefCell<Vec<Value>>,
    /// Why more items may be in it than are seen.
    pub open: RefCell<Option<Rc<Why>>>,
}

#[derive(Debug, Default)]
pub struct Map {
    /// In insertion order: the key's value, and the value.
    pub entries: RefCell<IndexMap<Key, (Value, Value)>>,
    /// Why more entries may be in it than are seen.
    pub open: RefCell<Option<Rc<Why>>>,
}

/// What makes two map keys the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Text(Name),
    Tuple(Vec<Key>),
    /// Objects by identity: the address of what is shared.
    Identity(usize),
    /// A residual term by what it is written as.
    Term(String),
}

/// Names of one scope. Shared, since closures see later assignments.
#[derive(Debug, Default)]
pub struct Scope {
    pub names: RefCell<IndexMap<Name, Value>>,
    pub parent: Option<Rc<Scope>>,
    /// Class bodies are not seen from the functions in them.
    pub is_class: bool,
    /// Names that `global` or `nonlocal` bind further out.
    pub outer: RefCell<Vec<(Name, bool)>>,
}

/// A function of the project, as a closure.
#[derive(Debug)]
pub struct Function {
    pub module: ModuleId,
    pub id: FunctionId,
    pub scope: Rc<Scope>,
    /// Evaluated at definition, by parameter; `None`: no default.
    pub defaults: Vec<Option<Value>>,
    /// The class in whose body it is defined.
    pub owner: RefCell<Option<Rc<Class>>>,
    /// What was set on it: `__name__`, `__doc__`, `__wrapped__`, `__signature__`, anything else.
    pub attributes: RefCell<IndexMap<Name, Value>>,
    /// How often it is running now.
    pub active: Cell<u32>,
    /// It was called from somewhere that was evaluated.
    pub called: Cell<bool>,
}

#[derive(Debug)]
pub struct Method {
    pub receiver: Value,
    pub function: Value,
}

/// A class of the project.
#[derive(Debug)]
pub struct Class {
    pub module: ModuleId,
    pub id: ClassId,
    pub name: Name,
    /// Project classes and terms, in written order.
    pub bases: Vec<Value>,
    /// Keywords of the class statement (`total=False`, `metaclass=M`).
    pub keywords: Vec<(Name, Value)>,
    /// What its body bound, in order.
    pub members: RefCell<IndexMap<Name, Value>>,
    /// Fields that are annotated in the body, in order: name, annotation, where.
    pub fields: RefCell<Vec<Field>>,
    pub called: Cell<bool>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub annotation: Value,
    pub default: Option<Value>,
    pub span: Span,
    pub doc: Option<Text>,
}

#[derive(Debug)]
pub struct Instance {
    pub class: Rc<Class>,
    pub attributes: RefCell<IndexMap<Name, Value>>,
    /// The arguments of the call that made it, for those of its bases that lie outside.
    pub arguments: Arguments,
}

/// Something outside the project, or computed of it.
#[derive(Debug)]
pub enum Term {
    /// Full dotted path of an outside name: `protomcp.tool`, `builtins.list`, `typing.Optional`.
    Name(Name),
    Attribute {
        object: Value,
        name: Name,
    },
    Index {
        object: Value,
        index: Value,
    },
    /// Identity is that of the `Rc` that holds it: two calls give two objects.
    Call {
        callee: Value,
        arguments: Arguments,
        attributes: RefCell<IndexMap<Name, Value>>,
    },
    Binary {
        op: BinaryOp,
        left: Value,
        right: Value,
    },
    Unary {
        op: UnaryOp,
        operand: Value,
    },
}

/// Arguments of a call, stars already spread.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    pub positional: Vec<Value>,
    pub named: Vec<NamedValue>,
    /// Why there may be more arguments than are seen.
    pub open: Option<Rc<Why>>,
}

#[derive(Clone, Debug)]
pub struct NamedValue {
    pub name: Name,
    pub value: Value,
    /// The keyword where it is written, else the value.
    pub span: Span,
}

/// One parameter as a caller sees it.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub kind: ParamKind,
    /// Evaluated where the function is defined.
    pub annotation: Option<Value>,
    /// The program itself sees the annotation as text: quoted as a whole, or under deferred annotations.
    pub deferred: bool,
    pub default: Option<Value>,
    /// The whole parameter in its definition.
    pub span: Span,
    pub name_span: Span,
    pub annotation_span: Option<Span>,
}

/// Levels of project classes above a class that are searched.
pub const LEVELS: usize = 32;

/// Steps that are taken down a term to its root; what programs write stays far below.
const STEPS: usize = 200;

impl Value {
    pub fn new(data: Data, origin: Span) -> Self {
        Value { data, origin }
    }

    pub fn unknown(kind: WhyKind, text: impl Into<String>, origin: Span) -> Self {
        Value::new(Data::Unknown(Rc::new(Why { kind, text: text.into() })), origin)
    }

    pub fn text(text: &str, origin: Span) -> Self {
        Value::new(Data::Text(Text::new(text, origin)), origin)
    }

    pub fn bool(value: bool, origin: Span) -> Self {
        Value::new(Data::Bool(value), origin)
    }

    pub fn null(origin: Span) -> Self {
        Value::new(Data::Null, origin)
    }

    /// The outside name with this full dotted path.
    pub fn outside(path: &str, origin: Span) -> Self {
        Value::new(Data::Term(share(Term::Name(path.into()))), origin)
    }

    pub fn term(term: Term, origin: Span) -> Self {
        Value::new(Data::Term(share(term)), origin)
    }

    /// An instance of a project class.
    pub fn instance(instance: Instance, origin: Span) -> Self {
        Value::new(Data::Instance(share(instance)), origin)
    }

    /// A list, closed or open.
    pub fn shared_list(list: List, origin: Span) -> Self {
        Value::new(Data::List(share(list)), origin)
    }

    /// The call of an outside thing, as a new object.
    pub fn call_term(callee: Value, arguments: Arguments, origin: Span) -> Self {
        Value::term(Term::Call { callee, arguments, attributes: RefCell::default() }, origin)
    }

    pub fn list(kind: ListKind, items: Vec<Value>, origin: Span) -> Self {
        let list = List { kind, items: RefCell::new(items), open: RefCell::new(None) };
        Value::new(Data::List(share(list)), origin)
    }

    pub fn map(map: Map, origin: Span) -> Self {
        Value::new(Data::Map(share(map)), origin)
    }

    /// Any of these, flattened; more than four are unknown.
    pub fn one_of(values: Vec<Value>, origin: Span) -> Self {
        let mut flat: Vec<Value> = Vec::new();
        for value in values {
            let parts: Vec<Value> = match &value.data {
                Data::OneOf(parts) => parts.to_vec(),
                _ => vec![value],
            };
            for part in parts {
                if !flat.iter().any(|seen| seen.same(&part)) {
                    flat.push(part);
                }
            }
        }
        match flat.len() {
            0 => Value::unknown(WhyKind::Several, "no value", origin),
            1 => flat.remove(0),
            2..=4 => Value::new(Data::OneOf(flat.into()), origin),
            n => Value::unknown(WhyKind::Several, format!("one of {n} values"), origin),
        }
    }

    /// The same scalar, or the same shared object.
    pub fn same(&self, other: &Value) -> bool {
        match (&self.data, &other.data) {
            (Data::Term(a), Data::Term(b)) => {
                Rc::ptr_eq(a, b) || (self.path().is_some() && self.path() == other.path())
            }
            (Data::List(a), Data::List(b)) if Rc::ptr_eq(a, b) => true,
            (Data::Float(a), Data::Float(b)) => a == b,
            (Data::Unknown(a), Data::Unknown(b)) => a == b,
            (Data::Undefined, Data::Undefined) => true,
            _ => match (self.key(), other.key()) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
        }
    }

    /// What this value is as a map key; `None` for what cannot be one, or is not known.
    pub fn key(&self) -> Option<Key> {
        self.key_within(4)
    }

    /// Tuples nested deeper than `levels` are no key.
    fn key_within(&self, levels: usize) -> Option<Key> {
        Some(match &self.data {
            Data::Null => Key::Null,
            Data::Bool(b) => Key::Bool(*b),
            Data::Int(i) => Key::Int(*i),
            Data::Text(t) => Key::Text(t.shared()),
            Data::List(list) if list.kind == ListKind::Tuple => {
                let levels = levels.checked_sub(1)?;
                Key::Tuple(list.items.borrow().iter().map(|v| v.key_within(levels)).collect::<Option<_>>()?)
            }
            Data::List(list) => Key::Identity(Rc::as_ptr(list) as usize),
            Data::Map(map) => Key::Identity(Rc::as_ptr(map) as usize),
            Data::Function(f) => Key::Identity(Rc::as_ptr(f) as usize),
            Data::Method(m) => Key::Identity(Rc::as_ptr(m) as usize),
            Data::Class(c) => Key::Identity(Rc::as_ptr(c) as usize),
            Data::Instance(i) => Key::Identity(Rc::as_ptr(i) as usize),
            Data::Module(m) => Key::Identity(m.0 as usize),
            Data::Term(t) => match self.path() {
                Some(path) => Key::Term(path),
                None => Key::Identity(Rc::as_ptr(t) as *const u8 as usize),
            },
            _ => return None,
        })
    }

    /// Dotted path of an outside name, attributes included: `typing.Optional`, `protomcp.tool`.
    pub fn path(&self) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        let mut value = self;
        loop {
            let Data::Term(term) = &value.data else { return None };
            match &**term {
                Term::Name(path) if names.is_empty() => return Some(path.to_string()),
                Term::Name(path) => {
                    names.push(path);
                    names.reverse();
                    return Some(names.join("."));
                }
                Term::Attribute { object, name } if names.len() < STEPS => {
                    names.push(name);
                    value = object;
                }
                _ => return None,
            }
        }
    }

    /// The outside name at the bottom of a term: `promcp.read_tool` of `promcp.read_tool("…")`; for an
    /// instance or class of the project the first outside base.
    pub fn root_path(&self) -> Option<String> {
        let mut value = self;
        // What a chain of attributes is called is asked once, at its end.
        let mut chain = false;
        for _ in 0..STEPS {
            let inside = std::mem::replace(&mut chain, false);
            value = match &value.data {
                Data::Term(term) => match &**term {
                    Term::Name(path) => return Some(path.to_string()),
                    Term::Attribute { object, .. } => {
                        if !inside && let Some(path) = value.path() {
                            return Some(path);
                        }
                        chain = true;
                        object
                    }
                    Term::Index { object, .. } => object,
                    Term::Call { callee, .. } => callee,
                    Term::Binary { left, right, .. } => match left.data {
                        Data::Term(_) | Data::Class(_) | Data::Instance(_) => left,
                        _ => right,
                    },
                    Term::Unary { operand, .. } => operand,
                },
                Data::Instance(i) => return i.class.outside_base(),
                Data::Class(c) => return c.outside_base(),
                _ => return None,
            };
        }
        None
    }

    /// What it was constructed of, where it is an object that an outside call made, or an instance of a
    /// project class with an outside base: `promcp.registry.Registry`.
    pub fn constructor(&self) -> Option<String> {
        match &self.data {
            Data::Term(term) => match &**term {
                Term::Call { callee, .. } => callee.path().or_else(|| match &callee.data {
                    Data::Class(c) => c.outside_base(),
                    _ => None,
                }),
                _ => None,
            },
            Data::Instance(i) => i.class.outside_base(),
            _ => None,
        }
    }

    /// Arguments of the call that constructed it.
    pub fn constructor_arguments(&self) -> Option<&Arguments> {
        match &self.data {
            Data::Term(term) => match &**term {
                Term::Call { arguments, .. } => Some(arguments),
                _ => None,
            },
            Data::Instance(i) => Some(&i.arguments),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&Text> {
        match &self.data {
            Data::Text(t) => Some(t),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(Text::as_str)
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self.data {
            Data::Bool(b) => Some(b),
            _ => None,
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self.data, Data::Null | Data::Undefined)
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self.data, Data::Unknown(_))
    }

    /// Why it is not a single known thing: for `Unknown` its reason, for `OneOf` its alternatives.
    pub fn why(&self) -> Option<String> {
        match &self.data {
            Data::Unknown(why) => Some(why.text.clone()),
            Data::OneOf(values) => {
                let shown: Vec<String> = values.iter().map(|v| v.brief()).collect();
                Some(format!("one of {}", shown.join(", ")))
            }
            _ => None,
        }
    }

    /// A few words for a reason or a dump.
    pub fn brief(&self) -> String {
        match &self.data {
            Data::Unknown(why) => format!("unknown ({})", why.text),
            Data::Null => "null".into(),
            Data::Undefined => "undefined".into(),
            Data::Bool(b) => b.to_string(),
            Data::Int(i) => i.to_string(),
            Data::Float(f) => f.to_string(),
            Data::Text(t) => format!("{:?}", t.as_str().chars().take(40).collect::<String>()),
            Data::Raw(r) => r.to_string(),
            Data::List(l) => format!("a list of {}", l.items.borrow().len()),
            Data::Map(m) => format!("a map of {}", m.entries.borrow().len()),
            Data::Function(_) => "a function".into(),
            Data::Method(_) => "a method".into(),
            Data::Class(c) => format!("class {}", c.name),
            Data::Instance(i) => format!("an instance of {}", i.class.name),
            Data::Module(_) => "a module".into(),
            Data::Term(_) => {
                self.path().or_else(|| self.root_path().map(|p| format!("{p}(…)"))).unwrap_or("a term".into())
            }
            Data::OneOf(_) => self.why().unwrap_or_default(),
        }
    }
}

impl Class {
    /// The first base outside the project, searched depth first through project bases.
    pub fn outside_base(&self) -> Option<String> {
        self.find_base(LEVELS, &|base| base.path().or_else(|| base.root_path()))
    }

    /// Whether any base, at any depth, is this outside path.
    pub fn has_base(&self, path: &str) -> bool {
        self.find_base(LEVELS, &|base| (base.path().as_deref() == Some(path)).then_some(())).is_some()
    }

    /// The first base outside the project for which `test` gives something, depth first.
    pub fn find_base<T>(&self, levels: usize, test: &dyn Fn(&Value) -> Option<T>) -> Option<T> {
        let levels = levels.checked_sub(1)?;
        self.bases.iter().find_map(|base| match &base.data {
            Data::Class(c) => c.find_base(levels, test),
            Data::Term(_) => test(base),
            _ => None,
        })
    }
}

impl Arguments {
    /// The argument that fills a parameter: by name, else by position.
    pub fn get(&self, position: usize, name: &str) -> Option<&Value> {
        self.named(name).or_else(|| self.positional.get(position))
    }

    pub fn named(&self, name: &str) -> Option<&Value> {
        self.named.iter().find(|n| &*n.name == name).map(|n| &n.value)
    }

    pub fn single(value: Value) -> Self {
        Arguments { positional: vec![value], ..Arguments::default() }
    }
}

impl Map {
    pub fn get(&self, key: &str) -> Option<Value> {
        self.entries.borrow().get(&Key::Text(key.into())).map(|(_, v)| v.clone())
    }

    pub fn set(&self, key: Value, value: Value) {
        match key.key() {
            Some(k) => {
                self.entries.borrow_mut().insert(k, (key, value));
            }
            None => self.opened(Why { kind: WhyKind::RunTime, text: "a key that is not known is set".into() }),
        }
    }

    /// Marks that more may be in it.
    pub fn opened(&self, why: Why) {
        self.open.borrow_mut().get_or_insert_with(|| Rc::new(why));
    }
}

impl List {
    pub fn opened(&self, why: Why) {
        self.open.borrow_mut().get_or_insert_with(|| Rc::new(why));
    }
}
