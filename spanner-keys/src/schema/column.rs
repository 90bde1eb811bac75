//! Columns: their types, and who writes their values.

use super::{OptionDef, SqlText};

/// One column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnDef<'a> {
    /// The column's name in SQL.
    pub name: &'a str,
    /// The Rust field, as `{field}` names it in SQL text. Equal to `name` for tables that come from
    /// elsewhere.
    pub field: &'a str,
    /// The type in the database.
    pub ty: SqlType,
    /// Whether the column is nullable.
    pub nullable: bool,
    /// How the values of the Rust type arrive over time.
    pub arrival: Arrival,
    /// Who writes the value.
    pub fill: Fill<'a>,
    /// Whether the database can fill the column with the commit timestamp.
    pub commit_timestamp: bool,
    /// What few columns have.
    pub extra: Option<&'a ColumnExtra<'a>>,
    /// The variants of an enum, and the value that rows hold for each. Empty for other types.
    pub variants: &'a [VariantDef<'a>],
    /// Whether the column's type has errors. The rules skip it, because those errors are already
    /// reported.
    #[doc(hidden)]
    pub stand_in: bool,
}

impl<'a> ColumnDef<'a> {
    /// A NOT NULL column that the application writes, with the arrival order that is usual for the
    /// type.
    #[must_use]
    pub const fn new(name: &'a str, ty: SqlType) -> Self {
        Self {
            name,
            field: name,
            ty,
            nullable: false,
            arrival: ty.usual_arrival(),
            fill: Fill::Supplied,
            commit_timestamp: false,
            extra: None,
            variants: &[],
            stand_in: false,
        }
    }
}

/// A variant of an enum, and the value that rows hold for it.
///
/// ```
/// use spanner_keys::schema::{StoredValue, VariantDef};
/// use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
///
/// #[derive(SpannerColumn)]
/// #[column(storage = integer)]
/// enum Plan { Free = 1, Team = 2 }
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     plan: Option<Plan>,
/// }
///
/// let team = VariantDef { name: "Team", value: StoredValue::Number(2) };
/// assert_eq!(Customer::TABLE.columns[1].variants[1], team);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantDef<'a> {
    /// The variant's name in Rust.
    pub name: &'a str,
    /// The value in the database.
    pub value: StoredValue<'a>,
}

/// The value of a variant in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredValue<'a> {
    /// A text.
    Name(&'a str),
    /// An integer.
    Number(i64),
}

/// What few columns have.
///
/// ```
/// use spanner_keys::schema::{ColumnDef, ColumnExtra, KeyPart, SqlText, SqlType, TableDef};
/// use spanner_keys::{Dialect, Schema};
///
/// let tokens = SqlText { googlesql: Some("TOKENLIST"), postgresql: Some("spanner.tokenlist") };
/// let extra = ColumnExtra { sql_type: Some(tokens), hidden: true, ..ColumnExtra::NONE };
/// let columns = [
///     ColumnDef::new("Id", SqlType::text(36)),
///     ColumnDef { extra: Some(&extra), nullable: true, ..ColumnDef::new("Words", SqlType::BYTES) },
/// ];
/// let table = TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Books", &columns) };
/// let ddl = Schema::new().add(table).ddl(Dialect::GoogleSql)?;
/// assert!(ddl[0].contains("`Words` TOKENLIST HIDDEN"));
/// # Ok::<(), spanner_keys::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a property of a column")]
pub struct ColumnExtra<'a> {
    /// The name of a type that has no [`Scalar`]: a message, an enum, `TOKENLIST`. [`ColumnDef::ty`]
    /// is then the type of its values on the wire. For an array, the type of its elements.
    pub sql_type: Option<SqlText<'a>>,
    /// The number of elements of a vector.
    pub vector_length: Option<u32>,
    /// Whether `SELECT *` leaves the column out.
    pub hidden: bool,
    /// The expression that the database evaluates when a row is updated.
    pub on_update: Option<SqlText<'a>>,
    /// Whether the column decides where the row is placed.
    pub placement_key: bool,
    /// Whether the database has no default for a [`Fill::UuidV4`], so that only the application
    /// fills it.
    pub without_default: bool,
    /// Whether a CHECK constraint allows only the values of [`ColumnDef::variants`], and NULL if the
    /// column is nullable.
    pub check_values: bool,
    /// Options of the column, except `allow_commit_timestamp`.
    pub options: &'a [OptionDef<'a>],
    /// The name that the column had before.
    pub renamed_from: Option<&'a str>,
}

impl ColumnExtra<'_> {
    /// Nothing of it, for struct update syntax.
    pub const NONE: Self = Self {
        sql_type: None,
        vector_length: None,
        hidden: false,
        on_update: None,
        placement_key: false,
        without_default: false,
        check_values: false,
        options: &[],
        renamed_from: None,
    };
}

