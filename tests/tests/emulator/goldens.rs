//! The schemas of the golden files, made from structs.

use std::sync::{Arc, OnceLock};

use libtest_mimic::Trial;
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::{readback, schemas};

pub(crate) fn trials(emulator: &Arc<OnceLock<Emulator>>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for golden in schemas::all().into_iter().filter(|golden| !golden.newer_than_emulator) {
        let golden = Arc::new(golden);
        for &dialect in super::BOTH {
            if golden.refused.is_some_and(|(refusing, _)| refusing == dialect) {
                continue;
            }
            let golden = Arc::clone(&golden);
            trials.push(super::trial(
                format!("golden_{}::{dialect}", golden.name),
                emulator,
                move |emulator| {
                    let database = emulator.database(dialect)?;
                    database
                        .apply(&golden.schema.ddl(dialect).map_err(|error| error.to_string())?)?;
                    readback::check(&database, golden.schema.tables())
                },
            ));
        }
    }
    trials
}
