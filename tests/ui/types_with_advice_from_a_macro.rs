use spanner_keys::{SpannerTable, Uuid};

macro_rules! table {
    ($name:ident, $key:ident, $key_type:ty, $($column:ident: $type:ty,)*) => {
        #[derive(SpannerTable)]
        struct $name {
            #[key(uuid)]
            $key: $key_type,
            $($column: $type,)*
        }
    };
}

table!(Order, order_id, Uuid, total: u64, weights: Option<(i64, i64)>, note: String,);
table!(Event, event_id, String, count: Option<i64>,);
table!(Visit, visit_id, Uuid, at: Timee,);

fn add(note: String) {
    let _ = NewOrder { total: 3, weights: None, note }.insert();
    let _ = NewEvent { count: None }.insert();
}

fn main() {}
