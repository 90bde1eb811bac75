//! Each way alone, measured by criterion; and the ratio of two ways to the same result, timed in
//! turns, so that other work on the machine affects both alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::{measure, opt_out};
use criterion::{BatchSize, Criterion};

/// How often each way is timed, after the warm-up.
const ROUNDS: usize = 250;
const WARM_UP: usize = 20;

/// How often that is repeated with lists at other addresses, because some addresses are slower.
const PASSES: usize = 8;

/// Gathers one line per comparison, and prints them together.
pub(crate) struct Table {
    criterion: Criterion,
    measures: bool,
    /// The side that a profiler looks at.
    profiled: Option<String>,
    only: Option<String>,
    lines: Vec<String>,
}

impl Table {
    /// `cargo bench` passes `--bench`. Without it, as in `cargo test --benches`, everything runs
    /// once, to see that it works. Any other argument selects the lines that contain it.
    ///
    /// For a profiler, one side runs alone, in a separate function: `SPANNER_KEYS_PROFILED=ours
    /// valgrind --tool=callgrind --toggle-collect='*profiled_inputs*' … "read a result set"`.
    pub(crate) fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let measures = arguments.iter().any(|argument| argument == "--bench");
        let only = arguments.into_iter().find(|argument| !argument.starts_with('-'));
        let criterion = Criterion::default()
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        let profiled = std::env::var("SPANNER_KEYS_PROFILED").ok();
        Self { criterion: criterion.sample_size(50), measures, profiled, only, lines: Vec::new() }
    }

    /// All ratios in one place.
    pub(crate) fn print(self) {
        println!(
            "\n{:<62} {:>11} {:>11} {:>6}  {:>6}  {:>11}",
            "medians, timed in turns; allocations of each side",
            "by hand",
            "ours",
            "ratio",
            "goal",
            "allocations"
        );
        for line in self.lines {
            println!("{line}");
        }
    }

    /// Compares two ways to process the same inputs. The line has medians: of the times, and of the
    /// ratio in each round.
    pub(crate) fn line<I, A, B>(
        &mut self,
        line: Line<'_>,
        input: impl Fn(usize) -> I,
        by_hand: impl Fn(I) -> A,
        ours: impl Fn(I) -> B,
    ) {
        let what = line.what;
        if self.only.as_ref().is_some_and(|only| !what.contains(only)) {
            return;
        }
        match self.profiled.as_deref() {
            Some("by hand") => return profile(line, &input, &by_hand),
            Some(_) => return profile(line, &input, &ours),
            None => {}
        }
        let allocations = [allocations(&line, &input, &by_hand), allocations(&line, &input, &ours)];
        let [hand_allocations, own_allocations] = allocations;
        let allocations = format!("{hand_allocations:>4.1} {own_allocations:>6.1}");
        if !self.measures {
            self.lines.push(format!("{what:<62} runs {allocations:>42}"));
            return;
        }
        opt_out(|| self.time(line, &allocations, &input, &by_hand, &ours));
    }

    fn time<I, A, B>(
        &mut self,
        line: Line<'_>,
        allocations: &str,
        input: &impl Fn(usize) -> I,
        by_hand: &impl Fn(I) -> A,
        ours: &impl Fn(I) -> B,
    ) {
        let Line { what, goal, inputs, units } = line;
        let mut group = self.criterion.benchmark_group(what);
        group.bench_function("by hand", |bencher| {
            bencher.iter_batched(|| input(0), by_hand, BatchSize::SmallInput);
        });
        group.bench_function("ours", |bencher| {
            bencher.iter_batched(|| input(0), ours, BatchSize::SmallInput);
        });
        group.finish();
        let mut times = Vec::with_capacity(PASSES * ROUNDS);
        for pass in 0..PASSES {
            let room = inputs + 50 * pass;
            let (mut hand, mut own) = (Way::new(room, by_hand), Way::new(room, ours));
            for round in 0..WARM_UP + ROUNDS {
                let inputs = || (0..inputs).map(|at| input(round * inputs + at));
                // The second way finds warm caches, so they alternate.
                let (hand, own) = if round % 2 == 0 {
                    let first = hand.time(inputs());
                    (first, own.time(inputs()))
                } else {
                    let first = own.time(inputs());
                    (hand.time(inputs()), first)
                };
                if round >= WARM_UP {
                    times.push((hand, own));
                }
            }
        }
        let median = |pick: fn(&(f64, f64)) -> f64| median(times.iter().map(pick).collect());
        #[expect(clippy::cast_precision_loss, reason = "a few thousand at most")]
        let each = 1e9 / (inputs * units) as f64;
        let (hand, own, ratio) = (
            median(|pair| pair.0) * each,
            median(|pair| pair.1) * each,
            median(|pair| pair.1 / pair.0),
        );
        let goal = goal.map_or(String::from("-"), |goal| format!("<={goal:.2}"));
        self.lines.push(format!(
            "{what:<62} {hand:>8.1} ns {own:>8.1} ns {ratio:>6.2}  {goal:>6}  {allocations}"
        ));
    }
}

