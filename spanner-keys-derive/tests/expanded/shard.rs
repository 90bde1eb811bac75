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

#[cfg(doc)]
/// A new row of table `Event`, minus the columns that are filled in for you.
pub struct NewEvent {
    /// The column `at`.
    pub at: SystemTime,
}
#[cfg(doc)]
/// The primary key of table `Event`.
pub struct EventKey {
    /// The key column `event_id`.
    pub event_id: String,
}
#[cfg(not(doc))]
/// A new row of table `Event`, minus the columns that are filled in for you.
pub struct NewEvent_ {
    /// The column `at`.
    pub at: SystemTime,
}
#[cfg(not(doc))]
/// The primary key of table `Event`.
pub struct EventKey_ {
    /// The key column `event_id`.
    pub event_id: String,
}

// The names that users see. The compiler expands an imported macro last, so types of the
// user's with these names go before them.
#[cfg(not(doc))]
use ::spanner_keys::__private::items as __Event;
#[cfg(not(doc))]
__Event! {
    #[doc = " A new row of table `Event`."] pub type NewEvent = NewEvent_; #[doc =
    " The primary key of table `Event`."] pub type EventKey = EventKey_;
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;

    // Documentation has the structs under the names that users see.
    #[cfg(doc)]
    type NewEvent_ = NewEvent;
    #[cfg(doc)]
    type EventKey_ = EventKey;
    #[cfg(not(doc))]
    let _: __sk::Option<(NewEvent_, EventKey_)>;

    // A second name for each type, of the first field that has it. Each is named once, so one that does
    // not resolve is one error. Primitive types always resolve.
    // Its span lets an error about the type point at the type, or at an attribute.
    type __Type1 = String;
    type __Type2 = SystemTime;

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error. The compiler would evaluate a list as another constant
    // without the branch, and the call.
    const __OPS: &(
        __sk::ColumnOps<i64>,
        __sk::ColumnOps<__Type1>,
        __sk::ColumnOps<__Type2>,
        __sk::ColumnOps<i64>,
    ) = {
        if true {}
        &__sk::list((
            <i64 as __sk::Column>::OPS,
            <__Type1 as __sk::Column>::OPS,
            <__Type2 as __sk::Column>::OPS,
            <i64 as __sk::Column>::OPS,
        ))
    };

    // The table as data. The rules, the DDL and the scans read it. A type that is not a column has a
    // stand-in here, so that the others are judged.
    const __TABLE: &__sk::TableDef<'static> = {
        if true {}
        &__sk::TableDef {
            key: &[__sk::KeyPart::new(0), __sk::KeyPart::new(1)],
            columns: &[
                __sk::Draft::new(<i64 as __sk::Column>::SPEC, "shard", "shard")
                    .fill(
                        __sk::Fill::Shard(__sk::ShardDef {
                            count: 16,
                            inputs: &[1],
                            by: __sk::ShardBy::Database,
                        }),
                    )
                    .done(),
                __sk::Draft::new(__sk::SpecOf::<__Type1>::SPEC, "event_id", "event_id")
                    .fill(__sk::Fill::UlidKey)
                    .done(),
                __sk::plain(__sk::SpecOf::<__Type2>::SPEC, "at"),
                __sk::Draft::new(<i64 as __sk::Column>::SPEC, "time_shard", "time_shard")
                    .fill(
                        __sk::Fill::Shard(__sk::ShardDef {
                            count: 8,
                            inputs: &[1],
                            by: __sk::ShardBy::Client,
                        }),
                    )
                    .done(),
            ],
            indexes: &[
                __sk::IndexDef {
                    columns: &[__sk::asc(3), __sk::desc(2)],
                    ..__sk::empty_index("EventsByTime")
                },
            ],
            ..__sk::empty_table("Event")
        }
    };

    // The trait that users see: rows read from and sent to clients.
    impl __sk::SpannerTable for Event {
        const SHAPE: __sk::Shape = {
            if true {}
            __sk::Shape {
                table: __TABLE,
                columns: &__sk::names(__TABLE, [0, 1, 2, 3]),
                written: &__sk::names(__TABLE, [3, 2, 1]),
            }
        };
        type Key = EventKey_;
        type InsertKey = EventKey_;
        type Parent = __sk::Root;
        fn key_parts(&self) -> (&i64, &__Type1) {
            (&self.shard, &self.event_id)
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let __from_0 = __row.take_all(__TABLE, 0, __OPS)?;
            __sk::Ok(Self {
                shard: __from_0.0,
                event_id: __from_0.1,
                at: __from_0.2,
                time_shard: __from_0.3,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __sk::ValuesMove::<
                Event,
            >::asked(__sk::HasDrop::<Event, (i64, __Type1, __Type2)>::ANSWER);
            __fill
                .change_shard(
                    3,
                    &[(__OPS.1.hashed)(&self.event_id, __TABLE.columns[1].ty)]
                        as &[__sk::HashInput<'_>],
                );
            __fill
                .change_all(
                    0,
                    (self.shard, self.event_id, self.at, self.time_shard),
                    __OPS,
                );
        }
    }

    // The key: made from the columns of a row, inspected for its size, written for clients, read
    // from rows.
    impl __sk::TableKey for EventKey_ {
        type Table = Event;
        type Types = (i64, __Type1);
        type Bounds<Rest> = (__Type1, Rest);
        fn from_parts((_, __part_event_id): Self::Types) -> Self {
            Self { event_id: __part_event_id }
        }
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.unknown(__TABLE, 0);
            __out.part(__TABLE, 1, &self.event_id, &__OPS.1);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.stored_shard();
            __out.part(__TABLE, 1, self.event_id, &__OPS.1);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                event_id: __row.take(__TABLE, 1, &__OPS.1)?,
            })
        }
    }
    #[cfg(doc)]
    __sk::usual! {
        EventKey_
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[cfg(not(doc))]
    impl __sk::Clone for EventKey_
    where
        for<'any> __Type1: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                event_id: __sk::Clone::clone(&self.event_id),
            }
        }
    }
    #[cfg(not(doc))]
    impl __sk::Debug for EventKey_
    where
        for<'any> __Type1: __sk::Debug,
    {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(formatter, "EventKey event_id", &[&self.event_id])
        }
    }
    #[cfg(not(doc))]
    impl __sk::PartialEq for EventKey_
    where
        for<'any> __Type1: __sk::PartialEq,
    {
        fn eq(&self, other_key: &Self) -> __sk::bool {
            self.event_id == other_key.event_id
        }
    }
    #[cfg(not(doc))]
    impl __sk::Eq for EventKey_
    where
        for<'any> __Type1: __sk::Eq,
    {}
    #[cfg(not(doc))]
    impl __sk::Hash for EventKey_
    where
        for<'any> __Type1: __sk::Hash,
    {
        fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
            __sk::Hash::hash(&self.event_id, hash_state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    impl __sk::NewRow for NewEvent_ {
        type Table = Event;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<EventKey_> {
            let __part_event_id = __fill.ulid(1, &__OPS.1)?;
            let __key = EventKey_ {
                event_id: __part_event_id,
            };
            __fill.key(&__key);
            let __inputs = &[__fill.in_key(1)] as &[__sk::HashInput<'_>];
            __fill.shard(3, __inputs);
            __fill.indexed(2, &self.at, &__OPS.2);
            __fill.column(2, self.at, &__OPS.2);
            __sk::Ok(__key)
        }
    }

    // What users call.
    impl NewEvent_ {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Event>, __sk::RowError> {
            __sk::Insert::of(self)
        }
    }

    // A field is shown if its type is `Debug`.
    impl __sk::Debug for NewEvent_ {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(
                formatter,
                "NewEvent at",
                &[__sk::Shown(&self.at).shown()],
            )
        }
    }

    // What the rules find at this part of the key.
    type __FoundInKey1 = __sk::Found<
        {
            __sk::found_in_key(__TABLE, 1)
                .only_if(__sk::holds_ulid(__sk::SpecOf::<__Type1>::SPEC))
                .code()
        },
    >;

    // What the rules find at this column of the index.
    type __FoundInIndex0_1 = __sk::Found<{ __sk::found_in_index(__TABLE, 0, 1).code() }>;

    // Rules about whole tables and indexes. Each panics while the crate compiles.
    const _: () = __sk::check_shard(__TABLE, 0usize);
    const _: () = __sk::check_shard(__TABLE, 3usize);
    const _: () = __sk::check_index(__TABLE, 0usize);

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <__sk::Verdict<
            { __sk::may_be_hashed(__TABLE, 1) },
        > as __sk::MayBeHashed<__Type1, Event, __sk::key_shard>>::asked,
        <__sk::Verdict<
            { __sk::holds_shard(<i64 as __sk::Column>::SPEC, 16) },
        > as __sk::MayHoldShard<i64, Event, __sk::key_shard>>::asked,
        <__sk::Verdict<
            { __sk::holds_ulid(__sk::SpecOf::<__Type1>::SPEC) },
        > as __sk::MayHoldUlid<__Type1, Event, __sk::key_shard>>::asked,
        <__sk::Verdict<
            { __sk::may_be_hashed(__TABLE, 1) },
        > as __sk::MayBeHashed<__Type1, Event, __sk::key_shard>>::asked,
        <__sk::Verdict<
            { __sk::holds_shard(<i64 as __sk::Column>::SPEC, 8) },
        > as __sk::MayHoldShard<i64, Event, __sk::key_shard>>::asked,
        <<__FoundInKey1 as __sk::Findings>::FewBefore as __sk::UlidFillMayFollowFewValues<
            __Type1,
            Event,
            __sk::key_shard,
        >>::asked,
        <<__FoundInIndex0_1 as __sk::Findings>::KeyType as __sk::MayBeIndexed<
            __Type2,
            Event,
            __sk::key_shard,
        >>::asked,
        <<__FoundInIndex0_1 as __sk::Findings>::FewBefore as __sk::MayFollowFewValuesInIndex<
            __Type2,
            Event,
            __sk::key_shard,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
