//! You do not need this module: its traits are named in compiler errors, and [`Rule`](super::Rule)
//! explains those. One sealed trait for each message.
//!
//! The traits are named as permissions, because the compiler prints that "the trait
//! `TimestampMayLead<SystemTime, Event>` is not implemented for `Refused`". Types are parameters,
//! not `Self`: an impl for all types would appear on the page of each type in rustdoc. The seal
//! prevents other crates from implementing a permission for `Refused`:
//!
//! ```compile_fail,E0277
//! use spanner_keys::rules::permissions::{IntegerMayLead, Refused};
//!
//! struct Order;
//! impl IntegerMayLead<i64, Order> for Refused {}
//! ```

use core::marker::PhantomData;

/// The rule has no objection.
#[derive(Debug)]
pub struct Allowed;

/// The rule refuses, perhaps only because of these types.
#[derive(Debug)]
pub struct Refused<Because = ()>(pub(crate) PhantomData<Because>);

mod seal {
    /// Cannot be named outside, so no other crate can grant a permission.
    pub trait Sealed {}
    impl Sealed for super::Allowed {}

    /// The types are the same where that was asked: for `Decision<true>`. An impl of the permission
    /// for that type itself would be listed in the error.
    pub trait SameType<T: ?Sized, Expected: ?Sized> {}
    impl<T: ?Sized> SameType<T, T> for super::Decision<true> {}
    impl<T: ?Sized, Expected: ?Sized> SameType<T, Expected> for super::Decision<false> {}
}

/// Writes the names that a proposed shard can have.
macro_rules! shard_names {
    ($($name:ident)*) => {$(
        #[doc = concat!("The name of a proposed shard: `", stringify!($name), "`.")]
        #[allow(non_camel_case_types, reason = "the compiler prints it as the name of a field")]
        #[derive(Debug)]
        pub struct $name;
    )*};
}

shard_names! { shard key_shard shard_number write_shard }

/// A decision as a type: [`Allowed`] or [`Refused`].
pub type Verdict<const ALLOWS: bool> = <Decision<ALLOWS> as Decided>::Verdict;

/// What a `const fn` decided.
#[derive(Debug)]
pub struct Decision<const ALLOWS: bool>;

/// The way from a decision to its verdict.
pub trait Decided {
    /// [`Allowed`] or [`Refused`].
    type Verdict;
}

impl Decided for Decision<true> {
    type Verdict = Allowed;
}

impl Decided for Decision<false> {
    type Verdict = Refused;
}