/// A column type of Spanner, before a dialect spells it.
///
/// ```
/// use spanner_keys::schema::SqlType;
///
/// assert!(SqlType::text(36).same_but_length(SqlType::TEXT));
/// assert!(!SqlType::text(36).same(SqlType::text(20)));
/// assert!(SqlType::INT64.array().array);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlType {
    /// The type of one value.
    pub scalar: Scalar,
    /// The longest text (in code points) or byte string; `None` is MAX. Other types have none.
    pub length: Option<u32>,
    /// Whether the column holds an array of such values.
    pub array: bool,
}

impl SqlType {
    /// BOOL.
    pub const BOOL: Self = Self::of(Scalar::Bool);
    /// INT64.
    pub const INT64: Self = Self::of(Scalar::Int64);
    /// FLOAT32.
    pub const FLOAT32: Self = Self::of(Scalar::Float32);
    /// FLOAT64.
    pub const FLOAT64: Self = Self::of(Scalar::Float64);
    /// NUMERIC.
    pub const NUMERIC: Self = Self::of(Scalar::Numeric);
    /// Text of the maximum length.
    pub const TEXT: Self = Self::of(Scalar::Text);
    /// Bytes of the maximum length.
    pub const BYTES: Self = Self::of(Scalar::Binary);
    /// The native UUID type.
    pub const UUID: Self = Self::of(Scalar::NativeUuid);
    /// DATE.
    pub const DATE: Self = Self::of(Scalar::CalendarDate);
    /// TIMESTAMP.
    pub const TIMESTAMP: Self = Self::of(Scalar::UtcTimestamp);
    /// JSON.
    pub const JSON: Self = Self::of(Scalar::JsonDocument);

    /// A single value of this kind, without a length.
    #[must_use]
    pub const fn of(scalar: Scalar) -> Self {
        Self { scalar, length: None, array: false }
    }

    /// Text of at most `length` code points.
    #[must_use]
    pub const fn text(length: u32) -> Self {
        Self::of(Scalar::Text).with_length(length)
    }

    /// At most `length` bytes.
    #[must_use]
    pub const fn bytes(length: u32) -> Self {
        Self::of(Scalar::Binary).with_length(length)
    }

    /// The same type with a length.
    #[must_use]
    pub const fn with_length(self, length: u32) -> Self {
        Self { length: Some(length), ..self }
    }

    /// The size of a value in bytes, as Spanner counts it; `None` where it depends on the value: text,
    /// bytes and JSON.
    pub(crate) const fn value_bytes(self) -> Option<usize> {
        match self.scalar {
            Scalar::Bool => Some(1),
            Scalar::Float32 | Scalar::CalendarDate => Some(4),
            Scalar::Int64 | Scalar::Float64 => Some(8),
            Scalar::UtcTimestamp => Some(12),
            Scalar::NativeUuid => Some(16),
            // The longest number.
            Scalar::Numeric => Some(25),
            Scalar::Text | Scalar::Binary | Scalar::JsonDocument => None,
        }
    }

    /// An array of this type.
    #[must_use]
    pub const fn array(self) -> Self {
        Self { array: true, ..self }
    }

    /// Whether two types are the same, length included.
    #[must_use]
    pub const fn same(self, other: Self) -> bool {
        self.same_but_length(other)
            && match (self.length, other.length) {
                (Some(one), Some(two)) => one == two,
                (None, None) => true,
                _ => false,
            }
    }

    /// Whether two types are the same, ignoring the length, as foreign keys do.
    #[must_use]
    pub const fn same_but_length(self, other: Self) -> bool {
        self.scalar as u8 == other.scalar as u8 && self.array == other.array
    }

    /// How values of this type usually arrive, if only the type is known.
    #[must_use]
    pub const fn usual_arrival(self) -> Arrival {
        match self.scalar {
            Scalar::Bool => Arrival::FewValues,
            Scalar::Int64 => Arrival::Counter,
            Scalar::CalendarDate | Scalar::UtcTimestamp => Arrival::Clock,
            Scalar::NativeUuid => Arrival::SuppliedUuid,
            _ => Arrival::Natural,
        }
    }
}

/// The type of one value in Spanner.
///
/// The names avoid those of common Rust types on purpose: a public `Uuid` or `Timestamp` here would
/// make the compiler print the user's own types with their full paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Scalar {
    /// BOOL
    Bool,
    /// INT64
    Int64,
    /// FLOAT32
    Float32,
    /// FLOAT64
    Float64,
    /// NUMERIC
    Numeric,
    /// STRING
    Text,
    /// BYTES
    Binary,
    /// UUID, the native type
    NativeUuid,
    /// DATE
    CalendarDate,
    /// TIMESTAMP
    UtcTimestamp,
    /// JSON
    JsonDocument,
}

