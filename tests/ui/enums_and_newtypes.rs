use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed(String),
}

#[derive(SpannerColumn)]
enum EnumOtherWithoutData {
    Open,
    #[column(other)]
    Other,
}

#[derive(SpannerColumn)]
enum EnumOtherOfOtherType {
    Open,
    #[column(other)]
    Other(i64),
}

#[derive(SpannerColumn)]
#[column(storage = integer)]
#[repr(u64)]
enum Level {
    Low = 1,
    High = u64::MAX,
}

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Plan {
    Free,
    Team = 5,
    Enterprise,
}

#[derive(SpannerColumn)]
#[column(storage = bytes)]
enum EnumWithUnknownStorage {
    Open,
    Closed,
}

#[derive(SpannerColumn)]
struct Money {
    cents: i64,
    currency: String,
}

#[derive(SpannerColumn)]
struct NewtypeOfOtherType(u64);

#[derive(SpannerColumn)]
struct Wrapper<'a>(&'a str);

fn main() {}
