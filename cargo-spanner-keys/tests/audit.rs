//! The command as users run it.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]

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
fn the_text_shows_the_place_the_reason_and_the_ways_out() {
    let folder = Folder::new("text");
    folder.file(
        "hot.sql",
        &format!(
            "{FINE}{HOT}CREATE INDEX ById ON Events (Id);\nCREATE INDEX ByAt ON Events (At DESC);\n"
        ),
    );
    let output = run_in(&folder.0, &["audit", "hot.sql"], "");
    let text = out(&output);
    for part in [
        "hot[clock-leads]: `At` sends every insert into `Events` to the last split",
        "--> hot.sql:2:22",
        "2 | CREATE TABLE Events (At TIMESTAMP NOT NULL",
        "= help: as DDL, in a new table, because a key cannot be altered; then copy the rows and swap the names:\n          `Shard` INT64 NOT NULL AS (",
        "          CREATE INDEX `ByAtSharded` ON `Events` (`Shard`, `At` DESC);\n          DROP INDEX `ByAt`;",
        "= help: as an attribute: `#[key(shard = 16)] shard: i64`",
        "-- spanner-keys: allow_hotspot",
        "2 tables, 2 indexes (GoogleSQL):",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colors only on a terminal");
    assert!(
        out(&run_in(&folder.0, &["audit", "hot.sql", "--color", "always"], "")).contains('\u{1b}')
    );
}

#[test]
fn fixes_are_for_what_is_hot() {
    let folder = Folder::new("fixes");
    let parents = "CREATE TABLE P (Ts TIMESTAMP NOT NULL) PRIMARY KEY (Ts);\nCREATE TABLE E (Id STRING(36) NOT NULL, X TIMESTAMP) PRIMARY KEY (Id), ROW DELETION POLICY (OLDER_THAN(X, INTERVAL 1 DAY));\n";
    for (text, wanted, unwanted) in [
        (
            "CREATE TABLE F (Id STRING(36) NOT NULL, T TIMESTAMP, CONSTRAINT k FOREIGN KEY (T) REFERENCES P (Ts)) PRIMARY KEY (Id);",
            "ALTER TABLE `F` DROP CONSTRAINT `k`;\n          ALTER TABLE `F` ADD CONSTRAINT `k` FOREIGN KEY (`T`) REFERENCES `P` (`Ts`) NOT ENFORCED;",
            "PRIMARY KEY (`Shard`, `Id`)",
        ),
        (
            "CREATE TABLE F (Id STRING(36) NOT NULL, T TIMESTAMP, FOREIGN KEY (T) REFERENCES P (Ts)) PRIMARY KEY (Id);",
            "`on_delete = unchecked` in `foreign_key`",
            "DROP CONSTRAINT",
        ),
        (
            "CREATE TABLE C (Id STRING(36) NOT NULL, N INT64 NOT NULL) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT E;",
            "ALTER TABLE `C` SET ON DELETE CASCADE;",
            "CONSTRAINT",
        ),
        (
            "CREATE TABLE C (Id STRING(36) NOT NULL, E STRING(36), CONSTRAINT k FOREIGN KEY (E) REFERENCES E (Id)) PRIMARY KEY (Id);",
            "ADD CONSTRAINT `k` FOREIGN KEY (`E`) REFERENCES `E` (`Id`) ON DELETE CASCADE;",
            "SET ON DELETE",
        ),
        (
            "CREATE TABLE U (Id STRING(MAX) NOT NULL) PRIMARY KEY (Id);",
            "ALTER TABLE `U` ALTER COLUMN `Id` STRING(256) NOT NULL;",
            "ALTER COLUMN `Id` STRING(256);",
        ),
        (
            "CREATE TABLE U (Id STRING(MAX) NOT NULL DEFAULT ('a')) PRIMARY KEY (Id);",
            "#[column(length = 256)]",
            "ALTER TABLE `U`",
        ),
        // The clauses of an index stay.
        (
            "CREATE TABLE I (Id STRING(36) NOT NULL, T TIMESTAMP, V INT64) PRIMARY KEY (Id);\nCREATE NULL_FILTERED INDEX ByT ON I (T DESC) STORING (V);",
            "CREATE NULL_FILTERED INDEX `ByTSharded` ON `I` (`Shard`, `T` DESC) STORING (`V`);",
            "columns(shard, desc(t)))]",
        ),
        (
            "CREATE TABLE I (Id STRING(36) NOT NULL, T TIMESTAMP, V INT64) PRIMARY KEY (Id);\nCREATE NULL_FILTERED INDEX ByT ON I (T DESC) STORING (V);",
            "#[index(ByTSharded, columns(shard, desc(t)), storing(v), null_filtered)]",
            "CREATE INDEX `ByTSharded`",
        ),
        // A shard of the day would be as hot as the day.
        (
            "CREATE TABLE D (Day DATE NOT NULL, Id STRING(36)) PRIMARY KEY (Day, Id);",
            "or a shard, before it",
            "FARM_FINGERPRINT(CAST(`Day` AS STRING))",
        ),
        // The key of a parent cannot be altered.
        (
            "CREATE TABLE N (Id INT64 NOT NULL) PRIMARY KEY (Id);\nCREATE TABLE M (Id INT64 NOT NULL, L INT64 NOT NULL) PRIMARY KEY (Id, L), INTERLEAVE IN PARENT N ON DELETE CASCADE;",
            "#[key(sequence = \"NIds\", skip_range(1, 1_000_000))]",
            "ALTER TABLE `N` ALTER COLUMN",
        ),
    ] {
        let file = folder.file("a.sql", &format!("{parents}{text}"));
        let output = out(&run(&["audit", &file]));
        assert!(output.contains(wanted) && !output.contains(unwanted), "{text}\n{output}");
    }
}

#[test]
fn json_has_the_same_fields_always() {
    let folder = Folder::new("json");
    let file = folder.file("a.sql", &format!("{FINE}{HOT}"));
    let list: Value =
        serde_json::from_str(&out(&run(&["audit", &file, "--format", "json"]))).unwrap();
    let finding = &list[0];
    let names: Vec<&str> = finding.as_object().unwrap().keys().map(String::as_str).collect();
    let mut wanted = vec!["rule", "level", "table", "index", "column", "message", "file", "line"];
    wanted.sort_unstable();
    assert_eq!(
        {
            let mut names = names;
            names.sort_unstable();
            names
        },
        wanted
    );
    assert_eq!(finding["line"], 2);
    assert_eq!(
        (finding["rule"].as_str(), finding["level"].as_str()),
        (Some("clock-leads"), Some("hot"))
    );
    assert_eq!(
        (finding["table"].as_str(), finding["column"].as_str()),
        (Some("Events"), Some("At"))
    );
    assert!(finding["index"].is_null());
    assert_eq!(out(&run(&["audit", &folder.file("b.sql", FINE), "--format", "json"])), "[]\n");
}

#[test]
fn other_formats() {
    let folder = Folder::new("formats");
    let file = folder.file("a b,c.sql", &format!("{FINE}{HOT}"));
    let gcc = out(&run(&["audit", &file, "--format", "gcc"]));
    assert!(
        gcc.contains("a b,c.sql:2:22: error: `At` sends every insert")
            && gcc.contains("[clock-leads]"),
        "{gcc}"
    );
    let github = out(&run(&["audit", &file, "--format", "github"]));
    assert!(
        github.starts_with("::error file=")
            && github.contains("a b%2Cc.sql,line=2,col=22,title=clock-leads (hot)::`At`"),
        "{github}"
    );
    assert!(github.contains("%0Ahelp: ") && github.lines().all(|line| line.starts_with("::")));
    let sarif: Value =
        serde_json::from_str(&out(&run(&["audit", &file, "--format", "sarif"]))).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        (result["ruleId"].as_str(), result["level"].as_str()),
        (Some("clock-leads"), Some("error"))
    );
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        (place["region"]["startLine"].as_u64(), place["region"]["startColumn"].as_u64()),
        (Some(2), Some(22))
    );
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("a%20b%2Cc.sql"));
    let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][rule]["id"], "clock-leads");
}

