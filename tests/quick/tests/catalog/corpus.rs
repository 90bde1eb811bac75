//! Real schemas, from the folder that `SPANNER_KEYS_CORPUS` names. Without it, these tests report
//! that they did not run and pass.

use std::path::PathBuf;
use std::{env, fs};

use spanner_keys::catalog::{Catalog, ProblemKind, guess_dialect};

/// The files of a folder of the corpus, sorted.
fn files(folder: &str) -> Vec<(String, String)> {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("the corpus in {folder} was NOT read: SPANNER_KEYS_CORPUS is not set");
        return Vec::new();
    };
    let folder = PathBuf::from(corpus).join(folder);
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a readable file"))
        })
        .collect();
    files.sort();
    files
}

/// Reads a text in its own dialect.
fn read(name: &str, text: &str) -> Catalog {
    let mut catalog = Catalog::new(guess_dialect(text));
    catalog.read(name, text);
    catalog
}

#[test]
fn every_statement_of_a_real_schema_is_understood() {
    for (name, text) in files("spanner") {
        let catalog = read(&name, &text);
        let counts = catalog.sources()[0].counts;
        println!("{name}: {:?} {counts:?}", catalog.dialect());
        assert_eq!(catalog.problems(), [], "{name}");
        // Every statement begins with one of these words, in a separate line.
        let words = [
            "create ", "alter table ", "alter database ", "drop index ", "insert ", "grant ",
            "start batch", "run batch",
        ];
        let begins = |line: &&str| {
            let line = line.replace("/* skip_on_open_source_pg */", "").trim().to_lowercase();
            words.iter().any(|word| line.starts_with(word))
        };
        assert_eq!(counts.statements(), text.lines().filter(begins).count(), "{name}");
    }
}

#[test]
fn a_written_schema_is_read_back_as_it_was() {
    for (name, text) in files("spanner").into_iter().chain(files("memefish")) {
        let catalog = read(&name, &text);
        let written = catalog.ddl().join(";\n");
        let mut again = Catalog::new(catalog.dialect());
        again.read(&name, &written);
        for (kept, was) in again.tables().zip(catalog.tables()) {
            assert_eq!(kept.columns, was.columns, "{name}: {written}");
        }
        let rows = catalog.kept().filter(|kept| !kept.is_ddl()).count();
        if rows == 0 {
            assert!(again == catalog, "{name}: {written}");
        }
    }
}

#[test]
fn every_valid_input_of_a_parser_is_read_and_every_bad_one_refused() {
    for (name, text) in files("memefish") {
        let catalog = read(&name, &text);
        let syntax: Vec<_> = catalog
            .problems()
            .iter()
            .filter(|problem| problem.kind == ProblemKind::Syntax)
            .collect();
        assert_eq!(!syntax.is_empty(), name.starts_with("!bad_"), "{name}: {syntax:?}");
        if syntax.is_empty() {
            assert_eq!(catalog.sources()[0].counts.statements(), 1, "{name}");
        }
    }
}
