//! Runs Cargo and measures the time it takes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};
use std::{env, io};

use nix::sys::resource::{UsageWho, getrusage};

/// The time of a run, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// The elapsed time.
    pub(crate) wall: f64,
    /// The processor time of all processes of the run. Other work on the machine hardly changes it.
    pub(crate) processor: f64,
    /// The part of it that a run with nothing to do does not have: the compiler.
    pub(crate) rustc: f64,
}

/// The median of each.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    let middle = |pick: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(pick).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Cost {
        wall: middle(|cost| cost.wall),
        processor: middle(|cost| cost.processor),
        rustc: middle(|cost| cost.rustc),
    }
}

/// Runs Cargo in the scratch workspace.
pub(crate) struct Cargo<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) target: PathBuf,
    pub(crate) incremental: bool,
    pub(crate) counted: Option<Counted>,
}

/// Whether this run is counted, for the wrapper.
pub(crate) const IS_COUNTED: &str = "SPANNER_KEYS_COUNT";

/// The programs if the compiler of the scratch packages runs under cachegrind.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) rustc: PathBuf,
    /// The same one for every run, so that Cargo does not build anything twice.
    pub(crate) wrapper: PathBuf,
    pub(crate) enabled: bool,
}

impl Cargo<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments).arg("--offline").current_dir(self.folder);
        command
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", if self.incremental { "1" } else { "0" });
        // The bench's own flags are not what a user builds with.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        if let Some(Counted { rustc, wrapper, enabled }) = &self.counted {
            command.env("RUSTC", rustc).env("RUSTC_WORKSPACE_WRAPPER", wrapper);
            if *enabled {
                command.env(IS_COUNTED, "1");
            }
        }
        command
    }

    /// What Cargo prints to standard output.
    pub(crate) fn print(&self, arguments: &[&str]) -> io::Result<String> {
        let (out, _) = run(&mut self.command(arguments))?;
        Ok(out)
    }

    /// How many bytes a derive generates for each struct. The option is unstable; `RUSTC_BOOTSTRAP`
    /// enables it in a stable compiler.
    pub(crate) fn expansion(
        &self,
        package: &str,
        derive: &str,
        source: &Path,
    ) -> io::Result<Option<f64>> {
        touch(source)?;
        let arguments = ["rustc", "--profile", "check", "-p", package, "--", "-Zmacro-stats"];
        let mut command = self.command(&[]);
        let (_, stats) = run(command.args(arguments).env("RUSTC_BOOTSTRAP", "1"))?;
        let line = stats.lines().find(|line| !derive.is_empty() && line.contains(derive));
        Ok(line
            .and_then(|line| line.split_whitespace().last()?.replace(['_', ','], "").parse().ok()))
    }

    /// The cost of a check of one package.
    pub(crate) fn check(&self, package: &str) -> io::Result<Cost> {
        self.time("check", package)
    }

    /// The cost of a command for one package.
    pub(crate) fn time(&self, step: &str, package: &str) -> io::Result<Cost> {
        let (before, start) = (processor()?, Instant::now());
        self.print(&[step, "--quiet", "-p", package])?;
        let processor = processor()? - before;
        Ok(Cost { wall: start.elapsed().as_secs_f64(), processor, rustc: processor })
    }
}

/// Runs a command; its standard output and standard error.
fn run(command: &mut Command) -> io::Result<(String, String)> {
    let output = command.output()?;
    let [out, error] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() { Ok((out, error)) } else { Err(io::Error::other(error)) }
}

/// The processor time of all children so far, in seconds.
fn processor() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| {
        #[expect(clippy::cast_precision_loss, reason = "a few hours in microseconds at most")]
        let seconds = time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds
    };
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Sets a file's modification time to now.
pub(crate) fn touch(file: &Path) -> io::Result<()> {
    File::options().append(true).open(file)?.set_modified(SystemTime::now())
}

/// Moves every line of a file down by one.
pub(crate) fn push_down(file: &Path) -> io::Result<()> {
    let source = fs::read_to_string(file)?;
    fs::write(file, format!("// One more line.\n{source}"))
}

/// Changes the type of one field of one struct, to and fro.
pub(crate) fn edit_field(file: &Path) -> io::Result<()> {
    const FORMS: [&str; 2] = ["pub island: bool,", "pub island: Option<bool>,"];
    let source = fs::read_to_string(file)?;
    let [one, other] = FORMS;
    let (from, to) = if source.contains(other) { (other, one) } else { (one, other) };
    fs::write(file, source.replacen(from, to, 1))
}
