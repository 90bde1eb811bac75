//! The values of an enum may be checked in the database.

use spanner_keys::{Dialect, SpannerColumn, SpannerTable, Uuid, tables};

#[derive(SpannerColumn)]
enum Status {
    Open,
    Done,
}

#[derive(SpannerColumn)]
struct Shown(Status);

#[derive(SpannerTable)]
struct Task {
    #[key(uuid)]
    id: Uuid,
    #[column(check_values)]
    status: Status,
    #[column(check_values)]
    former: Option<Status>,
    #[column(check_values)]
    shown: Shown,
    #[column(check_values, default = "'Open'")]
    wanted: Status,
}

fn main() {
    let ddl = tables![Task].ddl(Dialect::GoogleSql).unwrap_or_default().join("");
    assert!(ddl.contains("CHECK (`former` IN ('Open', 'Done'))"), "{ddl}");
    assert!(ddl.contains("CHECK (`shown` IN ('Open', 'Done'))"), "{ddl}");
}