/// What the schema of SARIF 2.1.0 requires of the parts that we write. The output was validated once
/// against the schema of OASIS.
#[test]
fn sarif_has_the_structure_of_its_schema() {
    let folder = Folder::new("sarif");
    let state = "CREATE TABLE T (Id STRING(36), Kind STRING(9), At TIMESTAMP) PRIMARY KEY (Id);\nCREATE INDEX I ON T (Kind, At);\nCREATE INDEX J ON T (Id);\n";
    for text in [FINE.to_owned(), format!("{HOT}{LIKELY}{state}")] {
        let file = folder.file("a.sql", &text);
        let output = out(&run(&["audit", &file, "--format", "sarif"]));
        let log: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(keys(&log), ["$schema", "runs", "version"]);
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().ends_with("sarif-2.1.0.json"));
        let run = &log["runs"][0];
        assert_eq!(keys(run), ["columnKind", "results", "tool"]);
        assert_eq!(run["columnKind"], "unicodeCodePoints");
        let driver = &run["tool"]["driver"];
        assert_eq!(keys(driver), ["informationUri", "name", "rules", "semanticVersion"]);
        assert!(driver["informationUri"].as_str().unwrap().starts_with("https://"));
        let rules = driver["rules"].as_array().unwrap();
        for rule in rules {
            assert_eq!(keys(rule), ["fullDescription", "id", "shortDescription"]);
            assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
        }
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), text == FINE);
        for result in results {
            let wanted =
                ["level", "locations", "message", "partialFingerprints", "ruleId", "ruleIndex"];
            assert_eq!(keys(result), wanted);
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
            let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[rule]["id"], result["ruleId"]);
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let number = |name: &str| region[name].as_u64().unwrap();
            assert!(number("startLine") >= 1 && number("startColumn") >= 1);
            let start = (number("startLine"), number("startColumn"));
            assert!(start < (number("endLine"), number("endColumn")));
        }
    }
}

