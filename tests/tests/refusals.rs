//! Every refusal, and every near miss; the emulator suite makes the near misses.

use spanner_keys::{Dialect, Schema};
use spanner_keys_tests::refusals;
use spanner_keys_tests::wild::{self, Dice, Wildness};

#[test]
fn every_error_has_a_case_and_a_near_miss() {
    let mistakes = refusals::mistakes();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// Whatever a table says, the answer is statements or an error.
#[test]
fn no_table_makes_it_panic() {
    let mut accepted = 0;
    for seed in 0..20_000 {
        let wildness = Wildness { wrong: [3, 10, 40, 1000][usize::try_from(seed % 4).unwrap_or(0)] };
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
