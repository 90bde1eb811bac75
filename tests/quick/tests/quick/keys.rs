//! Key values: equal to Spanner's where Spanner has them, random or ordered where they must be.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use spanner_keys::keys::fingerprint::fingerprint64;
use spanner_keys::keys::{
    HashInput, Seeded, Source, System, TimeOrdered, bit_reverse, counter_of, random_int64,
    random_uuid, shard_of, ulid_text,
};
use spanner_keys_quick_tests::seed::source;
use ulid::Ulid;

#[test]
fn bit_reverse_matches_spanner() {
    let vectors = include_str!("../../vectors/bit_reverse_vectors.csv");
    let mut count = 0;
    for line in vectors.lines().skip(1) {
        let mut numbers = line.split(',').map(|number| number.parse::<i64>().expect("a number"));
        let (counter, stored) =
            (numbers.next().expect("the input"), numbers.next().expect("the answer"));
        assert_eq!(bit_reverse(counter), stored, "{counter}");
        assert_eq!(counter_of(stored), counter);
        count += 1;
    }
    assert_eq!(count, 38);
    let mut source = source(1);
    for _ in 0..100_000 {
        let counter = source.random().cast_signed();
        assert_eq!(counter_of(bit_reverse(counter)), counter);
        assert_eq!(bit_reverse(counter) < 0, counter < 0);
    }
}

#[test]
fn random_numbers_use_all_their_bits() {
    let mut source = System::new();
    let (mut ever, mut always) = (0, i64::MAX);
    for _ in 0..10_000 {
        let number = random_int64(&mut source);
        assert!(number >= 0);
        ever |= number;
        always &= number;
    }
    assert_eq!((ever, always), (i64::MAX, 0), "a bit never changes");
}

#[test]
fn uuids_are_random_and_of_version_4() {
    let mut source = System::new();
    let (mut ever, mut always) = (0, u128::MAX);
    for _ in 0..10_000 {
        let uuid = random_uuid(&mut source);
        assert_eq!((uuid.get_version_num(), uuid.get_variant()), (4, uuid::Variant::RFC4122));
        ever |= uuid.as_u128();
        always &= uuid.as_u128();
    }
    assert_eq!((ever ^ always).count_ones(), 122, "all but version and variant change");
}

#[test]
fn ulid_text_matches_the_ulid_crate() {
    let mut source = source(2);
    for _ in 0..10_000 {
        let number = u128::from(source.random()) << 64 | u128::from(source.random());
        assert_eq!(ulid_text(number), Ulid(number).to_string());
    }
}

#[test]
fn time_ordered_ids_never_decrease() {
    let (ids, mut source) = (TimeOrdered::new(), Seeded::new(3));
    source.set(UNIX_EPOCH + Duration::from_secs(1_800_000_000));
    let (mut before, mut before_v7) = (0, uuid::Uuid::nil());
    for step in 0..10_000_u64 {
        match step % 100 {
            0 => source.advance(Duration::from_millis(1)),
            // The clock steps back.
            50 => source.set(UNIX_EPOCH + Duration::from_millis(1_799_999_990_000 + step)),
            _ => {}
        }
        let (id, v7) = (ids.ulid(&mut source), ids.uuid_v7(&mut source));
        assert!(id > before && v7 > before_v7, "at {step}");
        assert!(ulid_text(id) > ulid_text(before));
        assert_eq!((v7.get_version_num(), v7.get_variant()), (7, uuid::Variant::RFC4122));
        (before, before_v7) = (id, v7);
    }
}

#[test]
fn time_ordered_ids_hold_the_time() {
    let (ids, mut source) = (TimeOrdered::new(), Seeded::new(4));
    source.set(UNIX_EPOCH + Duration::from_millis(1_763_251_200_123));
    assert_eq!(Ulid(ids.ulid(&mut source)).timestamp_ms(), 1_763_251_200_123);
    let (seconds, nanos) =
        ids.uuid_v7(&mut source).get_timestamp().expect("version 7 has a time").to_unix();
    assert_eq!((seconds, nanos), (1_763_251_200, 123_000_000));
    // Times outside the range of the ids are clamped.
    source.set(UNIX_EPOCH - Duration::from_secs(1));
    assert_eq!(TimeOrdered::new().ulid(&mut source) >> 80, 0);
    source.set(UNIX_EPOCH + Duration::from_secs(400_000_000_000));
    assert_eq!(TimeOrdered::new().ulid(&mut source) >> 80, 0xffff_ffff_ffff);
}

