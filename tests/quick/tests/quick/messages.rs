//! Every message of `lint`, word for word, in `messages.txt`. The compiler's messages are built by
//! the same code. `BLESS=1 cargo test -p spanner-keys-quick-tests messages` regenerates the file;
//! review the diff.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use spanner_keys::rules::lint;
use spanner_keys::schema::{
    Arrival, CheckDef, ColumnDef, ColumnExtra, CounterOptions, Fill, ForeignKeyDef, IndexColumn,
    IndexDef, IndexParent, KeyPart, OnDelete, ParentDef, ReferenceDef, ShardBy, SqlText, SqlType,
    TableDef, Ttl, Waiver,
};
use spanner_keys_quick_tests::tables::{
    AT, DAY, DOCUMENT, DONE, ID, NAME, NUMBER, inherited, kept, led_by, shard_column, waived,
};

/// One case on a line: its name and its table.
macro_rules! cases {
    ($($name:literal: $table:expr;)+) => {
        vec![$(($name, $table)),+]
    };
}

const PARENT_ID: ColumnDef<'static> = ColumnDef { fill: Fill::Supplied, ..ID };
const ULID: ColumnDef<'static> =
    ColumnDef { arrival: Arrival::TimeOrdered, ..ColumnDef::new("Ulid", SqlType::text(26)) };
const COMMIT: ColumnDef<'static> = ColumnDef { commit_timestamp: true, ..AT };
const SHARD: ColumnDef<'static> = shard_column("Shard", &[1], ShardBy::Database);
const CLIENT_SHARD: ColumnDef<'static> = shard_column("Shard", &[1], ShardBy::Client);
const IDENTITY: Fill<'static> =
    Fill::Identity(CounterOptions { skip_range: None, start_counter: None });
const BYTES: ColumnDef<'static> = ColumnDef::new("Bytes", SqlType::BYTES);
const MANY: ColumnDef<'static> = ColumnDef::new("Many", SqlType::TEXT.array());

fn table(columns: &[ColumnDef<'static>], parts: usize) -> TableDef<'static> {
    led_by(parts, "T", columns)
}

fn indexed(
    columns: &[(usize, bool)],
    change: impl Fn(&mut IndexDef<'static>),
    table: TableDef<'static>,
) -> TableDef<'static> {
    let columns: Vec<_> =
        columns.iter().map(|&(column, descending)| IndexColumn { column, descending }).collect();
    let mut index = IndexDef::new("I", kept(&columns));
    change(&mut index);
    TableDef { indexes: kept(&[index]), ..table }
}

/// The table as a child of `parent`, with this many inherited key parts.
fn under(
    parent: TableDef<'static>,
    on_delete: OnDelete,
    inherited: usize,
    table: TableDef<'static>,
) -> TableDef<'static> {
    let mut key = table.key.to_vec();
    key.iter_mut().take(inherited).for_each(|part| part.inherited = true);
    TableDef {
        name: "C",
        parent: Some(ParentDef { table: &kept(&[parent])[0], on_delete }),
        key: kept(&key),
        ..table
    }
}

fn named(name: &'static str, table: TableDef<'static>) -> TableDef<'static> {
    TableDef { name, ..table }
}

fn expiring(column: usize, table: TableDef<'static>) -> TableDef<'static> {
    TableDef { ttl: Some(Ttl { column, days: 1 }), ..table }
}

const OTHER: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    ..TableDef::new(
        "Other",
        &[
            ColumnDef { field: "id", ..ID },
            ColumnDef { field: "at", ..AT },
            ColumnDef { field: "doc", ..DOCUMENT },
        ],
    )
};

const STAMPED: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    ..TableDef::new("Stamped", &[ID, ColumnDef { field: "at", commit_timestamp: true, ..AT }])
};

const EXPIRING: TableDef<'static> =
    TableDef { name: "Expiring", ttl: Some(Ttl { column: 1, days: 1 }), ..OTHER };

