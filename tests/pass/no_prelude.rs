#![allow(dead_code)]

#![no_implicit_prelude]

#[derive(::spanner_keys::SpannerColumn)]
enum Status {
    Open,
    Closed,
}

#[derive(::spanner_keys::SpannerColumn)]
struct Name(::std::string::String);

#[derive(::spanner_keys::SpannerTable)]
#[table(name = "Customers")]
struct Customer {
    #[key(uuid)]
    id: ::spanner_keys::Uuid,
    name: ::std::option::Option<Name>,
    status: Status,
}

#[derive(::spanner_keys::SpannerTable)]
#[interleave(Customer, on_delete = cascade)]
#[index(OrdersByStatus, columns(id, status, at), storing(total), interleave(Customer), null_filtered)]
#[index(OrdersByTime, columns(at), allow_hotspot = "few orders")]
#[foreign_key(columns(id), references(Customer, id), name = "Orders_customer")]
#[check("{total} >= 0")]
#[ttl(column = at, days = 3)]
struct Order {
    #[key(parent)]
    id: ::spanner_keys::Uuid,
    #[key(shard = 4, of(number))]
    shard: i64,
    #[key]
    number: i64,
    #[column(length = 10, default = "'open'")]
    status: Status,
    total: i64,
    #[column(commit_timestamp)]
    at: ::std::time::SystemTime,
}

fn main() {}
