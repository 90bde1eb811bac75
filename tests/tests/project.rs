//! The documentation matches the code.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The error in the README is the compiler's.
#[test]
fn readme_shows_the_real_error() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README is there");
    let real = fs::read_to_string(root().join("tests/ui/timestamp_leads_behind_alias.stderr"))
        .expect("the snapshot is there");
    assert!(readme.contains(&format!("```text\n{real}```")), "put this into the README:\n{real}");
}

/// The failed build in the README is Cargo's output.
#[test]
fn readme_shows_the_real_failed_build() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README is there");
    let real = fs::read_to_string(root().join("tests/build_script/shard_count.txt"))
        .expect("the text is there");
    assert!(readme.contains(&format!("```text\n{real}```")), "put this into the README:\n{real}");
    let lock = fs::read_to_string(root().join("examples/shop/schema/schema.lock"))
        .expect("the example has a lock");
    let table = lock
        .split("\n\n")
        .find(|block| block.starts_with("table Payments"))
        .expect("the lock has the table");
    assert!(
        readme.contains(&format!("```text\n{table}\n```")),
        "put this into the README:\n{table}"
    );
}

/// Generated code uses every name that it imports: each one costs compile time.
#[test]
fn generated_code_uses_every_imported_name() {
    let names = fs::read_to_string(root().join("spanner-keys/src/private.rs"))
        .expect("the names are there");
    let names = names
        .split_once("pub mod names {")
        .and_then(|(_, rest)| rest.split_once("};"))
        .expect("they are a list")
        .0;
    let mut derive = String::new();
    for folder in ["spanner-keys-derive/src", "spanner-keys-derive/src/expand"] {
        for file in fs::read_dir(root().join(folder))
            .expect("it is there")
            .flatten()
            .filter(|file| file.path().is_file())
        {
            derive.push_str(&fs::read_to_string(file.path()).expect("it is text"));
        }
    }
    // A check is called without the underscores.
    let is_used = |name: &str| {
        derive.contains(&format!("__{name}")) || derive.contains(&format!("\"{name}\""))
    };
    let brought: Vec<&str> =
        names.split(',').filter_map(|name| Some(name.split_once(" as __")?.1.trim())).collect();
    assert!(brought.len() > 50, "{brought:?}");
    let unused: Vec<_> = brought.into_iter().filter(|name| !is_used(name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// No dependency requires a newer compiler than our `rust-version`, except Google's client, whose
/// feature documents it. (Clippy's `incompatible_msrv` checks our own code.)
#[test]
fn dependencies_support_our_rust_version() {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let host = String::from_utf8_lossy(&host)
        .lines()
        .find_map(|line| Some(line.strip_prefix("host: ")?.to_owned()))
        .expect("rustc has a host");
    // Dependencies of other platforms may not have been downloaded.
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--all-features",
            "--offline",
            "--filter-platform",
            &host,
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let package = |id: &serde_json::Value| {
        packages.iter().find(|package| package["id"] == *id).expect("every node is a package")
    };
    let ours =
        packages.iter().find(|package| package["name"] == "spanner-keys").expect("we are there");
    let promised = version(ours["rust_version"].as_str().expect("a rust-version is stated"));

    let mut todo = vec![&ours["id"]];
    let mut seen = Vec::new();
    while let Some(id) = todo.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let package = package(id);
        let needed = version(package["rust_version"].as_str().unwrap_or("1.0"));
        assert!(needed <= promised, "{} needs Rust {needed:?}", package["name"]);
        let node = nodes.iter().find(|node| node["id"] == *id).expect("every package has a node");
        for dependency in node["deps"].as_array().expect("deps") {
            if dependency["name"] == "google_cloud_spanner" {
                continue;
            }
            let kinds = dependency["dep_kinds"].as_array().expect("kinds");
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                todo.push(&dependency["pkg"]);
            }
        }
    }
    assert!(seen.len() > 20, "only {} packages looked at", seen.len());
}

fn version(text: &str) -> (u32, u32) {
    let mut numbers = text.split('.').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}
