//! How the attributes of a field and the type of the field become a [`ColumnDef`].

use super::facts::id_length;
use super::spec::{Accepts, ColumnSpec};
use super::{
    ColumnDef, ColumnExtra, Fill, IndexColumn, IndexDef, KeyPart, Scalar, SqlType, TableDef,
};

/// How a value is stored, for types with more than one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// As text.
    Text,
    /// As bytes.
    Bytes,
    /// As the database's own type.
    Native,
}

/// The attributes of a field, before the SQL type is resolved.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    spec: ColumnSpec,
    name: &'a str,
    field: &'a str,
    fill: Fill<'a>,
    storage: Option<Storage>,
    length: Option<u32>,
    commit_timestamp: bool,
    extra: Option<&'a ColumnExtra<'a>>,
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
            extra: None,
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

    #[must_use]
    pub const fn extra(self, extra: &'a ColumnExtra<'a>) -> Self {
        Self { extra: Some(extra), ..self }
    }

    /// Inherits what the field does not set from the parent's key part at this position.
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
            Some(Storage::Text) if self.spec.accepts.contains(Accepts::TEXT_STORAGE) => {
                ty = self.spec.ty;
            }
            Some(Storage::Bytes) if self.spec.accepts.contains(Accepts::BYTES_STORAGE) => {
                ty = SqlType::bytes(16);
            }
            Some(Storage::Native) if self.spec.accepts.contains(Accepts::NATIVE_STORAGE) => {
                ty = SqlType::UUID;
            }
            _ => {}
        }
        // By default, a text or bytes column is exactly as long as the ids that fill it.
        if ty.length.is_none()
            && !ty.array
            && let Some(length) = id_length(self.fill, ty.scalar)
        {
            ty = ty.with_length(length);
        }
        if let Some(length) = self.length
            && self.spec.accepts.contains(Accepts::LENGTH)
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
            extra: self.extra,
            variants: self.spec.variants,
            stand_in: self.spec.stand_in,
        }
    }
}

/// A column without attributes.
#[must_use]
pub const fn plain(spec: ColumnSpec, name: &str) -> ColumnDef<'_> {
    // Without a `Draft`: most columns are plain, and this runs while the user's crate compiles.
    ColumnDef {
        name,
        field: name,
        ty: spec.ty,
        nullable: spec.nullable,
        arrival: spec.arrival,
        fill: Fill::Supplied,
        commit_timestamp: false,
        extra: None,
        variants: spec.variants,
        stand_in: spec.stand_in,
    }
}

/// The columns of a table, with these in the place of those at their positions.
#[must_use]
pub const fn with_columns<const N: usize>(
    table: &TableDef<'static>,
    others: &[(usize, ColumnDef<'static>)],
) -> [ColumnDef<'static>; N] {
    let mut columns = match table.columns.first_chunk() {
        Some(columns) => *columns,
        None => [others[0].1; N],
    };
    let mut at = 0;
    while at < others.len() {
        columns[others[at].0] = others[at].1;
        at += 1;
    }
    columns
}

/// A table without columns. Without an empty list as an argument, which would be another constant.
#[must_use]
pub const fn empty_table(name: &str) -> TableDef<'_> {
    TableDef::new(name, &[])
}

/// An index without columns.
#[must_use]
pub const fn empty_index(name: &str) -> IndexDef<'_> {
    IndexDef::new(name, &[])
}

/// The list itself, from a call: see `__TABLE` in generated code.
#[must_use]
pub const fn list<L>(list: L) -> L {
    list
}

/// A column of an index.
#[must_use]
pub const fn asc(column: usize) -> IndexColumn {
    IndexColumn { column, descending: false }
}

/// A column of an index, in descending order.
#[must_use]
pub const fn desc(column: usize) -> IndexColumn {
    IndexColumn { column, descending: true }
}

/// The names of the columns at these positions.
#[must_use]
pub const fn names<const N: usize>(
    table: &TableDef<'static>,
    positions: [usize; N],
) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = table.columns[positions[at]].name;
        at += 1;
    }
    names
}

/// Whether a Rust type can be stored as this SQL type, so that a child can adopt its parent's
/// choice.
const fn can_be(spec: ColumnSpec, ty: SqlType) -> bool {
    if spec.ty.array != ty.array {
        return false;
    }
    if spec.ty.scalar as u8 == ty.scalar as u8 {
        return spec.accepts.contains(Accepts::LENGTH) || spec.ty.same(ty);
    }
    match ty.scalar {
        Scalar::Text => spec.accepts.contains(Accepts::TEXT_STORAGE),
        Scalar::Binary => spec.accepts.contains(Accepts::BYTES_STORAGE),
        Scalar::NativeUuid => spec.accepts.contains(Accepts::NATIVE_STORAGE),
        _ => false,
    }
}

/// A key part that is inherited from the parent.
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
