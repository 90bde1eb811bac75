//! What became of the mutants.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::mutant::Mutant;
use crate::rooms::Room;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Noticed, by these tests.
    Caught(String),
    /// It does not even compile.
    NoMutant,
    /// Not noticed.
    Missed,
}

/// The outcomes so far, in a file, one line each.
pub(crate) struct Kept {
    path: PathBuf,
    outcomes: HashMap<String, Outcome>,
}

impl Kept {
    pub(crate) fn open(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let outcomes = text.lines().filter_map(|line| line.split_once(' ')).map(|(id, outcome)| {
            let outcome = match outcome {
                "missed" => Outcome::Missed,
                "no mutant" => Outcome::NoMutant,
                by => Outcome::Caught(by.to_owned()),
            };
            (id.to_owned(), outcome)
        });
        Self { path: path.to_owned(), outcomes: outcomes.collect() }
    }

    /// What needs no second look: what was noticed, and what is listed.
    pub(crate) fn known(
        &self,
        mutant: &Mutant,
        listed: &HashMap<String, usize>,
    ) -> Option<Outcome> {
        let open =
            |outcome: &Outcome| *outcome == Outcome::Missed && !listed.contains_key(&mutant.label);
        self.outcomes.get(&mutant.id).filter(|outcome| !open(outcome)).cloned()
    }

    pub(crate) fn add(&mut self, id: &str, outcome: Outcome) -> Result<(), String> {
        let word = match &outcome {
            Outcome::Caught(by) => by,
            Outcome::NoMutant => "no mutant",
            Outcome::Missed => "missed",
        };
        let file = OpenOptions::new().append(true).create(true).open(&self.path);
        file.and_then(|mut file| writeln!(file, "{id} {word}"))
            .map_err(|error| error.to_string())?;
        self.outcomes.insert(id.to_owned(), outcome);
        Ok(())
    }
}

/// Prints the score. Whether every survivor is listed; and, where all mutants ran, whether every
/// listed one survived.
pub(crate) fn print(
    root: &Path,
    work: &[(&Room, Mutant)],
    kept: &Kept,
    all: bool,
) -> Result<bool, String> {
    let mut listed = listed(root)?;
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut caught, mut broken, mut reasoned, mut new) = (0, 0, 0, Vec::new());
    for (_, mutant) in work {
        match kept.outcomes.get(&mutant.id) {
            Some(Outcome::Caught(stage)) => {
                caught += 1;
                *by.entry(stage).or_default() += 1;
            }
            Some(Outcome::NoMutant) => broken += 1,
            _ => match listed.get_mut(&mutant.label).filter(|left| **left > 0) {
                Some(left) => {
                    *left -= 1;
                    reasoned += 1;
                }
                None => new.push(&mutant.name),
            },
        }
    }
    let stale: Vec<_> = listed.iter().filter(|(_, left)| all && **left > 0).collect();
    println!("\n{caught} mutants noticed");
    for (stage, count) in &by {
        println!("  {count:>5} by {stage}");
    }
    println!("{broken} that do not compile");
    println!("{reasoned} survivors that are listed with a reason");
    println!("{} survivors that are not", new.len());
    for name in &new {
        println!("  {name}");
    }
    for (label, _) in &stale {
        println!("listed, and not a survivor any more: {label}");
    }
    let viable = caught + reasoned + new.len();
    println!(
        "score: {caught} of {viable} noticed, {} of {viable} noticed or listed",
        caught + reasoned
    );
    Ok(new.is_empty() && stale.is_empty())
}

/// The survivors that are known: a line for each, and below it, indented, the reason.
pub(crate) fn listed(root: &Path) -> Result<HashMap<String, usize>, String> {
    let path = root.join("tools/mutants/survivors.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut listed: HashMap<String, usize> = HashMap::new();
    let mut waiting: Option<&str> = None;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if line.starts_with(' ') {
            waiting = None;
        } else {
            *listed.entry(line.to_owned()).or_default() += 1;
            // Some in a row may share a reason.
            waiting = Some(line);
        }
    }
    match waiting {
        Some(line) => Err(format!("no reason is given for: {line}")),
        None => Ok(listed),
    }
}
