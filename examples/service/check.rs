//! What both programs use besides the tables: an error, a day, and a comparison.

#![allow(unreachable_pub, reason = "a module of two programs")]

use std::error::Error;
use std::fmt::Debug;

use chrono::NaiveDate;

/// `?` works on the errors of the library, of the client, and on texts.
pub type Failure = Box<dyn Error + Send + Sync>;

/// A day of 2030's first month.
pub fn day(day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2030, 1, day)
}

/// Prints what was read; an error if it is not what was written.
pub fn expect<T: PartialEq + Debug>(what: &str, found: T, wanted: T) -> Result<(), Failure> {
    if found != wanted {
        return Err(format!("{what}: {found:?}, expected {wanted:?}").into());
    }
    println!("{what}: {found:?}");
    Ok(())
}
