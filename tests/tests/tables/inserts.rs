//! `NewX` and `XKey`: what must be supplied, what is filled in, and what is refused before anything
//! is sent.

#![allow(dead_code, reason = "rows are written here, and not all of their fields are read")]
#![allow(clippy::struct_field_names, reason = "named as in a database")]
#![allow(clippy::expect_used, reason = "a failed step ends the test")]
#![allow(clippy::needless_pass_by_value, reason = "a short helper for short lines")]
#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]

use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use spanner_keys::client::Operation;
use spanner_keys::keys::{Seeded, bit_reverse, counter_of};
use spanner_keys::row::InsertReturning;
use spanner_keys::statement::StatementError;
use spanner_keys::value::{RowError, ValueError, WireValue};
use spanner_keys::{
    Dialect, Insert, KeySource, NewRow as _, SpannerColumn, SpannerTable, TableKey, Uuid,
};
use spanner_keys_tests::recorded::{Recorded, RecordedKey, RecordedRow};

fn text(value: impl ToString) -> WireValue {
    WireValue::Text(value.to_string())
}

#[derive(SpannerTable, Debug, Clone, PartialEq)]
#[table(name = "Customers", schema = "sales", rename_all = "PascalCase")]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(length = 5)]
    name: String,
    email: Option<String>,
}

#[derive(SpannerTable, Debug, Clone, PartialEq)]
#[table(name = "Orders", schema = "sales", rename_all = "PascalCase")]
#[interleave(Customer, on_delete = cascade)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid, storage = bytes)]
    order_id: Uuid,
    total: Decimal,
    #[column(default = "'open'")]
    status: String,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable, Debug, Clone, PartialEq)]
#[table(name = "OrderLines", schema = "sales", rename_all = "PascalCase")]
#[interleave(Order)]
struct OrderLine {
    #[key(parent)]
    customer_id: Uuid,
    #[key(parent)]
    order_id: Uuid,
    #[key]
    line: i64,
    sku: String,
}

/// The value of a column, with its name from the table, not from the macro's list.
fn value_of<T: SpannerTable>(mutation: &Recorded, field: &str) -> Option<WireValue> {
    let column = T::TABLE.column_of_field(field).expect("the table has the field");
    mutation.value(T::TABLE.columns[column].name)
}

#[test]
fn row_is_filled_once() -> Result<(), RowError> {
    let insert = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    assert_eq!(insert.key().customer_id.get_version_num(), 4);
    let (one, two): (Recorded, Recorded) = (insert.to_mutation(), insert.clone().into_mutation());
    assert_eq!(one, two, "sent twice, it is the same row");
    assert_eq!(one.value("CustomerId"), Some(text(insert.key().customer_id)));
    assert_eq!((one.value("Name"), one.value("Email")), (Some(text("Ada")), Some(WireValue::Null)));
    let Recorded::Write(operation, table, columns, _) = one else { panic!("a write") };
    assert_eq!(
        (operation, table.as_str(), columns.len()),
        (Operation::Insert, "sales.Customers", 3)
    );
    Ok(())
}

#[test]
fn keys_are_nested_and_flat_on_the_wire() -> Result<(), RowError> {
    let customer = NewCustomer { name: "Ada".into(), email: Some("a@b".into()) }.insert()?;
    let order =
        NewOrder { customer: customer.key().clone(), total: Decimal::new(345, 2), status: None }
            .insert()?;
    let line = NewOrderLine { order: order.key().clone(), line: 1, sku: "A".into() }.insert()?;
    assert_eq!(line.key().order.customer, *customer.key());

    let mutation: Recorded = order.to_mutation();
    assert_eq!(mutation.value("CustomerId"), Some(text(customer.key().customer_id)));
    assert_eq!(mutation.value("PlacedAt"), Some(text("spanner.commit_timestamp()")));
    assert_eq!(mutation.value("Total"), Some(text("3.45")));
    assert_eq!(mutation.value("Status"), None, "left to the default");

    let RecordedKey(values) = OrderLine::client_key(line.key().clone());
    assert_eq!(values.len(), 3);
    assert_eq!(values[0], text(customer.key().customer_id));
    assert_eq!(
        values[1],
        value_of::<Order>(&mutation, "order_id").expect("written"),
        "16 bytes in base64, as in the parent"
    );
    assert_eq!(values[2], text(1));
    let delete: Recorded = OrderLine::delete(line.key().clone());
    assert_eq!(delete, Recorded::Delete("sales.OrderLines".into(), vec![values]));
    Ok(())
}

