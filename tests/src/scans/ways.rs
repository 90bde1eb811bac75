//! Tables of every shape that scans must handle.

#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]
#![allow(clippy::struct_field_names, reason = "a table and its key are named alike")]

use std::time::SystemTime;

use spanner_keys::scan::{AnyParts, Scan};
use spanner_keys::value::WireValue;
use spanner_keys::{Column, Dialect, SpannerTable, Uuid};

use super::{How, Step, Way, position};
use Step::{Down, Hidden, Last, Up};

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];
const GOOGLE: &[Dialect] = &[Dialect::GoogleSql];

/// Writes a [`Way`]. The types are those of the parts.
macro_rules! way {
    ($(#[$doc:meta])* $name:ident: $table:ty, $index:expr, $dialects:expr, [$($step:expr),*], fix $fix:expr, not $not:expr, $ranges:expr, ($a:ty $(, $b:ty $(, $c:ty $(, $d:ty $(, $e:ty)?)?)?)?)) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl Way for $name {
            type Table = $table;
            const INDEX: Option<&'static str> = $index;
            const ORDER: &'static [Step] = &[$($step),*];
            const FIX: usize = $fix;
            const NOT: &'static [usize] = $not;
            const DIALECTS: &'static [Dialect] = $dialects;

            fn ranges(fixed: usize) -> usize {
                let ranges: fn(usize) -> usize = $ranges;
                ranges(fixed)
            }

            fn bound(scan: Scan<$table, AnyParts>, how: How, parts: &[WireValue]) -> Scan<$table, AnyParts> {
                match parts {
                    [a] => how.apply(scan, (part::<Self, $a>(0, a),)),
                    $([a, b] => how.apply(scan, (part::<Self, $a>(0, a), part::<Self, $b>(1, b))),
                    $([a, b, c] => how.apply(scan, (part::<Self, $a>(0, a), part::<Self, $b>(1, b), part::<Self, $c>(2, c))),
                    $([a, b, c, d] => how.apply(
                        scan,
                        (part::<Self, $a>(0, a), part::<Self, $b>(1, b), part::<Self, $c>(2, c), part::<Self, $d>(3, d)),
                    ),
                    $([a, b, c, d, e] => how.apply(
                        scan,
                        (
                            part::<Self, $a>(0, a),
                            part::<Self, $b>(1, b),
                            part::<Self, $c>(2, c),
                            part::<Self, $d>(3, d),
                            part::<Self, $e>(4, e),
                        ),
                    ),)?)?)?)?
                    other => panic!("{} parts", other.len()),
                }
            }
        }
    };
}

fn part<W: Way, C: Column>(number: usize, wire: &WireValue) -> C {
    let step = W::ORDER.iter().filter(|step| step.is_part()).nth(number).expect("a part");
    let ty = W::table().columns[position(W::table(), step.name())].ty;
    C::from_wire(wire.clone(), ty).expect("a value of the column")
}

/// No shard at all.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Plainest {
    #[key]
    name: String,
    #[key]
    number: i64,
    note: Option<String>,
}

way! {
    /// By the key of a table without shards.
    PlainestByKey: Plainest, None, BOTH, [Up("name"), Up("number")], fix 0, not &[], |_| 1, (String, i64)
}

/// A shard of the whole key.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Event {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    at: String,
    #[key]
    number: i64,
    text: String,
}

way! {
    /// Over a shard of all parts.
    EventByKey: Event, None, BOTH, [Up("at"), Up("number")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 4 }, (String, i64)
}

/// A shard of one part, and a part that descends.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Visit {
    #[key(shard = 5, of(user))]
    shard: i64,
    #[key]
    user: String,
    #[key(desc)]
    number: i64,
    #[key]
    day: Option<String>,
    count: i64,
}

way! {
    /// Over a shard of the first part, with a descending and a nullable part.
    VisitByKey: Visit, None, GOOGLE, [Up("user"), Down("number"), Up("day")], fix 0, not &[], |fixed| if fixed > 0 { 1 } else { 5 },
    (String, i64, Option<String>)
}

/// A shard of a part that is not the first.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Late {
    #[key(shard = 3, of(number))]
    shard: i64,
    #[key(desc)]
    name: String,
    #[key]
    number: i64,
}

way! {
    /// Over a shard of the second part: the first has to be fixed too.
    LateByKey: Late, None, GOOGLE, [Down("name"), Up("number")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 }, (String, i64)
}

/// A shard in the middle of the key.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Tenant {
    #[key]
    tenant: String,
    #[key(shard = 3, of(number), client)]
    shard: i64,
    #[key]
    number: i64,
    text: String,
}

