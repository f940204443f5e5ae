//! Words: how names are split, which verbs look and which change, and when a word counts as one of a list.

pub mod clause;
pub mod lists;

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

/// A word of an identifier or a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    pub lower: String,
    /// Its bytes in what was split.
    pub range: Range<usize>,
}

/// What a verb does to the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    Read,
    Write,
    /// Nothing follows from it.
    Neither,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `delete`
    Base,
    /// `deletes`
    Third,
    /// `deleted`
    Past,
    /// `deleting`
    Gerund,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    pub base: &'static str,
    pub sense: Sense,
    pub form: Form,
}

impl Verb {
    /// A change that no noun or term of a trade is taken for.
    pub fn accuses(&self) -> bool {
        self.sense == Sense::Write && within(lists::ACCUSING, self.base)
    }
}

/// Characters of a name that are split; no host takes so long a name.
const LONGEST_NAME: usize = 256;

/// Splits a name at everything that is no letter or digit, and where the case changes: `getUserID`,
/// `get_user-id`, `HTTPServer`. Of an absurdly long name only the beginning counts.
pub fn split(name: &str) -> Rc<[Word]> {
    thread_local! {
        /// Many rules ask for one name in a row.
        static LAST: RefCell<(String, Rc<[Word]>)> = RefCell::new((String::new(), Rc::from([])));
    }
    LAST.with_borrow_mut(|(last, words)| {
        if last != name {
            *words = split_anew(name).into();
            name.clone_into(last);
        }
        words.clone()
    })
}

fn split_anew(name: &str) -> Vec<Word> {
    let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(at, _)| at);
    let name = &name[..end];
    let mut out = Vec::new();
    let mut start: Option<usize> = None;
    let mut close = |start: &mut Option<usize>, end: usize| {
        if let Some(from) = start.take() {
            let word = &name[from..end];
            let lower = if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase() };
            out.push(Word { lower, range: from..end });
        }
    };
    let mut chars = name.char_indices().peekable();
    let mut before = None;
    while let Some((at, c)) = chars.next() {
        let before = before.replace(c);
        if !c.is_alphanumeric() {
            close(&mut start, at);
            continue;
        }
        let after = chars.peek().map(|&(_, c)| c);
        let new_word =
            c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase() || after.is_some_and(|a| a.is_lowercase()));
        if new_word {
            close(&mut start, at);
        }
        start.get_or_insert(at);
    }
    close(&mut start, name.len());
    out
}

/// Words of a list.
pub fn of(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split_ascii_whitespace()
}

thread_local! {
    /// The lists as sets, by the address of the list: made when a list is first asked.
    static SETS: RefCell<FxHashMap<usize, FxHashSet<&'static str>>> = RefCell::default();
}

/// Whether a list holds `word` just so.
pub fn within(list: &'static str, word: &str) -> bool {
    SETS.with_borrow_mut(|sets| sets.entry(list.as_ptr() as usize).or_insert_with(|| of(list).collect()).contains(word))
}

/// The verb of the lists of which `word` (lower case) is a form.
pub fn verb(word: &str) -> Option<Verb> {
    VERBS.get(word).copied()
}

/// As [`verb`], base form alone: what the verbs of names are written in.
pub fn base_verb(word: &str) -> Option<Verb> {
    verb(word).filter(|v| v.form == Form::Base)
}

/// A word without its ending: the base of a verb, the singular of a noun.
pub fn stem(word: &str) -> String {
    if let Some(verb) = verb(word) {
        return verb.base.to_owned();
    }
    if let Some(head) = word.strip_suffix("ies").filter(|h| h.len() > 1) {
        return format!("{head}y");
    }
    for ending in ["ses", "xes", "zes", "ches", "shes"] {
        if word.ends_with(ending) && word.len() > ending.len() + 1 {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(head) if head.len() > 2 && !head.ends_with(['s', 'u', 'i']) => head.to_owned(),
        _ => word.to_owned(),
    }
}

/// Whether a word of `before` denies what follows it in the same clause.
pub fn negated<'a>(before: impl IntoIterator<Item = &'a str>) -> bool {
    before.into_iter().any(|w| within(lists::NEGATION, &w.replace('’', "'")))
}

