//! Exactly the names that generated code uses. Nothing here is for people, and all of it may change
//! at any time.

pub use crate::__register as register;
pub use crate::column::{Accepts, Column, ColumnOps, ColumnSpec, Element, FillValue, NotNull};
pub use crate::dialect::Dialect;
pub use crate::insert::{Insert, InsertReturning, KeySource, NewRow, RowFiller};
pub use crate::key::{
    FromParts, HasKey, KeyInspector, KeyWriter, KnownKey, LateKey, PartialKey, TableKey,
};
pub use crate::keys::{HashInput, Source, System};
#[cfg(feature = "registry")]
pub use crate::registry::Registered;
pub use crate::rules::across::{check_foreign_key, check_interleave};
pub use crate::rules::fit::{
    Storage, holds_int64, holds_its_id, holds_shard, holds_timestamp, holds_ulid, holds_uuid,
    may_be_hashed, takes_length, takes_storage,
};
pub use crate::rules::index::check_index;
pub use crate::rules::permissions::*;
pub use crate::rules::waiver::{check_index_waiver, check_key_waiver};
pub use crate::rules::{found_in_index, found_in_key};
pub use crate::schema::{
    Arrival, CheckDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent,
    KeyPart, OnDelete, ParentDef, ReferenceDef, SequenceDef, ShardBy, ShardDef, SqlText, SqlType,
    TableDef, Ttl, Waiver,
};
pub use crate::table::{RowValues, Shape, SpannerTable};
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

use crate::column::Accepts as Can;
use crate::schema::{ColumnDef, Scalar};

/// Shows a key as `derive(Debug)` would.
pub fn debug_key(out: &mut Formatter<'_>, name: &str, parts: &[(&str, &dyn Debug)]) -> FmtResult {
    let mut shown = out.debug_struct(name);
    for (label, value) in parts {
        shown.field(label, value);
    }
    shown.finish()
}

/// Shows that there is a row.
pub fn debug(out: &mut Formatter<'_>, name: &str) -> FmtResult {
    out.debug_struct(name).finish_non_exhaustive()
}

/// Refuses an enum whose number no INT64 holds.
#[track_caller]
pub const fn fits_int64(number: i128) {
    assert!(
        number >= i64::MIN as i128 && number <= i64::MAX as i128,
        "a variant's number does not fit INT64\nhelp: give the variant a smaller number, or store the enum as text"
    );
}

/// What an enum stands for.
#[derive(Clone, Copy, Debug)]
pub enum EnumValue {
    Text(&'static str),
    Number(i64),
}

impl EnumValue {
    #[must_use]
    pub fn into_wire(self) -> WireValue {
        match self {
            Self::Text(text) => WireValue::Text(text.to_owned()),
            Self::Number(number) => WireValue::Text(number.to_string()),
        }
    }

    pub fn check(&self, ty: SqlType) -> Result<(), ValueError> {
        match self {
            Self::Text(text) => crate::column::check_text(text, ty),
            Self::Number(_) => Ok(()),
        }
    }

    #[must_use]
    pub const fn key_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Number(_) => 8,
        }
    }

    #[must_use]
    pub fn hashed(self) -> HashInput<'static> {
        match self {
            Self::Text(text) => HashInput::Text(text.into()),
            Self::Number(number) => HashInput::Text(number.to_string().into()),
        }
    }
}

/// The text of an enum as it came from the database.
#[derive(Debug)]
pub struct EnumRead {
    text: String,
    integer: bool,
}

impl EnumRead {
    pub fn new(wire: WireValue, integer: bool) -> Result<Self, ValueError> {
        let text = wire.into_text(if integer { "an integer" } else { "text" })?;
        Ok(Self { text, integer })
    }

    #[must_use]
    pub fn is_text(&self, text: &str) -> bool {
        self.text == text
    }

    #[must_use]
    pub fn is_number(&self, number: i64) -> bool {
        self.text.parse() == Ok(number)
    }

    #[must_use]
    pub fn unknown(self) -> ValueError {
        let expected =
            if self.integer { "the number of a variant" } else { "the name of a variant" };
        ValueError::Malformed { expected, text: self.text }
    }
}

/// The table of a struct whose attributes have errors.
pub const STAND_IN: Shape = Shape {
    table: &TableDef { stand_in: true, ..TableDef::new("", &[]) },
    columns: &[],
    written: &[],
};

/// The key of such a table.
#[derive(Clone, Copy, Debug)]
pub struct NoKey<T>(core::marker::PhantomData<T>);

impl<T: SpannerTable<Key = Self>> TableKey for NoKey<T> {
    type Table = T;

    fn inspect(&self, _: &mut KeyInspector) {}

    fn write(self, _: &mut KeyWriter) {}

    fn read(_: &mut RowValues<'_>) -> Result<Self, RowError> {
        Err(no_row())
    }
}

/// What becomes of a row of such a table. The program does not compile, so nobody gets to see it.
#[must_use]
pub const fn no_row() -> RowError {
    RowError { table: String::new(), column: String::new(), problem: ValueError::Missing }
}

/// The type of a column type whose attributes have errors.
pub const STAND_IN_TYPE: SqlType = SqlType::TEXT;

/// All that is known of such a type.
pub const STAND_IN_SPEC: ColumnSpec = ColumnSpec {
    ty: STAND_IN_TYPE,
    nullable: false,
    arrival: Arrival::Natural,
    accepts: Accepts::NOTHING,
    stand_in: true,
};