/// Always the same bits, at the same time.
struct Constant {
    random: u64,
    now: SystemTime,
}

impl Constant {
    fn of(random: u64) -> Self {
        Self { random, now: UNIX_EPOCH + Duration::from_millis(0x1234_5678_9abc) }
    }
}

impl Source for Constant {
    fn random(&mut self) -> u64 {
        self.random
    }

    fn now(&mut self) -> SystemTime {
        self.now
    }
}

#[test]
fn random_bits_keep_their_places() {
    let mut source = Constant::of(0xfedc_ba98_7654_3210);
    assert_eq!(random_uuid(&mut source).to_string(), "fedcba98-7654-4210-bedc-ba9876543210");
    assert_eq!(
        format!("{:032x}", TimeOrdered::new().ulid(&mut source)),
        "123456789abcfedcba9876543210fedc"
    );
    // The first twelve random bits, then the next 62, in two pieces of 14 and 48.
    let random = 0xfedc_ba98_7654_3210_fedc_ba98_7654_3210_u128;
    let (first, rest) = (random >> 116, random >> 54 & 0x3fff_ffff_ffff_ffff);
    let expected = format!(
        "12345678-9abc-7{first:03x}-{:04x}-{:012x}",
        0x8000 + (rest >> 48),
        rest & 0xffff_ffff_ffff
    );
    assert_eq!(TimeOrdered::new().uuid_v7(&mut source).to_string(), expected);
}

#[test]
fn new_millisecond_draws_new_random_bits() {
    let (ids, mut source) = (TimeOrdered::new(), Seeded::new(8));
    source.set(UNIX_EPOCH + Duration::from_secs(1_000));
    let (ulid, v7) = (ids.ulid(&mut source), ids.uuid_v7(&mut source).as_u128());
    source.advance(Duration::from_millis(1));
    let (next, next_v7) = (ids.ulid(&mut source), ids.uuid_v7(&mut source).as_u128());
    assert_eq!((ulid >> 80, next >> 80), (1_000_000, 1_000_001));
    assert_eq!((v7 >> 80, next_v7 >> 80), (1_000_000, 1_000_001));
    assert_ne!(ulid << 48, next << 48);
    assert_ne!(v7 << 66, next_v7 << 66);
}

#[test]
fn last_millisecond_has_a_last_id() {
    let mut last =
        Constant { random: u64::MAX, now: UNIX_EPOCH + Duration::from_secs(400_000_000_000) };
    let (ids, mut ulid, mut v7) = (TimeOrdered::new(), 0, uuid::Uuid::nil());
    for _ in 0..3 {
        let (next, next_v7) = (ids.ulid(&mut last), ids.uuid_v7(&mut last));
        assert!(next >= ulid && next_v7 >= v7);
        (ulid, v7) = (next, next_v7);
    }
    assert_eq!(ulid, u128::MAX);
    assert_eq!(v7.to_string(), "ffffffff-ffff-7fff-bfff-ffffffffffff");
}

#[test]
fn ids_of_one_millisecond_count_before_new_random_bits() {
    let (ids, mut source) = (TimeOrdered::new(), Constant::of(0x0123_4567_89ab_ffff));
    let (first, first_v7) = (ids.ulid(&mut source), ids.uuid_v7(&mut source).as_u128());
    source.random = 0xfedc_ba98_7654_3210;
    let (second, second_v7) = (ids.ulid(&mut source), ids.uuid_v7(&mut source).as_u128());
    assert_eq!(format!("{first:032x}"), "123456789abc0123456789abffff0123");
    assert_eq!(format!("{second:032x}"), "123456789abc0124ba9876543210fedc");
    // The fixed bits are before and in the middle of the sixteen that count.
    assert_eq!(format!("{first_v7:032x}"), "123456789abc70128d159e26affffc04");
    assert_eq!(format!("{second_v7:032x}"), "123456789abc701292ea61d950c843fb");
    // The end of the sixteen bits carries into the milliseconds.
    source.random = u64::MAX;
    source.now += Duration::from_millis(1);
    let (last, next) = (ids.ulid(&mut source), ids.ulid(&mut source));
    assert_eq!((last >> 64, next >> 64), (0x1234_5678_9abd_ffff, 0x1234_5678_9abe_0000));
}

