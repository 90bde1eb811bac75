//! Schema files as the database takes them, and the lock's verdicts against the database's own: what the lock lets pass can be
//! altered, and what it refuses cannot.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use spanner_keys::schema::{ColumnDef, Fill, KeyPart, OnDelete, ShardBy, SqlText, SqlType, TableDef};
use spanner_keys::{Dialect, Schema, build};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::{readback, schemas};

use super::tables::{col, filled, generated, list, make, null, refused, sequence, shard, table, two};
use super::{BOTH, Case, Shared, trial};

pub(crate) const CASES: &[Case] = &[Case::new("example_files_are_accepted", example_files)];

const EMAIL: ColumnDef<'static> = null("Email", SqlType::text(99));

/// What becomes of a change.
enum Verdict {
    /// The lock lets it pass, and these statements make it, in GoogleSQL and in PostgreSQL.
    Altered([&'static [&'static str]; 2]),
    /// The lock refuses it, and the database says this to these statements.
    Impossible([(&'static str, &'static str); 2]),
    /// The lock refuses it, though the database takes these statements: it does not know what the rows mean, or is laxer here
    /// than the documentation.
    Stricter([&'static [&'static str]; 2]),
}
use Verdict::{Altered, Impossible, Stricter};

struct Change {
    name: &'static str,
    before: Vec<TableDef<'static>>,
    after: Vec<TableDef<'static>>,
    verdict: Verdict,
}

/// A table `T` with the key `K` and an e-mail address.
fn keyed(key: ColumnDef<'static>) -> TableDef<'static> {
    table("T", [key, EMAIL])
}

fn lower(fill: Fill<'static>, ty: SqlType) -> TableDef<'static> {
    table("T", [col("K", SqlType::text(36)), EMAIL, ColumnDef { nullable: true, ..filled("L", ty, fill) }])
}

fn stored(google: &'static str, postgres: &'static str) -> Fill<'static> {
    generated(two(google, postgres), true)
}

/// A table `T` with a shard over `K`.
fn sharded(count: u16, by: ShardBy, length: u32) -> TableDef<'static> {
    let inputs: &[usize] = if by == ShardBy::Chance { &[] } else { &[1] };
    TableDef {
        key: list([KeyPart::new(0), KeyPart::new(1)]),
        ..table("T", [filled("S", SqlType::INT64, shard(count, inputs, by)), col("K", SqlType::text(length)), EMAIL])
    }
}

/// `T` and its child `C`.
fn family(length: u32, on_delete: OnDelete) -> Vec<TableDef<'static>> {
    let parent = keyed(col("K", SqlType::text(length)));
    let child = super::tables::child("C", parent, on_delete, [col("K", SqlType::text(length)), col("Line", SqlType::INT64)]);
    vec![parent, child]
}

fn two_parts(first: usize, second: usize, descending: bool) -> TableDef<'static> {
    let key = list([KeyPart { descending, ..KeyPart::new(first) }, KeyPart::new(second)]);
    TableDef { key, ..table("T", [col("A", SqlType::text(9)), col("B", SqlType::text(9))]) }
}

fn stamped(commit_timestamp: bool) -> TableDef<'static> {
    let at = ColumnDef { commit_timestamp, ..col("At", SqlType::TIMESTAMP) };
    TableDef { key: list([KeyPart::new(0), KeyPart::new(1)]), ..table("T", [col("A", SqlType::text(9)), at]) }
}

