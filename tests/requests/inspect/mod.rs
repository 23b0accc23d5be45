//! `inspect` and `contains_decoded`, compared with an oracle that decodes before it searches: on
//! exhaustive short inputs, at every position in a block, and on inputs that once passed filters.

mod contains;
mod tricks;
mod windows_names;

use oracle::content::Content;
use oracle::inspect as definitions;
use oracle::places::Placed;
use oracle::random::Random;
use percent_simd::{Decoder, Flags, Malformed, Report, inspect};
use proptest::prelude::*;
use support::answers::flags::flags;
use support::on_every_backend;

/// Compares all parts of a report with the oracle.
#[track_caller]
fn assert_report(input: &[u8]) {
    let decoded = definitions::decoded(input);
    let malformed = definitions::malformed(input);
    let strict = oracle::Decode { strict: true, ..oracle::Decode::default() };
    let first = oracle::decode(input, &strict).err();
    let flags = flags(input);
    let placed = Placed::input(input, input.len());
    on_every_backend(|backend| {
        let report = inspect(placed.bytes());
        let shown = || format!("{backend}: {} ({} bytes)", input.escape_ascii(), input.len());
        assert_eq!(report.flags(), flags, "{}", shown());
        assert_eq!(report.decoded_len(), decoded.len(), "{}", shown());
        assert_eq!(
            report.triplets(),
            decoded.iter().filter(|byte| byte.escaped).count(),
            "{}",
            shown()
        );
        assert_eq!(report.malformed().map(support::error), first, "{}", shown());
        assert_eq!(report.malformed_count(), malformed.len(), "{}", shown());
        // Other functions of the library agree.
        assert_eq!(Decoder::new().decoded_len(input), Ok(report.decoded_len()), "{}", shown());
        assert_eq!(
            Decoder::new().malformed(Malformed::Error).check(input).err(),
            report.malformed(),
            "{}",
            shown()
        );
    });
}

/// Calls `visit` with every sequence of at most `longest` pieces.
fn every_sequence(pieces: &[&[u8]], longest: usize, visit: &mut impl FnMut(&[u8])) {
    for len in 0..=longest {
        for index in 0..pieces.len().pow(len as u32) {
            let mut left = index;
            let chosen = (0..len).map(|_| {
                let piece = pieces[left % pieces.len()];
                left /= pieces.len();
                piece
            });
            visit(&chosen.collect::<Vec<_>>().concat());
        }
    }
}

fn with_flags(input: &[u8]) -> Flags {
    assert_report(input);
    inspect(input).flags()
}

// ---- Each flag, by hand. ----

#[test]
fn values_that_matter_alone() {
    use Flags as F;
    let expected = |value: u8| match value {
        0 => F::NUL | F::CONTROL,
        b'\r' => F::CR | F::CONTROL,
        b'\n' => F::LF | F::CONTROL,
        0x01..=0x1F | 0x7F => F::CONTROL,
        b'/' => F::SLASH,
        b'\\' => F::BACKSLASH,
        b'.' => F::DOT_SEGMENT | F::UNRESERVED,
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'~' => F::UNRESERVED,
        0x80.. => F::NON_ASCII | F::INVALID_UTF8,
        _ => F::EMPTY,
    };
    for value in 0..=u8::MAX {
        assert_eq!(with_flags(format!("%{value:02X}").as_bytes()), expected(value), "%{value:02X}");
        assert_eq!(with_flags(format!("%{value:02x}").as_bytes()), expected(value), "%{value:02x}");
        assert_eq!(with_flags(&[value]), F::EMPTY, "raw {value:02X}");
    }
}

