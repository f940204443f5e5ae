//! The steps of a workflow as a graph: what the SDK refuses at import, and what it takes and no client can
//! walk through.

use super::super::{group, workflow};
use super::groups::never_run;
use super::{Family, place, step, texts};
use crate::frameworks::convert::Given;
use crate::ir::{Fact, Harm, Misuse, MisuseKind};
use crate::link::{Data, Machine, Value};
use crate::source::Span;
use crate::text::{Text, nearest};

struct Step {
    name: Text,
    initial: Fact<bool>,
    terminal: Fact<bool>,
    next: Next,
    errors: Option<Vec<Text>>,
    at: Span,
    method: Value,
}

/// The steps that may follow.
enum Next {
    Known(Vec<Text>, Span),
    Unknown,
    Absent,
}

pub fn check(machine: &mut Machine, family: &Family, out: &mut Vec<Misuse>) {
    handlers(machine, family, out);
    for member in &family.members {
        let name = workflow::step_name(machine, member);
        let tool = group::joined(&family.name, ".", &name, member.at);
        never_run(&step(member), &["requires", "enum_fields"], "a step", tool.as_str(), out);
    }
    let Some(steps) = steps(machine, family) else { return };
    let graph = Graph { name: family.name.as_str().unwrap_or("…"), family, steps: &steps };
    let found = graph.refused();
    if found.is_empty() {
        graph.doubtful(out);
        for one in &steps {
            graph.returned(machine, one, out);
        }
    }
    out.extend(found);
}

/// All steps; `None` where one of their names is not known, or there are none that are seen.
fn steps(machine: &mut Machine, family: &Family) -> Option<Vec<Step>> {
    let class = group::class_of(&family.registration.target)?;
    if class.outside_base().is_some() || class.bases.iter().any(Value::is_unknown) {
        return None;
    }
    let mut out = Vec::new();
    for member in &family.members {
        let keywords = step(member);
        if keywords.arguments.open.is_some() {
            return None;
        }
        let Fact::Known { value: name, .. } = workflow::step_name(machine, member) else { return None };
        let given = keywords.given("next");
        let next = match (&given, texts(&given)) {
            (Given::Absent, _) => Next::Absent,
            (Given::Value(value), _) if value.is_null() => Next::Absent,
            (Given::Value(value), Some(all)) => Next::Known(all, value.origin),
            _ => Next::Unknown,
        };
        let errors = match keywords.given("on_error") {
            Given::Absent => Some(Vec::new()),
            Given::Value(value) if value.is_null() => Some(Vec::new()),
            Given::Value(Value { data: Data::Map(map), .. }) if map.open.borrow().is_none() => {
                map.entries.borrow().values().map(|(_, target)| target.as_text().cloned()).collect()
            }
            _ => None,
        };
        let at = name.span();
        let (initial, terminal) = (keywords.flag("initial"), keywords.flag("terminal"));
        out.push(Step { name, initial, terminal, next, errors, at, method: member.method.clone() });
    }
    Some(out)
}

struct Graph<'g> {
    name: &'g str,
    family: &'g Family<'g>,
    steps: &'g [Step],
}

