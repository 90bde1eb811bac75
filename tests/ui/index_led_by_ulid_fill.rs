use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[index(TripsById, columns(id))]
struct Trip {
    #[key]
    tenant: String,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: time-ordered-id-leads
