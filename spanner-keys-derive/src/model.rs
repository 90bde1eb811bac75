//! A valid table or column type: `check` builds it, `expand` generates code from it.
//!
//! The model makes no assumptions about Rust types and contains no SQL except the user's. Fields
//! refer to each other by position, and every argument that an error may point at keeps its span.

use std::fmt;

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, Generics, LitStr, Member, Meta, Path, Type, Visibility};

/// A struct that becomes a table.
pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) docs: Vec<Attribute>,
    /// The names of the generated types.
    pub(crate) new_name: Ident,
    pub(crate) key_name: Ident,
    /// What else the generated types have.
    pub(crate) of_new: Extras,
    pub(crate) of_key: Extras,
    /// The attribute `deprecated` of the struct.
    pub(crate) deprecated: Option<Attribute>,
    /// The path of `spanner-keys`: `table(crate = "...")`, or `::spanner_keys` by default.
    pub(crate) krate: TokenStream,
    pub(crate) name: String,
    pub(crate) schema: Option<String>,
    pub(crate) renamed_from: Option<String>,
    pub(crate) dialect: Option<Dialect>,
    pub(crate) fields: Vec<Field>,
    /// The fields that are not columns.
    pub(crate) skipped: Vec<(Ident, Type)>,
    /// The key parts in order, as positions in `fields`; inherited parts come first.
    pub(crate) key: Vec<usize>,
    pub(crate) interleave: Option<Interleave>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) foreign_keys: Vec<ForeignKey>,
    pub(crate) checks: Vec<Check>,
    pub(crate) ttl: Option<Ttl>,
    pub(crate) options: Options,
}

/// What the author adds to a generated type.
#[derive(Default)]
pub(crate) struct Extras {
    /// Derives, without the standard library's `Debug`.
    pub(crate) derives: Vec<Path>,
    /// The argument `Debug`, if the standard library's is derived.
    pub(crate) debug: Option<Span>,
    pub(crate) attributes: Vec<Meta>,
}

impl Extras {
    /// Whether one of the derives has this name.
    pub(crate) fn derives(&self, name: &str) -> bool {
        let is_named =
            |path: &Path| path.segments.last().is_some_and(|segment| segment.ident == name);
        self.derives.iter().any(is_named)
    }

    /// Whether serde reads the attributes of fields.
    pub(crate) fn derives_serde(&self) -> bool {
        self.derives("Serialize") || self.derives("Deserialize")
    }
}

pub(crate) struct Interleave {
    pub(crate) parent: Path,
    pub(crate) on_delete: OnDelete,
}

/// What happens to dependent rows when a row is deleted.
#[derive(Clone, Copy, Default)]
pub(crate) enum OnDelete {
    #[default]
    NoAction,
    Cascade,
    Unchecked,
}

/// The dialect of the databases that hold the table.
#[derive(Clone)]
pub(crate) enum Dialect {
    GoogleSql,
    PostgreSql,
    /// A constant of the author's.
    Constant(Path),
}

/// Options: names, and values as SQL.
pub(crate) type Options = Vec<(String, LitStr)>;

impl Table {
    /// A shard that the application computes uses this field.
    pub(crate) fn is_hashed_here(&self, at: usize) -> bool {
        self.fields.iter().any(|field| match &field.fill {
            Fill::Shard(shard) => {
                shard.by == ShardBy::Client && shard.inputs.iter().any(|input| input.field == at)
            }
            _ => false,
        })
    }
}

/// A type's name derived from another one: `_NewEvent` for `_event`, because no lint of the user's may
/// object to it.
pub(crate) fn type_name(before: &str, ident: &Ident, after: &str) -> Ident {
    let name = ident.unraw().to_string();
    let letters = name.trim_start_matches('_');
    let underscores = &name[..name.len() - letters.len()];
    let mut letters = letters.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let capital: String = first.chain(letters).collect();
    format_ident!("{underscores}{before}{capital}{after}", span = ident.span())
}

