//! Sets: their members, their `Debug` text, and their patterns; and encoders that compare them.

use crate::{OURS_BY_VALUE, OURS_IN_A_STATIC, SETS, Set};
use original_percent_encoding as original;
use ours_percent_encoding as ours;

/// Asserts that both sets escape the same bytes, and print the same text.
fn same_set(ours: &'static ours::AsciiSet, original: &'static original::AsciiSet) {
    assert_eq!(format!("{ours:?}"), format!("{original:?}"));
    assert_eq!(format!("{ours:#?}"), format!("{original:#?}"));
    for byte in 0..=255 {
        let input = [byte];
        assert!(
            ours::percent_encode(&input, ours).eq(original::percent_encode(&input, original)),
            "{byte:02X} of {original:?}"
        );
    }
}

#[test]
fn sets_of_constants_are_alike() {
    SETS.iter().for_each(|set| same_set(set.ours, set.original));
    same_set(ours::CONTROLS, original::CONTROLS);
    same_set(ours::NON_ALPHANUMERIC, original::NON_ALPHANUMERIC);
    same_set(&ours::AsciiSet::EMPTY, &original::AsciiSet::EMPTY);
    same_set(&OURS_IN_A_STATIC, const { &original::CONTROLS.add(b' ') });
    same_set(&OURS_BY_VALUE, const { &original::AsciiSet::EMPTY.add(b' ').complement() });
}

#[test]
fn operations_on_sets_are_alike() {
    for (index, set) in SETS.iter().enumerate() {
        let Set { ours, original, .. } = set;
        for byte in 0..=127 {
            assert_eq!(format!("{:?}", ours.add(byte)), format!("{:?}", original.add(byte)));
            assert_eq!(format!("{:?}", ours.remove(byte)), format!("{:?}", original.remove(byte)));
        }
        for byte in 128..=255 {
            assert!(
                std::panic::catch_unwind(|| ours.add(byte)).is_err()
                    && std::panic::catch_unwind(|| original.add(byte)).is_err()
            );
            assert!(
                std::panic::catch_unwind(|| ours.remove(byte)).is_err()
                    && std::panic::catch_unwind(|| original.remove(byte)).is_err()
            );
        }
        // Neither package's set is `Clone`: removing an absent byte makes an equal one.
        let complement = format!("{:?}", original.complement());
        assert_eq!(format!("{:?}", ours.complement()), complement);
        assert_eq!(format!("{:?}", !ours.union(ours::AsciiSet::EMPTY)), complement);
        for (other_index, other) in SETS.iter().enumerate() {
            assert_eq!(*ours == other.ours, *original == other.original);
            assert_eq!(*ours == other.ours, index == other_index);
            let union =
                format!("{:?}", original.union(other.original.union(original::AsciiSet::EMPTY)));
            assert_eq!(format!("{:?}", ours.union(other.ours.union(ours::AsciiSet::EMPTY))), union);
            assert_eq!(
                format!(
                    "{:?}",
                    ours.union(ours::AsciiSet::EMPTY) + other.ours.union(ours::AsciiSet::EMPTY)
                ),
                union
            );
        }
    }
}

#[test]
fn sets_are_patterns() {
    // Both derive their equality, so a constant can be a pattern.
    const OURS: &ours::AsciiSet = ours::CONTROLS;
    const ORIGINAL: &original::AsciiSet = original::CONTROLS;
    assert!(matches!(ours::CONTROLS, OURS) && matches!(original::CONTROLS, ORIGINAL));
    assert!(
        !matches!(ours::NON_ALPHANUMERIC, OURS) && !matches!(original::NON_ALPHANUMERIC, ORIGINAL)
    );
}

#[test]
fn encoders_are_equal_where_the_originals_are() {
    let inputs: [&[u8]; 3] = [b"a b", b"a c", b""];
    for one in SETS {
        for other in SETS {
            for (input, another) in
                inputs.iter().flat_map(|input| inputs.iter().map(move |another| (input, another)))
            {
                let ours = ours::percent_encode(input, one.ours)
                    == ours::percent_encode(another, other.ours);
                assert_eq!(
                    ours,
                    original::percent_encode(input, one.original)
                        == original::percent_encode(another, other.original)
                );
            }
        }
    }
}
