//! Rules that only [`lint`](super::lint) reports, as advice, because they depend on how the
//! application writes.

use super::Rule;
use super::hotspot::{self, Class};
use super::message::{Fault, Message, say};
use crate::schema::facts::Indexed;
use crate::schema::{Arrival, IndexDef, Scalar, TableDef};

/// Rule [`UnboundedKey`](Rule::UnboundedKey): a key column without a length.
pub(super) fn unbounded_key<'a>(table: &TableDef<'a>, part: usize) -> Option<Fault<'a>> {
    let column = &table.columns[table.key[part].column];
    let unbounded =
        matches!(column.ty.scalar, Scalar::Text | Scalar::Binary) && column.ty.length.is_none();
    if !unbounded || table.key[part].inherited {
        return None;
    }
    let message = say!(
        {column.name} " of " {table.name} " has no length, but a key holds at most 8 KiB"
        help "set a length: `#[column(length = 256)]`"
    );
    Some(Fault::new(Rule::UnboundedKey, message).column(column.name))
}

/// Rules [`StateBeforeClock`](Rule::StateBeforeClock) and [`MeasureLeads`](Rule::MeasureLeads) for
/// the primary key.
pub(super) fn key<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let hotspot::Outcome::Spread { at } = hotspot::walk_key(table) else { return None };
    if table.key[at].waiver.is_some() {
        return None;
    }
    let next = table.key.get(at + 1).map(|part| part.column);
    part(table, table.key[at].column, next, |message| message.text("the primary key of "))
}

/// The same for an index, and rule [`UniqueInteger`](Rule::UniqueInteger).
pub(super) fn index<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    let outcome = hotspot::walk_index(table, index);
    let hotspot::Outcome::Spread { at } = outcome else { return None };
    if index.waiver.is_some() || at >= index.columns.len() {
        return None;
    }
    let column = index.columns[at].column;
    if is_unique_integer(table, index, outcome) {
        let name = table.columns[column].name;
        let message = say!(
            "the unique index " {index.name} " of " {table.name} " starts with the integer " {name}
            note "a unique integer is often a counter, and then every write goes to the last split"
            help "if its values do not follow time, say why in the index: `spread = \"order numbers are random\"`"
            help "if one hot split is acceptable, say why in the index: `allow_hotspot = \"at most 10 writes a minute\"`"
        );
        return Some(Fault::new(Rule::UniqueInteger, message).index(index.name).column(name));
    }
    let next = table.index_part(Indexed::Declared(index.columns), at + 1);
    part(table, column, next, |message| say!(message; "the index " {index.name} " of "))
        .map(|fault| fault.index(index.name))
}

/// Whether a walk over the index ended at an integer that is unique, so that a waiver on the index
/// has a meaning.
pub(super) const fn is_unique_integer(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    outcome: hotspot::Outcome,
) -> bool {
    index.unique
        && matches!(outcome, hotspot::Outcome::Spread { at }
            if at < index.columns.len()
                && matches!(hotspot::class(table, index.columns[at].column), Class::Integer))
}

/// Names of columns that usually hold a few states.
const STATES: [&str; 4] = ["status", "state", "kind", "type"];

fn part<'a>(
    table: &TableDef<'a>,
    column: usize,
    next: Option<usize>,
    place: impl Fn(Message) -> Message,
) -> Option<Fault<'a>> {
    let def = &table.columns[column];
    let natural = def.arrival == Arrival::Natural && !def.ty.array;
    let named_like_state = || {
        let name = def.name.to_ascii_lowercase();
        STATES.iter().any(|state| name == *state || name.ends_with(&format!("_{state}")))
            || ["Status", "State", "Kind", "Type"].iter().any(|state| def.name.ends_with(state))
    };
    let ordered = next
        .filter(|next| matches!(hotspot::class(table, *next), Class::Clock | Class::TimeOrdered));
    if let Some(next) = ordered
        && natural
        && def.ty.scalar == Scalar::Text
        && named_like_state()
    {
        let message = place(
            say!({def.name} " is text before " {table.columns[next].name} " in "),
        )
        .name(table.name)
        .note()
        .text("if it holds a few states, all new rows share one, and every write goes to the last split of that state")
        .help()
        .text("put a column with many values first, or make the state an enum with `derive(SpannerColumn)`");
        return Some(Fault::new(Rule::StateBeforeClock, message).column(def.name));
    }
    if natural && matches!(def.ty.scalar, Scalar::Numeric | Scalar::Float64) {
        let message = place(
            say!({def.name} " is " {sql_type def.ty} " and leads "),
        )
        .name(table.name)
        .note()
        .text("numbers that grow, such as balances or versions, send every write to the last split")
        .help()
        .text("if its values grow with time, put a column with many other values first");
        return Some(Fault::new(Rule::MeasureLeads, message).column(def.name));
    }
    None
}
