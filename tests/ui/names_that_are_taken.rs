mod own_key {
    use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

    #[derive(SpannerColumn, Clone, Debug, PartialEq, Eq, Hash)]
    pub struct OrderKey(Uuid);

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: OrderKey,
        pub total: i64,
    }
}

mod own_row {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
        pub total: i64,
    }

    #[derive(Debug, Clone)]
    pub struct NewOrder<'a> {
        pub name: &'a str,
    }

    impl NewOrder<'_> {
        pub fn insert(&self) -> usize {
            self.name.len()
        }
    }
}

mod imported {
    use super::own_key::OrderKey;
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
    }

    pub fn same(key: OrderKey) -> OrderKey {
        key
    }
}

mod another_table {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
        pub total: i64,
    }

    #[derive(SpannerTable)]
    pub struct NewOrder {
        #[key(uuid)]
        pub id: Uuid,
    }
}

mod chosen {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    #[table(key = "Id")]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
    }

    #[derive(SpannerTable)]
    #[table(key = "Id")]
    pub struct Shop {
        #[key]
        pub id: String,
    }
}

mod own_trait {
    use spanner_keys::{SpannerTable, Uuid};

    pub trait NewOrder {
        fn place(&self) -> usize;
    }

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
    }

    impl NewOrder for Order {
        fn place(&self) -> usize {
            1
        }
    }
}

mod own_generic {
    use spanner_keys::{SpannerTable, Uuid};

    pub struct OrderKey<T>(pub T);

    #[derive(SpannerTable)]
    pub struct Order {
        #[key(uuid)]
        pub id: Uuid,
    }

    pub fn key(order: &Order) -> OrderKey<Uuid> {
        OrderKey(order.id)
    }
}

fn main() {}
