use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[key(id)]
struct Order {
    id: String,
    note: String,
}

#[derive(SpannerTable)]
#[key(tenant, user)]
struct Visit {
    tenant: String,
    user: String,
    count: i64,
}

fn add(key: VisitKey) {
    let _ = NewVisit { tenant: key.tenant, user: key.user, count: 1 }.insert();
}

fn id(key: OrderKey) -> String {
    key.id
}

fn main() {}
