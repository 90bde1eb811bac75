//! Runs many random cases from a printed seed, with a progress bar for long runs; reports the
//! smallest failure.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::fmt::Debug;
use std::sync::OnceLock;
use std::thread;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use spanner_keys_quick_tests::seed::{number, seed};

/// How many cases: the value of the variable, or this many.
#[must_use]
pub fn count(variable: &str, usual: u32) -> u32 {
    number(variable).and_then(|count| u32::try_from(count).ok()).unwrap_or(usual)
}

/// The bars of all runs, one below the other.
static BARS: OnceLock<MultiProgress> = OnceLock::new();

/// The progress of a run. Hidden if the output is not a terminal.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many steps.
    #[must_use]
    pub fn new(what: &str, steps: u64) -> Self {
        // A run as short as CI's needs no bar.
        let bar = if steps > 3000 {
            BARS.get_or_init(MultiProgress::new).add(ProgressBar::new(steps))
        } else {
            ProgressBar::hidden()
        };
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(what.to_owned());
        Self(bar)
    }

    /// One step, or more.
    pub fn step(&self, steps: u64) {
        self.0.inc(steps);
    }
}

/// Runs this many cases of a strategy; the smallest failing one is the error. With SPANNER_KEYS_GATHER,
/// all that fail are, as they are found.
pub fn run<S: Strategy<Value: Debug>>(
    what: &str,
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), String>,
) -> Result<(), String> {
    run_lane(what, 0, cases, strategy, test)
}

/// The same in several threads, for tests that wait for an emulator. Each has its own cases and its own
/// test, which `test` returns.
pub fn run_lanes<S: Strategy<Value: Debug>, T: Fn(S::Value) -> Result<(), String>>(
    what: &str,
    lanes: u32,
    cases: u32,
    strategy: impl Fn() -> S + Sync,
    test: impl Fn() -> T + Sync,
) -> Result<(), String> {
    let run = |lane: u32| {
        let more = u32::from(lane < cases % lanes);
        run_lane(what, lane, cases / lanes + more, &strategy(), test())
    };
    let failures: Vec<String> = thread::scope(|scope| {
        let run = &run;
        let all: Vec<_> = (0..lanes).map(|lane| scope.spawn(move || run(lane))).collect();
        let ended = all.into_iter().map(thread::ScopedJoinHandle::join);
        let ended = ended.map(|lane| lane.unwrap_or_else(|_| Err("it panicked".to_owned())));
        ended.filter_map(Result::err).collect()
    });
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn run_lane<S: Strategy<Value: Debug>>(
    what: &str,
    lane: u32,
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), String>,
) -> Result<(), String> {
    if env::var_os("SPANNER_KEYS_GATHER").is_some() {
        return gather(what, lane, cases, strategy, test);
    }
    run_to_first(what, lane, cases, strategy, test)
}

/// Runs all cases: prints each failure, and fails with the first line of each and how often it was.
pub fn gather<S: Strategy<Value: Debug>>(
    what: &str,
    lane: u32,
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), String>,
) -> Result<(), String> {
    let gathered = RefCell::new(BTreeMap::<String, usize>::new());
    run_to_first(what, lane, cases, strategy, |value| {
        if let Err(error) = test(value) {
            println!("{what}: {error}\n");
            let first = error.lines().next().unwrap_or_default();
            *gathered.borrow_mut().entry(first.to_owned()).or_default() += 1;
        }
        Ok(())
    })?;
    let lines = gathered.take().into_iter().map(|(first, times)| format!("{times} times: {first}"));
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { Ok(()) } else { Err(format!("seed {}\n{}", seed(), lines.join("\n"))) }
}

fn run_to_first<S: Strategy<Value: Debug>>(
    what: &str,
    lane: u32,
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), String>,
) -> Result<(), String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed().to_le_bytes());
    bytes[8..12].copy_from_slice(&lane.to_le_bytes());
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 2000,
        max_shrink_time: 45_000,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let bar = Bar::new(what, cases.into());
    let answer = runner.run(strategy, |value| {
        bar.step(1);
        test(value).map_err(TestCaseError::fail)
    });
    match answer {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, _)) => {
            let failure = format!("seed {}, shrunk:\n{reason}", seed());
            // Immediately, because the other runs may take long.
            eprintln!("{what}: {failure}");
            Err(failure)
        }
        Err(TestError::Abort(reason)) => Err(format!("seed {}: {reason}", seed())),
    }
}
