//! Rule [`ForeignKey`](Rule::ForeignKey): both ends of a foreign key exist and fit. The indexes
//! that Spanner creates for it follow the rules of any other index.

use super::hotspot::{self, in_own_columns, splits, walk_columns};
use super::message::{Fault, Message, say, speak};
use super::{Rule, expiry, fill, interleave, key};
use crate::schema::facts::{Indexed, any, contains, find};
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
    let key = &table.foreign_keys[key];
    // A column of another type than the parent's is reported for the key.
    if table.stand_in || other.stand_in || !inherits_its_columns(table, key.columns) {
        return;
    }
    speak!(column_fault(table, key, place, other));
    // This runs while the user's crate compiles, and most foreign keys have one column.
    if key.columns.len() == 1 || columns_fault(table, key, other).is_none() {
        let pairs = &Pairs::of(key, other);
        match whole_fault(table, key, other, pairs) {
            // Problems of the whole foreign key are reported on its first column.
            Some(fault) if place == 0 => speak!(Some(fault)),
            Some(_) => {}
            None => {
                if let Some((fault, at)) = hot_index(table, key, other, pairs)
                    && at == place
                {
                    speak!(Some(fault));
                }
            }
        }
    }
}

/// Whether those of the columns that come from the parent are as they are there.
const fn inherits_its_columns(table: &TableDef<'_>, columns: &[usize]) -> bool {
    !any!(at < columns.len(), interleave::differs_from_parent(table, columns[at]))
}

/// Why the first column that does not fit cannot reference its counterpart.
const fn columns_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
) -> Option<Fault<'a>> {
    let mut place = 0;
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
    if let Some(fault) = columns_fault(table, key, other) {
        return Some(fault);
    }
    let pairs = &Pairs::of(key, other);
    if let Some(fault) = whole_fault(table, key, other, pairs) {
        return Some(fault);
    }
    match hot_index(table, key, other, pairs) {
        Some((fault, _)) => Some(fault),
        None => None,
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
    if here.stand_in || there.stand_in || fill::does_not_fit(other, position) {
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

/// The columns on both sides of a foreign key, once all of them fit.
struct Pairs {
    own: [usize; KEY_COLUMNS],
    theirs: [usize; KEY_COLUMNS],
    /// The place of each pair in the foreign key.
    places: [usize; KEY_COLUMNS],
    count: usize,
}

impl Pairs {
    /// The pairs in the order of the indexes that Spanner creates: by the key of the other table as
    /// far as its columns are referenced, then by the order of its columns.
    const fn of(key: &ForeignKeyDef<'_>, other: &TableDef<'_>) -> Self {
        let (mut theirs, mut count) = ([0; KEY_COLUMNS], 0);
        while count < key.referenced_count() && count < KEY_COLUMNS {
            if let (_, Some(position)) = key.referenced(other, count) {
                theirs[count] = position;
            }
            count += 1;
        }
        let mut pairs = Self {
            own: [0; KEY_COLUMNS],
            theirs: [0; KEY_COLUMNS],
            places: [0; KEY_COLUMNS],
            count: 0,
        };
        while pairs.count < count && pairs.count < other.key.len() {
            let column = other.key[pairs.count].column;
            let Some(place) = find!(at < count, theirs[at] == column) else { break };
            pairs.add(key, column, place);
        }
        let mut column = 0;
        while pairs.count < count && column < other.columns.len() {
            if let Some(place) = find!(at < count, theirs[at] == column)
                && !contains(pairs.theirs(), column)
            {
                pairs.add(key, column, place);
            }
            column += 1;
        }
        pairs
    }

    const fn add(&mut self, key: &ForeignKeyDef<'_>, column: usize, place: usize) {
        self.own[self.count] = key.columns[place];
        self.theirs[self.count] = column;
        self.places[self.count] = place;
        self.count += 1;
    }

    const fn own(&self) -> &[usize] {
        self.own.split_at(self.count).0
    }

    const fn theirs(&self) -> &[usize] {
        self.theirs.split_at(self.count).0
    }
}

/// What is wrong with a foreign key as a whole, once its columns fit.
const fn whole_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    pairs: &Pairs,
) -> Option<Fault<'a>> {
    let own = table.index_width(Indexed::ForeignKey(key.columns));
    let theirs = other.index_width(Indexed::ForeignKey(pairs.theirs()));
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

/// An index that Spanner creates for the foreign key, and that would be hot; and the place of the
/// columns that make it hot.
const fn hot_index<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
    pairs: &Pairs,
) -> Option<(Fault<'a>, usize)> {
    if matches!(key.waiver, Some(Waiver::AllowHotspot(_))) {
        return None;
    }
    // Nothing is looked up from this side if nothing is checked, and a key that begins with the
    // columns serves as the index.
    let own = if matches!(key.on_delete, OnDelete::Unchecked) || leads_key(table, pairs.own()) {
        None
    } else {
        hot_place(table, pairs.own(), key.waiver)
    };
    let theirs = if pairs.count == other.key.len() && leads_key(other, pairs.theirs()) {
        None
    } else {
        hot_place(other, pairs.theirs(), key.waiver)
    };
    let (end, (place, rule)) = match (own, theirs) {
        (Some(hot), _) => (table, hot),
        (None, Some(hot)) => (other, hot),
        (None, None) => return None,
    };
    let columns = if own.is_some() { pairs.own() } else { pairs.theirs() };
    let column = end.columns[columns[place]].name;
    let message = say!(
        "the index that Spanner keeps on " {end.name} " for the foreign key from " {table.name}
        " to " {other.name} " sends every write to " {text splits(rule)}
        note "it is sorted by " {column} ", whose values arrive in order"
        help "reference a key that does not follow time, or add the reason to accept the hotspot: `allow_hotspot = \"at most 10 writes a minute\"`"
    );
    Some((Fault::new(rule, message).column(column), pairs.places[place]))
}

/// The column that makes an index over these columns hot.
const fn hot_place(
    table: &TableDef<'_>,
    columns: &[usize],
    waiver: Option<Waiver<'_>>,
) -> Option<(usize, Rule)> {
    let index = Indexed::ForeignKey(columns);
    in_own_columns(index, walk_columns(table, index, waiver))
}

const fn leads_key(table: &TableDef<'_>, columns: &[usize]) -> bool {
    columns.len() <= table.key.len()
        && !any!(at < columns.len(), table.key[at].column != columns[at])
}

/// Whether the type of a column on either side has errors, so that its values are unknown.
const fn has_stand_in(table: &TableDef<'_>, key: &ForeignKeyDef<'_>, other: &TableDef<'_>) -> bool {
    let pairs = Pairs::of(key, other);
    any!(at < pairs.count, table.columns[pairs.own[at]].stand_in)
        || any!(at < pairs.count, other.columns[pairs.theirs[at]].stand_in)
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
        || columns_fault(table, key, other).is_some()
        || has_stand_in(table, key, other)
        || hotspot::any_key_fault(table)
        || hotspot::any_key_fault(other)
    {
        return false;
    }
    let bare = ForeignKeyDef { waiver: None, ..*key };
    hot_index(table, &bare, other, &Pairs::of(key, other)).is_none()
}
