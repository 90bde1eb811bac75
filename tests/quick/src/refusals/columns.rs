//! Invalid columns.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    CheckDef, ColumnDef, ColumnExtra, CounterOptions, Fill, IndexDef, ShardBy, SqlText, SqlType,
    StoredValue, TableDef, VariantDef,
};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{col, filled, generated, led_by, list, null, sequence, shard, table, two, up};

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
        lengths(),
        types(),
        vectors(),
        checked_values(),
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

fn lengths() -> Vec<Refusal> {
    let (text, bytes) = (SqlType::text, SqlType::bytes);
    let cases = [
        ("text of length 0", text(0), text(1), (0, 2_621_440)),
        ("text too long", text(2_621_441), text(2_621_440), (2_621_441, 2_621_440)),
        ("bytes of length 0", bytes(0), bytes(1), (0, 10_485_760)),
        ("bytes too long", bytes(10_485_761), bytes(10_485_760), (10_485_761, 10_485_760)),
        ("an array of empty text", text(0).array(), text(1).array(), (0, 2_621_440)),
    ];
    let refusal = |(name, wrong, near, (count, limit))| {
        let typed = |ty| beside(col("C", ty));
        let of = Refusal::of(Rule::FillType).column("C").counted(count, limit);
        of.case((name, typed(wrong), typed(near)))
    };
    cases.map(refusal).into()
}

fn types() -> Vec<Refusal> {
    let time = SqlType::TIMESTAMP;
    let now = Fill::Default(two("CURRENT_TIMESTAMP()", "now()"));
    let typed = |ty| beside(col("C", ty));
    let commit = |ty, fill| beside(stamped(filled("C", ty, fill)));
    Refusal::of(Rule::FillType).column("C").cases([
        ("a number with a length", typed(INT.with_length(8)), typed(INT)),
        ("a timestamp with a length", typed(time.with_length(3)), typed(time)),
        ("a commit date", commit(SqlType::DATE, Fill::Supplied), commit(time, Fill::Supplied)),
        (
            "an array of commit timestamps",
            commit(time.array(), Fill::Supplied),
            typed(time.array()),
        ),
        ("a commit timestamp with a default", commit(time, now), of(time, now)),
        (
            "a commit timestamp with a random value",
            commit(time, Fill::Random),
            commit(time, Fill::Supplied),
        ),
    ])
}

/// A column with this, and a table for it.
fn with(ty: SqlType, extra: ColumnExtra<'static>) -> ColumnDef<'static> {
    ColumnDef { extra: Some(Box::leak(Box::new(extra))), ..col("C", ty) }
}

fn vectors() -> Vec<Refusal> {
    let vector = |ty| beside(with(ty, ColumnExtra { vector_length: Some(3), ..ColumnExtra::NONE }));
    let floats = SqlType::FLOAT64;
    Refusal::of(Rule::FillType).column("C").cases([
        ("a vector of numbers", vector(INT.array()), vector(floats.array())),
        ("a vector of one float", vector(floats), vector(SqlType::FLOAT32.array())),
        ("a vector of one short float", vector(SqlType::FLOAT32), vector(floats.array())),
        ("a vector of text", vector(SqlType::TEXT), vector(floats.array())),
    ])
}

fn checked_values() -> Vec<Refusal> {
    let checked = |ty, value: Option<StoredValue<'static>>| {
        let extra = ColumnExtra { check_values: true, ..ColumnExtra::NONE };
        let variants: &[_] = match value {
            Some(value) => list([VariantDef { name: "A", value }]),
            None => &[],
        };
        beside(ColumnDef { variants, ..with(ty, extra) })
    };
    let text = SqlType::TEXT;
    let (name, number) = (Some(StoredValue::Name("it's")), Some(StoredValue::Number(-1)));
    Refusal::of(Rule::FillType).column("C").cases([
        ("checked values that are unknown", checked(text, None), checked(text, name)),
        ("checked values of an array", checked(text.array(), name), checked(text, name)),
        ("checked names in a number", checked(INT, name), checked(INT, number)),
        ("checked numbers in a text", checked(text, number), checked(text, name)),
    ])
}

