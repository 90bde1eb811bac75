//! Printed expansions of a few types, in `tests/expanded/`. `BLESS=1 cargo test -p
//! spanner-keys-derive expanded` regenerates them; review the diff.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::{accepts, read_column};
use crate::expand;

/// The tables, by the name of the file.
const TABLES: [(&str, &str); 4] = [
    (
        "plain",
        r#"#[derive(SpannerTable)]
#[table(name = "Countries")]
#[check("{people} >= 0")]
pub struct Country {
    #[key]
    #[column(length = 2)]
    pub code: String,
    pub people: i64,
    #[column(default = "CURRENT_TIMESTAMP()")]
    pub added_at: SystemTime,
}"#,
    ),
    (
        "child",
        r#"#[derive(SpannerTable)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
#[index(OrdersByStatus, columns(customer_id, status, desc(placed_at)), interleave(Customer))]
#[foreign_key(columns(shop_id), references(Shop, shop_id))]
pub struct Order {
    #[key(parent)]
    pub customer_id: Uuid,
    #[key(uuid)]
    pub order_id: Uuid,
    pub shop_id: Uuid,
    pub status: Option<String>,
    #[column(commit_timestamp)]
    pub placed_at: SystemTime,
}"#,
    ),
    (
        "shard",
        r"#[derive(SpannerTable)]
#[index(EventsByTime, columns(time_shard, desc(at)))]
pub struct Event {
    #[key(shard = 16)]
    pub shard: i64,
    #[key(ulid)]
    pub event_id: String,
    pub at: SystemTime,
    #[column(shard = 8, of(event_id), client)]
    pub time_shard: i64,
}",
    ),
    (
        "server_filled",
        r#"#[derive(SpannerTable)]
pub struct Ticket {
    #[key(sequence = "TicketSeq", start_counter = 50)]
    pub ticket_id: i64,
    pub title: String,
}"#,
    ),
];

/// The column types.
const COLUMN_TYPES: [(&str, &str); 2] = [
    ("newtype", "#[derive(SpannerColumn)]\npub struct CustomerId(Uuid);"),
    (
        "unit_enum",
        r#"#[derive(SpannerColumn)]
#[column(rename_all = "snake_case")]
pub enum Status {
    Open,
    #[column(name = "done")]
    Closed,
}"#,
    ),
];

/// What an item is for, by how its first line begins. The comments are only in the printed files.
const COMMENTS: [(&str, &str); 28] = [
    (
        "use ::spanner_keys::__private::items",
        "The names that users see. The compiler expands an imported macro last, so types of the\nuser's with these names go before them.",
    ),
    ("type New", "Documentation has the structs under the names that users see."),
    ("use ::spanner_keys", "The only way to the runtime crate. No name of the user's can hide it."),
    (
        "const __OPS",
        "What the type of each column can do, by position. Each type is asked here and nowhere else,\nso one that is not a column is one error. The compiler would evaluate a list as another constant\nwithout the branch, and the call.",
    ),
    ("type __Parent =", "The parent, named once."),
    ("type __Link", "The way to the root, which may be a circle."),
    (
        "type __ParentTable",
        "The parent, or a stand-in if it is not a table, or if it closes a circle.",
    ),
    ("const __PARENT", "The parent's table."),
    ("impl __sk::Interleaved for", "For the structs outside of this block."),
    ("const __OTHER_", "The tables that foreign keys reference."),
    (
        "const __TABLE",
        "The table as data. The rules, the DDL and the scans read it. A type that is not a column has a\nstand-in here, so that the others are judged.",
    ),
    (
        "impl __sk::SpannerTable for",
        "The trait that users see: rows read from and sent to clients.",
    ),
    (
        "impl __sk::TableKey for",
        "The key: made from the columns of a row, inspected for its size, written for clients, read\nfrom rows.",
    ),
    (
        "impl __sk::Clone for",
        "What derives would write, but only where the parts have the trait, so a part without it is\nnot an error.",
    ),
    (
        "impl __sk::NewRow for",
        "Fills and checks a new row, the key first: shards may be computed from it.",
    ),
    ("impl New", "What users call."),
    ("impl __sk::Debug for New", "A field is shown if its type is `Debug`."),
    (
        "type __Type",
        "A second name for each type, of the first field that has it. Each is named once, so one that does\nnot resolve is one error. Primitive types always resolve.\nIts span lets an error about the type point at the type, or at an attribute.",
    ),
    ("type __FoundInKey", "What the rules find at this part of the key."),
    ("type __FoundInIndex", "What the rules find at this column of the index."),
    (
        "const _: () = __sk::check_",
        "Rules about whole tables and indexes. Each panics while the crate compiles.",
    ),
    (
        "let _ = (",
        "Rules about types. Each line asks for a permission, and the compiler refuses it where the\ndecision is `false`; the trait holds the message.",
    ),
    ("__sk::register!", "Feature `registry`: adds the table to `Schema::registered()`."),
    ("const __INNER", "What the inner type can do. One that is not a column is one error, here."),
    ("const __SPEC", "What the rules and the DDL know of the type."),
    ("impl __sk::Column for", "Values on their way to the wire and back."),
    ("impl __sk::NotNull for", "`Option` of it is a column."),
    ("impl __sk::Element for", "`Vec` of it is a column."),
];

