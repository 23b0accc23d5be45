//! Formatting, triplets, and the signatures that the compiler checks.

use std::fmt::{self, Write as _};
use std::panic::{RefUnwindSafe, UnwindSafe};

use crate::SETS;
use comparison::on_every_backend;
use original_percent_encoding as original;
use ours_percent_encoding as ours;

#[test]
fn triplets_of_all_bytes_are_alike() {
    for byte in 0..=255 {
        let triplet: &'static str = ours::percent_encode_byte(byte);
        assert_eq!(triplet, original::percent_encode_byte(byte));
    }
}

#[test]
fn debug_output_is_alike_in_both_forms() {
    let input = b"a%20 \xFF";
    for set in SETS {
        let (ours, original) =
            (ours::percent_encode(input, set.ours), original::percent_encode(input, set.original));
        assert_eq!(format!("{ours:#?}"), format!("{original:#?}"));
    }
    assert_eq!(
        format!("{:#?}", ours::percent_decode(input)),
        format!("{:#?}", original::percent_decode(input))
    );
}

#[test]
fn formatting_ignores_width_as_the_original_does() {
    let (ours, original) = (
        ours::utf8_percent_encode("a b", ours::NON_ALPHANUMERIC),
        original::utf8_percent_encode("a b", original::NON_ALPHANUMERIC),
    );
    assert_eq!(format!("{ours:>20.2}|"), format!("{original:>20.2}|"));
}

#[test]
fn formatting_stops_at_an_error() {
    /// A writer that accepts this many pieces.
    struct Taker(usize);
    impl fmt::Write for Taker {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(1).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    on_every_backend(|_| {
        // The length of pieces is unspecified: up to 256 bytes of input make one.
        for (len, taken) in [(0, 0), (1, 0), (2, 0), (3, 0), (9, 0), (300, 1), (3000, 1)] {
            let input = "a ".repeat(len);
            let result = write!(
                Taker(taken),
                "{}",
                ours::utf8_percent_encode(&input, ours::NON_ALPHANUMERIC)
            );
            assert_eq!(result.is_err(), len > 0, "{len}");
            assert_eq!(
                write!(
                    Taker(taken),
                    "{}",
                    original::utf8_percent_encode(&input, original::NON_ALPHANUMERIC)
                )
                .is_err(),
                len > 0
            );
        }
    });
}

#[test]
fn both_have_the_same_auto_traits_and_signatures() {
    fn is_auto<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    is_auto::<ours::AsciiSet>();
    is_auto::<ours::PercentEncode<'_>>();
    is_auto::<ours::PercentDecode<'_>>();
    // A value with a long lifetime can be used with a shorter one.
    fn shorter<'a>(
        pieces: ours::PercentEncode<'static>,
        bytes: ours::PercentDecode<'static>,
    ) -> (ours::PercentEncode<'a>, ours::PercentDecode<'a>) {
        (pieces, bytes)
    }
    let (pieces, bytes) =
        shorter(ours::utf8_percent_encode("a", ours::CONTROLS), ours::percent_decode_str("a"));
    assert_eq!((pieces.count(), bytes.count()), (1, 1));
    let _: for<'a> fn(&'a [u8], &'static ours::AsciiSet) -> ours::PercentEncode<'a> =
        ours::percent_encode;
    let _: for<'a> fn(&'a str, &'static ours::AsciiSet) -> ours::PercentEncode<'a> =
        ours::utf8_percent_encode;
    let _: for<'a> fn(&'a [u8]) -> ours::PercentDecode<'a> = ours::percent_decode;
    let _: for<'a> fn(&'a str) -> ours::PercentDecode<'a> = ours::percent_decode_str;
    let _: fn(u8) -> &'static str = ours::percent_encode_byte;
}
