//! Floats that JSON does not have: NaN and the infinities. `serde_json` writes them as null, which
//! would be read as another value.

use std::fmt::{self, Display};

use serde_core::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Whether any of the value's floats is NaN or infinite.
pub(super) fn has_other_floats(value: &impl Serialize) -> bool {
    value.serialize(Floats).is_err_and(|found| found.is_float)
}

/// Looks at every float, and writes nothing.
struct Floats;

/// Ends the search.
#[derive(Debug)]
struct Found {
    /// Otherwise the value cannot be written at all.
    is_float: bool,
}

impl Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("NaN or infinity")
    }
}

impl std::error::Error for Found {}

impl Error for Found {
    fn custom<T: Display>(_: T) -> Self {
        Self { is_float: false }
    }
}

type Looked = Result<(), Found>;

macro_rules! without_floats {
    ($($name:ident($($type:ty),*);)*) => {$(
        fn $name(self, $(_: $type),*) -> Looked {
            Ok(())
        }
    )*};
}

macro_rules! compound {
    ($($name:ident($($type:ty),*);)*) => {$(
        fn $name(self, $(_: $type),*) -> Result<Self, Found> {
            Ok(self)
        }
    )*};
}

impl Serializer for Floats {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn serialize_f64(self, float: f64) -> Looked {
        if float.is_finite() { Ok(()) } else { Err(Found { is_float: true }) }
    }

    fn serialize_f32(self, float: f32) -> Looked {
        self.serialize_f64(float.into())
    }

    without_floats! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    compound! {
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Looked {
        value.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Looked {
        Ok(())
    }
}

macro_rules! parts {
    ($($trait:ident: $($name:ident($($label:ty)?)),*;)*) => {$(
        impl $trait for Floats {
            type Ok = ();
            type Error = Found;

            $(fn $name<T: Serialize + ?Sized>(&mut self, $(_: $label,)? value: &T) -> Looked {
                value.serialize(Floats)
            })*

            fn end(self) -> Looked {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}
