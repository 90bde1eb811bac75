//! Rule [`IndexParent`](Rule::IndexParent), and the columns of an index: rules
//! [`KeyType`](Rule::KeyType), [`KeyLength`](Rule::KeyLength) and
//! [`IndexColumns`](Rule::IndexColumns).

use super::message::{Fault, Message, say, speak};
use super::{Rule, interleave, key};
use crate::schema::facts::{Indexed, Path, any, contains, find, same_text};
use crate::schema::limits::{INTERLEAVE_DEPTH, KEY_COLUMNS};
use crate::schema::{Fill, IndexDef, IndexParent, TableDef};

/// Rejects an index as a whole. Its columns are checked one by one, where they are written.
#[track_caller]
pub const fn check_index(table: &TableDef<'_>, index: usize) {
    speak!(fault(table, &table.indexes[index]));
}

/// Whether `index!` may name this index, and these fields as the first columns of it. A field that
/// does not exist is not reported here: the compiler does. Each place asks: 0 is the index, and 1 its
/// first field.
///
/// # Panics
///
/// If it may not.
#[track_caller]
pub const fn check_scan(table: &TableDef<'_>, index: &str, fields: &[&str], place: usize) {
    if let Some((message, at)) = scan_fault(table, index, fields)
        && at == place
    {
        panic!("{}", message.as_str())
    }
}

/// What is wrong, and its place.
const fn scan_fault(table: &TableDef<'_>, name: &str, fields: &[&str]) -> Option<(Message, usize)> {
    if table.stand_in {
        return None;
    }
    let Some(index) = find!(
        at < table.indexes.len(),
        same_text(table.indexes[at].name, name);
        Some(&table.indexes[at]),
        None
    ) else {
        return Some((say!({table.name} " has no index " {name}), 0));
    };
    let (mut at, mut field) = (0, 0);
    while field < fields.len() {
        let named = fields[field];
        let Some(column) = table.column_of_field(named) else { return None };
        while at < index.columns.len() && is_shard(table, index.columns[at].column) {
            at += 1;
        }
        if at == index.columns.len() {
            let message = say!(
                the_index(table, index); " has no more columns, but " {named} " is named"
                help "remove the field"
            );
            return Some((message, field + 1));
        }
        let expected = index.columns[at].column;
        if column != expected {
            let message = say!(
                the_index(table, index); " has " {table.columns[expected].field} " where " {named}
                " is named"
                help "name its first columns in order, without its shards"
            );
            return Some((message, field + 1));
        }
        at += 1;
        field += 1;
    }
    None
}

/// Whether the column is a shard, here or in the table that it is inherited from.
const fn is_shard(table: &TableDef<'_>, column: usize) -> bool {
    if matches!(table.columns[column].fill, Fill::Shard(_)) {
        return true;
    }
    match (table.key_position(column), table.parent) {
        (Some(part), Some(parent)) if table.key[part].inherited => {
            part < parent.table.key.len() && is_shard(parent.table, parent.table.key[part].column)
        }
        _ => false,
    }
}

/// What is wrong with an index as a whole.
pub(crate) const fn fault<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    if table.stand_in {
        return None;
    }
    let fault = match columns_fault(table, index) {
        None => match width_fault(table, index) {
            // If the table itself does not start with that key, that is reported once, for the
            // table.
            None if interleave::misfits(table) => None,
            None => parent_fault(table, index),
            fault => fault,
        },
        fault => fault,
    };
    match fault {
        Some(fault) => Some(fault.index(index.name)),
        None => None,
    }
}

const fn the_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> Message {
    say!("the index " {index.name} " of " {table.name})
}

/// Rejects an index without columns, and columns that it already contains.
const fn columns_fault<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    if index.columns.is_empty() {
        let message = say!(
            the_index(table, index); " has no columns"
            help "name at least one"
        );
        return Some(Fault::new(Rule::IndexColumns, message));
    }
    let columns = Indexed::Declared(index.columns);
    if let Some(at) = find!(at < index.columns.len(), is_named_before(index, at)) {
        let column = index.columns[at].column;
        return Some(held_already(table, index, column, " names ", " twice", "name it once"));
    }
    let mut at = 0;
    while at < index.storing.len() {
        let column = index.storing[at];
        let (earlier, _) = index.storing.split_at(at);
        let twice = if contains(earlier, column) {
            " twice"
        } else if columns.names(column) {
            ", which it holds already"
        } else if table.key_position(column).is_some() {
            ", a key column, which every index holds already"
        } else {
            at += 1;
            continue;
        };
        let help = "remove it from `storing`";
        return Some(held_already(table, index, column, " stores ", twice, help));
    }
    None
}

