//! A copy of the project that one worker changes.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::areas::{Area, Stage};
use crate::mutant::Mutant;
use crate::report::Outcome;

pub(crate) struct Copy {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

impl Copy {
    /// Copies every file that git tracks, as it is in the work tree.
    pub(crate) fn make(root: &Path, folder: &Path, at: &str) -> Result<Self, String> {
        let copy = Self {
            root: folder.join(format!("copy{at}")),
            target: folder.join(format!("target{at}")),
        };
        let output = Command::new("git")
            .args(["ls-files", "-z"])
            .current_dir(root)
            .output()
            .map_err(|error| format!("git: {error}"))?;
        _ = fs::remove_dir_all(&copy.root);
        for file in
            String::from_utf8_lossy(&output.stdout).split('\0').filter(|file| !file.is_empty())
        {
            let (from, to) = (root.join(file), copy.root.join(file));
            if let (true, Some(parent)) = (from.is_file(), to.parent()) {
                let copied = fs::create_dir_all(parent).and_then(|()| fs::copy(&from, &to));
                copied.map_err(|error| format!("{file}: {error}"))?;
            }
        }
        Ok(copy)
    }

    /// Tests a mutant with the stages of its area, or only with the quick ones.
    pub(crate) fn test(
        &self,
        area: &Area,
        mutant: &Mutant,
        quick: bool,
    ) -> Result<Outcome, String> {
        let path = self.root.join(&mutant.file);
        let whole = fs::read(&path).map_err(|error| format!("{}: {error}", mutant.file))?;
        let put = |text: &[u8]| {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", mutant.file))
        };
        put(mutant.text().as_bytes())?;
        let outcome = area
            .stages
            .iter()
            .filter(|stage| !(quick && stage.slow))
            .find_map(|stage| self.run(stage).transpose())
            .transpose();
        put(&whole)?;
        Ok(outcome?.unwrap_or(Outcome::Missed))
    }

    /// Runs some tests; `None` if they pass.
    fn run(&self, stage: &Stage) -> Result<Option<Outcome>, String> {
        let log = self.target.with_extension("log");
        let file = fs::File::create(&log).map_err(|error| error.to_string())?;
        let other = file.try_clone().map_err(|error| error.to_string())?;
        let mut tests = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(stage.arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            // Faster to build, and mutants are not debugged.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_TERM_COLOR", "never")
            // Its own process group, which can be killed as one.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(other)
            .spawn()
            .map_err(|error| format!("cargo does not run: {error}"))?;
        let start = Instant::now();
        loop {
            if let Some(status) = tests.try_wait().map_err(|error| error.to_string())? {
                let output =
                    String::from_utf8_lossy(&fs::read(&log).map_err(|error| error.to_string())?)
                        .into_owned();
                return Ok((!status.success()).then(|| failed(stage, &output)));
            }
            if start.elapsed() > Duration::from_secs(stage.patience) {
                let group = Pid::from_raw(tests.id().cast_signed());
                killpg(group, Signal::SIGKILL).map_err(|error| error.to_string())?;
                tests.wait().map_err(|error| error.to_string())?;
                return Ok(Some(Outcome::Caught("timeout".to_owned())));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// If the crate itself does not compile, it is not a mutant. If only the tests do not compile, they
/// have noticed.
fn failed(stage: &Stage, output: &str) -> Outcome {
    let broken = [
        "`spanner-keys` (lib)", "`spanner-keys` (lib test)", "`spanner-keys-derive` (lib)",
        "`spanner-keys-derive` (lib test)",
    ];
    if broken.iter().any(|krate| output.contains(&format!("could not compile {krate}"))) {
        Outcome::NoMutant
    } else {
        Outcome::Caught(stage.name.to_owned())
    }
}