impl Graph<'_> {
    fn misuse(&self, harm: Harm, step: Option<&Step>, span: Span, what: String, happens: String) -> Misuse {
        let tool = step.map(|s| format!("{}.{}", self.name, s.name.as_str()));
        Misuse::new(MisuseKind::Workflow, harm, span, what, happens).of(tool.as_deref())
    }

    /// What the SDK raises at import, in its words.
    fn raises(&self, step: Option<&Step>, span: Span, what: String, says: &str) -> Misuse {
        let happens =
            format!("the import ends with `ValueError: Workflow '{}': {says}`, and no server starts", self.name);
        self.misuse(Harm::Broken, step, span, what, happens)
    }

    fn find(&self, name: &str) -> Option<&Step> {
        self.steps.iter().find(|s| s.name.as_str() == name)
    }

    fn nearest(&self, name: &str) -> String {
        let all: Vec<&str> = self.steps.iter().map(|s| s.name.as_str()).collect();
        match nearest(name, all.iter().copied()) {
            Some(near) => format!("write `{near}`"),
            None => format!("the steps are {}", super::listed(&all)),
        }
    }

    /// Faults that end the import.
    fn refused(&self) -> Vec<Misuse> {
        let mut out = Vec::new();
        let starts: Vec<&Step> = self.steps.iter().filter(|s| s.initial.is_true()).collect();
        if starts.is_empty() && !self.steps.iter().any(|s| s.initial.is_unknown()) {
            let span = self.family.name.span().unwrap_or(self.family.registration.span);
            let what = format!("the workflow `{}` has no initial step", self.name);
            let first = self.steps.first().map_or("the first step", |s| s.name.as_str());
            out.push(
                self.raises(None, span, what, "no initial step defined")
                    .here("no step has `initial=True`")
                    .instead(format!("write `initial=True` at the step that starts it, as in `{first}`")),
            );
        }
        if let [first, second, ..] = starts.as_slice() {
            let names: Vec<String> = starts.iter().map(|s| format!("'{}'", s.name.as_str())).collect();
            let what = format!("the workflow `{}` has {} initial steps", self.name, starts.len());
            let says = format!("multiple initial steps: [{}]", names.join(", "));
            let span = second.initial.span().unwrap_or(second.at);
            out.push(
                self.raises(Some(second), span, what, &says)
                    .here("a second one")
                    .label(first.initial.span().unwrap_or(first.at), "the first one")
                    .instead("leave `initial=True` at one of them"),
            );
        }
        for step in self.steps {
            self.refused_step(step, &mut out);
        }
        out
    }

    fn refused_step(&self, step: &Step, out: &mut Vec<Misuse>) {
        let name = step.name.as_str();
        match &step.next {
            Next::Known(_, span) if step.terminal.is_true() => out.push(
                self.raises(
                    Some(step),
                    *span,
                    format!("the terminal step `{name}` says what comes next"),
                    &format!("terminal step '{name}' has next"),
                )
                .here("even an empty list counts")
                .instead("leave `next` out, or `terminal=True`"),
            ),
            Next::Absent if step.terminal.is_false() || step.terminal.is_absent() => out.push(
                self.raises(
                    Some(step),
                    step.at,
                    format!("the step `{name}` does not say what comes next"),
                    &format!("non-terminal step '{name}' has no next (dead end)"),
                )
                .here("neither `next` nor `terminal`")
                .instead("give it `next=[…]`, or `terminal=True`"),
            ),
            _ => {}
        }
        if let Next::Known(all, _) = &step.next {
            for target in all.iter().filter(|t| self.find(t.as_str()).is_none()) {
                let missing = target.as_str();
                out.push(
                    self.raises(
                        Some(step),
                        target.span(),
                        format!("there is no step `{missing}` to go on to from `{name}`"),
                        &format!("step '{name}' references nonexistent step '{missing}'"),
                    )
                    .here("no such step")
                    .instead(self.nearest(missing)),
                );
            }
        }
        for target in step.errors.iter().flatten().filter(|t| self.find(t.as_str()).is_none()) {
            let missing = target.as_str();
            out.push(
                self.raises(
                    Some(step),
                    target.span(),
                    format!("there is no step `{missing}` to go to when `{name}` fails"),
                    &format!("step '{name}' on_error references nonexistent step '{missing}'"),
                )
                .here("no such step")
                .instead(self.nearest(missing)),
            );
        }
    }

    /// Steps that may follow one, on success and on failure; `None` where not all are known.
    fn after(&self, step: &Step) -> Option<Vec<&Step>> {
        let next = match &step.next {
            Next::Known(all, _) => all.as_slice(),
            Next::Absent => &[],
            Next::Unknown => return None,
        };
        let errors = step.errors.as_ref()?;
        Some(next.iter().chain(errors).filter_map(|t| self.find(t.as_str())).collect())
    }

    /// What is taken without a word: dead ends, steps that nothing leads to, no way out.
    fn doubtful(&self, out: &mut Vec<Misuse>) {
        let known = !self.steps.iter().any(|s| s.initial.is_unknown() || s.terminal.is_unknown());
        for step in self.steps.iter().filter(|s| s.terminal.is_absent() || s.terminal.is_false()) {
            if let Next::Known(all, span) = &step.next
                && all.is_empty()
            {
                let what =
                    format!("nothing follows the step `{}`, and it does not end the workflow", step.name.as_str());
                let happens = "whoever comes here can only cancel: the workflow is never completed".to_owned();
                out.push(
                    self.misuse(Harm::Misleading, Some(step), *span, what, happens)
                        .here("a dead end")
                        .instead("name the next steps, or make it `terminal=True` without `next`"),
                );
            }
        }
        let Some(start) = self.steps.iter().find(|s| s.initial.is_true()).filter(|_| known) else { return };
        let mut reached: Vec<&str> = vec![start.name.as_str()];
        let mut at = 0;
        while let Some(name) = reached.get(at) {
            at += 1;
            let Some(step) = self.find(name) else { continue };
            let Some(next) = self.after(step) else { return };
            for step in next {
                if !reached.contains(&step.name.as_str()) {
                    reached.push(step.name.as_str());
                }
            }
        }
        for step in self.steps.iter().filter(|s| !reached.contains(&s.name.as_str())) {
            let what = format!("no step leads to `{}`", step.name.as_str());
            let happens = "its tool is never shown to a client".to_owned();
            out.push(
                self.misuse(Harm::Misleading, Some(step), step.at, what, happens)
                    .here("cannot be reached")
                    .label(start.at, "where the workflow starts")
                    .instead("name it in the `next` of a step, or take it out"),
            );
        }
        let ends = self.steps.iter().any(|s| s.terminal.is_true() && reached.contains(&s.name.as_str()));
        let dead = out.iter().any(|m| m.kind == MisuseKind::Workflow && m.here == "a dead end");
        if !(ends || dead && reached.len() < 2) {
            let span = self.family.name.span().unwrap_or(self.family.registration.span);
            let what = format!("the workflow `{}` never ends", self.name);
            let happens =
                "no terminal step can be reached: all other tools stay hidden until the workflow is cancelled"
                    .to_owned();
            out.push(
                self.misuse(Harm::Misleading, None, span, what, happens)
                    .here("no way to a terminal step")
                    .instead("make a step that can be reached `terminal=True`"),
            );
        }
    }

    /// `StepResult(next=[…])` outside what is declared.
    fn returned(&self, machine: &mut Machine, step: &Step, out: &mut Vec<Misuse>) {
        let Next::Known(declared, declared_at) = &step.next else { return };
        let names: Vec<&str> = declared.iter().map(Text::as_str).collect();
        for (value, _) in machine.returns(&step.method, step.at) {
            let Some(value) = value else { continue };
            if value.constructor().as_deref().and_then(super::super::word) != Some("StepResult") {
                continue;
            }
            let Some(arguments) = value.constructor_arguments() else { continue };
            let given = crate::frameworks::convert::given(arguments, Some(1), "next");
            for target in texts(&given).unwrap_or_default() {
                if names.contains(&target.as_str()) {
                    continue;
                }
                let (own, missing) = (step.name.as_str(), target.as_str());
                let what = format!("`{own}` goes on to `{missing}`, which its `next` does not name");
                let happens = format!(
                    "the call ends with the error `Step '{own}' returned invalid next steps: ['{missing}']`, and the workflow stays where it is"
                );
                let near = nearest(missing, names.iter().copied());
                out.push(
                    self.misuse(Harm::Broken, Some(step), target.span(), what, happens)
                        .here("not declared")
                        .label(*declared_at, "what is declared")
                        .instead(match near {
                            Some(near) => format!("write `{near}`"),
                            None => format!("add `{missing}` to `next`, or go on to one of {}", super::listed(&names)),
                        }),
                );
            }
        }
    }
}

