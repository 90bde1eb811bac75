//! Statements that change what earlier ones created.

use spanner_keys::Dialect::{GoogleSql, PostgreSql};
use spanner_keys::catalog::{Catalog, ColumnValue, KeptStatement};
use spanner_keys::schema::{CounterOptions, OnDelete, SqlType};

use super::{google, names, postgres, problem, read, table};

const T: &str = "CREATE TABLE T (Id STRING(36) NOT NULL, N INT64, At TIMESTAMP) PRIMARY KEY (Id);";

fn kept(catalog: &Catalog) -> Vec<&KeptStatement> {
    catalog.kept().collect()
}

#[test]
fn columns_are_added_altered_and_dropped() {
    let catalog = google(&format!(
        "{T} ALTER TABLE T ADD COLUMN A STRING(9) NOT NULL DEFAULT ('x');
         ALTER TABLE T ALTER COLUMN A STRING(MAX);
         ALTER TABLE T ALTER COLUMN N SET DEFAULT (7);
         ALTER TABLE T ALTER COLUMN At SET OPTIONS (allow_commit_timestamp = true);
         ALTER TABLE T ADD COLUMN IF NOT EXISTS N STRING(5);
         ALTER TABLE T ADD COLUMN B INT64 AS (N + 1) STORED;
         ALTER TABLE T ADD COLUMN C INT64;
         ALTER TABLE T DROP COLUMN C"
    ));
    let table = table(&catalog, "T");
    let a = table.column("A").unwrap();
    // A default that is not stated again is gone, and so is NOT NULL.
    assert_eq!((a.ty, a.nullable, &a.value), (SqlType::TEXT, true, &ColumnValue::Supplied));
    assert_eq!(table.column("N").unwrap().value, ColumnValue::Default("7".to_owned()));
    assert_eq!(table.column("N").unwrap().ty, SqlType::INT64);
    assert!(table.column("At").unwrap().commit_timestamp);
    let sql = "{N} + 1".to_owned();
    assert_eq!(table.column("B").unwrap().value, ColumnValue::Generated { sql, stored: true });
    assert!(table.column("C").is_none());
}

#[test]
fn postgresql_alters_several_things_at_once() {
    let catalog = postgres(
        "create table t (id varchar(36) primary key, n int, at timestamptz);
         alter table t alter column n type varchar(5), alter column n set not null, add column m bigint;
         alter table t alter column m set default 1 + 2;
         alter table t add ttl interval '4 weeks 2 days' on at;
         alter table t alter ttl interval '2 months' on at",
    );
    let table = table(&catalog, "t");
    let n = table.column("n").unwrap();
    assert_eq!((n.ty, n.nullable), (SqlType::text(5), false));
    assert_eq!(table.column("m").unwrap().value, ColumnValue::Default("1 + 2".to_owned()));
    assert_eq!(table.ttl, Some(("at".to_owned(), 60)));
    assert!(!table.column("id").unwrap().nullable, "a key part");
}

#[test]
fn constraints_policies_and_interleaving_change() {
    let catalog = google(&format!(
        "{T} CREATE TABLE C (Id STRING(36) NOT NULL, X INT64) PRIMARY KEY (Id, X), INTERLEAVE IN PARENT T;
         ALTER TABLE C SET ON DELETE CASCADE;
         ALTER TABLE T ADD CONSTRAINT Positive CHECK (n > 0);
         ALTER TABLE T ADD CONSTRAINT Other FOREIGN KEY (N) REFERENCES C (X) NOT ENFORCED;
         ALTER TABLE T ADD ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 3 DAY));
         ALTER TABLE T REPLACE ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 0x10 DAY));
         ALTER TABLE C SET INTERLEAVE IN T"
    ));
    let (t, c) = (table(&catalog, "T"), table(&catalog, "C"));
    assert_eq!(t.checks[0].sql, "{N} > 0");
    assert_eq!(t.foreign_keys[0].on_delete, OnDelete::Unchecked);
    assert_eq!(t.ttl, Some(("At".to_owned(), 16)));
    assert_eq!(c.interleave.as_ref().unwrap().on_delete, OnDelete::Unchecked);

    let catalog = google(&format!(
        "{T} ALTER TABLE T ADD CONSTRAINT Positive CHECK (N > 0); ALTER TABLE T DROP CONSTRAINT Positive"
    ));
    assert!(table(&catalog, "T").checks.is_empty());
}

