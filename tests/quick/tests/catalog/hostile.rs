//! Strange and large input.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use spanner_keys::catalog::{Catalog, guess_dialect};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::seed::seed;

/// Pieces of statements, put together at random.
const PIECES: &[&str] = &[
    "CREATE ", "ALTER ", "DROP ", "TABLE ", "INDEX ", "T ", "U ", "(", ")", ",", ";", "\n",
    " PRIMARY KEY ", "Id ", "INT64 ", "STRING", "(MAX)", "ARRAY<", ">", "bigint ", "varchar(3) ",
    "NOT NULL ", "DEFAULT ", "AS ", "STORED ", "'a'", "'", "\"", "\"b\"", "`", "`c`", "--", "/*",
    "*/", "#", "$$", "$x$", "1 ", "-", "0x", "9999999999999999999 ", "ADD COLUMN ",
    "ALTER COLUMN ", "RENAME TO ", "SET ", "OPTIONS ", "= ", "[", "]", "INTERLEAVE IN PARENT ",
    "ROW DELETION POLICY ", "OLDER_THAN", "INTERVAL ", "DAY", "TTL ", "ON ", "CONSTRAINT ",
    "FOREIGN KEY ", "CHECK ", "REFERENCES ", "WHERE ", "IS NOT NULL ", "AND ", "SEQUENCE ",
    "SKIP RANGE ", "é", "\u{0}", "{", "}", ".", "@", "\\", "GENERATED ALWAYS AS ", "IDENTITY ",
    "IF NOT EXISTS ", "VIEW ", "RENAME TABLE ", "TO ", "\u{feff}", "E'", "r'''",
    "-- spanner-keys: allow_hotspot \"x\"\n", "-- +goose Down\n", "DATABASE ", "SYNONYM ",
    "vector_length", "=>",
];

#[test]
fn no_input_panics() {
    let mut state = seed();
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits")
    };
    for _ in 0..4_000 {
        let mut text = String::new();
        if next() % 2 == 0 {
            text.push_str("CREATE TABLE T (Id INT64, U STRING(MAX)) PRIMARY KEY (Id);");
        }
        for _ in 0..next() % 40 {
            text.push_str(PIECES[next() % PIECES.len()]);
        }
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let mut catalog = Catalog::new(dialect);
            catalog.read("a.sql", &text);
            catalog.read("b.sql", &text);
            for problem in catalog.problems() {
                let source = &catalog.sources()[problem.span.source];
                assert!(
                    source.text.get(problem.span.start..problem.span.end).is_some(),
                    "{text:?}"
                );
            }
            let _ = catalog.ddl();
            catalog.with_tables(|tables| {
                for table in tables {
                    let _ = spanner_keys::rules::lint(table);
                }
            });
        }
        let _ = guess_dialect(&text);
    }
}

/// A schema of many tables: a third of them are children, and all have an index.
fn large(tables: usize) -> String {
    let mut text = String::new();
    for at in 0..tables {
        let parent =
            if at % 3 == 2 { format!(", INTERLEAVE IN PARENT T{}", at - 1) } else { String::new() };
        let _ = write!(
            text,
            "CREATE TABLE T{at} (Id STRING(36) NOT NULL, A INT64 NOT NULL, B STRING(MAX), C TIMESTAMP, D INT64 AS (A + 1) STORED) \
             PRIMARY KEY (Id){parent}; CREATE INDEX I{at} ON T{at} (A, C DESC) STORING (B); \
             ALTER TABLE T{at} ADD COLUMN E JSON; CREATE CHANGE STREAM S{at} FOR T{at}(A); "
        );
    }
    text
}

#[test]
fn the_time_grows_with_the_text() {
    let time = |tables: usize| {
        let text = large(tables);
        let best = (0..3).map(|_| {
            let start = Instant::now();
            let mut catalog = Catalog::new(Dialect::GoogleSql);
            catalog.read("a.sql", &text);
            catalog.with_tables(|all| assert_eq!(all.len(), tables));
            assert_eq!(catalog.problems(), []);
            start.elapsed()
        });
        best.min().unwrap_or(Duration::MAX)
    };
    let (small, large) = (time(500), time(5_000));
    assert!(large < small * 30, "{small:?} for 500 tables, {large:?} for 5,000");
    // Reading our own text, against writing it.
    let mut catalog = Catalog::new(Dialect::GoogleSql);
    catalog.read("a.sql", &self::large(5_000));
    let (mut written, mut read) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let start = Instant::now();
        let ddl = catalog.with_tables(|all| {
            let schema = all.iter().fold(Schema::new(), |schema, table| schema.add(*table));
            schema.ddl(Dialect::GoogleSql).expect("nothing is wrong with them")
        });
        written = written.min(start.elapsed());
        let text = ddl.join(";\n");
        let start = Instant::now();
        let mut again = Catalog::new(Dialect::GoogleSql);
        assert_eq!(again.read("a.sql", &text).applied, 10_000);
        read = read.min(start.elapsed());
    }
    println!("5,000 tables: written in {written:?}, read in {read:?}");
    assert!(read < written * 2, "written in {written:?}, read in {read:?}");
}

#[test]
fn deep_and_long_input_is_read() {
    let deep = "(".repeat(100_000);
    for text in [
        format!("CREATE TABLE T {deep}"),
        format!("SELECT {deep}"),
        format!("CREATE INDEX I ON T (A) WHERE {deep}"),
    ] {
        let mut catalog = Catalog::new(Dialect::GoogleSql);
        assert_eq!(catalog.read("a.sql", &text).syntax, 1);
    }
    // Each table is interleaved in the one before it.
    let mut text = "CREATE TABLE T0 (Id INT64) PRIMARY KEY (Id);".to_owned();
    for at in 1..3_000 {
        let _ = write!(
            text,
            "CREATE TABLE T{at} (Id INT64) PRIMARY KEY (Id), INTERLEAVE IN PARENT T{};",
            at - 1
        );
    }
    let mut catalog = Catalog::new(Dialect::GoogleSql);
    catalog.read("a.sql", &text);
    catalog.with_tables(|tables| assert_eq!(tables.len(), 3_000));
}
