//! Timestamps and dates, of every date crate.
//!
//! All of them are converted through seconds and nanoseconds since 1970, or year, month and day, so
//! that each gives the same text. The calendar is implemented here because `SystemTime` has none,
//! and all date crates are optional.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Accepts, Column, never_null, one_value, parsed};
use crate::keys::HashInput;
use crate::schema::{Arrival, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

const TIMES: &str = "the years 1 to 9999";
const SECONDS: &str = "the seconds 0 to 59 of a minute, without leap seconds";
const BILLION: u32 = 1_000_000_000;
/// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
const FIRST_SECOND: i64 = -62_135_596_800;
const LAST_SECOND: i64 = 253_402_300_799;
const SECONDS_A_DAY: i64 = 86_400;

/// Seconds since 1970, and nanoseconds after them; the nanoseconds are never negative. A billion
/// and more of them are a leap second, which follows the last second of a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    seconds: i64,
    nanos: u32,
}

impl Moment {
    fn from_nanos(nanos: i128) -> Self {
        let billion = i128::from(BILLION);
        // Seconds that overflow are outside Spanner's range anyway, and rejected for that.
        let seconds = i64::try_from(nanos.div_euclid(billion)).unwrap_or(i64::MAX);
        Self { seconds, nanos: u32::try_from(nanos.rem_euclid(billion)).unwrap_or(0) }
    }

    #[cfg(test)]
    fn nanos(self) -> i128 {
        i128::from(self.seconds) * 1_000_000_000 + i128::from(self.nanos)
    }

    const fn check(self) -> Result<(), ValueError> {
        if self.seconds < FIRST_SECOND || self.seconds > LAST_SECOND {
            Err(ValueError::OutOfRange { range: TIMES })
        } else if self.nanos >= BILLION {
            Err(ValueError::OutOfRange { range: SECONDS })
        } else {
            Ok(())
        }
    }

    /// Whole microseconds, rounded down as SQL does, also before 1970.
    fn hashed(self) -> HashInput<'static> {
        let microseconds = i128::from(self.seconds) * 1_000_000 + i128::from(self.nanos / 1000);
        // All times in Spanner's range fit, and are faster to format.
        HashInput::Text(
            i64::try_from(microseconds)
                .map_or_else(|_| microseconds.to_string(), |usual| usual.to_string())
                .into(),
        )
    }

    fn into_wire(self) -> WireValue {
        let (day, second) =
            (self.seconds.div_euclid(SECONDS_A_DAY), self.seconds.rem_euclid(SECONDS_A_DAY));
        let second = u32::try_from(second).unwrap_or(0);
        let ([h1, h2], [m1, m2], [s1, s2]) = (
            digits(second / 3600),
            digits(second / 60 % 60),
            digits(second % 60 + self.nanos / BILLION),
        );
        let nanos = self.nanos % BILLION;
        let mut text = Day::from_days(day).letters();
        text.extend([b'T', h1, h2, b':', m1, m2, b':', s1, s2]);
        if nanos > 0 {
            text.push(b'.');
            text.extend(digits::<9>(nanos));
        }
        // The database rejects such a text. It would read second 60 as the next minute.
        let zone: &[u8] = if self.nanos < BILLION { b"Z" } else { b" (a leap second)" };
        text.extend(zone);
        WireValue::Text(from_ascii(text))
    }

    const EXPECTED: &str = "a timestamp";

    #[expect(clippy::inline_always, reason = "see `read`")]
    #[inline(always)]
    fn parse(text: &str) -> Option<CivilTime> {
        CivilTime::parse(text)
    }
}

/// A time as its text has it. Most date crates keep it in this form, so that reading a timestamp
/// needs no calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CivilTime {
    day: Day,
    hour: u8,
    minute: u8,
    second: u8,
    nanos: u32,
}

impl CivilTime {
    #[expect(clippy::inline_always, reason = "see `read`")]
    #[inline(always)]
    fn parse(text: &str) -> Option<Self> {
        let (month, rest) = text.as_bytes().split_first_chunk()?;
        let (minute, rest) = rest.split_first_chunk()?;
        let &[b':', s1, s2, ref fraction @ .., b'Z'] = rest else { return None };
        let month = eight_letters(*month, YEAR_AND_MONTH)?;
        let [day, _, _, hour, _, _, minute, _] = eight_letters(*minute, DAY_AND_MINUTE)?;
        let second = two_digits(s1, s2);
        let nanos = match fraction {
            [] => 0,
            [b'.', digits @ ..] if !digits.is_empty() => nanos(digits)?,
            _ => return None,
        };
        let day = Day::new(month, day)?;
        (hour <= 23 && minute <= 59 && second <= 59).then_some(Self {
            day,
            hour,
            minute,
            second,
            nanos,
        })
    }

