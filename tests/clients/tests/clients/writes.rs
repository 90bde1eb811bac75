//! The result of each operation in the database.

use std::time::SystemTime;

use spanner_keys::client::ClientMutation as _;
use spanner_keys::scan::KeyRange;
use spanner_keys::value::WireValue;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    schema_is_applied,
    operations: Country,
    replaced_parents_lose_their_children: Plain Cascading NoAction,
    sent_twice: Reading,
    deletes: Step,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Countries")]
struct Country {
    #[key]
    #[column(length = 2)]
    code: String,
    name: String,
    capital: Option<String>,
    #[column(default = "'Earth'")]
    planet: String,
    #[column(commit_timestamp)]
    changed_at: SystemTime,
}

fn new(name: &str, capital: Option<&str>, planet: Option<&str>) -> NewCountry {
    NewCountry {
        code: "NZ".to_owned(),
        name: name.to_owned(),
        capital: capital.map(Into::into),
        planet: planet.map(Into::into),
    }
}

fn country(name: &str, capital: Option<&str>, planet: &str, changed_at: SystemTime) -> Country {
    let capital = capital.map(ToOwned::to_owned);
    Country {
        code: "NZ".to_owned(),
        name: name.to_owned(),
        capital,
        planet: planet.to_owned(),
        changed_at,
    }
}

fn key() -> CountryKey {
    CountryKey { code: "NZ".to_owned() }
}

