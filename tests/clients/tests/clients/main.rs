//! Rows through the real clients: every case is written once and runs through each of them, in each
//! dialect.
//!
//! Starts an emulator of its own, or uses the one at SPANNER_EMULATOR_HOST. Where there is none,
//! the suite says so and passes, unless SPANNER_KEYS_REQUIRE_EMULATOR is set.

mod aborts;
mod children;
mod defaults;
mod faults;
mod gcloud;
mod google;
mod random_rows;
mod refusals;
mod returning;
mod scans;
mod sizes;
mod strategies;
mod types;
mod writes;

use std::process::ExitCode;

use spanner_keys_client_tests::through::{Failure, Gcloud, Google};
use spanner_keys_emulator::suite::{self, Case};

/// Each case, through each client.
macro_rules! through_each_client {
    ($($module:ident::$case:ident,)*) => {
        &[$(
            Case::new(concat!(stringify!($module), "::", stringify!($case), "::gcloud-spanner"), $module::$case::<Gcloud>),
            Case::new(concat!(stringify!($module), "::", stringify!($case), "::google-cloud-spanner"), $module::$case::<Google>),
        )*]
    };
}

const CASES: &[Case] = through_each_client![
    types::every_type_by_mutation,
    types::every_type_by_statement,
    types::commit_timestamps,
    writes::operations,
    writes::sent_twice,
    writes::deletes,
    aborts::retries_write_once,
    faults::dropped_and_aborted,
    faults::ended,
    sizes::at_the_limit_and_beyond,
    random_rows::any_table,
    random_rows::any_values,
    strategies::uuid_text,
    strategies::uuid_bytes,
    strategies::random,
    strategies::bit_reversed,
    strategies::sequence,
    strategies::identity,
    strategies::shard_by_database,
    strategies::shard_by_client,
    strategies::shard_by_chance,
    strategies::uuid_v7_below_shard,
    strategies::supplied,
    refusals::wrong_shard,
    refusals::missing_parent,
    defaults::left_out_or_given,
    children::below_a_shard,
    returning::order_of_keys,
    returning::children_in_one_commit,
    returning::refused_rows_are_undone,
    scans::shard_by_database,
    scans::shard_by_client,
    scans::shard_by_chance,
    scans::shard_of_one_part,
];

fn main() -> ExitCode {
    suite::run([CASES, gcloud::CASES, google::CASES].into_iter().flatten(), |_| Vec::new())
}

/// Fails the case if the two differ.
fn same<V: PartialEq + std::fmt::Debug>(what: &str, found: &V, wanted: &V) -> Result<(), Failure> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what}: {found:?} was found, {wanted:?} was wanted").into())
    }
}

/// Fails the case with this text, unless the condition holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(what().into()) }
}
