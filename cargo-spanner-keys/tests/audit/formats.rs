//! The output in each format.

use serde_json::Value;

use super::{FINE, Folder, HOT, LIKELY, out, run, run_in};

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
fn json_has_the_same_fields_always() {
    let folder = Folder::new("json");
    let file = folder.file("a.sql", &format!("{FINE}{HOT}"));
    let list: Value =
        serde_json::from_str(&out(&run(&["audit", &file, "--format", "json"]))).unwrap();
    let finding = &list[0];
    let names = ["column", "file", "index", "level", "line", "message", "rule", "table"];
    assert_eq!(keys(finding), names);
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
