use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[index(WideByZ, columns(z))]
struct Wide {
    #[key] a: String,
    #[key] b: i64, #[key] c: i64, #[key] d: i64, #[key] e: i64, #[key] f: i64,
    #[key] g: i64, #[key] h: i64, #[key] i: i64, #[key] j: i64, #[key] k: i64,
    #[key] l: i64, #[key] m: i64, #[key] n: i64, #[key] o: i64, #[key] p: i64,
    z: i64,
}

#[derive(SpannerTable)]
#[interleave(Wide)]
struct Wider {
    #[key(parent)] a: String,
    #[key(parent)] b: i64, #[key(parent)] c: i64, #[key(parent)] d: i64, #[key(parent)] e: i64,
    #[key(parent)] f: i64, #[key(parent)] g: i64, #[key(parent)] h: i64, #[key(parent)] i: i64,
    #[key(parent)] j: i64, #[key(parent)] k: i64, #[key(parent)] l: i64, #[key(parent)] m: i64,
    #[key(parent)] n: i64, #[key(parent)] o: i64, #[key(parent)] p: i64,
    #[key] q: i64,
}

fn main() {}

// rule: key-length
