//! Runs a plan on a live database. With `live`, the only file that talks to a server.

use std::env;
use std::time::Duration;

use gcloud_googleapis::spanner::admin::database::v1::{
    CreateDatabaseRequest, DatabaseDialect, DropDatabaseRequest, GetDatabaseDdlRequest,
    UpdateDatabaseDdlRequest,
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

async fn check(client: &Client, batch: &[Step]) -> Result<(), String> {
    for check in batch.iter().flat_map(|step| &step.checks) {
        let mut single = client.single().await.map_err(failed)?;
        let mut rows = single.query(Statement::new(&check.sql)).await.map_err(failed)?;
        let row = rows.next().await.map_err(failed)?;
        let count = row.and_then(|row| row.column::<i64>(0).ok()).unwrap_or_default();
        if count != 0 {
            return Err(format!(
                "batch {} would fail for {count} rows or values: {}\nnote: found by `{}`\nnote: earlier batches are applied; run `migrate` again after the change",
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

/// One schema update, with an id under which a lost answer can be found.
async fn change(
    admin: &AdminClient,
    database: &str,
    batch: &[Step],
    label: &str,
) -> Result<(), String> {
    let statements: Vec<String> = batch.iter().map(|step| step.sql.clone()).collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let operation_id =
        format!("spanner_keys_{}_{}", now.unwrap_or_default().as_millis(), batch[0].batch);
    eprintln!("{label}: {} statements, operation {operation_id}", statements.len());
    let request = UpdateDatabaseDdlRequest {
        database: database.to_owned(),
        statements: statements.clone(),
        operation_id,
        ..UpdateDatabaseDdlRequest::default()
    };
    let text = statements.join(";\n");
    let started = admin.database().update_database_ddl(request, None).await;
    let mut operation = started.map_err(|error| again(&text, error.message()))?;
    let mut pause = Duration::from_millis(100);
    loop {
        operation.poll().await.map_err(|error| again(&text, error.message()))?;
        if operation.done() {
            return Ok(());
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(10));
    }
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
