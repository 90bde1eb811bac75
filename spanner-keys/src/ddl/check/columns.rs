//! Rules about one column, and about the SQL texts of columns and checks.

use super::super::text::{self, Text};
use super::super::view::View;
use super::super::{SchemaError, names};
use crate::dialect::Dialect;
use crate::schema::{ColumnDef, CounterOptions, Fill, Scalar, SqlText};

const LONGEST_TEXT: u32 = 2_621_440;
const LONGEST_BYTES: u32 = 10_485_760;

/// The column's type, and whether its fill suits the type.
pub(super) fn column(view: &View<'_>, at: usize) -> Result<(), SchemaError> {
    let column = view.column(at, || "the table".to_owned())?;
    let refuse = |problem: &str| Err(refusal(view, column, problem));
    length(view, column)?;
    if column.commit_timestamp {
        if column.ty.array || column.ty.scalar != Scalar::UtcTimestamp {
            return refuse(
                "holds commit timestamps but is no TIMESTAMP: make it one, or drop `commit_timestamp`",
            );
        }
        if !matches!(view.fill(at), Fill::Supplied) {
            return refuse(
                "holds commit timestamps and is filled in another way too: keep one of the two",
            );
        }
    }
    let integer = column.ty.scalar == Scalar::Int64 && !column.ty.array;
    match view.fill(at) {
        Fill::Default(sql) => default_text(view, column, sql),
        Fill::UuidV4 | Fill::UuidV7 if holds_id(column, 36) => Ok(()),
        Fill::UuidV4 | Fill::UuidV7 => {
            refuse("cannot hold a UUID: use STRING(36), BYTES(16), or UUID, or their longer forms")
        }
        Fill::UlidKey if holds_id(column, 26) => Ok(()),
        Fill::UlidKey => {
            refuse("cannot hold a ULID: use STRING(26), BYTES(16), or UUID, or their longer forms")
        }
        Fill::Random | Fill::BitReversed if !integer => {
            refuse("is filled with numbers: make it an INT64")
        }
        // The emulator dies on an identity column of another type, so this must never be sent.
        Fill::Sequence(_) | Fill::Identity(_) if !integer => {
            refuse("is filled from a counter: make it an INT64")
        }
        Fill::Shard(_) if !integer => refuse("is a shard number: make it an INT64"),
        Fill::Shard(_) if column.nullable => refuse("is a shard number: make it NOT NULL"),
        Fill::Sequence(sequence) => {
            names::check(view, "sequence", sequence.name)?;
            counter(sequence.options).map_or(Ok(()), |problem| {
                Err(SchemaError::InvalidSequence {
                    table: view.label(),
                    sequence: sequence.name.to_owned(),
                    problem: problem.to_owned(),
                })
            })
        }
        Fill::Identity(options) => counter(options).map_or(Ok(()), refuse),
        Fill::Supplied
        | Fill::Generated { .. }
        | Fill::Random
        | Fill::BitReversed
        | Fill::Shard(_) => Ok(()),
    }
}

pub(super) fn refusal(view: &View<'_>, column: &ColumnDef<'_>, problem: &str) -> SchemaError {
    SchemaError::InvalidColumn {
        table: view.label(),
        column: column.name.to_owned(),
        problem: problem.to_owned(),
    }
}

fn length(view: &View<'_>, column: &ColumnDef<'_>) -> Result<(), SchemaError> {
    let Some(length) = column.ty.length else { return Ok(()) };
    let longest = match column.ty.scalar {
        Scalar::Text => LONGEST_TEXT,
        Scalar::Binary => LONGEST_BYTES,
        _ => {
            return Err(refusal(
                view,
                column,
                "has a length, which only text and bytes have: drop the length",
            ));
        }
    };
    if (1..=longest).contains(&length) {
        return Ok(());
    }
    Err(refusal(
        view,
        column,
        &format!(
            "has the length {length}: choose one from 1 to {longest}, or none for the maximum"
        ),
    ))
}

/// Whether the column holds a 128-bit id, as text of this length or as 16 bytes.
fn holds_id(column: &ColumnDef<'_>, text: u32) -> bool {
    let room = column.ty.length.unwrap_or(u32::MAX);
    !column.ty.array
        && match column.ty.scalar {
            Scalar::Text => room >= text,
            Scalar::Binary => room >= 16,
            Scalar::NativeUuid => true,
            _ => false,
        }
}

fn counter(options: CounterOptions) -> Option<&'static str> {
    if options.skip_range.is_some_and(|(min, max)| min > max) {
        return Some("skips a range that ends before it begins: write the smaller number first");
    }
    if options.skip_range.is_some_and(|(_, max)| max < 1) {
        return Some(
            "skips a range without a positive number, and counters give no others: end the range at 1 or later",
        );
    }
    if options.start_counter.is_some_and(|start| start <= 0) {
        return Some("starts its counter below 1: start at 1 or later");
    }
    None
}

fn refused_text(view: &View<'_>, place: &str, problem: String) -> SchemaError {
    SchemaError::InvalidText { table: view.label(), place: place.to_owned(), problem }
}

