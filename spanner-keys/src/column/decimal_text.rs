//! The text of decimal numbers of a usual size. The general ways of their crates cost as much as
//! all other columns of a row.

#![cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]

/// The most places after the point; a number with more of them is not usual.
const MOST_PLACES: usize = 19;

/// Room for a sign, 20 digits and a point, or for a sign, a zero, a point and 19 places.
const ROOM: usize = 22;

/// The number without an exponent: the digits of `magnitude` with a point before the last `places`
/// of them, and at least one digit before the point. `None` if there are more places than usual.
#[inline]
pub(super) fn plain_text(negative: bool, magnitude: u64, places: usize) -> Option<String> {
    if places > MOST_PLACES {
        return None;
    }
    let mut room = [0; ROOM];
    let mut at = ROOM;
    let mut rest = magnitude;
    for _ in 0..places {
        at -= 1;
        room[at] = last_digit(&mut rest);
    }
    if places > 0 {
        at -= 1;
        room[at] = b'.';
    }
    loop {
        at -= 1;
        room[at] = last_digit(&mut rest);
        if rest == 0 {
            break;
        }
    }
    if negative {
        at -= 1;
        room[at] = b'-';
    }
    String::from_utf8(room[at..].to_vec()).ok()
}

/// Removes the last digit.
const fn last_digit(number: &mut u64) -> u8 {
    let digit = (*number % 10) as u8;
    *number /= 10;
    b'0' + digit
}

/// The sign, the digits as one number, and how many of them are after the point: of a number with at
/// most 19 digits, and at least one on each side of a point. `None` for all other texts, which may
/// still be numbers.
#[cfg(feature = "bigdecimal")]
pub(super) fn usual_number(text: &str) -> Option<(bool, u64, i64)> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    // A point beside the most digits.
    if digits.len() > MOST_PLACES + 1 {
        return None;
    }
    let (mut magnitude, mut point) = (0_u64, None);
    for (at, letter) in digits.iter().enumerate() {
        match letter.wrapping_sub(b'0') {
            digit @ 0..=9 => magnitude = magnitude.wrapping_mul(10).wrapping_add(digit.into()),
            _ if *letter == b'.' && point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let before = point.unwrap_or(digits.len());
    let after = digits.len().saturating_sub(before + 1);
    let usual = match point {
        Some(_) => before > 0 && after > 0,
        None => before > 0 && before <= MOST_PLACES,
    };
    usual.then_some((negative, magnitude, i64::try_from(after).ok()?))
}
