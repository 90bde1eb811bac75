//! Runs Cargo, and tells what it took.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};
use std::{env, io};

use nix::sys::resource::{UsageWho, getrusage};

/// What a run took, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// By the clock on the wall.
    pub(crate) wall: f64,
    /// Of the processor, by all processes of the run. Other work on the machine changes it little.
    pub(crate) processor: f64,
}

/// The median of each.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    let middle = |pick: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(pick).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Cost { wall: middle(|cost| cost.wall), processor: middle(|cost| cost.processor) }
}

/// A way to run Cargo over the scratch workspace.
pub(crate) struct Cargo<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) target: PathBuf,
    pub(crate) incremental: bool,
}

impl Cargo<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments).arg("--offline").current_dir(self.folder);
        command
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", if self.incremental { "1" } else { "0" });
        // What the bench was built with is not what a user builds with.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command
    }

    /// What Cargo prints.
    pub(crate) fn print(&self, arguments: &[&str]) -> io::Result<String> {
        let output = self.command(arguments).output()?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&output.stderr)))
        }
    }

    /// What a check of one package takes.
    pub(crate) fn check(&self, package: &str) -> io::Result<Cost> {
        let (before, start) = (processor()?, Instant::now());
        self.print(&["check", "--quiet", "-p", package])?;
        Ok(Cost { wall: start.elapsed().as_secs_f64(), processor: processor()? - before })
    }
}

/// The processor's seconds of all children so far.
fn processor() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| {
        #[expect(clippy::cast_precision_loss, reason = "a few hours in microseconds at most")]
        let seconds = time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds
    };
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Makes a file as new as now.
pub(crate) fn touch(file: &Path) -> io::Result<()> {
    File::options().append(true).open(file)?.set_modified(SystemTime::now())
}

/// Moves every line of a file down by one.
pub(crate) fn push_down(file: &Path) -> io::Result<()> {
    let source = fs::read_to_string(file)?;
    fs::write(file, format!("// One more line.\n{source}"))
}
