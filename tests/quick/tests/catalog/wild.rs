//! Input as it is found in the wild, and worse. `wild/*.sql` has the cases, and `wild/*.txt` what
//! becomes of each statement. `BLESS=1` writes the latter; review the diff.

use std::fmt::Write as _;
use std::{env, fs};

use spanner_keys::Dialect::{self, GoogleSql, PostgreSql};
use spanner_keys::catalog::{Catalog, KeptStatement, guess_dialect};

#[test]
fn nothing_is_lost_and_the_rest_is_read() {
    for (dialect, name) in [(GoogleSql, "googlesql"), (PostgreSql, "postgresql")] {
        let path = format!("{}/tests/catalog/wild/{name}", env!("CARGO_MANIFEST_DIR"));
        let cases = fs::read_to_string(format!("{path}.sql")).unwrap();
        let cases = cases.replace("\\r", "\r").replace("\\bom", "\u{feff}");
        let mut found = String::new();
        for case in cases.split("== ").skip(1) {
            let (title, text) = case.split_once('\n').unwrap();
            let _ = write!(found, "== {title}\n{}", report(dialect, text));
        }
        let path = format!("{path}.txt");
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let wanted = fs::read_to_string(&path).unwrap_or_default();
        for (found, wanted) in found.split("== ").zip(wanted.split("== ")) {
            assert_eq!(found, wanted);
        }
        assert_eq!(found.len(), wanted.len());
    }
}

/// What became of the statements of a text.
fn report(dialect: Dialect, text: &str) -> String {
    let mut catalog = Catalog::new(dialect);
    let counts = catalog.read("a.sql", text);
    let mut report = String::new();
    for (count, what) in [
        (counts.applied, "applied"),
        (counts.kept, "kept"),
        (counts.control, "control"),
        (counts.unresolved, "unresolved"),
        (counts.syntax, "syntax"),
    ] {
        if count > 0 {
            let _ = write!(report, "{count} {what}  ");
        }
    }
    let guessed = guess_dialect(text);
    if guessed != dialect {
        let _ = write!(report, "(looks like {guessed})");
    }
    report = report.trim_end().to_owned() + "\n";
    for problem in catalog.problems() {
        let place = &text[problem.span.start..problem.span.end];
        let _ = writeln!(report, "error: {}, at `{place}`", problem.message);
    }
    for kept in catalog.kept() {
        let name = kept.name.as_ref().map(ToString::to_string).unwrap_or_default();
        let tables: Vec<String> = kept.tables.iter().map(ToString::to_string).collect();
        let _ = writeln!(report, "kept: {} {name} ({})", kept.kind, tables.join(", "));
    }
    let written = catalog.ddl();
    for statement in &written {
        let _ = writeln!(report, "> {}", statement.replace('\n', " "));
    }
    // What is written means the same.
    let mut again = Catalog::new(dialect);
    let read = again.read("b.sql", &written.join(";\n"));
    assert_eq!(read.syntax, 0, "{report}\n{:?}", again.problems());
    if counts.unresolved == 0 && catalog.kept().all(KeptStatement::is_ddl) {
        assert!(again == catalog, "{report}\n{:?}", again.problems());
    }
    report
}
