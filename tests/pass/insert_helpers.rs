//! `NewX` and `XKey` across modules, visibilities, and names that could be in the way. Nothing warns.
#![deny(warnings, missing_debug_implementations, unreachable_pub, unused_qualifications, missing_docs)]

use spanner_keys::value::RowError;
use spanner_keys::{SpannerColumn, SpannerTable, TableKey, Uuid};

/// Tables that others see.
pub mod shop {
    use spanner_keys::{SpannerTable, Uuid};

    /// A customer.
    #[derive(SpannerTable, Debug, Clone)]
    pub struct Customer {
        /// Random.
        #[key(uuid)]
        pub customer_id: Uuid,
        /// The name.
        pub name: String,
    }

    pub(crate) mod orders {
        use super::Customer;
        use spanner_keys::{SpannerTable, Uuid};

        #[derive(SpannerTable)]
        #[interleave(Customer)]
        pub(crate) struct Order {
            #[key(parent)]
            pub(crate) customer_id: Uuid,
            #[key]
            pub(super) line: i64,
            #[column(default = "0")]
            pub(crate) total: Option<i64>,
        }

        pub(super) fn first(customer: <Customer as SpannerTable>::Key) -> NewOrder {
            NewOrder { customer, line: 1, total: Some(None) }
        }
    }

    pub(crate) fn first(customer: CustomerKey) -> orders::NewOrder {
        orders::first(customer)
    }
}

/// A struct whose name is a keyword in lower case, and the parent of another.
#[derive(SpannerTable)]
#[interleave(shop::orders::Order)]
struct Type {
    #[key(parent)]
    customer_id: Uuid,
    #[key(parent)]
    line: i64,
}

#[derive(SpannerTable)]
#[interleave(Type)]
struct Detail {
    #[key(parent)]
    customer_id: Uuid,
    #[key(parent)]
    line: i64,
    #[key]
    #[column(name = "fill")]
    __fill: String,
    #[column(name = "row")]
    __row: i64,
    r#fn: bool,
}

/// A column has the name that the parent's key would have.
#[derive(SpannerTable)]
#[interleave(shop::Customer)]
struct Clash {
    #[key(parent)]
    customer_id: Uuid,
    #[key]
    customer: String,
}

#[allow(non_camel_case_types)]
#[derive(SpannerTable)]
struct small {
    #[key(random)]
    id: i64,
}

/// A type that can be nothing but a column.
#[derive(SpannerColumn)]
struct Bare(String);

#[derive(SpannerTable)]
struct OfBare {
    #[key]
    id: Bare,
}

fn all() -> Result<(), RowError> {
    let customer = shop::NewCustomer { name: "Ada".into() }.insert()?;
    let order = shop::first(customer.key().clone()).insert()?;
    assert_eq!(order.key().customer, *customer.key());
    let row = NewType { order: order.key().clone() }.insert()?;
    let detail = NewDetail { r#type: row.key().clone(), __fill: "a".into(), __row: 1, r#fn: true }.insert()?;
    assert_eq!(detail.key().clone().into_values().len(), 3);
    let clash = NewClash { customer_key: customer.key().clone(), customer: "c".into() }.insert()?;
    assert_eq!(clash.key().customer, "c");
    assert!(NewSmall {}.insert()?.key().id >= 0);
    let bare: OfBareKey = OfBareKey { id: Bare("b".into()) };
    assert_eq!(bare.into_values().len(), 1);
    Ok(())
}

fn main() {
    all().expect("every row is good");
}
