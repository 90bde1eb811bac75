//! Values, mutations, keys and rows. Text moves from here into the client's types and is never copied.

use std::cell::Cell;

use gcloud_googleapis::spanner::v1::key_range::{EndKeyType, StartKeyType};
use gcloud_googleapis::spanner::v1::mutation::{Delete, Operation as Kinds, Write};
use gcloud_googleapis::spanner::v1::struct_type::Field;
use gcloud_googleapis::spanner::v1::{KeyRange as WireRange, KeySet, Mutation, Type};
use gcloud_spanner::key::{Key, KeyRange as ClientRange, RangeKind};
use gcloud_spanner::row::{Error, Row, TryFromValue};
use gcloud_spanner::statement::ToKind;
use prost_types::value::Kind;
use prost_types::{ListValue, NullValue, Value};

use crate::client::{ClientKey, ClientKeyRange, ClientMutation, ClientRow, Operation};
use crate::scan::KeyRange;
use crate::value::Plain;

pub(super) fn kind(plain: Plain) -> Kind {
    match plain {
        Plain::Null => Kind::NullValue(NullValue::NullValue.into()),
        Plain::Boolean(value) => Kind::BoolValue(value),
        Plain::Number(value) => Kind::NumberValue(value),
        Plain::Text(value) => Kind::StringValue(value),
        Plain::List(values) => Kind::ListValue(list(values)),
    }
}

/// Both kinds of values have one size, so the list stays where it is in memory and only its elements change.
fn list(values: Vec<Plain>) -> ListValue {
    ListValue { values: values.into_iter().map(|value| Value { kind: Some(kind(value)) }).collect() }
}

fn lists(rows: Vec<Vec<Plain>>) -> Vec<ListValue> {
    rows.into_iter().map(list).collect()
}

impl ClientMutation for Mutation {
    fn write(operation: Operation, table: &str, columns: &[&str], row: Vec<Plain>) -> Self {
        mutation(operation, table, columns, vec![list(row)])
    }

    fn write_all(operation: Operation, table: &str, columns: &[&str], rows: Vec<Vec<Plain>>) -> Vec<Self> {
        if rows.is_empty() { Vec::new() } else { vec![mutation(operation, table, columns, lists(rows))] }
    }

    fn delete(table: &str, keys: Vec<Vec<Plain>>) -> Self {
        delete(table, KeySet { keys: lists(keys), ..KeySet::default() })
    }

    fn delete_ranges(table: &str, ranges: Vec<KeyRange>) -> Self {
        delete(table, KeySet { ranges: ranges.into_iter().map(wire_range).collect(), ..KeySet::default() })
    }
}

fn mutation(operation: Operation, table: &str, columns: &[&str], values: Vec<ListValue>) -> Mutation {
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    let write = Write { table: table.to_owned(), columns, values };
    let operation = match operation {
        Operation::Insert => Kinds::Insert(write),
        Operation::InsertOrUpdate => Kinds::InsertOrUpdate(write),
        Operation::Replace => Kinds::Replace(write),
        Operation::Update => Kinds::Update(write),
    };
    Mutation { operation: Some(operation) }
}

fn delete(table: &str, keys: KeySet) -> Mutation {
    Mutation { operation: Some(Kinds::Delete(Delete { table: table.to_owned(), key_set: Some(keys) })) }
}

fn wire_range(range: KeyRange) -> WireRange {
    let (start, end) = (list(range.start), list(range.end));
    WireRange {
        start_key_type: Some(if range.start_closed { StartKeyType::StartClosed(start) } else { StartKeyType::StartOpen(start) }),
        end_key_type: Some(if range.end_closed { EndKeyType::EndClosed(end) } else { EndKeyType::EndOpen(end) }),
    }
}

/// A value that is given away when the client asks for it. The client asks once, but only by reference.
pub(super) struct Once(Cell<Option<Kind>>);

impl Once {
    pub(super) fn new(value: Plain) -> Self {
        Self(Cell::new(Some(kind(value))))
    }

    pub(super) fn take(&self) -> Kind {
        self.0.take().unwrap_or(Kind::NullValue(NullValue::NullValue.into()))
    }
}

impl ToKind for Once {
    fn to_kind(&self) -> Kind {
        self.take()
    }

    // Keys have no types on the wire, so nobody asks.
    fn get_type() -> Type {
        Type::default()
    }
}

impl ClientKey for Key {
    fn from_values(values: Vec<Plain>) -> Self {
        let values: Vec<Once> = values.into_iter().map(Once::new).collect();
        let parts: Vec<&dyn ToKind> = values.iter().map(|value| value as &dyn ToKind).collect();
        Self::composite(&parts)
    }
}

impl ClientKeyRange for ClientRange {
    fn from_range(range: KeyRange) -> Self {
        let kind = match (range.start_closed, range.end_closed) {
            (true, true) => RangeKind::ClosedClosed,
            (true, false) => RangeKind::ClosedOpen,
            (false, true) => RangeKind::OpenClosed,
            (false, false) => RangeKind::OpenOpen,
        };
        Self::new(Key::from_values(range.start), Key::from_values(range.end), kind)
    }
}

/// A value of a row. The client lends its values only, so this is the one copy.
struct Lent(Plain);

impl TryFromValue for Lent {
    fn try_from(value: &Value, _: &Field) -> Result<Self, Error> {
        Ok(Self(plain(value)))
    }
}

fn plain(value: &Value) -> Plain {
    match &value.kind {
        // Structs come as lists, so a struct value is never sent.
        None | Some(Kind::NullValue(_) | Kind::StructValue(_)) => Plain::Null,
        Some(Kind::BoolValue(value)) => Plain::Boolean(*value),
        Some(Kind::NumberValue(value)) => Plain::Number(*value),
        Some(Kind::StringValue(value)) => Plain::Text(value.clone()),
        Some(Kind::ListValue(list)) => Plain::List(list.values.iter().map(plain).collect()),
    }
}

impl ClientRow for Row {
    fn take(&mut self, column: &str) -> Option<Plain> {
        // A value is always read, so the one error is that there is no such column.
        self.column_by_name(column).ok().map(|Lent(value)| value)
    }
}

/// The first values of a row.
pub(super) fn values(row: &Row, count: usize) -> Result<Vec<Plain>, Error> {
    (0..count).map(|at| row.column(at).map(|Lent(value)| value)).collect()
}