#[test]
fn indexes_change_and_go_with_their_table() {
    let index = "CREATE INDEX I ON T (N DESC) STORING (At) WHERE N IS NOT NULL;";
    let catalog = google(&format!(
        "{T} {index} ALTER INDEX I DROP STORED COLUMN At; ALTER INDEX I ADD STORED COLUMN At"
    ));
    let found = &table(&catalog, "T").indexes[0];
    assert!(found.columns[0].descending && found.storing == ["At"] && found.not_null == ["N"]);
    for text in ["DROP INDEX I;", "DROP TABLE T;"] {
        // The name is free again.
        google(&format!(
            "{T} {index} {text} CREATE TABLE IF NOT EXISTS T (Id INT64, N INT64, At INT64) PRIMARY KEY (Id); {index}"
        ));
    }
}

#[test]
fn postgresql_filters_nulls_by_a_condition() {
    let text = "create table t (a bigint not null, b bigint, c bigint, primary key (a));";
    let filtered = |condition: &str| {
        let catalog =
            postgres(&format!("{text} create unique index i on t (a, b, c) where {condition}"));
        let index = &table(&catalog, "t").indexes[0];
        (index.null_filtered, index.not_null.len())
    };
    assert_eq!(filtered("c is not null and (b is not null)"), (true, 0));
    assert_eq!(filtered("b is not null"), (false, 1));
}

#[test]
fn renames_reach_everything_but_views() {
    let text = format!(
        "{T} CREATE TABLE C (Id STRING(36) NOT NULL) PRIMARY KEY (Id), INTERLEAVE IN PARENT T;
         CREATE INDEX I ON C (Id), INTERLEAVE IN T;
         ALTER TABLE C ADD FOREIGN KEY (Id) REFERENCES T (Id);
         CREATE CHANGE STREAM S FOR T(N);"
    );
    let catalog = google(&format!("{text} ALTER TABLE T RENAME TO T2, ADD SYNONYM T"));
    let c = table(&catalog, "C");
    assert_eq!(c.interleave.as_ref().unwrap().parent.name, "T2");
    assert_eq!(c.indexes[0].interleave.as_ref().unwrap().name, "T2");
    assert_eq!(c.foreign_keys[0].other.name, "T2");
    assert_eq!(kept(&catalog)[0].sql, "CREATE CHANGE STREAM S FOR `T2`(N)");
    assert_eq!(synonyms(&catalog, "T2"), ["T"]);

    let swapped = google(&format!("{text} RENAME TABLE T TO C, C TO T"));
    assert_eq!(names(&swapped), ["C", "T"]);
    assert_eq!(table(&swapped, "T").interleave.as_ref().unwrap().parent.name, "C");

    let catalog = postgres(
        "create table a (id bigint primary key); create table b (id bigint primary key);
         alter table a rename to c, alter table b rename to a; alter table c rename with synonym to d",
    );
    assert_eq!(names(&catalog), ["d", "a"]);
    assert_eq!(synonyms(&catalog, "d"), ["c"]);
}

fn synonyms(catalog: &Catalog, name: &str) -> Vec<String> {
    catalog
        .tables()
        .filter(|table| table.name.name == name)
        .flat_map(|table| table.synonyms.iter().map(ToString::to_string))
        .collect()
}

#[test]
fn synonyms_have_schemas() {
    let text =
        "CREATE SCHEMA s; CREATE TABLE s.U (Id STRING(36) NOT NULL, N INT64) PRIMARY KEY (Id);
         ALTER TABLE s.U RENAME TO s.V, ADD SYNONYM s.U; CREATE INDEX s.I ON s.U (N);
         CREATE TABLE W (Id STRING(36), SYNONYM (s.X)) PRIMARY KEY (Id)";
    let catalog = google(text);
    assert_eq!(synonyms(&catalog, "V"), ["s.U"]);
    assert_eq!(synonyms(&catalog, "W"), ["s.X"]);
    assert!(google(&catalog.ddl().join(";\n")) == catalog, "{:#?}", catalog.ddl());
    let dropped = google(&format!("{text}; ALTER TABLE s.V DROP SYNONYM s.U"));
    assert_eq!(synonyms(&dropped, "V"), Vec::<String>::new());
    let found = problem(GoogleSql, &format!("{text}; ALTER TABLE s.V DROP SYNONYM U"));
    assert_eq!(found.0, "unknown synonym `U`");
    // In PostgreSQL they are in the schema of the table.
    let text =
        "create schema s; create table s.u (id bigint primary key); alter table s.u add synonym v";
    let catalog = postgres(text);
    assert_eq!(synonyms(&catalog, "u"), ["s.v"]);
    assert!(postgres(&catalog.ddl().join(";\n")) == catalog, "{:#?}", catalog.ddl());
}

