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

#[cfg(doc)]
#[doc(hidden)]
pub mod __order {
    pub struct CustomerKey;
}
#[cfg(doc)]
/// A new row of table `Orders`, minus the columns that are filled in for you.
pub struct NewOrder {
    /// The key of the parent, which must exist.
    pub customer: __order::CustomerKey,
    /// The column `shop_id`.
    pub shop_id: Uuid,
    /// The column `status`.
    pub status: Option<String>,
}
#[cfg(doc)]
/// The primary key of table `Orders`.
pub struct OrderKey {
    /// The key of the parent.
    pub customer: __order::CustomerKey,
    /// The key column `order_id`.
    pub order_id: Uuid,
}
#[cfg(not(doc))]
/// A new row of table `Orders`, minus the columns that are filled in for you.
pub struct NewOrder_ {
    /// The key of the parent, which must exist.
    pub customer: <Order as ::spanner_keys::__private::Interleaved>::ParentKey,
    /// The column `shop_id`.
    pub shop_id: Uuid,
    /// The column `status`.
    pub status: Option<String>,
}
#[cfg(not(doc))]
/// The primary key of table `Orders`.
pub struct OrderKey_ {
    /// The key of the parent.
    pub customer: <Order as ::spanner_keys::__private::Interleaved>::ParentKey,
    /// The key column `order_id`.
    pub order_id: Uuid,
}

