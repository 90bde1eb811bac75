//! What a refusal prints leads to the new schema.

use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, plan};
use spanner_keys_tests::emulator::{Database, Emulator, Error};

use super::{Outcome, dml, live, migrate, read, script};

/// A name, and in GoogleSQL and PostgreSQL: the old schema, the new one, rows, and queries whose
/// answers stay the same.
type Move = (&'static str, [[&'static str; 4]; 2]);

const MOVES: &[Move] = &[
    (
        "another key",
        [
            [
                "CREATE TABLE T (Id INT64 NOT NULL, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
                "CREATE TABLE T (Id INT64 NOT NULL, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (A, Id); CREATE INDEX ByA ON T (A); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
                "INSERT INTO T (Id, A) VALUES (1, 5), (2, 6)",
                "SELECT Id, A FROM T ORDER BY Id",
            ],
            [
                "create table t (id bigint not null, a bigint not null, constraint small check (a < 100), primary key (id)); create index bya on t (a); create view v sql security invoker as select t.a from t",
                "create table t (id bigint not null, a bigint not null, constraint small check (a < 100), primary key (a, id)); create index bya on t (a); create view v sql security invoker as select t.a from t",
                "insert into t (id, a) values (1, 5), (2, 6)",
                "select id, a from t order by id",
            ],
        ],
    ),
    (
        "a tenant in the keys of a family, and foreign keys",
        [
            [
                "CREATE TABLE R (K INT64) PRIMARY KEY (K); CREATE TABLE P (Id INT64 NOT NULL, Tenant INT64, Ref INT64, CONSTRAINT PF FOREIGN KEY (Ref) REFERENCES R (K)) PRIMARY KEY (Id); CREATE TABLE C (Id INT64 NOT NULL, N INT64 NOT NULL, V STRING(9)) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT P ON DELETE CASCADE; CREATE UNIQUE INDEX ByV ON C (V); CREATE TABLE X (Id INT64, C1 INT64, C2 INT64, CONSTRAINT XF FOREIGN KEY (C1, C2) REFERENCES C (Id, N)) PRIMARY KEY (Id)",
                "CREATE TABLE R (K INT64) PRIMARY KEY (K); CREATE TABLE P (Id INT64 NOT NULL, Tenant INT64 NOT NULL, Ref INT64, CONSTRAINT PF FOREIGN KEY (Ref) REFERENCES R (K)) PRIMARY KEY (Tenant, Id); CREATE TABLE C (Id INT64 NOT NULL, N INT64 NOT NULL, V STRING(9), Tenant INT64 NOT NULL) PRIMARY KEY (Tenant, Id, N), INTERLEAVE IN PARENT P ON DELETE CASCADE; CREATE UNIQUE INDEX ByV ON C (V); CREATE TABLE X (Id INT64, C1 INT64, C2 INT64, CONSTRAINT XF FOREIGN KEY (C1, C2) REFERENCES C (Id, N)) PRIMARY KEY (Id)",
                "INSERT INTO R (K) VALUES (1); INSERT INTO P (Id, Tenant, Ref) VALUES (1, 7, 1), (2, 8, NULL); INSERT INTO C (Id, N, V) VALUES (1, 1, 'a'), (2, 1, 'b'); INSERT INTO X (Id, C1, C2) VALUES (1, 1, 1)",
                "SELECT Id, Tenant, Ref FROM P ORDER BY Id; SELECT Id, N, V FROM C ORDER BY Id; SELECT Id, C1, C2 FROM X",
            ],
            [
                "create table r (k bigint primary key); create table p (id bigint, tenant bigint, ref bigint, constraint pf foreign key (ref) references r (k), primary key (id)); create table c (id bigint, n bigint, v varchar(9), primary key (id, n)) interleave in parent p on delete cascade; create unique index byv on c (v); create table x (id bigint primary key, c1 bigint, c2 bigint, constraint xf foreign key (c1, c2) references c (id, n))",
                "create table r (k bigint primary key); create table p (id bigint, tenant bigint, ref bigint, constraint pf foreign key (ref) references r (k), primary key (tenant, id)); create table c (id bigint, n bigint, v varchar(9), tenant bigint, primary key (tenant, id, n)) interleave in parent p on delete cascade; create unique index byv on c (v); create table x (id bigint primary key, c1 bigint, c2 bigint, constraint xf foreign key (c1, c2) references c (id, n))",
                "insert into r (k) values (1); insert into p (id, tenant, ref) values (1, 7, 1), (2, 8, null); insert into c (id, n, v) values (1, 1, 'a'), (2, 1, 'b'); insert into x (id, c1, c2) values (1, 1, 1)",
                "select id, tenant, ref from p order by id; select id, n, v from c order by id; select id, c1, c2 from x",
            ],
        ],
    ),
    (
        "a default for a key that children have",
        [
            [
                "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id); CREATE TABLE C (Id STRING(36) NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T ON DELETE CASCADE",
                "CREATE TABLE T (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id); CREATE TABLE C (Id STRING(36) NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T ON DELETE CASCADE",
                "INSERT INTO T (Id) VALUES ('a'), ('b'); INSERT INTO C (Id, N) VALUES ('a', 1)",
                "SELECT Id FROM T ORDER BY Id; SELECT Id, N FROM C",
            ],
            [
                "create table t (id varchar(36) primary key); create table c (id varchar(36), n bigint, primary key (id, n)) interleave in parent t on delete cascade",
                "create table t (id varchar(36) default spanner.generate_uuid() primary key); create table c (id varchar(36), n bigint, primary key (id, n)) interleave in parent t on delete cascade",
                "insert into t (id) values ('a'), ('b'); insert into c (id, n) values ('a', 1)",
                "select id from t order by id; select id, n from c",
            ],
        ],
    ),
    (
        "another shard count, type of a key and type of a column",
        [
            [
                "CREATE TABLE T (S INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(CAST(Id AS STRING))), 16)) STORED, Id INT64 NOT NULL, A INT64, Gone INT64) PRIMARY KEY (S, Id)",
                "CREATE TABLE T (S INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(Id)), 32)) STORED, Id STRING(20) NOT NULL, A STRING(20)) PRIMARY KEY (S, Id)",
                "INSERT INTO T (Id, A) VALUES (1, 5), (2, NULL)",
                "SELECT CAST(Id AS STRING), CAST(A AS STRING) FROM T ORDER BY 1",
            ],
            [
                "create table t (s bigint not null generated always as (mod(abs(spanner.farm_fingerprint(cast(id as varchar))), 16)) stored, id bigint, a bigint, gone bigint, primary key (s, id))",
                "create table t (s bigint not null generated always as (mod(abs(spanner.farm_fingerprint(id)), 32)) stored, id varchar(20), a varchar(20), primary key (s, id))",
                "insert into t (id, a) values (1, 5), (2, null)",
                "select cast(id as varchar), cast(a as varchar) from t order by 1",
            ],
        ],
    ),
];

