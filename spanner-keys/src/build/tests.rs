//! The lock: its content, and the changes that it rejects and accepts.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use super::change::{WayOut, changes};
use super::layout::Layout;
use super::lock::{self, Unreadable};
use crate::keys::fingerprint::fingerprint64;
use crate::schema::{
    ColumnDef, CounterOptions, Fill, KeyPart, OnDelete, ParentDef, SequenceDef, ShardBy, ShardDef,
    SqlText, SqlType, TableDef,
};

const SHARD: Fill<'static> =
    Fill::Shard(ShardDef { count: 16, inputs: &[1], by: ShardBy::Database });

const COLUMNS: &[ColumnDef<'static>] = &[
    ColumnDef { fill: SHARD, ..ColumnDef::new("shard", SqlType::INT64) },
    ColumnDef { fill: Fill::UlidKey, ..ColumnDef::new("id", SqlType::text(26)) },
    ColumnDef { nullable: true, ..ColumnDef::new("email", SqlType::text(320)) },
    ColumnDef { fill: stored("LOWER({email})"), ..ColumnDef::new("lower", SqlType::text(320)) },
];

const EVENTS: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("Events", COLUMNS) };

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
                fill: Fill::Generated {
                    sql: SqlText {
                        googlesql: Some("'a\\n' || \"\n\r\" || {id}"),
                        postgresql: Some(" {id} || '{{}}' "),
                    },
                    stored: true,
                },
                ..ColumnDef::new("odd", SqlType::TEXT)
            },
            ColumnDef {
                fill: Fill::Generated {
                    sql: SqlText { googlesql: None, postgresql: Some("now()") },
                    stored: true,
                },
                ..ColumnDef::new("one", SqlType::text(36).array())
            },
            ColumnDef {
                fill: Fill::Shard(ShardDef { count: 7, inputs: &[2, 1], by: ShardBy::Database }),
                ..ColumnDef::new("spread", SqlType::INT64)
            },
        ],
    )
};