/// Whether a column's type stands in for one with errors: the rules then have nothing true to say
/// about the table.
#[must_use]
pub const fn any_stand_in(specs: &[ColumnSpec]) -> bool {
    let mut at = 0;
    while at < specs.len() {
        if specs[at].stand_in {
            return true;
        }
        at += 1;
    }
    false
}

/// A column in the making: what the field's words say, before the type is settled.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    spec: ColumnSpec,
    name: &'a str,
    field: &'a str,
    fill: Fill<'a>,
    storage: Option<Storage>,
    length: Option<u32>,
    commit_timestamp: bool,
    inherited: Option<ColumnDef<'a>>,
}

impl<'a> Draft<'a> {
    #[must_use]
    pub const fn new(spec: ColumnSpec, name: &'a str, field: &'a str) -> Self {
        Self {
            spec,
            name,
            field,
            fill: Fill::Supplied,
            storage: None,
            length: None,
            commit_timestamp: false,
            inherited: None,
        }
    }

    #[must_use]
    pub const fn fill(self, fill: Fill<'a>) -> Self {
        Self { fill, ..self }
    }

    #[must_use]
    pub const fn storage(self, storage: Storage) -> Self {
        Self { storage: Some(storage), ..self }
    }

    #[must_use]
    pub const fn length(self, length: u32) -> Self {
        Self { length: Some(length), ..self }
    }

    #[must_use]
    pub const fn commit_timestamp(self) -> Self {
        Self { commit_timestamp: true, ..self }
    }

    /// Takes over what the parent's key part at this position says and this field does not.
    #[must_use]
    pub const fn inherit(self, parent: &TableDef<'a>, part: usize) -> Self {
        if part < parent.key.len() {
            Self { inherited: Some(parent.columns[parent.key[part].column]), ..self }
        } else {
            self
        }
    }

    #[must_use]
    pub const fn done(self) -> ColumnDef<'a> {
        let mut ty = self.spec.ty;
        let mut commit_timestamp = self.commit_timestamp;
        if let Some(parent) = self.inherited {
            commit_timestamp = commit_timestamp || parent.commit_timestamp;
            if can_be(self.spec, parent.ty) {
                ty = parent.ty;
            }
        }
        match self.storage {
            Some(Storage::Text) if self.spec.accepts.contains(Can::TEXT_STORAGE) => {
                ty = self.spec.ty
            }
            Some(Storage::Bytes) if self.spec.accepts.contains(Can::BYTES_STORAGE) => {
                ty = SqlType::bytes(16)
            }
            Some(Storage::Native) if self.spec.accepts.contains(Can::NATIVE_STORAGE) => {
                ty = SqlType::UUID
            }
            _ => {}
        }
        // A text or bytes column that is filled with ids is as long as they are, unless somebody
        // says otherwise.
        if ty.length.is_none() && !ty.array {
            match (self.fill, ty.scalar) {
                (Fill::UuidV4 | Fill::UuidV7, Scalar::Text) => ty = SqlType::text(36),
                (Fill::UlidKey, Scalar::Text) => ty = SqlType::text(26),
                (Fill::UuidV4 | Fill::UuidV7 | Fill::UlidKey, Scalar::Binary) => {
                    ty = SqlType::bytes(16)
                }
                _ => {}
            }
        }
        if let Some(length) = self.length
            && self.spec.accepts.contains(Can::LENGTH)
        {
            ty = ty.with_length(length);
        }
        ColumnDef {
            name: self.name,
            field: self.field,
            ty,
            nullable: self.spec.nullable,
            arrival: self.spec.arrival,
            fill: self.fill,
            commit_timestamp,
            stand_in: self.spec.stand_in,
        }
    }
}

/// A column about which no word is said.
#[must_use]
pub const fn plain(spec: ColumnSpec, name: &str) -> ColumnDef<'_> {
    // Not by way of a `Draft`: most columns are plain, and this is done while the user's crate
    // compiles.
    ColumnDef {
        name,
        field: name,
        ty: spec.ty,
        nullable: spec.nullable,
        arrival: spec.arrival,
        fill: Fill::Supplied,
        commit_timestamp: false,
        stand_in: spec.stand_in,
    }
}

/// Whether a Rust type can be kept as this SQL type, so that a child may follow its parent's
/// choice.
const fn can_be(spec: ColumnSpec, ty: SqlType) -> bool {
    if spec.ty.array != ty.array {
        return false;
    }
    if spec.ty.scalar as u8 == ty.scalar as u8 {
        return spec.accepts.contains(Can::LENGTH) || spec.ty.same(ty);
    }
    match ty.scalar {
        Scalar::Text => spec.accepts.contains(Can::TEXT_STORAGE),
        Scalar::Binary => spec.accepts.contains(Can::BYTES_STORAGE),
        Scalar::NativeUuid => spec.accepts.contains(Can::NATIVE_STORAGE),
        _ => false,
    }
}

/// A key part that the parent's key decides.
#[must_use]
pub const fn inherited_part(
    column: usize,
    parent: &TableDef<'_>,
    part: usize,
    desc: bool,
) -> KeyPart<'static> {
    let descending = desc || (part < parent.key.len() && parent.key[part].descending);
    KeyPart { column, descending, inherited: true, waiver: None }
}
