//! Every schema that we call valid, made in Google's emulator and read back; and rows, where only rows can tell.
//!
//! Starts an emulator of its own, or uses the one at SPANNER_EMULATOR_HOST. Where there is none, the suite says so and
//! passes, unless SPANNER_KEYS_REQUIRE_EMULATOR is set.

mod clients;
mod columns;
mod fan_out;
mod goldens;
mod indexes;
mod limits;
mod names;
mod near_misses;
mod order;
mod random;
mod real;
mod relations;
mod shards;
mod tables;
mod values;

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use spanner_keys::Dialect;
use spanner_keys_tests::emulator::{self, Emulator};

/// A test that runs in each of its dialects.
struct Case {
    name: &'static str,
    dialects: &'static [Dialect],
    run: fn(&Emulator, Dialect) -> Result<(), String>,
}

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];

impl Case {
    const fn new(name: &'static str, run: fn(&Emulator, Dialect) -> Result<(), String>) -> Self {
        Self { name, dialects: BOTH, run }
    }

    const fn only(name: &'static str, dialects: &'static [Dialect], run: fn(&Emulator, Dialect) -> Result<(), String>) -> Self {
        Self { name, dialects, run }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let emulator = Arc::new(OnceLock::new());
    if !arguments.list {
        match Emulator::start() {
            Ok(started) => _ = emulator.set(started),
            Err(missing) if emulator::required() => {
                eprintln!("emulator tests FAILED: no emulator: {missing}");
                return ExitCode::FAILURE;
            }
            Err(missing) => {
                println!("emulator tests did NOT run: {missing}");
                return ExitCode::SUCCESS;
            }
        }
    }
    let cases = [
        clients::CASES,
        clients::gcloud::CASES,
        clients::google::CASES,
        columns::CASES,
        fan_out::CASES,
        indexes::CASES,
        limits::CASES,
        names::CASES,
        order::CASES,
        random::CASES,
        real::CASES,
        relations::CASES,
        shards::CASES,
        values::CASES,
    ]
    .into_iter()
    .flatten();
    let mut trials: Vec<Trial> = cases
        .flat_map(|case| case.dialects.iter().map(move |&dialect| (case, dialect)))
        .map(|(case, dialect)| trial(format!("{}::{dialect}", case.name), &emulator, move |emulator| (case.run)(emulator, dialect)))
        .collect();
    trials.extend(goldens::trials(&emulator));
    trials.extend(near_misses::trials(&emulator));
    let conclusion = libtest_mimic::run(&arguments, trials);
    // The trials are gone, so this is the last owner, and the emulator ends here.
    drop(emulator);
    conclusion.exit_code()
}

fn trial(
    name: String,
    emulator: &Arc<OnceLock<Emulator>>,
    run: impl FnOnce(&Emulator) -> Result<(), String> + Send + 'static,
) -> Trial {
    let emulator = Arc::clone(emulator);
    Trial::test(name, move || {
        let emulator = emulator.get().ok_or_else(|| Failed::from("no emulator was started"))?;
        run(emulator).map_err(Failed::from)
    })
}
