//! The measured crates: the same 200 structs of 8 fields in each, with a different derive.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// How many structs a crate has.
pub(crate) const STRUCTS: usize = 200;

/// A crate of structs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    NoDerive,
    Serde,
    Gcloud,
    /// The public types that our derive generates, written by hand, with empty methods. No derive
    /// that generates these types can be faster.
    TypesAlone,
    Ours,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] =
        [Self::NoDerive, Self::Serde, Self::Gcloud, Self::TypesAlone, Self::Ours];

    /// The name of its package.
    pub(crate) const fn package(self) -> &'static str {
        match self {
            Self::NoDerive => "no-derive",
            Self::Serde => "with-serde",
            Self::Gcloud => "with-gcloud",
            Self::TypesAlone => "types-alone",
            Self::Ours => "with-ours",
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::NoDerive => "no derive",
            Self::Serde => "serde, Serialize",
            Self::Gcloud => "gcloud-spanner-derive, Table",
            Self::TypesAlone => "NewX and XKey of spanner-keys by hand, without bodies",
            Self::Ours => "spanner-keys, SpannerTable",
        }
    }

    /// The lines of the package's `[dependencies]`.
    fn dependencies(self, root: &Path) -> String {
        match self {
            Self::NoDerive | Self::TypesAlone => String::new(),
            Self::Serde => SERDE.to_owned(),
            // The derive writes paths that start with `google_cloud_spanner`, so the client needs
            // that name.
            Self::Gcloud => format!(
                "{GCLOUD_DERIVE}google-cloud-spanner = {{ package = \"gcloud-spanner\", version = \"1.9\", default-features = false }}\ntime = \"0.3.55\"\n"
            ),
            Self::Ours => ours(root),
        }
    }

    fn prelude(self) -> &'static str {
        match self {
            Self::NoDerive | Self::TypesAlone => {
                "pub type Id = String;\npub type Time = std::time::SystemTime;\n"
            }
            Self::Serde => {
                "use serde::Serialize;\npub type Id = String;\npub type Time = std::time::SystemTime;\n"
            }
            Self::Gcloud => {
                "use gcloud_spanner_derive::Table;\npub type Id = String;\npub type Time = time::OffsetDateTime;\n"
            }
            Self::Ours => {
                "use spanner_keys::{SpannerTable, Uuid};\npub type Id = Uuid;\npub type Time = std::time::SystemTime;\n"
            }
        }
    }

    /// The derive, as written above a struct.
    pub(crate) fn derive(self) -> &'static str {
        match self {
            Self::NoDerive | Self::TypesAlone => "",
            Self::Serde => "#[derive(Serialize)]\n",
            Self::Gcloud => "#[derive(Table)]\n",
            Self::Ours => "#[derive(SpannerTable)]\n",
        }
    }
}

const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }\n";
const GCLOUD_DERIVE: &str = "gcloud-spanner-derive = \"1.0\"\n";

fn ours(root: &Path) -> String {
    format!("spanner-keys = {{ path = '{}' }}\n", root.join("spanner-keys").display())
}

/// A package without code, to measure its dependencies.
#[derive(Clone, Copy)]
pub(crate) struct Tree {
    pub(crate) package: &'static str,
    pub(crate) label: &'static str,
}

pub(crate) const TREES: [Tree; 4] = [
    Tree { package: "tree-serde", label: "serde with its derive" },
    Tree { package: "tree-gcloud", label: "gcloud-spanner-derive, without its client" },
    Tree { package: "tree-yardstick", label: "serde_derive + uuid + darling" },
    Tree { package: "tree-ours", label: "spanner-keys, default features" },
];

fn tree_dependencies(tree: Tree, root: &Path) -> String {
    match tree.package {
        "tree-serde" => SERDE.to_owned(),
        "tree-gcloud" => GCLOUD_DERIVE.to_owned(),
        "tree-ours" => ours(root),
        _ => "serde_derive = \"1\"\nuuid = { version = \"1.29\", features = [\"v4\", \"v7\", \"fast-rng\"] }\ndarling = \"0.24\"\n"
            .to_owned(),
    }
}

/// The folder that holds the packages.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

impl Scratch {
    /// Writes a workspace of all packages, with the project's own lock file.
    pub(crate) fn write(root: &Path, folder: PathBuf) -> io::Result<Self> {
        let members =
            Kind::ALL.map(Kind::package).into_iter().chain(TREES.map(|tree| tree.package));
        let list = members.map(|member| format!("{member:?}")).collect::<Vec<_>>().join(", ");
        fs::create_dir_all(&folder)?;
        fs::write(
            folder.join("Cargo.toml"),
            format!("[workspace]\nresolver = \"3\"\nmembers = [{list}]\n"),
        )?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let scratch = Self { folder };
        for kind in Kind::ALL {
            scratch.package(kind.package(), &kind.dependencies(root), &source(kind))?;
        }
        for tree in TREES {
            scratch.package(tree.package, &tree_dependencies(tree, root), "")?;
        }
        Ok(scratch)
    }

    fn package(&self, name: &str, dependencies: &str, source: &str) -> io::Result<()> {
        let folder = self.folder.join(name);
        fs::create_dir_all(folder.join("src"))?;
        fs::write(
            folder.join("Cargo.toml"),
            format!(
                "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"
            ),
        )?;
        fs::write(self.source_file(name), source)
    }

    pub(crate) fn source_file(&self, package: &str) -> PathBuf {
        self.folder.join(package).join("src/lib.rs")
    }
}

/// All structs of a crate.
pub(crate) fn source(kind: Kind) -> String {
    let mut source = format!("#![allow(dead_code)]\n{}", kind.prelude());
    for number in 0..STRUCTS {
        source.push_str(&item(kind, number));
    }
    source
}

