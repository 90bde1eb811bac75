// The expansion of
//
//     #[derive(SpannerTable)]
//     #[table(name = "Orders")]
//     #[interleave(Customer, on_delete = cascade)]
//     #[index(OrdersByStatus, columns(customer_id, status, desc(placed_at)), interleave(Customer))]
//     #[foreign_key(columns(shop_id), references(Shop, shop_id))]
//     pub struct Order {
//         #[key(parent)]
//         pub customer_id: Uuid,
//         #[key(uuid)]
//         pub order_id: Uuid,
//         pub shop_id: Uuid,
//         pub status: Option<String>,
//         #[column(commit_timestamp)]
//         pub placed_at: SystemTime,
//     }

/// A new row of table `Orders`, without what is filled.
pub struct NewOrder
where
    for<'__any> Customer: ::spanner_keys::SpannerTable,
{
    /// The key of the parent, which must exist.
    pub customer: <Customer as ::spanner_keys::SpannerTable>::Key,
    /// The column `shop_id`.
    pub shop_id: Uuid,
    /// The column `status`.
    pub status: Option<String>,
}
/// The primary key of table `Orders`.
pub struct OrderKey
where
    for<'__any> Customer: ::spanner_keys::SpannerTable,
{
    /// The key of the parent.
    pub customer: <Customer as ::spanner_keys::SpannerTable>::Key,
    /// The key column `order_id`.
    pub order_id: Uuid,
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private::{
        self as __sk, Column as __Column, ColumnOps as __ColumnOps,
    };

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error.
    const __OPS: &(
        __ColumnOps<Uuid>,
        __ColumnOps<Uuid>,
        __ColumnOps<Uuid>,
        __ColumnOps<Option<String>>,
        __ColumnOps<SystemTime>,
    ) = &(
        <Uuid as __Column>::OPS,
        <Uuid as __Column>::OPS,
        <Uuid as __Column>::OPS,
        <Option<String> as __Column>::OPS,
        <SystemTime as __Column>::OPS,
    );

    // The parent's table. A parent that is not a table is one error, here.
    const __PARENT: &__sk::TableDef<'static> = &<Customer as __sk::SpannerTable>::TABLE;

    // The tables that foreign keys reference.
    const __OTHER_0: &__sk::TableDef<'static> = &<Shop as __sk::SpannerTable>::TABLE;

    // The table as data. The rules, the DDL and the scans read it.
    const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
        key: &[
            __sk::inherited_part(0usize, __PARENT, 0usize, false),
            __sk::KeyPart::new(1usize),
        ],
        parent: __sk::Some(__sk::ParentDef {
            table: __PARENT,
            on_delete: __sk::OnDelete::Cascade,
        }),
        indexes: &[
            __sk::IndexDef {
                name: "OrdersByStatus",
                columns: &[
                    __sk::IndexColumn {
                        column: 0usize,
                        descending: false,
                    },
                    __sk::IndexColumn {
                        column: 3usize,
                        descending: false,
                    },
                    __sk::IndexColumn {
                        column: 4usize,
                        descending: true,
                    },
                ],
                storing: &[],
                unique: false,
                null_filtered: false,
                interleave: __sk::Some(__sk::IndexParent::Ancestor(__PARENT)),
                waiver: __sk::None,
            },
        ],
        foreign_keys: &[
            __sk::ForeignKeyDef {
                name: __sk::None,
                columns: &[2usize],
                references: __sk::ReferenceDef::Table {
                    table: || __OTHER_0,
                    fields: &["shop_id"],
                },
                on_delete: __sk::OnDelete::NoAction,
                waiver: __sk::None,
            },
        ],
        columns: &[
            __sk::Draft::new(__OPS.0.spec, "customer_id", "customer_id")
                .inherit(__PARENT, 0usize)
                .done(),
            __sk::Draft::new(__OPS.1.spec, "order_id", "order_id")
                .fill(__sk::Fill::UuidV4)
                .done(),
            __sk::plain(__OPS.2.spec, "shop_id"),
            __sk::plain(__OPS.3.spec, "status"),
            __sk::Draft::new(__OPS.4.spec, "placed_at", "placed_at")
                .commit_timestamp()
                .done(),
        ],
        stand_in: __sk::any_stand_in(&[__OPS.0.spec, __OPS.1.spec]) || __PARENT.stand_in,
        ..__sk::TableDef::new("Orders", &[])
    };

    // The trait that users see: rows read from and sent to clients.
    #[automatically_derived]
    impl __sk::SpannerTable for Order
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        const SHAPE: __sk::Shape = __sk::Shape {
            table: __TABLE,
            columns: &["customer_id", "order_id", "shop_id", "status", "placed_at"],
            written: &["shop_id", "status", "placed_at", "customer_id", "order_id"],
        };
        type Key = OrderKey;
        type InsertKey = OrderKey;
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let (
                __read_customer_id,
                __read_order_id,
                __read_shop_id,
                __read_status,
                __read_placed_at,
            ) = __row.take_all(__TABLE, 0usize, __OPS)?;
            __sk::Ok(Self {
                customer_id: __read_customer_id,
                order_id: __read_order_id,
                shop_id: __read_shop_id,
                status: __read_status,
                placed_at: __read_placed_at,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __fill
                .change_all(
                    0usize,
                    (
                        self.customer_id,
                        self.order_id,
                        self.shop_id,
                        self.status,
                        self.placed_at,
                    ),
                    __OPS,
                );
        }
    }

    // The key: inspected for its size, written for clients, read from rows.
    #[automatically_derived]
    impl __sk::TableKey for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        type Table = Order;
        type Types = (Uuid, Uuid);
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __sk::TableKey::inspect(&self.customer, __out);
            __out.part(__TABLE, 1usize, &self.order_id, &__OPS.1);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.parent(|__out| __sk::TableKey::write(self.customer, __out));
            __out.part(__TABLE, 1usize, self.order_id, &__OPS.1);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                customer: __sk::TableKey::read(__row)?,
                order_id: __row.take(__TABLE, 1usize, &__OPS.1)?,
            })
        }
    }

    // Every part of the key is known before the commit.
    #[automatically_derived]
    impl __sk::KnownKey for Order
    where
        for<'__any> Customer: __sk::SpannerTable,
    {}

    // The key from its columns. Children make their parent's key with it.
    #[automatically_derived]
    impl __sk::FromParts<(Uuid, Uuid)> for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable,
        for<'__any> <Customer as __sk::SpannerTable>::Key: __sk::FromParts<(Uuid,)>,
    {
        fn from_parts((__part_customer_id, __part_order_id): (Uuid, Uuid)) -> Self {
            Self {
                customer: __sk::FromParts::from_parts((__part_customer_id,)),
                order_id: __part_order_id,
            }
        }
    }

    // The key of a row: `SpannerTable::key`.
    #[automatically_derived]
    impl __sk::HasKey for Order
    where
        for<'__any> Customer: __sk::SpannerTable,
        for<'__any> Uuid: __sk::Clone,
        for<'__any> Uuid: __sk::Clone,
        for<'__any> <Customer as __sk::SpannerTable>::Key: __sk::FromParts<(Uuid,)>,
    {
        fn key_of(&self) -> OrderKey {
            __sk::FromParts::from_parts((
                __sk::Clone::clone(&self.customer_id),
                __sk::Clone::clone(&self.order_id),
            ))
        }
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[automatically_derived]
    impl __sk::Clone for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable<Key: __sk::Clone>,
        for<'__any> Uuid: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                customer: __sk::Clone::clone(&self.customer),
                order_id: __sk::Clone::clone(&self.order_id),
            }
        }
    }
    #[automatically_derived]
    impl __sk::Debug for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable<Key: __sk::Debug>,
        for<'__any> Uuid: __sk::Debug,
    {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug_key(
                __out,
                "OrderKey",
                &[("customer", &self.customer), ("order_id", &self.order_id)],
            )
        }
    }
    #[automatically_derived]
    impl __sk::PartialEq for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable<Key: __sk::PartialEq>,
        for<'__any> Uuid: __sk::PartialEq,
    {
        fn eq(&self, __other: &Self) -> __sk::bool {
            __sk::PartialEq::eq(&self.customer, &__other.customer)
                && __sk::PartialEq::eq(&self.order_id, &__other.order_id)
        }
    }
    #[automatically_derived]
    impl __sk::Eq for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable<Key: __sk::Eq>,
        for<'__any> Uuid: __sk::Eq,
    {}
    #[automatically_derived]
    impl __sk::Hash for OrderKey
    where
        for<'__any> Customer: __sk::SpannerTable<Key: __sk::Hash>,
        for<'__any> Uuid: __sk::Hash,
    {
        fn hash<__State: __sk::Hasher>(&self, __state: &mut __State) {
            __sk::Hash::hash(&self.customer, __state);
            __sk::Hash::hash(&self.order_id, __state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    #[automatically_derived]
    impl __sk::NewRow for NewOrder
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        type Table = Order;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<OrderKey> {
            let __part_order_id = __fill.uuid_v4(1usize, &__OPS.1)?;
            let __key = OrderKey {
                customer: self.customer,
                order_id: __part_order_id,
            };
            __fill.key(&__key)?;
            __fill.column(2usize, self.shop_id, &__OPS.2);
            __fill.indexed(3usize, &self.status, &__OPS.3);
            __fill.column(3usize, self.status, &__OPS.3);
            __fill.commit_timestamp();
            __sk::Ok(__key)
        }
    }

    // What users call.
    #[automatically_derived]
    impl NewOrder
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Order>, __sk::RowError> {
            __sk::Insert::usual(self)
        }
        /// The same for another dialect, or with keys from another source.
        pub fn insert_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::Insert<Order>, __sk::RowError> {
            __sk::Insert::new(self, __keys)
        }
        /// The row as a statement for a GoogleSQL database, which returns the key.
        pub fn insert_returning(
            self,
        ) -> __sk::Result<__sk::InsertReturning<Order>, __sk::RowError> {
            __sk::InsertReturning::usual(self)
        }
        /// The same statement for another dialect, or with keys from another source.
        pub fn insert_returning_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::InsertReturning<Order>, __sk::RowError> {
            __sk::InsertReturning::new(self, __keys)
        }
    }

    // Without the fields, because they need not be `Debug`.
    #[automatically_derived]
    impl __sk::Debug for NewOrder
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug(__out, "NewOrder")
        }
    }

    // A second name for a type. Its span lets an error about the type point at an attribute.
    type __Type_customer_id = Uuid;
    type __Type_status = Option<String>;
    type __Type_placed_at = SystemTime;
    #[allow(dead_code)]
    fn __inherits()
    where
        for<'__any> Customer: __sk::SpannerTable,
    {
        // Rules about types. Each line asks for a permission, and the compiler refuses it where the
        // decision is `false`; the trait holds the message.
        let _ = (
            <Uuid as __sk::MayInherit<
                Order,
                <__sk::KeyTypes<Customer> as __sk::PartTypes>::Part0,
                __sk::Decision<{ __sk::same_as_parent(__TABLE, __PARENT, 0usize) }>,
            >>::asked,
        );
    }

    // What the rules find at this column of the index.
    type __FoundInIndex0_1 = __sk::Found<
        { __sk::found_in_index(__TABLE, 0usize, 1usize).code() },
    >;
    type __FoundInIndex0_2 = __sk::Found<
        { __sk::found_in_index(__TABLE, 0usize, 2usize).code() },
    >;

    // Rules about whole tables and indexes. Each panics while the crate compiles.
    const _: () = __sk::check_index(__TABLE, 0usize);
    const _: () = __sk::check_foreign_key(__TABLE, 0usize, 0usize, __OTHER_0);
    const _: () = __sk::check_interleave(__TABLE);
    let _ = (
        <Uuid as __sk::MayHoldUuid<
            Order,
            __sk::Verdict<{ __sk::holds_uuid(__OPS.1.spec) }>,
        >>::asked,
        <__Type_placed_at as __sk::MayHoldCommitTimestamp<
            Order,
            __sk::Verdict<{ __sk::holds_timestamp(__OPS.4.spec) }>,
        >>::asked,
        <__Type_status as __sk::MayBeIndexed<
            Order,
            <__FoundInIndex0_1 as __sk::Findings>::KeyType,
        >>::asked,
        <__Type_status as __sk::MayFollowFewValuesInIndex<
            Order,
            <__FoundInIndex0_1 as __sk::Findings>::FewBefore,
        >>::asked,
        <__Type_placed_at as __sk::MayBeIndexed<
            Order,
            <__FoundInIndex0_2 as __sk::Findings>::KeyType,
        >>::asked,
        <__Type_placed_at as __sk::MayFollowFewValuesInIndex<
            Order,
            <__FoundInIndex0_2 as __sk::Findings>::FewBefore,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
