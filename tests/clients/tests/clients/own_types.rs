//! Column types of the user's own, fields that are not columns, and UUIDs that only the application
//! fills.

use std::fmt::Debug;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use spanner_keys::column::Json;
use spanner_keys::keys::{uuid_halves, uuid_of_halves};
use spanner_keys::query::sql;
use spanner_keys::{KnownKey, NewRow, SpannerColumn, update};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    own_types: Account,
    from_a_request: Draft,
    halves: Half,
    halves_in_a_child: Account Visit,
    only_the_client: Job,
    plain_unique: Seat,
    checked_values: Ticket,
];

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(length = 20)]
struct Email(String);

#[derive(SpannerColumn)]
struct Id<T>(Uuid, PhantomData<fn() -> T>);

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Debug for Id<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct Tagged<T>(T);

#[derive(Serialize, Deserialize, SpannerColumn, Clone, Debug, PartialEq)]
#[column(json)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payment {
    Card { number: String },
    Cash,
}

#[derive(Serialize, Deserialize, SpannerColumn, Clone, Debug, PartialEq)]
#[column(json)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(new_derive(Clone, Debug, PartialEq), key_derive(Copy))]
struct Account {
    #[key(uuid, storage = bytes)]
    id: Id<Self>,
    email: Email,
    former: Vec<Email>,
    invited_by: Option<Id<Self>>,
    nick: Tagged<String>,
    score: Option<Tagged<i64>>,
    payment: Payment,
    other: Option<Payment>,
    page: Page<i32>,
    #[column(skip)]
    visits: Vec<String>,
}

fn account() -> NewAccount {
    NewAccount {
        email: Email("ada@example.org".to_owned()),
        former: vec![Email("a@b.c".to_owned())],
        invited_by: Some(Id(Uuid::from_u128(7), PhantomData)),
        nick: Tagged("ada".to_owned()),
        score: Some(Tagged(-3)),
        payment: Payment::Card { number: "4711".to_owned() },
        other: Some(Payment::Cash),
        page: Page { items: vec![1, -2] },
    }
}

async fn found<C: Through, T: SpannerTable>(client: &C, key: T::Key) -> Result<T> {
    client.find(key).await?.ok_or_else(|| Failure::from("no row".to_owned()))
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(new_derive(Serialize, Deserialize))]
struct Draft {
    #[key(uuid)]
    id: Uuid,
    title: String,
    scores: Json<Vec<f64>>,
    note: Option<Json<String>>,
    page: Page<i32>,
}

/// A new row as the body of a request has it: a `Json` is the value in it.
async fn from_a_request<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let body = r#"{"title":"a","scores":[0.1,1e16],"note":null,"page":{"items":[3]}}"#;
    let new: NewDraft = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let again = serde_json::to_value(&new).map_err(|error| error.to_string())?;
    same("body", &again, &serde_json::from_str(body).map_err(|error| error.to_string())?)?;
    let insert = new.insert_with(&mut KeySource::new(dialect))?;
    let key = insert.key().clone();
    client.apply(vec![insert.into_mutation()]).await?;
    let wanted = Draft {
        id: key.id,
        title: "a".to_owned(),
        scores: Json(vec![0.1, 1e16]),
        note: None,
        page: Page { items: vec![3] },
    };
    same("row", &found(client, key).await?, &wanted)
}

