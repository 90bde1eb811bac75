//! The derive macros of `spanner-keys`. Use them through that crate.
//!
//! Data flows one way: tokens → words (`attr`) → model (`check`) → code (`expand`). All mistakes in a
//! struct are reported at once, together with a stand-in (`fallback`) that keeps the rest of the
//! program compiling.

use proc_macro::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{DeriveInput, parse_macro_input};

mod attr;
mod check;
mod expand;
mod fallback;
mod index;
#[allow(dead_code, reason = "some of the limits concern only `spanner-keys`")]
mod limits;
mod model;
#[cfg(test)]
mod tests;
mod update;
mod words;

use attr::AttributeName;
use words::Mistakes;

/// Turns a struct with named fields into a Spanner table, with types for its key and for new rows.
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
/// Every field is a column; an `Option` is nullable. The fields marked with `key` form the primary
/// key, in field order. A key or an index that would send every new row to one server is an error.
///
/// The derive generates two more structs with the same visibility. `OrderKey` is the primary key: it
/// has one field for the whole key of the parent, and no field for a shard unless it is random.
/// `NewOrder` is the row, minus the columns that are filled in for you (keys, shards, commit
/// timestamps, generated columns). It has one field for the key of the parent, a counter for
/// `bit_reversed`, and an `Option` for a column with a `default`. Its method is `insert`,
/// and `insert_returning` if the database fills the key; the trait `NewRow` has more.
///
/// # On the struct
///
/// | attribute | meaning |
/// |---|---|
/// | `table(name = "Orders")` | the name of the table; the struct's name by default |
/// | `table(schema = "sales")` | the named schema of the table, its indexes, and its sequences |
/// | `table(renamed_from = "Purchases")` | the former name of the table, so that a migration renames it |
/// | `table(rename_all = "PascalCase")` | the case of column names: `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, or `lowercase` |
/// | `table(new = "InsertOrder", key = "OrderId")` | the names of the generated types; `NewOrder` and `OrderKey` by default |
/// | `table(new_derive(Clone, Deserialize), key_derive(Copy, Ord))` | derives for the generated types, see below; also `new_attr(...)` and `key_attr(...)` for attributes |
/// | `table(dialect = postgresql)` | the dialect of the databases that hold the table, so that no insert, update or scan has to name it; `googlesql` by default. A constant, as in `table(dialect = DIALECT)`, states it once for all tables. A child has the dialect of its parent |
/// | `table(options(name = "sql"))` | options of the table; PostgreSQL has `locality_group` and `columnar_policy` only |
/// | `table(crate = "path")` | the path of `spanner-keys`, `::spanner_keys` by default |
/// | `interleave(Parent)` | rows are stored with their parent row; `on_delete = cascade`, `no_action` (the default), or `unchecked` (`INTERLEAVE IN` without `PARENT`) |
/// | `index(Name, columns(a, desc(b)))` | an index, repeatable; also `storing(c)`, `unique` (rows with a NULL are left out and never conflict, in both dialects; with `keep_nulls`, GoogleSQL keeps them, and a second NULL conflicts), `null_filtered`, `not_null(c)` (`WHERE c IS NOT NULL`), `options(name = "sql")`, `interleave(Ancestor)`, `spread = "why"`, `allow_hotspot = "why"` |
/// | `foreign_key(columns(a), references(Other, b))` | a foreign key, repeatable; names the fields of `Other`, not its columns; also `name = "..."`, `on_delete = cascade` or `unchecked` (`NOT ENFORCED`), `spread = "why"`, `allow_hotspot = "why"` |
/// | `check("{total} >= 0")` | a check constraint, repeatable; also `name = "..."`, or SQL for each dialect |
/// | `ttl(column = expires_at, days = 30)` | rows are deleted this many days after the time in the column |
///
/// # On a field: `key`
///
/// | argument | the key part is |
/// |---|---|
/// | none: `#[key]` | supplied by the application |
/// | `uuid` | a random UUID (version 4), filled by `insert`; the column also has a DEFAULT, unless you add `client` |
/// | `uuid_high`, `uuid_low` | the halves of such a UUID in a pair of INT64 columns: two `i64` fields, one id; `keys::uuid_of_halves` is the way back |
/// | `random` | 63 random bits, filled by `insert` |
/// | `bit_reversed` | a counter of the application, stored with its bits reversed; `keys::counter_of` is the way back |
/// | `sequence = "EventSeq"` | filled by the database from a bit-reversed sequence; also `skip_range(1, 1_000)`, `start_counter = 50` |
/// | `identity` | the same, as an identity column with the same options |
/// | `shard = 16` | a number from 0 to 15 that spreads the rows, computed from the other key parts that are not inherited |
/// | `ulid`, `uuid_v7` | a time-ordered id, filled by `insert`; fine after a shard, an error as the first part |
/// | `parent` | inherited from the parent in `interleave`; inherited parts come first |
///
/// Options of `shard`: `of(a, b)` computes it from these key parts only, `client` computes it in the
/// application and verifies it with a CHECK constraint, `random` picks a random number instead.
///
/// Options of every key part: `desc` sorts in descending order. `storage = text`, `bytes`, or
/// `native` sets how a UUID is stored. `spread = "why"` states that the integers, dates or times
/// that you supply do not grow with time. `allow_hotspot = "why"` accepts a hot key and gives the reason.
///
/// # On a field: `column`
///
/// | argument | meaning |
/// |---|---|
/// | `name = "..."` | the name of the column |
/// | `renamed_from = "..."` | the former name of the column, so that a migration copies its values |
/// | `length = 256` | the maximum length of text or bytes |
/// | `default = "sql"` | the database fills in this value if you do not supply one |
/// | `generated = "sql"` | the database computes the value, and stores it unless you add `virtual` |
/// | `commit_timestamp` | the database sets the commit time |
/// | `retry_id` | a random UUID that `insert_returning()` fills once: an insert that is sent again returns the key of the row that is there; requires a unique index over it |
/// | `storage = text` | how the value is stored: `text`, `bytes`, or `native` |
/// | `shard = 16, of(a, b)` | a shard outside the key, for an index that starts with it; also `client` |
/// | `sequence = "EventSeq"`, `identity` | as in `key`, with its options, for a column outside the key |
/// | `sql_type = "sql"` | the name of a type without a Rust type: a message, an enum, `TOKENLIST` |
/// | `vector_length = 768` | the number of elements of a vector: an array of `f32` or `f64` |
/// | `hidden` | `SELECT *` leaves the column out |
/// | `on_update = "sql"` | the database fills in this value when it updates the row |
/// | `options(name = "sql")` | options of the column |
/// | `check_values` | a CHECK constraint allows only the values of the enum that is the field's type, see [`SpannerColumn`](macro@SpannerColumn); an `Option` also allows NULL, and the values of a fallback variant are not allowed |
/// | `secret` | `Debug` of `NewOrder` does not show the value |
/// | `skip` | the field is not a column: it is not written, and is read as its `Default` |
///
/// # Generated types
///
/// `new_derive` and `key_derive` add derives to `NewOrder` and `OrderKey`. A key implements `Clone`,
/// `Debug`, `PartialEq`, `Eq` and `Hash` already, if its parts do. The key of a child contains the key
/// of its parent, which needs the same derives.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// #[table(new_derive(Clone), key_derive(Copy, Ord))]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     name: String,
///     #[column(secret)]
///     password: String,
/// }
///
/// let new = NewCustomer { name: "Ada".into(), password: "lovelace".into() };
/// assert_eq!(format!("{new:?}"), r#"NewCustomer { name: "Ada", password: _ }"#);
/// let key: CustomerKey = *new.clone().insert()?.key();
/// assert!(key <= key);
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
///
/// `Debug` of `NewCustomer` shows the fields, each with the `Debug` of its type, and `_` for a type
/// without `Debug` or a field with `column(secret)`. (An `Insert` shows the key and the names of the
/// columns only, because it ends up in logs.) With `new_derive(Debug)` all types of the fields must
/// implement it.
///
/// The fields have the documentation of yours, and `deprecated`. If one of serde's derives is in the
/// list, they also have your `serde` attributes, except where the type differs: a column with a
/// `default` is an `Option`, and a `bit_reversed` key a counter. Attributes of the whole type are not
/// copied: write `new_attr(serde(rename_all = "camelCase"))`.
///
/// # SQL
///
/// SQL in `check`, `default`, and `generated` refers to a field as `{total}`; write `{{` and `}}` for
/// literal braces. If the dialects differ, give both: `default(googlesql = "CURRENT_TIMESTAMP()",
/// postgresql = "now()")`. Literals differ, too: PostgreSQL requires `0::numeric` for a decimal.
///
/// Clippy reports equal arguments in two `index` or `foreign_key` attributes as duplicates; silence it
/// with `#![allow(clippy::duplicated_attributes)]` in the module of the tables.
// The attributes of other libraries for a primary key are declared, so that they are one error, and
// ours.
#[proc_macro_derive(
    SpannerTable,
    attributes(
        key, column, table, interleave, index, foreign_key, check, ttl, primary_key, primarykey,
        primary, pk, id
    )
)]
pub fn derive_table(input: TokenStream) -> TokenStream {
    derive("SpannerTable", &parse_macro_input!(input as DeriveInput), table)
}

