// The expansion of
//
//     #[derive(SpannerTable)]
//     #[index(EventsByTime, columns(time_shard, desc(at)))]
//     pub struct Event {
//         #[key(shard = 16)]
//         pub shard: i64,
//         #[key(ulid)]
//         pub event_id: String,
//         pub at: SystemTime,
//         #[column(shard = 8, of(event_id), client)]
//         pub time_shard: i64,
//     }

/// A new row of table `Event`, without what is filled.
pub struct NewEvent {
    /// The column `at`.
    pub at: SystemTime,
}
/// The primary key of table `Event`.
pub struct EventKey {
    /// The key column `event_id`.
    pub event_id: String,
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private::{
        self as __sk, Column as __Column, ColumnOps as __ColumnOps,
    };

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error.
    const __OPS: &(
        __ColumnOps<i64>,
        __ColumnOps<String>,
        __ColumnOps<SystemTime>,
        __ColumnOps<i64>,
    ) = &(
        <i64 as __Column>::OPS,
        <String as __Column>::OPS,
        <SystemTime as __Column>::OPS,
        <i64 as __Column>::OPS,
    );

    // The table as data. The rules, the DDL and the scans read it.
    const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
        key: &[__sk::KeyPart::new(0usize), __sk::KeyPart::new(1usize)],
        indexes: &[
            __sk::IndexDef {
                name: "EventsByTime",
                columns: &[
                    __sk::IndexColumn {
                        column: 3usize,
                        descending: false,
                    },
                    __sk::IndexColumn {
                        column: 2usize,
                        descending: true,
                    },
                ],
                storing: &[],
                unique: false,
                null_filtered: false,
                interleave: __sk::None,
                waiver: __sk::None,
            },
        ],
        columns: &[
            __sk::Draft::new(__OPS.0.spec, "shard", "shard")
                .fill(
                    __sk::Fill::Shard(__sk::ShardDef {
                        count: 16u16,
                        inputs: &[1usize],
                        by: __sk::ShardBy::Database,
                    }),
                )
                .done(),
            __sk::Draft::new(__OPS.1.spec, "event_id", "event_id")
                .fill(__sk::Fill::UlidKey)
                .done(),
            __sk::plain(__OPS.2.spec, "at"),
            __sk::Draft::new(__OPS.3.spec, "time_shard", "time_shard")
                .fill(
                    __sk::Fill::Shard(__sk::ShardDef {
                        count: 8u16,
                        inputs: &[1usize],
                        by: __sk::ShardBy::Client,
                    }),
                )
                .done(),
        ],
        stand_in: __sk::any_stand_in(&[__OPS.0.spec, __OPS.1.spec]),
        ..__sk::TableDef::new("Event", &[])
    };

    // The trait that users see: rows read from and sent to clients.
    #[automatically_derived]
    impl __sk::SpannerTable for Event {
        const SHAPE: __sk::Shape = __sk::Shape {
            table: __TABLE,
            columns: &["shard", "event_id", "at", "time_shard"],
            written: &["time_shard", "at", "event_id"],
        };
        type Key = EventKey;
        type InsertKey = EventKey;
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let (__read_shard, __read_event_id, __read_at, __read_time_shard) = __row
                .take_all(__TABLE, 0usize, __OPS)?;
            __sk::Ok(Self {
                shard: __read_shard,
                event_id: __read_event_id,
                at: __read_at,
                time_shard: __read_time_shard,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __fill
                .change_shard(
                    3usize,
                    &[(__OPS.1.hashed)(&self.event_id, __TABLE.columns[1usize].ty)]
                        as &[__sk::HashInput<'_>],
                );
            __fill
                .change_all(
                    0usize,
                    (self.shard, self.event_id, self.at, self.time_shard),
                    __OPS,
                );
        }
    }

    // The key: inspected for its size, written for clients, read from rows.
    #[automatically_derived]
    impl __sk::TableKey for EventKey {
        type Table = Event;
        type Types = (i64, String);
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.shard();
            __out.part(__TABLE, 1usize, &self.event_id, &__OPS.1);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.stored_shard();
            __out.part(__TABLE, 1usize, self.event_id, &__OPS.1);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                event_id: __row.take(__TABLE, 1usize, &__OPS.1)?,
            })
        }
    }

    // Every part of the key is known before the commit.
    #[automatically_derived]
    impl __sk::KnownKey for Event {}

    // The key from its columns. Children make their parent's key with it.
    #[automatically_derived]
    impl __sk::FromParts<(i64, String)> for EventKey {
        fn from_parts((_, __part_event_id): (i64, String)) -> Self {
            Self { event_id: __part_event_id }
        }
    }

    // The key of a row: `SpannerTable::key`.
    #[automatically_derived]
    impl __sk::HasKey for Event
    where
        for<'__any> i64: __sk::Clone,
        for<'__any> String: __sk::Clone,
    {
        fn key_of(&self) -> EventKey {
            __sk::FromParts::from_parts((
                __sk::Clone::clone(&self.shard),
                __sk::Clone::clone(&self.event_id),
            ))
        }
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[automatically_derived]
    impl __sk::Clone for EventKey
    where
        for<'__any> String: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                event_id: __sk::Clone::clone(&self.event_id),
            }
        }
    }
    #[automatically_derived]
    impl __sk::Debug for EventKey
    where
        for<'__any> String: __sk::Debug,
    {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug_key(__out, "EventKey", &[("event_id", &self.event_id)])
        }
    }
    #[automatically_derived]
    impl __sk::PartialEq for EventKey
    where
        for<'__any> String: __sk::PartialEq,
    {
        fn eq(&self, __other: &Self) -> __sk::bool {
            __sk::PartialEq::eq(&self.event_id, &__other.event_id)
        }
    }
    #[automatically_derived]
    impl __sk::Eq for EventKey
    where
        for<'__any> String: __sk::Eq,
    {}
    #[automatically_derived]
    impl __sk::Hash for EventKey
    where
        for<'__any> String: __sk::Hash,
    {
        fn hash<__State: __sk::Hasher>(&self, __state: &mut __State) {
            __sk::Hash::hash(&self.event_id, __state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    #[automatically_derived]
    impl __sk::NewRow for NewEvent {
        type Table = Event;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<EventKey> {
            let __part_event_id = __fill.ulid(1usize, &__OPS.1)?;
            let __key = EventKey {
                event_id: __part_event_id,
            };
            __fill.key(&__key)?;
            let __inputs = &[__fill.in_key(1usize)] as &[__sk::HashInput<'_>];
            __fill.shard(3usize, __inputs);
            __fill.indexed(2usize, &self.at, &__OPS.2);
            __fill.column(2usize, self.at, &__OPS.2);
            __sk::Ok(__key)
        }
    }

    // What users call.
    #[automatically_derived]
    impl NewEvent {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Event>, __sk::RowError> {
            __sk::Insert::usual(self)
        }
        /// The same for another dialect, or with keys from another source.
        pub fn insert_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::Insert<Event>, __sk::RowError> {
            __sk::Insert::new(self, __keys)
        }
        /// The row as a statement for a GoogleSQL database, which returns the key.
        pub fn insert_returning(
            self,
        ) -> __sk::Result<__sk::InsertReturning<Event>, __sk::RowError> {
            __sk::InsertReturning::usual(self)
        }
        /// The same statement for another dialect, or with keys from another source.
        pub fn insert_returning_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::InsertReturning<Event>, __sk::RowError> {
            __sk::InsertReturning::new(self, __keys)
        }
    }

    // Without the fields, because they need not be `Debug`.
    #[automatically_derived]
    impl __sk::Debug for NewEvent {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug(__out, "NewEvent")
        }
    }

    // A second name for a type. Its span lets an error about the type point at an attribute.
    type __Type_event_id = String;
    type __Type_at = SystemTime;
    type __Type_time_shard = i64;

    // What the rules find at this part of the key.
    type __FoundInKey1 = __sk::Found<
        {
            __sk::found_in_key(__TABLE, 1usize)
                .only_if(__sk::holds_ulid(__OPS.1.spec))
                .code()
        },
    >;

    // What the rules find at this column of the index.
    type __FoundInIndex0_1 = __sk::Found<
        { __sk::found_in_index(__TABLE, 0usize, 1usize).code() },
    >;

    // Rules about whole tables and indexes. Each panics while the crate compiles.
    const _: () = __sk::check_shard(__TABLE, 0usize);
    const _: () = __sk::check_shard(__TABLE, 3usize);
    const _: () = __sk::check_index(__TABLE, 0usize);

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <String as __sk::MayBeHashed<
            Event,
            __sk::Verdict<{ __sk::may_be_hashed(__TABLE, 1usize) }>,
        >>::asked,
        <i64 as __sk::MayHoldShard<
            Event,
            __sk::Verdict<{ __sk::holds_shard(__OPS.0.spec) }>,
        >>::asked,
        <String as __sk::MayHoldUlid<
            Event,
            __sk::Verdict<{ __sk::holds_ulid(__OPS.1.spec) }>,
        >>::asked,
        <__Type_event_id as __sk::MayBeHashed<
            Event,
            __sk::Verdict<{ __sk::may_be_hashed(__TABLE, 1usize) }>,
        >>::asked,
        <i64 as __sk::MayHoldShard<
            Event,
            __sk::Verdict<{ __sk::holds_shard(__OPS.3.spec) }>,
        >>::asked,
        <__Type_event_id as __sk::UlidFillMayLead<
            Event,
            <__FoundInKey1 as __sk::Findings>::FewBefore,
        >>::asked,
        <__Type_event_id as __sk::UnhashedUlidFillMayLead<
            Event,
            <__FoundInKey1 as __sk::Findings>::UnhashedTimeOrdered,
        >>::asked,
        <__Type_at as __sk::MayBeIndexed<
            Event,
            <__FoundInIndex0_1 as __sk::Findings>::KeyType,
        >>::asked,
        <__Type_at as __sk::MayFollowFewValuesInIndex<
            Event,
            <__FoundInIndex0_1 as __sk::Findings>::FewBefore,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
