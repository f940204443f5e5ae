use super::*;
use std::fs;
use tempfile::TempDir;

/// A folder with these files; a name that ends in `/` is an empty folder.
fn tree(files: &[&str]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for file in files {
        let path = dir.path().join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            write(&dir, file, "");
        }
    }
    dir
}

fn write(dir: &TempDir, file: &str, text: &str) {
    let path = dir.path().join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn run_with(dir: &TempDir, paths: &[&str], options: &Options) -> Discovery {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    discover(&paths, dir.path(), options)
}

fn run(dir: &TempDir, paths: &[&str]) -> Discovery {
    run_with(dir, paths, &Options::default())
}

/// Each project as `root: file file`, and what is wanted of it after `<-`.
fn projects(found: &Discovery) -> Vec<String> {
    let name = |p: &PathBuf| p.file_name().unwrap().to_string_lossy().into_owned();
    found
        .projects
        .iter()
        .map(|p| {
            let files: Vec<&str> = p.files.iter().map(|f| f.shown.as_str()).collect();
            let wanted = p.wanted.as_ref().map(|w| w.iter().map(name).collect::<Vec<_>>().join(" "));
            let wanted = wanted.map_or(String::new(), |w| format!(" <- {w}"));
            format!("{}: {}{wanted}", p.shown, files.join(" "))
        })
        .collect()
}

fn manifests(found: &Discovery) -> Vec<&str> {
    found.manifests.iter().map(|f| f.shown.as_str()).collect()
}

fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|p| format!("{}: {}", p.shown, p.message)).collect()
}

#[test]
fn every_language_is_found_in_path_order() {
    let dir = tree(&["b.py", "a.ts", "c/d.rs", "c/a.mjs", "e.json", "f.yml", "g.txt", "h.pyi", "Makefile"]);
    let found = run(&dir, &["."]);
    assert_eq!(projects(&found), [".: a.ts b.py c/a.mjs c/d.rs"]);
    assert_eq!(manifests(&found), ["e.json", "f.yml"]);
    assert!(found.errors.is_empty() && found.skipped.is_empty());
    assert_eq!(run(&dir, &[]), found);
    assert!(found.projects[0].files.iter().all(|f| !f.explicit && f.path.is_absolute()));
    assert_eq!(found.projects[0].files[0].language, Language::TypeScript);
}

#[test]
fn default_excludes_hold_below_a_given_folder() {
    let dir = tree(&[
        "a.py",
        ".git/x.py",
        "node_modules/m/index.js",
        ".venv/x.py",
        "env/pyvenv.cfg",
        "env/lib/x.py",
        "lib/site-packages/x.py",
        "target/x.rs",
        "dist/x.js",
        "build/x.py",
        "__pycache__/x.py",
        ".mypy_cache/x.json",
        "x.min.js",
        "x.d.ts",
        "tests/x.py",
        "test/x.py",
        "testdata/x.json",
        "src/__tests__/x.ts",
        "spec/x.ts",
        "fixtures/x.py",
        "test_x.py",
        "x_test.py",
        "x.test.ts",
        "x.spec.tsx",
        "conftest.py",
        "package-lock.json",
        "contest.py",
        "environment/x.py",
    ]);
    let found = run(&dir, &["."]);
    assert_eq!(projects(&found), [".: a.py contest.py environment/x.py"]);
    assert!(manifests(&found).is_empty());
}

#[test]
fn a_given_path_overrides_the_excludes_above_it_and_itself() {
    let dir =
        tree(&["pyproject.toml", "a.py", "tests/fixtures/s/server.py", "tests/fixtures/s/tests/x.py", "test_a.py"]);
    assert_eq!(projects(&run(&dir, &["tests/fixtures/s"])), [".: a.py tests/fixtures/s/server.py <- server.py"]);
    assert_eq!(projects(&run(&dir, &["test_a.py"])), [".: a.py test_a.py <- test_a.py"]);
    let file = run(&dir, &["tests/fixtures/s/server.py"]);
    assert_eq!(projects(&file), [".: a.py tests/fixtures/s/server.py <- server.py"]);
    assert!(file.projects[0].files[1].explicit);
}

