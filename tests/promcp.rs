//! Servers in Python that the package promcp accepts and that fail when they are called, and what their handlers
//! are seen to return.

use promcp_lint::check::{self, Outcome};
use promcp_lint::discover;
use promcp_lint::settings::Settings;
use std::path::Path;

/// Checks a project of these files.
fn judge(files: &[(&str, &str)]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder to write to");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("its folder");
        std::fs::write(path, text).expect("a file in it");
    }
    let whole = [folder.path().to_path_buf()];
    let discovery = discover::discover(&whole, folder.path(), &discover::Options::default());
    let pool = check::pool(1).expect("a thread pool");
    pool.install(|| check::check(discovery, &Settings::default()))
}

const IMPORT: &str = "import json\nfrom dataclasses import dataclass, asdict\nfrom typing import TypedDict\n\
                      from promcp import read_tool, do_tool, can_do_tool\n\
                      from protomcp import tool, ToolResult\n";

/// The places of a code's findings as `line:text`, lines counted below the imports.
fn found(source: &str, code: &str) -> Vec<String> {
    let text = format!("{IMPORT}{source}");
    let outcome = judge(&[("server.py", &text)]);
    assert!(outcome.servers.iter().any(|s| !s.tools.is_empty()), "no tool in\n{source}");
    let told = outcome.diagnostics.iter().filter(|d| d.code == code);
    told.map(|d| {
        let line = outcome.sources.start(d.span).line - IMPORT.lines().count();
        format!("{line}:{}", outcome.sources.text(d.span))
    })
    .collect()
}

fn do_tool(keywords: &str, body: &str) -> String {
    format!(
        "@do_tool(\"Open one valve by some percent.\", {keywords})\n\
         def do_open_valve(valve: str, percent: int, idempotency_key: str) -> dict:\n{body}\n"
    )
}

fn can_do(body: &str) -> String {
    format!("@can_do_tool(\"Says whether a valve can be opened now.\")\ndef can_do(intent: dict) -> dict:\n{body}\n")
}

