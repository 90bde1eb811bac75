//! The measured crates: the same structs of 8 fields in each, with a different derive.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// A crate of structs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    NoDerive,
    Serde,
    Gcloud,
    /// The public types that our derive generates, written by hand, with empty methods: what the API
    /// costs before a derive does anything.
    TypesAlone,
    Ours,
    Diesel,
    SeaOrm,
    Toasty,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] =
        [Self::NoDerive, Self::Serde, Self::Gcloud, Self::TypesAlone, Self::Ours];

    /// Those that do more than Spanner's derives, and cost more than a contributor wants to wait for.
    const OTHERS: [Self; 3] = [Self::Diesel, Self::SeaOrm, Self::Toasty];

    /// Those that are measured.
    fn measured() -> Vec<Self> {
        let others = env::var_os("SPANNER_KEYS_OTHER_DERIVES").is_some();
        let others = if others { Self::OTHERS.as_slice() } else { &[] };
        Self::ALL.iter().chain(others).copied().collect()
    }

    /// The name of its package.
    pub(crate) const fn package(self) -> &'static str {
        match self {
            Self::NoDerive => "no-derive",
            Self::Serde => "with-serde",
            Self::Gcloud => "with-gcloud",
            Self::TypesAlone => "types-alone",
            Self::Ours => "with-ours",
            Self::Diesel => "with-diesel",
            Self::SeaOrm => "with-sea-orm",
            Self::Toasty => "with-toasty",
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::NoDerive => "no derive",
            Self::Serde => "serde, Serialize",
            Self::Gcloud => "gcloud-spanner-derive, Table",
            Self::TypesAlone => "NewX and XKey of spanner-keys by hand, without bodies",
            Self::Ours => "spanner-keys, SpannerTable",
            Self::Diesel => "diesel, table!, Queryable, Insertable",
            Self::SeaOrm => "sea-orm, DeriveEntityModel",
            Self::Toasty => "toasty, Model",
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
            Self::Diesel => DIESEL.to_owned(),
            Self::SeaOrm => SEA_ORM.to_owned(),
            Self::Toasty => TOASTY.to_owned(),
        }
    }

    fn prelude(self) -> &'static str {
        match self {
            Self::NoDerive | Self::TypesAlone | Self::Diesel => {
                "pub type Id = String;\npub type Time = std::time::SystemTime;\n"
            }
            Self::Serde => {
                "use serde::Serialize;\npub type Id = String;\npub type Time = std::time::SystemTime;\n"
            }
            Self::Gcloud => {
                "use gcloud_spanner_derive::Table;\npub type Id = String;\npub type Time = time::OffsetDateTime;\n"
            }
            Self::SeaOrm => {
                "pub type Id = String;\npub type Time = sea_orm::prelude::TimeDateTimeWithTimeZone;\n"
            }
            Self::Toasty => "pub type Id = String;\npub type Time = toasty_jiff::Timestamp;\n",
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
            Self::Diesel => "#[derive(diesel::Queryable, diesel::Insertable)]\n",
            Self::SeaOrm => "#[derive(Clone, Debug, PartialEq, sea_orm::DeriveEntityModel)]\n",
            Self::Toasty => "#[derive(Debug, toasty::Model)]\n",
        }
    }
}

const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }\n";
const GCLOUD_DERIVE: &str = "gcloud-spanner-derive = \"1.0\"\n";

const DIESEL: &str = "diesel = { version = \"2\", default-features = false, features = [\"std\", \"postgres_backend\"] }\n";
const SEA_ORM: &str = "sea-orm = { version = \"2\", default-features = false, features = [\"macros\", \"with-time\", \"postgres-array\"] }\n";
const TOASTY: &str = "toasty = { version = \"0.11\", default-features = false, features = [\"jiff\"] }\ntoasty_jiff = { package = \"jiff\", version = \"0.2\" }\n";

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
    pub(crate) kinds: Vec<Kind>,
}

