//! You do not need this module: its names are in compiler errors about types that are not columns.
//!
//! `Ask::<T>::ADVICE` is the constant of the type itself where a type has one below, and the one of
//! [`NoAdvice`] for all others: a constant of the type has precedence over one of a trait. So the compiler's
//! resolved type decides, through aliases too, and no type becomes a column by it.

use core::marker::PhantomData;

use super::message::Message;
use crate::column::ops::{ColumnOps, Reads};
use crate::column::{Column, Element, NotNull};
use crate::keys::HashInput;
use crate::schema::spec::STAND_IN_SPEC;
use crate::value::{ValueError, WireValue};

/// Asks for the advice on a type.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Ask<T: ?Sized>(PhantomData<T>);

/// The advice on all types without their own.
#[doc(hidden)]
pub trait NoAdvice {
    const ADVICE: Option<Advice> = None;
}

impl<T: ?Sized> NoAdvice for Ask<T> {}

/// Why a type is not a column, and what is.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// The type as people know it.
    ty: &'static str,
    why: &'static str,
    /// The type to write, if one fits.
    instead: Option<&'static str>,
    /// The same in words.
    words: &'static str,
}

/// What a column is for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// A value.
    Value,
    /// A value by which rows are sorted. The type to write could be hot there, so it is only
    /// described.
    Sorted,
    /// A generated UUID.
    Uuid,
    /// A time-ordered id.
    Id,
    /// A generated integer.
    Integer,
}

/// Reports the advice, or returns `false` if there is none.
///
/// # Panics
///
/// If there is advice: a panic at compile time is an error of the compiler.
#[track_caller]
#[must_use]
pub const fn check_column(advice: Option<Advice>, holds: Holds) -> bool {
    let Some(Advice { ty, why, instead, words }) = advice else { return false };
    let message = Message::new().name(ty).text(" is not a Spanner column type");
    let message = message.note().text(why).help();
    let message = match (holds, instead) {
        (Holds::Uuid, _) => message.text("write ").name("spanner_keys::Uuid"),
        (Holds::Integer, _) => message.text("write ").name("i64"),
        (Holds::Id, _) => message.text("use a type that holds the id, such as text"),
        (Holds::Value, Some(instead)) => message.text("write ").name(instead),
        (Holds::Value | Holds::Sorted, _) => message.text(words),
    };
    panic!("{}", message.as_str())
}

#[doc(hidden)]
/// Which type answers for the column: [`Spanner`], or none where there is advice.
pub type Asked<const ADVISED: bool> = <Known<ADVISED> as Answer>::Is;

#[doc(hidden)]
#[derive(Debug)]
pub struct Known<const ADVISED: bool>;

/// The way from what is known to what answers.
#[doc(hidden)]
pub trait Answer {
    type Is;
}

impl Answer for Known<false> {
    type Is = Spanner;
}

impl Answer for Known<true> {
    type Is = Anything;
}

/// Has the columns that Spanner has.
#[derive(Debug)]
pub struct Spanner;

/// Has any column, because the type is reported already.
#[doc(hidden)]
#[derive(Debug)]
pub struct Anything;

/// The column of a Rust type.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a Spanner column type",
    label = "no column type of Spanner holds this",
    note = "if it is your own, derive SpannerColumn for a newtype, for an enum of unit variants, or with column(json) for a serde type; or give each value of a struct its own field",
    note = "if it is of another library, store its text in a String, or derive SpannerColumn with column(json) for a newtype of it",
    note = "an Option of a handwritten column type requires NotNull for it, and a Vec requires Element",
    note = "types of chrono, time, jiff, rust_decimal, bigdecimal, serde_json, ulid, and bytes are columns with the feature of that name"
)]
pub trait HasColumn<T> {
    #[doc(hidden)]
    const OPS: ColumnOps<T>;
}

#[diagnostic::do_not_recommend]
impl<T: Column> HasColumn<T> for Spanner {
    const OPS: ColumnOps<T> = T::OPS;
}

/// A column type that is never NULL.
#[doc(hidden)]
pub trait HasNotNull<T> {}

