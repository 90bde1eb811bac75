//! All mutants of some files in one program, which an environment variable chooses from: it is
//! compiled once and runs once for each mutant.
//!
//! Each function becomes a `match` over the number of the mutant, with one arm for each mutant of
//! the function. The compiler evaluates rules as well, and there the original arm is used, so a
//! survivor is tested again as a separate program.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::{env, fs};

use serde_json::Value;

use crate::areas::Stage;
use crate::copy::Copy;
use crate::mutant::Mutant;
use crate::report::Outcome;

const VARIABLE: &str = "SPANNER_KEYS_MUTANT";

/// The number of the chosen mutant, for each of our crates. Constants cannot read the environment.
const CHOICE: &str = r#"
#[doc(hidden)]
pub(crate) const fn __mutant() -> usize {
    const fn none() -> usize { usize::MAX }
    fn chosen() -> usize {
        static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let number = std::env::var("SPANNER_KEYS_MUTANT").ok();
            number.and_then(|number| number.parse().ok()).unwrap_or(usize::MAX)
        })
    }
    core::intrinsics::const_eval_select((), none, chosen)
}
"#;
const FEATURES: &str =
    "#![feature(core_intrinsics, const_eval_select)] #![allow(internal_features)]\n";

/// The tests of a stage, compiled with all mutants.
pub(crate) struct Programs {
    stage: &'static str,
    tests: Vec<Program>,
    arguments: Vec<String>,
    /// The mutants that are in the programs, by their number.
    pub(crate) present: Vec<usize>,
    /// The mutants that do not compile.
    pub(crate) broken: Vec<usize>,
}

struct Program {
    executable: PathBuf,
    folder: PathBuf,
}

impl Programs {
    /// Compiles the tests of a stage with these mutants, in a copy of the project.
    pub(crate) fn build(copy: &Copy, stage: &Stage, mutants: &[&Mutant]) -> Result<Self, String> {
        let mut broken = HashSet::new();
        loop {
            let arms = write(copy, mutants, &broken)?;
            let (executables, faults) = compile(copy, stage)?;
            if faults.is_empty() {
                let arguments =
                    stage.arguments.iter().skip_while(|argument| **argument != "--").skip(1);
                let built = Self {
                    stage: stage.name,
                    tests: executables,
                    arguments: arguments.map(|argument| (*argument).to_owned()).collect(),
                    present: arms.values().flatten().map(|(_, at)| *at).collect(),
                    broken: broken.into_iter().collect(),
                };
                if let Some(outcome) = built.test(usize::MAX)? {
                    return Err(format!("{}: fails without a change: {outcome:?}", stage.name));
                }
                return Ok(built);
            }
            let found: Vec<usize> = faults
                .iter()
                .filter_map(|(file, line)| {
                    arms.get(file)?.iter().find(|(lines, _)| lines.contains(line))
                })
                .map(|(_, at)| *at)
                .collect();
            if found.is_empty() {
                return Err(format!("{}: does not compile: {faults:?}", stage.name));
            }
            broken.extend(found);
        }
    }

    /// Runs the tests with a mutant; `None` if they pass.
    pub(crate) fn test(&self, mutant: usize) -> Result<Option<Outcome>, String> {
        for program in &self.tests {
            // The shell limits the processor's time, which does not depend on the machine's load.
            let mut tests = Command::new("sh")
                .args(["-c", "ulimit -t 12; exec \"$0\" \"$@\""])
                .arg(&program.executable)
                .args(&self.arguments)
                .current_dir(&program.folder)
                .env(VARIABLE, mutant.to_string())
                .env("RUST_TEST_THREADS", "1")
                .env("RUST_BACKTRACE", "0")
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .map_err(|error| format!("{}: {error}", program.executable.display()))?;
            let stdout = tests.stdout.take().ok_or("the tests have no output")?;
            let (send, receive) = mpsc::channel();
            std::thread::spawn(move || {
                let failed = |line: &str| line.ends_with("... FAILED");
                let lines = BufReader::new(stdout).lines().map_while(Result::ok);
                for line in lines {
                    if failed(&line) && send.send(()).is_err() {
                        break;
                    }
                }
            });
            // The first failure is enough. When the output ends, so have the tests.
            if receive.recv().is_ok() {
                _ = tests.kill();
            }
            let status = tests.wait().map_err(|error| error.to_string())?;
            if !status.success() {
                return Ok(Some(Outcome::Caught(self.stage.to_owned())));
            }
        }
        Ok(None)
    }
}

