//! The largest values that Spanner accepts, and one more: the database accepts what we accept, and
//! refuses what we refuse.

use spanner_keys::Column as _;
use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::value::{ValueError, WireValue};

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use spanner_keys::schema::SqlType;
use spanner_keys::value::RowError;
use std::time::SystemTime;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    at_the_limit_and_beyond: Big,
    every_part_of_a_key,
    documents_and_arrays: Documents,
    nul_in_documents: Documents,
    indexes_of_foreign_keys: Target Source,
];

/// The most bytes of a key.
const KEY: usize = 8192;
/// The most characters of text, and the most bytes.
const TEXT: usize = 2_621_440;
const BYTES: usize = 10_485_760;

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Big")]
struct Big {
    #[key]
    name: String,
    text: Option<String>,
    raw: Option<Vec<u8>>,
}

fn row(name: String, text: Option<String>, raw: Option<Vec<u8>>) -> NewBig {
    NewBig { name, text, raw }
}

/// Sends the row past our checks.
async fn unchecked<C: Through>(client: &C, NewBig { name, text, raw }: NewBig) -> Result {
    let values = vec![
        WireValue::Text(name),
        text.map_or(WireValue::Null, WireValue::Text),
        raw.map_or(WireValue::Null, |raw| raw.into_wire(SqlType::BYTES)),
    ];
    client
        .apply(vec![C::Mutation::write(Operation::Insert, "Big", &["name", "text", "raw"], values)])
        .await
        .map(drop)
}

async fn at_the_limit_and_beyond<C: Through>(
    Stage { client, database, dialect, .. }: Stage<'_, C>,
) -> Result {
    let mut keys = KeySource::new(dialect);
    // Four bytes each, so that the text is 10 MiB.
    let text = |characters: usize| Some("🦀".repeat(characters));
    let raw = |bytes: usize| Some(vec![0xff; bytes]);
    let fits = [
        row("k".repeat(KEY), None, None),
        row("é".repeat(KEY / 2), None, None),
        row("text".to_owned(), text(TEXT), None),
        row("bytes".to_owned(), None, raw(BYTES)),
    ];
    let count = fits.len();
    for row in fits {
        client.apply(vec![row.insert_with(&mut keys)?.into_mutation()]).await?;
    }
    let (quote, length) =
        if dialect == Dialect::GoogleSql { ('`', "BYTE_LENGTH") } else { ('"', "length") };
    let lengths = database
            .query(&format!("SELECT {length}({quote}raw{quote}) FROM {quote}Big{quote} WHERE {quote}name{quote} = 'bytes'"))?;
    same("bytes", &lengths, &vec![vec![BYTES.to_string().into()]])?;

    let beyond = [
        (row("k".repeat(KEY + 1), None, None), "name", ValueError::KeyTooLarge { bytes: KEY + 1 }),
        (
            row("é".repeat(KEY / 2) + "e", None, None),
            "name",
            ValueError::KeyTooLarge { bytes: KEY + 1 },
        ),
        (
            row("text2".to_owned(), text(TEXT + 1), None),
            "text",
            ValueError::TooLong { length: TEXT + 1, limit: 2_621_440 },
        ),
        (
            row("bytes2".to_owned(), None, raw(BYTES + 1)),
            "raw",
            ValueError::TooManyBytes { bytes: BYTES + 1, limit: 10_485_760 },
        ),
    ];
    for (row, column, problem) in beyond {
        let again = NewBig { name: row.name.clone(), text: row.text.clone(), raw: row.raw.clone() };
        match row.insert_with(&mut keys) {
            Ok(_) => {
                return Err(
                    format!("{column} is accepted, and should be refused: {problem}").into()
                );
            }
            Err(error) => {
                same("refusal", &(error.column.as_str(), error.error), &(column, problem.clone()))?;
            }
        }
        let answer = unchecked(client, again).await;
        ensure(answer.is_err(), || {
            format!("the database accepts what we refuse: {column}, {problem}")
        })?;
    }
    println!(
        "{count} rows at the limits written, {count} beyond them refused by us and by the database, {}, {dialect}",
        C::NAME
    );
    Ok(())
}

