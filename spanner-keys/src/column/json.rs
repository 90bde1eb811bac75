//! JSON.

#![cfg(feature = "serde_json")]

use super::{Accepts, Column, one_value};
use crate::schema::{Arrival, SqlType};
use crate::value::{Problem, Wire};

#[diagnostic::do_not_recommend]
impl Column for serde_json::Value {
    const TYPE: SqlType = SqlType::JSON;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire<W: Wire>(self, _: SqlType) -> W {
        W::text(self.to_string())
    }

    fn from_wire<W: Wire>(wire: W, _: SqlType) -> Result<Self, Problem> {
        let text = wire.open().into_text("JSON")?;
        serde_json::from_str(&text).map_err(|_| Problem::Malformed { expected: "JSON", text })
    }
}

one_value! {
    serde_json::Value: SqlType::JSON;
}
