//! The exact DDL: a change shows up as a change of a golden file. `BLESS=1 cargo test --test
//! tables golden` regenerates them.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::path::Path;
use std::{env, fs};

use spanner_keys::Dialect;
use spanner_keys::rules::Rule;
use spanner_keys_tests::schemas::{self, Golden};

#[test]
fn golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut wrong = Vec::new();
    let mut files = 0;
    for golden in schemas::all() {
        for (ending, dialect) in
            [("googlesql", Dialect::GoogleSql), ("postgresql", Dialect::PostgreSql)]
        {
            let Golden { name, schema, refused, .. } = &golden;
            if let Some((refusing, columns)) = refused
                && *refusing == dialect
            {
                let error = schema.ddl(dialect).expect_err(name);
                let findings = error.findings().iter();
                let places = findings.map(|finding| (finding.rule, finding.column.as_deref()));
                let expected = columns
                    .iter()
                    .map(|column| (Rule::DialectLimit, (!column.is_empty()).then_some(*column)));
                assert_eq!(places.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{name}");
                continue;
            }
            let path = folder.join(format!("{name}.{ending}.sql"));
            let script = schema.script(dialect).unwrap_or_else(|error| panic!("{name}: {error}"));
            if env::var_os("BLESS").is_some() {
                fs::write(&path, &script).expect("the golden folder can be written");
            }
            if fs::read_to_string(&path).unwrap_or_default() != script {
                wrong.push(format!(
                    "{} is not what the structs declare now:\n{script}",
                    path.display()
                ));
            }
            files += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let kept = fs::read_dir(&folder).expect("the golden folder is there").count();
    assert_eq!(kept, files, "a golden file belongs to no schema");
    println!("{files} golden files");
}

/// The order in which tables are listed does not change the text.
#[test]
fn statements_have_no_semicolon_and_no_comment() {
    for golden in schemas::all() {
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let Ok(statements) = golden.schema.ddl(dialect) else { continue };
            assert_eq!(statements, golden.schema.ddl(dialect).expect("it worked before"));
            for statement in statements {
                let bare: String = statement.split('\'').step_by(2).collect();
                assert!(
                    !bare.contains(';') && !bare.contains("--") && !bare.contains("/*"),
                    "{statement}"
                );
            }
        }
    }
}
