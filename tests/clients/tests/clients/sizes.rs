//! The largest values that Spanner accepts, and one more: the database accepts what we accept, and
//! refuses what we refuse.

use spanner_keys::Column as _;
use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::value::{ValueError, WireValue};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    at_the_limit_and_beyond: Big,
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
async fn unchecked<C: Through>(
    client: &C,
    NewBig { name, text, raw }: NewBig,
) -> Result<(), Failure> {
    let values = vec![
        WireValue::Text(name),
        text.map_or(WireValue::Null, WireValue::Text),
        raw.map_or(WireValue::Null, |raw| raw.into_wire(spanner_keys::schema::SqlType::BYTES)),
    ];
    client
        .apply(vec![C::Mutation::write(Operation::Insert, "Big", &["name", "text", "raw"], values)])
        .await
        .map(drop)
}

async fn at_the_limit_and_beyond<C: Through>(
    &Stage { ref client, ref database, dialect, .. }: &Stage<'_, C>,
) -> Result<(), Failure> {
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
