#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[index(WideByP, columns(p, a), storing(z))]
struct Wide {
    #[key] a: String,
    #[key] b: i64, #[key] c: i64, #[key] d: i64, #[key] e: i64, #[key] f: i64,
    #[key] g: i64, #[key] h: i64, #[key] i: i64, #[key] j: i64, #[key] k: i64,
    #[key] l: i64, #[key] m: i64, #[key] n: i64, #[key] o: i64, #[key] p: i64,
    z: i64,
}

fn main() {}

// rule: key-length
