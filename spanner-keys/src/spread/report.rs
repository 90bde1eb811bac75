//! Where the writes of a run landed.

use std::fmt;
use std::time::{Duration, SystemTime};

use super::heat_map::HeatMap;
use super::key::{first_parts, key_text, parts_of, root, shown};
use super::sample::{Sampled, Window};
use super::shards::ShardCount;
use super::why::{Hotspot, Verdict, Why};
use super::workload::Workload;
use crate::row::SpannerTable;
use crate::rules::hotspot::{Outcome, walk_key};
use crate::schema::{Fill, TableDef};
use crate::value::WireValue;

/// Where the writes of a run landed, moment by moment.
///
/// The keys of the whole run are divided into ranges that received equally many writes, and the
/// ranges are the same for all moments. A growing key fills one range after the other: over the run
/// each range receives its share, but at every moment one range receives everything. To measure a
/// hotspot that moves from one range to the next as one, and not as two of half the size, ranges
/// that are shifted by half of their length are measured too.
#[derive(Clone, Debug)]
pub struct Report {
    pub(super) table: TableDef<'static>,
    limit: f64,
    pub(super) windows: Vec<Window>,
    /// The first key of each half of a range, except the first half.
    bounds: Vec<Vec<u8>>,
    /// How many of a moment's sampled keys are in each half.
    counts: Vec<Vec<usize>>,
    shards: Option<ShardCount>,
    heaviest: Option<Heaviest>,
    hotspot: Option<Hotspot>,
}

/// The range that receives the most writes of one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Busiest {
    /// Which moment, from 0.
    pub moment: usize,
    /// When it began.
    pub from: SystemTime,
    /// When it ended.
    pub to: SystemTime,
    /// Which range, from 0 in the order of the keys; 3.5 is the second half of range 3 and the
    /// first of range 4.
    pub range: f64,
    /// Its share of the moment's writes, from 0 to 1.
    pub share: f64,
}

impl Busiest {
    /// How many servers can share the writes of this moment: 1 / share.
    #[must_use]
    pub fn parallelism(&self) -> f64 {
        if self.share > 0.0 { 1.0 / self.share } else { 1.0 }
    }
}

/// The value of the leading key part that most writes have.
#[derive(Clone, Debug, PartialEq)]
pub struct Heaviest {
    /// The column, or the columns if only few values come before it.
    pub columns: Vec<&'static str>,
    /// The values of these columns.
    pub values: Vec<WireValue>,
    /// Their share of all writes, from 0 to 1.
    pub share: f64,
    /// Whether the key relies on this part to spread the writes, because its type has many values.
    pub counted_on: bool,
}

impl Report {
    pub(super) fn new<T: SpannerTable>(
        workload: &Workload,
        windows: Vec<Window>,
        shards: Option<ShardCount>,
    ) -> Self {
        let table = T::TABLE;
        let keys = Weighed::all(&windows);
        let bounds = bounds(&keys, workload.ranges.clamp(1, usize::MAX / 2) * 2);
        let counts = windows.iter().map(|window| in_ranges(&window.keys, &bounds)).collect();
        let heaviest = heaviest(&table, &keys);
        let limit = workload.at_most;
        let mut report =
            Self { table, limit, windows, bounds, counts, shards, heaviest, hotspot: None };
        report.hotspot = report.find_hotspot();
        report
    }

    /// How many rows were inserted.
    #[must_use]
    pub fn inserts(&self) -> u64 {
        self.windows.iter().map(|window| window.writes).sum()
    }

    /// The number of ranges: as many as requested, unless there are too few distinct keys.
    #[must_use]
    pub const fn ranges(&self) -> usize {
        (self.bounds.len() + 1).div_ceil(2)
    }

