//! Inserts as an application would make them, with a simulated clock and seeded randomness.

use std::time::{Duration, SystemTime};

use super::key::KeyMaker;
use super::report::Report;
use super::sample::{Reservoir, Window};
use super::shards::ShardCount;
use crate::dialect::Dialect;
use crate::keys::{Seeded, Source};
use crate::row::KeySource;
use crate::row::SpannerTable;
use crate::row::filler::{NewRow, RowFiller};
use crate::value::RowError;

/// 2026-01-01T00:00:00Z, so that every run has the same keys.
const START: Duration = Duration::from_secs(1_767_225_600);

/// With fewer writes than this, a hotspot in one moment may be chance.
const FEWEST_WRITES_A_MOMENT: u64 = 100;

/// What is inserted, how fast, and how it is measured.
///
/// ```
/// use spanner_keys::spread::Workload;
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct Ticket {
///     #[key(uuid)]
///     id: Uuid,
///     seat: String,
/// }
///
/// let report = Workload::new().run::<Ticket>(|at| NewTicket { seat: format!("A{}", at.number()) })?;
/// assert!(report.is_spread());
/// assert!(report.parallelism() > 12.0); // of 16 ranges
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    inserts: u64,
    per_second: f64,
    moments: usize,
    pub(super) ranges: usize,
    pub(super) at_most: f64,
    seed: u64,
    dialect: Dialect,
    start: SystemTime,
    pub(super) sample: usize,
}

impl Default for Workload {
    fn default() -> Self {
        Self::new()
    }
}

impl Workload {
    /// 100 000 inserts, 1000 a second, measured in 50 moments and 16 ranges, of which none may
    /// receive more than a quarter of a moment's writes.
    #[must_use]
    pub fn new() -> Self {
        Self {
            inserts: 100_000,
            per_second: 1000.0,
            moments: 50,
            ranges: 16,
            at_most: 0.25,
            seed: 1,
            dialect: Dialect::GoogleSql,
            start: SystemTime::UNIX_EPOCH + START,
            sample: 4096,
        }
    }

    /// How many rows are inserted.
    #[must_use]
    pub const fn inserts(self, inserts: u64) -> Self {
        Self { inserts, ..self }
    }

    /// How many rows are inserted in a simulated second. The simulation does not wait.
    #[must_use]
    pub const fn per_second(self, per_second: f64) -> Self {
        Self { per_second, ..self }
    }

    /// The number of moments of equal length that the run is divided into. There are fewer if they
    /// would have less than 100 inserts each, because shares of so few mean nothing.
    #[must_use]
    pub const fn moments(self, moments: usize) -> Self {
        Self { moments, ..self }
    }

    /// The number of ranges that the keys are divided into: about as many as the servers that you
    /// plan for. Over the whole run each range receives equally many writes; what counts is how
    /// many it receives at one moment.
    #[must_use]
    pub const fn ranges(self, ranges: usize) -> Self {
        Self { ranges, ..self }
    }

    /// The share of a moment's writes that one range may receive, from 0 to 1. With as many ranges as
    /// `ranges`, an even spread gives each 1 / `ranges`.
    #[must_use]
    pub const fn at_most(self, share: f64) -> Self {
        Self { at_most: share, ..self }
    }

    /// The seed of the randomness: the same seed gives the same keys.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The dialect of the database, GoogleSQL by default.
    #[must_use]
    pub const fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// The time at which the simulated clock starts: the start of 2026 by default.
    #[must_use]
    pub const fn start(self, start: SystemTime) -> Self {
        Self { start, ..self }
    }

    /// How many keys of a moment are kept at most, 4096 by default. For a moment with more writes,
    /// a uniform sample of this many is kept, so memory does not grow with the number of inserts; a
    /// share of a quarter is then right to about ± 0.7 %.
    #[must_use]
    pub const fn sample(self, keys: usize) -> Self {
        Self { sample: keys, ..self }
    }

    /// Inserts the rows that the closure returns, through the table's real `insert_with`, and reports
    /// where their keys land.
    ///
    /// Nothing is sent: where Spanner fills a part of the key, the number comes from a counter with
    /// its bits reversed, as in Spanner's sequences and identity columns, and a commit timestamp is
    /// the simulated time.
    pub fn run<T: SpannerTable>(&self, rows: impl Rows<T>) -> Result<Report, RowError> {
        self.run_watched(rows, |_| ())
    }

    /// The same, and reports after every moment how many rows are inserted, for a progress bar.
    pub fn run_watched<T: SpannerTable>(
        &self,
        mut rows: impl Rows<T>,
        mut watch: impl FnMut(u64),
    ) -> Result<Report, RowError> {
        let mut windows = Vec::new();
        let mut done = 0;
        let shards = self.drive(&mut rows, |window| {
            done += window.writes;
            windows.push(window);
            watch(done);
        })?;
        Ok(Report::new::<T>(self, windows, shards))
    }

