//! Runs a plan on a live database. With `live`, the only file that talks to a server.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::time::Duration;

use prost::Message as _;

use gcloud_googleapis::spanner::admin::database::v1::{
    CreateDatabaseRequest, DatabaseDialect, DropDatabaseRequest, GetDatabaseDdlRequest,
    ListDatabaseOperationsRequest, UpdateDatabaseDdlMetadata, UpdateDatabaseDdlRequest,
};
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::{Client, ClientConfig, Error as ClientError};
use gcloud_spanner::statement::Statement;
use spanner_keys::Dialect;
use spanner_keys::migrate::{Plan, Step};

use crate::live::{failed, run};

/// Runs the batches in order. After an error, `migrate` can run again: it compares again, and plans
/// what is left.
pub(crate) fn apply(database: &str, plan: &Plan) -> Result<(), String> {
    run(async {
        let config = AdminClientConfig::default().with_auth().await.map_err(failed)?;
        let admin = AdminClient::new(config).await.map_err(failed)?;
        let last = plan.batches().count();
        for batch in plan.batches() {
            let number = batch[0].batch;
            let label = format!("batch {number} of {last}");
            // A new client for each batch: sessions may know an older schema.
            let config = ClientConfig::default().with_auth().await.map_err(failed)?;
            let client = Client::new(database, config).await.map_err(failed)?;
            let checked = check(&client, batch).await;
            let ran = match checked {
                Err(error) => Err(error),
                Ok(()) if batch[0].is_dml => update(&client, batch, &label).await,
                Ok(()) => change(&admin, database, batch, &label).await,
            };
            client.close().await;
            ran?;
        }
        eprintln!("done");
        Ok(())
    })
}

/// The plan with the copies that this database still needs.
pub(crate) fn with_copies(database: &str, plan: Plan) -> Result<Plan, String> {
    if plan.copies.is_empty() {
        return Ok(plan);
    }
    let queries = plan.copies.iter().flat_map(|step| &step.checks);
    let queries: Vec<String> = queries.map(|check| check.sql.clone()).collect();
    let counts = run(async {
        let config = ClientConfig::default().with_auth().await.map_err(failed)?;
        let client = Client::new(database, config).await.map_err(failed)?;
        let mut counts = HashMap::new();
        for sql in queries {
            let count = count(&client, &sql).await;
            let why = |error| {
                format!("the query for values to copy failed: {error}\nnote: the query is `{sql}`")
            };
            counts.insert(sql.clone(), count.map_err(why)?);
        }
        client.close().await;
        Ok(counts)
    })?;
    plan.with_copies(|sql| Ok(counts.get(sql).is_some_and(|count| *count != 0)))
}

/// The number that a query returns.
async fn count(client: &Client, sql: &str) -> Result<i64, String> {
    let mut single = client.single().await.map_err(|error| error.to_string())?;
    let rows = single.query(Statement::new(sql)).await;
    let mut rows = rows.map_err(|error| error.to_string())?;
    let row = rows.next().await.map_err(|error| error.to_string())?;
    let row = row.ok_or_else(|| "it returned no row".to_owned())?;
    row.column::<i64>(0).map_err(|error| error.to_string())
}

async fn check(client: &Client, batch: &[Step]) -> Result<(), String> {
    for check in batch.iter().flat_map(|step| &step.checks) {
        let stopped = |error: String| {
            format!(
                "the query before batch {} failed: {error}\nnote: it finds {}\nnote: the query is `{}`",
                batch[0].batch, check.why, check.sql
            )
        };
        let count = count(client, &check.sql).await.map_err(stopped)?;
        if count != 0 {
            let before = match batch[0].batch {
                1 => "nothing is applied",
                _ => "earlier batches are applied",
            };
            return Err(format!(
                "batch {} would fail: {} ({count} found)\nnote: found by `{}`\nnote: {before}; run `migrate` again after the change",
                batch[0].batch, check.why, check.sql
            ));
        }
    }
    Ok(())
}

async fn update(client: &Client, batch: &[Step], label: &str) -> Result<(), String> {
    for step in batch {
        let mut rows = client.partitioned_update(Statement::new(&step.sql)).await;
        // The emulator reads partitioned DML as GoogleSQL, also in a PostgreSQL database.
        if rows.is_err() && env::var_os("SPANNER_EMULATOR_HOST").is_some() {
            rows = in_transaction(client, &step.sql).await;
            // It has one transaction at a time, and ends that of a killed process after some attempts.
            for _ in 0..50 {
                if !rows.as_ref().is_err_and(|error| error.to_string().contains("aborted")) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
                rows = in_transaction(client, &step.sql).await;
            }
        }
        let rows = rows.map_err(|error| again(&step.sql, &error.to_string()))?;
        eprintln!("{label}: at least {rows} rows updated");
    }
    Ok(())
}

async fn in_transaction(client: &Client, sql: &str) -> Result<i64, ClientError> {
    let update = client.read_write_transaction(|tx| {
        let statement = Statement::new(sql);
        Box::pin(async move { Ok::<_, ClientError>(tx.update(statement).await?) })
    });
    Ok(update.await?.1)
}

