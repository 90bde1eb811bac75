/// The most columns of a primary key, inherited ones included; also of an index together with the
/// key columns that it does not name.
pub(crate) const KEY_COLUMNS: usize = 16;
/// The most tables in one line of interleaving, the root included. An interleaved index counts as
/// one.
pub(crate) const INTERLEAVE_DEPTH: usize = 7;
/// The most columns of a table.
pub(crate) const COLUMNS: usize = 1024;
/// The most indexes of a table.
pub(crate) const INDEXES: usize = 128;
/// The longest name, and the longest name of an index together with its schema.
pub(crate) const NAME_LENGTH: usize = 128;
/// The longest name in a PostgreSQL database, which cuts longer ones without an error.
pub(crate) const POSTGRESQL_NAME_LENGTH: usize = 63;
/// The longest text column, in characters.
pub(crate) const TEXT_LENGTH: u32 = 2_621_440;
/// The longest bytes column, and the largest value of any type.
pub(crate) const BYTES_LENGTH: u32 = 10_485_760;
/// The most levels of arrays and objects in JSON.
pub(crate) const JSON_DEPTH: usize = 80;
/// The most bytes of a key, in a table or an index.
pub(crate) const KEY_BYTES: usize = 8192;
/// The fewest shards that spread anything.
pub(crate) const FEWEST_SHARDS: u16 = 2;
/// The most shards. A scan reads each of them.
pub(crate) const MOST_SHARDS: u16 = 1024;
/// The most parameters of a statement.
pub(crate) const STATEMENT_PARAMETERS: usize = 950;
