//! A live database: its DDL, samples of its keys, and its statistics. It only reads;
//! `apply` writes.

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use gcloud_googleapis::spanner::admin::database::v1::{
    DatabaseDialect, GetDatabaseDdlRequest, GetDatabaseRequest,
};
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::{Client, ClientConfig};
use gcloud_spanner::statement::Statement;
use gcloud_spanner::value::TimestampBound;
use indicatif::{ProgressBar, ProgressStyle};
use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, CatalogTable, ObjectName};
use spanner_keys::schema::Scalar;

use crate::audit::{Finding, find};
use crate::observe::{self, Sample, Wanted};

/// Rows at each end of a table.
const ROWS: usize = 500;
/// How old the rows may be, so that no write waits for the audit.
const STALENESS: Duration = Duration::from_secs(15);

/// `spanner://project/instance/database` as the API names it.
pub(crate) fn database(source: &str) -> Result<String, String> {
    let path = source.trim_start_matches("spanner://");
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        [project, instance, database] if parts.iter().all(|part| !part.is_empty()) => {
            Ok(format!("projects/{project}/instances/{instance}/databases/{database}"))
        }
        _ => Err(format!(
            "`{source}` is not a database\nhelp: write `spanner://project/instance/database`"
        )),
    }
}

pub(crate) fn run<T>(future: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| format!("cannot start: {error}"))?.block_on(future)
}

pub(crate) fn failed(error: impl std::fmt::Display) -> String {
    let error = error.to_string();
    let help = if error.to_lowercase().replace(' ', "").contains("notfound") {
        "check the names in `spanner://project/instance/database`".to_owned()
    } else if let Ok(host) = std::env::var("SPANNER_EMULATOR_HOST") {
        format!("start the emulator at {host}, or unset SPANNER_EMULATOR_HOST")
    } else {
        "log in with `gcloud auth application-default login`, or pipe the DDL: `gcloud spanner databases ddl describe DB --instance I | cargo spanner-keys audit -`".to_owned()
    };
    format!("cannot read the database: {error}\nhelp: {help}")
}

/// The dialect, if the server names it, and the statements of a database.
pub(crate) fn ddl(database: &str) -> Result<(Option<Dialect>, Vec<String>), String> {
    run(async {
        let config = AdminClientConfig::default().with_auth().await.map_err(failed)?;
        let admin = AdminClient::new(config).await.map_err(failed)?;
        let request = GetDatabaseRequest { name: database.to_owned() };
        let found =
            admin.database().get_database(request, None).await.map_err(failed)?.into_inner();
        let request = GetDatabaseDdlRequest { database: database.to_owned() };
        let ddl =
            admin.database().get_database_ddl(request, None).await.map_err(failed)?.into_inner();
        let dialect = match DatabaseDialect::try_from(found.database_dialect) {
            Ok(DatabaseDialect::Postgresql) => Some(Dialect::PostgreSql),
            Ok(DatabaseDialect::GoogleStandardSql) => Some(Dialect::GoogleSql),
            _ => None,
        };
        Ok((dialect, ddl.statements))
    })
}

/// Gives constraints without a name in the DDL the names that the database has for them.
pub(crate) fn name_constraints(database: &str, catalog: &mut Catalog) -> Result<(), String> {
    const CHECKS: &str = "SELECT t.table_schema, t.table_name, c.constraint_name, c.check_clause \
        FROM information_schema.check_constraints AS c JOIN information_schema.table_constraints AS t \
        ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name \
        WHERE t.constraint_type = 'CHECK' ORDER BY c.constraint_name";
    const KEYS: &str = "SELECT k.table_schema, k.table_name, k.constraint_name, k.column_name, \
        o.table_schema, o.table_name FROM information_schema.key_column_usage AS k \
        JOIN information_schema.referential_constraints AS r \
        ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name \
        JOIN information_schema.key_column_usage AS o ON o.constraint_schema = r.unique_constraint_schema \
        AND o.constraint_name = r.unique_constraint_name AND o.ordinal_position = 1 \
        ORDER BY k.table_schema, k.constraint_name, k.ordinal_position";
    let (checks, keys) = run(async {
        let config = ClientConfig::default().with_auth().await.map_err(failed)?;
        let client = Client::new(database, config).await.map_err(failed)?;
        let checks = rows::<4>(&client, CHECKS).await.map_err(failed)?;
        let keys = rows::<6>(&client, KEYS).await.map_err(failed)?;
        client.close().await;
        Ok((checks, keys))
    })?;
    let object = |schema: &str, name: &str| ObjectName {
        schema: Some(schema).filter(|schema| !["", "public"].contains(schema)).map(str::to_owned),
        name: name.to_owned(),
    };
    for [schema, table, name, condition] in checks {
        catalog.name_check(&object(&schema, &table), &name, &condition);
    }
    for key in keys.chunk_by(|one, two| one[0] == two[0] && one[2] == two[2]) {
        let columns: Vec<String> = key.iter().map(|row| row[3].clone()).collect();
        let [schema, table, name, _, other_schema, other] = &key[0];
        let other = object(other_schema, other);
        catalog.name_foreign_key(&object(schema, table), name, &columns, &other);
    }
    Ok(())
}

/// The rows of a query for texts.
async fn rows<const N: usize>(client: &Client, sql: &str) -> Result<Vec<[String; N]>, Failure> {
    let mut transaction = client.single().await?;
    let mut rows = transaction.query(Statement::new(sql)).await?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().await? {
        let mut texts = [const { String::new() }; N];
        for (at, text) in texts.iter_mut().enumerate() {
            *text = row.column(at)?;
        }
        found.push(texts);
    }
    Ok(found)
}