/// The start of the ids of our schema updates.
const OPERATION: &str = "spanner_keys_";

/// One schema update, with an id under which a lost answer can be found.
async fn change(
    admin: &AdminClient,
    database: &str,
    batch: &[Step],
    label: &str,
) -> Result<(), String> {
    let statements: Vec<String> = batch.iter().map(|step| step.sql.clone()).collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let id = format!("{OPERATION}{}_{}", now.unwrap_or_default().as_millis(), batch[0].batch);
    let plural = if statements.len() == 1 { "" } else { "s" };
    eprintln!("{label}: {} statement{plural}, operation {id}", statements.len());
    let request = UpdateDatabaseDdlRequest {
        database: database.to_owned(),
        statements: statements.clone(),
        operation_id: id.clone(),
        ..UpdateDatabaseDdlRequest::default()
    };
    let text = statements.join(";\n");
    let mut operation = match admin.database().update_database_ddl(request, None).await {
        Ok(operation) => operation,
        // The answer may be lost, and the update may run.
        Err(error) => {
            return if wait(admin, database, &id).await {
                Ok(())
            } else {
                Err(again(&text, error.message()))
            };
        }
    };
    let (mut pause, mut shown) = (Duration::from_millis(100), String::new());
    loop {
        operation.poll().await.map_err(|error| again(&text, error.message()))?;
        if operation.done() {
            return Ok(());
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(10));
        if let Some(running) = running(admin, database).await.iter().find(|one| one.is(&id)) {
            running.show(&mut shown);
        }
    }
}

/// A schema update that is not complete.
struct Running {
    name: String,
    metadata: UpdateDatabaseDdlMetadata,
}

impl Running {
    fn is(&self, id: &str) -> bool {
        self.name.rsplit('/').next() == Some(id)
    }

    /// Prints how far it is, if that has changed.
    fn show(&self, shown: &mut String) {
        let progress = progress(&self.metadata);
        if progress != *shown {
            eprintln!("  {progress}");
            *shown = progress;
        }
    }
}

/// How far a schema update is: `2 of 3 statements done; CREATE INDEX ByDay: 40 %`.
fn progress(metadata: &UpdateDatabaseDdlMetadata) -> String {
    let all = metadata.statements.len();
    let done = metadata.commit_timestamps.len().min(all);
    let mut text = format!("{done} of {all} statements done");
    if let (Some(sql), Some(progress)) =
        (metadata.statements.get(done), metadata.progress.get(done))
    {
        let start: String = sql.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        let _ = write!(text, "; {start}: {} %", progress.progress_percent);
    }
    if metadata.throttled {
        text.push_str("; throttled: the database makes few schema changes at once");
    }
    text
}

/// The schema updates of a database that are not complete. The emulator has none: it answers when
/// an update is complete.
async fn running(admin: &AdminClient, database: &str) -> Vec<Running> {
    let parent = database.split("/databases/").next().unwrap_or_default().to_owned();
    let kind = "type.googleapis.com/google.spanner.admin.database.v1.UpdateDatabaseDdlMetadata";
    let filter =
        format!("(metadata.@type={kind}) AND (metadata.database:{database}) AND (done:false)");
    let request = ListDatabaseOperationsRequest {
        parent,
        filter,
        ..ListDatabaseOperationsRequest::default()
    };
    // Progress is not worth a failure.
    let list = admin.database().list_database_operations(request, None).await.unwrap_or_default();
    list.into_iter()
        .filter(|operation| !operation.done)
        .filter_map(|operation| {
            let bytes = operation.metadata?.value;
            let metadata = UpdateDatabaseDdlMetadata::decode(bytes.as_slice()).ok()?;
            (metadata.database == database).then_some(Running { name: operation.name, metadata })
        })
        .collect()
}

