//! `Option` and `Vec`.

use uuid::Uuid;

use super::ops::Reads;
use super::{Accepts, Column, Element, FillValue, NotNull};
use crate::keys::HashInput;
use crate::schema::spec::ColumnSpec;
use crate::schema::{Arrival, Scalar, SqlType};
use crate::value::{Lent, NULL_BYTES, ValueContext, ValueError, WireValue};

#[diagnostic::do_not_recommend]
impl<T: NotNull> Column for Option<T> {
    const TYPE: SqlType = T::TYPE;
    const NULLABLE: bool = true;
    const ARRIVAL: Arrival = T::ARRIVAL;
    const ACCEPTS: Accepts = T::ACCEPTS.difference(Accepts::FILLS);
    const SPEC: ColumnSpec = ColumnSpec { nullable: true, accepts: Self::ACCEPTS, ..T::SPEC };

    fn into_wire(self, ty: SqlType) -> WireValue {
        self.map_or(WireValue::Null, |value| value.into_wire(ty))
    }

    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError> {
        if wire == WireValue::Null {
            return Ok(None);
        }
        T::from_wire(wire, ty).map(Some)
    }

    const READS: Reads = T::READS;

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        match wire {
            Lent::Null => Ok(None),
            wire => T::from_lent(wire, ty).map(Some),
        }
    }

    fn check(&self, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        self.as_ref().map_or(Ok(()), |value| value.check(ty, context))
    }

    fn supplied_uuid(&self) -> Option<Uuid> {
        self.as_ref().and_then(Column::supplied_uuid)
    }

    fn value_bytes(&self, ty: SqlType) -> usize {
        self.as_ref().map_or(NULL_BYTES, |value| value.value_bytes(ty))
    }
}

// Arrays with NULL elements. `Vec<Option<u8>>` is an array of numbers, because byte strings cannot
// contain NULL.
#[diagnostic::do_not_recommend]
impl<T: Element + NotNull> Element for Option<T> {
    const ARRAY_OF: SqlType = T::TYPE.array();
    const STAND_IN: bool = T::STAND_IN;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Column for Vec<T> {
    const TYPE: SqlType = T::ARRAY_OF;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = match T::ARRAY_OF {
        // Text and bytes have a length inside an array too; only byte strings can hold a key.
        SqlType { array: false, .. } => Accepts::TEXT_OR_BYTES,
        SqlType { scalar: Scalar::Text | Scalar::Binary, length: None, .. } => Accepts::LENGTH,
        SqlType { .. } => Accepts::NOTHING,
    };
    const SPEC: ColumnSpec = ColumnSpec {
        ty: Self::TYPE,
        nullable: false,
        arrival: Self::ARRIVAL,
        accepts: Self::ACCEPTS,
        variants: T::SPEC.variants,
        stand_in: T::STAND_IN,
    };

    fn into_wire(self, ty: SqlType) -> WireValue {
        T::list_into_wire(self, ty)
    }

    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError> {
        T::list_from_wire(wire, ty)
    }

    const READS: Reads = T::LIST_READS;

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        T::list_from_lent(wire, ty)
    }

    fn check(&self, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        T::check_list(self, ty, context)
    }

    fn from_fill(filled: FillValue) -> Option<Self> {
        T::list_from_fill(filled)
    }

    fn value_bytes(&self, _: SqlType) -> usize {
        // Only byte strings can be keys, or elements of arrays.
        self.len()
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        T::hashed_all(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element> NotNull for Vec<T> {}

#[diagnostic::do_not_recommend]
impl Element for Vec<u8> {
    const ARRAY_OF: SqlType = SqlType::BYTES.array();
}
