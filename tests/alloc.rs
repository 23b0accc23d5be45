//! What is allocated: nothing where nothing changes, nothing where the caller brings the memory,
//! and not much more than the result elsewhere.
#![cfg(feature = "alloc")]

#[path = "common"]
mod common {
    pub(crate) mod active;
    mod backends;

    pub(crate) use backends::backends;
}

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::cell::Cell;

use percent_simd::{AsciiSet, Backend, DecodedTimes, Decoder, Encoder, Malformed, Utf8, sets};

thread_local! {
    /// Of this thread, so that tests which run at the same time do not count one another's.
    static COUNT: Cell<Count> = const { Cell::new(Count { calls: 0, live: 0, peak: 0 }) };
}

#[derive(Clone, Copy)]
struct Count {
    /// How often memory was asked for.
    calls: usize,
    /// Bytes that are allocated. It wraps where a thread frees what another has allocated.
    live: usize,
    /// The most there were since it was reset. Memory that grows or shrinks is counted as if it
    /// were copied: the old and the new at once.
    peak: usize,
}

impl Count {
    fn allocated(size: usize) {
        let Self { calls, live, peak } = COUNT.get();
        let live = live.wrapping_add(size);
        COUNT.set(Self { calls: calls + 1, live, peak: peak.max(live) });
    }

    fn freed(size: usize) {
        let count = COUNT.get();
        COUNT.set(Self { live: count.live.wrapping_sub(size), ..count });
    }
}

/// The system's allocator, counting.
struct Counting;