    /// The same time since 1970.
    #[inline]
    fn moment(self) -> Moment {
        let Self { day, hour, minute, second, nanos } = self;
        let second = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
        Moment { seconds: day.to_days() * SECONDS_A_DAY + second, nanos }
    }
}

/// The last digits of a number.
fn digits<const COUNT: usize>(number: u32) -> [u8; COUNT] {
    let (mut digits, mut rest) = ([b'0'; COUNT], number);
    for digit in digits.iter_mut().rev() {
        let last = (rest % 10) as u8;
        *digit += last;
        rest /= 10;
    }
    digits
}

/// The text is ASCII, so the conversion cannot fail.
fn from_ascii(letters: Vec<u8>) -> String {
    String::from_utf8(letters).unwrap_or_default()
}

/// The fraction of a second. Zeros at its end are omitted.
#[inline]
fn nanos(digits: &[u8]) -> Option<u32> {
    const SCALES: [u32; 10] =
        [BILLION, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1];
    let scale = SCALES.get(digits.len())?;
    // What a commit timestamp has.
    if let &[m1, m2, m3, m4, m5, m6] = digits {
        let [first, _, second, _, third, ..] =
            eight_letters([m1, m2, m3, m4, m5, m6, b'0', b'0'], *b"00000000")?;
        let number = (u32::from(first) * 100 + u32::from(second)) * 100 + u32::from(third);
        return Some(number * scale);
    }
    let (mut number, mut largest) = (0_u32, 0);
    for letter in digits {
        let digit = letter.wrapping_sub(b'0');
        largest = digit.max(largest);
        number = number.wrapping_mul(10).wrapping_add(digit.into());
    }
    (largest <= 9).then(|| number * scale)
}

/// Which letters a text has between its digits, which are 0 here.
const YEAR_AND_MONTH: [u8; 8] = *b"0000-00-";
const DAY_AND_MINUTE: [u8; 8] = *b"00T00:00";

/// Each letter as the number of two digits that begins there, if the text has digits and other
/// letters where the pattern has them. All eight at once, in the bytes of one number: one by one they
/// take three times as long.
#[inline]
const fn eight_letters(letters: [u8; 8], pattern: [u8; 8]) -> Option<[u8; 8]> {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut most = [0; 8];
    let mut at = 0;
    while at < 8 {
        // What the largest value of this letter lacks to the high bit.
        most[at] = if pattern[at] == b'0' { 0x7f - 9 } else { 0x7f };
        at += 1;
    }
    // Digits are 0 to 9 now, and other letters 0.
    let values = u64::from_le_bytes(letters) ^ u64::from_le_bytes(pattern);
    if (values | values.wrapping_add(u64::from_le_bytes(most))) & HIGH_BITS != 0 {
        return None;
    }
    Some((values * 10 + (values >> 8)).to_le_bytes())
}

