//! The cost of rows and keys, compared with handwritten code: `cargo bench -p
//! spanner-keys-client-tests --bench inserts`.
//!
//! Only the ratios within one run are meaningful. No test asserts them, because it would fail on a
//! busy machine. An argument selects the lines that contain it.

mod gcloud;
mod google;
mod keys;
mod measure;
mod parsers;
mod rows;
mod scans;

use measure::Table;

fn main() {
    let mut table = Table::from_arguments();
    gcloud::measure(&mut table);
    google::measure(&mut table);
    parsers::measure(&mut table);
    scans::measure(&mut table);
    keys::measure(&mut table);
    table.print();
}
