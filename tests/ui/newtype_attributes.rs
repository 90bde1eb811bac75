use spanner_keys::SpannerColumn;

#[derive(serde::Serialize, serde::Deserialize, SpannerColumn)]
#[column(json, length = 5)]
struct Address {
    street: String,
}

#[derive(serde::Serialize, serde::Deserialize, SpannerColumn)]
#[column(json, storage = text)]
enum Payment {
    #[column(name = "card")]
    Card,
}

#[derive(SpannerColumn)]
#[column(length = 5)]
struct Short<T>(T);

fn main() {}