/// The names in an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
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
fn findings_are_in_the_file_and_line_that_they_are_about() {
    let folder = Folder::new("lines");
    folder.file("1_a.sql", &format!("-- first\r\n{FINE}"));
    folder
        .file("2_b.sql", "\u{feff}-- second\nALTER TABLE Names\n  ADD COLUMN SeenAt TIMESTAMP;\n");
    folder.file("3_c.sql", "/* é\n */ CREATE INDEX I\n  ON Names (\n    SeenAt);");
    // A long line is cut, but the place is right.
    let long =
        format!("{}{HOT}", FINE.replace('\n', " ").replace("Names", "Äß") + &" ".repeat(5_000));
    folder.file("4_d.sql", &long);
    let output = run_in(&folder.0, &["audit", ".", "--format", "gcc"], "");
    let text = out(&output);
    assert!(text.contains("./3_c.sql:4:5: error: `SeenAt`"), "{text}");
    let column = long.chars().count() - HOT.chars().count() + "CREATE TABLE Events (".len() + 1;
    assert!(text.contains(&format!("./4_d.sql:1:{column}: error: `At`")), "{text}");
    let text = out(&run_in(&folder.0, &["audit", "."], ""));
    assert!(text.contains(&format!("--> ./4_d.sql:1:{column}")), "{text}");
    assert!(text.lines().all(|line| line.len() < 600), "{text}");
}

