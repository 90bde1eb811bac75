//! `audit` as users run it.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]

mod formats;
mod rules;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, process};

use serde_json::Value;

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("spanner-keys-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str]) -> Output {
    run_in(Path::new("."), arguments, "")
}

fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"))
        .arg("spanner-keys")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The findings of a file: rule, level, table, index and column.
fn findings(file: &str, more: &[&str]) -> Vec<[String; 5]> {
    let arguments: Vec<&str> =
        ["audit", file, "--format", "json"].iter().chain(more).copied().collect();
    let list: Value = serde_json::from_str(&out(&run(&arguments))).unwrap();
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let parts = ["rule", "level", "table", "index", "column"];
    list.as_array().unwrap().iter().map(|finding| parts.map(|part| text(finding, part))).collect()
}

const HOT: &str =
    "CREATE TABLE Events (At TIMESTAMP NOT NULL, Id STRING(36)) PRIMARY KEY (At, Id);\n";
const LIKELY: &str = "CREATE TABLE Users (Id INT64 NOT NULL) PRIMARY KEY (Id);\n";
const FINE: &str = "CREATE TABLE Names (Name STRING(64) NOT NULL) PRIMARY KEY (Name);\n";

#[test]
fn exit_codes() {
    let folder = Folder::new("exit");
    let (hot, likely, fine) = (
        folder.file("hot.sql", HOT),
        folder.file("likely.sql", LIKELY),
        folder.file("fine.sql", FINE),
    );
    let broken = folder.file("broken.sql", &format!("{FINE}CREATE TABLE X (;\n{HOT}"));
    let misspelt = folder
        .file("misspelt.sql", &format!("{FINE}CREATE TABEL X (Id INT64) PRIMARY KEY (Id);\n"));
    let newer = folder.file(
        "newer.sql",
        &format!(
            "{FINE}CREATE LEDGER L (Id INT64);\nCREATE LEDGER M (Id INT64);\nDROP HOLOGRAM H;\n"
        ),
    );
    for (arguments, wanted) in [
        (vec!["audit", &hot], 1),
        (vec!["audit", &hot, "--fail-on", "never"], 0),
        (vec!["audit", &hot, "--skip", "clock-leads"], 0),
        (vec!["audit", &hot, "--only", "integer-leads"], 0),
        (vec!["audit", &likely], 0),
        (vec!["audit", &likely, "--fail-on", "likely"], 1),
        (vec!["audit", &likely, "--fail-on", "any"], 1),
        (vec!["audit", &fine, "--fail-on", "any"], 0),
        (vec!["audit", &fine, &hot], 1),
        (vec!["audit", &broken], 2),
        (vec!["audit", &misspelt], 2),
        (vec!["audit", &newer], 0),
        (vec!["diff", &fine, &misspelt], 2),
        (vec!["audit", "no-such-file.sql"], 2),
        (vec!["audit", &hot, "--only", "clock-lead"], 2),
        (vec!["audit", &hot, "--format", "xml"], 2),
        (vec!["audit", &hot, "--baseline", &hot], 2),
        (vec!["audit", "spanner://p/i/d/x"], 2),
        (vec!["explain", "clock-leads"], 0),
        (vec!["explain", "nonsense"], 2),
        (vec!["completions", "bash"], 0),
        (vec!["--help"], 0),
        (vec![], 2),
    ] {
        let output = run(&arguments);
        assert_eq!(code(&output), wanted, "{arguments:?}\n{}\n{}", out(&output), error(&output));
        assert!(!error(&output).contains("panicked"), "{arguments:?}");
    }
    // The rest of a broken file is still checked.
    let output = run(&["audit", &broken]);
    assert!(out(&output).contains("hot[clock-leads]") && error(&output).contains("unclosed `(`"));
    assert!(error(&run(&["audit", &misspelt])).contains("`TABEL`, did you mean `TABLE`?"));
    let output = out(&run(&["audit", &newer]));
    assert!(output.contains("; 3 other statements not checked (2 LEDGER, HOLOGRAM)\n"), "{output}");
    assert!(
        error(&run(&["audit", &hot, "--only", "clock-lead"]))
            .contains("did you mean `clock-leads`?")
    );
}

#[test]
fn unreadable_input_gets_a_message_with_the_next_step() {
    let folder = Folder::new("input");
    fs::write(folder.0.join("binary.sql"), b"\x7fELF\0\0").unwrap();
    fs::create_dir_all(folder.0.join("empty/deep")).unwrap();
    folder.file("empty/deep/readme.md", "CREATE TABLE");
    folder.file("nothing.sql", "");
    folder.file("comment.sql", "-- later\n");
    folder.file("fine.sql", FINE);
    folder.file("list.json", "{}");
    for (arguments, message) in [
        (&["binary.sql"][..], "is not a text file"),
        (&["empty"], "has no .sql, .ddl or .sdl file"),
        (&["nothing.sql"], "the input is empty"),
        (&["comment.sql"], "the input has no statement"),
        (&["gone.sql"], "does not exist"),
        (&["fine.sql", "--only", "no-such-rule"], "unknown rule `no-such-rule`"),
        (&["fine.sql", "--baseline", "gone.json"], "cannot read the baseline"),
        (&["fine.sql", "--baseline", "list.json"], "expected a list"),
        (&["fine.sql", "--dialect", "mysql"], "mysql"),
        (&["fine.sql", "--observe"], "spanner://"),
        (&["spanner://only/two"], "spanner://"),
    ] {
        let arguments: Vec<&str> = ["audit"].iter().chain(arguments).copied().collect();
        let output = run_in(&folder.0, &arguments, "");
        let error = error(&output);
        assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.contains(message), "{arguments:?}: {error}");
        assert!(error.contains("help: ") || error.contains("--help"), "{arguments:?}: {error}");
    }
    // A link to its own folder ends, and UTF-16 is read.
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder.0, folder.0.join("empty/loop")).unwrap();
    let wide = "\u{feff}".encode_utf16().chain(HOT.encode_utf16());
    fs::write(
        folder.0.join("empty/wide.sql"),
        wide.flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
    )
    .unwrap();
    let output = run_in(&folder.0, &["audit", "empty"], "");
    assert_eq!(code(&output), 1, "{}{}", out(&output), error(&output));
    assert!(out(&output).contains("wide.sql:1:22"), "{}", out(&output));
}

