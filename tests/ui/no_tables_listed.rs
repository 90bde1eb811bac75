use spanner_keys::{Schema, tables};

fn schema() -> Schema<'static> {
    tables![]
}

fn main() {
    _ = schema();
}
