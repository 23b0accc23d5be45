//! What is allocated: nothing where nothing changes, nothing where the caller brings the memory, and not much more than the result elsewhere.
#![cfg(feature = "alloc")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::cell::Cell;

use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, Utf8, sets};

thread_local! {
    /// Of this thread, so that tests which run at the same time do not count one another's.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting.
struct Counting;

// SAFETY: every call is handed on as it is to the system's allocator, whose contract is this one; counting allocates nothing, because the
// thread-local is initialised in const and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise, handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, handed on; the memory came from the same allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise, handed on; the memory came from the same allocator.
        unsafe { System.realloc(memory, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often the call allocates.
fn allocations<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATIONS.get();
    let result = call();
    (ALLOCATIONS.get() - before, result)
}

#[track_caller]
fn assert_allocates_nothing<T>(call: impl FnOnce() -> T) -> T {
    let (count, result) = allocations(call);
    assert_eq!(count, 0);
    result
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(vec![1, 2, 3])).0, 1);
    let mut bytes = Vec::<u8>::with_capacity(1);
    assert_eq!(allocations(|| bytes.reserve(1000)).0, 1);
}

/// Clean, and at every length about the kernels' steps.
fn clean_inputs() -> Vec<Vec<u8>> {
    [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257, 1000, 5000]
        .map(|len| b"abc.def_".iter().copied().cycle().take(len).collect())
        .into()
}

#[test]
fn nothing_where_nothing_changes() {
    for backend in common::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error).reject(sets::CONTROLS);
        for input in clean_inputs() {
            let text = std::str::from_utf8(&input).unwrap();
            assert_allocates_nothing(|| {
                assert!(matches!(encoder.encode(&input), Cow::Borrowed(_)));
                assert!(matches!(encoder.encode_str(text), Cow::Borrowed(_)));
                assert!(matches!(encoder.keep_escapes(true).encode(&input), Cow::Borrowed(_)));
                for decoder in [decoder, strict, decoder.plus_as_space(true), decoder.utf8(Utf8::Lossy), decoder.utf8(Utf8::KeepEscaped)] {
                    assert!(matches!(decoder.decode(&input), Ok(Cow::Borrowed(_))));
                    assert!(matches!(decoder.decode_str(text), Ok(Cow::Borrowed(_))));
                    assert!(matches!(decoder.decode_utf8(&input), Ok(Cow::Borrowed(_))));
                }
            });
        }
        // Not clean, and unchanged all the same.
        assert_allocates_nothing(|| {
            assert!(matches!(decoder.decode(b"100% of %4 %zz + \xFF"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.decode_str("é 100% of %4 %zz +"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.utf8(Utf8::Lossy).decode_utf8("é%".as_bytes()), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.utf8(Utf8::KeepEscaped).decode_utf8(b"caf%E9 %e2%82 %"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.utf8(Utf8::KeepEscaped).decode_str("é%E9"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.keep(AsciiSet::from_bytes(b"/")).decode(b"a%2fb%2F"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.keep_non_ascii(true).decode(b"%C3%A9"), Ok(Cow::Borrowed(_))));
            assert!(matches!(encoder.keep_escapes(true).encode(b"a%20b%2f"), Cow::Borrowed(_)));
        });
    }
}

/// The caller brings the memory, or there is nothing to write.
#[test]
fn nothing_where_the_caller_brings_the_memory() {
    use std::fmt::Write;

    /// Writes nowhere.
    struct Nowhere;
    impl Write for Nowhere {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Ok(())
        }
    }

    let input = "a%20%C3%A9 é+%%41\x00".repeat(100).into_bytes();
    for backend in common::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error).reject(sets::CONTROLS);
        let mut buffer = vec![0; 3 * input.len()];
        let (mut bytes, mut text) = (Vec::with_capacity(3 * input.len()), String::with_capacity(3 * input.len()));
        assert_allocates_nothing(|| {
            encoder.encode_into(&input, &mut buffer).unwrap();
            decoder.decode_into(&input, &mut buffer).unwrap();
            decoder.decode_in_place(&mut buffer).unwrap();
            (encoder.find(&input), encoder.encoded_len(&input)).0.unwrap();
            (decoder.find(&input), decoder.decoded_len(&input)).1.unwrap();
            decoder.check_utf8(&input).unwrap();
            write!(Nowhere, "{}{}", encoder.display(&input), decoder.display(&input)).unwrap();
            write!(Nowhere, "{}", decoder.utf8(Utf8::KeepEscaped).display(b"%E9\xE9%C3")).unwrap();
        });
        // What is refused costs nothing either, and says so without help.
        assert_allocates_nothing(|| {
            strict.check(&input).unwrap_err();
            strict.check_utf8(&input).unwrap_err();
            strict.decoded_len(&input).unwrap_err();
            strict.decode_into(&input, &mut buffer).unwrap_err();
            strict.decode_in_place(copied(&input, &mut buffer)).unwrap_err();
            encoder.encode_into(&input, &mut []).unwrap_err();
            decoder.decode_into(&input, &mut []).unwrap_err();
            write!(Nowhere, "{}", strict.check(&input).unwrap_err()).unwrap();
        });
        // Room that is there already suffices.
        assert_allocates_nothing(|| encoder.encode_append(&input[..100], &mut text));
        assert_allocates_nothing(|| encoder.encode_append_bytes(&input[..100], &mut bytes));
        assert_allocates_nothing(|| decoder.decode_append(&input[..100], &mut bytes).unwrap());
        assert_allocates_nothing(|| decoder.decode_utf8_append(&input[..100], &mut text).unwrap());
        let (mut decode, mut encode) = (decoder.stream(), encoder.stream());
        bytes.clear();
        assert_allocates_nothing(|| {
            for piece in input[..300].chunks(7) {
                decode.push(piece, &mut bytes).unwrap();
            }
            decode.finish(&mut bytes).unwrap();
            encode.push(&input[..50], &mut bytes);
            encode.finish(&mut bytes);
        });
    }
}

