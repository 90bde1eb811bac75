#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

macro_rules! level {
    ($name:ident in $parent:ident) => {
        #[derive(SpannerTable)]
        #[interleave($parent)]
        struct $name {
            #[key(parent)]
            id: Uuid,
        }
    };
}

#[derive(SpannerTable)]
struct One {
    #[key(uuid)]
    id: Uuid,
}

level!(Two in One);
level!(Three in Two);
level!(Four in Three);
level!(Five in Four);

#[derive(SpannerTable)]
#[interleave(Five)]
#[index(SixByName, columns(id, name), interleave(Six))]
struct Six {
    #[key(parent)]
    id: Uuid,
    name: String,
}

level!(Seven in Six);

fn main() {}

// rule: interleave-depth
