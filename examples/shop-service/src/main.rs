//! A program that includes its schema, which `build.rs` generates from the tables of another crate.

fn main() {
    println!("{}", include_str!(concat!(env!("OUT_DIR"), "/schema.googlesql.sql")));
}
