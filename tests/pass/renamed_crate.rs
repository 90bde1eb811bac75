#![allow(dead_code)]

use ::spanner_keys as keys;

mod facade {
    pub use ::spanner_keys as sk;
}

#[derive(keys::SpannerColumn)]
#[column(crate = "crate::facade::sk")]
struct Name(String);

#[derive(keys::SpannerTable)]
#[table(crate = "crate::facade::sk", name = "Customers")]
struct Customer {
    #[key(uuid)]
    id: keys::Uuid,
    name: Name,
}

fn main() {}
