//! The lock: its content, and the changes that it rejects and accepts.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use super::judge::{LayoutChange, WayOut, stops};
use super::lock::{self, Lock, Unreadable};
use super::shipped::{Fact, Part, Shipped};
use super::{Now, read};
use crate::ddl::Schema;
use crate::dialect::Dialect;
use crate::keys::fingerprint::fingerprint64;
use crate::schema::{
    ColumnDef, CounterOptions, Fill, KeyPart, OnDelete, ParentDef, SequenceDef, ShardBy, ShardDef,
    SqlText, SqlType, StoredValue, TableDef, VariantDef,
};

const SHARD: Fill<'static> =
    Fill::Shard(ShardDef { count: 16, inputs: &[1], by: ShardBy::Database });

const COLUMNS: &[ColumnDef<'static>] = &[
    ColumnDef { fill: SHARD, ..ColumnDef::new("shard", SqlType::INT64) },
    ColumnDef { fill: Fill::UlidKey, ..ColumnDef::new("id", SqlType::text(26)) },
    ColumnDef { nullable: true, ..ColumnDef::new("email", SqlType::text(320)) },
    ColumnDef { fill: stored("LOWER({email})"), ..ColumnDef::new("lower", SqlType::text(320)) },
    ColumnDef { variants: PLANS, ..ColumnDef::new("plan", SqlType::INT64) },
];

const PLANS: &[VariantDef<'static>] = &[number("Free", 1), number("Team", 2)];

const fn number(name: &'static str, number: i64) -> VariantDef<'static> {
    VariantDef { name, value: StoredValue::Number(number) }
}

const EVENTS: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("Events", COLUMNS) };

const HOST: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    ..TableDef::new("Host", &[ColumnDef::new("shard", SqlType::INT64)])
};

const LINES: TableDef<'static> = TableDef {
    key: &[
        KeyPart { inherited: true, ..KeyPart::new(0) },
        KeyPart { inherited: true, ..KeyPart::new(1) },
        KeyPart { descending: true, ..KeyPart::new(2) },
    ],
    parent: Some(ParentDef { table: &EVENTS, on_delete: OnDelete::Cascade }),
    schema: Some("sales"),
    ..TableDef::new(
        "Lines",
        &[
            ColumnDef::new("shard", SqlType::INT64),
            ColumnDef::new("id", SqlType::text(26)),
            ColumnDef {
                commit_timestamp: true,
                nullable: true,
                ..ColumnDef::new("at", SqlType::TIMESTAMP)
            },
            ColumnDef {
                fill: stored("'a\\n' || \"\"\"\n\n#\\r\"\"\" || {id}"),
                ..ColumnDef::new("odd", SqlType::TEXT)
            },
            ColumnDef {
                fill: Fill::Shard(ShardDef { count: 7, inputs: &[1], by: ShardBy::Client }),
                ..ColumnDef::new("spread", SqlType::INT64)
            },
            ColumnDef {
                fill: Fill::Sequence(SequenceDef {
                    name: "Numbers",
                    options: CounterOptions { skip_range: None, start_counter: Some(5) },
                }),
                ..ColumnDef::new("number", SqlType::INT64)
            },
        ],
    )
};

