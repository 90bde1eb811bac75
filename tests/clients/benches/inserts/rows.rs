//! What the rows hold: the same for every client, and the same for both sides of a line.

/// The values of a row that neither is filled nor belongs to one client.
pub(crate) struct Values {
    pub(crate) count: i64,
    /// In hundredths.
    pub(crate) amount: i64,
    pub(crate) digest: Vec<u8>,
    pub(crate) note: Option<String>,
}

impl Values {
    /// Values of a usual size that differ from row to row.
    pub(crate) fn new(at: usize) -> Self {
        let number = at as u64;
        let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            count: (mixed >> 40).cast_signed(),
            amount: (mixed >> 36).cast_signed(),
            digest: mixed.to_le_bytes().repeat(4),
            note: (at % 4 != 3).then(|| format!("invoice {number:08}, paid")),
        }
    }
}
