//! Which shards the bounds of a scan reach, and which range of each.

use super::error::{ScanError, ScanErrorKind};
use super::route::{Role, Route, Shard, shard_value};
use crate::client_types::KeyRange;
use crate::dialect::Dialect;
use crate::keys::{HashInput, shard_of};
use crate::scan_request::{Bound, BoundValues, PartValue};
use crate::value::WireValue;

/// What a scan reads.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) route: Route<'a>,
    pub(super) start: Edge,
    pub(super) end: Edge,
    /// All stops before this one have one value for the whole scan.
    pub(super) fixed: usize,
    /// The numbers of the shards that the bounds decide, by stop.
    pub(super) decided: Vec<Option<i64>>,
    /// The shard that the scan is spread over: its stop and how many there are.
    pub(super) spread: Option<(usize, u16)>,
}

/// An end of a scan, by stop.
#[derive(Debug)]
pub(super) struct Edge {
    /// The value at each stop, except the shards that the scan may be spread over. The edge ends at
    /// the first stop without a value.
    pub(super) values: Vec<Option<Known>>,
    pub(super) closed: bool,
    /// After this shard, or before it at the end, rows at the edge are still in the scan: they are equal
    /// to it in all parts.
    pub(super) beyond: Option<i64>,
    /// The computed shards of a key, which has none of the values that they hash.
    shards: Vec<Option<i64>>,
    /// Whether the application set it.
    pub(super) is_set: bool,
}

/// A value of a bound.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) wire: WireValue,
    hashed: Option<HashInput<'static>>,
    /// To compare it with others.
    code: Vec<u8>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        route: Route<'a>,
        start: Option<&Bound>,
        end: Option<&Bound>,
    ) -> Result<Self, ScanError> {
        Self::spread_by(route, start, end, spread_shard)
    }

    /// A plan for a statement whose rows the database sorts, or only counts: the bounds need not fix
    /// the parts before a shard.
    pub(super) fn in_one_statement(
        route: Route<'a>,
        start: Option<&Bound>,
        end: Option<&Bound>,
    ) -> Result<Self, ScanError> {
        Self::spread_by(route, start, end, |route, fixed, decided| {
            let is_key = |bound: Option<&Bound>| {
                bound.is_some_and(|bound| matches!(bound.values, BoundValues::Key(_)))
            };
            match spread_shard(route, fixed, decided) {
                // Rows with the parts of a key may be in several shards, and a key is in one.
                Err(_) if !is_key(start) && !is_key(end) => Ok(None),
                spread => spread,
            }
        })
    }

    fn spread_by(
        route: Route<'a>,
        start: Option<&Bound>,
        end: Option<&Bound>,
        spread: impl Fn(&Route<'_>, usize, &[Option<i64>]) -> Result<Option<(usize, u16)>, ScanError>,
    ) -> Result<Self, ScanError> {
        let mut start = Edge::new(&route, start)?;
        let mut end = Edge::new(&route, end)?;
        let fixed = start.shared_with(&end, &route);
        let decided = decided_shards(&route, fixed, &start, &end);
        let spread = spread(&route, fixed, &decided)?;
        // With a computed shard, no two rows have the same parts.
        let by_chance = spread.is_some_and(|(stop, _)| route.stops[stop].role.is_by_chance());
        for edge in [&mut start, &mut end] {
            edge.beyond = edge.beyond.filter(|_| by_chance);
        }
        Ok(Self { route, start, end, fixed, decided, spread })
    }

    /// The shards to read: one number each, or a single `None` if the scan is not spread over
    /// shards.
    pub(super) fn shards(&self) -> impl Iterator<Item = Option<i64>> + use<> {
        let (count, spread) = self.spread.map_or((1, false), |(_, count)| (count, true));
        (0..count).map(move |number| spread.then_some(i64::from(number)))
    }

    /// The range of keys in one of the [`shards`](Self::shards). In an index it may be wider than
    /// the bounds: see [`narrowed`](Self::narrowed).
    pub(super) fn range(&self, shard: Option<i64>) -> KeyRange {
        let (start, start_cut) = self.seek(&self.start, shard);
        let (end, end_cut) = self.seek(&self.end, shard);
        let is_behind = shard.zip(self.start.beyond).is_some_and(|(shard, beyond)| shard > beyond);
        let is_before = shard.zip(self.end.beyond).is_some_and(|(shard, beyond)| shard < beyond);
        KeyRange {
            start,
            start_closed: self.start.closed || start_cut || is_behind,
            end,
            end_closed: self.end.closed || end_cut || is_before,
        }
    }

    /// The key at an edge, as far as a key range can name it, and whether it was cut short there.
    fn seek(&self, edge: &Edge, shard: Option<i64>) -> (Vec<WireValue>, bool) {
        let mut key = Vec::with_capacity(self.route.seekable);
        for (stop, known) in edge.values.iter().enumerate() {
            let value = match (&self.route.stops[stop].role, known) {
                (Role::Shard(_), _) => self.decided[stop].or(shard).map(shard_value),
                (_, known) => known.as_ref().map(|known| known.wire.clone()),
            };
            let Some(value) = value else { break };
            if stop >= self.route.seekable {
                return (key, true);
            }
            key.push(value);
        }
        (key, false)
    }

    /// The first stop of an edge that a key range cannot contain.
    pub(super) fn narrowed(&self) -> Option<usize> {
        let at = self.route.seekable;
        [&self.start, &self.end]
            .iter()
            .any(|edge| edge.values.get(at).is_some_and(Option::is_some))
            .then_some(at)
    }

    /// The stops that sort the rows of a scan: all that differ from row to row, except the shard
    /// that it is spread over.
    pub(super) fn sorting(&self) -> impl Iterator<Item = usize> {
        self.sorting_from(self.fixed)
    }

    /// The stops that sort the rows of the ranges, which in an index are wider than the scan.
    pub(super) fn sorting_ranges(&self) -> impl Iterator<Item = usize> {
        self.sorting_from(self.fixed.min(self.route.seekable))
    }

    fn sorting_from(&self, first: usize) -> impl Iterator<Item = usize> {
        (first..self.route.stops.len())
            .filter(|stop| !matches!(self.route.stops[*stop].role, Role::Shard(_)))
    }

    /// The bytes that all rows at this edge begin with, when they are encoded by
    /// [`sorting_ranges`](Self::sorting_ranges).
    pub(super) fn code(&self, edge: &Edge, dialect: Dialect) -> Result<Vec<u8>, ScanError> {
        let mut code = Vec::new();
        for stop in self.sorting_ranges() {
            let Some(known) = &edge.values[stop] else { break };
            self.route.encode(stop, &known.wire, dialect, &mut code)?;
        }
        Ok(code)
    }
}

