//! Rule [`ForeignKey`](Rule::ForeignKey): both ends of a foreign key exist and fit. The indexes
//! that Spanner creates for it follow the rules of any other index.

use super::hotspot::{self, in_own_columns, splits, walk_columns};
use super::message::{Fault, Message, say, speak};
use super::{Rule, expiry, key};
use crate::schema::facts::{Indexed, any, find};
use crate::schema::limits::KEY_COLUMNS;
use crate::schema::{ForeignKeyDef, OnDelete, TableDef, Waiver};

/// Rejects one column of a foreign key that does not fit the column it references.
#[track_caller]
pub const fn check_foreign_key(
    table: &TableDef<'_>,
    key: usize,
    place: usize,
    other: &TableDef<'_>,
) {
    if table.stand_in || other.stand_in {
        return;
    }
    let key = &table.foreign_keys[key];
    speak!(column_fault(table, key, place, other));
    // Problems of the whole foreign key are reported on its first column, once all columns fit.
    if place == 0 && columns_fault(table, key, other, 1).is_none() {
        let referenced = referenced(key, other);
        speak!(whole_fault(table, key, other, referenced));
        speak!(hot_index(table, key, other, referenced));
    }
}

/// Why the first column from `place` on that does not fit cannot reference its counterpart.
const fn columns_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    mut place: usize,
) -> Option<Fault<'a>> {
    while place < key.columns.len() {
        if let Some(fault) = column_fault(table, key, place, other) {
            return Some(fault);
        }
        place += 1;
    }
    None
}

/// What is wrong with a foreign key.
pub(crate) const fn fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
) -> Option<Fault<'a>> {
    if table.stand_in || other.stand_in {
        return None;
    }
    let (own, theirs) = (key.columns.len(), key.referenced_count());
    if own == 0 || own != theirs {
        let message = say!(
            subject(table, other); " has " {number own} " columns and references " {number theirs}
            help "name as many columns on both sides, and at least one"
        );
        return Some(Fault::new(Rule::ForeignKey, message).exceeds(own, theirs));
    }
    if let Some(fault) = columns_fault(table, key, other, 0) {
        return Some(fault);
    }
    let referenced = referenced(key, other);
    match whole_fault(table, key, other, referenced) {
        None => hot_index(table, key, other, referenced),
        fault => fault,
    }
}

const fn subject(table: &TableDef<'_>, other: &TableDef<'_>) -> Message {
    say!("the foreign key from " {table.name} " to " {other.name})
}

/// Why one column of a foreign key cannot reference its counterpart.
const fn column_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    place: usize,
    other: &TableDef<'a>,
) -> Option<Fault<'a>> {
    if place >= key.columns.len() || place >= key.referenced_count() {
        return None;
    }
    let (name, position) = key.referenced(other, place);
    let Some(position) = position else {
        let message = say!(
            {other.name} " has no field " {name}
            help
        );
        return Some(Fault::new(Rule::ForeignKey, message.fields(other, name)));
    };
    let (at, here, there) =
        (key.columns[place], &table.columns[key.columns[place]], &other.columns[position]);
    if here.stand_in || there.stand_in {
        return None;
    }
    let (earlier, _) = key.columns.split_at(place);
    if Indexed::ForeignKey(earlier).names(at) || named_before(key, other, place, position) {
        let twice = if Indexed::ForeignKey(earlier).names(at) { here.name } else { there.name };
        let message = say!(subject(table, other); " names " {twice} " twice");
        let message = message.help().text("name it once");
        return Some(Fault::new(Rule::ForeignKey, message).column(twice));
    }
    let (own, theirs) = (table.database_type(at), other.database_type(position));
    if !own.same_but_length(theirs) {
        let message = say!(
            subject(table, other); " joins columns of different types"
            note {here.name} " is " {sql_type own} " in " {table.name} ", and " {there.name} " is "
            {sql_type theirs} " in " {other.name}
            help "give both columns the same type, stored in the same way"
        );
        return Some(Fault::new(Rule::ForeignKey, message).column(here.name));
    }
    if !key::fits_key(own) || here.commit_timestamp || there.commit_timestamp {
        let message = say!(
            subject(table, other); " cannot use " {here.name}
            note "Spanner keeps an index for it, and has none over FLOAT32, JSON, ARRAY, or commit timestamps"
            help "reference the key of " {other.name} " instead"
        );
        return Some(Fault::new(Rule::ForeignKey, message).column(here.name));
    }
    None
}

/// Whether an earlier place references the same column.
const fn named_before(
    key: &ForeignKeyDef<'_>,
    other: &TableDef<'_>,
    place: usize,
    position: usize,
) -> bool {
    any!(at < place, matches!(key.referenced(other, at), (_, Some(earlier)) if earlier == position))
}

/// Positions of columns, and how many there are.
type Positions = ([usize; KEY_COLUMNS], usize);

