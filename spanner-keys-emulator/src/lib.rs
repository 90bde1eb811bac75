//! Google's Cloud Spanner emulator for tests and examples: started on free ports, stopped with the
//! process that uses it, and databases with the schema of your tables.
//!
//! ```no_run
//! use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
//! use spanner_keys_emulator::{Emulator, Error};
//!
//! #[derive(SpannerTable)]
//! struct Customer {
//!     #[key(uuid)]
//!     customer_id: Uuid,
//!     name: String,
//! }
//!
//! # fn main() -> Result<(), Error> {
//! let emulator = Emulator::start()?;
//! let database = emulator.database_of(&tables![Customer], Dialect::GoogleSql)?;
//! // Connect your client: the host is `emulator.grpc_host()`, the database `database.path()`.
//! assert_eq!(database.query("SELECT COUNT(*) FROM Customer")?[0][0], "0");
//! # Ok(())
//! # }
//! ```
//!
//! [`Emulator::start`] uses the emulator at `SPANNER_EMULATOR_HOST`, if that is set (its REST port is
//! `SPANNER_EMULATOR_REST_HOST`, or ten above the gRPC port, as in Google's container). Otherwise it
//! starts the emulator of the Google Cloud CLI (`gcloud components install cloud-spanner-emulator`), or
//! the one in the folder that `SPANNER_KEYS_EMULATOR_BIN` names. That needs a Unix system. However the
//! process ends, the emulator ends with it.
//!
//! A test that cannot find an emulator decides what to do: [`Error::Missing`] is that case, and
//! [`required`] returns whether it should fail.
#![forbid(unsafe_code)]

use std::fmt;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spanner_keys::{Dialect, Schema, SchemaError};

/// The project of every test database.
pub const PROJECT: &str = "spanner-keys";
/// The instance of every test database.
pub const INSTANCE: &str = "keys";

/// Set to `1` where a missing emulator is a failure.
const REQUIRED: &str = "SPANNER_KEYS_REQUIRE_EMULATOR";

/// Starts the emulator and ends it, with whatever it started, when standard input closes, which it
/// does however the test process ends. `kill 0` reaches the process group, which is the keeper's
/// own. The trap comes after the start, because the emulator would inherit it.
const KEEPER: &str = r#""$0" "$@" & trap '' TERM; read -r line; kill 0; wait"#;

/// A running emulator.
#[derive(Debug)]
pub struct Emulator {
    grpc: String,
    rest: String,
    agent: ureq::Agent,
    /// The process that ends the emulator; `None` if it was not started here, or has ended.
    keeper: Mutex<Option<Child>>,
}

