//! Base64 with the standard alphabet and padding: the wire format of bytes.

// Implemented here because it is one page of arithmetic, and a crate would be a dependency of every
// build.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const INVALID: u32 = 0xff00_0000;

/// For each place in a group of four letters: the bits of a letter there, in the order in which three
/// bytes are stored. A table for each place saves the shifts, which take longer.
const PLACES: [[u32; 256]; 4] = {
    let mut places = [[INVALID; 256]; 4];
    let mut at = 0;
    while at < 256 {
        let (place, value) = (at / 64, at % 64);
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let bits = (value as u32) << (26 - 6 * place);
        places[place][LETTERS[value] as usize] = bits.swap_bytes();
        at += 1;
    }
    places
};

#[inline]
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let letter = |word: u32, at: u32| LETTERS[(word >> at & 63) as usize];
    let mut text = vec![b'='; bytes.len().div_ceil(3) * 4];
    let (whole, rest) = bytes.as_chunks::<3>();
    let (fours, _) = text.as_chunks_mut::<4>();
    for ([one, two, three], four) in whole.iter().zip(&mut *fours) {
        let word = u32::from_be_bytes([0, *one, *two, *three]);
        *four = [letter(word, 18), letter(word, 12), letter(word, 6), letter(word, 0)];
    }
    if let Some([first, second, third, _]) = fours.get_mut(whole.len()) {
        let word = u32::from_be_bytes([0, rest[0], rest.get(1).copied().unwrap_or(0), 0]);
        (*first, *second) = (letter(word, 18), letter(word, 12));
        if rest.len() == 2 {
            *third = letter(word, 6);
        }
    }
    // All of it is ASCII, so this cannot fail.
    String::from_utf8(text).unwrap_or_default()
}

pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=').as_bytes();
    // One letter alone is less than a byte.
    if text.len() - letters.len() > 2 || letters.len() % 4 == 1 {
        return None;
    }
    let mut bytes = vec![0; letters.len() * 3 / 4];
    let (fours, rest) = letters.as_chunks::<4>();
    let (threes, last) = bytes.as_chunks_mut::<3>();
    // One check at the end, because a branch for each four letters takes as long as the rest.
    let mut all = 0;
    for (four, three) in fours.iter().zip(threes) {
        let word = three_bytes(*four);
        all |= word;
        let [bytes @ .., _] = word.to_le_bytes();
        *three = bytes;
    }
    if !rest.is_empty() {
        let mut four = [LETTERS[0]; 4];
        four[..rest.len()].copy_from_slice(rest);
        let word = three_bytes(four);
        all |= word;
        last.copy_from_slice(&word.to_le_bytes()[..last.len()]);
    }
    (all & INVALID == 0).then_some(bytes)
}

/// The 24 bits of four letters, the first byte lowest.
#[inline]
const fn three_bytes([one, two, three, four]: [u8; 4]) -> u32 {
    let [first, second, third, fourth] = &PLACES;
    first[one as usize] | second[two as usize] | third[three as usize] | fourth[four as usize]
}

#[cfg(test)]
mod tests {
    use super::{from_base64, to_base64};

    #[test]
    fn rfc_4648_examples() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(to_base64(&[0xfb, 0xff, 0xbf]), "+/+/");
        for wrong in ["Z", "Zm9vZ", "Zg===", "Z*==", "Zm9*", "Z=9v", "Zm8\u{f8}", "Zm9v\n"] {
            assert_eq!(from_base64(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn bytes_of_any_length_are_decoded() {
        for length in 0..=100_u8 {
            let bytes: Vec<u8> =
                (0..length).map(|at| at.wrapping_mul(37).wrapping_add(length)).collect();
            assert_eq!(from_base64(&to_base64(&bytes)), Some(bytes));
        }
    }
}
