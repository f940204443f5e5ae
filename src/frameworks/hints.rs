//! Python annotations, as `typing` sees them at run time.

use super::convert::reason;
use crate::library::python::is_standard;
use crate::link::{Class, Data, Term, Value, WhyKind};
use crate::syntax::BinaryOp;
use std::rc::Rc;

/// Nesting beyond which an annotation is not followed.
const DEPTH: u32 = 32;

/// What an annotation says.
#[derive(Clone, Debug)]
pub enum Hint {
    /// A class outside the project by its path: `builtins.str`, `datetime.datetime`.
    Named(String),
    /// A class of the project.
    Project(Rc<Class>),
    /// `list[str]`; `typing.List` is one of `builtins.list`, without arguments where it stands bare.
    Generic {
        origin: String,
        args: Vec<Hint>,
    },
    /// Two members or more, flat, each once. `bar`: written with `|`.
    Union {
        members: Vec<Hint>,
        bar: bool,
    },
    None,
    Literal(Vec<Value>),
    /// Something that is no class: a new type, a type variable, a plain value.
    Other,
    /// A name that a run would not find.
    Unbound(String),
    Unknown(String),
}

impl Hint {
    pub fn of(annotation: &Value) -> Hint {
        read(annotation, 0)
    }

    /// Whether None is one of its members.
    pub fn is_optional(&self) -> bool {
        matches!(self, Hint::Union { members, .. } if members.iter().any(|m| matches!(m, Hint::None)))
    }

    /// Whether any part is a name that a run would not find.
    pub fn is_unbound(&self) -> bool {
        match self {
            Hint::Unbound(_) => true,
            Hint::Generic { args, .. } => args.iter().any(Hint::is_unbound),
            Hint::Union { members, .. } => members.iter().any(Hint::is_unbound),
            _ => false,
        }
    }

    /// The last word of the class's name.
    pub fn class_name(&self) -> Option<&str> {
        match self {
            Hint::Named(path) | Hint::Generic { origin: path, .. } => path.rsplit('.').next(),
            Hint::Project(class) => Some(&class.name),
            _ => None,
        }
    }

    /// Why it cannot be known what class this is. A name of a package that is not read may be an alias of
    /// any type; those that start with `own` are known to be classes.
    pub fn foreign(&self, own: &str) -> Option<String> {
        match self {
            Hint::Named(path) | Hint::Generic { origin: path, .. } if !is_standard(path) && !path.starts_with(own) => {
                Some(format!("the type `{path}` is defined outside the project"))
            }
            Hint::Unknown(why) | Hint::Unbound(why) => Some(why.clone()),
            _ => None,
        }
    }

    fn same(&self, other: &Hint) -> bool {
        match (self, other) {
            (Hint::Named(a), Hint::Named(b)) => a == b,
            (Hint::Project(a), Hint::Project(b)) => Rc::ptr_eq(a, b),
            (Hint::None, Hint::None) => true,
            (Hint::Generic { origin: a, args: x }, Hint::Generic { origin: b, args: y }) => {
                a == b && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.same(y))
            }
            _ => false,
        }
    }
}

fn read(annotation: &Value, depth: u32) -> Hint {
    if depth > DEPTH {
        return Hint::Unknown("a type that is nested too deep".to_owned());
    }
    match &annotation.data {
        Data::Unknown(why) if why.kind == WhyKind::Unbound => Hint::Unbound(why.text.clone()),
        Data::Unknown(_) | Data::OneOf(_) => Hint::Unknown(reason(annotation)),
        Data::Null => Hint::None,
        Data::Class(class) => Hint::Project(class.clone()),
        Data::Text(_) => Hint::Unknown("a type that is computed as text".to_owned()),
        Data::Term(term) => match &**term {
            Term::Index { object, index } => subscript(object, index, depth),
            Term::Binary { op: BinaryOp::BitOr, left, right } => {
                union(vec![read(left, depth + 1), read(right, depth + 1)], true)
            }
            Term::Name(_) | Term::Attribute { .. } => match annotation.path() {
                Some(path) => named(&path),
                None => Hint::Unknown(reason(annotation)),
            },
            // `NewType`, `TypeVar` and their kind make no class.
            Term::Call { callee, .. } => match callee.path() {
                Some(path) if path == "builtins.type" || !is_standard(&path) => Hint::Unknown(reason(annotation)),
                Some(_) => Hint::Other,
                None => Hint::Unknown(reason(annotation)),
            },
            _ => Hint::Unknown(reason(annotation)),
        },
        _ => Hint::Other,
    }
}

/// Paths that mean another one.
const SAME: &[(&str, &str)] = &[("typing.Text", "builtins.str"), ("typing.Mapping", "collections.abc.Mapping")];

fn named(path: &str) -> Hint {
    let path = path.replacen("typing_extensions.", "typing.", 1);
    match path.as_str() {
        "types.NoneType" => Hint::None,
        "typing.List" => Hint::Generic { origin: "builtins.list".into(), args: Vec::new() },
        "typing.Dict" => Hint::Generic { origin: "builtins.dict".into(), args: Vec::new() },
        _ => {
            let same = SAME.iter().find(|(from, _)| *from == path).map(|(_, to)| (*to).to_owned());
            Hint::Named(same.unwrap_or(path))
        }
    }
}

fn subscript(object: &Value, index: &Value, depth: u32) -> Hint {
    let args: Vec<Value> = match &index.data {
        Data::List(list) => list.items.borrow().clone(),
        _ => vec![index.clone()],
    };
    let Some(path) = object.path() else {
        return match &object.data {
            Data::Class(class) => Hint::Project(class.clone()),
            _ => Hint::Unknown(reason(object)),
        };
    };
    let path = path.replacen("typing_extensions.", "typing.", 1);
    let read_all = |args: &[Value]| args.iter().map(|a| read(a, depth + 1)).collect::<Vec<Hint>>();
    match path.as_str() {
        "typing.Optional" => {
            let mut members = read_all(&args);
            members.push(Hint::None);
            union(members, false)
        }
        "typing.Union" => union(read_all(&args), false),
        "typing.Annotated" | "typing.Required" | "typing.NotRequired" | "typing.ReadOnly" => match args.first() {
            Some(inner) => read(inner, depth + 1),
            None => Hint::Other,
        },
        "typing.Literal" => Hint::Literal(literals(&args, depth)),
        "typing.List" => Hint::Generic { origin: "builtins.list".into(), args: read_all(&args) },
        "typing.Dict" => Hint::Generic { origin: "builtins.dict".into(), args: read_all(&args) },
        _ => Hint::Generic { origin: path, args: read_all(&args) },
    }
}

/// Values of a `Literal`, nested ones spread, each once.
fn literals(args: &[Value], depth: u32) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for arg in args {
        if let Data::Term(_) = &arg.data
            && let Hint::Literal(inner) = read(arg, depth + 1)
        {
            out.extend(inner);
        } else if !out.iter().any(|seen| seen.same(arg)) {
            out.push(arg.clone());
        }
    }
    out
}

fn union(hints: Vec<Hint>, bar: bool) -> Hint {
    let mut members: Vec<Hint> = Vec::new();
    for hint in hints {
        let parts = match hint {
            Hint::Union { members, .. } => members,
            other => vec![other],
        };
        for part in parts {
            if !members.iter().any(|m| m.same(&part)) {
                members.push(part);
            }
        }
    }
    match members.len() {
        1 => members.remove(0),
        _ => Hint::Union { members, bar },
    }
}
