//! What a JSON Schema means, whichever way it is written.
//!
//! `{"$ref": "#/$defs/Q"}`, `{"allOf": [...]}`, `{"oneOf": [{"const": "good"}, …]}` and
//! `{"anyOf": [{"type": "string"}, {"type": "null"}]}` say what a plain schema could say. Rules ask a
//! [`Schema`], which has read all of them, and get the places of what they find.
//!
//! Every answer is an upper bound of what the schema admits: keywords that narrow it in other ways (`not`,
//! `if`) are passed over. Where part of the schema cannot be known, [`Schema::unknown`] says why; such a
//! schema may admit less than it seems and a rule has to be silent on it. Schemas may contain themselves:
//! one step never loops, but a caller that walks down by itself must limit its depth.

pub mod meta;
mod reference;
mod types;
mod values;
mod walk;

use crate::json::{Data, Json, Lookup, Object};
use crate::source::Span;
use crate::text::Text;
pub use reference::target;
use std::collections::BTreeMap;
pub use types::Types;
pub use values::{Rest, Value, Values};
pub use walk::{Node, walk};

/// Schemas read in one step, and how deep alternatives may stand in each other.
const MAX_PARTS: usize = 1_000;
const MAX_DEPTH: usize = 24;
const TOO_LARGE: &str = "the schema is nested too deeply to be read";

/// A schema with its references and combinations read.
#[derive(Clone, Debug)]
pub struct Schema<'a> {
    /// What `#` in a reference means.
    root: &'a Json,
    /// The schema as it is written, before any reference is followed.
    at: &'a Json,
    /// Schemas that all hold: the written one, then targets of `$ref` and branches of `allOf`.
    first: Option<&'a Json>,
    more: Vec<&'a Json>,
    /// `anyOf` and `oneOf`: of each group at least one holds.
    groups: Vec<Vec<Schema<'a>>>,
    unknown: Option<String>,
}

/// A property of a schema.
#[derive(Clone, Debug)]
pub enum Property<'a> {
    /// Declared: the place of its key, and what it may be.
    Found {
        key: Span,
        schema: Schema<'a>,
    },
    /// Declared in some alternatives (`anyOf`, `if`) and not in others.
    Sometimes {
        key: Span,
        schema: Schema<'a>,
    },
    /// Not seen, but may be there, and why.
    Unknown(String),
    Absent,
}

impl<'a> Property<'a> {
    /// What is declared, in all alternatives or in some.
    pub fn declared(self) -> Option<(Span, Schema<'a>)> {
        match self {
            Property::Found { key, schema } | Property::Sometimes { key, schema } => Some((key, schema)),
            _ => None,
        }
    }

    /// As [`Property::declared`], without giving it away.
    pub fn as_declared(&self) -> Option<(Span, &Schema<'a>)> {
        match self {
            Property::Found { key, schema } | Property::Sometimes { key, schema } => Some((*key, schema)),
            _ => None,
        }
    }
}

/// What an array's elements are.
#[derive(Clone, Debug)]
pub enum Items<'a> {
    One(Schema<'a>),
    /// `items` as a list, or `prefixItems` alone: one schema a position.
    Tuple(Span),
    Unknown(String),
    Absent,
}

/// The names that must be there.
#[derive(Clone, Debug)]
pub struct Required<'a> {
    /// The (first) list.
    pub span: Span,
    pub names: Vec<&'a Text>,
    /// Part of a list cannot be known: a name may be in it all the same.
    pub unknown: bool,
}

impl Required<'_> {
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|n| n.as_str() == name)
    }
}

/// One end of a range.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    pub value: f64,
    /// The value itself is outside.
    pub exclusive: bool,
    pub span: Span,
}

impl<'a> Schema<'a> {
    /// Reads `at`, a schema inside `root` (or `root` itself), against which references are resolved.
    pub fn new(root: &'a Json, at: &'a Json) -> Self {
        let mut left = MAX_PARTS;
        Schema::read(root, &[at], Vec::new(), &[], 0, &mut left)
    }