/// Runs what a refusal prints.
fn follow(database: &Database<'_>, procedure: &[String]) -> Result<(), String> {
    let (mut counts, mut after) = (Vec::new(), "");
    for line in procedure {
        let sql = line.trim_end_matches(';');
        if sql.starts_with("--") {
            after = sql;
            continue;
        }
        let failed = |error: Error| format!("{error}: {sql}");
        if sql.starts_with("INSERT") || sql.starts_with("UPDATE") {
            // Each part can run again.
            dml(database, sql).map_err(failed)?;
            dml(database, sql).map_err(failed)?;
        } else if sql.starts_with("SELECT") && after.contains("must return 0") {
            let found = database.query(sql).map_err(failed)?;
            if found != [[json!("0")]] {
                return Err(format!("{after} {sql}: {found:?}"));
            }
        } else if sql.starts_with("SELECT") {
            counts.push(database.query(sql)?);
        } else {
            if let Some(old) = sql.split(" DROP COLUMN ").nth(1) {
                // It takes the last copy of the values along.
                let new = format!("{}_new{}", &old[..old.len() - 1], &old[old.len() - 1..]);
                let table = sql.split_whitespace().nth(2).unwrap_or_default();
                let lost = format!(
                    "SELECT COUNT(*) FROM {table} WHERE ({old} IS NULL) <> ({new} IS NULL)"
                );
                if database.query(&lost).map_err(failed)? != [[json!("0")]] {
                    return Err(format!("values are lost: {sql}"));
                }
            }
            database.apply(&one_by_one(sql)).map_err(failed)?;
        }
    }
    let equal = counts.chunks(2).all(|pair| pair.first() == pair.last());
    if equal { Ok(()) } else { Err(format!("the numbers differ: {counts:?}")) }
}

