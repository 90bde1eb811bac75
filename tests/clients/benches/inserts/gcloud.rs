//! Rows through gcloud-spanner.

use std::collections::HashMap;
use std::sync::Arc;

use bigdecimal::BigDecimal;
use gcloud_googleapis::spanner::v1::Mutation;
use gcloud_googleapis::spanner::v1::mutation::{Operation, Write};
use gcloud_googleapis::spanner::v1::struct_type::Field;
use gcloud_spanner::mutation::insert;
use gcloud_spanner::row::{Error, Row, TryFromValue};
use gcloud_spanner::statement::ToKind;
use gcloud_spanner::value::CommitTimestamp;
use prost_types::value::Kind;
use prost_types::{ListValue, Value};
use spanner_keys::query::RowReader;
use spanner_keys::{Insert, SpannerTable, Uuid};
use time::OffsetDateTime;

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
    paid_at: OffsetDateTime,
    amount: BigDecimal,
    digest: Vec<u8>,
    note: Option<String>,
}

const COLUMNS: [&str; 6] = ["id", "count", "paid_at", "amount", "digest", "note"];
const TOGETHER: usize = 50;

pub(crate) fn measure(table: &mut Table) {
    let one = Line {
        what: "gcloud-spanner: one row of six columns",
        goal: Some(0.80),
        inputs: 32,
        units: 1,
    };
    table.line(one, new_payment, by_hand, ours);

    let many = Line {
        what: "gcloud-spanner: one row of 50 in one mutation",
        goal: Some(1.00),
        inputs: 2,
        units: TOGETHER,
    };
    let rows =
        |at: usize| (0..TOGETHER).map(|row| new_payment(at * TOGETHER + row)).collect::<Vec<_>>();
    table.line(many, rows, by_hand_together, ours_together);

    let names = Names::new();
    let line = |what, goal| Line { what, goal: Some(goal), inputs: 32, units: 1 };
    let row = |at| names.row(at);
    let read = line("gcloud-spanner: read six columns by name, against by name", 0.75);
    table.line(read, row, read_by_name, Payment::from_row::<Row>);
    let read = line("gcloud-spanner: the same, against by position, no copies", 1.00);
    table.line(read, row, read_by_position, Payment::from_row::<Row>);
    let Ok(reader) = RowReader::<Payment>::new(COLUMNS.map(|name| (name, None))) else { return };
    let ours = |mut row: Row| reader.read(&mut row);
    let read = line("gcloud-spanner: read a result set, against by name", 0.75);
    table.line(read, row, read_by_name, ours);
    let read = line("gcloud-spanner: the same, against by position, no copies", 1.00);
    table.line(read, row, read_by_position, ours);
}

fn new_payment(at: usize) -> NewPayment {
    let Values { count, amount, digest, note } = Values::new(at);
    NewPayment { count, amount: BigDecimal::new(amount.into(), 2), digest, note }
}

// Consumes the row, like the code that it is compared with.
#[expect(clippy::needless_pass_by_value, reason = "both sides take the row and leave a mutation")]
fn by_hand(row: NewPayment) -> Mutation {
    let id = Uuid::new_v4().to_string();
    insert(
        "Payments",
        &COLUMNS,
        &[&id, &row.count, &CommitTimestamp::new(), &row.amount, &row.digest, &row.note],
    )
}

/// All rows in one mutation, with the client's own values.
fn by_hand_together(rows: Vec<NewPayment>) -> Mutation {
    let values = rows.into_iter().map(|row| {
        let id = Uuid::new_v4().to_string();
        let kinds = [
            id.to_kind(),
            row.count.to_kind(),
            CommitTimestamp::new().to_kind(),
            row.amount.to_kind(),
            row.digest.to_kind(),
            row.note.to_kind(),
        ];
        let values = kinds.into_iter().map(|kind| Value { kind: Some(kind) }).collect();
        ListValue { values }
    });
    let write = Write {
        table: "Payments".to_owned(),
        columns: COLUMNS.iter().map(ToString::to_string).collect(),
        values: values.collect(),
    };
    Mutation { operation: Some(Operation::Insert(write)) }
}

fn ours(row: NewPayment) -> Option<Mutation> {
    Some(row.insert().ok()?.into_mutation())
}

fn ours_together(rows: Vec<NewPayment>) -> Option<Vec<Mutation>> {
    let rows = rows.into_iter().map(NewPayment::insert).collect::<Result<Vec<_>, _>>().ok()?;
    Some(Insert::into_mutations(rows))
}

/// The names of the columns, which all rows of one read share.
struct Names {
    index: Arc<HashMap<String, usize>>,
    fields: Arc<Vec<Field>>,
}

impl Names {
    fn new() -> Self {
        let index = COLUMNS.iter().enumerate().map(|(at, name)| ((*name).to_owned(), at)).collect();
        let fields =
            COLUMNS.iter().map(|name| Field { name: (*name).to_owned(), r#type: None }).collect();
        Self { index: Arc::new(index), fields: Arc::new(fields) }
    }

    /// A row as the client returns it, with a commit timestamp.
    fn row(&self, at: usize) -> Row {
        let (id, row) = (Uuid::new_v4().to_string(), new_payment(at));
        let paid_at =
            OffsetDateTime::UNIX_EPOCH + time::Duration::nanoseconds(1_772_600_767_123_456_000);
        let mutation = insert(
            "Payments",
            &COLUMNS,
            &[&id, &row.count, &paid_at, &row.amount, &row.digest, &row.note],
        );
        let values = match mutation.operation {
            Some(Operation::Insert(mut write)) => write.values.remove(0).values,
            _ => Vec::new(),
        };
        Row::new(Arc::clone(&self.index), Arc::clone(&self.fields), values)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "both sides take the row and leave a struct")]
fn read_by_name(row: Row) -> Result<Payment, Error> {
    let id: String = row.column_by_name("id")?;
    Ok(Payment {
        id: Uuid::try_parse(&id).map_err(|error| Error::CustomParseError(error.to_string()))?,
        count: row.column_by_name("count")?,
        paid_at: row.column_by_name("paid_at")?,
        amount: row.column_by_name("amount")?,
        digest: row.column_by_name("digest")?,
        note: row.column_by_name("note")?,
    })
}

/// The best that a careful person writes.
#[expect(clippy::needless_pass_by_value, reason = "both sides take the row and leave a struct")]
fn read_by_position(row: Row) -> Result<Payment, Error> {
    let ReadUuid(id) = row.column(0)?;
    Ok(Payment {
        id,
        count: row.column(1)?,
        paid_at: row.column(2)?,
        amount: row.column(3)?,
        digest: row.column(4)?,
        note: row.column(5)?,
    })
}

/// A UUID, parsed where the client lends its text.
struct ReadUuid(Uuid);

impl TryFromValue for ReadUuid {
    fn try_from(value: &Value, _: &Field) -> Result<Self, Error> {
        let uuid = match &value.kind {
            Some(Kind::StringValue(text)) => Uuid::try_parse(text).ok(),
            _ => None,
        };
        uuid.map(Self).ok_or_else(|| Error::CustomParseError("not a UUID".to_owned()))
    }
}
