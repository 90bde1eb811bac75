// edition: 2021
use spanner_keys::{SpannerRow, SpannerTable, update};

/// `gen` is a keyword since the edition of 2024, in which the derive is written.
#[derive(SpannerTable)]
#[index(RunsByGen, columns(gen), storing(note))]
struct Run {
    #[key(spread = "a counter of each machine")]
    gen: i64,
    #[key(shard = 4)]
    shard: i64,
    note: String,
}

#[derive(SpannerRow)]
struct Line {
    gen: i64,
}

fn main() -> Result<(), spanner_keys::value::RowError> {
    let run = NewRun { gen: 1, note: String::new() }.insert()?;
    assert_eq!(run.key().gen, 1);
    let key = RunKey { gen: 1 };
    update!(Run, key, note = String::new())?;
    let _ = |line: Line| line.gen;
    Ok(())
}