/// The emulator has no rename of several tables, but several renames.
fn one_by_one(sql: &str) -> Vec<String> {
    if let Some(renames) = sql.strip_prefix("RENAME TABLE ") {
        let one = |rename: &str| format!("ALTER TABLE {}", rename.replace(" TO ", " RENAME TO "));
        return renames.split(", ").map(one).collect();
    }
    let renames = sql.split(", ALTER TABLE ").enumerate();
    let one = |(at, rename): (usize, &str)| {
        if at == 0 { rename.to_owned() } else { format!("ALTER TABLE {rename}") }
    };
    renames.map(one).collect()
}

fn parts(texts: &str) -> impl Iterator<Item = &str> {
    texts.split(';').map(str::trim)
}

/// The statements of a refused change lead to the new schema, with the rows.
pub(super) fn a_table_move(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    for (name, sides) in MOVES {
        let [old, new, rows, queries] = sides[side];
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, old)?.ddl())?;
        for sql in parts(rows) {
            dml(&database, sql)?;
        }
        let answers = || -> Result<Vec<_>, String> {
            parts(queries).map(|sql| database.query(sql).map_err(String::from)).collect()
        };
        let before = answers()?;
        let wanted = read(dialect, new)?;
        let refused = plan(&live(&database)?, &wanted, &Options::new());
        let [refusal] = refused.refusals.as_slice() else {
            return Err(format!("{name}: expected one refusal:\n{}", script(&refused)));
        };
        follow(&database, &refusal.procedure).map_err(|error| format!("{name}: {error}"))?;
        match migrate(&database, &wanted, &Options::new())? {
            Some(Outcome::Done) if answers()? == before => {}
            _ => {
                let left = plan(&live(&database)?, &wanted, &Options::new());
                return Err(format!("{name}: {:?}\n{}", answers()?, script(&left)));
            }
        }
    }
    Ok(())
}

/// So do those for a column. Its new name is the one that they print.
pub(super) fn a_column_move(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    let [old, new, row, query] = [
        [
            "CREATE TABLE T (Id INT64, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A)",
            "CREATE TABLE T (Id INT64, A STRING(9) NOT NULL, CONSTRAINT Small CHECK (A != 'x')) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A)",
            "INSERT INTO T (Id, A) VALUES (1, 5)",
            "SELECT A_new FROM T",
        ],
        [
            "create table t (id bigint primary key, a bigint not null, constraint small check (a < 100)); create index bya on t (a)",
            "create table t (id bigint primary key, a varchar(9) not null, constraint small check (a <> 'x')); create index bya on t (a)",
            "insert into t (id, a) values (1, 5)",
            "select a_new from t",
        ],
    ][side];
    let database = emulator.database(dialect)?;
    database.apply(&read(dialect, old)?.ddl())?;
    dml(&database, row)?;
    let refused = plan(&live(&database)?, &read(dialect, new)?, &Options::new());
    let [refusal] = refused.refusals.as_slice() else {
        return Err(format!("expected one refusal:\n{}", script(&refused)));
    };
    follow(&database, &refusal.procedure)?;
    let (from, to) = if side == 0 { (" A ", " A_new ") } else { (" a ", " a_new ") };
    let new = new.replace(from, to).replace("(A", "(A_new").replace("(a", "(a_new");
    let left = plan(&live(&database)?, &read(dialect, &new)?, &Options::new());
    if left.is_empty() && database.query(query)? == [[json!("5")]] {
        return Ok(());
    }
    Err(script(&left))
}

