//! A program that carries its schema, made by `build.rs` from the tables of another crate.

fn main() {
    println!("{}", include_str!(concat!(env!("OUT_DIR"), "/schema.googlesql.sql")));
}
