//! The same checks in a test.

use std::path::Path;

use super::{Accept, Accepted, Files, Lock, UPDATE, flag, in_package, migrations, shown};
use crate::ddl::Schema;
use crate::dialect::Dialect;

impl Schema<'_> {
    /// For a test: fails if the file does not match the structs, and shows the difference, or if a
    /// table changed in a way Spanner cannot apply. With `SPANNER_KEYS_UPDATE=1` it writes the file
    /// instead. Feature `build`.
    ///
    /// The path is relative to the package. A file whose name ends in `.postgresql.sql` is for
    /// PostgreSQL databases, every other one for GoogleSQL databases. The lock is next to it:
    /// `schema.lock` for `schema.sql` and for `schema.googlesql.sql`. See [`build`](crate::build)
    /// for what it guards.
    ///
    /// ```no_run
    /// # use spanner_keys::{SpannerTable, Uuid, tables};
    /// # #[derive(SpannerTable)] struct Customer { #[key(uuid)] customer_id: Uuid }
    /// # #[derive(SpannerTable)] struct Order { #[key(uuid)] order_id: Uuid }
    /// #[test]
    /// fn schema_file_is_up_to_date() {
    ///     tables![Customer, Order].assert_matches("schema.sql");
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// If the file does not match, or cannot be read or written.
    #[track_caller]
    pub fn assert_matches(&self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.strip_suffix(".sql").unwrap_or(&name);
        let (dialect, stem) = match stem.strip_suffix(".postgresql") {
            Some(stem) => (Dialect::PostgreSql, stem),
            None => (Dialect::GoogleSql, stem.strip_suffix(".googlesql").unwrap_or(stem)),
        };
        let lock = Lock {
            path: in_package(path.with_file_name(format!("{stem}.lock"))),
            first_by_itself: true,
        };
        let files = Files {
            scripts: vec![(in_package(path), dialect)],
            lock: Some(lock),
            migrations: if stem == "schema" {
                migrations::beside(&in_package(path.with_file_name("")))
            } else {
                None
            },
            in_out_dir: false,
            accept: Accept::Test,
        };
        match files.bring_up_to_date(self, &Accepted::from_env(), !flag(UPDATE)) {
            Ok(written) => written.iter().for_each(|path| println!("written: {}", shown(path))),
            Err(error) => panic!("{error}"),
        }
    }
}

/// What would change in a file, with a few lines of context.
pub(super) fn diff(path: &Path, kept: &str, now: &str) -> String {
    let kept = kept.replace("\r\n", "\n");
    let path = shown(path).to_string();
    similar::TextDiff::from_lines(kept.as_str(), now)
        .unified_diff()
        .header(&path, "from the structs")
        .to_string()
}
