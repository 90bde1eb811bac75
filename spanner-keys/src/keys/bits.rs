//! Counters with their bits reversed, and UUIDs as two integers.

use uuid::Uuid;

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

/// A UUID as the two integers that `key(uuid_high)` and `key(uuid_low)` store: its first and its last
/// eight bytes.
///
/// ```
/// use spanner_keys::keys::{uuid_halves, uuid_of_halves};
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(uuid_high)]
///     id_high: i64,
///     #[key(uuid_low)]
///     id_low: i64,
///     name: String,
/// }
///
/// let event = NewEvent { name: "start".into() }.insert()?;
/// let id: Uuid = uuid_of_halves(event.key().id_high, event.key().id_low);
/// assert_eq!(id.get_version_num(), 4);
/// let (id_high, id_low) = uuid_halves(id);
/// assert_eq!(*event.key(), EventKey { id_high, id_low });
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[must_use]
pub const fn uuid_halves(uuid: Uuid) -> (i64, i64) {
    let (high, low) = uuid.as_u64_pair();
    (high.cast_signed(), low.cast_signed())
}

/// The UUID of two halves: the inverse of [`uuid_halves`].
#[must_use]
pub const fn uuid_of_halves(high: i64, low: i64) -> Uuid {
    Uuid::from_u64_pair(high.cast_unsigned(), low.cast_unsigned())
}
