//! Names: reserved words, letter case, length, named schemas.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexDef, IndexParent, KeyPart,
    OnDelete, ReferenceDef, ShardBy, SqlText, SqlType, TableDef,
};
use spanner_keys_tests::emulator::Emulator;

use super::Case;
use super::tables::{
    col, filled, generated, inherited, keyed, list, make, null, sequence, shard, under, up,
};

pub(crate) const CASES: &[Case] =
    cases![reserved_words_as_names, names_of_full_length, named_schemas_everywhere];

/// Words that one of the dialects reserves.
const RESERVED: &str = "All And Any Array As Asc At Between By Case Cast Check Collate Column Constraint Contains Create Cross \
    Cube Current Default Define Desc Distinct Do Else End Enum Escape Except Exclude Exists Extract False Fetch Following For \
    Foreign From Full Grant Group Grouping Groups Hash Having If Ignore In Inner Intersect Interval Into Is Join Lateral Left \
    Like Limit Lookup Merge Natural New No Not Null Nulls Of Offset On Only Or Order Outer Over Partition Preceding Primary \
    Proto Range Recursive References Respect Returning Right Rollup Rows Select Set Some Struct Synonym Table Tablesample Then \
    To Treat True Ttl Unbounded Union Unique Unnest User Using Verbose When Where Window With Within";

fn reserved_words_as_names(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let words: Vec<&str> = RESERVED.split_whitespace().collect();
    let mut columns: Vec<ColumnDef<'_>> =
        words.iter().map(|word| null(word, SqlType::INT64)).collect();
    columns[0] = col(columns[0].name, SqlType::INT64);
    columns[1] =
        filled(columns[1].name, SqlType::INT64, sequence("Group", CounterOptions::default()));
    columns[2] =
        filled(columns[2].name, SqlType::INT64, generated(SqlText::both("{All} + 1"), true));
    let select = TableDef {
        indexes: list([IndexDef { storing: &[4], ..IndexDef::new("Where", list([up(3), up(5)])) }]),
        checks: list([CheckDef { name: Some("Check"), sql: SqlText::both("{All} > {And}") }]),
        foreign_keys: list([ForeignKeyDef {
            name: Some("Foreign"),
            ..ForeignKeyDef::new(
                &[6],
                ReferenceDef::Named { schema: None, table: "Select", columns: &["All"] },
            )
        }]),
        ..keyed("Select", &columns)
    };
    let below = [col("All", SqlType::INT64), col("Order", SqlType::INT64)];
    let child = TableDef {
        key: list([inherited(0), KeyPart::new(1)]),
        parent: under(&select, OnDelete::Cascade),
        ..TableDef::new("From", &below)
    };
    let names: Vec<TableDef<'_>> = words
        .iter()
        .filter(|word| !["Select", "From", "Group", "Where", "Check", "Foreign"].contains(word))
        .map(|word| keyed(word, &below))
        .collect();
    make(emulator, dialect, &[&[child], names.as_slice()].concat()).map(drop)
}

fn names_of_full_length(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let limit = if dialect == Dialect::GoogleSql { 128 } else { 63 };
    let long = |first: &str| format!("{first:x<limit$}");
    let (table, column, other, third) =
        (long("Table_"), long("Column_"), long("Other_"), long("Third_"));
    let (index, count) = (long("Index_"), long("Sequence_"));
    let columns = [
        filled(&column, SqlType::INT64, sequence(&count, CounterOptions::default())),
        null(&other, SqlType::INT64),
        filled(&third, SqlType::INT64, shard(16, &[0], ShardBy::Chance)),
    ];
    let field = format!("{{{other}}} > 0");
    // Every derived name is too long here, and three would be equal if they were just truncated.
    let table = TableDef {
        indexes: list([IndexDef::new(&index, list([up(1)]))]),
        checks: list([
            CheckDef { name: None, sql: SqlText::both(&field) },
            CheckDef { name: None, sql: SqlText::both(&field) },
        ]),
        foreign_keys: list([ForeignKeyDef {
            on_delete: OnDelete::Cascade,
            ..ForeignKeyDef::new(
                &[1],
                ReferenceDef::Named {
                    schema: None,
                    table: &table,
                    columns: list([column.as_str()]),
                },
            )
        }]),
        ..keyed(&table, &columns)
    };
    make(emulator, dialect, &[table]).map(drop)
}

fn named_schemas_everywhere(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        filled("Id", SqlType::INT64, sequence("Counter", CounterOptions::default())),
        null("Other", SqlType::INT64),
        filled("Shard", SqlType::INT64, shard(7, &[0], ShardBy::Chance)),
        filled("Uuid", SqlType::text(36), Fill::UuidV4),
    ];
    let to = |schema| {
        [ForeignKeyDef::new(&[1], ReferenceDef::Named { schema, table: "Same", columns: &["Id"] })]
    };
    let (to_sales, to_default) = (to(Some("sales")), to(None));
    let plain = TableDef {
        indexes: list([IndexDef::new("SameIndex", list([up(1)]))]),
        checks: list([CheckDef { name: None, sql: SqlText::both("{Other} > 0") }]),
        foreign_keys: &to_sales,
        ..keyed("Same", &columns)
    };
    // The same table with the same names in its own schema.
    let sales = TableDef { schema: Some("sales"), foreign_keys: &to_default, ..plain };
    let below = [col("Id", SqlType::INT64), col("Line", SqlType::INT64)];
    let child = TableDef {
        schema: Some("Billing"),
        key: list([inherited(0), KeyPart::new(1)]),
        parent: under(&sales, OnDelete::Cascade),
        indexes: list([IndexDef {
            interleave: Some(IndexParent::Ancestor(&sales)),
            ..IndexDef::new("Lines", list([up(0), up(1)]))
        }]),
        ..TableDef::new("Lines2", &below)
    };
    make(emulator, dialect, &[plain, child]).map(drop)
}
