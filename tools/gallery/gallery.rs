//! Draws the gallery of the README and prints the throughput on more servers:
//! `cargo run --release -p spanner-keys-gallery --example gallery`
//!
//! `--quick` inserts only a tenth of the rows, `--svg` also draws SVG files, and any other argument
//! is the output folder. The default folder is `docs/gallery`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use spanner_keys::spread::{ThroughputPlot, Workload, split_points};
use spanner_keys_gallery::{Shards16, Subject, TimestampFirst, UuidV4, subjects};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let (quick, svg) = (has("--quick"), has("--svg"));
    let folder = arguments.iter().find(|argument| !argument.starts_with('-'));
    let folder = folder.map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/gallery")),
        PathBuf::from,
    );
    std::fs::create_dir_all(&folder)?;

    let inserts = if quick { 96_000 } else { 960_000 };
    // 120 seconds in 80 moments. All keys are kept, because a sample would make the pictures grainy.
    #[expect(clippy::cast_precision_loss, reason = "a million is exact")]
    let workload = Workload::new()
        .inserts(inserts)
        .per_second(inserts as f64 / 120.0)
        .moments(80)
        .sample(12_000);
    let subjects = subjects();
    // The progress bar is written to standard error, if that is a terminal.
    let bar = ProgressBar::new(2 * inserts * subjects.len() as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {percent:>3} %  {msg:<14} {eta:>4}")?);

    let mut plot = ThroughputPlot::new("What more servers buy");
    let mut table = String::new();
    for (at, Subject { file, title, report, scaling }) in subjects.iter().enumerate() {
        bar.set_message(*file);
        let before = 2 * inserts * at as u64;
        let found = report(&workload, &mut |done| bar.set_position(before + done))?;
        let picture = found.heat_map(128).titled(*title);
        std::fs::write(folder.join(format!("{file}.png")), picture.png()?)?;
        if svg {
            std::fs::write(folder.join(format!("{file}.svg")), picture.svg()?)?;
        }
        let grown = scaling(&workload, &mut |done| bar.set_position(before + inserts + done))?;
        bar.suspend(|| {
            found.heat_map(24).titled(*title).print();
            println!("{found}\n");
        });
        write!(table, "{file:<14}")?;
        grown.steps().iter().try_for_each(|step| write!(table, " {:>6.1}", step.throughput))?;
        table.push('\n');
        // Tables with the same growth are drawn only once.
        let same = ["counter", "uuid_v7", "ulid", "bit_reversed", "status", "shard_of_flag"];
        if !same.contains(file) {
            plot = plot.line(title.split(": ").next().unwrap_or(title), &grown);
        }
    }
    bar.finish_and_clear();
    std::fs::write(folder.join("throughput.png"), plot.png()?)?;
    if svg {
        std::fs::write(folder.join("throughput.svg"), plot.svg()?)?;
    }
    println!(
        "throughput, in servers, on\n{:<14}      1      2      4      8     16     32     64 servers\n{table}",
        ""
    );

    println!("split points of random UUIDs:\n{}", split_points::<UuidV4>(3)?);
    println!("split points of 16 shards:\n{}", split_points::<Shards16>(3)?);
    if let Err(refused) = split_points::<TimestampFirst>(3) {
        println!("split points of a timestamp: {refused}");
    }
    println!("\nthe pictures are in {}", folder.display());
    Ok(())
}
