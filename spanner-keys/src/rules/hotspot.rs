//! Rules [`ClockLeads`](Rule::ClockLeads), [`TimeOrderedIdLeads`](Rule::TimeOrderedIdLeads),
//! [`IntegerLeads`](Rule::IntegerLeads), [`OnlyFewValuesBefore`](Rule::OnlyFewValuesBefore) and
//! [`ShardOfFewValues`](Rule::ShardOfFewValues): which part of a key or an index, if any, sends the
//! writes to a few splits.
//!
//! The rules walk the key part by part. A part that spreads the writes ends the walk, a part with
//! few values continues it, and a part that arrives in order is hot.

use super::message::{Fault, Message, say, speak};
use super::{Rule, interleave};
use crate::schema::facts::{Indexed, any, find};
use crate::schema::sql_text::{Pieces, calls_hash, takes_remainder};
use crate::schema::{
    Arrival, Fill, IndexDef, Scalar, ShardBy, ShardDef, SqlText, SqlType, TableDef, UuidHalf,
    Waiver,
};

/// What a key part does to the writes, once its fill and its type are both known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Spreads the writes, or has many values that do not follow time.
    Spreads,
    /// A UUID that the application supplies.
    SuppliedUuid,
    Integer,
    Clock,
    TimeOrdered,
    /// Multiplies the hot ranges by a small number only, so the next part decides.
    FewValues,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Part `at` spreads the writes.
    Spread { at: usize },
    /// Part `at` is a supplied UUID. Its version is known only at run time.
    SuppliedUuid { at: usize },
    /// All parts have few values: a small table.
    Few,
    /// Part `at` breaks the rule, because part `ordered` arrives in order.
    Hot { at: usize, ordered: usize, rule: Rule },
    /// The parent's key spreads the writes, or is reported already.
    Inherited,
}

/// A walk over the parts of one key or index.
struct Walk {
    primary_key: bool,
    /// Whether the parts before had only few values.
    behind_few: bool,
    /// The first shard among them, which hashes only few values.
    weak_shard: Option<usize>,
}

impl Walk {
    /// The verdict on part `at`; `None` continues the walk.
    const fn step(
        &mut self,
        table: &TableDef<'_>,
        column: usize,
        at: usize,
        vouched: bool,
    ) -> Option<Outcome> {
        let found = class(table, column);
        if vouched && can_vouch_for(table, column) {
            return Some(Outcome::Spread { at });
        }
        let rule = match found {
            Class::FewValues => {
                self.behind_few = true;
                let shard = matches!(table.fill(column), Fill::Shard(_));
                if shard && self.weak_shard.is_none() {
                    self.weak_shard = Some(at);
                }
                return None;
            }
            Class::Spreads => return Some(Outcome::Spread { at }),
            Class::SuppliedUuid => return Some(Outcome::SuppliedUuid { at }),
            // In an index an integer is a measure (a price, a score), not a counter.
            Class::Integer if !self.primary_key => return Some(Outcome::Spread { at }),
            _ if self.behind_few => Rule::OnlyFewValuesBefore,
            Class::Integer => Rule::IntegerLeads,
            Class::Clock => Rule::ClockLeads,
            Class::TimeOrdered => Rule::TimeOrderedIdLeads,
        };
        Some(match self.weak_shard {
            Some(shard) => Outcome::Hot { at: shard, ordered: at, rule: Rule::ShardOfFewValues },
            None => Outcome::Hot { at, ordered: at, rule },
        })
    }
}