/// The number, or one above 99 if these are not digits.
const fn two_digits(tens: u8, ones: u8) -> u8 {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    if tens <= 9 && ones <= 9 { tens * 10 + ones } else { u8::MAX }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Day {
    year: i64,
    month: u8,
    of_month: u8,
}

impl Day {
    /// The day this many days after 1970-01-01. Years start in March, so that the leap day comes
    /// last.
    fn from_days(days: i64) -> Self {
        let days = days + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self {
            year,
            month: u8::try_from(month).unwrap_or(1),
            of_month: u8::try_from(day).unwrap_or(1),
        }
    }

    fn to_days(self) -> i64 {
        let year = self.year - i64::from(self.month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let from_march = (i64::from(self.month) + 9) % 12;
        let of_year = (153 * from_march + 2) / 5 + i64::from(self.of_month) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// The text of the day, with capacity for a time after it.
    fn letters(self) -> Vec<u8> {
        let mut text = Vec::with_capacity(30);
        match u32::try_from(self.year) {
            Ok(year @ 0..=9999) => text.extend(digits::<4>(year)),
            // Outside Spanner's range, which is checked elsewhere.
            _ => text.extend(format!("{:04}", self.year).into_bytes()),
        }
        let ([m1, m2], [d1, d2]) = (digits(self.month.into()), digits(self.of_month.into()));
        text.extend([b'-', m1, m2, b'-', d1, d2]);
        text
    }

    /// The day with these numbers of its text, if it exists.
    #[inline(always)]
    fn new([century, _, of_century, _, _, month, ..]: [u8; 8], of_month: u8) -> Option<Self> {
        const LAST_DAYS: [u8; 13] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let year = u16::from(century) * 100 + u16::from(of_century);
        // A century is a leap year if it can be divided by four itself.
        let leap = if of_century == 0 { century % 4 == 0 } else { of_century % 4 == 0 };
        let last = LAST_DAYS.get(usize::from(month))? + u8::from(leap && month == 2);
        let exists = year > 0 && (1..=last).contains(&of_month);
        exists.then_some(Self { year: year.into(), month, of_month })
    }
}

/// Only for the date crates: the standard library has no date type.
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
impl Day {
    fn text(self) -> String {
        from_ascii(self.letters())
    }

    fn into_wire(self) -> WireValue {
        WireValue::Text(self.text())
    }

    const EXPECTED: &str = "a date";
}

#[cfg(any(test, feature = "chrono", feature = "time", feature = "jiff"))]
impl Day {
    #[inline]
    fn parse(text: &str) -> Option<Self> {
        let (month, day) = text.as_bytes().split_first_chunk()?;
        let &[d1, d2] = day else { return None };
        let day = eight_letters([d1, d2, b'T', b'0', b'0', b':', b'0', b'0'], DAY_AND_MINUTE)?;
        Self::new(eight_letters(*month, YEAR_AND_MONTH)?, day[0])
    }
}

#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
impl Day {
    fn check(self) -> Result<(), ValueError> {
        if (1..=9999).contains(&self.year) {
            Ok(())
        } else {
            Err(ValueError::OutOfRange { range: TIMES })
        }
    }

    fn hashed(self) -> HashInput<'static> {
        HashInput::Text(self.text().into())
    }
}

/// The parser and the conversion are inlined: a result between them would be written to memory and
/// read again in other pieces, which takes longer than parsing.
#[inline]
fn read<A, B>(
    wire: Lent<'_>,
    expected: &'static str,
    parse: fn(&str) -> Option<A>,
    back: fn(A) -> Option<B>,
) -> Result<B, ValueError> {
    if let Lent::Text(text) = wire
        && let Some(value) = parse(text).and_then(back)
    {
        return Ok(value);
    }
    Err(not_read(wire, expected, parse))
}

#[cold]
fn not_read<A>(wire: Lent<'_>, expected: &'static str, parse: fn(&str) -> Option<A>) -> ValueError {
    match wire.text(expected) {
        Ok(text) if parse(text).is_some() => ValueError::WrongKind {
            expected: "a time that the field's type can hold",
            found: "one outside of it",
        },
        Ok(text) => ValueError::malformed(expected, text),
        Err(error) => error,
    }
}

/// Implements `Column` for a timestamp or date type, given its conversions.
macro_rules! clock {
    ($($(#[$cfg:meta])* $type:ty: $through:ident, $sql:expr, $there:expr, $back:expr;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl Column for $type {
            never_null!($sql, Arrival::Clock, Accepts::NOTHING);

            fn into_wire(self, _: SqlType) -> WireValue {
                let there: fn(&$type) -> $through = $there;
                there(&self).into_wire()
            }

            parsed!();

            fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
                read(wire, $through::EXPECTED, $through::parse, $back)
            }

            fn check(&self, _: SqlType, _: ValueContext) -> Result<(), ValueError> {
                let there: fn(&$type) -> $through = $there;
                there(self).check()
            }

            fn hashed(&self, _: SqlType) -> HashInput<'_> {
                let there: fn(&$type) -> $through = $there;
                there(self).hashed()
            }
        }
        one_value! {
            $(#[$cfg])*
            $type: $sql;
        }
    )*};
}

clock! {
    SystemTime: Moment, SqlType::TIMESTAMP,
        |time| match time.duration_since(UNIX_EPOCH) {
            // Total nanoseconds would need a division of 128 bits, which is slow.
            Ok(since) => Moment { seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX), nanos: since.subsec_nanos() },
            Err(before) => Moment::from_nanos(-before.duration().as_nanos().cast_signed()),
        },
        |time| {
            let moment = time.moment();
            let distance = Duration::new(moment.seconds.unsigned_abs(), 0);
            let whole = if moment.seconds < 0 { UNIX_EPOCH.checked_sub(distance)? } else { UNIX_EPOCH.checked_add(distance)? };
            whole.checked_add(Duration::from_nanos(moment.nanos.into()))
        };

    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::Utc>: Moment, SqlType::TIMESTAMP,
        |time| Moment { seconds: time.timestamp(), nanos: time.timestamp_subsec_nanos() },
        |time| {
            let CivilTime { day, hour, minute, second, nanos } = time;
            let day = chrono::NaiveDate::from_ymd_opt(day.year.try_into().ok()?, day.month.into(), day.of_month.into())?;
            Some(day.and_hms_nano_opt(hour.into(), minute.into(), second.into(), nanos)?.and_utc())
        };
    #[cfg(feature = "chrono")]
    chrono::NaiveDate: Day, SqlType::DATE,
        |date| {
            use chrono::Datelike;
            day(date.year(), date.month(), date.day())
        },
        |day| chrono::NaiveDate::from_ymd_opt(day.year.try_into().ok()?, day.month.into(), day.of_month.into());

    #[cfg(feature = "time")]
    time::OffsetDateTime: Moment, SqlType::TIMESTAMP,
        |time| Moment::from_nanos(time.unix_timestamp_nanos()),
        |time| Some(time_crate(time)?.assume_utc());
    #[cfg(feature = "time")]
    time::UtcDateTime: Moment, SqlType::TIMESTAMP,
        |time| Moment::from_nanos(time.unix_timestamp_nanos()),
        |time| Some(time_crate(time)?.as_utc());
    #[cfg(feature = "time")]
    time::Date: Day, SqlType::DATE,
        |date| day(date.year(), u8::from(date.month()).into(), date.day().into()),
        time_crate_date;

    #[cfg(feature = "jiff")]
    jiff::Timestamp: Moment, SqlType::TIMESTAMP,
        |time| Moment::from_nanos(time.as_nanosecond()),
        |time| {
            let moment = time.moment();
            jiff::Timestamp::new(moment.seconds, moment.nanos.cast_signed()).ok()
        };
    #[cfg(feature = "jiff")]
    jiff::civil::Date: Day, SqlType::DATE,
        |date| day(date.year().into(), date.month().unsigned_abs().into(), date.day().unsigned_abs().into()),
        |day| jiff::civil::Date::new(day.year.try_into().ok()?, day.month.try_into().ok()?, day.of_month.try_into().ok()?).ok();
}

