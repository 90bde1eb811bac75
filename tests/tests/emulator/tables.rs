//! What the cases share: hand-built tables in the emulator, and values as the emulator sends them.

use serde_json::Value;
use spanner_keys::Dialect;
use spanner_keys::schema::TableDef;
use spanner_keys::value::WireValue;
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::readback;
pub(crate) use spanner_keys_tests::tables::*;

/// Creates the tables in a new database and reads them back.
pub(crate) fn make<'e>(
    emulator: &'e Emulator,
    dialect: Dialect,
    tables: &[TableDef<'_>],
) -> Result<Database<'e>, String> {
    let statements = schema(tables).ddl(dialect).map_err(|error| error.to_string())?;
    let database = emulator.database(dialect)?;
    database.apply(&statements).map_err(|error| format!("{error}\n{}", statements.join(";\n")))?;
    readback::check(&database, tables)?;
    Ok(database)
}

/// Fails unless the database refuses with this text in its message.
pub(crate) fn refused<T>(
    answer: Result<T, impl Into<String>>,
    because: &str,
) -> Result<(), String> {
    match answer.map_err(Into::into) {
        Ok(_) => Err(format!("accepted, expected the error `{because}`")),
        Err(error) if error.contains(because) => Ok(()),
        Err(error) => Err(format!("refused, but with `{error}` and not `{because}`")),
    }
}

/// A name in the quotes of the dialect.
pub(crate) fn quoted(dialect: Dialect, name: &str) -> String {
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    format!("{quote}{name}{quote}")
}

/// A value as the emulator sends it.
pub(crate) fn from_json(value: &Value) -> WireValue {
    match value {
        Value::Null => WireValue::Null,
        Value::Bool(value) => WireValue::Boolean(*value),
        Value::Number(value) => WireValue::Number(value.as_f64().unwrap_or(f64::NAN)),
        Value::String(value) => WireValue::Text(value.clone()),
        Value::Array(values) => WireValue::List(values.iter().map(from_json).collect()),
        Value::Object(_) => WireValue::Text(value.to_string()),
    }
}