/// The primitive types that are columns.
pub(crate) const PRIMITIVE: &[&str] =
    &["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "f32", "f64"];

/// A field that becomes a column.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) docs: Vec<Attribute>,
    /// Attributes that the fields of generated types get, too.
    pub(crate) carried: Vec<Attribute>,
    pub(crate) ty: Type,
    /// The first field whose type is written in the same way.
    pub(crate) same_type: usize,
    /// The type if it is a primitive one, which always resolves, is a column, and can be shown.
    pub(crate) primitive: Option<&'static str>,
    /// The column's name in SQL.
    pub(crate) column: String,
    /// The name of the field without `r#`.
    pub(crate) name: String,
    pub(crate) length: Option<Spanned<u32>>,
    pub(crate) storage: Option<Spanned<Storage>>,
    /// The argument `commit_timestamp`.
    pub(crate) commit_timestamp: Option<Span>,
    pub(crate) fill: Fill,
    pub(crate) extra: Extra,
    pub(crate) key: Option<Key>,
    /// What is known of the field, apart from its name.
    pub(crate) known: Known,
}

/// How much of a field could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    All,
    /// Its attributes have a mistake, so no rule judges it.
    Type,
    /// The compiler rejects its type.
    Nothing,
}

/// What few columns have.
#[derive(Default)]
pub(crate) struct Extra {
    pub(crate) sql_type: Option<SqlText>,
    pub(crate) vector_length: Option<Spanned<u32>>,
    pub(crate) hidden: bool,
    pub(crate) on_update: Option<SqlText>,
    /// The database has no default for a UUID.
    pub(crate) without_default: bool,
    /// The argument `check_values`.
    pub(crate) check_values: Option<Span>,
    /// `Debug` of a new row does not show the value.
    pub(crate) secret: bool,
    pub(crate) options: Options,
    pub(crate) renamed_from: Option<String>,
}

impl Field {
    /// The field is part of the parent's key.
    pub(crate) fn is_inherited(&self) -> bool {
        self.key.as_ref().is_some_and(|key| key.inherited.is_some())
    }
}

/// A value and its token.
#[derive(Clone, Copy)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Text,
    Bytes,
    Native,
    Integer,
}

/// Who writes the column. Arguments that a rule may reject keep their span.
pub(crate) enum Fill {
    Supplied,
    Default(SqlText),
    Generated { sql: SqlText, stored: bool },
    UuidV4,
    UuidV7(Span),
    Ulid(Span),
    UuidHalf { high: bool },
    Random,
    BitReversed,
    Sequence { name: String, options: CounterOptions },
    Identity { options: CounterOptions },
    Shard(Shard),
}

#[derive(Clone, Copy, Default)]
pub(crate) struct CounterOptions {
    pub(crate) skip_range: Option<(i64, i64)>,
    pub(crate) start_counter: Option<i64>,
}

pub(crate) struct Shard {
    pub(crate) count: u16,
    pub(crate) inputs: Vec<ShardInput>,
    pub(crate) by: ShardBy,
}

pub(crate) struct ShardInput {
    pub(crate) field: usize,
    /// The name in `of(...)`; `None` if the input is implied by the key.
    pub(crate) span: Option<Span>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShardBy {
    Database,
    Client,
    Chance,
}

/// The arguments of `key` that concern the position in the key.
pub(crate) struct Key {
    /// The argument `parent`.
    pub(crate) inherited: Option<Span>,
    /// The argument `desc`.
    pub(crate) desc: Option<Span>,
    pub(crate) waiver: Option<Waiver>,
}

pub(crate) struct Waiver {
    pub(crate) kind: WaiverKind,
    /// The argument `spread` or `allow_hotspot`.
    pub(crate) word: Span,
    pub(crate) reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaiverKind {
    Spread,
    AllowHotspot,
}

impl fmt::Display for WaiverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spread => "spread",
            Self::AllowHotspot => "allow_hotspot",
        })
    }
}

