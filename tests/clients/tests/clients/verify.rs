//! `Schema::verify` with the DDL that each client reads: the database is what the structs describe.

use gcloud_gax::conn::Environment;
use gcloud_googleapis::spanner::admin::database::v1::GetDatabaseDdlRequest;
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use spanner_keys::SpannerColumn;
use spanner_keys::migrate::MigrateError;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![the_database_is_what_the_structs_describe,];

/// The statements of a database, through a client.
trait LiveDdl {
    async fn ddl(emulator: &Emulator, database: &str) -> Result<Vec<String>>;
}

impl LiveDdl for Gcloud {
    async fn ddl(emulator: &Emulator, database: &str) -> Result<Vec<String>> {
        let environment = Environment::Emulator(emulator.grpc_host().to_owned());
        let config = AdminClientConfig { environment, ..AdminClientConfig::default() };
        let admin = AdminClient::new(config).await.map_err(|error| error.to_string())?;
        let request = GetDatabaseDdlRequest { database: database.to_owned() };
        let ddl = admin.database().get_database_ddl(request, None).await;
        Ok(ddl.map_err(|error| error.to_string())?.into_inner().statements)
    }
}

impl LiveDdl for Google {
    async fn ddl(emulator: &Emulator, database: &str) -> Result<Vec<String>> {
        let admin = Google::admin(emulator).await?;
        Ok(admin.get_database_ddl().set_database(database).send().await?.statements)
    }
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(TicketByTitle, columns(title))]
struct Ticket {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 200)]
    title: String,
    #[column(length = 10, default = "'Open'", check_values)]
    status: Status,
    #[column(length = 200, generated = "LOWER({title})")]
    folded: String,
}

fn the_database_is_what_the_structs_describe<C: LiveDdl>(
    emulator: &Emulator,
    dialect: Dialect,
) -> Result<(), String> {
    let schema = Schema::new().table::<Ticket>();
    let database = emulator.database(dialect)?;
    database.apply(&schema.ddl(dialect).map_err(|error| error.to_string())?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let live = || {
        let ddl = runtime.block_on(C::ddl(emulator, database.path()));
        ddl.map_err(|error| error.to_string())
    };
    schema.verify(&live()?, dialect).map_err(|error| error.to_string())?;
    // What the structs do not know is found.
    let add = match dialect {
        Dialect::GoogleSql => "ALTER TABLE Ticket ADD COLUMN extra INT64",
        Dialect::PostgreSql => "ALTER TABLE \"Ticket\" ADD COLUMN extra bigint",
    };
    database.apply(&[add.to_owned()])?;
    match schema.verify(&live()?, dialect) {
        Err(MigrateError::Differs(found)) if found.len() == 1 && found[0].name == "extra" => Ok(()),
        other => Err(format!("expected one difference: {other:?}")),
    }
}
