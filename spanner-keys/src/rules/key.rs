//! Rules [`KeyType`](Rule::KeyType) and [`KeyLength`](Rule::KeyLength): what a primary key may be
//! made of.

use super::Rule;
use super::message::{Fault, Message, say};
use crate::schema::facts::find;
use crate::schema::limits::KEY_COLUMNS;
use crate::schema::{Keyless, Scalar, SqlType, TableDef};

/// Whether a key or an index can hold the type. FLOAT32, JSON and ARRAY have no order in Spanner.
pub(crate) const fn fits_key(ty: SqlType) -> bool {
    !ty.array && !matches!(ty.scalar, Scalar::Float32 | Scalar::JsonDocument)
}

/// Rejects a key that is missing, that names a column twice, or that is too wide.
pub(crate) const fn fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    if table.key.is_empty() {
        if !matches!(table.keyless, Keyless::Forbidden) {
            return None;
        }
        let message = say!(
            {table.name} " has no primary key"
            help "mark at least one column as a key part"
        );
        return Some(Fault::new(Rule::KeyLength, message));
    }
    if let Some(part) = find!(part < table.key.len(), is_named_before(table, part)) {
        let name = table.columns[table.key[part].column].name;
        let message = say!(
            "the primary key of " {table.name} " names " {name} " twice"
            help "name it once"
        );
        return Some(Fault::new(Rule::KeyLength, message).column(name));
    }
    match table.parent {
        // A child is checked together with its parent.
        Some(_) => None,
        None => inherited_fault(table),
    }
}

const fn is_named_before(table: &TableDef<'_>, part: usize) -> bool {
    matches!(table.key_position(table.key[part].column), Some(first) if first < part)
}

/// Rejects an inherited part where there is no parent, and a key that is too wide.
const fn inherited_fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    if let Some(part) = find!(part < table.key.len(), table.key[part].inherited) {
        let name = table.columns[table.key[part].column].name;
        let message = say!(
            "the key part " {name} " of " {table.name}
            " is inherited, but the table is not interleaved"
            help "interleave the table in a parent, or make the part its own"
        );
        return Some(Fault::new(Rule::ParentKey, message).column(name));
    }
    width_fault(table)
}

/// Rejects a key of too many columns.
pub(super) const fn width_fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    if table.key.len() <= KEY_COLUMNS {
        return None;
    }
    let message = say!(
        "the primary key of " {table.name} " has " {number table.key.len()}
        " columns, but Spanner allows at most " {number KEY_COLUMNS}
    );
    let message = match table.parent {
        None => message.help().text("keep fewer columns in the key"),
        Some(parent) => say!(
            message;
            note "the columns inherited from " {parent.table.name} " count too"
            help "keep fewer columns in the key, or reference the parent with a foreign key"
        ),
    };
    Some(Fault::new(Rule::KeyLength, message).exceeds(table.key.len(), KEY_COLUMNS))
}

/// Rejects a key part whose type cannot be sorted. The compiler reports it through a permission.
pub(crate) const fn type_fault<'a>(table: &TableDef<'a>, part: usize) -> Option<Fault<'a>> {
    let column = &table.columns[table.key[part].column];
    if fits_key(column.ty) {
        return None;
    }
    let message = say!(
        {column.name} " is " {sql_type column.ty} " and cannot be part of the primary key of "
        {table.name}
        note "Spanner has no keys of type FLOAT32, JSON, or ARRAY"
        help "use a column of another type"
    );
    Some(Fault::new(Rule::KeyType, message).column(column.name))
}