#[test]
fn rows_are_read_back() -> Result<(), RowError> {
    let customer = NewCustomer { name: "Ada".into(), email: Some("a@b".into()) }.insert()?;
    let mutation: Recorded = customer.to_mutation();
    let row = RecordedRow(mutation.row());
    let read = Customer::from_row(row.clone())?;
    assert_eq!(
        read,
        Customer {
            customer_id: customer.key().customer_id,
            name: "Ada".into(),
            email: Some("a@b".into())
        }
    );
    assert_eq!(read.key(), *customer.key());
    assert_eq!(CustomerKey::from_row(row.clone())?, *customer.key());

    let less = RecordedRow(row.0.iter().filter(|(name, _)| name != "Email").cloned().collect());
    let error = Customer::from_row(less).expect_err("a column is missing");
    assert_eq!(
        error.to_string(),
        "column `Email` of table `sales.Customers` is not among the columns that were read"
    );
    let wrong = RecordedRow(
        row.0
            .into_iter()
            .map(
                |(name, value)| {
                    if name == "Name" { (name, WireValue::Null) } else { (name, value) }
                },
            )
            .collect(),
    );
    assert_eq!(Customer::from_row(wrong).expect_err("NULL").error, ValueError::Null);
    Ok(())
}

#[test]
fn row_gives_its_key_and_its_update() -> Result<(), RowError> {
    let (customer_id, order_id) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let order = Order {
        customer_id,
        order_id,
        total: Decimal::ONE,
        status: "paid".into(),
        placed_at: UNIX_EPOCH.into(),
    };
    assert_eq!(order.key(), OrderKey { customer: CustomerKey { customer_id }, order_id });
    let update: Recorded = order.clone().update()?.into_mutation();
    let Recorded::Write(Operation::Update, table, ..) = &update else { panic!("{update:?}") };
    assert_eq!(table, "sales.Orders");
    assert_eq!(update.value("Status"), Some(text("paid")));
    assert_eq!(update.value("CustomerId"), Some(text(customer_id)));
    assert_eq!(update.value("PlacedAt"), None, "the time of the insert stays");
    let stamped: Recorded = order.update()?.stamped().into_mutation();
    assert_eq!(stamped.value("PlacedAt"), Some(text("spanner.commit_timestamp()")));
    Ok(())
}

#[test]
fn other_operations() -> Result<(), RowError> {
    let insert = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    let operation = |mutation: Recorded| match mutation {
        Recorded::Write(operation, ..) => operation,
        other => panic!("{other:?}"),
    };
    assert_eq!(operation(insert.clone().or_update().into_mutation()), Operation::InsertOrUpdate);
    assert_eq!(operation(insert.clone().or_replace().into_mutation()), Operation::Replace);
    assert_eq!(operation(insert.update_only().into_mutation()), Operation::Update);
    Ok(())
}