#[test]
fn failures_that_the_package_tells_only_when_a_tool_is_called() {
    let body = "    return {\"applied_value\": plant.set(idempotency_key)}";
    let effects = "side_effects=[\"moved\"]";
    let rows = [
        (do_tool(&format!("compensable=True, {effects}"), body), "R017", "1:True"),
        (do_tool("compensable=False, side_effects=\"moved\"", body), "R162", "1:\"moved\""),
        (
            do_tool(&format!("compensable=True, {effects}, compensation_hint_template=\"do_open_valve valve={{}}\""), body),
            "R162",
            "1:{}",
        ),
        (
            do_tool(&format!("compensable=True, {effects}, compensation_hint_template=\"do_open_valve valve={{0}}\""), body),
            "R162",
            "1:{0}",
        ),
        (
            do_tool(&format!("compensable=True, {effects}, compensation_hint_template=\"do_open_valve valve={{pipe}}\""), body),
            "R162",
            "1:{pipe}",
        ),
        (
            "@read_tool(\"Level of one water tank, in litres.\")\nasync def read_level(tank: str) -> dict:\n    return {\"value\": 1}\n"
                .to_owned(),
            "R161",
            "2:read_level",
        ),
        (
            "@read_tool(\"Level of one water tank, in litres.\")\ndef read_level(tank: str): return 1\n\
             @read_tool(\"Level of one other tank, in litres.\", name=\"read_level\")\ndef read_b(tank: str): return 1\n"
                .to_owned(),
            "R029",
            "3:\"read_level\"",
        ),
        (do_tool(&format!("compensable=False, {effects}"), "    return {\"applied_value\": 1}"), "R045", "2:idempotency_key"),
        (can_do("    return {\"candidates\": [{\"capability\": \"x\", \"confidence\": 1.5}]}"), "R011", "3:1.5"),
        (can_do("    return {\"candidates\": [{\"capability\": \"x\", \"valid_until\": 5}]}"), "R011", "3:5"),
    ];
    let mut faults = Vec::new();
    for (source, code, wanted) in rows {
        let got = found(&source, code);
        let place = wanted.split_once(':').map_or(wanted, |(_, text)| text).trim_matches('"');
        let line = wanted.split(':').next().unwrap_or_default();
        let fits = |g: &String| g.starts_with(&format!("{line}:")) && g.trim_matches('"').ends_with(place);
        if got.len() != 1 || !fits(&got[0]) {
            faults.push(format!("{code}: {got:?}, not {wanted:?}, in\n{source}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sound_declarations_are_left_alone() {
    let effects = "side_effects=[\"moved\"]";
    let body =
        "    plant.set(valve, percent, idempotency_key)\n    return {\"compensation_hint\": f\"back to {percent}\"}";
    let template =
        format!("compensable=True, {effects}, compensation_hint_template=\"do_open_valve valve={{valve}} percent=0\"");
    let sources = [
        do_tool(&format!("compensable=True, {effects}"), body),
        do_tool(&template, "    return plant.set(idempotency_key)"),
        do_tool(&format!("compensable=True, {effects}"), "    return plant.set(idempotency_key)"),
        do_tool(&format!("compensable=True, {effects}"), "    raise NotImplementedError"),
        do_tool(&format!("compensable=False, {effects}"), "    ..."),
        format!("@once\n{}", do_tool(&format!("compensable=False, {effects}"), "    return {}")),
        do_tool(
            &format!("compensable=True, {effects}"),
            "    out = {}\n    out.update(plant.set(idempotency_key))\n    return out",
        ),
        do_tool(
            &format!("compensable=True, {effects}"),
            "    return {**plant.set(idempotency_key), \"status\": \"failed\"}",
        ),
        // Paths through loops and handlers of exceptions.
        do_tool(
            &format!("compensable=True, {effects}"),
            "    while True:\n        if plant.set(idempotency_key):\n            return {\"compensation_hint\": \"do_open_valve valve=a\"}",
        ),
        do_tool(
            &format!("compensable=True, {effects}"),
            "    try:\n        return plant.set(idempotency_key)\n    except ValueError:\n        pass\n    return {\"compensation_hint\": \"none\"}",
        ),
        do_tool(
            &format!("compensable=True, {effects}"),
            "    for attempt in range(plant.tries):\n        try:\n            return {\"compensation_hint\": str(plant.set(idempotency_key))}\n        except ValueError:\n            continue\n    raise RuntimeError",
        ),
    ];
    let mut faults = Vec::new();
    for source in sources {
        for code in ["R017", "R045", "R056", "R076", "R077", "R161", "R162"] {
            let got = found(&source, code);
            if !got.is_empty() {
                faults.push(format!("{code}: {got:?} in\n{source}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The missing fields of a response that a protomcp tool is seen to build.
fn missing(body: &str) -> Vec<String> {
    let source = format!(
        "{IMPORT}class Answer(TypedDict):\n    status: str\n\
         @dataclass\nclass Outcome:\n    status: str\n    compensable: bool = False\n\
         def stamp(answer):\n    answer.update(timestamp=clock(), compensable=False)\n    return answer\n\
         @tool(\"Open one valve by some percent.\")\ndef do_open_valve(valve: str, idempotency_key: str) -> ToolResult:\n{body}\n"
    );
    let outcome = judge(&[("server.py", &source)]);
    let codes = ["R004", "R006", "R007", "R008"];
    let told = outcome.diagnostics.iter().filter(|d| codes.contains(&d.code));
    told.filter_map(|d| d.message.split('`').nth(3).map(str::to_owned)).collect()
}

#[test]
fn responses_are_read_off_the_handler() {
    let all = ["status", "idempotency_key", "side_effects", "compensable", "timestamp"];
    let without =
        |present: &[&str]| all.iter().filter(|f| !present.contains(f)).map(|f| (*f).to_owned()).collect::<Vec<_>>();
    let rows: [(&str, Vec<String>); 9] = [
        ("    return ToolResult(result=json.dumps({\"status\": \"success\"}))", without(&["status"])),
        (
            "    return ToolResult(structured_content=stamp({\"status\": \"success\"}))",
            without(&["status", "timestamp", "compensable"]),
        ),
        ("    return ToolResult(result=json.dumps(Answer(status=\"success\")))", without(&["status"])),
        ("    return ToolResult(result=json.dumps(asdict(Outcome(\"success\"))))", without(&["status", "compensable"])),
        (
            "    out = {\"status\": \"success\"}\n    out[\"side_effects\"] = []\n    return ToolResult(result=json.dumps({**out, \"idempotency_key\": idempotency_key}))",
            without(&["status", "side_effects", "idempotency_key"]),
        ),
        // A path that cannot be known, an open map, an error and a text make nothing fire.
        (
            "    if valve:\n        return plant.set(valve)\n    return ToolResult(result=json.dumps({\"status\": \"failed\"}))",
            vec![],
        ),
        ("    return ToolResult(result=json.dumps({\"status\": \"success\", **plant.more()}))", vec![]),
        ("    return ToolResult(result=\"done\")", vec![]),
        (
            "    if not valve:\n        return ToolResult(result=\"no valve\", is_error=True)\n    return ToolResult(result=json.dumps({\"status\": \"success\"}))",
            without(&["status"]),
        ),
    ];
    let mut faults = Vec::new();
    for (body, mut wanted) in rows {
        let mut got = missing(body);
        got.sort();
        wanted.sort();
        if got != wanted {
            faults.push(format!("{got:?}, not {wanted:?}, for\n{body}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_field_that_one_path_leaves_out() {
    let source = "@tool(\"Open one valve by some percent.\")\n\
        def do_open_valve(valve: str, idempotency_key: str) -> ToolResult:\n\
        \x20   if valve:\n\
        \x20       return ToolResult(result=json.dumps({\"status\": \"failed\"}))\n\
        \x20   return ToolResult(result=json.dumps({\"status\": \"success\", \"timestamp\": now()}))\n";
    let got = found(source, "R077");
    assert!(matches!(got.as_slice(), [one] if one.starts_with("4:return")), "{got:?}");
}

#[test]
fn declarations_in_functions_that_another_module_calls_are_one_server() {
    let outcome = judge(&[
        ("pkg/__init__.py", "from pkg.serve import create\n"),
        (
            "pkg/serve.py",
            "from promcp.registry import Registry\nfrom pkg.surface import build\n\
             def create(name=\"plant\"):\n    registry = Registry(name=name)\n    build(registry)\n    return registry\n",
        ),
        (
            "pkg/surface/__init__.py",
            "from promcp.registry import Registry\nfrom pkg.surface import reads, asks\n\
             def build(registry: Registry):\n    reads.register(registry)\n    asks.register(registry)\n",
        ),
        (
            "pkg/surface/reads.py",
            "from promcp import read_tool\nfrom promcp.registry import Registry\n\
             def register(registry: Registry):\n    @read_tool(\"Level of one water tank, in litres.\", registry=registry)\n\
             \x20   def read_level(tank: str):\n        return 1\n",
        ),
        (
            "pkg/surface/asks.py",
            "from promcp import can_do_tool\nfrom promcp.registry import Registry\n\
             def register(registry: Registry):\n    @can_do_tool(\"Says whether it can be done now.\", registry=registry)\n\
             \x20   def can_do(intent: dict):\n        return {}\n",
        ),
    ]);
    let names: Vec<Vec<&str>> =
        outcome.servers.iter().map(|s| s.tools.iter().filter_map(|t| t.known_name()).collect()).collect();
    assert_eq!(names, [["read_level", "can_do"]]);
    assert!(outcome.servers[0].tools.iter().all(|t| t.conditional.is_none()));
    assert!(!outcome.diagnostics.iter().any(|d| d.code == "R050"));
}

/// Sources that the reference linter runs, hangs on or breaks on are read, and none is run.
#[test]
fn what_the_reference_cannot_load_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/promcp/loader-faults.json");
    let text = std::fs::read_to_string(path).expect("the cases");
    let cases: serde_json::Value = serde_json::from_str(&text).expect("as JSON");
    let wanted = [
        ("do-without-key", "R040"),
        ("wrong-prefix", "R022"),
        ("second-can-do", "R051"),
        ("async-list-tools", ""),
        ("tools-tuple", "R030"),
        ("build-function-only", "R050"),
        ("main-guard-hang", "R030"),
    ];
    let mut faults = Vec::new();
    for (id, code) in wanted {
        let case = cases["cases"].as_array().and_then(|all| all.iter().find(|c| c["id"] == id)).expect("the case");
        let outcome = judge(&[("server.py", case["source"].as_str().expect("its source"))]);
        let codes: Vec<&str> = outcome.diagnostics.iter().map(|d| d.code).collect();
        if code.is_empty() != codes.is_empty() || !code.is_empty() && !codes.contains(&code) {
            faults.push(format!("{id} gives {codes:?}, not {code}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