const fn stored(sql: &'static str) -> Fill<'static> {
    Fill::Generated { sql: SqlText::both(sql), stored: true }
}

fn layouts() -> Vec<Layout> {
    vec![Layout::of(&EVENTS), Layout::of(&LINES)]
}

#[test]
fn text_of_the_lock() {
    let expected = r#"# The key layout of every table, which Spanner cannot alter once the table is made.
# Written by spanner-keys: review it and commit it, but do not edit it.
version 1

table Events
  key shard INT64, shard 16 of (id)
  key id STRING(26), ulid
  stored lower STRING = LOWER({email})
  sum 5f8d6be858f0ce99

table sales.Lines in Events
  key shard INT64, parent
  key id STRING(26), parent
  key at TIMESTAMP NULL commit_timestamp DESC, supplied
  stored odd STRING googlesql = 'a\\n' || "\n\r" || {id}
  stored odd STRING postgresql = {id} || '{{}}'
  stored one ARRAY<STRING(MAX)> postgresql = now()
  stored spread INT64 = shard 7 of (at, id)
  sum 0767f5809e0b0dba

end
"#;
    assert_eq!(lock::write(&layouts()), expected);
}

#[test]
fn lock_is_read_back() {
    let (file, mut layouts) = (lock::write(&layouts()), layouts());
    assert_eq!(lock::read(&file), Ok(layouts.clone()));
    assert_eq!(
        lock::read(&file.replace('\n', "\r\n")),
        Ok(layouts.clone()),
        "a checkout may change line ends"
    );
    layouts.reverse();
    assert_eq!(lock::write(&layouts), file, "tables are sorted");
    assert_eq!(lock::read(&lock::write(&[])), Ok(Vec::new()));
}

#[test]
fn text_of_every_fill() {
    let counter = CounterOptions { skip_range: Some((1, 9)), start_counter: Some(5) };
    let shard = |by| {
        Fill::Shard(ShardDef {
            count: 32,
            inputs: if by == ShardBy::Chance { &[] } else { &[1] },
            by,
        })
    };
    for (fill, words) in [
        (Fill::Supplied, "supplied"),
        (Fill::Default(SqlText::both("1")), "default"),
        (stored("1"), "generated"),
        (Fill::UuidV4, "uuid"),
        (Fill::UuidV7, "uuid_v7"),
        (Fill::UlidKey, "ulid"),
        (Fill::Random, "random"),
        (Fill::BitReversed, "bit_reversed"),
        (Fill::Sequence(SequenceDef { name: "Seq", options: counter }), "sequence Seq"),
        (Fill::Identity(counter), "identity"),
        (shard(ShardBy::Database), "shard 32 of (b)"),
        (shard(ShardBy::Client), "shard 32 of (b) client"),
        (shard(ShardBy::Chance), "shard 32 random"),
    ] {
        let columns = [
            ColumnDef { fill, ..ColumnDef::new("a", SqlType::INT64) },
            ColumnDef::new("b", SqlType::INT64),
        ];
        let layout = Layout::of(&TableDef {
            key: &[KeyPart::new(0), KeyPart::new(1)],
            ..TableDef::new("T", &columns)
        });
        assert_eq!(layout.key[0].fill, words);
        assert_eq!(lock::read(&lock::write(std::slice::from_ref(&layout))), Ok(vec![layout]));
    }
}

/// A change of any character or line is detected, except in comments.
#[test]
fn damage_is_detected() {
    let file = lock::write(&layouts());
    let whole = Ok(layouts());
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

/// A text that is not written like this is not read as some other text.
#[test]
fn escapes_have_one_spelling() {
    let with = |text: &str| {
        let lines = format!("table T\n  stored a STRING = {text}");
        let sum = fingerprint64(lines.as_bytes());
        lock::read(&format!("version 1\n\n{lines}\n  sum {sum:016x}\n\nend\n"))
    };
    let good = with(r"a\\\n\r");
    assert_eq!(good.map(|all| all[0].stored[0].googlesql.clone()), Ok(Some("a\\\n\r".into())));
    for wrong in [r"\", r"a\", r"\x", r"\N"] {
        assert!(matches!(with(wrong), Err(Unreadable::Damaged { line: 4, .. })), "{wrong}");
    }
}

#[test]
fn versions() {
    let file = lock::write(&layouts());
    assert_eq!(
        lock::read(&file.replace("version 1", "version 2")),
        Err(Unreadable::Newer { version: 2 })
    );
    for wrong in ["version 0", "version", "version one", "version -1", "VERSION 1"] {
        assert!(
            matches!(
                lock::read(&file.replace("version 1", wrong)),
                Err(Unreadable::Damaged { line: 3, .. })
            ),
            "{wrong}"
        );
    }
    assert!(matches!(lock::read(""), Err(Unreadable::Damaged { .. })));
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
        ("other ids", filled(1, Fill::UuidV4), "key column `id`", WayOut::NewTable),
        (
            "type",
            column(1, |column| column.ty = SqlType::bytes(26)),
            "key column `id`",
            WayOut::NewTable,
        ),
        ("name", column(1, |column| column.name = "other"), "the key columns", WayOut::NewTable),
        ("NULL", column(1, |column| column.nullable = true), "key column `id`", WayOut::NewTable),
        ("direction", part(1, |part| part.descending = true), "key column `id`", WayOut::NewTable),
        ("order", key(&[1, 0]), "the key columns", WayOut::NewTable),
        ("one more", key(&[0, 1, 2]), "the key columns", WayOut::NewTable),
        ("one less", key(&[0]), "the key columns", WayOut::NewTable),
        (
            "expression",
            filled(3, stored("UPPER({email})")),
            "stored column `lower`",
            WayOut::NewColumn,
        ),
        ("not stored", filled(3, Fill::Supplied), "stored column `lower`", WayOut::NewColumn),
        (
            "stored type",
            column(3, |column| column.ty = SqlType::BYTES),
            "stored column `lower`",
            WayOut::NewColumn,
        ),
        ("table", TableDef { name: "Other", ..EVENTS }, "the struct", WayOut::Gone),
        ("schema", TableDef { schema: Some("sales"), ..EVENTS }, "the struct", WayOut::Gone),
        (
            "parent",
            TableDef {
                parent: Some(ParentDef { table: &LINES, on_delete: OnDelete::Cascade }),
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
        ("no stored column any more", TableDef { columns: &COLUMNS[..3], ..EVENTS }),
        ("fewer columns", TableDef { columns: &COLUMNS[..2], ..EVENTS }),
    ];
    for (name, table) in accepted {
        let found = between(&[EVENTS], &[table]);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

fn between(old: &[TableDef<'_>], new: &[TableDef<'_>]) -> Vec<super::LayoutChange> {
    let layouts = |tables: &[TableDef<'_>]| tables.iter().map(Layout::of).collect::<Vec<_>>();
    changes(&layouts(old), &layouts(new), |table, column| {
        new.iter().any(|known| {
            known.path() == table && known.columns.iter().any(|known| known.name == column)
        })
    })
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
