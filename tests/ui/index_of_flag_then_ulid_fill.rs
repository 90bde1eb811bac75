use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[index(TripsByDone, columns(done, id))]
struct Trip {
    #[key]
    city: String,
    #[key(ulid)]
    id: String,
    done: bool,
}

fn main() {}

// rule: only-few-values-before
