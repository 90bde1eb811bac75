//! The crates that are measured: the same 200 structs of 8 fields, each with another derive.

use std::fmt::Write;
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
    Ours,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::NoDerive, Self::Serde, Self::Gcloud, Self::Ours];

    /// The name of its package.
    pub(crate) const fn package(self) -> &'static str {
        match self {
            Self::NoDerive => "no-derive",
            Self::Serde => "with-serde",
            Self::Gcloud => "with-gcloud",
            Self::Ours => "with-ours",
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::NoDerive => "no derive",
            Self::Serde => "serde, Serialize",
            Self::Gcloud => "gcloud-spanner-derive, Table",
            Self::Ours => "spanner-keys, SpannerTable",
        }
    }

    /// What the package depends on.
    fn dependencies(self, root: &Path) -> String {
        match self {
            Self::NoDerive => String::new(),
            Self::Serde => SERDE.to_owned(),
            // The derive writes paths that start with `google_cloud_spanner`, so the client must go by that name.
            Self::Gcloud => format!(
                "{GCLOUD_DERIVE}google-cloud-spanner = {{ package = \"gcloud-spanner\", version = \"1.9\", default-features = false }}\ntime = \"0.3.55\"\n"
            ),
            Self::Ours => ours(root),
        }
    }

    fn prelude(self) -> &'static str {
        match self {
            Self::NoDerive => "pub type Id = String;\npub type Time = std::time::SystemTime;\n",
            Self::Serde => "use serde::Serialize;\npub type Id = String;\npub type Time = std::time::SystemTime;\n",
            Self::Gcloud => "use gcloud_spanner_derive::Table;\npub type Id = String;\npub type Time = time::OffsetDateTime;\n",
            Self::Ours => "use spanner_keys::{SpannerTable, Uuid};\npub type Id = Uuid;\npub type Time = std::time::SystemTime;\n",
        }
    }

    fn derive(self) -> &'static str {
        match self {
            Self::NoDerive => "",
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

/// A package without code, whose dependencies are what is measured.
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

/// Where everything is written.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

impl Scratch {
    /// A workspace of all packages, with the versions that the project itself is locked to.
    pub(crate) fn write(root: &Path, folder: PathBuf) -> io::Result<Self> {
        let members = Kind::ALL.map(Kind::package).into_iter().chain(TREES.map(|tree| tree.package));
        let list = members.map(|member| format!("{member:?}")).collect::<Vec<_>>().join(", ");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("Cargo.toml"), format!("[workspace]\nresolver = \"3\"\nmembers = [{list}]\n"))?;
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
            format!("[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"),
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

/// One struct. Five shapes take turns; a child follows its parent.
fn item(kind: Kind, number: usize) -> String {
    let [attributes, fields] = match number % 5 {
        0 => CUSTOMER,
        1 => ORDER,
        2 => TRANSACTION,
        3 => COUNTRY,
        _ => TICKET,
    };
    let mut out = String::from("\n");
    out.push_str(kind.derive());
    let ours = kind == Kind::Ours;
    let (parent, root) = (number.saturating_sub(1), number - number % 5);
    let text = if ours { format!("{attributes}pub struct T# {{\n{fields}}}\n") } else { format!("pub struct T# {{\n{fields}}}\n") };
    for line in text.lines() {
        // Attributes of ours stand on lines of their own.
        if ours || !line.trim_start().starts_with('#') {
            let line = line.replace("PARENT", &format!("T{parent}")).replace("ROOT", &format!("T{root}"));
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "{}", line.replace("T#", &format!("T{number}")).replace("N#", &format!("N{number}")));
        }
    }
    out
}

/// A root table with a random key.
const CUSTOMER: [&str; 2] = [
    "#[table(name = \"Customers_N#\")]\n#[index(ByEmail_N#, columns(email), unique, null_filtered)]\n",
    "    #[key(uuid)]
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
];

/// Its child, with an index.
const ORDER: [&str; 2] = [
    "#[table(name = \"Orders_N#\")]\n#[interleave(PARENT, on_delete = cascade)]\n#[index(ByStatus_N#, columns(customer_id, status, desc(placed_at)), storing(total), interleave(PARENT))]\n",
    "    #[key(parent)]
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
];

/// A table in order of time, spread over shards.
const TRANSACTION: [&str; 2] = [
    "#[table(name = \"Transactions_N#\")]\n",
    "    #[key(shard = 16)]
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
];

/// A key that the application supplies.
const COUNTRY: [&str; 2] = [
    "#[table(name = \"Countries_N#\")]\n#[check(\"{people} >= 0\")]\n",
    "    #[key]
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
];

/// A plain table that refers to another.
const TICKET: [&str; 2] = [
    "#[table(name = \"Tickets_N#\")]\n#[foreign_key(columns(customer_id), references(ROOT, customer_id))]\n",
    "    #[key(uuid)]
    pub ticket_id: Id,
    pub customer_id: Id,
    pub title: String,
    pub body: String,
    pub priority: i64,
    pub open: bool,
    pub assignee: Option<String>,
    pub opened_at: Time,
",
];
