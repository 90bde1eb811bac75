//! Statements. The client derives the SQL type of a parameter from its Rust type, so each SQL type
//! has a Rust type here.

use gcloud_googleapis::spanner::v1::{Type, TypeAnnotationCode, TypeCode};
use gcloud_spanner::statement::{Statement, ToKind};
use prost_types::value::Kind;

use super::wire::Once;
use crate::client_types::ClientStatement;
use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType};
use crate::statement::{Param, Sql};

impl ClientStatement for Statement {
    fn from_sql(sql: Sql) -> Self {
        let mut statement = Self::new(sql.text);
        for param in sql.params {
            add(&mut statement, param, sql.dialect);
        }
        statement
    }
}

/// A parameter of one SQL type: its code, its PostgreSQL annotation, and whether it is an array.
struct Typed<const CODE: i32, const ANNOTATION: i32, const ARRAY: bool>(Once);

impl<const CODE: i32, const ANNOTATION: i32, const ARRAY: bool> ToKind
    for Typed<CODE, ANNOTATION, ARRAY>
{
    fn to_kind(&self) -> Kind {
        self.0.take()
    }

    fn get_type() -> Type {
        let one = Type { code: CODE, type_annotation: ANNOTATION, ..Type::default() };
        if ARRAY {
            Type {
                code: TypeCode::Array.into(),
                array_element_type: Some(Box::new(one)),
                ..Type::default()
            }
        } else {
            one
        }
    }
}

const PLAIN: i32 = TypeAnnotationCode::Unspecified as i32;
const PG_NUMERIC: i32 = TypeAnnotationCode::PgNumeric as i32;
const PG_JSONB: i32 = TypeAnnotationCode::PgJsonb as i32;

fn add(statement: &mut Statement, param: Param, dialect: Dialect) {
    let add = match (param.ty.scalar, dialect) {
        (Scalar::Bool, _) => add_as::<{ TypeCode::Bool as i32 }, PLAIN>,
        (Scalar::Int64, _) => add_as::<{ TypeCode::Int64 as i32 }, PLAIN>,
        (Scalar::Float32, _) => add_as::<{ TypeCode::Float32 as i32 }, PLAIN>,
        (Scalar::Float64, _) => add_as::<{ TypeCode::Float64 as i32 }, PLAIN>,
        (Scalar::Numeric, Dialect::GoogleSql) => add_as::<{ TypeCode::Numeric as i32 }, PLAIN>,
        (Scalar::Numeric, Dialect::PostgreSql) => {
            add_as::<{ TypeCode::Numeric as i32 }, PG_NUMERIC>
        }
        (Scalar::Text, _) => add_as::<{ TypeCode::String as i32 }, PLAIN>,
        (Scalar::Binary, _) => add_as::<{ TypeCode::Bytes as i32 }, PLAIN>,
        (Scalar::NativeUuid, _) => add_as::<{ TypeCode::Uuid as i32 }, PLAIN>,
        (Scalar::CalendarDate, _) => add_as::<{ TypeCode::Date as i32 }, PLAIN>,
        (Scalar::UtcTimestamp, _) => add_as::<{ TypeCode::Timestamp as i32 }, PLAIN>,
        (Scalar::JsonDocument, Dialect::GoogleSql) => add_as::<{ TypeCode::Json as i32 }, PLAIN>,
        (Scalar::JsonDocument, Dialect::PostgreSql) => {
            add_as::<{ TypeCode::Json as i32 }, PG_JSONB>
        }
    };
    add(statement, param);
}

fn add_as<const CODE: i32, const ANNOTATION: i32>(statement: &mut Statement, param: Param) {
    let Param { name, ty: SqlType { array, .. }, value } = param;
    let value = Once::new(value);
    if array {
        statement.add_param(&name, &Typed::<CODE, ANNOTATION, true>(value));
    } else {
        statement.add_param(&name, &Typed::<CODE, ANNOTATION, false>(value));
    }
}
