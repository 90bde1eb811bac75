//! How evenly the writes are distributed over shards.

use crate::row::shard_at;
use crate::schema::TableDef;
use crate::value::WireValue;

/// The writes of each shard of a table, and how likely such numbers are if all shards have the same
/// chance.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardCount {
    part: usize,
    counts: Vec<u64>,
}

impl ShardCount {
    /// A count of zero for the first shard of this table's key.
    pub(super) fn of(table: &TableDef<'static>) -> Option<Self> {
        let (part, shard) =
            (0..table.key.len()).find_map(|part| Some((part, shard_at(table, part)?)))?;
        Some(Self { part, counts: vec![0; usize::from(shard.count.max(1))] })
    }

    pub(super) fn count(&mut self, values: &[WireValue]) {
        if let Some(WireValue::Text(text)) = values.get(self.part)
            && let Some(count) =
                text.parse().ok().and_then(|number: usize| self.counts.get_mut(number))
        {
            *count += 1;
        }
    }

    /// The writes of each shard, from shard 0. All writes are counted, not a sample.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Pearson's statistic: how far the counts are from equal ones.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    pub fn chi_square(&self) -> f64 {
        let all: u64 = self.counts.iter().sum();
        let even = all as f64 / self.counts.len() as f64;
        if all == 0 {
            0.0
        } else {
            self.counts.iter().map(|count| (*count as f64 - even).powi(2) / even).sum()
        }
    }

    /// The chance that counts of an even spread are at least this uneven. For a good hash it is any
    /// number from 0 to 1. Below 0.001, the shards are almost certainly not equally likely.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "at most 1024 shards")]
    pub fn p_value(&self) -> f64 {
        chi_square_tail(self.chi_square(), (self.counts.len() - 1) as f64)
    }
}

/// The chance that a chi-square variable of so many degrees of freedom is at least `x`: the upper
/// incomplete gamma function. Implemented here, because statistics crates are large.
fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    if x <= 0.0 || freedom <= 0.0 {
        return 1.0;
    }
    let (shape, x) = (freedom / 2.0, x / 2.0);
    let scale = (shape * x.ln() - x - ln_gamma(shape)).exp();
    if x < shape + 1.0 {
        // The series of the lower part.
        let (mut term, mut sum, mut at) = (1.0 / shape, 1.0 / shape, shape);
        while term > sum * 1e-15 {
            at += 1.0;
            term *= x / at;
            sum += term;
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    // The continued fraction of the upper part, by Lentz's method.
    let tiny = 1e-300;
    let mut below = x + 1.0 - shape;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / below);
    let mut fraction = d;
    for step in 1..10_000_u32 {
        let step = f64::from(step);
        let factor = step * (shape - step);
        below += 2.0;
        d = 1.0 / nonzero(factor * d + below, tiny);
        c = nonzero(below + factor / c, tiny);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (fraction * scale).clamp(0.0, 1.0)
}

fn nonzero(value: f64, tiny: f64) -> f64 {
    if value.abs() < tiny { tiny } else { value }
}

/// Stirling's series, after moving the argument up to where it is exact.
fn ln_gamma(mut x: f64) -> f64 {
    let mut before = 0.0;
    while x < 15.0 {
        before -= x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * square)) / square) / x;
    before + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from printed tables of the distribution.
    #[test]
    fn tails_are_those_of_the_tables() {
        for (x, freedom, tail) in [
            (3.841_459, 1.0, 0.05),
            (6.634_897, 1.0, 0.01),
            (2.0, 2.0, 0.367_879_4),
            (18.307_04, 10.0, 0.05),
            (24.995_79, 15.0, 0.05),
            (7.260_944, 15.0, 0.95),
            (30.577_91, 15.0, 0.01),
            (124.342_1, 100.0, 0.05),
            (77.929_47, 100.0, 0.95),
            (1098.521, 1023.0, 0.05),
        ] {
            let found = chi_square_tail(x, freedom);
            assert!((found - tail).abs() < 2e-4, "{x} with {freedom}: {found}, not {tail}");
        }
        assert!((chi_square_tail(0.0, 5.0) - 1.0).abs() < f64::EPSILON);
        assert!(chi_square_tail(1e6, 15.0) < 1e-100);
    }

    #[test]
    fn an_even_count_is_likely_and_an_uneven_one_is_not() {
        let counted = |counts: Vec<u64>| ShardCount { part: 0, counts };
        assert!((counted(vec![100; 16]).p_value() - 1.0).abs() < 1e-9);
        assert!(counted(vec![1000, 1030, 960, 1010]).p_value() > 0.1);
        assert!(counted(vec![1000, 1000, 1000, 1200]).p_value() < 0.001);
        assert!((counted(vec![0; 4]).p_value() - 1.0).abs() < f64::EPSILON);
    }
}
