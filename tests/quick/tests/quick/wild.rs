//! Random tables. The slowest tests, whose names come last, so that they run last: most mutants are
//! noticed before.

use spanner_keys::rules::{Level, lint};
use spanner_keys::schema::TableDef;
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::schema;
use spanner_keys_quick_tests::waivers::settled;
use spanner_keys_quick_tests::wild::{self, Dice, Wildness};
use spanner_keys_quick_tests::{refusals, unchecked};

/// For accepted tables, a second writer without rules writes the same statements.
#[test]
fn two_writers_agree() {
    let near = refusals::all().into_iter().map(|case| case.near);
    let wild = (0..2_000).map(|seed| wild::tables(&mut Dice::new(seed), Wildness { wrong: 1000 }));
    let (mut agreed, mut differ) = (0, Vec::new());
    for tables in near.chain(wild) {
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let Ok(statements) = schema(&tables).ddl(dialect) else { continue };
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
fn schema_lists_its_tables() {
    let tables = wild::tables(&mut Dice::new(1), Wildness { wrong: 1000 });
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let names =
        |tables: &[TableDef<'static>]| tables.iter().map(|table| table.name).collect::<Vec<_>>();
    assert!(!tables.is_empty());
    assert_eq!(names(schema.tables()), names(&tables));
}

/// The result for any table is statements or findings, and the findings are those of `lint`,
/// without advice.
#[test]
fn ddl_refuses_what_lint_finds() {
    let (mut accepted, mut advised) = (0, 0);
    for seed in 0..4_000 {
        let wildness =
            Wildness { wrong: [3, 10, 40, 1000][usize::try_from(seed % 4).unwrap_or(0)] };
        let mut tables = wild::tables(&mut Dice::new(seed), wildness);
        if seed % 5 > 0 {
            tables = settled(&tables);
        }
        let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let (advice, errors): (Vec<_>, Vec<_>) = schema
                .lint(dialect)
                .into_iter()
                .partition(|finding| finding.rule.level() == Level::Advice);
            match (schema.ddl(dialect), schema.script(dialect)) {
                (Ok(statements), Ok(script)) => {
                    accepted += 1;
                    advised += usize::from(!advice.is_empty());
                    assert_eq!(errors, [], "seed {seed}");
                    assert!(statements.iter().all(|statement| script.contains(statement.as_str())));
                }
                (Err(one), Err(two)) => {
                    assert_eq!(one, two);
                    assert_eq!(one.findings(), errors);
                    assert!(!errors.is_empty(), "seed {seed}");
                }
                (one, two) => panic!("{one:?} but {two:?}"),
            }
        }
    }
    assert!(accepted > 300, "only {accepted} schemas were accepted, which tests too little");
    assert!(advised > 50, "only {advised} of them got advice");
}

/// What `lint` finds in one table, it finds in a schema that holds the table.
#[test]
fn a_schema_has_the_findings_of_its_tables() {
    for seed in 0..1_000 {
        let tables = wild::tables(&mut Dice::new(seed), Wildness { wrong: 20 });
        let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
        let all = schema.lint(Dialect::GoogleSql);
        for table in &tables {
            let names: Vec<_> =
                tables.iter().filter(|other| other.path() == table.path()).collect();
            // Only the first of several tables of one name is gathered.
            if names.len() == 1 {
                let missing: Vec<_> =
                    lint(table).into_iter().filter(|finding| !all.contains(finding)).collect();
                assert_eq!(missing, [], "seed {seed}");
            }
        }
    }
}
