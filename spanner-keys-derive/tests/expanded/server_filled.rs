// The expansion of
//
//     #[derive(SpannerTable)]
//     pub struct Ticket {
//         #[key(sequence = "TicketSeq", start_counter = 50)]
//         pub ticket_id: i64,
//         pub title: String,
//     }

/// A new row of table `Ticket`, without what is filled.
pub struct NewTicket {
    /// The column `title`.
    pub title: String,
}
/// The primary key of table `Ticket`.
pub struct TicketKey {
    /// The key column `ticket_id`.
    pub ticket_id: i64,
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private::{
        self as __sk, Column as __Column, ColumnOps as __ColumnOps,
    };

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error.
    const __OPS: &(__ColumnOps<i64>, __ColumnOps<String>) = &(
        <i64 as __Column>::OPS,
        <String as __Column>::OPS,
    );

    // The table as data. The rules, the DDL and the scans read it.
    const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
        key: &[__sk::KeyPart::new(0usize)],
        columns: &[
            __sk::Draft::new(__OPS.0.spec, "ticket_id", "ticket_id")
                .fill(
                    __sk::Fill::Sequence(__sk::SequenceDef {
                        name: "TicketSeq",
                        options: __sk::CounterOptions {
                            skip_range: __sk::None,
                            start_counter: __sk::Some(50i64),
                        },
                    }),
                )
                .done(),
            __sk::plain(__OPS.1.spec, "title"),
        ],
        stand_in: __sk::any_stand_in(&[__OPS.0.spec]),
        ..__sk::TableDef::new("Ticket", &[])
    };

    // The trait that users see: rows read from and sent to clients.
    #[automatically_derived]
    impl __sk::SpannerTable for Ticket {
        const SHAPE: __sk::Shape = __sk::Shape {
            table: __TABLE,
            columns: &["ticket_id", "title"],
            written: &["title"],
        };
        type Key = TicketKey;
        type InsertKey = __sk::PartialKey;
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let (__read_ticket_id, __read_title) = __row
                .take_all(__TABLE, 0usize, __OPS)?;
            __sk::Ok(Self {
                ticket_id: __read_ticket_id,
                title: __read_title,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __fill.change_all(0usize, (self.ticket_id, self.title), __OPS);
        }
    }

    // The key: inspected for its size, written for clients, read from rows.
    #[automatically_derived]
    impl __sk::TableKey for TicketKey {
        type Table = Ticket;
        type Types = (i64,);
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.part(__TABLE, 0usize, &self.ticket_id, &__OPS.0);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.part(__TABLE, 0usize, self.ticket_id, &__OPS.0);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                ticket_id: __row.take(__TABLE, 0usize, &__OPS.0)?,
            })
        }
    }

    // The database completes the key.
    #[automatically_derived]
    impl __sk::LateKey for Ticket {}

    // The key from its columns. Children make their parent's key with it.
    #[automatically_derived]
    impl __sk::FromParts<(i64,)> for TicketKey {
        fn from_parts((__part_ticket_id,): (i64,)) -> Self {
            Self {
                ticket_id: __part_ticket_id,
            }
        }
    }

    // The key of a row: `SpannerTable::key`.
    #[automatically_derived]
    impl __sk::HasKey for Ticket
    where
        for<'__any> i64: __sk::Clone,
    {
        fn key_of(&self) -> TicketKey {
            __sk::FromParts::from_parts((__sk::Clone::clone(&self.ticket_id),))
        }
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[automatically_derived]
    impl __sk::Clone for TicketKey
    where
        for<'__any> i64: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                ticket_id: __sk::Clone::clone(&self.ticket_id),
            }
        }
    }
    #[automatically_derived]
    impl __sk::Debug for TicketKey
    where
        for<'__any> i64: __sk::Debug,
    {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug_key(__out, "TicketKey", &[("ticket_id", &self.ticket_id)])
        }
    }
    #[automatically_derived]
    impl __sk::PartialEq for TicketKey
    where
        for<'__any> i64: __sk::PartialEq,
    {
        fn eq(&self, __other: &Self) -> __sk::bool {
            __sk::PartialEq::eq(&self.ticket_id, &__other.ticket_id)
        }
    }
    #[automatically_derived]
    impl __sk::Eq for TicketKey
    where
        for<'__any> i64: __sk::Eq,
    {}
    #[automatically_derived]
    impl __sk::Hash for TicketKey
    where
        for<'__any> i64: __sk::Hash,
    {
        fn hash<__State: __sk::Hasher>(&self, __state: &mut __State) {
            __sk::Hash::hash(&self.ticket_id, __state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    #[automatically_derived]
    impl __sk::NewRow for NewTicket {
        type Table = Ticket;
        fn fill(
            self,
            __fill: &mut __sk::RowFiller<'_>,
        ) -> __sk::RowResult<__sk::PartialKey> {
            let __look = &mut __fill.key_inspector;
            __look.shard();
            __look.close(__TABLE);
            __fill.key_done()?;
            __fill.column(1usize, self.title, &__OPS.1);
            let mut __put = __fill
                .partial_key_writer(|__look| {
                    __look.shard();
                    __look.close(__TABLE);
                });
            __sk::Ok(__fill.partial_key(__put))
        }
    }

    // What users call.
    #[automatically_derived]
    impl NewTicket {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Ticket>, __sk::RowError> {
            __sk::Insert::usual(self)
        }
        /// The same for another dialect, or with keys from another source.
        pub fn insert_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::Insert<Ticket>, __sk::RowError> {
            __sk::Insert::new(self, __keys)
        }
        /// The row as a statement for a GoogleSQL database, which returns the key.
        pub fn insert_returning(
            self,
        ) -> __sk::Result<__sk::InsertReturning<Ticket>, __sk::RowError> {
            __sk::InsertReturning::usual(self)
        }
        /// The same statement for another dialect, or with keys from another source.
        pub fn insert_returning_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::InsertReturning<Ticket>, __sk::RowError> {
            __sk::InsertReturning::new(self, __keys)
        }
    }

    // Without the fields, because they need not be `Debug`.
    #[automatically_derived]
    impl __sk::Debug for NewTicket {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug(__out, "NewTicket")
        }
    }

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <i64 as __sk::MayHoldInt64<
            Ticket,
            __sk::Verdict<{ __sk::holds_int64(__OPS.0.spec) }>,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
