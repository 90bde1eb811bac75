//! Exactly the names that generated code uses. Nothing here is for applications, and all of it may
//! change at any time.

#[cfg(feature = "gcloud-spanner")]
pub use crate::client::gcloud::traits as gcloud;
#[cfg(feature = "google-cloud-spanner")]
pub use crate::client::google::traits as google;
pub use crate::column::ops::{ColumnOps, OrDefault, Reads, SpecOf, StoredAsJson, ToWire};
pub use crate::column::unit_enum::{
    EnumRead, EnumValue, KeepsNumber, KeepsText, NumberOps, TextOps, fits_int64,
};
pub use crate::column::{Accepts, Column, Element, FillValue, NotNull};
pub use crate::ddl::sql::check_sql;
pub use crate::dialect::Dialect;
pub use crate::keys::HashInput;
pub use crate::query::{FromRow, RowCells, RowColumns, RowOps, stored_as};
#[cfg(feature = "registry")]
pub use crate::registry::Registered;
pub use crate::row::change::{Changed, Checked, NotOfColumn, NotOfTable, TableOf};
pub use crate::row::debug::{NotShown, Shown, debug_fields};
pub use crate::row::filler::RowFiller;
pub use crate::row::key::{PartialKey, parent_key};
pub use crate::row::key_visitor::{KeyInspector, KeyWriter};
pub use crate::row::movable::{HasDrop, ValuesMove};
pub use crate::row::parent::{
    Below, Host, IndexHost, Interleaved, IsTable, Parent, ParentTable, Root, Same, closes_circle,
};
pub use crate::row::read::{RowValues, Skipped};
pub use crate::row::stand_in::{NoKey, STAND_IN, no_row};
pub use crate::row::table::Shape;
pub use crate::row::{
    HasKey, Insert, InsertReturning, KeySource, KnownKey, LateKey, NewRow, SpannerTable, TableKey,
};
pub use crate::rules::check_table;
pub use crate::rules::column_type::{
    Ask, Asked, HasColumn, HasElement, HasNotNull, Holds, check_column,
};
pub use crate::rules::fill::{
    check_inner, check_length, check_limit, has_one_value, has_values, holds_int64, holds_its_id,
    holds_shard, holds_timestamp, holds_ulid, holds_uuid, limited, sound, takes_length,
    takes_storage, takes_vector_length,
};
pub use crate::rules::foreign_key::check_foreign_key;
pub use crate::rules::hotspot::check_shard;
pub use crate::rules::index::{check_index, check_scan};
pub use crate::rules::interleave::{check_interleave, same_as_parent};
pub use crate::rules::permissions::*;
pub use crate::rules::shard::may_be_hashed;
pub use crate::rules::update::check_update;
pub use crate::rules::waiver::{check_foreign_key_waiver, check_index_waiver, check_key_waiver};
pub use crate::rules::{found_in_index, found_in_key};
pub use crate::scan_request::{AnyParts, TypedIndex, field, no_fields};
pub use crate::schema::draft::{
    Draft, Storage, asc, desc, empty_index, empty_table, inherited_part, list, names, plain,
    with_columns,
};
pub use crate::schema::spec::{ColumnSpec, STAND_IN_SPEC, STAND_IN_TYPE};
pub use crate::schema::{
    Arrival, CheckDef, ColumnExtra, CounterOptions, Fill, ForeignKeyDef, IndexDef, IndexParent,
    KeyPart, OnDelete, OptionDef, ParentDef, ReferenceDef, SequenceDef, ShardBy, ShardDef, SqlText,
    SqlType, StoredValue, TableDef, Ttl, UuidHalf, VariantDef, Waiver,
};
pub use crate::value::{Lent, RowError, RowResult, ValueContext, ValueError, WireValue};
pub use crate::{
    __client_traits as client_traits, __items as items, __register as register, __usual as usual,
};
#[cfg(feature = "chrono")]
pub use chrono::Utc as Zone;
pub use core::clone::Clone;
pub use core::cmp::{Eq, PartialEq};
pub use core::convert::From;
pub use core::fmt::{self, Debug};
pub use core::hash::{Hash, Hasher};
pub use core::marker::PhantomData;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, i64, i128, str, usize};
pub use core::result::Result::{self, Err, Ok};
#[cfg(feature = "registry")]
pub use inventory::submit;
pub use spanner_keys_derive::{index, update};
pub use uuid::Uuid;

/// The answers to the questions about types where a type has none itself. One import without names
/// brings them all into scope.
pub mod answers {
    pub use crate::column::ops::NotAColumn as _;
    pub use crate::row::debug::NotDebug as _;
    pub use crate::row::movable::NoDrop as _;
    pub use crate::row::parent::{Different as _, NotATable as _};
    pub use crate::rules::column_type::NoAdvice as _;
}