pub(crate) struct Index {
    /// The name in SQL, with its span.
    pub(crate) name: Ident,
    pub(crate) columns: Vec<IndexColumn>,
    /// The stored columns, as positions in the struct's fields.
    pub(crate) storing: Vec<usize>,
    pub(crate) unique: bool,
    pub(crate) null_filtered: bool,
    pub(crate) keep_nulls: bool,
    /// The columns that must not be NULL, as positions in the struct's fields.
    pub(crate) not_null: Vec<usize>,
    pub(crate) options: Options,
    pub(crate) interleave: Option<IndexParent>,
    pub(crate) waiver: Option<Waiver>,
}

pub(crate) struct IndexColumn {
    pub(crate) field: usize,
    /// The name in `columns(...)`.
    pub(crate) span: Span,
    pub(crate) desc: bool,
}

pub(crate) enum IndexParent {
    Ancestor(Path),
    /// The table of the index.
    OwnTable,
}

pub(crate) struct ForeignKey {
    pub(crate) columns: Vec<Spanned<usize>>,
    pub(crate) references: Path,
    /// The referenced fields of the other struct.
    pub(crate) fields: Vec<Ident>,
    pub(crate) name: Option<String>,
    pub(crate) on_delete: OnDelete,
    pub(crate) waiver: Option<Waiver>,
}

pub(crate) struct Check {
    pub(crate) name: Option<String>,
    pub(crate) sql: SqlText,
    /// The fields that the SQL names in braces.
    pub(crate) fields: Vec<usize>,
}

/// SQL from an attribute, for one dialect or both.
#[derive(Clone)]
pub(crate) struct SqlText {
    pub(crate) googlesql: Option<LitStr>,
    pub(crate) postgresql: Option<LitStr>,
}

pub(crate) struct Ttl {
    pub(crate) field: usize,
    /// The name in `ttl(...)`.
    pub(crate) span: Span,
    pub(crate) days: u32,
}

/// A newtype, a unit enum or a serde type that becomes a column type.
pub(crate) struct ColumnType {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: TokenStream,
    pub(crate) shape: ColumnShape,
    /// Whether the type gets the value traits of the clients.
    pub(crate) client_traits: bool,
}

pub(crate) enum ColumnShape {
    /// `struct CustomerId(Uuid);` or `struct CustomerId { value: Uuid }`.
    Newtype(Box<Newtype>),
    /// An enum of unit variants.
    UnitEnum(UnitEnum),
    /// Any serde type, as JSON.
    Json,
}

/// A struct around one value.
pub(crate) struct Newtype {
    pub(crate) ty: Type,
    /// The name or index of the field.
    pub(crate) member: Member,
    /// The fields that are `PhantomData`.
    pub(crate) phantoms: Vec<Member>,
    pub(crate) length: Option<Spanned<u32>>,
    /// Whether the type names a parameter of the struct.
    pub(crate) is_open: bool,
}

/// An enum that is stored as text (variant names) or as integers (discriminants).
pub(crate) struct UnitEnum {
    pub(crate) integer: bool,
    /// `(variant, text)`; the text is the variant's name after `rename_all` and `name = "..."`.
    pub(crate) variants: Vec<(Ident, String)>,
    /// The variant that keeps all other values.
    pub(crate) other: Option<Box<OtherVariant>>,
}

/// A variant that keeps values which the enum does not know.
pub(crate) struct OtherVariant {
    pub(crate) ident: Ident,
    /// The type of its data.
    pub(crate) ty: Type,
    /// All variants: whether it is this one, and the number, where it is written.
    pub(crate) numbers: Vec<(bool, Option<Expr>)>,
}

/// A struct for the rows of a query.
pub(crate) struct Row {
    pub(crate) ident: Ident,
    pub(crate) krate: TokenStream,
    pub(crate) fields: Vec<RowField>,
}

pub(crate) struct RowField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) source: RowSource,
}

/// Where the value of a field comes from.
pub(crate) enum RowSource {
    /// The column of this name.
    Column(String),
    /// The columns of another row, whose names have this prefix.
    Flat { prefix: String },
}