/// The name of a program or product that the tools of a server begin with: a first word that is no verb
/// and starts at least three tools and half of them.
pub fn server_prefix<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    let mut total = 0;
    for name in names {
        total += 1;
        if let Some(first) = first_word(name) {
            *counts.entry(first).or_default() += 1;
        }
    }
    let wanted = 3.max(total / 2 + total % 2);
    // Two words may start half of the tools each: the smaller one is taken, whatever the order of the map.
    counts.into_iter().filter(|(w, n)| *n >= wanted && !starts_a_triad_name(w)).map(|(w, _)| w).min()
}

fn starts_a_triad_name(word: &str) -> bool {
    base_verb(word).is_some() || word == "can"
}

/// The first of [`split`]'s words.
fn first_word(name: &str) -> Option<String> {
    let from = name.find(char::is_alphanumeric)?;
    let end = name[from..].find(|c: char| !c.is_alphanumeric()).map_or(name.len(), |end| from + end);
    split_anew(&name[from..end]).into_iter().next().map(|word| word.lower)
}

/// The words of a name without the server's prefix.
pub fn without_prefix<'w>(words: &'w [Word], prefix: Option<&str>) -> &'w [Word] {
    match words {
        [first, rest @ ..] if Some(first.lower.as_str()) == prefix && !rest.is_empty() => rest,
        _ => words,
    }
}

/// The first verb among the words of a name, and where it stands.
pub fn first_verb(words: &[Word]) -> Option<(usize, Verb)> {
    words.iter().enumerate().find_map(|(i, w)| {
        let verb = base_verb(&w.lower)?;
        (!within(lists::FURTHER, verb.base)).then_some((i, verb))
    })
}

/// Every form of the verbs whose base passes a test.
pub fn forms(test: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    VERBS.iter().filter(move |(_, verb)| test(verb.base)).map(|(word, _)| word.as_str())
}

static VERBS: LazyLock<FxHashMap<String, Verb>> = LazyLock::new(|| {
    let lists = [
        (lists::READ, Sense::Read),
        (lists::WRITE, Sense::Write),
        (lists::NEITHER, Sense::Neither),
        (lists::FURTHER, Sense::Neither),
    ];
    let mut out = FxHashMap::default();
    // Base forms come first: `read` is `read`, not its past.
    for form in [Form::Base, Form::Third, Form::Past, Form::Gerund] {
        for (list, sense) in lists {
            for base in of(list) {
                for word in inflect(base, form) {
                    out.entry(word).or_insert(Verb { base, sense, form });
                }
            }
        }
    }
    out
});

fn inflect(base: &str, form: Form) -> Vec<String> {
    let vowel = |c: char| "aeiou".contains(c);
    let chars: Vec<char> = base.chars().collect();
    let [.., before, last] = chars[..] else { return vec![base.to_owned()] };
    let ends_in_y = last == 'y' && !vowel(before);
    let without_last = &base[..base.len() - last.len_utf8()];
    match form {
        Form::Base => vec![base.to_owned()],
        Form::Third if ends_in_y => vec![format!("{without_last}ies")],
        Form::Third if ["s", "x", "z", "ch", "sh", "o"].iter().any(|e| base.ends_with(e)) => vec![format!("{base}es")],
        Form::Third => vec![format!("{base}s")],
        Form::Past | Form::Gerund => {
            let ending = if form == Form::Past { "ed" } else { "ing" };
            let vowel_groups = base.split(|c| !vowel(c)).filter(|g| !g.is_empty()).count();
            let doubles = !vowel(last)
                && !"wxy".contains(last)
                && vowel(before)
                && chars.iter().rev().nth(2).is_none_or(|c| !vowel(*c))
                && (vowel_groups == 1 || within(lists::DOUBLING, base));
            let regular = if last == 'e' && before != 'e' {
                format!("{without_last}{ending}")
            } else if ends_in_y && form == Form::Past {
                format!("{without_last}ied")
            } else if doubles {
                format!("{base}{last}{ending}")
            } else {
                format!("{base}{ending}")
            };
            let odd = lists::IRREGULAR.iter().filter(|l| l[0] == base).flat_map(|l| &l[1..]);
            let odd = odd.filter(|w| w.ends_with("ing") == (form == Form::Gerund)).map(|w| (*w).to_owned());
            odd.chain([regular]).collect()
        }
    }
}

/// A name in lower snake case with plain letters; `None` where a letter has no plain one, and for a name too
/// long to be split.
pub fn renamed(name: &str) -> Option<String> {
    let words = split(name);
    let rest = &name[words.last()?.range.end..];
    if rest.contains(char::is_alphanumeric) { None } else { snake_case(&words) }
}

