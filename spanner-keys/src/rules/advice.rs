//! Rules that only [`lint`](super::lint) reports, as advice, because they depend on how the
//! application writes.

use super::Rule;
use super::hotspot::{self, Class, Outcome};
use super::message::{Fault, Message, say};
use crate::schema::facts::{Indexed, any};
use crate::schema::{Arrival, IndexDef, Scalar, TableDef};

/// Rule [`UnboundedKey`](Rule::UnboundedKey): a key column without a length.
pub(super) fn unbounded_key<'a>(table: &TableDef<'a>, part: usize) -> Option<Fault<'a>> {
    let column = &table.columns[table.key[part].column];
    let unbounded =
        matches!(column.ty.scalar, Scalar::Text | Scalar::Binary) && column.ty.length.is_none();
    // The values of an enum are short.
    let known = column.arrival == Arrival::FewValues;
    if !unbounded || known || table.key[part].inherited {
        return None;
    }
    let message = say!(
        {column.name} " of " {table.name} " has no length, but a key holds at most 8 KiB"
        help "set a length: `#[column(length = 256)]`"
    );
    Some(Fault::new(Rule::UnboundedKey, message).column(column.name))
}

/// The advice about the primary key, and the part that it is about: rules
/// [`StateBeforeClock`](Rule::StateBeforeClock) and [`MeasureLeads`](Rule::MeasureLeads).
pub(super) const fn key_rule(table: &TableDef<'_>) -> Option<(usize, Rule)> {
    let Outcome::Spread { at } = hotspot::walk_key(table) else { return None };
    let next = if at + 1 < table.key.len() { Some(table.key[at + 1].column) } else { None };
    match part_rule(table, table.key[at].column, next) {
        Some(rule) => Some((at, rule)),
        None => None,
    }
}

/// The same for an index, and rule [`UniqueInteger`](Rule::UniqueInteger), given its walk.
pub(super) const fn index_rule(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    outcome: Outcome,
) -> Option<(usize, Rule)> {
    let Outcome::Spread { at } = outcome else { return None };
    if at >= index.columns.len() {
        return None;
    }
    let column = index.columns[at].column;
    if index.unique && matches!(hotspot::class(table, column), Class::Integer) {
        return Some((at, Rule::UniqueInteger));
    }
    match part_rule(table, column, table.index_part(Indexed::Declared(index.columns), at + 1)) {
        Some(rule) => Some((at, rule)),
        None => None,
    }
}

const fn part_rule(table: &TableDef<'_>, column: usize, next: Option<usize>) -> Option<Rule> {
    let def = &table.columns[column];
    if !matches!(def.arrival, Arrival::Natural) || def.ty.array {
        return None;
    }
    match (def.ty.scalar, next) {
        (Scalar::Numeric | Scalar::Float64, _) => Some(Rule::MeasureLeads),
        (Scalar::Text, Some(next))
            if named_like_state(def.name)
                && matches!(hotspot::class(table, next), Class::Clock | Class::TimeOrdered) =>
        {
            Some(Rule::StateBeforeClock)
        }
        _ => None,
    }
}

/// Names of columns that usually hold a few states.
const STATES: [&str; 4] = ["status", "state", "kind", "type"];

const fn named_like_state(name: &str) -> bool {
    any!(at < STATES.len(), ends_with_word(name.as_bytes(), STATES[at].as_bytes()))
}

/// Whether a name is the word or ends with it: `kind`, `order_kind`, `OrderKind`, not `mankind`.
const fn ends_with_word(name: &[u8], word: &[u8]) -> bool {
    let Some(start) = name.len().checked_sub(word.len()) else { return false };
    let (before, end) = name.split_at(start);
    end.eq_ignore_ascii_case(word)
        && (matches!(before, [] | [.., b'_'])
            || end[0].is_ascii_uppercase() && end[1].is_ascii_lowercase())
}

pub(super) fn key<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let (at, rule) = key_rule(table).filter(|(at, _)| table.key[*at].waiver.is_none())?;
    let next = table.key.get(at + 1).map(|part| part.column);
    Some(fault(table, rule, table.key[at].column, next, &say!("the primary key of " {table.name})))
}

pub(super) fn index<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    let outcome = hotspot::walk_index(table, index);
    let (at, rule) = index_rule(table, index, outcome).filter(|_| index.waiver.is_none())?;
    let next = table.index_part(Indexed::Declared(index.columns), at + 1);
    let place = say!("the index " {index.name} " of " {table.name});
    Some(fault(table, rule, index.columns[at].column, next, &place).index(index.name))
}

fn fault<'a>(
    table: &TableDef<'a>,
    rule: Rule,
    column: usize,
    next: Option<usize>,
    place: &Message,
) -> Fault<'a> {
    let def = &table.columns[column];
    let place = place.as_str();
    let message = match (rule, next) {
        (Rule::UniqueInteger, _) => say!(
            "the unique " {text place.trim_start_matches("the ")} " starts with the integer "
            {def.name}
            note "a unique integer is often a counter, and then every write goes to the last split"
            help "if its values do not follow time, say why in the index: `spread = \"order numbers are random\"`"
            help "if one hot split is acceptable, say why in the index: `allow_hotspot = \"at most 10 writes a minute\"`"
        ),
        (Rule::StateBeforeClock, Some(next)) => say!(
            {def.name} " is text before " {table.columns[next].name} " in " {text place}
            note "if it holds a few states, all new rows share one, and every write goes to the last split of that state"
            help "put a column with many values first, or make the state an enum with `derive(SpannerColumn)`"
            help "if it has many values, say why in the attribute: `spread = \"customers name their own states\"`"
        ),
        _ => say!(
            {def.name} " is " {sql_type def.ty} " and leads " {text place}
            note "numbers that grow, such as balances or versions, send every write to the last split"
            help "if its values grow with time, put a column with many other values first"
            help "if they do not, say why in the attribute: `spread = \"prices do not follow time\"`"
        ),
    };
    Fault::new(rule, message).column(def.name)
}