    /// The busiest range of every moment.
    pub fn busiest(&self) -> impl Iterator<Item = Busiest> + '_ {
        self.windows.iter().zip(&self.counts).enumerate().map(|(moment, (window, counts))| {
            let count = |half: usize| counts[half..].iter().take(2).sum::<usize>();
            let most = |step: usize| {
                let places = (0..counts.len().saturating_sub(1).max(1)).step_by(step);
                places
                    .map(|half| (half, count(half)))
                    .fold((0, 0), |most, one| if one.1 > most.1 { one } else { most })
            };
            // A place between two ranges is harder to describe, so it must be clearly busier.
            let (whole, any) = (most(2), most(1));
            let (half, count) = if whole.1 * 20 >= any.1 * 19 { whole } else { any };
            let (from, to, range) = (window.from, window.to, as_float(half) / 2.0);
            Busiest { moment, from, to, range, share: ratio(count, window.keys.len()) }
        })
    }

    /// The busiest range of the worst moment. `None` if nothing was inserted.
    #[must_use]
    pub fn worst(&self) -> Option<Busiest> {
        self.busiest().reduce(|worst, next| if next.share > worst.share { next } else { worst })
    }

    /// The share of the busiest range, on average over all moments.
    #[must_use]
    pub fn share(&self) -> f64 {
        let (sum, count) = self
            .busiest()
            .fold((0.0, 0_u32), |(sum, count), busiest| (sum + busiest.share, count + 1));
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// How many servers can share the writes of a moment: 1 / [`share`](Self::share). For a growing
    /// key it is 1, however many there are.
    #[must_use]
    pub fn parallelism(&self) -> f64 {
        let share = self.share();
        if share > 0.0 { 1.0 / share } else { 1.0 }
    }

    /// How evenly the writes are distributed over the shards, if the key has one.
    #[must_use]
    pub const fn shards(&self) -> Option<&ShardCount> {
        self.shards.as_ref()
    }

    /// The value of the leading key part that most writes have: a tenant that dominates. `None` if
    /// nothing was inserted.
    #[must_use]
    pub const fn heaviest(&self) -> Option<&Heaviest> {
        self.heaviest.as_ref()
    }

    /// The verdict on the key under this load.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.hotspot.as_ref().map_or(Verdict::Spread, |hotspot| hotspot.verdict)
    }

    /// Whether no range, and no value that the key relies on, received more than the limit.
    #[must_use]
    pub fn is_spread(&self) -> bool {
        self.hotspot.is_none()
    }

    /// What is hot, where and why.
    #[must_use]
    pub const fn hotspot(&self) -> Option<&Hotspot> {
        self.hotspot.as_ref()
    }

    /// The two ends of a range, for display.
    #[must_use]
    pub fn range_text(&self, range: f64) -> String {
        let (first, behind) = halves(range);
        let key = |at: usize| self.bounds.get(at).map(|key| key_text(&self.table, key));
        let from = first.checked_sub(1).and_then(key).unwrap_or_else(|| "the first key".to_owned());
        let to = key(behind - 1)
            .map_or_else(|| "to the last key".to_owned(), |key| format!("up to {key}"));
        format!("from {from} {to}")
    }

    /// The run as a picture: key ranges up, time across, brightness for writes. `rows` is how many
    /// ranges it shows.
    #[must_use]
    pub fn heat_map(&self, rows: usize) -> HeatMap {
        HeatMap::new(self, rows)
    }

    fn find_hotspot(&self) -> Option<Hotspot> {
        let worst = self.worst()?;
        let heaviest = self
            .heaviest
            .as_ref()
            .filter(|heaviest| heaviest.counted_on && heaviest.share > self.limit);
        if worst.share <= self.limit && heaviest.is_none() {
            return None;
        }
        let (first, behind) = halves(worst.range);
        let inside = |one: &&Sampled| {
            (first..behind).contains(&self.bounds.partition_point(|bound| *bound <= one.key))
        };
        let keys: Vec<&Sampled> = self.windows[worst.moment].keys.iter().filter(inside).collect();
        let why = Why::of(&self.table, &keys);
        let verdict = match heaviest {
            Some(_) => Verdict::DominatingValue,
            None if why.moving.is_some() => Verdict::MovingHotspot,
            None => Verdict::HotRange,
        };
        Some(Hotspot {
            table: self.table,
            verdict,
            busiest: worst,
            ranges: self.ranges(),
            range: self.range_text(worst.range),
            limit: self.limit,
            start: self.windows[0].from,
            heaviest: heaviest.cloned(),
            why,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length =
            self.windows.first().map_or(Duration::ZERO, |window| since(window.from, window.to));
        writeln!(
            out,
            "{}: {} inserts in {} moments of {length:?}",
            self.table.path(),
            self.inserts(),
            self.windows.len()
        )?;
        let ranges = self.ranges();
        writeln!(
            out,
            "  busiest of {ranges} ranges  {:5.1} % of a moment's writes on average; even would be {:.1} %",
            self.share() * 100.0,
            100.0 / as_float(ranges)
        )?;
        if let Some(worst) = self.worst() {
            writeln!(
                out,
                "  worst moment          {:5.1} %, range {} in moment {}",
                worst.share * 100.0,
                worst.range,
                worst.moment
            )?;
        }
        writeln!(out, "  parallelism           {:5.1}", self.parallelism())?;
        if let Some(heaviest) = self.heaviest.as_ref().filter(|heaviest| heaviest.share >= 0.01) {
            writeln!(
                out,
                "  heaviest value        {:5.1} % of all writes: {heaviest}",
                heaviest.share * 100.0
            )?;
        }
        if let Some(shards) = &self.shards {
            writeln!(
                out,
                "  shards                {:5}, chi-square p = {:.3}",
                shards.counts().len(),
                shards.p_value()
            )?;
        }
        match &self.hotspot {
            None => write!(out, "  verdict               spread"),
            Some(hotspot) => write!(out, "  verdict               {}\n{hotspot}", hotspot.verdict),
        }
    }
}

impl fmt::Display for Heaviest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (column, value)) in self.columns.iter().zip(&self.values).enumerate() {
            write!(out, "{}`{column}` = {}", if at == 0 { "" } else { ", " }, shown(value))?;
        }
        Ok(())
    }
}

