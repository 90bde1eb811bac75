//! Input as it is found in the wild, and worse. `wild/*.sql` has the cases, and `wild/*.txt` what
//! becomes of each statement. `BLESS=1` writes the latter; review the diff.

use std::fmt::Write as _;
use std::{env, fs};

use spanner_keys::Dialect::{self, GoogleSql, PostgreSql};
use spanner_keys::catalog::{Catalog, KeptStatement, guess_dialect};
use spanner_keys_quick_tests::seed::{number, seed};

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
    check(dialect, text);
    report
}

/// What is written can be read, and means the same.
fn check(dialect: Dialect, text: &str) {
    let mut catalog = Catalog::new(dialect);
    let counts = catalog.read("a.sql", text);
    let written = catalog.ddl().join(";\n");
    let mut again = Catalog::new(dialect);
    let read = again.read("b.sql", &written);
    assert_eq!(read.syntax, 0, "{text:?}\n{written}\n{:?}", again.problems());
    if counts.unresolved == 0 && catalog.kept().all(KeptStatement::is_ddl) {
        assert_eq!(again.problems(), [], "{text:?}\n{written}");
        assert!(again == catalog, "{text:?}\n{written}\n{}", again.ddl().join(";\n"));
    }
}

/// Words and marks of a text, and what is between them.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        mark => u32::from(mark),
    };
    let mut ends: Vec<usize> = text
        .char_indices()
        .zip(text.chars().skip(1))
        .filter(|((_, one), two)| kind(*one) != kind(*two) || kind(*one) > 1)
        .map(|((at, one), _)| at + one.len_utf8())
        .collect();
    ends.push(text.len());
    let mut start = 0;
    ends.into_iter().map(|end| &text[std::mem::replace(&mut start, end)..end]).collect()
}

/// Real statements with random changes: words and marks are left out, doubled, swapped, or replaced
/// by those of other statements. `SPANNER_KEYS_RANDOM_TEXTS` is how many.
#[test]
fn changed_statements_are_refused_or_mean_the_same() {
    let count = number("SPANNER_KEYS_RANDOM_TEXTS").unwrap_or(2_000);
    let mut texts = Vec::new();
    for (dialect, name) in [(GoogleSql, "googlesql"), (PostgreSql, "postgresql")] {
        let path = format!("{}/tests/catalog/wild/{name}.sql", env!("CARGO_MANIFEST_DIR"));
        let cases = fs::read_to_string(path).unwrap();
        let cases: Vec<String> = cases.split("== ").map(str::to_owned).collect();
        texts.extend(cases.into_iter().skip(1).map(|case| {
            (dialect, case.split_once('\n').map_or(String::new(), |(_, text)| text.to_owned()))
        }));
    }
    let pool: Vec<&str> = texts.iter().flat_map(|(_, text)| pieces(text)).collect();
    let mut state = seed();
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    for at in 0..usize::try_from(count).expect("a small number") {
        let (dialect, text) = &texts[at % texts.len()];
        let mut parts = pieces(text);
        for _ in 0..=next(3) {
            let (one, two) = (next(parts.len()), next(parts.len()));
            match next(5) {
                0 => drop(parts.remove(one)),
                1 => parts.insert(one, parts[two]),
                2 => parts.swap(one, two),
                3 => parts[one] = pool[next(pool.len())],
                _ => parts.insert(one, pool[next(pool.len())]),
            }
            if parts.is_empty() {
                break;
            }
        }
        check(*dialect, &parts.concat());
    }
}