/// The name of one of the text's columns that holds commit timestamps; Spanner lets no expression
/// use those.
fn commit_timestamp<'a>(view: &View<'a>, text: &Text) -> Option<&'a str> {
    text.columns
        .iter()
        .filter_map(|&at| view.table.columns.get(at))
        .find(|column| column.commit_timestamp)
        .map(|column| column.name)
}

fn default_text(
    view: &View<'_>,
    column: &ColumnDef<'_>,
    sql: SqlText<'_>,
) -> Result<(), SchemaError> {
    let place = format!("column `{}`", column.name);
    let text = text::ready(view, sql, &place)?;
    if text.columns.is_empty() {
        return Ok(());
    }
    Err(refused_text(
        view,
        &place,
        "a default cannot use columns; use `generated` for that".to_owned(),
    ))
}

/// The text of a CHECK, ready to be written.
pub(in super::super) fn check_text(
    view: &View<'_>,
    sql: SqlText<'_>,
    name: &str,
) -> Result<String, SchemaError> {
    let place = format!("check `{name}`");
    let text = text::ready(view, sql, &place)?;
    if let Some(column) = commit_timestamp(view, &text) {
        let problem =
            format!("a check cannot use the column `{column}`, because it holds commit timestamps");
        return Err(refused_text(view, &place, problem));
    }
    // A bare name is the author's right, so anything that could be one counts.
    let lower = text.sql.to_ascii_lowercase();
    if !view.table.columns.iter().any(|column| lower.contains(&column.name.to_ascii_lowercase())) {
        let problem = "a check must use a column of its table; name it as `{field}`".to_owned();
        return Err(refused_text(view, &place, problem));
    }
    Ok(text.sql)
}

/// Rules about a generated column that need the whole table.
pub(super) fn generated(view: &View<'_>, at: usize) -> Result<(), SchemaError> {
    let Fill::Generated { sql, stored } = view.fill(at) else { return Ok(()) };
    let column = view.column(at, || "the table".to_owned())?;
    let place = format!("column `{}`", column.name);
    let text = text::ready(view, sql, &place)?;
    if let Some(name) = commit_timestamp(view, &text) {
        let problem = format!(
            "a generated column cannot use the column `{name}`, because it holds commit timestamps"
        );
        return Err(refused_text(view, &place, problem));
    }
    if reaches(view, at, &text.columns) {
        return Err(refused_text(view, &place, "the column is generated from itself".to_owned()));
    }
    if view.dialect == Dialect::PostgreSql
        && let Some(&other) = text.columns.iter().find(|&&other| view.is_generated(other))
    {
        let name = view.column(other, || place.clone())?.name;
        let problem = format!(
            "PostgreSQL generates no column from another generated column, and `{name}` is one"
        );
        return Err(refused_text(view, &place, problem));
    }
    if !view.in_key(at) {
        return Ok(());
    }
    if !stored {
        return Err(refusal(view, column, "is a virtual column in a key: make it stored"));
    }
    in_key(view, column, &text.columns)
}

/// Whether the generated columns among `from` lead to `target`.
fn reaches(view: &View<'_>, target: usize, from: &[usize]) -> bool {
    let mut open = from.to_vec();
    let mut seen = Vec::new();
    while let Some(at) = open.pop() {
        if at == target {
            return true;
        }
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        if let Fill::Generated { sql, .. } = view.fill(at) {
            let given = match view.dialect {
                Dialect::GoogleSql => sql.googlesql,
                Dialect::PostgreSql => sql.postgresql,
            };
            open.extend(
                text::fields(given.unwrap_or_default())
                    .iter()
                    .filter_map(|field| view.table.column_of_field(field)),
            );
        }
    }
    false
}

/// What a column that the database computes may use when it is part of the key. The emulator does
/// not enforce this.
pub(super) fn in_key(
    view: &View<'_>,
    column: &ColumnDef<'_>,
    inputs: &[usize],
) -> Result<(), SchemaError> {
    if let Some(other) = inputs.iter().find(|&&input| view.is_generated(input)) {
        let name = view.column(*other, || "the key".to_owned())?.name;
        return Err(refusal(
            view,
            column,
            &format!(
                "is generated in a key from `{name}`, which is generated too: use plain columns"
            ),
        ));
    }
    let mut outside: Vec<usize> =
        inputs.iter().copied().filter(|&input| !view.in_key(input)).collect();
    outside.sort_unstable();
    outside.dedup();
    if outside.len() > 1 {
        return Err(refusal(
            view,
            column,
            "is generated in a key from more than one column outside the key: use key columns and at most one other",
        ));
    }
    if let Some(&other) = outside.iter().find(|&&input| view.has_default(input)) {
        let name = view.column(other, || "the key".to_owned())?.name;
        return Err(refusal(
            view,
            column,
            &format!(
                "is generated in a key from `{name}`, which has a default and is outside the key: use a column without a default"
            ),
        ));
    }
    Ok(())
}
