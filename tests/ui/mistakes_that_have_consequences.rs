use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Category)]
struct Category {
    #[key(uuid)]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[index(ByName, unique(name))]
struct Country {
    #[key(uuid)]
    id: Uuid,
    name: String,
    #[column(skip)]
    flag: Option<Flga>,
}

#[derive(SpannerTable)]
struct Region {
    #[key_uuid]
    id: Uuid,
}

// The type of its key is wrong, and not those of the tables that reference it.
#[derive(SpannerTable)]
struct Team {
    #[key(uuid)]
    team_id: i64,
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Team)]
struct Player {
    #[key(parent)]
    team_id: Uuid,
    #[key(uuid)]
    player_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(team), references(Team, team_id))]
struct Match {
    #[key(uuid)]
    match_id: Uuid,
    team: Uuid,
}

fn main() {}
