//! Prints the schema that `build.rs` keeps in `schema/`, and shows that the program and the files
//! come from the same structs.

mod tables;

use tables::{NewCustomer, NewPayment};

/// The program can include its schema: every build updates the file.
const SCHEMA: &str = include_str!("../schema/schema.googlesql.sql");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{SCHEMA}");
    let customer = NewCustomer { name: "Ada".into(), email: "Ada@example.com".into() }.insert()?;
    let payment = NewPayment { amount: 1_999, day: std::time::UNIX_EPOCH }.insert()?;
    println!("{:?}\n{:?}", customer.key(), payment.key());
    Ok(())
}
