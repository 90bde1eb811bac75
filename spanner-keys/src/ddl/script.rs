//! The schema as a file for people.

use super::Dialect;
use super::plan::Step;

/// The statements with their comments, one blank line between them.
pub(super) fn write(steps: &[Step<'_>], dialect: Dialect) -> String {
    let mut script = format!("-- {dialect} schema, written by spanner-keys: change the structs, not this file\n");
    for step in steps {
        script.push('\n');
        for note in &step.notes {
            comment(&mut script, note);
        }
        script.push_str(&dialect.statement(&step.statement));
        script.push_str(";\n");
    }
    script
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

/// Everything that some reader takes for the end of a line.
const fn ends_line(character: char) -> bool {
    (character.is_ascii_control() && character != '\t') || matches!(character, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}