fn refers(
    to: fn() -> &'static TableDef<'static>,
    columns: &'static [usize],
    fields: &'static [&'static str],
    table: TableDef<'static>,
) -> TableDef<'static> {
    let references = ReferenceDef::Table { table: to, fields };
    let key = ForeignKeyDef::new(columns, references);
    TableDef { foreign_keys: kept(&[key]), ..table }
}

fn keys() -> Vec<(&'static str, TableDef<'static>)> {
    let (hot, spread) = (Some(Waiver::AllowHotspot("why")), Some(Waiver::Spread("why")));
    cases! {
        "a timestamp first": table(&[AT, ID], 2);
        "a date first": table(&[DAY], 1);
        "a time-ordered id first": table(&[ULID], 1);
        "an integer first": table(&[NUMBER], 1);
        "a flag, then a timestamp": table(&[DONE, AT], 2);
        "bytes without a length": table(&[BYTES], 1);
        "an array in the key": table(&[ID, MANY], 2);
        "a waiver behind a spread part": waived(1, hot, table(&[ID, AT], 2));
        "a waiver on a spread part": waived(0, hot, table(&[NAME], 1));
        "spread on text": waived(0, spread, table(&[NAME], 1));
        "spread on a commit timestamp": waived(0, spread, table(&[COMMIT], 1));
        "a waiver on a flag": waived(0, hot, table(&[DONE, ID], 2));
        "a waiver in a child":
            waived(
                1,
                hot,
                under(table(&[ID], 1), OnDelete::Cascade, 1, table(&[PARENT_ID, AT], 2)),
            );
        "numbers in a text column": table(&[ColumnDef { fill: IDENTITY, ..NAME }], 1);
        "a commit timestamp in a date":
            table(&[ID, ColumnDef { commit_timestamp: true, ..DAY }], 1);
        "a shard of a float": table(&[SHARD, ColumnDef::new("Size", SqlType::FLOAT64)], 2);
        "a shard of a flag": table(&[SHARD, DONE, AT], 3);
        "a shard of a flag, before a name": table(&[SHARD, DONE, AT, NAME], 4);
        "a client's shard of a flag, before a name": table(&[CLIENT_SHARD, DONE, AT, NAME], 4);
        "a shard of a flag, before a commit timestamp": table(&[SHARD, DONE, COMMIT], 3);
        "a shard of a flag, before a date": table(&[SHARD, DONE, DAY], 3);
        "a random shard in the key of a shard of a date": table(&[SHARD, DAY], 2);
        "no key": table(&[ID], 0);
        "a key column twice": {
            let key = [KeyPart::new(0), KeyPart::new(0)];
            TableDef { key: kept(&key), ..table(&[ID], 1) }
        };
        "an inherited part of a root": TableDef { key: kept(&[inherited(0)]), ..table(&[ID], 1) };
        "a decimal first": table(&[ColumnDef::new("Price", SqlType::NUMERIC)], 1);
        "a state before a clock": table(&[ColumnDef { name: "Status", ..NAME }, AT], 2);
        "a client shard of an identity":
            table(&[CLIENT_SHARD, ColumnDef { fill: IDENTITY, ..NUMBER }], 2);
    }
}