#[test]
fn known_bypasses_of_filters() {
    use Flags as F;
    let high = F::NON_ASCII | F::INVALID_UTF8;
    let dot = F::DOT_SEGMENT | F::UNRESERVED;
    let vectors: &[(&[u8], Flags)] = &[
        // Overlong `/`, and lookalikes.
        (b"%c0%af", high | F::OVERLONG),
        (b"..%c1%9c", high | F::OVERLONG | F::DOT_SEGMENT),
        (b"..%c1%1c..", high | F::CONTROL),
        (b"%E0%80%AF", high | F::OVERLONG),
        (b"%F0%80%80%AF", high | F::OVERLONG),
        (b"%f8%80%80%80%af", high | F::OVERLONG),
        (b"%fc%80%80%80%80%af", high | F::OVERLONG),
        (b"%c0\xAF", high | F::OVERLONG),
        (b"\xC0%af", high | F::OVERLONG),
        (b"\xFC\x80\x80\x80\x80%af", high | F::OVERLONG),
        (b"%fc\x80\x80\x80\x80\xAF", high | F::OVERLONG),
        (b"\xC0\xAF%20", F::EMPTY),
        (b"%c0/%af", high),
        (b"%c0", high),
        (b"%fc%80%80%80%80", high),
        (b"%E0%A0%80", F::NON_ASCII),
        (b"%F0%90%80%80", F::NON_ASCII),
        (b"%F8%88%80%80%80", high),
        // Surrogates, and values beyond Unicode: ill-formed, and not overlong.
        (b"%ED%A0%80", high),
        (b"%F4%90%80%80", high),
        (b"%EF%BF%BE", F::NON_ASCII),
        // Partly raw sequences.
        (b"\xE2\x98%83", F::NON_ASCII),
        (b"%E2\x98\x83", F::NON_ASCII),
        (b"\xE2%28", F::EMPTY),
        (b"%E2(", high),
        (b"\xE2\x98%20", F::EMPTY),
        (b"%E2\x98", high),
        (b"\xFF%20", F::EMPTY),
        // Every kind of double escape.
        (b"%252e%252e%252f", F::NESTED | F::DOT_SEGMENT),
        (b"%25%32%65", F::NESTED | dot),
        (b"%%32%65", F::NESTED | dot),
        (b"%2%35", F::NESTED | F::UNRESERVED),
        (b"%2541", F::NESTED),
        (b"%25%34%31", F::NESTED | F::UNRESERVED),
        (b"%4%31", F::NESTED | F::UNRESERVED),
        (b"%2525", F::NESTED),
        (b"%25252541", F::NESTED),
        (b"%%2541", F::NESTED),
        (b"100%25", F::EMPTY),
        (b"%25zz", F::EMPTY),
        (b"%254", F::EMPTY),
        (b"%25%25", F::EMPTY),
        // Dot segments.
        (b"%2e", dot),
        (b".%2e/", dot),
        (b"%2e%2E", dot),
        (b"/a/%2e./b", dot),
        (b"/a/.%2e", dot),
        (b"a\\%2e%2e\\b", dot),
        (b"a/%2e%2e?b", dot),
        (b"a/%2e%2e#b", dot),
        (b"a/%2e%2e%3Fb", F::UNRESERVED),
        (b"..%2fetc", F::DOT_SEGMENT | F::SLASH),
        (b"/..%5cetc", F::DOT_SEGMENT | F::BACKSLASH),
        (b"a%2f..", F::DOT_SEGMENT | F::SLASH),
        (b"a%2f./b", F::DOT_SEGMENT | F::SLASH),
        (b"/../%2Fb", F::SLASH | F::RAW_TRAVERSAL),
        (b"%2F/../b", F::SLASH | F::RAW_TRAVERSAL),
        (b"/./../%20", F::RAW_TRAVERSAL),
        (b"%2e%2e%2e", F::UNRESERVED),
        (b"...%2f", F::SLASH),
        (b"a%2e", F::UNRESERVED),
        (b"%2ea/", F::UNRESERVED),
        (b"index%2Ehtml", F::UNRESERVED),
        (b"/..;%2e", F::UNRESERVED | F::RAW_TRAVERSAL),
        (b"/%2e%2e;/manager", dot),
        (b"/a/.%2E;x=1", dot),
        (b"/..%3B/manager", F::DOT_SEGMENT),
        (b"%2e%3bx", dot),
        (b"a%2F..;x", F::DOT_SEGMENT | F::SLASH | F::RAW_TRAVERSAL),
        (b"/..;x%2F", F::SLASH | F::RAW_TRAVERSAL),
        (b"/;%2e%2e/", F::UNRESERVED),
        (b"/a%2e%2e;", F::UNRESERVED | F::WINDOWS_NAME),
        (b"...%3B", F::EMPTY),
        (b"/..;/%3B", F::RAW_TRAVERSAL),
        // Lines of headers and logs, and controls of terminals.
        (b"%0d%0aSet-Cookie", F::CR | F::LF | F::CONTROL),
        (b"%0A", F::LF | F::CONTROL),
        (b"%1B[2J", F::CONTROL),
        (b"%00.jpg", F::NUL | F::CONTROL),
        (b"%C2%9B2J", F::CONTROL | F::NON_ASCII),
        (b"\xC2%80", F::CONTROL | F::NON_ASCII),
        (b"%C2\x9F", F::CONTROL | F::NON_ASCII),
        (b"\xC2\x9F%20", F::EMPTY),
        (b"%C2%A0", F::NON_ASCII),
        (b"%C2.%9F", high),
        (b"%E2%82%9F", F::NON_ASCII),
        // Raw bytes set no flag for escapes.
        (b"", F::EMPTY),
        (b"/../..\\\0\r\n\x7F\xC0\xAF\xFF%zz", F::RAW_TRAVERSAL),
        ("/\u{85}/☃".as_bytes(), F::EMPTY),
    ];
    for &(input, expected) in vectors {
        assert_eq!(with_flags(input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn flags_are_a_set() {
    let constants = [
        (Flags::NUL, "nul"),
        (Flags::CR, "cr"),
        (Flags::LF, "lf"),
        (Flags::CONTROL, "control"),
        (Flags::NESTED, "nested"),
        (Flags::PERCENT_U, "percent-u"),
        (Flags::DOT_SEGMENT, "dot-segment"),
        (Flags::RAW_TRAVERSAL, "raw-traversal"),
        (Flags::SLASH, "slash"),
        (Flags::BACKSLASH, "backslash"),
        (Flags::OVERLONG, "overlong"),
        (Flags::INVALID_UTF8, "invalid-utf8"),
        (Flags::CONFUSABLE, "confusable"),
        (Flags::BIDI, "bidi"),
        (Flags::ZERO_WIDTH, "zero-width"),
        (Flags::NON_ASCII, "non-ascii"),
        (Flags::UNRESERVED, "unreserved"),
        (Flags::WINDOWS_NAME, "windows-name"),
        (Flags::TRUNCATED_NEWLINE, "truncated-newline"),
    ];
    // A new flag comes last.
    for (flag, (constant, name)) in Flags::ALL.iter().zip(constants) {
        assert_eq!((flag, flag.name()), (constant, Some(name)));
    }
    assert!(Flags::ALL.iter().count() >= constants.len());
    let mut all = Flags::EMPTY;
    for (index, flag) in Flags::ALL.iter().enumerate() {
        let name = flag.name().expect("a single flag");
        // The bits never change between versions.
        assert_eq!((flag.bits(), Flags::from_bits(1 << index)), (1 << index, Some(flag)));
        assert_eq!(Flags::from_name(name), Some(flag));
        assert_eq!((flag.name(), flag.to_string().as_str()), (Some(name), name));
        assert!(flag.iter().eq([flag]) && !flag.is_empty());
        assert!(!all.intersects(flag) && !all.contains(flag));
        all |= flag;
        assert!(
            all.intersects(flag)
                && all.contains(flag)
                && all.contains(Flags::EMPTY)
                && !all.intersects(Flags::EMPTY)
        );
    }
    assert_eq!(all, Flags::ALL);
    assert_eq!(all.name(), None);
    assert_eq!((Flags::EMPTY.name(), Flags::from_name("DOT_SEGMENT")), (None, None));
    assert_eq!(Flags::from_bits(1 << 31), None);
    let error = "nul,dots".parse::<Flags>().unwrap_err().to_string();
    assert!(error.starts_with("no flag is named \"dots\"; the names are: nul, cr, lf, "));
    let two = Flags::SLASH.union(Flags::LF);
    assert_eq!(
        (two.intersection(Flags::LF | Flags::CR), two.intersection(Flags::CR)),
        (Flags::LF, Flags::EMPTY)
    );
    assert_eq!(
        (two.difference(Flags::LF | Flags::CR), two.difference(Flags::CR)),
        (Flags::SLASH, two)
    );
    assert!(two.contains(Flags::LF) && !Flags::LF.contains(two) && Flags::LF.intersects(two));
    assert_eq!(
        (two.to_string().as_str(), format!("{two:?}").as_str()),
        ("lf,slash", "Flags(\"lf,slash\")")
    );
    assert_eq!(
        (Flags::EMPTY, Flags::EMPTY.to_string().as_str(), Flags::EMPTY.is_empty()),
        (Flags::default(), "", true)
    );
    assert_eq!(inspect(b""), Report::default());
}

// ---- Exhaustively. ----

/// Bytes with a meaning for some flag.
#[test]
fn every_short_input() {
    let bytes: &[&[u8]] =
        &[b"%", b"2", b"5", b"e", b"F", b"0", b".", b"/", b"\\", b"C", b"c", b"9", b"\xC3"];
    every_sequence(bytes, 4, &mut assert_report);
}

/// Triplets and raw bytes that set a flag together.
#[test]
fn every_short_sequence_of_pieces() {
    let pieces: &[&[u8]] =
        &[b"%2e", b".", b"%2F", b"/", b"?", b"%3F", b"%25", b"%", b"2", b"%35", b"a", b"%0A"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"%2e", b".", b";", b"%3B", b"/", b"%5C", b"a"];
    every_sequence(pieces, 5, &mut assert_report);
    let pieces: &[&[u8]] = &[
        b"%C0", b"%AF", b"\xAF", b"%80", b"\x80", b"%E0", b"\xE0", b"%F0", b"\xC2", b"%C2", b"%9F",
        b"a",
    ];
    every_sequence(pieces, 4, &mut assert_report);
    let long_forms: &[&[u8]] = &[b"%FC", b"\xFC", b"%80", b"\x80"];
    every_sequence(long_forms, 6, &mut assert_report);
}

/// The first two bytes of a sequence decide whether it is well-formed, overlong or neither.
#[test]
fn every_start_of_a_sequence() {
    for first in 0xC0..=0xFF_u8 {
        for second in 0x70..=0xCF_u8 {
            let written =
                [&[first], &*format!("%{second:02X}").into_bytes(), b"\x80\x80%80\x80"].concat();
            assert_report(&written);
        }
    }
}

// ---- At every position. ----

/// An input for each flag, half raw where possible, at each position in a block, with no, few or
/// many bytes after it.
#[test]
fn events_at_every_place() {
    let events: [&[u8]; 38] = [
        b"%00",
        b"%2541",
        b"%%34%31",
        b"%4%31",
        b"%25\x34\x31",
        b"/.%2e/",
        b"%2f../",
        b"/..%5C",
        b"%E2\x98\x83",
        b"\xE2\x98%83",
        b"\xF0\x9F\x92%A9",
        b"\xFC\x80\x80\x80\x80%AF",
        b"%FC\x80\x80\x80\x80\xAF",
        b"%F0\x80\x80\xAF",
        b"%C2\x9B",
        b"%zz",
        b"%4",
        b"%",
        b"%u2215",
        b"%25u202E",
        b"/%252e/",
        b"/%c0%ae/",
        b" ../",
        b"\xE2\x88\x95",
        b"%E2\x80%8B",
        b"\xF3\xA0\x80\x81",
        b"/a%20/",
        b"/a%2e",
        b"/a. %20..?",
        b"/c%3A/",
        b"\\%43:;",
        b"/a::%24DATA .",
        b"/a:$INDEX_ALLOCATIO%4E\\",
        b"/con%20  .txt",
        b"/COM\xC2%B9:",
        b"/lpt%C2%b3/",
        b"/longna%7E1.txt",
        b"\xE5\x98%8D",
    ];
    for event in events {
        for before in (0..=66).chain(120..=131).chain([1000]) {
            for behind in [0, 1, 5, 11, 70] {
                let input = [&vec![b'x'; before], event, &vec![b'x'; behind]].concat();
                assert_report(&input);
            }
            // Two of them, close enough for a kernel to join them.
            assert_report(&[event, &vec![b'.'; before], event].concat());
            assert_report(&[event, &vec![b'\x80'; before], event].concat());
        }
    }
}

#[test]
fn content_of_every_sort() {
    for content in Content::ALL {
        let mut random = Random::new(content as u64);
        for len in (0..200).chain([255, 256, 257, 1000, 5000]) {
            let input = content.generate(len, &mut random);
            assert_report(&input);
        }
    }
}

// ---- Random inputs. ----

fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => proptest::sample::select(&b"\0\n\r\x1B%./\\24eEaF\x80\x98\x9F\xA0\xAF\xBF\xC0\xC2\xC3\xE0\xE2\xED\xF0\xF4\xF8\xFC"[..])
            .prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        4 => proptest::sample::select(&b"%./\\?#24eEaF\x80\x98\x9F\xA0\xAF\xBF\xC0\xC2\xC3\xE0\xE2\xED\xF0\xF4\xF8\xFC"[..]).prop_map(|byte| vec![byte]),
        2 => proptest::sample::select(&[
            "%u2215", "%u002e", "%252e", "%252f", "%c0%ae", "%c0%af", "%e0%80%ae", "../", "..\\", "/..;", "%%32%65",
            "\u{2215}", "\u{202E}", "\u{200B}", "%E2%80%8B", "%u", "00", "\u{AD}",
            "%20", " ", "%3A", ":", "%24", ":$data", "::$INDEX_ALLOCATION", "con", "%6eul", "COM", "%C2%B9", "CONIN$",
            "a~1", "a%7E1", "%7e", ".txt", ";", "%u560A", "%E5%98%8D", "\u{560A}",
        ][..])
            .prop_map(|piece| piece.as_bytes().to_vec()),
        1 => "[a-z./]{1,80}".prop_map(String::into_bytes),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
    ]
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn reports_are_the_oracle_s(pieces in proptest::collection::vec(any_piece(), 0..40)) {
        assert_report(&pieces.concat());
    }
}