/// The positions of the columns that are referenced, once all of them fit.
const fn referenced(key: &ForeignKeyDef<'_>, other: &TableDef<'_>) -> Positions {
    let (mut columns, mut count) = ([0; KEY_COLUMNS], 0);
    while count < key.referenced_count() && count < KEY_COLUMNS {
        if let (_, Some(position)) = key.referenced(other, count) {
            columns[count] = position;
        }
        count += 1;
    }
    (columns, count)
}

/// What is wrong with a foreign key as a whole, once its columns fit.
const fn whole_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    (columns, count): Positions,
) -> Option<Fault<'a>> {
    let (columns, _) = columns.split_at(count);
    let own = table.index_width(Indexed::ForeignKey(key.columns));
    let theirs = other.index_width(Indexed::ForeignKey(columns));
    let (width, end) = if own >= theirs { (own, table) } else { (theirs, other) };
    if width > KEY_COLUMNS {
        let message = say!(
            subject(table, other); " needs an index of " {number width} " columns on " {end.name}
            ", but Spanner allows at most " {number KEY_COLUMNS}
            note "the key columns of the table count too"
            help "use fewer columns"
        );
        return Some(Fault::new(Rule::KeyLength, message).exceeds(width, KEY_COLUMNS));
    }
    if matches!(key.on_delete, OnDelete::NoAction)
        && let Some(expiring) = expiry::expiring_ancestor(other)
    {
        let message = say!(
            "rows of " {expiring} " expire, but the foreign key from " {table.name} " to "
            {other.name} " would keep them from being deleted"
            note "Spanner rejects `ttl` on a table while a foreign key without a cascade references its rows, or rows below them"
            help "add `on_delete = cascade` to delete the rows together"
        );
        return Some(Fault::new(Rule::Expiry, message));
    }
    None
}

/// An index that Spanner creates for the foreign key, and that would be hot.
const fn hot_index<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    referenced: Positions,
) -> Option<Fault<'a>> {
    if matches!(key.waiver, Some(Waiver::AllowHotspot(_))) {
        return None;
    }
    unwaived_hot_index(table, key, other, referenced)
}

const fn unwaived_hot_index<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    (columns, count): Positions,
) -> Option<Fault<'a>> {
    let (columns, _) = columns.split_at(count);
    // Nothing is looked up from this side if nothing is checked.
    let own = if matches!(key.on_delete, OnDelete::Unchecked) {
        None
    } else {
        backing_index(table, key.columns, key.waiver)
    };
    let hot = match own {
        Some((column, rule)) => Some((table, column, rule)),
        None => match backing_index(other, columns, key.waiver) {
            Some((column, rule)) => Some((other, column, rule)),
            None => None,
        },
    };
    let Some((end, column, rule)) = hot else { return None };
    let column = end.columns[column].name;
    let message = say!(
        "the index that Spanner keeps on " {end.name} " for the foreign key from " {table.name}
        " to " {other.name} " sends every write to " {text splits(rule)}
        note "it is sorted by " {column} ", whose values arrive in order"
        help "reference a key that does not follow time, or add the reason to accept the hotspot: `allow_hotspot = \"at most 10 writes a minute\"`"
    );
    Some(Fault::new(rule, message).column(column))
}

/// The column that makes an index over these columns hot. Spanner creates no index if they are the
/// whole primary key.
const fn backing_index(
    table: &TableDef<'_>,
    columns: &[usize],
    waiver: Option<Waiver<'_>>,
) -> Option<(usize, Rule)> {
    let index = Indexed::ForeignKey(columns);
    if is_key(table, columns) {
        return None;
    }
    match in_own_columns(index, walk_columns(table, index, waiver)) {
        Some((place, rule)) => match table.index_part(index, place) {
            Some(column) => Some((column, rule)),
            None => None,
        },
        None => None,
    }
}

const fn is_key(table: &TableDef<'_>, columns: &[usize]) -> bool {
    table.key.len() == columns.len()
        && !any!(at < columns.len(), table.key[at].column != columns[at])
}

/// Whether the type of a column on either side has errors, so that its values are unknown.
const fn has_stand_in(table: &TableDef<'_>, key: &ForeignKeyDef<'_>, other: &TableDef<'_>) -> bool {
    let (columns, count) = referenced(key, other);
    any!(at < count, table.columns[key.columns[at]].stand_in)
        || any!(at < count, other.columns[columns[at]].stand_in)
}

/// Whether the waiver of a foreign key waives nothing.
pub(super) const fn waives_nothing(
    table: &TableDef<'_>,
    key: &ForeignKeyDef<'_>,
    other: &TableDef<'_>,
) -> bool {
    if key.waiver.is_none()
        || table.stand_in
        || other.stand_in
        || key.columns.len() != key.referenced_count()
        || columns_fault(table, key, other, 0).is_some()
        || has_stand_in(table, key, other)
        || hotspot::any_key_fault(table)
        || hotspot::any_key_fault(other)
    {
        return false;
    }
    let bare = ForeignKeyDef { waiver: None, ..*key };
    unwaived_hot_index(table, &bare, other, referenced(key, other)).is_none()
}