const fn is_named_before(index: &IndexDef<'_>, at: usize) -> bool {
    let (earlier, _) = index.columns.split_at(at);
    Indexed::Declared(earlier).names(index.columns[at].column)
}

const fn held_already<'a>(
    table: &TableDef<'a>,
    index: &IndexDef<'a>,
    column: usize,
    verb: &str,
    twice: &str,
    help: &str,
) -> Fault<'a> {
    let name = table.columns[column].name;
    let message = say!(
        the_index(table, index); {text verb} {name} {text twice}
        help {text help}
    );
    Fault::new(Rule::IndexColumns, message).column(name)
}

const fn width_fault<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    let width = table.index_width(Indexed::Declared(index.columns));
    if width <= KEY_COLUMNS {
        return None;
    }
    let message = say!(
        the_index(table, index); " has " {number width} " columns, but Spanner allows at most "
        {number KEY_COLUMNS}
        note "the key columns of " {table.name}
        " that it does not name are stored after its own, and count too"
        help "index fewer columns, and store the others"
    );
    Some(Fault::new(Rule::KeyLength, message).exceeds(width, KEY_COLUMNS))
}

/// Rejects a column whose type cannot be sorted. The compiler reports it through a permission.
pub(crate) const fn type_fault<'a>(
    table: &TableDef<'a>,
    index: &IndexDef<'a>,
    place: usize,
) -> Option<Fault<'a>> {
    let at = index.columns[place].column;
    let column = &table.columns[at];
    // A key column of the wrong type is reported for the key.
    if key::fits_key(column.ty) || table.key_position(at).is_some() {
        return None;
    }
    let message = say!(
        {column.name} " is " {sql_type column.ty} " and cannot be a column of the index "
        {index.name} " of " {table.name}
        note "Spanner has no indexes over FLOAT32, JSON, or ARRAY"
        help "list it under `storing`"
    );
    Some(Fault::new(Rule::KeyType, message).index(index.name).column(column.name))
}

const fn parent_fault<'a>(table: &TableDef<'a>, index: &IndexDef<'a>) -> Option<Fault<'a>> {
    let Some(host) = table.index_host(index) else { return None };
    if host.stand_in {
        return None;
    }
    if matches!(index.interleave, Some(IndexParent::Ancestor(_)))
        && !is_or_is_below(table, Path::of(host))
    {
        let message = say!(
            the_index(table, index); " is interleaved in " {host.name}
            ", which is not an ancestor of the table"
            note "the entries of an interleaved index are stored with the rows of an ancestor"
            help "remove `interleave` from the index, or name the parent of " {table.name}
        );
        return Some(Fault::new(Rule::IndexParent, message));
    }
    if any!(part < host.key.len(), !same_index_part(table, index, host, part)) {
        return Some(Fault::new(Rule::IndexParent, start_message(table, index, host)));
    }
    let depth = interleave::depth(host) + 1;
    if depth > INTERLEAVE_DEPTH {
        let message = say!(
            the_index(table, index); " is interleaved " {number depth}
            " tables deep, but Spanner allows at most " {number INTERLEAVE_DEPTH}
            note "an interleaved index counts as one more table below " {host.name}
            help "interleave it in a table nearer to the root, or remove `interleave`"
        );
        return Some(Fault::new(Rule::InterleaveDepth, message).exceeds(depth, INTERLEAVE_DEPTH));
    }
    None
}

const fn start_message(table: &TableDef<'_>, index: &IndexDef<'_>, host: &TableDef<'_>) -> Message {
    let mut message = say!(
        the_index(table, index); " does not start with the key of " {host.name}
        ", in which it is interleaved"
        note {key host}
        note "the index has the columns ("
    );
    let mut at = 0;
    while at < index.columns.len() {
        message = message.comma(at).typed_column(table, index.columns[at].column);
        if index.columns[at].descending {
            message = message.text(" DESC");
        }
        at += 1;
    }
    say!(
        message; ")"
        help "start `columns` with the key of that table, in its order"
    )
}

const fn same_index_part(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    host: &TableDef<'_>,
    part: usize,
) -> bool {
    part < index.columns.len()
        && index.columns[part].descending == host.key[part].descending
        && interleave::same_column(table, index.columns[part].column, host, host.key[part].column)
}

/// Whether the path names the table or one of its ancestors. Tables are compared by name, because
/// the address of a constant is meaningless.
const fn is_or_is_below(table: &TableDef<'_>, wanted: Path<'_>) -> bool {
    Path::of(table).same(wanted)
        || match table.parent {
            None => false,
            Some(parent) => is_or_is_below(parent.table, wanted),
        }
}
