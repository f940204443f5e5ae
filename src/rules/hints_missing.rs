//! R060: no hint at all, and which ones the names suggest.

use super::common::{Names, about, count, hint_form, is_can_do, is_do, is_read, label_some, some_names};
use super::inputs::key_parameter;
use super::words::{self, Sense};
use super::{Context, Sink, hint_keys, hints};
use crate::diagnostic::Diagnostic;
use crate::ir::{Server, Tool};
use std::collections::BTreeMap;

/// R060.
pub fn missing(server: &Server, context: &Context, sink: &mut Sink) {
    // What is no object declares nothing that could carry a hint.
    let tools: Vec<&Tool> =
        server.tools.iter().filter(|t| t.raw.as_ref().is_none_or(|raw| raw.as_object().is_some())).collect();
    let tools: Vec<&Tool> = tools.into_iter().filter(|t| !t.hintless).collect();
    let bare: Vec<&Tool> = tools.iter().copied().filter(|t| !hints::any_hint(t) && !hint_keys::any_meant(t)).collect();
    let names = Names::of(server);
    let most = bare.len() * 2 > tools.len() && tools.len() > 1;
    if !most {
        for tool in &bare {
            let d = sink.report(tool.name_span(), "the tool declares none of the four hints");
            about(d, tool);
            consequences(d);
            propose(d, &[*tool], &names, context);
        }
        return;
    }
    let message = match tools.len() - bare.len() {
        0 => format!("none of the {} declares a hint", count(tools.len())),
        _ => format!("{} of the {} declare no hint", bare.len(), count(tools.len())),
    };
    let d = sink.report(server.span, message);
    label_some(d, &bare, Tool::name_span, "no hints");
    consequences(d);
    propose(d, &bare, &names, context);
}

fn consequences(d: &mut Diagnostic) {
    d.note(
        "clients take a tool without hints for one that writes, may destroy and reaches outside: \
         approval for every call, and nothing at all in read-only and plan modes",
    );
}

/// Verbs that leave what is there as it is.
const ADDING: &str = "
    create add insert append upload send post publish reply submit register reserve book invite attach assign";

/// Which hints fit a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Reads,
    Adds,
    Changes,
    Open,
}

impl Fit {
    fn of(tool: &Tool, names: &Names) -> Fit {
        let Some(name) = tool.known_name() else { return Fit::Open };
        if is_read(name) || is_can_do(name) {
            return Fit::Reads;
        }
        match names.first_verb(name) {
            Some(verb) if verb.sense == Sense::Write && words::within(ADDING, verb.base) => Fit::Adds,
            Some(verb) if verb.sense == Sense::Write => Fit::Changes,
            Some(verb) if verb.sense == Sense::Read && !is_do(name) => Fit::Reads,
            _ if is_do(name) => Fit::Changes,
            _ => Fit::Open,
        }
    }

    fn hints(self, keyed: bool) -> &'static str {
        match (self, keyed) {
            (Fit::Reads, _) => "{\"readOnlyHint\": true}",
            (Fit::Adds, false) => "{\"readOnlyHint\": false, \"destructiveHint\": false}",
            (Fit::Adds, true) => "{\"readOnlyHint\": false, \"destructiveHint\": false, \"idempotentHint\": true}",
            (Fit::Changes, false) => "{\"readOnlyHint\": false, \"destructiveHint\": true}",
            (Fit::Changes, true) => "{\"readOnlyHint\": false, \"destructiveHint\": true, \"idempotentHint\": true}",
            (Fit::Open, _) => "readOnlyHint, and destructiveHint where that is false",
        }
    }
}

fn propose(d: &mut Diagnostic, tools: &[&Tool], names: &Names, context: &Context) {
    let mut groups: BTreeMap<(Fit, bool), Vec<&Tool>> = BTreeMap::new();
    for tool in tools {
        let keyed = context.promcp() && key_parameter(tool).is_some();
        groups.entry((Fit::of(tool, names), keyed)).or_default().push(tool);
    }
    for ((fit, keyed), these) in &groups {
        let hints = fit.hints(*keyed);
        d.help(match fit {
            Fit::Open => format!("{}: declare what is true of it, {hints}", some_names(these)),
            _ => format!("{}: `\"annotations\": {hints}`, if the name says what it does", some_names(these)),
        });
    }
    if let Some(how) = tools.first().and_then(|t| hint_form(t.framework)) {
        d.help(how);
    }
}
