//! Compiler messages: every file in `ui/` is refused with exactly the text in its `.stderr` file,
//! and every file in `pass/` compiles.
//!
//! The exact wording of rustc changes with its version, so it is compared on the version that made
//! the snapshots. On every other version each case is still refused, with the same number of errors
//! and the same first line of each.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

mod hostile;
mod project;
mod proposals;
mod snapshot;

use std::process::Command;
use std::{env, fs};

use project::{Project, Rejected, first_line, read, target_folder};

/// The compiler that the `.stderr` files were made with.
const SNAPSHOTS: &str = "rustc 1.95.";

/// The incremental compiler is the one that people and their editors run.
#[test]
fn rejected() {
    let is_exact = compiler().starts_with(SNAPSHOTS);
    if !is_exact {
        println!(
            "{} did not make the snapshots: only first lines and counts are compared",
            compiler()
        );
    }
    let bless = env::var_os("BLESS").is_some();
    let Rejected { project, messages } = Rejected::get();
    let mut wrong = Vec::new();
    for case in &project.cases {
        let messages = messages.get(case).map(Vec::as_slice).unwrap_or_default();
        let snapshot = project.source.join(format!("{case}.stderr"));
        let expected = fs::read_to_string(&snapshot).unwrap_or_default();
        let found = messages
            .iter()
            .map(|message| snapshot::text(case, message["rendered"].as_str().unwrap_or_default()))
            .collect::<Vec<_>>()
            .join("\n");
        let agrees = if is_exact {
            found == expected
        } else {
            let first_lines = |text: &str| {
                let lines = text.lines().filter(|line| line.starts_with("error"));
                let mut lines: Vec<_> = lines.map(first_line).collect();
                lines.sort();
                lines
            };
            first_lines(&found) == first_lines(&expected)
        };
        let repeated = messages.iter().filter(|message| message["repeated"] == true);
        for message in repeated {
            wrong.push(format!("ui/{case}.rs, more than once: {}", message["message"]));
        }
        if !found.contains("error") {
            wrong.push(format!("ui/{case}.rs compiles"));
        } else if bless && is_exact {
            fs::write(snapshot, found).expect("the snapshot can be written");
        } else if !agrees {
            wrong.push(format!("ui/{case}.rs, expected:\n{expected}\nfound:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    println!("{} rejected cases", project.cases.len());
}

#[test]
fn accepted() {
    let project = Project::new("pass", "check");
    let mut messages = project.check();
    let mut wrong = Vec::new();
    for case in &project.cases {
        let lines = messages.remove(case).unwrap_or_default();
        if !lines.is_empty() {
            wrong.push(format!(
                "pass/{case}.rs should compile without messages, but prints:\n  {}",
                lines.join("\n  ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} accepted cases", project.cases.len());
}

/// Clippy reports nothing about generated code, even with every lint enabled.
#[test]
fn clippy_is_silent() {
    let project = Project::new("pass", "clippy");
    let output = project
        .cargo("clippy")
        .args([
            "--bin", "strict_user", "--bin", "forbidden_lints", "--", "-W", "clippy::pedantic",
            "-W", "clippy::nursery", "-W", "clippy::restriction",
        ])
        .args(["-A", "clippy::blanket_clippy_restriction_lints"])
        .output()
        .expect("cargo runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if stderr.contains("no such command: `clippy`")
        || stderr.contains("is not installed for the toolchain")
    {
        println!("clippy_is_silent did NOT run: Clippy is not installed");
        return;
    }
    // Findings in the lines that the user wrote do not count.
    let generated: Vec<_> = stderr
        .lines()
        .filter(|line| line.contains("in this derive macro") || line.contains("__"))
        .collect();
    assert!(generated.is_empty(), "{stderr}");
    assert!(stderr.contains("strict_user") || output.status.success(), "{stderr}");
}

/// The pages of a table's types read as if a person had written them: the author's documentation,
/// `ProjectKey` for the key of the parent, no hidden names, and no impls of permissions.
#[test]
fn rustdoc_shows_no_machinery() {
    let project = Project::new("pass", "doc");
    let output = project
        .cargo("doc")
        .args(["--no-deps", "--bin", "documented_tables"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = |path: &str| text(&read(&target_folder().join("cases/doc").join(path)));
    let all =
        ["Task", "TaskKey", "NewTask", "Note", "NoteKey", "plans/Project", "plans/ProjectKey"].map(
            |path| {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
                (path, page(&format!("documented_tables/{folder}/struct.{name}.html")))
            },
        );
    for (path, page) in &all {
        for machinery in [
            "__", "MayLead", "MayHold", "MayBe", "MayInherit", "Refused", "Allowed",
            "Interleaved for", "ParentTable", "'any",
        ] {
            assert!(!page.contains(machinery), "the page of {path} shows {machinery}:\n{page}");
        }
    }
    for (path, shown) in [
        ("TaskKey", "pub project: ProjectKey,"),
        ("TaskKey", "Something to do."),
        ("TaskKey", "Counted in each project, see Task::title."),
        ("NewTask", "pub project: ProjectKey,"),
        ("NewTask", "pub fn insert(self) -> Result<Insert<Task>, RowError>"),
        ("NewTask", "keys: &mut KeySource<impl Source>,"),
        ("NewTask", "without a value, the database’s default."),
        ("NewTask", "In one line."),
        ("NoteKey", "pub renamed: RenamedKey,"),
        ("plans/ProjectKey", "A project of a team."),
        ("plans/ProjectKey", "Drawn at random."),
    ] {
        let (_, page) = all.iter().find(|(found, _)| *found == path).expect("it is listed above");
        assert!(page.contains(shown), "the page of {path} does not show {shown:?}:\n{page}");
    }
}

/// The text of an HTML page, without its tags.
fn text(page: &str) -> String {
    let main = page.split_once("<main>").map_or(page, |(_, main)| main);
    let text: String =
        main.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text).collect();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&#39;", "'")
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