impl Scratch {
    /// Writes a workspace of all packages, with the project's own lock file and this many structs
    /// in each crate.
    pub(crate) fn write(root: &Path, folder: PathBuf, structs: usize) -> io::Result<Self> {
        let kinds = Kind::measured();
        let packages = kinds.iter().map(|kind| kind.package());
        let members = packages.chain(TREES.map(|tree| tree.package));
        let list = members.map(|member| format!("{member:?}")).collect::<Vec<_>>().join(", ");
        fs::create_dir_all(&folder)?;
        fs::write(
            folder.join("Cargo.toml"),
            format!("[workspace]\nresolver = \"3\"\nmembers = [{list}]\n"),
        )?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let scratch = Self { folder, kinds };
        for &kind in &scratch.kinds {
            scratch.package(kind.package(), &kind.dependencies(root), &source(kind, structs))?;
        }
        for tree in TREES {
            scratch.package(tree.package, &tree_dependencies(tree, root), "")?;
        }
        if scratch.kinds.len() > Kind::ALL.len() {
            scratch.fetch()?;
        }
        Ok(scratch)
    }

    /// Downloads what is not in the project's lock file.
    fn fetch(&self) -> io::Result<()> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo).arg("fetch").current_dir(&self.folder).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other("cargo fetch failed")) }
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
fn source(kind: Kind, structs: usize) -> String {
    let mut source = format!("#![allow(dead_code)]\n{}", kind.prelude());
    for number in 0..structs {
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
    if Kind::OTHERS.contains(&kind) {
        return other_item(kind, number, fields);
    }
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

/// The same struct as the other libraries need it: with its key, and without what only ours have.
fn other_item(kind: Kind, number: usize, fields: &str) -> String {
    let mut is_key = false;
    let mut columns = Vec::new();
    for line in fields.lines().map(str::trim) {
        is_key |= line.starts_with("#[key");
        if let Some((name, ty)) = line.strip_prefix("pub ").and_then(|line| line.split_once(": ")) {
            columns.push((name, ty.trim_end_matches(','), is_key));
            is_key = false;
        }
    }
    let key_attribute = match kind {
        Kind::SeaOrm => "#[sea_orm(primary_key, auto_increment = false)]\n    ",
        Kind::Toasty => "#[key]\n    ",
        _ => "",
    };
    let field = |(name, ty, is_key): &(&str, &str, bool)| {
        let key = if *is_key { key_attribute } else { "" };
        format!("    {key}pub {name}: {ty},\n")
    };
    let fields: String = columns.iter().map(field).collect();
    let derive = kind.derive();
    match kind {
        Kind::Diesel => {
            let keys = columns.iter().filter(|(.., is_key)| *is_key).map(|(name, ..)| *name);
            let keys: Vec<&str> = keys.collect();
            let column = |(name, ty, _): &(&str, &str, bool)| format!("{name} -> {}, ", diesel(ty));
            format!(
                "\ndiesel::table! {{ t{number} ({}) {{ {} }} }}\n{derive}#[diesel(table_name = t{number})]\npub struct T{number} {{\n{fields}}}\n",
                keys.join(", "),
                columns.iter().map(column).collect::<String>()
            )
        }
        Kind::SeaOrm => format!(
            "\npub mod t{number} {{\nuse super::*;\nuse sea_orm::entity::prelude::*;\n{derive}#[sea_orm(table_name = \"t{number}\")]\npub struct Model {{\n{fields}}}\n\
             #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]\npub enum Relation {{}}\nimpl ActiveModelBehavior for ActiveModel {{}}\n}}\n"
        ),
        _ => format!("\n{derive}pub struct T{number} {{\n{fields}}}\n"),
    }
}

/// The SQL type of a field.
fn diesel(ty: &str) -> String {
    match ty {
        "i64" => "BigInt".to_owned(),
        "f64" => "Double".to_owned(),
        "bool" => "Bool".to_owned(),
        "Time" => "Timestamp".to_owned(),
        "Vec<u8>" => "Binary".to_owned(),
        "Vec<String>" => "Array<Text>".to_owned(),
        _ => match ty.strip_prefix("Option<") {
            Some(inner) => format!("Nullable<{}>", diesel(inner.trim_end_matches('>'))),
            None => "Text".to_owned(),
        },
    }
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