/// A reader such as `head` that stops early.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new("pipe");
    let many: String = (0..2_000).map(|at| HOT.replace("Events", &format!("E{at}"))).collect();
    let file = folder.file("a.sql", &many);
    for arguments in ["audit a.sql", "audit a.sql --format json", "explain", "audit --help"] {
        let command = format!("\"$0\" {arguments} 2> error.txt | head -n 1");
        let status = Command::new("sh")
            .args(["-c", &command, env!("CARGO_BIN_EXE_cargo-spanner-keys")])
            .current_dir(Path::new(&file).parent().unwrap())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        assert_eq!(fs::read_to_string(folder.0.join("error.txt")).unwrap(), "", "{arguments}");
    }
}

#[test]
fn a_baseline_hides_old_findings_only() {
    let folder = Folder::new("baseline");
    let old = folder.file("old.sql", HOT);
    let baseline = folder.file("audit.json", &out(&run(&["audit", &old, "--format", "json"])));
    assert_eq!(code(&run(&["audit", &old, "--baseline", &baseline])), 0);
    // The old finding may move, a new one counts.
    let new = folder.file("new.sql", &format!("\n\n{FINE}{HOT}CREATE INDEX ByAt ON Events (At);"));
    let output = run(&["audit", &new, "--baseline", &baseline]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("1 in the baseline"), "{}", out(&output));
    assert_eq!(findings(&new, &["--baseline", &baseline, "--only", "clock-leads"]).len(), 1);
}

#[test]
fn sources() {
    let folder = Folder::new("sources");
    // Numbers decide the order, and what undoes a migration is left out.
    folder.file("10_alter.up.sql", "ALTER TABLE T DROP COLUMN Old;");
    folder.file(
        "2_create.up.sql",
        "CREATE TABLE T (Id STRING(36) NOT NULL, Old INT64) PRIMARY KEY (Id);",
    );
    folder.file("2_create.down.sql", "DROP TABLE T;");
    folder.file("notes.txt", "CREATE TABLE Ignored");
    let output = run(&["audit", &folder.0.to_string_lossy(), "--fail-on", "any"]);
    assert_eq!((code(&output), error(&output)), (0, String::new()), "{}", out(&output));
    assert!(out(&output).starts_with("1 table, 0 indexes"));
    let piped = run_in(&folder.0, &["audit", "-"], HOT);
    assert!(code(&piped) == 1 && out(&piped).contains("--> <stdin>:1:22"));
    assert_eq!(code(&run_in(&folder.0, &["audit", "-"], "")), 2);
    // The schema file of the package.
    assert_eq!(code(&run_in(&folder.0, &["audit"], "")), 2);
    folder.file("Cargo.toml", "");
    folder.file("schema.sql", LIKELY);
    assert!(out(&run_in(&folder.0, &["audit"], "")).contains("schema.sql:1:21"));
    fs::create_dir_all(folder.0.join("schema")).unwrap();
    folder.file("schema/schema.googlesql.sql", HOT);
    assert_eq!(code(&run_in(&folder.0.join("schema"), &["audit"], "")), 1);
    // PostgreSQL is detected, or stated.
    let file = folder.file("pg.sql", "create table e (at timestamptz primary key, b text);");
    assert_eq!(findings(&file, &[])[0][0], "clock-leads");
    assert_eq!(findings(&file, &["--dialect", "postgresql"])[0][0], "clock-leads");
}

/// One file for each table, in the order of their names.
#[test]
fn files_may_need_later_ones() {
    let folder = Folder::new("order");
    folder.file("a_index.sql", "CREATE INDEX I ON C (X);");
    folder.file(
        "b_child.sql",
        "CREATE TABLE C (Id STRING(36) NOT NULL, N INT64, X INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT P;",
    );
    folder.file("c_parent.sql", "CREATE TABLE P (Id STRING(36) NOT NULL) PRIMARY KEY (Id);");
    let output = run(&["audit", &folder.0.to_string_lossy()]);
    assert_eq!((code(&output), error(&output)), (0, String::new()));
    assert!(out(&output).starts_with("2 tables, 1 index "), "{}", out(&output));
    // What no file creates is still reported, once.
    folder.file("0_alter.sql", "ALTER TABLE Gone ADD COLUMN X INT64;");
    let output = run(&["audit", &folder.0.to_string_lossy()]);
    assert_eq!(error(&output).matches("unknown table `Gone`").count(), 1, "{}", error(&output));
    assert!(out(&output).starts_with("2 tables, 1 index "), "{}", out(&output));
}
