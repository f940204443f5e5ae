//! The program as it is run: exit status, what goes where, order.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const GOOD: &str = r#"[{"name": "read_stock", "description": "Reads how many pieces are in stock.",
  "inputSchema": {"type": "object", "properties": {}}}]"#;
const BAD: &str = r#"[{"name": "getStock", "description": "Reads how many pieces are in stock.",
  "inputSchema": {"type": "object", "properties": {}}}]"#;

fn program(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_promcp-lint"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    command.current_dir(dir).args(args).stdin(Stdio::null());
    command
}

fn run(dir: &Path, args: &[&str]) -> Output {
    program(dir, args).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

#[test]
fn exit_status() {
    let dir = folder(&[
        ("good.json", GOOD),
        ("bad.json", BAD),
        ("broken.json", "[{\"name\": }]"),
        ("empty.json", "[]"),
        ("notes.txt", "hello"),
    ]);
    fs::write(dir.path().join("binary.json"), b"[{\"name\": \"a\0b\"}]").unwrap();
    let only = "--select=R022";
    let cases: &[(&[&str], i32, &str)] = &[
        (&[only, "good.json"], 0, ""),
        (&["check", only, "good.json"], 0, ""),
        (&["--level=R022=error", "bad.json"], 1, ""),
        (&["--level=N003=error", "bad.json"], 1, ""),
        (&[only, "--level=R022=warning", "bad.json"], 0, ""),
        (&[only, "--level=R022=warning", "--strict", "bad.json"], 1, ""),
        (&[only, "--level=R022=off", "--strict", "bad.json"], 0, ""),
        (&["--level=R022=loud", "bad.json"], 2, "expected error, warning, note or off"),
        (&["--select=R0222", "bad.json"], 2, "did you mean `R022`?"),
        (&["--ignore=namign", "bad.json"], 2, "did you mean `naming`?"),
        (&["--strct", "bad.json"], 2, "'--strict'"),
        (&["--format=sarif", "bad.json"], 2, "possible values: full, concise, tools, json, reference"),
        (&["missing.json"], 2, "error: missing.json: "),
        (&["notes.txt"], 2, "error: notes.txt: "),
        (&["broken.json"], 2, "error: broken.json:1:11: "),
        (&["binary.json"], 2, "error: binary.json:1:13: is binary"),
        (&["-", "good.json"], 2, "- stands alone"),
        (&["--stdin-filename=x.json", "good.json"], 2, "--stdin-filename needs -"),
        (&["explain", "R022"], 0, ""),
        (&["explain", "R777"], 2, "there is no code `R777`"),
        (&["rules"], 0, ""),
        (&["manifest", "good.json"], 0, ""),
        (&["manifest", "missing.json"], 2, "error: missing.json: "),
        (&["--version"], 0, ""),
        (&["--help"], 0, ""),
    ];
    for (args, status, words) in cases {
        let output = run(dir.path(), args);
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {}{}", out(&output), err(&output));
        assert!(err(&output).contains(words), "{args:?}: {}", err(&output));
        assert_eq!(err(&output).is_empty(), *status != 2, "{args:?}: {}", err(&output));
    }
}

#[test]
fn what_cannot_be_read_hides_nothing() {
    let dir = folder(&[("bad.json", BAD), ("broken.yaml", "- name: [")]);
    let output = run(dir.path(), &["--format=concise", "missing.json", "broken.yaml", "bad.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("bad.json:1:11: "), "{}", out(&output));
    assert!(err(&output).lines().all(|l| l.starts_with("error: ")), "{}", err(&output));
    assert_eq!(err(&output).lines().count(), 2);
}

#[test]
fn standard_input() {
    let dir = folder(&[]);
    let feed = |args: &[&str], text: &str| {
        let mut child = program(dir.path(), args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let named = feed(&["-", "--stdin-filename=a/tools.yaml", "--format=concise"], "- name: getStock\n");
    assert!(out(&named).contains("a/tools.yaml:1:9: "), "{}", out(&named));
    let guessed = feed(&["-", "--format=concise"], BAD);
    assert!(out(&guessed).contains("<stdin>:1:11: "), "{}", out(&guessed));
    assert_eq!(feed(&["-"], "hello").status.code(), Some(2));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let files: Vec<(String, String)> =
        (0..24).map(|i| (format!("list{i:02}.json"), BAD.replace("getStock", &format!("getStock{}", i % 3)))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let dir = folder(&files);
    let mut names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    names.rotate_left(7);
    for format in ["full", "concise", "tools", "json", "reference"] {
        let results: Vec<Vec<u8>> = ["1", "2", "8"]
            .iter()
            .map(|n| run(dir.path(), &[&["--format", format, "--threads", n][..], &names[..]].concat()).stdout)
            .collect();
        assert!(!results[0].is_empty());
        assert!(results.iter().all(|r| *r == results[0]), "{format}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let tools: Vec<String> = (0..3000).map(|i| format!("{{\"name\": \"getThing{i}\"}}")).collect();
    let dir = folder(&[("many.json", &format!("[{}]", tools.join(",\n")))]);
    let mut child = program(dir.path(), &["--level=R022=error", "many.json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 64];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(err(&output), "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn colours_follow_flag_and_environment() {
    let dir = folder(&[("bad.json", BAD)]);
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = program(dir.path(), args);
        command.arg("bad.json").envs(variables.iter().copied());
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&["--color=always"], &[("NO_COLOR", "1")]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!coloured(&["--color=never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["--color=always", "--format=json"], &[]));
}

#[test]
fn a_list_without_tools_is_a_note_or_a_failure() {
    let dir = folder(&[("plain.py", "x = 1\n")]);
    let output = run(dir.path(), &["."]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""), "{}", err(&output));
    assert!(err(&output).starts_with("note: no tool found"), "{}", err(&output));
    assert_eq!(run(dir.path(), &["--require-tools", "."]).status.code(), Some(2));
}

#[test]
fn named_source_that_cannot_be_read_whole() {
    let deep = format!("x = {}", "[".repeat(5000));
    let dir = folder(&[
        ("broken.py", "x = 1\ndef f(:\n"),
        ("deep.py", &deep),
        ("plain.py", "x = 1\n"),
        ("pyproject.toml", ""),
    ]);
    fs::write(dir.path().join("binary.py"), b"a\0b").unwrap();
    let broken = run(dir.path(), &["broken.py"]);
    assert_eq!(broken.status.code(), Some(2), "{}", err(&broken));
    assert!(err(&broken).starts_with("error: broken.py:2:"), "{}", err(&broken));
    let deep = run(dir.path(), &["deep.py"]);
    assert_eq!(deep.status.code(), Some(2));
    assert!(err(&deep).starts_with("error: deep.py:1:"), "{}", err(&deep));
    // What lies around a named file is not told.
    let plain = run(dir.path(), &["plain.py"]);
    assert_eq!((plain.status.code(), out(&plain).as_str()), (Some(0), ""));
    assert_eq!(err(&plain), "note: no tool found in 1 file: plain.py\n");
    // In a folder a file that is no text is told, and hides nothing.
    let folder = run(dir.path(), &["--format=concise", "."]);
    assert!(out(&folder).contains("binary.py:1:1: warning[R900] `binary.py` is binary"), "{}", out(&folder));
    assert_eq!(folder.status.code(), Some(0));
}

#[test]
fn a_language_that_is_not_judged_is_no_success() {
    let dir = folder(&[("server.ts", "export const x = 1;\n")]);
    let output = run(dir.path(), &["server.ts"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("error: server.ts:1:1: typescript sources are not judged yet"), "{}", err(&output));
}
