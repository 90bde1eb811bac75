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
    // Constraints without a name are not the same because they may be.
    let [one, two] = ["n - id", "id - n"].map(|sum| {
        let sql = format!("create table t (id bigint primary key, n bigint, check ({sum} > 0))");
        folder.file(&format!("{sum}.sql"), &sql)
    });
    let (code, out, _) = run(&["diff", &one, &two, "--check"], None);
    assert!(code == 1 && out.contains("undetermined"), "{out}");
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
    let typo = ["migrate", &new, "--from", path, "--backfill", "Orders.Totl=0"];
    let (code, out, _) = run(&typo, None);
    assert!(code == 3 && out.contains("no column `Orders.Totl`"), "{out}");
}

#[test]
fn misspelt_names_are_named_with_the_nearest() {
    let folder = Folder::new("misspelt");
    let old = folder.file(
        "old.sql",
        "CREATE TABLE Users (Id INT64, Mail STRING(9), Fax STRING(9)) PRIMARY KEY (Id);
         CREATE INDEX ByMail ON Users (Mail);
         CREATE CHANGE STREAM Feed FOR Users;",
    );
    let new = folder.file(
        "new.sql",
        "CREATE TABLE Accounts (Id INT64, Email STRING(9)) PRIMARY KEY (Id);
         CREATE CHANGE STREAM Feed FOR Accounts;",
    );
    let rename = ["--rename", "Users=Accounts", "--rename", "Accounts.Mail=Email"];
    for (option, value, wanted) in [
        ("--allow", "drop-colum:Accounts.Fax", "did you mean `drop-column:Accounts.Fax`?"),
        ("--allow", "drop-chnage-stream:Feed", "did you mean `drop-change-stream:Feed`?"),
        ("--allow", "column:Accounts.Fax", "did you mean `drop-column:Accounts.Fax`?"),
        ("--allow", "drop-column-Accounts.Fax", "did you mean `drop-column:Accounts.Fax`?"),
        ("--allow", "drop-change-stream Feed", "did you mean `drop-change-stream:Feed`?"),
        ("--allow", "Accounts", "write `drop-table:T`, `drop-column:T.c` or `drop-index:I`"),
        ("--allow", "drop-column:Accounts.Fx", "did you mean `drop-column:Accounts.Fax`?"),
        ("--allow", "drop-index:ByMali", "did you mean `drop-index:ByMail`?"),
        ("--allow", "drop-table:ByMail", "neither schema has `ByMail`"),
        ("--allow", "drop-column:Users.Fax", "did you mean `drop-column:Accounts.Fax`?"),
        ("--rename", "User=Accounts", "did you mean `Users`?"),
        ("--rename", "Users=Acounts", "did you mean `Accounts`?"),
        ("--rename", "Acounts.Mail=Email", "did you mean `Accounts`?"),
        ("--rename", "Accounts.Mial=Email", "did you mean `Mail`?"),
        ("--rename", "Accounts.Mail=Emial", "did you mean `Email`?"),
        ("--rename", "Users", "write `--rename OLD=NEW`"),
        ("--backfill", "Accounts.Email", "write `--backfill T.c=EXPRESSION`"),
    ] {
        // Another rename of the same table would be done first.
        let others = if value.starts_with("User") { &[][..] } else { &rename };
        let arguments = [&["migrate", &new, "--from", &old][..], others, &[option, value]].concat();
        let (code, out, error) = run(&arguments, None);
        assert_eq!((code, out.as_str()), (2, ""), "{value}: {error}");
        let mut parts = value.split('=').flat_map(|side| side.rsplit('.'));
        assert!(parts.any(|part| error.contains(part)), "{value}: {error}");
        assert!(error.contains(wanted), "{value}: {error}");
    }
    // Of a rename that is done only the new names are there.
    let again = [&["migrate", &new, "--from", &new][..], &rename].concat();
    assert_eq!(run(&again, None).0, 0);
    let allowed =
        ["--allow", "drop-column:Accounts.Fax,drop-index:ByMail,drop-column:Accounts.Mail"];
    let all = [&["migrate", &new, "--from", &old][..], &rename, &allowed].concat();
    let (code, out, error) = run(&all, None);
    assert_eq!(code, 0, "{out}{error}");
    for (rule, near) in [("clock-lead", "clock-leads"), ("clok-leads", "clock-leads")] {
        for option in ["--only", "--skip"] {
            let (code, _, error) = run(&["audit", &old, option, rule], None);
            assert!(code == 2 && error.contains(&format!("did you mean `{near}`?")), "{error}");
        }
    }
    assert_eq!(run(&["audit", &old, "--fail-on", "hott"], None).0, 2);
}

