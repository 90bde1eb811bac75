// The listed structs may be paths, and the list may end with a comma; under `no_implicit_prelude`, and with a `tables` of one's own.
#![no_implicit_prelude]
#![forbid(unsafe_code)]

mod shop {
    #[derive(::spanner_keys::SpannerTable)]
    pub struct Customer {
        #[key(uuid)]
        pub customer_id: ::spanner_keys::Uuid,
    }
}

mod tables {}

fn main() {
    let schema = ::spanner_keys::tables![shop::Customer, self::shop::Customer,];
    _ = schema.tables();
    // Within a function, as in tests.
    #[derive(::spanner_keys::SpannerTable)]
    struct Local {
        #[key(uuid)]
        id: ::spanner_keys::Uuid,
    }
    _ = ::spanner_keys::tables![Local].tables();
}
