//! The documentation matches the code.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The error in the README is the compiler's, for the struct above it.
#[test]
fn readme_shows_the_real_error() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect("the file is there");
    let readme = read("README.md");
    let case = read("tests/ui/timestamp_leads_behind_alias.rs");
    let (case, _) = case.split_once("\nfn main()").expect("the case is a program");
    assert!(readme.contains(&format!("E0277\n{case}```")), "put this into the README:\n{case}");
    let error = read("tests/ui/timestamp_leads_behind_alias.stderr");
    assert!(readme.contains(&format!("```text\n{error}```")), "put this into the README:\n{error}");
}

/// The failed build and the lock in the guide are real.
#[test]
fn guide_shows_the_real_failed_build() {
    let guide = root().join("spanner-keys/guide/changing_a_schema.md");
    let guide = fs::read_to_string(guide).expect("the chapter is there");
    let real = fs::read_to_string(root().join("tests/build_script/shard_count.txt"))
        .expect("the text is there");
    assert!(guide.contains(&format!("```text\n{real}```")), "put this into the guide:\n{real}");
    let script =
        fs::read_to_string(root().join("examples/shop/build.rs")).expect("the example's script");
    let (_, script) = script.split_once("\n\n").expect("it begins with documentation");
    assert!(guide.contains(&format!("ignore\n{script}```")), "put this into the guide:\n{script}");
    let lock = fs::read_to_string(root().join("examples/shop/schema/schema.lock"))
        .expect("the example has a lock");
    let table = lock
        .split("\n\n")
        .find(|block| block.starts_with("table Payments"))
        .expect("the lock has the table");
    // One dialect is enough for the reader.
    let (table, _) = table.split_once("  postgresql\n").expect("the lock has both dialects");
    assert!(guide.contains(&format!("```text\n{table}")), "put this into the guide:\n{table}");
}

/// Every chapter is in the list of the guide, and its code is compiled.
#[test]
fn guide_is_complete() {
    let list = fs::read_to_string(root().join("spanner-keys/src/guide.rs")).expect("the list");
    let compiled = fs::read_to_string(root().join("tests/clients/src/lib.rs")).expect("the pages");
    let chapters = fs::read_dir(root().join("spanner-keys/guide")).expect("the guide");
    let names = chapters.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
    let names: Vec<String> = names.collect();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        let chapter = name.trim_end_matches(".md");
        assert!(list.contains(&format!("//! | [`{chapter}`] |")), "{chapter} is not in the list");
        assert!(compiled.contains(&format!("guide/{name}\"")), "{name} is not compiled");
    }
}

/// Spanner's replace deletes children: every paragraph that offers it mentions them.
#[test]
fn replace_is_never_offered_without_its_children() {
    for (file, offer) in [
        ("spanner-keys/guide/rows.md", "or_replace"),
        ("spanner-keys/guide/interleaving.md", "or_replace"),
        ("spanner-keys/src/client_types.rs", "\n    Replace,"),
        ("spanner-keys/src/row/insert.rs", "pub fn or_replace("),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("the file is there");
        let offers: Vec<&str> =
            text.split("\n\n").filter(|paragraph| paragraph.contains(offer)).collect();
        assert!(!offers.is_empty(), "{file} does not offer it");
        assert!(offers.iter().all(|offer| offer.contains("children")), "{file}: {offers:?}");
    }
}

/// Generated code uses every name in the private module.
#[test]
fn generated_code_uses_every_private_name() {
    let read = |path: &Path| fs::read_to_string(path).expect("a source file");
    let mut users = read(&root().join("spanner-keys/src/lib.rs"));
    let mut folders = vec![root().join("spanner-keys-derive/src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true if path.ends_with("tests") => {}
                true => folders.push(path),
                false => users.push_str(&read(&path)),
            }
        }
    }
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let used: BTreeSet<&str> = users.split(|character| !is_word(character)).collect();
    let private = read(&root().join("spanner-keys/src/private.rs"));
    let names: Vec<&str> = private
        .split(';')
        .filter_map(|statement| statement.split_once("pub use ")?.1.rsplit_once("::"))
        .flat_map(|(_, names)| names.split([',', '{', '}']))
        .filter_map(|name| name.split_whitespace().last())
        .filter(|name| !["*", "self"].contains(name))
        .collect();
    assert!(names.len() > 80, "{names:?}");
    let unused: Vec<_> = names.into_iter().filter(|name| !used.contains(name)).collect();
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
            "metadata", "--format-version", "1", "--all-features", "--offline",
            "--filter-platform", &host,
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
            let name = dependency["name"].as_str().unwrap_or_default();
            if ["google_cloud_spanner", "google_cloud_lro"].contains(&name) {
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