/// What looks like a hotspot and is none, in both dialects: the types alone must not condemn it.
#[test]
fn near_misses_are_not_hot() {
    let folder = Folder::new("near");
    let google =
        "Id STRING(36) NOT NULL, U STRING(36), N INT64, Flag BOOL, At TIMESTAMP, Born DATE, J JSON";
    let table = format!("CREATE TABLE T ({google}) PRIMARY KEY (Id);");
    let keyed = |column: &str, key: &str| {
        format!("CREATE TABLE T ({google}, {column}) PRIMARY KEY ({key})")
    };
    let google = [
        // An entity, a hash or an id comes before the clock.
        format!("CREATE TABLE T ({google}) PRIMARY KEY (Id, At DESC)"),
        format!("{table} CREATE INDEX I ON T (U, At DESC)"),
        format!("{table} CREATE INDEX I ON T (Flag, U, At)"),
        keyed("S INT64 AS (MOD(ABS(FARM_FINGERPRINT(Id)), 16)) STORED", "S, At, Id"),
        keyed("S INT64 AS (FARM_FINGERPRINT(Id) & 15) STORED", "S, At, Id"),
        keyed("S INT64 AS (MOD(UNIX_MICROS(At), 16)) STORED", "S, At, Id"),
        keyed("S STRING(64) AS (TO_HEX(SHA256(CAST(At AS STRING)))) STORED", "S, Id"),
        keyed("S INT64 AS (BIT_REVERSE(N, true)) STORED", "S"),
        keyed("S INT64 AS (MOD(N, 32)) STORED", "S, At, Id"),
        // The rows are stored with their parent's.
        format!("{table} CREATE TABLE C (Id STRING(36) NOT NULL, At TIMESTAMP) PRIMARY KEY (Id, At), INTERLEAVE IN PARENT T"),
        format!("{table} CREATE TABLE C (Id STRING(36) NOT NULL, At TIMESTAMP, X INT64) PRIMARY KEY (Id, At); CREATE INDEX I ON C (Id, X), INTERLEAVE IN T"),
        // Values that do not follow the clock, or may not.
        format!("{table} CREATE INDEX ByBirthday ON T (Born)"),
        format!("{table} CREATE INDEX I ON T (N)"),
        format!("{table} CREATE INDEX I ON T (Flag)"),
        "CREATE TABLE T (Id INT64 NOT NULL GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Id STRING(36) DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE T (Flag BOOL NOT NULL, N INT64) PRIMARY KEY (Flag, N)".to_owned(),
        // One row, or none that has a place.
        "CREATE TABLE T (At TIMESTAMP) PRIMARY KEY ()".to_owned(),
        "CREATE TABLE T (At TIMESTAMP)".to_owned(),
        // A clock that only the table without order has.
        format!("{table} CREATE INDEX I ON T (U) STORING (At)"),
        format!("{table} CREATE SEARCH INDEX I ON T (At) ORDER BY At DESC"),
        // Dropped, or renamed away.
        format!("{table} CREATE INDEX I ON T (At); DROP INDEX I"),
        "CREATE TABLE E (At TIMESTAMP NOT NULL) PRIMARY KEY (At); DROP TABLE E; CREATE TABLE F (Id STRING(36)) PRIMARY KEY (Id)".to_owned(),
        "CREATE TABLE P (U STRING(36)) PRIMARY KEY (U); CREATE TABLE T (Id STRING(36), U STRING(36), At TIMESTAMP, CONSTRAINT F FOREIGN KEY (U) REFERENCES P (U)) PRIMARY KEY (Id)".to_owned(),
    ];
    let columns =
        "id varchar(36) not null, u varchar(36), n bigint, flag boolean, at timestamptz, dob date";
    let table = format!("create table t ({columns}, primary key (id));");
    let keyed = |column: &str, key: &str| {
        format!("create table t ({columns}, {column}, primary key ({key}))")
    };
    let postgres = [
        format!("create table t ({columns}, primary key (id, at))"),
        format!("{table} create index i on t (u, at desc)"),
        format!("{table} create index i on t (flag, u, at)"),
        keyed("s bigint generated always as (mod(abs(spanner.farm_fingerprint(id)), 16)) stored", "s, at, id"),
        keyed("s bigint generated always as (spanner.farm_fingerprint(id) & 15) stored", "s, at, id"),
        keyed("s bigint generated always as (spanner.bit_reverse(n, true)) stored", "s"),
        format!("{table} create table c (id varchar(36) not null, at timestamptz, primary key (id, at)) interleave in parent t"),
        format!("{table} create index i on t (dob)"),
        "create table a (id text primary key, release_date date); create index i on a (release_date)".to_owned(),
        format!("{table} create index i on t (n)"),
        "create table t (id bigserial primary key)".to_owned(),
        "create table t (id uuid default gen_random_uuid() primary key)".to_owned(),
        "create sequence s bit_reversed_positive; create table t (id bigint default nextval('s') primary key)".to_owned(),
        "create table t (id bigint primary key)".to_owned(),
        format!("{table} create index i on t (u) include (at)"),
        format!("{table} create index i on t (at); drop index i"),
    ];
    for (dialect, texts) in [("googlesql", &google[..]), ("postgresql", &postgres[..])] {
        for text in texts {
            let file = folder.file("a.sql", text);
            let output = run(&["audit", &file, "--dialect", dialect]);
            let shown = format!("{text}\n{}{}", out(&output), error(&output));
            assert!(code(&output) == 0 && error(&output).is_empty(), "{shown}");
        }
    }
}

/// The same, where it is one.
#[test]
fn certain_hotspots_are_hot_in_both_dialects() {
    let folder = Folder::new("certain");
    for (dialect, text) in [
        ("googlesql", "CREATE TABLE T (At TIMESTAMP, Id STRING(36)) PRIMARY KEY (At DESC, Id)"),
        ("googlesql", "CREATE TABLE T (D DATE, Id STRING(36)) PRIMARY KEY (D, Id)"),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), At TIMESTAMP, F BOOL) PRIMARY KEY (Id); CREATE NULL_FILTERED INDEX I ON T (F, At)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), Made TIMESTAMP, S INT64 AS (UNIX_SECONDS(Made)) STORED) PRIMARY KEY (S, Id)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36), F BOOL, At TIMESTAMP, S INT64 AS (MOD(ABS(FARM_FINGERPRINT(CAST(F AS STRING))), 16)) STORED) PRIMARY KEY (S, At, Id)",
        ),
        (
            "googlesql",
            "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id); ALTER TABLE T ADD COLUMN At TIMESTAMP; CREATE INDEX I ON T (At); ALTER TABLE T RENAME TO U",
        ),
        (
            "postgresql",
            "create table t (at spanner.commit_timestamp, id varchar, primary key (at, id))",
        ),
        (
            "postgresql",
            "create table t (id varchar primary key, d date); create index i on t (d desc)",
        ),
        (
            "postgresql",
            "create table t (id varchar primary key, k varchar, at timestamptz, constraint ks check ((k)::text = any ((array['a'::text, 'b'::text])::text[]))); create index i on t (k, at)",
        ),
        (
            "postgresql",
            "create schema s; create table s.t (id varchar primary key, flag boolean, at timestamptz); create index i on s.t (flag, at)",
        ),
        ("postgresql", "create table \"Odd.Name\" (at timestamptz primary key)"),
    ] {
        let file = folder.file("a.sql", text);
        let output = run(&["audit", &file, "--dialect", dialect]);
        assert_eq!(code(&output), 1, "{text}\n{}{}", out(&output), error(&output));
        assert!(out(&output).contains("a.sql:1:"), "{text}\n{}", out(&output));
    }
}