/// What the SDK calls at the end, without arguments.
fn handlers(machine: &mut Machine, family: &Family, out: &mut Vec<Misuse>) {
    for name in ["on_cancel", "on_complete"] {
        let target = &family.registration.target;
        let Some(class) = group::class_of(target) else { return };
        if !machine.class_members(&class).iter().any(|(n, _)| n == name) {
            continue;
        }
        let method = match target.data {
            Data::Instance(_) => machine.attribute(target, name, family.registration.span),
            _ => continue,
        };
        if !matches!(method.data, Data::Method(_) | Data::Function(_)) {
            continue;
        }
        let Ok(parameters) = machine.signature(&method) else { continue };
        use crate::syntax::ParamKind::{KeywordRest, Rest};
        let needed: Vec<_> =
            parameters.iter().filter(|p| p.default.is_none() && !matches!(p.kind, Rest | KeywordRest)).collect();
        let Some(first) = needed.first() else { continue };
        let names: Vec<&str> = needed.iter().map(|p| &*p.name).collect();
        out.push(
            Misuse::new(
                MisuseKind::Uncallable,
                Harm::Broken,
                first.name_span,
                format!("`{name}` is called without arguments, and needs {}", super::listed(&names)),
                "the call ends with a `TypeError` on a missing argument, after the last step ran, and the workflow is stuck",
            )
            .here("never given")
            .label(place(&family.keywords().given("name"), family.registration.span), "the workflow")
            .instead(format!("write `def {name}(self)`, and keep in the object what it needs")),
        );
    }
}
