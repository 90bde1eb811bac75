use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(storage = integer)]
#[repr(u64)]
enum Level {
    Low = 1,
    High = u64::MAX,
}

fn main() {}