#[test]
fn the_keyword_column_may_be_left_out() {
    let catalog = google(&format!(
        "{T} ALTER TABLE T ADD Rows INT64; ALTER TABLE T ADD Column1 INT64 NOT NULL DEFAULT (1);
         ALTER TABLE T ALTER N STRING(5); ALTER TABLE T DROP At"
    ));
    let columns: Vec<&str> =
        table(&catalog, "T").columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(columns, ["Id", "N", "Rows", "Column1"]);
}

#[test]
fn sequences_schemas_and_database_options_change() {
    let catalog = google(
        "CREATE SCHEMA s; CREATE SEQUENCE s.Q OPTIONS (sequence_kind = 'bit_reversed_positive');
         ALTER SEQUENCE s.Q SET OPTIONS (skip_range_min = 1, skip_range_max = 9);
         ALTER SEQUENCE s.Q RESTART COUNTER WITH 50;
         ALTER DATABASE db SET OPTIONS (optimizer_version = 2, default_leader = 'x');
         ALTER DATABASE db SET OPTIONS (optimizer_version = null)",
    );
    assert_eq!(catalog.schemas(), ["s"]);
    let options = CounterOptions { skip_range: Some((1, 9)), start_counter: Some(50) };
    assert_eq!(catalog.sequences()[0].options, options);
    assert_eq!(catalog.database_options(), [("default_leader".to_owned(), "'x'".to_owned())]);
    let dropped = google(
        "CREATE SCHEMA s; CREATE SEQUENCE Q BIT_REVERSED_POSITIVE; DROP SEQUENCE Q; DROP SCHEMA s",
    );
    assert!(dropped.schemas().is_empty() && dropped.sequences().is_empty());
}

#[test]
fn the_name_of_a_database_can_be_written_again() {
    for (text, name) in [
        ("my-db", "my-db"),
        ("{{ .db }}", "{{ .db }}"),
        ("my/* ` */-/**/db", "my - db"),
        ("my -- comment\n db", "my db"),
    ] {
        let catalog = google(&format!("ALTER DATABASE {text} SET OPTIONS (a = 1)"));
        let written = format!("ALTER DATABASE `{name}` SET OPTIONS (a = 1)");
        assert_eq!(catalog.ddl(), [written.as_str()]);
        assert_eq!(google(&written), catalog);
    }
    for (text, token) in [("`my`db", "`my`"), ("my'db'", "'db'"), ("my\0db", "\0")] {
        let text = format!("ALTER DATABASE {text} SET OPTIONS (a = 1)");
        assert_eq!(problem(GoogleSql, &text).1, token);
    }
}

#[test]
fn other_statements_are_kept_with_what_they_mention() {
    let catalog = google(&format!(
        "{T} CREATE VIEW V SQL SECURITY INVOKER AS SELECT t.N FROM T AS t JOIN Unknown u ON u.Id = t.Id;
         CREATE OR REPLACE VIEW V SQL SECURITY INVOKER AS SELECT 1 AS One FROM T;
         CREATE SEARCH INDEX Words ON T(Tokens);
         CREATE MODEL M REMOTE; DROP MODEL M;
         CREATE SOMETHING NEW FOR T;
         GRANT SELECT ON TABLE T TO ROLE r;
         INSERT INTO T (Id) VALUES ('a;b')"
    ));
    let found: Vec<(&str, usize)> =
        catalog.kept().map(|kept| (kept.kind.as_str(), kept.tables.len())).collect();
    let wanted = [("VIEW", 1), ("SEARCH INDEX", 1), ("SOMETHING", 1), ("GRANT", 1), ("INSERT", 1)];
    assert_eq!(found, wanted);
    let view = kept(&catalog)[0];
    assert!(view.sql.contains("One") && view.tables[0].name == "T");
    // Rows are not part of the schema.
    assert!(!catalog.ddl().iter().any(|sql| sql.contains("INSERT")));
}

