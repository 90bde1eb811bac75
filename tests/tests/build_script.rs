//! The example crate `shop`, built by Cargo as a user builds it: from scratch, after a change, and
//! with damaged files.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const MANIFEST: &str = r#"
[package]
name = "shop-{test}"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
spanner-keys = { path = "{root}/spanner-keys" }

[build-dependencies]
spanner-keys = { path = "{root}/spanner-keys", features = ["build"] }

[profile.dev]
debug = false
"#;

const LOCK: &str = "schema/schema.lock";
const GOOGLESQL: &str = "schema/schema.googlesql.sql";
const POSTGRESQL: &str = "schema/schema.postgresql.sql";
const TABLES: &str = "src/tables.rs";

/// The crates that have not been released.
const UNRELEASED: &[(&str, &str)] = &[
    ("spanner-keys", concat!(env!("CARGO_MANIFEST_DIR"), "/../spanner-keys")),
    ("spanner-keys-derive", concat!(env!("CARGO_MANIFEST_DIR"), "/../spanner-keys-derive")),
];

/// A copy of the example that a test may change.
struct Shop {
    folder: PathBuf,
    target: PathBuf,
}

struct Built {
    ok: bool,
    /// The output of Cargo, and of the build script through it.
    stderr: String,
}

impl Shop {
    fn new(test: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        // The test binary is in <target>/<profile>/deps. The cases of `ui` have built what the
        // example needs.
        let target = env::current_exe()
            .expect("a test has a binary")
            .ancestors()
            .nth(3)
            .expect("three folders up")
            .join("cases");
        let folder = target.join(format!("shop-{test}"));
        _ = fs::remove_dir_all(&folder);
        let shop = Self { folder, target };
        for file in ["build.rs", "src/main.rs", TABLES, LOCK, GOOGLESQL, POSTGRESQL] {
            shop.write(
                file,
                &fs::read_to_string(root.join("examples/shop").join(file))
                    .expect("the example has the file"),
            );
        }
        // A unique name, so that Cargo treats the copies as different packages.
        let manifest = MANIFEST
            .replace("{root}", &root.display().to_string().replace('\\', "/"))
            .replace("{test}", test);
        shop.write("Cargo.toml", &manifest);
        fs::copy(root.join("Cargo.lock"), shop.folder.join("Cargo.lock"))
            .expect("the workspace has a lock file");
        shop
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        fs::create_dir_all(path.parent().expect("files are in folders"))
            .expect("the target folder can be written");
        fs::write(path, text).expect("the target folder can be written");
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no `{from}`:\n{text}");
        self.write(file, &text.replace(from, to));
    }

    /// The build script is built and runs; the program itself is only checked, which takes less time.
    fn build(&self, variables: &[(&str, &str)]) -> Built {
        self.cargo(&self.folder, &["check", "--offline", "--verbose"], variables, &[])
    }

