// The expansion of
//
//     #[derive(SpannerTable)]
//     pub struct Ticket {
//         #[key(sequence = "TicketSeq", start_counter = 50)]
//         pub ticket_id: i64,
//         pub title: String,
//     }

#[cfg(doc)]
/// A new row of table `Ticket`, minus the columns that are filled in for you.
pub struct NewTicket {
    /// The column `title`.
    pub title: String,
}
#[cfg(doc)]
/// The primary key of table `Ticket`.
pub struct TicketKey {
    /// The key column `ticket_id`.
    pub ticket_id: i64,
}
#[cfg(not(doc))]
/// A new row of table `Ticket`, minus the columns that are filled in for you.
pub struct NewTicket_ {
    /// The column `title`.
    pub title: String,
}
#[cfg(not(doc))]
/// The primary key of table `Ticket`.
pub struct TicketKey_ {
    /// The key column `ticket_id`.
    pub ticket_id: i64,
}

// The names that users see. The compiler expands an imported macro last, so types of the
// user's with these names go before them.
#[cfg(not(doc))]
use ::spanner_keys::__private::items as __Ticket;
#[cfg(not(doc))]
__Ticket! {
    #[doc = " A new row of table `Ticket`."] pub type NewTicket = NewTicket_; #[doc =
    " The primary key of table `Ticket`."] pub type TicketKey = TicketKey_;
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;

    // Documentation has the structs under the names that users see.
    #[cfg(doc)]
    type NewTicket_ = NewTicket;
    #[cfg(doc)]
    type TicketKey_ = TicketKey;
    #[cfg(not(doc))]
    let _: __sk::Option<(NewTicket_, TicketKey_)>;

    // A second name for each type, of the first field that has it. Each is named once, so one that does
    // not resolve is one error. Primitive types always resolve.
    // Its span lets an error about the type point at the type, or at an attribute.
    type __Type1 = String;

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error. The compiler would evaluate a list as another constant
    // without the branch, and the call.
    const __OPS: &(__sk::ColumnOps<i64>, __sk::ColumnOps<__Type1>) = {
        if true {}
        &__sk::list((<i64 as __sk::Column>::OPS, <__Type1 as __sk::Column>::OPS))
    };

    // The table as data. The rules, the DDL and the scans read it. A type that is not a column has a
    // stand-in here, so that the others are judged.
    const __TABLE: &__sk::TableDef<'static> = {
        if true {}
        &__sk::TableDef {
            key: &[__sk::KeyPart::new(0)],
            columns: &[
                __sk::Draft::new(<i64 as __sk::Column>::SPEC, "ticket_id", "ticket_id")
                    .fill(
                        __sk::Fill::Sequence(__sk::SequenceDef {
                            name: "TicketSeq",
                            options: __sk::CounterOptions {
                                skip_range: __sk::None,
                                start_counter: __sk::Some(50),
                            },
                        }),
                    )
                    .done(),
                __sk::plain(__sk::SpecOf::<__Type1>::SPEC, "title"),
            ],
            ..__sk::empty_table("Ticket")
        }
    };

    // The trait that users see: rows read from and sent to clients.
    impl __sk::SpannerTable for Ticket {
        const SHAPE: __sk::Shape = {
            if true {}
            __sk::Shape {
                table: __TABLE,
                columns: &__sk::names(__TABLE, [0, 1]),
                written: &__sk::names(__TABLE, [1]),
            }
        };
        type Key = TicketKey_;
        type InsertKey = __sk::PartialKey;
        type Parent = __sk::Root;
        fn key_parts(&self) -> (&i64,) {
            (&self.ticket_id,)
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let __from_0 = __row.take_all(__TABLE, 0, __OPS)?;
            __sk::Ok(Self {
                ticket_id: __from_0.0,
                title: __from_0.1,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __sk::ValuesMove::<
                Ticket,
            >::asked(__sk::HasDrop::<Ticket, (i64, __Type1)>::ANSWER);
            __fill.change_all(0, (self.ticket_id, self.title), __OPS);
        }
    }

    // The key: made from the columns of a row, inspected for its size, written for clients, read
    // from rows.
    impl __sk::TableKey for TicketKey_ {
        type Table = Ticket;
        type Types = (i64,);
        type Bounds<Rest> = (i64, Rest);
        fn from_parts((__part_ticket_id,): Self::Types) -> Self {
            Self {
                ticket_id: __part_ticket_id,
            }
        }
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.part(__TABLE, 0, &self.ticket_id, &__OPS.0);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.part(__TABLE, 0, self.ticket_id, &__OPS.0);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                ticket_id: __row.take(__TABLE, 0, &__OPS.0)?,
            })
        }
    }
    #[cfg(doc)]
    __sk::usual! {
        TicketKey_
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[cfg(not(doc))]
    impl __sk::Clone for TicketKey_
    where
        for<'any> i64: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                ticket_id: __sk::Clone::clone(&self.ticket_id),
            }
        }
    }
    #[cfg(not(doc))]
    impl __sk::Debug for TicketKey_
    where
        for<'any> i64: __sk::Debug,
    {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(formatter, "TicketKey ticket_id", &[&self.ticket_id])
        }
    }
    #[cfg(not(doc))]
    impl __sk::PartialEq for TicketKey_
    where
        for<'any> i64: __sk::PartialEq,
    {
        fn eq(&self, other_key: &Self) -> __sk::bool {
            self.ticket_id == other_key.ticket_id
        }
    }
    #[cfg(not(doc))]
    impl __sk::Eq for TicketKey_
    where
        for<'any> i64: __sk::Eq,
    {}
    #[cfg(not(doc))]
    impl __sk::Hash for TicketKey_
    where
        for<'any> i64: __sk::Hash,
    {
        fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
            __sk::Hash::hash(&self.ticket_id, hash_state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    impl __sk::NewRow for NewTicket_ {
        type Table = Ticket;
        fn fill(
            self,
            __fill: &mut __sk::RowFiller<'_>,
        ) -> __sk::RowResult<__sk::PartialKey> {
            let __look = &mut __fill.key_inspector;
            __look.unknown(__TABLE, 0);
            __look.close(__TABLE);
            __fill.key_done();
            __fill.column(1, self.title, &__OPS.1);
            let mut __put = __fill
                .partial_key_writer(|__look| {
                    __look.unknown(__TABLE, 0);
                    __look.close(__TABLE);
                });
            __sk::Ok(__fill.partial_key(__put))
        }
    }

    // What users call.
    impl NewTicket_ {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Ticket>, __sk::RowError> {
            __sk::Insert::of(self)
        }
        /// The row as a statement for a GoogleSQL database, which returns the key.
        pub fn insert_returning(
            self,
        ) -> __sk::Result<__sk::InsertReturning<Ticket>, __sk::RowError> {
            __sk::NewRow::insert_returning(self)
        }
    }

    // A field is shown if its type is `Debug`.
    impl __sk::Debug for NewTicket_ {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(
                formatter,
                "NewTicket title",
                &[__sk::Shown(&self.title).shown()],
            )
        }
    }

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <__sk::Verdict<
            { __sk::holds_int64(<i64 as __sk::Column>::SPEC) },
        > as __sk::MayHoldInt64<i64, Ticket>>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