#[test]
fn what_cannot_be_applied_is_reported_and_kept() {
    let cases = [
        (
            "ALTER TABLE Nobody ADD COLUMN X INT64",
            "unknown table `Nobody`: no statement before this one creates it",
            "Nobody",
        ),
        ("CREATE INDEX I ON T (Nope)", "unknown column `Nope` in the index", "Nope"),
        ("ALTER TABLE T DROP COLUMN Id", "the column `Id` is used by the primary key", "Id"),
        ("CREATE TABLE T (Id INT64) PRIMARY KEY (Id)", "the table `T` already exists", "T"),
        (
            "CREATE TABLE U (Id INT64) PRIMARY KEY (Idd)",
            "unknown column `Idd` in the primary key",
            "Idd",
        ),
        (
            "ALTER TABLE T RENAME TO s.T",
            "`T` cannot become `s.T`: a table stays in its schema",
            "s.T",
        ),
        (
            "CREATE TABLE U (Id INT64) PRIMARY KEY (Id); RENAME TABLE U TO s.V",
            "`U` cannot become `s.V`: a table stays in its schema",
            "U",
        ),
        ("DROP SEQUENCE Q", "unknown sequence `Q`: no statement before this one creates it", "Q"),
    ];
    for (statement, message, place) in cases {
        let found = problem(GoogleSql, &format!("{T}\n{statement}"));
        assert_eq!(found, (message.to_owned(), place.to_owned()), "{statement}");
    }
    let mut catalog = Catalog::new(GoogleSql);
    let counts =
        catalog.read("a.sql", "ALTER TABLE Nobody ADD COLUMN X INT64; DROP TABLE IF EXISTS Nobody");
    assert_eq!((counts.unresolved, counts.applied), (1, 1));
    assert_eq!(catalog.ddl(), ["ALTER TABLE Nobody ADD COLUMN X INT64"]);
}

