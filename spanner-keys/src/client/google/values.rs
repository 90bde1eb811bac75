//! Conversions between wire values and Google's own types. Strings are moved, not copied.

use google_cloud_spanner::builder::{KeySetBuilder, WriteBuilder};
use google_cloud_spanner::key::{Key, KeyRange, KeySet};
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::result::Row;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::types::{self, Type};
use google_cloud_spanner::value::{Kind, Value};

use crate::client_types::{
    self, ClientKey, ClientKeyRange, ClientMutation, ClientRow, ClientStatement, Operation,
    ResultRow, ReturningStatement,
};
use crate::column::ops::{Found, Reads};
use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType};
use crate::statement::Sql;
use crate::value::{Lent, WireValue};

impl ClientMutation for Mutation {
    fn write(operation: Operation, table: &str, columns: &[&str], row: Vec<WireValue>) -> Self {
        let mut builder = builder(operation, table);
        for (column, plain) in columns.iter().zip(row) {
            let column = builder.set(*column);
            // Nearly all values are texts, which the client then puts where they belong.
            builder = match plain {
                WireValue::Text(text) => column.to(text),
                other => column.to(value(other)),
            };
        }
        builder.build()
    }

    fn write_all(
        operation: Operation,
        table: &str,
        columns: &[&str],
        rows: Vec<Vec<WireValue>>,
    ) -> Vec<Self> {
        rows.into_iter().map(|row| Self::write(operation, table, columns, row)).collect()
    }

    fn delete(table: &str, keys: Vec<Vec<WireValue>>) -> Self {
        Self::delete(table, key_set(keys))
    }

    fn delete_ranges(table: &str, ranges: Vec<client_types::KeyRange>) -> Self {
        Self::delete(
            table,
            ranges
                .into_iter()
                .map(KeyRange::from_range)
                .fold(KeySet::builder(), KeySetBuilder::add_range)
                .build(),
        )
    }
}

fn builder(operation: Operation, table: &str) -> WriteBuilder {
    match operation {
        Operation::Insert => Mutation::new_insert_builder(table),
        Operation::InsertOrUpdate => Mutation::new_insert_or_update_builder(table),
        Operation::Replace => Mutation::new_replace_builder(table),
        Operation::Update => Mutation::new_update_builder(table),
    }
}

/// The rows with these whole keys.
pub(super) fn key_set(keys: Vec<Vec<WireValue>>) -> KeySet {
    keys.into_iter().map(Key::from_values).fold(KeySet::builder(), KeySetBuilder::add_key).build()
}

impl ClientKey for Key {
    fn from_values(values: Vec<WireValue>) -> Self {
        Self::new(values.into_iter().map(value).collect())
    }
}

impl ClientKeyRange for KeyRange {
    fn from_range(range: client_types::KeyRange) -> Self {
        let (start, end) = (Key::from_values(range.start), Key::from_values(range.end));
        match (range.start_closed, range.end_closed) {
            (true, true) => Self::closed_closed(start, end),
            (true, false) => Self::closed_open(start, end),
            (false, true) => Self::open_closed(start, end),
            (false, false) => Self::open_open(start, end),
        }
    }
}

impl ClientStatement for Statement {
    fn from_sql(sql: Sql) -> Self {
        let mut builder = Self::builder(sql.text);
        for param in sql.params {
            builder = builder.add_typed_param(
                param.name,
                value(param.value),
                type_of(param.ty, sql.dialect),
            );
        }
        builder.build()
    }
}

impl ReturningStatement for Statement {}

impl ClientRow for Row {
    fn take(&mut self, column: &str) -> Option<WireValue> {
        // The only possible error is that there is no such column.
        Self::take::<Value>(self, column).ok().map(plain)
    }
}

impl ResultRow for Row {
    fn take_at(&mut self, position: usize) -> Option<WireValue> {
        // The only possible error is that there is no such column.
        Self::take::<Value>(self, position).ok().map(plain)
    }

    fn find_at(&mut self, position: usize, reads: Reads) -> Found<'_> {
        let is_lent = reads == Reads::Lent
            && self.raw_values().get(position).is_some_and(|value| value.kind() != Kind::List);
        if is_lent {
            self.raw_values().get(position).map_or(Found::Nothing, |value| Found::Lent(lent(value)))
        } else {
            self.take_at(position).into()
        }
    }

    fn is_null(&self, position: usize) -> bool {
        Self::is_null(self, position).unwrap_or(true)
    }
}

#[inline]
#[must_use]
/// The client's value.
pub fn value(plain: WireValue) -> Value {
    match plain {
        WireValue::Null => Value::null(),
        WireValue::Boolean(flag) => flag.into(),
        WireValue::Number(number) => number.into(),
        WireValue::Text(text) => text.into(),
        // The client's value is created here, not in the callee: otherwise the compiler keeps all
        // values in memory, and an insert is an eighth slower.
        WireValue::List(items) => values(items).into(),
    }
}

fn values(items: Vec<WireValue>) -> Vec<Value> {
    items.into_iter().map(value).collect()
}

/// A value that is not a list.
fn lent(value: &Value) -> Lent<'_> {
    let number = || value.as_bool().map(Lent::Boolean).or_else(|| value.as_f64().map(Lent::Number));
    value.as_str().map(Lent::Text).or_else(number).unwrap_or(Lent::Null)
}

pub(super) fn plain(value: Value) -> WireValue {
    let found = match value.kind() {
        Kind::Bool => value.as_bool().map(WireValue::Boolean),
        Kind::Number => value.as_f64().map(WireValue::Number),
        Kind::String => value.into_string().map(WireValue::Text),
        Kind::List => value
            .into_list()
            .map(|list| WireValue::List(list.into_values().into_iter().map(plain).collect())),
        // Spanner does not send other kinds.
        Kind::Null | Kind::Unknown => None,
    };
    found.unwrap_or(WireValue::Null)
}

fn type_of(ty: SqlType, dialect: Dialect) -> Type {
    let scalar = match (ty.scalar, dialect) {
        (Scalar::Bool, _) => types::bool(),
        (Scalar::Int64, _) => types::int64(),
        (Scalar::Float32, _) => types::float32(),
        (Scalar::Float64, _) => types::float64(),
        (Scalar::Numeric, Dialect::GoogleSql) => types::numeric(),
        (Scalar::Numeric, Dialect::PostgreSql) => types::pg_numeric(),
        (Scalar::Text, _) => types::string(),
        (Scalar::Binary, _) => types::bytes(),
        (Scalar::NativeUuid, _) => types::uuid(),
        (Scalar::CalendarDate, _) => types::date(),
        (Scalar::UtcTimestamp, _) => types::timestamp(),
        (Scalar::JsonDocument, Dialect::GoogleSql) => types::json(),
        (Scalar::JsonDocument, Dialect::PostgreSql) => types::pg_jsonb(),
    };
    if ty.array { types::array(scalar) } else { scalar }
}
