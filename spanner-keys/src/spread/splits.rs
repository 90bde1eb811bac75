//! Splits as Spanner makes them: by load and by size, on servers with a limited capacity.

use super::report::{as_float, ratio};
use super::sample::{Sampled, Window};

/// How splits appear and disappear, and what a server handles. All loads are in servers: 1 is the
/// capacity of one server.
///
/// # The model
///
/// A table starts as one split on one server. After every moment of the run:
///
/// 1. The writes of the moment reach the splits that hold their keys. A server handles at most 1, and
///    the excess is lost; the sum over all servers is the throughput.
/// 2. A split with more load than `split_above` is cut at the key that divides its load best **in
///    the last two moments**. If in one of them more than `useful` of the load would stay on one
///    side, the cut would not help, and the split stays whole: all of its writes reach one row, or a
///    place that moves on before the cut is made. Spanner calls these HOT_ROW and
///    MOVING_HOT_SPOT.
/// 3. A split with more rows than `split_rows` is cut at the middle of its rows.
/// 4. The right half of a cut moves to the server with the least load. Then up to `moves` splits move
///    from the busiest server to the idlest one, as long as that balances them.
/// 5. Neighbours with next to no load and few rows become one split again.
///
/// Nothing here knows how a key is made: a key that grows stays on one server because no cut helps.
///
/// # Its limits
///
/// Real splits need minutes to appear, so the first minutes of a new load are worse than here. Reads,
/// replicas, the cost of commits over several splits, indexes, and other tables on the same servers
/// are left out; so are the clients, which in reality wait and slow down. Spanner's own thresholds
/// are not public, and the numbers here are only plausible. Use the model to compare keys, not to
/// choose how many nodes to pay for.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How much is written, as a fraction of the capacity of all servers: 1 is all that they could
    /// handle if the load were even.
    pub offered: f64,
    /// A split with more load than this is cut, if that helps.
    pub split_above: f64,
    /// A cut must leave at most this part of the load on one side, in both of the last two moments.
    pub useful: f64,
    /// A split with more rows than this is cut.
    pub split_rows: u64,
    /// Neighbours with less load than this, and less than half of `split_rows`, become one split.
    pub merge_below: f64,
    /// How many splits change their server after a moment, besides those that were cut.
    pub moves: usize,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            offered: 1.0,
            split_above: 0.25,
            useful: 0.9,
            split_rows: 200_000,
            merge_below: 0.001,
            moves: 64,
        }
    }
}

/// How many keys of a split are remembered, to know its middle.
const REMEMBERED: usize = 32;

struct Split {
    /// Its first key; the empty key is the smallest.
    from: Vec<u8>,
    server: usize,
    /// Its load, smoothed over a few moments.
    load: f64,
    rows: f64,
    /// Some of its keys, sorted.
    keys: Vec<Vec<u8>>,
}

/// A table on a number of servers.
pub(super) struct Cluster {
    model: Model,
    servers: usize,
    splits: Vec<Split>,
    unsplittable: usize,
}

/// The result of a moment.
pub(super) struct Tick {
    pub(super) throughput: f64,
    pub(super) splits: usize,
    /// Splits with too much load that no cut would help.
    pub(super) unsplittable: usize,
}

impl Cluster {
    pub(super) fn new(servers: usize, model: Model) -> Self {
        let whole = Split { from: Vec::new(), server: 0, load: 0.0, rows: 0.0, keys: Vec::new() };
        Self { model, servers: servers.max(1), splits: vec![whole], unsplittable: 0 }
    }

