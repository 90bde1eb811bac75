//! Changes of tables, and their outcomes.

use spanner_keys::schema::{
    ColumnDef, CounterOptions, Fill, KeyPart, OnDelete, ShardBy, SqlText, SqlType, TableDef,
};

use crate::tables::{
    child, col, filled, generated, led_by, list, null, sequence, shard, table, two,
};

const EMAIL: ColumnDef<'static> = null("Email", SqlType::text(99));

/// The outcome of a change.
pub(crate) enum Verdict {
    /// The lock accepts it, and these statements apply it, in GoogleSQL and in PostgreSQL.
    Altered([&'static [&'static str]; 2]),
    /// The lock refuses it, and the database refuses these statements with this message.
    Impossible([(&'static str, &'static str); 2]),
    /// The lock refuses it, although the database accepts these statements: it does not know the
    /// meaning of the rows, or is laxer than the documentation.
    Stricter([&'static [&'static str]; 2]),
}
use Verdict::{Altered, Impossible, Stricter};

pub(crate) struct Change {
    pub(crate) name: &'static str,
    pub(crate) before: Vec<TableDef<'static>>,
    pub(crate) after: Vec<TableDef<'static>>,
    pub(crate) verdict: Verdict,
}

/// A table `T` with the key `K` and an e-mail address.
fn keyed(key: ColumnDef<'static>) -> TableDef<'static> {
    table("T", [key, EMAIL])
}

fn lower(fill: Fill<'static>, ty: SqlType) -> TableDef<'static> {
    table(
        "T",
        [col("K", SqlType::text(36)), EMAIL, ColumnDef { nullable: true, ..filled("L", ty, fill) }],
    )
}

fn stored(google: &'static str, postgres: &'static str) -> Fill<'static> {
    generated(two(google, postgres), true)
}

/// A table `T` with a shard over `K`.
fn sharded(count: u16, by: ShardBy, length: u32) -> TableDef<'static> {
    let inputs: &[usize] = if by == ShardBy::Chance { &[] } else { &[1] };
    let shard = filled("S", SqlType::INT64, shard(count, inputs, by));
    led_by(2, "T", &[shard, col("K", SqlType::text(length)), EMAIL])
}

/// `T` and its child `C`.
fn family(length: u32, on_delete: OnDelete) -> Vec<TableDef<'static>> {
    let parent = keyed(col("K", SqlType::text(length)));
    let child = child(
        "C",
        parent,
        on_delete,
        [col("K", SqlType::text(length)), col("Line", SqlType::INT64)],
    );
    vec![parent, child]
}

fn two_parts(first: usize, second: usize, descending: bool) -> TableDef<'static> {
    let key = list([KeyPart { descending, ..KeyPart::new(first) }, KeyPart::new(second)]);
    TableDef { key, ..table("T", [col("A", SqlType::text(9)), col("B", SqlType::text(9))]) }
}

fn stamped(commit_timestamp: bool) -> TableDef<'static> {
    let at = ColumnDef { commit_timestamp, ..col("At", SqlType::TIMESTAMP) };
    led_by(2, "T", &[col("A", SqlType::text(9)), at])
}

/// Changes with their outcomes.
macro_rules! changes {
    ($($name:literal: $change:expr => $verdict:expr;)+) => {
        vec![$({
            let (before, after) = $change;
            Change { name: $name, before, after, verdict: $verdict }
        }),+]
    };
}

