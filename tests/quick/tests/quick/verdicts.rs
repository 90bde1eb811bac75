//! The checks that generated code makes at compile time, made at run time: the compiler's messages
//! depend on them.

mod foreign_keys;
mod parents;
mod types;
mod walk;

use std::panic::catch_unwind;

use spanner_keys::__private::{
    check_foreign_key, check_foreign_key_waiver, check_index, check_index_waiver, check_interleave,
    check_key_waiver, check_sql, check_table,
};
use spanner_keys::rules::permissions::Outcome::{self, *};
use spanner_keys::rules::{Finding, Rule, lint};
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexDef, IndexParent, KeyPart,
    OnDelete, ReferenceDef, ShardBy, SqlText, SqlType, TableDef, Ttl, Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{
    AT, ID, NUMBER, filled, found, generated, inherited, keyed, sequence, shard, under, up,
};

const SIZE: ColumnDef<'static> = ColumnDef::new("Size", SqlType::FLOAT64);
const PARTS: &[KeyPart<'static>] = &[KeyPart::new(0), KeyPart::new(1), KeyPart::new(2)];

/// The message of a finding while the crate compiles: it also names the page of the rule.
fn compile_time_message(finding: &Finding) -> String {
    format!(
        "{finding}\nnote: for more about this rule, try `cargo spanner-keys explain {}`",
        finding.rule
    )
}

/// A check at compile time has the same message as `lint`.
fn assert_same_message(
    table: &TableDef<'_>,
    rule: Rule,
    check: impl Fn() + std::panic::UnwindSafe,
) {
    let findings: Vec<_> = lint(table).into_iter().filter(|finding| finding.rule == rule).collect();
    let message = catch_unwind(check).err().and_then(|panic| panic.downcast::<String>().ok());
    assert_eq!(message.map(|message| *message), findings.first().map(compile_time_message));
    assert_eq!(findings.len(), 1, "{findings:?}");
}

fn referenced() -> &'static TableDef<'static> {
    const { &TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Referenced", &[ID]) } }
}

/// A static table can be its own parent.
static CIRCLE: TableDef<'static> =
    TableDef { parent: under(&CIRCLE, OnDelete::NoAction), ..TableDef::new("C", &[]) };

#[test]
fn compile_time_checks_match_lint() {
    let waived = [KeyPart { waiver: Some(Waiver::AllowHotspot("why")), ..KeyPart::new(0) }];
    let table = TableDef { key: &waived, ..TableDef::new("T", &[ID]) };
    assert_same_message(&table, Rule::UnusedWaiver, || check_key_waiver(&table, 0));
    let needed = TableDef { columns: &[AT], ..table };
    check_key_waiver(&needed, 0);

    let by_id = [up(0), up(1)];
    let indexes =
        [IndexDef { waiver: Some(Waiver::AllowHotspot("why")), ..IndexDef::new("I", &by_id) }];
    let table = TableDef { indexes: &indexes, ..keyed("T", &[ID, AT]) };
    assert_same_message(&table, Rule::UnusedWaiver, || check_index_waiver(&table, 0));
    let by_time = [IndexDef { columns: &by_id[1..], ..indexes[0] }];
    check_index_waiver(&TableDef { indexes: &by_time, ..table }, 0);

    let stranger = keyed("Stranger", &[ID]);
    let indexes = [IndexDef {
        interleave: Some(IndexParent::Ancestor(&stranger)),
        ..IndexDef::new("I", &by_id)
    }];
    let table = TableDef { indexes: &indexes, ..table };
    assert_same_message(&table, Rule::IndexParent, || check_index(&table, 0));
    let own = [IndexDef { interleave: Some(IndexParent::OwnTable), ..indexes[0] }];
    check_index(&TableDef { indexes: &own, ..table }, 0);

    let child_key = [inherited(0), KeyPart::new(1)];
    let parent = under(&stranger, OnDelete::NoAction);
    let other = ColumnDef { name: "Other", ..ID };
    let columns = [other, AT];
    let child = TableDef { parent, key: &child_key, ..TableDef::new("C", &columns) };
    assert_same_message(&child, Rule::ParentKey, || check_interleave(&child, false));
    check_interleave(&TableDef { columns: &[ID, AT], ..child }, false);
    assert_same_message(&CIRCLE, Rule::InterleaveDepth, || check_interleave(&child, true));

    let references = ReferenceDef::Table { table: referenced, fields: &["Id"] };
    let key = |columns| ForeignKeyDef::new(columns, references);
    let (wrong, right) = ([key(&[1])], [key(&[0])]);
    let table = TableDef { foreign_keys: &wrong, ..keyed("T", &[ID, AT]) };
    assert_same_message(&table, Rule::ForeignKey, || check_foreign_key(&table, 0, 0, referenced()));
    check_foreign_key(&TableDef { foreign_keys: &right, ..table }, 0, 0, referenced());
    let waived = right.map(|key| ForeignKeyDef { waiver: Some(Waiver::Spread("why")), ..key });
    let table = TableDef { foreign_keys: &waived, ..table };
    assert_same_message(&table, Rule::UnusedWaiver, || {
        check_foreign_key_waiver(&table, 0, referenced());
    });
}

/// A parent with the key (Id, At), and a child with these columns and key parts.
fn below<'a>(
    parent: &'a TableDef<'a>,
    columns: &'a [ColumnDef<'a>],
    key: &'a [KeyPart<'a>],
) -> TableDef<'a> {
    TableDef { parent: under(parent, OnDelete::NoAction), key, ..TableDef::new("C", columns) }
}