    /// A moment passes. `before` is the one before.
    pub(super) fn tick(&mut self, before: Option<&Window>, window: &Window) -> Tick {
        let offered = self.model.offered * as_float(self.servers);
        let mut servers = vec![0.0; self.servers];
        for at in 0..self.splits.len() {
            let here = self.inside(at, &window.keys);
            let share = ratio(here.len(), window.keys.len());
            let split = &mut self.splits[at];
            servers[split.server] += share * offered;
            split.load = if before.is_none() {
                share * offered
            } else {
                f64::midpoint(split.load, share * offered)
            };
            #[expect(clippy::cast_precision_loss, reason = "writes of a moment are far below 2^53")]
            let rows = share * window.writes as f64;
            split.rows += rows;
            remember(&mut split.keys, here);
        }
        let throughput = servers.iter().map(|load: &f64| load.min(1.0)).sum();
        if let Some(before) = before {
            self.cut_busy(before, window);
        }
        self.cut_large();
        self.even_out();
        self.merge();
        Tick { throughput, splits: self.splits.len(), unsplittable: self.unsplittable }
    }

    /// The keys that are in a split.
    fn inside<'k>(&self, at: usize, keys: &'k [Sampled]) -> &'k [Sampled] {
        let from = keys.partition_point(|one| one.key < self.splits[at].from);
        let to = self
            .splits
            .get(at + 1)
            .map_or(keys.len(), |next| keys.partition_point(|one| one.key < next.from));
        &keys[from..to.max(from)]
    }

    fn loads(&self) -> Vec<f64> {
        let mut loads = vec![0.0; self.servers];
        for split in &self.splits {
            loads[split.server] += split.load;
        }
        loads
    }

    fn cut_large(&mut self) {
        let mut at = 0;
        while at < self.splits.len() {
            #[expect(clippy::cast_precision_loss, reason = "rows of a split are far below 2^53")]
            let large = self.splits[at].rows > self.model.split_rows as f64;
            let middle = self.splits[at]
                .keys
                .get(self.splits[at].keys.len() / 2)
                .filter(|key| **key > self.splits[at].from);
            if large && let Some(middle) = middle.cloned() {
                // The next moment shows the load of each half; until then each counts as half.
                self.cut(at, middle, 0.5);
                at += 1;
            }
            at += 1;
        }
    }

    fn cut_busy(&mut self, before: &Window, now: &Window) {
        self.unsplittable = 0;
        // The busiest first, so that they get the idlest servers. Cuts change the positions of
        // later splits, so they are identified by keys.
        let mut busy: Vec<(f64, Vec<u8>)> = (self.splits.iter())
            .filter(|split| split.load > self.model.split_above)
            .map(|split| (split.load, split.from.clone()))
            .collect();
        busy.sort_by(|one, two| two.0.total_cmp(&one.0));
        for (_, from) in busy {
            let at = self.splits.partition_point(|split| split.from < from);
            let (before, now) = (self.inside(at, &before.keys), self.inside(at, &now.keys));
            // No writes in this moment: the load has moved.
            if now.is_empty() {
                continue;
            }
            match best_cut(before, now) {
                Some((left, key)) if left.max(1.0 - left) <= self.model.useful => {
                    self.cut(at, key, left);
                }
                _ => self.unsplittable += 1,
            }
        }
    }

    /// Cuts a split in two; `left` is the part of the load that stays.
    fn cut(&mut self, at: usize, key: Vec<u8>, left: f64) {
        let loads = self.loads();
        let idlest =
            (0..self.servers).min_by(|one, two| loads[*one].total_cmp(&loads[*two])).unwrap_or(0);
        let split = &mut self.splits[at];
        let behind = split.keys.split_off(split.keys.partition_point(|one| *one < key));
        let rows_behind = split.rows * ratio(behind.len(), behind.len() + split.keys.len());
        let right = Split {
            from: key,
            server: idlest,
            load: split.load * (1.0 - left),
            rows: rows_behind,
            keys: behind,
        };
        split.load *= left;
        split.rows -= rows_behind;
        self.splits.insert(at + 1, right);
    }

    fn even_out(&mut self) {
        let mut loads = self.loads();
        for _ in 0..self.model.moves {
            let by_load = |one: &usize, two: &usize| loads[*one].total_cmp(&loads[*two]);
            let (Some(idlest), Some(busiest)) =
                ((0..self.servers).min_by(by_load), (0..self.servers).max_by(by_load))
            else {
                return;
            };
            let gap = loads[busiest] - loads[idlest];
            // The split that is nearest to half of the gap; one as large as the gap would only swap
            // the two servers.
            let best = (self.splits.iter_mut())
                .filter(|split| {
                    split.server == busiest && split.load > gap * 0.05 && split.load < gap * 0.95
                })
                .min_by(|one, two| {
                    (one.load - gap / 2.0).abs().total_cmp(&(two.load - gap / 2.0).abs())
                });
            let Some(split) = best.filter(|_| gap > 0.02) else { return };
            split.server = idlest;
            loads[busiest] -= split.load;
            loads[idlest] += split.load;
        }
    }

    fn merge(&mut self) {
        #[expect(clippy::cast_precision_loss, reason = "rows of a split are far below 2^53")]
        let most = self.model.split_rows as f64 / 2.0;
        let below = self.model.merge_below;
        self.splits.dedup_by(|right, left| {
            let merged = left.load < below && right.load < below && left.rows + right.rows < most;
            if merged {
                left.load += right.load;
                left.rows += right.rows;
                left.keys.append(&mut right.keys);
                thin_out(&mut left.keys);
            }
            merged
        });
    }
}

