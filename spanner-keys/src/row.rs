//! You need this to write rows: to insert, update and delete them, by keys that are known before the
//! commit.
//!
//! `NewOrder { … }.insert()?` makes every check and fills every key, so that all later steps are
//! infallible, and a retry writes the same row again.

/// Implements `Clone` and `PartialEq` without the bounds on the table that a derive would add.
macro_rules! clone_and_eq {
    ($type:ident: $($field:tt),*) => {
        impl<T> Clone for $type<T> {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }
        }
        impl<T> PartialEq for $type<T> {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&*
            }
        }
    };
}

pub(crate) mod change;
mod column_tuple;
pub(crate) mod debug;
pub(crate) mod filler;
mod insert;
mod insert_row;
pub(crate) mod key;
mod key_source;
pub(crate) mod key_visitor;
pub(crate) mod movable;
mod mutation;
pub(crate) mod parent;
pub(crate) mod read;
mod returning;
pub(crate) mod stand_in;
pub(crate) mod table;
mod update;

pub use filler::NewRow;
pub use insert::Insert;
pub use insert_row::InsertRow;
pub use key::{HasKey, KnownKey, LateKey, TableKey};
pub use key_source::KeySource;
pub use returning::InsertReturning;
pub use table::SpannerTable;
pub use update::Update;

pub(crate) use key::{is_computed, shard_at};
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
pub(crate) use returning::{RetryIds, returned_key};