/// Why an emulator, or a database on it, could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no emulator, or it does not answer.
    Missing(String),
    /// The emulator refused a call, with this message.
    Refused(String),
    /// The schema has no DDL in the dialect of the database.
    Schema(SchemaError),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(text) | Self::Refused(text) => out.write_str(text),
            Self::Schema(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // `Display` prints the error itself.
            Self::Schema(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

impl From<SchemaError> for Error {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}

/// For tests that fail with a text.
impl From<Error> for String {
    fn from(error: Error) -> Self {
        error.to_string()
    }
}

/// Whether a missing emulator must fail the run: if it is required, or one is named that does not
/// answer.
#[must_use]
pub fn required() -> bool {
    let set = |name| std::env::var(name).is_ok_and(|value| !value.is_empty() && value != "0");
    set(REQUIRED) || set("SPANNER_EMULATOR_HOST")
}

impl Emulator {
    /// The emulator at SPANNER_EMULATOR_HOST, or one that is started here.
    pub fn start() -> Result<Self, Error> {
        if let Ok(grpc) = std::env::var("SPANNER_EMULATOR_HOST")
            && !grpc.is_empty()
        {
            let rest =
                std::env::var("SPANNER_EMULATOR_REST_HOST").or_else(|_| rest_beside(&grpc))?;
            let emulator = Self { grpc, rest, agent: agent(), keeper: Mutex::new(None) };
            emulator.await_instance(Duration::from_secs(10))?;
            return Ok(emulator);
        }
        Self::start_own(&[])
    }

    /// A new emulator, with these additional flags of `gateway_main`.
    pub fn start_own(flags: &[&str]) -> Result<Self, Error> {
        let home = find_binaries()?;
        let mut last = Error::Missing("the emulator was not tried".to_owned());
        // Another process may use the port by now.
        for _ in 0..3 {
            match Self::start_from(&home, flags) {
                Ok(emulator) => return Ok(emulator),
                Err(missing) => last = missing,
            }
        }
        Err(last)
    }

    fn start_from(home: &Path, flags: &[&str]) -> Result<Self, Error> {
        let (grpc, rest) =
            free_ports().map_err(|error| Error::Missing(format!("no free port: {error}")))?;
        let mut keeper = Command::new("sh");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        let keeper = keeper
            .args(["-c", KEEPER])
            .arg(home.join("gateway_main"))
            .args([
                "--hostname",
                "127.0.0.1",
                "--grpc_port",
                &grpc.to_string(),
                "--http_port",
                &rest.to_string(),
            ])
            .arg("--grpc_binary")
            .arg(home.join("emulator_main"))
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Error::Missing(format!("the emulator did not start: {error}")))?;
        let emulator = Self {
            grpc: format!("127.0.0.1:{grpc}"),
            rest: format!("127.0.0.1:{rest}"),
            agent: agent(),
            keeper: Mutex::new(Some(keeper)),
        };
        emulator.await_instance(Duration::from_secs(30))?;
        Ok(emulator)
    }

    /// Host and port for clients that speak gRPC.
    #[must_use]
    pub fn grpc_host(&self) -> &str {
        &self.grpc
    }

    /// Host and port for clients that speak REST, such as the admin clients of Google.
    #[must_use]
    pub fn rest_host(&self) -> &str {
        &self.rest
    }

    /// A new database with these tables, which is deleted when the value is dropped.
    pub fn database_of(
        &self,
        schema: &Schema<'_>,
        dialect: Dialect,
    ) -> Result<Database<'_>, Error> {
        let statements = schema.ddl(dialect)?;
        let database = self.database(dialect)?;
        database.apply(&statements)?;
        Ok(database)
    }

    /// A new, empty database, which is deleted when the value is dropped.
    pub fn database(&self, dialect: Dialect) -> Result<Database<'_>, Error> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let id = format!("t{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let body = match dialect {
            Dialect::GoogleSql => json!({ "createStatement": format!("CREATE DATABASE `{id}`") }),
            Dialect::PostgreSql => json!({
                "createStatement": format!("CREATE DATABASE \"{id}\""),
                "databaseDialect": "POSTGRESQL",
            }),
        };
        let instance = format!("projects/{PROJECT}/instances/{INSTANCE}");
        done(&self.call("POST", &format!("{instance}/databases"), Some(&body))?)?;
        Ok(Database {
            emulator: self,
            path: format!("{instance}/databases/{id}"),
            dialect,
            session: Mutex::new(None),
        })
    }

    /// Waits until the emulator answers, and creates the instance.
    fn await_instance(&self, patience: Duration) -> Result<(), Error> {
        let body = json!({
            "instanceId": INSTANCE,
            "instance": {
                "config": format!("projects/{PROJECT}/instanceConfigs/emulator-config"),
                "displayName": INSTANCE,
                "nodeCount": 1,
            },
        });
        let started = Instant::now();
        loop {
            // If the instance exists already, this is an error, but the list shows the instance.
            let _ = self.call("POST", &format!("projects/{PROJECT}/instances"), Some(&body));
            match self.call("GET", &format!("projects/{PROJECT}/instances"), None) {
                Ok(answer) if answer["instances"].as_array().is_some_and(|all| !all.is_empty()) => {
                    return Ok(());
                }
                Ok(answer) if started.elapsed() > patience => {
                    return Err(Error::Missing(format!(
                        "the emulator at {} created no instance: {answer}",
                        self.rest
                    )));
                }
                Err(error) if started.elapsed() > patience => {
                    return Err(Error::Missing(format!(
                        "the emulator at {} does not answer: {error}",
                        self.rest
                    )));
                }
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// One REST call; an error response becomes its message.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Error> {
        let url = format!("http://{}/v1/{path}", self.rest);
        let answer = match (method, body) {
            ("POST", Some(body)) => self.agent.post(&url).send_json(body),
            ("PATCH", Some(body)) => self.agent.patch(&url).send_json(body),
            ("DELETE", _) => self.agent.delete(&url).call(),
            _ => self.agent.get(&url).call(),
        };
        let failed = |error: &dyn fmt::Display| Error::Missing(format!("{method} {path}: {error}"));
        let mut answer = answer.map_err(|error| failed(&error))?;
        let good = answer.status().is_success();
        let mut text = String::new();
        answer.body_mut().as_reader().read_to_string(&mut text).map_err(|error| failed(&error))?;
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        if good {
            return Ok(value);
        }
        let message = value["message"].as_str();
        Err(Error::Refused(message.map_or_else(|| value.to_string(), ToOwned::to_owned)))
    }
}

impl Emulator {
    /// Ends the emulator's process, if it was started here, and with it all databases: nothing is
    /// kept on disk.
    pub fn end(&self) {
        let keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut keeper) = keeper {
            // A line, or the end of the input, makes the keeper stop the emulator.
            if let Some(mut input) = keeper.stdin.take() {
                let _ = input.write_all(b"\n");
            }
            let _ = keeper.wait();
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.end();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(120)))
        .build()
        .new_agent()
}

/// By default the REST port is ten above the gRPC port.
fn rest_beside(grpc: &str) -> Result<String, Error> {
    let beside = grpc.rsplit_once(':').and_then(|(host, port)| {
        Some(format!("{host}:{}", port.parse::<u16>().ok()?.checked_add(10)?))
    });
    beside.ok_or_else(|| {
        Error::Missing(format!("SPANNER_EMULATOR_HOST is `{grpc}`, which is not host:port"))
    })
}

fn free_ports() -> std::io::Result<(u16, u16)> {
    // Both are held until both are known, so that they differ.
    let (one, two) = (TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?);
    Ok((one.local_addr()?.port(), two.local_addr()?.port()))
}

