//! The schema as a file.

use super::plan::Step;
use crate::dialect::Dialect;

/// The text before and after the version in the first line.
const BEFORE_VERSION: &str = " schema, written by spanner-keys ";
const AFTER_VERSION: &str = ": change the structs, not this file";

/// The statements with their comments, one blank line between them.
pub(super) fn write(steps: &[Step], dialect: Dialect) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut script = format!("-- {dialect}{BEFORE_VERSION}{version}{AFTER_VERSION}\n");
    for step in steps {
        script.push('\n');
        for note in &step.notes {
            comment(&mut script, note);
        }
        script.push_str(&step.sql);
        script.push_str(";\n");
    }
    script
}

/// Whether two scripts are equal, ignoring line endings, which a checkout may change, and the
/// version in the first line, so that a release does not change every file.
#[cfg(feature = "build")]
pub(crate) fn says_the_same(kept: &str, now: &str) -> bool {
    let (mut kept, mut now) = (kept.lines(), now.lines());
    let dialect = kept.next().and_then(without_version);
    dialect.is_some() && dialect == now.next().and_then(without_version) && kept.eq(now)
}

/// The dialect in a first line that this crate wrote, whatever its version.
#[cfg(feature = "build")]
fn without_version(line: &str) -> Option<&str> {
    let (dialect, version) = line.strip_suffix(AFTER_VERSION)?.split_once(BEFORE_VERSION)?;
    let is_version = !version.is_empty()
        && version.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-+".contains(letter));
    is_version.then_some(dialect)
}

/// One comment per line of the note, so that no line of it can be read as SQL.
fn comment(script: &mut String, note: &str) {
    for line in note.split(ends_line) {
        script.push_str("--");
        if !line.is_empty() {
            script.push(' ');
            script.push_str(line);
        }
        script.push('\n');
    }
}

/// Whether some reader of the file may see the end of a line here.
const fn ends_line(character: char) -> bool {
    (character.is_ascii_control() && character != '\t')
        || matches!(character, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}
