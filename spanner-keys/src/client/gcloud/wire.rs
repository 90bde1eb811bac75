//! Values, mutations, keys and rows. Strings are moved into the client's types, not copied.

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

use crate::client_types::{
    ClientKey, ClientKeyRange, ClientMutation, ClientRow, KeyRange, Operation, ResultRow,
};
use crate::column::gcloud::{Kept, copy};
use crate::column::ops::{Found, Reads};
use crate::value::WireValue;

#[must_use]
/// The client's value.
pub fn kind(plain: WireValue) -> Kind {
    match plain {
        WireValue::Null => Kind::NullValue(NullValue::NullValue.into()),
        WireValue::Boolean(value) => Kind::BoolValue(value),
        WireValue::Number(value) => Kind::NumberValue(value),
        WireValue::Text(value) => Kind::StringValue(value),
        WireValue::List(values) => Kind::ListValue(list(values)),
    }
}

/// Both kinds of values have the same size, so the list is converted in place.
fn list(values: Vec<WireValue>) -> ListValue {
    ListValue {
        values: values.into_iter().map(|value| Value { kind: Some(kind(value)) }).collect(),
    }
}

fn lists(rows: Vec<Vec<WireValue>>) -> Vec<ListValue> {
    rows.into_iter().map(list).collect()
}

impl ClientMutation for Mutation {
    fn write(operation: Operation, table: &str, columns: &[&str], row: Vec<WireValue>) -> Self {
        mutation(operation, table, columns, vec![list(row)])
    }

    fn write_all(
        operation: Operation,
        table: &str,
        columns: &[&str],
        rows: Vec<Vec<WireValue>>,
    ) -> Vec<Self> {
        if rows.is_empty() {
            Vec::new()
        } else {
            vec![mutation(operation, table, columns, lists(rows))]
        }
    }

    fn delete(table: &str, keys: Vec<Vec<WireValue>>) -> Self {
        delete(table, KeySet { keys: lists(keys), ..KeySet::default() })
    }

    fn delete_ranges(table: &str, ranges: Vec<KeyRange>) -> Self {
        delete(
            table,
            KeySet { ranges: ranges.into_iter().map(wire_range).collect(), ..KeySet::default() },
        )
    }
}

fn mutation(
    operation: Operation,
    table: &str,
    columns: &[&str],
    values: Vec<ListValue>,
) -> Mutation {
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
    Mutation {
        operation: Some(Kinds::Delete(Delete { table: table.to_owned(), key_set: Some(keys) })),
    }
}

fn wire_range(range: KeyRange) -> WireRange {
    let (start, end) = (list(range.start), list(range.end));
    WireRange {
        start_key_type: Some(if range.start_closed {
            StartKeyType::StartClosed(start)
        } else {
            StartKeyType::StartOpen(start)
        }),
        end_key_type: Some(if range.end_closed {
            EndKeyType::EndClosed(end)
        } else {
            EndKeyType::EndOpen(end)
        }),
    }
}

/// A value that is moved out when the client asks for it. The client asks once, but through a
/// reference.
pub(super) struct Once(Cell<Option<Kind>>);

