//! Reads files, and writes them atomically.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::Error;

/// The text of a file; `None` if it does not exist. Invalid UTF-8 is replaced, and the parser then
/// rejects it.
pub(super) fn read(path: &Path) -> Result<Option<String>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        // A folder that does not exist yet has no files.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { path: path.to_owned(), doing: "read", source }),
    }
}

/// Writes a file so that readers see either the old or the new text: writes another file next to
/// it, then renames that.
///
/// Does not use `tempfile`, whose files only their owner can read.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    // Keeps a symbolic link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|source| Error::Io {
        path: folder.to_owned(),
        doing: "create the folder",
        source,
    })?;
    let beside = beside(path);
    let written = put(&beside, path, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|source| {
        // Reports the first error. Removing the file may fail too, if it was never created.
        _ = fs::remove_file(&beside);
        Error::Io { path: path.to_owned(), doing: "write", source }
    })
}

/// The name of a file that only this process writes.
fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.{:?}.tmp", std::process::id(), std::thread::current().id()));
    path.with_file_name(name)
}

fn put(beside: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// Sets the modification time of files that a build script wrote to the time when Cargo started the
/// script. Otherwise Cargo would see them as changed since then, and build everything again.
pub(super) fn date_back(written: &[PathBuf]) {
    let started = std::env::var_os("OUT_DIR")
        .and_then(|out| fs::metadata(Path::new(&out).with_file_name("invoked.timestamp")).ok());
    let Some(started) = started.and_then(|started| started.modified().ok()) else { return };
    for path in written {
        _ = File::options().write(true).open(path).and_then(|file| file.set_modified(started));
    }
}
