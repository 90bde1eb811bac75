//! The possible changes, as cargo-mutants lists them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use crate::areas::Area;

/// One small change.
pub(crate) struct Mutant {
    /// The file and the change, with the position.
    pub(crate) name: String,
    /// The same without the position, which changes with every edit above it.
    pub(crate) label: String,
    pub(crate) file: String,
    /// The whole file with the change.
    pub(crate) text: String,
    /// Identifies the file's text with the change.
    pub(crate) id: String,
}

/// The mutants of an area.
pub(crate) fn list(project: &Path, area: &Area) -> Result<Vec<Mutant>, String> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["mutants", "--list", "--json"]).current_dir(project);
    for file in area.files {
        command.args(["--file", file]);
    }
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!(
            "cargo mutants does not run: {stderr}is it installed? `cargo install cargo-mutants --locked`"
        ));
    }
    let list: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo mutants printed no JSON: {error}"))?;
    list.as_array().into_iter().flatten().map(|mutant| read(project, mutant)).collect()
}

fn read(project: &Path, mutant: &Value) -> Result<Mutant, String> {
    let unknown = || format!("unexpected output of cargo mutants: {mutant}");
    let text = |field: &str| mutant[field].as_str().map(str::to_owned).ok_or_else(unknown);
    let (name, file, replacement) = (text("name")?, text("file")?, text("replacement")?);
    let place = |end: &str, field: &str| {
        mutant["span"][end][field]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(unknown)
    };
    let source =
        fs::read_to_string(project.join(&file)).map_err(|error| format!("{file}: {error}"))?;
    let from =
        offset(&source, place("start", "line")?, place("start", "column")?).ok_or_else(unknown)?;
    let to = offset(&source, place("end", "line")?, place("end", "column")?).ok_or_else(unknown)?;
    let text = format!("{}{replacement}{}", &source[..from], &source[to..]);
    let label =
        name.splitn(4, ':').nth(3).map_or_else(|| name.clone(), |what| format!("{file}:{what}"));
    let mut hash = DefaultHasher::new();
    (&file, &text).hash(&mut hash);
    Ok(Mutant { id: format!("{:016x}", hash.finish()), name, label, file, text })
}

/// The byte offset of a line and a column, both counted from one, the column in characters.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = &text[start..];
    rest.char_indices()
        .map(|(at, _)| at)
        .chain([rest.len()])
        .nth(column.checked_sub(1)?)
        .map(|at| start + at)
}
