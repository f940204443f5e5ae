//! R034 and R150–R164: what SDKs know of their own misuse, told.

use super::{Context, Sink};
use crate::diagnostic::Level;
use crate::ir::{Harm, MisuseKind, Server};

/// Which rule tells which kind.
const TOLD_BY: &[(MisuseKind, &str)] = &[
    (MisuseKind::DescriptionLost, "R034"),
    (MisuseKind::Inert, "R150"),
    (MisuseKind::Option, "R151"),
    (MisuseKind::Uncallable, "R152"),
    (MisuseKind::Exposed, "R153"),
    (MisuseKind::Degraded, "R154"),
    (MisuseKind::OutputIgnored, "R155"),
    (MisuseKind::Strategy, "R157"),
    (MisuseKind::Workflow, "R158"),
    (MisuseKind::Name, "R160"),
    (MisuseKind::Completion, "R164"),
];

/// The mistakes of the running rule's kind.
pub fn told(server: &Server, _: &Context, sink: &mut Sink) {
    let Some((kind, _)) = TOLD_BY.iter().find(|(_, code)| *code == sink.code()) else { return };
    for misuse in server.misuses.iter().filter(|m| m.kind == *kind) {
        let d = sink.report(misuse.span, misuse.what.clone());
        d.level(match misuse.harm {
            Harm::Broken => Level::Error,
            Harm::Misleading => Level::Warning,
            Harm::Slight => Level::Note,
        });
        d.here(misuse.here.clone());
        for (span, text) in &misuse.labels {
            d.label(*span, text.clone());
        }
        d.note(misuse.happens.clone());
        if !misuse.instead.is_empty() {
            d.help(misuse.instead.clone());
        }
        d.tool.clone_from(&misuse.tool);
    }
}
