//! Invalid scans, and their errors.

use spanner_keys::scan::KeyRange;
use spanner_keys::scan::{Scan, ScanError, ScanErrorKind};
use spanner_keys::schema::SqlType;
use spanner_keys::{Dialect, SpannerTable, Uuid, sql};
use spanner_keys_tests::recorded::Recorded;

use super::{Mark, Parcel, Sale, SaleKey, Tenant, TenantKey, Visit};

fn refusal<T: SpannerTable, P>(scan: &Scan<T, P>) -> ScanError {
    let error = scan.clone().start().map(|_| ()).expect_err("a scan that cannot be made");
    assert_eq!(scan.ranges().expect_err("no ranges either"), error);
    let is_of_reads =
        matches!(error.kind, ScanErrorKind::NotFixed { .. } | ScanErrorKind::TwoShards { .. });
    if !is_of_reads {
        assert_eq!(scan.sql(Dialect::GoogleSql).expect_err("no SQL either"), error);
        assert_eq!(scan.count_sql(Dialect::GoogleSql).expect_err("no number"), error);
    }
    assert_eq!(error.table, T::TABLE.path());
    error
}

/// The column and the kind of the refusal.
fn why<T: SpannerTable, P>(scan: &Scan<T, P>) -> (String, ScanErrorKind) {
    let ScanError { column, kind, .. } = refusal(scan);
    (column.unwrap_or_default(), kind)
}

#[test]
fn bounds_must_fit_the_key() {
    let wrong = |column, bound| ScanErrorKind::WrongType { column, bound };
    let error = refusal(&Visit::scan().untyped().starting_at(("ada", 5_i64, "x")));
    assert_eq!(error.kind, ScanErrorKind::TooManyParts { limit: 2, count: 3 });
    assert_eq!(
        error.to_string(),
        "a bound of the scan of table `Visit` has 3 parts; the limit is 2"
    );
    let error = refusal(&Visit::scan().untyped().starting_at((5_i64,)));
    assert_eq!(
        error.to_string(),
        "column `user` of table `Visit` is STRING, but a bound of the scan is INT64"
    );
    assert_eq!(
        why(&Visit::scan().untyped().up_to(("ada", 0.5_f64))),
        ("number".to_owned(), wrong(SqlType::INT64, SqlType::FLOAT64))
    );
    let error = refusal(&Visit::scan().untyped().up_to((vec!["ada".to_owned()],)));
    assert_eq!(error.kind, wrong(SqlType::TEXT, SqlType::TEXT.array()));
    assert!(error.to_string().ends_with("is STRING, but a bound of the scan is an ARRAY"));
    assert_eq!(
        why(&Parcel::scan().untyped().starting_at(("not bytes",))),
        ("parcel".to_owned(), wrong(SqlType::bytes(16), SqlType::TEXT))
    );
    assert!(Parcel::scan().untyped().starting_at((vec![1_u8, 2],)).ranges().is_ok());
    assert!(Visit::scan().untyped().starting_at((Uuid::nil(), 5_i32)).ranges().is_ok());
}

#[test]
fn parts_before_a_shard_must_be_fixed() {
    let refused = ("tenant".to_owned(), ScanErrorKind::NotFixed { shard: "shard".to_owned() });
    assert_eq!(why(&Tenant::scan().starting_at(("a",))), refused);
    assert_eq!(why(&Tenant::scan().starting_at(("a",)).before(("b",))), refused);
    assert_eq!(why(&Tenant::scan().starting_at(("a", 5_i64)).before(("b", 5_i64))), refused);
    assert_eq!(Tenant::scan().prefix(("a",)).starting_at(("a", 5_i64)).ranges().unwrap().len(), 2);
}

/// Nothing is merged if the database sorts or counts the rows, or if all are deleted.
#[test]
fn statements_need_no_fixed_parts() {
    let start = |scan: Scan<Tenant, _>| scan.start().map(|_| ()).expect_err("not merged").kind;
    assert!(matches!(start(Tenant::scan()), ScanErrorKind::NotFixed { .. }));
    assert_eq!(
        Tenant::scan().ranges().expect("all keys"),
        [KeyRange { start: vec![], start_closed: true, end: vec![], end_closed: true }]
    );
    let between = Tenant::scan().starting_at(("a", 5_i64)).before(("b",));
    assert_eq!(
        between.sql(Dialect::PostgreSql).expect("a statement").text,
        r#"SELECT "tenant", "shard", "at" FROM "Tenant" AS "Tenant_" WHERE "shard" IN (0, 1) AND "tenant" >= $1 AND ("tenant" > $1 OR "at" >= $2) AND "tenant" < $3 ORDER BY "tenant", "at""#
    );
    assert_eq!(
        between.count_sql(Dialect::GoogleSql).expect("a statement").text,
        "SELECT COUNT(*) FROM `Tenant` AS `Tenant_` WHERE `shard` IN (0, 1) AND `tenant` >= @p1 AND (`tenant` > @p1 OR `at` >= @p2) AND `tenant` < @p3"
    );
    let key = TenantKey { tenant: "a".into(), at: 5 };
    assert!(Tenant::scan().after_key(key).count_sql(Dialect::GoogleSql).is_err());
}

