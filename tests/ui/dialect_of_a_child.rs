use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[table(dialect = "postgres")]
struct Project {
    #[key]
    name: String,
}

#[derive(SpannerTable)]
#[table(dialect = postgresql)]
struct Folder {
    #[key]
    name: String,
}

#[derive(SpannerTable)]
#[table(dialect = postgresql)]
#[interleave(Folder)]
struct Task {
    #[key(parent)]
    name: String,
    #[key]
    line: i64,
}

fn main() {}
