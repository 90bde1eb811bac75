//! The generated structs: their names and fields.

use quote::ToTokens;

use super::accepts;
use crate::expand;

/// The fields of the struct that documentation shows under this name, with their types.
fn fields(source: &str, name: &str) -> Vec<(String, String)> {
    let expansion: syn::File = syn::parse2(expand::table(&accepts(source), None))
        .unwrap_or_else(|error| panic!("{error}: {source}"));
    let made = expansion.items.iter().find_map(|item| match item {
        syn::Item::Struct(made) if made.ident == name => Some(made),
        _ => None,
    });
    let made = made.unwrap_or_else(|| panic!("no struct {name}"));
    made.fields
        .iter()
        .map(|field| {
            (
                field.ident.to_token_stream().to_string(),
                field.ty.to_token_stream().to_string().replace(' ', ""),
            )
        })
        .collect()
}

fn names(source: &str, name: &str) -> Vec<String> {
    fields(source, name).into_iter().map(|(name, _)| name).collect()
}

const ORDER: &str = "#[interleave(shop::HTTPCustomer)] struct Order {
    #[key(parent)] tenant: String, #[key(parent)] customer_id: Uuid,
    #[key(shard = 16)] shard: i64, #[key(shard = 4, random)] drawn: i64, #[key] name: String, #[key(uuid)] id: Uuid,
    #[column(default = \"0\")] total: i64, #[column(generated = \"1\")] one: i64, #[column(commit_timestamp)] at: Time,
    #[column(shard = 8, of(name))] of_name: i64, #[column(shard = 8, of(total), client)] of_total: i64, note: Option<String> }";

#[test]
fn new_rows_have_the_fields_that_are_not_filled() {
    assert_eq!(names(ORDER, "NewOrder"), ["http_customer", "name", "total", "note"]);
    let types = fields(ORDER, "NewOrder");
    assert_eq!(types[0].1, "__order::HTTPCustomerKey");
    assert_eq!(
        fields(ORDER, "NewOrder_")[0].1,
        "<Orderas::spanner_keys::__private::Interleaved>::ParentKey"
    );
    assert_eq!(types[2].1, "i64", "the `client` shard is computed from it, so it must be known");
    let order = ORDER.replace(", client", "");
    assert_eq!(
        fields(&order, "NewOrder")[2].1,
        "::spanner_keys::__private::Option<i64>",
        "without the `client` shard, the database may fill in the default"
    );
}

#[test]
fn the_documentation_of_a_row_is_carried_over() {
    let source = "/// Sold, see [`Self::note`]; a Selfish one.
        #[interleave(Customer)] struct Order { #[key(parent)] customer_id: Uuid,
        /// Drawn. #[key(uuid)] id: Uuid, #[column(default = \"''\")] /** Free. */ note: String }";
    let source = source.replace("/// Drawn.", "#[doc = \" Drawn.\"]");
    let expansion = expand::table(&accepts(&source), None).to_string();
    let count = |text: &str| expansion.matches(text).count();
    assert_eq!(count("not (doctest) , doc = \" Sold, see [`Order::note`]; a Selfish one.\""), 4);
    assert_eq!(count("not (doctest) , doc = \" Drawn.\""), 2, "only the key has the field");
    assert_eq!(count("not (doctest) , doc = \" Free. \""), 2, "only the new row has the field");
    assert_eq!(count("The key column"), 0);
    assert_eq!(count("without a value, the database's default"), 2);
    assert_eq!(count(": __order :: CustomerKey"), 2, "what rustdoc shows for the parent's key");
}

#[test]
fn keys_have_no_computed_shards() {
    assert_eq!(names(ORDER, "OrderKey"), ["http_customer", "drawn", "name", "id"]);
    let filled = "struct Event { #[key(sequence = \"S\")] id: i64, #[key(bit_reversed)] n: i64 }";
    assert_eq!(names(filled, "EventKey"), ["id", "n"]);
    assert_eq!(
        fields(filled, "NewEvent"),
        [("n".to_owned(), "::spanner_keys::__private::i64".to_owned())]
    );
}

#[test]
fn the_parent_field_is_named_after_the_parent() {
    for (parent, field) in [
        ("Customer", "customer"),
        ("OrderLine", "order_line"),
        ("HTTPLog", "http_log"),
        ("LogV2", "log_v2"),
        ("A", "a"),
        ("Type", "r#type"),
        ("r#fn", "r#fn"),
        ("snake_case", "snake_case"),
        ("Crate", "crate_key"),
        ("Note", "note_key"),
        ("Gen", "r#gen"),
        ("Taken", "taken_key_key"),
        ("Own", "own"),
    ] {
        let source = format!(
            "#[interleave({parent})] struct Child {{ #[key(parent)] own: i64, #[key] n: i64, note: i64, taken: i64, taken_key: i64 }}"
        );
        assert_eq!(names(&source, "ChildKey")[0], field, "{parent}");
    }
}

#[test]
fn generated_types_are_in_camel_case() {
    names("struct small { #[key(uuid)] id: Uuid }", "NewSmall");
    names("struct small { #[key(uuid)] id: Uuid }", "SmallKey");
    names("struct r#type { #[key(uuid)] id: Uuid }", "TypeKey");
    names("#[table(name = \"E\")] struct _Event { #[key(uuid)] id: Uuid }", "_NewEvent");
    names("#[table(name = \"E\")] struct __event { #[key(uuid)] id: Uuid }", "__EventKey");
    names("#[table(name = \"E\")] struct événement { #[key(uuid)] id: Uuid }", "ÉvénementKey");
}
