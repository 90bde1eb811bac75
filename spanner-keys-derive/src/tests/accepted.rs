//! The tables of the README, and attributes that come from `macro_rules!`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::{accepts, field};
use crate::model::{Fill, WaiverKind};
use crate::words::Mistakes;
use crate::{attr, check};

#[test]
fn tables_of_the_readme() {
    accepts(
        "#[table(name = \"Customers\")] struct Customer { #[key(uuid)] customer_id: Uuid, #[column(length = 256)] name: String, email: Option<String> }",
    );
    let order = accepts(
        "#[table(name = \"Orders\")] #[interleave(Customer, on_delete = cascade)]
         #[index(OrdersByStatus, columns(customer_id, status, desc(placed_at)), storing(total), interleave(Customer))]
         struct Order { #[key(parent)] customer_id: Uuid, #[key(uuid)] order_id: Uuid, status: String, total: Decimal,
             #[column(commit_timestamp)] placed_at: DateTime<Utc> }",
    );
    assert_eq!(
        (order.name.as_str(), order.key.as_slice(), order.krate.to_string().as_str()),
        ("Orders", &[0, 1][..], ":: spanner_keys")
    );
    assert!(field(&order, "placed_at").commit_timestamp.is_some());
    let transaction = accepts(
        "#[table(name = \"Transactions\")] struct Transaction { #[key(shard = 16)] shard_id: i64, #[key(ulid)] txn_id: String, amount: Decimal }",
    );
    assert!(matches!(field(&transaction, "txn_id").fill, Fill::Ulid(_)));
    // Types decide about hotspots, not tokens.
    accepts("struct Event { #[key] created_at: CreatedAt, #[key(uuid)] id: Uuid }");
}

#[test]
fn waivers_reach_the_model() {
    let table = accepts(
        "struct T { #[key(spread = \" drawn at random \")] tenant: i64, #[key(desc, allow_hotspot = \"few\")] at: Time }",
    );
    let waiver = |name| {
        field(&table, name)
            .key
            .as_ref()
            .and_then(|key| key.waiver.as_ref())
            .map(|waiver| (waiver.kind, waiver.reason.as_str()))
    };
    assert!(waiver("tenant") == Some((WaiverKind::Spread, "drawn at random")));
    assert!(waiver("at") == Some((WaiverKind::AllowHotspot, "few")));
}

/// Tokens in an invisible group, as `macro_rules!` passes an expression, a path, or a literal.
fn grouped(tokens: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(Delimiter::None, tokens))
}

#[test]
fn attributes_from_a_macro() {
    let (count, path, sql, days, why) = (
        grouped(quote!(16)),
        grouped(quote!(a::Customer)),
        grouped(quote!("{n} > 0")),
        grouped(quote!(3)),
        grouped(quote!("why")),
    );
    let column = grouped(quote!(at));
    let input = syn::parse_quote! {
        #[table(name = #why, crate = #path)]
        #[interleave(#path)]
        #[index(A, columns(#column), interleave(#path), allow_hotspot = #why)]
        #[foreign_key(columns(#column), references(#path, id))]
        #[check(#sql)]
        #[ttl(column = #column, days = #days)]
        struct Order {
            #[key(parent)] customer_id: Uuid,
            #[key(shard = #count, of(id))] shard: i64,
            #[key(identity, skip_range(#days, #count))] id: i64,
            #[column(length = #count, default = #why)] n: i64,
            at: i64,
        }
    };
    let mut mistakes = Mistakes::default();
    let table =
        attr::read(&input, &mut mistakes).and_then(|words| check::table(&words, &mut mistakes));
    assert_eq!(mistakes.texts(), Vec::<String>::new());
    assert_eq!(table.map(|table| table.krate.to_string()).as_deref(), Some("a :: Customer"));
}
