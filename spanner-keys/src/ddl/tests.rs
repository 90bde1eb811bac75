//! Order, names and texts. The refusals and all that needs an emulator are tested in the tests
//! crate.

use super::{Dialect, Schema};
use crate::rules::{Finding, Rule};
use crate::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef, KeyPart,
    OnDelete, ParentDef, ReferenceDef, Scalar, SequenceDef, ShardBy, ShardDef, SqlText, SqlType,
    TableDef, Waiver,
};

const ID: ColumnDef<'static> =
    ColumnDef { fill: Fill::Random, ..ColumnDef::new("Id", SqlType::INT64) };
const KEY: &[KeyPart<'static>] = &[KeyPart::new(0)];
const ROOT: TableDef<'static> = TableDef { key: KEY, ..TableDef::new("Root", &[ID]) };
const CHILD: TableDef<'static> = TableDef {
    key: &[KeyPart { inherited: true, ..KeyPart::new(0) }, KeyPart::new(1)],
    parent: Some(ParentDef { table: &ROOT, on_delete: OnDelete::Cascade }),
    indexes: &[IndexDef::new("ChildByLine", &[IndexColumn { column: 1, descending: true }])],
    ..TableDef::new("Child", &[ID, ColumnDef::new("Line", SqlType::INT64)])
};

/// The rules that refuse a schema, and the tables that they name.
fn refused(schema: &Schema<'_>) -> Vec<(Rule, String)> {
    let error = schema.ddl(Dialect::GoogleSql).expect_err("a rule refuses the schema");
    let place = |finding: &Finding| (finding.rule, finding.table.clone());
    error.findings().iter().map(place).collect()
}

/// The first line of every statement.
fn first_lines(schema: &Schema<'_>, dialect: Dialect) -> Vec<String> {
    let statements = schema.ddl(dialect).expect("the schema is fine");
    statements
        .iter()
        .map(|statement| statement.lines().next().unwrap_or_default().to_owned())
        .collect()
}

fn google(schema: &Schema<'_>) -> Vec<String> {
    first_lines(schema, Dialect::GoogleSql)
}

#[test]
fn parents_come_first_then_the_order_of_adding() {
    let other = TableDef { name: "Other", ..ROOT };
    let by_line = "CREATE INDEX `ChildByLine` ON `Child` (`Line` DESC)";
    assert_eq!(
        google(&Schema::new().add(other).add(CHILD).add(ROOT)),
        ["CREATE TABLE `Other` (", "CREATE TABLE `Root` (", "CREATE TABLE `Child` (", by_line]
    );
    assert_eq!(
        google(&Schema::new().add(CHILD)),
        ["CREATE TABLE `Root` (", "CREATE TABLE `Child` (", by_line]
    );
}

static LEFT: TableDef<'static> = TableDef {
    foreign_keys: &[ForeignKeyDef::new(
        &[0],
        ReferenceDef::Table { table: || &RIGHT, fields: &["Id"] },
    )],
    ..TableDef { key: KEY, ..TableDef::new("Left", &[ID]) }
};
static RIGHT: TableDef<'static> = TableDef {
    schema: Some("s"),
    foreign_keys: &[ForeignKeyDef {
        on_delete: OnDelete::Cascade,
        ..ForeignKeyDef::new(&[0], ReferenceDef::Table { table: || &LEFT, fields: &["Id"] })
    }],
    ..TableDef {
        key: KEY,
        ..TableDef::new(
            "Right",
            &[ColumnDef {
                fill: Fill::Sequence(SequenceDef {
                    name: "Numbers",
                    options: CounterOptions { skip_range: None, start_counter: None },
                }),
                ..ID
            }],
        )
    }
};

