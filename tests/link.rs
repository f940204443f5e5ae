//! The evaluator against what CPython computes: `testdata/link/values.py` says it, line by line.

use promcp_lint::link::{Machine, Outside, Program, Source, dump};
use promcp_lint::source::{Encoding, FileId, Language, SourceFile, Sources};
use promcp_lint::{library, syntax};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The values of all names when these modules have run, on a stack as large as a run's.
fn values(files: &[(&str, &str)]) -> String {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(16 << 20);
        worker.spawn_scoped(scope, || run(files)).expect("a thread").join().expect("no panic")
    })
}

fn run(files: &[(&str, &str)]) -> String {
    let mut sources = Sources::default();
    for (i, (path, text)) in files.iter().enumerate() {
        let id = FileId(i as u32);
        let file = SourceFile::new(
            id,
            PathBuf::from(path),
            path.to_string(),
            text.to_string(),
            Encoding::Utf8,
            Language::Python,
        );
        sources.add(file);
    }
    let modules = sources.iter().map(|file| Source {
        syntax: Arc::new(syntax::lower(file).expect("it parses")),
        path: file.shown.clone(),
        marked: true,
    });
    let modules = modules.collect();
    let outsides: Vec<&'static dyn Outside> = library::LIBRARIES.to_vec();
    let (mut machine, verbs) = Machine::new(Program {
        sources: &sources,
        modules,
        outsides: &outsides,
        verbs: Vec::new(),
        root: ".".into(),
        versions: Default::default(),
    });
    machine.run(&verbs);
    dump::values(&machine)
}

#[test]
fn as_cpython_computes_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/link/values.py");
    let text = std::fs::read_to_string(path).expect("the fixture");
    let shown = values(&[("values.py", &text)]);
    let wanted: Vec<(&str, &str)> = text.lines().filter_map(|line| line.strip_prefix("#= ")?.split_once(' ')).collect();
    assert!(wanted.len() > 25, "{}", wanted.len());
    let faults: Vec<String> = wanted
        .into_iter()
        .filter_map(|(name, value)| {
            let line = shown.lines().find_map(|l| l.trim_start().strip_prefix(&format!("{name} = ")))?;
            (line != value).then(|| format!("{name}: {line}, wanted {value}"))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_come_through_packages() {
    let shown = values(&[
        ("app/__init__.py", "from .core import *\nfrom . import texts as t\nNAME = t.HELLO\n"),
        (
            "app/core/__init__.py",
            "from .db import LIMIT as _limit, connect\n__all__ = ['connect', 'TOTAL']\nTOTAL = _limit * 2\n",
        ),
        ("app/core/db.py", "LIMIT = 4\ndef connect(): return 'db'\n"),
        ("app/texts.py", "HELLO = 'hello'\n"),
        (
            "main.py",
            "import app.core.db\nfrom app import NAME, TOTAL, connect\nfrom app.texts import HELLO\nimport nowhere.far\nGOT = (NAME, TOTAL, connect(), app.core.db.LIMIT, HELLO)\nFAR = nowhere.far.thing(1)\n",
        ),
    ]);
    let main = shown.split("main.py").nth(1).unwrap_or_default();
    assert!(main.contains(r#"GOT = ["hello", 8, "db", 4, "hello"]"#), "{main}");
    assert!(main.contains("FAR = nowhere.far.thing(1)"), "{main}");
}

#[test]
fn an_import_cycle_ends() {
    let shown = values(&[
        ("a.py", "from b import B\nA = 1\ndef later(): return B\n"),
        ("b.py", "import a\nB = 2\nC = a.later\n"),
    ]);
    assert!(shown.contains("B = 2") && shown.contains("A = 1"), "{shown}");
}

#[test]
fn what_never_ends_is_stopped() {
    let shown = values(&[(
        "a.py",
        "def f(x): return [f(y) for y in x.values()]\nA = f(unknown)\ndef g(n): return g(n + 1)\nB = g(0)\n\
         C = 1\nwhile C > 0:\n    C = C + 1\nD = 'x' * 10 ** 12\nE = [0]\nfor e in E:\n    E.append(e)\n",
    )]);
    assert!(shown.contains("B = unknown") && shown.contains("D = unknown"), "{shown}");
}

#[test]
fn deep_sums_and_chains_need_no_deep_stack() {
    let sum = vec!["'a'"; 3000].join(" + ");
    let chain = format!("B = x{}", ".y".repeat(3000));
    let shown = values(&[("a.py", &format!("A = {sum}\n{chain}\n"))]);
    assert!(shown.contains("A = \"aaaa"), "{shown}");
    // Terms, lists, closures, classes and tuples that nest as deep as a loop runs.
    let nested = "from outside import x, f\nl = []\nt = ()\ng = f\nclass C: pass\n\ndef wrap(h):\n    def inner(): return h\n    \
                  return inner\n\nfor i in range(300):\n    for j in range(60):\n        x = x.y\n        l = [l]\n        \
                  t = (t, t)\n        g = f(g)\n        d = {t: l}\n        h = wrap(g)\n        class C(C): pass\nE = t == t, str(l), C.z\n";
    let shown = values(&[("a.py", nested)]);
    assert!(shown.contains("E = "), "{shown}");
}

#[test]
fn what_grows_without_end_is_stopped() {
    let doubled: String = (1..60).map(|i| format!("a{} = f'{{a{i}}}{{a{i}}}'\n", i + 1)).collect();
    let copied =
        "l = list(range(4000))\nk = []\nfor i in range(4000):\n    for j in range(300):\n        k.append(l + [j])\n";
    let shown = values(&[("a.py", &format!("a1 = 'x'\n{doubled}")), ("b.py", copied), ("c.py", "C = 1 + 1\n")]);
    assert!(shown.contains("a60 = unknown") && shown.contains("C = 2"), "{}", &shown[..shown.len().min(2000)]);
}