/// Statements, the message about each, and its place.
const SYNTAX_ERRORS: &[(&str, &str, &str)] = &[
    (
        "CREATE TABLE X (Id INT64 NOT) PRIMARY KEY (Id)",
        "expected `NULL`, found the end of the statement",
        "NOT",
    ),
    ("CREATE TABLE X (Id INT64 NOT NUL) PRIMARY KEY (Id)", "expected `NULL`, found `NUL`", "NUL"),
    (
        "CREATE TABLE X (Id INT64 DEFUALT (1)) PRIMARY KEY (Id)",
        "expected a clause of the column, found `DEFUALT`, did you mean `DEFAULT`?",
        "DEFUALT",
    ),
    (
        "CREATE TABLE X (Id INT64) PRIMRY KEY (Id)",
        "expected a clause of the table, found `PRIMRY`, did you mean `PRIMARY`?",
        "PRIMRY",
    ),
    (
        "CREATE INDEX I ON T (N) STORNG (Id)",
        "expected a clause of the index, found `STORNG`, did you mean `STORING`?",
        "STORNG",
    ),
    (
        "ALTER TABLE T DROP COLUM N",
        "expected what to drop, found `COLUM`, did you mean `COLUMN`?",
        "COLUM",
    ),
    (
        "ALTER TABLE T ALTR COLUMN N INT64",
        "expected `ADD`, `DROP`, `ALTER`, `SET` or `RENAME`, found `ALTR`, did you mean `ALTER`?",
        "ALTR",
    ),
    ("ALTER TABLE T ALTER COLUM N INT64", "unknown word `COLUM`, did you mean `COLUMN`?", "COLUM"),
    ("CREATE UNIQUE INDX I ON T (N)", "expected `INDEX`, found `INDX`", "INDX"),
    ("CREATE CHANGE STREM S FOR ALL", "expected `STREAM`, found `STREM`", "STREM"),
    (
        "CREATE VIEW V SQL SECURTY INVOKER AS SELECT 1",
        "expected `SECURITY`, found `SECURTY`",
        "SECURTY",
    ),
    (
        "CREATE TABLE X (Id INT64, FOREIN KEY (Id) REFERENCES T (N)) PRIMARY KEY (Id)",
        "unknown word `FOREIN`, did you mean `FOREIGN`?",
        "FOREIN",
    ),
    (
        "CREATE TABLE X (Id INT64, CONSTRAIN c CHECK (Id > 0)) PRIMARY KEY (Id)",
        "unknown word `CONSTRAIN`, did you mean `CONSTRAINT`?",
        "CONSTRAIN",
    ),
    (
        "CREATE TABLE X (Id INT64 REFERENCES T (N) ON DELET CASCADE) PRIMARY KEY (Id)",
        "expected `DELETE`, found `DELET`",
        "DELET",
    ),
    (
        "CREATE TABLE X (Id INT64 GENERATED BY DEFAULT AS IDENTIY) PRIMARY KEY (Id)",
        "expected `IDENTITY`, found `IDENTIY`",
        "IDENTIY",
    ),
    (
        "CREATE TABLE X (Id INT64;\nN INT64) PRIMARY KEY (Id)",
        "unexpected `;`, did you mean `,`?",
        ";",
    ),
    // What only one of two could say.
    (
        "CREATE TABLE X (Id INT64 PRIMARY KEY, N INT64) PRIMARY KEY (N)",
        "duplicate primary key",
        "PRIMARY",
    ),
    (
        "CREATE TABLE X (Id INT64 DEFAULT (1) DEFAULT (2)) PRIMARY KEY (Id)",
        "duplicate `DEFAULT`",
        "DEFAULT",
    ),
    ("CREATE INDEX I ON T (N) STORING (A) STORING (B)", "duplicate `STORING`", "STORING"),
    (
        "CREATE TABLE X (Id INT64, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T, INTERLEAVE IN U",
        "duplicate `INTERLEAVE`",
        "INTERLEAVE",
    ),
    (
        "ALTER TABLE T ADD COLUMN X INT64 PRIMARY KEY",
        "a primary key cannot be added with a column",
        "PRIMARY",
    ),
    (
        "ALTER TABLE T ALTER COLUMN N INT64 CHECK (N > 0)",
        "a key or a constraint is not a part of an altered column",
        "CHECK",
    ),
    // Values of options.
    (
        "CREATE TABLE X (At TIMESTAMP OPTIONS (allow_commit_timestamp == true)) PRIMARY KEY (At)",
        "expected a value, found `=`",
        "=",
    ),
    (
        "ALTER TABLE T ALTER COLUMN N SET OPTIONS (allow_commit_timestamp = yes)",
        "expected `true`, `false` or `null`, found `yes`",
        "yes",
    ),
    (
        "ALTER DATABASE d SET OPTIONS (optimizer_version = 3 default_leader = 'x')",
        "expected `,` or `)`, found `default_leader`",
        "default_leader",
    ),
    (
        "CREATE SEQUENCE S OPTIONS (sequence_kid = 'bit_reversed_positive')",
        "unknown option `sequence_kid` of a sequence, did you mean `sequence_kind`?",
        "sequence_kid",
    ),
    (
        "CREATE SEQUENCE S OPTIONS (sequence_kind = bit_reversed_positive)",
        "expected `'bit_reversed_positive'`, found `bit_reversed_positive`",
        "bit_reversed_positive",
    ),
    (
        "CREATE TABLE X (Id STRING) PRIMARY KEY (Id)",
        "expected `(`, found the end of the statement",
        "STRING",
    ),
    ("CREATE TABLE X (Id INT64 DEFAULT (‘x’)) PRIMARY KEY (Id)", "unknown character `‘`", "‘"),
    // The smallest place of what is not known.
    (
        "CREATE TABLE X (Id INT64) PRIMARY KEY (Idx)",
        "unknown column `Idx` in the primary key",
        "Idx",
    ),
    (
        "CREATE TABLE X (Id INT64, FOREIGN KEY (Ix) REFERENCES T (N)) PRIMARY KEY (Id)",
        "unknown column `Ix` in a foreign key",
        "Ix",
    ),
    ("CREATE TABLE X (Id INT64 PRIMARY KEY (Id)", "unclosed `(`", "("),
    ("CREATE INDEX I T (N)", "expected `ON`, found `T`", "T"),
    (
        "ALTER TABLE T ADD COLUMN X INT64 extra",
        "expected a clause of the column, found `extra`",
        "extra",
    ),
    ("ALTER TABLE T ADD COLUM X INT64", "unknown word `COLUM`, did you mean `COLUMN`?", "COLUM"),
    (
        "ALTER TABLE T ADD CONSTRAIN X CHECK (N > 0)",
        "unknown word `CONSTRAIN`, did you mean `CONSTRAINT`?",
        "CONSTRAIN",
    ),
    ("DROP TABLE T T", "expected the end of the statement, found `T`", "T"),
    (
        "create tabel X (Id INT64) PRIMARY KEY (Id)",
        "unknown kind of object `tabel`, did you mean `TABLE`?",
        "tabel",
    ),
    ("DROP INDX I", "unknown kind of object `INDX`, did you mean `INDEX`?", "INDX"),
    (
        "CREATE UNIQE INDEX I ON T (N)",
        "unknown kind of object `UNIQE`, did you mean `UNIQUE`?",
        "UNIQE",
    ),
    (
        "ALTER SEQEUNCE S SKIP RANGE 1, 2",
        "unknown kind of object `SEQEUNCE`, did you mean `SEQUENCE`?",
        "SEQEUNCE",
    ),
    ("CRATE TABLE X (Id INT64)", "unknown statement `CRATE`, did you mean `CREATE`?", "CRATE"),
    (
        "CREATE VIEW V SQL SECURITY INVOKER SELECT 1",
        "expected `AS`, found the end of the statement",
        "1",
    ),
    (
        "CREATE VIEW V SQL SECURITY INVOKER AS",
        "expected `AS`, found the end of the statement",
        "AS",
    ),
    ("CREATE SEARCH INDEX I T (N)", "expected `ON`, found the end of the statement", ")"),
    ("CREATE PROPERTY GRAPH G", "expected `TABLES`, found the end of the statement", "G"),
    ("GRANT TO ROLE r", "expected privileges or roles, found `TO`", "TO"),
    ("GRANT SELECT ON TABLE T", "expected `TO`, found the end of the statement", "T"),
    ("REVOKE ROLE a FROM", "expected a role, found the end of the statement", "FROM"),
    ("Hello world", "expected a statement, found `Hello`", "Hello"),
    ("CREATE TABLE {{name}} (Id INT64) PRIMARY KEY (Id)", "expected a name, found `{`", "{"),
];

