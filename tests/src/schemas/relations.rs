//! Related tables.

use chrono::{DateTime, Utc};
use spanner_keys::{Schema, SpannerColumn, SpannerTable, Uuid};

macro_rules! level {
    ($name:ident in $parent:ident, $($own:ident),*; $new:ident) => {
        #[derive(SpannerTable)]
        #[interleave($parent, on_delete = cascade)]
        pub struct $name {
            $(#[key(parent)] $own: i64,)*
            #[key]
            $new: i64,
        }
    };
}

#[derive(SpannerTable)]
pub struct One {
    #[key(identity)]
    a: i64,
}

level!(Two in One, a; b);
level!(Three in Two, a, b; c);
level!(Four in Three, a, b, c; d);
level!(Five in Four, a, b, c, d; e);
level!(Six in Five, a, b, c, d, e; f);
level!(Seven in Six, a, b, c, d, e, f; g);

/// A second child, without a cascade, whose key is the parent's own.
#[derive(SpannerTable)]
#[interleave(One)]
pub struct Sibling {
    #[key(parent)]
    a: i64,
    note: Option<String>,
}

#[derive(SpannerTable)]
pub struct Stored {
    #[key(uuid, storage = bytes)]
    id: Uuid,
    #[key]
    #[column(length = 20)]
    name: String,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Stored)]
pub struct StoredChild {
    #[key(parent)]
    id: Uuid,
    #[key(parent)]
    name: String,
    #[key(parent)]
    at: DateTime<Utc>,
    #[key]
    number: i64,
}

pub fn interleaved() -> Schema<'static> {
    Schema::new().table::<Seven>().table::<Sibling>().table::<StoredChild>()
}

#[derive(SpannerColumn)]
pub enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
pub struct Tenant {
    #[key]
    #[column(length = 64)]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
#[index(TicketsByStatus, columns(status), storing(body, at))]
#[index(TicketsByCode, columns(code), unique)]
#[index(TicketsByCodeAndNumber, columns(code, desc(number)), unique)]
#[index(TicketsByNumber, columns(number), unique)]
#[index(TicketsByNote, columns(note, code), null_filtered)]
#[index(TicketsByTime, columns(shard, desc(at)))]
#[index(TicketsOfTenantByTime, columns(tenant, desc(at)), interleave(Tenant), storing(status))]
#[index(TicketsOfTicket, columns(tenant, id, at), interleave(Ticket))]
#[index(TicketsByLower, columns(lower))]
#[index(TicketsByRawTime, columns(at), allow_hotspot = "support opens ten tickets a day")]
pub struct Ticket {
    #[key(parent)]
    tenant: String,
    #[key(uuid)]
    id: Uuid,
    status: Status,
    #[column(length = 10)]
    code: Option<String>,
    #[column(length = 10)]
    note: Option<String>,
    number: i64,
    body: serde_json::Value,
    at: DateTime<Utc>,
    #[column(shard = 16, of(id))]
    shard: i64,
    #[column(generated = "LOWER({code})", length = 10)]
    lower: Option<String>,
}

pub fn indexes() -> Schema<'static> {
    Schema::new().table::<Ticket>()
}

#[derive(SpannerTable)]
#[table(name = "Customers")]
#[foreign_key(columns(last_invoice), references(Invoice, id))]
#[foreign_key(columns(referrer), references(Self, id), name = "Customers_referrer", on_delete = cascade)]
pub struct Customer {
    #[key(uuid)]
    id: Uuid,
    last_invoice: Option<i64>,
    referrer: Option<Uuid>,
}

#[derive(SpannerTable)]
#[table(name = "Invoices")]
#[foreign_key(columns(customer), references(Customer, id), on_delete = cascade)]
#[foreign_key(columns(part, region), references(Part, number, region))]
pub struct Invoice {
    #[key(identity)]
    id: i64,
    customer: Uuid,
    part: i64,
    #[column(length = 20)]
    region: String,
}

#[derive(SpannerTable)]
#[table(name = "Parts")]
pub struct Part {
    #[key]
    region: String,
    #[key]
    number: i64,
}

pub fn foreign_keys() -> Schema<'static> {
    // The referenced tables are included automatically.
    Schema::new().table::<Customer>()
}

#[derive(SpannerTable)]
#[table(name = "Accounts", schema = "bank")]
#[index(AccountsByOwner, columns(owner), storing(note))]
#[check("{owner} != ''")]
pub struct Account {
    #[key(sequence = "AccountSeq")]
    id: i64,
    #[column(length = 64)]
    owner: String,
    note: Option<String>,
}

#[derive(SpannerTable)]
#[table(name = "Bookings", schema = "bank")]
#[interleave(Account, on_delete = cascade)]
#[foreign_key(columns(id), references(Account, id))]
pub struct Booking {
    #[key(parent)]
    id: i64,
    #[key]
    number: i64,
    #[column(shard = 7, of(number))]
    shard: i64,
}

/// The same name in the default schema is another table.
#[derive(SpannerTable)]
#[table(name = "Accounts")]
#[foreign_key(columns(account), references(Account, id))]
pub struct PlainAccount {
    #[key(uuid)]
    id: Uuid,
    account: i64,
}

pub fn named_schemas() -> Schema<'static> {
    Schema::new().table::<PlainAccount>().table::<Booking>()
}
