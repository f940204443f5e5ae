//! R092: names of one server in several styles.

use super::words::{self, Word, quote};
use super::{Context, Sink};
use crate::ir::{Server, Tool};
use rustc_hash::FxHashMap;

/// R092.
pub fn mixed(server: &Server, _: &Context, sink: &mut Sink) {
    let styled = |tool: &'_ Tool| tool.known_name().and_then(Style::of);
    let mut counts: FxHashMap<Style, usize> = FxHashMap::default();
    for style in server.tools.iter().filter_map(styled) {
        *counts.entry(style).or_default() += 1;
    }
    let total: usize = counts.values().sum();
    for tool in &server.tools {
        let (Some(name), Some(style)) = (tool.known_name(), styled(tool)) else { continue };
        let others = total - 1;
        let most = counts.iter().find(|(s, n)| **s != style && others >= 4 && **n * 5 >= others * 4);
        let Some((most, n)) = most else { continue };
        let message = format!(
            "{} is written in {}, {n} of the server's other {others} names in {}",
            quote(name),
            style.name(),
            most.name()
        );
        let found = sink.report(tool.name_span(), message);
        found.tool = Some(name.to_owned());
        found.note("a model that has seen the other names often writes this one their way, and the call fails");
        if let Some(new) = most.write(name) {
            found.help(format!("call it `{new}`"));
        }
    }
}

/// How a name of several words is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Style {
    Snake,
    Kebab,
    Camel,
    Pascal,
    /// Several ways at once.
    Other,
}

impl Style {
    /// The style of what follows the last namespace of a name; `None` for one word, which is in every style.
    fn of(name: &str) -> Option<Style> {
        let name = own_part(name);
        if words::split(name).len() < 2 {
            return None;
        }
        let capitals = name.chars().any(char::is_uppercase);
        let has = |c: char| name.contains(c);
        Some(match (has('_'), has('-'), capitals) {
            (true, false, false) => Style::Snake,
            // `API-get-user` keeps the case of a proper name.
            (false, true, _) => Style::Kebab,
            (false, false, true) if name.starts_with(char::is_uppercase) => Style::Pascal,
            (false, false, true) => Style::Camel,
            _ => Style::Other,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Style::Snake => "snake_case",
            Style::Kebab => "kebab-case",
            Style::Camel => "camelCase",
            Style::Pascal => "PascalCase",
            Style::Other => "a style of its own",
        }
    }

    /// `name` in this style.
    fn write(self, name: &str) -> Option<String> {
        let own = own_part(name);
        words::renamed(own)?;
        let capital = |w: &Word| {
            let mut chars = w.lower.chars();
            chars.next().map(|c| c.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
        };
        let words = words::split(own);
        let join = |by: &str| words.iter().map(|w| w.lower.as_str()).collect::<Vec<_>>().join(by);
        let new = match self {
            Style::Snake => join("_"),
            Style::Kebab => join("-"),
            Style::Pascal => words.iter().map(capital).collect(),
            Style::Camel => {
                words.iter().take(1).map(|w| w.lower.clone()).chain(words.iter().skip(1).map(capital)).collect()
            }
            Style::Other => return None,
        };
        Some(format!("{}{new}", &name[..name.len() - own.len()]))
    }
}

/// A name without its namespaces (`fs.read_file`, `github/create_issue`).
fn own_part(name: &str) -> &str {
    name.rsplit(['.', '/', ':']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{judge, named};
    use crate::settings::Preset::Mcp;

    #[test]
    fn one_style_among_another() {
        let names = ["list_users", "get_user", "drop_user", "add_user"];
        let with = |other: &str| judge(Mcp, &named(&[&names[..], &[other]].concat()));
        assert_eq!(with("getOrder").one("R092").help, ["call it `get_order`"]);
        assert_eq!(with("get-order").one("R092").help, ["call it `get_order`"]);
        for name in ["help", "Help", "get_order", "shop.get_order"] {
            assert!(!with(name).has("R092"), "{name}");
        }
        assert!(!judge(Mcp, &named(&["list_users", "get_user", "drop_user", "getOrder"])).has("R092"));
        let half = named(&["a_b", "c_d", "e_f", "getOrder", "getUser", "getShop"]);
        assert!(!judge(Mcp, &half).has("R092"));
    }
}
