//! The derive macros of `spanner-keys`; use them through that crate.
//!
//! Data flows one way: tokens → words (`attr`) → model (`check`) → code (`expand`). Where a word
//! does not fit, all mistakes come out at once, with a stand-in (`fallback`) that keeps the rest of
//! the program compiling.

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod attr;
mod check;
mod expand;
mod fallback;
#[allow(dead_code, reason = "some of the limits concern only `spanner-keys`")]
mod limits;
mod model;
#[cfg(test)]
mod tests;
mod words;

use words::Mistakes;

/// Makes a table of Spanner from a struct with named fields: its schema, its key, and the rows to
/// insert.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid};
/// use std::time::SystemTime;
///
/// #[derive(SpannerTable)]
/// #[table(name = "Customers")]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     name: String,
/// }
///
/// #[derive(SpannerTable)]
/// #[table(name = "Orders")]
/// #[interleave(Customer, on_delete = cascade)]
/// #[index(OrdersByStatus, columns(customer_id, status, desc(placed_at)), storing(total), interleave(Customer))]
/// struct Order {
///     #[key(parent)]
///     customer_id: Uuid,
///     #[key(uuid)]
///     order_id: Uuid,
///     status: String,
///     total: i64,
///     #[column(commit_timestamp)]
///     placed_at: SystemTime,
/// }
/// ```
///
/// Every field is a column; an `Option` takes NULL. The fields marked `key` are the primary key, in
/// their order. A key, or an index, that would send every new row to one server is an error.
///
/// Beside the struct `Order` two more are made, with the same visibility. `OrderKey` is the primary
/// key; it holds the key of the parent as one field, and no shard but a random one. `NewOrder` is
/// the row without what is filled (keys, shards, commit timestamps, generated columns); it holds
/// the key of the parent as one field, a counter for `bit_reversed`, and an `Option` for a column
/// with a `default`. Its methods are `insert`, `insert_with`, `insert_returning` and
/// `insert_returning_with`.
///
/// # On the struct
///
/// | attribute | meaning |
/// |---|---|
/// | `table(name = "Orders")` | the table's name; without it, the struct's |
/// | `table(schema = "sales")` | the named schema that holds the table, its indexes, and its sequences |
/// | `table(rename_all = "PascalCase")` | the case of column names: `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, or `lowercase` |
/// | `table(crate = "path")` | where `spanner-keys` is, if not at `::spanner_keys` |
/// | `interleave(Parent)` | the rows are stored with their parent's; `on_delete = cascade` or `no_action`, which is the default |
/// | `index(Name, columns(a, desc(b)))` | an index, repeatable; also `storing(c)`, `unique`, `null_filtered`, `interleave(Ancestor)`, `allow_hotspot = "why"` |
/// | `foreign_key(columns(a), references(Other, b))` | a foreign key, repeatable; also `name = "…"`, `on_delete = cascade` |
/// | `check("{total} >= 0")` | a condition on every row, repeatable; also `name = "…"`, or a text for each dialect |
/// | `ttl(column = expires_at, days = 30)` | rows go that many days after the time in the column |
///
/// # On a field: `key`
///
/// | word | the key part is |
/// |---|---|
/// | none: `#[key]` | supplied by the application |
/// | `uuid` | a random UUID (version 4), filled by `insert` |
/// | `random` | 63 random bits, filled by `insert` |
/// | `bit_reversed` | the application's counter, stored with its bits reversed |
/// | `sequence = "EventSeq"` | filled by the database from a bit-reversed sequence; also `skip_range(1, 1_000)`, `start_counter = 50` |
/// | `identity` | the same as an identity column, with the same options |
/// | `shard = 16` | a number from 0 to 15 that spreads the rows, computed from the table's other own key parts |
/// | `ulid`, `uuid_v7` | a time-ordered id, filled by `insert`; good after a shard, hot as the first part |
/// | `parent` | inherited from the parent that `interleave` names; such parts come first |
///
/// With `shard`: `of(a, b)` computes it from these key parts only; `client` leaves it to the
/// application, and a CHECK guards it; `random` is any number in range.
///
/// With any of them: `desc` for descending order. `storage = text`, `bytes`, or `native` says how a
/// UUID is stored. On a supplied part, `spread = "why"` vouches that an integer's values do not
/// follow time. `allow_hotspot = "why"` accepts a hot key for a reason.
///
/// # On a field: `column`
///
/// | word | meaning |
/// |---|---|
/// | `name = "…"` | the column's name |
/// | `length = 256` | the longest text or byte string |
/// | `default = "sql"` | the database's value where none is written |
/// | `generated = "sql"` | always computed by the database, and stored unless `virtual` is written too |
/// | `commit_timestamp` | the database writes the time of the commit |
/// | `storage = text` | how the value is stored: `text`, `bytes`, or `native` |
/// | `shard = 16, of(a, b)` | a shard outside the key, for an index that begins with it; also `client` |
///
/// # SQL
///
/// SQL in `check`, `default`, and `generated` names a field as `{total}`; `{{` and `}}` are braces.
/// Where the dialects differ, give both: `default(googlesql = "CURRENT_TIMESTAMP()", postgresql =
/// "now()")`.
#[proc_macro_derive(
    SpannerTable,
    attributes(key, column, table, interleave, index, foreign_key, check, ttl)
)]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut mistakes = Mistakes::default();
    let words = attr::read(&input, &mut mistakes);
    let Some(table) = words.as_ref().and_then(|words| check::table(words, &mut mistakes)) else {
        let mut errors = mistakes.into_compile_errors();
        errors.extend(match words {
            // The types that the rest of the program uses, as far as the words can be read.
            Some(words) if input.generics.params.is_empty() && !refused_anyway(&input) => {
                expand::stand_in(&check::as_far_as_readable(&words), tolerant(&input).as_ref())
            }
            _ => fallback::table(&input, &attr::krate(&input, "table")),
        });
        return errors.into();
    };
    if let Some(only) = unsized_anyway(&input, &table.krate) {
        return only.into();
    }
    if refused_anyway(&input) {
        return fallback::table(&input, &table.krate).into();
    }
    expand::table(&table, tolerant(&input).as_ref()).into()
}

