//! What schemas hold that were not made here.

use std::time::SystemTime;

use spanner_keys::schema::{ColumnDef, Keyless, SqlText, SqlType, TableDef};
use spanner_keys::{Schema, SpannerTable, Uuid, tables};

#[derive(SpannerTable)]
#[table(name = "Documents")]
#[index(DocumentsByEmail, columns(email), unique, keep_nulls)]
#[index(DocumentsByOwner, columns(owner), storing(email), not_null(owner, email))]
pub struct Document {
    #[key(uuid)]
    id: Uuid,
    #[column(identity, skip_range(1, 1_000), start_counter = 50)]
    number: i64,
    #[column(sequence = "DocumentTickets")]
    ticket: i64,
    email: Option<String>,
    owner: Option<String>,
    #[column(vector_length = 3)]
    embedding: Option<Vec<f32>>,
}

pub fn schema() -> Schema<'static> {
    tables![Document]
}

#[derive(SpannerTable)]
#[table(name = "Books")]
pub struct Book {
    #[key(uuid)]
    id: Uuid,
    title: String,
    #[column(
        sql_type(googlesql = "TOKENLIST", postgresql = "spanner.tokenlist"),
        generated(
            googlesql = "TOKENIZE_FULLTEXT({title})",
            postgresql = "spanner.tokenize_fulltext({title})"
        ),
        hidden
    )]
    words: Option<Vec<u8>>,
    #[column(
        default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"),
        on_update(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()")
    )]
    changed: SystemTime,
}

/// Its rows may exist without a book.
#[derive(SpannerTable)]
#[table(name = "Notes", options(locality_group = "'cold'", columnar_policy = "'enabled'"))]
#[interleave(Book, on_delete = unchecked)]
#[index(NotesByTopic, columns(topic), storing(body), options(locality_group = "'cold'"))]
pub struct Note {
    #[key(parent)]
    id: Uuid,
    #[key(uuid)]
    note: Uuid,
    topic: Option<String>,
    #[column(options(locality_group = "'hot'"))]
    body: String,
}

pub fn newer() -> Schema<'static> {
    const LOG: TableDef<'static> = TableDef {
        keyless: Keyless::HiddenRowId,
        ..TableDef::new("Log", &[ColumnDef::new("Line", SqlType::TEXT)])
    };
    tables![Note].add(LOG).statement_after(SqlText::both("CREATE CHANGE STREAM Everything FOR ALL"))
}

#[derive(SpannerTable)]
#[table(name = "Messages", options(fulltext_dictionary_table = "true"))]
#[index(MessagesByTopic, columns(topic))]
#[foreign_key(columns(reply_to), references(Message, id), on_delete = unchecked)]
pub struct Message {
    #[key(uuid)]
    id: Uuid,
    reply_to: Option<Uuid>,
    topic: String,
    #[column(sql_type(googlesql = "`shop.Payload`"))]
    payload: Vec<u8>,
    body: String,
}

pub fn googlesql() -> Schema<'static> {
    const GROUP: &str = "CREATE LOCALITY GROUP cold OPTIONS (storage = 'hdd')";
    const ONE: TableDef<'static> = TableDef {
        keyless: Keyless::OneRow,
        ..TableDef::new("Settings", &[ColumnDef::new("Theme", SqlType::TEXT)])
    };
    tables![Message].add(ONE).statement_before(SqlText::both(GROUP))
}
