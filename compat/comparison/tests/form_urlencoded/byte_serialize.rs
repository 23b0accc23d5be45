//! The serializer of bytes.

use crate::inputs::{WORDS, for_each_long, for_each_word};
use crate::parse::looked_at;
use comparison::on_every_backend;
use original_form_urlencoded as original;
use ours_form_urlencoded as ours;
use percent_simd::Backend;

#[track_caller]
pub(crate) fn check_byte_serialize(input: &[u8]) {
    let (mut original, mut ours) = (original::byte_serialize(input), ours::byte_serialize(input));
    for step in 0.. {
        let what = || format!("{} at step {step} of {}", Backend::active(), input.escape_ascii());
        assert_eq!(ours.size_hint(), original.size_hint(), "{}", what());
        if step < looked_at(input) {
            assert_eq!(
                format!("{ours:?} {ours:#?} {ours:02X?}"),
                format!("{original:?} {original:#?} {original:02X?}"),
                "{}",
                what()
            );
        }
        let (original, ours) = (original.next(), ours.next());
        assert_eq!(ours, original, "{}", what());
        if original.is_none() {
            break;
        }
    }
    for _ in 0..2 {
        assert_eq!((ours.next(), ours.size_hint()), (original.next(), original.size_hint()));
        assert_eq!(format!("{ours:?}"), format!("{original:?}"));
    }
    let what = || format!("{} of {}", Backend::active(), input.escape_ascii());
    let (original, ours) = (|| original::byte_serialize(input), || ours::byte_serialize(input));
    assert_eq!(ours().collect::<String>(), original().collect::<String>(), "{}", what());
    assert_eq!(ours().collect::<Vec<_>>(), original().collect::<Vec<_>>(), "{}", what());
    assert_eq!(ours().count(), original().count(), "{}", what());
    assert_eq!(ours().last(), original().last(), "{}", what());
    assert_eq!(
        ours().skip(1).fold(String::new(), |all, piece| all + piece + "|"),
        original().skip(1).fold(String::new(), |all, piece| all + piece + "|")
    );
    let (mut original, mut ours) = (original(), ours());
    assert_eq!(ours.nth(1), original.nth(1), "{}", what());
    assert!(ours.eq(original), "after nth, {}", what());
}

#[test]
fn byte_serialize_of_every_short_input() {
    on_every_backend(|_| for_each_word(b"aZ09 %*~\xC3", 4, check_byte_serialize));
}

#[test]
fn byte_serialize_of_every_byte() {
    on_every_backend(|_| {
        for byte in 0..=255 {
            for before in 0..4 {
                for behind in 0..3 {
                    check_byte_serialize(&[&b"abc"[..before], &[byte], &b"xy"[..behind]].concat());
                }
            }
            check_byte_serialize(&[byte; 70]);
        }
    });
}

#[test]
fn byte_serialize_of_long_inputs() {
    on_every_backend(|_| for_each_long(WORDS, check_byte_serialize));
}
