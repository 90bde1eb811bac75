//! Derived tables and their rows, without a database. One program, because each has to be linked
//! with all clients.

mod errors;
mod golden;
mod inserts;
mod own_sql;
mod plans;
mod random;
mod scan;
mod secrets;
mod updates;
mod values;
