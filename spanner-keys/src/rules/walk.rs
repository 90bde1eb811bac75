//! The verdict walks the key: which part, if any, sends the writes of a table or an index to a few
//! splits.

use super::Rule;
use crate::schema::{Arrival, Fill, IndexDef, Scalar, ShardBy, ShardDef, TableDef, Waiver};

/// What a key part does to the writes, once its fill and its type are both known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Scatters the writes, or has many values in no order of time: whatever follows is fine.
    Spreads,
    /// A UUID of the application's own making.
    SuppliedUuid,
    Integer,
    Clock,
    TimeOrdered,
    /// Multiplies the hot ranges by a small number and no more: the next part decides.
    FewValues,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Part `at` spreads the writes, so nothing after it matters.
    Spread { at: usize },
    /// Part `at` is a supplied UUID, whose version only the value tells.
    SuppliedUuid { at: usize },
    /// Only few values to the end: a small table.
    Few,
    /// Part `at` breaks the rule.
    Hot { at: usize, rule: Rule },
    /// There is nothing to walk: the root of the table decides.
    Inherited,
}

/// Walks the primary key of a root table. Waivers are left aside: [`key_outcome`] applies them.
pub(crate) const fn walk_key(table: &TableDef<'_>) -> Outcome {
    if table.parent.is_some() || table.stand_in {
        return Outcome::Inherited;
    }
    let mut behind_few = false;
    let mut at = 0;
    while at < table.key.len() {
        let part = table.key[at];
        let vouched = matches!(part.waiver, Some(Waiver::Spread(_)));
        match class(table, part.column) {
            Class::Integer if vouched => return Outcome::Spread { at },
            Class::FewValues => behind_few = true,
            found => return verdict(found, at, behind_few, true),
        }
        at += 1;
    }
    Outcome::Few
}

/// Walks an index: its columns, then the key columns of the table that it does not name, because
/// Spanner stores those too. Positions past the index's own columns count on into that tail.
pub(crate) const fn walk_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> Outcome {
    if index.interleave.is_some() || table.stand_in {
        return Outcome::Inherited;
    }
    let mut behind_few = false;
    let mut at = 0;
    while let Some(column) = index_part(table, index, at) {
        match class(table, column) {
            Class::FewValues => behind_few = true,
            found => return verdict(found, at, behind_few, false),
        }
        at += 1;
    }
    Outcome::Few
}

/// The column at this place of an index, tail included.
pub(crate) const fn index_part(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    place: usize,
) -> Option<usize> {
    if place < index.columns.len() {
        return Some(index.columns[place].column);
    }
    let mut left = place - index.columns.len();
    let mut at = 0;
    while at < table.key.len() {
        if !names(index, table.key[at].column) {
            if left == 0 {
                return Some(table.key[at].column);
            }
            left -= 1;
        }
        at += 1;
    }
    None
}

const fn names(index: &IndexDef<'_>, column: usize) -> bool {
    let mut at = 0;
    while at < index.columns.len() {
        if index.columns[at].column == column {
            return true;
        }
        at += 1;
    }
    false
}

const fn verdict(found: Class, at: usize, behind_few: bool, primary_key: bool) -> Outcome {
    let rule = match found {
        Class::Spreads | Class::FewValues => return Outcome::Spread { at },
        Class::SuppliedUuid => return Outcome::SuppliedUuid { at },
        // In an index an integer is a measure (a price, a score), not a counter.
        Class::Integer if !primary_key => return Outcome::Spread { at },
        _ if behind_few => Rule::OnlyFewValuesBefore,
        Class::Integer => Rule::IntegerLeads,
        Class::Clock => Rule::ClockLeads,
        Class::TimeOrdered => Rule::TimeOrderedIdLeads,
    };
    Outcome::Hot { at, rule }
}

/// What the column does to the writes. An inherited key part is classed at the parent, which knows
/// how it is filled.
const fn class(table: &TableDef<'_>, column: usize) -> Class {
    if column >= table.columns.len() {
        return Class::Spreads;
    }
    if let (Some(position), Some(parent)) = (table.key_position(column), table.parent)
        && table.key[position].inherited
        && position < parent.table.key.len()
    {
        return class(parent.table, parent.table.key[position].column);
    }
    let def = table.columns[column];
    match def.fill {
        Fill::UuidV4 | Fill::Random | Fill::BitReversed | Fill::Sequence(_) | Fill::Identity(_) => {
            Class::Spreads
        }
        Fill::UuidV7 | Fill::UlidKey => Class::TimeOrdered,
        Fill::Shard(shard) if shard_spreads(table, &shard) => Class::Spreads,
        Fill::Shard(_) => Class::FewValues,
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => match def.arrival {
            Arrival::Natural => Class::Spreads,
            Arrival::SuppliedUuid => Class::SuppliedUuid,
            Arrival::Counter => Class::Integer,
            Arrival::Clock => Class::Clock,
            Arrival::TimeOrdered => Class::TimeOrdered,
            Arrival::FewValues => Class::FewValues,
        },
    }
}

