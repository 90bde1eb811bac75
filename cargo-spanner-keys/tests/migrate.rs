//! `diff` and `migrate`: their output, exit codes and files, and a plan that is applied to the
//! emulator. Without an emulator, that test reports that it did not run and passes.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};
use spanner_keys::Dialect;

const OLD: &str = "CREATE TABLE Orders (Id STRING(36) NOT NULL, Note STRING(20)) PRIMARY KEY (Id);";
const NEW: &str = "CREATE TABLE Orders (Id STRING(36) NOT NULL, Total INT64) PRIMARY KEY (Id);";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("spanner-keys-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str], host: Option<&str>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"));
    command.args(arguments);
    if let Some(host) = host {
        command.env("SPANNER_EMULATOR_HOST", host);
    }
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn differences_and_exit_codes() {
    let folder = Folder::new("diff");
    let (old, new) = (folder.file("old.sql", OLD), folder.file("new.sql", NEW));
    let (code, out, _) = run(&["diff", &old, &new], None);
    assert_eq!(code, 0);
    assert!(out.contains("added column `Orders.Total`: `Total` INT64"), "{out}");
    assert_eq!(run(&["diff", &old, &new, "--check"], None).0, 1);
    assert_eq!(run(&["diff", &old, &old, "--check"], None).0, 0);
    let (_, out, _) = run(&["diff", &old, &new, "--format", "json"], None);
    let list: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(list[1]["change"], json!("dropped"));
    let broken = folder.file("broken.sql", "CREATE TABLE T (;");
    let (code, _, error) = run(&["diff", &old, &broken], None);
    assert_eq!(code, 2, "{error}");
}

#[test]
fn drops_need_a_name_and_files_are_numbered() {
    let folder = Folder::new("out");
    let new = folder.file("new.sql", NEW);
    let migrations = Folder::new("migrations");
    migrations.file("000001_init.sql", OLD);
    let path = migrations.0.to_str().unwrap();
    let (code, out, _) = run(&["migrate", &new, "--from", path, "--out", path], None);
    assert_eq!(code, 3);
    assert!(out.contains("--allow drop-column:Orders.Note"), "{out}");
    assert_eq!(names(&migrations.0), ["000001_init.sql"]);
    let allow = ["--allow", "drop-column:Orders.Note"];
    let arguments = ["migrate", &new, "--from", path, allow[0], allow[1]];
    assert_eq!(run(&[&arguments[..], &["--check"]].concat(), None).0, 1);
    let (code, _, error) = run(&[&arguments[..], &["--out", path]].concat(), None);
    assert_eq!(code, 0, "{error}");
    assert_eq!(names(&migrations.0)[1], "000002_alter_table_orders_add_column.sql");
    // The folder is the new schema now.
    assert_eq!(run(&["migrate", &new, "--from", path, "--check"], None).0, 0);
    assert_eq!(run(&["migrate", &new, "--from", path, "--apply", "--yes"], None).0, 2);
    assert_eq!(run(&["migrate", &new, "--from", path, "--allow", "Orders"], None).0, 2);
}

#[cfg(feature = "live")]
#[test]
fn a_plan_is_applied_and_the_next_one_is_empty() {
    use spanner_keys_emulator::{Emulator, required};
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) if required() => panic!("{missing}"),
        Err(missing) => {
            println!("the live migration did NOT run: {missing}");
            return;
        }
    };
    let host = Some(emulator.grpc_host());
    let folder = Folder::new("apply");
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let (old, new) = match dialect {
            Dialect::GoogleSql => (
                "CREATE TABLE orders (id STRING(36) NOT NULL, status STRING(20)) PRIMARY KEY (id)",
                "CREATE TABLE orders (id STRING(36) NOT NULL, status STRING(20) NOT NULL, total INT64 NOT NULL) PRIMARY KEY (id); CREATE INDEX by_status ON orders (status)",
            ),
            Dialect::PostgreSql => (
                "create table orders (id varchar(36) primary key, status varchar(20))",
                "create table orders (id varchar(36) primary key, status varchar(20) not null, total bigint not null); create index by_status on orders (status)",
            ),
        };
        let database = emulator.database(dialect).unwrap();
        database.apply(&[old.to_owned()]).unwrap();
        database.insert("orders", &["id", "status"], &[vec![json!("a"), Value::Null]]).unwrap();
        let parts: Vec<&str> = database.path().split('/').collect();
        let source = format!("spanner://{}/{}/{}", parts[1], parts[3], parts[5]);
        let new = folder.file("new.sql", new);
        let arguments = ["migrate", &new, "--from", &source, "--apply", "--yes"];
        // A row has no status: the query stops the plan. What was done stays.
        let (code, _, error) = run(&arguments, host);
        assert_eq!(code, 2, "{error}");
        assert!(error.contains("--backfill orders.total=EXPRESSION"), "{error}");
        let told = ["--backfill", "orders.status='open'", "--backfill", "orders.total=0"];
        let (code, out, error) = run(&[&arguments[..], &told].concat(), host);
        assert_eq!(code, 0, "{out}{error}");
        let (code, out, error) = run(&["migrate", &new, "--from", &source, "--check"], host);
        assert_eq!(code, 0, "{out}{error}");
        let rows = database.query("SELECT status, total FROM orders").unwrap();
        assert_eq!(rows, [[json!("open"), json!("0")]]);
        let (code, out, error) =
            run(&["diff", &source, &new, "--judge", "emulator", "--check"], host);
        assert_eq!(code, 0, "{out}{error}");
    }
}
