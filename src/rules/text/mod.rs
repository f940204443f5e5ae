//! R130–R139: what hides in the texts of a server, or steers the model that reads them.
//!
//! The texts come from one walker ([`texts`]); each file here judges one text at a time, and [`Hits`] makes
//! one finding a tool of what it found.

mod carried;
mod directives;
mod fold;
mod hidden;
mod markup;
mod points;
mod scripts;
mod secrets;
mod shadow;
pub mod texts;

pub use carried::carries_out;
pub use directives::directive;
pub use hidden::{bidi, control, invisible};
pub use markup::hidden_markup;
pub use scripts::mixed_script;
pub use secrets::{in_text as secret_in_text, solicited as secret_solicited};
pub use shadow::shadowing;

use super::{Context, Sink, common};
use crate::diagnostic::{Diagnostic, Edit, Level};
use crate::ir::{Server, Tool};
use crate::source::Span;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use texts::Said;

/// Labels of one finding; of further places it tells the number.
const LABELS: usize = 12;

/// One place that is wrong.
pub struct Hit {
    pub span: Span,
    /// What stands there, for the label.
    pub what: String,
    pub level: Level,
    /// A change that mends it.
    pub edit: Option<Edit>,
}

/// What was found in the texts of one tool, or of the server itself.
#[derive(Default)]
pub struct Hits {
    all: Vec<Hit>,
    seen: FxHashSet<Span>,
}

impl Hits {
    pub fn add(&mut self, span: Span, what: impl Into<String>, level: Level) {
        self.push(Hit { span, what: what.into(), level, edit: None });
    }

    /// A text that several tools share, or that an SDK sends twice, is told once.
    pub fn push(&mut self, hit: Hit) {
        if self.seen.insert(hit.span) {
            self.all.push(hit);
        }
    }

    /// One finding on the first of the worst places, with labels on the others.
    fn report<'s>(
        self,
        sink: &'s mut Sink,
        message: impl FnOnce(&Hit) -> String,
    ) -> Option<(&'s mut Diagnostic, Vec<Edit>)> {
        let worst = self.all.iter().map(|h| h.level).max()?;
        let main = self.all.iter().position(|h| h.level == worst)?;
        let d = sink.report(self.all[main].span, message(&self.all[main]));
        d.level(worst).here(self.all[main].what.clone());
        for (_, hit) in self.all.iter().enumerate().filter(|(i, _)| *i != main).take(LABELS) {
            d.label(hit.span, hit.what.clone());
        }
        if self.all.len() > LABELS + 1 {
            d.note(format!("and {} more places", self.all.len() - LABELS - 1));
        }
        Some((d, self.all.into_iter().filter_map(|h| h.edit).collect()))
    }
}

/// The texts of a server, gathered when a rule first asks: its own, then those of each tool.
#[derive(Default)]
pub struct Texts<'a>(OnceCell<Vec<Vec<Said<'a>>>>);

impl<'a> Texts<'a> {
    fn of(&self, server: &'a Server) -> &[Vec<Said<'a>>] {
        self.0.get_or_init(|| {
            let mut own = Vec::new();
            texts::of_server(server, &mut |said| own.push(said));
            let tools = server.tools.iter().map(|tool| {
                let mut all = Vec::new();
                texts::of_tool(tool, &mut |said| all.push(said));
                all
            });
            std::iter::once(own).chain(tools).collect()
        })
    }
}

/// Judges all texts of a server, its own and those of each tool, and gives one finding for each of them.
fn each_speaker<'a>(
    server: &'a Server,
    context: &Context<'a>,
    sink: &mut Sink,
    judge: impl Fn(Said, &mut Hits),
    message: impl Fn(&Hit) -> String,
    finish: impl Fn(&mut Diagnostic, Vec<Edit>),
) {
    let mut done = |hits: Hits, tool: Option<&Tool>| {
        if let Some((d, edits)) = hits.report(sink, &message) {
            if let Some(tool) = tool {
                common::about(d, tool);
            }
            finish(d, edits);
        }
    };
    let speakers = std::iter::once(None).chain(server.tools.iter().map(Some));
    for (tool, texts) in speakers.zip(context.texts.of(server)) {
        let mut hits = Hits::default();
        texts.iter().for_each(|said| judge(*said, &mut hits));
        done(hits, tool);
    }
}

#[cfg(test)]
mod tests;
