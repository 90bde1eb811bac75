//! The page of each type is read by a test: see `rustdoc_shows_no_machinery` in `tests/ui/main.rs`.

mod plans {
    use spanner_keys::{SpannerTable, Uuid};

    /// A project of a team.
    ///
    /// ```
    /// assert!(true);
    /// ```
    #[derive(SpannerTable)]
    pub struct Project {
        /// Drawn at random.
        #[key(uuid)]
        pub project_id: Uuid,
        /// What people call it, unlike [`Self::project_id`].
        pub name: String,
    }
}

use plans::Project as Plan;
use spanner_keys::{SpannerTable, Uuid};

/// Something to do.
#[derive(SpannerTable)]
#[interleave(plans::Project)]
#[index(TasksByNumber, columns(project_id, number))]
pub struct Task {
    #[key(parent)]
    pub project_id: Uuid,
    /// Counted in each project, see [`Self::title`].
    #[key]
    pub number: i64,
    /// In one line.
    #[column(default = "''")]
    pub title: String,
    pub done: bool,
}

type Renamed = Plan;

/// Interleaved in an alias.
#[derive(SpannerTable)]
#[interleave(Renamed)]
pub struct Note {
    #[key(parent)]
    pub project_id: Uuid,
    #[key(uuid)]
    pub note_id: Uuid,
}

fn main() {
    #[derive(SpannerTable)]
    struct Root {
        #[key(uuid)]
        id: Uuid,
    }
    #[derive(SpannerTable)]
    #[interleave(Root)]
    struct Local {
        #[key(parent)]
        id: Uuid,
        #[key]
        number: i64,
    }
    let root = RootKey { id: Uuid::nil() };
    let _ = LocalKey { root, number: 1 };
    let project = plans::ProjectKey { project_id: Uuid::nil() };
    let _ = NewTask { project, number: 1, title: None, done: false }.insert();
    let _ = NewNote { renamed: plans::ProjectKey { project_id: Uuid::nil() } }.insert();
    let _ = plans::NewProject { name: String::new() }.insert();
    let _ = |local: Local, root: Root| (local.id, local.number, root.id);
}
