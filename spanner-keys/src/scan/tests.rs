//! Tables that the derive never generates.

use std::sync::Arc;

use super::error::{ScanError, ScanErrorKind};
use super::plan::Plan;
use super::query::{self, Style};
use super::route::Route;
use crate::dialect::Dialect;
use crate::scan_request::{AnyParts, Bound, BoundValues, KeyParts};
use crate::schema::{
    ColumnDef, Fill, IndexColumn, IndexDef, KeyPart, ShardBy, ShardDef, SqlType, TableDef,
};

fn shard(count: u16, inputs: &[usize]) -> ColumnDef<'_> {
    ColumnDef {
        fill: Fill::Shard(ShardDef { count, inputs, by: ShardBy::Client }),
        ..ColumnDef::new("Shard", SqlType::INT64)
    }
}

fn plan<'a>(
    table: &'a TableDef<'a>,
    index: Option<&str>,
    prefix: Option<&'static str>,
) -> Result<Plan<'a>, ScanError> {
    let bound = prefix.map(|part| Bound {
        values: BoundValues::Parts(Arc::from(KeyParts::<AnyParts>::into_parts((part,)))),
        closed: true,
    });
    Plan::new(Route::of(table, index)?, bound.as_ref(), bound.as_ref())
}

#[test]
fn names_with_quotes_are_refused() {
    for wrong in ["a`b", "a\"b", "a\\", "", "a b", "a;--", "é", "a\0", "a*/"] {
        let columns = [ColumnDef::new("Id", SqlType::TEXT), ColumnDef::new(wrong, SqlType::TEXT)];
        let good = [ColumnDef::new("Id", SqlType::TEXT)];
        let by_id = [IndexColumn { column: 0, descending: false }];
        let indexes = [IndexDef::new(wrong, &by_id)];
        let table = TableDef { key: &[KeyPart::new(0)], ..TableDef::new("T", &good) };
        let of_column = TableDef { columns: &columns, ..table };
        let of_table = TableDef { name: wrong, ..table };
        let of_schema = TableDef { schema: Some(wrong), ..table };
        let of_index = TableDef { indexes: &indexes, ..table };
        for (table, index) in
            [(of_column, None), (of_table, None), (of_schema, None), (of_index, Some(wrong))]
        {
            let plan = plan(&table, index, None).expect("a plan");
            for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
                let error = query::write(&plan, dialect, None, &Style::default())
                    .expect_err("an invalid name");
                assert_eq!(error.kind, ScanErrorKind::InvalidName { name: wrong.to_owned() });
            }
        }
    }
}

#[test]
fn scan_is_spread_over_a_shard_of_columns_outside_the_key() {
    let inputs = [2];
    let columns = [
        shard(3, &inputs),
        ColumnDef::new("Id", SqlType::TEXT),
        ColumnDef::new("Else", SqlType::TEXT),
    ];
    let table =
        TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("T", &columns) };
    let plan = plan(&table, None, Some("a")).expect("a plan");
    assert_eq!(plan.shards().count(), 3);
    let sql =
        query::write(&plan, Dialect::GoogleSql, None, &Style::default()).expect("a statement");
    assert!(
        sql.text.ends_with("WHERE `Shard` IN (0, 1, 2) AND `Id` = @p1 ORDER BY `Shard`"),
        "{}",
        sql.text
    );
}

#[test]
fn scan_is_spread_over_a_shard_without_inputs() {
    for (count, inputs) in [(0, &[1][..]), (1, &[1]), (2, &[])] {
        let columns = [shard(count, inputs), ColumnDef::new("Id", SqlType::TEXT)];
        let table =
            TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("T", &columns) };
        assert_eq!(
            plan(&table, None, None).expect("a plan").shards().count(),
            usize::from(count.max(1))
        );
    }
}

#[test]
fn invalid_positions_are_ignored() {
    let columns = [ColumnDef::new("Id", SqlType::TEXT)];
    let table =
        TableDef { key: &[KeyPart::new(7), KeyPart::new(0)], ..TableDef::new("T", &columns) };
    assert!(plan(&table, None, Some("a")).is_ok());
    let key: [KeyPart<'_>; 0] = [];
    assert!(plan(&TableDef { key: &key, ..table }, None, Some("a")).is_err());
}