async fn own_types<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let new = account();
    let insert = new.clone().insert_with(&mut KeySource::new(dialect))?;
    let key = *insert.key();
    client.apply(vec![insert.into_mutation()]).await?;
    let row: Account = found(client, key).await?;
    let wanted = Account {
        id: key.id,
        email: new.email,
        former: new.former,
        invited_by: new.invited_by,
        nick: new.nick,
        score: new.score,
        payment: new.payment,
        other: new.other,
        page: new.page,
        visits: Vec::new(),
    };
    same("row", &row, &wanted)?;
    // A field that is not a column is written nowhere.
    let mut changed = Account { visits: vec!["today".to_owned()], other: None, ..row };
    client.apply(vec![changed.clone().update_for(dialect)?.into_mutation()]).await?;
    changed.visits.clear();
    same("changed row", &found(client, key).await?, &changed)?;
    let too_long = Email("a".repeat(21));
    let refused = NewAccount { email: too_long.clone(), ..account() }.insert();
    ensure(refused.is_err(), || "an e-mail that is too long was accepted".to_owned())?;
    let refused = update!(Account, key, email = too_long; dialect);
    ensure(refused.is_err(), || "an e-mail that is too long was accepted".to_owned())?;
    // As parameters and in rows of queries.
    let text = match dialect {
        Dialect::GoogleSql => "SELECT email, payment FROM Account WHERE email = @email",
        Dialect::PostgreSql => r#"SELECT "email", "payment" FROM "Account" WHERE "email" = @email"#,
    };
    let query = sql(text).dialect(dialect).bind("email", changed.email.clone());
    let rows: Vec<(Email, Payment)> = client.select(query).await?;
    same("rows of a query", &rows, &vec![(changed.email, changed.payment)])
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Half {
    #[key(uuid_high)]
    id_high: i64,
    #[key(uuid_low)]
    id_low: i64,
    name: String,
}

async fn halves<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    for at in 0..20 {
        let name = format!("row {at}");
        let insert = NewHalf { name: name.clone() }.insert_with(&mut KeySource::new(dialect))?;
        let HalfKey { id_high, id_low } = insert.key().clone();
        let id = uuid_of_halves(id_high, id_low);
        same("version", &id.get_version_num(), &4)?;
        same("halves", &uuid_halves(id), &(id_high, id_low))?;
        client.apply(vec![insert.into_mutation()]).await?;
        let row: Half = found(client, HalfKey { id_high, id_low }).await?;
        same("row", &row, &Half { id_high, id_low, name })?;
    }
    let id = Uuid::from_u128(0x0190_163d_8694_439b_aea5_966c_26f8_ad91);
    let (id_high, id_low) = uuid_halves(id);
    let key = HalfKey { id_high, id_low };
    let insert = NewHalf { name: "chosen".to_owned() }.insert_as_for(key.clone(), dialect)?;
    client.apply(vec![insert.into_mutation()]).await?;
    same("chosen", &found::<_, Half>(client, key).await?.name, &"chosen".to_owned())?;
    same("rows", &client.scan(Half::scan().dialect(dialect)).await?.len(), &21)
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[interleave(Account)]
struct Visit {
    #[key(parent)]
    id: Id<Account>,
    #[key(uuid_low)]
    low: i64,
    #[key(uuid_high)]
    high: i64,
}

async fn halves_in_a_child<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut source = KeySource::new(dialect);
    let parent = account().insert_with(&mut source)?;
    let visit = NewVisit { account: *parent.key() }.insert_with(&mut source)?;
    let (key, wanted) = (visit.key().clone(), visit.key().high);
    client.apply(vec![parent.into_mutation(), visit.into_mutation()]).await?;
    let row: Visit = found(client, key.clone()).await?;
    same("high half", &row.high, &wanted)?;
    same("key", &(row.key().low, row.key().high), &(key.low, key.high))
}

/// Only the application fills the id, so an update may leave out the column with a default.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Job {
    #[key(uuid, client)]
    id: Uuid,
    #[column(default = "true")]
    active: bool,
    title: String,
}

async fn only_the_client<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let new = NewJob { active: None, title: "a".to_owned() };
    let insert = new.insert_with(&mut KeySource::new(dialect))?;
    let key = insert.key().clone();
    client.apply(vec![insert.into_mutation()]).await?;
    let update = update!(Job, key.clone(), title = "b".to_owned(); dialect)?;
    client.apply(vec![update.into_mutation()]).await?;
    let wanted = Job { id: key.id, active: true, title: "b".to_owned() };
    same("row", &found(client, key).await?, &wanted)
}