    /// Runs Cargo in a folder, with these crates instead of released ones.
    fn cargo(
        &self,
        folder: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
        patches: &[(&str, &str)],
    ) -> Built {
        let patches =
            patches.iter().map(|(name, path)| format!("patch.crates-io.{name}.path='{path}'"));
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(patches.flat_map(|patch| ["--config".to_owned(), patch]))
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("RUST_BACKTRACE", "1")
            .env_remove("SPANNER_KEYS_ACCEPT")
            .env_remove("SPANNER_KEYS_CHECK")
            .envs(variables.iter().copied())
            .output()
            .expect("cargo runs");
        Built {
            ok: output.status.success(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Makes the copy a package that can be published, with files that its build script would
    /// change: one is different, and two are missing.
    fn publishable(test: &str) -> Self {
        let shop = Self::new(test);
        let manifest = MANIFEST
            .replace("{test}", test)
            .replace("path = \"{root}/spanner-keys\"", "version = \"0.1.0\"")
            .replace("[workspace]", "description = \"a test\"\nlicense = \"MIT\"\n\n[workspace]");
        shop.write("Cargo.toml", &manifest);
        shop.write("src/lib.rs", "//! Something to depend on.\n");
        shop.change(GOOGLESQL, "STRING(256)", "STRING(255)");
        for file in [LOCK, POSTGRESQL] {
            fs::remove_file(shop.folder.join(file)).expect("the file can go");
        }
        shop
    }

    /// Runs Cargo offline, and must succeed.
    fn cargo_succeeds(
        &self,
        folder: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
        patches: &[(&str, &str)],
    ) -> Built {
        let offline = [arguments, &["--offline"]].concat();
        let built = self.cargo(folder, &offline, variables, patches);
        assert!(built.ok, "cargo {arguments:?}\n{}", built.stderr);
        built
    }

    /// Builds, and must succeed.
    fn builds(&self, variables: &[(&str, &str)]) -> Built {
        let built = self.build(variables);
        assert!(built.ok, "{}", built.stderr);
        built
    }

    /// Builds, and must fail in the build script without touching a file; its output.
    fn fails(&self, variables: &[(&str, &str)]) -> String {
        let files =
            || [LOCK, GOOGLESQL, POSTGRESQL].map(|file| fs::read(self.folder.join(file)).ok());
        let before = files();
        let built = self.build(variables);
        assert!(!built.ok && built.stderr.contains("exit status: 1"), "{}", built.stderr);
        assert!(before == files(), "a failed build wrote a file");
        let (_, stderr) =
            built.stderr.split_once("--- stderr\n").expect("the build script prints an error");
        assert!(!stderr.contains("backtrace") && !stderr.contains("panicked"), "{stderr}");
        // Cargo indents it, and may add lines about jobs that it waits for.
        let mine = stderr.lines().take_while(|line| line.is_empty() || line.starts_with("  "));
        let mine: Vec<&str> = mine.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        format!("{}\n", mine.join("\n").trim_end())
    }
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

impl Built {
    fn is_fresh(&self) -> bool {
        self.stderr.lines().any(|line| line.trim_start().starts_with("Fresh shop-"))
    }
}

/// Compares with a snapshot; `BLESS=1` regenerates it.
fn same_as_kept(name: &str, stderr: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("build_script").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, stderr).expect("the folder of texts can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == stderr, "{name} should be:\n{kept}\nbut is:\n{stderr}");
}

/// A build from scratch writes the committed files; a second build writes and builds nothing.
#[test]
fn clean_build_writes_the_files() {
    let shop = Shop::new("from_clean");
    let committed = [LOCK, GOOGLESQL, POSTGRESQL].map(|file| shop.read(file));
    fs::remove_dir_all(shop.folder.join("schema")).expect("the folder can go");
    shop.builds(&[]);
    assert_eq!(committed, [LOCK, GOOGLESQL, POSTGRESQL].map(|file| shop.read(file)));
    let again = shop.builds(&[]);
    assert!(again.is_fresh(), "{}", again.stderr);
    let left: Vec<_> = fs::read_dir(shop.folder.join("schema"))
        .expect("it is there")
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn changed_shard_count_fails_until_accepted() {
    let shop = Shop::new("shard");
    shop.builds(&[]);
    shop.change(TABLES, "shard = 16", "shard = 32");
    same_as_kept("shard_count.txt", &shop.fails(&[]));
    assert_eq!(
        shop.fails(&[("SPANNER_KEYS_ACCEPT", "Orders")]),
        shop.fails(&[]),
        "another table was accepted"
    );
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "Payments")]);
    assert!(shop.read(LOCK).contains("& 31") && shop.read(GOOGLESQL).contains("& 31"));
    shop.builds(&[]);
    assert!(shop.builds(&[]).is_fresh());
    // Reverting it is a change too.
    shop.change(TABLES, "shard = 32", "shard = 16");
    shop.fails(&[]);
}

#[test]
fn other_impossible_changes_fail() {
    let shop = Shop::new("changes");
    shop.change(TABLES, "#[interleave(Customer, on_delete = cascade)]\n", "");
    shop.change(TABLES, "#[key(parent)]", "#[key]");
    shop.change(TABLES, "LOWER({email})", "LOWER(TRIM({email}))");
    shop.change(TABLES, "#[key(ulid)]", "#[key(uuid_v7)]");
    shop.change(
        "build.rs",
        "tables::Order, tables::Payment",
        "tables::Order, tables::Payment, tables::Customer",
    );
    same_as_kept("many_changes.txt", &shop.fails(&[]));
}

/// What loses data: a dropped column, and a variant whose value is no longer known.
#[test]
fn lost_data_fails_until_accepted() {
    let shop = Shop::new("lost");
    shop.change(TABLES, "use spanner_keys::{SpannerTable, Uuid};", "use spanner_keys::{SpannerColumn, SpannerTable, Uuid};\n\n#[derive(Debug, SpannerColumn)]\n#[column(storage = integer)]\npub(crate) enum Method {\n    Card = 1,\n    Cash = 2,\n}");
    shop.change(
        TABLES,
        "    pub(crate) amount: i64,",
        "    pub(crate) amount: i64,\n    pub(crate) method: Option<Method>,",
    );
    shop.change("src/main.rs", "amount: 1_999", "method: None, amount: 1_999");
    shop.builds(&[]);
    assert!(shop.read(LOCK).contains("  variants method\n    Card = 1\n    Cash = 2\n"));
    shop.change(TABLES, "Cash = 2", "Cash = 3");
    shop.change(TABLES, "    #[column(length = 256)]\n    pub(crate) name: String,\n", "");
    shop.change(TABLES, "    /// The name for letters.\n", "");
    shop.change("src/main.rs", "name: \"Ada\".into(), ", "");
    same_as_kept("lost_data.txt", &shop.fails(&[]));
    shop.fails(&[("SPANNER_KEYS_ACCEPT", "Customers.name")]);
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "Customers.name,Payments.method")]);
    assert!(shop.read(LOCK).contains("Cash = 3") && !shop.read(LOCK).contains("`name`"));
}