/// Each of several threads sees its ids increase, and no id has the order of another one.
#[test]
fn threads_share_one_order() {
    let ids = TimeOrdered::new();
    let of_one_thread = &|seed| {
        let mut source = Seeded::new(seed);
        (0..10_000).map(|_| ids.ulid(&mut source) >> 64).collect::<Vec<_>>()
    };
    let all: Vec<Vec<u128>> = thread::scope(|scope| {
        let start = |seed| scope.spawn(move || of_one_thread(seed));
        let threads: Vec<_> = (0..4).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(all.iter().all(|ids| ids.is_sorted()));
    let different: BTreeSet<u128> = all.iter().flatten().copied().collect();
    assert_eq!(different.len(), 40_000);
}

/// A jump forward ends when the clock is corrected; small steps back do not disturb the order.
#[test]
fn a_wrong_clock_does_not_stay_in_later_ids() {
    let second = 1_800_000_000;
    let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
    let millis = |ids: &TimeOrdered, source: &mut Seeded| {
        (ids.ulid(source) >> 80, ids.uuid_v7(source).as_u128() >> 80)
    };
    let (ids, mut source) = (TimeOrdered::new(), Seeded::new(9));
    for (now, expected) in [
        (second, second),
        (second + 31_536_000, second + 31_536_000), // wrong by a year
        (second + 1, second + 1),                   // corrected
        (second + 2, second + 2),
        (second + 12, second + 12),
        (second + 2, second + 12), // ten seconds back
        (second + 1, second + 1),  // eleven
    ] {
        source.set(at(now));
        let expected = u128::from(expected) * 1000;
        assert_eq!(millis(&ids, &mut source), (expected, expected), "at {now}");
    }
}

#[test]
fn same_seed_gives_the_same_keys() {
    let keys = |seed| {
        let (ids, mut source) = (TimeOrdered::new(), Seeded::new(seed));
        (
            random_uuid(&mut source),
            random_int64(&mut source),
            ids.ulid(&mut source),
            ids.uuid_v7(&mut source),
        )
    };
    assert_eq!(keys(5), keys(5));
    assert_ne!(keys(5), keys(6));
}

#[test]
fn shards_cover_their_range_evenly() {
    for count in (2..=1024).step_by(7).chain([2, 16, 1000, 1024]) {
        let rows = 40 * i64::from(count);
        let mut seen = vec![0; usize::from(count)];
        for number in 0..rows {
            let shard = shard_of(&[HashInput::Text(number.to_string().into())], count);
            seen[usize::try_from(shard).expect("no shard is negative")] += 1;
        }
        // 40 a shard on average: far from 0, and far from twice that many.
        let extremes: BTreeSet<i32> = seen.iter().copied().collect();
        assert!(
            extremes.first() > Some(&8) && extremes.last() < Some(&90),
            "{count}: {extremes:?}"
        );
    }
}

#[test]
fn shard_is_the_unsigned_remainder_of_the_fingerprint() {
    for (text, fingerprint) in [
        ("user-1", fingerprint64(b"user-1")),
        ("", fingerprint64(b"")),
        ("é", fingerprint64("é".as_bytes())),
    ] {
        for count in 1..=1025_u16 {
            let rest = fingerprint % (1 << 63) % u64::from(count);
            assert_eq!(
                shard_of(&[HashInput::Text(text.into())], count),
                rest.cast_signed(),
                "{text} of {count}"
            );
        }
    }
    assert_eq!(shard_of(&[HashInput::Text("user-1".into())], 0), 0);
}

#[test]
fn several_inputs_are_joined_as_the_ddl_joins_them() {
    let text = |text: &'static str| HashInput::Text(text.into());
    let bytes = || HashInput::Bytes(b"\xff"[..].into());
    let number = fingerprint64(b"\xff").cast_signed();
    for (inputs, joined) in [
        (vec![text("a"), text("b")], "a\u{1f}b".to_owned()),
        (vec![text(""), text(""), text("c")], "\u{1f}\u{1f}c".to_owned()),
        (vec![bytes(), text("b")], format!("{number}\u{1f}b")),
        (vec![HashInput::Never, text("b")], "\u{1f}b".to_owned()),
        (vec![HashInput::Never], String::new()),
        (vec![], String::new()),
    ] {
        let rest = fingerprint64(joined.as_bytes()) % (1 << 63) % 1000;
        assert_eq!(shard_of(&inputs, 1000), rest.cast_signed(), "{joined:?}");
    }
    assert_eq!(
        shard_of(&[bytes()], 1000),
        (fingerprint64(b"\xff") % (1 << 63) % 1000).cast_signed()
    );
}
