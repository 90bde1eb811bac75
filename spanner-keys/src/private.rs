//! Exactly the names that generated code uses. Nothing here is for applications, and all of it may
//! change at any time.

pub use crate::__register as register;
pub use crate::column::ops::ColumnOps;
pub use crate::column::unit_enum::{EnumRead, EnumValue, fits_int64};
pub use crate::column::{Accepts, Column, Element, FillValue, NotNull};
pub use crate::ddl::sql::check_sql;
pub use crate::dialect::Dialect;
pub use crate::keys::{HashInput, Source, System};
#[cfg(feature = "registry")]
pub use crate::registry::Registered;
pub use crate::row::debug::{debug, debug_key};
pub use crate::row::filler::{NewRow, RowFiller};
pub use crate::row::key::{FromParts, PartialKey};
pub use crate::row::key_visitor::{KeyInspector, KeyWriter};
pub use crate::row::read::RowValues;
pub use crate::row::stand_in::{NoKey, STAND_IN, no_row};
pub use crate::row::table::Shape;
pub use crate::row::{
    HasKey, Insert, InsertReturning, KeySource, KnownKey, LateKey, SpannerTable, TableKey,
};
pub use crate::rules::check_table;
pub use crate::rules::codes::{found_if, refused};
pub use crate::rules::fill::{
    holds_int64, holds_its_id, holds_shard, holds_timestamp, holds_ulid, holds_uuid, takes_length,
    takes_storage,
};
pub use crate::rules::foreign_key::check_foreign_key;
pub use crate::rules::hotspot::check_shard;
pub use crate::rules::index::check_index;
pub use crate::rules::interleave::{check_interleave, same_as_parent};
pub use crate::rules::permissions::*;
pub use crate::rules::shard::may_be_hashed;
pub use crate::rules::waiver::{check_foreign_key_waiver, check_index_waiver, check_key_waiver};
pub use crate::rules::{fits_key, found_in_index, found_in_key};
pub use crate::schema::draft::{Draft, Storage, inherited_part, plain};
pub use crate::schema::spec::{ColumnSpec, STAND_IN_SPEC, STAND_IN_TYPE, any_stand_in};
pub use crate::schema::{
    Arrival, CheckDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent,
    KeyPart, OnDelete, ParentDef, ReferenceDef, SequenceDef, ShardBy, ShardDef, SqlText, SqlType,
    TableDef, Ttl, Waiver,
};
pub use crate::value::{RowError, ValueContext, ValueError, WireValue};
pub use core::clone::Clone;
pub use core::cmp::{Eq, PartialEq};
pub use core::fmt::{Debug, Formatter, Result as FmtResult};
pub use core::hash::{Hash, Hasher};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, i64, i128, usize};
pub use core::result::Result::{self, Err, Ok};
#[cfg(feature = "registry")]
pub use inventory::submit;
pub use uuid::Uuid;

/// The traits among the names that generated code uses. Generated code does not import them, because
/// the compiler would search each of them for every method call.
pub mod traits {
    pub use super::{
        Clone, Column, Debug, Element, Eq, Findings, FromParts, HasKey, Hash, Hasher, KnownKey,
        LateKey, NewRow, NotNull, PartialEq, Source, SpannerTable, TableKey, Verdicts,
    };
    pub use crate::rules::permissions::*;
}

/// Every name that generated code imports. The user's own types are in scope too, so each name
/// begins with two underscores.
pub mod names {
    pub use super::{
        Accepts as __Accepts, Answers as __Answers, Arrival as __Arrival, CheckDef as __CheckDef,
        ColumnOps as __ColumnOps, ColumnSpec as __ColumnSpec, CounterOptions as __CounterOptions,
        Draft as __Draft, EnumRead as __EnumRead, EnumValue as __EnumValue, Err as __Err,
        Fill as __Fill, FillValue as __FillValue, FmtResult as __FmtResult,
        ForeignKeyDef as __ForeignKeyDef, Formatter as __Formatter, Found as __Found,
        HashInput as __HashInput, IndexColumn as __IndexColumn, IndexDef as __IndexDef,
        IndexParent as __IndexParent, Insert as __Insert, InsertReturning as __InsertReturning,
        KeyInspector as __KeyInspector, KeyPart as __KeyPart, KeySource as __KeySource,
        KeyWriter as __KeyWriter, None as __None, Ok as __Ok, OnDelete as __OnDelete,
        Option as __Option, ParentDef as __ParentDef, PartialKey as __PartialKey,
        ReferenceDef as __ReferenceDef, Result as __Result, RowError as __RowError,
        RowFiller as __RowFiller, RowValues as __RowValues, STAND_IN as __STAND_IN,
        SequenceDef as __SequenceDef, Shape as __Shape, ShardBy as __ShardBy,
        ShardDef as __ShardDef, Some as __Some, SqlText as __SqlText, SqlType as __SqlType,
        Storage as __Storage, TableDef as __TableDef, Ttl as __Ttl, Uuid as __Uuid,
        ValueContext as __ValueContext, ValueError as __ValueError, Waiver as __Waiver,
        WireValue as __WireValue, any_stand_in as __any_stand_in, bool as __bool,
        check_foreign_key as __check_foreign_key, check_index as __check_index,
        check_index_waiver as __check_index_waiver, check_interleave as __check_interleave,
        check_key_waiver as __check_key_waiver, debug as __debug, debug_key as __debug_key,
        fits_int64 as __fits_int64, fits_key as __fits_key, found_if as __found_if,
        found_in_index as __found_in_index, found_in_key as __found_in_key,
        holds_int64 as __holds_int64, holds_its_id as __holds_its_id, holds_shard as __holds_shard,
        holds_timestamp as __holds_timestamp, holds_ulid as __holds_ulid,
        holds_uuid as __holds_uuid, i64 as __i64, i128 as __i128,
        inherited_part as __inherited_part, may_be_hashed as __may_be_hashed, no_row as __no_row,
        plain as __plain, refused as __refused, register as __register,
        takes_length as __takes_length, takes_storage as __takes_storage, traits as __traits,
        usize as __usize,
    };
}
