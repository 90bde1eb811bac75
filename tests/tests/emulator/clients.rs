//! Rows through the real clients: every case is written once and runs through each of them, in each dialect.

mod aborts;
mod children;
mod defaults;
pub(crate) mod gcloud;
pub(crate) mod google;
mod refusals;
mod returning;
mod scans;
mod strategies;
mod types;
mod writes;

use spanner_keys_tests::through::{Failure, Gcloud, Google};

use super::Case;

/// Each case, through each client.
macro_rules! through_each_client {
    ($($module:ident::$case:ident,)*) => {
        &[$(
            Case::new(concat!("clients::", stringify!($module), "::", stringify!($case), "::gcloud-spanner"), $module::$case::<Gcloud>),
            Case::new(concat!("clients::", stringify!($module), "::", stringify!($case), "::google-cloud-spanner"), $module::$case::<Google>),
        )*]
    };
}

pub(crate) const CASES: &[Case] = through_each_client![
    types::every_type_by_mutation,
    types::every_type_by_statement,
    types::commit_timestamps,
    writes::operations,
    writes::sent_twice,
    writes::deletes,
    aborts::retries_write_once,
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

/// Fails the case if the two differ.
fn same<V: PartialEq + std::fmt::Debug>(what: &str, found: &V, wanted: &V) -> Result<(), Failure> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?} was found, {wanted:?} was wanted").into()) }
}

/// Fails the case with this text, unless the condition holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(what().into()) }
}