/// The expansion with its source before it and a comment before each kind of item.
fn printed(source: &str, expansion: proc_macro2::TokenStream) -> String {
    let file = syn::parse2(expansion).unwrap_or_else(|error| panic!("{error}: {source}"));
    let code = prettyplease::unparse(&file);
    let mut lines: Vec<String> = vec!["// The expansion of".into(), "//".into()];
    lines.extend(source.lines().map(|line| format!("//     {line}")));
    lines.push(String::new());
    let mut unused = COMMENTS.to_vec();
    for line in code.lines() {
        let item = line.trim_start();
        if let Some(at) = unused.iter().position(|(prefix, _)| item.starts_with(prefix)) {
            let (_, comment) = unused.remove(at);
            let indent = &line[..line.len() - item.len()];
            // Attributes stay with their item.
            let before = lines.iter().rposition(|line| !line.trim_start().starts_with("#["));
            let place = before.map_or(lines.len(), |before| before + 1);
            let is_first = lines[place - 1].ends_with('{');
            let gap = (!is_first).then(String::new);
            let comment = comment.lines().map(|line| format!("{indent}// {line}"));
            lines.splice(place..place, gap.into_iter().chain(comment));
        }
        lines.push(line.to_owned());
    }
    lines.join("\n") + "\n"
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expanded")
}

#[test]
fn expanded() {
    let tables =
        TABLES.map(|(name, source)| (name, printed(source, expand::table(&accepts(source), None))));
    let column_types = COLUMN_TYPES.map(|(name, source)| {
        let column = read_column(source).0.unwrap_or_else(|| panic!("{source}"));
        (name, printed(source, expand::column(&column)))
    });
    let all: Vec<_> = tables.into_iter().chain(column_types).collect();
    for (name, text) in &all {
        let file = folder().join(format!("{name}.rs"));
        if env::var_os("BLESS").is_some() {
            fs::write(&file, text).unwrap_or_else(|error| panic!("{error}: {}", file.display()));
        }
        let stored = fs::read_to_string(&file).unwrap_or_default();
        if let Some((at, (new, old))) = differing_line(text, &stored) {
            panic!(
                "tests/expanded/{name}.rs, line {}:\n  stored: {old}\n  now:    {new}\n\
                 Regenerate with BLESS=1 and review the diff.",
                at + 1
            );
        }
    }
    let files = fs::read_dir(folder()).map_or(0, Iterator::count);
    assert_eq!(files, all.len(), "each file in tests/expanded/ is compared");
}

fn differing_line<'a>(new: &'a str, old: &'a str) -> Option<(usize, (&'a str, &'a str))> {
    let count = new.lines().count().max(old.lines().count());
    let line = |text: &'a str, at| text.lines().nth(at).unwrap_or("");
    (0..count).map(|at| (at, (line(new, at), line(old, at)))).find(|(_, (new, old))| new != old)
}
