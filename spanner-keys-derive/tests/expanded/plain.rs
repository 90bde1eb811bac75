// The expansion of
//
//     #[derive(SpannerTable)]
//     #[table(name = "Countries")]
//     #[check("{people} >= 0")]
//     pub struct Country {
//         #[key]
//         #[column(length = 2)]
//         pub code: String,
//         pub people: i64,
//         #[column(default = "CURRENT_TIMESTAMP()")]
//         pub added_at: SystemTime,
//     }

#[cfg(doc)]
/// A new row of table `Countries`, minus the columns that are filled in for you.
pub struct NewCountry {
    /// The column `code`.
    pub code: String,
    /// The column `people`.
    pub people: i64,
    /// The column `added_at`; without a value, the database's default.
    pub added_at: ::spanner_keys::__private::Option<SystemTime>,
}
#[cfg(doc)]
/// The primary key of table `Countries`.
pub struct CountryKey {
    /// The key column `code`.
    pub code: String,
}
#[cfg(not(doc))]
/// A new row of table `Countries`, minus the columns that are filled in for you.
pub struct NewCountry_ {
    /// The column `code`.
    pub code: String,
    /// The column `people`.
    pub people: i64,
    /// The column `added_at`; without a value, the database's default.
    pub added_at: <SystemTime as ::spanner_keys::__private::OrDefault>::Value,
}
#[cfg(not(doc))]
/// The primary key of table `Countries`.
pub struct CountryKey_ {
    /// The key column `code`.
    pub code: String,
}