/// A lock of the first version fails no check, still guards the keys, and is written again.
#[test]
fn old_lock_is_carried_over() {
    const OLD: &str = r"# The key layout of every table, which Spanner cannot alter once the table is made.
# Written by spanner-keys: review it and commit it, but do not edit it.
version 1

table Customers
  key customer_id STRING(36), uuid
  stored email_lower STRING = LOWER({email})
  sum e1f204591e2043cb

table Orders in Customers
  key customer_id STRING(36), parent
  key order_id STRING(36), uuid
  sum 8f2baf690932d3f2

table Payments
  key shard INT64, shard 16 of (payment_id)
  key payment_id STRING(26), ulid
  sum c1adf2840e3d36b2

end
";
    let shop = Shop::new("old");
    let new = shop.read(LOCK);
    shop.write(LOCK, OLD);
    shop.builds(&[("SPANNER_KEYS_CHECK", "1")]);
    assert_eq!(shop.read(LOCK), OLD);
    shop.change(TABLES, "shard = 16", "shard = 32");
    same_as_kept("shard_count.txt", &shop.fails(&[]));
    shop.change(TABLES, "shard = 32", "shard = 16");
    shop.builds(&[]);
    assert_eq!(shop.read(LOCK), new);
}

#[test]
fn removed_table_fails_until_accepted() {
    let shop = Shop::new("gone");
    shop.change("build.rs", "tables::Order, tables::Payment", "tables::Order");
    same_as_kept("gone.txt", &shop.fails(&[]));
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "Payments")]);
    assert!(!shop.read(LOCK).contains("Payments") && !shop.read(GOOGLESQL).contains("Payments"));
}