/// The code of a table. With mistakes, the types that the rest of the program uses, built from what
/// could be read.
fn table(input: &DeriveInput, mistakes: &mut Mistakes) -> proc_macro2::TokenStream {
    let Some(mut words) = attr::read(input, mistakes) else {
        let krate = attr::krate(input, AttributeName::Table);
        let table = fallback::table(input, &krate);
        // Most likely it is the type of a column.
        let column = (!attr::may_also_derive("SpannerColumn", input))
            .then(|| fallback::column(input, &krate));
        return quote!(#table #column);
    };
    let table = check::table(&words, mistakes);
    if let Some(ty) = &words.unsized_field {
        return without_size(ty, &words.krate);
    }
    if !input.generics.params.is_empty() {
        return fallback::table(input, &words.krate);
    }
    let allow = allowed_lints(input);
    let Some(table) = table else {
        if mistakes.has_deferred() {
            words.assume_unknown_attributes();
        }
        let lacks_parent_part = words.assume_parent_part();
        let (mut partial, judged) = (check::partial_table(&words), check::judged_table(&words));
        // Other names of the types are unknown, too.
        let error = if words.unread_table { None } else { mistakes.report_in_code() };
        if lacks_parent_part && error.is_some() {
            // A circle through this table is not the mistake of the others.
            partial.interleave = None;
        }
        return expand::stand_in(&partial, &judged, error.as_ref(), allow.as_ref());
    };
    expand::table(&table, allow.as_ref())
}

/// A struct without a size cannot implement anything of ours. The type alone gives one error.
fn without_size(ty: &syn::Type, krate: &proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    if matches!(ty, syn::Type::Path(_)) {
        expand::advice_only(ty, krate)
    } else {
        quote!(const _: #krate::__private::ColumnSpec = <#ty as #krate::Column>::SPEC;)
    }
}

/// All mistakes at once, and the code.
fn derive(
    name: &'static str,
    input: &DeriveInput,
    code: fn(&DeriveInput, &mut Mistakes) -> proc_macro2::TokenStream,
) -> TokenStream {
    let mut mistakes = Mistakes::default();
    let code = if attr::is_derived_again(name, input, &mut mistakes) || attr::is_ill_formed(input) {
        // The other derive writes the code, or the compiler reports the type of a field.
        proc_macro2::TokenStream::new()
    } else {
        code(input, &mut mistakes)
    };
    let errors = mistakes.into_compile_errors();
    if name == "SpannerTable" || errors.is_empty() {
        return quote!(#errors #code).into();
    }
    // The compiler reports no name that does not resolve in a module with such an error. That is for
    // the names that a table would have, but not for the mistakes of others.
    let module = quote::format_ident!("__{}Of{name}", input.ident.unraw());
    quote!(#[allow(non_snake_case)] mod #module { #errors } #code).into()
}

/// Turns a newtype, an enum without data, or any serde type into a column type.
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
/// A newtype is stored like its inner type, and the same rules apply to it in a key. It may have type
/// parameters, and fields of type `PhantomData`:
///
/// ```
/// use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
/// use std::marker::PhantomData;
///
/// #[derive(SpannerColumn)]
/// #[column(length = 320)]
/// struct Email(String);
///
/// #[derive(SpannerColumn)]
/// struct Id<T>(Uuid, PhantomData<fn() -> T>);
///
/// // A derive would ask for `T: Clone`.
/// impl<T> Clone for Id<T> {
///     fn clone(&self) -> Self {
///         Self(self.0, PhantomData)
///     }
/// }
///
/// #[derive(SpannerTable)]
/// struct User {
///     #[key(uuid)]
///     user_id: Id<User>,
///     email: Email,
/// }
///
/// let user = NewUser { email: Email("ada@example.org".into()) }.insert()?;
/// let _id: Id<User> = user.key().user_id.clone();
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
///
/// | newtype attribute | meaning |
/// |---|---|
/// | `column(length = 320)` | the maximum length of text or bytes, in every table |
///
/// | attribute of any serde type | meaning |
/// |---|---|
/// | `column(json)` | stored as JSON, also a struct with several fields or an enum with data; requires the feature `serde_json`, `Serialize`, and `Deserialize` |
///
/// | enum attribute | meaning |
/// |---|---|
/// | `column(storage = text)` | stored as the name of the variant (the default) |
/// | `column(storage = integer)` | stored as the discriminant of the variant |
/// | `column(rename_all = "snake_case")` | the case of names: `lowercase`, `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, or `kebab-case` |
/// | `column(name = "done")` | on a variant: its name in the database |
/// | `column(other)` | on a variant `Other(String)`, or `Other(i64)` with `storage = integer`: keeps values that the enum does not know, such as those of a newer release, and writes them back unchanged |
///
/// `column(crate = "path")` sets the path of `spanner-keys`, also for newtypes. The default is
/// `::spanner_keys`.
///
/// With the feature of a client, the type also implements the client's own value traits: `ToKind` and
/// `TryFromValue` of gcloud-spanner, `ToValue` and `FromValue` of google-cloud-spanner. So
/// `statement.add_param("id", &id)` and `row.column_by_name::<CustomerId>("id")` work. If you implement
/// them yourself, `column(no_client_traits)` leaves them out. gcloud-spanner's traits know no dialect:
/// in a PostgreSQL database, bind NUMERIC and JSONB with `sql` instead. A newtype is written by
/// reference only if its inner type is `Clone`.
#[proc_macro_derive(SpannerColumn, attributes(column))]
pub fn derive_column(input: TokenStream) -> TokenStream {
    derive("SpannerColumn", &parse_macro_input!(input as DeriveInput), column)
}

/// The code of a column type, or a stand-in.
fn column(input: &DeriveInput, mistakes: &mut Mistakes) -> proc_macro2::TokenStream {
    let words = attr::column_type::read(input, mistakes);
    if let Some(ty) = words.as_ref().and_then(attr::column_type::Words::unsized_type) {
        return without_size(ty, &attr::krate(input, AttributeName::Column));
    }
    let column = words
        .filter(|words| !words.has_rejected_type)
        .and_then(|words| check::column_type(words, mistakes));
    let Some(column) = column else {
        return fallback::column(input, &attr::krate(input, AttributeName::Column));
    };
    let (allow, expansion) = (allowed_lints(input), expand::column(&column));
    quote!(#allow #expansion)
}

/// The code of `spanner_keys::update!`, which passes its own path first.
#[doc(hidden)]
#[proc_macro]
pub fn update(input: TokenStream) -> TokenStream {
    update::expand(input.into()).into()
}

/// The code of `spanner_keys::index!`, which passes its own path first.
#[doc(hidden)]
#[proc_macro]
pub fn index(input: TokenStream) -> TokenStream {
    index::expand(input.into()).into()
}

/// Turns a struct with named fields into the rows of a query: a join, a projection, an aggregate.
///
/// ```
/// use spanner_keys::{SpannerRow, Uuid};
///
/// #[derive(SpannerRow)]
/// struct Person {
///     name: String,
/// }
///
/// // SELECT t.task_id, COUNT(c.text) AS n, u.name AS owner_name FROM Tasks t LEFT JOIN …
/// #[derive(SpannerRow)]
/// struct TaskLine {
///     task_id: Uuid,
///     #[column(name = "n")]
///     comments: i64,
///     #[column(flatten, prefix = "owner_")]
///     owner: Option<Person>,
/// }
/// ```
///
/// Each field is a column of the result, found by its name; others may be selected, too. An `Option`
/// may be NULL. Such a struct is not a table: it has no key and is not in a schema. A struct that
/// derives SpannerTable can be read from a query as it is, and so can a tuple of columns.
///
/// | attribute | meaning |
/// |---|---|
/// | `column(name = "n")` | on a field: the name of the column in the result |
/// | `column(flatten)` | on a field: it is another row or a table, whose columns are in the same result; an `Option` is `None` if all of them are NULL, as in a left join |
/// | `column(flatten, prefix = "owner_")` | the same, with a prefix before the names of its columns |
/// | `column(rename_all = "PascalCase")` | on the struct: the case of column names, as in `table` |
/// | `column(crate = "path")` | on the struct: the path of `spanner-keys`, `::spanner_keys` by default |
// The attributes of a table are declared, so that they are one error, and ours.
#[proc_macro_derive(
    SpannerRow,
    attributes(column, key, table, interleave, index, foreign_key, check, ttl)
)]
pub fn derive_row(input: TokenStream) -> TokenStream {
    derive("SpannerRow", &parse_macro_input!(input as DeriveInput), row)
}

/// The code of a row, or a stand-in.
fn row(input: &DeriveInput, mistakes: &mut Mistakes) -> proc_macro2::TokenStream {
    if attr::row::is_table(input, mistakes) {
        // It is a row as a table, if it derives that, too.
        return if attr::may_also_derive("SpannerTable", input) {
            proc_macro2::TokenStream::new()
        } else {
            fallback::row(input, &attr::krate(input, AttributeName::Column))
        };
    }
    let words = attr::row::read(input, mistakes);
    let mut fields = words.iter().flat_map(|words| &words.fields);
    if let Some(field) = fields.find(|field| attr::is_unsized(&field.ty)) {
        // The compiler reports all but the last field.
        return if fields.next().is_none() {
            without_size(&field.ty, &attr::krate(input, AttributeName::Column))
        } else {
            proc_macro2::TokenStream::new()
        };
    }
    let Some(row) = words.and_then(|words| check::row(&words, mistakes)) else {
        return fallback::row(input, &attr::krate(input, AttributeName::Column));
    };
    let (allow, expansion) = (allowed_lints(input), expand::row(&row));
    quote!(#allow #expansion)
}

/// The limits of Spanner as constants: the file `limits.rs`, for `spanner-keys` itself.
#[doc(hidden)]
#[proc_macro]
pub fn limits(_: TokenStream) -> TokenStream {
    include_str!("limits.rs").parse().unwrap_or_default()
}

/// The lints that the struct or one of its fields allows. Generated code uses the same names and
/// types, so it must allow them, too.
fn allowed_lints(input: &DeriveInput) -> Option<proc_macro2::TokenStream> {
    let fields = match &input.data {
        syn::Data::Struct(data) => data.fields.iter().collect(),
        _ => Vec::new(),
    };
    let attributes = input.attrs.iter().chain(fields.into_iter().flat_map(|field| &field.attrs));
    let allowed: Vec<_> = attributes
        .filter_map(|attribute| match &attribute.meta {
            // An `expect` is fulfilled in the struct, so generated code only allows the lint.
            syn::Meta::List(list)
                if list.path.is_ident("allow") || list.path.is_ident("expect") =>
            {
                Some(list.tokens.clone())
            }
            meta if meta.path().is_ident("deprecated") => Some(quote!(deprecated)),
            _ => None,
        })
        .collect();
    (!allowed.is_empty()).then(|| quote!(#(#[allow(#allowed)])*))
}