/// Walks the primary key. [`key_fault`] applies `allow_hotspot`.
///
/// The rows of a child are stored with their parent's, so the walk continues in a child only if the
/// parent's key has few values to its end.
pub(crate) const fn walk_key(table: &TableDef<'_>) -> Outcome {
    if table.stand_in {
        return Outcome::Inherited;
    }
    let mut at = match table.parent {
        None => 0,
        Some(parent) => match walk_key(parent.table) {
            Outcome::Few if interleave::key_fits(table, parent.table) => parent.table.key.len(),
            _ => return Outcome::Inherited,
        },
    };
    let mut walk = Walk { primary_key: true, behind_few: at > 0, weak_shard: None };
    while at < table.key.len() {
        let part = table.key[at];
        let vouched = matches!(part.waiver, Some(Waiver::Spread(_)));
        if let Some(outcome) = walk.step(table, part.column, at, vouched) {
            return outcome;
        }
        at += 1;
    }
    Outcome::Few
}

/// Walks an index and the key columns that it does not name. Positions after the index's own
/// columns are positions in that tail.
pub(crate) const fn walk_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> Outcome {
    if let Some(host) = table.index_host(index)
        && !matches!(walk_key(host), Outcome::Few)
    {
        return Outcome::Inherited;
    }
    walk_columns(table, Indexed::Declared(index.columns), index.waiver)
}

/// The same for an index that Spanner creates for a foreign key.
pub(super) const fn walk_columns(
    table: &TableDef<'_>,
    index: Indexed<'_>,
    waiver: Option<Waiver<'_>>,
) -> Outcome {
    let vouched = matches!(waiver, Some(Waiver::Spread(_)));
    let mut walk = Walk { primary_key: false, behind_few: false, weak_shard: None };
    let mut at = 0;
    while let Some(column) = table.index_part(index, at) {
        // Nothing is known of the keys of a stand-in.
        if table.stand_in && table.key_position(column).is_some() {
            return Outcome::Inherited;
        }
        if let Some(outcome) = walk.step(table, column, at, vouched) {
            return outcome;
        }
        at += 1;
    }
    Outcome::Few
}

/// How the column affects the writes. An inherited key part is classified where it is declared.
pub(super) const fn class(table: &TableDef<'_>, column: usize) -> Class {
    class_within(table, column, 0)
}

/// The maximum length of a chain of generated columns that is followed.
const MOST_STEPS: usize = 8;

const fn class_within(table: &TableDef<'_>, column: usize, steps: usize) -> Class {
    let (table, column) = declared(table, column);
    let def = &table.columns[column];
    match def.fill {
        Fill::UuidV4
        | Fill::UuidHalf(_)
        | Fill::Random
        | Fill::BitReversed
        | Fill::Sequence(_)
        | Fill::Identity(_) => Class::Spreads,
        Fill::UuidV7 | Fill::UlidKey => Class::TimeOrdered,
        Fill::Shard(shard) => {
            if shard_spreads(table, &shard, steps) {
                Class::Spreads
            } else {
                Class::FewValues
            }
        }
        // Nothing is known of the type.
        _ if def.stand_in => Class::Spreads,
        _ if holds_few_values(def.ty) => Class::FewValues,
        Fill::Generated { sql, .. } if steps < MOST_STEPS => {
            match expression_class(table, sql, steps) {
                Some(class) => class,
                None => usual_class(def.arrival),
            }
        }
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => usual_class(def.arrival),
    }
}

const fn usual_class(arrival: Arrival) -> Class {
    match arrival {
        Arrival::Natural => Class::Spreads,
        Arrival::SuppliedUuid => Class::SuppliedUuid,
        Arrival::Counter => Class::Integer,
        Arrival::Clock => Class::Clock,
        Arrival::TimeOrdered => Class::TimeOrdered,
        Arrival::FewValues => Class::FewValues,
    }
}

const fn declared<'t, 'a>(table: &'t TableDef<'a>, column: usize) -> (&'t TableDef<'a>, usize) {
    match table.key_position(column) {
        Some(part) => match table.declared(part) {
            Some(found) => found,
            None => (table, column),
        },
        None => (table, column),
    }
}

/// Whether a type has too few values to spread anything, however they arrive.
const fn holds_few_values(ty: SqlType) -> bool {
    match ty.scalar {
        Scalar::Bool => true,
        Scalar::Text | Scalar::Binary => matches!(ty.length, Some(0 | 1)),
        _ => false,
    }
}

