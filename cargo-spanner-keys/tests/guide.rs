//! What the pages show is what the command prints.
//!
//! `<!-- file: NAME -->` before a block gives the block to the commands of the page as a file, and
//! `<!-- run: COMMAND -->` before a block runs the command and compares. With BLESS=1 the output is
//! written to the page.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages: the README, and those of the guide and of `docs`.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for folder in ["spanner-keys/guide", "docs"] {
        let files = fs::read_dir(root().join(folder)).expect("a folder");
        pages.extend(files.flatten().map(|file| file.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.sort();
    pages
}

/// The command's output in this folder, and the message after it if there is one.
fn run(arguments: &str, folder: &Path) -> String {
    let arguments = arguments.strip_prefix("cargo ").expect("a command of Cargo");
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the command runs");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).trim_end().to_owned() + "\n"
}

#[test]
fn pages_show_what_the_command_prints() {
    let mut commands = 0;
    for page in pages() {
        let name = page.file_stem().unwrap_or_default().to_string_lossy();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guide-{name}"));
        fs::create_dir_all(&folder).expect("a folder");
        let text = fs::read_to_string(&page).expect("a page");
        let mut blocks = text.split("<!-- ");
        let mut written = blocks.next().unwrap_or_default().to_owned();
        for block in blocks {
            let parts = block.split_once(" -->\n```").and_then(|(comment, rest)| {
                let (language, rest) = rest.split_once('\n')?;
                let (code, after) = rest.split_once("```")?;
                Some((comment, language, code, after))
            });
            let real = parts.and_then(|(comment, _, code, _)| {
                if let Some(file) = comment.strip_prefix("file: ") {
                    fs::write(folder.join(file), code).expect("a file");
                }
                let command = comment.strip_prefix("run: ")?;
                commands += 1;
                Some(run(command, &folder))
            });
            match (parts, real) {
                (Some((comment, language, _, after)), Some(real)) => {
                    let start = ["<!-- ", comment, " -->\n```", language, "\n"];
                    written.extend(start.into_iter().chain([real.as_str(), "```", after]));
                }
                _ => written.extend(["<!-- ", block]),
            }
        }
        if env::var_os("BLESS").is_some() {
            fs::write(&page, &written).expect("it is written");
        } else {
            assert_eq!(text, written, "{}: BLESS=1 writes it", page.display());
        }
    }
    assert!(commands >= 5, "{commands}");
}
