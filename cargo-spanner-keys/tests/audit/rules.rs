//! What the rules find, and what they do not.

use std::path::Path;
use std::{env, fs};

use super::{FINE, Folder, HOT, code, error, findings, out, run};

#[test]
fn fixes_are_for_what_is_hot() {
    let folder = Folder::new("fixes");
    let parents = "CREATE TABLE P (Ts TIMESTAMP NOT NULL) PRIMARY KEY (Ts);\nCREATE TABLE E (Id STRING(36) NOT NULL, X TIMESTAMP) PRIMARY KEY (Id), ROW DELETION POLICY (OLDER_THAN(X, INTERVAL 1 DAY));\n";
    for (text, wanted, unwanted) in [
        (
            "CREATE TABLE F (Id STRING(36) NOT NULL, T TIMESTAMP, CONSTRAINT k FOREIGN KEY (T) REFERENCES P (Ts)) PRIMARY KEY (Id);",
            "ALTER TABLE `F` DROP CONSTRAINT `k`;\n          ALTER TABLE `F` ADD CONSTRAINT `k` FOREIGN KEY (`T`) REFERENCES `P` (`Ts`) NOT ENFORCED;",
            "PRIMARY KEY (`Shard`, `Id`)",
        ),
        (
            "CREATE TABLE F (Id STRING(36) NOT NULL, T TIMESTAMP, FOREIGN KEY (T) REFERENCES P (Ts)) PRIMARY KEY (Id);",
            "`on_delete = unchecked` in `foreign_key`",
            "DROP CONSTRAINT",
        ),
        (
            "CREATE TABLE C (Id STRING(36) NOT NULL, N INT64 NOT NULL) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT E;",
            "ALTER TABLE `C` SET ON DELETE CASCADE;",
            "CONSTRAINT",
        ),
        (
            "CREATE TABLE C (Id STRING(36) NOT NULL, E STRING(36), CONSTRAINT k FOREIGN KEY (E) REFERENCES E (Id)) PRIMARY KEY (Id);",
            "ADD CONSTRAINT `k` FOREIGN KEY (`E`) REFERENCES `E` (`Id`) ON DELETE CASCADE;",
            "SET ON DELETE",
        ),
        (
            "CREATE TABLE U (Id STRING(MAX) NOT NULL) PRIMARY KEY (Id);",
            "ALTER TABLE `U` ALTER COLUMN `Id` STRING(256) NOT NULL;",
            "ALTER COLUMN `Id` STRING(256);",
        ),
        (
            "CREATE TABLE U (Id STRING(MAX) NOT NULL DEFAULT ('a')) PRIMARY KEY (Id);",
            "#[column(length = 256)]",
            "ALTER TABLE `U`",
        ),
        // The clauses of an index stay.
        (
            "CREATE TABLE I (Id STRING(36) NOT NULL, T TIMESTAMP, V INT64) PRIMARY KEY (Id);\nCREATE NULL_FILTERED INDEX ByT ON I (T DESC) STORING (V);",
            "CREATE NULL_FILTERED INDEX `ByTSharded` ON `I` (`Shard`, `T` DESC) STORING (`V`);",
            "columns(shard, desc(t)))]",
        ),
        (
            "CREATE TABLE I (Id STRING(36) NOT NULL, T TIMESTAMP, V INT64) PRIMARY KEY (Id);\nCREATE NULL_FILTERED INDEX ByT ON I (T DESC) STORING (V);",
            "#[index(ByTSharded, columns(shard, desc(t)), storing(v), null_filtered)]",
            "CREATE INDEX `ByTSharded`",
        ),
        // A shard of the day would be as hot as the day.
        (
            "CREATE TABLE D (Day DATE NOT NULL, Id STRING(36)) PRIMARY KEY (Day, Id);",
            "or a shard, before it",
            "FARM_FINGERPRINT(CAST(`Day` AS STRING))",
        ),
        // The key of a parent cannot be altered.
        (
            "CREATE TABLE N (Id INT64 NOT NULL) PRIMARY KEY (Id);\nCREATE TABLE M (Id INT64 NOT NULL, L INT64 NOT NULL) PRIMARY KEY (Id, L), INTERLEAVE IN PARENT N ON DELETE CASCADE;",
            "#[key(sequence = \"NIds\", skip_range(1, 1_000_000))]",
            "ALTER TABLE `N` ALTER COLUMN",
        ),
    ] {
        let file = folder.file("a.sql", &format!("{parents}{text}"));
        let output = out(&run(&["audit", &file]));
        assert!(output.contains(wanted) && !output.contains(unwanted), "{text}\n{output}");
    }
}