/// If a validation fails, what was in its way must still be there.
#[test]
fn queries_run_before_anything_is_dropped() {
    let folder = Folder::new("queries");
    let old = folder.file(
        "old.sql",
        "CREATE TABLE T (Id INT64, A INT64, CONSTRAINT C CHECK (A > 0)) PRIMARY KEY (Id);
         CREATE INDEX I ON T (A); CREATE TABLE U (Id INT64, A INT64) PRIMARY KEY (Id);",
    );
    let new = folder.file(
        "new.sql",
        "CREATE TABLE T (Id INT64, A INT64 NOT NULL, CONSTRAINT C CHECK (A > 1)) PRIMARY KEY (Id);
         CREATE UNIQUE INDEX I ON T (A); CREATE TABLE U (Id INT64, A INT64, N INT64 NOT NULL) PRIMARY KEY (Id);",
    );
    let plan = |more: &[&str]| -> Vec<(usize, usize)> {
        let arguments = [&["migrate", &new, "--from", &old, "--format", "json"], more].concat();
        let (code, out, error) = run(&arguments, None);
        assert_eq!(code, 0, "{error}");
        let plan: Value = serde_json::from_str(&out).unwrap();
        let steps = plan["steps"].as_array().unwrap().iter().enumerate();
        let checks = steps.map(|(at, step)| (at, step["checks"].as_array().unwrap().len()));
        checks.filter(|(_, checks)| *checks > 0).collect()
    };
    // The one of the new column has to wait.
    let [(0, 3), (_, 1)] = plan(&[])[..] else { panic!("{:?}", plan(&[])) };
    // So have those that a backfill changes.
    assert!(plan(&["--backfill", "T.A=2"]).iter().all(|(at, _)| *at > 0));
    // The proposal has all arguments.
    let told = ["--dialect", "googlesql", "--backfill", "T.A=2 + 2"];
    let arguments = [&["migrate", &new, "--from", &old, "--check"][..], &told].concat();
    let (code, _, error) = run(&arguments, None);
    let options = format!("--dialect googlesql --from {old} --backfill 'T.A=2 + 2'");
    let proposal = format!("`cargo spanner-keys migrate {new} {options} --out migrations`");
    assert!(code == 1 && error.contains(&proposal), "{error}");
}

/// A rename that no statement makes is refused before anything runs.
#[test]
fn renames_that_cannot_work_are_refused() {
    let folder = Folder::new("renames");
    let old = folder.file("old.sql", "CREATE TABLE T (Id INT64, D DATE) PRIMARY KEY (Id)");
    for (to, told, why) in [
        ("N INT64", &["--rename", "T.D=N"][..], "--backfill T.N=EXPRESSION"),
        ("d DATE", &["--rename", "T.D=d"], "upper and lower case"),
        ("d DATE", &["--allow", "drop-column:T.D"], "upper and lower case"),
        ("Day DATE", &[], "--rename T.D=NAME"),
        ("N INT64", &["--rename", "T.D=N", "--backfill", "T.N=UNIX_DATE(D)"], ""),
        ("N TIMESTAMP", &["--rename", "T.D=N"], ""),
    ] {
        let new = format!("CREATE TABLE T (Id INT64, {to}) PRIMARY KEY (Id)");
        let new = folder.file("new.sql", &new);
        let arguments = [&["migrate", &new, "--from", &old][..], told].concat();
        let (code, out, error) = run(&arguments, None);
        let wanted = if why.is_empty() { 0 } else { 3 };
        assert!(code == wanted && out.contains(why), "{to}: {out}{error}");
    }
}

