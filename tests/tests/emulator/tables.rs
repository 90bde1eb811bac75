//! Making hand-built tables in the emulator.

use spanner_keys::schema::TableDef;
use spanner_keys::{Dialect, Schema};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::readback;
pub(crate) use spanner_keys_tests::tables::*;

/// Makes the tables in a new database and reads them back.
pub(crate) fn make<'e>(
    emulator: &'e Emulator,
    dialect: Dialect,
    tables: &[TableDef<'_>],
) -> Result<Database<'e>, String> {
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let statements = schema.ddl(dialect).map_err(|error| error.to_string())?;
    let database = emulator.database(dialect)?;
    database.apply(&statements).map_err(|error| format!("{error}\n{}", statements.join(";\n")))?;
    readback::check(&database, tables)?;
    Ok(database)
}

/// Fails unless the database refuses, with this in its message.
pub(crate) fn refused<T>(answer: Result<T, String>, because: &str) -> Result<(), String> {
    match answer {
        Ok(_) => Err(format!("accepted, although it should say `{because}`")),
        Err(error) if error.contains(because) => Ok(()),
        Err(error) => Err(format!("refused, but with `{error}` and not `{because}`")),
    }
}
