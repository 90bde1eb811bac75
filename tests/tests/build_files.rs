//! Schema files without a build script: in a test, from the registry, and on a read-only disk.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]
#![allow(dead_code, reason = "the tests use the schemas, not the rows")]

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use spanner_keys::schema::{ColumnDef, Fill, KeyPart, SqlType, TableDef};
use spanner_keys::{Dialect, Schema, SchemaError, SpannerTable, Uuid, build, tables};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

mod billing {
    use super::*;

    pub(crate) mod deep {
        use super::*;

        #[derive(SpannerTable)]
        #[table(name = "Payments", schema = "billing")]
        #[foreign_key(columns(invoice_id), references(Invoice, invoice_id))]
        pub(crate) struct Payment {
            #[key(uuid)]
            payment_id: Uuid,
            invoice_id: Uuid,
        }
    }

    #[derive(SpannerTable)]
    #[table(name = "Invoices", schema = "billing")]
    pub(crate) struct Invoice {
        #[key(uuid)]
        invoice_id: Uuid,
    }
}

mod billing_archive {
    #[derive(spanner_keys::SpannerTable)]
    pub(crate) struct Archived {
        #[key(uuid)]
        id: spanner_keys::Uuid,
    }
}

// Not derived, so that they are not registered.
const CUSTOMER_ID: ColumnDef<'static> =
    ColumnDef { fill: Fill::UuidV4, ..ColumnDef::new("customer_id", SqlType::text(36)) };
const UNNAMED: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Customer", &[CUSTOMER_ID]) };
const RENAMED: TableDef<'static> =
    TableDef { name: "Purchase", renamed_from: Some("Order"), ..UNNAMED };
const DRAFT: TableDef<'static> = TableDef { name: "Note", ..UNNAMED };
const OTHER_DRAFT: TableDef<'static> =
    TableDef { columns: &[ColumnDef::new("name", SqlType::TEXT)], ..DRAFT };

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

fn names(schema: &Schema<'_>) -> Vec<String> {
    schema.tables().iter().map(|table| table.path().into_owned()).collect()
}

#[test]
fn registry_lists_every_table_by_name() -> Result<(), SchemaError> {
    let all = Schema::registered()?;
    assert_eq!(
        names(&all),
        ["Archived", "Customer", "Order", "billing.Invoices", "billing.Payments"]
    );
    assert!(all.ddl(Dialect::GoogleSql).is_ok() && all.ddl(Dialect::PostgreSql).is_ok());
    Ok(())
}

#[test]
fn registry_can_be_limited_to_a_module() -> Result<(), SchemaError> {
    let of = |module: &str| {
        Schema::registered_in(&format!("{}::{module}", module_path!())).map(|schema| names(&schema))
    };
    assert_eq!(
        of("billing")?,
        ["billing.Invoices", "billing.Payments"],
        "`billing_archive` only begins with the same letters"
    );
    assert_eq!(of("billing::deep")?, ["billing.Payments"]);
    assert_eq!(Schema::registered_in(module_path!())?.tables().len(), 5);
    // The table that the foreign key references is included.
    let deep = Schema::registered_in(concat!(module_path!(), "::billing::deep"))?;
    assert!(deep.ddl(Dialect::GoogleSql)?.join("\n").contains("CREATE TABLE `billing`.`Invoices`"));
    let nothing = of("shipping").expect_err("nothing is there");
    assert!(
        nothing.to_string().contains("no table is registered in `build_files::shipping`"),
        "{nothing}"
    );
    Ok(())
}

#[test]
fn tables_macro_includes_parents() {
    let ddl = tables![Order,].ddl(Dialect::PostgreSql).expect("it is fine");
    assert!(
        ddl[0].starts_with("CREATE TABLE \"Customer\"")
            && ddl[1].starts_with("CREATE TABLE \"Order\"")
    );
}

