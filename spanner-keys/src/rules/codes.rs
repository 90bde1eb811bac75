//! How decisions become the numbers that generated code passes to the compiler.

/// What was found, where finding it makes sense.
#[must_use]
pub const fn found_if(sensible: bool, found: u8) -> u8 {
    if sensible { found } else { 0 }
}

/// Which of at most four decisions refuse, as bits.
#[must_use]
pub const fn refused<const COUNT: usize>(decisions: [bool; COUNT]) -> u8 {
    let mut bits = 0;
    let mut at = 0;
    while at < COUNT {
        if !decisions[at] {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}