/// How the values of an expression arrive, if its columns decide it, in either dialect.
const fn expression_class(table: &TableDef<'_>, sql: SqlText<'_>, steps: usize) -> Option<Class> {
    let [one, two] = sql.given();
    match (text_class(table, one, steps), text_class(table, two, steps)) {
        (Some(Class::Clock), _) | (_, Some(Class::Clock)) => Some(Class::Clock),
        (Some(class), _) | (None, Some(class)) => Some(class),
        (None, None) => None,
    }
}

/// Of few values alone, an expression has few, hashed or not. Of those and of columns that arrive in
/// order it arrives in order, unless it hashes them.
const fn text_class(table: &TableDef<'_>, text: &str, steps: usize) -> Option<Class> {
    let mut pieces = Pieces::new(text);
    let (mut few, mut ordered) = (false, false);
    while let Some(field) = pieces.take_next_field() {
        let Some(column) = table.column_of_field(field) else { return None };
        match class_within(table, column, steps + 1) {
            Class::FewValues => few = true,
            Class::Clock | Class::TimeOrdered => ordered = true,
            _ => return None,
        }
    }
    if ordered {
        if calls_hash(text) || takes_remainder(text) { None } else { Some(Class::Clock) }
    } else if few {
        Some(Class::FewValues)
    } else {
        None
    }
}

/// Whether `spread` can be true for the column. It cannot for commit timestamps and for generated
/// time-ordered ids.
pub(super) const fn can_vouch_for(table: &TableDef<'_>, column: usize) -> bool {
    let (owner, declared) = declared(table, column);
    let def = &owner.columns[declared];
    matches!(def.fill, Fill::Supplied | Fill::Default(_) | Fill::Generated { .. })
        && !def.commit_timestamp
        && !matches!(class(table, column), Class::Spreads | Class::FewValues)
}

/// A hash has no more values than its inputs: with few values, or with a date, all rows of one time
/// share a shard.
const fn shard_spreads(table: &TableDef<'_>, shard: &ShardDef<'_>, steps: usize) -> bool {
    if matches!(shard.by, ShardBy::Chance) {
        return true;
    }
    any!(at < shard.inputs.len(), input_spreads(table, shard.inputs[at], steps))
}

const fn input_spreads(table: &TableDef<'_>, column: usize, steps: usize) -> bool {
    let hashes_shard = matches!(table.columns[column].fill, Fill::Shard(_));
    let date = matches!(table.columns[column].ty.scalar, Scalar::CalendarDate);
    // A generated column may name the shard that hashes it, which another rule rejects: the limit
    // on steps ends that cycle.
    !date && !hashes_shard && !matches!(class_within(table, column, steps + 1), Class::FewValues)
}

const fn allows(waiver: Option<Waiver<'_>>) -> bool {
    matches!(waiver, Some(Waiver::AllowHotspot(_)))
}

/// The part of the primary key that is hot and not waived.
pub(crate) const fn key_fault(table: &TableDef<'_>) -> Option<(usize, Rule)> {
    match walk_key(table) {
        Outcome::Hot { at, ordered, rule }
            if !allows(table.key[at].waiver) && !allows(table.key[ordered].waiver) =>
        {
            Some((at, rule))
        }
        _ => None,
    }
}

/// Whether `insert` refuses a UUID in this column whose version begins with the time: the
/// application supplies it, it leads the key or an index, and no `allow_hotspot` applies there.
pub(crate) const fn checks_uuid(table: &TableDef<'_>, column: usize) -> bool {
    uuid_leads(table, column, false)
}

/// The same for a row that comes with its key: a UUID that would be filled is supplied, too.
pub(crate) const fn checks_uuid_of_row(table: &TableDef<'_>, column: usize) -> bool {
    // Only the high half of a UUID holds its version, and the time.
    let filled =
        matches!(table.columns[column].fill, Fill::UuidV4 | Fill::UuidHalf(UuidHalf::High));
    uuid_leads(table, column, filled)
}