/// The output of a user's test with these variables. The test is `child_assert`, in its own
/// process.
fn assert_in(folder: &Path, file: &str, variables: &[(&str, &str)]) -> Result<(), String> {
    let output = Command::new(env::current_exe().expect("a test has a binary"))
        .args(["--exact", "child_assert", "--nocapture"])
        .env("SPANNER_KEYS_TEST_FILE", folder.join(file))
        .env("RUST_BACKTRACE", "0")
        .env_remove("SPANNER_KEYS_ACCEPT")
        .env_remove("SPANNER_KEYS_UPDATE")
        .envs(variables.iter().copied())
        .output()
        .expect("the test runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(stderr) }
}

#[test]
fn child_assert() {
    if let Some(file) = env::var_os("SPANNER_KEYS_TEST_FILE") {
        let schema = match env::var("SPANNER_KEYS_TEST_MORE").as_deref() {
            Ok("1") => tables![Order, billing::Invoice],
            Ok("renamed") => Schema::new().add(RENAMED),
            Ok("without name") => Schema::new().add(UNNAMED),
            Ok("draft") => tables![Order].add(DRAFT),
            Ok("other draft") => tables![Order].add(OTHER_DRAFT),
            _ => tables![Order],
        };
        schema.assert_matches(file);
    }
}

#[test]
fn test_keeps_the_file_up_to_date() {
    let folder = scratch("asserted");
    let update = ("SPANNER_KEYS_UPDATE", "1");
    let more = ("SPANNER_KEYS_TEST_MORE", "1");
    for (file, quote) in
        [("schema.sql", '`'), ("two.googlesql.sql", '`'), ("two.postgresql.sql", '"')]
    {
        let missing = assert_in(&folder, file, &[]).expect_err("there is no file");
        assert!(
            missing.contains("the file is not there")
                && missing.contains("SPANNER_KEYS_UPDATE=1 cargo test"),
            "{missing}"
        );
        assert_eq!(assert_in(&folder, file, &[update]), Ok(()));
        assert_eq!(assert_in(&folder, file, &[]), Ok(()));
        assert!(
            fs::read_to_string(folder.join(file))
                .expect("it was written")
                .contains(&format!("CREATE TABLE {quote}Order{quote} ("))
        );
    }
    let files: Vec<_> = fs::read_dir(&folder)
        .expect("it is there")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(files.len(), 5, "two locks: {files:?}");

    let before = fs::read(folder.join("schema.sql")).expect("it is there");
    let stale = assert_in(&folder, "schema.sql", &[more]).expect_err("a table is new");
    assert!(
        stale.contains("\n+CREATE TABLE `billing`.`Invoices` (\n")
            && stale.contains("\n   `order_id` STRING(36)"),
        "{stale}"
    );
    assert!(stale.contains("tests/build_files.rs:"), "the place of the call: {stale}");
    assert_eq!(
        fs::read(folder.join("schema.sql")).expect("it is there"),
        before,
        "a check writes nothing"
    );
    assert_eq!(assert_in(&folder, "schema.sql", &[more, update]), Ok(()));
    assert_eq!(assert_in(&folder, "schema.sql", &[more]), Ok(()));

    // Removing a table is not a mere update.
    let gone = assert_in(&folder, "schema.sql", &[update]).expect_err("a locked table is gone");
    assert!(gone.contains("no struct declares it any more"), "{gone}");
    assert!(
        gone.contains("SPANNER_KEYS_ACCEPT=billing.Invoices SPANNER_KEYS_UPDATE=1 cargo test"),
        "{gone}"
    );
    assert_eq!(
        assert_in(
            &folder,
            "schema.sql",
            &[update, ("SPANNER_KEYS_ACCEPT", "Other, billing.Invoices")]
        ),
        Ok(())
    );

    fs::remove_file(folder.join("schema.lock")).expect("the lock can go");
    let missing = assert_in(&folder, "schema.sql", &[update]).expect_err("the lock is missing");
    assert!(
        missing.contains("is missing") && missing.contains("SPANNER_KEYS_ACCEPT=every-table"),
        "{missing}"
    );
}

/// What was shipped is what the migrations create; CI fails until a change has its migration.
#[test]
fn migrations_are_what_was_shipped() {
    let folder = scratch("migrations");
    let (update, check) = (("SPANNER_KEYS_UPDATE", "1"), &[][..]);
    let with = |kind: &'static str| ("SPANNER_KEYS_TEST_MORE", kind);
    let migrations = folder.join("migrations");
    let write = |name: &str, sql: &str| {
        fs::create_dir_all(&migrations).expect("the target folder can be written");
        fs::write(migrations.join(name), sql).expect("the target folder can be written");
    };
    let lock = || fs::read_to_string(folder.join("schema.lock")).unwrap_or_default();
    let text = tables![Order].script(Dialect::GoogleSql).expect("it is valid");
    write("000001_first.sql", &text);
    assert_eq!(assert_in(&folder, "schema.sql", &[update]), Ok(()));
    assert_eq!(assert_in(&folder, "schema.sql", check), Ok(()));
    assert!(lock().contains("table Order in Customer\n") && lock().contains("`name` STRING(MAX)"));

    // A new table is a draft: it is in the schema file, not in the lock, and its key is free.
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("draft")]), Ok(()));
    assert!(!lock().contains("Note"), "{}", lock());
    let missing = assert_in(&folder, "schema.sql", &[with("draft")]).expect_err("no migration");
    assert!(missing.contains("added table `Note`"), "{missing}");
    assert!(
        missing.contains("cargo spanner-keys migrate ") && missing.contains(" --out "),
        "{missing}"
    );
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("other draft")]), Ok(()));
    let note = "CREATE TABLE Note (name STRING(MAX) NOT NULL) PRIMARY KEY (name);";
    write("000002_note.sql", note);
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("other draft")]), Ok(()));
    assert_eq!(assert_in(&folder, "schema.sql", &[with("other draft")]), Ok(()));
    assert!(lock().contains("table Note\n"), "{}", lock());
    let fixed = assert_in(&folder, "schema.sql", &[update, with("draft")]).expect_err("a key");
    assert!(fixed.contains("changed in a way Spanner cannot apply"), "{fixed}");

    // A drop is accepted once, and waits in the schema file for its migration.
    let accept = ("SPANNER_KEYS_ACCEPT", "Note,Order,Customer.name");
    let lost = assert_in(&folder, "schema.sql", &[update, with("without name")]);
    let lost = lost.expect_err("a column and two tables are gone");
    assert!(lost.contains("SPANNER_KEYS_ACCEPT=Customer.name"), "{lost}");
    assert!(lost.contains("--allow drop-column:Customer.name"), "{lost}");
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("without name"), accept]), Ok(()));
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("without name")]), Ok(()));
    assert!(assert_in(&folder, "schema.sql", &[with("without name")]).is_err(), "no migration");
    write(
        "000003_drop.sql",
        "DROP TABLE `Order`; DROP TABLE Note; ALTER TABLE Customer DROP COLUMN name;",
    );
    assert_eq!(assert_in(&folder, "schema.sql", &[update, with("without name")]), Ok(()));
    assert_eq!(assert_in(&folder, "schema.sql", &[with("without name")]), Ok(()));
    write("000004_broken.sql", "ALTER TABLE Nothing ADD COLUMN a INT64;");
    let broken = assert_in(&folder, "schema.sql", check).expect_err("it cannot be read");
    assert!(broken.contains("cannot read the DDL in") && broken.contains("000004"), "{broken}");
}

