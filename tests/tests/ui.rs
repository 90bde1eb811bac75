//! Compiler messages: every file in `ui/` is refused with exactly the text in its `.stderr` file,
//! and every file in `pass/` compiles.
//!
//! The exact wording of rustc changes with its version, so it is compared on the version that made
//! the snapshots. On every other version each case is still refused, with the same number of errors
//! and the same first line of each.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The compiler that the `.stderr` files were made with.
const SNAPSHOTS: &str = "rustc 1.95.";

#[test]
fn rejected() {
    if compiler().starts_with(SNAPSHOTS) {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
    } else {
        println!(
            "{} did not make the snapshots: only first lines and counts are compared",
            compiler()
        );
    }
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
            "--bin",
            "strict_user",
            "--bin",
            "forbidden_lints",
            "--",
            "-W",
            "clippy::pedantic",
            "-W",
            "clippy::nursery",
            "-W",
            "clippy::restriction",
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

/// All code that a help or note proposes compiles: some file in `pass/` contains exactly that code.
#[test]
fn proposals_compile() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let accepted: String = files(&tests.join("pass"), "rs").map(|path| read(&path)).collect();
    let mut proposals = BTreeMap::new();
    for path in files(&tests.join("ui"), "stderr") {
        for line in read(&path).lines() {
            for code in proposed(line) {
                proposals.entry(code.to_owned()).or_insert_with(|| path.clone());
            }
        }
    }
    let orphans: Vec<_> = proposals
        .iter()
        .filter(|(code, _)| !accepted.contains(code.as_str()))
        .map(|(code, path)| format!("{} proposes `{code}`", path.display()))
        .collect();
    assert!(orphans.is_empty(), "no file in pass/ holds this code:\n{}", orphans.join("\n"));
    assert!(
        proposals.len() > 20,
        "only {} proposals found: is this test still reading the snapshots?",
        proposals.len()
    );
    println!("{} proposals, each with a file that compiles", proposals.len());
}

/// The code that a line of the compiler's output proposes.
fn proposed(line: &str) -> Vec<&str> {
    let line = line.trim_start().trim_start_matches("= ");
    let Some(advice) = line.strip_prefix("help: ").or_else(|| line.strip_prefix("note: ")) else {
        return Vec::new();
    };
    if advice.starts_with("the trait `")
        || advice.starts_with("columns are ")
        || advice.starts_with("`key` accepts")
    {
        return Vec::new();
    }
    let quoted = advice.split('`').skip(1).step_by(2);
    let meant =
        ["did you mean", "write `", "use `", "add `"].iter().any(|start| advice.starts_with(start));
    quoted
        .filter(|code| {
            meant
                || code.contains("#[")
                || code.contains(" = ")
                || code.contains('(') && line.starts_with("help")
        })
        .collect()
}

fn files(folder: &Path, extension: &'static str) -> impl Iterator<Item = PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files.into_iter()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a case can be read")
}

/// Cargo shows equal errors once; this counts each, as an editor shows them.
#[test]
fn first_lines() {
    let project = Project::new("ui", "check");
    let mut messages = project.check();
    let mut wrong = Vec::new();
    for case in &project.cases {
        let expected =
            fs::read_to_string(project.source.join(format!("{case}.stderr"))).unwrap_or_default();
        let mut expected: Vec<_> =
            expected.lines().filter(|line| line.starts_with("error")).map(first_line).collect();
        let mut found = messages.remove(case).unwrap_or_default();
        expected.sort();
        found.sort();
        if expected.is_empty() || expected != found {
            wrong.push(format!("ui/{case}.rs\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} rejected cases", project.cases.len());
}

/// The part that is the same on every version: the message, without the code and without rustc's
/// text around a panic.
fn first_line(line: &str) -> String {
    let line = line.strip_prefix("error").unwrap_or(line);
    let line = line.split_once(": ").map_or(line, |(_, message)| message);
    line.trim_start_matches("evaluation panicked: ").trim_end().to_owned()
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A package with one binary for each case, so that one `cargo check` sees them all.
struct Project {
    source: PathBuf,
    folder: PathBuf,
    cases: Vec<String>,
}

impl Project {
    fn new(kind: &str, purpose: &str) -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = tests.join(kind);
        let cases: Vec<_> = files(&source, "rs")
            .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned())
            .collect();
        let folder = target_folder().join(format!("cases-{kind}-{purpose}"));
        fs::create_dir_all(&folder).expect("the target folder can be written");
        fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock"))
            .expect("the workspace has a lock file");
        let manifest = fs::read_to_string(tests.join("cases.toml")).expect("cases.toml is there");
        let mut manifest =
            manifest.replace("{root}", &tests.join("..").display().to_string().replace('\\', "/"));
        for case in &cases {
            let path = source.join(format!("{case}.rs")).display().to_string().replace('\\', "/");
            writeln!(manifest, "\n[[bin]]\nname = \"{case}\"\npath = \"{path}\"")
                .expect("a String can be written to");
        }
        fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest can be written");
        Self { source, folder, cases }
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args([command, "--offline", "--quiet"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target_folder().join("cases"));
        cargo
    }

    /// The first line of every message of the compiler, for each case.
    fn check(&self) -> BTreeMap<String, Vec<String>> {
        let output = self
            .cargo("check")
            .args(["--bins", "--keep-going", "--message-format=json"])
            .output()
            .expect("cargo runs");
        let mut messages = BTreeMap::<String, Vec<String>>::new();
        let mut checked = 0;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            checked += usize::from(message["target"]["kind"][0] == "bin");
            if message["reason"] != "compiler-message" || message["target"]["kind"][0] != "bin" {
                continue;
            }
            let text = message["message"]["message"].as_str().unwrap_or_default();
            if text.starts_with("aborting due to")
                || text.starts_with("For more information")
                || message["message"]["level"] == "failure-note"
            {
                continue;
            }
            let line = text.lines().next().unwrap_or_default();
            messages
                .entry(message["target"]["name"].as_str().unwrap_or_default().to_owned())
                .or_default()
                .push(first_line(&format!("error: {line}")));
        }
        assert!(
            checked >= self.cases.len(),
            "cargo check did not get to the cases:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        messages
    }
}

fn target_folder() -> PathBuf {
    // The test binary is in <target>/<profile>/deps.
    let binary = env::current_exe().expect("a test has a binary");
    binary.ancestors().nth(3).expect("three folders up").to_owned()
}