const fn uuid_leads(table: &TableDef<'_>, column: usize, filled: bool) -> bool {
    if let Some(at) = end_of(walk_key(table), filled)
        && table.key[at].column == column
        && !allows(table.key[at].waiver)
    {
        return true;
    }
    any!(at < table.indexes.len(), uuid_leads_index(table, &table.indexes[at], column, filled))
}

const fn uuid_leads_index(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    column: usize,
    filled: bool,
) -> bool {
    matches!(end_of(walk_index(table, index), filled), Some(at)
        if at < index.columns.len() && index.columns[at].column == column)
        && !allows(index.waiver)
}

/// Where a walk ended at a supplied UUID, or at one that would be filled.
const fn end_of(outcome: Outcome, filled: bool) -> Option<usize> {
    match outcome {
        Outcome::SuppliedUuid { at } => Some(at),
        Outcome::Spread { at } if filled => Some(at),
        _ => None,
    }
}

/// The position in an index that is hot and not waived.
pub(crate) const fn index_fault(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
) -> Option<(usize, Rule)> {
    if allows(index.waiver) { None } else { unwaived_index_fault(table, index) }
}

pub(super) const fn unwaived_index_fault(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
) -> Option<(usize, Rule)> {
    in_own_columns(Indexed::Declared(index.columns), walk_index(table, index))
}

/// What an index's walk found in its own columns. A part of the tail that arrives in order has no
/// spreading part before it in the key either, so it is reported, or waived, there.
pub(super) const fn in_own_columns(index: Indexed<'_>, outcome: Outcome) -> Option<(usize, Rule)> {
    match outcome {
        Outcome::Hot { at, ordered, rule } if ordered < index.len() => Some((at, rule)),
        _ => None,
    }
}

/// Whether the key of the table, or of an ancestor, is refused.
pub(super) const fn any_key_fault(table: &TableDef<'_>) -> bool {
    key_fault(table).is_some()
        || match table.parent {
            Some(parent) => any_key_fault(parent.table),
            None => false,
        }
}

/// Where the writes of a hot key or index go.
pub(super) const fn splits(rule: Rule) -> &'static str {
    match rule {
        Rule::OnlyFewValuesBefore | Rule::ShardOfFewValues => "one of a few splits",
        _ => "the last split",
    }
}

/// The finding for a hot primary key. The compiler reports it through the permissions.
pub(crate) const fn key_finding<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let Some((part, rule)) = key_fault(table) else { return None };
    if matches!(rule, Rule::ShardOfFewValues) {
        return shard_fault(table, table.key[part].column);
    }
    let column = table.columns[table.key[part].column].name;
    let message = say!(
        {column} " sends every insert into " {table.name} " to " {text splits(rule)}
        note {text why(rule)}
        help "put a column with many values, or a shard, before it"
    );
    Some(Fault::new(rule, message).column(column))
}

/// The finding for a hot index.
pub(crate) const fn index_finding<'a>(
    table: &TableDef<'a>,
    index: &IndexDef<'a>,
) -> Option<Fault<'a>> {
    let Some((place, rule)) = index_fault(table, index) else { return None };
    let Some(column) = table.index_part(Indexed::Declared(index.columns), place) else {
        return None;
    };
    if matches!(rule, Rule::ShardOfFewValues) {
        return match shard_fault(table, column) {
            Some(fault) => Some(fault.index(index.name)),
            None => None,
        };
    }
    let column = table.columns[column].name;
    let message = say!(
        {column} " sends every write to the index " {index.name} " of " {table.name} " to "
        {text splits(rule)}
        note {text why(rule)}
        help "index a column with many values, or a shard, before it"
    );
    Some(Fault::new(rule, message).index(index.name).column(column))
}