#[test]
fn schemas_and_sequences_come_first_and_foreign_keys_last() {
    let all = [
        "CREATE SCHEMA \"s\"",
        "CREATE SEQUENCE \"s\".\"Numbers\" BIT_REVERSED_POSITIVE",
        "CREATE TABLE \"Left\" (",
        "CREATE TABLE \"s\".\"Right\" (",
        "ALTER TABLE \"Left\" ADD CONSTRAINT \"Left_Id_fk\" FOREIGN KEY (\"Id\") REFERENCES \"s\".\"Right\" (\"Id\") ON DELETE NO ACTION",
        "ALTER TABLE \"s\".\"Right\" ADD CONSTRAINT \"s_Right_Id_fk\" FOREIGN KEY (\"Id\") REFERENCES \"Left\" (\"Id\") ON DELETE CASCADE",
    ];
    // Each of the two tables includes the other.
    assert_eq!(first_lines(&Schema::new().add(LEFT), Dialect::PostgreSql), all);
    assert_eq!(
        first_lines(&Schema::new().add(LEFT).add(RIGHT).add(LEFT), Dialect::PostgreSql),
        all
    );
}

#[test]
fn tables_are_compared_by_content_and_not_by_address() {
    let columns = vec![ID];
    let copy = TableDef { columns: &columns, ..ROOT };
    assert_eq!(google(&Schema::new().add(ROOT).add(copy).add(CHILD)).len(), 3);
    let columns = vec![ColumnDef { name: "Other", ..ID }];
    let other = TableDef { columns: &columns, ..ROOT };
    // The parent of an added child counts too.
    for schema in [Schema::new().add(ROOT).add(other), Schema::new().add(other).add(CHILD)] {
        assert!(refused(&schema).contains(&(Rule::Name, "Root".to_owned())));
    }
}

static OWN_PARENT: TableDef<'static> = TableDef {
    key: KEY,
    parent: Some(ParentDef { table: &OWN_PARENT, on_delete: OnDelete::NoAction }),
    ..TableDef::new("Own", &[ID])
};

#[test]
fn a_table_that_is_its_own_parent_is_refused() {
    assert_eq!(
        refused(&Schema::new().add(OWN_PARENT)),
        [(Rule::InterleaveDepth, "Own".to_owned())]
    );
}

#[test]
fn long_derived_names_get_a_stable_hash() {
    let long = "a".repeat(60);
    let columns = [ColumnDef { name: &long, ..ID }];
    let table = TableDef {
        columns: &columns,
        checks: &[
            CheckDef { name: None, sql: SqlText::both("{Id} > 0") },
            CheckDef { name: None, sql: SqlText::both("{Id} > 1") },
        ],
        ..TableDef { name: "Totals", ..ROOT }
    };
    let names = |dialect| {
        let statement =
            Schema::new().add(table).ddl(dialect).expect("the schema is fine").remove(0);
        let names: Vec<String> = statement
            .lines()
            .filter_map(|line| line.split("CONSTRAINT ").nth(1))
            .map(|rest| rest[1..].to_owned())
            .collect();
        names
            .iter()
            .filter_map(|rest| rest.split(['`', '"']).next())
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    };
    let whole = format!("Totals_{long}");
    assert_eq!(names(Dialect::GoogleSql), [format!("{whole}_ck"), format!("{whole}_ck_2")]);
    let short = names(Dialect::PostgreSql);
    assert_eq!(short.iter().map(String::len).collect::<Vec<_>>(), [63, 63]);
    assert_eq!(
        short,
        [format!("{}_4b45c7bd_ck", &whole[..51]), format!("{}_5930d7a5_ck_2", &whole[..49])]
    );
}

/// The expression of a shard over these columns.
fn shard(inputs: &[(&str, Scalar)], count: u16, dialect: Dialect) -> String {
    let mut columns: Vec<ColumnDef<'_>> =
        inputs.iter().map(|&(name, scalar)| ColumnDef::new(name, SqlType::of(scalar))).collect();
    let positions: Vec<usize> = (1..=inputs.len()).collect();
    let fill = Fill::Shard(ShardDef { count, inputs: &positions, by: ShardBy::Database });
    columns.insert(0, ColumnDef { fill, ..ColumnDef::new("S", SqlType::INT64) });
    let key: Vec<KeyPart<'_>> = (0..columns.len()).map(KeyPart::new).collect();
    let table = TableDef { key: &key, ..TableDef::new("T", &columns) };
    let statement = Schema::new().add(table).ddl(dialect).expect("the schema is fine").remove(0);
    let line = statement
        .lines()
        .nth(1)
        .and_then(|line| line.split_once("AS ("))
        .map_or("", |(_, rest)| rest);
    line.trim_end_matches(") STORED,").to_owned()
}