/// Fails unless we refuse the row as we should, and so does the database, which counts as we do.
async fn refused<C: Through, T>(
    client: &C,
    row: Result<T, RowError>,
    column: &str,
    wanted: ValueError,
    unchecked: C::Mutation,
) -> Result {
    let found = row.err().map(|error| (error.column, error.error));
    same("refusal", &found, &Some((column.to_owned(), wanted.clone())))?;
    let bytes = match &wanted {
        ValueError::KeyTooLarge { bytes } | ValueError::IndexKeyTooLarge { bytes, .. } => bytes,
        other => return Err(format!("another error: {other}").into()),
    };
    let answer = client.apply(vec![unchecked]).await.err().map(|failure| failure.text);
    let text = answer.unwrap_or_default();
    ensure(text.contains(&format!(" is {bytes} which exceeds the maximum of 8192")), || {
        format!("{wanted}, but the database: {text:?}")
    })
}

/// A table whose key ends with a part of this type, and one with an index over it: a key that is as
/// large as Spanner allows is written, and one more byte is refused by us and by the database, with
/// the same size.
macro_rules! counted {
    ($module:ident, $type:ty, $value:expr, $(#[$column:meta])*) => {
        mod $module {
            use super::*;

            #[derive(SpannerTable)]
            #[table(name = "Keyed")]
            struct Keyed {
                #[key]
                name: String,
                #[key]
                $(#[$column])*
                part: $type,
            }

            #[derive(SpannerTable)]
            #[table(name = "Indexed")]
            #[index(ByPart, columns(name, part))]
            struct Indexed {
                #[key(uuid, storage = bytes)]
                id: Uuid,
                name: String,
                $(#[$column])*
                part: Option<$type>,
            }

            pub(super) fn case<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
                let schema = Schema::new().table::<Keyed>().table::<Indexed>();
                run(emulator, dialect, &schema, async |stage: Stage<'_, C>| {
                    both(stage).await.map_err(|failure| {
                        format!("{}: {failure}", stringify!($module)).into()
                    })
                })
            }

            async fn both<C: Through>(
                Stage { client, dialect, .. }: Stage<'_, C>,
            ) -> Result {
                let mut keys = KeySource::new(dialect);
                let ty = Keyed::TABLE.columns[1].ty;
                let bytes = <$type>::value_bytes(&$value, ty);
                let name = |used: usize, more: usize| "n".repeat(KEY - used + more);
                let mut keyed = |more| {
                    NewKeyed { name: name(bytes, more), part: $value }.insert_with(&mut keys)
                };
                client.apply(vec![keyed(0)?.into_mutation()]).await?;
                let unchecked = C::Mutation::write(
                    Operation::Insert, "Keyed", &["name", "part"],
                    vec![WireValue::Text(name(bytes, 1)), $value.into_wire(ty)],
                );
                let wanted = ValueError::KeyTooLarge { bytes: KEY + 1 };
                refused(client, keyed(1), "name", wanted, unchecked).await?;

                let mut keys = KeySource::new(dialect);
                for part in [Some(()), None] {
                    let part = || part.map(|()| $value);
                    // NULL has a size too, and so has the rest of the primary key.
                    let used = part().map_or(2, |_| bytes) + 16;
                    let mut indexed = |more| {
                        NewIndexed { name: name(used, more), part: part() }.insert_with(&mut keys)
                    };
                    let fits = indexed(0)?;
                    let id = fits.key().id;
                    client.apply(vec![fits.into_mutation()]).await?;
                    let unchecked = C::Mutation::write(
                        Operation::Insert, "Indexed", &["id", "name", "part"],
                        vec![
                            Uuid::nil().into_wire(SqlType::BYTES),
                            WireValue::Text(name(used, 1)),
                            part().into_wire(ty),
                        ],
                    );
                    let wanted = || ValueError::IndexKeyTooLarge {
                        index: "ByPart".to_owned(), bytes: KEY + 1,
                    };
                    refused(client, indexed(1), "name", wanted(), unchecked).await?;
                    // An update changes the index too.
                    let update = |more| {
                        Indexed { id, name: name(used, more), part: part() }.update_for(dialect)
                    };
                    client.apply(vec![update(0)?.into_mutation()]).await?;
                    let unchecked = C::Mutation::write(
                        Operation::Update, "Indexed", &["id", "name"],
                        vec![id.into_wire(SqlType::BYTES), WireValue::Text(name(used, 1))],
                    );
                    refused(client, update(1), "name", wanted(), unchecked).await?;
                }
                Ok(())
            }
        }
    };
}

counted!(boolean, bool, true,);
counted!(integer, i64, i64::MIN,);
counted!(small_integer, u8, 200_u8,);
counted!(float, f64, 0.1_f64,);
counted!(text, String, "漢字".to_owned(),);
counted!(bytes, Vec<u8>, vec![7_u8; 31],);
counted!(uuid_text, Uuid, Uuid::max(),);
counted!(uuid_bytes, Uuid, Uuid::max(), #[column(storage = bytes)]);
counted!(date, NaiveDate, NaiveDate::default(),);
counted!(timestamp, SystemTime, SystemTime::UNIX_EPOCH,);
counted!(numeric, Decimal, Decimal::new(15, 1),);

fn every_part_of_a_key<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    boolean::case::<C>(emulator, dialect)?;
    integer::case::<C>(emulator, dialect)?;
    small_integer::case::<C>(emulator, dialect)?;
    float::case::<C>(emulator, dialect)?;
    text::case::<C>(emulator, dialect)?;
    bytes::case::<C>(emulator, dialect)?;
    uuid_text::case::<C>(emulator, dialect)?;
    uuid_bytes::case::<C>(emulator, dialect)?;
    date::case::<C>(emulator, dialect)?;
    timestamp::case::<C>(emulator, dialect)?;
    // PostgreSQL does not allow NUMERIC in a key.
    if dialect == Dialect::GoogleSql { numeric::case::<C>(emulator, dialect) } else { Ok(()) }
}

#[derive(SpannerTable)]
struct Target {
    #[key]
    name: String,
}

#[derive(SpannerTable)]
#[foreign_key(columns(target), references(Target, name), name = "SourceTarget")]
struct Source {
    #[key(uuid)]
    id: Uuid,
    target: String,
}

async fn indexes_of_foreign_keys<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let mut keys = KeySource::new(dialect);
    let name = "n".repeat(KEY - 35);
    client
        .apply(vec![NewTarget { name: name.clone() }.insert_with(&mut keys)?.into_mutation()])
        .await?;
    let unchecked = C::Mutation::write(
        Operation::Insert,
        "Source",
        &["id", "target"],
        vec![Uuid::nil().into_wire(SqlType::text(36)), WireValue::Text(name.clone())],
    );
    let row = NewSource { target: name }.insert_with(&mut keys);
    let wanted = ValueError::IndexKeyTooLarge { index: "SourceTarget".to_owned(), bytes: KEY + 1 };
    refused(client, row, "target", wanted, unchecked).await
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Documents {
    #[key(uuid)]
    id: Uuid,
    document: Value,
    all: Vec<Value>,
    texts: Vec<Option<String>>,
    numbers: Vec<i64>,
}

fn none() -> NewDocuments {
    NewDocuments { document: Value::Null, all: Vec::new(), texts: Vec::new(), numbers: Vec::new() }
}

/// What no column may hold is refused before it is sent. The emulator does not check these sizes.
async fn documents_and_arrays<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);
    // An array of arrays that is this deep.
    let nested = |depth| (0..depth).fold(json!([]), |inner, _| json!([inner]));
    // Two quotes around the text.
    let long = |more: usize| json!("x".repeat(BYTES - 2 + more));
    let half = || "x".repeat(BYTES / 4);
    let fits = [
        NewDocuments { document: long(0), ..none() },
        NewDocuments { document: nested(79), ..none() },
        NewDocuments { all: vec![json!({"": "é\u{1}"}), nested(79)], ..none() },
        NewDocuments { texts: vec![Some(half()), Some(half()), None], ..none() },
    ];
    for row in fits {
        let (document, all, texts) = (row.document.clone(), row.all.clone(), row.texts.clone());
        let insert = row.insert_with(&mut keys)?;
        let key = insert.key().clone();
        client.apply(vec![insert.into_mutation()]).await?;
        let found: Option<Documents> = client.find(key).await?;
        ensure(
            found.is_some_and(|found| {
                (found.document, found.all, found.texts) == (document, all, texts)
            }),
            || "a document at the limit is not read back".to_owned(),
        )?;
    }
    let too_large = |bytes| ValueError::TooManyBytes { bytes, limit: 10_485_760 };
    let beyond = [
        (NewDocuments { document: long(1), ..none() }, "document", too_large(BYTES + 1)),
        (
            // Six letters for each control character.
            NewDocuments { document: json!("\u{1}".repeat(BYTES / 6 + 1)), ..none() },
            "document",
            too_large((BYTES / 6 + 1) * 6 + 2),
        ),
        (
            NewDocuments { document: nested(80), ..none() },
            "document",
            ValueError::TooDeep { limit: 80 },
        ),
        (NewDocuments { all: vec![long(0), Value::Null], ..none() }, "all", too_large(BYTES + 4)),
        (
            NewDocuments {
                texts: [half(), half(), half(), half(), "x".to_owned()].map(Some).into(),
                ..none()
            },
            "texts",
            too_large(BYTES + 1),
        ),
        (
            NewDocuments { numbers: vec![0; BYTES / 8 + 1], ..none() },
            "numbers",
            too_large(BYTES + 8),
        ),
    ];
    for (row, column, wanted) in beyond {
        let error = row.insert_with(&mut keys).err().map(|error| (error.column, error.error));
        same("refusal", &error, &Some((column.to_owned(), wanted)))?;
    }
    Ok(())
}