way! {
    /// Over a shard behind the tenant.
    TenantByKey: Tenant, None, BOTH, [Up("tenant"), Up("number")], fix 1, not &[], |fixed| if fixed == 2 { 1 } else { 3 }, (String, i64)
}

/// The parent of sharded children.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Customer {
    // Before the key, so that the columns have other positions in the children.
    region: Option<String>,
    #[key(shard = 4)]
    shard: i64,
    #[key]
    customer: String,
}

/// A child that inherits its shard.
#[derive(SpannerTable, Debug, PartialEq)]
#[interleave(Customer)]
#[index(OrdersByTotal, columns(customer, total))]
pub struct Order {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    customer: String,
    #[key]
    number: i64,
    total: i64,
}

way! {
    /// Over an inherited shard.
    OrderByKey: Order, None, BOTH, [Up("customer"), Up("number")], fix 0, not &[], |fixed| if fixed > 0 { 1 } else { 4 }, (String, i64)
}

way! {
    /// Through an index with only a part of the key, and the shard after its columns.
    OrderByTotal: Order, Some("OrdersByTotal"), BOTH, [Up("customer"), Up("total"), Hidden("shard"), Up("number")], fix 0, not &[], |_| 1,
    (String, i64, i64)
}

/// A grandchild that inherits a shard and has another.
#[derive(SpannerTable, Debug, PartialEq)]
#[interleave(Order)]
pub struct Line {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    customer: String,
    #[key(parent)]
    number: i64,
    #[key(shard = 2)]
    line_shard: i64,
    #[key]
    line: String,
}

way! {
    /// Over the second of two shards.
    LineByKey: Line, None, BOTH, [Up("customer"), Up("number"), Up("line")], fix 2, not &[], |fixed| if fixed == 3 { 1 } else { 2 },
    (String, i64, String)
}

/// A random shard: rows of the same time are in several shards.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Tick {
    #[key(shard = 4, random)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key]
    number: i64,
}

way! {
    /// Over a shard that cannot be computed.
    TickByKey: Tick, None, BOTH, [Up("at"), Up("number"), Last("shard")], fix 0, not &[], |_| 4, (SystemTime, i64)
}

/// A child of rows with a random shard.
#[derive(SpannerTable, Debug, PartialEq)]
#[interleave(Tick)]
#[index(NotesByText, columns(text))]
pub struct Note {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    at: SystemTime,
    #[key(parent)]
    number: i64,
    #[key]
    flag: bool,
    text: String,
}

way! {
    /// Over an inherited random shard.
    NoteByKey: Note, None, BOTH, [Up("at"), Up("number"), Up("flag"), Last("shard")], fix 0, not &[], |_| 4, (SystemTime, i64, bool)
}

way! {
    /// Through an index with such a shard behind its columns, where it is a part.
    NoteByText: Note, Some("NotesByText"), BOTH, [Up("text"), Up("shard"), Up("at"), Up("number"), Up("flag")], fix 0, not &[], |_| 1,
    (String, i64, SystemTime, i64, bool)
}

/// Sharded indexes of every kind.
#[derive(SpannerTable, Debug, PartialEq)]
#[index(SalesByTime, columns(spread, desc(at)))]
#[index(SalesByTimeWithAll, columns(spread, at), storing(shop, price, rate))]
#[index(SalesByShop, columns(shop_shard, shop, desc(price)), storing(spread, at))]
#[index(SalesByRate, columns(spread, rate))]
#[index(SalesWithPrice, columns(spread, price), null_filtered)]
#[index(SalesOnce, columns(price, id), unique, storing(rate))]
pub struct Sale {
    #[key(spread = "given out at random")]
    id: i64,
    #[column(shard = 3, of(id))]
    spread: i64,
    at: SystemTime,
    shop: String,
    #[column(shard = 4, of(shop))]
    shop_shard: i64,
    price: Option<i64>,
    rate: Option<f64>,
}

way! {
    /// Over a sharded index that lacks columns.
    SaleByTime: Sale, Some("SalesByTime"), BOTH, [Down("at"), Up("id")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 }, (SystemTime, i64)
}

way! {
    /// Over a sharded index that has all but one column.
    SaleByTimeWithAll: Sale, Some("SalesByTimeWithAll"), BOTH, [Up("at"), Up("id")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 },
    (SystemTime, i64)
}

