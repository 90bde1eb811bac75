//! The schema of the service, in a file and its lock. A role with another number, or a status with
//! another name, fails this test: rows hold the old one.

#[allow(dead_code, reason = "only its schema")]
mod tables;

#[test]
#[cfg(not(feature = "postgresql"))]
fn schema_file_is_up_to_date() {
    tables::schema().assert_matches("service/schema.sql");
}
