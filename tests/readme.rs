//! The README shows what the program really prints.

use std::path::Path;
use std::process::Command;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).expect("the README")
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_promcp-lint"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// Blocks of the README that begin with this line.
fn holds(shown: &str, what: &str) {
    assert!(readme().contains(shown.trim_matches('\n')), "the README's {what} is behind; it should be:\n{shown}");
}

#[test]
fn the_table_of_rules_is_current() {
    let readme = readme();
    let start = readme.find("<!-- rules:").and_then(|at| readme[at..].find('\n').map(|end| at + end + 1));
    let end = readme.find("<!-- end of rules -->");
    let (Some(start), Some(end)) = (start, end) else { panic!("the README has no table of rules") };
    let table = printed(&["rules", "--format", "markdown"]);
    assert!(readme[start..end] == table, "write the output of `promcp-lint rules --format markdown` into the README");
}

#[test]
fn the_examples_are_real_output() {
    holds(&printed(&["testdata/example/my_server.py"]), "first example");
    holds(&printed(&["--format", "tools", "testdata/example/my_server.py"]), "list of tools");
}

#[test]
fn the_sample_of_the_convention_comes_out() {
    let shown = printed(&["--format", "tools", "testdata/example/my_server.py"]);
    let lines: Vec<&str> = shown.lines().filter(|l| !l.is_empty()).map(str::trim_end).collect();
    assert_eq!(
        lines[..4],
        ["  ✓ read_inventory", "  ✓ read_temperature_0", "  ✓ do_update_stock", "  do_delete_record"]
    );
    assert!(lines[4].starts_with("    ✗ do_delete_record            [R006] "), "{}", lines[4]);
    assert_eq!(lines[5], "  can_do");
    assert!(lines[6].starts_with("    ✗ can_do                      [R010] ") && lines[6].contains("valid_until"));
    assert_eq!(lines[7..], ["✗ 2 error(s)  0 warnings"]);
}
