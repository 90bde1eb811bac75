//! Comments, literals, markers of migration tools, and statements without `;`.

use spanner_keys::Dialect::{GoogleSql, PostgreSql};
use spanner_keys::catalog::Catalog;

use super::{google, names, postgres, problem};

#[test]
fn comments_and_literals_hide_marks() {
    let catalog = google(
        "-- create table no;\n# not this; either\n/* nor; this */ CREATE TABLE A (Id INT64, S STRING(MAX) DEFAULT (';--'),
         L STRING(MAX) DEFAULT ('''it's; \"\"\" '''), R STRING(MAX) DEFAULT (r\"\\\"; \")) PRIMARY KEY (Id); -- ;\n\
         CREATE TABLE `B` (Id INT64) PRIMARY KEY (Id)",
    );
    assert_eq!(names(&catalog), ["A", "B"]);
    let catalog = postgres(
        "/* a /* b; */ c; */ create table \"A;\" (id bigint primary key, s text default $x$;'$x$, e text default E'\\';');
         create table B (id bigint primary key, q text default 'it''s;')",
    );
    assert_eq!(names(&catalog), ["A;", "b"]);
}

#[test]
fn unclosed_text_is_an_error_at_its_start() {
    assert_eq!(
        problem(GoogleSql, "CREATE TABLE T (Id INT64 DEFAULT ('x)"),
        ("unclosed `'`".into(), "'".into())
    );
    assert_eq!(problem(PostgreSql, "create schema s; /* "), ("unclosed `/`".into(), "/".into()));
}

#[test]
fn statements_need_no_semicolon() {
    let text = "CREATE TABLE A (Id INT64) PRIMARY KEY (Id)\n\n  CREATE TABLE B (Id INT64) PRIMARY KEY (Id)\nALTER TABLE A\n  ADD COLUMN N INT64\n  -- why\nALTER TABLE A\nALTER COLUMN N STRING(MAX)\nDROP TABLE B";
    assert_eq!(names(&google(text)), ["A"]);
    // After an unclosed parenthesis the next statement is read too.
    let mut catalog = Catalog::new(GoogleSql);
    catalog.read(
        "a.sql",
        "CREATE TABLE A (Id INT64 PRIMARY KEY (Id\nCREATE TABLE B (Id INT64) PRIMARY KEY (Id)",
    );
    assert_eq!((names(&catalog), catalog.problems().len()), (vec!["B".to_owned()], 1));
}

#[test]
fn markers_of_migration_tools_are_followed() {
    let goose = "-- +goose Up\nCREATE TABLE A (Id INT64) PRIMARY KEY (Id);\n-- +goose Down\nDROP TABLE A;\n-- +goose Up\nCREATE TABLE B (Id INT64) PRIMARY KEY (Id);";
    assert_eq!(names(&google(goose)), ["A", "B"]);
    let dbmate =
        "-- migrate:up\nCREATE TABLE A (Id INT64) PRIMARY KEY (Id)\n-- migrate:down\nDROP TABLE A";
    assert_eq!(names(&google(dbmate)), ["A"]);
    let liquibase = "--liquibase formatted sql\n--changeset a:1\nCREATE TABLE A (Id INT64) PRIMARY KEY (Id);\n--rollback DROP TABLE A;";
    assert_eq!(names(&google(liquibase)), ["A"]);
    let whole = "-- +goose StatementBegin\nCREATE VIEW V SQL SECURITY INVOKER AS SELECT 1; SELECT 2\n-- +goose StatementEnd\nCREATE TABLE A (Id INT64) PRIMARY KEY (Id);";
    assert_eq!(names(&google(whole)), ["A"]);
    let mut catalog = Catalog::new(GoogleSql);
    let counts = catalog
        .read("a.sql", "START BATCH DDL; CREATE TABLE A (Id INT64) PRIMARY KEY (Id); RUN BATCH;");
    assert_eq!((counts.control, counts.applied, counts.statements()), (2, 1, 3));
}
