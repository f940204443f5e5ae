//! A name for a finding that outlives moved lines and renamed files.

use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span};
use rustc_hash::FxHashMap;

/// Bytes of a line up to which the whole line is taken; of a longer one only what the finding marks.
const LINE: usize = 400;

/// One fingerprint for each finding, in order: 16 hexadecimal digits.
///
/// FNV-1a (64 bits) over the code, the name of the server inside its file (`mcp` of `src/app.py#mcp`), the
/// tool and the trimmed line on which the finding lies; the n-th finding that agrees in all of these is
/// numbered. The path, the position, the message and the level do not count.
pub fn fingerprints(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<String> {
    let mut seen: FxHashMap<u64, u64> = FxHashMap::default();
    diagnostics
        .iter()
        .map(|d| {
            let server = d.server.as_deref().and_then(|id| id.rsplit_once('#')).map_or("", |(_, name)| name);
            let key = hash([d.code, server, d.tool.as_deref().unwrap_or("\u{1}"), place(d.span, sources)]);
            let nth = seen.entry(key).and_modify(|n| *n += 1).or_insert(0);
            format!("{:016x}", hash([&format!("{key:x}"), &nth.to_string()]))
        })
        .collect()
}

fn place(span: Span, sources: &Sources) -> &str {
    let file = sources.get(span.file);
    let line = file.text.get(file.line_range(file.line(span.start))).unwrap_or("");
    if line.len() <= LINE { line.trim() } else { sources.text(span) }
}

fn hash<const N: usize>(parts: [&str; N]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Level;
    use crate::source::{Encoding, FileId, Language, SourceFile};

    fn prints(path: &str, text: &str, code: &'static str, words: &[&str]) -> Vec<String> {
        let mut sources = Sources::default();
        let id = FileId(0);
        let file = SourceFile::new(id, path.into(), path.into(), text.into(), Encoding::Utf8, Language::Json);
        sources.add(file);
        let findings: Vec<Diagnostic> = words
            .iter()
            .map(|w| {
                let at = text.find(w).unwrap();
                let mut d = Diagnostic::new(code, Level::Error, Span::new(id, at, at + w.len()), "m");
                d.server = Some(format!("{path}#mcp"));
                d
            })
            .collect();
        fingerprints(&findings, &sources)
    }

    #[test]
    fn moves_and_renames_do_not_count_and_the_rest_does() {
        let before = prints("a.py", "x\nname here\n", "R006", &["name"]);
        assert_eq!(before, prints("b/c.py", "x\n\n\n   name here\n", "R006", &["name"]));
        assert_ne!(before, prints("a.py", "x\nname there\n", "R006", &["name"]));
        assert_ne!(before, prints("a.py", "x\nname here\n", "R007", &["name"]));
        let twice = prints("a.py", "x\nname here\n", "R006", &["name", "name"]);
        assert_eq!(twice[0], before[0]);
        assert_ne!(twice[0], twice[1]);
    }
}
