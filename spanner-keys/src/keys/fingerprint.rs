//! You need this to compute Spanner's FARM_FINGERPRINT in Rust: `Fingerprint64` of FarmHash.
//!
//! Implemented here because the existing crates differ from Spanner for some lengths;
//! `tests/quick/vectors` contains the results of the emulator.

#![allow(clippy::many_single_char_names, reason = "the names of the published algorithm")]

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;

/// The 64-bit fingerprint of `bytes`. FARM_FINGERPRINT is the same number as an `i64`.
///
/// ```
/// use spanner_keys::keys::fingerprint::fingerprint64;
///
/// assert_eq!(fingerprint64(b"foo").cast_signed(), 6_150_913_649_986_995_171);
/// assert_eq!(fingerprint64(b"").cast_signed(), -7_286_425_919_675_154_353);
/// ```
#[must_use]
pub fn fingerprint64(bytes: &[u8]) -> u64 {
    match bytes.len() {
        0 => K2,
        1..=3 => up_to_3(bytes),
        4..=7 => up_to_7(bytes),
        8..=16 => up_to_16(bytes),
        17..=32 => up_to_32(bytes),
        33..=64 => up_to_64(bytes),
        _ => longer(bytes),
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

fn half_word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)))
}

const fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

const fn hash_16(u: u64, v: u64, mul: u64) -> u64 {
    let a = shift_mix((u ^ v).wrapping_mul(mul));
    shift_mix((v ^ a).wrapping_mul(mul)).wrapping_mul(mul)
}

/// The multiplier for short inputs.
const fn multiplier(length: usize) -> u64 {
    K2.wrapping_add((length as u64).wrapping_mul(2))
}

fn up_to_3(s: &[u8]) -> u64 {
    let n = s.len();
    let y = u64::from(s[0]).wrapping_add(u64::from(s[n / 2]) << 8);
    let z = (n as u64).wrapping_add(u64::from(s[n - 1]) << 2);
    shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K0)).wrapping_mul(K2)
}

fn up_to_7(s: &[u8]) -> u64 {
    let n = s.len();
    hash_16((n as u64).wrapping_add(half_word(s, 0) << 3), half_word(s, n - 4), multiplier(n))
}

fn up_to_16(s: &[u8]) -> u64 {
    let mul = multiplier(s.len());
    let a = word(s, 0).wrapping_add(K2);
    let b = word(s, s.len() - 8);
    let c = b.rotate_right(37).wrapping_mul(mul).wrapping_add(a);
    let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(mul);
    hash_16(c, d, mul)
}

/// Common to the lengths 17 to 32 and 33 to 64: the two halves that are hashed, and the product of
/// the first word.
fn two_halves(s: &[u8], first: u64, mul: u64) -> (u64, u64, u64) {
    let n = s.len();
    let a = word(s, 0).wrapping_mul(first);
    let b = word(s, 8);
    let c = word(s, n - 8).wrapping_mul(mul);
    let d = word(s, n - 16).wrapping_mul(K2);
    let y = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let z = a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c);
    (y, z, a)
}

fn up_to_32(s: &[u8]) -> u64 {
    let mul = multiplier(s.len());
    let (y, z, _) = two_halves(s, K1, mul);
    hash_16(y, z, mul)
}

fn up_to_64(s: &[u8]) -> u64 {
    let n = s.len();
    let mul = multiplier(n);
    let (y, half, a) = two_halves(s, K2, mul);
    let z = hash_16(y, half, mul);
    let e = word(s, 16).wrapping_mul(mul);
    let f = word(s, 24);
    let g = y.wrapping_add(word(s, n - 32)).wrapping_mul(mul);
    let h = z.wrapping_add(word(s, n - 24)).wrapping_mul(mul);
    let left = e.wrapping_add(f).rotate_right(43).wrapping_add(g.rotate_right(30)).wrapping_add(h);
    let right = e.wrapping_add(f.wrapping_add(a).rotate_right(18)).wrapping_add(g);
    hash_16(left, right, mul)
}