impl Scalar {
    /// Every type.
    pub const ALL: [Self; 11] = [
        Self::Bool,
        Self::Int64,
        Self::Float32,
        Self::Float64,
        Self::Numeric,
        Self::Text,
        Self::Binary,
        Self::NativeUuid,
        Self::CalendarDate,
        Self::UtcTimestamp,
        Self::JsonDocument,
    ];

    /// Spanner's name of the type, without a length.
    ///
    /// ```
    /// use spanner_keys::schema::Scalar;
    ///
    /// assert_eq!(Scalar::UtcTimestamp.name(), "TIMESTAMP");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "BOOL",
            Self::Int64 => "INT64",
            Self::Float32 => "FLOAT32",
            Self::Float64 => "FLOAT64",
            Self::Numeric => "NUMERIC",
            Self::Text => "STRING",
            Self::Binary => "BYTES",
            Self::NativeUuid => "UUID",
            Self::CalendarDate => "DATE",
            Self::UtcTimestamp => "TIMESTAMP",
            Self::JsonDocument => "JSON",
        }
    }
}

/// How the values of a type arrive over time: the fact that decides whether a key is hot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Arrival {
    /// Many values that do not follow time: names, e-mail addresses, amounts.
    Natural,
    /// A UUID that the application supplies. Spread, unless its version is 1, 6 or 7, which only
    /// the value shows.
    SuppliedUuid,
    /// An integer: a counter, unless the author states otherwise.
    Counter,
    /// A time or a date: follows the clock.
    Clock,
    /// An id that begins with the time.
    TimeOrdered,
    /// Only a few different values: flags, states.
    FewValues,
}

/// Who writes a column's value, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill<'a> {
    /// The application; for an inherited key part, the parent's key.
    Supplied,
    /// The database, from this expression, when the application leaves the column out.
    Default(SqlText<'a>),
    /// The database, always.
    Generated {
        /// The expression.
        sql: SqlText<'a>,
        /// Whether the value is stored in the row or computed when read.
        stored: bool,
    },
    /// A random UUID (version 4).
    UuidV4,
    /// A time-ordered UUID (version 7).
    UuidV7,
    /// A ULID.
    UlidKey,
    /// One half of a random UUID, as an integer; another part of the key is the other half.
    UuidHalf(UuidHalf),
    /// 63 random bits.
    Random,
    /// The application's counter, stored with its bits reversed.
    BitReversed,
    /// A bit-reversed sequence.
    Sequence(SequenceDef<'a>),
    /// An identity column.
    Identity(CounterOptions),
    /// A shard number.
    Shard(ShardDef<'a>),
}

/// A half of a UUID in a pair of INT64 columns.
///
/// ```
/// use spanner_keys::schema::{ColumnDef, Fill, KeyPart, SqlType, TableDef, UuidHalf};
/// use spanner_keys::rules;
///
/// let half = |name, half| ColumnDef { fill: Fill::UuidHalf(half), ..ColumnDef::new(name, SqlType::INT64) };
/// let columns = [half("IdHigh", UuidHalf::High), half("IdLow", UuidHalf::Low)];
/// let table = TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("Events", &columns) };
/// assert!(rules::lint(&table).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UuidHalf {
    /// The first eight bytes.
    High,
    /// The last eight bytes.
    Low,
}

/// A bit-reversed positive sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceDef<'a> {
    /// The sequence's name; it lives in the schema of its table. Two columns may share one sequence
    /// with equal options.
    pub name: &'a str,
    /// Its options.
    pub options: CounterOptions,
}

/// Options of a sequence or an identity column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterOptions {
    /// Values (after the bit reversal) that are never generated, both ends included.
    pub skip_range: Option<(i64, i64)>,
    /// The first counter, before the bit reversal.
    pub start_counter: Option<i64>,
}

/// A column that spreads rows over `count` key ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardDef<'a> {
    /// How many shards, 2 to 1024; the values are 0 to `count - 1`.
    pub count: u16,
    /// The columns whose values are hashed, in order. Empty for [`ShardBy::Chance`].
    pub inputs: &'a [usize],
    /// Who computes the number.
    pub by: ShardBy,
}

/// Who computes a shard number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ShardBy {
    /// The database, as a stored generated column.
    Database,
    /// The application; a CHECK constraint refuses a wrong number.
    Client,
    /// The application, at random; a CHECK constraint keeps it in range.
    Chance,
}
