// The expansion of
//
//     #[derive(SpannerColumn)]
//     #[column(rename_all = "snake_case")]
//     pub enum Status {
//         Open,
//         #[column(name = "done")]
//         Closed,
//     }

const _: () = {
    // The only way to the runtime crate. No name of the user's can hide it.
    use ::spanner_keys::__private as __sk;
    pub use __sk::answers::*;

    // What the rules and the DDL know of the type.
    const __SPEC: __sk::ColumnSpec = __sk::ColumnSpec {
        ty: __sk::SqlType::TEXT,
        nullable: false,
        arrival: __sk::Arrival::FewValues,
        accepts: __sk::Accepts::LENGTH,
        variants: &[
            __sk::VariantDef {
                name: "Open",
                value: __sk::StoredValue::Name("open"),
            },
            __sk::VariantDef {
                name: "Closed",
                value: __sk::StoredValue::Name("done"),
            },
        ],
        stand_in: false,
    };

    // Values on their way to the wire and back.
    #[automatically_derived]
    impl __sk::Column for Status {
        const TYPE: __sk::SqlType = __SPEC.ty;
        const NULLABLE: __sk::bool = __SPEC.nullable;
        const ARRIVAL: __sk::Arrival = __SPEC.arrival;
        const ACCEPTS: __sk::Accepts = __SPEC.accepts;
        const SPEC: __sk::ColumnSpec = __SPEC;
        fn into_wire(self, _: __sk::SqlType) -> __sk::WireValue {
            __sk::EnumValue::into_wire(
                match self {
                    Self::Open => __sk::EnumValue::Text("open"),
                    Self::Closed => __sk::EnumValue::Text("done"),
                },
            )
        }
        fn from_wire(
            __wire: __sk::WireValue,
            __ty: __sk::SqlType,
        ) -> __sk::Result<Self, __sk::ValueError> {
            <Self as __sk::Column>::from_lent(__wire.lend(), __ty)
        }
        const READS: __sk::Reads = __sk::Reads::Lent;
        fn from_lent(
            __wire: __sk::Lent<'_>,
            _: __sk::SqlType,
        ) -> __sk::Result<Self, __sk::ValueError> {
            let __value = __sk::EnumRead::new(__wire, false)?;
            if __value.is_text("open") {
                return __sk::Ok(Self::Open);
            }
            if __value.is_text("done") {
                return __sk::Ok(Self::Closed);
            }
            __sk::Err(__value.unknown())
        }
        fn check(
            &self,
            __ty: __sk::SqlType,
            _: __sk::ValueContext,
        ) -> __sk::Result<(), __sk::ValueError> {
            __sk::EnumValue::check(
                &match self {
                    Self::Open => __sk::EnumValue::Text("open"),
                    Self::Closed => __sk::EnumValue::Text("done"),
                },
                __ty,
            )
        }
        fn value_bytes(&self, _: __sk::SqlType) -> __sk::usize {
            __sk::EnumValue::value_bytes(
                &match self {
                    Self::Open => __sk::EnumValue::Text("open"),
                    Self::Closed => __sk::EnumValue::Text("done"),
                },
            )
        }
        fn hashed(&self, _: __sk::SqlType) -> __sk::HashInput<'_> {
            __sk::EnumValue::hashed(
                match self {
                    Self::Open => __sk::EnumValue::Text("open"),
                    Self::Closed => __sk::EnumValue::Text("done"),
                },
            )
        }
    }

    // `Option` of it is a column.
    #[automatically_derived]
    impl __sk::NotNull for Status {}

    // `Vec` of it is a column.
    #[automatically_derived]
    impl __sk::Element for Status {
        const ARRAY_OF: __sk::SqlType = __SPEC.ty.array();
    }
    __sk::client_traits! {
        [] [Status] [] [] impl __sk::ToWire for Status { fn to_wire(& self) ->
        __sk::WireValue { __sk::EnumValue::into_wire(match self { Self::Open =>
        __sk::EnumValue::Text("open"), Self::Closed => __sk::EnumValue::Text("done") }) }
        }
    }
};