const fn stored(sql: &'static str) -> Fill<'static> {
    Fill::Generated { sql: SqlText::both(sql), stored: true }
}

fn now(tables: &[TableDef<'static>], dialects: &[Dialect]) -> Now<'static> {
    let schema = tables.iter().fold(Schema::new(), |schema, table| schema.add(*table));
    let path = std::path::PathBuf::new();
    let scripts: Vec<_> = dialects
        .iter()
        .map(|dialect| {
            // Some tables would break a rule.
            let script = schema.script(*dialect);
            let script = script.unwrap_or_else(|_| schema.ddl_as_read(*dialect).join(";\n"));
            assert!(read(&script, *dialect).problems().is_empty(), "{script}");
            (&path, *dialect, script, None)
        })
        .collect();
    Now::of(schema.gathered().expect("the schema is valid"), &scripts).expect("it can be read")
}

fn shipped(tables: &[TableDef<'static>]) -> Shipped {
    now(tables, &[Dialect::GoogleSql]).shipped
}

fn whole() -> Shipped {
    shipped(&[EVENTS, LINES])
}

#[test]
fn text_of_the_lock() {
    let expected = r#"# What was shipped: every table, and everything else that its databases have.
# Written by spanner-keys: review it and commit it, but do not edit it.
version 2

before the tables
  googlesql
    CREATE SEQUENCE `sales`.`Numbers` OPTIONS (sequence_kind = 'bit_reversed_positive', start_with_counter = 5);
  sum SUM

table Events
  variants plan
    Free = 1
    Team = 2
  googlesql
    CREATE TABLE `Events` (
      `shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`id`) & 15) STORED,
      `id` STRING(26) NOT NULL,
      `email` STRING(320),
      `lower` STRING(320) NOT NULL AS (LOWER(`email`)) STORED,
      `plan` INT64 NOT NULL
    ) PRIMARY KEY (`shard`, `id`);
  sum SUM

table sales.Lines in Events
  shard spread = 7 of (id) client
  googlesql
    CREATE TABLE `sales`.`Lines` (
      `shard` INT64 NOT NULL,
      `id` STRING(26) NOT NULL,
      `at` TIMESTAMP OPTIONS (allow_commit_timestamp = true),
      `odd` STRING(MAX) NOT NULL AS ('a\\n' || """
    \
    #\\r""" || `id`) STORED,
      `spread` INT64 NOT NULL,
      `number` INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE `sales`.`Numbers`)),
      CONSTRAINT `sales_Lines_spread_shard` CHECK (CONDITION)
    ) PRIMARY KEY (`shard`, `id`, `at` DESC),
      INTERLEAVE IN PARENT `Events` ON DELETE CASCADE;
  sum SUM

end
"#;
    let text = lock::write(&whole());
    let lines: Vec<String> = text
        .lines()
        .map(|line| match (line.strip_prefix("  sum "), line.split_once("CHECK (")) {
            (Some(_), _) => "  sum SUM".to_owned(),
            (_, Some((before, _))) => format!("{before}CHECK (CONDITION)"),
            _ => line.to_owned(),
        })
        .collect();
    assert_eq!(lines.join("\n") + "\n", expected);
}

#[test]
fn lock_is_read_back() {
    let both = [Dialect::GoogleSql, Dialect::PostgreSql];
    for shipped in [whole(), Shipped::default(), now(&[EVENTS], &both).shipped] {
        let file = lock::write(&shipped);
        let same = Ok(Lock::Shipped(shipped));
        assert_eq!(lock::read(&file), same);
        assert_eq!(
            lock::read(&file.replace('\n', "\r\n")),
            same,
            "a checkout may change line ends"
        );
    }
    // What is read is the schema again.
    let (whole, now) = (whole(), now(&[EVENTS, LINES], &[Dialect::GoogleSql]));
    assert!(whole.catalog(Dialect::GoogleSql).problems().is_empty());
    assert_eq!(
        crate::migrate::differences(&whole.catalog(Dialect::GoogleSql), &now.catalogs[0]),
        []
    );
}

/// A change of any character or line is detected, except in comments.
#[test]
fn damage_is_detected() {
    let file = lock::write(&whole());
    let whole = Ok(Lock::Shipped(whole()));
    let mut noticed = 0;
    let lines: Vec<&str> = file.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let harmless = line.is_empty() || line.starts_with('#');
        let without = [&lines[..at], &lines[at + 1..]].concat().join("\n");
        let twice = [&lines[..=at], &lines[at..]].concat().join("\n");
        for (what, damaged) in [("without", without), ("twice", twice)] {
            let read = lock::read(&damaged);
            assert_eq!(read.is_ok(), harmless, "line {} {what}: {read:?}", at + 1);
            noticed += usize::from(!harmless);
        }
        for (place, letter) in line.char_indices().filter(|_| !harmless) {
            let other = if letter == 'x' { 'y' } else { 'x' };
            let changed =
                format!("{}{other}{}", &line[..place], &line[place + letter.len_utf8()..]);
            let damaged = [&lines[..at], &[changed.as_str()], &lines[at + 1..]].concat().join("\n");
            let read = lock::read(&damaged);
            assert!(read.is_err(), "line {}: {changed}: {read:?}", at + 1);
            noticed += 1;
        }
    }
    for cut in 0..file.len() - 1 {
        let read = lock::read(&file[..cut]);
        assert!(read.is_err() || read == whole, "cut at {cut}: {read:?}");
    }
    assert!(lock::read(&file.replace("\nend", "\nend\nmore")).is_err());
    assert!(lock::read(&format!("<<<<<<< HEAD\n{file}")).is_err());
    println!("{noticed} kinds of damage detected");
}

fn summed(version: u32, parts: &str) -> String {
    let part = |lines: &str| {
        let sum = fingerprint64(lines.as_bytes());
        format!("{lines}\n  sum {sum:016x}\n\n")
    };
    let parts: String = parts.split("\n\n").map(part).collect();
    format!("version {version}\n\n{parts}end\n")
}

/// A text that is not written like this is not read as some other text.
#[test]
fn escapes_have_one_spelling() {
    let with =
        |text: &str| lock::read(&summed(2, &format!("table T\n  variants a\n    A = {text}")));
    let Ok(Lock::Shipped(read)) = with(r"'a\\\n\r'") else { unreachable!("it is valid") };
    let facts = &read.parts[&Part::Table("T".to_owned())].facts;
    assert_eq!(facts["a"], Fact::Variants(vec![("A".to_owned(), "'a\\\n\r'".to_owned())]));
    for wrong in [r"\", r"a\", r"\x", r"\N"] {
        assert!(matches!(with(wrong), Err(Unreadable::Damaged { line: 5, .. })), "{wrong}");
    }
    for wrong in [
        "  nonsense", "    deep", "  shard a", "  variants a b", "  variants a\n  variants a",
        "  shard a = 1\n  variants a", "  googlesql\n  googlesql", " googlesql",
        "  variants a\n    A", "  key a INT64, uuid",
    ] {
        let read = lock::read(&summed(2, &format!("table T\n{wrong}")));
        assert!(matches!(read, Err(Unreadable::Damaged { .. })), "{wrong}: {read:?}");
    }
}

#[test]
fn versions() {
    let file = lock::write(&whole());
    assert_eq!(
        lock::read(&file.replace("version 2", "version 3")),
        Err(Unreadable::Newer { version: 3 })
    );
    for wrong in ["version 0", "version", "version two", "version -1", "VERSION 2", "version 1"] {
        assert!(
            matches!(
                lock::read(&file.replace("version 2", wrong)),
                Err(Unreadable::Damaged { .. })
            ),
            "{wrong}"
        );
    }
    assert!(matches!(lock::read(""), Err(Unreadable::Damaged { .. })));
}

/// A lock of the first version, with the structs completed.
fn old_lock(lines: &str, tables: &[TableDef<'static>]) -> Vec<LayoutChange> {
    let now = now(tables, &[Dialect::GoogleSql]);
    let lock = lock::read(&summed(1, lines)).expect("it is valid");
    let old = lock::upgraded(lock, &now.tables, &[Dialect::GoogleSql]);
    stops(&old, &now.shipped, &now.catalogs, true)
}

#[test]
fn old_locks_are_carried_over() {
    const OLD: &str = "table Events\n  key shard INT64, shard 16 of (id)\n  key id STRING(26), ulid\n  stored lower STRING = LOWER({email})";
    assert_eq!(old_lock(OLD, &[EVENTS]), []);
    for (from, to, what) in [
        ("shard 16", "shard 32", "key column `shard`"),
        ("of (id)", "of (id) client", "key column `shard`"),
        ("STRING(26)", "BYTES(26)", "key column `id`"),
        ("STRING(26)", "STRING(26) NULL", "key column `id`"),
        ("STRING(26)", "STRING(26) DESC", "the key"),
        ("ulid", "identity", "key column `id`"),
        ("LOWER", "UPPER", "column `lower`"),
        ("stored lower STRING = LOWER({email})", "stored plan INT64 = 1", "column `plan`"),
        ("table Events", "table Others", "the struct"),
    ] {
        let found = old_lock(&OLD.replace(from, to), &[EVENTS]);
        let found: Vec<&str> = found.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(found, [what], "{to}");
    }
    let lines = "table sales.Lines\n  key shard INT64, parent\n  key id STRING(26), parent\n  key at TIMESTAMP NULL commit_timestamp DESC, supplied\n  stored odd STRING = 'a\\\\n' || \"\"\"\\n\\n#\\\\r\"\"\" || {id}";
    let both = |lines: &str| old_lock(&format!("{OLD}\n\n{lines}"), &[EVENTS, LINES]);
    assert_eq!(both(&lines.replace("Lines\n", "Lines in Events\n")), []);
    let found = both(lines);
    assert!(matches!(found.as_slice(), [one] if one.what == "the parent"), "{found:?}");
    let orphan = summed(1, &lines.replace("Lines\n", "Lines in Events\n"));
    assert!(matches!(lock::read(&orphan), Err(Unreadable::Damaged { .. })));
    // Spanner can alter these.
    for (from, to) in [
        ("ulid", "uuid"),
        ("ulid", "supplied"),
        ("ulid", "default"),
        ("STRING(26)", "STRING(36)"),
        ("STRING(26)", "STRING(26) commit_timestamp"),
        ("\n  stored lower STRING = LOWER({email})", ""),
        ("LOWER({email})", "LOWER({email})\n  stored gone INT64 = shard 4 of (id)"),
    ] {
        assert_eq!(old_lock(&OLD.replace(from, to), &[EVENTS]), [], "{to}");
    }
    for wrong in [
        "  key id TEXT, uuid", "  key id INT64", "  stored a INT64", "  googlesql",
        "  key id INT64 UP, x",
    ] {
        assert!(lock::read(&summed(1, &format!("table T\n{wrong}"))).is_err(), "{wrong}");
    }
}

/// Changes that Spanner can apply pass. Each other change is reported once, at its place.
#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn impossible_changes_are_reported() {
    let column = |at: usize, change: fn(&mut ColumnDef<'static>)| {
        let mut columns = COLUMNS.to_vec();
        change(&mut columns[at]);
        TableDef { columns: columns.leak(), ..EVENTS }
    };
    let part = |at: usize, change: fn(&mut KeyPart<'static>)| {
        let mut key = EVENTS.key.to_vec();
        change(&mut key[at]);
        TableDef { key: key.leak(), ..EVENTS }
    };
    let key = |columns: &[usize]| TableDef {
        key: columns.iter().map(|at| KeyPart::new(*at)).collect::<Vec<_>>().leak(),
        ..EVENTS
    };
    let shard = |count, inputs, by| Fill::Shard(ShardDef { count, inputs, by });
    let filled = |at: usize, fill: Fill<'static>| {
        let mut columns = COLUMNS.to_vec();
        columns[at].fill = fill;
        TableDef { columns: columns.leak(), ..EVENTS }
    };
    let refused = [
        (
            "shard count",
            filled(0, shard(32, &[1], ShardBy::Database)),
            "key column `shard`",
            WayOut::NewTable,
        ),
        (
            "shard inputs",
            filled(0, shard(16, &[1, 2], ShardBy::Database)),
            "key column `shard`",
            WayOut::NewTable,
        ),
        (
            "shard by the client",
            filled(0, shard(16, &[1], ShardBy::Client)),
            "key column `shard`",
            WayOut::NewTable,
        ),
        ("no shard", filled(0, Fill::Supplied), "key column `shard`", WayOut::NewTable),
        (
            "type",
            column(1, |column| column.ty = SqlType::bytes(26)),
            "key column `id`",
            WayOut::NewTable,
        ),
        ("name", column(1, |column| column.name = "other"), "the key", WayOut::NewTable),
        ("NULL", column(1, |column| column.nullable = true), "key column `id`", WayOut::NewTable),
        ("direction", part(1, |part| part.descending = true), "the key", WayOut::NewTable),
        ("order", key(&[1, 0]), "the key", WayOut::NewTable),
        ("one more", key(&[0, 1, 2]), "the key", WayOut::NewTable),
        ("one less", key(&[0]), "the key", WayOut::NewTable),
        ("expression", filled(3, stored("UPPER({email})")), "column `lower`", WayOut::Computed),
        ("not stored", filled(3, Fill::Supplied), "column `lower`", WayOut::Computed),
        (
            "stored type",
            column(3, |column| column.ty = SqlType::BYTES),
            "column `lower`",
            WayOut::Computed,
        ),
        (
            "a dropped column",
            TableDef { columns: &COLUMNS[..4], ..EVENTS },
            "column `plan`",
            WayOut::DroppedColumn,
        ),
        (
            "another type",
            column(4, |column| *column = ColumnDef::new("plan", SqlType::FLOAT64)),
            "column `plan`",
            WayOut::NewColumn,
        ),
        ("table", TableDef { name: "Other", ..EVENTS }, "the struct", WayOut::Gone),
        ("schema", TableDef { schema: Some("sales"), ..EVENTS }, "the struct", WayOut::Gone),
        (
            "parent",
            TableDef {
                parent: Some(ParentDef { table: &HOST, on_delete: OnDelete::Cascade }),
                ..EVENTS
            },
            "the parent",
            WayOut::NewTable,
        ),
    ];
    for (name, table, what, way) in refused {
        let found = between(&[EVENTS], &[table]);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert_eq!(
            (found[0].what.as_str(), found[0].way, found[0].table.as_str()),
            (what, way, "Events"),
            "{name}"
        );
    }
    let mut renamed = COLUMNS.to_vec();
    (renamed[2].field, renamed[3].fill) = ("mail", stored("LOWER({mail})"));
    let other_field = TableDef { columns: renamed.leak(), ..EVENTS };
    let accepted = [
        ("nothing", EVENTS),
        ("a longer key column", column(1, |column| column.ty = SqlType::text(64))),
        ("a shorter key column", column(1, |column| column.ty = SqlType::text(20))),
        ("a commit timestamp", column(1, |column| column.commit_timestamp = true)),
        ("another type outside the key", column(2, |column| column.ty = SqlType::TEXT)),
        ("another length of a stored column", column(3, |column| column.ty = SqlType::TEXT)),
        (
            "a text for one more dialect",
            filled(
                3,
                Fill::Generated {
                    sql: SqlText { googlesql: Some("LOWER({email})"), postgresql: None },
                    stored: true,
                },
            ),
        ),
        ("a field of another name", other_field),
        ("other ids", filled(1, Fill::UuidV4)),
        ("no stored column any more", {
            let mut columns = COLUMNS.to_vec();
            columns.remove(3);
            TableDef { columns: columns.leak(), ..EVENTS }
        }),
    ];
    for (name, table) in accepted {
        let found = between(&[EVENTS], &[table]);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

fn between(old: &[TableDef<'static>], new: &[TableDef<'static>]) -> Vec<LayoutChange> {
    let now = now(new, &[Dialect::GoogleSql]);
    stops(&shipped(old), &now.shipped, &now.catalogs, true)
}

/// Rows keep their values, whatever the enum is now.
#[test]
fn variants_keep_their_values() {
    let with = |variants: &[VariantDef<'static>]| {
        let mut columns = COLUMNS.to_vec();
        columns[4].variants = variants.to_vec().leak();
        between(&[EVENTS], &[TableDef { columns: columns.leak(), ..EVENTS }])
    };
    for (variants, changed) in [
        (&[number("Free", 1), number("Team", 3)][..], vec!["Team"]),
        (&[number("Free", 2), number("Team", 1)], vec!["Free", "Team"]),
        (&[number("Free", 1)], vec!["Team"]),
        (&[number("Free", 1), number("Group", 3)], vec!["Team"]),
    ] {
        let found = with(variants);
        let expected: Vec<String> =
            changed.iter().map(|name| format!("variant `{name}` in column `plan`")).collect();
        let found: Vec<_> =
            found.iter().map(|one| (one.what.clone(), one.way, one.name())).collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|what| (what, WayOut::NewVariant, "Events.plan".to_owned()))
            .collect();
        assert_eq!(found, expected);
    }
    // Another variant, another order, another name in Rust.
    assert_eq!(with(&[number("Huge", 3), number("Team", 2), number("Free", 1)]), []);
    assert_eq!(with(&[number("Free", 1), number("Group", 2)]), []);
    // Another type is one change.
    let mut columns = COLUMNS.to_vec();
    columns[4] = ColumnDef::new("plan", SqlType::TEXT);
    let found = between(&[EVENTS], &[TableDef { columns: columns.leak(), ..EVENTS }]);
    assert_eq!(found.len(), 1, "{found:?}");
    let mut columns = COLUMNS.to_vec();
    let names = &[VariantDef { name: "Free", value: StoredValue::Name("Free") }];
    columns[4] = ColumnDef { variants: names, ..ColumnDef::new("plan", SqlType::TEXT) };
    let found = between(&[EVENTS], &[TableDef { columns: columns.leak(), ..EVENTS }]);
    assert_eq!(found.len(), 1, "{found:?}");
}

/// Where a shard is computed by the application, no statement shows its inputs.
#[test]
fn shards_of_the_application_keep_their_numbers() {
    let with = |shard: ShardDef<'static>| {
        let mut columns = COLUMNS.to_vec();
        columns[0].fill = Fill::Shard(shard);
        TableDef { columns: columns.leak(), ..EVENTS }
    };
    let shard = ShardDef { count: 16, inputs: &[1], by: ShardBy::Client };
    let old = with(shard);
    assert_eq!(between(&[old], &[old]), []);
    for other in [ShardDef { count: 32, ..shard }, ShardDef { inputs: &[1, 2], ..shard }] {
        let found = between(&[old], &[with(other)]);
        let [one] = found.as_slice() else { unreachable!("{found:?}") };
        assert_eq!((one.what.as_str(), one.way), ("key column `shard`", WayOut::NewTable));
    }
}

/// Not even the length of a parent's key can change, and such a change is not repeated for every
/// child.
#[test]
fn parent_change_is_reported_once() {
    let longer = |table: TableDef<'static>| {
        let mut columns = table.columns.to_vec();
        columns[1].ty = SqlType::text(64);
        TableDef { columns: columns.leak(), ..table }
    };
    let parent: &'static TableDef<'static> = vec![longer(EVENTS)].leak().first().expect("one");
    let child = TableDef {
        parent: Some(ParentDef { table: parent, on_delete: OnDelete::Cascade }),
        ..longer(LINES)
    };
    let found = between(&[EVENTS, LINES], &[*parent, child]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].table.as_str(), found[0].what.as_str()), ("Events", "key column `id`"));
    assert!(found[0].why.contains("inherit"), "{}", found[0].why);
    assert!(
        between(&[EVENTS], &[*parent, child]).is_empty(),
        "no child is locked yet, so none can be in the way"
    );
    let other_action = TableDef {
        parent: Some(ParentDef { table: &EVENTS, on_delete: OnDelete::NoAction }),
        ..LINES
    };
    assert!(
        between(&[EVENTS, LINES], &[EVENTS, other_action]).is_empty(),
        "what a delete does can be altered"
    );
    let root = TableDef { parent: None, ..LINES };
    assert_eq!(between(&[EVENTS, LINES], &[EVENTS, root]).len(), 1);
}

#[test]
fn table_is_found_in_its_schema_file() {
    for (line, events, lines) in [
        ("CREATE TABLE `Events` (", true, false),
        ("CREATE TABLE \"Events\" (", true, false),
        ("CREATE TABLE `sales`.`Lines` (", false, true),
        ("CREATE TABLE \"sales\".\"Lines\" (", false, true),
        ("CREATE TABLE `Lines` (", false, false),
        ("-- CREATE TABLE `Events` (", false, false),
        ("xyzzy", false, false),
    ] {
        let file = std::collections::HashSet::from([line]);
        assert_eq!(
            (super::make(&file, &EVENTS), super::make(&file, &LINES)),
            (events, lines),
            "{line}"
        );
    }
}