/// What looks like a hotspot and is none, in both dialects: the types alone must not condemn it.
#[test]
fn near_misses_are_not_hot() {
    let folder = Folder::new("near");
    let google =
        "Id STRING(36) NOT NULL, U STRING(36), N INT64, Flag BOOL, At TIMESTAMP, Born DATE, J JSON";
    let table = format!("CREATE TABLE T ({google}) PRIMARY KEY (Id);");
    let keyed = |column: &str, key: &str| {
        format!("CREATE TABLE T ({google}, {column}) PRIMARY KEY ({key})")
    };
    let google = [
        // An entity, a hash or an id comes before the clock.
        format!("CREATE TABLE T ({google}) PRIMARY KEY (Id, At DESC)"),
        format!("{table} CREATE INDEX I ON T (U, At DESC)"),
        format!("{table} CREATE INDEX I ON T (Flag, U, At)"),
        keyed("S INT64 AS (MOD(ABS(FARM_FINGERPRINT(Id)), 16)) STORED", "S, At, Id"),
        keyed("S INT64 AS (FARM_FINGERPRINT(Id) & 15) STORED", "S, At, Id"),
        keyed("S INT64 AS (MOD(UNIX_MICROS(At), 16)) STORED", "S, At, Id"),
        keyed("S STRING(64) AS (TO_HEX(SHA256(CAST(At AS STRING)))) STORED", "S, Id"),
        keyed("S INT64 AS (BIT_REVERSE(N, true)) STORED", "S"),
        keyed("S INT64 AS (MOD(N, 32)) STORED", "S, At, Id"),
        // The rows are stored with their parent's.
        format!("{table} CREATE TABLE C (Id STRING(36) NOT NULL, At TIMESTAMP) PRIMARY KEY (Id, At), INTERLEAVE IN PARENT T"),
        format!("{table} CREATE TABLE C (Id STRING(36) NOT NULL, At TIMESTAMP, X INT64) PRIMARY KEY (Id, At); CREATE INDEX I ON C (Id, X), INTERLEAVE IN T"),
        // Values that do not follow the clock, or may not.
        format!("{table} CREATE INDEX ByBirthday ON T (Born)"),
        format!("{table} CREATE INDEX I ON T (N)"),
        format!("{table} CREATE INDEX I ON T (Flag)"),
        "CREATE TABLE T (Id INT64 NOT NULL GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Id STRING(36) DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Flag BOOL NOT NULL, N INT64) PRIMARY KEY (Flag, N)".to_owned(),
        // One row, or none that has a place.
        "CREATE TABLE T (At TIMESTAMP) PRIMARY KEY ()".to_owned(),
        "CREATE TABLE T (At TIMESTAMP)".to_owned(),
        // A clock that only the table without order has.
        format!("{table} CREATE INDEX I ON T (U) STORING (At)"),
        format!("{table} CREATE SEARCH INDEX I ON T (At) ORDER BY At DESC"),
        // Dropped, or renamed away.
        format!("{table} CREATE INDEX I ON T (At); DROP INDEX I"),
        "CREATE TABLE E (At TIMESTAMP NOT NULL) PRIMARY KEY (At); DROP TABLE E; CREATE TABLE F (Id STRING(36)) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE P (U STRING(36)) PRIMARY KEY (U); CREATE TABLE T (Id STRING(36), U STRING(36), At TIMESTAMP, CONSTRAINT F FOREIGN KEY (U) REFERENCES P (U)) PRIMARY KEY (Id)".to_owned(),
    ];
    let columns =
        "id varchar(36) not null, u varchar(36), n bigint, flag boolean, at timestamptz, dob date";
    let table = format!("create table t ({columns}, primary key (id));");
    let keyed = |column: &str, key: &str| {
        format!("create table t ({columns}, {column}, primary key ({key}))")
    };
    let postgres = [
        format!("create table t ({columns}, primary key (id, at))"),
        format!("{table} create index i on t (u, at desc)"),
        format!("{table} create index i on t (flag, u, at)"),
        keyed("s bigint generated always as (mod(abs(spanner.farm_fingerprint(id)), 16)) stored", "s, at, id"),
        keyed("s bigint generated always as (spanner.farm_fingerprint(id) & 15) stored", "s, at, id"),
        keyed("s bigint generated always as (spanner.bit_reverse(n, true)) stored", "s"),
        format!("{table} create table c (id varchar(36) not null, at timestamptz, primary key (id, at)) interleave in parent t"),
        format!("{table} create index i on t (dob)"),
        "create table a (id text primary key, release_date date); create index i on a (release_date)".to_owned(),
        format!("{table} create index i on t (n)"),
        "create table t (id bigserial primary key)".to_owned(),
        "create table t (id uuid default gen_random_uuid() primary key)".to_owned(),
        "create sequence s bit_reversed_positive; create table t (id bigint default nextval('s') primary key)".to_owned(),
        "create table t (id bigint primary key)".to_owned(),
        format!("{table} create index i on t (u) include (at)"),
        format!("{table} create index i on t (at); drop index i"),
    ];
    for (dialect, texts) in [("googlesql", &google[..]), ("postgresql", &postgres[..])] {
        for text in texts {
            let file = folder.file("a.sql", text);
            let output = run(&["audit", &file, "--dialect", dialect]);
            let shown = format!("{text}\n{}{}", out(&output), error(&output));
            assert!(code(&output) == 0 && error(&output).is_empty(), "{shown}");
        }
    }
}