impl<T: NotNull> HasNotNull<T> for Spanner {}
impl<T> HasNotNull<T> for Anything {}

/// A column type that arrays can hold.
#[doc(hidden)]
pub trait HasElement<T> {}

impl<T: Element> HasElement<T> for Spanner {}
impl<T> HasElement<T> for Anything {}

#[diagnostic::do_not_recommend]
impl<T> HasColumn<T> for Anything {
    const OPS: ColumnOps<T> = ColumnOps {
        spec: STAND_IN_SPEC,
        into_wire: |_, _| WireValue::Null,
        from_wire: |_, _| Err(ValueError::Null),
        reads: Reads::Owned,
        from_lent: |_, _| Err(ValueError::Null),
        #[cfg(feature = "gcloud-spanner")]
        from_gcloud: |_, _| None,
        check: |_, _, _| Ok(()),
        from_fill: |_| None,
        supplied_uuid: |_| None,
        value_bytes: |_, _| 0,
        hashed: |_, _| HashInput::Never,
    };
}

/// `name, type => type to write, why, in words;` also for `Option` and `Vec` of the type.
macro_rules! write_instead {
    ($($(#[$cfg:meta])* $name:literal, $type:ty => $instead:literal, $why:expr, $words:literal;)*) => {$(
        $(#[$cfg])*
        impl Ask<$type> {
            pub const ADVICE: Option<Advice> = Some(Advice { ty: $name, why: $why, instead: Some($instead), words: $words });
        }
        $(#[$cfg])*
        impl Ask<Option<$type>> {
            pub const ADVICE: Option<Advice> = Some(Advice { ty: $name, why: $why, instead: Some(concat!("Option<", $instead, ">")), words: $words });
        }
        $(#[$cfg])*
        impl Ask<Vec<$type>> {
            pub const ADVICE: Option<Advice> = Some(Advice { ty: $name, why: $why, instead: Some(concat!("Vec<", $instead, ">")), words: $words });
        }
    )*};
}

/// `name, <parameters> type => type to write or none, why, in words;` also for `Option` of the type.
macro_rules! describe {
    ($($name:literal, [$($parameter:tt)*] $type:ty => $instead:expr, $why:expr, $words:literal;)*) => {$(
        impl<$($parameter)*> Ask<$type> {
            pub const ADVICE: Option<Advice> = Some(Advice { ty: $name, why: $why, instead: $instead, words: $words });
        }
        impl<$($parameter)*> Ask<Option<$type>> {
            pub const ADVICE: Option<Advice> = Some(Advice { ty: $name, why: $why, instead: None, words: $words });
        }
    )*};
}

const WIDE: &str = "the only integers of Spanner are signed, of 64 bits: INT64";
const BORROWED: &str = "a row owns its text";
const BYTES: &str = "a row owns its bytes";
const SPAN: &str =
    "Spanner stores no spans of time, but a number of milliseconds, or of another unit";
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
const ZONE: &str = "a timestamp of Spanner is a point in time, in UTC";
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
const TIME_OF_DAY: &str = "Spanner has no type for a time of day";
const MAP: &str =
    "Spanner has no maps, but spanner_keys::column::Json stores any serde type as JSON";
const NESTED: &str = "Spanner has no arrays of arrays";
const SET: &str = "Spanner has arrays, and no sets";
const SEVERAL: &str = "a column holds one value";
const NOT_ZERO: &str = "a column may hold 0";
const SHARED: &str = "a row owns its values, and shares none";
const POINTER: &str = "a column is not behind a pointer";

write_instead! {
    "u64", u64 => "i64", WIDE, "use a signed 64-bit integer";
    "usize", usize => "i64", WIDE, "use a signed 64-bit integer";
    "isize", isize => "i64", WIDE, "use a signed 64-bit integer";
    "u128", u128 => "i64", WIDE, "use a signed 64-bit integer, or text if it is too small";
    "i128", i128 => "i64", WIDE, "use a signed 64-bit integer, or text if it is too small";
    "char", char => "String", "Spanner has no type for a single character", "use text";
    "Box<str>", Box<str> => "String", BORROWED, "use a String";
    "Rc<str>", std::rc::Rc<str> => "String", BORROWED, "use a String";
    "Arc<str>", std::sync::Arc<str> => "String", BORROWED, "use a String";
    "Cow<str>", std::borrow::Cow<'static, str> => "String", BORROWED, "use a String";
    "&str", &'static str => "String", BORROWED, "use a String";
    "&String", &'static String => "String", BORROWED, "use a String";
    "PathBuf", std::path::PathBuf => "String", "Spanner has no type for paths, which need not be text", "use text";
    "OsString", std::ffi::OsString => "String", "Spanner has no type for text of the system, which need not be Unicode", "use text";
    "IpAddr", std::net::IpAddr => "String", "Spanner has no type for addresses", "use text";
    "Ipv4Addr", std::net::Ipv4Addr => "String", "Spanner has no type for addresses", "use text";
    "SocketAddr", std::net::SocketAddr => "String", "Spanner has no type for addresses", "use text";
    "Ipv6Addr", std::net::Ipv6Addr => "String", "Spanner has no type for addresses", "use text";
    "Arc<[u8]>", std::sync::Arc<[u8]> => "Vec<u8>", BYTES, "use a byte vector";
    "Box<[u8]>", Box<[u8]> => "Vec<u8>", BYTES, "use a byte vector";
    "&[u8]", &'static [u8] => "Vec<u8>", BYTES, "use a byte vector";
    "NonZero<i64>", std::num::NonZero<i64> => "i64", NOT_ZERO, "use a signed 64-bit integer";
    "NonZero<u64>", std::num::NonZero<u64> => "i64", NOT_ZERO, "use a signed 64-bit integer";
    "NonZero<u32>", std::num::NonZero<u32> => "u32", NOT_ZERO, "use an integer";
    "NonZero<i32>", std::num::NonZero<i32> => "i32", NOT_ZERO, "use an integer";
    "NonZero<u16>", std::num::NonZero<u16> => "u16", NOT_ZERO, "use an integer";
    "NonZero<u8>", std::num::NonZero<u8> => "u8", NOT_ZERO, "use an integer";
    "NonZero<usize>", std::num::NonZero<usize> => "i64", NOT_ZERO, "use a signed 64-bit integer";
    "Duration", std::time::Duration => "i64", SPAN, "use a number of milliseconds, or another unit";
    "Instant", std::time::Instant => "std::time::SystemTime", "an Instant means nothing outside of its process", "use a point in time that other processes understand";
    #[cfg(feature = "chrono")]
    "NaiveDateTime", chrono::NaiveDateTime => "chrono::DateTime<chrono::Utc>", ZONE, "use a date and time in UTC";
    #[cfg(feature = "chrono")]
    "NaiveTime", chrono::NaiveTime => "String", TIME_OF_DAY, "use text, or a number of seconds";
    #[cfg(feature = "chrono")]
    "TimeDelta", chrono::TimeDelta => "i64", SPAN, "use a number of milliseconds, or another unit";
    #[cfg(feature = "chrono")]
    "Weekday", chrono::Weekday => "String", "Spanner has no type for days of the week", "use text, or a number";
    #[cfg(feature = "chrono")]
    "Month", chrono::Month => "String", "Spanner has no type for months", "use text, or a number";
    #[cfg(feature = "time")]
    "PrimitiveDateTime", time::PrimitiveDateTime => "time::OffsetDateTime", ZONE, "use a date and time with an offset";
    #[cfg(feature = "time")]
    "Time", time::Time => "String", TIME_OF_DAY, "use text, or a number of seconds";
    #[cfg(feature = "time")]
    "Weekday", time::Weekday => "String", "Spanner has no type for days of the week", "use text, or a number";
    #[cfg(feature = "time")]
    "Month", time::Month => "String", "Spanner has no type for months", "use text, or a number";
    #[cfg(feature = "time")]
    "Duration", time::Duration => "i64", SPAN, "use a number of milliseconds, or another unit";
    #[cfg(feature = "jiff")]
    "civil::DateTime", jiff::civil::DateTime => "jiff::Timestamp", ZONE, "use a timestamp";
    #[cfg(feature = "jiff")]
    "Zoned", jiff::Zoned => "jiff::Timestamp", ZONE, "use a timestamp";
    #[cfg(feature = "jiff")]
    "civil::Time", jiff::civil::Time => "String", TIME_OF_DAY, "use text, or a number of seconds";
    #[cfg(feature = "jiff")]
    "Span", jiff::Span => "i64", SPAN, "use a number of milliseconds, or another unit";
    #[cfg(feature = "jiff")]
    "SignedDuration", jiff::SignedDuration => "i64", SPAN, "use a number of milliseconds, or another unit";
    #[cfg(feature = "serde_json")]
    "Map", serde_json::Map<String, serde_json::Value> => "serde_json::Value", "a column holds any JSON value", "store it as JSON, which is not sorted, outside of the key and the indexes";
}

/// JSON, where it can be written.
const JSON: Option<&str> =
    if cfg!(feature = "serde_json") { Some("serde_json::Value") } else { None };

/// The same for arrays of JSON.
const JSON_ARRAY: Option<&str> =
    if cfg!(feature = "serde_json") { Some("Vec<serde_json::Value>") } else { None };

describe! {
    "Box<_>", [T] Box<T> => None, POINTER, "use the type in the Box";
    "Rc<_>", [T] std::rc::Rc<T> => None, POINTER, "use the type in the Rc";
    "Arc<_>", [T] std::sync::Arc<T> => None, POINTER, "use the type in the Arc";
    "Mutex<_>", [T] std::sync::Mutex<T> => None, SHARED, "use the type in the Mutex";
    "RwLock<_>", [T] std::sync::RwLock<T> => None, SHARED, "use the type in the RwLock";
    "Cell<_>", [T] std::cell::Cell<T> => None, SHARED, "use the type in the Cell";
    "RefCell<_>", [T] std::cell::RefCell<T> => None, SHARED, "use the type in the RefCell";
    "Range<_>", [T] std::ops::Range<T> => None, SEVERAL, "give the start and the end a field each";
    "Result<_, _>", [T, E] Result<T, E> => None, "a column is NULL or holds a value", "use an Option";
    "PhantomData<_>", [T] PhantomData<T> => None, "it holds no value", "remove the field";
    "Vec<HashMap<_, _>>", [K, V, S] Vec<std::collections::HashMap<K, V, S>> => JSON_ARRAY, MAP, "store it as JSON outside of the key and the indexes, or in a separate table";
    "Vec<BTreeMap<_, _>>", [K, V] Vec<std::collections::BTreeMap<K, V>> => JSON_ARRAY, MAP, "store it as JSON outside of the key and the indexes, or in a separate table";
    "Vec<(_, _)>", [A, B] Vec<(A, B)> => JSON_ARRAY, "an array of Spanner holds single values", "store it as JSON outside of the key and the indexes, or in a separate table";
    "Vec<(_, _, _)>", [A, B, C] Vec<(A, B, C)> => JSON_ARRAY, "an array of Spanner holds single values", "store it as JSON outside of the key and the indexes, or in a separate table";
    "HashMap", [K, V, S] std::collections::HashMap<K, V, S> => JSON, MAP, "store it as JSON outside of the key and the indexes, or in a separate table";
    "BTreeMap", [K, V] std::collections::BTreeMap<K, V> => JSON, MAP, "store it as JSON outside of the key and the indexes, or in a separate table";
    "HashSet", [T, S] std::collections::HashSet<T, S> => None, SET, "use a Vec";
    "BTreeSet", [T] std::collections::BTreeSet<T> => None, SET, "use a Vec";
    "VecDeque", [T] std::collections::VecDeque<T> => None, "an array of Spanner is a Vec", "use a Vec";
    "LinkedList", [T] std::collections::LinkedList<T> => None, "an array of Spanner is a Vec", "use a Vec";
    "()", [] () => None, "it holds no value", "remove the field";
    "(_,)", [A] (A,) => None, SEVERAL, "use the type in the parentheses";
    "(_, _)", [A, B] (A, B) => None, SEVERAL, "give each value its own field, or store them with spanner_keys::column::Json";
    "(_, _, _)", [A, B, C] (A, B, C) => None, SEVERAL, "give each value its own field, or store them with spanner_keys::column::Json";
    "(_, _, _, _)", [A, B, C, D] (A, B, C, D) => None, SEVERAL, "give each value its own field, or store them with spanner_keys::column::Json";
}

impl<T> Ask<Option<Option<T>>> {
    pub const ADVICE: Option<Advice> = Some(Advice {
        ty: "Option<Option<_>>",
        why: "a column is NULL or holds a value",
        instead: None,
        words: "use one Option",
    });
}

/// Implements the advice for arrays of arrays. Byte strings are none.
macro_rules! nested {
    ($($type:ty)*) => {$(
        impl Ask<Vec<Vec<$type>>> {
            pub const ADVICE: Option<Advice> = Some(Advice {
                ty: "Vec<Vec<_>>",
                why: NESTED,
                instead: JSON,
                words: "store it as JSON outside of the key and the indexes, or in a separate table",
            });
        }
    )*};
}

nested! { i64 i32 i16 u32 u16 f64 f32 bool String uuid::Uuid }

/// Implements the advice for arrays of a fixed length. Those of bytes are columns.
macro_rules! fixed {
    ($($name:literal, $type:ty => $instead:literal;)*) => {$(
        impl<const N: usize> Ask<[$type; N]> {
            pub const ADVICE: Option<Advice> = Some(Advice {
                ty: $name,
                why: "an array of Spanner has any length",
                instead: Some($instead),
                words: "use a Vec outside of the key and the indexes",
            });
        }
        impl<const N: usize> Ask<Option<[$type; N]>> {
            pub const ADVICE: Option<Advice> = Some(Advice {
                ty: $name,
                why: "an array of Spanner has any length",
                instead: Some(concat!("Option<", $instead, ">")),
                words: "use a Vec outside of the key and the indexes",
            });
        }
    )*};
}

fixed! {
    "[bool; _]", bool => "Vec<bool>";
    "[i16; _]", i16 => "Vec<i16>";
    "[i32; _]", i32 => "Vec<i32>";
    "[i64; _]", i64 => "Vec<i64>";
    "[u64; _]", u64 => "Vec<i64>";
    "[usize; _]", usize => "Vec<i64>";
    "[char; _]", char => "Vec<String>";
    "[u16; _]", u16 => "Vec<u16>";
    "[u32; _]", u32 => "Vec<u32>";
    "[f32; _]", f32 => "Vec<f32>";
    "[f64; _]", f64 => "Vec<f64>";
    "[String; _]", String => "Vec<String>";
    "[Uuid; _]", uuid::Uuid => "Vec<spanner_keys::Uuid>";
}

impl Ask<str> {
    pub const ADVICE: Option<Advice> =
        Some(Advice { ty: "str", why: BORROWED, instead: Some("String"), words: "use a String" });
}

/// Implements the advice for times in another zone than UTC.
#[cfg(feature = "chrono")]
macro_rules! zones {
    ($($type:ty => $instead:literal;)*) => {$(
        impl<Z: chrono::TimeZone> Ask<$type> {
            // Only UTC is its own offset, without a value to keep.
            pub const ADVICE: Option<Advice> = if size_of::<Z::Offset>() == 0 {
                None
            } else {
                Some(Advice {
                    ty: "DateTime<_>",
                    why: ZONE,
                    instead: Some($instead),
                    words: "use a date and time in UTC",
                })
            };
        }
    )*};
}

#[cfg(feature = "chrono")]
zones! {
    chrono::DateTime<Z> => "chrono::DateTime<chrono::Utc>";
    Option<chrono::DateTime<Z>> => "Option<chrono::DateTime<chrono::Utc>>";
    Vec<chrono::DateTime<Z>> => "Vec<chrono::DateTime<chrono::Utc>>";
}
