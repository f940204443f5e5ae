//! The same input gives the same output, byte for byte, whatever the number of threads.

use std::path::Path;
use std::process::Command;

fn printed(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_promcp-lint"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"))
        .output()
        .expect("the program runs");
    assert!(matches!(output.status.code(), Some(0..=2)));
    output.stdout
}

#[test]
fn one_two_and_eight_threads_say_the_same() {
    for format in ["full", "json"] {
        let with = |threads: &str| printed(&["--format", format, "--threads", threads, "--show-unresolved", "."]);
        let one = with("1");
        assert!(one.len() > 10_000, "{} bytes", one.len());
        assert!(one == with("2"), "{format} with two threads");
        assert!(one == with("8"), "{format} with eight threads");
    }
    assert!(printed(&["manifest", "--threads", "1", "."]) == printed(&["manifest", "--threads", "8", "."]));
}
