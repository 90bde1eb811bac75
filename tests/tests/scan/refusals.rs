//! Invalid scans, and their errors.

use spanner_keys::scan::Scan;
use spanner_keys::{Dialect, SpannerTable, Uuid};

use super::{Mark, Parcel, Sale, SaleKey, Tenant, Visit};

fn refusal<T: SpannerTable>(scan: &Scan<T>) -> String {
    let error = scan.clone().start().map(|_| ()).expect_err("a scan that cannot be made");
    assert_eq!(scan.ranges().expect_err("no ranges either"), error);
    assert_eq!(scan.sql(Dialect::GoogleSql).expect_err("no SQL either"), error);
    error.to_string()
}

#[test]
fn bounds_that_do_not_fit_the_key() {
    assert_eq!(
        refusal(&Visit::scan().from(("ada", 5_i64, "x"))),
        "column `number` of table `Visit` is the last of 2 parts to scan by, and 3 were given"
    );
    assert_eq!(
        refusal(&Visit::scan().from((5_i64,))),
        "column `user` of table `Visit` is STRING, and a bound of the scan gives INT64"
    );
    assert_eq!(
        refusal(&Visit::scan().through(("ada", 0.5_f64))),
        "column `number` of table `Visit` is INT64, and a bound of the scan gives FLOAT64"
    );
    assert_eq!(
        refusal(&Visit::scan().through((vec!["ada".to_owned()],))),
        "column `user` of table `Visit` is STRING, and a bound of the scan gives an ARRAY"
    );
    assert_eq!(
        refusal(&Parcel::scan().from(("not bytes",))),
        "column `parcel` of table `Parcel` is BYTES, and a bound of the scan gives STRING"
    );
    assert!(Parcel::scan().from((vec![1_u8, 2],)).ranges().is_ok());
    assert!(Visit::scan().from((Uuid::nil(), 5_i32)).ranges().is_ok());
}

#[test]
fn parts_before_a_shard_that_have_many_values() {
    let why = "must have one value for the whole scan, the same in both bounds: otherwise the rows of the shards `shard` cannot be merged in the order of the key";
    let refused = format!("column `tenant` of table `Tenant` {why}");
    assert_eq!(refusal(&Tenant::scan()), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a",))), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a",)).until(("b",))), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a", 5_i64)).until(("b", 5_i64))), refused);
    assert_eq!(Tenant::scan().prefix(("a",)).from(("a", 5_i64)).ranges().unwrap().len(), 2);
}

#[test]
fn two_shards_at_once() {
    assert_eq!(
        refusal(&Mark::scan().prefix(("noon",))),
        "column `shard` of table `Mark` is a shard that the bounds leave open, and so is `mark_shard`: rows cannot be merged over two at once"
    );
    assert_eq!(Mark::scan().prefix(("noon", "x")).ranges().unwrap().len(), 3);
}

#[test]
fn index_scan_errors() {
    assert_eq!(refusal(&Sale::scan().index("Sales")), "table `Sale` has no index `Sales`");
    let key = SaleKey { region: "north".into(), number: 7 };
    assert_eq!(
        refusal(&Sale::scan().index("SalesByDay").after_key(key)),
        "column `spread` of table `Sale` decides the order of index `SalesByDay`, and a primary key does not hold it: go on with `after`"
    );
    let day = Some("2026-11-16".to_owned());
    assert_eq!(
        refusal(&Sale::scan().index("SalesByDay").after((day.clone(), "north"))),
        "column `number` of table `Sale` is missing from a bound that goes past the shard `shard`, which is computed from it"
    );
    let far =
        Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).after((day, "north", 7_i64));
    assert_eq!(
        far.ranges().unwrap_err().to_string(),
        "column `shard` of table `Sale` is not a column of index `SalesByDay`, where key ranges end: use `start` or `sql` for such a bound"
    );
    assert!(far.sql(Dialect::GoogleSql).is_ok() && far.start().is_ok());
}
