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

/// The rule has nothing to say.
#[derive(Debug)]
pub struct Allowed;

/// The rule refuses.
#[derive(Debug)]
pub struct Refused;

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

/// Writes the outcomes once: the enum, and what each refuses.
macro_rules! outcomes {
    ($($(#[$doc:meta])* $outcome:ident,)*) => {
        /// What a rule found at one place of a key or an index.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Outcome {
            /// Nothing: the place is fine.
            Nothing,
            $($(#[$doc])* $outcome,)*
        }

        /// The verdict of each rule on one outcome. At most one refuses, so that one mistake is one
        /// error; and all come from one constant, because each constant costs the compiler.
        pub trait Findings {
            $(#[doc = concat!("On [`Outcome::", stringify!($outcome), "`].")]
            type $outcome;)*
        }

        outcomes!(@each [$($outcome)*] Nothing $($outcome)*);
    };
    (@each $all:tt $($outcome:ident)*) => {$(
        outcomes!(@one $outcome $all);
    )*};
    // Each outcome refuses the finding of its name and no other.
    (@one $outcome:ident [$($finding:ident)*]) => {
        impl Findings for Found<{ Outcome::$outcome.code() }> {
            $(type $finding = Verdict<{ Outcome::$outcome.is_not(Outcome::$finding) }>;)*
        }
    };
}

outcomes! {
    /// A timestamp.
    Timestamp,
    /// A timestamp in a key that a shard cannot hash as it is.
    UnhashedTimestamp,
    /// A date.
    Date,
    /// An id that begins with the time.
    TimeOrdered,
    /// Such an id in a key that a shard cannot hash as it is.
    UnhashedTimeOrdered,
    /// An integer that Spanner can number.
    Integer,
    /// Another integer.
    OtherInteger,
    /// A part behind few values only.
    FewBefore,
    /// An integer behind few values only, which Spanner can number.
    FewBeforeInteger,
    /// Another integer behind few values only.
    FewBeforeOtherInteger,
    /// A generated column that follows a clock.
    Generated,
    /// A commit timestamp in an index.
    CommitTimestamp,
    /// A type that cannot be part of a key.
    KeyType,
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

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident { message: $message:tt, label: $label:tt, $(note: $note:tt,)* })*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = $label, $(note = $note,)*)]
        pub trait $name<T: ?Sized, Table: ?Sized, Shard = shard>: seal::Sealed {
            /// Naming it asks for the permission. A function, because a constant would be
            /// evaluated, too.
            #[doc(hidden)]
            fn asked() {}
        }
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized, Table: ?Sized, Shard> $name<T, Table, Shard> for Allowed {}
    )*};
}