#[test]
fn additions_are_locked_silently() {
    let shop = Shop::new("additions");
    shop.builds(&[]);
    shop.change(
        TABLES,
        "#[derive(Debug, SpannerTable)]\n#[table(name = \"Payments\")]",
        "#[derive(Debug, SpannerTable)]\n#[interleave(Customer)]\npub(crate) struct Address {\n    #[key(parent)]\n    customer_id: Uuid,\n    #[key(random)]\n    address_id: i64,\n}\n\n#[derive(Debug, SpannerTable)]\n#[table(name = \"Payments\")]",
    );
    shop.change(
        TABLES,
        "    pub(crate) amount: i64,",
        "    pub(crate) amount: i64,\n    #[column(generated = \"{amount} * 2\")]\n    doubled: i64,",
    );
    shop.change("build.rs", "tables::Payment", "tables::Payment, tables::Address");
    shop.builds(&[]);
    let lock = shop.read(LOCK);
    assert!(lock.contains("table Address in Customers\n"), "{lock}");
    assert!(lock.contains("`doubled` INT64 NOT NULL AS (`amount` * 2) STORED"), "{lock}");
    let again = shop.builds(&[]);
    assert!(again.is_fresh(), "{}", again.stderr);
}

#[test]
fn unusable_lock_is_never_overwritten() {
    let shop = Shop::new("lock");
    let lock = shop.read(LOCK);

    fs::remove_file(shop.folder.join(LOCK)).expect("the lock can go");
    same_as_kept("missing_lock.txt", &shop.fails(&[]));
    assert!(!shop.folder.join(LOCK).exists());
    shop.fails(&[("SPANNER_KEYS_ACCEPT", "Payments")]);
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "every-table")]);
    assert_eq!(shop.read(LOCK), lock);

    shop.change(LOCK, "& 15", "& 31");
    same_as_kept("damaged_lock.txt", &shop.fails(&[]));
    shop.fails(&[("SPANNER_KEYS_ACCEPT", "every-table")]);

    for damaged in [
        "",
        "nonsense",
        &lock[..lock.len() / 2],
        &lock.replace("version 2\n", ""),
        &format!("<<<<<<< ours\n{lock}"),
    ] {
        shop.write(LOCK, damaged);
        assert!(shop.fails(&[]).contains("is damaged: line "), "{damaged}");
    }
    fs::write(shop.folder.join(LOCK), b"version 2\n\xff\xfe\n").expect("the lock can be written");
    assert!(shop.fails(&[]).contains("is damaged: line 2 "));

    shop.write(LOCK, &lock.replace("version 2\n", "version 7\n"));
    same_as_kept("newer_lock.txt", &shop.fails(&[("SPANNER_KEYS_ACCEPT", "every-table")]));

    let (before, after) = lock.split_once("table Payments").expect("the lock has the table");
    let after = after.split_once("\n\n").expect("a blank line follows").1;
    shop.write(LOCK, &format!("{before}{after}"));
    same_as_kept("lost_table.txt", &shop.fails(&[]));
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "Payments")]);
    assert_eq!(shop.read(LOCK), lock);
    // The lock ignores comments and line endings.
    shop.write(LOCK, &lock.replace('\n', "\r\n").replace("# Written", "# Mended\r\n# Written"));
    shop.builds(&[]);
    assert!(shop.read(LOCK).contains("# Mended\r\n"), "nothing changed, so nothing is written");
}

