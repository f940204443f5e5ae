//! What several hosts say of one fault, as one finding.

use super::{Effect, Host, Limit};
use crate::diagnostic::{Diagnostic, Level};
use crate::rules::Sink;
use crate::source::Span;

/// The hosts that object to one thing.
#[derive(Clone, Default)]
pub struct Objections {
    found: Vec<(&'static Host, &'static Limit)>,
}

impl Objections {
    /// The limits among `limits` that something breaks.
    pub fn of(
        limits: impl Iterator<Item = (&'static Host, &'static Limit)>,
        broken: impl Fn(&'static Limit) -> bool,
    ) -> Self {
        Objections { found: limits.filter(|(_, limit)| broken(limit)).collect() }
    }

    pub fn add(&mut self, others: Objections) {
        self.found.extend(others.found);
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The worst of them.
    pub fn level(&self) -> Level {
        self.found.iter().map(|(_, limit)| limit.level()).max().unwrap_or(Level::Note)
    }

    pub fn limits(&self) -> impl Iterator<Item = &'static Limit> + '_ {
        self.found.iter().map(|(_, limit)| *limit)
    }

    /// A finding at their worst level.
    pub fn report<'s>(&self, sink: &'s mut Sink, span: Span, message: impl Into<String>) -> &'s mut Diagnostic {
        let d = sink.report(span, message);
        d.level(self.level());
        self.tell(d);
        d
    }

    /// Adds hosts, and what each of them does, to a finding.
    pub fn tell(&self, d: &mut Diagnostic) {
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        for (host, limit) in &self.found {
            if !d.hosts.contains(&host.name) {
                d.hosts.push(host.name.clone());
            }
            let what = limit.what();
            match told.iter_mut().find(|(w, _)| *w == what) {
                Some((_, titles)) if titles.contains(&host.title.as_str()) => {}
                Some((_, titles)) => titles.push(&host.title),
                None => told.push((what, vec![&host.title])),
            }
        }
        for (what, titles) in told {
            d.note(format!("{}: {what}", titles.join(", ")));
        }
    }

    /// The verb of the worst of them: `refused by`.
    pub fn verb(&self) -> &'static str {
        let today = self.found.iter().filter(|(_, l)| l.until.is_none()).map(|(_, l)| l.effect);
        match today.max() {
            Some(Effect::Refused) => "refused by",
            Some(Effect::Dropped) => "dropped by",
            Some(Effect::Cut) => "cut by",
            Some(Effect::Rewritten) => "rewritten by",
            Some(Effect::Degraded) => "poorly read by",
            None => "was refused by",
        }
    }

    /// `refused by Claude Code, Gemini`.
    pub fn by(&self) -> String {
        let mut titles: Vec<&str> = Vec::new();
        for (host, _) in &self.found {
            if !titles.contains(&host.title.as_str()) {
                titles.push(&host.title);
            }
        }
        format!("{} {}", self.verb(), titles.join(", "))
    }
}
