//! Columns that cannot be as they are described.

use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, IndexDef, KeyPart, ShardBy, SqlText, SqlType,
    TableDef,
};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{col, filled, generated, list, null, sequence, shard, table, two, up};

const INT: SqlType = SqlType::INT64;

/// A table with this column beside its key.
fn beside(column: ColumnDef<'static>) -> [TableDef<'static>; 1] {
    [table("T", [col("Id", INT), column])]
}

fn of(ty: SqlType, fill: Fill<'static>) -> [TableDef<'static>; 1] {
    beside(filled("C", ty, fill))
}

fn stamped(column: ColumnDef<'static>) -> ColumnDef<'static> {
    ColumnDef { commit_timestamp: true, ..column }
}

pub(super) fn all() -> Vec<Refusal> {
    [types(), fills(), shards(), shards_in_keys(), generated_in_keys(), whole_tables()]
        .into_iter()
        .flatten()
        .collect()
}

fn types() -> Vec<Refusal> {
    let error = |says| ("InvalidColumn", says);
    let typed = |ty| beside(col("C", ty));
    vec![
        Refusal::new(
            "text of length 0",
            error("length 0"),
            typed(SqlType::text(0)),
            typed(SqlType::text(1)),
        ),
        Refusal::new(
            "text too long",
            error("from 1 to 2621440"),
            typed(SqlType::text(2_621_441)),
            typed(SqlType::text(2_621_440)),
        ),
        Refusal::new(
            "bytes of length 0",
            error("length 0"),
            typed(SqlType::bytes(0)),
            typed(SqlType::bytes(1)),
        ),
        Refusal::new(
            "bytes too long",
            error("from 1 to 10485760"),
            typed(SqlType::bytes(10_485_761)),
            typed(SqlType::bytes(10_485_760)),
        ),
        Refusal::new(
            "an array of empty text",
            error("length 0"),
            typed(SqlType::text(0).array()),
            typed(SqlType::text(1).array()),
        ),
        Refusal::new(
            "a number with a length",
            error("only text and bytes"),
            typed(INT.with_length(8)),
            typed(INT),
        ),
        Refusal::new(
            "a timestamp with a length",
            error("only text and bytes"),
            typed(SqlType::TIMESTAMP.with_length(3)),
            typed(SqlType::TIMESTAMP),
        ),
        Refusal::new(
            "a commit date",
            error("TIMESTAMP"),
            beside(stamped(col("C", SqlType::DATE))),
            beside(stamped(col("C", SqlType::TIMESTAMP))),
        ),
        Refusal::new(
            "an array of commit timestamps",
            error("TIMESTAMP"),
            beside(stamped(col("C", SqlType::TIMESTAMP.array()))),
            beside(col("C", SqlType::TIMESTAMP.array())),
        ),
        Refusal::new(
            "a commit timestamp with a default",
            error("another way"),
            beside(stamped(filled(
                "C",
                SqlType::TIMESTAMP,
                Fill::Default(two("CURRENT_TIMESTAMP()", "now()")),
            ))),
            of(SqlType::TIMESTAMP, Fill::Default(two("CURRENT_TIMESTAMP()", "now()"))),
        ),
        Refusal::new(
            "a commit timestamp with a random value",
            error("another way"),
            beside(stamped(filled("C", SqlType::TIMESTAMP, Fill::Random))),
            beside(stamped(col("C", SqlType::TIMESTAMP))),
        ),
    ]
}

fn fills() -> Vec<Refusal> {
    let error = |says| ("InvalidColumn", says);
    let none = CounterOptions::default();
    let identity = |skip_range, start_counter| {
        of(INT, Fill::Identity(CounterOptions { skip_range, start_counter }))
    };
    let counted = |skip_range, start_counter| {
        of(INT, sequence("S", CounterOptions { skip_range, start_counter }))
    };
    vec![
        Refusal::new(
            "a uuid in a number",
            error("UUID"),
            of(INT, Fill::UuidV4),
            of(SqlType::TEXT, Fill::UuidV4),
        ),
        Refusal::new(
            "a uuid in short text",
            error("UUID"),
            of(SqlType::text(35), Fill::UuidV4),
            of(SqlType::text(36), Fill::UuidV4),
        ),
        Refusal::new(
            "a uuid in few bytes",
            error("UUID"),
            of(SqlType::bytes(15), Fill::UuidV7),
            of(SqlType::bytes(16), Fill::UuidV7),
        ),
        Refusal::new(
            "uuids in an array",
            error("UUID"),
            of(SqlType::TEXT.array(), Fill::UuidV4),
            of(SqlType::TEXT, Fill::UuidV7),
        ),
        Refusal::new(
            "a ulid in short text",
            error("ULID"),
            of(SqlType::text(25), Fill::UlidKey),
            of(SqlType::text(26), Fill::UlidKey),
        ),
        Refusal::new(
            "a random text",
            error("INT64"),
            of(SqlType::TEXT, Fill::Random),
            of(INT, Fill::Random),
        ),
        Refusal::new(
            "a reversed float",
            error("INT64"),
            of(SqlType::FLOAT64, Fill::BitReversed),
            of(INT, Fill::BitReversed),
        ),
        Refusal::new(
            "a text sequence",
            error("INT64"),
            of(SqlType::TEXT, sequence("S", none)),
            of(INT, sequence("S", none)),
        ),
        Refusal::new(
            "a text identity",
            error("INT64"),
            of(SqlType::TEXT, Fill::Identity(none)),
            of(INT, Fill::Identity(none)),
        ),
        Refusal::new(
            "an identity of arrays",
            error("INT64"),
            of(INT.array(), Fill::Identity(none)),
            of(INT, Fill::Identity(none)),
        ),
        Refusal::new(
            "a reversed range",
            error("smaller"),
            identity(Some((2, 1)), None),
            identity(Some((2, 2)), None),
        ),
        Refusal::new(
            "a start at 0",
            error("below 1"),
            identity(None, Some(0)),
            identity(None, Some(1)),
        ),
        Refusal::new(
            "a reversed range of a sequence",
            ("InvalidSequence", "smaller"),
            counted(Some((2, 1)), None),
            counted(Some((1, 2)), None),
        ),
        Refusal::new(
            "a range below 1",
            ("InvalidSequence", "positive"),
            counted(Some((-5, 0)), None),
            counted(Some((-5, 1)), None),
        ),
        Refusal::new(
            "a range of an identity below 1",
            error("positive"),
            identity(Some((-5, -4)), None),
            identity(Some((0, 1)), None),
        ),
        Refusal::new(
            "a sequence from -1",
            ("InvalidSequence", "below 1"),
            counted(None, Some(-1)),
            counted(None, Some(1)),
        ),
        Refusal::new(
            "a sequence with two options",
            ("InvalidSequence", "other options"),
            [counted(None, Some(5))[0], TableDef { name: "U", ..counted(None, Some(6))[0] }],
            [counted(None, Some(5))[0], TableDef { name: "U", ..counted(None, Some(5))[0] }],
        ),
    ]
}

fn shards() -> Vec<Refusal> {
    let error = |says| ("InvalidColumn", says);
    // The shard stands outside the key, over the third column.
    let over = |input: ColumnDef<'static>, by| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(16, &[2], by)), input])]
    };
    let database = |input| over(input, ShardBy::Database);
    let fine = || database(col("C", INT));
    let count = |count| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(count, &[0], ShardBy::Database))])]
    };
    let chance = |count| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(count, &[], ShardBy::Chance))])]
    };
    let stored = |name| filled(name, INT, generated(SqlText::both("{Id} + 1"), true));
    vec![
        Refusal::new("one shard", error("from 2 to 1024"), count(1), count(2)),
        Refusal::new("no shards", error("from 2 to 1024"), chance(0), chance(2)),
        Refusal::new("too many shards", error("from 2 to 1024"), count(1025), count(1024)),
        Refusal::new(
            "a shard as text",
            error("INT64"),
            of(SqlType::TEXT, shard(2, &[0], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        ),
        Refusal::new(
            "a client's shard as a float",
            error("INT64"),
            of(SqlType::FLOAT64, shard(2, &[], ShardBy::Chance)),
            of(INT, shard(2, &[], ShardBy::Chance)),
        ),
        Refusal::new(
            "a nullable shard",
            error("NOT NULL"),
            beside(ColumnDef {
                nullable: true,
                ..filled("C", INT, shard(2, &[0], ShardBy::Client))
            }),
            of(INT, shard(2, &[0], ShardBy::Client)),
        ),
        Refusal::new(
            "a shard of nothing",
            error("no columns"),
            of(INT, shard(2, &[], ShardBy::Client)),
            of(INT, shard(2, &[], ShardBy::Chance)),
        ),
        Refusal::new(
            "a shard of a float",
            error("float"),
            database(col("C", SqlType::FLOAT64)),
            fine(),
        ),
        Refusal::new(
            "a shard of JSON",
            error("JSON"),
            database(col("C", SqlType::JSON)),
            database(col("C", SqlType::TEXT)),
        ),
        Refusal::new(
            "a shard of an array",
            error("array"),
            database(col("C", INT.array())),
            fine(),
        ),
        Refusal::new("a shard of NULL", error("nullable"), database(null("C", INT)), fine()),
        Refusal::new(
            "a shard of a commit timestamp",
            error("commit timestamp"),
            database(stamped(col("C", SqlType::TIMESTAMP))),
            database(col("C", SqlType::TIMESTAMP)),
        ),
        Refusal::new(
            "a shard of a generated column",
            error("generated"),
            database(stored("C")),
            fine(),
        ),
        Refusal::new(
            "a shard of a shard",
            error("shard itself"),
            database(filled("C", INT, shard(2, &[], ShardBy::Chance))),
            fine(),
        ),
        Refusal::new(
            "a shard of itself",
            error("shard itself"),
            of(INT, shard(2, &[1], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        ),
        Refusal::new(
            "a shard of NUMERIC",
            error("more than one way"),
            database(col("C", SqlType::NUMERIC)),
            fine(),
        )
        .only(POSTGRES),
        Refusal::new(
            "a client's shard of what the server fills",
            error("database fills"),
            over(filled("C", INT, sequence("S", CounterOptions::default())), ShardBy::Client),
            database(filled("C", INT, sequence("S", CounterOptions::default()))),
        ),
        Refusal::new(
            "a shard of no column",
            ("UnknownColumn", "#9"),
            of(INT, shard(2, &[9], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        ),
    ]
}

/// A table whose shard leads the key, then `Id`; the rest stands outside the key.
fn leading(inputs: &'static [usize], a: Fill<'static>) -> [TableDef<'static>; 1] {
    let shard = filled("Shard", INT, shard(16, inputs, ShardBy::Database));
    let columns = [
        shard,
        filled("Id", INT, Fill::Identity(CounterOptions::default())),
        filled("A", INT, a),
        col("B", INT),
    ];
    [TableDef { key: list([KeyPart::new(0), KeyPart::new(1)]), ..table("T", columns) }]
}

fn shards_in_keys() -> Vec<Refusal> {
    let error = |says| ("InvalidColumn", says);
    let none = CounterOptions::default();
    vec![
        Refusal::new(
            "a shard of two columns outside the key",
            error("more than one column outside"),
            leading(&[1, 2, 3], Fill::Supplied),
            leading(&[1, 2], Fill::Supplied),
        ),
        Refusal::new(
            "a shard of a default outside the key",
            error("has a default"),
            leading(&[1, 2], Fill::Default(SqlText::both("1"))),
            // An identity in the key is fine.
            leading(&[1], Fill::Default(SqlText::both("1"))),
        ),
        Refusal::new(
            "a shard of a sequence outside the key",
            error("has a default"),
            leading(&[2], sequence("S", none)),
            leading(&[2], Fill::Random),
        ),
        Refusal::new(
            "a shard of a UUID outside the key",
            error("has a default"),
            led_by_shard_of(filled("A", SqlType::text(36), Fill::UuidV4)),
            led_by_shard_of(filled("A", SqlType::text(36), Fill::UuidV7)),
        ),
        Refusal::new(
            "a shard of a UUID outside the key that the database can fill",
            error("has a default"),
            led_by_shard_of(filled("A", SqlType::text(36), Fill::UuidV4)),
            led_by_shard_of(filled("A", SqlType::bytes(16), Fill::UuidV4)),
        )
        .only(POSTGRES),
        Refusal::new(
            "a shard of a float that leads the key",
            error("which is a float"),
            led_by_shard_of(col("A", SqlType::FLOAT64)),
            led_by_shard_of(col("A", SqlType::NUMERIC)),
        )
        .only(GOOGLE),
    ]
}

/// A table whose key is a shard of this column, then `Id`.
fn led_by_shard_of(column: ColumnDef<'static>) -> [TableDef<'static>; 1] {
    let columns =
        [filled("Shard", INT, shard(16, &[2], ShardBy::Database)), col("Id", INT), column];
    [TableDef { key: list([KeyPart::new(0), KeyPart::new(1)]), ..table("T", columns) }]
}

fn generated_in_keys() -> Vec<Refusal> {
    let error = |says| ("InvalidColumn", says);
    let of_shard = |by| {
        let (whole, part) = (
            filled("G", INT, generated(SqlText::both("{S} * 3"), true)),
            filled("S", INT, shard(4, &[1], by)),
        );
        [TableDef {
            key: list([KeyPart::new(0), KeyPart::new(1)]),
            ..table("T", [whole, col("Id", INT), part])
        }]
    };
    let key = |sql: &'static str, stored: bool| {
        let a = ColumnDef { fill: Fill::Default(SqlText::both("1")), ..col("A", INT) };
        let columns = [
            filled("G", INT, generated(SqlText::both(sql), stored)),
            col("Id", INT),
            a,
            col("B", INT),
            col("C", INT),
            filled("D", INT, generated(SqlText::both("{Id} + 1"), true)),
        ];
        [TableDef { key: list([KeyPart::new(0), KeyPart::new(1)]), ..table("T", columns) }]
    };
    let fine = || key("{Id} * 3 + {B}", true);
    vec![
        Refusal::new("a virtual key column", error("virtual"), key("{Id} * 3", false), fine()),
        Refusal::new(
            "two columns outside the key",
            error("more than one column outside"),
            key("{B} + {C}", true),
            fine(),
        ),
        Refusal::new(
            "a default outside the key",
            error("has a default"),
            key("{A} + {Id}", true),
            fine(),
        ),
        Refusal::new(
            "generated from a generated column",
            ("InvalidColumn", "generated too"),
            key("{D}", true),
            fine(),
        )
        .only(GOOGLE),
        Refusal::new(
            "generated from a shard",
            error("generated too"),
            of_shard(ShardBy::Database),
            of_shard(ShardBy::Client),
        )
        .only(GOOGLE),
    ]
}

fn whole_tables() -> Vec<Refusal> {
    let many = |count: usize| {
        let columns: Vec<ColumnDef<'static>> =
            (0..count).map(|at| col(format!("C{at}").leak(), INT)).collect();
        [TableDef { key: list([KeyPart::new(0)]), ..TableDef::new("T", columns.leak()) }]
    };
    let indexed = |count: usize| {
        let indexes: Vec<IndexDef<'static>> =
            (0..count).map(|at| IndexDef::new(format!("I{at}").leak(), list([up(0)]))).collect();
        [TableDef { indexes: indexes.leak(), ..table("T", [col("Id", INT)]) }]
    };
    vec![
        Refusal::new(
            "no columns",
            ("InvalidTable", "no columns"),
            [TableDef::new("T", &[])],
            many(1),
        ),
        Refusal::new("too many columns", ("InvalidTable", "1025 columns"), many(1025), many(1024)),
        Refusal::new(
            "too many indexes",
            ("InvalidTable", "129 indexes"),
            indexed(129),
            indexed(128),
        ),
        Refusal::new(
            "a check of nothing",
            ("InvalidText", "must use a column"),
            [TableDef {
                checks: list([CheckDef { name: None, sql: SqlText::both("1 = 1") }]),
                ..table("T", [col("Zz", INT)])
            }],
            [TableDef {
                checks: list([CheckDef { name: None, sql: SqlText::both("{Zz} = {Zz}") }]),
                ..table("T", [col("Zz", INT)])
            }],
        ),
    ]
}
