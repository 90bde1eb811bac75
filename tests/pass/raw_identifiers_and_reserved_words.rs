#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[table(name = "Select")]
#[index(From, columns(r#type, desc(order)), storing(r#match))]
#[foreign_key(columns(group), references(Select, r#type))]
#[check("{type} != {group}")]
struct Select {
    #[key]
    r#type: String,
    #[key]
    order: i64,
    r#match: String,
    group: String,
}

fn main() {}