/// The lines of each mutant's arm, by file.
type Arms = BTreeMap<String, Vec<(Range<usize>, usize)>>;

/// Writes the files with all mutants that may compile.
fn write(copy: &Copy, mutants: &[&Mutant], broken: &HashSet<usize>) -> Result<Arms, String> {
    let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (at, mutant) in mutants.iter().enumerate().filter(|(at, _)| !broken.contains(at)) {
        files.entry(&mutant.file).or_default().push((at, mutant));
    }
    let mut arms = Arms::new();
    for (file, mutants) in files {
        let path = copy.root.join(file);
        let (text, lines) = switch(&mutants);
        fs::write(&path, text).map_err(|error| format!("{file}: {error}"))?;
        arms.insert(file.to_owned(), lines);
    }
    for root in ["spanner-keys/src/lib.rs", "spanner-keys-derive/src/lib.rs"] {
        let path = copy.root.join(root);
        let text = fs::read_to_string(&path).map_err(|error| format!("{root}: {error}"))?;
        if !text.starts_with(FEATURES) {
            let text = format!("{FEATURES}{text}{CHOICE}");
            fs::write(&path, text).map_err(|error| format!("{root}: {error}"))?;
        }
    }
    Ok(arms)
}

/// The text of a file with a `match` in each function that has mutants, and the lines of the arms.
fn switch(mutants: &[(usize, &Mutant)]) -> (String, Vec<(Range<usize>, usize)>) {
    let source = &mutants[0].1.source;
    let mut functions: BTreeMap<(usize, usize), Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (at, mutant) in mutants {
        let function = &mutant.function;
        functions.entry((function.start, function.end)).or_default().push((*at, mutant));
    }
    let (mut text, mut arms, mut end) = (String::new(), Vec::new(), 0);
    for ((start, stop), mutants) in functions {
        let Some(body) = body(&source[start..stop]).map(|at| start + at) else { continue };
        let head = &source[start..body];
        // A function inside another one, or one whose arms would have different types.
        if start < end || head.contains("-> impl ") {
            continue;
        }
        text.push_str(&source[end..body]);
        text.push_str("{ match crate::__mutant() {\n");
        for (at, mutant) in mutants {
            let from = text.lines().count() + 1;
            let (change, new) = (&mutant.change, &mutant.replacement);
            let (before, after) = (&source[body..change.start], &source[change.end..stop]);
            _ = writeln!(text, "{at} => {before}{new}{after}");
            arms.push((from..text.lines().count() + 1, at));
        }
        _ = write!(text, "_ => {} }} }}", &source[body..stop]);
        end = stop;
    }
    text.push_str(&source[end..]);
    (text, arms)
}

/// Where the body of a function starts: the first brace outside of brackets, comments and strings.
fn body(function: &str) -> Option<usize> {
    let (mut depth, mut rest) = (0_usize, function);
    while let Some(first) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n')?
        } else if first == '"' {
            let mut escaped = false;
            rest[1..].find(|letter| {
                let end = letter == '"' && !escaped;
                escaped = letter == '\\' && !escaped;
                end
            })? + 2
        } else {
            match first {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.checked_sub(1)?,
                '{' if depth == 0 => return Some(function.len() - rest.len()),
                _ => {}
            }
            first.len_utf8()
        };
        rest = &rest[skip..];
    }
    None
}

/// The file and the line of an error.
type Fault = (String, usize);

/// The programs of a stage, or its errors.
fn compile(copy: &Copy, stage: &Stage) -> Result<(Vec<Program>, Vec<Fault>), String> {
    let arguments = stage.arguments.iter().take_while(|argument| **argument != "--");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .args(["--no-run", "--message-format=json"])
        .current_dir(&copy.root)
        .env("CARGO_TARGET_DIR", &copy.target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        // The choice of the mutant needs an unstable feature, and copied code has warnings.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "--cap-lints warn")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo does not run: {error}"))?;
    let (mut programs, mut faults) = (Vec::new(), Vec::new());
    for line in output.stdout.split(|byte| *byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { continue };
        let folder = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
        if let (Some(executable), Some(folder)) = (message["executable"].as_str(), folder) {
            programs.push(Program { executable: executable.into(), folder: folder.to_owned() });
        }
        if message["message"]["level"] == "error" {
            let spans = message["message"]["spans"].as_array();
            faults.extend(spans.into_iter().flatten().filter_map(|span| {
                let line = usize::try_from(span["line_start"].as_u64()?).ok()?;
                Some((span["file_name"].as_str()?.to_owned(), line))
            }));
        }
    }
    if faults.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok((programs, faults))
}
