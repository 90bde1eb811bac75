//! The names of our attributes and of their arguments on fields.

use std::fmt::{Display, Formatter, Result};

/// An enum with a name for each variant.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $type { $($variant,)* }

        impl $type {
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl Display for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.write_str(self.name())
            }
        }
    };
}

names! {
    /// An attribute of ours.
    AttributeName {
        Table = "table",
        Interleave = "interleave",
        Index = "index",
        ForeignKey = "foreign_key",
        Check = "check",
        Ttl = "ttl",
        Key = "key",
        Column = "column",
    }
}

names! {
    /// An argument of `key` or `column` that `check` has to distinguish.
    FieldArgument {
        Uuid = "uuid",
        UuidV7 = "uuid_v7",
        Ulid = "ulid",
        UuidHigh = "uuid_high",
        UuidLow = "uuid_low",
        Random = "random",
        BitReversed = "bit_reversed",
        Sequence = "sequence",
        Identity = "identity",
        Shard = "shard",
        Client = "client",
        Parent = "parent",
        Desc = "desc",
        Spread = "spread",
        AllowHotspot = "allow_hotspot",
        Default = "default",
        Generated = "generated",
        Virtual = "virtual",
        CommitTimestamp = "commit_timestamp",
        RetryId = "retry_id",
        Skip = "skip",
        // No argument: the application supplies the key part.
        Supplied = "",
    }
}

impl AttributeName {
    pub(super) const fn is_on_fields(self) -> bool {
        matches!(self, Self::Key | Self::Column)
    }
}
