//! The name that a tool should likely have.

use super::words::{self, Sense, Word, lists};
use crate::ir::Tool;

/// A proposal for a name of the triad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rename {
    To(String),
    /// The name does not say whether the tool changes anything.
    Either {
        read: String,
        act: String,
    },
}

/// The triad name for `tool`, whose server's names begin with `prefix`; `None` where its letters have no
/// plain form.
pub fn to_triad(tool: &Tool, prefix: Option<&str>) -> Option<Rename> {
    words::renamed(tool.known_name()?)?;
    let all = words::split(tool.known_name()?.trim_start_matches(|c: char| !c.is_alphabetic()));
    let words = words::without_prefix(&all, prefix);
    let lower = |i: usize| words.get(i).map(|w| w.lower.as_str());
    if words.windows(2).any(|w| w[0].lower == "can" && w[1].lower == "do") {
        return Some(Rename::To("can_do".to_owned()));
    }
    if lower(0) == Some("do") {
        return act(&words[1..]).map(Rename::To);
    }
    let reading = lower(0).and_then(words::verb).is_some_and(|v| words::within(lists::SAID_BY_READ, v.base));
    let found = words::first_verb(words).or_else(|| {
        let verb = words::verb(lower(0)?)?;
        reading.then_some((0, verb))
    });
    let read_only = tool.annotations.read_only.value().copied();
    let destructive = tool.annotations.destructive.value() == Some(&true);
    let Some((at, verb)) = found else {
        return match read_only {
            Some(true) => read(&all).map(Rename::To),
            Some(false) => act(&all).map(Rename::To),
            None => Some(Rename::Either { read: read(&all)?, act: act(&all)? }),
        };
    };
    let changes = match (read_only, verb.sense) {
        (Some(true), Sense::Write) if destructive => None,
        (Some(true), _) => Some(false),
        (_, Sense::Write) => Some(true),
        (Some(false), Sense::Neither) => Some(true),
        (Some(false), Sense::Read) => None,
        (None, Sense::Read) => Some(false),
        (None, Sense::Neither) => words::within(lists::LIKELY_WRITE, verb.base).then_some(true),
    };
    let without_verb =
        || words.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, w)| w.clone()).collect::<Vec<_>>();
    let to_read = || {
        let says_it = words::within(lists::SAID_BY_READ, verb.base) || verb.accuses();
        if says_it { read(&without_verb()) } else { read(words) }
    };
    let to_act = || {
        let mut moved = without_verb();
        if words::within(lists::PLAIN_READ, verb.base) {
            return words::snake_case(&moved).map(|rest| format!("do_<verb>_{rest}"));
        }
        moved.insert(0, words[at].clone());
        act(&moved)
    };
    Some(match changes {
        Some(true) => Rename::To(to_act()?),
        Some(false) => Rename::To(to_read()?),
        None => Rename::Either { read: to_read()?, act: to_act()? },
    })
}

/// Another proposal in the place of `taken`, with all words of `name`.
pub fn distinct(taken: &str, name: &str) -> Option<String> {
    let verb = if taken.starts_with("read_") { "read" } else { "do" };
    words::renamed(name).map(|all| format!("{verb}_{all}"))
}

fn read(rest: &[Word]) -> Option<String> {
    match rest {
        [] => Some("read_<what it reads>".to_owned()),
        _ => match words::snake_case(rest)? {
            rest if is_generic(&rest) => Some("read_<what it reads>".to_owned()),
            rest => Some(format!("read_{rest}")),
        },
    }
}

fn act(rest: &[Word]) -> Option<String> {
    match rest {
        [] => Some("do_<what it does>".to_owned()),
        _ => match words::snake_case(rest)? {
            rest if is_generic(&rest) => Some(format!("do_{rest}_<what>")),
            rest => Some(format!("do_{rest}")),
        },
    }
}

/// Whether what follows the verb of a name says nothing: an empty noun or a bare verb.
pub fn is_generic(rest: &str) -> bool {
    let rest = rest.to_ascii_lowercase();
    words::within(lists::GENERIC, &rest) || rest.strip_suffix('s').is_some_and(|one| words::within(lists::GENERIC, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Fact;
    use crate::source::{FileId, Span};
    use crate::text::Text;

    fn renamed(name: &str, read_only: Option<bool>) -> Option<Rename> {
        let span = Span::new(FileId(0), 0, name.len());
        let mut tool = Tool::new("manifest", span);
        tool.name = Fact::known(Text::new(name, span), span);
        if let Some(value) = read_only {
            tool.annotations.read_only = Fact::known(value, span);
        }
        to_triad(&tool, Some("git"))
    }

    fn to(name: &str) -> Option<Rename> {
        Some(Rename::To(name.to_owned()))
    }

    #[test]
    fn the_first_verb_decides() {
        for (old, new) in [
            ("get_user", "read_user"),
            ("createUser", "do_create_user"),
            ("list_tanks", "read_tanks"),
            ("search_orders", "read_search_orders"),
            ("run_report", "do_run_report"),
            ("temperature_read", "read_temperature"),
            ("user_delete", "do_delete_user"),
            ("reading_tank", "read_tank"),
            (" read_tank_level", "read_tank_level"),
            ("3read_tank", "read_tank"),
            ("doOpenValve", "do_open_valve"),
            ("git_create_branch", "do_create_branch"),
            ("get_data", "read_<what it reads>"),
            ("run", "do_run_<what>"),
            ("shop_can_do", "can_do"),
        ] {
            assert_eq!(renamed(old, None), to(new), "{old}");
        }
    }

    #[test]
    fn a_hint_decides_where_the_name_does_not() {
        assert_eq!(renamed("tank_level", Some(true)), to("read_tank_level"));
        assert_eq!(renamed("tank_level", Some(false)), to("do_tank_level"));
        assert_eq!(renamed("create_diagram", Some(true)), to("read_diagram"));
        let either = Rename::Either { read: "read_tank_level".to_owned(), act: "do_tank_level".to_owned() };
        assert_eq!(renamed("tankLevel", None), Some(either));
        assert_eq!(renamed("水位", None), None);
    }
}
