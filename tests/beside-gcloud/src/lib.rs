//! One struct with both derives: their attributes do not conflict.

#![allow(missing_docs, reason = "the other derive writes items without documentation")]

use gcloud_spanner_derive::Table;
use spanner_keys::SpannerTable;
use time::OffsetDateTime;

/// Read and written through the other derive, declared through ours.
#[derive(Table, SpannerTable)]
#[table(name = "UserItem", rename_all = "PascalCase")]
#[index(UserItemByItem, columns(item_id), storing(quantity))]
#[check("{quantity} >= 0")]
pub struct UserItem {
    #[key]
    #[column(length = 36)]
    #[spanner(name = "UserId")]
    pub user_id: String,
    #[key]
    pub item_id: i64,
    pub quantity: i64,
    #[column(commit_timestamp)]
    #[spanner(commitTimestamp)]
    pub updated_at: OffsetDateTime,
}

/// The code in this page compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/comparison.md")]
pub struct Comparison;

#[cfg(test)]
mod tests {
    use super::UserItem;
    use google_cloud_spanner::statement::ToStruct;
    use spanner_keys::SpannerTable;
    use time::OffsetDateTime;

    #[test]
    fn both_derives_name_the_same_columns() {
        let row = UserItem {
            user_id: "u".into(),
            item_id: 1,
            quantity: 2,
            updated_at: OffsetDateTime::UNIX_EPOCH,
        };
        let theirs: Vec<_> = row.to_kinds().into_iter().map(|(name, _)| name).collect();
        let ours: Vec<_> = UserItem::TABLE.columns.iter().map(|column| column.name).collect();
        assert_eq!(ours, theirs);
    }
}
