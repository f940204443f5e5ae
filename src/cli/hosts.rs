//! `promcp-lint rules --hosts`.

use crate::rules::hosts::{self, Host, Limit};
use crate::settings;
use serde_json::{Value, json};
use std::fmt::Write;

fn all() -> impl Iterator<Item = &'static Host> {
    hosts::names().filter_map(hosts::host)
}

fn is_default(host: &Host) -> bool {
    settings::HOSTS.contains(&host.name.as_str())
}

/// What is limited, as in the file, and to what.
fn subject(limit: &Limit) -> String {
    let mut out = limit.on.name();
    let mut add = |text: String| {
        let _ = write!(out, " {text}");
    };
    if let Some(set) = &limit.allow {
        add(format!("[{}]", set.as_str()));
    }
    if let Some(set) = &limit.first {
        add(format!("first [{}]", set.as_str()));
    }
    if let Some(form) = &limit.form {
        add(form.clone());
    }
    if let Some(most) = limit.most {
        add(format!("at most {most}"));
    }
    if !limit.words.is_empty() {
        add(limit.words.join(", "));
    }
    out
}

pub fn text() -> String {
    let mut out = String::new();
    for host in all() {
        let gap = if out.is_empty() { "" } else { "\n" };
        let default = if is_default(host) { ", by default" } else { "" };
        let _ = writeln!(out, "{gap}{} ({}{default})", host.name, host.title);
        for limit in &host.limits {
            let _ = writeln!(out, "  {:7}  {}: {}", limit.level().name(), subject(limit), limit.what());
            let _ = writeln!(out, "           {}, {}", limit.seen, limit.source);
        }
    }
    out
}

pub fn json() -> String {
    let limit = |l: &Limit| {
        json!({
            "on": l.on.name(), "level": l.level().name(), "effect": l.effect.name(), "then": l.then, "until": l.until,
            "seen": l.seen, "source": l.source, "most": l.most, "allow": l.allow.as_ref().map(|s| s.as_str()),
            "first": l.first.as_ref().map(|s| s.as_str()), "with": l.with, "form": l.form, "words": l.words,
        })
    };
    let hosts: Vec<Value> = all()
        .map(|h| {
            let limits: Vec<Value> = h.limits.iter().map(limit).collect();
            json!({"name": h.name, "title": h.title, "default": is_default(h), "limits": limits})
        })
        .collect();
    format!("{:#}\n", Value::Array(hosts))
}

pub fn markdown() -> String {
    let mut out = String::from("| host | limit | level | what happens | seen | source |\n|---|---|---|---|---|---|\n");
    let cell = |text: &str| text.replace('|', "\\|");
    for host in all() {
        for limit in &host.limits {
            let (subject, what, source) = (cell(&subject(limit)), cell(&limit.what()), cell(&limit.source));
            let _ = writeln!(
                out,
                "| {} | {subject} | {} | {what} | {} | {source} |",
                host.name,
                limit.level().name(),
                limit.seen
            );
        }
    }
    out
}
