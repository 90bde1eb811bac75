use spanner_keys::column::Accepts;
use spanner_keys::schema::{Arrival, SqlType};
use spanner_keys::value::{ValueError, WireValue};
use spanner_keys::{Column, SpannerTable};

struct Celsius(f64);

impl Column for Celsius {
    const TYPE: SqlType = SqlType::FLOAT64;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, ty: SqlType) -> WireValue {
        self.0.into_wire(ty)
    }

    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError> {
        f64::from_wire(wire, ty).map(Self)
    }
}

#[derive(SpannerTable)]
struct Reading {
    #[key]
    sensor: String,
    least: Option<Celsius>,
}

fn main() {}