/// The key that divides both of these best, and the part of the load that it leaves on the left in
/// the worse of the two.
fn best_cut(before: &[Sampled], now: &[Sampled]) -> Option<(f64, Vec<u8>)> {
    let (mut past, mut present) = (0, 0);
    let mut best: Option<(f64, f64, &[u8])> = None;
    while past < before.len() || present < now.len() {
        let key = match (before.get(past), now.get(present)) {
            (Some(one), Some(two)) => (&one.key).min(&two.key),
            (one, two) => &one.or(two)?.key,
        };
        let left = [ratio(past, before.len()), ratio(present, now.len())];
        let off = left.map(|left| (left - 0.5).abs());
        let (worse, left) = if off[0] > off[1] { (off[0], left[0]) } else { (off[1], left[1]) };
        if (past > 0 || present > 0) && best.is_none_or(|(least, ..)| worse < least) {
            best = Some((worse, left, key));
        }
        past += before[past..].iter().take_while(|one| one.key == *key).count();
        present += now[present..].iter().take_while(|one| one.key == *key).count();
    }
    best.map(|(_, left, key)| (left, key.to_vec()))
}

/// Adds some of these keys, evenly, and drops as many.
fn remember(kept: &mut Vec<Vec<u8>>, keys: &[Sampled]) {
    let step = keys.len().div_ceil(REMEMBERED / 4).max(1);
    kept.extend(keys.iter().skip(step / 2).step_by(step).map(|one| one.key.clone()));
    kept.sort_unstable();
    thin_out(kept);
}

/// Drops every other key while there are too many.
fn thin_out(keys: &mut Vec<Vec<u8>>) {
    while keys.len() > REMEMBERED {
        let mut keep = false;
        keys.retain(|_| {
            keep = !keep;
            keep
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(keys: &[u8]) -> Vec<Sampled> {
        keys.iter().map(|key| Sampled { number: 0, key: vec![*key] }).collect()
    }

    #[test]
    fn the_best_cut_is_good_for_both_moments() {
        let cut = |before: &[u8], now: &[u8]| best_cut(&keys(before), &keys(now));
        // Even keys: in the middle.
        assert_eq!(cut(&[1, 2, 3, 4], &[1, 2, 3, 4]), Some((0.5, vec![3])));
        // Two places that both move: between them, though the middle of the last moment lies
        // elsewhere.
        assert_eq!(
            cut(&[10, 11, 12, 50, 51, 52], &[13, 14, 15, 53, 54, 55]),
            Some((0.5, vec![50]))
        );
        // One place that moves: whatever the key, one of the moments stays whole.
        let (left, _) = cut(&[1, 2, 3, 4], &[5, 6, 7, 8]).expect("there are keys");
        assert!(left.abs() < 1e-9 || (left - 1.0).abs() < 1e-9, "{left}");
        // One row: there is no key to cut at.
        assert_eq!(cut(&[7, 7, 7], &[7, 7, 7]), None);
        assert_eq!(cut(&[], &[]), None);
    }
}