#[test]
fn two_open_shards_are_an_error() {
    assert_eq!(
        why(&Mark::scan().prefix(("noon",))),
        ("shard".to_owned(), ScanErrorKind::TwoShards { other: "mark_shard".to_owned() })
    );
    assert_eq!(Mark::scan().prefix(("noon", "x")).ranges().unwrap().len(), 3);
}

#[test]
fn index_scan_errors() {
    let unknown = refusal(&Sale::scan().index("Sales"));
    assert_eq!(unknown.index.as_deref(), Some("Sales"));
    assert_eq!(unknown.kind, ScanErrorKind::UnknownIndex);
    assert_eq!(unknown.to_string(), "table `Sale` has no index `Sales`");
    let key = SaleKey { region: "north".into(), number: 7 };
    let by_key = refusal(&Sale::scan().index("SalesByDay").after_key(key));
    assert_eq!(by_key.index.as_deref(), Some("SalesByDay"));
    assert_eq!(
        (by_key.column.as_deref(), by_key.kind),
        (Some("spread"), ScanErrorKind::KeyInIndex)
    );
    let day = Some("2026-11-16".to_owned());
    assert_eq!(
        why(&Sale::scan().index("SalesByDay").after((day.clone(), "north"))),
        ("number".to_owned(), ScanErrorKind::NeededForShard { shard: "shard".to_owned() })
    );
    let far =
        Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).after((day, "north", 7_i64));
    let error = far.ranges().unwrap_err();
    assert_eq!(error.index.as_deref(), Some("SalesByDay"));
    assert_eq!((error.column.as_deref(), error.kind), (Some("shard"), ScanErrorKind::NotInIndex));
    assert!(far.sql(Dialect::GoogleSql).is_ok() && far.start().is_ok());
}

#[test]
fn only_ranges_can_be_deleted() {
    let limited = Visit::scan().limit(3);
    let filtered = Visit::scan().filter(sql("note IS NULL"));
    let what = |scan: &Scan<Visit>| match scan.delete::<Recorded>().map_err(|error| error.kind) {
        Err(ScanErrorKind::NotRanges { what }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!((what(&limited), what(&filtered)), ("a limit", "a filter"));
    let by_index = Sale::scan().index("SalesByDay").delete::<Recorded>().unwrap_err();
    assert_eq!(by_index.kind, ScanErrorKind::NotRanges { what: "an index" });
    assert!(Visit::scan().prefix(("ada",)).reverse().delete::<Recorded>().is_ok());
}

#[test]
fn filters_must_be_bound() {
    let scan = Visit::scan().filter(sql("note = @note").bind("nota", "x"));
    let error = scan.clone().start().map(|_| ()).expect_err("a parameter without a value");
    assert_eq!(
        error.to_string(),
        "the filter of the scan of table `Visit` is not valid: no value is bound to the parameter `@note`, but one is bound to `nota`: did you mean `@nota`?"
    );
    assert_eq!(scan.sql(Dialect::PostgreSql).unwrap_err(), error);
    assert_eq!(scan.count_sql(Dialect::PostgreSql).unwrap_err(), error);
    assert!(Visit::scan().filter(sql("note = @p1").bind("p1", "x")).start().is_ok());
}

#[test]
fn of_several_filters_all_hold() {
    let scan = Visit::scan()
        .filter(sql("note = @a OR note = @b").bind("a", "x").bind("b", "y"))
        .filter(sql("note <> @a").bind("a", "z"));
    let count = scan.count_sql(Dialect::GoogleSql).unwrap();
    assert!(
        count.text.ends_with(" AND (note = @p1 OR note = @p2\n) AND (note <> @p3\n)"),
        "{}",
        count.text
    );
}
