//! Every refusal, and every near miss; the emulator suite makes the near misses.

use spanner_keys::schema::TableDef;
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::wild::{self, Dice, Wildness};
use spanner_keys_quick_tests::{refusals, unchecked};

#[test]
fn every_error_has_a_case_and_a_near_miss() {
    let mistakes = refusals::mistakes();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// What is fine is written in the same words by a second writer, which knows no rule.
#[test]
fn two_writers_agree() {
    let near = refusals::all().into_iter().map(|case| case.near);
    let wild = (0..10_000).map(|seed| wild::tables(&mut Dice::new(seed), Wildness { wrong: 1000 }));
    let (mut agreed, mut differ) = (0, Vec::new());
    for tables in near.chain(wild) {
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
            let Ok(statements) = schema.ddl(dialect) else { continue };
            match unchecked::compare(&statements, &tables, dialect) {
                Ok(()) => agreed += 1,
                Err(difference) => differ.push(difference),
            }
        }
    }
    assert!(differ.is_empty(), "{}:\n{}", differ.len(), differ.join("\n\n"));
    assert!(agreed > 700, "only {agreed} schemas were accepted, which tests too little");
}

#[test]
fn a_schema_tells_what_was_added() {
    let tables = wild::tables(&mut Dice::new(1), Wildness { wrong: 1000 });
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let names =
        |tables: &[TableDef<'static>]| tables.iter().map(|table| table.name).collect::<Vec<_>>();
    assert!(!tables.is_empty());
    assert_eq!(names(schema.tables()), names(&tables));
}

/// Whatever a table says, the answer is statements or an error.
#[test]
fn no_table_makes_it_panic() {
    let mut accepted = 0;
    for seed in 0..20_000 {
        let wildness =
            Wildness { wrong: [3, 10, 40, 1000][usize::try_from(seed % 4).unwrap_or(0)] };
        let tables = wild::tables(&mut Dice::new(seed), wildness);
        let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            match (schema.ddl(dialect), schema.script(dialect)) {
                (Ok(statements), Ok(script)) => {
                    accepted += 1;
                    assert!(statements.iter().all(|statement| script.contains(statement.as_str())));
                }
                (Err(one), Err(two)) => assert_eq!(one, two),
                (one, two) => panic!("{one:?} but {two:?}"),
            }
        }
    }
    assert!(accepted > 500, "only {accepted} schemas were accepted, which tests too little");
}