#[cfg(feature = "time")]
fn time_crate_date(day: Day) -> Option<time::Date> {
    let (year, month) = (day.year.try_into().ok()?, day.month.try_into().ok()?);
    time::Date::from_calendar_date(year, month, day.of_month).ok()
}

#[cfg(feature = "time")]
fn time_crate(time: CivilTime) -> Option<time::PrimitiveDateTime> {
    let CivilTime { day, hour, minute, second, nanos } = time;
    time_crate_date(day)?.with_hms_nano(hour, minute, second, nanos).ok()
}

#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
fn day(year: i32, month: u32, day: u32) -> Day {
    Day {
        year: year.into(),
        month: u8::try_from(month).unwrap_or(0),
        of_month: u8::try_from(day).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::{CivilTime, Day, Moment};
    use crate::keys::{Seeded, Source};
    use crate::value::WireValue;

    fn parse_day(text: &str) -> Option<Day> {
        Day::parse(text)
    }

    fn parse(text: &str) -> Option<Moment> {
        CivilTime::parse(text).map(CivilTime::moment)
    }

    #[test]
    fn days_are_formatted_and_parsed() {
        let mut last = None;
        for days in (Day { year: 1, month: 1, of_month: 1 }).to_days()..=(Day {
            year: 9999,
            month: 12,
            of_month: 31,
        })
        .to_days()
        {
            let day = Day::from_days(days);
            assert_eq!(day.to_days(), days);
            let name = format!("{:04}-{:02}-{:02}", day.year, day.month, day.of_month);
            assert_eq!(parse_day(&name), Some(day));
            assert!(last.is_none_or(|last| last < name), "{name}");
            last = Some(name);
        }
    }

    #[test]
    fn invalid_days_are_rejected() {
        for wrong in [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "26-01-01", "2026-1-1",
            "2026-01-01x", "", "+026-01-01", "0000-01-01",
        ] {
            assert_eq!(parse_day(wrong), None, "{wrong}");
        }
        assert!(parse_day("2024-02-29").is_some());
    }

    #[test]
    fn times_of_any_year_are_formatted() {
        let mut source = Seeded::for_test(1);
        for _ in 0..10_000 {
            // A hundred thousand years around 1970, and fractions of every length.
            let seconds = source.random().cast_signed() >> 22;
            let nanos = u32::try_from((source.random() % 1_000_000_000) >> (source.random() % 31))
                .unwrap_or(0);
            let (moment, second) = (Moment { seconds, nanos }, seconds.rem_euclid(86_400));
            let Day { year, month, of_month } = Day::from_days(seconds.div_euclid(86_400));
            let fraction = if nanos == 0 { String::new() } else { format!(".{nanos:09}") };
            let clock = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
            let text = format!("{year:04}-{month:02}-{of_month:02}T{clock}{fraction}Z");
            assert_eq!(moment.into_wire(), WireValue::Text(text.clone()));
            assert_eq!(parse(&text), (1..=9999).contains(&year).then_some(moment), "{text}");
        }
    }

    #[test]
    fn a_text_is_read_as_it_is_written_or_refused() {
        for text in [
            "2024-02-29T05:06:07.123456Z", "1999-12-31T23:59:59.000000001Z", "2026-03-04T00:00:00Z",
        ] {
            for at in 0..text.len() {
                for letter in 0..=127_u8 {
                    let mut changed = text.as_bytes().to_vec();
                    changed[at] = letter;
                    let Ok(changed) = String::from_utf8(changed) else { continue };
                    let Some(moment) = parse(&changed) else {
                        // Any digit is accepted in place of one of the last digits.
                        let digits =
                            letter.is_ascii_digit() && text.as_bytes()[at].is_ascii_digit();
                        assert!(!digits || at < 18, "{changed}");
                        continue;
                    };
                    let WireValue::Text(written) = moment.into_wire() else { panic!("{moment:?}") };
                    // Zeros at the end of a fraction are not always written.
                    let digits = |text: &str| text.trim_end_matches(['Z', '0', '.']).to_owned();
                    assert_eq!(digits(&written), digits(&changed));
                }
            }
        }
    }

    #[test]
    fn times_are_formatted_like_in_spanner() {
        for (seconds, nanos, text) in [
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
            (super::FIRST_SECOND, 0, "0001-01-01T00:00:00Z"),
            (super::LAST_SECOND, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            (1_772_600_767, 500_000_000, "2026-03-04T05:06:07.500000000Z"),
        ] {
            let moment = Moment { seconds, nanos };
            assert_eq!(moment.into_wire(), WireValue::Text(text.to_owned()));
            assert_eq!(parse(text), Some(moment));
            assert_eq!(Moment::from_nanos(moment.nanos()), moment);
            assert_eq!(moment.check(), Ok(()));
        }
        // Spanner trims zeros at the end of the fraction.
        assert_eq!(
            parse("1970-01-01T00:00:00.5Z"),
            Some(Moment { seconds: 0, nanos: 500_000_000 })
        );
        for wrong in [
            "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:60Z",
            "1970-01-01T00:00:00", "1970-01-01T00:00:00+01:00", "1970-01-01T00:00:00.1234567890Z",
            "1970-01-01T00:00:00.5x5Z", "1970-01-01T00:00:00,5Z", "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:0xZ", "1970-01-01T00:00Z", "1970-01-01 00:00:00Z",
            "1970-01-0\u{661}T00:00:00Z", "x",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert!(Moment { seconds: super::LAST_SECOND + 1, nanos: 0 }.check().is_err());
        assert!(Moment { seconds: super::FIRST_SECOND - 1, nanos: 999_999_999 }.check().is_err());
    }
}