/// Edits of a schema file are undone: it holds only what the structs declare.
#[test]
fn schema_files_are_updated() {
    let shop = Shop::new("files");
    shop.builds(&[]);
    let script = shop.read(GOOGLESQL);
    for spoiled in
        [format!("{script}-- by hand\n"), script[..script.len() / 2].to_owned(), String::new()]
    {
        shop.write(GOOGLESQL, &spoiled);
        shop.builds(&[]);
        assert_eq!(shop.read(GOOGLESQL), script);
    }
    // Another version in the first line, or other line endings, are not a change.
    for kept in [
        script.replacen("spanner-keys 0.1.0:", "spanner-keys 0.0.9-alpha.1:", 1),
        script.replace('\n', "\r\n"),
    ] {
        assert_ne!(kept, script);
        shop.write(GOOGLESQL, &kept);
        shop.builds(&[]);
        assert_eq!(shop.read(GOOGLESQL), kept);
    }
    // In CI nothing is repaired.
    shop.write(GOOGLESQL, &script.replace("STRING(256)", "STRING(255)"));
    let stderr = shop.fails(&[("SPANNER_KEYS_CHECK", "1")]);
    same_as_kept("stale.txt", &stderr);
    shop.builds(&[("SPANNER_KEYS_CHECK", "0")]);
    shop.builds(&[("SPANNER_KEYS_CHECK", "1")]);
}

#[test]
fn schema_without_ddl_or_folder_fails() {
    let shop = Shop::new("errors");
    shop.change(TABLES, "#[key(ulid)]", "#[key(ulid, desc)]");
    same_as_kept("no_ddl.txt", &shop.fails(&[]));
    shop.change(TABLES, "#[key(ulid, desc)]", "#[key(ulid)]");
    shop.change("build.rs", ".folder(\"schema\")", ".folder(\"Cargo.toml/schema\")");
    assert!(
        shop.fails(&[])
            .starts_with("Error: cannot read `Cargo.toml/schema/schema.googlesql.sql`: ")
    );
    shop.change("build.rs", ".folder(\"Cargo.toml/schema\")", "");
    shop.change("build.rs", "tables![tables::Order, tables::Payment]", "tables![tables::Order]");
    shop.change(
        "src/main.rs",
        "include_str!(\"../schema/schema.googlesql.sql\")",
        "include_str!(concat!(env!(\"OUT_DIR\"), \"/schema.googlesql.sql\"))",
    );
    shop.builds(&[]);
    assert!(shop.builds(&[]).is_fresh());
    shop.change("build.rs", ".write()", ".lock(\"keys/kept.lock\").write()");
    assert!(shop.fails(&[]).starts_with("Error: the lock file `keys/kept.lock` is missing\n"));
    shop.builds(&[("SPANNER_KEYS_ACCEPT", "every-table")]);
    shop.builds(&[]);
    assert!(shop.read("keys/kept.lock").contains("table Orders in Customers"));
    assert!(shop.builds(&[]).is_fresh());
    // In CI the lock is only checked, while the schema in OUT_DIR is written.
    shop.change("build.rs", "tables![tables::Order]", "tables![tables::Order, tables::Payment]");
    assert!(shop.fails(&[("SPANNER_KEYS_CHECK", "1")]).contains("\n+table Payments\n"));
    shop.builds(&[]);
    shop.builds(&[("SPANNER_KEYS_CHECK", "1")]);
}

/// `cargo package` builds what it packed, and fails if the build changes it.
#[test]
fn packed_package_is_not_changed() {
    let shop = Shop::publishable("packed");
    let pack = || shop.cargo_succeeds(&shop.folder, &["package", "--allow-dirty"], &[], UNRELEASED);
    let packed = pack();
    let warning = "warning: shop-packed@0.0.0: `schema/schema.googlesql.sql` does not match";
    assert!(packed.stderr.contains(warning), "{}", packed.stderr);
    assert!(!packed.stderr.contains("schema.lock"), "it was not packed: {}", packed.stderr);

    // The same files in the package that is developed are updated.
    fs::remove_file(shop.folder.join(GOOGLESQL)).expect("the file can go");
    shop.cargo_succeeds(&shop.folder, &["build"], &[], UNRELEASED);
    assert!(shop.read(LOCK).contains("table Payments") && !shop.read(POSTGRESQL).is_empty());
    let packed = pack();
    assert!(!packed.stderr.contains("does not match"), "{}", packed.stderr);
}

