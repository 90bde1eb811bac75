//! Spanner accepts every near miss of a refusal.

use std::sync::{Arc, OnceLock};

use libtest_mimic::Trial;
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::refusals;

pub(crate) fn trials(emulator: &Arc<OnceLock<Emulator>>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for case in refusals::all().into_iter().filter(|case| case.emulator_agrees) {
        for &dialect in case.dialects {
            let near = case.near.clone();
            let name = format!("beside_{}_{}::{dialect}", case.rule, case.name.replace(' ', "_"));
            trials.push(super::trial(name, emulator, move |emulator| {
                super::tables::make(emulator, dialect, &near).map(drop)
            }));
        }
    }
    trials
}