const fn why(rule: Rule) -> &'static str {
    match rule {
        Rule::ClockLeads => "its values follow the clock, so they arrive in order",
        Rule::TimeOrderedIdLeads => "its values begin with the time, so they arrive in order",
        Rule::IntegerLeads => "an integer is a counter unless `spread` says otherwise",
        _ => "its values arrive in order, and only few values come before it",
    }
}

/// Rejects a shard that hashes only few values, if a part after it arrives in order.
#[track_caller]
pub const fn check_shard(table: &TableDef<'_>, column: usize) {
    if blamed_shard(table, column) {
        speak!(shard_fault(table, column));
    }
}

/// Whether a walk over the key or an index blames this shard.
const fn blamed_shard(table: &TableDef<'_>, column: usize) -> bool {
    if let Some((part, Rule::ShardOfFewValues)) = key_fault(table)
        && table.key[part].column == column
    {
        return true;
    }
    any!(at < table.indexes.len(), index_blames_shard(table, &table.indexes[at], column))
}

const fn index_blames_shard(table: &TableDef<'_>, index: &IndexDef<'_>, column: usize) -> bool {
    let Some((place, Rule::ShardOfFewValues)) = index_fault(table, index) else { return false };
    let blamed = table.index_part(Indexed::Declared(index.columns), place);
    matches!(blamed, Some(blamed) if blamed == column)
}

const fn shard_fault<'a>(table: &TableDef<'a>, column: usize) -> Option<Fault<'a>> {
    let (owner, at) = declared(table, column);
    let Fill::Shard(shard) = owner.columns[at].fill else { return None };
    // An input that cannot be hashed is reported alone.
    if super::shard::fault(owner, at).is_some() {
        return None;
    }
    let name = owner.columns[at].name;
    let mut message = say!(
        "the shard " {name} " of " {table.name} " hashes only few values, so it spreads nothing"
        note
    );
    let mut input = 0;
    while input < shard.inputs.len() {
        message = message.comma(input).name(owner.columns[shard.inputs[input]].field);
        input += 1;
    }
    message = say!(
        message; {text if shard.inputs.len() == 1 { " has" } else { " have" }}
        " few values at a time, and rows with equal values share a shard"
        help
    );
    let in_key = owner.key_position(at).is_some();
    let more = find!(part < owner.key.len(), adds_spread(owner, &shard, owner.key[part].column));
    let message = if let Some(part) = more {
        let mut message = say!(
            message; "hash a key part with many values too: `#["
            {text if in_key { "key" } else { "column" }} "(shard = " {number shard.count as usize}
            ", of("
        );
        let mut input = 0;
        while input < shard.inputs.len() {
            message = message.text(owner.columns[shard.inputs[input]].field).text(", ");
            input += 1;
        }
        message.text(owner.columns[owner.key[part].column].field).text("))]`")
    } else if in_key {
        say!(
            message; "draw the shard at random: `#[key(shard = " {number shard.count as usize}
            ", random)]`"
        )
    } else {
        message.text("hash a column with many values too")
    };
    Some(Fault::new(Rule::ShardOfFewValues, message).column(name))
}

/// Whether the shard would spread the rows if it hashed this column too.
const fn adds_spread(table: &TableDef<'_>, shard: &ShardDef<'_>, column: usize) -> bool {
    let late = matches!(shard.by, ShardBy::Client)
        && matches!(table.fill(column), Fill::Sequence(_) | Fill::Identity(_));
    super::shard::is_hashed_alike(table, column)
        && !late
        && !crate::schema::facts::contains(shard.inputs, column)
        && !matches!(table.columns[column].ty.scalar, Scalar::CalendarDate)
        && !matches!(class(table, column), Class::FewValues)
}

#[cfg(test)]
mod tests {
    use super::{checks_uuid, checks_uuid_of_row};
    use crate::schema::{
        Arrival, ColumnDef, Fill, IndexColumn, IndexDef, KeyPart, SqlType, TableDef, UuidHalf,
        Waiver,
    };

