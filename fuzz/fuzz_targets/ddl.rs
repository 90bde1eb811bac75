//! Any text as the DDL of an existing schema, in both dialects.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spanner_keys::catalog::{Catalog, KeptStatement, ProblemKind, guess_dialect};
use spanner_keys::{Dialect, Schema};

fuzz_target!(|text: &str| {
    let _ = guess_dialect(text);
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let mut catalog = Catalog::new(dialect);
        let counts = catalog.read("a.sql", text);
        let count = |kind| catalog.problems().iter().filter(|problem| problem.kind == kind).count();
        // What cannot be read or applied is reported, in the text.
        assert_eq!(count(ProblemKind::Syntax), counts.syntax);
        let known = count(ProblemKind::UnknownTable) + count(ProblemKind::Unresolved);
        assert_eq!(known, counts.unresolved);
        for problem in catalog.problems() {
            assert!(text.get(problem.span.start..problem.span.end).is_some(), "{problem:?}");
        }
        catalog.with_tables(|tables| {
            assert_eq!(tables.len(), catalog.tables().count());
            let schema = tables.iter().fold(Schema::new(), |schema, table| schema.add(*table));
            let _ = schema.lint(dialect);
        });
        // What is written can be read, and written again it is the same.
        let written = catalog.ddl();
        let mut again = Catalog::new(dialect);
        let is_whole = counts.unresolved == 0 && catalog.kept().all(KeptStatement::is_ddl);
        let counts = again.read("b.sql", &(written.join(";\n")));
        assert_eq!(counts.syntax, 0, "{dialect}: {text:?}\n{written:#?}\n{:?}", again.problems());
        if is_whole && again.problems().is_empty() {
            assert!(again == catalog, "{dialect}: {text:?}\n{written:#?}\n{:#?}", again.ddl());
        }
    }
});
