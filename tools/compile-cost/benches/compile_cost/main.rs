//! Measures the compile time of the derive against no derive, serde's, and gcloud-spanner-derive's:
//! `cargo bench -p spanner-keys-compile-cost`.
//!
//! The crates take turns in every round, so that other work on the machine affects all of them
//! alike. Only the ratios within one run are meaningful. No test asserts them, because it would
//! fail on a busy machine.

mod crates;
mod measure;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crates::{Kind, STRUCTS, Scratch, TREES};
use measure::{Cargo, Cost, median, push_down, touch};

/// How many times each crate is checked in each way.
const ROUNDS: usize = 9;
/// How many times each tree is built from scratch.
const COLD_ROUNDS: usize = 3;

fn main() -> io::Result<()> {
    // `cargo bench` passes `--bench`. Without it, as in `cargo test --benches`, everything runs
    // once, to see that it works.
    let arguments: Vec<String> = env::args().skip(1).collect();
    let measures = arguments.iter().any(|argument| argument == "--bench");
    let (rounds, cold_rounds) = if measures { (ROUNDS, COLD_ROUNDS) } else { (1, 1) };

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |target| root.join(target));
    let scratch = Scratch::write(&root, target.join("compile-cost"))?;
    println!(
        "The crates are in {}; the client of gcloud-spanner-derive is built first.",
        scratch.folder.display()
    );

    let shared = |incremental| Cargo {
        folder: &scratch.folder,
        target: scratch.folder.join("shared"),
        incremental,
    };
    println!("\nthe expansion of each of {STRUCTS} structs of 8 fields, in bytes");
    for kind in Kind::ALL {
        let (file, cargo) = (scratch.source_file(kind.package()), shared(true));
        if let Some(bytes) = cargo.expansion(kind.package(), kind.derive().trim(), &file)? {
            println!("{:<60} {bytes:>9.0}", kind.label());
        }
    }
    checks("a check after the file was touched", &scratch, &shared(true), rounds, touch)?;
    checks("a check after every line moved", &scratch, &shared(true), rounds, push_down)?;
    checks(
        "a check without the incremental cache, as in CI",
        &scratch,
        &shared(false),
        rounds,
        touch,
    )?;
    cold(&scratch, cold_rounds)
}

/// Checks each crate after a change, in turns.
fn checks(
    title: &str,
    scratch: &Scratch,
    cargo: &Cargo<'_>,
    rounds: usize,
    change: fn(&Path) -> io::Result<()>,
) -> io::Result<()> {
    // Builds the dependencies and fills the cache.
    for kind in Kind::ALL {
        cargo.check(kind.package())?;
    }
    let mut costs: [Vec<Cost>; Kind::ALL.len()] = Default::default();
    for round in 0..rounds {
        for turn in 0..Kind::ALL.len() {
            let at = (round + turn) % Kind::ALL.len();
            change(&scratch.source_file(Kind::ALL[at].package()))?;
            costs[at].push(cargo.check(Kind::ALL[at].package())?);
        }
    }
    head(&format!("{title}, {rounds} rounds"), ["no derive", "serde", "gcloud"]);
    let medians = costs.map(|costs| median(&costs));
    for (kind, cost) in Kind::ALL.into_iter().zip(medians) {
        line(kind.label(), cost, [medians[0], medians[1], medians[2]]);
    }
    Ok(())
}

/// Checks each tree from scratch, in turns.
fn cold(scratch: &Scratch, rounds: usize) -> io::Result<()> {
    let mut costs: [Vec<Cost>; TREES.len()] = Default::default();
    let target = |at: usize| -> PathBuf { scratch.folder.join("cold").join(TREES[at].package) };
    let cargo = |at| Cargo { folder: &scratch.folder, target: target(at), incremental: true };
    for round in 0..rounds {
        for turn in 0..TREES.len() {
            let at = (round + turn) % TREES.len();
            if target(at).exists() {
                fs::remove_dir_all(target(at))?;
            }
            costs[at].push(cargo(at).check(TREES[at].package)?);
        }
    }
    head(
        &format!("a check of the whole tree from scratch, {rounds} rounds"),
        ["serde", "gcloud", "three"],
    );
    let medians = costs.map(|costs| median(&costs));
    for (at, tree) in TREES.into_iter().enumerate() {
        let crates = cargo(at).print(&[
            "tree",
            "-p",
            tree.package,
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "--no-dedupe",
        ])?;
        let mut crates: Vec<&str> =
            crates.lines().skip(1).map(|line| line.trim_end_matches(" (proc-macro)")).collect();
        crates.sort_unstable();
        crates.dedup();
        // Only our own crates are printed with a path.
        let (ours, others): (Vec<&str>, Vec<&str>) =
            crates.into_iter().partition(|line| line.ends_with(')'));
        let own = if ours.is_empty() { String::new() } else { format!(" and our {}", ours.len()) };
        line(
            &format!("{}: {} crates{own}", tree.label, others.len()),
            medians[at],
            [medians[0], medians[1], medians[2]],
        );
    }
    Ok(())
}

fn head(title: &str, beside: [&str; 3]) {
    let [one, two, three] = beside.map(|name| format!("/ {name}"));
    println!("\n{title:<60} {:>9} {:>10}  {one:>11} {two:>9} {three:>9}", "wall", "processor");
}

/// The times, and the ratios of the processor times.
fn line(label: &str, cost: Cost, beside: [Cost; 3]) {
    let [one, two, three] = beside.map(|other| cost.processor / other.processor);
    println!(
        "{label:<60} {:>6.0} ms {:>7.0} ms  {one:>11.2} {two:>9.2} {three:>9.2}",
        cost.wall * 1e3,
        cost.processor * 1e3
    );
}