// The names that users see. The compiler expands an imported macro last, so types of the
// user's with these names go before them.
#[cfg(not(doc))]
use ::spanner_keys::__private::items as __Order;
#[cfg(not(doc))]
__Order! {
    #[doc = " A new row of table `Orders`."] pub type NewOrder = NewOrder_; #[doc =
    " The primary key of table `Orders`."] pub type OrderKey = OrderKey_;
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;

    // Documentation has the structs under the names that users see.
    #[cfg(doc)]
    type NewOrder_ = NewOrder;
    #[cfg(doc)]
    type OrderKey_ = OrderKey;
    #[cfg(not(doc))]
    let _: __sk::Option<(NewOrder_, OrderKey_)>;

    // A second name for each type, of the first field that has it. Each is named once, so one that does
    // not resolve is one error. Primitive types always resolve.
    // Its span lets an error about the type point at the type, or at an attribute.
    type __Type0 = Uuid;
    type __Type3 = Option<String>;
    type __Type4 = SystemTime;

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error. The compiler would evaluate a list as another constant
    // without the branch, and the call.
    const __OPS: &(
        __sk::ColumnOps<__Type0>,
        __sk::ColumnOps<__Type0>,
        __sk::ColumnOps<__Type0>,
        __sk::ColumnOps<__Type3>,
        __sk::ColumnOps<__Type4>,
    ) = {
        if true {}
        &__sk::list((
            <__Type0 as __sk::Column>::OPS,
            <__Type0 as __sk::Column>::OPS,
            <__Type0 as __sk::Column>::OPS,
            <__Type3 as __sk::Column>::OPS,
            <__Type4 as __sk::Column>::OPS,
        ))
    };

    // The parent, named once.
    type __Parent = Customer;

    // The way to the root, which may be a circle.
    type __Link = __sk::Below<
        __Parent,
        6119076737401388905u64,
        { __sk::IsTable::<__Parent>::ANSWER },
    >;

    // The parent, or a stand-in if it is not a table, or if it closes a circle.
    type __ParentTable = __sk::Parent<
        __Parent,
        { __sk::IsTable::<__Parent>::ANSWER && !__sk::closes_circle::<__Link>() },
    >;
    type __ParentKey = <__ParentTable as __sk::ParentTable>::Key;

    // The parent's table.
    const __PARENT: &__sk::TableDef<'static> = <__ParentTable as __sk::ParentTable>::TABLE;

    // For the structs outside of this block.
    impl __sk::Interleaved for Order {
        type ParentKey = __ParentKey;
    }

    // The tables that foreign keys reference.
    const __OTHER_0: &__sk::TableDef<'static> = <Shop as __sk::SpannerTable>::SHAPE
        .table;

    // The table as data. The rules, the DDL and the scans read it. A type that is not a column has a
    // stand-in here, so that the others are judged.
    const __TABLE: &__sk::TableDef<'static> = {
        if true {}
        &__sk::TableDef {
            key: &[__sk::inherited_part(0, __PARENT, 0, false), __sk::KeyPart::new(1)],
            columns: &[
                __sk::Draft::new(
                        __sk::SpecOf::<__Type0>::SPEC,
                        "customer_id",
                        "customer_id",
                    )
                    .inherit(__PARENT, 0)
                    .done(),
                __sk::Draft::new(__sk::SpecOf::<__Type0>::SPEC, "order_id", "order_id")
                    .fill(__sk::Fill::UuidV4)
                    .done(),
                __sk::plain(__sk::SpecOf::<__Type0>::SPEC, "shop_id"),
                __sk::plain(__sk::SpecOf::<__Type3>::SPEC, "status"),
                __sk::Draft::new(__sk::SpecOf::<__Type4>::SPEC, "placed_at", "placed_at")
                    .commit_timestamp()
                    .done(),
            ],
            parent: __sk::Some(__sk::ParentDef {
                table: __PARENT,
                on_delete: __sk::OnDelete::Cascade,
            }),
            stand_in: __PARENT.stand_in,
            indexes: &[
                __sk::IndexDef {
                    columns: &[__sk::asc(0), __sk::asc(3), __sk::desc(4)],
                    interleave: __sk::Some(__sk::IndexParent::Ancestor(__PARENT)),
                    ..__sk::empty_index("OrdersByStatus")
                },
            ],
            foreign_keys: &[
                __sk::ForeignKeyDef {
                    name: __sk::None,
                    columns: &[2],
                    references: __sk::ReferenceDef::Table {
                        table: || __OTHER_0,
                        fields: &["shop_id"],
                    },
                    on_delete: __sk::OnDelete::NoAction,
                    waiver: __sk::None,
                },
            ],
            ..__sk::empty_table("Orders")
        }
    };

    // The trait that users see: rows read from and sent to clients.
    impl __sk::SpannerTable for Order {
        const SHAPE: __sk::Shape = {
            if true {}
            __sk::Shape {
                table: __TABLE,
                columns: &__sk::names(__TABLE, [0, 1, 2, 3, 4]),
                written: &__sk::names(__TABLE, [2, 3, 4, 0, 1]),
            }
        };
        type Key = OrderKey_;
        type InsertKey = OrderKey_;
        type Parent = __Link;
        fn key_parts(&self) -> (&__Type0, &__Type0) {
            (&self.customer_id, &self.order_id)
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let __from_0 = __row.take_all(__TABLE, 0, __OPS)?;
            __sk::Ok(Self {
                customer_id: __from_0.0,
                order_id: __from_0.1,
                shop_id: __from_0.2,
                status: __from_0.3,
                placed_at: __from_0.4,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __sk::ValuesMove::<
                Order,
            >::asked(__sk::HasDrop::<Order, (__Type0, __Type3, __Type4)>::ANSWER);
            __fill
                .change_all(
                    0,
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

    // The key: made from the columns of a row, inspected for its size, written for clients, read
    // from rows.
    impl __sk::TableKey for OrderKey_ {
        type Table = Order;
        type Types = (__Type0, __Type0);
        type Bounds<Rest> = <__ParentKey as __sk::TableKey>::Bounds<(__Type0, Rest)>;
        fn from_parts((__part_customer_id, __part_order_id): Self::Types) -> Self {
            Self {
                customer: __sk::parent_key((__part_customer_id,)),
                order_id: __part_order_id,
            }
        }
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __sk::TableKey::inspect(&self.customer, __out);
            __out.part(__TABLE, 1, &self.order_id, &__OPS.1);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.parent(|__out| __sk::TableKey::write(self.customer, __out));
            __out.part(__TABLE, 1, self.order_id, &__OPS.1);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                customer: __sk::TableKey::read(__row)?,
                order_id: __row.take(__TABLE, 1, &__OPS.1)?,
            })
        }
    }
    #[cfg(doc)]
    __sk::usual! {
        OrderKey_
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[cfg(not(doc))]
    impl __sk::Clone for OrderKey_
    where
        for<'any> __Type0: __sk::Clone,
        for<'any> __ParentKey: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                customer: __sk::Clone::clone(&self.customer),
                order_id: __sk::Clone::clone(&self.order_id),
            }
        }
    }
    #[cfg(not(doc))]
    impl __sk::Debug for OrderKey_
    where
        for<'any> __Type0: __sk::Debug,
        for<'any> __ParentKey: __sk::Debug,
    {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(
                formatter,
                "OrderKey customer order_id",
                &[&self.customer, &self.order_id],
            )
        }
    }
    #[cfg(not(doc))]
    impl __sk::PartialEq for OrderKey_
    where
        for<'any> __Type0: __sk::PartialEq,
        for<'any> __ParentKey: __sk::PartialEq,
    {
        fn eq(&self, other_key: &Self) -> __sk::bool {
            self.customer == other_key.customer && self.order_id == other_key.order_id
        }
    }
    #[cfg(not(doc))]
    impl __sk::Eq for OrderKey_
    where
        for<'any> __Type0: __sk::Eq,
        for<'any> __ParentKey: __sk::Eq,
    {}
    #[cfg(not(doc))]
    impl __sk::Hash for OrderKey_
    where
        for<'any> __Type0: __sk::Hash,
        for<'any> __ParentKey: __sk::Hash,
    {
        fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
            __sk::Hash::hash(&self.customer, hash_state);
            __sk::Hash::hash(&self.order_id, hash_state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    impl __sk::NewRow for NewOrder_ {
        type Table = Order;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<OrderKey_> {
            let __part_order_id = __fill.uuid_v4(1, &__OPS.1)?;
            let __key = OrderKey_ {
                customer: self.customer,
                order_id: __part_order_id,
            };
            __fill.key(&__key);
            __fill.indexed(3, &self.status, &__OPS.3);
            __fill.columns(2, (self.shop_id, self.status), (&__OPS.2, &__OPS.3));
            __fill.commit_timestamp();
            __sk::Ok(__key)
        }
    }

    // What users call.
    impl NewOrder_ {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Order>, __sk::RowError> {
            __sk::Insert::of(self)
        }
    }

    // A field is shown if its type is `Debug`.
    impl __sk::Debug for NewOrder_ {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(
                formatter,
                "NewOrder customer shop_id status",
                &[
                    __sk::Shown(&self.customer).shown(),
                    __sk::Shown(&self.shop_id).shown(),
                    __sk::Shown(&self.status).shown(),
                ],
            )
        }
    }

    // What the rules find at this column of the index.
    type __FoundInIndex0_1 = __sk::Found<{ __sk::found_in_index(__TABLE, 0, 1).code() }>;
    type __FoundInIndex0_2 = __sk::Found<{ __sk::found_in_index(__TABLE, 0, 2).code() }>;

    // Rules about whole tables and indexes. Each panics while the crate compiles.
    const _: () = __sk::check_index(__TABLE, 0usize);
    const _: () = __sk::check_foreign_key(__TABLE, 0usize, 0usize, __OTHER_0);
    const _: () = __sk::check_interleave(__TABLE, __sk::closes_circle::<__Link>());

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <__sk::Verdict<
            { __sk::holds_uuid(__sk::SpecOf::<__Type0>::SPEC) },
        > as __sk::MayHoldUuid<__Type0, Order>>::asked,
        <__sk::Verdict<
            { __sk::holds_timestamp(__sk::SpecOf::<__Type4>::SPEC) },
        > as __sk::MayHoldCommitTimestamp<__Type4, Order>>::asked,
        <<__FoundInIndex0_1 as __sk::Findings>::KeyType as __sk::MayBeIndexed<
            __Type3,
            Order,
        >>::asked,
        <<__FoundInIndex0_1 as __sk::Findings>::FewBefore as __sk::MayFollowFewValuesInIndex<
            __Type3,
            Order,
        >>::asked,
        <<__FoundInIndex0_2 as __sk::Findings>::KeyType as __sk::MayBeIndexed<
            __Type4,
            Order,
        >>::asked,
        <<__FoundInIndex0_2 as __sk::Findings>::FewBefore as __sk::MayFollowFewValuesInIndex<
            __Type4,
            Order,
        >>::asked,
        <__Parent as __sk::SpannerTable>::read,
        <__sk::Decision<
            { __sk::same_as_parent(__TABLE, __PARENT, 0usize) },
        > as __sk::MayInherit<
            __Type0,
            <<__ParentKey as __sk::TableKey>::Types as __sk::PartTypes>::Part0,
            Order,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
