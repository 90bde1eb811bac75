//! Rows through the real clients: every case is written once and runs through each of them, in each
//! dialect.
//!
//! Starts its own emulator, or uses the one at SPANNER_EMULATOR_HOST. Without an emulator the suite
//! reports that it did not run and passes, unless SPANNER_KEYS_REQUIRE_EMULATOR is set.

/// The cases of a module: `case: Tables,` runs an async function over a new database with these
/// tables; `case,` names a function that creates its own. Each runs through each client, or through
/// the one that comes first.
macro_rules! cases {
    (Gcloud; $($case:ident: $($table:ident)+,)*) => {
        &[$(cases!(@ Gcloud "gcloud-spanner" $case $($table)+)),*]
    };
    (Google; $($case:ident: $($table:ident)+,)*) => {
        &[$(cases!(@ Google "google-cloud-spanner" $case $($table)+)),*]
    };
    ($($case:ident $(: $($table:ident)+)?,)*) => {
        &[$(
            cases!(@ Gcloud "gcloud-spanner" $case $($($table)+)?),
            cases!(@ Google "google-cloud-spanner" $case $($($table)+)?),
        )*]
    };
    (@ $client:ident $name:literal $case:ident $($table:ident)+) => {
        Case::new(concat!(module_path!(), "::", stringify!($case), "::", $name), |emulator, dialect| {
            run::<$client>(emulator, dialect, &Schema::new()$(.table::<$table>())+, $case)
        })
    };
    (@ $client:ident $name:literal $case:ident) => {
        Case::new(concat!(module_path!(), "::", stringify!($case), "::", $name), $case::<$client>)
    };
}

/// Implements [`Shown`] for types with these fields.
macro_rules! shown {
    ($fields:tt $($type:ident)*) => {$(
        impl Shown for $type {
            fn shown(&self) -> Vec<String> {
                shown!(@ self $fields)
            }
        }
    )*};
    (@ $row:ident ($($field:ident)*)) => {
        vec![$(format!("{}: {:?}", stringify!($field), $row.$field)),*]
    };
}

mod children;
mod defaults;
mod faults;
mod gcloud;
mod google;
mod own_types;
mod partial;
mod poison;
mod queries;
mod random_rows;
mod refusals;
mod returning;
mod scans;
mod sizes;
mod strategies;
mod transactions;
mod types;
mod verify;
mod writes;

/// What every module of cases needs.
mod prelude {
    pub(super) use spanner_keys::{Dialect, Insert, KeySource, NewRow, Schema, SpannerTable, Uuid};
    pub(super) use spanner_keys_client_tests::through::{
        Failure, Gcloud, Google, Result, Stage, Through, run,
    };
    pub(super) use spanner_keys_emulator::Emulator;
    pub(super) use spanner_keys_tests::suite::Case;

    pub(super) use super::{Shown, ensure, same};
}

use std::process::ExitCode;

use prelude::Result;
use spanner_keys_tests::suite;

fn main() -> ExitCode {
    let cases = [
        children::CASES,
        defaults::CASES,
        faults::CASES,
        gcloud::CASES,
        google::CASES,
        own_types::CASES,
        partial::CASES,
        poison::CASES,
        queries::CASES,
        queries::GCLOUD_CASES,
        queries::GOOGLE_CASES,
        random_rows::CASES,
        refusals::CASES,
        returning::CASES,
        scans::CASES,
        sizes::CASES,
        strategies::CASES,
        transactions::GCLOUD_CASES,
        transactions::GOOGLE_CASES,
        types::CASES,
        verify::CASES,
        writes::CASES,
    ];
    suite::run(cases.into_iter().flatten(), |_| Vec::new())
}

/// The columns outside the key as text, so that NaN equals NaN and -0 does not equal 0.
trait Shown {
    fn shown(&self) -> Vec<String>;
}

/// Fails if the two differ.
fn same<V: PartialEq + std::fmt::Debug>(what: &str, found: &V, wanted: &V) -> Result {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, expected {wanted:?}").into())
    }
}

/// Fails with this text, unless the condition holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result {
    if holds { Ok(()) } else { Err(what().into()) }
}
