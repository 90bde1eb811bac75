//! The number of a shard, as the generated column computes it.

use std::borrow::Cow;
use std::fmt::Write;

use super::fingerprint::fingerprint64;

/// The input of a shard's hash for one value: the same bytes as in SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HashInput<'a> {
    /// Text, or the text of a number, a time or a date.
    Text(Cow<'a, str>),
    /// Bytes. If there are other inputs, the text of their own fingerprint is hashed.
    Bytes(Cow<'a, [u8]>),
    /// A value that cannot be hashed, because SQL and Rust would not agree on its text.
    Never,
}

impl HashInput<'_> {
    /// The same with owned text or bytes.
    #[must_use]
    pub fn into_owned(self) -> HashInput<'static> {
        match self {
            Self::Text(text) => HashInput::Text(text.into_owned().into()),
            Self::Bytes(bytes) => HashInput::Bytes(bytes.into_owned().into()),
            Self::Never => HashInput::Never,
        }
    }
}

/// The shard, 0 to `count - 1`, of these inputs: equal to the expression in the table's DDL, in
/// both dialects.
///
/// The inputs are the columns that the shard hashes, in their order: the table's own key parts in
/// the order of its fields, or those that `of` names, each as
/// [`Column::hashed`](crate::Column::hashed) gives it. Several are joined with the character 0x1F.
/// A `count` of 0 returns 0. [`HashInput::Never`] counts as empty text; no valid table hashes such
/// a value.
///
/// ```
/// use spanner_keys::keys::{HashInput, shard_of};
///
/// assert_eq!(shard_of(&[HashInput::Text("user-1".into())], 16), 12); // FARM_FINGERPRINT('user-1') & 15
/// ```
#[must_use]
pub fn shard_of(inputs: &[HashInput<'_>], count: u16) -> i64 {
    let fingerprint = match inputs {
        [HashInput::Text(text)] => fingerprint64(text.as_bytes()),
        [HashInput::Bytes(bytes)] => fingerprint64(bytes),
        many => fingerprint64(joined(many).as_bytes()),
    };
    let hash = fingerprint.cast_signed();
    let count = i64::from(count.max(1));
    if count & (count - 1) == 0 { hash & (count - 1) } else { (hash & i64::MAX) % count }
}

fn joined(inputs: &[HashInput<'_>]) -> String {
    let mut joined = String::with_capacity(64);
    for (at, input) in inputs.iter().enumerate() {
        if at > 0 {
            joined.push('\u{1f}');
        }
        match input {
            HashInput::Text(text) => joined.push_str(text),
            // Writing to a `String` cannot fail.
            HashInput::Bytes(bytes) => _ = write!(joined, "{}", fingerprint64(bytes).cast_signed()),
            HashInput::Never => {}
        }
    }
    joined
}