/// A rename is not a drop, if the struct states it.
#[test]
fn renamed_tables_keep_their_rows() {
    let update = ("SPANNER_KEYS_UPDATE", "1");
    let first = |sql: &str| {
        let folder = scratch("renamed");
        fs::create_dir_all(folder.join("migrations")).expect("the target folder can be written");
        fs::write(folder.join("migrations/1.sql"), sql).expect("the target folder can be written");
        folder
    };
    let renamed = ("SPANNER_KEYS_TEST_MORE", "renamed");
    let folder = first(
        "CREATE TABLE `Order` (customer_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (customer_id)",
    );
    assert_eq!(assert_in(&folder, "schema.sql", &[update, renamed]), Ok(()));
    let script = fs::read_to_string(folder.join("schema.sql")).expect("it was written");
    assert!(script.contains("-- renamed_from: Order\nCREATE TABLE `Purchase`"), "{script}");
    let folder = first(
        "CREATE TABLE `Odder` (customer_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (customer_id)",
    );
    let gone = assert_in(&folder, "schema.sql", &[update, renamed]).expect_err("another table");
    assert!(gone.contains("`#[table(renamed_from = \"Odder\")]`"), "{gone}");
}

#[test]
fn empty_schema_is_an_error() {
    let error = build::schema(Schema::new())
        .folder(scratch("empty"))
        .write()
        .expect_err("there are no tables");
    assert!(matches!(error, build::Error::NoTables), "{error}");
    assert!(catch_unwind(|| Schema::new().assert_matches("nothing.sql")).is_err());
}

