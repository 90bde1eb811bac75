//! JSON.

#![cfg(feature = "serde_json")]

use super::{Accepts, Column, one_value};
use crate::schema::{Arrival, SqlType};
use crate::value::{ValueError, WireValue};

#[diagnostic::do_not_recommend]
impl Column for serde_json::Value {
    const TYPE: SqlType = SqlType::JSON;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(self.to_string())
    }

    fn from_wire(wire: WireValue, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.into_text("JSON")?;
        serde_json::from_str(&text).map_err(|_| ValueError::Malformed { expected: "JSON", text })
    }
}

one_value! {
    serde_json::Value: SqlType::JSON;
}
