use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Book { #[key(uuid)] id: _, title: Option<impl ToString>, hash: [u8; _] }

fn id(key: BookKey) { let _ = key.id; }

fn main() {}