/// The UNIQUE of an existing database: a NULL is a value in GoogleSQL, and none in PostgreSQL.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(SeatsByGuest, columns(guest), unique, keep_nulls)]
struct Seat {
    #[key]
    number: String,
    guest: Option<String>,
}

async fn plain_unique<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let seat = |number: &str, guest: Option<&str>| {
        let (number, guest) = (number.to_owned(), guest.map(ToOwned::to_owned));
        NewSeat { number, guest }.insert_with(&mut KeySource::new(dialect))
    };
    let rows = [seat("1", Some("ada"))?, seat("2", None)?, seat("5", Some("bob"))?];
    client.apply(Insert::into_mutations(rows)).await?;
    let mut wanted = vec!["2", "1", "5"];
    if dialect == Dialect::PostgreSql {
        client.apply(vec![seat("4", None)?.into_mutation()]).await?;
        wanted = vec!["1", "5"];
    }
    // Only in GoogleSQL, the rows with NULL are in the index.
    let scan = || Seat::scan().index("SeatsByGuest").dialect(dialect).page(1);
    let numbers = |rows: Vec<Seat>| rows.into_iter().map(|seat| seat.number).collect::<Vec<_>>();
    same("scan", &numbers(client.scan(scan()).await?), &owned(&wanted))?;
    same("count", &usize::try_from(client.count(scan()).await?).ok(), &Some(wanted.len()))?;
    wanted.reverse();
    same("reversed", &numbers(client.scan(scan().reverse()).await?), &owned(&wanted))?;
    let again = client.apply(vec![seat("3", Some("ada"))?.into_mutation()]).await;
    ensure(again.is_err_and(|error| error.is(Failure::ALREADY_EXISTS)), || "ada twice".to_owned())?;
    if dialect == Dialect::GoogleSql {
        let null = client.apply(vec![seat("4", None)?.into_mutation()]).await;
        ensure(null.is_err(), || "two rows with NULL".to_owned())?;
    }
    Ok(())
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[derive(SpannerColumn, Clone, Copy, Debug, PartialEq)]
enum State {
    #[column(name = "it's open")]
    Open,
    #[column(name = "a\\b\n\"c\"")]
    Shut,
}

#[derive(SpannerColumn, Clone, Copy, Debug, PartialEq)]
#[column(storage = integer)]
enum Urgency {
    Low = -1,
    High = 1,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Ticket {
    #[key]
    number: String,
    #[column(check_values)]
    state: State,
    #[column(check_values)]
    urgency: Option<Urgency>,
}

/// Every value of an enum is accepted, and NULL; no other value is.
async fn checked_values<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    for state in [State::Open, State::Shut] {
        for urgency in [None, Some(Urgency::Low), Some(Urgency::High)] {
            let number = format!("{state:?} {urgency:?}");
            let row = Ticket { number: number.clone(), state, urgency };
            let new = NewTicket { number: number.clone(), state, urgency };
            let insert = new.insert_with(&mut KeySource::new(dialect))?;
            client.apply(vec![insert.into_mutation()]).await?;
            same(&number, &client.find(TicketKey { number: number.clone() }).await?, &Some(row))?;
        }
    }
    let table = if dialect == Dialect::GoogleSql { "Ticket" } else { "\"Ticket\"" };
    for (state, urgency, is_allowed) in [
        ("it's open", 1, true),
        ("it''s open", 1, false),
        ("Open", 1, false),
        ("", 1, false),
        ("it's open", 0, false),
        ("it's open", 2, false),
    ] {
        let set = format!("UPDATE {table} SET state = @state, urgency = @urgency WHERE true");
        let set = sql(set).dialect(dialect).bind("state", state).bind("urgency", urgency);
        let found = client.execute(set.into_sql()?).await;
        same(state, &found.is_ok(), &is_allowed)?;
    }
    Ok(())
}

/// The key is known before the commit.
const _: fn() = || {
    fn known<T: KnownKey>() {}
    known::<Half>();
    known::<Job>();
};
