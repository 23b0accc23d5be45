//! Escapes that are neither well-formed nor plain: `%uXXXX`, dot segments that only a second
//! decoding shows, raw ones, and look-alike characters.

use super::{assert_report, every_sequence, with_flags};
use oracle::characters;
use percent_simd::{Flags as F, inspect};

#[track_caller]
fn assert_vectors(vectors: &[(&[u8], F)]) {
    for &(input, expected) in vectors {
        assert_eq!(with_flags(input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn percent_u() {
    let look_alike = F::PERCENT_U | F::CONFUSABLE;
    assert_vectors(&[
        (b"%u0041", F::PERCENT_U),
        (b"%U0041", F::PERCENT_U),
        (b"/..%25u2215x", look_alike),
        (b"/..%u2215x", look_alike),
        (b"%uFF0f", look_alike),
        (b"%u202E", F::PERCENT_U | F::BIDI),
        (b"%u200b", F::PERCENT_U | F::ZERO_WIDTH),
        (b"%u560a", F::PERCENT_U | F::TRUNCATED_NEWLINE),
        (b"%25U560D", F::PERCENT_U | F::TRUNCATED_NEWLINE),
        (b"%u560B", F::PERCENT_U),
        (b"%ud800", F::PERCENT_U),
        // The decoded input contains `%u0041`, whatever the spelling.
        (b"%2%35u0041", F::NESTED | F::UNRESERVED),
        (b"%%75004%31", F::PERCENT_U | F::UNRESERVED),
        (b"%25%550041", F::PERCENT_U | F::UNRESERVED),
        (b"%u", F::EMPTY),
        (b"%u004", F::EMPTY),
        (b"%u004g", F::EMPTY),
        (b"u0041", F::EMPTY),
        (b"%v0041", F::EMPTY),
        (b"%2525u0041", F::NESTED),
    ]);
}

#[test]
fn dot_segments_that_lenient_decoders_see() {
    let nested = F::NESTED | F::DOT_SEGMENT;
    let overlong = F::OVERLONG | F::INVALID_UTF8 | F::NON_ASCII;
    let percent_u = F::PERCENT_U | F::DOT_SEGMENT;
    assert_vectors(&[
        (b"%252e%252e%252f", nested),
        (b"/a/%252e%252e/b", nested),
        (b"/..%252f..%252f", nested),
        (b"%25252e", nested),
        (b"%2525252525252e%2525252e", nested),
        (b"/%%32%65%%32%65/", nested | F::UNRESERVED),
        (b"/a/%252e%252eb/", F::NESTED),
        (b"/a%252e%252e/", F::NESTED),
        (b"/a%252fb", F::NESTED),
        (b"/../%2541", F::NESTED | F::RAW_TRAVERSAL),
        (b"/..%253b/", nested),
        (b"/..%253f", F::NESTED),
        (b"/%252e?x", nested),
        (b"%c0%ae%c0%ae%c0%af", overlong | F::DOT_SEGMENT),
        (b"/%c0%ae%c0%ae/", overlong | F::DOT_SEGMENT),
        (b"/..%c0%af", overlong | F::DOT_SEGMENT),
        (b"/..%c1%9c", overlong | F::DOT_SEGMENT),
        (b"/%e0%80%ae/", overlong | F::DOT_SEGMENT),
        (b"/%f0%80%80%ae/", overlong | F::DOT_SEGMENT),
        (b"/%f8%80%80%80%ae/", overlong | F::DOT_SEGMENT),
        (b"/%fc%80%80%80%80%ae/", overlong | F::DOT_SEGMENT),
        (b"/%c0\xAE/", overlong | F::DOT_SEGMENT),
        (b"/\xC0\xAE/%20", F::EMPTY),
        // Raw overlong forms stay, even beside another kind of escape.
        (b"/\xC0\xAE\xC0\xAE/%2541", F::NESTED),
        (b"/%2541/\xE0\x80\xAE/", F::NESTED),
        (b"/%c0%ae%c0%af%c0%80", overlong | F::DOT_SEGMENT),
        (b"/a%c0%af", overlong),
        (b"/%c2%ae/", F::NON_ASCII),
        // Overlong forms of characters outside ASCII stay.
        (b"/%e0%82%ae/", overlong),
        (b"%25c0%25ae/", nested),
        (b"%c0%a52e/", overlong | F::DOT_SEGMENT),
        (b"%u002e%u002e%u002f", percent_u),
        (b"/..%u005c", percent_u),
        (b"/..%u2215", F::PERCENT_U | F::CONFUSABLE),
        (b"/%u%30%302e/", percent_u | F::UNRESERVED),
        (b"%25u002e/", percent_u),
        (b"%u0025%u0032e/", percent_u),
        // Triplets inside one another.
        (b"/%3%2%35/", F::NESTED | F::UNRESERVED),
        (b"/%%%333%365/", F::NESTED | F::UNRESERVED),
        (b"/%%%3%33265/", F::NESTED | F::UNRESERVED),
        (b"/%2%2565/", nested),
        (b"/%%2532e/", nested),
    ]);
}

#[test]
fn raw_traversal() {
    let raw = F::RAW_TRAVERSAL;
    assert_vectors(&[
        (b"../", raw),
        (b"..\\", raw),
        (b"..;/", raw),
        (b"/a/../b", raw),
        (b"/a/..\\b", raw),
        (b"/..;/manager", raw),
        (b"/a?file=../../etc/passwd", raw),
        (b"\"../", raw),
        (b"%2f../", raw | F::SLASH | F::DOT_SEGMENT),
        (b"%20../", raw),
        (b"a../", F::EMPTY),
        (b"9../", F::EMPTY),
        (b"-../", F::EMPTY),
        (b"\xC3\xA9../", F::EMPTY),
        (b"%C3%A9../", F::NON_ASCII),
        (b"%2e../", F::UNRESERVED),
        (b".../", F::EMPTY),
        (b"..../", F::EMPTY),
        (b"..", F::EMPTY),
        (b"/..", F::EMPTY),
        (b"/..?x", F::EMPTY),
        (b"/..a/", F::EMPTY),
        (b"/./", F::EMPTY),
        (b"/....//../", raw),
        (b"..%2f", F::SLASH | F::DOT_SEGMENT),
    ]);
}

/// Each character by itself: raw, escaped, and partly escaped.
#[test]
fn every_character() {
    // No other plane has a character with a flag.
    let planes = ('\u{80}'..='\u{1FFFF}').chain('\u{E0000}'..='\u{E01FF}').chain([char::MAX]);
    for character in planes {
        let mut expected = F::EMPTY;
        for (flag, is) in [
            (F::CONFUSABLE, characters::is_confusable(character)),
            (F::BIDI, characters::is_bidi(character)),
            (F::ZERO_WIDTH, characters::is_zero_width(character)),
        ] {
            expected = if is { expected | flag } else { expected };
        }
        let is_newline = characters::is_truncated_newline(character);
        let flags_of = |input: &[u8]| {
            let of_characters = F::CONFUSABLE | F::BIDI | F::ZERO_WIDTH | F::TRUNCATED_NEWLINE;
            inspect(input).flags().intersection(of_characters)
        };
        let mut buffer = [0; 4];
        let raw = character.encode_utf8(&mut buffer).as_bytes();
        assert_eq!(flags_of(raw), expected, "raw {character:?}");
        // The raw character is ordinary text.
        expected = if is_newline { expected | F::TRUNCATED_NEWLINE } else { expected };
        let escaped: String = raw.iter().map(|byte| format!("%{byte:02X}")).collect();
        assert_eq!(flags_of(escaped.as_bytes()), expected, "escaped {character:?}");
        if !expected.is_empty() {
            for split in 1..raw.len() {
                let escaped = &escaped.as_bytes()[3 * split..];
                assert_report(&[&raw[..split], escaped].concat());
                let escaped: String =
                    raw[..split].iter().map(|byte| format!("%{byte:02x}")).collect();
                assert_report(&[escaped.as_bytes(), &raw[split..]].concat());
            }
            assert_report(format!("/{character}{character}x%41{character}").as_bytes());
            if u32::from(character) <= 0xFFFF {
                let written = format!("/%u{:04x}", u32::from(character));
                assert_eq!(with_flags(written.as_bytes()), expected | F::PERCENT_U, "{written}");
            }
        }
    }
}

/// Every short sequence of tricks' parts.
#[test]
fn every_short_sequence_of_tricks() {
    let pieces: &[&[u8]] =
        &[b"%25", b"%", b"2", b"e", b"%32", b"%65", b".", b"/", b"u", b"0", b"%c0", b"\xAE"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"%", b"3", b"2", b"e", b"%33", b"/"];
    every_sequence(pieces, 5, &mut assert_report);
    let pieces: &[&[u8]] =
        &[b"..", b".", b"/", b"\\", b";", b"a", b"%2e", b"%2f", b"%252f", b"\xC3"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"%u", b"00", b"2", b"e", b"f", b".", b"%252e", b"/"];
    every_sequence(pieces, 4, &mut assert_report);
}

/// Deep nesting, beyond the remembered depth, is no error, and takes no longer.
#[test]
fn deep_nesting() {
    for depth in [10, 31, 32, 33, 100, 100_000] {
        let flags = |input: String| inspect(&input).flags();
        let twice = format!("/%{}2e%{}2e/", "25".repeat(depth), "25".repeat(depth));
        assert_eq!(flags(twice), F::NESTED | F::DOT_SEGMENT);
        let inside = format!("/{}%%32%65/", "%3".repeat(depth));
        assert!(flags(inside).contains(F::NESTED));
        assert_eq!(flags(format!("/{}", "%".repeat(depth))), F::EMPTY);
    }
}