#[test]
fn other_statements_keep_their_order() {
    let folder = Folder::new("order");
    let empty = folder.file("empty.sql", "");
    let new = folder.file(
        "new.sql",
        "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id);
         CREATE ROLE r;
         CREATE PROTO BUNDLE (a.B); ALTER PROTO BUNDLE INSERT (a.C);
         CREATE VIEW Z SQL SECURITY INVOKER AS SELECT T.Id FROM T;
         CREATE VIEW A SQL SECURITY INVOKER AS SELECT Z.Id FROM Z;
         GRANT SELECT ON TABLE T TO ROLE r; REVOKE SELECT ON TABLE T FROM ROLE r;
         GRANT SELECT ON VIEW A TO ROLE r;",
    );
    let (code, out, error) = run(&["migrate", &new, "--from", &empty, "--format", "json"], None);
    assert_eq!(code, 0, "{error}");
    let plan: Value = serde_json::from_str(&out).unwrap();
    let steps = plan["steps"].as_array().unwrap().iter();
    let places: Vec<&str> = steps.map(|step| step["sql"].as_str().unwrap()).collect();
    let place = |start: &str| places.iter().position(|sql| sql.starts_with(start)).unwrap();
    for (one, two) in [
        ("CREATE PROTO", "ALTER PROTO"),
        ("ALTER PROTO", "CREATE TABLE"),
        ("CREATE ROLE", "GRANT SELECT ON TABLE"),
        ("GRANT SELECT ON TABLE", "REVOKE"),
        ("CREATE VIEW Z", "CREATE VIEW A"),
        ("CREATE VIEW A", "GRANT SELECT ON VIEW"),
    ] {
        assert!(place(one) < place(two), "{one}, {two}: {places:#?}");
    }
    // The server prints a comma after the last item.
    let [one, two] = ["", ",\n"].map(|comma| {
        let sql = format!("CREATE MODEL M INPUT(a INT64{comma}) OUTPUT (b INT64{comma}) REMOTE");
        folder.file(&format!("{}.sql", comma.len()), &sql)
    });
    assert_eq!(run(&["diff", &one, &two, "--check"], None).0, 0);
}

/// golang-migrate and wrench read these names, and some tools split a file at every `;`.
#[test]
fn files_suit_other_tools() {
    let folder = Folder::new("tools");
    let old = folder.file("old.sql", OLD);
    let new = folder.file("new.sql", &OLD.replace("STRING(20)", "STRING(10) NOT NULL"));
    let out = folder.0.join("migrations");
    let arguments = ["migrate", &new, "--from", &old, "--out", out.to_str().unwrap()];
    assert_eq!(run(&arguments, None).0, 0);
    let files = names(&out);
    assert!(!files.is_empty() && files.iter().all(|name| name.ends_with(".up.sql")), "{files:?}");
    for name in files {
        let text = fs::read_to_string(out.join(name)).unwrap();
        let mut comments = text.lines().filter(|line| line.starts_with("--"));
        assert!(comments.all(|line| !line.contains(';')), "{text}");
    }
    // The same command again has nothing to do.
    let own = folder.0.join("own");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("000001_old.sql"), OLD).unwrap();
    let (own, new) = (own.to_str().unwrap(), folder.file("dropped.sql", NEW));
    let all = ["migrate", &new, "--from", own, "--out", own, "--allow", "drop-column:Orders.Note"];
    for out in ["2 statements in 1 batch\n", "nothing to do\n"] {
        let (code, found, error) = run(&all, None);
        assert!(code == 0 && found.ends_with(out), "{code} {found}{error}");
    }
}

/// A package with both dialects has a folder of migrations for each.
/// New files come after those of Flyway and goose, with what these need.
#[test]
fn files_continue_a_folder() {
    for (name, first, marker, next) in [
        ("flyway", "V9__init.sql", "", "V10__alter_table_orders_add_column.sql"),
        ("goose", "00001_init.sql", "-- +goose Up\n", "00002_alter_table_orders_add_column.sql"),
        (
            "dbmate",
            "20240101_init.sql",
            "-- migrate:up\n",
            "20240102_alter_table_orders_add_column.sql",
        ),
    ] {
        let folder = Folder::new(name);
        folder.file(first, &format!("{marker}{OLD}"));
        let other = Folder::new(&format!("{name}-new"));
        let new = other.file("new.sql", &OLD.replace("(20)", "(20), Total INT64"));
        let path = folder.0.to_str().unwrap();
        let (code, _, error) = run(&["migrate", &new, "--from", path, "--out", path], None);
        assert_eq!(code, 0, "{error}");
        let text = fs::read_to_string(folder.0.join(next)).unwrap();
        assert!(text.starts_with(&format!("{marker}-- Written by")), "{text}");
        assert_eq!(run(&["diff", path, &new, "--check"], None).0, 0, "{name}");
    }
}