impl Edge {
    fn new(route: &Route<'_>, bound: Option<&Bound>) -> Result<Self, ScanError> {
        let open = || route.stops.iter().map(|_| None).collect::<Vec<Option<Known>>>();
        match bound {
            None => Ok(Self {
                values: open(),
                closed: true,
                beyond: None,
                shards: Vec::new(),
                is_set: false,
            }),
            Some(Bound { values: BoundValues::Parts(parts), closed }) => {
                let mut values = open();
                place_parts(route, parts, &mut values)?;
                place_tail(route, &mut values)?;
                Ok(Self { values, closed: *closed, beyond: None, shards: Vec::new(), is_set: true })
            }
            Some(Bound { values: BoundValues::Key(key), closed }) => {
                if route.index.is_some() {
                    return Err(route.error(0, ScanErrorKind::KeyInIndex));
                }
                let mut values = open();
                let (mut beyond, mut shards) = (None, vec![None; route.stops.len()]);
                for (stop, value) in key.iter().enumerate().take(route.stops.len()) {
                    match (&route.stops[stop].role, value) {
                        (role @ Role::Shard(_), WireValue::Text(number)) if role.is_by_chance() => {
                            beyond = number.parse().ok();
                        }
                        (Role::Shard(_), WireValue::Text(number)) => {
                            shards[stop] = number.parse().ok();
                        }
                        (Role::Shard(_), _) => {}
                        _ => values[stop] = Some(Known::new(route, stop, value.clone(), None)?),
                    }
                }
                Ok(Self { values, closed: *closed, beyond, shards, is_set: true })
            }
        }
    }

    /// How many stops, from the first, have the same value at both edges. Shards are ignored,
    /// because the other stops decide them.
    fn shared_with(&self, other: &Self, route: &Route<'_>) -> usize {
        let differs = |stop: &usize| {
            let both = self.values[*stop].as_ref().zip(other.values[*stop].as_ref());
            !matches!(route.stops[*stop].role, Role::Shard(_))
                && both.is_none_or(|(one, two)| one.code != two.code)
        };
        (0..route.stops.len()).find(differs).unwrap_or(route.stops.len())
    }
}

impl Known {
    fn new(
        route: &Route<'_>,
        stop: usize,
        wire: WireValue,
        hashed: Option<HashInput<'static>>,
    ) -> Result<Self, ScanError> {
        let mut code = Vec::new();
        // Only equality counts here, and that is the same in both dialects.
        route.encode(stop, &wire, Dialect::GoogleSql, &mut code)?;
        Ok(Self { wire, hashed, code })
    }
}

