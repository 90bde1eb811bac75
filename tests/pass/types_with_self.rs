//! The types of fields may use `Self`.
#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

trait Timed {
    type At;
}

#[derive(SpannerColumn, Clone)]
struct Hash([u8; Self::LENGTH]);

impl Hash {
    const LENGTH: usize = 32;
}

#[derive(SpannerTable)]
struct File {
    #[key]
    hash: [u8; Self::LENGTH],
    #[key]
    part: Hash,
    written_at: <Self as Timed>::At,
    read_at: Option<<Self as Timed>::At>,
}

impl File {
    const LENGTH: usize = 16;
}

impl Timed for File {
    type At = DateTime<Utc>;
}

#[derive(SpannerTable)]
#[interleave(File)]
struct Copy {
    #[key(parent)]
    hash: [u8; File::LENGTH],
    #[key(parent)]
    part: Hash,
    #[key(uuid)]
    id: Uuid,
    first: [u8; Self::FIRST],
}

impl Copy {
    const FIRST: usize = 1;
}

fn main() {}
