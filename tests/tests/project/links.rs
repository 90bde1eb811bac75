//! Every link in the documentation leads somewhere.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fs;
use std::path::{Path, PathBuf};

const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const DOCS: &str = "https://docs.rs/spanner-keys/latest/spanner_keys/";

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// All Markdown files of the project.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut folders) = (Vec::new(), vec![root().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() && name != "target" && name != ".git" {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// The text without code.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    });
    let lines: Vec<&str> = lines.collect();
    lines.join("\n").split('`').step_by(2).collect()
}

/// The targets of links and pictures, and of definitions: `[name]: target`.
fn links(prose: &str) -> Vec<&str> {
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let defined = prose.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    inline.chain(defined.map(|(_, target)| target.trim())).collect()
}

/// The names of a page's headings in links.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let letters = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = letters.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// Whether the file is there, and has the heading.
fn leads_to(target: &str, folder: &Path, page: &str) -> bool {
    let (path, anchor) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
    let file = folder.join(path);
    let has = |text: &str, anchor: &str| anchors(text).iter().any(|known| known == anchor);
    match anchor {
        Some(anchor) if path.is_empty() => has(page, anchor),
        Some(anchor) => fs::read_to_string(file).is_ok_and(|text| has(&text, anchor)),
        None => file.exists(),
    }
}

#[test]
fn links_lead_somewhere() {
    let raw = REPOSITORY.replace("://github.com/", "://raw.githubusercontent.com/");
    let within = [
        format!("{REPOSITORY}/blob/HEAD/"),
        format!("{REPOSITORY}/tree/HEAD/"),
        format!("{raw}/HEAD/"),
    ];
    let (mut dead, mut count) = (Vec::new(), 0);
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for link in links(&prose(&text)) {
            let inside = within.iter().find_map(|start| link.strip_prefix(start.as_str()));
            let alive = if let Some(path) = inside {
                leads_to(path, root(), &text)
            } else if let Some(chapter) =
                link.strip_prefix(DOCS).and_then(|path| path.strip_prefix("guide/"))
            {
                let chapter = chapter.split(['/', '#']).next().unwrap_or_default();
                let file = format!("spanner-keys/guide/{chapter}.md");
                chapter.is_empty() || root().join(file).exists()
            } else if link.starts_with("https://") {
                // A link to a file of ours names HEAD, so that it is checked above.
                !link.starts_with(&format!("{REPOSITORY}/blob")) && !link.starts_with(&raw)
            } else {
                leads_to(link, folder, &text)
            };
            count += 1;
            if !alive {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
    assert!(count > 80, "{count} links");
    println!("{count} links, none dead");
}

/// crates.io and docs.rs show these pages without the repository: their links are absolute. The guide
/// and the rules define theirs at the end, and rustdoc replaces those.
#[test]
fn published_pages_have_absolute_links() {
    for page in pages() {
        let path =
            page.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        let shown_by_rustdoc =
            path.starts_with("spanner-keys/guide/") || path.starts_with("spanner-keys/rules/");
        let published = [
            "README.md", "spanner-keys-derive/README.md", "spanner-keys-emulator/README.md",
            "cargo-spanner-keys/README.md",
        ];
        if !shown_by_rustdoc && !published.contains(&path.as_str()) {
            continue;
        }
        let text = prose(&fs::read_to_string(&page).expect("a page"));
        let inline = text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        for link in inline {
            assert!(
                link.starts_with("https://") || link.starts_with('#'),
                "{path}: {link} is relative"
            );
        }
    }
}

#[test]
fn dead_links_are_found() {
    let page = "# One & two\n[a](#one--two) [b](#three)\n```text\n[no](no.md)\n```\n`[no](no.md)` [c]\n\n[c]: c.md\n";
    assert_eq!(links(&prose(page)), ["#one--two", "#three", "c.md"]);
    let alive = |link| leads_to(link, root(), page);
    assert!(alive("#one--two") && alive("README.md") && alive("examples"));
    assert!(!alive("#three") && !alive("c.md") && !alive("README.md#nothing-of-this-name"));
}