/// A copy without allocation.
fn copied<'a>(input: &[u8], buffer: &'a mut [u8]) -> &'a mut [u8] {
    let copy = &mut buffer[..input.len()];
    copy.copy_from_slice(input);
    copy
}

/// Long results, too, have at most an eighth and 64 bytes to spare (short ones: every comparison with the oracle looks).
#[test]
fn long_results_hold_little_to_spare() {
    let fits = |capacity: usize, len: usize| assert!(capacity <= len + len / 8 + 64, "capacity {capacity} for {len} bytes");
    for unit in ["a", "%41", "é", "%C3%A9", "a%20b c", "%E9", " ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%20"] {
        for len in [500, 4096, 4097, 30_000] {
            let input = unit.repeat(len / unit.len());
            for backend in common::backends() {
                for utf8 in [Utf8::Lossy, Utf8::KeepEscaped] {
                    if let Ok(Cow::Owned(text)) = Decoder::new().utf8(utf8).on(backend).decode_str(&input) {
                        fits(text.capacity(), text.len());
                    }
                }
                if let Ok(Cow::Owned(bytes)) = Decoder::new().on(backend).decode(input.as_bytes()) {
                    fits(bytes.capacity(), bytes.len());
                }
                if let Cow::Owned(text) = Encoder::new(sets::URI_COMPONENT).on(backend).encode_str(&input) {
                    fits(text.capacity(), text.len());
                }
            }
        }
    }
}

/// Appending long clean input does not reserve three times its length: beside the Vec's own doubling at most three times 4 KiB.
#[test]
fn appending_reserves_by_the_chunk() {
    let input = vec![b'a'; 300_000];
    for backend in common::backends() {
        let mut text = String::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append(&input, &mut text);
        assert!(text.capacity() <= 2 * (input.len() + 3 * 4096), "{backend}: {}", text.capacity());
        let mut bytes = Vec::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append_bytes(&input, &mut bytes);
        assert!(bytes.capacity() <= 2 * (input.len() + 3 * 4096), "{backend}: {}", bytes.capacity());
    }
}
