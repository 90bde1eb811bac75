//! Measures the compile time of the derive against no derive, serde's, and gcloud-spanner-derive's:
//! `cargo bench -p spanner-keys-compile-cost`.
//!
//! The crates take turns in every round, so that other work on the machine affects all of them
//! alike. Only the ratios within one run are meaningful. No test asserts them, because it would
//! fail on a busy machine.
//!
//! With `SPANNER_KEYS_OTHER_DERIVES=1` diesel, sea-orm and toasty are measured, too. They are
//! downloaded, and built in the scratch folder only.
//!
//! `cargo bench -p spanner-keys-compile-cost -- --count` counts instructions instead, which do not
//! depend on other work; see `count.rs`.

mod count;
mod crates;
mod measure;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crates::{Scratch, TREES};
use measure::{Cargo, Cost, edit_field, median, push_down, touch};

/// How many structs a crate has.
const STRUCTS: usize = 200;
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
    if let Some(at) = arguments.iter().position(|argument| argument == "--count") {
        let structs = arguments.get(at + 1).and_then(|number| number.parse().ok());
        return count::run(&root, target.join("compile-count"), structs.unwrap_or(count::STRUCTS));
    }
    let scratch = Scratch::write(&root, target.join("compile-cost"), STRUCTS)?;
    println!(
        "The crates are in {}; the client of gcloud-spanner-derive is built first.",
        scratch.folder.display()
    );

    let shared = |incremental| Cargo {
        folder: &scratch.folder,
        target: scratch.folder.join("shared"),
        incremental,
        counted: None,
    };
    println!("\nthe expansion of each of {STRUCTS} structs of 8 fields, in bytes");
    for &kind in &scratch.kinds {
        let (file, cargo) = (scratch.source_file(kind.package()), shared(true));
        if let Some(bytes) = cargo.expansion(kind.package(), kind.derive().trim(), &file)? {
            println!("{:<60} {bytes:>9.0}", kind.label());
        }
    }
    let ways: [Way<'_>; 5] = [
        ("a check after the file was touched", true, touch, "check"),
        ("a check after every line moved", true, push_down, "check"),
        ("a check after one field of one struct changed", true, edit_field, "check"),
        ("a check without the incremental cache, as in CI", false, touch, "check"),
        ("a build after the file was touched", true, touch, "build"),
    ];
    for way in ways {
        checks(way, &scratch, &shared(way.1), rounds)?;
    }
    cold(&scratch, cold_rounds)
}

/// What is printed above the table, whether the cache is used, what changes, and the command.
type Way<'a> = (&'a str, bool, fn(&Path) -> io::Result<()>, &'a str);

/// Checks each crate after a change, in turns.
fn checks(
    (title, _, change, step): Way<'_>,
    scratch: &Scratch,
    cargo: &Cargo<'_>,
    rounds: usize,
) -> io::Result<()> {
    let kinds = scratch.kinds.as_slice();
    // Builds the dependencies and fills the cache.
    for kind in kinds {
        cargo.time(step, kind.package())?;
    }
    let mut costs = vec![Vec::new(); kinds.len()];
    for round in 0..rounds {
        for turn in 0..kinds.len() {
            let at = (round + turn) % kinds.len();
            change(&scratch.source_file(kinds[at].package()))?;
            let cost = cargo.time(step, kinds[at].package())?;
            let nothing = cargo.time(step, kinds[at].package())?;
            costs[at].push(Cost { rustc: cost.processor - nothing.processor, ..cost });
        }
    }
    head(&format!("{title}, {rounds} rounds"), ["no derive", "serde", "gcloud"]);
    let medians: Vec<Cost> = costs.iter().map(|costs| median(costs)).collect();
    for (kind, cost) in kinds.iter().zip(&medians) {
        line(kind.label(), *cost, [medians[0], medians[1], medians[2]]);
    }
    Ok(())
}

/// Checks each tree from scratch, in turns.
fn cold(scratch: &Scratch, rounds: usize) -> io::Result<()> {
    let mut costs: [Vec<Cost>; TREES.len()] = Default::default();
    let target = |at: usize| -> PathBuf { scratch.folder.join("cold").join(TREES[at].package) };
    let cargo = |at| Cargo {
        folder: &scratch.folder,
        target: target(at),
        incremental: true,
        counted: None,
    };
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
            "tree", "-p", tree.package, "-e", "normal,build", "--prefix", "none", "--no-dedupe",
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
    println!(
        "\n{title:<60} {:>9} {:>10}  {one:>11} {two:>9} {three:>9}  {:>10} {three:>9}",
        "wall", "processor", "rustc alone"
    );
}

/// The times, and the ratios of the processor times; then the compiler alone, and its ratio.
fn line(label: &str, cost: Cost, beside: [Cost; 3]) {
    let [one, two, three] = beside.map(|other| cost.processor / other.processor);
    println!(
        "{label:<60} {:>6.0} ms {:>7.0} ms  {one:>11.2} {two:>9.2} {three:>9.2}  {:>8.0} ms {:>9.2}",
        cost.wall * 1e3,
        cost.processor * 1e3,
        cost.rustc * 1e3,
        cost.rustc / beside[2].rustc
    );
}