fn fills() -> Vec<Refusal> {
    let (text, bytes) = (SqlType::text, SqlType::bytes);
    let any = SqlType::TEXT;
    let (v4, v7, ulid) = (Fill::UuidV4, Fill::UuidV7, Fill::UlidKey);
    let sequence = sequence("S", CounterOptions::default());
    let identity = Fill::Identity(CounterOptions::default());
    let fill = Refusal::of(Rule::FillType).column("C");
    let mut all = fill.cases([
        ("a uuid in a number", of(INT, v4), of(any, v4)),
        ("a uuid in short text", of(text(35), v4), of(text(36), v4)),
        ("a uuid in few bytes", of(bytes(15), v7), of(bytes(16), v7)),
        ("a later uuid in short text", of(text(35), v7), of(text(36), v7)),
        ("uuids in an array", of(any.array(), v4), of(any, v7)),
        ("a uuid in a flag", of(SqlType::BOOL, v4), of(bytes(16), v4)),
        ("a ulid in short text", of(text(25), ulid), of(text(26), ulid)),
        ("a ulid in few bytes", of(bytes(15), ulid), of(bytes(16), ulid)),
        ("a ulid in a number", of(INT, ulid), of(SqlType::BYTES, ulid)),
        ("ulids in an array", of(any.array(), ulid), of(any, ulid)),
        ("a random text", of(any, Fill::Random), of(INT, Fill::Random)),
        ("a reversed float", of(SqlType::FLOAT64, Fill::BitReversed), of(INT, Fill::BitReversed)),
        ("a text sequence", of(any, sequence), of(INT, sequence)),
        ("a text identity", of(any, identity), of(INT, identity)),
        ("an identity of arrays", of(INT.array(), identity), of(INT, identity)),
    ]);
    // The emulator does not know the type.
    let native = |fill| of(SqlType::UUID, fill);
    all.push(fill.emulator_disagrees().case(("a ulid in a UUID", native(ulid), native(v4))));
    all
}

fn counters() -> Vec<Refusal> {
    let identity = |skip_range, start_counter| {
        of(INT, Fill::Identity(CounterOptions { skip_range, start_counter }))
    };
    let counted = |skip_range, start_counter| {
        of(INT, sequence("S", CounterOptions { skip_range, start_counter }))
    };
    let two = |start| {
        let second = TableDef { name: "U", ..counted(None, Some(start))[0] };
        [counted(None, Some(5))[0], second]
    };
    let of = Refusal::of(Rule::Counter).column("C");
    let mut all = of.cases([
        ("a reversed range", identity(Some((2, 1)), None), identity(Some((2, 2)), None)),
        ("a start at 0", identity(None, Some(0)), identity(None, Some(1))),
        (
            "a reversed range of a sequence",
            counted(Some((2, 1)), None),
            counted(Some((1, 2)), None),
        ),
        ("a range below 1", counted(Some((-5, 0)), None), counted(Some((-5, 1)), None)),
        (
            "a range of an identity below 1",
            identity(Some((-5, -4)), None),
            identity(Some((0, 1)), None),
        ),
        ("a sequence from -1", counted(None, Some(-1)), counted(None, Some(1))),
    ]);
    all.push(of.case(("a sequence with two options", two(6), two(5))));
    all
}