    /// Reads schemas that all hold; nothing in `above` is read again, which ends cycles.
    fn read(
        root: &'a Json,
        all: &[&'a Json],
        groups: Vec<Vec<Schema<'a>>>,
        above: &[&'a Json],
        depth: usize,
        left: &mut usize,
    ) -> Self {
        let at = all.first().copied().unwrap_or(root);
        let mut schema = Schema { root, at, first: None, more: Vec::new(), groups, unknown: None };
        let mut combined: Vec<&'a Object> = Vec::new();
        let (mut all, mut todo) = (all.iter().copied(), Vec::new());
        while let Some(json) = todo.pop().or_else(|| all.next()) {
            if schema.parts().any(|p| std::ptr::eq(p, json)) {
                continue;
            }
            if above.iter().any(|p| std::ptr::eq(*p, json)) {
                schema.hide("the schema is an alternative of itself");
                continue;
            }
            if *left == 0 || depth > MAX_DEPTH {
                schema.hide(TOO_LARGE);
                break;
            }
            *left -= 1;
            match schema.first {
                None => schema.first = Some(json),
                Some(_) => schema.more.push(json),
            }
            let object = match &json.data {
                Data::Object(object) => object,
                Data::Unknown(why) => {
                    schema.hide(why);
                    continue;
                }
                _ => continue,
            };
            if let Some(why) = &object.open {
                schema.hide(why);
            }
            todo.extend(schema.branches(object, "allOf").iter().rev());
            if let Some(reference) = object.get("$ref") {
                match reference.as_str().and_then(|r| target(root, r)) {
                    Some(target) => todo.push(target),
                    None => schema.hide("a reference that leads nowhere in here"),
                }
            }
            if object.get("anyOf").is_some() || object.get("oneOf").is_some() {
                combined.push(object);
            }
        }
        if combined.is_empty() {
            return schema;
        }
        let above: Vec<&Json> = above.iter().copied().chain(schema.parts()).collect();
        for object in combined {
            for key in ["anyOf", "oneOf"] {
                let branches = schema.branches(object, key);
                if !branches.is_empty() {
                    let read = |branch| Schema::read(root, &[branch], Vec::new(), &above, depth + 1, left);
                    let group = branches.iter().map(read).collect();
                    schema.groups.push(group);
                }
            }
        }
        schema
    }

    fn parts(&self) -> impl Iterator<Item = &'a Json> {
        self.first.into_iter().chain(self.more.iter().copied())
    }

    /// Part of it cannot be known.
    fn hide(&mut self, why: &str) {
        self.unknown.get_or_insert_with(|| why.to_owned());
    }

    /// The branches of a combinator.
    fn branches(&mut self, object: &'a Object, key: &str) -> &'a [Json] {
        match object.get(key).map(|json| &json.data) {
            Some(Data::List(branches)) => branches,
            Some(Data::Unknown(why)) => {
                self.hide(why);
                &[]
            }
            _ => &[],
        }
    }

    /// The schema as it is written; its span is that of the whole.
    pub fn written(&self) -> &'a Json {
        self.at
    }

    pub fn span(&self) -> Span {
        self.at.span
    }

    /// Why part of it cannot be known: it may admit less than it seems to.
    pub fn unknown(&self) -> Option<&str> {
        let inner = || self.groups.iter().flatten().find_map(Schema::unknown);
        self.unknown.as_deref().or_else(inner)
    }

    /// All values of a keyword: of the written schema and what it refers to, then of the alternatives.
    pub fn keywords(&self, name: &str) -> Vec<&'a Json> {
        let mut found: Vec<&Json> = self.parts().filter_map(|p| p.get(name)).collect();
        found.extend(self.groups.iter().flatten().flat_map(|s| s.keywords(name)));
        found
    }

