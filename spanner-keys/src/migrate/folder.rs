//! Folders of migrations.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The endings of files with DDL in a folder.
const ENDINGS: &[&str] = &["sql", "ddl", "sdl"];

/// The migrations of a folder, and of the folders in it, in the order of their numbers. Those that
/// undo others, as golang-migrate, diesel and Flyway name them, are left out.
///
/// ```
/// use spanner_keys::migrate::migration_files;
///
/// # let folder = std::env::temp_dir().join(format!("spanner-keys-migrations-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// for name in ["2_orders.sql", "10_index.sql", "10_index.down.sql", "README.md"] {
///     std::fs::write(folder.join(name), "")?;
/// }
/// let files = migration_files(&folder)?;
/// assert_eq!(files, [folder.join("2_orders.sql"), folder.join("10_index.sql")]);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn migration_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            // A link may lead back here.
            let linked = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if path.is_dir() {
                if !linked && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if ENDINGS.contains(&ending.as_str()) && !undoes(&name) {
                files.push(path);
            }
        }
    }
    files.sort_by(|one, two| by_number(&one.to_string_lossy(), &two.to_string_lossy()));
    Ok(files)
}

/// Whether a migration of this name undoes another one, as golang-migrate, diesel and Flyway name
/// them.
fn undoes(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let flyway = name.strip_prefix('u').and_then(|rest| rest.split_once("__"));
    name.contains(".down.")
        || stem == "down"
        || stem.ends_with("_down")
        || stem.ends_with("-down")
        || flyway
            .is_some_and(|(version, _)| version.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// `2_b.sql` comes before `10_a.sql`.
fn by_number(one: &str, two: &str) -> Ordering {
    let (mut one, mut two) = (one.chars().peekable(), two.chars().peekable());
    loop {
        match (one.peek().copied(), two.peek().copied()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit() => {
                let mut digits = [String::new(), String::new()];
                for (side, text) in [&mut one, &mut two].into_iter().zip(&mut digits) {
                    while let Some(digit) = side.next_if(char::is_ascii_digit) {
                        text.push(digit);
                    }
                }
                let [a, b] = digits.map(|text| text.trim_start_matches('0').to_owned());
                let order = a.len().cmp(&b.len()).then_with(|| a.cmp(&b));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (Some(a), Some(b)) if a != b => return a.cmp(&b),
            _ => {
                one.next();
                two.next();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{by_number, undoes};

    #[test]
    fn migrations_that_undo_others_are_known_by_their_names() {
        for name in ["1_a.down.sql", "down.sql", "1_a_down.sql", "u2__a.sql", "u1.1__b.sql"] {
            assert!(undoes(name), "{name}");
        }
        for name in ["1_a.up.sql", "v2__a.sql", "users__x.sql", "countdown.sql", "u__a.sql"] {
            assert!(!undoes(name), "{name}");
        }
    }

    #[test]
    fn files_are_sorted_by_their_numbers() {
        let mut files = ["m/10_a.sql", "m/2_b.sql", "m/002_a.sql", "m/1.sql", "m/b.sql", "m/a.sql"];
        files.sort_by(|one, two| by_number(one, two));
        assert_eq!(
            files,
            ["m/1.sql", "m/002_a.sql", "m/2_b.sql", "m/10_a.sql", "m/a.sql", "m/b.sql"]
        );
    }
}