/// Waits for the schema updates whose ids start like this. Returns whether there was one.
async fn wait(admin: &AdminClient, database: &str, id: &str) -> bool {
    let (mut found, mut shown) = (false, String::new());
    loop {
        let all = running(admin, database).await;
        let ours =
            |one: &&Running| one.name.rsplit('/').next().is_some_and(|name| name.starts_with(id));
        let Some(one) = all.iter().find(ours) else { return found };
        if !found {
            eprintln!("waiting for the schema update {}, which an earlier run started", one.name);
            found = true;
        }
        one.show(&mut shown);
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Waits for what an earlier run started and did not see to its end, so that the plan begins with
/// what the database will have.
pub(crate) fn settle(database: &str) -> Result<(), String> {
    run(async {
        let config = AdminClientConfig::default().with_auth().await.map_err(failed)?;
        let admin = AdminClient::new(config).await.map_err(failed)?;
        wait(&admin, database, OPERATION).await;
        Ok(())
    })
}

fn again(sql: &str, error: &str) -> String {
    format!(
        "the database refused: {error}\nnote: in {sql}\nhelp: earlier statements are applied; correct the cause and run `migrate` again, it plans what is left"
    )
}

/// What scratch databases in the emulator print for each list of statements.
pub(crate) fn judged(
    schemas: &[Vec<String>; 2],
    dialect: Dialect,
) -> Result<[Vec<String>; 2], String> {
    if env::var_os("SPANNER_EMULATOR_HOST").is_none() {
        return Err("`--judge emulator` needs the emulator\nhelp: start it with `gcloud emulators spanner start`, and set SPANNER_EMULATOR_HOST".to_owned());
    }
    run(async {
        let config = AdminClientConfig::default().with_auth().await.map_err(failed)?;
        let admin = AdminClient::new(config).await.map_err(failed)?;
        let parent = judge_instance(&admin).await?;
        let mut printed = [Vec::new(), Vec::new()];
        for (at, statements) in schemas.iter().enumerate() {
            let name = format!("judge_{}_{at}", std::process::id());
            let (quote, kind) = match dialect {
                Dialect::GoogleSql => ('`', DatabaseDialect::GoogleStandardSql),
                Dialect::PostgreSql => ('"', DatabaseDialect::Postgresql),
            };
            let request = CreateDatabaseRequest {
                parent: parent.clone(),
                create_statement: format!("CREATE DATABASE {quote}{name}{quote}"),
                database_dialect: kind.into(),
                ..CreateDatabaseRequest::default()
            };
            let created = admin.database().create_database(request, None).await;
            created.map_err(failed)?.wait(None).await.map_err(failed)?;
            let database = format!("{parent}/databases/{name}");
            let answer = judge_one(&admin, &database, statements).await;
            let request = DropDatabaseRequest { database };
            admin.database().drop_database(request, None).await.map_err(failed)?;
            printed[at] = answer?;
        }
        Ok(printed)
    })
}

async fn judge_one(
    admin: &AdminClient,
    database: &str,
    statements: &[String],
) -> Result<Vec<String>, String> {
    if !statements.is_empty() {
        let request = UpdateDatabaseDdlRequest {
            database: database.to_owned(),
            statements: statements.to_vec(),
            ..UpdateDatabaseDdlRequest::default()
        };
        let refused =
            |error: &str| format!("the emulator refuses the schema, so it cannot judge: {error}");
        let started = admin.database().update_database_ddl(request, None).await;
        let mut operation = started.map_err(|error| refused(error.message()))?;
        operation.wait(None).await.map_err(|error| refused(error.message()))?;
    }
    let request = GetDatabaseDdlRequest { database: database.to_owned() };
    let ddl = admin.database().get_database_ddl(request, None).await.map_err(failed)?;
    Ok(ddl.into_inner().statements)
}

/// An instance of the emulator for scratch databases.
async fn judge_instance(admin: &AdminClient) -> Result<String, String> {
    use gcloud_googleapis::spanner::admin::instance::v1::{CreateInstanceRequest, Instance};
    let project = "projects/spanner-keys-judge";
    let name = format!("{project}/instances/judge");
    let request = CreateInstanceRequest {
        parent: project.to_owned(),
        instance_id: "judge".to_owned(),
        instance: Some(Instance {
            name: name.clone(),
            config: format!("{project}/instanceConfigs/emulator-config"),
            display_name: "judge".to_owned(),
            node_count: 1,
            ..Instance::default()
        }),
    };
    // It may exist from an earlier run.
    if let Ok(mut operation) = admin.instance().create_instance(request, None).await {
        let _ = operation.wait(None).await;
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::{Running, progress};
    use gcloud_googleapis::spanner::admin::database::v1::{
        OperationProgress, UpdateDatabaseDdlMetadata,
    };

    #[test]
    fn progress_is_that_of_the_statement_that_runs() {
        let mut metadata = UpdateDatabaseDdlMetadata {
            statements: vec![
                "CREATE INDEX ByDay ON Orders (Day)".to_owned(),
                "CREATE INDEX ByNote ON Orders (Note)".to_owned(),
            ],
            progress: [100, 40]
                .map(|percent| OperationProgress {
                    progress_percent: percent,
                    ..OperationProgress::default()
                })
                .to_vec(),
            ..UpdateDatabaseDdlMetadata::default()
        };
        assert_eq!(progress(&metadata), "0 of 2 statements done; CREATE INDEX ByDay: 100 %");
        metadata.commit_timestamps.resize_with(1, Default::default);
        assert_eq!(progress(&metadata), "1 of 2 statements done; CREATE INDEX ByNote: 40 %");
        metadata.commit_timestamps.resize_with(2, Default::default);
        metadata.throttled = true;
        let throttled =
            "2 of 2 statements done; throttled: the database makes few schema changes at once";
        assert_eq!(progress(&metadata), throttled);
        let name = "projects/p/instances/i/databases/d/operations/spanner_keys_1_2".to_owned();
        let running = Running { name, metadata };
        assert!(running.is("spanner_keys_1_2") && !running.is("spanner_keys_1"));
    }
}