    /// Inserts the rows, and passes on each moment when it is over.
    pub(super) fn drive<T: SpannerTable>(
        &self,
        rows: &mut impl Rows<T>,
        mut each: impl FnMut(Window),
    ) -> Result<Option<ShardCount>, RowError> {
        let mut keys = KeySource::from_source(self.dialect, Seeded::new(self.seed));
        let mut maker = KeyMaker::new();
        let mut shards = ShardCount::of(&T::TABLE);
        let mut reservoir = Reservoir::new(self.sample, self.seed);
        let moments = u64::try_from(self.moments)
            .unwrap_or(u64::MAX)
            .min(self.inserts / FEWEST_WRITES_A_MOMENT)
            .max(1);
        let (mut next, mut moment) = (0, 0_u64);
        while next < self.inserts {
            let from = self.time_of(next);
            moment += 1;
            let end =
                u64::try_from(u128::from(self.inserts) * u128::from(moment) / u128::from(moments))
                    .unwrap_or(u64::MAX);
            while next < end {
                let now = self.time_of(next);
                keys.source().set(now);
                let row = rows(&mut Moment { number: next, now, keys: &mut keys });
                let key = row.insert_with(&mut keys)?.into_key();
                maker.make::<T>(key, now)?;
                if let Some(shards) = &mut shards {
                    shards.count(maker.values());
                }
                reservoir.offer(next, maker.bytes());
                next += 1;
            }
            each(reservoir.close(from, self.time_of(next)));
        }
        Ok(shards)
    }

    fn time_of(&self, number: u64) -> SystemTime {
        #[expect(clippy::cast_precision_loss, reason = "nanoseconds do not matter after days")]
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate that makes no sense stops the clock"
        )]
        let nanoseconds = (number as f64 * (1e9 / self.per_second)) as u64;
        self.start + Duration::from_nanos(nanoseconds)
    }
}

/// The source of the rows of a run: a closure from a [`Moment`] to the table's `NewOrder`, or to a
/// `Result` of it.
pub trait Rows<T: SpannerTable>: FnMut(&mut Moment<'_>) -> Self::New {
    /// The row, minus the columns that are filled in for you.
    type New: NewRow<Table = T>;
}

impl<T: SpannerTable, N: NewRow<Table = T>, F: FnMut(&mut Moment<'_>) -> N> Rows<T> for F {
    type New = N;
}

/// A row, or an error, for example because its parent's row could not be created.
impl<N: NewRow> NewRow for Result<N, RowError> {
    type Table = N::Table;

    fn fill(
        self,
        fill: &mut RowFiller<'_>,
    ) -> Result<<N::Table as SpannerTable>::InsertKey, RowError> {
        self?.fill(fill)
    }
}

/// The moment of one insert: what an application knows when it makes a row. Everything in it
/// repeats with the seed.
#[derive(Debug)]
pub struct Moment<'a> {
    number: u64,
    now: SystemTime,
    keys: &'a mut KeySource<Seeded>,
}

impl Moment<'_> {
    /// How many rows were inserted before: a counter.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The same as an `i64`, for a counter column.
    #[must_use]
    pub fn counter(&self) -> i64 {
        i64::try_from(self.number).unwrap_or(i64::MAX)
    }

    /// The simulated time.
    #[must_use]
    pub const fn now(&self) -> SystemTime {
        self.now
    }

    /// The source of keys: `insert_with(at.keys())` creates a parent's row.
    pub const fn keys(&mut self) -> &mut KeySource<Seeded> {
        self.keys
    }

    /// 64 random bits.
    pub fn random(&mut self) -> u64 {
        self.keys.source().random()
    }

    /// A random number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        u64::try_from((u128::from(self.random()) * u128::from(limit)) >> 64).unwrap_or(0)
    }

    /// One of these, all equally likely.
    ///
    /// # Panics
    ///
    /// If the list is empty.
    pub fn pick<'v, V>(&mut self, values: &'v [V]) -> &'v V {
        let at = self.below(values.len() as u64);
        &values[usize::try_from(at).unwrap_or(0)]
    }
}

/// Ranks that follow a power law, as the sizes of tenants do: the first is the largest, and a few
/// of them cause most of the load.
///
/// ```
/// use spanner_keys::spread::{PowerLaw, Workload};
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Message {
///     #[key]
///     tenant: String,
///     #[key]
///     sent: std::time::SystemTime,
/// }
///
/// let tenants = PowerLaw::new(500, 1.6);
/// let report = Workload::new()
///     .run::<Message>(|at| NewMessage { tenant: format!("tenant-{:03}", tenants.draw(at)), sent: at.now() })?;
/// assert!(!report.is_spread());
/// assert!(report.to_string().contains("tenant-000"));
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PowerLaw {
    /// The probability of this rank or a lower one.
    up_to: Vec<f64>,
}

impl PowerLaw {
    /// `count` ranks; rank r has a probability proportional to 1 / (r + 1)^`exponent`. With an
    /// exponent of 0 all are equal, 1 is usual, and with 2 the first rank has three fifths.
    #[must_use]
    pub fn new(count: u32, exponent: f64) -> Self {
        let mut sum = 0.0;
        let mut up_to: Vec<f64> = (1..=count)
            .map(|rank| {
                sum += f64::from(rank).powf(-exponent);
                sum
            })
            .collect();
        for chance in &mut up_to {
            *chance /= sum;
        }
        Self { up_to }
    }

    /// A rank, from 0.
    pub fn draw(&self, at: &mut Moment<'_>) -> usize {
        #[expect(clippy::cast_precision_loss, reason = "53 bits are enough for a chance")]
        let chance = (at.random() >> 11) as f64 / (1_u64 << 53) as f64;
        self.up_to.partition_point(|up_to| *up_to <= chance).min(self.up_to.len().saturating_sub(1))
    }
}
