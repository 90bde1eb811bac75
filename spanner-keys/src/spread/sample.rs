//! Keeps a count and a uniform sample of the keys of each moment.

use std::time::SystemTime;

use crate::keys::{Seeded, Source};

/// A key, and how many rows were inserted before it.
#[derive(Clone, Debug)]
pub(super) struct Sampled {
    pub(super) number: u64,
    pub(super) key: Vec<u8>,
}

/// A moment that is over.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) from: SystemTime,
    pub(super) to: SystemTime,
    pub(super) writes: u64,
    /// Sorted by key.
    pub(super) keys: Vec<Sampled>,
}

/// Keeps a uniform sample of the keys of a moment, and holds no other keys.
///
/// This is Li's algorithm L: it draws how many keys to skip, instead of a number for each key.
pub(super) struct Reservoir {
    room: usize,
    source: Seeded,
    kept: Vec<Sampled>,
    seen: u64,
    /// The next key to sample, once the reservoir is full.
    next: u64,
    weight: f64,
}

impl Reservoir {
    pub(super) fn new(room: usize, seed: u64) -> Self {
        // A separate source of randomness, so that the keys do not depend on the sample size.
        let source = Seeded::new(seed ^ 0x5eed_0f5a_3b1e_5000);
        Self { room: room.max(1), source, kept: Vec::new(), seen: 0, next: 0, weight: 1.0 }
    }

    pub(super) fn offer(&mut self, number: u64, key: &[u8]) {
        if self.kept.len() < self.room {
            self.kept.push(Sampled { number, key: key.to_vec() });
            if self.kept.len() == self.room {
                self.weight = 1.0;
                self.next = self.seen;
                self.skip();
            }
        } else if self.seen == self.next {
            let place = usize::try_from(self.source.random() % self.room as u64).unwrap_or(0);
            let old = &mut self.kept[place];
            old.number = number;
            old.key.clear();
            old.key.extend_from_slice(key);
            self.skip();
        }
        self.seen += 1;
    }

    #[expect(clippy::cast_precision_loss, reason = "chances need no more")]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded down, and never negative"
    )]
    fn skip(&mut self) {
        self.weight *= (self.chance().ln() / self.room as f64).exp();
        let over = (self.chance().ln() / (1.0 - self.weight).ln()).floor();
        self.next = self.next.saturating_add(over as u64).saturating_add(1);
    }

    /// Between 0 and 1, both excluded.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are enough for a chance")]
    fn chance(&mut self) -> f64 {
        ((self.source.random() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// The moment is over, and the next one begins.
    pub(super) fn close(&mut self, from: SystemTime, to: SystemTime) -> Window {
        let mut keys = std::mem::take(&mut self.kept);
        keys.sort_unstable_by(|one, two| one.key.cmp(&two.key).then(one.number.cmp(&two.number)));
        Window { from, to, writes: std::mem::take(&mut self.seen), keys }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn sample(room: usize, offered: u64, seed: u64) -> Window {
        let mut reservoir = Reservoir::new(room, seed);
        (0..offered).for_each(|number| reservoir.offer(number, &number.to_be_bytes()));
        reservoir.close(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH)
    }

    #[test]
    fn few_keys_are_all_kept() {
        for offered in [0, 1, 99, 100] {
            let window = sample(100, offered, 1);
            assert_eq!((window.writes, window.keys.len() as u64), (offered, offered));
        }
    }

    /// Every tenth of the keys is equally frequent in the sample.
    #[test]
    fn many_keys_are_sampled_uniformly() {
        let mut tenths = [0_u32; 10];
        for seed in 0..200 {
            let window = sample(50, 5000, seed);
            assert_eq!((window.writes, window.keys.len()), (5000, 50));
            assert!(
                window.keys.is_sorted_by(|one, two| one.key < two.key),
                "sorted, and no key twice"
            );
            for one in &window.keys {
                tenths[usize::try_from(one.number / 500).expect("below ten")] += 1;
            }
        }
        // 1000 each, within five standard deviations.
        assert!(tenths.iter().all(|count| count.abs_diff(1000) < 160), "{tenths:?}");
    }

    #[test]
    fn next_moment_starts_empty() {
        let mut reservoir = Reservoir::new(10, 1);
        for moment in 0..3_u64 {
            (0..1000).for_each(|number| {
                reservoir.offer(number, &(moment * 1000 + number).to_be_bytes());
            });
            let window = reservoir.close(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH);
            assert_eq!((window.writes, window.keys.len()), (1000, 10));
            let own = (moment * 1000).to_be_bytes().to_vec()
                ..((moment + 1) * 1000).to_be_bytes().to_vec();
            assert!(window.keys.iter().all(|one| own.contains(&one.key)));
        }
    }
}
