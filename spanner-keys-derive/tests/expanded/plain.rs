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

/// A new row of table `Countries`, without what is filled.
pub struct NewCountry {
    /// The column `code`.
    pub code: String,
    /// The column `people`.
    pub people: i64,
    /// The column `added_at`; without a value, the database's default.
    pub added_at: ::spanner_keys::__private::Option<SystemTime>,
}
/// The primary key of table `Countries`.
pub struct CountryKey {
    /// The key column `code`.
    pub code: String,
}
const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private::{
        self as __sk, Column as __Column, ColumnOps as __ColumnOps,
    };

    // What the type of each column can do, by position. Each type is asked here and nowhere else,
    // so one that is not a column is one error.
    const __OPS: &(__ColumnOps<String>, __ColumnOps<i64>, __ColumnOps<SystemTime>) = &(
        <String as __Column>::OPS,
        <i64 as __Column>::OPS,
        <SystemTime as __Column>::OPS,
    );

    // The table as data. The rules, the DDL and the scans read it.
    const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
        key: &[__sk::KeyPart::new(0usize)],
        checks: &[
            __sk::CheckDef {
                name: __sk::None,
                sql: __sk::SqlText {
                    googlesql: __sk::Some("{people} >= 0"),
                    postgresql: __sk::Some("{people} >= 0"),
                },
            },
        ],
        columns: &[
            __sk::Draft::new(__OPS.0.spec, "code", "code").length(2u32).done(),
            __sk::plain(__OPS.1.spec, "people"),
            __sk::Draft::new(__OPS.2.spec, "added_at", "added_at")
                .fill(
                    __sk::Fill::Default(__sk::SqlText {
                        googlesql: __sk::Some("CURRENT_TIMESTAMP()"),
                        postgresql: __sk::Some("CURRENT_TIMESTAMP()"),
                    }),
                )
                .done(),
        ],
        stand_in: __sk::any_stand_in(&[__OPS.0.spec]),
        ..__sk::TableDef::new("Countries", &[])
    };

    // The trait that users see: rows read from and sent to clients.
    #[automatically_derived]
    impl __sk::SpannerTable for Country {
        const SHAPE: __sk::Shape = __sk::Shape {
            table: __TABLE,
            columns: &["code", "people", "added_at"],
            written: &["people", "added_at", "code"],
        };
        type Key = CountryKey;
        type InsertKey = CountryKey;
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            let (__read_code, __read_people, __read_added_at) = __row
                .take_all(__TABLE, 0usize, __OPS)?;
            __sk::Ok(Self {
                code: __read_code,
                people: __read_people,
                added_at: __read_added_at,
            })
        }
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            __fill.change_all(0usize, (self.code, self.people, self.added_at), __OPS);
        }
    }

    // The key: inspected for its size, written for clients, read from rows.
    #[automatically_derived]
    impl __sk::TableKey for CountryKey {
        type Table = Country;
        type Types = (String,);
        fn inspect(&self, __out: &mut __sk::KeyInspector) {
            __out.part(__TABLE, 0usize, &self.code, &__OPS.0);
            __out.close(__TABLE);
        }
        fn write(self, __out: &mut __sk::KeyWriter) {
            __out.part(__TABLE, 0usize, self.code, &__OPS.0);
        }
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            __sk::Ok(Self {
                code: __row.take(__TABLE, 0usize, &__OPS.0)?,
            })
        }
    }

    // Every part of the key is known before the commit.
    #[automatically_derived]
    impl __sk::KnownKey for Country {}

    // The key from its columns. Children make their parent's key with it.
    #[automatically_derived]
    impl __sk::FromParts<(String,)> for CountryKey {
        fn from_parts((__part_code,): (String,)) -> Self {
            Self { code: __part_code }
        }
    }

    // The key of a row: `SpannerTable::key`.
    #[automatically_derived]
    impl __sk::HasKey for Country
    where
        for<'__any> String: __sk::Clone,
    {
        fn key_of(&self) -> CountryKey {
            __sk::FromParts::from_parts((__sk::Clone::clone(&self.code),))
        }
    }

    // What derives would write, but only where the parts have the trait, so a part without it is
    // not an error.
    #[automatically_derived]
    impl __sk::Clone for CountryKey
    where
        for<'__any> String: __sk::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                code: __sk::Clone::clone(&self.code),
            }
        }
    }
    #[automatically_derived]
    impl __sk::Debug for CountryKey
    where
        for<'__any> String: __sk::Debug,
    {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug_key(__out, "CountryKey", &[("code", &self.code)])
        }
    }
    #[automatically_derived]
    impl __sk::PartialEq for CountryKey
    where
        for<'__any> String: __sk::PartialEq,
    {
        fn eq(&self, __other: &Self) -> __sk::bool {
            __sk::PartialEq::eq(&self.code, &__other.code)
        }
    }
    #[automatically_derived]
    impl __sk::Eq for CountryKey
    where
        for<'__any> String: __sk::Eq,
    {}
    #[automatically_derived]
    impl __sk::Hash for CountryKey
    where
        for<'__any> String: __sk::Hash,
    {
        fn hash<__State: __sk::Hasher>(&self, __state: &mut __State) {
            __sk::Hash::hash(&self.code, __state);
        }
    }

    // Fills and checks a new row, the key first: shards may be computed from it.
    #[automatically_derived]
    impl __sk::NewRow for NewCountry {
        type Table = Country;
        fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<CountryKey> {
            __fill.supplied(0usize, &self.code, &__OPS.0)?;
            let __part_code = self.code;
            let __key = CountryKey { code: __part_code };
            __fill.key(&__key)?;
            __fill.column(1usize, self.people, &__OPS.1);
            __fill.column_or_default(2usize, self.added_at, &__OPS.2);
            __sk::Ok(__key)
        }
    }

    // What users call.
    #[automatically_derived]
    impl NewCountry {
        /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
        pub fn insert(self) -> __sk::Result<__sk::Insert<Country>, __sk::RowError> {
            __sk::Insert::usual(self)
        }
        /// The same for another dialect, or with keys from another source.
        pub fn insert_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::Insert<Country>, __sk::RowError> {
            __sk::Insert::new(self, __keys)
        }
        /// The row as a statement for a GoogleSQL database, which returns the key.
        pub fn insert_returning(
            self,
        ) -> __sk::Result<__sk::InsertReturning<Country>, __sk::RowError> {
            __sk::InsertReturning::usual(self)
        }
        /// The same statement for another dialect, or with keys from another source.
        pub fn insert_returning_with<__S: __sk::Source>(
            self,
            __keys: &mut __sk::KeySource<__S>,
        ) -> __sk::Result<__sk::InsertReturning<Country>, __sk::RowError> {
            __sk::InsertReturning::new(self, __keys)
        }
    }

    // Without the fields, because they need not be `Debug`.
    #[automatically_derived]
    impl __sk::Debug for NewCountry {
        fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
            __sk::debug(__out, "NewCountry")
        }
    }

    // A second name for a type. Its span lets an error about the type point at an attribute.
    type __Type_code = String;

    // What the rules find at this part of the key.
    type __FoundInKey0 = __sk::Found<{ __sk::found_in_key(__TABLE, 0usize).code() }>;

    // Rules about whole tables and indexes. Each panics while the crate compiles.
    const _: () = __sk::check_sql(__sk::SqlText {
        googlesql: __sk::Some("CURRENT_TIMESTAMP()"),
        postgresql: __sk::Some("CURRENT_TIMESTAMP()"),
    });
    const _: () = __sk::check_sql(__sk::SqlText {
        googlesql: __sk::Some("{people} >= 0"),
        postgresql: __sk::Some("{people} >= 0"),
    });

    // Rules about types. Each line asks for a permission, and the compiler refuses it where the
    // decision is `false`; the trait holds the message.
    let _ = (
        <__Type_code as __sk::MayHaveLength<
            Country,
            __sk::Verdict<{ __sk::takes_length(__OPS.0.spec, 2u32) }>,
        >>::asked,
        <String as __sk::MayBeKey<
            Country,
            <__FoundInKey0 as __sk::Findings>::KeyType,
        >>::asked,
        <String as __sk::TimestampMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::Timestamp,
        >>::asked,
        <String as __sk::UnhashedTimestampMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::UnhashedTimestamp,
        >>::asked,
        <String as __sk::DateMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::Date,
        >>::asked,
        <String as __sk::TimeOrderedIdMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::TimeOrdered,
        >>::asked,
        <String as __sk::UnhashedIdMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::UnhashedTimeOrdered,
        >>::asked,
        <String as __sk::IntegerMayLead<
            Country,
            <__FoundInKey0 as __sk::Findings>::Integer,
        >>::asked,
    );

    // Feature `registry`: adds the table to `Schema::registered()`.
    __sk::register!(__TABLE);
};