#[test]
fn syntax_errors_name_the_token_and_the_rest_is_read() {
    for (statement, message, place) in SYNTAX_ERRORS {
        let text = format!("{T}\n{statement};\nCREATE TABLE Last (Id INT64) PRIMARY KEY (Id)");
        assert_eq!(
            problem(GoogleSql, &text),
            ((*message).to_owned(), (*place).to_owned()),
            "{statement}"
        );
        let mut catalog = Catalog::new(GoogleSql);
        catalog.read("a.sql", &text);
        assert_eq!(names(&catalog), ["T", "Last"], "{statement}");
    }
    let found = problem(PostgreSql, "create table t (id bigint default, primary key (id))");
    assert_eq!(found.0, "expected an expression, found `,`");
    for part in ["id text unique", "id text, unique (id)", "id text, constraint u unique (id)"] {
        let found = problem(PostgreSql, &format!("create table t ({part})"));
        assert_eq!(found.0, "Spanner has no `UNIQUE` constraints: write `CREATE UNIQUE INDEX`");
    }
    for (action, message) in [
        ("tpye text", "expected what to alter in the column, found `tpye`, did you mean `TYPE`?"),
        (
            "set defalt 5",
            "expected what to alter in the column, found `defalt`, did you mean `DEFAULT`?",
        ),
        ("set not nul", "expected `NULL`, found `nul`"),
    ] {
        let text = format!("create table t (id text primary key); alter table t alter id {action}");
        assert_eq!(problem(PostgreSql, &text).0, message);
    }
    let found = problem(PostgreSql, "create table t (id varhcar(36) primary key)");
    assert_eq!(found, ("unknown type `varhcar`, did you mean `varchar`?".into(), "varhcar".into()));
    // A fuzzing run found that the synonym stays in the old schema.
    let text = "create schema s; create table s.t (id bigint primary key);";
    let found = problem(PostgreSql, &format!("{text} alter table s.t rename with synonym to u.d"));
    assert_eq!(found.0, "`s.t` cannot become `u.d`: a table stays in its schema");
}

#[test]
fn what_needs_a_table_with_a_mistake_is_no_other_mistake() {
    let needs = "CREATE INDEX ByN ON P (N);
                 CREATE TABLE C (Id INT64, M INT64) PRIMARY KEY (Id, M), INTERLEAVE IN PARENT P;
                 CREATE INDEX ByM ON C (M);
                 ALTER TABLE P ADD COLUMN O INT64;
                 DROP TABLE C";
    for create in [
        "CREATE TABLE P (Id INT64 NUL) PRIMARY KEY (Id)",
        "CREATE TABLE P (Id INT64) PRIMARY KEY (Idx)",
    ] {
        let mut catalog = Catalog::new(GoogleSql);
        let counts = catalog.read("a.sql", &format!("{create};{needs}"));
        assert_eq!((counts.syntax + counts.unresolved, counts.applied), (5, 1), "{create}");
        assert_eq!(catalog.problems().len(), 1, "{:?}", catalog.problems());
    }
}

