//! R136 and R139: secrets that a text asks for, and secrets that it gives away.

use super::each_speaker;
use super::fold::{Folded, Trigger, Word};
use super::texts::Role;
use crate::diagnostic::Level;
use crate::ir::Server;
use crate::rules::words::within;
use crate::rules::{Context, Sink};
use aho_corasick::AhoCorasick;
use std::ops::Range;
use std::sync::LazyLock;

/// Files that hold keys and tokens, and what they are called in prose. A project's `.env` is no such file by
/// itself: many tools are about it.
const FILES: [&str; 22] = [
    "~/.ssh",
    "/.ssh/",
    "$home/.ssh",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    ".aws/credentials",
    ".netrc",
    ".pgpass",
    ".git-credentials",
    ".docker/config.json",
    ".kube/config",
    ".config/gcloud",
    ".npmrc",
    ".pypirc",
    "/etc/passwd",
    "/etc/shadow",
    "mcp.json",
    "claude_desktop_config",
    "ssh private key",
    "private ssh key",
    "environment variables",
];

/// What follows a name that says that it is the harmless one of its kind.
const HARMLESS: [&str; 4] = [".pub", "/known_hosts", "/authorized_keys", "/config"];

const READING: &str = "read open cat load fetch include access copy get grab collect dump print retrieve";
const PASSING: &str =
    "pass put paste include send attach provide insert forward post upload submit supply embed encode append";
const WHAT: &str = "it its them their that this content contents text the full result value values output everything";
/// A verb behind one of these is a purpose, a power or a denial and no order.
const NO_ORDER: &str =
    "to can will may might could would not never don't cannot doesn't that which tool server it without no";

static NAMED: LazyLock<Trigger> = LazyLock::new(|| Trigger::new(&FILES));

/// R136.
pub fn solicited<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            if said.role != Role::Prose {
                return;
            }
            let Some(folded) = NAMED.fold(said.str()) else { return };
            for range in asked(&folded) {
                let span = said.text.span_of(folded.original(range));
                hits.add(span, "asks the model to read a secret and pass it on", Level::Error);
            }
        },
        |hit| format!("the text {}", hit.what),
        |d, _| {
            d.note("a model that obeys hands the user's keys to the server, in an argument that nobody looks at");
            d.help("remove it; what the server needs it reads itself, from its own configuration");
        },
    );
}

/// Orders to read a file of secrets and to pass on what it holds.
fn asked(folded: &Folded) -> Vec<Range<usize>> {
    let words = folded.words();
    let mut out: Vec<Range<usize>> = Vec::new();
    for file in FILES {
        for (at, _) in folded.text.match_indices(file) {
            let end = at + file.len();
            if HARMLESS.iter().any(|h| folded.text[end..].starts_with(h))
                || out.len() > 64
                || out.iter().any(|r| r.contains(&at))
            {
                continue;
            }
            let near = |i: &usize| words[*i].range.start + 60 >= at;
            let here = words.partition_point(|w| w.range.start < at);
            let order = (0..here).rev().take_while(near).find(|&i| {
                let w = &words[i];
                (w.is(READING) || w.is(PASSING))
                    && !w.is_quoted()
                    && (i == 0 || w.begins_clause() || !words[i - 1].is(NO_ORDER))
            });
            let Some(first) = order else { continue };
            let verb = &words[first];
            let reads = verb.is(READING) && verb.text != "include";
            let behind = words.partition_point(|w| w.range.start < end);
            let after: Vec<&Word> = words[behind..].iter().take_while(|w| w.range.start < end + 120).collect();
            let passed = if reads { passed_on(&after) } else { handed_over(&words[first + 1..], &after) };
            if passed {
                out.push(verb.range.start..end);
            }
        }
    }
    out
}

/// `… and put its text into note`.
fn passed_on(after: &[&Word]) -> bool {
    let verb = after.iter().enumerate().position(|(i, w)| {
        w.is(PASSING) && (i == 0 || !after[i - 1].is(NO_ORDER)) && after.get(i + 1).is_some_and(|next| next.is(WHAT))
    });
    verb.is_some_and(|i| after[i..].iter().take(8).any(|w| w.is("as in into to with through via inside")))
}

/// `pass the contents of … as the sidenote`.
fn handed_over(behind_verb: &[Word], after: &[&Word]) -> bool {
    let whole = behind_verb.iter().take(3).any(|w| w.is("content contents text full user's"));
    whole && after.iter().take(4).any(|w| within("as in into to with through via inside", w.text))
}

/// How a credential begins, which characters follow, and how many of them at least and at most.
struct Form {
    prefix: &'static str,
    more: fn(char) -> bool,
    least: usize,
    most: usize,
}

const fn form(prefix: &'static str, more: fn(char) -> bool, least: usize, most: usize) -> Form {
    Form { prefix, more, least, most }
}

