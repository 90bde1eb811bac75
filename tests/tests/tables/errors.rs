//! Every public error implements `Error`, and returns its source if it has one.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::error::Error;

use spanner_keys::client::ClientError;
use spanner_keys::row::InsertReturning;
use spanner_keys::schema::TableDef;
use spanner_keys::value::{RowError, ValueError};
use spanner_keys::{Dialect, KeySource, NewRow as _, Schema, SpannerTable};

#[derive(SpannerTable, Debug)]
struct Note {
    #[key(uuid)]
    id: spanner_keys::Uuid,
    #[column(length = 3)]
    text: String,
}

/// The texts of an error and of its causes.
fn chain(error: &dyn Error) -> Vec<String> {
    std::iter::successors(Some(error), |&error| error.source()).map(ToString::to_string).collect()
}

fn too_long() -> RowError {
    NewNote { text: "four".into() }.insert().expect_err("too long")
}

#[test]
fn source_of_a_row_error_is_the_value_error() {
    let error = too_long();
    assert_eq!(
        chain(&error),
        [
            "column `text` of table `Note` is 4 characters long; the limit is 3",
            "is 4 characters long; the limit is 3",
        ]
    );
    let cause = error.source().and_then(|cause| cause.downcast_ref::<ValueError>());
    assert_eq!(cause, Some(&ValueError::TooLong { length: 4, limit: 3 }));
}

#[test]
fn source_of_a_scan_error_is_a_value_error_or_none() {
    let mut cursor = Note::scan().start().expect("a scan");
    let read = cursor.pending().remove(0);
    cursor.supply(read.id, vec![vec![spanner_keys::value::WireValue::Null; 2]]).expect("a row");
    let null = cursor.next().expect("a row").expect_err("NULL");
    assert_eq!(chain(&null).len(), 2);
    assert_eq!(null.source().and_then(|cause| cause.downcast_ref()), Some(&ValueError::Null));
    let unknown = Note::scan().index("None").start().expect_err("no such index");
    assert_eq!(chain(&unknown), ["table `Note` has no index `None`"]);
}

#[test]
fn errors_of_statements_dialects_and_schemas_have_no_source() {
    let note = |dialect| {
        NewNote { text: "one".into() }.insert_returning_with(&mut KeySource::new(dialect))
    };
    let both = [Dialect::GoogleSql, Dialect::PostgreSql].map(|dialect| note(dialect).expect("row"));
    let mixed = InsertReturning::all(both).expect_err("both dialects");
    let unknown = "mysql".parse::<Dialect>().expect_err("not a dialect");
    let schema = Schema::new().add(TableDef::new("", &[])).ddl(Dialect::GoogleSql);
    let errors: [Box<dyn Error>; 3] =
        [mixed.into(), unknown.into(), schema.expect_err("no name").into()];
    for error in errors {
        assert_eq!(chain(&*error).len(), 1, "{error}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn client_error_forwards_the_text_and_the_source() {
    type Client = ClientError<std::io::Error>;
    let row = too_long();
    assert_eq!(chain(&Client::from(row.clone())), chain(&row));
    let scan = Note::scan().index("None").start().expect_err("no such index");
    assert_eq!(chain(&Client::from(scan.clone())), chain(&scan));
    let other = Client::Client(std::io::Error::other(row.clone()));
    assert_eq!(chain(&other), chain(&row));
}

#[test]
fn source_of_a_build_error_is_the_schema_error() {
    let broken = Schema::new().add(TableDef::new("", &[])).ddl(Dialect::GoogleSql);
    let error = spanner_keys::build::Error::from(broken.expect_err("no name"));
    assert!(error.source().is_some(), "{error}");
}
