use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Team)]
struct Member {
    #[key(parent)]
    team_id: Uuid,
    #[key(uuid)]
    member_id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Member)]
struct Team {
    #[key(uuid)]
    team_id: Uuid,
    title: String,
}

fn add(team: TeamKey, name: String, title: String) {
    let _ = NewTeam { title }.insert();
    let _ = NewMember { team, name }.insert();
}

fn main() {}