fn shards() -> Vec<Refusal> {
    let sharded = |count, inputs, by| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(count, inputs, by))])]
    };
    let count = |count| sharded(count, &[0], ShardBy::Database);
    let chance = |count| sharded(count, &[], ShardBy::Chance);
    let of_count = |count| Refusal::of(Rule::ShardInput).column("Shard").counted(count, 1024);
    let database = shard(2, &[0], ShardBy::Database);
    let client = shard(2, &[0], ShardBy::Client);
    let random = shard(2, &[], ShardBy::Chance);
    let nullable = beside(ColumnDef { nullable: true, ..filled("C", INT, client) });
    let mut all = Refusal::of(Rule::FillType).column("C").cases([
        ("a shard as text", of(SqlType::TEXT, database), of(INT, database)),
        ("a client's shard as a float", of(SqlType::FLOAT64, random), of(INT, random)),
        ("a nullable shard", nullable, of(INT, client)),
    ]);
    let of_nothing = of(INT, shard(2, &[], ShardBy::Client));
    all.extend([
        of_count(1).case(("one shard", count(1), count(2))),
        of_count(0).case(("no shards", chance(0), chance(2))),
        of_count(1025).case(("too many shards", count(1025), count(1024))),
        Refusal::of(Rule::ShardInput).column("C").case((
            "a shard of nothing",
            of_nothing,
            of(INT, random),
        )),
    ]);
    all
}

fn shard_inputs() -> Vec<Refusal> {
    // The shard is outside the key, over the third column.
    let over = |input: ColumnDef<'static>, by| {
        [table("T", [col("Id", INT), filled("Shard", INT, shard(16, &[2], by)), input])]
    };
    let database = |input| over(input, ShardBy::Database);
    let of_type = |ty| database(col("C", ty));
    let fine = || of_type(INT);
    let time = SqlType::TIMESTAMP;
    let stored = filled("C", INT, generated(SqlText::both("{Id} + 1"), true));
    // The client asks for the value of a column with a default.
    let asked = filled("C", INT, Fill::Default(SqlText::both("1")));
    let counted = filled("C", INT, sequence("S", CounterOptions::default()));
    let mut all = Refusal::of(Rule::ShardInput).column("Shard").cases([
        ("a shard of a float", of_type(SqlType::FLOAT64), fine()),
        ("a shard of JSON", of_type(SqlType::JSON), of_type(SqlType::TEXT)),
        ("a shard of an array", of_type(INT.array()), fine()),
        ("a shard of NULL", database(null("C", INT)), fine()),
        ("a shard of a commit timestamp", database(stamped(col("C", time))), of_type(time)),
        ("a shard of a generated column", database(stored), fine()),
        ("a shard of a shard", database(filled("C", INT, shard(2, &[], ShardBy::Chance))), fine()),
        (
            "a client's shard of what the server fills",
            over(counted, ShardBy::Client),
            over(asked, ShardBy::Client),
        ),
    ]);
    let numeric = ("a shard of NUMERIC", of_type(SqlType::NUMERIC), fine());
    all.push(Refusal::of(Rule::DialectLimit).column("Shard").only(POSTGRES).case(numeric));
    let of_input = |inputs, by| of(INT, shard(2, inputs, by));
    let by_id = || of_input(&[0], ShardBy::Database);
    let itself = ("a shard of itself", of_input(&[1], ShardBy::Database), by_id());
    all.push(Refusal::of(Rule::ShardInput).column("C").case(itself));
    all.extend(Refusal::of(Rule::UnknownColumn).column("C").cases([
        (
            "a random shard of no column",
            of_input(&[9], ShardBy::Chance),
            of_input(&[], ShardBy::Chance),
        ),
        ("a shard of no column", of_input(&[9], ShardBy::Database), by_id()),
    ]));
    all
}

