//! The possible changes, as cargo-mutants lists them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
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
    /// Identifies the file's text with the change.
    pub(crate) id: String,
    /// The whole file without the change.
    pub(crate) source: String,
    /// The bytes of the function that is changed; empty if it is a constant.
    pub(crate) function: Range<usize>,
    /// The bytes that are changed.
    pub(crate) change: Range<usize>,
    pub(crate) replacement: String,
}

impl Mutant {
    /// The whole file with the change.
    pub(crate) fn text(&self) -> String {
        let (before, after) = (&self.source[..self.change.start], &self.source[self.change.end..]);
        format!("{before}{}{after}", self.replacement)
    }
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
    let source =
        fs::read_to_string(project.join(&file)).map_err(|error| format!("{file}: {error}"))?;
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let bytes = |span: &Value| {
        let place =
            |place: &Value| offset(&source, number(&place["line"])?, number(&place["column"])?);
        Some(place(&span["start"])?..place(&span["end"])?)
    };
    let change = bytes(&mutant["span"]).ok_or_else(unknown)?;
    let function = bytes(&mutant["function"]["span"]).unwrap_or_default();
    let label =
        name.splitn(4, ':').nth(3).map_or_else(|| name.clone(), |what| format!("{file}:{what}"));
    let mut mutant =
        Mutant { name, label, file, id: String::new(), source, function, change, replacement };
    let mut hash = DefaultHasher::new();
    (&mutant.file, mutant.text()).hash(&mut hash);
    mutant.id = format!("{:016x}", hash.finish());
    Ok(mutant)
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
