//! A test program over the emulator: cases that run in each of their dialects.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use spanner_keys::Dialect;
use spanner_keys_emulator::{Emulator, required};

/// A test that runs in each of its dialects.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    name: &'static str,
    dialects: &'static [Dialect],
    run: fn(&Emulator, Dialect) -> Result<(), String>,
}

/// Both dialects.
pub const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];

impl Case {
    /// A test in both dialects.
    pub const fn new(
        name: &'static str,
        run: fn(&Emulator, Dialect) -> Result<(), String>,
    ) -> Self {
        Self { name, dialects: BOTH, run }
    }

    /// A test in these dialects.
    pub const fn only(
        name: &'static str,
        dialects: &'static [Dialect],
        run: fn(&Emulator, Dialect) -> Result<(), String>,
    ) -> Self {
        Self { name, dialects, run }
    }
}

/// The emulator of a program, once it is started.
pub type Shared = Arc<OnceLock<Emulator>>;

/// Starts an emulator, or uses the one at SPANNER_EMULATOR_HOST, and runs the cases and the other
/// trials. Without an emulator it reports that on one line and passes, unless
/// SPANNER_KEYS_REQUIRE_EMULATOR is set.
pub fn run(
    cases: impl IntoIterator<Item = &'static Case>,
    others: impl FnOnce(&Shared) -> Vec<Trial>,
) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // The cases wait for the emulator, not for a processor.
    arguments.test_threads.get_or_insert(8);
    let emulator = Shared::default();
    if !arguments.list {
        match Emulator::start() {
            Ok(started) => _ = emulator.set(started),
            Err(missing) if required() => {
                eprintln!("emulator tests FAILED: no emulator: {missing}");
                return ExitCode::FAILURE;
            }
            Err(missing) => {
                println!("emulator tests did NOT run: {missing}");
                return ExitCode::SUCCESS;
            }
        }
    }
    let mut trials: Vec<Trial> = cases
        .into_iter()
        .flat_map(|case| case.dialects.iter().map(move |&dialect| (case, dialect)))
        .map(|(case, dialect)| {
            trial(format!("{}::{dialect}", case.name), &emulator, move |emulator| {
                (case.run)(emulator, dialect)
            })
        })
        .collect();
    trials.extend(others(&emulator));
    let conclusion = libtest_mimic::run(&arguments, trials);
    // The trials are dropped, so this is the last owner, and the emulator ends here.
    drop(emulator);
    conclusion.exit_code()
}

/// A test of this name over the emulator.
pub fn trial(
    name: String,
    emulator: &Shared,
    run: impl FnOnce(&Emulator) -> Result<(), String> + Send + 'static,
) -> Trial {
    let emulator = Arc::clone(emulator);
    Trial::test(name, move || {
        let emulator = emulator.get().ok_or_else(|| Failed::from("no emulator was started"))?;
        run(emulator).map_err(Failed::from)
    })
}
