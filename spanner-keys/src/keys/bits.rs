//! Counters with their bits reversed.

/// The counter as Spanner stores it: `BIT_REVERSE(counter, true)`, which keeps the sign and reverses
/// the other 63 bits. Consecutive counters end up far apart, and no two counters collide.
///
/// ```
/// use spanner_keys::keys::{bit_reverse, counter_of};
///
/// assert_eq!(bit_reverse(1), 4_611_686_018_427_387_904);
/// assert_eq!(bit_reverse(2), 2_305_843_009_213_693_952);
/// assert_eq!(counter_of(bit_reverse(50)), 50);
/// ```
#[must_use]
pub const fn bit_reverse(counter: i64) -> i64 {
    let sign = counter & i64::MIN;
    ((counter << 1).reverse_bits() & i64::MAX) | sign
}

/// The counter of a stored value: the inverse of [`bit_reverse`], which is the same function.
#[must_use]
pub const fn counter_of(stored: i64) -> i64 {
    bit_reverse(stored)
}