/// The files of a dependency stay as they are, in a checkout of Git and in a folder of vendored
/// packages.
#[cfg(unix)]
#[test]
fn dependency_is_not_changed() {
    let mut shop = Shop::publishable("dependency");
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).current_dir(&shop.folder).output();
        assert!(done.is_ok_and(|done| done.status.success()), "git {arguments:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "--all", "--force"]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message=a"]);
    let origin = fs::canonicalize(&shop.folder).expect("it is there").display().to_string();

    let write = |path: PathBuf, text: &str| {
        fs::create_dir_all(path.parent().expect("files are in folders"))
            .and_then(|()| fs::write(path, text))
            .expect("the target folder can be written");
    };
    let user = shop.target.join("shop-user");
    _ = fs::remove_dir_all(&user);
    write(
        user.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"user\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nshop-dependency = {{ git = \"file://{origin}\" }}\n\n[profile.dev]\ndebug = false\n"
        ),
    );
    write(user.join("src/main.rs"), "fn main() {}\n");
    // Cargo fetches and vendors all dependencies, of all platforms. Without dependencies, it needs
    // no network.
    write(
        user.join("stub/Cargo.toml"),
        "[package]\nname = \"spanner-keys\"\nversion = \"0.1.0\"\n\n[features]\nbuild = []\n\n[workspace]\n",
    );
    write(user.join("stub/src/lib.rs"), "");
    let stub = &[("spanner-keys", "stub")];

    // Cargo's folder, but for checkouts of Git. Its crates have other paths then, and would be
    // built again in the target folder of the other tests.
    let home = shop.target.join("home");
    _ = fs::remove_dir_all(&home);
    let real = env::var_os("CARGO_HOME").map_or_else(
        || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cargo"),
        PathBuf::from,
    );
    fs::create_dir_all(&home)
        .and_then(|()| std::os::unix::fs::symlink(real.join("registry"), home.join("registry")))
        .expect("the target folder can be written");
    shop.target = shop.target.join("home-target");
    let home_name = home.display().to_string();
    let variables = [("CARGO_HOME", home_name.as_str()), ("CARGO_NET_RETRY", "0")];

    // Fetching from Git is not possible offline. Without a network it fails after that.
    shop.cargo(&user, &["fetch"], &variables, stub);
    let checkouts = home.join("git/checkouts");
    let unchanged = |folder: &Path, build: &dyn Fn() -> Built| {
        let before = files_below(folder);
        assert!(before.iter().any(|(path, _)| path.ends_with(GOOGLESQL)), "{before:?}");
        let built = build();
        assert!(built.stderr.contains("Compiling shop-dependency"), "{}", built.stderr);
        assert!(!built.stderr.contains("does not match"), "no concern of users: {}", built.stderr);
        assert!(before == files_below(folder), "the build script changed a file");
        let again = build();
        assert!(!again.stderr.contains("Compiling"), "{}", again.stderr);
    };
    let build = || shop.cargo_succeeds(&user, &["check"], &variables, UNRELEASED);
    fs::copy(shop.folder.join("Cargo.lock"), user.join("Cargo.lock")).expect("a lock file");
    unchanged(&checkouts, &build);

    let locked = fs::read(user.join("Cargo.lock")).expect("a lock file");
    shop.cargo_succeeds(&user, &["vendor"], &variables, stub);
    fs::write(user.join("Cargo.lock"), locked).expect("the lock can be written");
    write(
        user.join(".cargo/config.toml"),
        &format!(
            "[source.origin]\ngit = \"file://{origin}\"\nreplace-with = \"vendored\"\n\n[source.vendored]\ndirectory = \"vendor\"\n"
        ),
    );
    unchanged(&user.join("vendor"), &build);
}