/// Settles findings with samples and statistics of the database.
pub(crate) fn observe(
    database: &str,
    catalog: &Catalog,
    findings: &mut Vec<Finding>,
) -> Result<(), String> {
    let wanted = observe::wanted(findings, catalog);
    let (samples, writes, splits) = run(async {
        let config = ClientConfig::default().with_auth().await.map_err(failed)?;
        let client = Client::new(database, config).await.map_err(failed)?;
        let bar = ProgressBar::new(u64::try_from(wanted.len()).unwrap_or_default());
        if let Ok(style) = ProgressStyle::with_template("sampling {bar:30} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        let mut samples: HashMap<Wanted, Sample> = HashMap::new();
        for column in wanted {
            bar.set_message(column.table.clone());
            if let Some(table) = find(catalog, &column.table) {
                let mut sample = Sample::new();
                for sql in queries(catalog.dialect(), table, &column.column) {
                    sample.extend(texts(&client, &sql).await.map_err(failed)?);
                    // The other end of a small table has the same rows.
                    if sample.len() < ROWS {
                        break;
                    }
                }
                samples.insert(column, sample);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        // Databases without statistics, such as the emulator's, have no such tables.
        let writes = writes(&client).await.unwrap_or_default();
        let splits = splits(&client).await.unwrap_or_default();
        client.close().await;
        Ok((samples, writes, splits))
    })?;
    observe::settle(findings, &samples, catalog);
    observe::rank(findings, &writes);
    observe::hot_splits(findings, &splits);
    Ok(())
}

/// Queries for the values of a column at both ends of a table: bounded, whatever its size.
fn queries(dialect: Dialect, table: &CatalogTable, column: &str) -> Vec<String> {
    let quote = |name: &str| match dialect {
        Dialect::GoogleSql => format!("`{name}`"),
        Dialect::PostgreSql => format!("\"{name}\""),
    };
    let bytes = table.column(column).is_some_and(|column| column.ty.scalar == Scalar::Binary);
    let value = match (dialect, bytes) {
        (Dialect::GoogleSql, true) => format!("TO_HEX({})", quote(column)),
        (Dialect::GoogleSql, false) => format!("CAST({} AS STRING)", quote(column)),
        // PostgreSQL has no text of bytes.
        (Dialect::PostgreSql, true) => return Vec::new(),
        (Dialect::PostgreSql, false) => format!("{}::text", quote(column)),
    };
    let path = table.name.schema.iter().chain([&table.name.name]).map(|name| quote(name));
    let path = path.collect::<Vec<_>>().join(".");
    let order = |reversed: bool| {
        let parts = table.key.iter().flatten().map(|part| {
            let descending = part.descending != reversed;
            quote(&part.name) + if descending { " DESC" } else { "" }
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    let ends = if table.key.iter().flatten().next().is_some() {
        vec![format!(" ORDER BY {}", order(false)), format!(" ORDER BY {}", order(true))]
    } else {
        vec![String::new()]
    };
    ends.iter()
        .map(|order| {
            format!(
                "SELECT {value} FROM {path} WHERE {} IS NOT NULL{order} LIMIT {ROWS}",
                quote(column)
            )
        })
        .collect()
}

type Failure = Box<dyn std::error::Error>;

/// The first column of a query.
async fn texts(client: &Client, sql: &str) -> Result<Vec<String>, Failure> {
    let mut transaction =
        client.single_with_timestamp_bound(TimestampBound::max_staleness(STALENESS)).await?;
    let mut rows = transaction.query(Statement::new(sql)).await?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().await? {
        found.push(row.column::<String>(0)?);
    }
    Ok(found)
}

/// Writes of each table in the last full hour.
async fn writes(client: &Client) -> Result<HashMap<String, i64>, Failure> {
    const SQL: &str = "SELECT table_name, write_count FROM spanner_sys.table_operations_stats_hour \
        WHERE interval_end = (SELECT MAX(interval_end) FROM spanner_sys.table_operations_stats_hour)";
    let mut transaction = client.single().await?;
    let mut rows = transaction.query(Statement::new(SQL)).await?;
    let mut found = HashMap::new();
    while let Some(row) = rows.next().await? {
        found.insert(row.column::<String>(0)?, row.column::<i64>(1)?);
    }
    Ok(found)
}

/// Busy splits: their tables, their score, and why they could not be split.
async fn splits(client: &Client) -> Result<Vec<(Vec<String>, i64, Vec<String>)>, Failure> {
    const SQL: &str = "SELECT affected_tables, cpu_usage_score, unsplittable_reasons \
        FROM spanner_sys.split_stats_top_hour WHERE cpu_usage_score >= 50 ORDER BY interval_end DESC LIMIT 100";
    let mut transaction = client.single().await?;
    let mut rows = transaction.query(Statement::new(SQL)).await?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().await? {
        found.push((
            row.column::<Vec<String>>(0)?,
            row.column::<i64>(1)?,
            row.column::<Vec<String>>(2)?,
        ));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::database;

    #[test]
    fn databases_have_three_parts() {
        assert_eq!(
            database("spanner://p/i/d").as_deref(),
            Ok("projects/p/instances/i/databases/d")
        );
        for wrong in ["spanner://", "spanner://p/i", "spanner://p/i/d/x", "spanner://p//d"] {
            assert!(database(wrong).is_err(), "{wrong}");
        }
    }
}
