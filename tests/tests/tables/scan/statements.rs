//! The statements of scans.

use spanner_keys::scan::{AnyParts, Scan};
use spanner_keys::{Dialect, SpannerTable};

use super::{Sale, Tenant, Tick, TickKey, Visit};

fn sql<T: SpannerTable, P>(scan: &Scan<T, P>, dialect: Dialect) -> String {
    let sql = scan.sql(dialect).expect("a statement");
    let values: Vec<String> =
        sql.params.iter().map(|param| format!("{}={:?}", param.name, param.value)).collect();
    format!("{} | {}", sql.text, values.join(" "))
}

#[test]
fn statements_of_keys() {
    let scan = Visit::scan().prefix(("ada",)).after(("ada", 5_i64)).limit(3);
    assert_eq!(
        sql(&scan, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` = 0 AND `user` = @p1 AND `number` < @p2 \
         ORDER BY `number` DESC LIMIT 3 | p1=Text(\"ada\") p2=Text(\"5\")"
    );
    let scan = Visit::scan().starting_at(("ada", 5_i64)).before(("bob", 7_i64));
    assert_eq!(
        sql(&scan, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` IN (0, 1, 2, 3) \
         AND `user` >= @p1 AND (`user` > @p1 OR `number` <= @p2) AND `user` <= @p3 AND (`user` < @p3 OR `number` > @p4) \
         ORDER BY `user`, `number` DESC | p1=Text(\"ada\") p2=Text(\"5\") p3=Text(\"bob\") p4=Text(\"7\")"
    );
    assert_eq!(
        sql(&Visit::scan(), Dialect::PostgreSql),
        r#"SELECT "shard", "user", "number", "note" FROM "Visit" WHERE "shard" IN (0, 1, 2, 3) ORDER BY "user", "number" DESC | "#
    );
    let scan = Tick::scan().after_key(TickKey { shard: 1, at: "noon".into() });
    assert_eq!(
        sql(&scan, Dialect::PostgreSql),
        r#"SELECT "shard", "at" FROM "Tick" WHERE "shard" IN (0, 1, 2) AND "at" >= $1 AND ("at" > $1 OR "shard" > $2) ORDER BY "at", "shard" | p1=Text("noon") p2=Text("1")"#
    );
    let nothing = Visit::scan().after(("ada",)).up_to(("ada",));
    assert_eq!(
        sql(&nothing, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` = 0 AND `user` = @p1 AND FALSE ORDER BY `number` DESC | p1=Text(\"ada\")"
    );
}

#[test]
fn statements_of_tables_named_like_a_column() {
    // In GoogleSQL `tenant` alone would be the whole row.
    assert_eq!(
        sql(&Tenant::scan().prefix(("acme",)), Dialect::GoogleSql),
        "SELECT `tenant`, `shard`, `at` FROM `Tenant` AS `Tenant_` WHERE `tenant` = @p1 AND `shard` IN (0, 1) ORDER BY `at` | p1=Text(\"acme\")"
    );
}

#[test]
fn statements_of_indexes() {
    let columns = "`shard`, `region`, `number`, `spread`, `day`, `price`, `rate`";
    let by_day = Sale::scan().index("SalesByDay").after((Some("2026-11-16".to_owned()),));
    assert_eq!(
        sql(&by_day, Dialect::GoogleSql),
        format!(
            "SELECT {columns} FROM `Sale`@{{FORCE_INDEX=`SalesByDay`}} WHERE `spread` IN (0, 1) AND (`day` < @p1 OR `day` IS NULL) \
             ORDER BY `day` DESC, `shard`, `region`, `number` | p1=Text(\"2026-11-16\")"
        )
    );
    let columns = r#""shard", "region", "number", "spread", "day", "price", "rate""#;
    assert_eq!(
        sql(&by_day, Dialect::PostgreSql),
        format!(
            r#"SELECT {columns} FROM "Sale"/*@ FORCE_INDEX="SalesByDay" */ WHERE "spread" IN (0, 1) AND "day" < $1 ORDER BY "day" DESC, "shard", "region", "number" | p1=Text("2026-11-16")"#
        )
    );
    let where_of = |scan: &Scan<Sale, AnyParts>, dialect| {
        let text = scan.sql(dialect).expect("a statement").text;
        let (from, rest) = text
            .split_once(" WHERE ")
            .map(|(from, rest)| (from.to_owned(), rest.to_owned()))
            .expect("conditions");
        (from, rest.split_once(" ORDER BY ").expect("an order").0.to_owned())
    };
    let (from, conditions) =
        where_of(&Sale::scan().index("SalesByPrice").up_to((Some(5_i64),)), Dialect::GoogleSql);
    assert!(
        from.ends_with("@{FORCE_INDEX=`SalesByPrice`, spanner_emulator.disable_query_null_filtered_index_check=true}"),
        "{from}"
    );
    assert_eq!(conditions, "`price` <= @p1 AND `price` IS NOT NULL");
    // A unique index omits rows with NULL too.
    let (_, conditions) =
        where_of(&Sale::scan().index("SalesOnce").before((Some(5_i64),)), Dialect::GoogleSql);
    assert_eq!(conditions, "`price` < @p1 AND `price` IS NOT NULL");
    let none = (None::<String>,);
    for (scan, dialect, wanted) in [
        (Sale::scan().untyped().starting_at(none.clone()), Dialect::GoogleSql, "`day` IS NULL"),
        (Sale::scan().untyped().after(none.clone()), Dialect::GoogleSql, "FALSE"),
        (Sale::scan().untyped().before(none.clone()), Dialect::GoogleSql, "`day` IS NOT NULL"),
        (Sale::scan().untyped().prefix(none.clone()), Dialect::GoogleSql, "`day` IS NULL"),
        (Sale::scan().untyped().after(none.clone()), Dialect::PostgreSql, r#""day" IS NOT NULL"#),
        (Sale::scan().untyped().before(none), Dialect::PostgreSql, "FALSE"),
        (
            Sale::scan().untyped().before((Some("x".to_owned()),)),
            Dialect::PostgreSql,
            r#"("day" > $1 OR "day" IS NULL)"#,
        ),
        (
            Sale::scan().untyped().up_to((Some("x".to_owned()),)),
            Dialect::PostgreSql,
            r#"("day" = $1 OR "day" > $1 OR "day" IS NULL)"#,
        ),
    ] {
        let conditions = where_of(&scan.index("SalesByDay"), dialect).1;
        assert_eq!(conditions.split_once(") AND ").expect("the shard first").1, wanted);
    }
    for (scan, wanted) in [
        (Sale::scan().untyped().before((1.5_f64,)), "(`rate` < @p1 OR IS_NAN(`rate`))"),
        (
            Sale::scan().untyped().up_to((1.5_f64,)),
            "(`rate` = @p1 OR `rate` < @p1 OR IS_NAN(`rate`))",
        ),
        (Sale::scan().untyped().starting_at((1.5_f64,)), "`rate` >= @p1"),
        (Sale::scan().untyped().after((f64::NAN,)), "NOT IS_NAN(`rate`)"),
        (Sale::scan().untyped().prefix((f64::NAN,)), "IS_NAN(`rate`)"),
        (Sale::scan().untyped().before((f64::NAN,)), "FALSE"),
    ] {
        assert_eq!(where_of(&scan.index("SalesByRate"), Dialect::GoogleSql).1, wanted);
    }
}
