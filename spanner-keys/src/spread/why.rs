//! Explains why a range is hot.

use std::fmt;
use std::time::SystemTime;

use super::key::{first_parts, parts_of, shown};
use super::report::{Busiest, Heaviest, RangeName, ratio, since};
use super::sample::Sampled;
use crate::schema::{Fill, TableDef};
use crate::value::WireValue;

/// The verdict on a key under a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The writes of every moment are shared by many ranges.
    Spread,
    /// At each moment one range receives too many of the writes, because a key part grows; the
    /// range moves over time.
    MovingHotspot,
    /// One value of the leading key part, a tenant for example, receives too many of the writes.
    DominatingValue,
    /// A range receives too many of the writes of a moment, and the key does not explain why.
    HotRange,
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Spread => "spread",
            Self::MovingHotspot => "a moving hotspot",
            Self::DominatingValue => "one value dominates",
            Self::HotRange => "a hot range",
        })
    }
}

/// The fraction of the keys that must be equal for a part to count as constant.
const STILL: f64 = 0.9;
/// The fraction of the steps that must have one direction for a part to count as moving.
const MOVES: f64 = 0.95;

/// How the key parts in a hot range behave, from the first part on.
#[derive(Clone, Debug)]
pub(super) struct Why {
    /// The parts that have one value.
    still: Vec<(usize, WireValue)>,
    /// The part that grows with the inserts, or falls.
    pub(super) moving: Option<(usize, Motion)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Grows,
    Falls,
}

impl Why {
    pub(super) fn of(table: &TableDef<'static>, keys: &[&Sampled]) -> Self {
        let mut keys: Vec<&Sampled> = keys.to_vec();
        let mut still = Vec::new();
        for part in 0..table.key.len() {
            // Equal parts are adjacent, because the keys are sorted.
            let value = |one: &Sampled| first_parts(table, &one.key, part + 1).to_vec();
            let all = keys.len();
            let Some(most) =
                keys.chunk_by(|one, two| value(one) == value(two)).max_by_key(|group| group.len())
            else {
                break;
            };
            if ratio(most.len(), all) < STILL {
                return Self {
                    still,
                    moving: motion(table, part, &keys).map(|motion| (part, motion)),
                };
            }
            let Some(value) = parts_of(table, &most[0].key).into_iter().nth(part) else { break };
            keys = most.to_vec();
            still.push((part, value));
        }
        Self { still, moving: None }
    }
}

/// Whether the values of this part follow the order of the inserts.
fn motion(table: &TableDef<'static>, part: usize, keys: &[&Sampled]) -> Option<Motion> {
    let mut in_time: Vec<(u64, &[u8])> =
        keys.iter().map(|one| (one.number, first_parts(table, &one.key, part + 1))).collect();
    in_time.sort_unstable();
    let (mut up, mut down) = (0, 0);
    for step in in_time.windows(2) {
        up += usize::from(step[1].1 > step[0].1);
        down += usize::from(step[1].1 < step[0].1);
    }
    let descending = table.key[part].descending;
    match (up + down, ratio(up, up + down)) {
        (0, _) => None,
        (_, share) if share >= MOVES => {
            Some(if descending { Motion::Falls } else { Motion::Grows })
        }
        (_, share) if share <= 1.0 - MOVES => {
            Some(if descending { Motion::Grows } else { Motion::Falls })
        }
        _ => None,
    }
}

/// A hotspot: where it is, how hot, and why.
#[derive(Clone, Debug)]
pub struct Hotspot {
    pub(super) table: TableDef<'static>,
    pub(super) verdict: Verdict,
    pub(super) busiest: Busiest,
    pub(super) ranges: usize,
    pub(super) range: String,
    pub(super) limit: f64,
    pub(super) start: SystemTime,
    pub(super) heaviest: Option<Heaviest>,
    pub(super) why: Why,
}

impl Hotspot {
    /// The range that received the most writes of a moment.
    #[must_use]
    pub const fn busiest(&self) -> Busiest {
        self.busiest
    }

    fn name(&self, part: usize) -> &'static str {
        self.table.columns[self.table.key[part].column].name
    }

    fn reason(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("  why: ")?;
        if let Some(heaviest) = &self.heaviest {
            write!(out, "{:.1} % of all writes have {heaviest}; ", heaviest.share * 100.0)?;
        }
        let mentioned = self.heaviest.as_ref().map_or(0, |heaviest| heaviest.columns.len());
        for (part, value) in self.why.still.iter().skip(mentioned) {
            write!(out, "`{}` is {} in the hot range, and ", self.name(*part), shown(value))?;
        }
        match self.why.moving {
            Some((part, Motion::Grows)) => write!(
                out,
                "`{}` grows with the inserts, so they all go to the end of one range, and the next moment to the next one",
                self.name(part)
            ),
            Some((part, Motion::Falls)) => write!(
                out,
                "`{}` falls with the inserts, so they all go to the front of one range, and the next moment to the one before",
                self.name(part)
            ),
            None if self.heaviest.is_some() => write!(
                out,
                "Spanner can split the rows below this value, but the key relies on many values here"
            ),
            None if self.why.still.is_empty() => write!(
                out,
                "the first key part has many values in no order, of which most fall into this range"
            ),
            None => write!(out, "the key does not explain these writes"),
        }
    }

    fn help(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("  help: ")?;
        let shard = self
            .why
            .still
            .iter()
            .map(|(part, _)| *part)
            .find(|part| crate::row::shard_at(&self.table, *part).is_some());
        if self.heaviest.is_some() {
            return write!(
                out,
                "put a shard before it, `#[key(shard = 16)] shard: i64`, or give the large one its own table; if this share is intended, allow it with `at_most`"
            );
        }
        match (shard, self.why.moving) {
            (Some(part), _) => {
                let count = match self.table.columns[self.table.key[part].column].fill {
                    Fill::Shard(shard) => {
                        format!("{} shards make at most {} hot ranges: ", shard.count, shard.count)
                    }
                    _ => String::new(),
                };
                write!(out, "{count}use more shards, or allow a larger share with `at_most`")
            }
            (None, Some((part, _))) => write!(
                out,
                "put a shard before `{}`, `#[key(shard = 16)] shard: i64`, or a part with many values in no order of time",
                self.name(part)
            ),
            (None, None) => write!(
                out,
                "change the order of the application's values, or put `#[key(shard = 16)] shard: i64` first"
            ),
        }
    }
}

impl fmt::Display for Hotspot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Busiest { moment, from, to, range, share } = self.busiest;
        let (table, limit, range) = (self.table.path(), self.limit * 100.0, RangeName(range));
        let (begin, end) = (since(self.start, from), since(self.start, to));
        if share > self.limit {
            writeln!(
                out,
                "range {range} of {} receives {:.1} % of the writes to `{table}` in moment {moment} ({begin:?} to {end:?}); the limit is {limit:.1} %",
                self.ranges,
                share * 100.0
            )?;
            writeln!(out, "  range {range}: {}", self.range)?;
        } else {
            writeln!(out, "one value receives more than {limit:.1} % of the writes to `{table}`")?;
        }
        self.reason(out)?;
        out.write_str("\n")?;
        self.help(out)
    }
}