/// The writer has one spelling for what the database fills.
#[test]
fn defaults_are_equal_if_the_database_fills_them_alike() {
    let uuid = |default: &str| {
        google(&format!("CREATE TABLE T (Id STRING(36) DEFAULT ({default})) PRIMARY KEY (Id)"))
    };
    assert!(uuid("generate_uuid()") == uuid("GENERATE_UUID()"));
    assert!(uuid("'A'") != uuid("'a'"));
    let counter = |default: &str| {
        postgres(&format!(
            "create sequence s bit_reversed_positive; create sequence t bit_reversed_positive;
             create table t1 (id bigint default {default} primary key)"
        ))
    };
    assert!(counter("nextval('s'::text)") == counter("nextval('s')"));
    assert!(counter("nextval('t')") != counter("nextval('s')"));
}

/// What is not nearly a known kind may be newer than this program.
#[test]
fn unknown_kinds_are_kept_with_their_names() {
    for (dialect, kind, statement) in [
        (GoogleSql, "LEDGER", "CREATE LEDGER L (Id INT64) PRIMARY KEY (Id)"),
        (GoogleSql, "QUEUE", "CREATE QUEUE Q (Id INT64) PRIMARY KEY (Id)"),
        (GoogleSql, "MODULE", "ALTER MODULE M SET OPTIONS (a = 1)"),
        (GoogleSql, "INDEX", "CREATE INDEX I ON T (Message.field)"),
        (GoogleSql, "STATISTICS", "ALTER STATISTICS s SET OPTIONS (allow_gc = false)"),
        (PostgreSql, "TYPE", "create type mood as enum ('a')"),
        (PostgreSql, "RULE", "create rule r as on insert to t do nothing"),
    ] {
        let catalog = read(dialect, statement);
        let kinds: Vec<&str> = catalog.kept().map(|kept| kept.kind.as_str()).collect();
        assert_eq!(kinds, [kind], "{statement}");
    }
}

#[test]
fn expressions_have_one_form() {
    let catalog = google(
        "CREATE TABLE T (Id INT64, `day` DATE, S STRING(9),
           A INT64 AS (((iD + 1))) STORED, B INT64 AS (EXTRACT(DAY FROM day)) STORED,
           C STRING(9) AS (CONCAT( s , /* why */ '{id}' )) STORED, D BOOL AS (t.id > DATE_DIFF(Day, DATE '2000-01-01', DAY)) STORED
         ) PRIMARY KEY (Id)",
    );
    let value = |name: &str| match &table(&catalog, "T").column(name).unwrap().value {
        ColumnValue::Generated { sql, .. } => sql.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(value("A"), "{Id} + 1");
    assert_eq!(value("B"), "EXTRACT(DAY FROM {day})");
    assert_eq!(value("C"), "CONCAT({S}, '{{id}}')");
    assert_eq!(value("D"), "t.id > DATE_DIFF({day}, DATE '2000-01-01', DAY)");
}

#[test]
fn waivers_in_comments_reach_the_rules() {
    use spanner_keys::rules::lint;
    let text = |comment: &str| {
        format!("{comment}\nCREATE TABLE E (At TIMESTAMP NOT NULL) PRIMARY KEY (At)")
    };
    let found = |comment: &str| google(&text(comment)).with_tables(|tables| lint(&tables[0]).len());
    assert_eq!(found(""), 1);
    let without = problem(GoogleSql, &text("-- spanner-keys: allow_hotspot")).0;
    assert!(without.contains("needs a reason"), "{without}");
    assert_eq!(found("-- spanner-keys: allow_hotspot \"ten rows a day\""), 0);
    assert_eq!(found("-- allow_hotspot on At: ten rows a day"), 0);
    // Behind a statement, it is about that one.
    let other = "CREATE TABLE F (At TIMESTAMP NOT NULL) PRIMARY KEY (At); -- spanner-keys: allow_hotspot \"rare\"";
    let counts =
        google(&text(other)).with_tables(|tables| [lint(&tables[0]).len(), lint(&tables[1]).len()]);
    assert_eq!(counts, [0, 1]);
}