/// The directory with `gateway_main` and `emulator_main`.
fn find_binaries() -> Result<PathBuf, Error> {
    let complete =
        |home: &Path| home.join("gateway_main").is_file() && home.join("emulator_main").is_file();
    if let Some(home) = std::env::var_os("SPANNER_KEYS_EMULATOR_BIN").map(PathBuf::from) {
        return if complete(&home) {
            Ok(home)
        } else {
            Err(Error::Missing(format!(
                "SPANNER_KEYS_EMULATOR_BIN is {}, which lacks gateway_main or emulator_main",
                home.display()
            )))
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let gcloud = std::env::split_paths(&path)
        .map(|directory| directory.join("gcloud"))
        .find(|file| file.is_file());
    let Some(gcloud) = gcloud else {
        return Err(Error::Missing(
            "neither SPANNER_EMULATOR_HOST nor SPANNER_KEYS_EMULATOR_BIN is set, and gcloud is not on the PATH".to_owned(),
        ));
    };
    let real = gcloud.canonicalize().unwrap_or(gcloud.clone());
    if let Some(home) =
        real.parent().map(|bin| bin.join("cloud_spanner_emulator")).filter(|home| complete(home))
    {
        return Ok(home);
    }
    let output = Command::new(gcloud)
        .args(["info", "--format=value(installation.sdk_root)"])
        .stderr(Stdio::null())
        .output();
    let root = output
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    let home = Path::new(&root).join("bin/cloud_spanner_emulator");
    if !root.is_empty() && complete(&home) {
        return Ok(home);
    }
    Err(Error::Missing("gcloud is here, but not its component cloud-spanner-emulator".to_owned()))
}

/// The result of an operation, which the emulator finishes before it answers.
fn done(operation: &Value) -> Result<(), Error> {
    match operation["error"]["message"].as_str() {
        Some(message) => Err(Error::Refused(message.to_owned())),
        None => Ok(()),
    }
}

/// A database of one test.
#[derive(Debug)]
pub struct Database<'e> {
    emulator: &'e Emulator,
    path: String,
    dialect: Dialect,
    session: Mutex<Option<String>>,
}

impl Database<'_> {
    /// `projects/…/instances/…/databases/…`, as clients name it.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The dialect of the database.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Changes the schema in one call.
    pub fn apply(&self, statements: &[String]) -> Result<(), Error> {
        done(&self.emulator.call(
            "PATCH",
            &format!("{}/ddl", self.path),
            Some(&json!({ "statements": statements })),
        )?)
    }

    /// The schema as the database prints it.
    pub fn ddl(&self) -> Result<Vec<String>, Error> {
        let answer = self.emulator.call("GET", &format!("{}/ddl", self.path), None)?;
        let statements = answer["statements"].as_array().cloned().unwrap_or_default();
        Ok(statements
            .iter()
            .filter_map(|statement| statement.as_str().map(ToOwned::to_owned))
            .collect())
    }

    /// The rows of a query, each value in its wire form.
    pub fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, Error> {
        self.rows("executeSql", &json!({ "sql": sql }))
    }

    /// The rows that a call of the session returns: `executeSql` or `read`, with this body.
    pub fn rows(&self, call: &str, body: &Value) -> Result<Vec<Vec<Value>>, Error> {
        let session = self.session()?;
        let answer = self.emulator.call("POST", &format!("{session}:{call}"), Some(body))?;
        let rows = answer["rows"].as_array().cloned().unwrap_or_default();
        Ok(rows.into_iter().map(|row| row.as_array().cloned().unwrap_or_default()).collect())
    }

    /// A call of the session, and its answer.
    pub fn call(&self, call: &str, body: &Value) -> Result<Value, Error> {
        let session = self.session()?;
        self.emulator.call("POST", &format!("{session}:{call}"), Some(body))
    }

    /// Commits mutations, in order.
    pub fn commit(&self, mutations: &[Value]) -> Result<Value, Error> {
        let session = self.session()?;
        let body = json!({ "singleUseTransaction": { "readWrite": {} }, "mutations": mutations });
        self.emulator.call("POST", &format!("{session}:commit"), Some(&body))
    }

    /// Inserts rows in one commit.
    pub fn insert(&self, table: &str, columns: &[&str], rows: &[Vec<Value>]) -> Result<(), Error> {
        self.commit(&[json!({ "insert": { "table": table, "columns": columns, "values": rows } })])
            .map(|_| ())
    }

    fn session(&self) -> Result<String, Error> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = session.as_ref() {
            return Ok(name.clone());
        }
        let answer =
            self.emulator.call("POST", &format!("{}/sessions", self.path), Some(&json!({})))?;
        let no_session = || Error::Refused(format!("no session: {answer}"));
        let name = answer["name"].as_str().ok_or_else(no_session)?.to_owned();
        *session = Some(name.clone());
        Ok(name)
    }
}

impl Drop for Database<'_> {
    fn drop(&mut self) {
        let _ = self.emulator.call("DELETE", &self.path, None);
    }
}