/// The same, where it is one.
#[test]
fn certain_hotspots_are_hot_in_both_dialects() {
    let folder = Folder::new("certain");
    for (dialect, text) in [
        ("googlesql", "CREATE TABLE T (At TIMESTAMP, Id STRING(36)) PRIMARY KEY (At DESC, Id)"),
        ("googlesql", "CREATE TABLE T (D DATE, Id STRING(36)) PRIMARY KEY (D, Id)"),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), At TIMESTAMP, F BOOL) PRIMARY KEY (Id); CREATE NULL_FILTERED INDEX I ON T (F, At)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), Made TIMESTAMP, S INT64 AS (UNIX_SECONDS(Made)) STORED) PRIMARY KEY (S, Id)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), F BOOL, At TIMESTAMP, S INT64 AS (MOD(ABS(FARM_FINGERPRINT(CAST(F AS STRING))), 16)) STORED) PRIMARY KEY (S, At, Id)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id); ALTER TABLE T ADD COLUMN At TIMESTAMP; CREATE INDEX I ON T (At); ALTER TABLE T RENAME TO U",
        ),
        (
            "postgresql",
            "create table t (at spanner.commit_timestamp, id varchar, primary key (at, id))",
        ),
        (
            "postgresql",
            "create table t (id varchar primary key, d date); create index i on t (d desc)",
        ),
        (
            "postgresql",
            "create table t (id varchar primary key, k varchar, at timestamptz, constraint ks check ((k)::text = any ((array['a'::text, 'b'::text])::text[]))); create index i on t (k, at)",
        ),
        (
            "postgresql",
            "create schema s; create table s.t (id varchar primary key, flag boolean, at timestamptz); create index i on s.t (flag, at)",
        ),
        ("postgresql", "create table \"Odd.Name\" (at timestamptz primary key)"),
    ] {
        let file = folder.file("a.sql", text);
        let output = run(&["audit", &file, "--dialect", dialect]);
        assert_eq!(code(&output), 1, "{text}\n{}{}", out(&output), error(&output));
        assert!(out(&output).contains("a.sql:1:"), "{text}\n{}", out(&output));
    }
}