/// A type in GoogleSQL and PostgreSQL, and a value of it.
const TYPES: &[[&str; 3]] = &[
    ["BOOL", "boolean", "true"],
    ["INT64", "bigint", "1"],
    ["FLOAT32", "real", "1"],
    ["FLOAT64", "double precision", "1"],
    ["NUMERIC", "numeric", "1"],
    ["STRING(MAX)", "varchar", "'1'"],
    ["BYTES(MAX)", "bytea", "CAST('1' AS #)"],
    ["DATE", "date", "CAST('2020-01-02' AS #)"],
    ["TIMESTAMP", "timestamptz", "CAST('2020-01-02 03:04:05Z' AS #)"],
    ["JSON", "jsonb", "JSON '1'"],
    ["ARRAY<INT64>", "bigint[]", "ARRAY[1]"],
    ["ARRAY<STRING(99)>", "varchar(99)[]", "ARRAY['1']"],
];

/// What a refused type prints converts the values, or asks for an expression.
pub(super) fn every_type_as_every_other(
    emulator: &Emulator,
    dialect: Dialect,
) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    let table = |types: &[&str]| {
        let columns: Vec<String> =
            types.iter().enumerate().map(|(at, ty)| format!(", c{at} {ty}")).collect();
        let columns = columns.concat();
        match dialect {
            Dialect::GoogleSql => format!("CREATE TABLE t (id INT64{columns}) PRIMARY KEY (id)"),
            Dialect::PostgreSql => format!("create table t (id bigint primary key{columns})"),
        }
    };
    let olds: Vec<&str> = TYPES.iter().map(|ty| ty[side]).collect();
    let (mut converted, mut without) = (0, 0);
    for new in TYPES {
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, &table(&olds))?.ddl())?;
        let values: Vec<String> = TYPES
            .iter()
            .map(|ty| match (ty[2], new[0]) {
                ("'1'", "DATE" | "TIMESTAMP") => "'2020-01-02'".to_owned(),
                ("'1'", "BOOL") => "'true'".to_owned(),
                ("JSON '1'", _) if side == 1 => "to_jsonb(1)".to_owned(),
                ("JSON '1'", "BOOL") => "JSON 'true'".to_owned(),
                (value, _) => value.replace('#', ty[side].trim_end_matches("(MAX)")),
            })
            .collect();
        let names: Vec<String> = (0..TYPES.len()).map(|at| format!("c{at}")).collect();
        let (names, values) = (names.join(", "), values.join(", "));
        dml(&database, &format!("INSERT INTO t (id, {names}) VALUES (1, {values})"))?;
        dml(&database, "INSERT INTO t (id) VALUES (2)")?;
        let wanted = read(dialect, &table(&vec![new[side]; TYPES.len()]))?;
        for refusal in plan(&live(&database)?, &wanted, &Options::new()).refusals {
            let name = refusal.causes.first().map(|one| one.difference.name.clone());
            let name = name.ok_or_else(|| refusal.to_string())?;
            if refusal.procedure.iter().any(|line| line.contains("=EXPRESSION`")) {
                without += 1;
                continue;
            }
            let failed = |error| format!("{name} to {}: {error}", new[side]);
            follow(&database, &refusal.procedure).map_err(failed)?;
            converted += 1;
        }
    }
    println!("{converted} conversions of types, {without} without a cast, {dialect}");
    if converted >= 60 { Ok(()) } else { Err("few types are converted".to_owned()) }
}