#[test]
fn the_folder_of_a_dialect_is_found() {
    let folder = Folder::new("dialects");
    let postgres = "create table orders (id varchar(36) primary key);";
    let own = folder.0.join("migrations");
    for (dialect, text) in [("googlesql", OLD), ("postgresql", postgres)] {
        fs::create_dir_all(own.join(dialect)).unwrap();
        fs::write(own.join(dialect).join("000001_init.sql"), text).unwrap();
    }
    let path = own.to_str().unwrap();
    let more = folder.file("new.sql", &postgres.replace(");", ", n bigint);"));
    let (code, _, error) = run(&["migrate", &more, "--from", path, "--out", path], None);
    assert_eq!(code, 0, "{error}");
    assert_eq!(names(&own.join("postgresql")).len(), 2);
    let old = folder.file("old.sql", OLD);
    assert_eq!(run(&["diff", path, &old, "--check"], None).0, 0);
    let (code, _, error) = run(&["diff", path, path, "--check"], None);
    assert!(code == 2 && error.contains("--dialect googlesql"), "{code} {error}");
    assert_eq!(run(&["diff", path, path, "--check", "--dialect", "postgresql"], None).0, 0);
    let (code, _, error) = run(&["diff", &old, &old, "--dialect", "postgresql"], None);
    assert!(code == 2 && error.contains("it looks like GoogleSQL"), "{code} {error}");
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
    // What the texts leave open, the database decides.
    let [one, two] = [("one", "(n + 1) * 2"), ("two", "n + 1 * 2")].map(|(name, sum)| {
        let sql = format!("create table t (id bigint primary key, n bigint, check ({sum} > 3))");
        folder.file(&format!("{name}.sql"), &sql)
    });
    let (code, out, _) = run(&["diff", &one, &two, "--judge", "emulator", "--check"], host);
    assert!(code == 1 && out.contains("changed check") && out.contains("1 difference\n"), "{out}");
}

/// After a kill between the new column and the copy of its values, the schema looks complete.
#[cfg(feature = "live")]
#[test]
fn a_copy_that_was_interrupted_is_made_by_the_next_run() {
    use spanner_keys_emulator::{Emulator, required};
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) if required() => panic!("{missing}"),
        Err(missing) => {
            println!("the interrupted copy did NOT run: {missing}");
            return;
        }
    };
    let host = Some(emulator.grpc_host());
    let folder = Folder::new("copy");
    for (dialect, old, new) in [
        (
            Dialect::GoogleSql,
            "CREATE TABLE users (id INT64, mail STRING(9), email STRING(9)) PRIMARY KEY (id)",
            "CREATE TABLE users (id INT64, email STRING(9)) PRIMARY KEY (id)",
        ),
        (
            Dialect::PostgreSql,
            "create table users (id bigint primary key, mail varchar(9), email varchar(9))",
            "create table users (id bigint primary key, email varchar(9))",
        ),
    ] {
        let database = emulator.database(dialect).unwrap();
        database.apply(&[old.to_owned()]).unwrap();
        database.insert("users", &["id", "mail"], &[vec![json!("1"), json!("ada")]]).unwrap();
        let parts: Vec<&str> = database.path().split('/').collect();
        let source = format!("spanner://{}/{}/{}", parts[1], parts[3], parts[5]);
        let new = folder.file("new.sql", new);
        let rename = ["migrate", &new, "--from", &source, "--rename", "users.mail=email"];
        let allow = ["--allow", "drop-column:users.mail"];
        let apply = ["--apply", "--yes"];
        assert_eq!(run(&[&rename[..], &["--check"]].concat(), host).0, 1);
        // Values that are nowhere else are not dropped. A rename that is not stated does not help.
        let unstated = ["migrate", &new, "--from", &source, allow[0], allow[1], "--check"];
        assert_eq!(run(&unstated, host).0, 1);
        let (code, out, error) = run(&[&rename[..], &allow, &apply].concat(), host);
        assert_eq!(code, 0, "{out}{error}");
        assert_eq!(database.query("SELECT email FROM users").unwrap(), [[json!("ada")]]);
        assert_eq!(run(&[&rename[..], &["--check"]].concat(), host).0, 0);
    }
}