#[test]
fn a_waiver_above_a_foreign_key_counts() {
    let folder = Folder::new("foreign");
    let tables = "-- spanner-keys: allow_hotspot \"a calendar\"\nCREATE TABLE D (Day DATE) PRIMARY KEY (Day);\nCREATE TABLE A (Id STRING(36), Day DATE) PRIMARY KEY (Id);\n";
    let add = "ALTER TABLE A ADD CONSTRAINT F FOREIGN KEY (Day) REFERENCES D (Day);\n";
    let waiver = "-- spanner-keys: allow_hotspot \"few rows\"\n";
    for (text, wanted) in [(format!("{tables}{add}"), 1), (format!("{tables}{waiver}{add}"), 0)] {
        let output = run(&["audit", &folder.file("a.sql", &text)]);
        assert_eq!(code(&output), wanted, "{text}\n{}", out(&output));
    }
    let unknown = run(&["audit", &folder.file("b.sql", "CREATE TABLE A (Id STRING(36), B STRING(3), CONSTRAINT F FOREIGN KEY (B) REFERENCES Gone (B)) PRIMARY KEY (Id)")]);
    assert!(
        error(&unknown).contains("unknown table `Gone` in a foreign key"),
        "{}",
        error(&unknown)
    );
}

#[test]
fn a_waiver_needs_a_reason() {
    let folder = Folder::new("waiver");
    for (comment, wanted) in [
        ("-- spanner-keys: allow_hotspot \"ten rows a day\"\n", 0),
        ("/* spanner-keys: allow_hotspot = \"ten rows a day\" */\n", 0),
        ("-- spanner-keys: allow_hotspot\n", 1),
        ("-- spanner-keys: allow_hotspot \"\"\n", 1),
        ("", 1),
    ] {
        let file = folder.file("a.sql", &format!("{FINE}{comment}{HOT}"));
        assert_eq!(code(&run(&["audit", &file])), wanted, "{comment}");
    }
    let index = "CREATE TABLE T (Id STRING(36), At TIMESTAMP) PRIMARY KEY (Id);\n-- spanner-keys: allow_hotspot \"rare\"\nCREATE INDEX I ON T (At);\nCREATE INDEX J ON T (At DESC);";
    let found = findings(&folder.file("b.sql", index), &["--only", "clock-leads"]);
    assert_eq!(found.len(), 1, "a waiver is for one statement");
    assert_eq!(found[0][3], "J");
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

/// A schema in which a rule finds something at this level, and one in which it finds nothing.
fn finds(folder: &Folder, rule: &str, level: &str, hit: &str, miss: &str) {
    let found = findings(&folder.file("hit.sql", hit), &["--only", rule]);
    assert!(found.iter().any(|finding| finding[1] == level), "{rule}: {hit}: {found:?}");
    let found = findings(&folder.file("miss.sql", miss), &["--only", rule]);
    assert_eq!(found, Vec::<[String; 5]>::new(), "{rule}: {miss}");
}

#[test]
fn names_suggest_what_types_leave_open() {
    let folder = Folder::new("names");
    let index = |columns: &str| {
        format!(
            "CREATE TABLE T (Id STRING(36), Status STRING(9), Flag BOOL, CreatedAtMs INT64, ResponseTimeMs INT64, Date STRING(10), BirthDate STRING(10), EventUlid STRING(26), EventId STRING(26), OtherId STRING(36), StatusCode INT64, SourceId INT64, IsActive INT64, Island INT64, Day INT64, ExpiryMonth INT64) PRIMARY KEY (Id); CREATE INDEX I ON T ({columns})"
        )
    };
    for (rule, level, hit, miss) in [
        ("low-cardinality-index", "advice", "Status", "Status, ResponseTimeMs"),
        ("clock-leads", "likely", "CreatedAtMs DESC", "ResponseTimeMs"),
        ("clock-leads", "likely", "Flag, Date", "BirthDate, Date"),
        ("state-before-clock", "likely", "Status, CreatedAtMs", "Status, ResponseTimeMs"),
        ("time-ordered-id-leads", "likely", "EventUlid", "ResponseTimeMs, EventUlid"),
        ("time-ordered-id-leads", "likely", "EventId", "OtherId"),
        ("state-before-clock", "likely", "StatusCode, CreatedAtMs", "SourceId, CreatedAtMs"),
        ("state-before-clock", "likely", "IsActive, CreatedAtMs", "Island, CreatedAtMs"),
        ("clock-leads", "likely", "Day", "ExpiryMonth"),
    ] {
        finds(&folder, rule, level, &index(hit), &index(miss));
    }
    let key = |columns: &str| {
        format!("create table t (created_at text, id text, primary key ({columns}))")
    };
    finds(&folder, "clock-leads", "likely", &key("created_at, id"), &key("id, created_at"));
    let clock = |sql: &str| {
        format!("CREATE TABLE T (Id STRING(99) NOT NULL DEFAULT ({sql})) PRIMARY KEY (Id);")
    };
    finds(
        &folder,
        "clock-leads",
        "likely",
        &clock("FORMAT_TIMESTAMP('%F', CURRENT_TIMESTAMP())"),
        &clock("TO_HEX(MD5(CAST(CURRENT_TIMESTAMP() AS STRING)))"),
    );
}

#[test]
fn rules_beyond_the_compilers() {
    let folder = Folder::new("rules");
    let table = "CREATE TABLE T (Id STRING(36) NOT NULL, Status STRING(9), Flag BOOL, Name STRING(64), N INT64, At TIMESTAMP) PRIMARY KEY (Id);";
    let sequence = "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive');";
    let by_sequence =
        "CREATE TABLE S (Id INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q))";
    for (rule, level, hit, miss) in [
        ("state-before-clock", "likely", format!("{table} CREATE INDEX I ON T (Status, At)"), format!("{table} CREATE INDEX I ON T (Name, At)")),
        ("only-few-values-before", "hot", format!("{table} CREATE INDEX I ON T (Flag, At)"), format!("{table} CREATE INDEX I ON T (Flag, Name)")),
        (
            "only-few-values-before",
            "hot",
            "CREATE TABLE C (Id STRING(36), K STRING(9), At TIMESTAMP, CONSTRAINT Ks CHECK (K IN ('a', 'b'))) PRIMARY KEY (Id); CREATE INDEX I ON C (K, At)".to_owned(),
            "CREATE TABLE C (Id STRING(36), K STRING(9), At TIMESTAMP, CONSTRAINT Ks CHECK (K != 'a')) PRIMARY KEY (Id); CREATE INDEX I ON C (K, At)".to_owned(),
        ),
        (
            "only-few-values-before",
            "hot",
            "CREATE TABLE S (Day DATE NOT NULL, Id STRING(36), X INT64 AS (FARM_FINGERPRINT(CAST(Day AS STRING)) & 15) STORED) PRIMARY KEY (X, Day, Id)".to_owned(),
            "CREATE TABLE S (Day DATE NOT NULL, Id STRING(36), X INT64 AS (FARM_FINGERPRINT(CONCAT(CAST(Day AS STRING), Id)) & 15) STORED) PRIMARY KEY (X, Day, Id)".to_owned(),
        ),
        ("redundant-index", "advice", format!("{table} CREATE INDEX I ON T (Name); CREATE INDEX J ON T (Name, N)"), format!("{table} CREATE INDEX I ON T (Name) STORING (At); CREATE INDEX J ON T (Name, N)")),
        ("redundant-index", "advice", format!("{table} CREATE INDEX I ON T (Id)"), format!("{table} CREATE INDEX I ON T (Id DESC)")),
        (
            "negative-shard",
            "advice",
            "CREATE TABLE S (Id STRING(36), X INT64 AS (MOD(FARM_FINGERPRINT(Id), 64)) STORED) PRIMARY KEY (X, Id)".to_owned(),
            "CREATE TABLE S (Id STRING(36), X INT64 AS (ABS(MOD(FARM_FINGERPRINT(Id), 64))) STORED) PRIMARY KEY (X, Id)".to_owned(),
        ),
        (
            "low-bits-shard",
            "likely",
            format!("{sequence} {by_sequence}, X INT64 AS (MOD(Id, 64)) STORED) PRIMARY KEY (X, Id)"),
            format!("{sequence} {by_sequence}, X INT64 AS (FARM_FINGERPRINT(CAST(Id AS STRING)) & 63) STORED) PRIMARY KEY (X, Id)"),
        ),
        ("low-cardinality-index", "advice", format!("{table} CREATE INDEX I ON T (Flag)"), format!("{table} CREATE INDEX I ON T (Name)")),
        ("unique-null", "advice", format!("{table} CREATE UNIQUE INDEX I ON T (Name)"), format!("{table} CREATE UNIQUE NULL_FILTERED INDEX I ON T (Name)")),
        (
            "doubled-relation",
            "advice",
            format!("{table} CREATE TABLE U (Id STRING(36) NOT NULL, M INT64, CONSTRAINT F FOREIGN KEY (Id) REFERENCES T (Id)) PRIMARY KEY (Id, M), INTERLEAVE IN PARENT T"),
            format!("{table} CREATE TABLE U (Id STRING(36) NOT NULL, M STRING(36), CONSTRAINT F FOREIGN KEY (M) REFERENCES T (Id)) PRIMARY KEY (Id, M), INTERLEAVE IN PARENT T"),
        ),
        (
            "commit-timestamp-differs",
            "advice",
            "CREATE TABLE P (U STRING(36), At TIMESTAMP OPTIONS (allow_commit_timestamp = true)) PRIMARY KEY (U, At); CREATE TABLE C (U STRING(36), At TIMESTAMP) PRIMARY KEY (U, At), INTERLEAVE IN PARENT P".to_owned(),
            "CREATE TABLE P (U STRING(36), At TIMESTAMP) PRIMARY KEY (U, At); CREATE TABLE C (U STRING(36), At TIMESTAMP) PRIMARY KEY (U, At), INTERLEAVE IN PARENT P".to_owned(),
        ),
        (
            "expiry",
            "advice",
            "CREATE TABLE P (U STRING(36), At TIMESTAMP) PRIMARY KEY (U), ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 3 DAY)); CREATE TABLE C (U STRING(36)) PRIMARY KEY (U), INTERLEAVE IN PARENT P".to_owned(),
            "CREATE TABLE P (U STRING(36), At TIMESTAMP) PRIMARY KEY (U), ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 3 DAY)); CREATE TABLE C (U STRING(36)) PRIMARY KEY (U), INTERLEAVE IN PARENT P ON DELETE CASCADE".to_owned(),
        ),
        (
            "anonymous-constraint",
            "advice",
            "CREATE TABLE A (Id STRING(36), CHECK (Id != '')) PRIMARY KEY (Id)".to_owned(),
            "CREATE TABLE A (Id STRING(36), CONSTRAINT Filled CHECK (Id != '')) PRIMARY KEY (Id)".to_owned(),
        ),
        (
            "sequence-meets-ids",
            "advice",
            format!("{sequence} CREATE TABLE S (Id INT64 NOT NULL) PRIMARY KEY (Id); ALTER TABLE S ALTER COLUMN Id SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q))"),
            format!("{sequence} ALTER SEQUENCE Q SKIP RANGE 1, 1000; CREATE TABLE S (Id INT64 NOT NULL) PRIMARY KEY (Id); ALTER TABLE S ALTER COLUMN Id SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q))"),
        ),
        (
            "long-name",
            "advice",
            format!("create table t (id varchar(36) primary key, {} bigint)", "n".repeat(64)),
            format!("create table t (id varchar(36) primary key, {} bigint)", "n".repeat(63)),
        ),
        ("unbounded-key", "advice", "CREATE TABLE A (Id STRING(MAX)) PRIMARY KEY (Id)".to_owned(), "CREATE TABLE A (Id STRING(36)) PRIMARY KEY (Id)".to_owned()),
        (
            "low-bits-shard",
            "likely",
            format!("{sequence} {by_sequence}, X INT64 AS (MOD(Id, 64)) STORED) PRIMARY KEY (X, Id)"),
            format!("{sequence} {by_sequence}, X INT64 AS (MOD(Id, 64)) STORED) PRIMARY KEY (Id)"),
        ),
        (
            "negative-shard",
            "advice",
            "create table s (id varchar(36) primary key, x bigint generated always as (spanner.farm_fingerprint(id) % 64) stored)".to_owned(),
            "CREATE TABLE S (Id STRING(36), X INT64 AS (MOD(MOD(FARM_FINGERPRINT(Id), 64) + 64, 64)) STORED) PRIMARY KEY (X, Id)".to_owned(),
        ),
        (
            "sequence-meets-ids",
            "advice",
            format!("{sequence} CREATE TABLE S (Id INT64 NOT NULL) PRIMARY KEY (Id); ALTER TABLE S ALTER COLUMN Id SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q)); ALTER TABLE S RENAME TO R"),
            format!("{sequence} CREATE TABLE S (Id INT64 NOT NULL) PRIMARY KEY (Id); ALTER TABLE S ALTER COLUMN Id SET DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q)); DROP TABLE S; {by_sequence}) PRIMARY KEY (Id)"),
        ),
        (
            "clock-leads",
            "hot",
            "CREATE TABLE A (Id STRING(36), D DATE, CONSTRAINT F FOREIGN KEY (D) REFERENCES B (D)) PRIMARY KEY (Id); CREATE TABLE B (D DATE) PRIMARY KEY (D)".to_owned(),
            "CREATE TABLE A (Id STRING(36), D STRING(9), CONSTRAINT F FOREIGN KEY (D) REFERENCES B (D)) PRIMARY KEY (Id); CREATE TABLE B (D STRING(9)) PRIMARY KEY (D)".to_owned(),
        ),
    ] {
        finds(&folder, rule, level, &hit, &miss);
    }
}

#[test]
fn rules_look_at_what_has_an_effect() {
    let folder = Folder::new("effects");
    let table =
        "CREATE TABLE T (Id STRING(36) NOT NULL, Name STRING(64), N INT64) PRIMARY KEY (Id);";
    for (rule, level, hit, miss) in [
        (
            "unique-integer",
            "advice",
            format!("{table} CREATE UNIQUE INDEX I ON T (N)"),
            format!("{table}\n-- spanner-keys: spread \"why\"\nCREATE UNIQUE INDEX I ON T (N)"),
        ),
        (
            "redundant-index",
            "advice",
            format!("{table} CREATE UNIQUE NULL_FILTERED INDEX I ON T (Id)"),
            format!("{table} CREATE NULL_FILTERED INDEX I ON T (Name); CREATE INDEX J ON T (Name, N)"),
        ),
        (
            "negative-shard",
            "advice",
            "CREATE TABLE S (CaseId STRING(36), X INT64 AS (MOD(FARM_FINGERPRINT(CONCAT(CaseId, '+')), 64)) STORED) PRIMARY KEY (X, CaseId)".to_owned(),
            "CREATE TABLE S (CaseId STRING(36), X INT64 AS (MOD(FARM_FINGERPRINT(CaseId), 64) + 63) STORED) PRIMARY KEY (X, CaseId)".to_owned(),
        ),
        (
            "unused-waiver",
            "advice",
            "-- spanner-keys: spread \"why\"\nCREATE TABLE A (Id STRING(36) DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id)".to_owned(),
            "-- spanner-keys: spread \"why\"\nCREATE TABLE A (Id INT64) PRIMARY KEY (Id)".to_owned(),
        ),
        (
            "unused-waiver",
            "advice",
            "CREATE TABLE P (Id STRING(36)) PRIMARY KEY (Id);\n-- spanner-keys: allow_hotspot \"why\"\nCREATE TABLE C (Id STRING(36), At DATE) PRIMARY KEY (Id, At), INTERLEAVE IN PARENT P".to_owned(),
            // The values may be in the order of time.
            "-- spanner-keys: allow_hotspot \"why\"\nCREATE TABLE P (Id STRING(36)) PRIMARY KEY (Id)".to_owned(),
        ),
        (
            "clock-leads",
            "likely",
            "CREATE TABLE B (Id STRING(36), Published DATE) PRIMARY KEY (Id); CREATE INDEX I ON B (Published)".to_owned(),
            "CREATE TABLE B (Id STRING(36), Published DATE) PRIMARY KEY (Id); CREATE INDEX I ON B (Id, Published)".to_owned(),
        ),
    ] {
        finds(&folder, rule, level, &hit, &miss);
    }
}

/// What a person sees in real schemas, as `corpus/README.md` lists it.
#[test]
fn hotspots_of_real_schemas_are_found_and_nothing_else_is_hot() {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("real schemas were NOT read: SPANNER_KEYS_CORPUS is not set");
        return;
    };
    let found = |file: &str| {
        let path = Path::new(&corpus).join(format!("spanner/{file}.sql"));
        findings(&path.to_string_lossy(), &[])
    };
    let at = |found: &[[String; 5]], name: &str| {
        let mut hits = found.iter().filter(|finding| finding[1] != "advice");
        hits.any(|finding| finding[3] == name || (finding[3].is_empty() && finding[2] == name))
    };
    for (file, names) in [
        ("syncstorage", &["collections"][..]),
        ("wfa-duchy", &["ComputationsByLockExpirationTime"]),
        ("luci-analysis", &["ReclusteringShards"]),
        (
            "syzkaller-cluster",
            &["SeriesByPublishedAt", "SessionsByFinishedAt", "SessionReportsByStatus"],
        ),
        (
            "akka-persistence-spanner",
            &["eventTagTable_tag_and_offset", "objectTable_tag_and_offset"],
        ),
        ("spanner101", &["Singers"]),
        ("pgadapter-tpcc", &["warehouse"]),
    ] {
        let found = found(file);
        for name in names {
            assert!(at(&found, name), "{file}: {name} is missing in {found:?}");
        }
    }
    let mut hot = Vec::new();
    for entry in fs::read_dir(Path::new(&corpus).join("spanner")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let findings = found(&name).into_iter().filter(|finding| finding[1] == "hot");
        hot.extend(findings.map(|finding| finding[3].clone()));
    }
    hot.sort();
    assert_eq!(hot, ["SeriesByPublishedAt", "SessionsByFinishedAt"]);
    let redundant = found("spanner101").into_iter().find(|finding| finding[0] == "redundant-index");
    assert_eq!(redundant.unwrap()[3], "UserIDByUserDepositHistories");
}
