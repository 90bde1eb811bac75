//! The packages that are published contain what their users need.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: [&str; 4] =
    ["spanner-keys", "spanner-keys-derive", "spanner-keys-emulator", "cargo-spanner-keys"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Packs all packages; the folder with the archives.
fn packed() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let packed = Command::new(env!("CARGO"))
        .args(["package", "--offline", "--allow-dirty", "--no-verify"])
        .args(PACKAGES.iter().flat_map(|package| ["--package", package]))
        .current_dir(root())
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("cargo runs");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    target.join("package")
}

/// Unpacks a package; the folder with its files.
fn unpacked(folder: &Path, package: &str) -> PathBuf {
    let name = format!("{package}-{}", env!("CARGO_PKG_VERSION"));
    let unpacked =
        Command::new("tar").args(["-xzf", &format!("{name}.crate")]).current_dir(folder).status();
    assert!(unpacked.is_ok_and(|status| status.success()), "tar unpacks {name}.crate");
    folder.join(name)
}

#[test]
fn packages_have_licences_and_a_readme() {
    let packed = packed();
    for package in PACKAGES {
        let folder = unpacked(&packed, package);
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
