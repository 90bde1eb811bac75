//! Where randomness and time come from.

use std::time::{Duration, SystemTime};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Randomness and a clock. Implement it to make keys reproducible.
pub trait Source {
    /// 64 random bits.
    fn random(&mut self) -> u64;

    /// 128 random bits, the first 64 in the upper half.
    #[doc(hidden)]
    fn random_128(&mut self) -> u128 {
        u128::from(self.random()) << 64 | u128::from(self.random())
    }

    /// The time now.
    fn now(&mut self) -> SystemTime;
}

/// The random number generator of the thread, and the system clock.
///
/// ```
/// use spanner_keys::keys::{System, random_uuid};
///
/// assert_eq!(random_uuid(&mut System::new()).get_version_num(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct System(());

impl System {
    /// A source of the system's randomness and time.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Source for System {
    #[inline]
    fn random(&mut self) -> u64 {
        // Requested for every number, so that the source may move between threads; the cost is
        // negligible.
        rand::rng().next_u64()
    }

    // Requested once for both halves: a request is a sixth of the cost of a UUID.
    #[inline]
    fn random_128(&mut self) -> u128 {
        let mut random = rand::rng();
        u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
    }

    fn now(&mut self) -> SystemTime {
        SystemTime::now()
    }
}

/// The same values for the same seed, and a clock that moves only on request.
///
/// ```
/// use spanner_keys::keys::{Seeded, random_int64};
///
/// assert_eq!(random_int64(&mut Seeded::new(7)), random_int64(&mut Seeded::new(7)));
/// ```
#[derive(Debug)]
pub struct Seeded {
    random: StdRng,
    now: SystemTime,
}

impl Seeded {
    /// A source that starts at the Unix epoch.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed), now: SystemTime::UNIX_EPOCH }
    }

    /// Advances the clock.
    pub fn advance(&mut self, by: Duration) {
        self.now += by;
    }

    /// Sets the clock, which may step back.
    pub fn set(&mut self, now: SystemTime) {
        self.now = now;
    }
}

impl Source for Seeded {
    fn random(&mut self) -> u64 {
        self.random.next_u64()
    }

    fn now(&mut self) -> SystemTime {
        self.now
    }
}
