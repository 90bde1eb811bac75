use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(json)]
struct Address {
    street: String,
}

#[derive(serde::Serialize, SpannerColumn)]
#[column(json)]
enum Payment {
    Card { number: String },
    Cash,
}

fn main() {}