/// A hash has no more values than its inputs: over few values, or over one date, all rows of the
/// moment share one shard.
const fn shard_spreads(table: &TableDef<'_>, shard: &ShardDef<'_>) -> bool {
    if matches!(shard.by, ShardBy::Chance) {
        return true;
    }
    let mut at = 0;
    while at < shard.inputs.len() {
        let column = shard.inputs[at];
        let date = column < table.columns.len()
            && matches!(table.columns[column].ty.scalar, Scalar::CalendarDate);
        if !date && !matches!(class(table, column), Class::FewValues) {
            return true;
        }
        at += 1;
    }
    false
}

/// The verdict on a primary key after its waivers: the part that is hot, and nobody said why.
pub(crate) const fn key_fault(table: &TableDef<'_>) -> Option<(usize, Rule)> {
    match walk_key(table) {
        Outcome::Hot { at, rule }
            if !matches!(table.key[at].waiver, Some(Waiver::AllowHotspot(_))) =>
        {
            Some((at, rule))
        }
        _ => None,
    }
}

/// The column whose UUIDs the insert helper looks at: one that the application supplies, where a
/// version that begins with the time would be hot, and nobody accepted that.
pub(crate) const fn checked_uuid(table: &TableDef<'_>) -> Option<usize> {
    match walk_key(table) {
        Outcome::SuppliedUuid { at }
            if !matches!(table.key[at].waiver, Some(Waiver::AllowHotspot(_))) =>
        {
            Some(table.key[at].column)
        }
        _ => None,
    }
}

/// The verdict on an index after its waiver.
///
/// A fault in the tail that the primary key's walk met too is that walk's to report, or was waived
/// there.
pub(crate) const fn index_fault(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
) -> Option<(usize, Rule)> {
    if index.allow_hotspot.is_some() { None } else { unwaived_index_fault(table, index) }
}

const fn unwaived_index_fault(table: &TableDef<'_>, index: &IndexDef<'_>) -> Option<(usize, Rule)> {
    match walk_index(table, index) {
        Outcome::Hot { at, rule }
            if at < index.columns.len() || !met_by_key_walk(table, index, at) =>
        {
            Some((at, rule))
        }
        _ => None,
    }
}

const fn met_by_key_walk(table: &TableDef<'_>, index: &IndexDef<'_>, place: usize) -> bool {
    match index_part(table, index, place) {
        Some(column) => match table.key_position(column) {
            Some(part) => met_at(table, part),
            None => false,
        },
        None => false,
    }
}

/// Whether the walk of the table whose own part this is stopped there. The key of a child is walked
/// at its root.
const fn met_at(table: &TableDef<'_>, part: usize) -> bool {
    match table.parent {
        Some(parent) => {
            table.key[part].inherited && part < parent.table.key.len() && met_at(parent.table, part)
        }
        None => matches!(walk_key(table), Outcome::Hot { at, .. } if at == part),
    }
}

/// Whether the waiver on this key part waives nothing.
pub(crate) const fn unused_key_waiver(table: &TableDef<'_>, part: usize) -> bool {
    if table.stand_in || part >= table.key.len() {
        return false;
    }
    let outcome = walk_key(table);
    match table.key[part].waiver {
        None => false,
        // Only an integer can be vouched for: everything else says by its type how it arrives.
        Some(Waiver::Spread(_)) => {
            !(matches!(outcome, Outcome::Spread { at } if at == part)
                && matches!(class(table, table.key[part].column), Class::Integer))
        }
        Some(Waiver::AllowHotspot(_)) => {
            !matches!(outcome, Outcome::Hot { at, .. } | Outcome::SuppliedUuid { at } if at == part)
        }
    }
}

/// Whether the waiver on this index waives nothing.
pub(crate) const fn unused_index_waiver(table: &TableDef<'_>, index: &IndexDef<'_>) -> bool {
    // While the key itself is refused, the index may well need its waiver: one mistake, one error.
    index.allow_hotspot.is_some()
        && !table.stand_in
        && !has_stand_in(table, index)
        && unwaived_index_fault(table, index).is_none()
        && root_fault(table).is_none()
}

const fn has_stand_in(table: &TableDef<'_>, index: &IndexDef<'_>) -> bool {
    let mut at = 0;
    while at < index.columns.len() {
        let column = index.columns[at].column;
        if column < table.columns.len() && table.columns[column].stand_in {
            return true;
        }
        at += 1;
    }
    false
}

const fn root_fault(table: &TableDef<'_>) -> Option<(usize, Rule)> {
    match table.parent {
        Some(parent) => root_fault(parent.table),
        None => key_fault(table),
    }
}
