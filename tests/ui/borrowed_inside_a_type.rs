use std::borrow::Cow;

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Title(Option<&str>);

#[derive(SpannerTable)]
struct Book {
    #[key(uuid)]
    id: Uuid,
    title: Title,
    author: Option<&str>,
    tags: Vec<&'a str>,
    note: Cow<str>,
}

fn add(title: Title) {
    let _ = NewBook { title, author: None, tags: Vec::new(), note: "".into() }.insert();
}

fn main() {}