/// One struct. The five shapes alternate; a child follows its parent.
fn item(kind: Kind, number: usize) -> String {
    let Shape { attributes, fields, new, key } = match number % 5 {
        0 => CUSTOMER,
        1 => ORDER,
        2 => TRANSACTION,
        3 => COUNTRY,
        _ => TICKET,
    };
    let written = format!("{attributes}pub struct T# {{\n{fields}}}\n");
    // Each of our attributes is on its own line.
    let is_read = |line: &&str| kind == Kind::Ours || !line.trim_start().starts_with('#');
    let mut text = format!("\n{}", kind.derive());
    for line in written.lines().filter(is_read) {
        text.push_str(line);
        text.push('\n');
    }
    if kind == Kind::TypesAlone {
        text.push_str(&TYPES.replace("NEW_FIELDS", new).replace("KEY_FIELDS", key));
    }
    let (parent, root) = (number.saturating_sub(1), number - number % 5);
    let names = [
        ("PARENT", format!("T{parent}")),
        ("ROOT", format!("T{root}")),
        ("T#", format!("T{number}")),
        ("N#", format!("N{number}")),
    ];
    names.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// One kind of struct.
struct Shape {
    attributes: &'static str,
    fields: &'static str,
    /// The fields of its `NewX`.
    new: &'static str,
    /// The fields of its `XKey`.
    key: &'static str,
}

/// The public types that the derive generates.
const TYPES: &str = "
pub struct NewT# { NEW_FIELDS }
impl std::fmt::Debug for NewT# {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { loop {} }
}
impl NewT# {
    pub fn insert(self) -> Option<T#Key> { loop {} }
    pub fn insert_with(self, _: &mut i64) -> Option<T#Key> { loop {} }
    pub fn insert_returning(self) -> Option<T#Key> { loop {} }
    pub fn insert_returning_with(self, _: &mut i64) -> Option<T#Key> { loop {} }
}
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct T#Key { KEY_FIELDS }
";

/// A root table with a random key.
const CUSTOMER: Shape = Shape {
    attributes: "#[table(name = \"Customers_N#\")]\n#[index(ByEmail_N#, columns(email), unique, null_filtered)]\n",
    fields: "    #[key(uuid)]
    pub customer_id: Id,
    #[column(length = 256)]
    pub name: String,
    pub email: Option<String>,
    pub visits: i64,
    pub score: f64,
    pub active: bool,
    pub picture: Vec<u8>,
    #[column(commit_timestamp)]
    pub updated_at: Time,
",
    new: "pub name: String, pub email: Option<String>, pub visits: i64, pub score: f64, pub active: bool, pub picture: Vec<u8>",
    key: "pub customer_id: Id",
};

/// Its child, with an index.
const ORDER: Shape = Shape {
    attributes: "#[table(name = \"Orders_N#\")]\n#[interleave(PARENT, on_delete = cascade)]\n#[index(ByStatus_N#, columns(customer_id, status, desc(placed_at)), storing(total), interleave(PARENT))]\n",
    fields: "    #[key(parent)]
    pub customer_id: Id,
    #[key(uuid)]
    pub order_id: Id,
    #[column(length = 20)]
    pub status: String,
    pub total: i64,
    pub note: Option<String>,
    pub express: bool,
    #[column(commit_timestamp)]
    pub placed_at: Time,
    pub tags: Vec<String>,
",
    new: "pub parent: PARENTKey, pub status: String, pub total: i64, pub note: Option<String>, pub express: bool, pub tags: Vec<String>",
    key: "pub parent: PARENTKey, pub order_id: Id",
};

/// A time-ordered table, spread over shards.
const TRANSACTION: Shape = Shape {
    attributes: "#[table(name = \"Transactions_N#\")]\n",
    fields: "    #[key(shard = 16)]
    pub shard_id: i64,
    #[key(ulid)]
    pub txn_id: String,
    pub amount: i64,
    #[column(length = 3)]
    pub currency: String,
    pub memo: Option<String>,
    pub rate: f64,
    pub settled: bool,
    pub payload: Vec<u8>,
",
    new: "pub amount: i64, pub currency: String, pub memo: Option<String>, pub rate: f64, pub settled: bool, pub payload: Vec<u8>",
    key: "pub txn_id: String",
};

/// A key that the application supplies.
const COUNTRY: Shape = Shape {
    attributes: "#[table(name = \"Countries_N#\")]\n#[check(\"{people} >= 0\")]\n",
    fields: "    #[key]
    #[column(length = 2)]
    pub code: String,
    pub name: String,
    pub people: i64,
    pub area: f64,
    pub capital: Option<String>,
    pub island: bool,
    pub flag: Vec<u8>,
    #[column(default = \"CURRENT_TIMESTAMP()\")]
    pub added_at: Time,
",
    new: "pub code: String, pub name: String, pub people: i64, pub area: f64, pub capital: Option<String>, pub island: bool, pub flag: Vec<u8>, pub added_at: Option<Time>",
    key: "pub code: String",
};

/// A plain table that refers to another.
const TICKET: Shape = Shape {
    attributes: "#[table(name = \"Tickets_N#\")]\n#[foreign_key(columns(customer_id), references(ROOT, customer_id))]\n",
    fields: "    #[key(uuid)]
    pub ticket_id: Id,
    pub customer_id: Id,
    pub title: String,
    pub body: String,
    pub priority: i64,
    pub open: bool,
    pub assignee: Option<String>,
    pub opened_at: Time,
",
    new: "pub customer_id: Id, pub title: String, pub body: String, pub priority: i64, pub open: bool, pub assignee: Option<String>, pub opened_at: Time",
    key: "pub ticket_id: Id",
};
