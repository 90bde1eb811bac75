//! Mutation testing: changes the code in small ways, one at a time, and checks that a test notices.
//! `cargo run -p spanner-keys-mutants`
//!
//! [cargo-mutants](https://mutants.rs) lists the changes (`cargo install cargo-mutants`). This tool
//! runs them, because a few quick tests notice most. First, one program contains all mutants and runs
//! once for each. Each survivor is then compiled and tested alone, with the slow tests (compiler
//! messages, the emulator) last. A mutant that no test notices must be listed in `survivors.txt`,
//! with the reason.
//!
//! An argument selects the mutants whose name contains it. The outcomes are kept in the target
//! folder, so a stopped run continues where it was. Survivors are tested again in every run until
//! they are listed; listed ones only in the programs that contain all mutants. `--fresh` tests the selected mutants
//! again. `--quick` leaves out the slow tests, to find quickly what the quick ones miss.

mod areas;
mod copy;
mod mutant;
mod report;
mod switched;

use std::collections::{HashMap, HashSet};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use areas::Area;
use copy::Copy;
use mutant::Mutant;
use report::Outcome;

/// One for each core of the CI machine.
const WORKERS: usize = 2;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let fresh = arguments.iter().any(|argument| argument == "--fresh");
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let wanted =
        arguments.iter().find(|argument| !argument.starts_with('-')).map_or("", String::as_str);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .map_err(|error| error.to_string())?;
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), PathBuf::from)
        .join("mutants");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let listed = report::listed(&root)?;
    let kept = report::Kept::open(&folder.join("outcomes.txt"));

    let mut work: Vec<(&Area, Mutant)> = Vec::new();
    for area in areas::ALL {
        work.extend(
            mutant::list(&root, area)?
                .into_iter()
                .filter(|mutant| mutant.name.contains(wanted))
                .map(|mutant| (area, mutant)),
        );
    }
    let known: HashMap<&str, Outcome> = work
        .iter()
        .filter(|_| !fresh)
        .filter_map(|(_, mutant)| Some((mutant.id.as_str(), kept.known(mutant, &listed)?)))
        .collect();
    let mut alive: Vec<&(&Area, Mutant)> =
        work.iter().filter(|(_, mutant)| !known.contains_key(mutant.id.as_str())).collect();
    println!("{} mutants, {} of them known from earlier runs", work.len(), known.len());

    let kept = Mutex::new(kept);
    for area in areas::ALL {
        let mutants = alive.iter().filter(|(of, _)| std::ptr::eq(*of, area));
        let mutants: Vec<&Mutant> = mutants.map(|(_, mutant)| mutant).collect();
        let done = together(&root, &folder, area, &mutants, &listed, &kept)?;
        alive.retain(|(_, mutant)| !done.contains(mutant.id.as_str()));
    }
    println!("{} mutants to be tested alone", alive.len());

    let copies: Vec<Copy> = (0..WORKERS.min(alive.len()))
        .map(|at| Copy::make(&root, &folder, &at.to_string()))
        .collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = copies
            .iter()
            .map(|copy| {
                scope.spawn(|| -> Result<(), String> {
                    while let Some((area, mutant)) = alive.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let outcome = copy.test(area, mutant, quick)?;
                        progress(next.load(Ordering::Relaxed), alive.len(), mutant, &outcome);
                        kept.lock().map_err(|error| error.to_string())?.add(&mutant.id, outcome)?;
                    }
                    Ok(())
                })
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
    })?;
    let kept = kept.into_inner().map_err(|error| error.to_string())?;
    report::print(&root, &work, &kept, wanted.is_empty())
}

/// Tests the mutants of an area in one program for each stage; returns those that need no other
/// test: the noticed ones, and those that are listed and in all programs. A change that does not
/// matter there does not matter to the compiler, which calls the same functions.
fn together<'a>(
    root: &Path,
    folder: &Path,
    area: &Area,
    mutants: &[&'a Mutant],
    listed: &HashMap<String, usize>,
    kept: &Mutex<report::Kept>,
) -> Result<HashSet<&'a str>, String> {
    let (mut done, mut absent) = (HashSet::new(), HashSet::new());
    for stage in area.stages.iter().filter(|stage| stage.together) {
        let left = mutants.iter().filter(|mutant| !done.contains(mutant.id.as_str()));
        let left: Vec<&'a Mutant> = left.copied().collect();
        if left.is_empty() {
            break;
        }
        let copy = Copy::make(root, folder, "-together")?;
        let programs = switched::Programs::build(&copy, stage, &left)?;
        let present: HashSet<&usize> = programs.present.iter().collect();
        let missing = left.iter().enumerate().filter(|(at, _)| !present.contains(at));
        absent.extend(missing.map(|(_, mutant)| mutant.id.as_str()));
        for at in &programs.broken {
            kept.lock()
                .map_err(|error| error.to_string())?
                .add(&left[*at].id, Outcome::NoMutant)?;
            done.insert(left[*at].id.as_str());
        }
        let (next, noticed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            let work = || -> Result<(), String> {
                while let Some(at) = programs.present.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(outcome) = programs.test(*at)? else {
                        println!("passes the {}: {}", stage.name, left[*at].name);
                        continue;
                    };
                    kept.lock().map_err(|error| error.to_string())?.add(&left[*at].id, outcome)?;
                    noticed.lock().map_err(|error| error.to_string())?.push(left[*at].id.as_str());
                }
                Ok(())
            };
            let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
        })?;
        let noticed = noticed.into_inner().map_err(|error| error.to_string())?;
        println!(
            "{} of {} in one program noticed by {}, {} do not compile",
            noticed.len(),
            programs.present.len(),
            stage.name,
            programs.broken.len()
        );
        done.extend(noticed);
    }
    for mutant in mutants.iter().filter(|mutant| listed.contains_key(&mutant.label)) {
        let id = mutant.id.as_str();
        if !absent.contains(id) && done.insert(id) {
            kept.lock().map_err(|error| error.to_string())?.add(id, Outcome::Missed)?;
        }
    }
    Ok(done)
}

/// A progress line on a terminal, and a line for each survivor.
fn progress(at: usize, of: usize, mutant: &Mutant, outcome: &Outcome) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{}/{of} {}", at.min(of), mutant.name);
    }
    if *outcome == Outcome::Missed {
        println!("missed: {}", mutant.name);
    }
}
