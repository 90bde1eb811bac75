//! The maximum of everything, which must still be accepted.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    ColumnDef, ForeignKeyDef, IndexColumn, IndexDef, KeyPart, ReferenceDef, SqlType, TableDef,
};
use spanner_keys_tests::emulator::Emulator;

use super::Case;
use super::tables::{col, keyed, list, make, null, up};

pub(crate) const CASES: &[Case] =
    cases![sixteen_key_columns, indexes_of_sixteen_columns, maximum_columns_and_indexes];

fn names(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("C{at}")).collect()
}

fn sixteen_key_columns(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let names = names(16);
    let columns: Vec<ColumnDef<'_>> = names.iter().map(|name| col(name, SqlType::INT64)).collect();
    let key: Vec<KeyPart<'_>> = (0..16).map(KeyPart::new).collect();
    make(emulator, dialect, &[TableDef { key: &key, ..TableDef::new("Wide", &columns) }]).map(drop)
}

fn indexes_of_sixteen_columns(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let names = names(17);
    let columns: Vec<ColumnDef<'_>> = names.iter().map(|name| col(name, SqlType::INT64)).collect();
    // Fifteen columns and the key; or sixteen, the key among them.
    let indexed: Vec<IndexColumn> = (0..17).map(up).collect();
    let referenced: Vec<&str> = names[1..16].iter().map(String::as_str).collect();
    let own: Vec<usize> = (1..16).collect();
    let table = TableDef {
        indexes: list([
            IndexDef::new("Fifteen", &indexed[1..16]),
            IndexDef::new("Sixteen", &indexed[..16]),
        ]),
        foreign_keys: list([ForeignKeyDef::new(
            &own,
            ReferenceDef::Named { schema: None, table: "Wide", columns: &referenced },
        )]),
        ..keyed("Wide", &columns)
    };
    make(emulator, dialect, &[table]).map(drop)
}

fn maximum_columns_and_indexes(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let names = names(1024);
    let mut columns: Vec<ColumnDef<'_>> =
        names.iter().map(|name| null(name, SqlType::INT64)).collect();
    columns[0].nullable = false;
    let indexes: Vec<String> = (0..128).map(|at| format!("I{at}")).collect();
    let columns_of: Vec<[IndexColumn; 1]> = (1..=128).map(|at| [up(at)]).collect();
    let indexes: Vec<IndexDef<'_>> = indexes
        .iter()
        .zip(&columns_of)
        .map(|(name, columns)| IndexDef::new(name, columns))
        .collect();
    make(emulator, dialect, &[TableDef { indexes: &indexes, ..keyed("Many", &columns) }]).map(drop)
}