/// What a line is about.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) what: &'a str,
    /// The ratio that we want to stay below.
    pub(crate) goal: Option<f64>,
    /// Inputs between two readings of the clock: enough that reading it does not matter.
    pub(crate) inputs: usize,
    /// What one input is: the rows of a mutation, for example.
    pub(crate) units: usize,
}

/// One way, with its lists. They are allocated once: large allocations in every round would slow
/// down the small ones.
struct Way<'a, I, O, F> {
    run: &'a F,
    inputs: Vec<I>,
    results: Vec<O>,
}

impl<'a, I, O, F: Fn(I) -> O> Way<'a, I, O, F> {
    fn new(room: usize, run: &'a F) -> Self {
        Self { run, inputs: Vec::with_capacity(room), results: Vec::with_capacity(room) }
    }

    /// The seconds for all inputs. They are created before, and the results are dropped after.
    fn time(&mut self, inputs: impl Iterator<Item = I>) -> f64 {
        self.inputs.extend(inputs);
        let start = Instant::now();
        for input in self.inputs.drain(..) {
            self.results.push((self.run)(black_box(input)));
        }
        let taken = start.elapsed();
        black_box(&mut self.results).clear();
        taken.as_secs_f64()
    }
}

/// Runs one way alone, about 2,000 units after the first ones.
fn profile<I, O>(line: Line<'_>, input: &impl Fn(usize) -> I, run: &impl Fn(I) -> O) {
    let count = (2000 / line.units).max(1);
    let inputs = |from| (from..from + count).map(input).collect();
    opt_out(|| {
        profiled_inputs(inputs(0), run);
        println!("{}: {} units", line.what, 2 * count * line.units);
        profiled_inputs(inputs(count), run);
    });
}

/// The results are dropped by the caller.
#[inline(never)]
fn profiled_inputs<I, O>(inputs: Vec<I>, run: &impl Fn(I) -> O) -> Vec<O> {
    let mut results = Vec::with_capacity(inputs.len());
    for input in inputs {
        results.push(run(black_box(input)));
    }
    results
}

/// How often one way allocates for each unit, after a first time that fills what is kept.
#[expect(clippy::cast_precision_loss, reason = "a few thousand at most")]
fn allocations<I, O>(line: &Line<'_>, input: &impl Fn(usize) -> I, run: &impl Fn(I) -> O) -> f64 {
    black_box(run(input(0)));
    let inputs: Vec<I> = (0..line.inputs).map(input).collect();
    let mut results = Vec::with_capacity(inputs.len());
    let info = measure(|| {
        for input in inputs {
            results.push(run(black_box(input)));
        }
    });
    black_box(results);
    info.count_total as f64 / (line.inputs * line.units) as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