/// Tables from other sources may use invalid positions. That is reported once, and no other rule
/// checks such a table or its children.
#[test]
fn invalid_positions_are_reported() {
    let columns = [ID, AT, NUMBER];
    let table = keyed("T", &columns);
    let over =
        |inputs| [ID, filled("Shard", SqlType::INT64, shard(2, inputs, ShardBy::Database)), NUMBER];
    let (near, far) = (over(&[2]), over(&[2, 3]));
    let key = |columns| {
        let references = ReferenceDef::Table { table: referenced, fields: &["Id"] };
        [ForeignKeyDef::new(columns, references)]
    };
    let (own, nowhere) = (key(&[0]), key(&[3]));
    let (last, behind) = ([up(2)], [up(3)]);
    let index = |columns, storing| [IndexDef { storing, ..IndexDef::new("I", columns) }];
    let (fine, unknown) = (index(&last, &[1][..]), index(&behind, &[]));
    let storing = index(&last, &[3]);
    let ttl = |column| Some(Ttl { column, days: 1 });
    for (fine, wrong) in [
        (table, TableDef { key: &[KeyPart::new(3)], ..table }),
        (TableDef { ttl: ttl(1), ..table }, TableDef { ttl: ttl(3), ..table }),
        (TableDef { columns: &near, ..table }, TableDef { columns: &far, ..table }),
        (TableDef { foreign_keys: &own, ..table }, TableDef { foreign_keys: &nowhere, ..table }),
        (TableDef { indexes: &fine, ..table }, TableDef { indexes: &unknown, ..table }),
        (TableDef { indexes: &fine, ..table }, TableDef { indexes: &storing, ..table }),
    ] {
        assert_eq!(lint(&fine), []);
        assert_eq!(found(&wrong), [Rule::UnknownColumn]);
        let key = [inherited(0)];
        let child = below(&wrong, &columns, &key);
        assert_eq!(lint(&child), [], "reported for the parent");
        let schema = Schema::new().add(child).lint(Dialect::GoogleSql);
        let rules: Vec<_> = schema.into_iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::UnknownColumn]);
    }
}

