use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(rename_all = "UPPERCASE")]
#[index(OrdersByStatus, columns(status DESC))]
#[index(OrdersByNote, columns(note.desc()))]
#[index(OrdersByTotal, columns(asc(total)))]
#[index(name = "OrdersByEmail", columns(email))]
#[index(columns(note, desc(status)), unique)]
#[index(OrdersByCode, columns = [code, note])]
#[index(OrdersByMail, columns(desc(email, note)))]
#[check(total >= 0 AND total < 100)]
#[foreign_key(columns(customer), references(Customer(customer_id)))]
#[foreign_key(columns(other), references(Customer::customer_id))]
#[foreign_key(columns(third), references(Customer.customer_id))]
struct Order {
    #[key(uuid_v6)]
    id: Uuid,
    customer: Uuid,
    other: Uuid,
    third: Uuid,
    #[column(unique)]
    email: String,
    #[column(index)]
    status: String,
    #[column(length(64))]
    code: String,
    #[column(nullable)]
    note: String,
    #[column(default = 0)]
    total: i64,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(rename_all = "PascalCase")]
    name: String,
}

#[derive(SpannerTable)]
struct Invoice {
    #[key(length = 20)]
    number: String,
    #[column(shard = 16)]
    spread: i64,
    #[column(virtual)]
    lower: String,
    plain: String,
}

#[derive(SpannerTable)]
struct Event {
    #[key(shard: 16)]
    shard: i64,
    #[key(ulid)]
    id: String,
    #[column(shard = 16)]
    time_shard: i64,
    #[column(shard = 16, of())]
    other_shard: i64,
}

#[derive(SpannerColumn)]
#[column(rename_all = "UPPERCASE")]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
#[table("Players")]
#[index(ByName, columns(name = desc))]
#[index(ByTeam, columns(team(desc)))]
#[index(ByTown, columns("town DESC"))]
#[index(ByRank, columns(desc rank))]
#[index(ByNick, columns(-nick))]
#[index(ByStreet, columns = ["street", "town"])]
#[index(ByHouse, columns(house), covering(town))]
#[index(ByFlat, columns(flat: desc))]
struct Player {
    #[key(type = "uuid", storage(text))]
    id: Uuid,
    name: String,
    team: String,
    town: String,
    rank: i64,
    nick: String,
    street: String,
    house: String,
    flat: String,
    #[column("Code")]
    code: String,
    #[column(len = 20)]
    note: String,
    #[column(auto_now_add)]
    at: std::time::SystemTime,
}

#[derive(SpannerTable)]
#[table(Games)]
struct Game {
    #[key(generate_uuid)]
    id: Uuid,
    #[column(references = "Player(id)")]
    player: Uuid,
}

fn main() {}