/// The emulator does not print the names that it gives to constraints. Nor does it rename a table with
/// foreign keys, which Spanner does.
#[cfg(feature = "live")]
#[test]
fn unnamed_constraints_are_dropped_and_referenced_tables_renamed() {
    use spanner_keys_emulator::{Emulator, required};
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) if required() => panic!("{missing}"),
        Err(missing) => {
            println!("the unnamed constraints did NOT run: {missing}");
            return;
        }
    };
    let host = Some(emulator.grpc_host());
    let folder = Folder::new("unnamed");
    for (dialect, old, new) in [
        (
            Dialect::GoogleSql,
            "CREATE TABLE u (id INT64, b INT64) PRIMARY KEY (id);
             CREATE TABLE t (id INT64, n INT64, m INT64, FOREIGN KEY (n) REFERENCES u (id), FOREIGN KEY (m, n) REFERENCES u (b, id), CHECK (n > 0), CHECK (m < 9 OR n IS NULL)) PRIMARY KEY (id)",
            "CREATE TABLE v (id INT64, c INT64) PRIMARY KEY (id);
             CREATE TABLE t2 (id INT64, n INT64, m INT64, FOREIGN KEY (n) REFERENCES v (id) ON DELETE CASCADE, CHECK (m < 8 OR n IS NULL)) PRIMARY KEY (id)",
        ),
        (
            Dialect::PostgreSql,
            "create table u (id bigint primary key, b bigint);
             create table t (id bigint primary key, n bigint check (n > 0), m bigint, foreign key (n) references u (id), foreign key (m, n) references u (b, id), check (m < 9 or n is null))",
            "create table v (id bigint primary key, c bigint);
             create table t2 (id bigint primary key, n bigint, m bigint, foreign key (n) references v (id) on delete cascade, check (m < 8 or n is null))",
        ),
    ] {
        let database = emulator.database(dialect).unwrap();
        let statements: Vec<String> = old.split(';').map(|sql| sql.trim().to_owned()).collect();
        database.apply(&statements).unwrap();
        database.insert("u", &["id", "b"], &[vec![json!("1"), json!("2")]]).unwrap();
        database.insert("t", &["id", "n"], &[vec![json!("1"), json!("1")]]).unwrap();
        let parts: Vec<&str> = database.path().split('/').collect();
        let source = format!("spanner://{}/{}/{}", parts[1], parts[3], parts[5]);
        let new = folder.file(&format!("{dialect}.sql"), new);
        // A column can be named by either name of its table.
        let told = ["--rename", "u=v", "--rename", "u.b=c", "--allow", "drop-column:v.b", "--rename", "t=t2"];
        let arguments = [&["migrate", &new, "--from", &source, "--apply", "--yes"][..], &told];
        let (code, out, error) = run(&arguments.concat(), host);
        assert_eq!(code, 0, "{out}{error}");
        let (code, out, error) = run(&["diff", &source, &new, "--check"], host);
        assert_eq!(code, 0, "{out}{error}");
        let rows = database.query("SELECT n, c FROM t2 JOIN v ON v.id = n").unwrap();
        assert_eq!(rows, [[json!("1"), json!("2")]]);
    }
}

/// A schema, and one that several batches lead to.
#[cfg(feature = "live")]
const fn many_batches(dialect: Dialect) -> (&'static str, &'static str) {
    match dialect {
            Dialect::GoogleSql => (
                "CREATE TABLE orders (id STRING(36) NOT NULL, status STRING(20), note BYTES(50)) PRIMARY KEY (id);
                 CREATE INDEX by_status ON orders (status)",
                "CREATE TABLE orders (id STRING(36) NOT NULL, status STRING(40) NOT NULL, note STRING(50), total INT64 NOT NULL, twice INT64 AS (total * 2) STORED, CONSTRAINT positive CHECK (total >= 0)) PRIMARY KEY (id);
                 CREATE INDEX by_status ON orders (status DESC);
                 CREATE TABLE items (id STRING(36) NOT NULL, n INT64 NOT NULL) PRIMARY KEY (id, n), INTERLEAVE IN PARENT orders",
            ),
            Dialect::PostgreSql => (
                "create table orders (id varchar(36) primary key, status varchar(20), note bytea);
                 create index by_status on orders (status)",
                "create table orders (id varchar(36) primary key, status varchar(40) not null, note varchar(50), total bigint not null, twice bigint generated always as (total * 2) stored, constraint positive check (total >= 0));
                 create index by_status on orders (status desc);
                 create table items (id varchar(36) not null, n bigint not null, primary key (id, n)) interleave in parent orders",
            ),
        }
}