#[test]
fn neighbours_of_a_file_in_an_excluded_folder_can_be_imported() {
    let dir = tree(&["pyproject.toml", "a.py", "tests/s/server.py", "tests/s/helper.py", "tests/other.py"]);
    let found = run(&dir, &["tests/s/server.py"]);
    assert_eq!(projects(&found), [".: a.py tests/s/helper.py tests/s/server.py <- server.py"]);
}

#[test]
fn build_folders_are_read_where_they_are_all_there_is() {
    let published = tree(&["package.json", "dist/index.js", "README.md"]);
    assert_eq!(projects(&run(&published, &["."])), [".: dist/index.js"]);
    let checkout = tree(&["package.json", "dist/index.js", "src/index.ts"]);
    assert_eq!(projects(&run(&checkout, &["."])), [".: src/index.ts"]);
}

#[test]
fn include_and_exclude() {
    let dir = tree(&["a.py", "b.py", "src/c.py", "src/gen/d.py", "tests/e.py", "t.json"]);
    let options = |include: &[&str], exclude: &[&str]| Options {
        include: include.iter().map(|s| s.to_string()).collect(),
        exclude: exclude.iter().map(|s| s.to_string()).collect(),
        ..Options::default()
    };
    let with = |include: &[&str], exclude: &[&str]| {
        let found = run_with(&dir, &["."], &options(include, exclude));
        (projects(&found).join(""), manifests(&found).join(" "))
    };
    assert_eq!(with(&[], &["gen"]), (".: a.py b.py src/c.py".into(), "t.json".into()));
    assert_eq!(with(&[], &["src/gen/", "*.json"]), (".: a.py b.py src/c.py".into(), "".into()));
    assert_eq!(with(&[], &["./src/**"]), (".: a.py b.py".into(), "t.json".into()));
    assert_eq!(with(&["src/*.py"], &[]), (".: a.py b.py src/c.py src/gen/d.py <- c.py".into(), "".into()));
    assert_eq!(with(&["tests/*.py"], &["src"]).0, ".: a.py b.py tests/e.py <- e.py");
    let explicit = run_with(&dir, &["a.py"], &options(&[], &["a.py"]));
    assert!(explicit.projects.is_empty() && explicit.errors.is_empty());
    let bad = run_with(&dir, &["."], &options(&["a{b"], &[]));
    assert_eq!(bad.errors[0].shown, "a{b");
    assert!(bad.errors[0].message.starts_with("is not a valid glob: "), "{:?}", bad.errors);
}

#[test]
fn gitignore_files_are_honoured_with_negation_and_nesting() {
    let dir = tree(&[
        "keep.py",
        "gen_a.py",
        "gen_b.py",
        "out1/x.py",
        "sub/local.py",
        "sub/gen_c.py",
        "sub/deep/y.py",
        "secret.py",
    ]);
    write(&dir, ".gitignore", "gen_*.py\n!gen_b.py\n/out1/\n");
    write(&dir, "sub/.gitignore", "local.py\n!gen_c.py\n");
    write(&dir, ".git/info/exclude", "secret.py\n");
    assert_eq!(projects(&run(&dir, &["."])), [".: gen_b.py keep.py sub/deep/y.py sub/gen_c.py"]);
    // What is above a given folder counts below it, and not for the folder itself.
    write(&dir, "out1/gen_z.py", "");
    let found = run(&dir, &["out1"]);
    assert_eq!(found.projects[0].wanted.as_ref().unwrap().len(), 1);
    assert!(found.projects[0].files.iter().any(|f| f.shown == "out1/x.py"));
    assert_eq!(projects(&run(&dir, &["gen_a.py"])).len(), 1);
}