fn indexes() -> Vec<(&'static str, TableDef<'static>)> {
    let plain = |_: &mut IndexDef<'static>| {};
    let own = |index: &mut IndexDef<'static>| index.interleave = Some(IndexParent::OwnTable);
    let hot = |index: &mut IndexDef<'static>| index.waiver = Some(Waiver::AllowHotspot("why"));
    let stranger =
        |index: &mut IndexDef<'static>| index.interleave = Some(IndexParent::Ancestor(&OTHER));
    let many: Vec<ColumnDef<'static>> =
        (0..18).map(|at| ColumnDef { name: format!("N{at}").leak(), ..NAME }).collect();
    let ulid_key =
        waived(0, Some(Waiver::AllowHotspot("why")), table(&[ULID, DONE, NUMBER, AT], 1));
    cases! {
        "an index over a timestamp": indexed(&[(1, true)], plain, table(&[ID, AT], 1));
        "an index over JSON": indexed(&[(1, false)], plain, table(&[ID, DOCUMENT], 1));
        "an index over a flag, then a timestamp":
            indexed(&[(1, false), (2, false)], plain, table(&[ID, DONE, AT], 1));
        "an index of 17 columns": indexed(&[(17, false)], plain, table(&many, 16));
        "an index interleaved in an unrelated table":
            indexed(&[(0, false)], stranger, table(&[ID, AT], 1));
        "an index that does not start with the key":
            indexed(
                &[(1, true), (2, false)],
                own,
                table(&[ID, AT, ColumnDef { nullable: true, ..NAME }], 1),
            );
        "a waiver on an interleaved index":
            indexed(&[(0, false)], |index| { own(index); hot(index); }, table(&[ID, AT], 1));
        "a waiver on a spread index": indexed(&[(1, false)], hot, table(&[ID, NAME], 1));
        "a shard of a flag outside the key":
            indexed(
                &[(1, false), (3, false)],
                plain,
                table(&[ID, shard_column("Shard", &[2], ShardBy::Database), DONE, AT], 1),
            );
        "a generated clock":
            indexed(&[(2, false)], plain, table(&[ID, AT, generated("CAST({At} AS STRING)")], 1));
        "a unique index over an integer":
            indexed(&[(1, false)], |index| index.unique = true, table(&[ID, NUMBER], 1));
        "an index without columns": indexed(&[], plain, table(&[ID], 1));
        "an index column twice": indexed(&[(0, false), (0, true)], plain, table(&[ID], 1));
        "a key column stored":
            indexed(&[(1, false)], |index| index.storing = &[0], table(&[ID, NAME], 1));
        "an index of a column that is not there": indexed(&[(9, false)], plain, table(&[ID], 1));
        "a waiver that the key already has": indexed(&[(1, false)], hot, ulid_key);
    }
}

fn links() -> Vec<(&'static str, TableDef<'static>)> {
    let two = table(&[PARENT_ID, COMMIT], 2);
    let parent = named("P", table(&[ID, AT], 2));
    let mut deep = named("T1", table(&[ID], 1));
    for depth in 2..=8 {
        let child = under(deep, OnDelete::Cascade, 1, table(&[PARENT_ID], 1));
        deep = named(format!("T{depth}").leak(), child);
    }
    let many: Vec<ColumnDef<'static>> =
        (0..17).map(|at| ColumnDef { name: format!("N{at}").leak(), ..NAME }).collect();
    let fifteen = named("P", table(&many, 15));
    let short = table(&[PARENT_ID], 1);
    cases! {
        "a key that differs from the parent key": under(parent, OnDelete::Cascade, 2, two);
        "interleaved too deep": deep;
        "a key of 17 columns": under(fifteen, OnDelete::Cascade, 15, table(&many, 17));
        "a child of expiring rows without a cascade":
            under(expiring(1, named("P", table(&[ID, AT], 1))), OnDelete::NoAction, 1, short);
        "a foreign key of another type": refers(|| &OTHER, &[1], &["id"], table(&[ID, AT], 1));
        "a foreign key to an unknown field": refers(|| &OTHER, &[1], &["no"], table(&[ID, AT], 1));
        "a foreign key over JSON": refers(|| &OTHER, &[1], &["doc"], table(&[ID, DOCUMENT], 1));
        "a foreign key over a commit timestamp":
            refers(|| &STAMPED, &[1], &["at"], table(&[ID, AT], 1));
        "a foreign key to expiring rows without a cascade":
            refers(|| &EXPIRING, &[0], &["id"], table(&[ID], 1));
        "a foreign key with a hot index": refers(|| &OTHER, &[1], &["at"], table(&[ID, AT], 1));
        "rows that expire by a date": expiring(1, table(&[ID, DAY], 1));
        "rows that expire by an array":
            expiring(1, table(&[ID, ColumnDef::new("Ats", SqlType::TIMESTAMP.array())], 1));
    }
}

