//! The attributes of a struct for the rows of a query, for `SpannerRow`.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, LitStr, Type};

use super::column_type::column;
use super::types;
use super::values::{ColumnCase, CratePath, Flag, Written};
use super::{AttributeName, krate, ours, reject_generics};
use crate::words::{Marks, Mistake, Mistakes, Vocabulary};

const STRUCT: Vocabulary = Vocabulary {
    of: "column",
    words: &["rename_all", "crate"],
    hints: &[
        ("name", "remove `name`: the rows of a query have no name"),
        ("rename", "did you mean `rename_all`?"),
    ],
};

const FIELD: Vocabulary = Vocabulary {
    of: "column",
    words: &["name", "flatten", "prefix"],
    hints: &[
        ("rename", "did you mean `name`?"),
        ("flat", "did you mean `flatten`?"),
        ("rename_all", "move `rename_all` to the struct"),
        ("length", "remove `length`: the rows of a query are only read"),
        ("storage", "remove `storage`: the result of a query has the type of each column"),
        ("default", "remove `default`: the field can be an `Option`"),
        ("generated", "remove `generated`: the query computes the value"),
        ("commit_timestamp", "remove `commit_timestamp`: the rows of a query are only read"),
    ],
};

#[derive(FromMeta, Default)]
#[darling(default)]
struct StructWords {
    rename_all: Option<Written<ColumnCase>>,
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct FieldWords {
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) flatten: Option<Flag>,
    pub(crate) prefix: Option<Written<LitStr>>,
}

pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) krate: TokenStream,
    pub(crate) rename_all: Option<Written<ColumnCase>>,
    pub(crate) fields: Vec<RowField>,
}

pub(crate) struct RowField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) words: FieldWords,
    /// The compiler reports the type, whatever the attributes are.
    pub(crate) has_rejected_type: bool,
}

/// The attributes of a struct with named fields; anything else is an error.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let mut marks = Marks::default();
    marks.set("<name>", Some(input.ident.unraw().to_string()));
    let words = read_marked(input, mistakes);
    mistakes.fill_in(0, &marks);
    words
}

fn read_marked(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let fields = named_fields(input, mistakes)?;
    reject_generics(input, "SpannerRow", mistakes);
    let of_struct: Option<StructWords> = column(&input.attrs, &STRUCT, mistakes);
    let fields = fields.filter_map(|field| {
        let words = column(&field.attrs, &FIELD, mistakes)?;
        let (ty, has_rejected_type) = types::outside(&field.ty, input, mistakes);
        Some(RowField { ident: field.ident.clone()?, ty, words, has_rejected_type })
    });
    let fields = fields.collect();
    let krate = krate(input, AttributeName::Column);
    Some(Words { ident: input.ident.clone(), krate, rename_all: of_struct?.rename_all, fields })
}

/// Whether there is an attribute of a table. It is reported once: most likely both are derived.
pub(crate) fn is_table(input: &DeriveInput, mistakes: &mut Mistakes) -> bool {
    let fields: Vec<_> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        _ => Vec::new(),
    };
    let all = fields.into_iter().flat_map(|field| ours(&field.attrs)).chain(ours(&input.attrs));
    let Some((name, attr)) = all.into_iter().find(|(name, _)| *name != AttributeName::Column)
    else {
        return false;
    };
    mistakes.push(
        Mistake::at(attr.path().span(), format_args!("`{name}` is an attribute of a table"))
            .note("a table is a row already: the rows of a query can be read as the table's struct")
            .help("remove SpannerRow from the derives if this is a table, and otherwise the attribute"),
    );
    true
}

fn named_fields<'a>(
    input: &'a DeriveInput,
    mistakes: &mut Mistakes,
) -> Option<impl Iterator<Item = &'a Field> + use<'a>> {
    let name = &input.ident;
    let mistake = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields.named.iter()),
            Fields::Named(_) | Fields::Unit => {
                Mistake::at(name.span(), format_args!("row `{name}` has no fields"))
                    .help("add a field for each column that the query selects")
            }
            Fields::Unnamed(_) => {
                Mistake::at(name.span(), format_args!("row `{name}` has unnamed fields"))
                    .note("columns are found by the names of the fields")
                    .help("name the fields, or read the rows as a tuple of columns")
            }
        },
        Data::Enum(_) => Mistake::at(name.span(), format_args!("enum `{name}` cannot be a row"))
            .help("derive SpannerColumn if this is the type of one column"),
        Data::Union(_) => Mistake::at(name.span(), format_args!("union `{name}` cannot be a row"))
            .help("use a struct with named fields"),
    };
    mistakes.push(mistake);
    None
}