way! {
    /// Over an index whose shard the bounds may fix.
    SaleByShop: Sale, Some("SalesByShop"), BOTH, [Up("shop"), Down("price"), Up("id")], fix 0, not &[], |fixed| if fixed > 0 { 1 } else { 4 },
    (String, Option<i64>, i64)
}

/// Indexes of floats.
#[derive(SpannerTable, Debug, PartialEq)]
#[index(GaugesByLevel, columns(level))]
#[index(GaugesByFall, columns(spread, desc(level)), storing(place))]
pub struct Gauge {
    #[key(spread = "given out at random")]
    id: i64,
    #[column(shard = 3, of(id))]
    spread: i64,
    level: f64,
    place: String,
}

way! {
    /// Over an index of floats, NaN among them.
    GaugeByLevel: Gauge, Some("GaugesByLevel"), BOTH, [Up("level"), Up("id")], fix 0, not &[], |_| 1, (f64, i64)
}

way! {
    /// Over a sharded index of floats that fall, NaN among them.
    GaugeByFall: Gauge, Some("GaugesByFall"), BOTH, [Down("level"), Up("id")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 }, (f64, i64)
}

way! {
    /// Over an index of floats, NaN and NULL among them. In PostgreSQL the emulator cannot compare
    /// NULL with a float.
    SaleByRate: Sale, Some("SalesByRate"), GOOGLE, [Up("rate"), Up("id")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 }, (Option<f64>, i64)
}

way! {
    /// Over an index without NULL.
    SaleWithPrice: Sale, Some("SalesWithPrice"), BOTH, [Up("price"), Up("id")], fix 0, not &[], |fixed| if fixed == 2 { 1 } else { 3 },
    (Option<i64>, i64)
}

way! {
    /// Through a unique index, which has no NULL either.
    SaleOnce: Sale, Some("SalesOnce"), BOTH, [Up("price"), Up("id")], fix 0, not &[], |_| 1, (Option<i64>, i64)
}

/// Indexes of a table whose key is sharded.
#[derive(SpannerTable, Debug, PartialEq)]
#[table(schema = "bank")]
#[index(TransfersByDay, columns(day))]
#[index(TransfersByShardAndDay, columns(spread, day), storing(amount))]
#[index(TransfersByKeyShard, columns(shard, day), storing(amount, spread))]
pub struct Transfer {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    transfer: String,
    #[key]
    number: i64,
    day: Option<String>,
    #[column(shard = 3, of(transfer))]
    spread: i64,
    amount: i64,
}

way! {
    /// Through an index with a computed shard behind its columns.
    TransferByDay: Transfer, Some("TransfersByDay"), BOTH, [Up("day"), Hidden("shard"), Up("transfer"), Up("number")], fix 0, not &[2], |_| 1,
    (Option<String>, String, i64)
}

way! {
    /// Over a shard, with another behind, from an index that has all columns.
    TransferByShardAndDay: Transfer, Some("TransfersByShardAndDay"), BOTH, [Up("day"), Hidden("shard"), Up("transfer"), Up("number")],
    fix 0, not &[2], |fixed| if fixed > 1 { 1 } else { 3 }, (Option<String>, String, i64)
}

way! {
    /// Over the key's own shard in an index.
    TransferByKeyShard: Transfer, Some("TransfersByKeyShard"), BOTH, [Up("day"), Up("transfer"), Up("number")], fix 0, not &[],
    |fixed| if fixed == 3 { 1 } else { 4 }, (Option<String>, String, i64)
}

/// A key of other types.
#[derive(SpannerTable, Debug, PartialEq)]
pub struct Mixed {
    #[key(shard = 2, of(id, name))]
    shard: i64,
    #[key]
    weight: f64,
    #[key(uuid)]
    id: Uuid,
    #[key]
    bytes: Vec<u8>,
    #[key]
    name: String,
}

way! {
    /// Over floats, ids and bytes.
    MixedByKey: Mixed, None, BOTH, [Up("weight"), Up("id"), Up("bytes"), Up("name")], fix 0, not &[], |fixed| if fixed == 4 { 1 } else { 2 },
    (f64, Uuid, Vec<u8>, String)
}

/// Calls a macro with every way.
#[macro_export]
macro_rules! every_way {
    ($call:ident) => {
        $call! {
            PlainestByKey EventByKey VisitByKey LateByKey TenantByKey OrderByKey OrderByTotal LineByKey TickByKey NoteByKey NoteByText
            SaleByTime SaleByTimeWithAll SaleByShop SaleByRate SaleWithPrice SaleOnce TransferByDay TransferByShardAndDay
            TransferByKeyShard MixedByKey GaugeByLevel GaugeByFall
        }
    };
}
