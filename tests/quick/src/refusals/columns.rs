//! Invalid columns.

use spanner_keys::rules::Rule;
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
    [
        types(),
        fills(),
        counters(),
        shards(),
        shard_inputs(),
        shards_in_keys(),
        generated_in_keys(),
        whole_tables(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn types() -> Vec<Refusal> {
    let typed = |ty| beside(col("C", ty));
    vec![
        Refusal::new(
            "text of length 0",
            Rule::FillType,
            typed(SqlType::text(0)),
            typed(SqlType::text(1)),
        )
        .column("C")
        .counted(0, 2_621_440),
        Refusal::new(
            "text too long",
            Rule::FillType,
            typed(SqlType::text(2_621_441)),
            typed(SqlType::text(2_621_440)),
        )
        .column("C")
        .counted(2_621_441, 2_621_440),
        Refusal::new(
            "bytes of length 0",
            Rule::FillType,
            typed(SqlType::bytes(0)),
            typed(SqlType::bytes(1)),
        )
        .column("C")
        .counted(0, 10_485_760),
        Refusal::new(
            "bytes too long",
            Rule::FillType,
            typed(SqlType::bytes(10_485_761)),
            typed(SqlType::bytes(10_485_760)),
        )
        .column("C")
        .counted(10_485_761, 10_485_760),
        Refusal::new(
            "an array of empty text",
            Rule::FillType,
            typed(SqlType::text(0).array()),
            typed(SqlType::text(1).array()),
        )
        .column("C")
        .counted(0, 2_621_440),
        Refusal::new(
            "a number with a length",
            Rule::FillType,
            typed(INT.with_length(8)),
            typed(INT),
        )
        .column("C"),
        Refusal::new(
            "a timestamp with a length",
            Rule::FillType,
            typed(SqlType::TIMESTAMP.with_length(3)),
            typed(SqlType::TIMESTAMP),
        )
        .column("C"),
        Refusal::new(
            "a commit date",
            Rule::FillType,
            beside(stamped(col("C", SqlType::DATE))),
            beside(stamped(col("C", SqlType::TIMESTAMP))),
        )
        .column("C"),
        Refusal::new(
            "an array of commit timestamps",
            Rule::FillType,
            beside(stamped(col("C", SqlType::TIMESTAMP.array()))),
            beside(col("C", SqlType::TIMESTAMP.array())),
        )
        .column("C"),
        Refusal::new(
            "a commit timestamp with a default",
            Rule::FillType,
            beside(stamped(filled(
                "C",
                SqlType::TIMESTAMP,
                Fill::Default(two("CURRENT_TIMESTAMP()", "now()")),
            ))),
            of(SqlType::TIMESTAMP, Fill::Default(two("CURRENT_TIMESTAMP()", "now()"))),
        )
        .column("C"),
        Refusal::new(
            "a commit timestamp with a random value",
            Rule::FillType,
            beside(stamped(filled("C", SqlType::TIMESTAMP, Fill::Random))),
            beside(stamped(col("C", SqlType::TIMESTAMP))),
        )
        .column("C"),
    ]
}

#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn fills() -> Vec<Refusal> {
    let none = CounterOptions::default();
    vec![
        Refusal::new(
            "a uuid in a number",
            Rule::FillType,
            of(INT, Fill::UuidV4),
            of(SqlType::TEXT, Fill::UuidV4),
        )
        .column("C"),
        Refusal::new(
            "a uuid in short text",
            Rule::FillType,
            of(SqlType::text(35), Fill::UuidV4),
            of(SqlType::text(36), Fill::UuidV4),
        )
        .column("C"),
        Refusal::new(
            "a uuid in few bytes",
            Rule::FillType,
            of(SqlType::bytes(15), Fill::UuidV7),
            of(SqlType::bytes(16), Fill::UuidV7),
        )
        .column("C"),
        Refusal::new(
            "uuids in an array",
            Rule::FillType,
            of(SqlType::TEXT.array(), Fill::UuidV4),
            of(SqlType::TEXT, Fill::UuidV7),
        )
        .column("C"),
        Refusal::new(
            "a ulid in short text",
            Rule::FillType,
            of(SqlType::text(25), Fill::UlidKey),
            of(SqlType::text(26), Fill::UlidKey),
        )
        .column("C"),
        Refusal::new(
            "a random text",
            Rule::FillType,
            of(SqlType::TEXT, Fill::Random),
            of(INT, Fill::Random),
        )
        .column("C"),
        Refusal::new(
            "a reversed float",
            Rule::FillType,
            of(SqlType::FLOAT64, Fill::BitReversed),
            of(INT, Fill::BitReversed),
        )
        .column("C"),
        Refusal::new(
            "a text sequence",
            Rule::FillType,
            of(SqlType::TEXT, sequence("S", none)),
            of(INT, sequence("S", none)),
        )
        .column("C"),
        Refusal::new(
            "a text identity",
            Rule::FillType,
            of(SqlType::TEXT, Fill::Identity(none)),
            of(INT, Fill::Identity(none)),
        )
        .column("C"),
        Refusal::new(
            "an identity of arrays",
            Rule::FillType,
            of(INT.array(), Fill::Identity(none)),
            of(INT, Fill::Identity(none)),
        )
        .column("C"),
    ]
}

fn counters() -> Vec<Refusal> {
    let identity = |skip_range, start_counter| {
        of(INT, Fill::Identity(CounterOptions { skip_range, start_counter }))
    };
    let counted = |skip_range, start_counter| {
        of(INT, sequence("S", CounterOptions { skip_range, start_counter }))
    };
    vec![
        Refusal::new(
            "a reversed range",
            Rule::Counter,
            identity(Some((2, 1)), None),
            identity(Some((2, 2)), None),
        )
        .column("C"),
        Refusal::new(
            "a start at 0",
            Rule::Counter,
            identity(None, Some(0)),
            identity(None, Some(1)),
        )
        .column("C"),
        Refusal::new(
            "a reversed range of a sequence",
            Rule::Counter,
            counted(Some((2, 1)), None),
            counted(Some((1, 2)), None),
        )
        .column("C"),
        Refusal::new(
            "a range below 1",
            Rule::Counter,
            counted(Some((-5, 0)), None),
            counted(Some((-5, 1)), None),
        )
        .column("C"),
        Refusal::new(
            "a range of an identity below 1",
            Rule::Counter,
            identity(Some((-5, -4)), None),
            identity(Some((0, 1)), None),
        )
        .column("C"),
        Refusal::new(
            "a sequence from -1",
            Rule::Counter,
            counted(None, Some(-1)),
            counted(None, Some(1)),
        )
        .column("C"),
        Refusal::new(
            "a sequence with two options",
            Rule::Counter,
            [counted(None, Some(5))[0], TableDef { name: "U", ..counted(None, Some(6))[0] }],
            [counted(None, Some(5))[0], TableDef { name: "U", ..counted(None, Some(5))[0] }],
        )
        .column("C"),
    ]
}

#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn shards() -> Vec<Refusal> {
    let count = |count| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(count, &[0], ShardBy::Database))])]
    };
    let chance = |count| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(count, &[], ShardBy::Chance))])]
    };
    vec![
        Refusal::new("one shard", Rule::ShardInput, count(1), count(2))
            .column("Shard")
            .counted(1, 1024),
        Refusal::new("no shards", Rule::ShardInput, chance(0), chance(2))
            .column("Shard")
            .counted(0, 1024),
        Refusal::new("too many shards", Rule::ShardInput, count(1025), count(1024))
            .column("Shard")
            .counted(1025, 1024),
        Refusal::new(
            "a shard as text",
            Rule::FillType,
            of(SqlType::TEXT, shard(2, &[0], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        )
        .column("C"),
        Refusal::new(
            "a client's shard as a float",
            Rule::FillType,
            of(SqlType::FLOAT64, shard(2, &[], ShardBy::Chance)),
            of(INT, shard(2, &[], ShardBy::Chance)),
        )
        .column("C"),
        Refusal::new(
            "a nullable shard",
            Rule::FillType,
            beside(ColumnDef {
                nullable: true,
                ..filled("C", INT, shard(2, &[0], ShardBy::Client))
            }),
            of(INT, shard(2, &[0], ShardBy::Client)),
        )
        .column("C"),
        Refusal::new(
            "a shard of nothing",
            Rule::ShardInput,
            of(INT, shard(2, &[], ShardBy::Client)),
            of(INT, shard(2, &[], ShardBy::Chance)),
        )
        .column("C"),
    ]
}

fn shard_inputs() -> Vec<Refusal> {
    // The shard is outside the key, over the third column.
    let over = |input: ColumnDef<'static>, by| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(16, &[2], by)), input])]
    };
    let database = |input| over(input, ShardBy::Database);
    let fine = || database(col("C", INT));
    let stored = |name| filled(name, INT, generated(SqlText::both("{Id} + 1"), true));
    vec![
        Refusal::new(
            "a shard of a float",
            Rule::ShardInput,
            database(col("C", SqlType::FLOAT64)),
            fine(),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of JSON",
            Rule::ShardInput,
            database(col("C", SqlType::JSON)),
            database(col("C", SqlType::TEXT)),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of an array",
            Rule::ShardInput,
            database(col("C", INT.array())),
            fine(),
        )
        .column("Shard"),
        Refusal::new("a shard of NULL", Rule::ShardInput, database(null("C", INT)), fine())
            .column("Shard"),
        Refusal::new(
            "a shard of a commit timestamp",
            Rule::ShardInput,
            database(stamped(col("C", SqlType::TIMESTAMP))),
            database(col("C", SqlType::TIMESTAMP)),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a generated column",
            Rule::ShardInput,
            database(stored("C")),
            fine(),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a shard",
            Rule::ShardInput,
            database(filled("C", INT, shard(2, &[], ShardBy::Chance))),
            fine(),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of itself",
            Rule::ShardInput,
            of(INT, shard(2, &[1], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        )
        .column("C"),
        Refusal::new(
            "a shard of NUMERIC",
            Rule::DialectLimit,
            database(col("C", SqlType::NUMERIC)),
            fine(),
        )
        .column("Shard")
        .only(POSTGRES),
        Refusal::new(
            "a client's shard of what the server fills",
            Rule::ShardInput,
            over(filled("C", INT, sequence("S", CounterOptions::default())), ShardBy::Client),
            // The client asks for the value of a column with a default.
            over(filled("C", INT, Fill::Default(SqlText::both("1"))), ShardBy::Client),
        )
        .column("Shard"),
        Refusal::new(
            "a random shard of no column",
            Rule::UnknownColumn,
            of(INT, shard(2, &[9], ShardBy::Chance)),
            of(INT, shard(2, &[], ShardBy::Chance)),
        )
        .column("C"),
        Refusal::new(
            "a shard of no column",
            Rule::UnknownColumn,
            of(INT, shard(2, &[9], ShardBy::Database)),
            of(INT, shard(2, &[0], ShardBy::Database)),
        )
        .column("C"),
    ]
}

/// A table whose shard leads the key, then `Id`; the other columns are outside the key.
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
    let none = CounterOptions::default();
    vec![
        Refusal::new(
            "a shard of two columns outside the key",
            Rule::ShardInput,
            leading(&[1, 2, 3], Fill::Supplied),
            leading(&[1, 2], Fill::Supplied),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a default outside the key",
            Rule::ShardInput,
            leading(&[1, 2], Fill::Default(SqlText::both("1"))), // An identity in the key is fine.
            leading(&[1], Fill::Default(SqlText::both("1"))),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a sequence outside the key",
            Rule::ShardInput,
            leading(&[2], sequence("S", none)),
            leading(&[2], Fill::Random),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a UUID outside the key",
            Rule::ShardInput,
            led_by_shard_of(filled("A", SqlType::text(36), Fill::UuidV4)),
            led_by_shard_of(filled("A", SqlType::text(36), Fill::UuidV7)),
        )
        .column("Shard"),
        Refusal::new(
            "a shard of a float that leads the key",
            Rule::ShardInput,
            led_by_shard_of(col("A", SqlType::FLOAT64)),
            led_by_shard_of(col("A", SqlType::NUMERIC)),
        )
        .column("Shard")
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
        Refusal::new("a virtual key column", Rule::Expression, key("{Id} * 3", false), fine())
            .column("G"),
        Refusal::new(
            "two columns outside the key",
            Rule::Expression,
            key("{B} + {C}", true),
            fine(),
        )
        .column("G"),
        Refusal::new(
            "a default outside the key",
            Rule::Expression,
            key("{A} + {Id}", true),
            fine(),
        )
        .column("G"),
        Refusal::new(
            "generated from a generated column",
            Rule::Expression,
            key("{D}", true),
            fine(),
        )
        .column("G")
        .only(GOOGLE),
        Refusal::new(
            "generated from a shard",
            Rule::Expression,
            of_shard(ShardBy::Database),
            of_shard(ShardBy::Client),
        )
        .column("G")
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
        Refusal::new("no columns", Rule::TableSize, [TableDef::new("T", &[])], many(1))
            .also(Rule::KeyLength),
        Refusal::new("too many columns", Rule::TableSize, many(1025), many(1024))
            .counted(1025, 1024),
        Refusal::new("too many indexes", Rule::TableSize, indexed(129), indexed(128))
            .counted(129, 128),
        Refusal::new(
            "a check of nothing",
            Rule::Expression,
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
