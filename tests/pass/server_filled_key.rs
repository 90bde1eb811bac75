use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(sequence = "EventSeq")]
    id: i64,
    text: String,
}

fn main() {
    let insert = NewEvent { text: "started".into() }.insert_returning().unwrap();
    println!("{}", insert.sql().text);
}