fn place_parts(
    route: &Route<'_>,
    parts: &[PartValue],
    values: &mut [Option<Known>],
) -> Result<(), ScanError> {
    let stops: Vec<usize> = (0..route.stops.len())
        .filter(|stop| matches!(route.stops[*stop].role, Role::Part))
        .collect();
    if parts.len() > stops.len() {
        return Err(route
            .error(None, ScanErrorKind::TooManyParts { limit: stops.len(), count: parts.len() }));
    }
    for (&stop, part) in stops.iter().zip(parts) {
        let ty = route.stops[stop].column.ty;
        if !part.fits(ty) {
            return Err(
                route.error(stop, ScanErrorKind::WrongType { column: ty, bound: part.ty() })
            );
        }
        values[stop] = Some(Known::new(route, stop, part.wire(ty), part.hashed(ty))?);
    }
    Ok(())
}

/// Computes the shards before the last part of a bound that the scan is not spread over.
fn place_tail(route: &Route<'_>, values: &mut [Option<Known>]) -> Result<(), ScanError> {
    let last = values.iter().rposition(Option::is_some).unwrap_or(0);
    for stop in 0..last {
        let Role::Tail(shard @ Shard { inputs: Some(inputs), .. }) = &route.stops[stop].role else {
            continue;
        };
        let Some(number) = number(shard, |input| values[input].as_ref()?.hashed.clone()) else {
            let is_missing = |input: &&usize| {
                values[**input].as_ref().is_none_or(|known| known.hashed.is_none())
            };
            let missing = inputs.iter().find(is_missing).copied().unwrap_or(stop);
            return Err(route.error(
                missing,
                ScanErrorKind::NeededForShard { shard: route.stops[stop].column.name.to_owned() },
            ));
        };
        values[stop] = Some(Known::new(route, stop, shard_value(number), None)?);
    }
    Ok(())
}

/// The number of a shard, if all of its inputs are known.
fn number(shard: &Shard, hashed: impl Fn(usize) -> Option<HashInput<'static>>) -> Option<i64> {
    let inputs: Option<Vec<HashInput<'static>>> =
        shard.inputs.as_ref()?.iter().map(|input| hashed(*input)).collect();
    Some(shard_of(&inputs?, shard.count))
}

/// The shards whose inputs have one value for the whole scan. Two different bounds with the same
/// hash do not fix a shard, because rows of every shard are between them.
fn decided_shards(route: &Route<'_>, fixed: usize, start: &Edge, end: &Edge) -> Vec<Option<i64>> {
    let hashed = |input: usize| {
        let of = |edge: &Edge| edge.values[input].as_ref()?.hashed.clone();
        if input < fixed { of(start).or_else(|| of(end)) } else { None }
    };
    let of_key = |stop: usize, shard: &Shard| {
        let is_fixed = shard.inputs.as_ref()?.iter().all(|input| *input < fixed);
        let number = |edge: &Edge| edge.shards.get(stop).copied().flatten();
        if is_fixed { number(start).or_else(|| number(end)) } else { None }
    };
    let decide = |stop: usize| match &route.stops[stop].role {
        Role::Shard(shard) => number(shard, hashed).or_else(|| of_key(stop, shard)),
        _ => None,
    };
    (0..route.stops.len()).map(decide).collect()
}

/// The one shard that is left open, if rows can be merged over it: nothing before it may differ
/// from row to row.
fn spread_shard(
    route: &Route<'_>,
    fixed: usize,
    decided: &[Option<i64>],
) -> Result<Option<(usize, u16)>, ScanError> {
    let open = |stop: usize| match &route.stops[stop].role {
        Role::Shard(shard) if decided[stop].is_none() => Some((stop, shard)),
        _ => None,
    };
    let mut all_open = (0..route.stops.len()).filter_map(open);
    let Some((first, shard)) = all_open.next() else { return Ok(None) };
    let (last, count) = match all_open.next_back() {
        Some((last, shard)) => (last, shard.count),
        None => (first, shard.count),
    };
    let name = |stop: usize| route.stops[stop].column.name.to_owned();
    if fixed < last {
        return Err(route.error(fixed, ScanErrorKind::NotFixed { shard: name(last) }));
    }
    if first == last {
        return Ok(Some((last, count)));
    }
    match shard.inputs.as_ref().and_then(|inputs| inputs.iter().find(|input| **input >= fixed)) {
        Some(&input) => Err(route.error(input, ScanErrorKind::NotFixed { shard: name(first) })),
        None => Err(route.error(first, ScanErrorKind::TwoShards { other: name(last) })),
    }
}
