//! A table may be added to a schema twice, directly and as another's parent, if both definitions
//! are the same.

use spanner_keys::rules::{Finding, Rule};
use spanner_keys::schema::{
    CheckDef, Fill, ForeignKeyDef, IndexDef, IndexParent, KeyPart, OnDelete, ReferenceDef, SqlText,
    SqlType, TableDef, Ttl, Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{col, filled, inherited, list, null, table, under, up};

const INT: SqlType = SqlType::INT64;

fn root(name: &'static str) -> TableDef<'static> {
    table(name, [filled("Id", INT, Fill::Random)])
}

fn first() -> &'static TableDef<'static> {
    Box::leak(Box::new(root("P")))
}

fn second() -> &'static TableDef<'static> {
    Box::leak(Box::new(root("Q")))
}

fn index(name: &'static str, interleave: Option<IndexParent<'static>>) -> IndexDef<'static> {
    IndexDef { storing: list([3]), interleave, ..IndexDef::new(name, list([up(0), up(1), up(2)])) }
}

fn key(references: ReferenceDef<'static>) -> ForeignKeyDef<'static> {
    ForeignKeyDef::new(list([2]), references)
}

fn to(table: fn() -> &'static TableDef<'static>) -> ReferenceDef<'static> {
    ReferenceDef::Table { table, fields: list(["Id"]) }
}

fn named(
    schema: Option<&'static str>,
    table: &'static str,
    column: &'static str,
) -> ReferenceDef<'static> {
    ReferenceDef::Named { schema, table, columns: list([column]) }
}

/// Everything that a table can contain, at another address each time.
fn whole() -> TableDef<'static> {
    let columns = [
        col("Id", INT),
        col("C", INT),
        null("A", INT),
        null("B", INT),
        col("At", SqlType::TIMESTAMP),
    ];
    TableDef {
        key: list([inherited(0), KeyPart::new(1)]),
        parent: under(first(), OnDelete::Cascade),
        indexes: list([
            index("Alone", None),
            index("Inside", Some(IndexParent::Ancestor(first()))),
            index("Own", Some(IndexParent::OwnTable)),
        ]),
        foreign_keys: list([
            key(to(second)),
            ForeignKeyDef { columns: list([3]), ..key(named(None, "Q", "Id")) },
        ]),
        checks: list([CheckDef { name: None, sql: SqlText::both("{A} > 0") }]),
        ttl: Some(Ttl { column: 4, days: 3 }),
        ..table("T", columns)
    }
}

/// The same with the index at this place changed.
fn with_index(
    at: usize,
    change: impl Fn(IndexDef<'static>) -> IndexDef<'static>,
) -> TableDef<'static> {
    let mut indexes = whole().indexes.to_vec();
    indexes[at] = change(indexes[at]);
    TableDef { indexes: indexes.leak(), ..whole() }
}

/// The same with the foreign key at this place changed.
fn with_key(
    at: usize,
    change: impl Fn(ForeignKeyDef<'static>) -> ForeignKeyDef<'static>,
) -> TableDef<'static> {
    let mut keys = whole().foreign_keys.to_vec();
    keys[at] = change(keys[at]);
    TableDef { foreign_keys: keys.leak(), ..whole() }
}

#[test]
fn identical_table_added_twice_counts_once() {
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let once = Schema::new().add(*first()).add(*second()).add(whole()).ddl(dialect);
        assert!(once.is_ok(), "{once:?}");
        let twice =
            Schema::new().add(*first()).add(*second()).add(whole()).add(whole()).add(*first());
        assert_eq!(twice.ddl(dialect), once);
    }
}

#[test]
fn every_difference_is_reported() {
    let renamed = IndexDef { name: "Other", ..index("Alone", None) };
    let others = [
        TableDef { columns: list([col("Id", INT)]), ..whole() },
        TableDef { key: list([inherited(0)]), ..whole() },
        TableDef { parent: None, ..whole() },
        TableDef { parent: under(first(), OnDelete::NoAction), ..whole() },
        TableDef { parent: under(second(), OnDelete::Cascade), ..whole() },
        TableDef { indexes: &[], ..whole() },
        TableDef { indexes: &whole().indexes[..2], ..whole() },
        TableDef {
            indexes: list([whole().indexes[0], whole().indexes[1], whole().indexes[2], renamed]),
            ..whole()
        },
        with_index(0, |_| renamed),
        with_index(0, |index| IndexDef { columns: list([up(0)]), ..index }),
        with_index(0, |index| IndexDef { storing: &[], ..index }),
        with_index(0, |index| IndexDef { unique: true, ..index }),
        with_index(0, |index| IndexDef { null_filtered: true, ..index }),
        with_index(0, |index| IndexDef { waiver: Some(Waiver::Spread("few rows")), ..index }),
        with_index(0, |index| IndexDef { interleave: Some(IndexParent::OwnTable), ..index }),
        with_index(1, |index| IndexDef { interleave: None, ..index }),
        with_index(1, |index| IndexDef {
            interleave: Some(IndexParent::Ancestor(second())),
            ..index
        }),
        with_index(2, |index| IndexDef {
            interleave: Some(IndexParent::Ancestor(first())),
            ..index
        }),
        TableDef { foreign_keys: &whole().foreign_keys[..1], ..whole() },
        with_key(0, |key| ForeignKeyDef { name: Some("Other"), ..key }),
        with_key(0, |key| ForeignKeyDef { columns: list([1]), ..key }),
        with_key(0, |key| ForeignKeyDef { on_delete: OnDelete::Cascade, ..key }),
        with_key(0, |key| ForeignKeyDef { waiver: Some(Waiver::Spread("few rows")), ..key }),
        with_key(0, |_| key(to(first))),
        with_key(0, |_| key(ReferenceDef::Table { table: second, fields: list(["Other"]) })),
        with_key(0, |_| key(named(None, "Q", "Id"))),
        with_key(1, |key| ForeignKeyDef { references: to(second), ..key }),
        with_key(1, |key| ForeignKeyDef { references: named(Some("s"), "Q", "Id"), ..key }),
        with_key(1, |key| ForeignKeyDef { references: named(None, "P", "Id"), ..key }),
        with_key(1, |key| ForeignKeyDef { references: named(None, "Q", "Other"), ..key }),
        TableDef { checks: &[], ..whole() },
        TableDef { ttl: None, ..whole() },
    ];
    for (at, other) in others.into_iter().enumerate() {
        for [one, two] in [[whole(), other], [other, whole()]] {
            let findings = Schema::new().add(one).add(two).lint(Dialect::GoogleSql);
            let twice = |finding: &Finding| finding.rule == Rule::Name && finding.table == "T";
            assert_eq!(findings.iter().filter(|finding| twice(finding)).count(), 1, "{at}");
        }
    }
}