#[test]
fn rows_with_the_same_columns_share_a_mutation() -> Result<(), RowError> {
    let customer = CustomerKey { customer_id: Uuid::from_u128(1) };
    let order = |status: Option<&str>| {
        NewOrder {
            customer: customer.clone(),
            total: Decimal::ONE,
            status: status.map(str::to_owned),
        }
        .insert()
    };
    let rows = vec![
        order(None)?,
        order(None)?,
        order(Some("paid"))?,
        order(None)?,
        order(None)?.or_update(),
    ];
    let mutations: Vec<Recorded> = Insert::into_mutations(rows);
    let shape: Vec<_> = mutations
        .iter()
        .map(|mutation| match mutation {
            Recorded::Write(operation, _, columns, rows) => (*operation, columns.len(), rows.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    let insert = Operation::Insert;
    assert_eq!(
        shape,
        [(insert, 4, 2), (insert, 5, 1), (insert, 4, 1), (Operation::InsertOrUpdate, 4, 1)]
    );
    assert_eq!(Insert::<Order>::into_mutations::<Recorded>(Vec::new()), []);
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Transaction {
    #[key(shard = 16)]
    shard_id: i64,
    #[key(ulid)]
    txn_id: String,
    amount: i64,
}

#[derive(SpannerTable, Debug)]
#[interleave(Transaction)]
struct Posting {
    #[key(parent)]
    shard_id: i64,
    #[key(parent)]
    txn_id: String,
    #[key]
    account: String,
}

#[test]
fn children_know_the_shard_that_the_database_stores() -> Result<(), RowError> {
    let key = TransactionKey { txn_id: "user-1".into() };
    assert_eq!(
        key.clone().into_values(),
        [text(12), text("user-1")],
        "FARM_FINGERPRINT('user-1') & 15"
    );
    let transaction = NewTransaction { amount: 5 }.insert()?;
    let written: Recorded = transaction.to_mutation();
    assert_eq!(written.value("shard_id"), None);
    assert_eq!(written.value("txn_id"), Some(text(&transaction.key().txn_id)));

    let posting = NewPosting { transaction: key, account: "cash".into() }.insert()?;
    let written: Recorded = posting.to_mutation();
    assert_eq!(written.value("shard_id"), Some(text(12)), "a plain column of the child");
    let RecordedKey(values) = Posting::client_key(posting.key().clone());
    assert_eq!(values, [text(12), text("user-1"), text("cash")]);
    let row = Posting { shard_id: 12, txn_id: "user-1".into(), account: "cash".into() };
    assert_eq!(row.key(), *posting.key());
    let update: Recorded =
        Transaction { shard_id: 12, txn_id: "user-1".into(), amount: 6 }.update()?.into_mutation();
    assert_eq!(update.value("shard_id"), None);
    Ok(())
}

#[test]
fn time_ordered_ids_increase_within_the_process() -> Result<(), RowError> {
    let next = || Ok::<_, RowError>(NewTransaction { amount: 1 }.insert()?.key().txn_id.clone());
    let ids: Vec<String> = std::iter::repeat_with(next).take(1000).collect::<Result<_, _>>()?;
    assert!(ids.is_sorted_by(|one, two| one < two));
    let elsewhere = std::thread::spawn(move || {
        NewTransaction { amount: 1 }.insert().map(|insert| insert.key().txn_id.clone())
    });
    let elsewhere = elsewhere.join().expect("the thread ends")?;
    assert!(ids.last() < Some(&elsewhere), "in other threads too");
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct ByClient {
    #[key(shard = 10, client, of(user))]
    shard: i32,
    #[key]
    user: String,
    #[key(identity)]
    id: i64,
    #[column(shard = 4, of(user, at), client)]
    time_shard: i64,
    #[column(default = "CURRENT_TIMESTAMP()")]
    at: SystemTime,
}

#[test]
fn client_shards_are_computed_locally() -> Result<(), RowError> {
    let insert = NewByClient { user: "user-1".into(), at: UNIX_EPOCH }.insert()?;
    let written: Recorded = insert.into_mutation();
    // (FARM_FINGERPRINT('user-1') & MAX) % 10
    assert_eq!(written.value("shard"), Some(text(4_922_675_799_889_375_116_i64 % 10)));
    assert!(
        matches!(written.value("time_shard"), Some(WireValue::Text(number)) if "0123".contains(&number))
    );
    assert_eq!(written.value("id"), None);
    assert_eq!(written.row().len(), 4);
    Ok(())
}

#[test]
fn statement_returns_the_filled_key() -> Result<(), RowError> {
    let insert = NewByClient { user: "user-1".into(), at: UNIX_EPOCH }.insert_returning()?;
    assert_eq!(
        insert.sql().text,
        "INSERT INTO `ByClient` (`time_shard`, `at`, `shard`, `user`) VALUES (@p1, @p2, @p3, @p4) THEN RETURN `user`, `id`"
    );
    let row = RecordedRow(vec![("id".into(), text(7)), ("user".into(), text("user-1"))]);
    assert_eq!(ByClientKey::from_row(row)?, ByClientKey { user: "user-1".into(), id: 7 });
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Reading {
    #[key(shard = 8, random)]
    shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
    value: f64,
}

#[test]
fn commit_timestamp_completes_the_key() -> Result<(), RowError> {
    let insert = NewReading { value: f64::NAN }.insert()?;
    let written: Recorded = insert.to_mutation();
    assert_eq!(written.value("at"), Some(text("spanner.commit_timestamp()")));
    let shard = written.value("shard").expect("a random shard is written");
    let commit = UNIX_EPOCH + Duration::from_micros(1_700_000_000_000_001);
    let key = insert.key_at(commit)?;
    assert_eq!((text(key.shard), key.at), (shard, commit));
    assert!((0..8).contains(&key.shard));
    let sql = NewReading { value: 1.0 }
        .insert_returning_with(&mut KeySource::new(Dialect::PostgreSql))?
        .sql();
    assert_eq!(
        sql.text,
        "INSERT INTO \"Reading\" (\"value\", \"shard\", \"at\") VALUES ($1, $2, SPANNER.PENDING_COMMIT_TIMESTAMP()) RETURNING \"shard\""
    );
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Numbered {
    #[key(bit_reversed)]
    id: i64,
    #[column(length = 3)]
    tags: Vec<String>,
}

#[test]
fn counters_are_reversed() -> Result<(), RowError> {
    let insert = NewNumbered { id: 50, tags: vec!["a".into()] }.insert()?;
    assert_eq!(insert.key().id, bit_reverse(50));
    assert_eq!(counter_of(insert.key().id), 50);
    let error = NewNumbered { id: -1, tags: Vec::new() }.insert().expect_err("below zero");
    assert_eq!(error.to_string(), "column `id` of table `Numbered` is a negative counter");
    let error = NewNumbered { id: 1, tags: vec!["four".into()] }.insert().expect_err("too long");
    assert_eq!(
        (error.column.as_str(), error.error),
        ("tags", ValueError::TooLong { length: 4, limit: 3 })
    );
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Supplied {
    #[key]
    id: Uuid,
    #[key(uuid_v7)]
    seq: Uuid,
    amount: Option<BigDecimal>,
}

#[derive(SpannerTable, Debug)]
struct Waived {
    #[key(allow_hotspot = "imported once")]
    id: Uuid,
}

#[derive(SpannerTable, Debug)]
struct Behind {
    #[key]
    tenant: String,
    #[key]
    id: Uuid,
}

#[test]
fn supplied_uuid_must_not_be_time_ordered() -> Result<(), RowError> {
    let of_version =
        |version: u128| Uuid::from_u128(0x0192_0000_0000_0000_8000_0000_0000_0000 | version << 76);
    for version in [1, 6, 7] {
        let error = NewSupplied { id: of_version(version), amount: None }
            .insert()
            .expect_err("time-ordered");
        assert_eq!((error.table.as_str(), error.column.as_str()), ("Supplied", "id"));
        assert_eq!(
            error.error,
            ValueError::TimeOrderedUuid { version: usize::try_from(version).expect("small") }
        );
        NewWaived { id: of_version(version) }.insert()?;
        NewBehind { tenant: "t".into(), id: of_version(version) }.insert()?;
    }
    for version in [3, 4, 5, 8] {
        NewSupplied { id: of_version(version), amount: None }.insert()?;
    }
    Ok(())
}

#[derive(SpannerTable, Debug)]
#[index(ReferralsByCampaign, columns(campaign))]
#[index(ReferralsByState, columns(done, visitor, at))]
#[index(ReferralsBySource, columns(source, at), allow_hotspot = "a few sources")]
#[index(ReferralsByFriend, columns(friend), spread = "friends are as old as the service")]
struct Referral {
    #[key(uuid)]
    id: Uuid,
    campaign: Uuid,
    done: bool,
    visitor: Option<Uuid>,
    source: Uuid,
    friend: Uuid,
    #[column(default(googlesql = "GENERATE_UUID()", postgresql = "spanner.generate_uuid()"))]
    note: Uuid,
    at: SystemTime,
}

/// The key part behind the flag is not one of the index's own columns.
#[derive(SpannerTable, Debug)]
#[index(LinksByDone, columns(done))]
struct Link {
    #[key(allow_hotspot = "a few links")]
    id: Uuid,
    done: bool,
}

#[derive(SpannerTable, Debug)]
#[index(ReceiptsByRetry, columns(retry), unique)]
struct Receipt {
    #[key(uuid)]
    id: Uuid,
    #[column(retry_id)]
    retry: Uuid,
    note: Uuid,
}

/// The parent's id spreads the rows, and no index begins with the own one.
#[derive(SpannerTable, Debug)]
#[interleave(Receipt)]
#[index(ReceiptLinesByName, columns(name))]
struct ReceiptLine {
    #[key(parent)]
    id: Uuid,
    #[key(uuid)]
    line: Uuid,
    name: String,
}

#[test]
fn filled_uuid_of_a_whole_row_must_not_be_time_ordered() -> Result<(), RowError> {
    let ordered = Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0000);
    let random = Uuid::from_u128(0x0192_0000_0000_4000_8000_0000_0000_0000);
    let row = || Receipt { id: random, retry: random, note: ordered };
    row().insert()?;
    ReceiptLine { id: random, line: ordered, name: "a".into() }.insert()?;
    for (row, column) in
        [(Receipt { id: ordered, ..row() }, "id"), (Receipt { retry: ordered, ..row() }, "retry")]
    {
        let error = row.insert().expect_err("time-ordered");
        assert_eq!(error.column, column);
        assert_eq!(error.error, ValueError::TimeOrderedUuid { version: 7 });
    }
    Ok(())
}

#[test]
fn supplied_uuid_that_leads_an_index_must_not_be_time_ordered() -> Result<(), RowError> {
    let ordered = Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0000);
    NewLink { id: ordered, done: true }.insert()?;
    let random = Uuid::from_u128(0x0192_0000_0000_4000_8000_0000_0000_0000);
    let row = || NewReferral {
        campaign: random,
        done: true,
        visitor: Some(random),
        source: ordered,
        friend: ordered,
        note: Some(ordered),
        at: SystemTime::UNIX_EPOCH,
    };
    row().insert()?;
    NewReferral { visitor: None, ..row() }.insert()?;
    for (row, column) in [
        (NewReferral { campaign: ordered, ..row() }, "campaign"),
        // Only few values come before it.
        (NewReferral { visitor: Some(ordered), ..row() }, "visitor"),
    ] {
        let error = row.insert().expect_err("time-ordered");
        assert_eq!((error.table.as_str(), error.column.as_str()), ("Referral", column));
        assert_eq!(error.error, ValueError::TimeOrderedUuid { version: 7 });
    }
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Everything {
    #[key]
    ratio: f64,
    #[key]
    name: String,
    at: DateTime<Utc>,
    amount: Option<BigDecimal>,
}

#[test]
fn values_the_database_would_refuse() {
    let good = || NewEverything {
        ratio: 0.5,
        name: "n".into(),
        at: UNIX_EPOCH.into(),
        amount: Some("1.5".parse().expect("a number")),
    };
    assert!(good().insert().is_ok());
    let refused = |new: NewEverything| new.insert().map(|_| ()).expect_err("refused");
    let error = refused(NewEverything { ratio: f64::NAN, ..good() });
    assert_eq!((error.column.as_str(), error.error), ("ratio", ValueError::NotANumber));
    let error = refused(NewEverything { name: "x".repeat(8193 - 8), ..good() });
    assert_eq!(
        (error.column.as_str(), error.error),
        ("name", ValueError::KeyTooLarge { bytes: 8193 })
    );
    assert!(NewEverything { name: "x".repeat(8192 - 8), ..good() }.insert().is_ok());
    let error = refused(NewEverything { at: DateTime::<Utc>::MAX_UTC, ..good() });
    assert_eq!(
        error.to_string(),
        "column `at` of table `Everything` is out of range: Spanner holds the years 1 to 9999"
    );
    let ten_digits =
        || NewEverything { amount: Some("0.1234567891".parse().expect("a number")), ..good() };
    let error = refused(ten_digits());
    assert!(
        matches!(error.error, ValueError::OutOfRange { .. }) && error.column == "amount",
        "{error}"
    );
    assert!(
        ten_digits().insert_with(&mut KeySource::new(Dialect::PostgreSql)).is_ok(),
        "PostgreSQL holds more digits"
    );
    let huge = || NewEverything { amount: Some("1e29".parse().expect("a number")), ..good() };
    assert!(matches!(refused(huge()).error, ValueError::OutOfRange { .. }));
    assert!(huge().insert_returning().is_err(), "and by a statement");
}

#[test]
fn same_source_gives_the_same_keys() -> Result<(), RowError> {
    let keys = |seed| {
        let mut keys = KeySource::seeded(Dialect::GoogleSql, seed);
        let mut all = Vec::new();
        for n in 0..100 {
            keys.source().advance(Duration::from_millis(n % 3));
            let row: Recorded =
                NewTransaction { amount: 1 }.insert_with(&mut keys)?.into_mutation();
            let other: Recorded = NewSupplied { id: Uuid::nil(), amount: None }
                .insert_with(&mut keys)?
                .into_mutation();
            let chance: Recorded =
                NewReading { value: 0.0 }.insert_with(&mut keys)?.into_mutation();
            all.extend([row, other, chance]);
        }
        Ok::<_, RowError>(all)
    };
    assert_eq!(keys(1)?, keys(1)?);
    assert_ne!(keys(1)?, keys(2)?);
    let mut own = KeySource::from_source(Dialect::GoogleSql, Seeded::new(3));
    assert_eq!(
        NewTransaction { amount: 1 }.insert_with(&mut own)?.key().txn_id[..10],
        *"0000000000",
        "the clock is the source's"
    );
    Ok(())
}

#[derive(SpannerColumn, Debug, Clone, PartialEq, Eq, Hash)]
struct CustomerId(Uuid);

#[derive(SpannerTable, Debug)]
struct Typed {
    #[key(uuid)]
    id: CustomerId,
}

#[test]
fn keys_have_the_types_of_their_fields() -> Result<(), RowError> {
    let key: TypedKey = NewTyped {}.insert()?.key().clone();
    let CustomerId(uuid) = key.id.clone();
    assert_eq!(uuid.get_version_num(), 4);
    let set = HashSet::from([key.clone()]);
    assert!(set.contains(&key));
    assert_eq!(format!("{key:?}"), format!("TypedKey {{ id: CustomerId({uuid}) }}"));
    Ok(())
}

#[test]
fn parent_key_is_checked_with_the_child() {
    let order = |line| NewOrderLine {
        order: OrderKey {
            customer: CustomerKey { customer_id: Uuid::nil() },
            order_id: Uuid::nil(),
        },
        line,
        sku: "A".into(),
    };
    assert!(order(1).insert().is_ok());
    let parent = EverythingKey { ratio: f64::NAN, name: "n".into() };
    let error = NewBelow { everything: parent, at: UNIX_EPOCH }
        .insert()
        .expect_err("NaN in the parent's key");
    assert_eq!(
        error.to_string(),
        "column `ratio` of table `Below` is NaN, which cannot be part of a key"
    );
    let parent = EverythingKey { ratio: 0.5, name: "x".repeat(9000) };
    let error = NewBelow { everything: parent, at: UNIX_EPOCH }.insert().expect_err("too large");
    assert_eq!(
        (error.column.as_str(), error.error),
        ("name", ValueError::KeyTooLarge { bytes: 9020 }),
        "the largest part is to blame"
    );
}

#[derive(SpannerTable, Debug)]
#[interleave(Everything)]
struct Below {
    #[key(parent)]
    ratio: f64,
    #[key(parent)]
    name: String,
    #[key]
    at: SystemTime,
}

#[test]
fn text_that_looks_like_a_commit_timestamp_is_text() -> Result<(), RowError> {
    let commit = UNIX_EPOCH + Duration::from_secs(5);
    let key = NewStamped { who: "spanner.commit_timestamp()".into() }.insert()?.key_at(commit)?;
    assert_eq!(key, StampedKey { who: "spanner.commit_timestamp()".into(), at: commit });
    let sql = NewStamped { who: "spanner.commit_timestamp()".into() }.insert_returning()?.sql();
    assert_eq!((sql.params.len(), sql.text.matches("PENDING_COMMIT_TIMESTAMP()").count()), (1, 1));
    let error = NewByClient { user: "u".into(), at: UNIX_EPOCH }
        .insert()?
        .key_at(commit)
        .expect_err("an identity");
    assert_eq!(
        error.to_string(),
        "column `id` of table `ByClient` is generated by the database and not known yet"
    );
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct Stamped {
    #[key]
    who: String,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
}

#[test]
fn update_recomputes_its_shards() -> Result<(), RowError> {
    let row = ByClient { shard: 6, user: "user-1".into(), id: 7, time_shard: -1, at: UNIX_EPOCH };
    let update: Recorded = row.update()?.into_mutation();
    let insert: Recorded =
        NewByClient { user: "user-1".into(), at: UNIX_EPOCH }.insert()?.into_mutation();
    for column in ["shard", "user", "time_shard", "at"] {
        assert_eq!(update.value(column), insert.value(column), "{column}");
    }
    assert_eq!(update.value("id"), Some(text(7)));
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct OnlyFilled {
    #[key(shard = 4)]
    shard: i64,
    #[key(identity)]
    id: i64,
}

#[test]
fn statements_without_columns_or_with_too_many_parameters() -> Result<(), Box<dyn std::error::Error>>
{
    let sql = NewOnlyFilled {}.insert_returning()?.sql();
    assert_eq!(sql.text, "INSERT INTO `OnlyFilled` (`id`) VALUES (DEFAULT) THEN RETURN `id`");
    assert_eq!(
        InsertReturning::<ByClient>::all([])?.rows(),
        0,
        "an empty list is valid, and nothing is sent"
    );
    let new = || NewByClient { user: "u".into(), at: UNIX_EPOCH };
    let both = [
        new().insert_returning()?,
        new().insert_returning_with(&mut KeySource::new(Dialect::PostgreSql))?,
    ];
    assert_eq!(
        InsertReturning::all(both).expect_err("two dialects"),
        StatementError::MixedDialects { table: "ByClient".into() }
    );
    let most = std::iter::repeat_with(|| new().insert_returning())
        .take(237)
        .collect::<Result<Vec<_>, _>>()?;
    assert_eq!(InsertReturning::all(most.clone())?.rows(), 237, "4 parameters each");
    let one_more = most.into_iter().chain([new().insert_returning()?]);
    assert_eq!(
        InsertReturning::all(one_more).expect_err("952"),
        StatementError::TooManyParameters { table: "ByClient".into(), count: 952 }
    );
    Ok(())
}

#[test]
fn extreme_exponents_are_handled() -> Result<(), RowError> {
    let with = |amount: &str| NewSupplied {
        id: Uuid::nil(),
        amount: Some(amount.parse().expect("a number")),
    };
    for zero in ["0e9223372036854775807", "0e-9223372036854775807", "0e20000000"] {
        let written: Recorded = with(zero).insert()?.into_mutation();
        assert_eq!(written.value("amount"), Some(text(0)));
    }
    assert!(with("1e9223372036854775807").insert().is_err());
    assert!(with("1e-9223372036854775807").insert().is_err());
    let key = ByAmountKey { amount: "1e9223372036854775807".parse().expect("a number") };
    assert_eq!(key.into_values().len(), 2, "a key made by hand is not checked, and does no harm");
    Ok(())
}

#[derive(SpannerTable, Debug)]
struct ByAmount {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    amount: BigDecimal,
}

#[test]
fn key_sources_are_send() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&KeySource::new(Dialect::PostgreSql));
    is_send(&KeySource::seeded(Dialect::PostgreSql, 1));
}