/// A process that is killed before each batch in turn, then run again, comes to the same end.
#[cfg(feature = "live")]
#[test]
fn a_kill_in_the_middle_is_repaired_by_the_next_run() {
    use spanner_keys_emulator::{Emulator, required};
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) if required() => panic!("{missing}"),
        Err(missing) => {
            println!("the killed migration did NOT run: {missing}");
            return;
        }
    };
    let folder = Folder::new("kill");
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let (old, new) = many_batches(dialect);
        let new = folder.file(&format!("{dialect}.sql"), new);
        let prepared = || {
            let database = emulator.database(dialect).unwrap();
            let statements: Vec<String> = old.split(';').map(|sql| sql.trim().to_owned()).collect();
            database.apply(&statements).unwrap();
            let rows: Vec<Vec<Value>> = (0..50)
                .map(|n| vec![json!(format!("{n:03}")), Value::Null, json!("YWI=")])
                .collect();
            database.insert("orders", &["id", "status", "note"], &rows).unwrap();
            let parts: Vec<&str> = database.path().split('/').collect();
            let source = format!("spanner://{}/{}/{}", parts[1], parts[3], parts[5]);
            (database, source)
        };
        let command = |source: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"));
            command.env("SPANNER_EMULATOR_HOST", emulator.grpc_host());
            command.args(["migrate", &new, "--from", source, "--apply", "--yes"]);
            let ty = if dialect == Dialect::GoogleSql { "INT64" } else { "bigint" };
            let total = format!("orders.total=CAST(id AS {ty})");
            command.args(["--backfill", "orders.status='open'", "--backfill", &total]);
            command.stdout(Stdio::null()).stderr(Stdio::piped());
            command
        };
        let ends = |database: &spanner_keys_emulator::Database<'_>, source: &str| {
            let (code, out, error) =
                run(&["migrate", &new, "--from", source, "--check"], Some(emulator.grpc_host()));
            assert_eq!(code, 0, "{dialect}: {out}{error}");
            let rows = database
                .query("SELECT id, status, note, total, twice FROM orders ORDER BY id")
                .unwrap();
            (database.ddl().unwrap(), rows)
        };
        // Without a kill: the end, and the number of batches.
        let (database, source) = prepared();
        let output = command(&source).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{dialect}: {error}");
        let expected = ends(&database, &source);
        assert_eq!(expected.1.len(), 50);
        let batches: usize = error
            .lines()
            .find_map(|line| line.strip_prefix("batch 1 of ")?.split(':').next()?.parse().ok())
            .unwrap();
        assert!(batches >= 4, "{error}");
        let mut killed = 0;
        for batch in 1..=batches {
            for late in [false, true] {
                let (database, source) = prepared();
                let mut child = command(&source).spawn().unwrap();
                let start = format!("batch {batch} of ");
                let lines = BufReader::new(child.stderr.take().unwrap()).lines();
                for line in lines.map_while(Result::ok) {
                    if line.starts_with(&start) {
                        // Some time later the request has left, or the batch is complete.
                        if late {
                            std::thread::sleep(std::time::Duration::from_millis(20));
                        }
                        child.kill().unwrap();
                        break;
                    }
                }
                let status = child.wait().unwrap();
                killed += usize::from(!status.success());
                let mut again = command(&source).output().unwrap();
                let error = String::from_utf8_lossy(&again.stderr).into_owned();
                // Unlike Spanner, the emulator does not list the update that it is still busy with, so
                // this run may have planned the same.
                if error.contains("the database refused: Duplicate") {
                    again = command(&source).output().unwrap();
                }
                assert!(again.status.success(), "{dialect}, batch {batch}: {error}");
                assert_eq!(ends(&database, &source), expected, "{dialect}, batch {batch}");
            }
        }
        println!(
            "{killed} of {} runs were killed, {dialect}: each second run came to the same end",
            2 * batches
        );
        assert!(killed > 0);
    }
}

