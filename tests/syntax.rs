//! The form of each construct of a language, and what hostile input does to it.

use promcp_lint::source::{Encoding, FileId, Language, SourceFile};
use promcp_lint::syntax::outline::{Part, symbols};
use promcp_lint::syntax::parse::{Deadline, ParseError, parse};
use promcp_lint::syntax::{BinaryOp, Expr, ExprKind, Module, StmtKind, dump::dump, python::lower};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn python(text: impl Into<String>) -> SourceFile {
    SourceFile::new(FileId(0), PathBuf::new(), "x.py".into(), text.into(), Encoding::Utf8, Language::Python)
}

fn fixtures() -> Vec<(String, SourceFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/syntax/python");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "py"));
    paths.sort();
    let name = |p: &Path| p.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|p| (name(p), python(std::fs::read_to_string(p).unwrap()))).collect()
}

/// Runs with the stack of a worker.
fn on_worker<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|s| {
        std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(s, work).unwrap().join().unwrap()
    })
}

fn lowered(text: impl Into<String>) -> Module {
    let file = python(text);
    on_worker(|| {
        let module = lower(&file).unwrap();
        dump(&module, &file);
        module
    })
}

fn is_opaque(module: &Module, what: &str) -> bool {
    module.exprs.iter().any(|e| matches!(e.kind, ExprKind::Opaque(w) if w == what))
        || module.stmts.iter().any(|s| matches!(s.kind, StmtKind::Opaque(w) if w == what))
}

fn count(module: &Module, wanted: impl Fn(&Expr) -> bool) -> usize {
    module.exprs.iter().filter(|e| wanted(e)).count()
}

#[test]
fn each_construct_has_its_form() {
    for (name, file) in fixtures() {
        insta::assert_snapshot!(format!("python-{name}"), dump(&lower(&file).unwrap(), &file));
    }
}

