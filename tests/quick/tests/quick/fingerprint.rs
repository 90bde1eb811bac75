//! FARM_FINGERPRINT in Rust against answers of the emulator.

use spanner_keys::keys::fingerprint::fingerprint64;

#[test]
fn all_vectors_agree() {
    let vectors = include_str!("../../vectors/farm_fingerprint_vectors.csv");
    let mut count = 0;
    for line in vectors.lines().skip(1) {
        let (hex, answer) = line.split_once(',').expect("two columns");
        let bytes: Vec<u8> = (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("a byte in hex"))
            .collect();
        assert_eq!(
            fingerprint64(&bytes).cast_signed(),
            answer.parse::<i64>().expect("a number"),
            "{hex}"
        );
        count += 1;
    }
    assert_eq!(count, 645);
}