/// Writes the outcomes once: the enum, and what each refuses. Codes are literals, and verdicts are
/// types, because the compiler would evaluate constants in each crate that asks.
macro_rules! outcomes {
    ($($(#[$doc:meta])* $outcome:ident = $code:literal,)*) => {
        /// What a rule found at one place of a key or an index.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Outcome {
            /// Nothing: the place is fine.
            Nothing = 0,
            $($(#[$doc])* $outcome = $code,)*
        }

        impl Outcome {
            /// Every outcome.
            pub const ALL: &[Self] = &[Self::Nothing, $(Self::$outcome),*];
        }

        /// The verdict of each rule on one outcome. At most one refuses, so that one mistake is one
        /// error; and all come from one constant, because each constant costs the compiler.
        pub trait Findings {
            $(#[doc = concat!("On [`Outcome::", stringify!($outcome), "`].")]
            type $outcome;)*
        }

        impl Findings for Found<0> {
            $(type $outcome = Allowed;)*
        }

        outcomes!(@each [] $($outcome = $code,)*);
    };
    (@each [$($before:ident)*]) => {};
    // Each outcome refuses the finding of its name and no other.
    (@each [$($before:ident)*] $this:ident = $code:literal, $($after:ident = $later:literal,)*) => {
        impl Findings for Found<$code> {
            $(type $before = Allowed;)*
            type $this = Refused;
            $(type $after = Allowed;)*
        }

        outcomes!(@each [$($before)* $this] $($after = $later,)*);
    };
}

outcomes! {
    /// A timestamp.
    Timestamp = 1,
    /// A timestamp in a key that a shard cannot hash as it is.
    UnhashedTimestamp = 2,
    /// A date.
    Date = 3,
    /// An id that begins with the time.
    TimeOrdered = 4,
    /// Such an id in a key that a shard cannot hash as it is.
    UnhashedTimeOrdered = 5,
    /// An integer that Spanner can number.
    Integer = 6,
    /// Another integer.
    OtherInteger = 7,
    /// A part behind few values only.
    FewBefore = 8,
    /// An integer behind few values only, which Spanner can number.
    FewBeforeInteger = 9,
    /// Another integer behind few values only.
    FewBeforeOtherInteger = 10,
    /// A generated column that follows a clock.
    Generated = 11,
    /// A commit timestamp in an index.
    CommitTimestamp = 12,
    /// A type that cannot be part of a key.
    KeyType = 13,
}

impl Outcome {
    /// The outcome as the parameter of [`Found`]: an enum cannot be one.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether something else than this was found, or nothing.
    #[must_use]
    pub const fn is_not(self, other: Self) -> bool {
        self.code() != other.code()
    }

    /// What was found, given whether Spanner can number the column.
    #[must_use]
    pub const fn numbered(self, can_be_numbered: bool) -> Self {
        match self {
            Self::Integer if !can_be_numbered => Self::OtherInteger,
            Self::FewBeforeInteger if !can_be_numbered => Self::FewBeforeOtherInteger,
            other => other,
        }
    }

    /// What was found, where finding it makes sense.
    #[must_use]
    pub const fn only_if(self, sensible: bool) -> Self {
        if sensible { self } else { Self::Nothing }
    }
}

/// An outcome as a type, by [`Outcome::code`].
#[derive(Debug)]
pub struct Found<const CODE: u8>;

/// Writes a trait. Its notes are texts, or names of texts that several permissions share.
macro_rules! permission {
    ({ $name:ident $message:tt $label:tt } [$($note:tt)*]) => {
        #[doc = concat!("If it is not granted, the compiler reports: ", $message, ".")]
        #[diagnostic::on_unimplemented(message = $message, label = $label, $(note = $note,)*)]
        pub trait $name<T: ?Sized, Table: ?Sized, Shard = shard>: seal::Sealed {
            /// Naming it asks for the permission. A function, because a constant would be
            /// evaluated, too.
            #[doc(hidden)]
            fn asked() {}
        }
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized, Table: ?Sized, Shard> $name<T, Table, Shard> for Allowed {}
    };
    ($of:tt $notes:tt shard $($more:tt)*) => {
        permission!($of $notes "spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`" $($more)*);
    };
    ($of:tt $notes:tt random_shard $($more:tt)*) => {
        permission!($of $notes "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`" $($more)*);
    };
    ($of:tt $notes:tt other_part $($more:tt)*) => {
        permission!($of $notes "or move a key part with many values, such as a user or tenant id, before it" $($more)*);
    };
    ($of:tt $notes:tt other_id $($more:tt)*) => {
        permission!($of $notes "or use an id that does not follow time, such as a random UUID" $($more)*);
    };
    ($of:tt $notes:tt spread_times $($more:tt)*) => {
        permission!($of $notes "if the values do not follow the time of the insert, say why: `#[key(spread = \"people are born on all days\")]`" $($more)*);
    };
    ($of:tt $notes:tt spread_numbers $($more:tt)*) => {
        permission!($of $notes "if the values are many and do not follow time, say why: `#[key(spread = \"tenant ids are drawn at random\")]`" $($more)*);
    };
    ($of:tt $notes:tt allow $($more:tt)*) => {
        permission!($of $notes "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`" $($more)*);
    };
    ($of:tt $notes:tt allow_few $($more:tt)*) => {
        permission!($of $notes "if a few hot splits are acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`" $($more)*);
    };
    ($of:tt $notes:tt index_shard $($more:tt)*) => {
        permission!($of $notes "put a shard before it: a column that is computed from fields with many values, and that the index names first" $($more)*);
    };
    ($of:tt $notes:tt index_other $($more:tt)*) => {
        permission!($of $notes "or put a column with many values first, or interleave the index in a parent table" $($more)*);
    };
    ($of:tt $notes:tt index_spread $($more:tt)*) => {
        permission!($of $notes "if the values do not follow the time of the write, add the reason to the index: `spread = \"people are born on all days\"`" $($more)*);
    };
    ($of:tt $notes:tt index_allow $($more:tt)*) => {
        permission!($of $notes "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`" $($more)*);
    };
    ($of:tt $notes:tt index_allow_few $($more:tt)*) => {
        permission!($of $notes "if a few hot splits are acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`" $($more)*);
    };
    ($of:tt [$($note:tt)*] $text:tt $($more:tt)*) => {
        permission!($of [$($note)* $text] $($more)*);
    };
}

/// Writes the traits of each rule: the message, the label, and the notes, of which the page of the
/// rule is the last.
macro_rules! permissions {
    ($($page:tt: { $($name:ident { $message:tt, $label:tt, $($note:tt),* })* })*) => {$($(
        permission!({ $name $message $label } [] $($note)* $page);
    )*)*};
}

permissions! {
    "for more about this rule, try `cargo spanner-keys explain clock-leads`": {
        TimestampMayLead {
            "timestamp `{T}` leads the primary key of `{Table}`",
            "times arrive in order, so every insert goes to the last split, on one server",
            shard, other_part, spread_times, allow
        }
        UnhashedTimestampMayLead {
            "timestamp `{T}` leads the primary key of `{Table}`",
            "times arrive in order, so every insert goes to the last split, on one server",
            random_shard, other_part, spread_times, allow
        }
        DateMayLead {
            "date `{T}` leads the primary key of `{Table}`",
            "all inserts of a day share this value, so they all go to one split, on one server",
            random_shard, other_part, spread_times, allow
        }
        CommitTimestampMayLead {
            "commit timestamp `{T}` leads the primary key of `{Table}`",
            "commits arrive in order, so every insert goes to the last split, on one server",
            random_shard, other_part, allow
        }
        TimestampMayLeadIndex {
            "timestamp `{T}` leads an index of `{Table}`",
            "times arrive in order, so every write to the index goes to its last split, on one server",
            index_shard, index_other, index_spread, index_allow
        }
        CommitTimestampMayLeadIndex {
            "commit timestamp `{T}` leads an index of `{Table}`",
            "commits arrive in order, so every write to the index goes to its last split, on one server",
            index_shard, index_other, index_allow
        }
        MayBeSpread {
            "`spread` cannot be true of `{T}` in an index of `{Table}`",
            "its values are filled in the order of the writes, so every write to the index goes to its last split",
            "put a shard or a column with many values before it",
            "if one hot split is acceptable, write the reason for that: `allow_hotspot = \"at most 10 writes a minute\"`"
        }
        DateMayLeadIndex {
            "date `{T}` leads an index of `{Table}`",
            "all writes of a day share this value, so they all go to one split of the index, on one server",
            index_shard, index_other, index_spread, index_allow
        }
        GeneratedMayLeadIndex {
            "a column generated from times leads an index of `{Table}`",
            "the times that it is generated from arrive in order, so every write to the index goes to its last split, on one server",
            "index a column with many values before it, or hash the times with FARM_FINGERPRINT",
            index_spread, index_allow
        }
    }
    "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`": {
        TimeOrderedIdMayLead {
            "time-ordered id `{T}` leads the primary key of `{Table}`",
            "the values begin with the time, so every insert goes to the last split, on one server",
            shard, other_id, allow
        }
        UnhashedIdMayLead {
            "time-ordered id `{T}` leads the primary key of `{Table}`",
            "the values begin with the time, so every insert goes to the last split, on one server",
            random_shard, other_id, allow
        }
        UlidFillMayLead {
            "`ulid` leads the primary key of `{Table}`",
            "ULIDs begin with the time, so every insert goes to the last split, on one server",
            shard, other_id,
            "if one hot split is acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        UnhashedUlidFillMayLead {
            "`ulid` leads the primary key of `{Table}`",
            "ULIDs begin with the time, so every insert goes to the last split, on one server",
            random_shard, other_id,
            "if one hot split is acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        UuidV7FillMayLead {
            "`uuid_v7` leads the primary key of `{Table}`",
            "version 7 begins with the time, so every insert goes to the last split, on one server",
            "use random UUIDs, version 4: `#[key(uuid)]`",
            "or spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`",
            "if one hot split is acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        UnhashedUuidV7FillMayLead {
            "`uuid_v7` leads the primary key of `{Table}`",
            "version 7 begins with the time, so every insert goes to the last split, on one server",
            "use random UUIDs, version 4: `#[key(uuid)]`",
            "or spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
            "if one hot split is acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        TimeOrderedIdMayLeadIndex {
            "time-ordered id `{T}` leads an index of `{Table}`",
            "the values begin with the time, so every write to the index goes to its last split, on one server",
            index_shard, index_allow
        }
        TimeOrderedFillMayLeadIndex {
            "a column filled with time-ordered ids leads an index of `{Table}`",
            "the values begin with the time, so every write to the index goes to its last split, on one server",
            index_shard, index_allow
        }
    }
    "for more about this rule, try `cargo spanner-keys explain only-few-values-before`": {
        UlidFillMayFollowFewValues {
            "`ulid` has only few values before it in the primary key of `{Table}`",
            "ULIDs begin with the time, so every insert goes to one of a few splits",
            random_shard, other_id,
            "if a few hot splits are acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        UuidV7FillMayFollowFewValues {
            "`uuid_v7` has only few values before it in the primary key of `{Table}`",
            "version 7 begins with the time, so every insert goes to one of a few splits",
            "use random UUIDs, version 4: `#[key(uuid)]`",
            "or spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
            "if a few hot splits are acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`"
        }
        MayFollowFewValues {
            "`{T}` arrives in order, and only few values come before it in the primary key of `{Table}`",
            "new rows share the few values before it, so every insert goes to one of a few splits",
            random_shard, other_part, allow_few
        }
        IntegerMayFollowFewValues {
            "integer `{T}` has only few values before it in the primary key of `{Table}`, and no key strategy",
            "a counter's values arrive in order, so every insert goes to one of a few splits",
            "let Spanner number the rows without a hotspot: `#[key(identity)]`",
            "or keep your own counter, stored with its bits reversed: `#[key(bit_reversed)]`",
            spread_numbers, allow_few
        }
        OtherIntegerMayFollowFewValues {
            "integer `{T}` has only few values before it in the primary key of `{Table}`, and no key strategy",
            "a counter's values arrive in order, so every insert goes to one of a few splits",
            "a plain 64-bit integer that is never NULL can be numbered by Spanner, or hold your own counter with its bits reversed",
            spread_numbers, allow_few
        }
        TimeOrderedFillMayFollowFewValuesInIndex {
            "a column filled with time-ordered ids has only few values before it in an index of `{Table}`",
            "the values begin with the time, so every write to the index goes to one of a few splits",
            index_shard, index_allow_few
        }
        MayFollowFewValuesInIndex {
            "`{T}` arrives in order, and only few values come before it in an index of `{Table}`",
            "new rows share the few values before it, so every write to the index goes to one of a few splits",
            index_shard, index_other, index_allow_few
        }
    }
    "for more about this rule, try `cargo spanner-keys explain integer-leads`": {
        IntegerMayLead {
            "integer `{T}` leads the primary key of `{Table}` without a key strategy",
            "a counter's values arrive in order, so every insert goes to the last split, on one server",
            "let Spanner number the rows without a hotspot: `#[key(identity)]`",
            "or keep your own counter, stored with its bits reversed: `#[key(bit_reversed)]`",
            spread_numbers, allow
        }
        OtherIntegerMayLead {
            "integer `{T}` leads the primary key of `{Table}` without a key strategy",
            "a counter's values arrive in order, so every insert goes to the last split, on one server",
            "a plain 64-bit integer that is never NULL can be numbered by Spanner, or hold your own counter with its bits reversed",
            spread_numbers, allow
        }
    }
    "for more about this rule, try `cargo spanner-keys explain key-type`": {
        MayBeKey {
            "`{T}` cannot be part of the primary key of `{Table}`",
            "Spanner has no keys of type FLOAT32, JSON, or ARRAY",
            "use a column of another type as the key, such as text, a UUID, or a number"
        }
        MayBeIndexed {
            "`{T}` cannot be a column of an index of `{Table}`",
            "Spanner has no indexes over FLOAT32, JSON, or ARRAY",
            "the index can store the column instead of sorting by it"
        }
    }
    "for more about this rule, try `cargo spanner-keys explain fill-type`": {
        MayHoldUuid {
            "`{T}` cannot hold a UUID key of `{Table}`",
            "`uuid` fills a `Uuid`, a `String` of 36 characters, or 16 bytes, and never NULL",
            "write `spanner_keys::Uuid`"
        }
        MayHoldUuidV7 {
            "`{T}` cannot hold a UUID key of `{Table}`",
            "`uuid_v7` fills a `Uuid`, a `String` of 36 characters, or 16 bytes, and never NULL",
            "give the field one of these types"
        }
        MayHoldUlid {
            "`{T}` cannot hold a ULID key of `{Table}`",
            "`ulid` fills a `Ulid`, a `String` of 26 characters, or 16 bytes, and never NULL",
            "give the field one of these types"
        }
        MayHoldInt64 {
            "`{T}` cannot hold a 64-bit key of `{Table}`",
            "`random`, `bit_reversed`, `sequence`, and `identity` give numbers of 63 bits, and never NULL",
            "write `i64`"
        }
        MayHoldShard {
            "`{T}` cannot hold a shard number of `{Table}`",
            "a shard column is an integer that holds the number of every shard",
            "write `i64`"
        }
        MayHaveLength {
            "`length` does not fit `{T}` in `{Table}`",
            "only text (up to 2621440 characters) and bytes (up to 10485760) without a fixed size accept a length",
            "remove `length`"
        }
        MayBeThisLong {
            "`{T}` of this length cannot hold the key of `{Table}`",
            "a UUID in text has 36 characters, a ULID has 26, and in bytes both have 16",
            "remove `length`"
        }
        MayHaveVectorLength {
            "`vector_length` does not fit `{T}` in `{Table}`",
            "only arrays of floats, `Vec<f32>` and `Vec<f64>`, accept a vector length",
            "remove `vector_length`"
        }
        MayBeStoredSo {
            "`{T}` cannot be stored in this way in `{Table}`",
            "a `Uuid` accepts `text`, `bytes`, or `native`; a `Ulid` accepts `text` or `bytes`",
            "remove `storage`"
        }
        MayCheckValues {
            "`check_values` does not fit `{T}` in `{Table}`",
            "only the values of an enum that derives SpannerColumn are known",
            "remove `check_values`"
        }
        MayCheckElements {
            "`check_values` does not fit `{T}` in `{Table}`, which is an array",
            "Spanner cannot check the elements of an array",
            "remove `check_values`"
        }
        MayHoldCommitTimestamp {
            "`{T}` cannot hold a commit timestamp of `{Table}`",
            "Spanner writes the commit's time into timestamp columns only",
            "give the field a timestamp type, or remove `commit_timestamp`"
        }
    }
    "for more about this rule, try `cargo spanner-keys explain expiry`": {
        MayExpireRows {
            "`{T}` cannot be the expiry time of `{Table}`",
            "`ttl` counts days from a timestamp column",
            "name a field with a timestamp type"
        }
    }
    "for more about this rule, try `cargo spanner-keys explain shard-input`": {
        MayBeHashed {
            "`{T}` cannot be hashed into a shard of `{Table}`",
            "a shard's inputs are never NULL, and never a float, JSON, or an array",
            "compute the shard from other columns; a shard in the key can also be drawn at random"
        }
    }
}

/// Rule [`ParentKey`](super::Rule::ParentKey), for the Rust type of an inherited key part. It is
/// asked only where the columns do not differ in anything else, which is reported for the whole key.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not the type of this key part in the parent of `{Table}`",
    label = "the parent's key has `{Expected}` here",
    note = "use the type of the parent's field, so that a row can give its parent's key",
    note = "for more about this rule, try `cargo spanner-keys explain parent-key`"
)]
pub trait MayInherit<T: ?Sized, Expected: ?Sized, Table: ?Sized> {
    /// Naming it asks for the permission.
    #[doc(hidden)]
    fn asked() {}
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, Expected: ?Sized, Table: ?Sized, Decided> MayInherit<T, Expected, Table> for Decided where
    Decided: seal::SameType<T, Expected>
{
}

/// Key columns that can be cloned.
pub trait CloneParts: PartTypes {
    /// Clones of these parts.
    fn cloned(parts: Self::Borrowed<'_>) -> Self;
}

/// Writes [`PartTypes`], and implements it for the tuples of all lengths, from `()` to the longest.
macro_rules! part_types {
    ($($part:ident)*) => {
        /// The Rust types of a key's columns, in order; `()` where there are no more.
        pub trait PartTypes: 'static {
            /// References to the parts.
            type Borrowed<'a>;
            $(/// The type of the part of this number.
            type $part;)*
        }
        part_types!(@ [] $($part)*);
    };
    (@ [$($there:ident)*]) => {
        part_types!(@ [$($there)*] []);
    };
    (@ [$($there:ident)*] $next:ident $($more:ident)*) => {
        part_types!(@ [$($there)*] [$next $($more)*]);
        part_types!(@ [$($there)* $next] $($more)*);
    };
    (@ [$($there:ident)*] [$($absent:ident)*]) => {
        impl<$($there: 'static),*> PartTypes for ($($there,)*) {
            type Borrowed<'a> = ($(&'a $there,)*);
            $(type $there = $there;)*
            $(type $absent = ();)*
        }
        #[allow(non_snake_case, clippy::unused_unit, reason = "the types name the values")]
        impl<$($there: Clone + 'static),*> CloneParts for ($($there,)*) {
            fn cloned(($($there,)*): Self::Borrowed<'_>) -> Self {
                ($($there.clone(),)*)
            }
        }
    };
}

part_types! {
    Part0 Part1 Part2 Part3 Part4 Part5 Part6 Part7 Part8 Part9 Part10 Part11 Part12 Part13 Part14
    Part15
}