// The names that users see. The compiler expands an imported macro last, so types of the
// user's with these names go before them.
#[cfg(not(doc))]
use ::spanner_keys::__private::items as __Country;
#[cfg(not(doc))]
__Country! {
    #[doc = " A new row of table `Countries`."] pub type NewCountry = NewCountry_; #[doc
    = " The primary key of table `Countries`."] pub type CountryKey = CountryKey_;
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;

    // Documentation has the structs under the names that users see.
    #[cfg(doc)]
    type NewCountry_ = NewCountry;
    #[cfg(doc)]
    type CountryKey_ = CountryKey;
    #[cfg(not(doc))]
    let _: __sk::Option<(NewCountry_, CountryKey_)>;

    // A second name for each type, of the first field that has it. Each is named once, so one that does
    // not resolve is one error. Primitive types always resolve.
    // Its span lets an error about the type point at the type, or at an attribute.
    type __Type0 = String;
    type __Type2 = SystemTime;

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error. The compiler would evaluate a list as another constant
    // without the branch, and the call.
    const __OPS: &(
        __sk::ColumnOps<__Type0>,
        __sk::ColumnOps<i64>,
        __sk::ColumnOps<__Type2>,
    ) = {
        if true {}
        &__sk::list((
            <__Type0 as __sk::Column>::OPS,
            <i64 as __sk::Column>::OPS,
            <__Type2 as __sk::Column>::OPS,
        ))
    };

    // The table as data. The rules, the DDL and the scans read it. A type that is not a column has a
    // stand-in here, so that the others are judged.
    const __TABLE: &__sk::TableDef<'static> = {
        if true {}
        &__sk::TableDef {
            key: &[__sk::KeyPart::new(0)],
            columns: &[
                __sk::Draft::new(__sk::SpecOf::<__Type0>::SPEC, "code", "code")
                    .length(2)
                    .done(),
                __sk::plain(<i64 as __sk::Column>::SPEC, "people"),
                __sk::Draft::new(__sk::SpecOf::<__Type2>::SPEC, "added_at", "added_at")
                    .fill(
                        __sk::Fill::Default(__sk::SqlText {
                            googlesql: __sk::Some("CURRENT_TIMESTAMP()"),
                            postgresql: __sk::Some("CURRENT_TIMESTAMP()"),
                        }),
                    )
                    .done(),
            ],
            checks: &[
                __sk::CheckDef {
                    name: __sk::None,
                    sql: __sk::SqlText {
                        googlesql: __sk::Some("{people} >= 0"),
                        postgresql: __sk::Some("{people} >= 0"),
                    },
                },
            ],
            ..__sk::empty_table("Countries")
        }
    };

    // The trait that users see: rows read from and sent to clients.
    impl __sk::SpannerTable for Country {
        const SHAPE: __sk::Shape = {
            if true {}
            __sk::Shape {
                table: __TABLE,
                columns: &__sk::names(__TABLE, [0, 1, 2]),
                written: &__sk::names(__TABLE, [1, 2, 0]),
            }
        };
        type Key = CountryKey_;
        type InsertKey = CountryKey_;
        type Parent = __sk::Root;
        fn key_parts(&self) -> (&__Type0,) {
            (&self.code,)
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let __from_0 = __row.take_all(__TABLE, 0, __OPS)?;
            __sk::Ok(Self {
                code: __from_0.0,
                people: __from_0.1,
                added_at: __from_0.2,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __sk::ValuesMove::<
                Country,
            >::asked(__sk::HasDrop::<Country, (__Type0, i64, __Type2)>::ANSWER);
            __fill.change_all(0, (self.code, self.people, self.added_at), __OPS);
        }
    }

    // The key: made from the columns of a row, inspected for its size, written for clients, read
    // from rows.
    impl __sk::TableKey for CountryKey_ {
        type Table = Country;
        type Types = (__Type0,);
        type Bounds<Rest> = (__Type0, Rest);
        fn from_parts((__part_code,): Self::Types) -> Self {
            Self { code: __part_code }
        }
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.part(__TABLE, 0, &self.code, &__OPS.0);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.part(__TABLE, 0, self.code, &__OPS.0);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                code: __row.take(__TABLE, 0, &__OPS.0)?,
            })
        }
    }
    #[cfg(doc)]
    __sk::usual! {
        CountryKey_
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[cfg(not(doc))]
    impl __sk::Clone for CountryKey_
    where
        for<'any> __Type0: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                code: __sk::Clone::clone(&self.code),
            }
        }
    }
    #[cfg(not(doc))]
    impl __sk::Debug for CountryKey_
    where
        for<'any> __Type0: __sk::Debug,
    {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(formatter, "CountryKey code", &[&self.code])
        }
    }
    #[cfg(not(doc))]
    impl __sk::PartialEq for CountryKey_
    where
        for<'any> __Type0: __sk::PartialEq,
    {
        fn eq(&self, other_key: &Self) -> __sk::bool {
            self.code == other_key.code
        }
    }
    #[cfg(not(doc))]
    impl __sk::Eq for CountryKey_
    where
        for<'any> __Type0: __sk::Eq,
    {}
    #[cfg(not(doc))]
    impl __sk::Hash for CountryKey_
    where
        for<'any> __Type0: __sk::Hash,
    {
        fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
            __sk::Hash::hash(&self.code, hash_state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    impl __sk::NewRow for NewCountry_ {
        type Table = Country;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<CountryKey_> {
            __fill.supplied(0, &self.code, &__OPS.0)?;
            let __part_code = self.code;
            let __key = CountryKey_ { code: __part_code };
            __fill.key(&__key);
            __fill.column(1, self.people, &__OPS.1);
            __fill.column_or_default(2, self.added_at, &__OPS.2);
            __sk::Ok(__key)
        }
    }

    // What users call.
    impl NewCountry_ {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Country>, __sk::RowError> {
            __sk::Insert::of(self)
        }
    }

    // A field is shown if its type is `Debug`.
    impl __sk::Debug for NewCountry_ {
        fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
            __sk::debug_fields(
                formatter,
                "NewCountry code people added_at",
                &[
                    __sk::Shown(&self.code).shown(),
                    &self.people,
                    __sk::Shown(&self.added_at).shown(),
                ],
            )
        }
    }

    // What the rules find at this part of the key.
    type __FoundInKey0 = __sk::Found<
        {
            __sk::found_in_key(__TABLE, 0)
                .numbered(__sk::holds_int64(__sk::SpecOf::<__Type0>::SPEC))
                .code()
        },
    >;

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <__sk::Verdict<
            { __sk::takes_length(__sk::SpecOf::<__Type0>::SPEC, 2) },
        > as __sk::MayHaveLength<__Type0, Country>>::asked,
        <<__FoundInKey0 as __sk::Findings>::KeyType as __sk::MayBeKey<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::Timestamp as __sk::TimestampMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::UnhashedTimestamp as __sk::UnhashedTimestampMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::Date as __sk::DateMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::TimeOrdered as __sk::TimeOrderedIdMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::UnhashedTimeOrdered as __sk::UnhashedIdMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::Integer as __sk::IntegerMayLead<
            __Type0,
            Country,
        >>::asked,
        <<__FoundInKey0 as __sk::Findings>::OtherInteger as __sk::OtherIntegerMayLead<
            __Type0,
            Country,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