/// A table whose key is its first two columns.
fn keyed<const N: usize>(columns: [ColumnDef<'static>; N]) -> [TableDef<'static>; 1] {
    [led_by(2, "T", &columns)]
}

/// A table whose shard leads the key, then `Id`; the other columns are outside the key.
fn leading(inputs: &'static [usize], a: Fill<'static>) -> [TableDef<'static>; 1] {
    keyed([
        filled("Shard", INT, shard(16, inputs, ShardBy::Database)),
        filled("Id", INT, Fill::Identity(CounterOptions::default())),
        filled("A", INT, a),
        col("B", INT),
    ])
}

/// A table whose key is a shard of this column, then `Id`.
fn led_by_shard_of(column: ColumnDef<'static>) -> [TableDef<'static>; 1] {
    keyed([filled("Shard", INT, shard(16, &[2], ShardBy::Database)), col("Id", INT), column])
}

fn shards_in_keys() -> Vec<Refusal> {
    let sequence = sequence("S", CounterOptions::default());
    let default = Fill::Default(SqlText::both("1"));
    let of_text = |fill| led_by_shard_of(filled("A", SqlType::text(36), fill));
    let of_type = |ty| led_by_shard_of(col("A", ty));
    let of = Refusal::of(Rule::ShardInput).column("Shard");
    let mut all = of.cases([
        (
            "a shard of two columns outside the key",
            leading(&[1, 2, 3], Fill::Supplied),
            leading(&[1, 2], Fill::Supplied),
        ),
        // An identity in the key is fine.
        ("a shard of a default outside the key", leading(&[1, 2], default), leading(&[1], default)),
        (
            "a shard of a sequence outside the key",
            leading(&[2], sequence),
            leading(&[2], Fill::Random),
        ),
        ("a shard of a UUID outside the key", of_text(Fill::UuidV4), of_text(Fill::UuidV7)),
    ]);
    all.push(of.only(GOOGLE).case((
        "a shard of a float that leads the key",
        of_type(SqlType::FLOAT64),
        of_type(SqlType::NUMERIC),
    )));
    all
}

fn generated_in_keys() -> Vec<Refusal> {
    let stored = |name, sql| filled(name, INT, generated(SqlText::both(sql), true));
    let of_shard =
        |by| keyed([stored("G", "{S} * 3"), col("Id", INT), filled("S", INT, shard(4, &[1], by))]);
    let key = |first| {
        keyed([
            first,
            col("Id", INT),
            filled("A", INT, Fill::Default(SqlText::both("1"))),
            col("B", INT),
            col("C", INT),
            stored("D", "{Id} + 1"),
        ])
    };
    let computed = |sql| key(stored("G", sql));
    let fine = || computed("{Id} * 3 + {B}");
    let computed_late = filled("G", INT, generated(SqlText::both("{Id} * 3"), false));
    let of = || Refusal::of(Rule::Expression).column("G");
    let mut all = of().cases([
        ("a virtual key column", key(computed_late), fine()),
        ("two columns outside the key", computed("{B} + {C}"), fine()),
        ("a default outside the key", computed("{A} + {Id}"), fine()),
    ]);
    all.extend(of().only(GOOGLE).cases([
        ("generated from a generated column", computed("{D}"), fine()),
        ("generated from a shard", of_shard(ShardBy::Database), of_shard(ShardBy::Client)),
    ]));
    all
}

fn whole_tables() -> Vec<Refusal> {
    let many = |count: usize| {
        let columns: Vec<ColumnDef<'static>> =
            (0..count).map(|at| col(format!("C{at}").leak(), INT)).collect();
        [led_by(1, "T", &columns)]
    };
    let indexed = |count: usize| {
        let indexes: Vec<IndexDef<'static>> =
            (0..count).map(|at| IndexDef::new(format!("I{at}").leak(), list([up(0)]))).collect();
        [TableDef { indexes: indexes.leak(), ..table("T", [col("Id", INT)]) }]
    };
    let checked = |sql| {
        let check = CheckDef { name: None, sql: SqlText::both(sql) };
        [TableDef { checks: list([check]), ..table("T", [col("Zz", INT)]) }]
    };
    let size = || Refusal::of(Rule::TableSize);
    vec![
        size().also(Rule::KeyLength).case(("no columns", [TableDef::new("T", &[])], many(1))),
        size().counted(1025, 1024).case(("too many columns", many(1025), many(1024))),
        size().counted(129, 128).case(("too many indexes", indexed(129), indexed(128))),
        Refusal::of(Rule::Expression).case((
            "a check of nothing",
            checked("1 = 1"),
            checked("{Zz} = {Zz}"),
        )),
    ]
}
