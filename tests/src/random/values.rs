//! Random values, in the form in which Spanner returns them.

use serde_json::{Value, json};
use spanner_keys::Column as _;
use spanner_keys::keys::{Seeded, Source as _, random_uuid};
use spanner_keys::schema::{Scalar, SqlType};
use spanner_keys::value::WireValue;

/// A source of values; the same seed gives the same ones.
#[derive(Debug)]
pub struct Values(Seeded);

/// Characters of every kind: quotes of all sorts, control characters, and one to four bytes each.
const LETTERS: &[char] = &[
    'a', 'Z', '0', ' ', '\'', '"', '`', '\\', '\n', '\t', '\u{1f}', '\0', '-', ';', '{', '}', '%',
    'é', 'ß', '漢', '\u{fffd}', '🦀',
];

impl Values {
    /// Values of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Seeded::new(seed))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }

    /// A number below `limit`, or 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        usize::try_from(self.bits() % limit).unwrap_or(0)
    }

    /// True once in this many times.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A value of this type. In a key there is no NaN, and one zero.
    pub fn of(&mut self, ty: SqlType, in_key: bool) -> WireValue {
        if ty.array {
            let one = SqlType { array: false, ..ty };
            let count = self.below(5);
            return WireValue::List(
                (0..count)
                    .map(|_| if self.one_in(4) { WireValue::Null } else { self.of(one, false) })
                    .collect(),
            );
        }
        match ty.scalar {
            Scalar::Bool => WireValue::Boolean(self.one_in(2)),
            Scalar::Int64 => WireValue::Text(self.integer().to_string()),
            Scalar::Float64 => self.float(in_key, f64::from_bits),
            Scalar::Float32 => {
                self.float(in_key, |bits| f64::from(f32::from_bits((bits >> 32) as u32)))
            }
            Scalar::Numeric => WireValue::Text(self.decimal()),
            Scalar::Text => WireValue::Text(self.text(ty.length, in_key)),
            Scalar::Binary => {
                let bytes = self.bytes(ty.length, in_key);
                WireValue::Text(base64(&bytes))
            }
            Scalar::NativeUuid => WireValue::Text(random_uuid(&mut self.0).to_string()),
            Scalar::CalendarDate => WireValue::Text(self.date()),
            Scalar::UtcTimestamp => WireValue::Text(self.timestamp()),
            Scalar::JsonDocument => self.document(6).into_wire(ty),
        }
    }

    /// An integer; half of them are near the limits of some integer type.
    pub fn integer(&mut self) -> i64 {
        let bits = self.bits().cast_signed();
        match self.below(4) {
            0 => bits,
            1 => bits >> self.below(63),
            2 => {
                self.pick(&[0, 1, -1, i64::MAX, i64::MIN, i64::from(i32::MAX), i64::from(i32::MIN)])
            }
            _ => bits % 100,
        }
    }

    fn float(&mut self, in_key: bool, from: fn(u64) -> f64) -> WireValue {
        let number = if self.one_in(3) {
            self.pick(&[0.0, -0.0, 1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY])
        } else {
            from(self.bits())
        };
        match number {
            number if in_key && (number.is_nan() || number == 0.0) => WireValue::Number(0.5),
            number if number.is_nan() => WireValue::Text("NaN".to_owned()),
            f64::INFINITY => WireValue::Text("Infinity".to_owned()),
            f64::NEG_INFINITY => WireValue::Text("-Infinity".to_owned()),
            number => WireValue::Number(number),
        }
    }

    fn digits(&mut self, most: usize) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap_or(0))).collect()
    }

    /// A NUMERIC without needless zeros.
    fn decimal(&mut self) -> String {
        let (whole, rest) = (self.digits(29), self.digits(9));
        let whole = whole.trim_start_matches('0');
        let rest = if self.one_in(3) { "" } else { rest.trim_end_matches('0') };
        let sign = if self.one_in(2) && !(whole.is_empty() && rest.is_empty()) { "-" } else { "" };
        let whole = if whole.is_empty() { "0" } else { whole };
        if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
    }

    /// Text of as many characters as fit, or fewer.
    pub fn text(&mut self, length: Option<u32>, in_key: bool) -> String {
        let room = length
            .and_then(|length| usize::try_from(length).ok())
            .unwrap_or(300)
            .min(if in_key { 80 } else { 300 });
        let most = if self.one_in(3) { room } else { room.min(12) };
        let count = self.below(most + 1);
        (0..count).map(|_| self.pick(LETTERS)).collect()
    }

    /// As many bytes as fit, or fewer.
    pub fn bytes(&mut self, length: Option<u32>, in_key: bool) -> Vec<u8> {
        let room = length
            .and_then(|length| usize::try_from(length).ok())
            .unwrap_or(300)
            .min(if in_key { 200 } else { 300 });
        let most = if self.one_in(3) { room } else { room.min(12) };
        let count = self.below(most + 1);
        (0..count).map(|_| self.bits().to_le_bytes()[0]).collect()
    }

    /// A valid date.
    pub fn date(&mut self) -> String {
        let (year, month) = (self.pick(&[1, 1583, 1970, 2000, 2026, 9999, 0]), 1 + self.below(12));
        let year = if year == 0 { 1 + self.below(9999) } else { year };
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last =
            [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
        format!("{year:04}-{month:02}-{:02}", 1 + self.below(last))
    }

    /// A timestamp, with as many digits as it needs. Without the last year, whose end not every
    /// Rust type can hold.
    pub fn timestamp(&mut self) -> String {
        let date = self.date().replace("9999-", "9998-");
        let nanos = match self.below(4) {
            0 => 0,
            1 => self.below(1000) * 1_000_000,
            2 => self.below(1_000_000) * 1000,
            _ => self.below(1_000_000_000),
        };
        let fraction = format!("{nanos:09}");
        let fraction = fraction.trim_end_matches('0');
        let dot = if fraction.is_empty() { "" } else { "." };
        format!(
            "{date}T{:02}:{:02}:{:02}{dot}{fraction}Z",
            self.below(24),
            self.below(60),
            self.below(60)
        )
    }

    /// A timestamp that is not in the future.
    pub fn past(&mut self) -> String {
        let text = self.timestamp();
        match text[..4].parse::<usize>() {
            // The same year has a leap day in a calendar that repeats after 400 years.
            Ok(year @ 2026..) => format!("{:04}{}", (year - 1) % 2000 + 1, &text[4..]),
            _ => text,
        }
    }

    /// A document with every kind of value, under keys of any characters.
    pub fn document(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => Value::Null,
            1 => json!(self.one_in(2)),
            2 => self.json_number(),
            3 => json!(self.json_text()),
            4 => (0..self.below(4)).map(|_| self.document(depth - 1)).collect(),
            _ => Value::Object(
                (0..self.below(4)).map(|_| (self.json_text(), self.document(depth - 1))).collect(),
            ),
        }
    }

    /// PostgreSQL does not allow NUL in JSON.
    fn json_text(&mut self) -> String {
        self.text(Some(9), false).replace('\0', "0")
    }

    /// An integer of 64 bits with or without a sign, or a float: of uniform size, of any bits, or
    /// large enough to look like an integer.
    fn json_number(&mut self) -> Value {
        let uniform = f64::from_bits(self.bits() >> 12 | 1.0_f64.to_bits()) - 1.0;
        let float = match self.below(5) {
            0 => return json!(self.integer()),
            1 => return json!(self.bits()),
            2 => uniform,
            3 => f64::from_bits(self.bits()),
            _ => (uniform - 0.5) * 4e19,
        };
        // JSON has no other floats, and the numbers of PostgreSQL have no negative zero.
        json!(if float.is_finite() && float != 0.0 { float } else { 0.1 })
    }

    /// A UUID of version 4.
    pub fn uuid(&mut self) -> spanner_keys::Uuid {
        random_uuid(&mut self.0)
    }
}

/// A value as REST writes it.
#[must_use]
pub fn to_json(plain: &WireValue) -> Value {
    match plain {
        WireValue::Null => Value::Null,
        WireValue::Boolean(value) => json!(value),
        WireValue::Number(value) => json!(value),
        WireValue::Text(value) => json!(value),
        WireValue::List(values) => values.iter().map(to_json).collect(),
    }
}

/// Bytes as Spanner writes them in text.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte))
            << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let letter = char::from(LETTERS[(word >> (18 - 6 * at) & 63) as usize]);
            text.push(if at <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
