//! The compiler, `lint` and the DDL agree, because they use the same rules.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::cell::Cell;
use std::collections::BTreeMap;

use spanner_keys::rules::{Finding, Level, Rule, lint};
use spanner_keys::{Dialect, Schema, SpannerTable, Uuid};
use spanner_keys_tests::random::{self, resolve, schemas};
use spanner_keys_tests::schemas as golden;
use spanner_keys_tests::tables::schema;

const DIALECTS: [Dialect; 2] = [Dialect::GoogleSql, Dialect::PostgreSql];

fn errors(findings: Vec<Finding>) -> Vec<Finding> {
    findings.into_iter().filter(|finding| finding.rule.level() == Level::Error).collect()
}

/// Every table that compiles has DDL in each dialect, or is refused for what that dialect cannot
/// express, and `lint` finds nothing but advice.
#[test]
fn every_derived_table_has_ddl() {
    let tables = Schema::registered().expect("the tables are part of this program");
    let alone = tables.tables().iter().map(|table| Schema::new().add(*table));
    let together = golden::all().into_iter().map(|golden| golden.schema);
    let (mut written, mut advice) = (0, BTreeMap::new());
    for schema in alone.chain(together) {
        for table in schema.tables() {
            let findings = lint(table);
            for finding in &findings {
                *advice.entry(finding.rule.name()).or_insert(0) += 1;
            }
            assert_eq!(errors(findings), [], "{}", table.path());
        }
        for dialect in DIALECTS {
            match schema.ddl(dialect) {
                Ok(_) => written += 1,
                Err(error) => {
                    for finding in error.findings() {
                        let limit = (Rule::DialectLimit, Some(dialect));
                        assert_eq!((finding.rule, finding.dialect), limit, "{finding}");
                    }
                }
            }
        }
    }
    assert!(written > 100, "only {written} schemas were written, which tests too little");
    assert!(!advice.is_empty(), "no derived table gets advice, which tests too little");
    println!("{written} schemas of derived tables written, with advice: {advice:?}");
}

/// The advice for a unique integer proposes arguments that compile, and that `lint` then accepts.
#[test]
fn waivers_of_a_unique_integer_compile() {
    /// A table with a unique index over an integer, and this argument of the index.
    macro_rules! numbered {
        ($($waiver:tt)*) => {{
            #[derive(SpannerTable)]
            #[index(OrdersByNumber, columns(number), unique, $($waiver)*)]
            struct Order {
                #[key(uuid)]
                #[allow(dead_code, reason = "only the table is used")]
                id: Uuid,
                #[allow(dead_code, reason = "only the table is used")]
                number: i64,
            }
            (stringify!($($waiver)*), lint(&Order::TABLE))
        }};
    }
    let (_, advice) = numbered!();
    assert_eq!(advice.len(), 1, "{advice:?}");
    assert_eq!(advice[0].rule, Rule::UniqueInteger);
    let message = advice[0].to_string();
    let proposed: Vec<&str> = message
        .lines()
        .filter(|line| line.starts_with("help: "))
        .map(|line| line.split('`').nth(1).expect("a help has code"))
        .collect();
    let compiled = [
        numbered!(spread = "order numbers are random"),
        numbered!(allow_hotspot = "at most 10 writes a minute"),
    ];
    assert_eq!(proposed, compiled.each_ref().map(|(waiver, _)| *waiver));
    for (waiver, findings) in compiled {
        assert_eq!(findings, [], "{waiver}");
    }
}

/// The DDL is refused for exactly what `lint` finds, without advice; and a hot schema has DDL once
/// its hotspots are accepted.
#[test]
fn random_schemas_are_refused_for_what_lint_finds() {
    for dialect in DIALECTS {
        let (hot, cool) = (Cell::new(0), Cell::new(0));
        random::run(&format!("one judge, {dialect}"), 400, &schemas(), |wish| {
            let tables = resolve(&wish, dialect).tables();
            let bare = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
            let found = errors(bare.lint(dialect));
            let refused = bare.ddl(dialect).err();
            let refused = refused.as_ref().map_or(&[][..], |error| error.findings());
            if refused != found {
                return Err(format!("lint finds {found:?}, the DDL {refused:?}"));
            }
            let count = if found.is_empty() { &cool } else { &hot };
            count.set(count.get() + 1);
            let settled = schema(&tables).lint(dialect);
            match errors(settled).first() {
                Some(finding) => Err(format!("still refused with waivers: {finding}")),
                None => Ok(()),
            }
        })
        .expect("they agree");
        assert!(hot.get() > 50 && cool.get() > 10, "{} hot, {} not", hot.get(), cool.get());
    }
}