/// `words` joined in lower snake case with plain letters; `None` where a letter has no plain one.
pub fn snake_case(words: &[Word]) -> Option<String> {
    let joined = words.iter().map(|w| w.lower.as_str()).collect::<Vec<_>>().join("_");
    let mut out = String::with_capacity(joined.len());
    for c in joined.trim_start_matches(|c: char| !c.is_alphabetic()).chars() {
        match lists::PLAIN_LETTERS.iter().find(|(marked, _)| marked.contains(c)) {
            _ if c.is_ascii() => out.push(c),
            Some((_, plain)) => out.push_str(plain),
            None => return None,
        }
    }
    (!out.is_empty()).then_some(out)
}

/// `text` between backticks for a message: on one line and not too long.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut out = String::from("`");
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            out.push('…');
            break;
        }
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.push('`');
    out
}

/// The words of a text, in lower case and in order, without punctuation; letters of every script count.
pub fn of_text(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase)
}

/// Stemmed words that add something to a tool's name.
pub fn content(text: &str) -> impl Iterator<Item = String> {
    static FILL: LazyLock<FxHashSet<String>> = LazyLock::new(|| of(lists::FILL).map(stem).collect());
    of_text(text).map(|w| stem(&w)).filter(|w| !FILL.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> Vec<String> {
        split(name).iter().map(|w| w.lower.clone()).collect()
    }

    #[test]
    fn names_split_at_separators_and_case() {
        assert_eq!(words("getUserID"), ["get", "user", "id"]);
        assert_eq!(words("get_user-id.now"), ["get", "user", "id", "now"]);
        assert_eq!(words("HTTPServer2Go"), ["http", "server2", "go"]);
        assert_eq!(words("__read__"), ["read"]);
        assert_eq!(words("read_température"), ["read", "température"]);
        assert!(words("").is_empty());
        assert_eq!(split("aB").last().map(|w| w.range.clone()), Some(1..2));
    }

    #[test]
    fn verbs_are_known_in_every_form() {
        let form = |w: &str| verb(w).map(|v| (v.base, v.form));
        assert_eq!(form("delete"), Some(("delete", Form::Base)));
        assert_eq!(form("deletes"), Some(("delete", Form::Third)));
        assert_eq!(form("deleted"), Some(("delete", Form::Past)));
        assert_eq!(form("deleting"), Some(("delete", Form::Gerund)));
        assert_eq!(form("modifies"), Some(("modify", Form::Third)));
        assert_eq!(form("modified"), Some(("modify", Form::Past)));
        assert_eq!(form("dropped"), Some(("drop", Form::Past)));
        assert_eq!(form("resetting"), Some(("reset", Form::Gerund)));
        assert_eq!(form("written"), Some(("write", Form::Past)));
        assert_eq!(form("publishes"), Some(("publish", Form::Third)));
        assert_eq!(form("cancelled"), Some(("cancel", Form::Past)));
        assert_eq!(form("uploading"), Some(("upload", Form::Gerund)));
        assert_eq!(form("read"), Some(("read", Form::Base)));
        assert_eq!(form("dataset"), None);
        assert_eq!(form("settings"), None);
    }

    #[test]
    fn nouns_lose_their_plural() {
        assert_eq!(
            ["users", "queries", "boxes", "status", "analysis", "class", "bus"].map(stem),
            ["user", "query", "box", "status", "analysis", "class", "bus"]
        );
    }

    #[test]
    fn a_server_prefix_is_no_verb_and_starts_half_of_the_names() {
        assert_eq!(server_prefix(["git_log", "git_diff", "git_status", "help"]), Some("git".to_owned()));
        assert_eq!(server_prefix(["git_log", "git_diff", "a", "b"]), None);
        assert_eq!(server_prefix(["get_a", "get_b", "get_c"]), None);
    }

    #[test]
    fn marked_letters_have_plain_ones() {
        assert_eq!(snake_case(&split("readTempérature")).as_deref(), Some("read_temperature"));
        assert_eq!(snake_case(&split("3readTank")).as_deref(), Some("read_tank"));
        assert_eq!(snake_case(&split("read_水位")), None);
        assert_eq!(snake_case(&split("__")), None);
    }
}
