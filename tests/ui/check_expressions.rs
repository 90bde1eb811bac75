use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[check("{totl} >= 0")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[check("{total >= 0")]
struct CheckWithOpenBrace {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[check("{total} >= 0; DROP TABLE Orders")]
struct CheckWithSemicolon {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[check(total >= 0)]
struct CheckWithoutQuotes {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

fn main() {}

// rule: expression