async fn operations<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);

    // A missing row cannot be updated.
    let update = new("Aotearoa", None, None).insert_with(&mut keys)?.update_only();
    let refused = client.apply(vec![update.into_mutation()]).await;
    ensure(refused.is_err_and(|failure| failure.is(Failure::NOT_FOUND)), || {
        "a missing row was updated".to_owned()
    })?;

    let insert = new("New Zealand", Some("Wellington"), Some("Mars")).insert_with(&mut keys)?;
    let inserted = client.apply(vec![insert.into_mutation()]).await?;
    let wanted = country("New Zealand", Some("Wellington"), "Mars", inserted);
    same("insert", &client.find(key()).await?, &Some(wanted))?;

    // Columns that are not written stay; a field that is `None` is written.
    let upsert = new("Aotearoa", None, None).insert_with(&mut keys)?.or_update();
    let updated = client.apply(vec![upsert.into_mutation()]).await?;
    let wanted = country("Aotearoa", None, "Mars", updated);
    same("or_update", &client.find(key()).await?, &Some(wanted))?;

    // Columns that are not written get their default.
    let replace =
        new("Nieuw-Zeeland", Some("Wellington"), None).insert_with(&mut keys)?.or_replace();
    let replaced = client.apply(vec![replace.into_mutation()]).await?;
    let wanted = country("Nieuw-Zeeland", Some("Wellington"), "Earth", replaced);
    same("or_replace", &client.find(key()).await?, &Some(wanted))?;

    // The whole row, except the time, which the database fills.
    let changed = country("NZ", None, "Venus", SystemTime::UNIX_EPOCH);
    client.apply(vec![changed.clone().update_for(dialect)?.into_mutation()]).await?;
    same("update", &client.find(key()).await?, &Some(country("NZ", None, "Venus", replaced)))?;
    let stamped =
        client.apply(vec![changed.update_for(dialect)?.stamped().into_mutation()]).await?;
    same("stamped", &client.find(key()).await?, &Some(country("NZ", None, "Venus", stamped)))?;

    // All in one commit, in order.
    let mutations = vec![
        Country::delete(key()),
        new("Last", None, None).insert_with(&mut keys)?.into_mutation(),
        new("Very last", None, None).insert_with(&mut keys)?.update_only().into_mutation(),
    ];
    let last = client.apply(mutations).await?;
    same("one commit", &client.find(key()).await?, &Some(country("Very last", None, "Earth", last)))
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Plain {
    #[key]
    name: String,
    note: Option<String>,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[interleave(Plain, on_delete = cascade)]
struct Cascading {
    #[key(parent)]
    name: String,
    #[key]
    line: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[interleave(Plain, on_delete = no_action)]
struct NoAction {
    #[key(parent)]
    name: String,
    #[key]
    line: i64,
}

/// As documented: `or_replace` deletes the children that cascade and fails for others; `or_update`
/// keeps all of them.
async fn replaced_parents_lose_their_children<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let mut keys = KeySource::new(dialect);
    let mut parent = |name: &str, note: &str| {
        NewPlain { name: name.to_owned(), note: Some(note.to_owned()) }.insert_with(&mut keys)
    };
    let (one, two) = (parent("one", "old")?, parent("two", "old")?);
    let mut keys = KeySource::new(dialect);
    let cascading = NewCascading { plain: one.key().clone(), line: 1 }.insert_with(&mut keys)?;
    let no_action = NewNoAction { plain: two.key().clone(), line: 1 }.insert_with(&mut keys)?;
    let (child, other) = (cascading.key().clone(), no_action.key().clone());
    client.apply(vec![one.to_mutation(), two.to_mutation()]).await?;
    client.apply(vec![cascading.into_mutation(), no_action.into_mutation()]).await?;

    for parent in [&one, &two] {
        client.apply(vec![parent.clone().or_update().into_mutation()]).await?;
    }
    ensure(client.find::<Cascading>(child.clone()).await?.is_some(), || {
        "`or_update` deleted a child".to_owned()
    })?;

    client.apply(vec![one.or_replace().into_mutation()]).await?;
    same("the child that cascades", &client.find::<Cascading>(child).await?, &None)?;
    let refused = client.apply(vec![two.or_replace().into_mutation()]).await;
    ensure(refused.is_err(), || "a parent with other children was replaced".to_owned())?;
    ensure(client.find::<NoAction>(other).await?.is_some(), || {
        "a child without `cascade` is gone".to_owned()
    })
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Reading {
    #[key(uuid)]
    id: Uuid,
    value: i64,
}

async fn sent_twice<C: Through>(Stage { client, database, dialect, .. }: Stage<'_, C>) -> Result {
    let insert = NewReading { value: 1 }.insert_with(&mut KeySource::new(dialect))?;
    client.apply(vec![insert.to_mutation()]).await?;
    let again = client.apply(vec![insert.to_mutation()]).await;
    ensure(again.is_err_and(|failure| failure.is(Failure::ALREADY_EXISTS)), || {
        "a row was inserted twice".to_owned()
    })?;
    let upsert = insert.clone().or_update();
    client.apply(vec![upsert.to_mutation()]).await?;
    client.apply(vec![upsert.to_mutation()]).await?;
    same(
        "the row",
        &client.find(insert.key().clone()).await?,
        &Some(Reading { id: insert.key().id, value: 1 }),
    )?;
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    let rows = database.query(&format!("SELECT {quote}id{quote} FROM {quote}Reading{quote}"))?;
    same("rows", &rows.len(), &1)
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Step {
    #[key(spread = "few rows")]
    number: i64,
}

async fn deletes<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let steps = (0..12).map(|number| NewStep { number }.insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(steps.collect::<Result<Vec<_>, _>>()?)).await?;
    let number = |number: i64| vec![WireValue::Text(number.to_string())];
    let range = |start, start_closed, end, end_closed| KeyRange {
        start: number(start),
        start_closed,
        end: number(end),
        end_closed,
    };
    client
        .apply(vec![
            Step::delete(StepKey { number: 0 }),
            // Missing rows are not an error.
            Step::delete_all([2, 4, 99].map(|number| StepKey { number })),
            C::Mutation::delete_ranges(
                "Step",
                vec![range(5, false, 7, true), range(8, true, 9, false)],
            ),
        ])
        .await?;
    let mut left = Vec::new();
    for number in 0..12 {
        left.extend(client.find::<Step>(StepKey { number }).await?.map(|step| step.number));
    }
    same("rows that are left", &left, &vec![1, 3, 5, 9, 10, 11])
}

/// A table that is there already is the database's error.
fn schema_is_applied<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let database = emulator.database(dialect)?;
    let schema = Schema::new().table::<Reading>();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let applied = runtime.map_err(|error| error.to_string())?.block_on(async {
        C::apply_schema(emulator, &database, &Schema::new()).await?;
        C::apply_schema(emulator, &database, &schema).await?;
        Ok::<_, Failure>(C::apply_schema(emulator, &database, &schema).await)
    });
    let again = applied.map_err(|failure| failure.to_string())?;
    spanner_keys_tests::readback::check(&database, schema.tables())?;
    match again {
        Err(failure) if failure.text.contains("Reading") => Ok(()),
        other => Err(format!("a second table of the same name: {other:?}")),
    }
}