#[test]
fn outline_and_lowering_see_the_same_definitions() {
    let mut seen = 0;
    for (name, file) in fixtures() {
        let module = lower(&file).unwrap();
        let functions = module.functions.iter().filter(|f| !f.name.is_empty());
        let mut ours: Vec<_> = functions.map(|f| (f.name_range.start, Part::Function, &*f.name)).collect();
        ours.extend(module.classes.iter().map(|c| (c.name_range.start, Part::Class, &*c.name)));
        ours.sort();
        let theirs: Vec<_> = symbols(&file).iter().map(|s| (s.span.start, s.part, s.text)).collect();
        assert_eq!(ours, theirs, "{name}");
        seen += ours.len();
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn brackets_that_are_never_closed_are_refused() {
    assert_eq!(lower(&python("[".repeat(200_000))).err(), Some(ParseError::TooDeep { offset: 1_000 }));
    assert!(matches!(lower(&python("x=[".repeat(50_000))), Err(ParseError::TooDeep { .. })));
    assert!(matches!(lower(&python("{a:".repeat(50_000))), Err(ParseError::TooDeep { .. })));
}

#[test]
fn a_refused_file_leaves_the_parser_usable() {
    lower(&python("[".repeat(2_000))).unwrap_err();
    assert_eq!(lower(&python("x = 1\n")).unwrap().body.len(), 1);
}

#[test]
fn a_parse_ends_with_its_time_and_the_parser_starts_anew() {
    let long = "x = 1\n".repeat(20_000);
    let none = Deadline::after(Duration::ZERO);
    assert_eq!(parse(&long, Language::Python, none).err(), Some(ParseError::TooSlow));
    assert_eq!(lower(&python("y = 2\n")).unwrap().body.len(), 1);
}

#[test]
fn long_sums_are_whole() {
    let module = lowered(format!("x = a{}\n", " + a".repeat(5_000)));
    assert_eq!(count(&module, |e| matches!(e.kind, ExprKind::Binary { op: BinaryOp::Add, .. })), 5_000);
    assert!(!is_opaque(&module, "nested too deeply"));
}

#[test]
fn long_chains_are_whole() {
    let calls = lowered(format!("x = a{}\n", ".b(1)[2]".repeat(3_000)));
    assert_eq!(count(&calls, |e| matches!(e.kind, ExprKind::Call { .. })), 3_000);
    assert_eq!(count(&calls, |e| matches!(e.kind, ExprKind::Index { .. })), 3_000);
    let tests = lowered(format!("x = a{}\n", " or a".repeat(3_000)));
    assert_eq!(count(&tests, |e| matches!(e.kind, ExprKind::Binary { op: BinaryOp::Or, .. })), 3_000);
    let texts = lowered(format!("x = ({})\n", "'ab' ".repeat(5_000)));
    let joined = |e: &Expr| matches!(&e.kind, ExprKind::Text(t) if t.as_str().len() == 10_000);
    assert_eq!(count(&texts, joined), 1);
}

#[test]
fn long_elif_chains_are_whole() {
    let module = lowered(format!("if a: b\n{}else: c\n", "elif a: b\n".repeat(3_000)));
    assert_eq!(module.stmts.iter().filter(|s| matches!(s.kind, StmtKind::If { .. })).count(), 3_001);
    assert_eq!(module.body.len(), 1);
}

#[test]
fn deep_nesting_ends_as_opaque() {
    for (open, middle, close) in [("[", "1", "]"), ("f(", "1", ")"), ("{'a':", "1", "}"), ("(lambda: ", "1", ")")] {
        let module = lowered(format!("x = {}{middle}{}\n", open.repeat(900), close.repeat(900)));
        assert!(is_opaque(&module, "nested too deeply"), "{open}");
        assert!(module.errors.is_empty());
    }
    let nots = lowered(format!("x = {}y\n", "not ".repeat(5_000)));
    assert!(is_opaque(&nots, "nested too deeply"));
    let blocks: String = (0..900).map(|i| format!("{}if a:\n", " ".repeat(i))).collect();
    let blocks = lowered(format!("{blocks}{}b\n", " ".repeat(900)));
    assert!(is_opaque(&blocks, "nested too deeply"));
}

#[test]
fn brackets_around_a_value_are_no_nesting() {
    let module = lowered(format!("x = {}1{}\n", "(".repeat(900), ")".repeat(900)));
    assert!(!is_opaque(&module, "nested too deeply"));
}

#[test]
fn quotes_in_quotes_end() {
    let mut text = "int".to_owned();
    for _ in 0..8 {
        text = format!("{:?}", text);
    }
    let module = lowered(format!("x: {text}\n"));
    assert_eq!(count(&module, |e| matches!(e.kind, ExprKind::Quoted { .. })), 8);
}

#[test]
fn garbage_is_lowered_around() {
    let garbage: String =
        (0..20_000u32).map(|i| char::from(33 + (i.wrapping_mul(2_654_435_761) >> 20) as u8 % 90)).collect();
    let garbage = garbage.replace(['(', '[', '{'], "\n");
    let file = python(format!("def ok(): pass\n{garbage}\n"));
    let module = on_worker(|| lower(&file)).unwrap();
    assert!(!module.errors.is_empty());
}

#[test]
fn what_stands_beside_an_error_is_lowered() {
    let module = lowered("def a(): pass\nx = = 1\ndef b(): pass\n");
    let names: Vec<&str> = module.functions.iter().map(|f| &*f.name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(module.errors.len(), 1);
}

/// Decoded text and the source that each of its characters is written as.
fn characters(source: &str) -> Vec<(String, String)> {
    let file = python(source);
    let module = lower(&file).unwrap();
    let text = module.exprs.iter().find_map(|e| match &e.kind {
        ExprKind::Text(text) => Some(text.clone()),
        _ => None,
    });
    let text = text.unwrap();
    let place = |at: usize, c: char| {
        let span = text.span_of(at..at + c.len_utf8());
        file.text[span.start as usize..span.end as usize].to_owned()
    };
    text.as_str().char_indices().map(|(at, c)| (c.to_string(), place(at, c))).collect()
}

#[test]
fn each_character_has_its_place() {
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    assert_eq!(
        characters(r#"x = 'a\x41\n' "é\U0001F600b""#),
        pairs(&[("a", "a"), ("A", r"\x41"), ("\n", r"\n"), ("é", "é"), ("😀", r"\U0001F600"), ("b", "b")])
    );
    assert_eq!(characters("x = 'a\\\r\nb'"), pairs(&[("a", "a"), ("b", "b")]));
    assert_eq!(
        characters("x = '''a\r\nb\rc'''"),
        pairs(&[("a", "a"), ("\n", "\r\n"), ("b", "b"), ("\n", "\r"), ("c", "c")])
    );
}

#[test]
fn unusual_line_ends_and_tabs_are_read() {
    let file = python("def f():\r\n\treturn 1\r\nx = '😀'; y = 2\r\n");
    let module = lower(&file).unwrap();
    assert!(module.errors.is_empty());
    assert_eq!((module.functions.len(), module.body.len()), (1, 3));
    let y = file.position(module.stmt(module.body[2]).range.start);
    assert_eq!((y.line, y.column), (3, 10));
    let lone = python("x = 1\ry = 2\r");
    assert_eq!(file.line_starts().len(), 4);
    on_worker(|| lower(&lone)).unwrap();
}

#[test]
fn a_chain_of_assignments_shares_its_value() {
    let module = lowered("a = b = f()\n");
    let value = |at: usize| match &module.stmt(module.body[at]).kind {
        StmtKind::Assign(assign) => assign.value,
        _ => None,
    };
    assert!(value(0).is_some());
    assert_eq!(value(0), value(1));
}
