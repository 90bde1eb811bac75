//! Measures how long a schema takes from tables to text, in both dialects, and to files that are up
//! to date, and how that grows with the number of tables. Only the ratios are meaningful: the time
//! per table against that of the smallest schema.

#![allow(clippy::expect_used, reason = "a failed step ends the bench")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use spanner_keys::catalog::Catalog;
use spanner_keys::schema::{
    CheckDef, CounterOptions, Fill, ForeignKeyDef, IndexDef, KeyPart, OnDelete, ReferenceDef,
    ShardBy, SqlText, SqlType, TableDef, Ttl,
};
use spanner_keys::{Dialect, Schema, build};
use spanner_keys_tests::tables::{child, col, filled, inherited, list, null, sequence, shard, up};

const SIZES: [usize; 3] = [100, 1_000, 5_000];
const ROUNDS: usize = 9;

type Way<'a> = &'a dyn Fn(&Schema<'static>);

fn main() {
    // `cargo bench` passes `--bench`; without it, as in `cargo test --benches`, everything runs
    // once, to see that it works.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (sizes, rounds) = if measures { (&SIZES[..], ROUNDS) } else { (&SIZES[..1], 1) };
    let schemas: Vec<Schema<'static>> = sizes.iter().map(|&size| schema(size)).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-schema");
    let ways: [(&str, Way<'_>); 3] = [
        ("text, GoogleSQL", &|schema| {
            drop(black_box(schema.script(Dialect::GoogleSql).expect("it is valid")));
        }),
        ("text, PostgreSQL", &|schema| {
            drop(black_box(schema.script(Dialect::PostgreSql).expect("it is valid")));
        }),
        ("both files and the lock, nothing to write", &|schema| {
            let name = format!("schema{}", schema.tables().len());
            build::schema(schema.clone())
                .folder(&folder)
                .name(name)
                .write()
                .expect("the target folder can be written");
        }),
    ];
    println!(
        "{:<44} {:>7} {:>10} {:>10} {:>16}",
        "medians, timed in turns", "tables", "ms", "µs/table", "growth per table"
    );
    for (what, run) in ways {
        let mut times = vec![Vec::new(); schemas.len()];
        // The first round only warms up, and writes the files.
        for round in 0..=rounds {
            for (schema, times) in schemas.iter().zip(&mut times) {
                let start = Instant::now();
                run(schema);
                if round > 0 {
                    times.push(start.elapsed());
                }
            }
        }
        let mut first = None;
        for (&size, times) in sizes.iter().zip(&mut times) {
            times.sort();
            let median = times[times.len() / 2];
            let per_table =
                micros(median) / f64::from(u32::try_from(size).expect("sizes are small"));
            let growth = per_table / *first.get_or_insert(per_table);
            println!(
                "{what:<44} {size:>7} {:>10.2} {per_table:>10.2} {growth:>16.2}",
                micros(median) / 1_000.0
            );
        }
    }
    _ = std::fs::remove_dir_all(folder);
    read_and_audit(&schemas, sizes, rounds);
}

/// Reads our own text, and checks what was read as `cargo spanner-keys audit` does, against the time
/// to write the text.
fn read_and_audit(schemas: &[Schema<'static>], sizes: &[usize], rounds: usize) {
    println!(
        "\n{:<44} {:>7} {:>10} {:>10} {:>16}",
        "existing schemas, medians", "tables", "MB/s", "µs/table", "against writing"
    );
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        for (schema, &size) in schemas.iter().zip(sizes) {
            let (mut write, mut read, mut audit) = (Vec::new(), Vec::new(), Vec::new());
            let mut bytes = 0;
            for _ in 0..=rounds {
                let start = Instant::now();
                let text = schema.script(dialect).expect("it is valid");
                write.push(start.elapsed());
                let start = Instant::now();
                let mut catalog = Catalog::new(dialect);
                let counts = catalog.read("schema.sql", &text);
                read.push(start.elapsed());
                assert_eq!((counts.syntax, counts.unresolved), (0, 0), "all of it is read");
                let start = Instant::now();
                catalog.with_tables(|tables| {
                    assert_eq!(tables.len(), size);
                    let schema =
                        tables.iter().fold(Schema::new(), |schema, table| schema.add(*table));
                    drop(black_box(schema.lint(dialect)));
                });
                audit.push(start.elapsed());
                bytes = text.len();
            }
            let median = |times: &mut Vec<Duration>| {
                times.sort();
                micros(times[times.len() / 2])
            };
            let (write, read, audit) = (median(&mut write), median(&mut read), median(&mut audit));
            let number = |value: usize| f64::from(u32::try_from(value).expect("it is small"));
            for (what, time) in [("read", read), ("audit", audit)] {
                // Bytes in a microsecond are megabytes in a second.
                println!(
                    "{:<44} {size:>7} {:>10.1} {:>10.2} {:>16.2}",
                    format!("{what}, {dialect}"),
                    number(bytes) / time,
                    time / number(size),
                    time / write
                );
            }
        }
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Tables of five alternating kinds, which together use every feature: sequences, shards, children,
/// checks, foreign keys, expiry.
fn schema(size: usize) -> Schema<'static> {
    let mut tables: Vec<TableDef<'static>> = Vec::new();
    for at in 0..size {
        let name: &'static str = format!("Table{at}").leak();
        let index: &'static str = format!("Table{at}ByNote").leak();
        let note = null("Note", SqlType::text(100));
        let indexes = list([IndexDef { unique: true, ..IndexDef::new(index, list([up(1)])) }]);
        let table = match at % 5 {
            0 => TableDef {
                indexes,
                ..TableDef::new(
                    name,
                    list([
                        filled("Id", SqlType::text(36), Fill::UuidV4),
                        note,
                        col("Total", SqlType::INT64),
                    ]),
                )
            },
            1 => {
                let lines = [
                    col("Id", SqlType::text(36)),
                    filled("Line", SqlType::INT64, Fill::Random),
                    note,
                ];
                child(name, *tables.last().expect("a parent comes first"), OnDelete::Cascade, lines)
            }
            2 => {
                let counter = sequence(format!("Seq{at}").leak(), CounterOptions::default());
                let id = filled("Id", SqlType::INT64, counter);
                let check = CheckDef { name: None, sql: SqlText::both("{Note} != ''") };
                TableDef { checks: list([check]), indexes, ..TableDef::new(name, list([id, note])) }
            }
            3 => TableDef {
                key: list([KeyPart::new(0), KeyPart::new(1), KeyPart::new(2)]),
                ttl: Some(Ttl { column: 1, days: 30 }),
                ..TableDef::new(
                    name,
                    list([
                        filled("Shard", SqlType::INT64, shard(16, &[1, 2], ShardBy::Database)),
                        col("At", SqlType::TIMESTAMP),
                        filled("Id", SqlType::text(26), Fill::UlidKey),
                    ]),
                )
            },
            _ => {
                let other = tables[at - 4].name;
                let references =
                    ReferenceDef::Named { schema: None, table: other, columns: &["Id"] };
                let foreign_key = ForeignKeyDef::new(&[1], references);
                let columns = [
                    filled("Id", SqlType::INT64, Fill::BitReversed),
                    null("Other", SqlType::text(36)),
                ];
                TableDef { foreign_keys: list([foreign_key]), ..TableDef::new(name, list(columns)) }
            }
        };
        let key = if table.key.is_empty() { list([KeyPart::new(0)]) } else { table.key };
        debug_assert!(
            table.parent.is_none() || key[0] == inherited(0),
            "a child's key begins with its parent's"
        );
        tables.push(TableDef { key, ..table });
    }
    tables.into_iter().fold(Schema::new(), Schema::add)
}
