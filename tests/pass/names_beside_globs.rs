#![deny(warnings)]

pub mod shop {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
    }

    pub fn key(id: Uuid) -> OrderKey {
        OrderKey { id }
    }
}

pub mod depot {
    use spanner_keys::{SpannerTable, Uuid};

    // Has an `OrderKey`, too, which the one of this module hides.
    pub use super::shop::*;

    #[derive(SpannerTable)]
    pub struct Order {
        #[key]
        pub number: Uuid,
    }

    impl OrderKey {
        pub fn number(&self) -> Uuid {
            self.number
        }
    }

    #[allow(non_camel_case_types)]
    pub struct __Order;
}

fn main() {
    #[derive(spanner_keys::SpannerTable)]
    struct Local {
        #[key(uuid)]
        id: spanner_keys::Uuid,
    }
    let _ = shop::key(spanner_keys::Uuid::nil()).id;
    let _ = depot::OrderKey { number: spanner_keys::Uuid::nil() }.number();
    let NewLocal {} = NewLocal {};
    let _: Option<LocalKey> = None::<Local>.map(|row| LocalKey { id: row.id });
}
