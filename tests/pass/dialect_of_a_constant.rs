//! A constant states the dialect of several tables in one place.

use spanner_keys::{Dialect, SpannerTable, Uuid};

mod database {
    use spanner_keys::Dialect;

    pub(super) const DIALECT: Dialect = Dialect::PostgreSql;
}

use database::DIALECT;

#[derive(SpannerTable)]
#[table(dialect = DIALECT)]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    id: Uuid,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[table(dialect = crate::database::DIALECT)]
struct Event {
    #[key(uuid)]
    id: Uuid,
}

fn main() {
    assert_eq!(Order::TABLE.dialect, Some(Dialect::PostgreSql));
    assert_eq!(Event::TABLE.dialect, Some(Dialect::PostgreSql));
    assert!(spanner_keys::tables![Line, Order].ddl(Dialect::GoogleSql).is_err());
    assert!(spanner_keys::tables![Line, Order].ddl(Dialect::PostgreSql).is_ok());
}