fn upper(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn alnum(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn dashed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn dotted(c: char) -> bool {
    dashed(c) || c == '.'
}

const MANY: usize = 4096;

/// Credentials that tell by their prefix what they are.
const FORMS: [Form; 26] = [
    form("AKIA", upper, 16, 16),
    form("ASIA", upper, 16, 16),
    form("ghp_", alnum, 36, 36),
    form("gho_", alnum, 36, 36),
    form("ghu_", alnum, 36, 36),
    form("ghs_", alnum, 36, 36),
    form("ghr_", alnum, 36, 36),
    form("github_pat_", dashed, 82, 82),
    form("glpat-", dashed, 20, 64),
    form("xoxa-", dashed, 24, MANY),
    form("xoxb-", dashed, 24, MANY),
    form("xoxp-", dashed, 24, MANY),
    form("xoxr-", dashed, 24, MANY),
    form("xoxs-", dashed, 24, MANY),
    form("sk-ant-", dashed, 32, MANY),
    form("sk-proj-", dashed, 32, MANY),
    form("sk-svcacct-", dashed, 32, MANY),
    form("sk-", alnum, 32, 64),
    form("AIza", dashed, 35, 35),
    form("sk_live_", alnum, 16, 128),
    form("rk_live_", alnum, 16, 128),
    form("npm_", alnum, 36, 36),
    form("pypi-AgEIcHlwaS5vcmc", dashed, 40, MANY),
    form("SG.", dotted, 66, 66),
    form("hf_", alnum, 34, 34),
    form("eyJ", dotted, 40, MANY),
];

const PRIVATE_KEY: &str = "-----BEGIN ";

static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let all: Vec<&str> = FORMS.iter().map(|f| f.prefix).chain([PRIVATE_KEY]).collect();
    AhoCorasick::new(all).ok()
});

/// R139.
pub fn in_text<'a>(server: &'a Server, context: &Context<'a>, sink: &mut Sink) {
    each_speaker(
        server,
        context,
        sink,
        |said, hits| {
            for range in credentials(said.str()) {
                let head: String = said.str()[range.clone()].chars().take(8).collect();
                hits.add(said.text.span_of(range), format!("a credential (`{head}…`)"), Level::Error);
            }
        },
        |hit| format!("the text gives away {}", hit.what),
        |d, _| {
            d.note("whoever may list the tools has it, and so has the provider of every model that is shown the list");
            d.help("withdraw it where it was issued, and keep its successor in the server's configuration");
        },
    );
}

fn credentials(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let Some(prefixes) = PREFIXES.as_ref().filter(|_| text.len() > 16) else { return out };
    for found in prefixes.find_iter(text) {
        let start = found.start();
        let glued = text[..start].chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if glued || out.last().is_some_and(|r| start < r.end) {
            continue;
        }
        let range = if text[start..].starts_with(PRIVATE_KEY) {
            private_key(text, start)
        } else {
            // `sk-` stands before `sk-ant-` in the text as well: the longest form that fits counts.
            let fits = FORMS.iter().filter(|f| text[start..].starts_with(f.prefix));
            fits.filter_map(|form| credential(text, start, form)).max_by_key(|r| r.end)
        };
        out.extend(range);
    }
    out
}

fn credential(text: &str, start: usize, form: &Form) -> Option<Range<usize>> {
    let body = &text[start + form.prefix.len()..];
    let len: usize = body.chars().take_while(|c| (form.more)(*c)).map(char::len_utf8).sum();
    let body = body[..len].trim_end_matches('.');
    if !(form.least..=form.most).contains(&body.len()) {
        return None;
    }
    let parts = body.split('.').filter(|p| p.len() >= 10).count();
    let shaped = match form.prefix {
        "eyJ" => parts == 3 && body.split_once('.').is_some_and(|(_, rest)| rest.starts_with("eyJ")),
        "SG." => parts == 2,
        _ => true,
    };
    let whole = &text[start..start + form.prefix.len() + body.len()];
    (shaped && !is_stand_in(whole) && entropy(whole) >= 3.2).then(|| start..start + whole.len())
}

fn private_key(text: &str, start: usize) -> Option<Range<usize>> {
    let head = &text[start..text[start..].find("PRIVATE KEY-----").map(|i| start + i + 16)?];
    let end = start + head.len();
    // The header alone tells the format that is asked for.
    let body: String = text[end..].chars().filter(|c| !c.is_whitespace()).take(48).collect();
    let encoded = body.chars().count() == 48 && body.chars().all(|c| alnum(c) || matches!(c, '+' | '/' | '='));
    (head.len() < 60 && encoded && entropy(&body) >= 3.2 && !is_stand_in(&body)).then_some(start..end)
}

/// Examples say that they are ones.
fn is_stand_in(text: &str) -> bool {
    let low = text.to_lowercase();
    ["example", "xxxx", "your", "<", "...", "1234567890", "abcdef", "placeholder", "redacted"]
        .iter()
        .any(|w| low.contains(w))
}

/// Shannon entropy in bits a character.
fn entropy(text: &str) -> f64 {
    let mut counts = [0u32; 256];
    text.bytes().for_each(|b| counts[usize::from(b)] += 1);
    let total = text.len() as f64;
    let share = |n: u32| f64::from(n) / total;
    counts.iter().filter(|n| **n > 0).map(|&n| -share(n) * share(n).log2()).sum()
}