/// Makes a column type of Spanner from a newtype or an enum without data.
///
/// ```
/// use spanner_keys::{SpannerColumn, Uuid};
///
/// #[derive(SpannerColumn)]
/// struct CustomerId(Uuid);
///
/// #[derive(SpannerColumn)]
/// #[column(storage = text, rename_all = "snake_case")]
/// enum Status {
///     Open,
///     #[column(name = "done")]
///     Closed,
/// }
/// ```
///
/// A newtype is stored as the value that it wraps, and judged like it in a key.
///
/// | attribute of an enum | meaning |
/// |---|---|
/// | `column(storage = text)` | stored as the variant's name; the default |
/// | `column(storage = integer)` | stored as the variant's discriminant |
/// | `column(rename_all = "snake_case")` | the case of names: `lowercase`, `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, or `kebab-case` |
/// | `column(name = "done")` | on a variant: its name in the database |
///
/// `column(crate = "path")` says where `spanner-keys` is, if not at `::spanner_keys`; newtypes take
/// it too.
#[proc_macro_derive(SpannerColumn, attributes(column))]
pub fn derive_column(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut mistakes = Mistakes::default();
    let words = attr::column_type::read(&input, &mut mistakes);
    let Some(column) = words.and_then(|words| check::column_type(&words, &mut mistakes)) else {
        let mut errors = mistakes.into_compile_errors();
        errors.extend(fallback::column(&input, &attr::krate(&input, "column")));
        return errors.into();
    };
    let (allow, expansion) = (tolerant(&input), expand::column(&column));
    quote::quote!(#allow #expansion).into()
}

/// The limits of Spanner as constants: the file `limits.rs`, for `spanner-keys` itself.
#[doc(hidden)]
#[proc_macro]
pub fn limits(_: TokenStream) -> TokenStream {
    include_str!("limits.rs").parse().unwrap_or_default()
}

/// What the author allows the struct, or a field of it, is allowed what is made of it: it has the
/// same names and types.
fn tolerant(input: &DeriveInput) -> Option<proc_macro2::TokenStream> {
    let fields = match &input.data {
        syn::Data::Struct(data) => data.fields.iter().collect(),
        _ => Vec::new(),
    };
    let attributes = input.attrs.iter().chain(fields.into_iter().flat_map(|field| &field.attrs));
    let allowed: Vec<_> = attributes
        .filter_map(|attribute| match &attribute.meta {
            // An expectation is met where it stands, so here it only allows.
            syn::Meta::List(list)
                if list.path.is_ident("allow") || list.path.is_ident("expect") =>
            {
                Some(list.tokens.clone())
            }
            meta if meta.path().is_ident("deprecated") => Some(quote::quote!(deprecated)),
            _ => None,
        })
        .collect();
    (!allowed.is_empty()).then(|| quote::quote!(#(#[allow(#allowed)])*))
}

/// For a struct whose last field has no size whatever the type says: the one question that the
/// compiler then answers. Nothing else can be made of it, and everything else would be refused as
/// well.
fn unsized_anyway(
    input: &DeriveInput,
    krate: &proc_macro2::TokenStream,
) -> Option<proc_macro2::TokenStream> {
    let syn::Data::Struct(data) = &input.data else { return None };
    let ty = &data.fields.iter().last()?.ty;
    let is_unsized = match ty {
        syn::Type::Slice(_) | syn::Type::TraitObject(_) => true,
        syn::Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    };
    is_unsized.then(
        || quote::quote!(const _: #krate::__private::ColumnSpec = <#ty as #krate::Column>::SPEC;),
    )
}

/// Whether the compiler refuses a field's type by itself, wherever it stands: a second error of
/// ours would add nothing.
fn refused_anyway(input: &DeriveInput) -> bool {
    let syn::Data::Struct(data) = &input.data else { return false };
    data.fields.iter().any(|field| match &field.ty {
        syn::Type::Reference(reference) => reference.lifetime.is_none(),
        syn::Type::Infer(_) | syn::Type::ImplTrait(_) => true,
        _ => false,
    })
}
