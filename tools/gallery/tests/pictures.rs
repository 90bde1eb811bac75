//! The pictures are drawn, show what they should, and are all on a page.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::path::Path;

use spanner_keys::spread::{ThroughputPlot, Workload};
use spanner_keys_gallery::{Subject, subjects};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The pixels of a PNG as colors.
fn pixels(file: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
    let frame = reader.next_frame(&mut bytes).expect("a picture");
    (frame.width as usize, bytes[..frame.buffer_size()].as_chunks::<3>().0.to_vec())
}

fn light(pixel: [u8; 3]) -> u32 {
    pixel.into_iter().map(u32::from).sum()
}

fn subject(file: &str) -> Subject {
    subjects().into_iter().find(|subject| subject.file == file).expect("it is in the gallery")
}

/// The columns of pixels in the middle of the heat map; each lists the heights of the bright ones.
fn glowing(file: &str) -> Vec<Vec<usize>> {
    let report = (subject(file).report)(&Workload::new().inserts(40_000), &mut |_| ())
        .expect("the rows are good");
    let (width, pixels) = pixels(&report.heat_map(16).png().expect("a picture"));
    let height = pixels.len() / width;
    // Well inside the heat map, without the axes and the title.
    (width * 3 / 8..width * 5 / 8)
        .step_by(10)
        .map(|x| {
            (height / 8..height * 3 / 4).filter(|y| light(pixels[y * width + x]) > 430).collect()
        })
        .collect()
}

#[test]
fn timestamp_is_a_diagonal() {
    let columns = glowing("timestamp");
    let middle: Vec<usize> = columns.iter().map(|column| column[column.len() / 2]).collect();
    assert!(columns.iter().all(|column| column.len() < 60), "one range glows: {columns:?}");
    assert!(
        middle.windows(2).all(|pair| pair[1] <= pair[0]) && middle.last() < middle.first(),
        "it rises: {middle:?}"
    );
}

#[test]
fn random_ids_have_no_hotspot() {
    let columns = glowing("uuid");
    let bright: usize = columns.iter().map(Vec::len).sum();
    assert!(bright < columns.len() * 20, "{bright} pixels glow");
}

#[test]
fn pictures_are_also_svg() {
    let workload = Workload::new().inserts(5000);
    let tenant = subject("tenant");
    let report = (tenant.report)(&workload, &mut |_| ()).expect("the rows are good");
    let svg = report.heat_map(32).titled("Large <tenant>").svg().expect("a picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(
        svg.contains("Large &lt;tenant&gt;")
            && svg.contains("keys, by (tenant, at)")
            && svg.contains("tenant-22")
            && svg.contains("share of the writes")
            && svg.contains("time (s)")
    );
    assert!(svg.matches("<rect").count() > 32);

    let scaling = (tenant.scaling)(&workload, &mut |_| ()).expect("the rows are good");
    let plot = ThroughputPlot::new("Servers").line("tenants", &scaling);
    let svg = plot.svg().expect("a picture");
    assert!(
        svg.contains("tenants") && svg.contains("ideal") && svg.contains("throughput, in servers")
    );
    assert!(pixels(&plot.png().expect("a picture")).0 > 500);
    // A plot without any line is valid.
    assert!(ThroughputPlot::new("Nothing").png().is_ok());
}

#[test]
fn empty_picture_is_drawn() {
    let report =
        (subject("uuid").report)(&Workload::new().inserts(0), &mut |_| ()).expect("no rows");
    assert!(report.heat_map(10).png().is_ok());
    assert!(report.heat_map(0).svg().is_ok());
}

/// Every picture of the gallery is there, small, and shown on a page.
#[test]
fn pages_show_the_whole_gallery() {
    let mut pages = vec![root().join("README.md")];
    for folder in ["spanner-keys/rules", "spanner-keys/guide"] {
        let files = std::fs::read_dir(root().join(folder)).expect("the folder is there");
        pages.extend(files.flatten().map(|file| file.path()));
    }
    let read = |page| std::fs::read_to_string(page).expect("a page");
    let pages: String = pages.iter().map(read).collect();
    for file in subjects().iter().map(|subject| subject.file).chain(["throughput"]) {
        let path = format!("docs/gallery/{file}.png");
        let picture = std::fs::read(root().join(&path)).expect("the picture is there");
        assert!(
            picture.starts_with(b"\x89PNG") && picture.len() < 30_000,
            "{path} has {} bytes",
            picture.len()
        );
        assert!(pages.contains(&path), "{path} is on no page");
    }
}

/// A page has what is really printed after its comment. With BLESS=1 it is written there.
fn compare(page: &str, comment: &str, real: &str) {
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).expect("the page is there");
    let start = format!("<!-- {comment} -->\n```text\n");
    let (before, rest) = text.split_once(&start).expect("the page has the comment");
    let (shown, after) = rest.split_once("```").expect("the block ends");
    let real = format!("{}\n", real.trim_end());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{start}{real}```{after}")).expect("it is written");
    } else {
        assert_eq!(shown, real, "{page}: BLESS=1 writes it");
    }
}

/// The pages of the rules about hotspots show the real heat maps.
#[test]
fn rules_show_real_heat_maps() {
    for (rule, file) in [
        ("clock-leads", "timestamp"),
        ("time-ordered-id-leads", "ulid"),
        ("integer-leads", "counter"),
        ("only-few-values-before", "status"),
        ("shard-of-few-values", "shard_of_flag"),
    ] {
        let workload = Workload::new().moments(60);
        let report = (subject(file).report)(&workload, &mut |_| ()).expect("the rows are good");
        let page = format!("spanner-keys/rules/{rule}.md");
        compare(&page, &format!("heat map: {file}"), &report.heat_map(16).to_string());
    }
}

/// The guide shows the real message of a failing test.
#[test]
fn guide_shows_the_real_failure() {
    let report =
        (subject("tenant").report)(&Workload::new(), &mut |_| ()).expect("the rows are good");
    let hotspot = report.hotspot().expect("one tenant dominates");
    let message = format!("the writes do not spread: {hotspot}");
    compare("spanner-keys/guide/testing.md", "the failed test", &message);
}
