//! A package that compiles many cases at once.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use serde_json::Value;

/// A package with one binary for each case, so that one `cargo check` sees them all.
pub(crate) struct Project {
    pub(crate) source: PathBuf,
    folder: PathBuf,
    pub(crate) cases: Vec<String>,
}

impl Project {
    /// The cases in a folder of `tests`.
    pub(crate) fn new(kind: &str, purpose: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(kind);
        Self::of(source, &format!("cases-{kind}-{purpose}"))
    }

    /// The cases in any folder.
    pub(crate) fn of(source: PathBuf, name: &str) -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let cases: Vec<_> = files(&source, "rs")
            .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned())
            .collect();
        let folder = target_folder().join(name);
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
            // For names that later editions reserve.
            if read(&source.join(format!("{case}.rs"))).starts_with("// edition: 2021\n") {
                manifest.push_str("edition = \"2021\"\n");
            }
        }
        fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest can be written");
        Self { source, folder, cases }
    }

    pub(crate) fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args([command, "--offline", "--quiet"])
            .current_dir(&self.folder)
            // As people run it: the incremental compiler sees a difference between errors that are
            // equal for the other one.
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_TARGET_DIR", target_folder().join("cases"));
        cargo
    }

    /// The first line of every message of the compiler, for each case.
    pub(crate) fn check(&self) -> BTreeMap<String, Vec<String>> {
        let first_line = |message: &Value| {
            let text = message["message"].as_str().unwrap_or_default();
            first_line(&format!("error: {}", text.lines().next().unwrap_or_default()))
        };
        self.messages()
            .into_iter()
            .map(|(case, messages)| (case, messages.iter().map(first_line).collect()))
            .collect()
    }

    /// Every message of the compiler, for each case.
    pub(crate) fn messages(&self) -> BTreeMap<String, Vec<Value>> {
        let output = self
            .cargo("check")
            .args(["--bins", "--keep-going", "--message-format=json"])
            .output()
            .expect("cargo runs");
        let mut messages = BTreeMap::<String, Vec<Value>>::new();
        let mut checked = 0;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(mut message) = serde_json::from_str::<Value>(line) else { continue };
            checked += usize::from(message["target"]["kind"][0] == "bin");
            if message["reason"] != "compiler-message" || message["target"]["kind"][0] != "bin" {
                continue;
            }
            let case = message["target"]["name"].as_str().unwrap_or_default().to_owned();
            let message = message["message"].take();
            let text = message["message"].as_str().unwrap_or_default();
            if !text.starts_with("aborting due to")
                && !text.starts_with("For more information")
                && message["level"] != "failure-note"
            {
                // As Cargo and editors do when they show them: the incremental compiler reports some
                // again, because it compares where the spans come from, too.
                let all = messages.entry(case).or_default();
                match all.iter_mut().find(|other| other["rendered"] == message["rendered"]) {
                    Some(same) => same["repeated"] = true.into(),
                    None => all.push(message),
                }
            }
        }
        assert!(
            checked >= self.cases.len(),
            "cargo check did not get to the cases:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        messages
    }
}

/// The cases in `ui`, or in another folder on request, and their messages: several tests look at them, and the compiler does once.
pub(crate) struct Rejected {
    pub(crate) project: Project,
    pub(crate) messages: BTreeMap<String, Vec<Value>>,
}

impl Rejected {
    pub(crate) fn get() -> &'static Self {
        static REJECTED: OnceLock<Rejected> = OnceLock::new();
        REJECTED.get_or_init(|| {
            let project = match env::var_os("SPANNER_KEYS_CASES") {
                Some(folder) => Project::of(folder.into(), "cases-own"),
                None => Project::new("ui", "check"),
            };
            let messages = project.messages();
            Self { project, messages }
        })
    }
}

pub(crate) fn target_folder() -> PathBuf {
    // The test binary is in <target>/<profile>/deps.
    let binary = env::current_exe().expect("a test has a binary");
    binary.ancestors().nth(3).expect("three folders up").to_owned()
}

pub(crate) fn files(folder: &Path, extension: &'static str) -> impl Iterator<Item = PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files.into_iter()
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a case can be read")
}

/// The part that is the same on every version: the message, without the code and without rustc's
/// text around a panic.
pub(crate) fn first_line(line: &str) -> String {
    let line = line.strip_prefix("error").unwrap_or(line);
    let line = line.split_once(": ").map_or(line, |(_, message)| message);
    line.trim_start_matches("evaluation panicked: ").trim_end().to_owned()
}