/// The parent's part, and another one.
const CHILD_KEY: &[KeyPart<'static>] = &[inherited(0), KeyPart::new(1)];

/// What no other check of the derive reports is reported for the whole table.
#[test]
fn the_whole_table_is_checked() {
    let key = [KeyPart::new(0)];
    let fine = TableDef { key: &key, ..TableDef::new("T", &[ID, AT, NUMBER]) };
    check_table(&fine);
    let made = |sql| ColumnDef { fill: Fill::Default(SqlText::both(sql)), ..NUMBER };
    for (columns, rule) in [(&[][..], Rule::TableSize), (&[ID, AT, made("{At}")], Rule::Expression)]
    {
        let key = if columns.is_empty() { &[] } else { &key[..] };
        let table = TableDef { key, columns, ..fine };
        let fine = TableDef { stand_in: true, ..table };
        check_table(&fine);
        let message = catch_unwind(|| check_table(&table)).err();
        let message =
            message.and_then(|panic| panic.downcast::<String>().ok()).expect("it is refused");
        let finding = lint(&table).into_iter().find(|finding| finding.rule == rule);
        assert_eq!(finding.as_ref().map(compile_time_message), Some(*message));
    }
    // The schema counts in the names of tables, indexes and sequences.
    let long: &'static str = "n".repeat(100).leak();
    let index = [IndexDef::new(long, const { &[up(2)] })];
    let second = [IndexDef::new("I", const { &[up(2)] }), index[0]];
    let counted = sequence(long, CounterOptions::default());
    let numbered = [ID, ColumnDef { fill: counted, ..NUMBER }, AT];
    for table in [
        TableDef { schema: Some("public"), ..fine },
        TableDef { schema: Some(long), name: long, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), indexes: &index, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), indexes: &second, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), columns: &numbered, ..fine },
    ] {
        assert_same_message(&table, Rule::Name, || check_table(&table));
    }
    let check = |sql| CheckDef { name: None, sql: SqlText::both(sql) };
    for checks in [[check("{Number} > 0"), check("1")], [check("1"), check("{Number} > 0")]] {
        let table = TableDef { checks: &checks, ..fine };
        assert_same_message(&table, Rule::Expression, || check_table(&table));
    }
}

#[test]
fn texts_are_refused_where_no_dialect_accepts_them() {
    let refused = |googlesql, postgresql| {
        catch_unwind(|| check_sql(SqlText { googlesql, postgresql })).is_err()
    };
    assert!(!refused(Some("1 > 0"), Some("1 > 0")));
    assert!(!refused(None, None));
    for wrong in ["1; 2", "(1", "1)", "'a", "1 -- x", "1 /* x */"] {
        assert!(refused(Some(wrong), Some(wrong)), "{wrong}");
        assert!(refused(Some(wrong), None), "{wrong}");
        assert!(refused(None, Some(wrong)), "{wrong}");
        assert!(!refused(Some(wrong), Some("1")), "only the GoogleSQL DDL fails: {wrong}");
        assert!(!refused(Some("1"), Some(wrong)), "only the PostgreSQL DDL fails: {wrong}");
    }
    assert!(!refused(Some("1 # 2"), Some("1 # 2")), "an operator of PostgreSQL");
    assert!(refused(Some("1 # 2"), None));
}

#[test]
fn rules_have_names() {
    for rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(*rule));
        assert_eq!(rule.to_string(), rule.name());
    }
    let error = "clock".parse::<Rule>().expect_err("an unknown name");
    assert_eq!(error.to_string(), "unknown rule `clock`");
}

