//! Structs with random tokens in their attributes, really compiled: each compiles, or its errors
//! point at its own tokens.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use spanner_keys_tests::random::{self, Values};

use crate::project::{Project, target_folder};

/// The file with all tables.
const CASE: &str = "tables";

/// Words of the grammar, and other tokens. No brackets, so that bracketed tokens stay bracketed.
const PIECES: &str = r#"
    uuid random bit_reversed identity shard ulid uuid_v7 parent desc spread allow_hotspot of
    client storage text bytes name schema rename_all length default generated virtual
    commit_timestamp columns storing unique null_filtered interleave references on_delete
    cascade days column id status total at unknown Customer r#type Self = , :: - & 1 0 16 1.5
    true 'x' "" "why" "{total}>0" "{unknown}" "Ä" "PascalCase" "`"
"#;

/// Valid tables. Every token is between spaces and contains none, so that it can be replaced.
const GOOD: &[&str] = &[
    r#"# [ table ( name = "Orders" , rename_all = "PascalCase" ) ] # [ interleave ( Customer , on_delete = cascade ) ]
       # [ index ( ByStatus , columns ( status , desc ( at ) ) , storing ( total ) , unique ) ]
       # [ check ( "{total}>=0" , name = "ck" ) ] # [ ttl ( column = at , days = 30 ) ]
       pub struct Row { # [ key ( parent ) ] customer_id : Uuid , # [ key ( uuid , storage = bytes ) ] id : Uuid ,
       # [ column ( length = 10 , default = "'x'" ) ] status : String , # [ column ( name = "sum" ) ] total : i64 ,
       # [ column ( commit_timestamp ) ] at : Time }"#,
    r#"pub struct Row { # [ key ( shard = 16 , of ( id ) , client ) ] shard : i64 , # [ key ( spread = "why" , desc ) ] id : i64 ,
       # [ key ( ulid ) ] status : String , # [ column ( generated = "{id}+1" , virtual ) ] total : i64 ,
       # [ column ( shard = 8 , of ( id ) ) ] other : i64 , at : Option < Time > }"#,
    "# [ foreign_key ( columns ( status ) , references ( Customer , name ) , on_delete = cascade ) ]
       pub struct Row { # [ key ( identity , skip_range ( 1 , 1_000 ) ) ] id : i64 , status : String ,
       # [ column ( storage = bytes ) ] total : Uuid , r#type : Vec < f64 > , at : Time }",
    r#"# [ index ( ByAt , columns ( at ) , allow_hotspot = "why" ) ]
       pub struct Row { # [ key ( uuid ) ] id : Uuid , # [ key ] at : Time , status : bool , total : i64 }"#,
];

/// One of the valid tables with up to two tokens changed.
fn table(values: &mut Values) -> String {
    let mut tokens: Vec<&str> = values.pick(GOOD).split_whitespace().collect();
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    for _ in 0..values.below(3) {
        // Only tokens of attributes; the fields stay as they are.
        let inside: Vec<usize> = (0..tokens.len())
            .filter(|&at| in_attribute(&tokens, at) && !"()[]#<>".contains(tokens[at]))
            .collect();
        let at = values.pick(&inside);
        let piece = values.pick(&pieces);
        match values.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, piece),
            2 => tokens.insert(at, tokens[at]),
            _ => tokens[at] = piece,
        }
    }
    tokens.join(" ")
}

fn in_attribute(tokens: &[&str], at: usize) -> bool {
    let count = |bracket: &str| tokens[..at].iter().filter(|token| **token == bracket).count();
    count("[") > count("]")
}

/// The remaining tables, each in its own module on its own line.
fn source(tables: &BTreeMap<usize, String>) -> (String, BTreeMap<u64, usize>) {
    let mut text = String::from("#![allow(dead_code, unused_imports)] fn main() {}\n");
    let mut lines = BTreeMap::new();
    for (number, (at, table)) in tables.iter().enumerate() {
        let _ = writeln!(
            text,
            "mod m{at} {{ use spanner_keys::{{SpannerTable, Uuid}}; use std::time::SystemTime as Time; #[derive(SpannerTable)] pub struct \
             Customer {{ #[key(uuid)] customer_id: Uuid, name: String }} #[derive(SpannerTable)] {} }}",
            table.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        lines.insert(u64::try_from(number).expect("few tables") + 2, *at);
    }
    (text, lines)
}

/// The compiler's errors: the line, the text they point at, and the message.
fn check(project: &Project) -> Vec<(u64, String, String)> {
    let mut errors = Vec::new();
    for message in project.messages().remove(CASE).unwrap_or_default() {
        if message["level"] != "error" {
            continue;
        }
        let text = message["message"].as_str().unwrap_or_default().to_owned();
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let span = spans.iter().find(|span| span["is_primary"] == true);
        let span = span.unwrap_or_else(|| panic!("an error that points nowhere: {text}"));
        let part = &span["text"][0];
        let column =
            |name: &str| usize::try_from(part[name].as_u64().unwrap_or(1)).unwrap_or(1) - 1;
        let whole = part["text"].as_str().unwrap_or_default();
        let pointed: String = whole
            .chars()
            .skip(column("highlight_start"))
            .take(column("highlight_end") - column("highlight_start"))
            .collect();
        errors.push((span["line_start"].as_u64().unwrap_or(0), pointed, text));
    }
    errors
}

#[test]
fn random_tables_compile_or_fail_at_their_own_tokens() {
    let count = usize::try_from(random::count("SPANNER_KEYS_HOSTILE_TABLES", 100)).unwrap_or(100);
    let folder = target_folder().join("hostile");
    fs::create_dir_all(&folder).expect("a folder for the tables");
    let file = folder.join(format!("{CASE}.rs"));

    let mut values = Values::new(random::seed());
    let mut tables: BTreeMap<usize, String> =
        (0..count).map(|at| (at, table(&mut values))).collect();
    let (mut wrong, mut errors) = (Vec::new(), 0);
    // The compiler reports few of the tables that do not parse at a time.
    let all_compile = loop {
        let (text, lines) = source(&tables);
        fs::write(&file, text).expect("the tables are written");
        let project = Project::of(folder.clone(), "cases-hostile");
        let (found, before) = (check(&project), tables.len());
        let is_fine = found.is_empty();
        for (line, pointed, text) in found {
            errors += 1;
            let table = lines.get(&line).and_then(|at| tables.get(at).cloned());
            // Errors without a token point at the derive itself.
            if pointed == "SpannerTable"
                || text.contains("panicked") && !text.starts_with("evaluation panicked")
                || pointed.is_empty()
            {
                wrong.push(format!("`{text}` points at `{pointed}` in {table:?}"));
            }
            if let Some(at) = lines.get(&line) {
                tables.remove(at);
            }
        }
        if tables.len() == before {
            break is_fine;
        }
    };
    assert!(wrong.is_empty(), "seed {}:\n{}", random::seed(), wrong.join("\n"));
    assert!(all_compile, "an error is outside of the tables");
    // Bypasses the captured output, so that the counts are shown.
    let _ = std::io::Write::write_fmt(
        &mut std::io::stdout(),
        format_args!(
            "{count} tables with random words: {} compile, {} give errors that point at their own tokens ({errors} errors)\n",
            tables.len(),
            count - tables.len()
        ),
    );
    assert!(tables.len() > count / 10, "only {} compile, which tests too little", tables.len());
}