impl Once {
    pub(super) fn new(value: WireValue) -> Self {
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

    // Keys have no types on the wire, so this is never called.
    fn get_type() -> Type {
        Type::default()
    }
}

impl ClientKey for Key {
    fn from_values(values: Vec<WireValue>) -> Self {
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

thread_local! {
    /// The name of the column that is looked for: the client lends a value, and its column, only to a
    /// function that knows nothing else.
    static WANTED: Cell<&'static str> = const { Cell::new("") };
}

/// Whether the column of a value is the one that is looked for.
struct IsWanted(bool);

impl TryFromValue for IsWanted {
    fn try_from(_: &Value, field: &Field) -> Result<Self, Error> {
        Ok(Self(WANTED.try_with(Cell::get).is_ok_and(|wanted| wanted == field.name)))
    }
}

impl ClientRow for Row {
    fn take(&mut self, column: &str) -> Option<WireValue> {
        // The only possible error is that there is no such column.
        self.column_by_name(column).ok().map(|Kept(value)| value)
    }

    fn has_columns(&self, count: usize) -> bool {
        let has = |position| self.column::<IsNull>(position).is_ok();
        !has(count) && count.checked_sub(1).is_none_or(has)
    }

    fn find_near(&mut self, position: usize, column: &'static str, _: Reads) -> Found<'_> {
        let _ = WANTED.try_with(|wanted| wanted.set(column));
        match self.column(position) {
            Ok(IsWanted(true)) => Found::InGcloud(self, position),
            _ => self.take(column).into(),
        }
    }
}

impl ResultRow for Row {
    fn take_at(&mut self, position: usize) -> Option<WireValue> {
        copy(self, position)
    }

    fn find_at(&mut self, position: usize, _: Reads) -> Found<'_> {
        Found::InGcloud(self, position)
    }

    fn is_null(&self, position: usize) -> bool {
        self.column(position).map_or(true, |IsNull(answer)| answer)
    }
}

/// Whether a value of a row is NULL.
struct IsNull(bool);

impl TryFromValue for IsNull {
    fn try_from(value: &Value, _: &Field) -> Result<Self, Error> {
        Ok(Self(matches!(value.kind, None | Some(Kind::NullValue(_)))))
    }
}

/// The first values of a row.
pub(super) fn values(row: &Row, count: usize) -> Result<Vec<WireValue>, Error> {
    (0..count).map(|at| row.column(at).map(|Kept(value)| value)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gcloud_spanner::key::KeySet as ClientSet;

    use super::*;
    use crate::Column as _;
    use crate::schema::SqlType;
    use crate::value::ValueError;
    use uuid::Uuid;

    fn text(text: &str) -> WireValue {
        WireValue::Text(text.to_owned())
    }

    fn string(text: &str) -> Value {
        Value { kind: Some(Kind::StringValue(text.to_owned())) }
    }

    #[test]
    fn rows_are_converted_in_place() {
        let rows = vec![
            vec![text("a"), WireValue::List(vec![WireValue::Null, WireValue::Boolean(true)])],
            vec![WireValue::Number(0.5), WireValue::Null],
        ];
        let places: Vec<*const u8> = rows.iter().map(|row| row.as_ptr().cast()).collect();
        let mutations = Mutation::write_all(Operation::Replace, "T", &["x", "y"], rows);
        let [Mutation { operation: Some(Kinds::Replace(write)) }] = mutations.as_slice() else {
            panic!("not one replacement: {mutations:?}")
        };
        assert_eq!(
            (write.table.as_str(), write.columns.as_slice()),
            ("T", ["x".to_owned(), "y".to_owned()].as_slice())
        );
        let null = Value { kind: Some(Kind::NullValue(0)) };
        let list =
            ListValue { values: vec![null.clone(), Value { kind: Some(Kind::BoolValue(true)) }] };
        assert_eq!(
            write.values[0].values,
            [string("a"), Value { kind: Some(Kind::ListValue(list)) }]
        );
        assert_eq!(write.values[1].values, [Value { kind: Some(Kind::NumberValue(0.5)) }, null]);
        assert_eq!(
            write.values.iter().map(|row| row.values.as_ptr().cast()).collect::<Vec<_>>(),
            places
        );
        assert!(Mutation::write_all(Operation::Insert, "T", &["x"], vec![]).is_empty());
    }

    #[test]
    fn ranges_are_open_or_closed_at_each_end() {
        for (start_closed, end_closed) in
            [(true, true), (true, false), (false, true), (false, false)]
        {
            let range = KeyRange {
                start: vec![text("a"), WireValue::Null],
                start_closed,
                end: vec![text("b")],
                end_closed,
            };
            let wire = wire_range(range.clone());
            let (Some(start), Some(end)) = (&wire.start_key_type, &wire.end_key_type) else {
                panic!("no ends: {wire:?}")
            };
            assert_eq!(matches!(start, StartKeyType::StartClosed(_)), start_closed);
            assert_eq!(matches!(end, EndKeyType::EndClosed(_)), end_closed);
            // The client's own type is the same range.
            let set: KeySet = ClientSet::from(ClientRange::from_range(range.clone())).into();
            assert_eq!(set.ranges, [wire]);
            let Mutation { operation: Some(Kinds::Delete(delete)) } =
                Mutation::delete_ranges("T", vec![range])
            else {
                panic!("not a delete")
            };
            assert_eq!(delete.key_set, Some(set));
        }
    }

    /// A row of texts, each with the name of its column.
    fn row(columns: &[(&str, &str)]) -> Row {
        let name = |(name, _): &(&str, &str)| (*name).to_owned();
        let index = columns.iter().enumerate().map(|(at, column)| (name(column), at)).collect();
        let fields = columns.iter().map(|column| Field { name: name(column), r#type: None });
        let values = columns.iter().map(|(_, value)| string(value)).collect();
        Row::new(Arc::new(index), Arc::new(fields.collect()), values)
    }

    #[test]
    fn a_column_is_found_at_its_position_or_by_its_name() {
        let mut found = row(&[("id", "a"), ("note", "b")]);
        assert!(found.has_columns(2) && !found.has_columns(1) && !found.has_columns(3));
        for guess in 0..4 {
            let mut read = |column| {
                String::OPS.read(found.find_near(guess, column, Reads::Either), SqlType::TEXT)
            };
            assert_eq!(read("id").as_deref(), Ok("a"));
            assert_eq!(read("note").as_deref(), Ok("b"));
            assert_eq!(read("other"), Err(ValueError::Missing));
        }
        // Of two columns with one name the client returns the last, and so do we.
        let twice = row(&[("id", "a"), ("note", "b"), ("id", "c")]);
        assert!(!twice.has_columns(2));
    }

    #[test]
    fn a_value_of_another_type_is_read_as_that() {
        let mut found = row(&[("id", "MDEyMzQ1Njc4OWFiY2RlZg==")]);
        let mut read = |ty| Uuid::OPS.read(found.find_at(0, Reads::Lent), ty);
        assert_eq!(read(SqlType::bytes(16)), Ok(Uuid::from_bytes(*b"0123456789abcdef")));
        let error =
            ValueError::malformed("a UUID in lower case with hyphens", "MDEyMzQ1Njc4OWFiY2RlZg==");
        assert_eq!(read(SqlType::text(36)), Err(error));
    }

    #[test]
    fn values_of_keys_are_moved() {
        let set: KeySet = ClientSet::from(Key::from_values(vec![
            text("a"),
            WireValue::Null,
            WireValue::Boolean(true),
        ]))
        .into();
        let values = vec![
            string("a"),
            Value { kind: Some(Kind::NullValue(0)) },
            Value { kind: Some(Kind::BoolValue(true)) },
        ];
        assert_eq!(set.keys, [ListValue { values }]);
    }
}
