//! Near misses of `wrong_type_arguments` and `newtypes_and_rows_without_size`: the file has another
//! type of that name, or the generic one is in another module.
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

mod generic {
    pub struct Id<T>(pub T);
    pub struct Name(str);

    impl Name {
        pub fn len(&self) -> usize {
            self.0.len()
        }
    }
}

mod others {
    use spanner_keys::{SpannerColumn, Uuid};

    #[derive(SpannerColumn, Clone)]
    pub struct Id(pub Uuid);

    #[derive(SpannerColumn, Clone)]
    pub struct Name(pub String);

    #[derive(SpannerColumn, Clone)]
    pub struct Display(pub String);

    #[derive(SpannerColumn, Clone)]
    pub struct Hash(pub [u8; 32]);
}

use others::{Display, Hash, Id, Name};

#[derive(SpannerColumn, Clone)]
pub struct Tagged<T = String>(T);

#[derive(SpannerColumn, Clone)]
pub struct Iterator(i64);

#[derive(SpannerTable)]
pub struct Event {
    #[key(uuid)]
    id: Uuid,
    other: Id,
    name: Name,
    shown: Display,
    hash: Hash,
    tagged: Tagged,
    iterator: Option<Iterator>,
    parents: Vec<Id>,
}

fn main() {
    let _ = generic::Id(3).0;
    let _ = generic::Name::len;
}