#[test]
fn a_waiver_above_a_foreign_key_counts() {
    let folder = Folder::new("foreign");
    let tables = "-- spanner-keys: allow_hotspot \"a calendar\"\nCREATE TABLE D (Day DATE) PRIMARY KEY (Day);\nCREATE TABLE A (Id STRING(36), Day DATE) PRIMARY KEY (Id);\n";
    let add = "ALTER TABLE A ADD CONSTRAINT F FOREIGN KEY (Day) REFERENCES D (Day);\n";
    let waiver = "-- spanner-keys: allow_hotspot \"few rows\"\n";
    for (text, wanted) in [(format!("{tables}{add}"), 1), (format!("{tables}{waiver}{add}"), 0)] {
        let output = run(&["audit", &folder.file("a.sql", &text)]);
        assert_eq!(code(&output), wanted, "{text}\n{}", out(&output));
    }
    let unknown = run(&["audit", &folder.file("b.sql", "CREATE TABLE A (Id STRING(36), B STRING(3), CONSTRAINT F FOREIGN KEY (B) REFERENCES Gone (B)) PRIMARY KEY (Id)")]);
    assert!(
        error(&unknown).contains("unknown table `Gone` in a foreign key"),
        "{}",
        error(&unknown)
    );
}

#[test]
fn a_waiver_needs_a_reason() {
    let folder = Folder::new("waiver");
    for (comment, wanted) in [
        ("-- spanner-keys: allow_hotspot \"ten rows a day\"\n", 0),
        ("/* spanner-keys: allow_hotspot = \"ten rows a day\" */\n", 0),
        ("-- spanner-keys: allow_hotspot\n", 1),
        ("-- spanner-keys: allow_hotspot \"\"\n", 1),
        ("", 1),
    ] {
        let file = folder.file("a.sql", &format!("{FINE}{comment}{HOT}"));
        assert_eq!(code(&run(&["audit", &file])), wanted, "{comment}");
    }
    let index = "CREATE TABLE T (Id STRING(36), At TIMESTAMP) PRIMARY KEY (Id);\n-- spanner-keys: allow_hotspot \"rare\"\nCREATE INDEX I ON T (At);\nCREATE INDEX J ON T (At DESC);";
    let found = findings(&folder.file("b.sql", index), &["--only", "clock-leads"]);
    assert_eq!(found.len(), 1, "a waiver is for one statement");
    assert_eq!(found[0][3], "J");
}

/// A schema in which a rule finds something at this level, and one in which it finds nothing.
fn finds(folder: &Folder, rule: &str, level: &str, hit: &str, miss: &str) {
    let found = findings(&folder.file("hit.sql", hit), &["--only", rule]);
    assert!(found.iter().any(|finding| finding[1] == level), "{rule}: {hit}: {found:?}");
    let found = findings(&folder.file("miss.sql", miss), &["--only", rule]);
    assert_eq!(found, Vec::<[String; 5]>::new(), "{rule}: {miss}");
}

#[test]
fn names_suggest_what_types_leave_open() {
    let folder = Folder::new("names");
    let index = |columns: &str| {
        format!(
            "CREATE TABLE T (Id STRING(36), Status STRING(9), Flag BOOL, CreatedAtMs INT64, ResponseTimeMs INT64, Date STRING(10), BirthDate STRING(10), EventUlid STRING(26), EventId STRING(26), OtherId STRING(36), StatusCode INT64, SourceId INT64, IsActive INT64, Island INT64, Day INT64, ExpiryMonth INT64) PRIMARY KEY (Id); CREATE INDEX I ON T ({columns})"
        )
    };
    for (rule, level, hit, miss) in [
        ("low-cardinality-index", "advice", "Status", "Status, ResponseTimeMs"),
        ("clock-leads", "likely", "CreatedAtMs DESC", "ResponseTimeMs"),
        ("clock-leads", "likely", "Flag, Date", "BirthDate, Date"),
        ("state-before-clock", "likely", "Status, CreatedAtMs", "Status, ResponseTimeMs"),
        ("time-ordered-id-leads", "likely", "EventUlid", "ResponseTimeMs, EventUlid"),
        ("time-ordered-id-leads", "likely", "EventId", "OtherId"),
        ("state-before-clock", "likely", "StatusCode, CreatedAtMs", "SourceId, CreatedAtMs"),
        ("state-before-clock", "likely", "IsActive, CreatedAtMs", "Island, CreatedAtMs"),
        ("clock-leads", "likely", "Day", "ExpiryMonth"),
    ] {
        finds(&folder, rule, level, &index(hit), &index(miss));
    }
    let key = |columns: &str| {
        format!("create table t (created_at text, id text, primary key ({columns}))")
    };
    finds(&folder, "clock-leads", "likely", &key("created_at, id"), &key("id, created_at"));
    let clock = |sql: &str| {
        format!("CREATE TABLE T (Id STRING(99) NOT NULL DEFAULT ({sql})) PRIMARY KEY (Id);")
    };
    finds(
        &folder,
        "clock-leads",
        "likely",
        &clock("FORMAT_TIMESTAMP('%F', CURRENT_TIMESTAMP())"),
        &clock("TO_HEX(MD5(CAST(CURRENT_TIMESTAMP() AS STRING)))"),
    );
}

