//! Changes the code in small ways, one at a time, and sees that the tests notice: `cargo run -p
//! spanner-keys-mutants`.
//!
//! [cargo-mutants](https://mutants.rs) says what can be changed (`cargo install cargo-mutants`).
//! Running them is done here, because most are noticed by a few quick tests: each mutant meets the
//! quick ones first, and the slow ones (the compiler's words, the emulator) only if it is still
//! alive. A mutant that no test notices must be listed in `survivors.txt`, with the reason.
//!
//! A word picks the mutants whose name contains it. What was found is kept in the target folder, so
//! a run that was stopped goes on where it was; survivors meet the tests again in every run, until
//! they are listed. Those that are listed meet the quick tests only. `--fresh` tries again what is
//! known of those that are picked. `--quick` leaves out the slow tests, to see soon what the quick
//! ones miss.

mod copy;
mod mutant;
mod report;
mod rooms;

use std::collections::HashMap;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use copy::Copy;
use mutant::Mutant;
use report::Outcome;
use rooms::Room;

/// As many as the machines that we know have processors.
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

    let mut work: Vec<(&Room, Mutant)> = Vec::new();
    for room in rooms::ALL {
        work.extend(
            mutant::list(&root, room)?
                .into_iter()
                .filter(|mutant| mutant.name.contains(wanted))
                .map(|mutant| (room, mutant)),
        );
    }
    let known: HashMap<&str, Outcome> = work
        .iter()
        .filter(|_| !fresh)
        .filter_map(|(_, mutant)| Some((mutant.id.as_str(), kept.known(mutant, &listed)?)))
        .collect();
    let alive: Vec<&(&Room, Mutant)> =
        work.iter().filter(|(_, mutant)| !known.contains_key(mutant.id.as_str())).collect();
    println!("{} mutants, {} of them known from before", work.len(), known.len());

    let copies: Vec<Copy> = (0..WORKERS.min(alive.len()))
        .map(|at| Copy::make(&root, &folder, at))
        .collect::<Result<_, _>>()?;
    let (next, kept) = (AtomicUsize::new(0), Mutex::new(kept));
    std::thread::scope(|scope| {
        let workers: Vec<_> = copies
            .iter()
            .map(|copy| {
                scope.spawn(|| -> Result<(), String> {
                    while let Some((room, mutant)) = alive.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let outcome =
                            copy.test(room, mutant, quick || listed.contains_key(&mutant.label))?;
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

/// One line that moves where somebody watches, and a line for each survivor where nobody does.
fn progress(at: usize, of: usize, mutant: &Mutant, outcome: &Outcome) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{}/{of} {}", at.min(of), mutant.name);
    }
    if *outcome == Outcome::Missed {
        println!("missed: {}", mutant.name);
    }
}