mod before {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    #[table(name = "Users")]
    #[index(UsersByEmail, columns(email))]
    #[allow(dead_code, clippy::struct_field_names, reason = "only its table is used")]
    pub(crate) struct User {
        #[key(uuid)]
        user_id: Uuid,
        #[column(length = 100)]
        email: String,
        #[column(length = 50)]
        name: Option<String>,
        #[column(length = 30)]
        fax: Option<String>,
        visits: i64,
    }
}

mod after {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    #[table(name = "Accounts", renamed_from = "Users")]
    #[index(UsersByEmail, columns(email), unique)]
    #[check("{visits} >= 0")]
    #[allow(dead_code, reason = "only its table is used")]
    pub(crate) struct Account {
        #[key(uuid)]
        user_id: Uuid,
        #[column(length = 320)]
        email: String,
        #[column(length = 50)]
        name: String,
        visits: i64,
        note: Option<String>,
        #[column(length = 20, default = "'free'")]
        plan: String,
        #[column(length = 10)]
        region: String,
    }
}

/// The nine changes of the README, with the plan that it shows.
#[test]
fn the_nine_changes_of_the_guide() {
    let folder = Folder::new("nine");
    let scripts = |dialect| {
        let old = spanner_keys::tables![before::User].script(dialect).unwrap();
        let new = spanner_keys::tables![after::Account].script(dialect).unwrap();
        [
            folder.file(&format!("old.{dialect}.sql"), &old),
            folder.file(&format!("new.{dialect}.sql"), &new),
        ]
    };
    let told = [
        "--backfill", "Accounts.name=''", "--backfill", "Accounts.region='eu'", "--allow",
        "drop-column:Accounts.fax",
    ];
    let [old, new] = scripts(Dialect::GoogleSql);
    let (code, out, error) = run(&[&["migrate", &new, "--from", &old], &told[..]].concat(), None);
    assert_eq!(code, 0, "{error}");
    println!("{out}");
    let page = "/../spanner-keys/guide/changing_a_schema.md";
    let page = fs::read_to_string(format!("{}{page}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(
        page.contains(&format!("```sql\n{out}```\n")),
        "the guide shows another plan than:\n{out}"
    );
    // Without an argument about data, the plan does not begin.
    let (code, out, _) = run(&["migrate", &new, "--from", &old], None);
    assert_eq!(code, 3);
    assert!(out.contains("--allow drop-column:Accounts.fax"), "{out}");
    #[cfg(feature = "live")]
    {
        use spanner_keys_emulator::{Emulator, required};
        let emulator = match Emulator::start() {
            Ok(emulator) => emulator,
            Err(missing) if required() => panic!("{missing}"),
            Err(missing) => {
                println!("the nine changes were NOT applied: {missing}");
                return;
            }
        };
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let [_, new] = scripts(dialect);
            let database = emulator.database(dialect).unwrap();
            database.apply(&spanner_keys::tables![before::User].ddl(dialect).unwrap()).unwrap();
            let row = |id: &str, name: Value| {
                vec![json!(id), json!(format!("{id}@example.com")), name, json!("1"), json!("7")]
            };
            let columns = ["user_id", "email", "name", "fax", "visits"];
            let rows = [row("a", Value::Null), row("b", json!("Ada"))];
            database.insert("Users", &columns, &rows).unwrap();
            let parts: Vec<&str> = database.path().split('/').collect();
            let source = format!("spanner://{}/{}/{}", parts[1], parts[3], parts[5]);
            let host = Some(emulator.grpc_host());
            let apply =
                [&["migrate", &new, "--from", &source, "--apply", "--yes"], &told[..]].concat();
            let (code, out, error) = run(&apply, host);
            assert_eq!(code, 0, "{dialect}: {out}{error}");
            let (code, out, error) = run(&["migrate", &new, "--from", &source, "--check"], host);
            assert_eq!(code, 0, "{dialect}: {out}{error}");
            let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
            let sql =
                "SELECT user_id, name, visits, note, plan, region FROM #Accounts# ORDER BY user_id";
            let rows = database.query(&sql.replace('#', &quote.to_string())).unwrap();
            let row = |id: &str, name: &str| {
                vec![json!(id), json!(name), json!("7"), Value::Null, json!("free"), json!("eu")]
            };
            assert_eq!(rows, [row("a", ""), row("b", "Ada")], "{dialect}");
        }
    }
}
