//! What is in the way of a change, and is dropped for it.

use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, plan};
use spanner_keys_tests::emulator::Emulator;

use super::{Outcome, count, live, migrate, read, script};

/// A name, the old and the new schema in GoogleSQL and PostgreSQL, and what may be dropped. An empty
/// text leaves a dialect out.
type Pair = (&'static str, [[&'static str; 2]; 2], &'static [&'static str]);

const PAIRS: &[Pair] = &[
    (
        "views that read views",
        [
            [
                "CREATE TABLE T (Id INT64, A STRING(9)) PRIMARY KEY (Id); CREATE VIEW Z SQL SECURITY INVOKER AS SELECT T.A FROM T; CREATE VIEW A1 SQL SECURITY INVOKER AS SELECT Z.A FROM Z",
                "CREATE TABLE T (Id INT64, A BYTES(9)) PRIMARY KEY (Id); CREATE VIEW Z SQL SECURITY INVOKER AS SELECT T.A FROM T; CREATE VIEW A1 SQL SECURITY INVOKER AS SELECT Z.A FROM Z",
            ],
            [
                "create table t (id bigint primary key, a varchar(9)); create view z sql security invoker as select t.a from t; create view a1 sql security invoker as select z.a from z",
                "create table t (id bigint primary key, a bytea); create view z sql security invoker as select t.a from t; create view a1 sql security invoker as select z.a from z",
            ],
        ],
        &[],
    ),
    (
        "a change stream of a column that is dropped",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A)",
                "CREATE TABLE T (Id INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(N)",
            ],
            [
                "create table t (id bigint primary key, a bigint, n bigint); create change stream s for t(a)",
                "create table t (id bigint primary key, n bigint); create change stream s for t(n)",
            ],
        ],
        &["drop-column:T.A", "drop-column:t.a"],
    ),
    (
        "a change stream of a column that is replaced by a new one",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, B INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A, B), U",
                "CREATE TABLE T (Id INT64, A INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A, N)",
            ],
            [
                "create table t (id bigint primary key, a bigint, b bigint); create table u (id bigint primary key); create change stream s for t(a, b), u",
                "create table t (id bigint primary key, a bigint, n bigint); create change stream s for t(a, n)",
            ],
        ],
        &["drop-column:T.B", "drop-column:t.b", "drop-table:U", "drop-table:u"],
    ),
    (
        "the options of a change stream, and a table that it watches too",
        [
            [
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T",
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T, U OPTIONS (value_capture_type = 'NEW_ROW', retention_period = '3d')",
            ],
            [
                "create table t (id bigint primary key); create change stream s for t",
                "create table t (id bigint primary key); create table u (id bigint primary key); create change stream s for t, u with (value_capture_type = 'NEW_ROW', retention_period = '3d')",
            ],
        ],
        &[],
    ),
    (
        "another type with another default",
        [
            [
                "CREATE TABLE T (Id INT64, A STRING(9) NOT NULL DEFAULT ('x')) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64, A BYTES(9) NOT NULL DEFAULT (b'xy')) PRIMARY KEY (Id)",
            ],
            [
                "create table t (id bigint primary key, a bytea not null default 'x'::bytea)",
                "create table t (id bigint primary key, a varchar(9) not null default 'xy')",
            ],
        ],
        &[],
    ),
    (
        "a view that changes",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64) PRIMARY KEY (Id); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.Id FROM T",
                "CREATE TABLE T (Id INT64, A INT64) PRIMARY KEY (Id); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
            ],
            [
                "create table t (id bigint primary key, a bigint); create view v sql security invoker as select t.id from t",
                "create table t (id bigint primary key, a bigint); create view v sql security invoker as select t.a from t",
            ],
        ],
        &[],
    ),
    (
        "another name of a new table",
        [
            [
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64, SYNONYM (V)) PRIMARY KEY (Id)",
            ],
            ["", ""],
        ],
        &[],
    ),
    (
        "a default from a sequence with the name of a column that is dropped",
        [
            [
                "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE SEQUENCE R OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE TABLE T (Id INT64, A INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q)), R INT64) PRIMARY KEY (Id)",
                "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE SEQUENCE R OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE TABLE T (Id INT64, A INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE R))) PRIMARY KEY (Id)",
            ],
            [
                "create sequence q bit_reversed_positive; create sequence r bit_reversed_positive; create table t (id bigint primary key, a bigint default nextval('q'), r bigint)",
                "create sequence q bit_reversed_positive; create sequence r bit_reversed_positive; create table t (id bigint primary key, a bigint default nextval('r'))",
            ],
        ],
        &["drop-column:T.R", "drop-column:t.r"],
    ),
    (
        "generated columns of one that changes",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, G INT64 AS (A + 1) STORED, H INT64 AS (G + 1) STORED, B INT64 AS (H + 1) STORED) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64, A INT64, G INT64 AS (A + 2) STORED, H INT64 AS (G + 1) STORED, B INT64 AS (H + 1) STORED) PRIMARY KEY (Id)",
            ],
            ["", ""],
        ],
        &["drop-column:T.G", "drop-column:T.H", "drop-column:T.B"],
    ),
];

pub(super) fn what_is_in_the_way(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    for (name, schemas, allowed) in PAIRS {
        let [old, new] = schemas[side];
        if old.is_empty() {
            continue;
        }
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, old)?.ddl())?;
        database.insert(if side == 0 { "T" } else { "t" }, &["id"], &[vec![json!("1")]])?;
        let wanted = read(dialect, new)?;
        let mut options = Options::new();
        for allow in *allowed {
            options = options.allow(allow)?;
        }
        let first = plan(&live(&database)?, &wanted, &options);
        let migrated = migrate(&database, &wanted, &options);
        let Some(Outcome::Done) = migrated.map_err(|error| format!("{name}: {error}"))? else {
            return Err(format!("{name}:\n{}", script(&first)));
        };
        let second = plan(&live(&database)?, &wanted, &options);
        if !second.is_empty() || count(&database, "t")? != json!("1") {
            return Err(format!("{name}, again:\n{}", script(&second)));
        }
    }
    Ok(())
}
