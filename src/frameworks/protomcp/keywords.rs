//! Arguments of the decorators, and the facts that they give.

use crate::frameworks::convert::{self, Given, given};
use crate::ir::{Annotations, Fact, Tool};
use crate::json::{Json, Member};
use crate::link::Arguments;
use crate::source::Span;
use crate::text::Text;

/// Parameters of `tool` in their order.
pub const TOOL: &[&str] = &[
    "description",
    "output_type",
    "title",
    "destructive",
    "idempotent",
    "read_only",
    "open_world",
    "task_support",
    "hidden",
];

/// Parameters of `tool_group` in their order.
pub const GROUP: &[&str] = &[
    "name",
    "description",
    "strategy",
    "title",
    "destructive",
    "idempotent",
    "read_only",
    "open_world",
    "task_support",
    "hidden",
];

pub const WORKFLOW: &[&str] = &["name", "description", "allow_during", "block_during"];

pub const ACTION: &[&str] = &["name", "description", "requires", "enum_fields", "cross_rules", "hints"];

pub const STEP: &[&str] = &[
    "name",
    "description",
    "initial",
    "next",
    "terminal",
    "no_cancel",
    "allow_during",
    "block_during",
    "on_error",
    "requires",
    "enum_fields",
];

/// The arguments of one decorator.
#[derive(Clone, Copy)]
pub struct Keywords<'a> {
    pub order: &'static [&'static str],
    pub arguments: &'a Arguments,
    /// Where the decorator is called.
    pub at: Span,
}

impl<'a> Keywords<'a> {
    pub fn given(&self, name: &str) -> Given<'a> {
        given(self.arguments, self.order.iter().position(|n| *n == name), name)
    }

    pub fn text(&self, name: &str) -> Fact<Text> {
        convert::text(&self.given(name), self.at)
    }

    /// A text; an empty one is not said.
    pub fn filled(&self, name: &str) -> Fact<Text> {
        match self.text(name) {
            Fact::Known { value, .. } if value.is_empty() => Fact::Absent,
            fact => fact,
        }
    }

    pub fn flag(&self, name: &str) -> Fact<bool> {
        convert::flag(&self.given(name), self.at)
    }

    /// Title, hints and visibility, which `tool` and `tool_group` share.
    pub fn decorate(&self, tool: &mut Tool) {
        tool.title = self.filled("title");
        tool.hidden = self.flag("hidden").is_true();
        tool.annotations = self.annotations();
    }

    /// Hints as declared; `given` is what a client is served: the host passes on only those that are true.
    fn annotations(&self) -> Annotations {
        let hint = |name: &str| self.flag(name);
        let mut annotations = Annotations {
            read_only: hint("read_only"),
            destructive: hint("destructive"),
            idempotent: hint("idempotent"),
            open_world: hint("open_world"),
            ..Annotations::default()
        };
        let members: Vec<Member> = annotations
            .hints()
            .into_iter()
            .filter_map(|(name, fact)| {
                let (value, span) = match fact {
                    Fact::Known { value: true, span } => (Json::bool(true, *span), *span),
                    Fact::Unknown { why, span } => (Json::unknown(why.clone(), *span), *span),
                    _ => return None,
                };
                Some(Member { key: Text::new(name, span), value })
            })
            .collect();
        if let [first, rest @ ..] = members.as_slice() {
            let span = rest.iter().fold(first.value.span, |all, m| all.to(m.value.span));
            annotations.given = Fact::known(Json::members(members, span), span);
        }
        annotations
    }
}
