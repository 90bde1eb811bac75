//! Where randomness and time come from.

use std::cell::RefCell;
use std::time::{Duration, SystemTime};

use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng};

use crate::keys::ForkGuard;

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

/// A cryptographic generator for each thread, seeded by the operating system, and the system clock.
///
/// Processes that were forked generate different keys. Only a copy that the C library does not make
/// goes unnoticed: a raw `clone` system call, or a restored snapshot of a virtual machine.
///
/// # Panics
///
/// [`Source::random`] panics if the operating system has neither randomness nor memory for the
/// generator of a thread.
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
        of_this_thread(StdRng::next_u64)
    }

    // One request for both halves, which is faster than two.
    #[inline]
    fn random_128(&mut self) -> u128 {
        of_this_thread(|random| u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()))
    }

    fn now(&mut self) -> SystemTime {
        SystemTime::now()
    }
}

thread_local! {
    /// Our own instead of `rand::rng()`, which is slower to find, and whose state a fork copies
    /// even before our first number. `None` until then.
    static GENERATOR: RefCell<Option<(StdRng, ForkGuard)>> = const { RefCell::new(None) };
}

/// A number of the thread's generator. A process that was forked gets a new generator, because both
/// processes would continue with the same numbers.
#[inline]
fn of_this_thread<N>(next: impl FnOnce(&mut StdRng) -> N) -> N {
    GENERATOR.with_borrow_mut(|generator| match generator {
        Some((random, forks)) if !forks.is_forked() => next(random),
        _ => next(&mut seed(generator).0),
    })
}

#[cold]
fn seed(generator: &mut Option<(StdRng, ForkGuard)>) -> &mut (StdRng, ForkGuard) {
    match StdRng::try_from_rng(&mut SysRng) {
        Ok(random) => generator.insert((random, ForkGuard::new())),
        Err(error) => panic!("the operating system has no randomness for keys: {error}"),
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

    /// The source of the test with this number; SPANNER_KEYS_SEED gives others.
    #[cfg(test)]
    pub(crate) fn for_test(test: u64) -> Self {
        let seed = std::env::var("SPANNER_KEYS_SEED").ok().and_then(|seed| seed.parse().ok());
        Self::new(seed.unwrap_or(0_u64).rotate_left(32).wrapping_add(test))
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