/// A weak hash of the 32 bytes at `at`, seeded with two numbers.
fn weak_hash_32(s: &[u8], at: usize, seed_a: u64, seed_b: u64) -> (u64, u64) {
    let last = word(s, at + 24);
    let start = seed_a.wrapping_add(word(s, at));
    let b = seed_b.wrapping_add(start).wrapping_add(last).rotate_right(21);
    let a = start.wrapping_add(word(s, at + 8)).wrapping_add(word(s, at + 16));
    (a.wrapping_add(last), b.wrapping_add(a.rotate_right(44)).wrapping_add(start))
}

/// The state between 64-byte blocks.
struct State {
    x: u64,
    y: u64,
    z: u64,
    v: (u64, u64),
    w: (u64, u64),
}

impl State {
    /// Reads the block at `at`. The last block weighs two of its terms by nine.
    fn read(&mut self, s: &[u8], at: usize, mul: u64, weight: u64) {
        let State { mut x, mut y, mut z, mut v, mut w } = *self;
        x = x
            .wrapping_add(y)
            .wrapping_add(v.0)
            .wrapping_add(word(s, at + 8))
            .rotate_right(37)
            .wrapping_mul(mul);
        y = y.wrapping_add(v.1).wrapping_add(word(s, at + 48)).rotate_right(42).wrapping_mul(mul);
        x ^= w.1.wrapping_mul(weight);
        y = y.wrapping_add(v.0.wrapping_mul(weight)).wrapping_add(word(s, at + 40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(mul);
        v = weak_hash_32(s, at, v.1.wrapping_mul(mul), x.wrapping_add(w.0));
        w = weak_hash_32(s, at + 32, z.wrapping_add(w.1), y.wrapping_add(word(s, at + 16)));
        *self = State { x: z, y, z: x, v, w };
    }
}

fn longer(s: &[u8]) -> u64 {
    let n = s.len();
    let y = 81_u64.wrapping_mul(K1).wrapping_add(113);
    let mut state = State {
        x: 81_u64.wrapping_mul(K2).wrapping_add(word(s, 0)),
        y,
        z: shift_mix(y.wrapping_mul(K2).wrapping_add(113)).wrapping_mul(K2),
        v: (0, 0),
        w: (0, 0),
    };
    let end = (n - 1) / 64 * 64;
    for at in (0..end).step_by(64) {
        state.read(s, at, K1, 1);
    }
    let mul = K1.wrapping_add((state.z & 0xff) << 1);
    state.w.0 = state.w.0.wrapping_add((n as u64 - 1) & 63);
    state.v.0 = state.v.0.wrapping_add(state.w.0);
    state.w.0 = state.w.0.wrapping_add(state.v.0);
    state.read(s, n - 64, mul, 9);
    let State { x, y, z, v, w } = state;
    let left = hash_16(v.0, w.0, mul).wrapping_add(shift_mix(y).wrapping_mul(K0)).wrapping_add(z);
    let right = hash_16(v.1, w.1, mul).wrapping_add(x);
    hash_16(left, right, mul)
}

#[cfg(test)]
mod tests {
    use super::fingerprint64;

    /// One result of the emulator for each length class; the tests crate checks all 645.
    #[test]
    fn agrees_with_the_emulator_in_every_length_class() {
        let pattern: Vec<u8> = b"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
            .iter()
            .copied()
            .cycle()
            .take(150)
            .collect();
        for (length, answer) in [
            (16, 6_080_716_761_534_418_621_i64),
            (17, -7_052_348_088_954_416_216),
            (32, 934_449_955_909_727_258),
            (33, -820_024_252_881_666_549),
            (64, -3_559_244_462_307_248_133),
            (65, -5_372_983_396_001_656_568),
            (128, 8_259_895_592_533_368_770),
            (150, -1_553_310_018_445_454_780),
        ] {
            assert_eq!(fingerprint64(&pattern[..length]).cast_signed(), answer, "length {length}");
        }
        for (text, answer) in [
            ("", -7_286_425_919_675_154_353_i64),
            ("abc", 2_640_714_258_260_161_385),
            ("user-1", 4_922_675_799_889_375_116),
        ] {
            assert_eq!(fingerprint64(text.as_bytes()).cast_signed(), answer, "{text:?}");
        }
    }
}
