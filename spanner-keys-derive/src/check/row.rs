//! The rows of a query.

use syn::ext::IdentExt;

use super::names::renamed;
use crate::attr::row::{RowField as FieldWords, Words};
use crate::model::{Row, RowField, RowSource};
use crate::words::{Mistake, Mistakes};

/// The model of the row, if it has no mistakes.
pub(crate) fn row(words: &Words, mistakes: &mut Mistakes) -> Option<Row> {
    let mut fields: Vec<RowField> = Vec::new();
    for field in &words.fields {
        let source = source(words, field, mistakes);
        let same = |other: &&RowField| match (&other.source, &source) {
            (RowSource::Column(other), RowSource::Column(name)) => other.eq_ignore_ascii_case(name),
            _ => false,
        };
        if let (Some(other), RowSource::Column(name)) = (fields.iter().find(same), &source) {
            let span = field.words.name.as_ref().map_or(field.ident.span(), |name| name.at);
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!(
                        "duplicate column name `{name}`, already used by field `{}`",
                        other.ident.unraw()
                    ),
                )
                .note("each column of a row is read once")
                .help(format_args!("select it under two names: `#[column(name = \"{name}_2\")]`")),
            );
        }
        fields.push(RowField { ident: field.ident.clone(), ty: field.ty.clone(), source });
    }
    let is_whole = words.fields.iter().all(|field| !field.has_rejected_type);
    (mistakes.is_empty() && is_whole).then(|| Row {
        ident: words.ident.clone(),
        krate: words.krate.clone(),
        fields,
    })
}

fn source(words: &Words, field: &FieldWords, mistakes: &mut Mistakes) -> RowSource {
    let (name, prefix) = (&field.words.name, &field.words.prefix);
    if field.words.flatten.is_some() {
        if let Some(name) = name {
            mistakes.push(
                Mistake::at(name.word, "`name` has no effect with `flatten`")
                    .note("the field has several columns, each with its own name")
                    .help("remove `name`"),
            );
        }
        let prefix = prefix.as_ref().map(|prefix| prefix.value.value());
        return RowSource::Flat { prefix: prefix.unwrap_or_default() };
    }
    if let Some(prefix) = prefix {
        mistakes.push(
            Mistake::at(prefix.word, "`prefix` requires `flatten`")
                .note("it is put before the names of the columns of another row")
                .help("remove `prefix`, or flatten a field that is another row"),
        );
    }
    let own = field.ident.unraw().to_string();
    match name {
        Some(name) => {
            let text = name.value.value();
            if text.is_empty() {
                mistakes.push(
                    Mistake::at(name.at, "`\"\"` is not a valid column name")
                        .note("a column without a name can be given one with AS")
                        .help(format_args!("write a name, for example `name = \"{own}\"`")),
                );
            }
            RowSource::Column(text)
        }
        None => RowSource::Column(renamed(&own, words.rename_all.as_ref())),
    }
}