/// The cases of `rules.txt`.
#[test]
fn rules_find_what_has_an_effect() {
    let folder = Folder::new("rules");
    let table = "CREATE TABLE T (Id STRING(36) NOT NULL, Status STRING(9), Flag BOOL, Name STRING(64), N INT64, At TIMESTAMP) PRIMARY KEY (Id);";
    let sequence = "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive');";
    let by_sequence =
        "CREATE TABLE S (Id INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q))";
    let sql = |line: &str| {
        let line = line.replace("{table}", table).replace("{sequence}", sequence);
        line.replace("{by_sequence}", by_sequence).replace("\\n", "\n")
    };
    let mut cases = 0;
    for case in include_str!("rules.txt").split("\n\n").skip(1) {
        let [rule, hit, miss] = case.lines().collect::<Vec<_>>()[..] else { panic!("{case}") };
        let (rule, level) = rule.split_once(' ').unwrap();
        finds(&folder, rule, level, &sql(hit), &sql(miss));
        cases += 1;
    }
    assert_eq!(cases, 27);
}

/// What a person sees in real schemas, as `corpus/README.md` lists it.
#[test]
fn hotspots_of_real_schemas_are_found_and_nothing_else_is_hot() {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("real schemas were NOT read: SPANNER_KEYS_CORPUS is not set");
        return;
    };
    let found = |file: &str| {
        let path = Path::new(&corpus).join(format!("spanner/{file}.sql"));
        findings(&path.to_string_lossy(), &[])
    };
    let at = |found: &[[String; 5]], name: &str| {
        let mut hits = found.iter().filter(|finding| finding[1] != "advice");
        hits.any(|finding| finding[3] == name || (finding[3].is_empty() && finding[2] == name))
    };
    for (file, names) in [
        ("syncstorage", &["collections"][..]),
        ("wfa-duchy", &["ComputationsByLockExpirationTime"]),
        ("luci-analysis", &["ReclusteringShards"]),
        (
            "syzkaller-cluster",
            &["SeriesByPublishedAt", "SessionsByFinishedAt", "SessionReportsByStatus"],
        ),
        (
            "akka-persistence-spanner",
            &["eventTagTable_tag_and_offset", "objectTable_tag_and_offset"],
        ),
        ("spanner101", &["Singers"]),
        ("pgadapter-tpcc", &["warehouse"]),
    ] {
        let found = found(file);
        for name in names {
            assert!(at(&found, name), "{file}: {name} is missing in {found:?}");
        }
    }
    let mut hot = Vec::new();
    for entry in fs::read_dir(Path::new(&corpus).join("spanner")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let findings = found(&name).into_iter().filter(|finding| finding[1] == "hot");
        hot.extend(findings.map(|finding| finding[3].clone()));
    }
    hot.sort();
    assert_eq!(hot, ["SeriesByPublishedAt", "SessionsByFinishedAt"]);
    let redundant = found("spanner101").into_iter().find(|finding| finding[0] == "redundant-index");
    assert_eq!(redundant.unwrap()[3], "UserIDByUserDepositHistories");
}