fn generated(sql: &'static str) -> ColumnDef<'static> {
    let fill = Fill::Generated { sql: SqlText::both(sql), stored: true };
    ColumnDef { fill, ..ColumnDef::new("Made", SqlType::text(64)) }
}

fn texts_and_names() -> Vec<(&'static str, TableDef<'static>)> {
    let filled = |fill| table(&[ID, ColumnDef { fill, ..NUMBER }], 1);
    let identity = |skip_range, start_counter| {
        filled(Fill::Identity(CounterOptions { skip_range, start_counter }))
    };
    let made = |sql| table(&[ID, AT, generated(sql), NAME], 1);
    let checked = |name, sql| {
        let check = CheckDef { name, sql: SqlText::both(sql) };
        TableDef { checks: kept(&[check]), ..table(&[ID, COMMIT], 1) }
    };
    let typed = |ty| table(&[ID, ColumnDef { ty, ..NAME }], 1);
    cases! {
        "a length of 0": typed(SqlType::text(0));
        "a number with a length": typed(SqlType::INT64.with_length(3));
        "a number with a vector length":
            table(
                &[
                    ID,
                    ColumnDef {
                        extra: Some(&ColumnExtra { vector_length: Some(3), ..ColumnExtra::NONE }),
                        ..NUMBER
                    },
                ],
                1,
            );
        "a UUID in an integer": filled(Fill::UuidV4);
        "a ULID in an integer": filled(Fill::UlidKey);
        "a shard as text":
            table(
                &[
                    ID,
                    ColumnDef { ty: SqlType::TEXT, ..shard_column("Shard", &[0], ShardBy::Client) },
                ],
                1,
            );
        "a shard of a column that is not there":
            table(&[ID, shard_column("Shard", &[9], ShardBy::Database)], 1);
        "a shard of nothing": table(&[ID, shard_column("Shard", &[], ShardBy::Client)], 1);
        "a range that ends first": identity(Some((2, 1)), None);
        "a range below 1": identity(Some((-2, 0)), None);
        "a counter from 0": identity(None, Some(0));
        "a default of a column": filled(Fill::Default(SqlText::both("{Id}")));
        "generated from itself": made("{Made}");
        "an unknown field": made("{unknown}");
        "a lone brace": made("{");
        "no text": made(" ");
        "a check of nothing": checked(None, "1 = 1");
        "a check of a commit timestamp": checked(Some("Now"), "{At} IS NULL");
        "a generated key of two other columns":
            {
            table(
                &[
                    generated("CONCAT({A}, {B})"),
                    ID,
                    ColumnDef { name: "A", field: "A", ..NAME },
                    ColumnDef { name: "B", field: "B", ..NAME },
                ],
                2,
            )
        };
        "a name with a space": named("a b", table(&[ID], 1));
        "a name with a control character": named("a\u{7}", table(&[ID], 1));
        "a long name": named("n".repeat(129).leak(), table(&[ID], 1));
        "a reserved name":
            indexed(&[(0, false)], |index| index.name = "PRIMARY_KEY", table(&[ID], 1));
        "two columns of one name": table(&[ID, ColumnDef { name: "ID", ..NAME }], 1);
        "no columns": TableDef::new("T", &[]);
    }
}

#[test]
fn messages_word_for_word() {
    let mut text = String::new();
    let all = keys().into_iter().chain(indexes()).chain(links()).chain(texts_and_names());
    for (what, table) in all {
        writeln!(text, "# {what}").expect("a String can be written to");
        for finding in lint(&table) {
            let place = |place: &Option<String>| place.clone().unwrap_or_else(|| "-".to_owned());
            let (index, column) = (place(&finding.index), place(&finding.column));
            writeln!(text, "[{}] {} {index} {column}: {finding}", finding.rule, finding.table)
                .expect("a String can be written to");
        }
        text.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("the folder can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    for (kept, now) in known.lines().zip(text.lines()) {
        assert_eq!(kept, now);
    }
    assert_eq!(known, text);
}