// SAFETY: every call is handed on as it is to the system's allocator, whose contract is this one;
// counting allocates nothing, because the thread-local is initialised in const and has no
// destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Count::allocated(layout.size());
        // SAFETY: the caller's promise, handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        Count::freed(layout.size());
        // SAFETY: the caller's promise, handed on; the memory came from the same allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        Count::allocated(new_size);
        Count::freed(layout.size());
        // SAFETY: the caller's promise, handed on; the memory came from the same allocator.
        unsafe { System.realloc(memory, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often the call allocates, how many bytes at most at a time, and its result (which is among
/// the bytes).
fn measured<T>(call: impl FnOnce() -> T) -> (usize, usize, T) {
    let before = COUNT.get();
    COUNT.set(Count { peak: before.live, ..before });
    let result = call();
    let after = COUNT.get();
    (after.calls - before.calls, after.peak.wrapping_sub(before.live), result)
}

/// How often the call allocates.
fn allocations<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let (calls, _, result) = measured(call);
    (calls, result)
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
    let (calls, peak, ()) = measured(|| {
        let first = vec![1_u8; 100];
        drop(vec![1_u8; 1000]);
        drop((first, vec![1_u8; 200]));
    });
    assert_eq!((calls, peak), (3, 1100));
    let mut bytes = vec![1_u8; 64];
    assert_eq!(
        measured(|| bytes.reserve_exact(136)).1,
        64 + 200 - 64,
        "the old is not of this call, but counts as long as it is there"
    );
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
                assert!(matches!(encoder.encode(text), Cow::Borrowed(_)));
                assert!(matches!(encoder.keep_escapes(true).encode(&input), Cow::Borrowed(_)));
                for decoder in [
                    decoder,
                    strict,
                    decoder.plus_as_space(true),
                    decoder.utf8(Utf8::Lossy),
                    decoder.utf8(Utf8::KeepEscaped),
                ] {
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
            assert!(matches!(
                decoder.utf8(Utf8::Lossy).decode_utf8("é%".as_bytes()),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.utf8(Utf8::KeepEscaped).decode_utf8(b"caf%E9 %e2%82 %"),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.utf8(Utf8::KeepEscaped).decode_str("é%E9"),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.keep(AsciiSet::from_bytes(b"/")).decode(b"a%2fb%2F"),
                Ok(Cow::Borrowed(_))
            ));
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
        let (mut bytes, mut text) =
            (Vec::with_capacity(3 * input.len()), String::with_capacity(3 * input.len()));
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

/// Long results, too, have at most an eighth and 64 bytes to spare (short ones: every comparison
/// with the oracle looks).
#[test]
fn long_results_hold_little_to_spare() {
    let fits = |capacity: usize, len: usize| {
        assert!(capacity <= len + len / 8 + 64, "capacity {capacity} for {len} bytes")
    };
    for unit in [
        "a",
        "%41",
        "é",
        "%C3%A9",
        "a%20b c",
        "%E9",
        " ",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%20",
    ] {
        for len in [500, 4096, 4097, 30_000] {
            let input = unit.repeat(len / unit.len());
            for backend in common::backends() {
                for utf8 in [Utf8::Lossy, Utf8::KeepEscaped] {
                    if let Ok(Cow::Owned(text)) =
                        Decoder::new().utf8(utf8).on(backend).decode_str(&input)
                    {
                        fits(text.capacity(), text.len());
                    }
                }
                if let Ok(Cow::Owned(bytes)) = Decoder::new().on(backend).decode(input.as_bytes()) {
                    fits(bytes.capacity(), bytes.len());
                }
                if let Cow::Owned(text) =
                    Encoder::new(sets::URI_COMPONENT).on(backend).encode(&input)
                {
                    fits(text.capacity(), text.len());
                }
            }
        }
    }
}

/// Appending clean input does not reserve three times its length: beside the Vec's own doubling at
/// most three times 4 KiB.
#[test]
fn appending_reserves_by_the_chunk() {
    let input = vec![b'a'; 300_000];
    for backend in common::backends() {
        let mut text = String::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append(&input, &mut text);
        assert!(text.capacity() <= 2 * (input.len() + 3 * 4096), "{backend}: {}", text.capacity());
        let mut bytes = Vec::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append_bytes(&input, &mut bytes);
        assert!(
            bytes.capacity() <= 2 * (input.len() + 3 * 4096),
            "{backend}: {}",
            bytes.capacity()
        );
    }
}

/// Up to 1 MiB: decoding takes the input's length once, and gives back what it has not used;
/// appending reserves no more than the input's length and a register.
#[test]
fn decoding_takes_the_input_s_length_at_most() {
    for unit in ["%41", "%C3%A9", "a%20b c", "é%41"] {
        for len in [3, 30, 500, 20_000, 1 << 20] {
            let input = &long(unit, len)[..len];
            for backend in backends_for(len) {
                for decoder in
                    [Decoder::new().on(backend), Decoder::new().reject(sets::CONTROLS).on(backend)]
                {
                    let (calls, peak, bytes) =
                        measured(|| decoder.decode(input).unwrap().into_owned());
                    assert!(
                        calls <= 2 && peak <= input.len() + bytes.len(),
                        "{backend}: {calls} calls, {peak} bytes for {}",
                        input.len()
                    );
                    let mut appended = b"prior".to_vec();
                    let (calls, _, result) =
                        measured(|| decoder.decode_append(input, &mut appended));
                    assert_eq!(result, Ok(()));
                    assert!(
                        calls <= 1 && appended.capacity() <= 5 + input.len() + REGISTER,
                        "{backend}: {calls} calls, {}",
                        appended.capacity()
                    );
                }
            }
        }
    }
}

/// What policies refuse is found before room is made, but for a new Vec: nothing is allocated, and
/// what was appended to keeps its capacity.
#[test]
fn errors_allocate_nothing() {
    for len in [0, 1, 30, 300, 5000, LONG] {
        for backend in backends_for(len) {
            let decoders = [
                Decoder::new().malformed(Malformed::Error),
                Decoder::new().reject(AsciiSet::EMPTY.add(0)),
            ]
            .map(|decoder| decoder.on(backend));
            let mut input = "é%41".repeat(len / 5);
            input += "%00%4";
            for decoder in decoders {
                let (mut bytes, mut text) = (b"prior".to_vec(), String::from("prior"));
                let capacities = (bytes.capacity(), text.capacity());
                // One pass: what is decoded before the error is freed, or is on the stack.
                let (calls, peak, _) = measured(|| decoder.decode(input.as_bytes()).unwrap_err());
                assert!(
                    calls <= usize::from(input.len() > 1024) && peak <= input.len(),
                    "{backend}: {calls} calls, {peak} bytes for {}",
                    input.len()
                );
                assert_allocates_nothing(|| {
                    decoder.decode_str(&input).unwrap_err();
                    decoder.decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.utf8(Utf8::Lossy).decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.utf8(Utf8::KeepEscaped).decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.decode_append(input.as_bytes(), &mut bytes).unwrap_err();
                    decoder.decode_utf8_append(input.as_bytes(), &mut text).unwrap_err();
                });
                assert_eq!(
                    (bytes.as_slice(), text.as_str(), (bytes.capacity(), text.capacity())),
                    (&b"prior"[..], "prior", capacities)
                );
            }
            // That it is not UTF-8 is seen of what is decoded: that is freed, or stays as capacity.
            input += "%E9";
            let decoder = Decoder::new().on(backend);
            let (calls, peak, _) = measured(|| decoder.decode_str(&input).unwrap_err());
            assert!(
                calls <= 1 && peak <= input.len() + REGISTER,
                "{backend}: {calls} calls, {peak} bytes for {}",
                input.len()
            );
            let mut text = String::from("prior");
            decoder.decode_utf8_append(input.as_bytes(), &mut text).unwrap_err();
            assert_eq!(text, "prior");
            assert!(text.capacity() <= 5 + input.len() + REGISTER);
        }
    }
}

/// What appending reserves past the input's length where it must grow, so that a kernel's last store
/// is whole.
const REGISTER: usize = 64;

/// More than what is measured first: 1 MiB.
const LONG: usize = (1 << 20) + 5000;

/// Those on which to try an input of that length. Without optimisation a long one takes a while,
/// and room is made without regard to the backend.
fn backends_for(len: usize) -> Vec<Backend> {
    if len < LONG / 2 { common::backends() } else { vec![Backend::active()] }
}

/// At least `len` bytes: many of one text.
fn long(unit: &str, len: usize) -> Vec<u8> {
    unit.repeat(len.div_ceil(unit.len())).into()
}

/// A long input costs what its result needs, in one piece; nothing where there is that much room.
/// Tries this many sorts of each.
fn costs_its_result_alone(backend: Backend, len: usize, sorts: usize) {
    let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
    let decoder = Decoder::new().on(backend);
    let strict = decoder.malformed(Malformed::Error).reject(AsciiSet::EMPTY.add(0));
    let (lossy, keeping) = (decoder.utf8(Utf8::Lossy), decoder.utf8(Utf8::KeepEscaped));
    let exact = |call: &str, (calls, peak, len): (usize, usize, usize)| {
        assert_eq!((calls, peak), (1, len), "{call} on {backend}");
    };
    let about = |call: &str, (calls, peak, len): (usize, usize, usize)| {
        assert!(
            calls <= 2 && peak <= len,
            "{call} on {backend}: {calls} calls and {peak} bytes for {len}"
        );
    };
    let result = |(calls, peak, bytes): (usize, usize, Vec<u8>)| (calls, peak, bytes.len());

    for unit in ["%41", "a%C3%A9", "no more than a single triplet in here, which is this: %20"]
        .into_iter()
        .take(sorts)
    {
        let input = long(unit, len);
        exact("decode", result(measured(|| decoder.decode(&input).unwrap().into_owned())));
        exact("decode, strict", result(measured(|| strict.decode(&input).unwrap().into_owned())));
        exact(
            "decode_utf8",
            result(measured(|| decoder.decode_utf8(&input).unwrap().into_owned().into())),
        );
        exact(
            "decode_utf8, keeping",
            result(measured(|| keeping.decode_utf8(&input).unwrap().into_owned().into())),
        );
        exact(
            "decode_append",
            result(measured(|| appended(|bytes| decoder.decode_append(&input, bytes).unwrap()))),
        );
        // Room for the result is enough, and so is room for the input, into which nothing is
        // measured.
        for room in [decoder.decoded_len(&input).unwrap(), input.len()] {
            let (mut bytes, mut text) = (Vec::with_capacity(room), String::with_capacity(room));
            assert_allocates_nothing(|| {
                decoder.decode_append(&input, &mut bytes).unwrap();
                decoder.decode_utf8_append(&input, &mut text).unwrap();
            });
            assert_eq!(bytes, text.as_bytes());
        }
    }
    // Not UTF-8: first all of it is decoded, then what that is as text takes its place.
    for unit in ["%E9%41", "é%E9", "a\u{FFFD}%20%C3"].into_iter().take(sorts) {
        let input = long(unit, len);
        about(
            "decode_utf8, lossy",
            result(measured(|| lossy.decode_utf8(&input).unwrap().into_owned().into())),
        );
        about(
            "decode_utf8, keeping",
            result(measured(|| keeping.decode_utf8(&input).unwrap().into_owned().into())),
        );
    }
    for unit in ["a b", "é", "nothing but a space to be escaped"].into_iter().take(sorts) {
        let input = long(unit, len);
        exact("encode", result(measured(|| encoder.encode(&input).into_owned().into())));
        exact(
            "encode, keeping",
            result(measured(|| encoder.keep_escapes(true).encode(&input).into_owned().into())),
        );
        exact(
            "encode_append_bytes",
            result(measured(|| appended(|bytes| encoder.encode_append_bytes(&input, bytes)))),
        );
        let (mut bytes, mut text) = (
            Vec::with_capacity(encoder.encoded_len(&input)),
            String::with_capacity(3 * input.len()),
        );
        assert_allocates_nothing(|| {
            encoder.encode_append_bytes(&input, &mut bytes);
            encoder.encode_append(&input, &mut text);
        });
        assert_eq!(bytes, text.as_bytes());
    }
    // Clean.
    let input = long("a", len);
    assert_allocates_nothing(|| {
        assert!(matches!(decoder.decode(&input), Ok(Cow::Borrowed(_))));
        assert!(matches!(encoder.encode(&input), Cow::Borrowed(_)));
    });
}

/// What the call appends to an empty Vec.
fn appended(append: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(&mut bytes);
    bytes
}

#[test]
fn a_long_input_costs_its_result() {
    for backend in backends_for(LONG) {
        costs_its_result_alone(backend, LONG, 3);
    }
}

#[test]
#[ignore = "needs 5 GiB of memory, and optimisation: cargo test --release -p percent-simd --test alloc -- --ignored"]
fn a_gibibyte_costs_its_result() {
    costs_its_result_alone(Backend::active(), 1 << 30, 1);
}

/// Adapters hold some KiB, however much goes through them.
#[cfg(feature = "std")]
#[test]
fn adapters_hold_little() {
    use percent_simd::io::{Reader, Writer};

    for backend in common::backends() {
        for unit in ["%41", "a%20", "a", "%C3%A9%"] {
            let input = long(unit, 100_000);
            let decoder = Decoder::new().on(backend);
            let encoder = Encoder::new(sets::URI_COMPONENT).keep_escapes(true).on(backend);
            let costs = [
                measured(|| {
                    std::io::copy(
                        &mut Reader::new(&input[..], decoder.stream()),
                        &mut std::io::sink(),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut Reader::new(&input[..], encoder.stream()),
                        &mut std::io::sink(),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut &input[..],
                        &mut Writer::new(std::io::sink(), decoder.stream()),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut &input[..],
                        &mut Writer::new(std::io::sink(), encoder.stream()),
                    )
                    .unwrap()
                }),
            ];
            for (calls, peak, _) in costs {
                assert!(
                    calls <= 20 && peak <= 128 << 10,
                    "{backend}, {unit}: {calls} calls, {peak} bytes"
                );
            }
        }
    }
}

/// Of schemes, too: what stays as it is costs no memory, with escapes in it or without; nor does
/// comparing, hashing, and parsing forms.
#[test]
fn schemes_borrow_what_they_do_not_change() {
    use std::hash::{DefaultHasher, Hash};

    use percent_simd::scheme::{SCHEMES, alpn, template, url};
    use percent_simd::{form, iri, js, uri};

    let normal = |len| b"/a%2Fb%C3%A9~".iter().copied().cycle().take(len).collect::<Vec<u8>>();
    common::active::on_every_backend(|backend| {
        for input in clean_inputs().into_iter().chain([13, 26, 260, 520, 5200].map(normal)) {
            let text = std::str::from_utf8(&input).unwrap();
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_allocates_nothing(|| {
                let what = || format!("{backend}: {text}");
                assert!(matches!(uri::normalize(&input), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(uri::repair(&input), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(uri::remove_dot_segments(&input), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(iri::to_uri(text), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(template::reserved(text), Cow::Borrowed(_)), "{}", what());
                assert!(uri::equivalent(&input, &input), "{}", what());
                uri::NormalizedKey::new(&input).hash(&mut DefaultHasher::new());
                assert!(form::parse(&input).all(|pair| pair.value_raw().is_empty()), "{}", what());
                assert!(
                    !form::parse(&input).any(|pair| pair.name_is("another name")),
                    "{}",
                    what()
                );
            });
            if input.contains(&b'%') {
                continue;
            }
            assert_allocates_nothing(|| {
                assert!(
                    SCHEMES
                        .iter()
                        .filter(|scheme| scheme.name() != "all")
                        .all(|scheme| matches!(scheme.encode(text), Cow::Borrowed(_)))
                );
                assert!(
                    SCHEMES
                        .iter()
                        .all(|scheme| matches!(scheme.decode(&input), Ok(Cow::Borrowed(_))))
                );
                assert!(matches!(iri::from_uri(&input), Cow::Borrowed(_)));
                assert!(matches!(url::host(&input), Ok(Cow::Borrowed(_))));
                assert!(input.is_empty() || matches!(alpn::decode(&input), Ok(Cow::Borrowed(_))));
                assert!(matches!(js::unescape_utf16(&units), Cow::Borrowed(_)));
                assert!(matches!(js::decode_uri_utf16(&units), Ok(Cow::Borrowed(_))));
                assert!(form::parse(&input).all(|pair| matches!(pair.name(), Cow::Borrowed(_))));
            });
        }
    });
}

#[test]
fn looking_allocates_nothing_and_decoding_again_once() {
    let hostile = b"/.%2e/%2541%c0%af%%zz%0d%0a".repeat(50);
    common::active::on_every_backend(|backend| {
        for input in clean_inputs().iter().chain([&hostile]) {
            assert_allocates_nothing(|| {
                assert_eq!(
                    percent_simd::inspect(input).flags().is_empty(),
                    !input.contains(&b'%'),
                    "{backend}"
                );
                assert_eq!(
                    percent_simd::contains_decoded(input, AsciiSet::from_bytes(b"\r")).is_some(),
                    input.contains(&b'%'),
                    "{backend}"
                );
            });
        }
        let decoder = Decoder::new();
        assert_allocates_nothing(|| {
            assert!(matches!(
                decoder.decode_times(b"100% clean", 9),
                Ok(DecodedTimes { output: Cow::Borrowed(_), rounds: 0, .. })
            ))
        });
        assert_allocates_nothing(|| {
            assert!(matches!(
                decoder.decode_times(b"%41", 0),
                Ok(DecodedTimes { output: Cow::Borrowed(_), rounds: 0, .. })
            ))
        });
        // So short a result gives nothing back.
        let (count, result) =
            allocations(|| decoder.decode_times(b"caf%252525C3%252525A9 %2541", 9).unwrap());
        assert_eq!((count, &*result.output, result.rounds), (1, "caf\u{E9} A".as_bytes(), 4));
    });
}

/// A column that is filled again uses what it has.
#[test]
fn a_column_is_filled_again_without_more() {
    use percent_simd::batch::{Column, ColumnRef, OnError};

    let (mut values, mut offsets) = (Vec::new(), vec![0_u32]);
    for row in 0..2000 {
        values.extend_from_slice(
            [&b"/plain"[..], b"a%20b%C3%A9", b"100%", b"", b"a b\xC3\xA9+"][row % 5],
        );
        offsets.push(values.len() as u32);
    }
    let input = ColumnRef::new(&values, &offsets).unwrap();
    for backend in common::backends() {
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error);
        let encoder = Encoder::new(sets::FORM_SET).space_as_plus(true).on(backend);
        let mut output = Column::new();
        let fill = |output: &mut Column<u32>| {
            decoder.decode_batch(input, OnError::Fail, output).unwrap();
            strict.decode_batch(input, OnError::Null, output).unwrap();
            strict.decode_batch(input, OnError::Keep, output).unwrap();
            encoder.encode_batch(input, output).unwrap();
        };
        fill(&mut output);
        assert_allocates_nothing(|| fill(&mut output));
        // An error costs nothing either, not even for a column that has no memory yet.
        assert_allocates_nothing(|| {
            strict.decode_batch(input, OnError::Fail, &mut Column::new()).unwrap_err()
        });
        // A fresh one costs two pieces of memory, with room for what all of the rows could become.
        let (calls, peak, fresh) = measured(|| {
            let mut output = Column::new();
            decoder.decode_batch(input, OnError::Fail, &mut output).unwrap();
            output
        });
        assert_eq!((calls, peak), (2, values.len() + size_of_val(&offsets[..])), "on {backend}");
        drop(fresh);
    }
}

/// Encoded values that offsets of four bytes cannot count are an error before anything is written.
#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "reads 700 MB, which takes optimisation: cargo test --release -p percent-simd --test alloc -- --ignored"]
fn offsets_that_do_not_suffice() {
    use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, OnError};

    // Three times as long they are one byte too many: 3 * 715,827,883 = 2^31 + 1.
    let len = 715_827_883;
    let values = vec![0_u8; len];
    let offsets = [0, 5, 1000, i32::try_from(len).unwrap(), i32::try_from(len).unwrap()];
    let input = ColumnRef::new(&values, &offsets).unwrap();
    let mut output = Column::new();
    Decoder::new()
        .decode_batch(ColumnRef::new(b"%41", &[0, 3]).unwrap(), OnError::Fail, &mut output)
        .unwrap();
    let encoder = Encoder::new(sets::CONTROLS);
    let error = assert_allocates_nothing(|| encoder.encode_batch(input, &mut output).unwrap_err());
    assert_eq!((error.row(), error.kind()), (2, BatchErrorKind::Overflow));
    assert_eq!((output.values(), output.offsets()), (&b"A"[..], &[0, 1][..]));
    // A row that is null counts for nothing.
    let nulls = input.with_validity(&[0b1011], 0).unwrap();
    encoder.encode_batch(nulls, &mut output).unwrap();
    assert_eq!(output.offsets(), [0, 15, 3000, 3000, 3000]);
}
