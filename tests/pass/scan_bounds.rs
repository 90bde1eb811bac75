// Bounds of every kind that fits: a literal, text for a `String`, the value of an `Option`, and all of a
// child's key without the shard that it inherits.
use spanner_keys::scan::Scan;
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn, Clone)]
struct TenantId(Uuid);

#[derive(SpannerTable)]
struct Project {
    #[key(shard = 4, of(tenant))]
    shard: i64,
    #[key]
    tenant: TenantId,
    #[key]
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Project)]
struct Task {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    tenant: TenantId,
    #[key(parent)]
    name: String,
    #[key]
    line: Option<i64>,
    #[key]
    label: Option<String>,
}

fn of(tenant: &TenantId) -> Scan<Task> {
    Task::scan().prefix((tenant.clone(), "house"))
}

fn main() {
    let tenant = TenantId(Uuid::nil());
    let some = of(&tenant).starting_at((tenant.clone(), "house".to_owned(), 5)).before((
        tenant.clone(),
        "house",
        Some(9),
        "green",
    ));
    assert_eq!(some.ranges().map(|ranges| ranges.len()), Ok(1));
    assert!(Task::scan().index("None").prefix((5_i64,)).start().is_err());
}