#[test]
fn nested_projects_are_projects_of_their_own() {
    let dir = tree(&[
        "pyproject.toml",
        "a.py",
        "web/package.json",
        "web/src/b.ts",
        "web/core/Cargo.toml",
        "web/core/src/c.rs",
        "web/z.ts",
        "zoo/d.py",
    ]);
    let found = run(&dir, &["."]);
    assert_eq!(projects(&found), [".: a.py zoo/d.py", "web: web/src/b.ts web/z.ts", "web/core: web/core/src/c.rs"]);
    assert_eq!(manifests(&found), ["web/package.json"]);
    assert_eq!(projects(&run(&dir, &["web/src"])), ["web: web/src/b.ts web/z.ts <- b.ts"]);
    assert_eq!(
        projects(&run(&dir, &["zoo/d.py", "web/z.ts"])),
        [".: a.py zoo/d.py <- d.py", "web: web/src/b.ts web/z.ts <- z.ts"]
    );
}

#[test]
fn a_file_without_a_project_brings_its_neighbours_of_one_language() {
    let dir = tree(&["s/a.py", "s/b.py", "s/p/c.py", "s/d.ts", "s/tests/e.py", "other.py"]);
    assert_eq!(projects(&run(&dir, &["s/a.py"])), ["s: s/a.py s/b.py s/p/c.py <- a.py"]);
    assert_eq!(projects(&run(&dir, &["s/p/c.py", "s"])), ["s: s/a.py s/b.py s/d.ts s/p/c.py"]);
    assert_eq!(projects(&run(&dir, &["s", "s/p", "s/a.py", "./s/../s"])), ["s: s/a.py s/b.py s/d.ts s/p/c.py"]);
}

#[test]
fn paths_that_cannot_be_used_are_told_and_the_rest_is_judged() {
    let dir = tree(&["server.py", "src/server.ts", "notes.txt", "plain", "empty/", "docs/readme.md"]);
    let found = run(&dir, &["sever.py", "scr/server.ts", "zzz", "notes.txt", "plain", "empty", "docs", "server.py"]);
    assert_eq!(
        told(&found.errors),
        [
            "sever.py: no such file or folder; did you mean `server.py`?",
            "scr/server.ts: no such file or folder; did you mean `src/server.ts`?",
            "zzz: no such file or folder",
            "notes.txt: unknown file type .txt; known: .py .ts .mts .cts .tsx .js .mjs .cjs .jsx .rs .json .yaml .yml",
            "plain: unknown file type; known: .py .ts .mts .cts .tsx .js .mjs .cjs .jsx .rs .json .yaml .yml",
            "empty: no Python, TypeScript, JavaScript, Rust, JSON or YAML file in it",
            "docs: no Python, TypeScript, JavaScript, Rust, JSON or YAML file in it",
        ]
    );
    assert_eq!(found.projects.len(), 1);
}

#[test]
fn large_files_are_left_out_with_a_note() {
    let dir = tree(&["a.py"]);
    write(&dir, "big.py", &"x".repeat(200));
    write(&dir, "data.json", &"1".repeat(200));
    write(&dir, "tools.json", &format!("[{{\"inputSchema\": {}}}]", "1".repeat(200)));
    let options = Options { max_file_size: 100, ..Options::default() };
    let found = run_with(&dir, &["."], &options);
    assert_eq!(projects(&found), [".: a.py"]);
    let told_of: Vec<_> = found.skipped.iter().map(|p| p.shown.as_str()).collect();
    assert_eq!(told_of, ["big.py", "tools.json"]);
    assert_eq!(found.skipped[0].message, "is too large to be read (200 bytes, the limit is 100)");
    assert_eq!(run_with(&dir, &["big.py"], &options).errors.len(), 1);
}

