//! Measures how long a schema takes from tables to text, in both dialects, and to files that are up
//! to date, and how that grows with the number of tables. Only the ratios are meaningful: the time
//! per table against that of the smallest schema.

#![allow(clippy::expect_used, reason = "a failed step ends the bench")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use spanner_keys::catalog::Catalog;
use spanner_keys::migrate::{Options, plan};
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
    if let Some(size) = std::env::var(PEAK).ok().and_then(|size| size.parse().ok()) {
        return print_peak(size);
    }
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
    plans(&schemas, sizes, rounds.min(3));
    if measures {
        peaks(sizes);
    }
}

/// What a plan is made of: no change, a change of every table, and everything new.
fn kinds(text: &str, dialect: Dialect) -> [(&'static str, Catalog, Catalog); 3] {
    let read = |text: &str| {
        let mut catalog = Catalog::new(dialect);
        catalog.read("schema.sql", text);
        assert!(catalog.problems().is_empty(), "all of it is read");
        catalog
    };
    let note = ["`Note` STRING(100)", "\"Note\" varchar(100)"];
    let wider = ["`Note` STRING(200) DEFAULT ('x')", "\"Note\" varchar(200) DEFAULT 'x'"];
    let changed =
        note.iter().zip(wider).fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    assert_ne!(changed, text);
    [
        ("plan, no change", read(text), read(text)),
        ("plan, every table changes", read(text), read(&changed)),
        ("plan, every table is new", Catalog::new(dialect), read(text)),
    ]
}

/// The time of a plan, against the time to read one of its schemas.
fn plans(schemas: &[Schema<'static>], sizes: &[usize], rounds: usize) {
    println!(
        "\n{:<44} {:>7} {:>10} {:>10} {:>16}",
        "migration plans, medians", "tables", "ms", "µs/table", "growth per table"
    );
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let mut first = [None; 3];
        for (schema, &size) in schemas.iter().zip(sizes) {
            let text = schema.script(dialect).expect("it is valid");
            for ((what, old, new), first) in kinds(&text, dialect).into_iter().zip(&mut first) {
                let mut times: Vec<Duration> = (0..=rounds)
                    .map(|_| {
                        let start = Instant::now();
                        let plan = plan(&old, &new, &Options::new());
                        assert!(plan.refusals.is_empty(), "{:?}", plan.refusals.first());
                        drop(black_box(plan));
                        start.elapsed()
                    })
                    .collect();
                times.sort();
                let median = micros(times[times.len() / 2]);
                let per_table = median / f64::from(u32::try_from(size).expect("sizes are small"));
                let growth = per_table / *first.get_or_insert(per_table);
                println!(
                    "{:<44} {size:>7} {:>10.2} {per_table:>10.2} {growth:>16.2}",
                    format!("{what}, {dialect}"),
                    median / 1_000.0
                );
            }
        }
    }
}

/// The variable with the number of tables, in a process whose peak is measured.
const PEAK: &str = "SPANNER_KEYS_BENCH_TABLES";

/// The most memory that a process has used, in its own process for each number of tables.
fn peaks(sizes: &[usize]) {
    println!("\n{:<44} {:>7} {:>10} {:>10}", "memory of a plan, peak", "tables", "MB", "KB/table");
    let peak = |size: usize| {
        let exe = std::env::current_exe().expect("a bench has a binary");
        let output = std::process::Command::new(exe).env(PEAK, size.to_string()).output();
        let text = String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned();
        text.trim().parse::<u32>().ok().map(f64::from)
    };
    let Some(base) = peak(0) else {
        println!("this system does not report it");
        return;
    };
    for &size in sizes {
        let used = peak(size).unwrap_or_default() - base;
        let tables = f64::from(u32::try_from(size).expect("sizes are small"));
        println!(
            "{:<44} {size:>7} {:>10.1} {:>10.1}",
            "every table changes",
            used / 1_024.0,
            used / tables
        );
    }
}

/// Plans once, and prints the peak in KB.
fn print_peak(size: usize) {
    if size > 0 {
        let text = schema(size).script(Dialect::GoogleSql).expect("it is valid");
        let [_, (_, old, new), _] = kinds(&text, Dialect::GoogleSql);
        drop(black_box(plan(&old, &new, &Options::new())));
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("{}", line.unwrap_or_default().trim().trim_end_matches(" kB"));
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
