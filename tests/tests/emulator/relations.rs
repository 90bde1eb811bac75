//! Related tables: interleaved ones, foreign keys, expiring parents.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexDef, IndexParent, KeyPart,
    OnDelete, ReferenceDef, ShardBy, SqlText, SqlType, TableDef, Ttl,
};
use spanner_keys_tests::emulator::Emulator;

use super::Case;
use super::tables::{
    col, down, filled, generated, inherited, keyed, led_by, list, make, null, sequence, shard, two,
    under, up,
};

pub(crate) const CASES: &[Case] = cases![
    same_model_in_both_dialects, seven_tables_deep, foreign_keys_in_circles, expiring_parents
];

/// The same model in both dialects, except for what PostgreSQL refuses.
fn same_model_in_both_dialects(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let google = dialect == Dialect::GoogleSql;
    let users_columns = [
        filled("UserId", SqlType::text(36), Fill::UuidV4),
        col("Email", SqlType::text(320)),
        ColumnDef {
            nullable: true,
            ..filled(
                "EmailLower",
                SqlType::text(320),
                generated(two("LOWER({Email})", "lower({Email})"), true),
            )
        },
        ColumnDef { commit_timestamp: true, ..col("CreatedAt", SqlType::TIMESTAMP) },
    ];
    let users = TableDef {
        indexes: list([IndexDef {
            unique: true,
            storing: &[3],
            ..IndexDef::new("UsersByEmailLower", list([up(2)]))
        }]),
        ..keyed("Users", &users_columns)
    };
    let orders_columns = [
        col("UserId", SqlType::text(36)),
        col("PlacedAt", SqlType::TIMESTAMP),
        filled("OrderId", SqlType::INT64, Fill::Identity(CounterOptions::default())),
        col("Total", SqlType::NUMERIC),
    ];
    let last = if google { down(3) } else { down(1) };
    let orders = TableDef {
        key: list([
            inherited(0),
            KeyPart { descending: google, ..KeyPart::new(1) },
            KeyPart::new(2),
        ]),
        parent: under(&users, OnDelete::Cascade),
        indexes: list([IndexDef {
            interleave: Some(IndexParent::Ancestor(&users)),
            ..IndexDef::new("OrdersByUser", list([up(0), last]))
        }]),
        checks: list([CheckDef {
            name: Some("Orders_Total_ck"),
            sql: SqlText::both("{Total} >= 0"),
        }]),
        ..TableDef::new("Orders", &orders_columns)
    };
    let events_columns = [
        filled("ShardId", SqlType::INT64, shard(16, &[1], ShardBy::Database)),
        col("At", SqlType::TIMESTAMP),
        filled(
            "EventId",
            SqlType::INT64,
            sequence(
                "EventSeq",
                CounterOptions { skip_range: Some((1, 1000)), start_counter: None },
            ),
        ),
        null("UserId", SqlType::text(36)),
        null("Payload", SqlType::JSON),
    ];
    let events = TableDef {
        ttl: Some(Ttl { column: 1, days: 30 }),
        foreign_keys: list([ForeignKeyDef {
            on_delete: OnDelete::Cascade,
            ..ForeignKeyDef::new(
                &[3],
                ReferenceDef::Named { schema: None, table: "Users", columns: &["UserId"] },
            )
        }]),
        ..led_by(3, "Events", &events_columns)
    };
    make(emulator, dialect, &[users, orders, events]).map(drop)
}

fn seven_tables_deep(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    const NAMES: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];
    let columns = NAMES.map(|name| filled(name, SqlType::text(36), Fill::UuidV4));
    let keys: Vec<Vec<KeyPart<'_>>> = (0..7)
        .map(|level| {
            (0..=level)
                .map(|at| if at == level { KeyPart::new(at) } else { inherited(at) })
                .collect()
        })
        .collect();
    deeper(emulator, dialect, &columns, &keys, None)
}

/// Adds one table after another below the last, and creates all of them from the deepest alone.
fn deeper(
    emulator: &Emulator,
    dialect: Dialect,
    columns: &[ColumnDef<'_>],
    keys: &[Vec<KeyPart<'_>>],
    parent: Option<&TableDef<'_>>,
) -> Result<(), String> {
    let Some((key, rest)) = keys.split_first() else {
        return make(emulator, dialect, &parent.copied().into_iter().collect::<Vec<_>>()).map(drop);
    };
    let level = columns.len() - keys.len();
    let on_delete = if level.is_multiple_of(2) { OnDelete::Cascade } else { OnDelete::NoAction };
    let table = TableDef {
        key,
        parent: parent.and_then(|parent| under(parent, on_delete)),
        ..TableDef::new(["T0", "T1", "T2", "T3", "T4", "T5", "T6"][level], &columns[..=level])
    };
    deeper(emulator, dialect, columns, rest, Some(&table))
}

const fn to(
    table: fn() -> &'static TableDef<'static>,
    columns: &'static [usize],
    fields: &'static [&'static str],
) -> ForeignKeyDef<'static> {
    ForeignKeyDef::new(columns, ReferenceDef::Table { table, fields })
}

static ONE: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    foreign_keys: &[
        to(|| &TWO, &[1], &["id"]),
        // To its own table, and the same columns again to another table.
        ForeignKeyDef { on_delete: OnDelete::Cascade, ..to(|| &ONE, &[1], &["id"]) },
        to(|| &THREE, &[1, 0], &["left", "right"]),
    ],
    ..TableDef::new(
        "One",
        &[
            ColumnDef { field: "id", ..filled("Id", SqlType::INT64, Fill::Random) },
            null("Other", SqlType::INT64),
        ],
    )
};

static TWO: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    foreign_keys: &[ForeignKeyDef { name: Some("Back"), ..to(|| &ONE, &[1], &["id"]) }],
    ..TableDef::new(
        "Two",
        &[
            ColumnDef { field: "id", ..filled("Id", SqlType::INT64, Fill::Random) },
            null("Other", SqlType::INT64),
        ],
    )
};

static THREE: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    // Lengths may differ between the two ends.
    foreign_keys: &[to(|| &THREE, &[3], &["long"])],
    ..TableDef::new(
        "Three",
        &[
            filled("left", SqlType::INT64, Fill::Random),
            col("right", SqlType::INT64),
            col("long", SqlType::TEXT),
            null("short", SqlType::text(9)),
        ],
    )
};

fn foreign_keys_in_circles(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    // The others are included automatically.
    make(emulator, dialect, &[ONE]).map(drop)
}

fn expiring_parents(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [col("Id", SqlType::INT64), col("Until", SqlType::TIMESTAMP)];
    let parent = TableDef { ttl: Some(Ttl { column: 1, days: 9 }), ..keyed("Parents", &columns) };
    let below = [col("Id", SqlType::INT64), col("Line", SqlType::INT64)];
    let child = TableDef {
        key: list([inherited(0), KeyPart::new(1)]),
        parent: under(&parent, OnDelete::Cascade),
        ..TableDef::new("Children", &below)
    };
    make(emulator, dialect, &[child]).map(drop)
}