/// Columns that are generated from each other in a circle are found, however long it is.
#[test]
fn circles_of_generated_columns_are_found() {
    let circle = |length: usize, closed: bool| {
        let made = (0..length).map(|at| {
            let next = (at + 1) % length;
            let sql = match next {
                0 if !closed => "1",
                _ => &*format!("{{C{next}}}").leak(),
            };
            filled(&*format!("C{at}").leak(), SqlType::INT64, generated(SqlText::both(sql), true))
        });
        let columns: Vec<_> = made.chain([ID]).collect();
        let key = [KeyPart::new(length)];
        found(&TableDef { key: &key, ..TableDef::new("T", &columns) })
    };
    for length in [1, 2, 3, 9, 60] {
        assert_eq!(circle(length, true), vec![Rule::Expression; length]);
        assert_eq!(circle(length, false), []);
    }
    // More columns than a text can usefully name.
    let names: Vec<&str> = (0..70).map(|at| &*format!("C{at}").leak()).collect();
    let sum = format!("{{{}}}", names.join("} + {"));
    let sum = generated(SqlText::both(&*sum.leak()), true);
    let plain = names.iter().map(|name| ColumnDef::new(name, SqlType::INT64));
    let columns: Vec<_> =
        [ID].into_iter().chain(plain).chain([filled("S", SqlType::INT64, sum)]).collect();
    assert_eq!(found(&keyed("T", &columns)), []);
}

/// A check that names a column without braces, in either dialect, uses a column.
#[test]
fn checks_may_name_columns_without_braces() {
    let no_column = [Rule::Expression];
    for (googlesql, postgresql, expected) in [
        ("Number > 0", "Number > 0", &[][..]),
        ("0 < NUMBER", "TRUE", &[]),
        ("TRUE", "0 < number", &[]),
        ("{Number} > 0", "TRUE", &[]),
        ("TRUE", "TRUE", &no_column),
        ("Numbe", "umber", &no_column),
    ] {
        let sql = SqlText { googlesql: Some(googlesql), postgresql: Some(postgresql) };
        let checks = [CheckDef { name: None, sql }];
        let table =
            TableDef { checks: &checks, ..keyed("T", &[ColumnDef { field: "id", ..ID }, NUMBER]) };
        assert_eq!(found(&table), expected, "{googlesql} and {postgresql}");
    }
}

#[test]
fn outcomes_have_codes() {
    for (at, one) in Outcome::ALL.iter().copied().enumerate() {
        assert_eq!(usize::from(one.code()), at);
        for (other, two) in Outcome::ALL.iter().copied().enumerate() {
            assert_eq!(one.is_not(two), at != other);
        }
        assert_eq!(one.numbered(true), one);
        let other = match one {
            Integer => OtherInteger,
            FewBeforeInteger => FewBeforeOtherInteger,
            _ => one,
        };
        assert_eq!(one.numbered(false), other);
        assert_eq!((one.only_if(true), one.only_if(false)), (one, Nothing));
    }
}

#[test]
fn schemas_of_spanner_are_reserved() {
    for (schema, reserved) in [
        ("default", true),
        ("public", true),
        ("PUBLIC", true),
        ("information_schema", true),
        ("spanner", true),
        ("spanner_sys", true),
        ("pg_catalog", true),
        ("defaults", false),
        ("publics", false),
        ("information", false),
        ("spanners", false),
        ("pg", false),
    ] {
        let columns = [ID];
        let table = keyed("T", &columns);
        let rules = found(&TableDef { schema: Some(schema), ..table });
        assert_eq!(rules.contains(&Rule::Name), reserved, "{schema}");
    }
}

#[test]
fn duplicate_names_are_described() {
    let by_id = [up(0)];
    let indexes = [IndexDef::new("first", &by_id)];
    let columns = [ID];
    let table = |name| keyed(name, &columns);
    let message = |second| {
        let findings = Schema::new().add(table("First")).add(second).lint(Dialect::GoogleSql);
        assert_eq!(findings.len(), 1, "{findings:?}");
        findings[0].to_string().lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        message(TableDef { indexes: &indexes, ..table("Second") }),
        "table `First` and index `first` of table `Second` share the name `first`"
    );
    assert_eq!(message(table("FIRST")), "table `First` and table `FIRST` share the name `FIRST`");
}