/// Only GoogleSQL accepts NUL in JSON.
async fn nul_in_documents<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);
    let nul = || json!({"a": [{"b": "\0"}]});
    for row in [
        NewDocuments { document: nul(), ..none() },
        NewDocuments { document: json!({"k\0": 1}), ..none() },
        NewDocuments { all: vec![nul()], ..none() },
    ] {
        let documents = (row.document.clone(), row.all.clone());
        let insert = row.insert_with(&mut keys);
        if dialect == Dialect::GoogleSql {
            let insert = insert?;
            let key = insert.key().clone();
            client.apply(vec![insert.into_mutation()]).await?;
            let found: Option<Documents> = client.find(key).await?;
            same("NUL", &found.map(|found| (found.document, found.all)), &Some(documents))?;
            continue;
        }
        same("NUL", &insert.err().map(|error| error.error), &Some(ValueError::NulInJson))?;
        let (document, all) = documents;
        let unchecked = C::Mutation::write(
            Operation::Insert,
            "Documents",
            &["id", "document", "all", "texts", "numbers"],
            vec![
                Uuid::nil().into_wire(SqlType::text(36)),
                document.into_wire(SqlType::JSON),
                all.into_wire(SqlType::JSON.array()),
                WireValue::List(Vec::new()),
                WireValue::List(Vec::new()),
            ],
        );
        let answer = client.apply(vec![unchecked]).await;
        ensure(answer.is_err(), || "the database accepts NUL in JSON".to_owned())?;
    }
    Ok(())
}
