//! Counts the instructions of rustc under cachegrind. Two runs differ by at most 0.2 %, also on a busy
//! machine. `--count` measures 10 structs; `--count 40` measures another number.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::crates::{Kind, Scratch};
use crate::measure::{Cargo, Counted, IS_COUNTED, push_down, touch};

/// How many structs a crate has.
pub(crate) const STRUCTS: usize = 10;

/// The derives that are compared; the ratio is against the first.
const KINDS: [Kind; 2] = [Kind::Gcloud, Kind::Ours];

/// Whether the check is incremental, and what happens to the file before it.
type Mode = (&'static str, bool, fn(&Path) -> io::Result<()>);
const MODES: [Mode; 3] = [
    ("without the incremental cache", false, touch),
    ("after every line moved", true, push_down),
    ("after a touch", true, touch),
];

pub(crate) fn run(root: &Path, folder: PathBuf, structs: usize) -> io::Result<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: the instructions of rustc are not counted");
        return Ok(());
    }
    let scratch = Scratch::write(root, folder, structs)?;
    let log = scratch.folder.join("cachegrind.txt");
    let wrapper = wrapper(&scratch.folder, &log)?;
    let counted = Counted { rustc: compiler()?, wrapper, enabled: false };
    println!("instructions of rustc for a check of {structs} structs of 8 fields, in millions");
    println!("{:<32} {:>10} {:>12} {:>8}", "", "gcloud", "spanner-keys", "ratio");
    for (label, incremental, change) in MODES {
        let mut counts = [0.0; KINDS.len()];
        for (kind, count) in KINDS.into_iter().zip(&mut counts) {
            // The first check builds the dependencies and fills the cache.
            for enabled in [false, true] {
                let cargo = Cargo {
                    folder: &scratch.folder,
                    target: scratch.folder.join("target"),
                    incremental,
                    counted: Some(Counted { enabled, ..counted.clone() }),
                };
                change(&scratch.source_file(kind.package()))?;
                cargo.check(kind.package())?;
            }
            *count = instructions(&fs::read_to_string(&log)?)
                .ok_or_else(|| io::Error::other("cachegrind did not count the instructions"))?;
        }
        let [gcloud, ours] = counts.map(|count| count / 1e6);
        println!("{label:<32} {gcloud:>10.0} {ours:>12.0} {:>8.2}", ours / gcloud);
    }
    Ok(())
}

/// The compiler itself: valgrind does not follow the one that rustup puts in its place.
fn compiler() -> io::Result<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("bin/rustc"))
}

/// The program that Cargo runs with the compiler and its arguments.
fn wrapper(folder: &Path, log: &Path) -> io::Result<PathBuf> {
    let file = folder.join("count");
    let options = "--tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null";
    let valgrind = format!("valgrind {options} --log-file='{}'", log.display());
    let script = format!("#!/bin/sh\nexec ${{{IS_COUNTED}:+{valgrind}}} \"$@\"\n");
    fs::write(&file, script)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
    Ok(file)
}

/// The number in the line `I refs: 1,234` of cachegrind's log.
fn instructions(log: &str) -> Option<f64> {
    let (_, number) = log.lines().find_map(|line| line.split_once("refs:"))?;
    number.trim().replace(',', "").parse().ok()
}