/// `3`, or `3/4` for half of each.
pub(super) struct RangeName(pub(super) f64);

impl fmt::Display for RangeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.floor();
        if self.0 > whole { write!(out, "{whole}/{}", whole + 1.0) } else { write!(out, "{whole}") }
    }
}

/// The halves that a range consists of: the first, and the one after the last.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a value that is not a range is the first one"
)]
fn halves(range: f64) -> (usize, usize) {
    let first = ((range * 2.0).round() as usize).min(usize::MAX - 2);
    (first, first + 2)
}

/// A sampled key, and how many writes it represents.
pub(super) struct Weighed<'a> {
    pub(super) key: &'a [u8],
    pub(super) weight: f64,
}

impl<'a> Weighed<'a> {
    /// Keys of all moments, sorted. A sample of each moment's keys is enough to find the ranges,
    /// and much faster to sort.
    pub(super) fn all(windows: &'a [Window]) -> Vec<Self> {
        let mut keys: Vec<Self> = windows
            .iter()
            .flat_map(|window| {
                let step = window.keys.len().div_ceil(KEYS_A_MOMENT).max(1);
                let picked = window.keys.iter().skip(step / 2).step_by(step);
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "writes of a moment are far below 2^53"
                )]
                let weight = window.writes as f64 / as_float(picked.len());
                picked.map(move |one| Self { key: &one.key, weight })
            })
            .collect();
        // Each moment is already sorted, which makes the stable sort fast.
        keys.sort_by(|one, two| one.key.cmp(two.key));
        keys
    }
}

/// How many keys of a moment are used to find the ranges.
const KEYS_A_MOMENT: usize = 512;

/// The first keys of ranges of equal weight, without the first range. `keys` are sorted.
pub(super) fn bounds(keys: &[Weighed<'_>], ranges: usize) -> Vec<Vec<u8>> {
    let all: f64 = keys.iter().map(|key| key.weight).sum();
    let mut bounds: Vec<Vec<u8>> = Vec::with_capacity(ranges.min(keys.len()));
    let mut sum = 0.0;
    for key in keys {
        let next = as_float(bounds.len() + 1) / as_float(ranges) * all;
        if bounds.len() + 1 < ranges && sum >= next - key.weight / 2.0 {
            bounds.push(key.key.to_vec());
        }
        sum += key.weight;
    }
    // A key that receives more than a range's share of the writes is the bound of several ranges;
    // only one of them is kept.
    bounds.dedup();
    if bounds
        .first()
        .is_some_and(|first| keys.first().is_some_and(|key| key.key == first.as_slice()))
    {
        bounds.remove(0);
    }
    bounds
}

/// How many of these sorted keys are in each range.
pub(super) fn in_ranges(keys: &[Sampled], bounds: &[Vec<u8>]) -> Vec<usize> {
    let mut before = 0;
    let ends =
        bounds.iter().map(|bound| keys.partition_point(|one| one.key < *bound)).chain([keys.len()]);
    ends.map(|end| end - std::mem::replace(&mut before, end)).collect()
}

/// How many leading key parts are compared to find the heaviest value, and whether the key relies
/// on them to have many values.
fn leading(table: &TableDef<'static>) -> (usize, bool) {
    let root = root(table);
    match walk_key(root) {
        Outcome::Spread { at } | Outcome::SuppliedUuid { at } => {
            // Generated values are spread, but a child's rows may all have the same parent.
            let supplied =
                matches!(root.columns[root.key[at].column].fill, Fill::Supplied | Fill::Default(_));
            (at + 1, supplied || table.parent.is_some())
        }
        Outcome::Hot { at, .. } => (at + 1, false),
        Outcome::Few | Outcome::Inherited => (1, false),
    }
}

fn heaviest(table: &TableDef<'static>, keys: &[Weighed<'_>]) -> Option<Heaviest> {
    let (parts, counted_on) = leading(table);
    let all: f64 = keys.iter().map(|key| key.weight).sum();
    let mut most: Option<(f64, &[u8])> = None;
    for group in keys.chunk_by(|one, two| {
        one.key == two.key
            || first_parts(table, one.key, parts) == first_parts(table, two.key, parts)
    }) {
        let weight: f64 = group.iter().map(|key| key.weight).sum();
        if most.is_none_or(|(heaviest, _)| weight > heaviest) {
            most = Some((weight, group[0].key));
        }
    }
    let (weight, key) = most?;
    let columns =
        table.key.iter().take(parts).map(|part| table.columns[part.column].name).collect();
    let mut values = parts_of(table, key);
    values.truncate(parts);
    Some(Heaviest { columns, values, share: weight / all, counted_on })
}

pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_float(part) / as_float(whole) }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
pub(super) const fn as_float(count: usize) -> f64 {
    count as f64
}

pub(super) fn since(start: SystemTime, time: SystemTime) -> Duration {
    time.duration_since(start).unwrap_or_default()
}