/// Changes of columns that Spanner can make, or that only the lock refuses.
fn possible() -> Vec<Change> {
    let text = |length| keyed(col("K", SqlType::text(length)));
    let int = |fill| keyed(filled("K", SqlType::INT64, fill));
    let widen: [&[&str]; 2] = [
        &["ALTER TABLE T ALTER COLUMN K STRING(64) NOT NULL"],
        &[r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(64), ALTER COLUMN "K" SET NOT NULL"#],
    ];
    let one = |before, after| (vec![before], vec![after]);
    let cases: Vec<(&str, (Vec<TableDef<'_>>, Vec<TableDef<'_>>), Verdict)> = vec![
        ("longer_key", one(text(36), text(64)), Altered(widen)),
        ("shorter_key", one(text(99), text(64)), Altered(widen)),
        ("longer_shard_input", one(sharded(16, ShardBy::Database, 36), sharded(16, ShardBy::Database, 64)), Altered(widen)),
        (
            "commit_timestamp",
            one(stamped(false), stamped(true)),
            Altered([
                &["ALTER TABLE T ALTER COLUMN `At` SET OPTIONS (allow_commit_timestamp = true)"],
                &[r#"ALTER TABLE "T" ALTER COLUMN "At" TYPE spanner.commit_timestamp, ALTER COLUMN "At" SET NOT NULL"#],
            ]),
        ),
        (
            "other_delete_action",
            (family(36, OnDelete::NoAction), family(36, OnDelete::Cascade)),
            Altered([&["ALTER TABLE C SET ON DELETE CASCADE"], &[r#"ALTER TABLE "C" SET ON DELETE CASCADE"#]]),
        ),
        (
            "stored_column_dropped",
            one(lower(stored("LOWER({Email})", "lower({Email})"), SqlType::TEXT), text(36)),
            Altered([&["ALTER TABLE T DROP COLUMN L"], &[r#"ALTER TABLE "T" DROP COLUMN "L""#]]),
        ),
        (
            "stored_column_added",
            one(text(36), lower(stored("LOWER({Email})", "lower({Email})"), SqlType::TEXT)),
            Altered([
                &["ALTER TABLE T ADD COLUMN L STRING(MAX) AS (LOWER(`Email`)) STORED"],
                &[r#"ALTER TABLE "T" ADD COLUMN "L" text GENERATED ALWAYS AS (lower("Email")) STORED"#],
            ]),
        ),
        (
            "bytes_for_text",
            one(text(36), keyed(col("K", SqlType::bytes(36)))),
            Stricter([
                &["ALTER TABLE T ALTER COLUMN K BYTES(36) NOT NULL"],
                &[r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE bytea, ALTER COLUMN "K" SET NOT NULL"#],
            ]),
        ),
        (
            "uuid_for_supplied",
            one(text(36), keyed(filled("K", SqlType::text(36), Fill::UuidV4))),
            Stricter([
                &["ALTER TABLE T ALTER COLUMN K SET DEFAULT (GENERATE_UUID())"],
                &[r#"ALTER TABLE "T" ALTER COLUMN "K" SET DEFAULT spanner.generate_uuid()"#],
            ]),
        ),
        (
            "sequence_for_random",
            one(int(Fill::Random), int(sequence("Seq", spanner_keys::schema::CounterOptions::default()))),
            Stricter([
                &[
                    "CREATE SEQUENCE Seq OPTIONS (sequence_kind = 'bit_reversed_positive')",
                    "ALTER TABLE T ALTER COLUMN K SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Seq))",
                ],
                &[
                    r#"CREATE SEQUENCE "Seq" BIT_REVERSED_POSITIVE"#,
                    r#"ALTER TABLE "T" ALTER COLUMN "K" SET DEFAULT nextval('Seq')"#,
                ],
            ]),
        ),
        ("counter_for_random", one(int(Fill::Random), int(Fill::BitReversed)), Stricter([&[], &[]])),
        (
            "client_shard_count",
            one(sharded(16, ShardBy::Client, 36), sharded(32, ShardBy::Client, 36)),
            Stricter([&["ALTER TABLE T DROP CONSTRAINT T_S_shard"], &[r#"ALTER TABLE "T" DROP CONSTRAINT "T_S_shard""#]]),
        ),
    ];
    cases.into_iter().map(|(name, (before, after), verdict)| Change { name, before, after, verdict }).collect()
}

/// Changes that the lock and the database refuse alike.
fn impossible() -> Vec<Change> {
    let text = |length| keyed(col("K", SqlType::text(length)));
    let int = |fill| keyed(filled("K", SqlType::INT64, fill));
    let identity = || int(Fill::Identity(spanner_keys::schema::CounterOptions::default()));
    let low = || lower(stored("LOWER({Email})", "lower({Email})"), SqlType::TEXT);
    let one = |before, after| (vec![before], vec![after]);
    let apart = keyed(col("K", SqlType::text(36)));
    let alone = TableDef {
        key: list([KeyPart::new(0), KeyPart::new(1)]),
        ..table("C", [col("K", SqlType::text(36)), col("Line", SqlType::INT64)])
    };
    let cases: Vec<(&str, (Vec<TableDef<'_>>, Vec<TableDef<'_>>), [(&str, &str); 2])> = vec![
        (
            "shard_count",
            one(sharded(16, ShardBy::Database, 36), sharded(32, ShardBy::Database, 36)),
            [
                ("ALTER TABLE T ALTER COLUMN S INT64 NOT NULL AS (FARM_FINGERPRINT(K) & 31) STORED", "Cannot change"),
                (r#"ALTER TABLE "T" ALTER COLUMN "S" SET DEFAULT 1"#, "cannot be a generated column"),
            ],
        ),
        (
            "shard_not_computed",
            one(sharded(16, ShardBy::Database, 36), sharded(16, ShardBy::Client, 36)),
            [
                ("ALTER TABLE T ALTER COLUMN S INT64 NOT NULL", "Cannot convert generated column"),
                (
                    r#"ALTER TABLE "T" ALTER COLUMN "S" TYPE bigint, ALTER COLUMN "S" SET NOT NULL"#,
                    "Cannot convert generated column",
                ),
            ],
        ),
        (
            "type",
            one(int(Fill::Supplied), text(36)),
            [
                ("ALTER TABLE T ALTER COLUMN K STRING(36) NOT NULL", "Cannot change type of column"),
                (
                    r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(36), ALTER COLUMN "K" SET NOT NULL"#,
                    "Cannot change type of column",
                ),
            ],
        ),
        (
            "length_under_a_child",
            (family(36, OnDelete::Cascade), family(64, OnDelete::Cascade)),
            [
                ("ALTER TABLE T ALTER COLUMN K STRING(64) NOT NULL", "could not be made"),
                (r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(64), ALTER COLUMN "K" SET NOT NULL"#, "could not be made"),
            ],
        ),
        (
            "key_column_more",
            one(TableDef { key: list([KeyPart::new(0)]), ..two_parts(0, 1, false) }, two_parts(0, 1, false)),
            [
                ("ALTER TABLE T ADD PRIMARY KEY (A, B)", "rror parsing"),
                (r#"ALTER TABLE "T" ADD PRIMARY KEY ("A", "B")"#, "Constraint type is not supported"),
            ],
        ),
        (
            "key_column_less",
            one(two_parts(0, 1, false), TableDef { key: list([KeyPart::new(0)]), ..two_parts(0, 1, false) }),
            [
                ("ALTER TABLE T DROP COLUMN B", "Cannot drop key column"),
                (r#"ALTER TABLE "T" DROP COLUMN "B""#, "Cannot drop key column"),
            ],
        ),
        (
            "key_order",
            one(two_parts(0, 1, false), two_parts(1, 0, false)),
            [
                ("ALTER TABLE T SET PRIMARY KEY (B, A)", "rror parsing"),
                (r#"ALTER TABLE "T" DROP CONSTRAINT "PRIMARY_KEY""#, "is not a constraint"),
            ],
        ),
        (
            "key_column_name",
            one(keyed(col("K", SqlType::text(36))), keyed(col("Other", SqlType::text(36)))),
            [
                ("ALTER TABLE T RENAME COLUMN K TO Other", "rror parsing"),
                (r#"ALTER TABLE "T" RENAME COLUMN "K" TO "Other""#, "Only <TABLE> is supported for renaming"),
            ],
        ),
        (
            "identity_for_plain",
            one(int(Fill::Random), identity()),
            [
                (
                    "ALTER TABLE T ALTER COLUMN K INT64 NOT NULL GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)",
                    "to an identity column",
                ),
                (
                    r#"ALTER TABLE "T" ALTER COLUMN "K" ADD GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)"#,
                    "Operation is not supported",
                ),
            ],
        ),
        (
            "plain_for_identity",
            one(identity(), int(Fill::Random)),
            [
                ("ALTER TABLE T ALTER COLUMN K INT64 NOT NULL", "drop the identity property"),
                (r#"ALTER TABLE "T" ALTER COLUMN "K" DROP IDENTITY"#, "Operation is not supported"),
            ],
        ),
        (
            "stored_expression",
            one(low(), lower(stored("UPPER({Email})", "upper({Email})"), SqlType::TEXT)),
            [
                ("ALTER TABLE T ALTER COLUMN L STRING(MAX) AS (UPPER(`Email`)) STORED", "Cannot change the expression"),
                (r#"ALTER TABLE "T" ALTER COLUMN "L" SET DEFAULT upper("Email")"#, "cannot be a generated column"),
            ],
        ),
        (
            "virtual_for_stored",
            one(low(), lower(generated(two("LOWER({Email})", "lower({Email})"), false), SqlType::TEXT)),
            [
                ("ALTER TABLE T ALTER COLUMN L STRING(MAX) AS (LOWER(`Email`))", "Cannot change the STORED attribute"),
                (r#"ALTER TABLE "T" ALTER COLUMN "L" DROP EXPRESSION"#, "Operation is not supported"),
            ],
        ),
        (
            "plain_for_stored",
            one(low(), lower(Fill::Supplied, SqlType::TEXT)),
            [
                ("ALTER TABLE T ALTER COLUMN L STRING(MAX)", "Cannot convert generated column"),
                (
                    r#"ALTER TABLE "T" ALTER COLUMN "L" TYPE text, ALTER COLUMN "L" DROP NOT NULL"#,
                    "Cannot convert generated column",
                ),
            ],
        ),
        (
            "stored_type",
            one(low(), lower(generated(SqlText::both("1"), true), SqlType::INT64)),
            [
                ("ALTER TABLE T ALTER COLUMN L INT64 AS (1) STORED", "Cannot change"),
                (
                    r#"ALTER TABLE "T" ALTER COLUMN "L" TYPE bigint, ALTER COLUMN "L" DROP NOT NULL"#,
                    "Cannot convert generated column",
                ),
            ],
        ),
        (
            "parent",
            (vec![apart, alone], family(36, OnDelete::NoAction)),
            [
                ("ALTER TABLE C SET INTERLEAVE IN PARENT T", "rror parsing"),
                (r#"ALTER TABLE "C" SET INTERLEAVE IN PARENT "T""#, "SET INTERLEAVE IN> statement is not supported"),
            ],
        ),
    ];
    let cases = cases.into_iter().map(|(name, (before, after), says)| Change { name, before, after, verdict: Impossible(says) });
    cases.collect()
}

/// What only GoogleSQL has: keys that take NULL, and descending keys.
fn googlesql_only() -> Vec<Change> {
    let text = || keyed(col("K", SqlType::text(36)));
    vec![
        Change {
            name: "key_takes_null",
            before: vec![text()],
            after: vec![keyed(null("K", SqlType::text(36)))],
            verdict: Impossible([("ALTER TABLE T ALTER COLUMN K STRING(36)", "Cannot change key column"); 2]),
        },
        Change {
            name: "direction",
            before: vec![two_parts(0, 1, false)],
            after: vec![two_parts(0, 1, true)],
            verdict: Impossible([("ALTER TABLE T SET PRIMARY KEY (A DESC, B)", "rror parsing"); 2]),
        },
    ]
}

pub(crate) fn trials(emulator: &Shared) -> Vec<Trial> {
    let mut trials = Vec::new();
    let both = possible().into_iter().chain(impossible()).map(|change| (change, BOTH));
    for (change, dialects) in both.chain(googlesql_only().into_iter().map(|change| (change, &BOTH[..1]))) {
        let change = std::sync::Arc::new(change);
        for &dialect in dialects {
            let change = std::sync::Arc::clone(&change);
            let name = format!("locked_{}::{dialect}", change.name);
            trials.push(trial(name, emulator, move |emulator| judge(emulator, dialect, &change)));
        }
    }
    for golden in schemas::all() {
        for &dialect in BOTH {
            if golden.newer_than_emulator || golden.refused.is_some_and(|(refusing, _)| refusing == dialect) {
                continue;
            }
            let (name, schema) = (golden.name, golden.schema.clone());
            let run = move |emulator: &Emulator| written(emulator, dialect, name, schema);
            trials.push(trial(format!("written_{name}::{dialect}"), emulator, run));
        }
    }
    trials
}

fn judge(emulator: &Emulator, dialect: Dialect, change: &Change) -> Result<(), String> {
    let Change { name, before, after, verdict } = change;
    let at = usize::from(dialect == Dialect::PostgreSql);
    let locked = lock(dialect, name, before, after)?;
    let database = make(emulator, dialect, before)?;
    let apply = |statements: &[&str]| database.apply(&statements.iter().map(|&sql| sql.to_owned()).collect::<Vec<_>>());
    match verdict {
        Altered(statements) => {
            locked.map_err(|error| format!("the lock refuses it: {error}"))?;
            apply(statements[at])?;
            readback::check(&database, after)
        }
        Impossible(says) => {
            refuses(locked)?;
            let (statement, because) = says[at];
            refused(apply(&[statement]), because)
        }
        Stricter(statements) => {
            refuses(locked)?;
            // None, where the database sees no change at all.
            if statements[at].is_empty() { Ok(()) } else { apply(statements[at]) }
        }
    }
}

fn refuses(locked: build::Result) -> Result<(), String> {
    match locked {
        Err(build::Error::Layout { changes, .. }) if changes.len() == 1 => Ok(()),
        Err(error) => Err(format!("the lock has something else to say: {error}")),
        Ok(()) => Err("the lock lets it pass".to_owned()),
    }
}

/// What the lock says when these tables become those.
fn lock(dialect: Dialect, name: &str, before: &[TableDef<'_>], after: &[TableDef<'_>]) -> Result<build::Result, String> {
    let folder = scratch(&format!("lock-{name}-{dialect}"));
    let write = |tables: &[TableDef<'_>]| {
        let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
        build::schema(schema).dialect(dialect).folder(&folder).write()
    };
    write(before).map_err(|error| error.to_string())?;
    Ok(write(after))
}

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    folder
}

/// A schema file, written and sent to the database as it stands there.
fn written(emulator: &Emulator, dialect: Dialect, name: &str, schema: Schema<'static>) -> Result<(), String> {
    let folder = scratch(&format!("written-{name}-{dialect}"));
    let tables = schema.tables().to_vec();
    build::schema(schema).dialect(dialect).folder(&folder).write().map_err(|error| error.to_string())?;
    let database = emulator.database(dialect)?;
    send(&database, &folder.join(format!("schema.{}.sql", dialect.to_string().to_lowercase())))?;
    readback::check(&database, &tables)
}

fn send(database: &Database<'_>, file: &Path) -> Result<(), String> {
    let script = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let statements: Vec<String> = script
        .split(";\n")
        .map(|part| part.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join("\n").trim().to_owned())
        .filter(|statement| !statement.is_empty())
        .collect();
    database.apply(&statements).map_err(|error| format!("{error}\n{}", statements.join(";\n")))
}

/// The files of the example crates, as they are committed.
fn example_files(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let database = emulator.database(dialect)?;
    send(&database, &examples.join(format!("shop/schema/schema.{}.sql", dialect.to_string().to_lowercase())))?;
    if dialect == Dialect::GoogleSql {
        send(&database, &examples.join("shop-tables/schema.sql"))?;
    }
    Ok(())
}