/// Changes of columns that Spanner can apply, or that only the lock refuses.
pub(crate) fn possible() -> Vec<Change> {
    let text = |length| keyed(col("K", SqlType::text(length)));
    let int = |fill| keyed(filled("K", SqlType::INT64, fill));
    let widen: [&[&str]; 2] = [
        &["ALTER TABLE T ALTER COLUMN K STRING(64) NOT NULL"],
        &[r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(64), ALTER COLUMN "K" SET NOT NULL"#],
    ];
    let low = || lower(stored("LOWER({Email})", "lower({Email})"), SqlType::TEXT);
    let one = |before, after| (vec![before], vec![after]);
    changes! {
        "longer_key": one(text(36), text(64)) => Altered(widen);
        "shorter_key": one(text(99), text(64)) => Altered(widen);
        "longer_shard_input":
            one(sharded(16, ShardBy::Database, 36), sharded(16, ShardBy::Database, 64))
                => Altered(widen);
        "commit_timestamp": one(stamped(false), stamped(true)) => Altered([
            &["ALTER TABLE T ALTER COLUMN `At` SET OPTIONS (allow_commit_timestamp = true)"],
            &[r#"ALTER TABLE "T" ALTER COLUMN "At" TYPE spanner.commit_timestamp, ALTER COLUMN "At" SET NOT NULL"#],
        ]);
        "other_delete_action": (family(36, OnDelete::NoAction), family(36, OnDelete::Cascade)) => Altered([
            &["ALTER TABLE C SET ON DELETE CASCADE"],
            &[r#"ALTER TABLE "C" SET ON DELETE CASCADE"#],
        ]);
        "stored_column_dropped": one(low(), text(36)) =>
            Altered([&["ALTER TABLE T DROP COLUMN L"], &[r#"ALTER TABLE "T" DROP COLUMN "L""#]]);
        "stored_column_added": one(text(36), low()) => Altered([
            &["ALTER TABLE T ADD COLUMN L STRING(MAX) AS (LOWER(`Email`)) STORED"],
            &[r#"ALTER TABLE "T" ADD COLUMN "L" text GENERATED ALWAYS AS (lower("Email")) STORED"#],
        ]);
        "bytes_for_text": one(text(36), keyed(col("K", SqlType::bytes(36)))) => Stricter([
            &["ALTER TABLE T ALTER COLUMN K BYTES(36) NOT NULL"],
            &[r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE bytea, ALTER COLUMN "K" SET NOT NULL"#],
        ]);
        "uuid_for_supplied": one(text(36), keyed(filled("K", SqlType::text(36), Fill::UuidV4))) => Altered([
            &["ALTER TABLE T ALTER COLUMN K SET DEFAULT (GENERATE_UUID())"],
            &[r#"ALTER TABLE "T" ALTER COLUMN "K" SET DEFAULT spanner.generate_uuid()"#],
        ]);
        "sequence_for_random":
            one(int(Fill::Random), int(sequence("Seq", CounterOptions::default()))) => Altered([
            &[
                "CREATE SEQUENCE Seq OPTIONS (sequence_kind = 'bit_reversed_positive')",
                "ALTER TABLE T ALTER COLUMN K SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Seq))",
            ],
            &[
                r#"CREATE SEQUENCE "Seq" BIT_REVERSED_POSITIVE"#,
                r#"ALTER TABLE "T" ALTER COLUMN "K" SET DEFAULT nextval('Seq')"#,
            ],
        ]);
        "counter_for_random": one(int(Fill::Random), int(Fill::BitReversed)) => Altered([&[], &[]]);
        "client_shard_count":
            one(sharded(16, ShardBy::Client, 36), sharded(32, ShardBy::Client, 36)) => Stricter([
            &["ALTER TABLE T DROP CONSTRAINT T_S_shard"],
            &[r#"ALTER TABLE "T" DROP CONSTRAINT "T_S_shard""#],
        ]);
    }
}

/// Changes, and for each a statement with the error of the database, in GoogleSQL and PostgreSQL.
macro_rules! impossible {
    ($($name:literal: $change:expr =>
        $google:literal: $error:literal, $postgres:literal: $other_error:literal;)+) => {
        changes! {
            $($name: $change => Impossible([($google, $error), ($postgres, $other_error)]);)+
        }
    };
}

/// Changes of keys and parents that both the lock and the database refuse.
fn impossible_keys() -> Vec<Change> {
    let text = |length| keyed(col("K", SqlType::text(length)));
    let int = |fill| keyed(filled("K", SqlType::INT64, fill));
    let one = |before, after| (vec![before], vec![after]);
    let alone = led_by(2, "C", &[col("K", SqlType::text(36)), col("Line", SqlType::INT64)]);
    let first_part = || TableDef { key: list([KeyPart::new(0)]), ..two_parts(0, 1, false) };
    let hashed = |count, by| sharded(count, by, 36);
    let (database, client) = (ShardBy::Database, ShardBy::Client);
    impossible! {
        "shard_count": one(hashed(16, database), hashed(32, database)) =>
            "ALTER TABLE T ALTER COLUMN S INT64 NOT NULL AS (FARM_FINGERPRINT(K) & 31) STORED":
                "Cannot change",
            r#"ALTER TABLE "T" ALTER COLUMN "S" SET DEFAULT 1"#: "cannot be a generated column";
        "shard_not_computed": one(hashed(16, database), hashed(16, client)) =>
            "ALTER TABLE T ALTER COLUMN S INT64 NOT NULL": "Cannot convert generated column",
            r#"ALTER TABLE "T" ALTER COLUMN "S" TYPE bigint, ALTER COLUMN "S" SET NOT NULL"#:
                "Cannot convert generated column";
        "type": one(int(Fill::Supplied), text(36)) =>
            "ALTER TABLE T ALTER COLUMN K STRING(36) NOT NULL": "Cannot change type of column",
            r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(36), ALTER COLUMN "K" SET NOT NULL"#:
                "Cannot change type of column";
        "length_under_a_child": (family(36, OnDelete::Cascade), family(64, OnDelete::Cascade)) =>
            "ALTER TABLE T ALTER COLUMN K STRING(64) NOT NULL": "could not be made",
            r#"ALTER TABLE "T" ALTER COLUMN "K" TYPE varchar(64), ALTER COLUMN "K" SET NOT NULL"#:
                "could not be made";
        "key_column_more": one(first_part(), two_parts(0, 1, false)) =>
            "ALTER TABLE T ADD PRIMARY KEY (A, B)": "rror parsing",
            r#"ALTER TABLE "T" ADD PRIMARY KEY ("A", "B")"#: "Constraint type is not supported";
        "key_column_less": one(two_parts(0, 1, false), first_part()) =>
            "ALTER TABLE T DROP COLUMN B": "Cannot drop key column",
            r#"ALTER TABLE "T" DROP COLUMN "B""#: "Cannot drop key column";
        "key_order": one(two_parts(0, 1, false), two_parts(1, 0, false)) =>
            "ALTER TABLE T SET PRIMARY KEY (B, A)": "rror parsing",
            r#"ALTER TABLE "T" DROP CONSTRAINT "PRIMARY_KEY""#: "is not a constraint";
        "key_column_name": one(text(36), keyed(col("Other", SqlType::text(36)))) =>
            "ALTER TABLE T RENAME COLUMN K TO Other": "rror parsing",
            r#"ALTER TABLE "T" RENAME COLUMN "K" TO "Other""#:
                "Only <TABLE> is supported for renaming";
        "parent": (vec![text(36), alone], family(36, OnDelete::NoAction)) =>
            "ALTER TABLE C SET INTERLEAVE IN PARENT T": "rror parsing",
            r#"ALTER TABLE "C" SET INTERLEAVE IN PARENT "T""#:
                "SET INTERLEAVE IN> statement is not supported";
    }
}

/// Changes of generated columns that both the lock and the database refuse.
fn impossible_fills() -> Vec<Change> {
    let int = |fill| keyed(filled("K", SqlType::INT64, fill));
    let identity = || int(Fill::Identity(CounterOptions::default()));
    let text = |fill| lower(fill, SqlType::TEXT);
    let low = || text(stored("LOWER({Email})", "lower({Email})"));
    let late = generated(two("LOWER({Email})", "lower({Email})"), false);
    let one = |before, after| (vec![before], vec![after]);
    impossible! {
        "identity_for_plain": one(int(Fill::Random), identity()) =>
            "ALTER TABLE T ALTER COLUMN K INT64 NOT NULL GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)":
                "to an identity column",
            r#"ALTER TABLE "T" ALTER COLUMN "K" ADD GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)"#:
                "Operation is not supported";
        "plain_for_identity": one(identity(), int(Fill::Random)) =>
            "ALTER TABLE T ALTER COLUMN K INT64 NOT NULL": "drop the identity property",
            r#"ALTER TABLE "T" ALTER COLUMN "K" DROP IDENTITY"#: "Operation is not supported";
        "stored_expression": one(low(), text(stored("UPPER({Email})", "upper({Email})"))) =>
            "ALTER TABLE T ALTER COLUMN L STRING(MAX) AS (UPPER(`Email`)) STORED":
                "Cannot change the expression",
            r#"ALTER TABLE "T" ALTER COLUMN "L" SET DEFAULT upper("Email")"#:
                "cannot be a generated column";
        "virtual_for_stored": one(low(), text(late)) =>
            "ALTER TABLE T ALTER COLUMN L STRING(MAX) AS (LOWER(`Email`))":
                "Cannot change the STORED attribute",
            r#"ALTER TABLE "T" ALTER COLUMN "L" DROP EXPRESSION"#: "Operation is not supported";
        "plain_for_stored": one(low(), text(Fill::Supplied)) =>
            "ALTER TABLE T ALTER COLUMN L STRING(MAX)": "Cannot convert generated column",
            r#"ALTER TABLE "T" ALTER COLUMN "L" TYPE text, ALTER COLUMN "L" DROP NOT NULL"#:
                "Cannot convert generated column";
        "stored_type": one(low(), lower(generated(SqlText::both("1"), true), SqlType::INT64)) =>
            "ALTER TABLE T ALTER COLUMN L INT64 AS (1) STORED": "Cannot change",
            r#"ALTER TABLE "T" ALTER COLUMN "L" TYPE bigint, ALTER COLUMN "L" DROP NOT NULL"#:
                "Cannot convert generated column";
    }
}

/// All changes that both the lock and the database refuse, in both dialects.
pub(crate) fn impossible() -> Vec<Change> {
    impossible_keys().into_iter().chain(impossible_fills()).collect()
}

/// Changes in GoogleSQL only: nullable keys and descending keys.
pub(crate) fn googlesql_only() -> Vec<Change> {
    let text = || keyed(col("K", SqlType::text(36)));
    changes! {
        "key_allows_null": (vec![text()], vec![keyed(null("K", SqlType::text(36)))]) =>
            Impossible([("ALTER TABLE T ALTER COLUMN K STRING(36)", "Cannot change key column"); 2]);
        "direction": (vec![two_parts(0, 1, false)], vec![two_parts(0, 1, true)]) =>
            Impossible([("ALTER TABLE T SET PRIMARY KEY (A DESC, B)", "rror parsing"); 2]);
    }
}