#[test]
fn a_context_walk_ends() {
    let dir = tree(&["a.py"]);
    for i in 0..MAX_SIBLINGS + 10 {
        write(&dir, &format!("n{i:05}.py"), "");
    }
    let found = run(&dir, &["a.py"]);
    assert!(found.projects[0].files.len() <= MAX_SIBLINGS);
    assert_eq!(found.skipped.len(), 1);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn symbolic_links_are_not_followed_out_of_the_root_or_in_circles() {
        let outside = tree(&["x.py", "folder/y.py"]);
        let dir = tree(&["p/pyproject.toml", "p/a.py", "p/src/b.py", "p/shared/c.py", "q/d.py"]);
        let link = |to: &Path, at: &str| symlink(to, dir.path().join(at)).unwrap();
        link(&outside.path().join("x.py"), "p/x.py");
        link(&outside.path().join("folder"), "p/folder");
        link(&dir.path().join("q"), "p/q");
        link(Path::new(".."), "p/src/up");
        link(Path::new("."), "p/src/here");
        link(Path::new("loop"), "p/loop");
        link(Path::new("../shared"), "p/src/shared");
        link(Path::new("../a.py"), "p/src/a_again.py");
        link(Path::new("nowhere.py"), "p/broken.py");
        assert_eq!(projects(&run(&dir, &["p"])), ["p: p/a.py p/shared/c.py p/src/b.py"]);
        let found = run(&dir, &["p/src"]);
        assert_eq!(projects(&found), ["p: p/a.py p/shared/c.py p/src/b.py <- a.py c.py b.py"]);
        // A link that is given itself is resolved.
        let given = run(&dir, &["p/x.py"]);
        let wanted = given.projects[0].wanted.as_ref().unwrap();
        assert_eq!(*wanted, [outside.path().canonicalize().unwrap().join("x.py")]);
        assert!(run(&dir, &["p/loop"]).errors.len() == 1 && run(&dir, &["p/broken.py"]).errors.len() == 1);
    }

    #[test]
    fn what_is_no_regular_file_is_never_opened() {
        let dir = tree(&["a.py"]);
        let made = std::process::Command::new("mkfifo").arg(dir.path().join("pipe.py")).status();
        if !made.is_ok_and(|s| s.success()) {
            return;
        }
        assert_eq!(projects(&run(&dir, &["."])), [".: a.py"]);
        assert_eq!(told(&run(&dir, &["pipe.py"]).errors), ["pipe.py: is not a regular file"]);
    }

    #[test]
    fn unreadable_files_and_folders_are_told() {
        let dir = tree(&["a.py", "b.py", "locked/c.py"]);
        let forbid = |p: &str, mode| fs::set_permissions(dir.path().join(p), fs::Permissions::from_mode(mode)).unwrap();
        forbid("b.py", 0o000);
        forbid("locked", 0o000);
        let readable = fs::read(dir.path().join("b.py")).is_ok();
        let (walked, given) = (run(&dir, &["."]), run(&dir, &["b.py", "locked"]));
        forbid("locked", 0o755);
        // The superuser may read everything.
        if readable {
            return;
        }
        assert_eq!(told(&walked.skipped), ["locked: cannot be read: permission denied"]);
        assert_eq!(
            told(&given.errors),
            ["b.py: cannot be read: permission denied", "locked: cannot be read: permission denied"]
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn names_that_are_no_text_are_found() {
        let dir = tree(&["a.py"]);
        let name = std::ffi::OsString::from_vec(b"n\xff.py".to_vec());
        if fs::write(dir.path().join(&name), "").is_err() {
            return;
        }
        let found = run(&dir, &["."]);
        assert_eq!(projects(&found), [".: a.py n\u{FFFD}.py"]);
        assert_eq!(found.projects[0].files[1].path.file_name().unwrap(), name);
        let missing =
            discover(&[PathBuf::from(std::ffi::OsString::from_vec(b"\xff".to_vec()))], dir.path(), &Options::default());
        assert_eq!(missing.errors.len(), 1);
    }
}
