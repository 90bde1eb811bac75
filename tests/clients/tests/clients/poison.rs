//! Rows that cannot be read, such as those of a newer release: each is one error of the stream, and
//! the others are still read.

use spanner_keys::{SpannerColumn, sql};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    unreadable_rows_are_errors_of_their_own: Task,
    unknown_variants_are_kept: LaterJob,
];

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
enum Status {
    Open,
    Done,
}

/// The table as this release knows it.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Tasks")]
#[index(TasksByRank, columns(shard, rank))]
struct OldTask {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    project: String,
    #[key]
    number: i64,
    rank: i64,
    status: Status,
    note: String,
}

/// The same table as a newer release knows it.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Tasks")]
#[index(TasksByRank, columns(shard, rank))]
struct Task {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    project: String,
    #[key]
    number: i64,
    rank: i64,
    status: String,
    note: Option<String>,
}

async fn unreadable_rows_are_errors_of_their_own<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let secret = "x".repeat(1000);
    let task = |number: i64| NewTask {
        project: "apollo".to_owned(),
        number,
        rank: 100 - number,
        status: match number % 5 {
            0 => "Open".to_owned(),
            3 => format!("Waiting {secret}"),
            _ => "Done".to_owned(),
        },
        note: (number % 7 > 0).then(|| secret.clone()),
    };
    let tasks = (0..60).map(|number| task(number).insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(tasks.collect::<Result<Vec<_>, _>>()?)).await?;
    let is_poison = |number: i64| number % 5 == 3 || number % 7 == 0;
    for (scan, numbers) in [
        (OldTask::scan().untyped().page(5), (0..60).collect::<Vec<i64>>()),
        (OldTask::scan().index("TasksByRank").page(4).dialect(dialect), (0..60).rev().collect()),
        (OldTask::scan().untyped().page(7).dialect(dialect).reverse(), (0..60).rev().collect()),
    ] {
        let items = client.scan_items(scan).await;
        same("items", &items.len(), &60)?;
        for (item, number) in items.into_iter().zip(numbers) {
            let failure = match item {
                Ok(task) => {
                    ensure(task.number == number && !is_poison(number), || format!("{task:?}"))?;
                    continue;
                }
                Err(failure) => failure.text,
            };
            let column = if number % 5 == 3 { "status" } else { "note" };
            for part in
                [format!("`{column}`"), "`Tasks`".to_owned(), format!(", apollo, {number})")]
            {
                ensure(failure.contains(&part), || format!("no {part} in {failure}"))?;
            }
            ensure(is_poison(number) && failure.len() < 200, || failure)?;
        }
    }
    let key = |number| OldTaskKey { project: "apollo".to_owned(), number };
    let failure = client.find_many::<OldTask>(vec![key(1), key(8)]).await.err();
    let text = failure.map(|failure| failure.text).unwrap_or_default();
    ensure(text.contains("`status` of table `Tasks`") && text.contains(", apollo, 8)"), || text)?;

    // Your own SQL, whose rows have no key.
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    let text = format!("SELECT * FROM {quote}Tasks{quote} ORDER BY {quote}number{quote}");
    let items = client.select_items::<OldTask>(sql(text).dialect(dialect)).await;
    same("items of a query", &items.len(), &60)?;
    for (item, number) in items.into_iter().zip(0..) {
        let is_right = match &item {
            Ok(task) => task.number == number && !is_poison(number),
            Err(failure) => is_poison(number) && failure.text.contains("of table `Tasks`"),
        };
        ensure(is_right, || format!("row {number}: {item:?}"))?;
    }
    Ok(())
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(rename_all = "snake_case")]
enum State {
    Open,
    InReview,
    #[column(other)]
    Other(String),
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(storage = integer)]
#[repr(i64)]
enum Rank {
    Low = 1,
    High = 2,
    #[column(other)]
    Other(i64),
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Jobs")]
struct Job {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    state: State,
    #[key]
    number: i64,
    rank: Rank,
    ranks: Vec<Option<Rank>>,
    note: String,
}

/// As a newer release knows it.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Jobs")]
struct LaterJob {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    state: String,
    #[key]
    number: i64,
    rank: i64,
    ranks: Vec<Option<i64>>,
    note: String,
}

async fn unknown_variants_are_kept<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let new = |state: &str, number, rank| NewLaterJob {
        state: state.to_owned(),
        number,
        rank,
        ranks: vec![Some(rank), None, Some(2)],
        note: String::new(),
    };
    let rows = [new("in_review", 1, 1), new("blocked", 2, 77), new("Open", 3, i64::MIN)];
    let rows = rows.into_iter().map(|row| row.insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(rows.collect::<Result<Vec<_>, _>>()?)).await?;
    let before: Vec<LaterJob> = client.scan(LaterJob::scan()).await?;

    let jobs: Vec<Job> = client.scan(Job::scan()).await?;
    let states: Vec<_> = jobs.iter().map(|job| (job.state.clone(), job.rank.clone())).collect();
    let other = |state: &str| State::Other(state.to_owned());
    let wanted = vec![
        (other("Open"), Rank::Other(i64::MIN)),
        (other("blocked"), Rank::Other(77)),
        (State::InReview, Rank::Low),
    ];
    same("states", &states, &wanted)?;
    for job in jobs {
        // Also found by a key with an unknown value, and written back unchanged.
        same("by key", &client.find::<Job>(job.key()).await?, &Some(job.clone()))?;
        client.apply(vec![job.update_for(dialect)?.into_mutation()]).await?;
    }
    same("rows after the update", &client.scan(LaterJob::scan()).await?, &before)?;

    // A known value in the unknown variant would be read as another variant.
    let row = Job {
        shard: 0,
        state: State::Open,
        number: 9,
        rank: Rank::Other(2),
        ranks: vec![],
        note: String::new(),
    };
    let refused = row.clone().update_for(dialect).err().map(|error| error.to_string());
    let text = "column `rank` of table `Jobs` keeps `2` as an unknown value, but it is that of another variant";
    same("a known number", &refused.as_deref(), &Some(text))?;
    let row = Job { state: other("open"), rank: Rank::High, ..row };
    ensure(row.update_for(dialect).is_err(), || "a known text is accepted".to_owned())
}
