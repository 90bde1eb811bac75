//! The packages that are published contain what their users need.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: [&str; 3] = ["spanner-keys", "spanner-keys-derive", "cargo-spanner-keys"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Packs and unpacks a package; the folder with its files.
fn unpacked(package: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let packed = Command::new(env!("CARGO"))
        .args(["package", "--offline", "--allow-dirty", "--no-verify"])
        .args(PACKAGES.iter().flat_map(|package| ["--package", package]))
        .current_dir(root())
        .env("CARGO_TARGET_DIR", target.join(package))
        .output()
        .expect("cargo runs");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let folder = target.join(package).join("package");
    let name = format!("{package}-{}", env!("CARGO_PKG_VERSION"));
    let unpacked =
        Command::new("tar").args(["-xzf", &format!("{name}.crate")]).current_dir(&folder).status();
    assert!(unpacked.is_ok_and(|status| status.success()), "tar unpacks {name}.crate");
    folder.join(name)
}

/// The targets of the links and pictures in a text.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split([')', ' ']).next()).collect()
}

#[test]
fn packages_have_licences_and_a_readme() {
    for package in PACKAGES {
        let folder = unpacked(package);
        let read = |path: PathBuf| fs::read_to_string(&path).unwrap_or_default();
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let (packed, ours) = (read(folder.join(licence)), read(root().join(licence)));
            assert!(!ours.is_empty() && packed == ours, "{package}: {licence}");
        }
        let manifest = read(folder.join("Cargo.toml"));
        assert!(manifest.contains("\nreadme = \"README.md\"\n"), "{package}: {manifest}");
        let readme = read(folder.join("README.md"));
        assert!(readme.starts_with(&format!("# {package}\n")), "{package}: {readme}");
    }
}

/// crates.io shows the README without the repository: links must be absolute, and those to the
/// repository must lead to a file.
#[test]
fn links_work_outside_the_repository() {
    const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
    let pictures = REPOSITORY.replace("://github.com/", "://raw.githubusercontent.com/");
    let mut within = 0;
    for file in ["README.md", "spanner-keys-derive/README.md", "cargo-spanner-keys/README.md"] {
        let text = fs::read_to_string(root().join(file)).expect("the README is there");
        let anchor = |heading: &str| {
            let letters = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = letters.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            format!("#{}", kept.collect::<String>().replace(' ', "-"))
        };
        let anchors: Vec<String> =
            text.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
        for link in links(&text) {
            let path = [
                format!("{REPOSITORY}/blob/HEAD/"),
                format!("{REPOSITORY}/tree/HEAD/"),
                format!("{pictures}/HEAD/"),
            ]
            .iter()
            .find_map(|start| link.strip_prefix(start.as_str()));
            if let Some(path) = path {
                within += 1;
                assert!(root().join(path).exists(), "{file}: {link}");
            } else if link.starts_with('#') {
                assert!(anchors.iter().any(|anchor| anchor == link), "{file}: {link}");
            } else {
                assert!(link.starts_with("https://"), "{file}: {link} is relative");
                assert!(!link.starts_with(REPOSITORY), "{file}: {link} has no HEAD");
            }
        }
    }
    assert!(within > 10, "the README has pictures: {within}");
}