    const fn column<'a>(name: &'a str, fill: Fill<'a>, arrival: Arrival) -> ColumnDef<'a> {
        ColumnDef { arrival, fill, ..ColumnDef::new(name, SqlType::UUID) }
    }

    const GIVEN: usize = 0;
    const OTHER: usize = 1;
    const FILLED: usize = 2;
    const HIGH: usize = 3;
    const LOW: usize = 4;
    const V7: usize = 5;
    const NAME: usize = 6;
    const FLAG: usize = 7;
    const COLUMNS: &[ColumnDef<'_>] = &[
        column("Given", Fill::Supplied, Arrival::SuppliedUuid),
        column("Other", Fill::Supplied, Arrival::SuppliedUuid),
        column("Filled", Fill::UuidV4, Arrival::SuppliedUuid),
        column("High", Fill::UuidHalf(UuidHalf::High), Arrival::Counter),
        column("Low", Fill::UuidHalf(UuidHalf::Low), Arrival::Counter),
        column("V7", Fill::UuidV7, Arrival::SuppliedUuid),
        column("Name", Fill::Supplied, Arrival::Natural),
        column("Flag", Fill::Supplied, Arrival::FewValues),
    ];

    /// The version is checked only where it decides how the rows are spread, and no waiver accepts
    /// it. A row that comes with its key supplies the UUIDs that would be filled, too.
    #[test]
    fn uuids_are_checked_where_they_lead() {
        let never: &[usize] = &[];
        for (key, index, checked, checked_of_row) in [
            (&[GIVEN][..], never, &[GIVEN][..], &[GIVEN][..]),
            (&[FLAG, GIVEN], never, &[GIVEN], &[GIVEN]),
            (&[NAME, GIVEN], never, &[], &[]),
            (&[FILLED, GIVEN], never, &[], &[FILLED]),
            (&[HIGH, LOW], never, &[], &[HIGH]),
            (&[LOW, HIGH], never, &[], &[]),
            (&[V7], never, &[], &[]),
            (&[NAME], &[OTHER, FILLED], &[OTHER], &[OTHER]),
            (&[NAME], &[FLAG, OTHER], &[OTHER], &[OTHER]),
            (&[NAME], &[NAME, OTHER], &[], &[]),
            (&[NAME], &[FILLED, OTHER], &[], &[FILLED]),
            (&[NAME], &[LOW, FILLED], &[], &[]),
            (&[NAME], &[V7], &[], &[]),
            // The key is the end of the index, where its own waiver counts.
            (&[GIVEN], &[FLAG], &[GIVEN], &[GIVEN]),
            (&[FILLED], &[FLAG], &[], &[FILLED]),
        ] {
            let reason = Some(Waiver::AllowHotspot("few rows"));
            for (waive_key, waive_index) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let part = |at: &usize| KeyPart {
                    waiver: reason.filter(|_| waive_key),
                    ..KeyPart::new(*at)
                };
                let parts: Vec<_> = key.iter().map(part).collect();
                let by: Vec<_> =
                    index.iter().map(|&column| IndexColumn { column, descending: false }).collect();
                let indexes = [IndexDef {
                    waiver: reason.filter(|_| waive_index),
                    ..IndexDef::new("I", &by)
                }];
                let indexes = if index.is_empty() { &[][..] } else { &indexes };
                let table = TableDef { key: &parts, indexes, ..TableDef::new("T", COLUMNS) };
                let waived = |at: &usize| {
                    if key.contains(at) { waive_key } else { waive_index }
                };
                for at in 0..COLUMNS.len() {
                    let (plain, of_row) = (checks_uuid(&table, at), checks_uuid_of_row(&table, at));
                    let what = format!("{key:?} {index:?} {waive_key} {waive_index}: {at}");
                    assert_eq!(plain, checked.contains(&at) && !waived(&at), "{what}");
                    assert_eq!(of_row, checked_of_row.contains(&at) && !waived(&at), "{what}");
                }
            }
        }
    }
}