#[test]
fn shard_expressions() {
    let at = ("At", Scalar::UtcTimestamp);
    let (text, bytes) = (("K", Scalar::Text), ("B", Scalar::Binary));
    let (gs, pg) = (Dialect::GoogleSql, Dialect::PostgreSql);
    assert_eq!(shard(&[text], 16, gs), "FARM_FINGERPRINT(`K`) & 15");
    assert_eq!(shard(&[text], 16, pg), "spanner.farm_fingerprint(\"K\") & 15");
    assert_eq!(shard(&[bytes], 1000, gs), "MOD(FARM_FINGERPRINT(`B`) & 0x7FFFFFFFFFFFFFFF, 1000)");
    assert_eq!(
        shard(&[bytes], 1000, pg),
        "mod(spanner.farm_fingerprint(\"B\") & 9223372036854775807, 1000)"
    );
    assert_eq!(shard(&[at], 2, gs), "FARM_FINGERPRINT(CAST(UNIX_MICROS(`At`) AS STRING)) & 1");
    assert_eq!(
        shard(&[at], 2, pg),
        "spanner.farm_fingerprint(((extract(epoch from \"At\") * 1000000)::bigint)::text) & 1"
    );
    assert_eq!(
        shard(&[text, bytes], 2, gs),
        r"FARM_FINGERPRINT(CONCAT(`K`, '\x1f', CAST(FARM_FINGERPRINT(`B`) AS STRING))) & 1"
    );
    assert_eq!(
        shard(&[text, bytes], 2, pg),
        r#"spanner.farm_fingerprint("K" || E'\x1f' || spanner.farm_fingerprint("B")::text) & 1"#
    );
}

#[test]
fn reasons_stay_in_their_comments() {
    let why = "first\nsecond; DROP TABLE `Root`;\r\u{2028}\u{85}third";
    let number = ColumnDef::new("Id", SqlType::INT64);
    let columns = [number, ColumnDef::new("At", SqlType::TIMESTAMP)];
    let root = TableDef {
        key: &[KeyPart { waiver: Some(Waiver::AllowHotspot(why)), ..KeyPart::new(0) }],
        ..TableDef::new("Root", &columns[..1])
    };
    let child = TableDef {
        indexes: &[IndexDef {
            waiver: Some(Waiver::AllowHotspot("few writes")),
            ..IndexDef::new("ByTime", &[IndexColumn { column: 1, descending: false }])
        }],
        key: &[KeyPart { waiver: Some(Waiver::Spread("given")), ..KeyPart::new(0) }],
        foreign_keys: &[ForeignKeyDef {
            waiver: Some(Waiver::Spread("dates of birth")),
            ..ForeignKeyDef::new(
                &[1],
                ReferenceDef::Named { schema: None, table: "Child", columns: &["At"] },
            )
        }],
        ..TableDef::new("Child", &columns)
    };
    let schema = Schema::new().add(root).add(child);
    let script = schema.script(Dialect::GoogleSql).expect("the schema is fine");
    let expected = "\
-- GoogleSQL schema, written by spanner-keys VERSION: change the structs, not this file

-- allow_hotspot on Id: first
-- second; DROP TABLE `Root`;
--
--
-- third
CREATE TABLE `Root` (
  `Id` INT64 NOT NULL
) PRIMARY KEY (`Id`);

-- spread of Id: given
CREATE TABLE `Child` (
  `Id` INT64 NOT NULL,
  `At` TIMESTAMP NOT NULL
) PRIMARY KEY (`Id`);

-- allow_hotspot on ByTime: few writes
CREATE INDEX `ByTime` ON `Child` (`At`);

-- spread of Child_At_fk: dates of birth
ALTER TABLE `Child` ADD CONSTRAINT `Child_At_fk` FOREIGN KEY (`At`) REFERENCES `Child` (`At`) ON DELETE NO ACTION;
";
    assert_eq!(script, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));
    // The statements themselves have no comments.
    assert!(
        schema
            .ddl(Dialect::GoogleSql)
            .expect("the schema is fine")
            .iter()
            .all(|statement| !statement.contains("--"))
    );
}

