//! Comments that silence findings.

use promcp_lint::check::check_text;
use promcp_lint::diagnostic::Level;
use promcp_lint::settings::Settings;

/// Codes and 1-based lines of what is left.
fn left(name: &str, text: &str) -> Vec<(&'static str, usize)> {
    let mut settings = Settings { select: vec!["R022", "R902", "R903"], ..Settings::default() };
    settings.levels.insert("R022", Some(Level::Error));
    settings.levels.insert("R902", Some(Level::Warning));
    settings.levels.insert("R903", Some(Level::Warning));
    let outcome = check_text(name, text, &settings);
    outcome.diagnostics.iter().map(|d| (d.code, outcome.sources.start(d.span).line)).collect()
}

#[test]
fn on_the_line_and_the_line_above() {
    assert_eq!(left("a.yaml", "- name: get_x\n"), [("R022", 1)]);
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignore[R022] known\n"), []);
    assert_eq!(left("a.yaml", "# promcp: ignore[R022]\n- name: get_x\n"), []);
    assert_eq!(
        left("a.yaml", "# promcp: ignore[R022]\n# why\n\n- name: get_x\n- name: get_y\n"),
        [("R902", 1), ("R022", 4), ("R022", 5)]
    );
    assert_eq!(left("a.yaml", "# promcp: ignore[R022]\n# why\n- name: get_x\n- name: get_y\n"), [("R022", 4)]);
    assert_eq!(left("a.yaml", "- description: x # promcp: ignore[R022]\n  name: get_x\n"), []);
    // A comment that has done its work on its own line does no more.
    assert_eq!(left("a.yaml", "- name: get_x # promcp: ignore[R022]\n- name: get_y\n"), [("R022", 2)]);
}

#[test]
fn codes_of_the_reference_families_and_all() {
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignore[N003]\n"), []);
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignore[naming]\n"), []);
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignore\n"), []);
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignored\n"), [("R022", 1)]);
}

#[test]
fn whole_files() {
    assert_eq!(left("a.yaml", "# a list\n# promcp: ignore-file[R022]\n- name: get_x\n- name: get_y\n"), []);
    assert_eq!(left("a.yaml", "# promcp: ignore-file\n- name: get_x\n"), []);
    assert_eq!(left("a.yaml", "- name: get_x\n# promcp: ignore-file[R022]\n"), [("R022", 1), ("R902", 2)]);
}

#[test]
fn unused_and_unknown() {
    assert_eq!(left("a.yaml", "- name: read_x  # promcp: ignore[R022]\n"), [("R902", 1)]);
    assert_eq!(left("a.yaml", "- name: get_x  # promcp: ignore[R022, R777]\n"), [("R903", 1)]);
    // R021 was not looked for, so nothing can be said of it.
    assert_eq!(left("a.yaml", "- name: read_x  # promcp: ignore[R021]\n"), []);
}

#[test]
fn text_is_no_comment() {
    assert_eq!(left("a.yaml", "- name: get_x\n  description: 'a # promcp: ignore[R022]'\n"), [("R022", 1)]);
    assert_eq!(left("a.json", "[{\"name\": \"get_x\", \"description\": \"# promcp: ignore[R022]\"}]"), [("R022", 1)]);
}

#[test]
fn comments_of_python() {
    let tool = |before: &str, behind: &str| {
        let doc = "One user: name and role. # promcp: ignore[R022]";
        format!(
            "from protomcp import tool\n{before}@tool(\"{doc}\"){behind}\ndef get_x(a: str) -> str:\n    return a\n"
        )
    };
    assert_eq!(left("a.py", &tool("", "")), [("R022", 3)]);
    assert_eq!(left("a.py", &tool("", "  # promcp: ignore[R022]")), []);
    assert_eq!(left("a.py", &tool("# promcp: ignore[R022]\n", "")), [("R902", 2), ("R022", 4)]);
    assert_eq!(left("a.py", &format!("# promcp: ignore-file[R022] later\n{}", tool("", ""))), []);
}