    /// The first value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&'a Json> {
        self.keywords(name).into_iter().next()
    }

    /// It says nothing about the value: no type, no values, no alternatives.
    pub fn is_any(&self) -> bool {
        self.unknown().is_none() && self.types() == Types::ANY && self.values().rest == Rest::Free
    }

    /// The types that it admits.
    pub fn types(&self) -> Types {
        let parts = self.parts().fold(Types::ANY, |all, part| all & types::of_part(part));
        self.groups
            .iter()
            .fold(parts, |all, group| all & group.iter().fold(Types::NONE, |any, branch| any | branch.types()))
    }

    /// Where a type among `types` is let in: the word in `type`, the value in `enum`.
    pub fn place_of(&self, types: Types) -> Option<Span> {
        let admits = |json: &Json| match &json.data {
            Data::Text(t) => Types::from_name(t.as_str()).is_some_and(|t| t.intersects(types)),
            _ => false,
        };
        let in_type = self.parts().filter_map(|p| p.get("type")).find_map(|json| match &json.data {
            Data::List(words) => words.iter().find(|w| admits(w)).map(|w| w.span),
            _ => admits(json).then_some(json.span),
        });
        let in_values = || {
            let values = self.parts().filter_map(|p| p.get("enum")?.as_list()).flatten();
            let values = values.chain(self.parts().filter_map(|p| p.get("const")));
            values.filter(|v| Types::of(&v.data).intersects(types)).map(|v| v.span).next()
        };
        let in_groups = || self.groups.iter().flatten().find_map(|branch| branch.place_of(types));
        in_type.or_else(in_values).or_else(in_groups)
    }

    /// The values that it lists.
    pub fn values(&self) -> Values<'a> {
        let groups = self.groups.iter().map(|group| group.iter().map(Schema::values).fold(Values::none(), Values::or));
        let parts = self.parts().map(|part| values::of_part(part));
        let mut values = parts.chain(groups).fold(Values::free(), Values::and);
        if self.unknown.is_some() {
            values.rest = Rest::Unknown;
        }
        values
    }

    /// The key `name` of the schema itself (`properties`, `required` …), of what it refers to, or of an alternative.
    pub fn key_of(&self, name: &str) -> Option<Span> {
        let own = self.parts().find_map(|p| p.as_object()?.member(name)).map(|m| m.key.span());
        own.or_else(|| self.groups.iter().flatten().find_map(|branch| branch.key_of(name)))
    }

    /// The property `name`.
    pub fn property(&self, name: &str) -> Property<'a> {
        let mut found: Vec<&'a Json> = Vec::new();
        let mut key = None;
        let mut hidden = self.unknown.clone();
        for part in self.parts() {
            match part.get("properties").map(|p| p.lookup(name)) {
                Some(Lookup::Found(m)) => {
                    key.get_or_insert(m.key.span());
                    found.push(&m.value);
                }
                Some(Lookup::Unknown(why)) => hidden = hidden.or_else(|| Some(why.to_owned())),
                _ => {}
            }
        }
        let mut groups = Vec::new();
        let mut partly: Vec<(Span, Schema<'a>)> = self.conditional(name);
        for group in &self.groups {
            let objects: Vec<&Schema> = group.iter().filter(|s| s.types().intersects(Types::OBJECT)).collect();
            let mut declared = Vec::new();
            for branch in &objects {
                match branch.property(name) {
                    Property::Found { key, schema } => declared.push((key, schema)),
                    Property::Sometimes { key, schema } => partly.push((key, schema)),
                    Property::Unknown(why) => hidden = hidden.or(Some(why)),
                    Property::Absent => {}
                }
            }
            if declared.len() == objects.len() && !declared.is_empty() {
                key = key.or(declared.first().map(|(key, _)| *key));
                groups.push(declared.into_iter().map(|(_, schema)| schema).collect());
            } else {
                partly.extend(declared);
            }
        }
        if let Some(key) = key {
            return Property::Found { key, schema: self.joined(&found, groups) };
        }
        match (hidden, partly.into_iter().next()) {
            (Some(why), _) => Property::Unknown(why),
            (None, Some((key, schema))) => Property::Sometimes { key, schema },
            (None, None) => Property::Absent,
        }
    }

    /// `name` in what holds under a condition: `then`, `else`, `dependentSchemas`.
    fn conditional(&self, name: &str) -> Vec<(Span, Schema<'a>)> {
        let objects = self.parts().filter_map(|p| p.as_object());
        let schemas = objects.flat_map(|o| {
            let dependent = o.get("dependentSchemas").and_then(Json::as_object).map(|d| d.members.iter());
            let dependent = dependent.into_iter().flatten().map(|m| &m.value);
            [o.get("then"), o.get("else")].into_iter().flatten().chain(dependent)
        });
        let properties = schemas.filter_map(|s| s.get("properties")?.as_object()?.member(name));
        properties.map(|m| (m.key.span(), Schema::new(self.root, &m.value))).collect()
    }

    /// Every property by name, in written order, with the place of its key; those of alternatives too.
    pub fn properties(&self) -> Vec<(&'a str, Property<'a>)> {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        self.collect_names(&mut names);
        let mut names: Vec<(&str, usize)> = names.into_iter().collect();
        names.sort_by_key(|(_, order)| *order);
        names.into_iter().map(|(name, _)| (name, self.property(name))).collect()
    }

    fn collect_names(&self, names: &mut BTreeMap<&'a str, usize>) {
        for object in self.parts().filter_map(|p| p.get("properties")?.as_object()) {
            for member in &object.members {
                let order = names.len();
                names.entry(member.key.as_str()).or_insert(order);
            }
        }
        self.groups.iter().flatten().for_each(|branch| branch.collect_names(names));
    }

    /// The `required` lists, joined; `None` where there is none. In alternatives a name counts that each
    /// of them requires.
    pub fn required(&self) -> Option<Required<'a>> {
        let mut all: Option<Required<'a>> = None;
        let mut add = |list: Required<'a>| match &mut all {
            Some(all) => {
                all.names.extend(list.names);
                all.unknown |= list.unknown;
            }
            None => all = Some(list),
        };
        for json in self.parts().filter_map(|p| p.get("required")) {
            let items = json.as_list().unwrap_or(&[]);
            let unknown = json.is_unknown() || items.iter().any(Json::is_unknown);
            add(Required { span: json.span, names: items.iter().filter_map(Json::as_text).collect(), unknown });
        }
        for group in &self.groups {
            let objects = group.iter().filter(|s| s.types().intersects(Types::OBJECT));
            let lists: Vec<Option<Required>> = objects.map(Schema::required).collect();
            let Some(first) = lists.iter().flatten().next().cloned() else { continue };
            let everywhere = |name: &&Text| lists.iter().all(|l| l.as_ref().is_some_and(|l| l.has(name.as_str())));
            let unknown = lists.iter().flatten().any(|l| l.unknown);
            add(Required { names: first.names.into_iter().filter(everywhere).collect(), unknown, ..first });
        }
        let unknown = self.unknown.is_some();
        all.map(|list| Required { unknown: list.unknown || unknown, ..list })
    }

    /// What the elements of the array are.
    pub fn items(&self) -> Items<'a> {
        let mut all = Vec::new();
        let mut other = None;
        for part in self.parts() {
            match (part.get("items"), part.get("prefixItems")) {
                (Some(Json { data: Data::List(_), span }), _) | (None, Some(Json { span, .. })) => {
                    other = other.or(Some(Items::Tuple(*span)));
                }
                (Some(items), _) => all.push(items),
                (None, None) => {}
            }
        }
        let mut groups = Vec::new();
        for group in &self.groups {
            let mut ones = Vec::new();
            for branch in group.iter().filter(|s| s.types().intersects(Types::ARRAY)) {
                match branch.items() {
                    Items::One(schema) => ones.push(schema),
                    Items::Absent => {}
                    tuple_or_unknown => other = other.or(Some(tuple_or_unknown)),
                }
            }
            if !ones.is_empty() {
                groups.push(ones);
            }
        }
        match (other, &self.unknown) {
            _ if !all.is_empty() || !groups.is_empty() => Items::One(self.joined(&all, groups)),
            (Some(other), _) => other,
            (None, Some(why)) => Items::Unknown(why.clone()),
            (None, None) => Items::Absent,
        }
    }

    /// The lower and the upper bound of a number.
    pub fn range(&self) -> (Option<Bound>, Option<Bound>) {
        let bound = |key: &'static str, exclusive: bool| {
            let numbers = self.parts().filter_map(move |p| p.get(key));
            numbers.filter_map(move |n| Some(Bound { value: n.as_f64()?, exclusive, span: n.span }))
        };
        let low = bound("minimum", false).chain(bound("exclusiveMinimum", true));
        let high = bound("maximum", false).chain(bound("exclusiveMaximum", true));
        let mut low = low.max_by(|a, b| a.value.total_cmp(&b.value));
        let mut high = high.min_by(|a, b| a.value.total_cmp(&b.value));
        for group in &self.groups {
            let numbers = group.iter().filter(|s| s.types().intersects(Types::NUMBER));
            let ranges: Vec<_> = numbers.map(Schema::range).collect();
            let lows: Option<Vec<Bound>> = ranges.iter().map(|r| r.0).collect();
            let highs: Option<Vec<Bound>> = ranges.iter().map(|r| r.1).collect();
            low = low.or(lows.and_then(|l| l.into_iter().min_by(|a, b| a.value.total_cmp(&b.value))));
            high = high.or(highs.and_then(|h| h.into_iter().max_by(|a, b| a.value.total_cmp(&b.value))));
        }
        (low, high)
    }

    /// A schema for which all of `all` and one of each group hold.
    fn joined(&self, all: &[&'a Json], groups: Vec<Vec<Schema<'a>>>) -> Schema<'a> {
        let mut left = MAX_PARTS;
        let at = groups.first().and_then(|g: &Vec<Schema>| g.first()).map(|s| s.at);
        let mut schema = Schema::read(self.root, all, groups, &[], 0, &mut left);
        if let (true, Some(at)) = (all.is_empty(), at) {
            schema.at = at;
        }
        schema
    }
}

#[cfg(test)]
mod tests;
