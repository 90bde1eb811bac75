//! Columns with a default in the database: left out, or given.

use std::time::SystemTime;

use spanner_keys::row::InsertReturning;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    left_out_or_given: Job,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Job {
    #[key]
    name: String,
    #[column(default = "3")]
    retries: i64,
    #[column(default = "'normal'")]
    priority: Option<String>,
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    created_at: SystemTime,
    payload: String,
}

const PAST: SystemTime = SystemTime::UNIX_EPOCH;

fn rows() -> Vec<NewJob> {
    let job = |name: &str, retries, priority: Option<Option<&str>>, created_at| NewJob {
        name: name.to_owned(),
        retries,
        priority: priority.map(|priority| priority.map(ToOwned::to_owned)),
        created_at,
        payload: format!("payload of {name}"),
    };
    vec![
        job("a", None, None, None),
        job("b", None, None, None),
        job("c", Some(0), None, None),
        job("d", Some(0), Some(Some("high")), Some(PAST)),
        job("e", Some(9), Some(None), Some(PAST)),
        job("f", None, Some(Some("low")), None),
        job("g", None, None, Some(PAST)),
    ]
}

/// Checks a row in the database: the given values, and the defaults for the others.
fn check(new: &NewJob, found: Option<Job>, by: &str) -> Result {
    let found = found.ok_or_else(|| format!("{} by {by} is not there", new.name))?;
    ensure(
        new.created_at.is_some() || found.created_at.elapsed().is_ok_and(|age| age.as_secs() < 60),
        || format!("{}: the default time is {:?}", new.name, found.created_at),
    )?;
    let wanted = Job {
        name: new.name.clone(),
        retries: new.retries.unwrap_or(3),
        priority: new.priority.clone().unwrap_or_else(|| Some("normal".to_owned())),
        created_at: new.created_at.unwrap_or(found.created_at),
        payload: new.payload.clone(),
    };
    same(by, &found, &wanted)
}

async fn left_out_or_given<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);
    let inserts =
        rows().into_iter().map(|new| new.insert_with(&mut keys)).collect::<Result<Vec<_>, _>>()?;
    let all: Vec<JobKey> = inserts.iter().map(|insert| insert.key().clone()).collect();
    client.apply(Insert::into_mutations(inserts)).await?;
    for new in rows() {
        check(&new, client.find(JobKey { name: new.name.clone() }).await?, "mutation")?;
    }
    client.apply(vec![Job::delete_all(all)]).await?;

    let inserts = rows()
        .into_iter()
        .map(|new| new.insert_returning_with(&mut keys))
        .collect::<Result<Vec<_>, _>>()?;
    client.insert_returning(InsertReturning::all(inserts)?).await?;
    for new in rows() {
        check(&new, client.find(JobKey { name: new.name.clone() }).await?, "statement")?;
    }
    Ok(())
}
