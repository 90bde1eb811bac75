// The expansion of
//
//     #[derive(SpannerColumn)]
//     pub struct CustomerId(Uuid);

const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;
    type __Inner = Uuid;

    // What the inner type can do. One that is not a column is one error, here.
    const __INNER: __sk::ColumnOps<__Inner> = <__Inner as __sk::Column>::OPS;

    // What the rules and the DDL know of the type.
    const __SPEC: __sk::ColumnSpec = __sk::sound(__INNER.spec);

    // Values on their way to the wire and back.
    #[automatically_derived]
    impl __sk::Column for CustomerId {
        const TYPE: __sk::SqlType = __SPEC.ty;
        const NULLABLE: __sk::bool = __SPEC.nullable;
        const ARRIVAL: __sk::Arrival = __SPEC.arrival;
        const ACCEPTS: __sk::Accepts = __SPEC.accepts;
        const SPEC: __sk::ColumnSpec = __SPEC;
        fn into_wire(self, __ty: __sk::SqlType) -> __sk::WireValue {
            __sk::ValuesMove::<
                CustomerId,
            >::asked(__sk::HasDrop::<CustomerId, (__Inner,)>::ANSWER);
            (__INNER.into_wire)(self.0, __ty)
        }
        fn from_wire(
            __wire: __sk::WireValue,
            __ty: __sk::SqlType,
        ) -> __sk::Result<Self, __sk::ValueError> {
            match (__INNER.from_wire)(__wire, __ty) {
                __sk::Ok(__inner) => __sk::Ok(Self { 0: __inner }),
                __sk::Err(__problem) => __sk::Err(__problem),
            }
        }
        const READS: __sk::Reads = __INNER.reads;
        fn from_lent(
            __wire: __sk::Lent<'_>,
            __ty: __sk::SqlType,
        ) -> __sk::Result<Self, __sk::ValueError> {
            match (__INNER.from_lent)(__wire, __ty) {
                __sk::Ok(__inner) => __sk::Ok(Self { 0: __inner }),
                __sk::Err(__problem) => __sk::Err(__problem),
            }
        }
        fn check(
            &self,
            __ty: __sk::SqlType,
            __place: __sk::ValueContext,
        ) -> __sk::Result<(), __sk::ValueError> {
            (__INNER.check)(&self.0, __ty, __place)
        }
        fn from_fill(__filled: __sk::FillValue) -> __sk::Option<Self> {
            match (__INNER.from_fill)(__filled) {
                __sk::Some(__inner) => __sk::Some(Self { 0: __inner }),
                __sk::None => __sk::None,
            }
        }
        fn supplied_uuid(&self) -> __sk::Option<__sk::Uuid> {
            (__INNER.supplied_uuid)(&self.0)
        }
        fn value_bytes(&self, __ty: __sk::SqlType) -> __sk::usize {
            (__INNER.value_bytes)(&self.0, __ty)
        }
        fn hashed(&self, __ty: __sk::SqlType) -> __sk::HashInput<'_> {
            (__INNER.hashed)(&self.0, __ty)
        }
    }

    // `Option` of it is a column.
    #[automatically_derived]
    impl __sk::NotNull for CustomerId
    where
        for<'any> __Inner: __sk::NotNull,
    {}

    // `Vec` of it is a column.
    #[automatically_derived]
    impl __sk::Element for CustomerId
    where
        for<'any> __Inner: __sk::Element,
    {
        const ARRAY_OF: __sk::SqlType = __SPEC.ty.array();
    }
    __sk::client_traits! {
        [] [CustomerId] [] [where for < 'any > __Inner : __sk::Clone] impl __sk::ToWire
        for CustomerId where for < 'any > __Inner : __sk::Clone { fn to_wire(& self) ->
        __sk::WireValue { (__INNER.into_wire) (__sk::Clone::clone(& self.0), < Self as
        __sk::Column > ::SPEC.ty) } }
    }
};
