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
level!(Six in Five);

#[derive(SpannerTable)]
#[interleave(Six)]
#[index(SevenByName, columns(id, name), interleave(Seven))]
struct Seven {
    #[key(parent)]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Seven)]
struct Eight {
    #[key(parent)]
    id: Uuid,
}

fn main() {}

// rule: interleave-depth
