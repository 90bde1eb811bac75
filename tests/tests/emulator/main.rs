//! Every schema that we call valid, made in Google's emulator and read back; and rows, where only
//! rows can tell.
//!
//! Starts an emulator of its own, or uses the one at SPANNER_EMULATOR_HOST. Where there is none,
//! the suite says so and passes, unless SPANNER_KEYS_REQUIRE_EMULATOR is set.

mod columns;
mod fan_out;
mod goldens;
mod hostile;
mod indexes;
mod limits;
mod locked;
mod names;
mod near_misses;
mod order;
mod random;
mod random_keys;
mod real;
mod relations;
mod shards;
mod tables;
mod values;

use std::process::ExitCode;

use spanner_keys_tests::emulator::suite::{self, BOTH, Case, Shared, trial};

fn main() -> ExitCode {
    let cases = [
        columns::CASES,
        fan_out::CASES,
        hostile::CASES,
        indexes::CASES,
        limits::CASES,
        locked::CASES,
        names::CASES,
        order::CASES,
        random::CASES,
        random_keys::CASES,
        real::CASES,
        relations::CASES,
        shards::CASES,
        values::CASES,
    ];
    suite::run(cases.into_iter().flatten(), |emulator: &Shared| {
        let mut trials = goldens::trials(emulator);
        trials.extend(near_misses::trials(emulator));
        trials.extend(locked::trials(emulator));
        trials
    })
}
