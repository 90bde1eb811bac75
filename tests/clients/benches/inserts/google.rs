//! Rows through Google's client. Its rows cannot be made without a database, so reading has no
//! line.

use std::time::SystemTime;

use google_cloud_spanner::mutation::Mutation;
use rust_decimal::Decimal;
use spanner_keys::{SpannerTable, Uuid};

use crate::measure::{Line, Table};
use crate::rows::Values;

#[derive(SpannerTable)]
#[table(name = "Payments")]
#[allow(dead_code, reason = "what it costs to make a row is the question, not what is in it")]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    count: i64,
    #[column(commit_timestamp)]
    paid_at: SystemTime,
    amount: Decimal,
    digest: Vec<u8>,
    note: Option<String>,
}

pub(crate) fn measure(table: &mut Table) {
    let one = Line {
        what: "google-cloud-spanner: one row of six columns",
        goal: Some(1.00),
        inputs: 32,
        units: 1,
    };
    table.line(one, new_payment, by_hand, ours);
}

fn new_payment(at: usize) -> NewPayment {
    let Values { count, amount, digest, note } = Values::new(at);
    NewPayment { count, amount: Decimal::new(amount, 2), digest, note }
}

fn by_hand(row: NewPayment) -> Mutation {
    google_cloud_spanner::mutation!(insert "Payments" {
        id: Uuid::new_v4(),
        count: row.count,
        paid_at: String::from("spanner.commit_timestamp()"),
        amount: row.amount,
        digest: row.digest,
        note: row.note,
    })
}

fn ours(row: NewPayment) -> Option<Mutation> {
    Some(row.insert().ok()?.into_mutation())
}
