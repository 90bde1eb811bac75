//! Creates every schema that we accept in Google's emulator and reads it back; also writes rows,
//! where the schema alone shows too little.
//!
//! Starts its own emulator, or uses the one at SPANNER_EMULATOR_HOST. Without an emulator the suite
//! reports that it did not run and passes, unless SPANNER_KEYS_REQUIRE_EMULATOR is set.

/// Cases named after their functions, in both dialects or in one.
macro_rules! cases {
    (@ $case:ident) => { Case::new(stringify!($case), $case) };
    (@ $case:ident $dialect:ident) => { Case::only(stringify!($case), &[Dialect::$dialect], $case) };
    ($($case:ident $(in $dialect:ident)?),* $(,)?) => { &[$(cases!(@ $case $($dialect)?)),*] };
}

mod catalog;
mod columns;
mod fan_out;
mod fragile;
mod hostile;
mod indexes;
mod limits;
mod locked;
mod migrate;
mod names;
mod near_misses;
mod order;
mod random;
mod random_keys;
mod real;
mod relations;
mod shards;
mod tables;

use std::process::ExitCode;

use spanner_keys_tests::suite::{self, BOTH, Case, Shared, trial};

fn main() -> ExitCode {
    let cases = [
        // The longest first, so that none is left running alone.
        random::CASES,
        hostile::CASES,
        migrate::CASES,
        catalog::CASES,
        columns::CASES,
        fan_out::CASES,
        indexes::CASES,
        limits::CASES,
        locked::CASES,
        names::CASES,
        order::CASES,
        random_keys::CASES,
        real::CASES,
        relations::CASES,
        shards::CASES,
    ];
    suite::run(cases.into_iter().flatten(), |emulator: &Shared| {
        let mut trials = near_misses::trials(emulator);
        trials.extend(locked::trials(emulator));
        trials
    })
}
