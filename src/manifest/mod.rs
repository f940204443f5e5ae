//! Tool lists as data: JSON and YAML with exact positions. See `docs/manifest.md`.

mod json;
mod shape;
#[cfg(test)]
mod tests;
mod tool;
mod yaml;
mod yaml_scalar;
mod yaml_text;

use crate::diagnostic::{Diagnostic, Level};
use crate::ir::{Server, Tool};
use crate::json::{Json, Member};
use crate::source::{Language, SourceFile, Span};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

/// Levels of nesting that are read. Schemas in real lists stay under 20; the limit keeps every later walk
/// over the tree within its stack.
const MAX_DEPTH: usize = 200;

/// Findings that one file may give: a hostile file could hold a fault in every byte.
const MAX_FINDINGS: usize = 100;

/// What a manifest file holds.
#[derive(Debug, Default)]
pub struct Reading {
    /// Those with at least one tool.
    pub servers: Vec<Server>,
    /// R091: what is wrong with the file as a file.
    pub findings: Vec<Diagnostic>,
    /// Nothing could be judged: the file is broken or holds no tool list.
    pub failed: bool,
}

/// Reads a tool list. `explicit`: a file that is not a tool list is a finding, not silence.
pub fn read(file: &SourceFile, explicit: bool) -> Reading {
    if !explicit && !may_hold_tools(file) {
        return Reading::default();
    }
    let mut findings = Findings::default();
    let root = match file.language {
        Language::Yaml => parse_yaml(file, &mut findings),
        _ => json::parse(file, &mut findings).map(Some),
    };
    let root = match root {
        Ok(Some(root)) => root,
        Ok(None) => return Reading::default(),
        Err(_) if !explicit && !visibly_tools(file) => return Reading::default(),
        Err(fault) => {
            findings.push(fault);
            return Reading { findings: findings.list, failed: true, ..Reading::default() };
        }
    };
    if !explicit && !shape::is_tool_list(&root) {
        return Reading::default();
    }
    match shape::servers(&root, file, &mut findings) {
        Ok(servers) => {
            let mut reading = Reading { servers, findings: findings.list, failed: false };
            attribute(&mut reading);
            reading
        }
        Err(fault) => {
            findings.push(fault);
            Reading { findings: findings.list, failed: true, ..Reading::default() }
        }
    }
}

/// JSON is YAML, too, and as JSON it is read faster and with surrogate pairs, which the YAML parser refuses.
fn parse_yaml(file: &SourceFile, findings: &mut Findings) -> Result<Option<Json>, Fault> {
    if file.text.trim_start().starts_with(['[', '{']) {
        let mut json_findings = Findings::default();
        if let Ok(root) = json::parse(file, &mut json_findings) {
            *findings = json_findings;
            return Ok(Some(root));
        }
    }
    yaml::parse(file, findings)
}

/// Names the server and the tool in whose entry a finding lies.
fn attribute(reading: &mut Reading) {
    for finding in &mut reading.findings {
        for server in &reading.servers {
            let tool = server.tools.iter().find(|t| t.raw.as_ref().is_some_and(|raw| raw.span.contains(finding.span)));
            if let Some(tool) = tool {
                finding.server = Some(server.id.clone());
                finding.tool = Some(tool.known_name().unwrap_or("").to_owned());
            }
        }
        if let ([server], None) = (reading.servers.as_slice(), &finding.server) {
            finding.server = Some(server.id.clone());
        }
    }
}

/// A cheap test before parsing: whether a file found in a folder can hold a tool list at all. Most JSON and
/// YAML of a project does not.
fn may_hold_tools(file: &SourceFile) -> bool {
    let text = file.text.as_bytes();
    let has = |needle: &str| memmem::find(text, needle.as_bytes()).is_some();
    has("name") && (tool::SCHEMA_KEYS.iter().any(|key| has(key)) || (has("tools") && has("description")))
}

/// Whether a broken file found in a folder was meant as a tool list.
fn visibly_tools(file: &SourceFile) -> bool {
    let has = |needle: &str| memmem::find(file.text.as_bytes(), needle.as_bytes()).is_some();
    let keys = match file.language {
        Language::Yaml => ["inputSchema:", "tools:", "name:"],
        _ => ["\"inputSchema\"", "\"tools\"", "\"name\""],
    };
    has(keys[0]) && (has(keys[1]) || has(keys[2]))
}

/// What is wrong with a file at one place.
#[derive(Debug)]
struct Fault {
    span: Span,
    message: String,
    help: Option<&'static str>,
}

impl Fault {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Fault { span, message: message.into(), help: None }
    }

    fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }
}

/// Findings of one file so far.
#[derive(Debug, Default)]
struct Findings {
    list: Vec<Diagnostic>,
}

impl Findings {
    fn push(&mut self, fault: Fault) {
        self.push_labelled(fault, None);
    }

    fn push_labelled(&mut self, fault: Fault, label: Option<(Span, &str)>) {
        if self.list.len() == MAX_FINDINGS {
            return;
        }
        let mut finding = Diagnostic::new("R091", Level::Error, fault.span, fault.message);
        if let Some((span, text)) = label {
            finding.label(span, text);
        }
        if let Some(help) = fault.help {
            finding.help(help);
        }
        self.list.push(finding);
    }

    /// Members with unique keys. A key given again is told; its last value wins, in the place of the first,
    /// as it does in JavaScript and Python.
    fn unique(&mut self, members: Vec<Member>) -> Vec<Member> {
        if !repeats(&members) {
            return members;
        }
        let mut firsts = FxHashMap::default();
        let mut out: Vec<Member> = Vec::with_capacity(members.len());
        let mut places: Vec<Span> = Vec::with_capacity(members.len());
        for member in members {
            match firsts.get(&member.key.shared()) {
                None => {
                    firsts.insert(member.key.shared(), out.len());
                    places.push(member.key.span());
                    out.push(member);
                }
                Some(&first) => {
                    let message = format!("key `{}` is given twice, and the last value wins", member.key.as_str());
                    let fault = Fault::new(member.key.span(), message).help("keep one of them");
                    self.push_labelled(fault, Some((places[first], "first given here")));
                    out[first] = member;
                }
            }
        }
        out
    }
}

/// Whether a key is given more than once. Nearly all objects are small, and compared faster than hashed.
fn repeats(members: &[Member]) -> bool {
    if members.len() <= 12 {
        return members.iter().enumerate().any(|(i, m)| members[..i].iter().any(|n| n.key.as_str() == m.key.as_str()));
    }
    let mut seen = FxHashSet::default();
    members.iter().any(|m| !seen.insert(m.key.as_str()))
}

/// The first character of a place.
fn first(file: &SourceFile, span: Span) -> Span {
    let len = file.text.get(span.start as usize..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    Span { end: span.end.min(span.start + len as u32), ..span }
}

/// The number that `text`, in the spelling of JSON, stands for; beyond the range of a double its largest.
fn number(text: &str) -> serde_json::Number {
    if let Ok(n) = text.parse::<i64>() {
        return n.into();
    }
    if let Ok(n) = text.parse::<u64>() {
        return n.into();
    }
    let n = text.parse::<f64>().unwrap_or(0.0).clamp(f64::MIN, f64::MAX);
    serde_json::Number::from_f64(n).unwrap_or_else(|| 0.into())
}

/// One entry of a tool list that a program holds as a dictionary; `None` for what is no object.
pub fn entry(entry: &Json) -> Option<Tool> {
    let object = entry.as_object()?;
    Some(tool::read(entry, object, entry.span))
}