permissions! {
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a timestamp.
    TimestampMayLead {
        message: "timestamp `{T}` leads the primary key of `{Table}`",
        label: "times arrive in order, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`",
        note: "or move a key part with many values, such as a user or tenant id, before it",
        note: "if the values do not follow the time of the insert, say why: `#[key(spread = \"people are born on all days\")]`",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a timestamp in a key that no shard can
    /// hash as it is.
    UnhashedTimestampMayLead {
        message: "timestamp `{T}` leads the primary key of `{Table}`",
        label: "times arrive in order, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or move a key part with many values, such as a user or tenant id, before it",
        note: "if the values do not follow the time of the insert, say why: `#[key(spread = \"people are born on all days\")]`",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a date.
    DateMayLead {
        message: "date `{T}` leads the primary key of `{Table}`",
        label: "all inserts of a day share this value, so they all go to one split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or move a key part with many values, such as a user or tenant id, before it",
        note: "if the values do not follow the time of the insert, say why: `#[key(spread = \"people are born on all days\")]`",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a commit timestamp.
    CommitTimestampMayLead {
        message: "commit timestamp `{T}` leads the primary key of `{Table}`",
        label: "commits arrive in order, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or move a key part with many values, such as a user or tenant id, before it",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for a type.
    TimeOrderedIdMayLead {
        message: "time-ordered id `{T}` leads the primary key of `{Table}`",
        label: "the values begin with the time, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`",
        note: "or use an id that does not follow time, such as a random UUID",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for a type in a key that no
    /// shard can hash as it is.
    UnhashedIdMayLead {
        message: "time-ordered id `{T}` leads the primary key of `{Table}`",
        label: "the values begin with the time, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or use an id that does not follow time, such as a random UUID",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for `ulid`.
    UlidFillMayLead {
        message: "`ulid` leads the primary key of `{Table}`",
        label: "ULIDs begin with the time, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`",
        note: "or use an id that does not follow time, such as a random UUID",
        note: "if one hot split is acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// The same in a key that no shard can hash as it is, for `ulid`.
    UnhashedUlidFillMayLead {
        message: "`ulid` leads the primary key of `{Table}`",
        label: "ULIDs begin with the time, so every insert goes to the last split, on one server",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or use an id that does not follow time, such as a random UUID",
        note: "if one hot split is acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for `uuid_v7`.
    UuidV7FillMayLead {
        message: "`uuid_v7` leads the primary key of `{Table}`",
        label: "version 7 begins with the time, so every insert goes to the last split, on one server",
        note: "use random UUIDs, version 4: `#[key(uuid)]`",
        note: "or spread the writes with a field before it: `#[key(shard = 16)] {Shard}: i64,`",
        note: "if one hot split is acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// The same in a key that no shard can hash as it is, for `uuid_v7`.
    UnhashedUuidV7FillMayLead {
        message: "`uuid_v7` leads the primary key of `{Table}`",
        label: "version 7 begins with the time, so every insert goes to the last split, on one server",
        note: "use random UUIDs, version 4: `#[key(uuid)]`",
        note: "or spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "if one hot split is acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), for `ulid`.
    UlidFillMayFollowFewValues {
        message: "`ulid` has only few values before it in the primary key of `{Table}`",
        label: "ULIDs begin with the time, so every insert goes to one of a few splits",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or use an id that does not follow time, such as a random UUID",
        note: "if a few hot splits are acceptable, say why: `#[key(ulid, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), for `uuid_v7`.
    UuidV7FillMayFollowFewValues {
        message: "`uuid_v7` has only few values before it in the primary key of `{Table}`",
        label: "version 7 begins with the time, so every insert goes to one of a few splits",
        note: "use random UUIDs, version 4: `#[key(uuid)]`",
        note: "or spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "if a few hot splits are acceptable, say why: `#[key(uuid_v7, allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`IntegerLeads`](super::Rule::IntegerLeads).
    IntegerMayLead {
        message: "integer `{T}` leads the primary key of `{Table}`, and nothing says how it is spread",
        label: "a counter's values arrive in order, so every insert goes to the last split, on one server",
        note: "let Spanner number the rows without a hotspot: `#[key(identity)]`",
        note: "or keep your own counter, stored with its bits reversed: `#[key(bit_reversed)]`",
        note: "if the values are many and do not follow time, say why: `#[key(spread = \"tenant ids are drawn at random\")]`",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain integer-leads`",
    }
    /// Rule [`IntegerLeads`](super::Rule::IntegerLeads), for an integer that Spanner cannot number.
    OtherIntegerMayLead {
        message: "integer `{T}` leads the primary key of `{Table}`, and nothing says how it is spread",
        label: "a counter's values arrive in order, so every insert goes to the last split, on one server",
        note: "a plain 64-bit integer that is never NULL can be numbered by Spanner, or hold your own counter with its bits reversed",
        note: "if the values are many and do not follow time, say why: `#[key(spread = \"tenant ids are drawn at random\")]`",
        note: "if one hot split is acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain integer-leads`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore).
    MayFollowFewValues {
        message: "`{T}` arrives in order, and only few values come before it in the primary key of `{Table}`",
        label: "new rows share the few values before it, so every insert goes to one of a few splits",
        note: "spread the writes with a field before it: `#[key(shard = 16, random)] {Shard}: i64,`",
        note: "or move a key part with many values, such as a user or tenant id, before it",
        note: "if a few hot splits are acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), for an integer.
    IntegerMayFollowFewValues {
        message: "integer `{T}` has only few values before it in the primary key of `{Table}`, and nothing says how it is spread",
        label: "a counter's values arrive in order, so every insert goes to one of a few splits",
        note: "let Spanner number the rows without a hotspot: `#[key(identity)]`",
        note: "or keep your own counter, stored with its bits reversed: `#[key(bit_reversed)]`",
        note: "if the values are many and do not follow time, say why: `#[key(spread = \"tenant ids are drawn at random\")]`",
        note: "if a few hot splits are acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), for an integer that Spanner
    /// cannot number.
    OtherIntegerMayFollowFewValues {
        message: "integer `{T}` has only few values before it in the primary key of `{Table}`, and nothing says how it is spread",
        label: "a counter's values arrive in order, so every insert goes to one of a few splits",
        note: "a plain 64-bit integer that is never NULL can be numbered by Spanner, or hold your own counter with its bits reversed",
        note: "if the values are many and do not follow time, say why: `#[key(spread = \"tenant ids are drawn at random\")]`",
        note: "if a few hot splits are acceptable, say why: `#[key(allow_hotspot = \"at most 10 writes a minute\")]`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a timestamp in an index.
    TimestampMayLeadIndex {
        message: "timestamp `{T}` leads an index of `{Table}`",
        label: "times arrive in order, so every write to the index goes to its last split, on one server",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "or put a column with many values first, or interleave the index in a parent table",
        note: "if the values do not follow the time of the write, add the reason to the index: `spread = \"people are born on all days\"`",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a commit timestamp in an index.
    CommitTimestampMayLeadIndex {
        message: "commit timestamp `{T}` leads an index of `{Table}`",
        label: "commits arrive in order, so every write to the index goes to its last split, on one server",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "or put a column with many values first, or interleave the index in a parent table",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rules [`ClockLeads`](super::Rule::ClockLeads),
    /// [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads) and
    /// [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), in an index with `spread`.
    MayBeSpread {
        message: "`spread` cannot be true of `{T}` in an index of `{Table}`",
        label: "its values are filled in the order of the writes, so every write to the index goes to its last split",
        note: "put a shard or a column with many values before it",
        note: "if one hot split is acceptable, write the reason for that: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a date in an index.
    DateMayLeadIndex {
        message: "date `{T}` leads an index of `{Table}`",
        label: "all writes of a day share this value, so they all go to one split of the index, on one server",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "or put a column with many values first, or interleave the index in a parent table",
        note: "if the values do not follow the time of the write, add the reason to the index: `spread = \"people are born on all days\"`",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`ClockLeads`](super::Rule::ClockLeads), for a generated column in an index.
    GeneratedMayLeadIndex {
        message: "a column generated from times leads an index of `{Table}`",
        label: "the times that it is generated from arrive in order, so every write to the index goes to its last split, on one server",
        note: "index a column with many values before it, or hash the times with FARM_FINGERPRINT",
        note: "if the values do not follow the time of the write, add the reason to the index: `spread = \"people are born on all days\"`",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain clock-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for a type in an index.
    TimeOrderedIdMayLeadIndex {
        message: "time-ordered id `{T}` leads an index of `{Table}`",
        label: "the values begin with the time, so every write to the index goes to its last split, on one server",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`TimeOrderedIdLeads`](super::Rule::TimeOrderedIdLeads), for a column filled by `ulid`
    /// or `uuid_v7` in an index.
    TimeOrderedFillMayLeadIndex {
        message: "a column filled with time-ordered ids leads an index of `{Table}`",
        label: "the values begin with the time, so every write to the index goes to its last split, on one server",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "if one hot split is acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain time-ordered-id-leads`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), for a column filled by `ulid`
    /// or `uuid_v7` in an index.
    TimeOrderedFillMayFollowFewValuesInIndex {
        message: "a column filled with time-ordered ids has only few values before it in an index of `{Table}`",
        label: "the values begin with the time, so every write to the index goes to one of a few splits",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "if a few hot splits are acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`OnlyFewValuesBefore`](super::Rule::OnlyFewValuesBefore), in an index.
    MayFollowFewValuesInIndex {
        message: "`{T}` arrives in order, and only few values come before it in an index of `{Table}`",
        label: "new rows share the few values before it, so every write to the index goes to one of a few splits",
        note: "put a shard before it: a column that is computed from fields with many values, and that the index names first",
        note: "or put a column with many values first, or interleave the index in a parent table",
        note: "if a few hot splits are acceptable, add the reason to the index: `allow_hotspot = \"at most 10 writes a minute\"`",
        note: "for more about this rule, try `cargo spanner-keys explain only-few-values-before`",
    }
    /// Rule [`KeyType`](super::Rule::KeyType), in a primary key.
    MayBeKey {
        message: "`{T}` cannot be part of the primary key of `{Table}`",
        label: "Spanner has no keys of type FLOAT32, JSON, or ARRAY",
        note: "use a column of another type as the key, such as text, a UUID, or a number",
        note: "for more about this rule, try `cargo spanner-keys explain key-type`",
    }
    /// Rule [`KeyType`](super::Rule::KeyType), in an index.
    MayBeIndexed {
        message: "`{T}` cannot be a column of an index of `{Table}`",
        label: "Spanner has no indexes over FLOAT32, JSON, or ARRAY",
        note: "the index can store the column instead of sorting by it",
        note: "for more about this rule, try `cargo spanner-keys explain key-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `uuid`.
    MayHoldUuid {
        message: "`{T}` cannot hold a UUID key of `{Table}`",
        label: "`uuid` fills a `Uuid`, a `String` of 36 characters, or 16 bytes, and never NULL",
        note: "write `spanner_keys::Uuid`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `uuid_v7`. It does not name a type to write,
    /// because the key may be hot with it.
    MayHoldUuidV7 {
        message: "`{T}` cannot hold a UUID key of `{Table}`",
        label: "`uuid_v7` fills a `Uuid`, a `String` of 36 characters, or 16 bytes, and never NULL",
        note: "give the field one of these types",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `ulid`.
    MayHoldUlid {
        message: "`{T}` cannot hold a ULID key of `{Table}`",
        label: "`ulid` fills a `Ulid`, a `String` of 26 characters, or 16 bytes, and never NULL",
        note: "give the field one of these types",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `random`, `bit_reversed`, `sequence` and
    /// `identity`.
    MayHoldInt64 {
        message: "`{T}` cannot hold a 64-bit key of `{Table}`",
        label: "`random`, `bit_reversed`, `sequence`, and `identity` give numbers of 63 bits, and never NULL",
        note: "write `i64`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `shard`.
    MayHoldShard {
        message: "`{T}` cannot hold a shard number of `{Table}`",
        label: "a shard column is an integer that holds the number of every shard",
        note: "write `i64`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `length`.
    MayHaveLength {
        message: "`length` does not fit `{T}` in `{Table}`",
        label: "only text (up to 2621440 characters) and bytes (up to 10485760) without a fixed size accept a length",
        note: "remove `length`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for a `length` on a column that is filled with
    /// ids.
    MayBeThisLong {
        message: "`{T}` of this length cannot hold the key of `{Table}`",
        label: "a UUID in text has 36 characters, a ULID has 26, and in bytes both have 16",
        note: "remove `length`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `vector_length`.
    MayHaveVectorLength {
        message: "`vector_length` does not fit `{T}` in `{Table}`",
        label: "only arrays of floats, `Vec<f32>` and `Vec<f64>`, accept a vector length",
        note: "remove `vector_length`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `storage`.
    MayBeStoredSo {
        message: "`{T}` cannot be stored in this way in `{Table}`",
        label: "a `Uuid` accepts `text`, `bytes`, or `native`; a `Ulid` accepts `text` or `bytes`",
        note: "remove `storage`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `check_values`.
    MayCheckValues {
        message: "`check_values` does not fit `{T}` in `{Table}`",
        label: "only the values of an enum that derives SpannerColumn are known",
        note: "remove `check_values`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `check_values` on an array.
    MayCheckElements {
        message: "`check_values` does not fit `{T}` in `{Table}`, which is an array",
        label: "Spanner cannot check the elements of an array",
        note: "remove `check_values`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`FillType`](super::Rule::FillType), for `commit_timestamp`.
    MayHoldCommitTimestamp {
        message: "`{T}` cannot hold a commit timestamp of `{Table}`",
        label: "Spanner writes the commit's time into timestamp columns only",
        note: "give the field a timestamp type, or remove `commit_timestamp`",
        note: "for more about this rule, try `cargo spanner-keys explain fill-type`",
    }
    /// Rule [`Expiry`](super::Rule::Expiry).
    MayExpireRows {
        message: "`{T}` cannot be the expiry time of `{Table}`",
        label: "`ttl` counts days from a timestamp column",
        note: "name a field with a timestamp type",
        note: "for more about this rule, try `cargo spanner-keys explain expiry`",
    }
    /// Rule [`ShardInput`](super::Rule::ShardInput).
    MayBeHashed {
        message: "`{T}` cannot be hashed into a shard of `{Table}`",
        label: "a shard's inputs are never NULL, and never a float, JSON, or an array",
        note: "compute the shard from other columns; a shard in the key can also be drawn at random",
        note: "for more about this rule, try `cargo spanner-keys explain shard-input`",
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