#[test]
fn folder_is_required_outside_a_build_script() {
    let error = build::schema(tables![Order]).write().expect_err("OUT_DIR is not set in tests");
    assert!(matches!(error, build::Error::NoFolder), "{error}");
    assert_eq!(
        format!("{error}"),
        format!("{error:?}"),
        "a `main` that returns it shows the same text"
    );
}

#[test]
fn files_can_be_named() {
    let folder = scratch("named");
    build::schema(tables![Order])
        .folder(folder.join("a/b"))
        .name("orders")
        .dialect(Dialect::PostgreSql)
        .write()
        .expect("it is fine");
    let mut files: Vec<_> = fs::read_dir(folder.join("a/b"))
        .expect("it was made")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["orders.lock", "orders.postgresql.sql"]);
    // A missing lock is reported in the other dialect too.
    fs::remove_file(folder.join("a/b/orders.lock")).expect("it is there");
    let other = build::schema(tables![Order])
        .folder(folder.join("a/b"))
        .name("orders")
        .dialect(Dialect::GoogleSql);
    assert!(matches!(other.write(), Err(build::Error::MissingLock { .. })));
}

/// A write to a read-only folder. Another user does it where the tests run as root, who may write
/// anywhere.
#[cfg(unix)]
#[test]
fn read_only_folder_is_reported_and_unchanged() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;

    let outside = env::temp_dir().join(format!("spanner-keys-read-only-{}", std::process::id()));
    _ = fs::remove_dir_all(&outside);
    let folder = outside.join("schema");
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let allow = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    // A copy, because the other user may not be allowed to read ours.
    let program = outside.join("program");
    fs::copy(env::current_exe().expect("a test has a binary"), &program).expect("it can be copied");
    allow(&program, 0o755);
    let as_other = || {
        let mut command = Command::new(&program);
        command
            .args(["--exact", "child_write", "--nocapture"])
            .env("SPANNER_KEYS_TEST_FOLDER", &folder)
            .current_dir("/");
        command.env("RUST_BACKTRACE", "0").env_remove("CARGO_MANIFEST_DIR");
        if fs::metadata(&outside).expect("it is there").uid() == 0 {
            command.uid(65_534).gid(65_534);
        }
        let output = command.output().expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    allow(&outside, 0o755);
    allow(&folder, 0o555);
    let (ok, stderr) = as_other();
    assert!(
        !ok && stderr.contains("cannot write `")
            && stderr.contains("schema.lock`: Permission denied"),
        "{stderr}"
    );
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0, "nothing is left behind");

    // Nothing is written if nothing has changed.
    allow(&folder, 0o755);
    build::schema(tables![Order]).folder(&folder).write().expect("we may");
    allow(&folder, 0o555);
    let (ok, stderr) = as_other();
    assert!(ok, "{stderr}");
    allow(&folder, 0o755);
    fs::remove_dir_all(&outside).expect("it is ours");
}

#[test]
fn child_write() {
    if let Some(folder) = env::var_os("SPANNER_KEYS_TEST_FOLDER") {
        build::schema(tables![Order]).folder(folder).write().expect("the folder can be written");
    }
}

/// Readers never see a partial file, however many processes write at once.
#[test]
fn files_are_whole_at_every_moment() {
    let folder = scratch("whole");
    let write = |schema: Schema<'static>| {
        build::schema(schema).folder(&folder).dialect(Dialect::GoogleSql).write()
    };
    write(tables![Order, billing::Invoice]).expect("it is fine");
    let file = folder.join("schema.googlesql.sql");
    let script = fs::read_to_string(&file).expect("it was written");
    let seen = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..50 {
                        // Damaged and repaired in turn; the damaged file is complete too.
                        let beside = folder.join(format!("{:?}", std::thread::current().id()));
                        fs::write(&beside, format!("{script}-- damaged\n"))
                            .expect("it can be written");
                        fs::rename(&beside, &file).expect("it can be moved");
                        write(tables![Order, billing::Invoice]).expect("it is fine");
                    }
                })
            })
            .collect();
        let mut seen = 0;
        while writers.iter().any(|writer| !writer.is_finished()) {
            let text = fs::read_to_string(&file).expect("it is always there");
            assert!(text.starts_with(&script), "half a file:\n{text}");
            seen += 1;
        }
        seen
    });
    println!("{seen} reads saw complete files");
    assert!(seen > 0);
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2, "no temporary file is left");
}