#[test]
fn an_empty_schema_has_no_statements() {
    assert_eq!(Schema::new().ddl(Dialect::PostgreSql), Ok(Vec::new()));
    assert_eq!(
        Schema::default().script(Dialect::PostgreSql).map(|script| script.lines().count()),
        Ok(1)
    );
}

#[cfg(feature = "build")]
#[test]
fn version_and_line_endings_are_ignored() {
    let now = Schema::new().add(ROOT).script(Dialect::GoogleSql).expect("the schema is fine");
    let version = env!("CARGO_PKG_VERSION");
    let changed = |from: &str, to: &str| {
        assert!(now.contains(from), "{now}");
        now.replacen(from, to, 1)
    };
    for (kept, same) in [
        (now.clone(), true),
        (changed(version, "12.0.0-rc.1+build-7"), true),
        (now.replace('\n', "\r\n"), true),
        (changed(version, ""), false),
        (changed(version, "1 or 2"), false),
        (changed("GoogleSQL", "PostgreSQL"), false),
        (changed("-- ", "--"), false),
        (changed("INT64", "STRING(9)"), false),
        (changed(": change the structs", ": change what you like"), false),
        (now.lines().skip(1).collect::<Vec<_>>().join("\n"), false),
        (now.lines().take(1).collect(), false),
        (format!("{now}\n"), false),
        (String::new(), false),
    ] {
        assert_eq!(super::says_the_same(&kept, &now), same, "{kept}");
    }
}

#[test]
fn each_dialect_has_its_own_comments_and_quotes() {
    // The database decides what it means elsewhere.
    for (sql, google, postgres) in [
        ("{Id} > $1", true, false),
        ("{Id} # 2 > 0", false, true),
        ("{Id} > 0", true, true),
        // What follows a long literal is read again.
        ("{Id} > 0 AND '''a''' = 'a') OR (1 = 1", false, false),
        ("{Id} > 0 AND '''a''' = 'a'", true, true),
        // With a letter before the `E`, this is not an escape literal.
        ("{Id} = E'a\\'", false, false),
        ("{Id} = nameE'a\\'", false, true),
        ("{Id} = name_E'a\\'", false, true),
        ("{Id} = 1E'a\\'", false, true),
        ("E'a\\' = {Id}", false, false),
    ] {
        let checks = [CheckDef { name: None, sql: SqlText::both(sql) }];
        let schema = Schema::new().add(TableDef { checks: &checks, ..ROOT });
        let accepted =
            [Dialect::GoogleSql, Dialect::PostgreSql].map(|dialect| schema.ddl(dialect).is_ok());
        assert_eq!(accepted, [google, postgres], "{sql}");
    }
}

#[test]
fn virtual_columns_have_no_length() {
    for (stored, google, postgres) in
        [(true, "STRING(9)", "varchar(9)"), (false, "STRING(MAX)", "text ")]
    {
        let fill = Fill::Generated { sql: SqlText::both("'a'"), stored };
        let columns =
            [ID, ColumnDef { fill, nullable: true, ..ColumnDef::new("Name", SqlType::text(9)) }];
        let schema = Schema::new().add(TableDef { key: KEY, ..TableDef::new("T", &columns) });
        for (dialect, ty) in [(Dialect::GoogleSql, google), (Dialect::PostgreSql, postgres)] {
            let statement = schema.ddl(dialect).expect("the schema is fine").remove(0);
            assert!(statement.contains(ty), "{statement}");
        }
    }
}
