//! ECMA-262's URI functions, `escape` and `unescape` against the standard's steps, on every
//! backend.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::scheme::{JS_COMPONENT, JS_URI};
use percent_simd::{DecodeErrorKind, js};
use proptest::prelude::*;
use support::answers::ecma::Case;
use support::on_every_backend;

fn check(string: &[u16]) {
    let case = Case::new(string);
    on_every_backend(|_| case.check());
}

fn check_text(text: &str) {
    check(&text.encode_utf16().collect::<Vec<_>>());
}

/// All 65,536 code units; fewer on architectures that are mostly emulated, because only the kernels
/// differ there.
fn every_unit() -> impl Iterator<Item = u16> {
    let step = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) { 1 } else { 17 };
    (0..=u16::MAX).step_by(step)
}

#[test]
fn every_code_unit_alone_and_beside_surrogates() {
    // One unit reaches no vector; the next test has rows of units.
    for unit in every_unit() {
        Case::new(&[unit]).check();
        for surrogates in [&[0xDBFF][..], &[0xDC00], &[0xD83D, 0xDCA9]] {
            Case::new(&[surrogates, &[unit]].concat()).check();
            Case::new(&[&[unit], surrogates].concat()).check();
        }
    }
}

/// Each unit with a block of the loops, and with a chunk, around it.
#[test]
fn every_code_unit_in_a_row() {
    let all: Vec<u16> = every_unit().collect();
    all.chunks(700).for_each(check);
    // No surrogates, so that encoding reaches the end.
    let text: String =
        ('\0'..='\u{FFFF}').step_by(5).chain(('\u{10000}'..=char::MAX).step_by(499)).collect();
    check_text(&text);
}

#[test]
fn every_triplet() {
    for byte in 0..=255u8 {
        for triplet in [
            format!("%{byte:02X}"),
            format!("%{byte:02x}"),
            format!("%u00{byte:02x}"),
            format!("%U00{byte:02X}"),
        ] {
            check_text(&triplet);
            check_text(&format!("é{triplet}"));
            check_text(&format!("{triplet}%80%BF%80a"));
            check_text(&format!("%F4{triplet}%BF%BF"));
            check_text(&format!("%E0{triplet}%BF"));
            check_text(&format!("{triplet}\u{80}"));
            check_text(&format!("%D4\u{BD}aaaaaaa{triplet}"));
            check_text(&format!("{triplet}%"));
        }
    }
    check_text("%D4\u{BD}aaaaaaa%");
    let all: String = (0..0x80).map(|byte| format!("%{byte:02X}%{byte:02x}")).collect();
    check_text(&all);
}

#[test]
fn every_unicode_escape() {
    // Decoding reaches the end where no surrogate is an error; otherwise it stops there.
    let all: String = every_unit().step_by(5).map(|unit| format!("%u{unit:04X}")).collect();
    check_text(&all);
    let text: String = every_unit()
        .step_by(5)
        .filter(|unit| !(0xD800..=0xDFFF).contains(unit))
        .map(|unit| format!("%u{unit:04x}"))
        .collect();
    check_text(&text);
    let pairs: String = (0..0x400)
        .map(|index| format!("%u{:04X}%u{:04x}.", 0xD800 + index, 0xDC00 + (index * 7) % 0x400))
        .collect();
    check_text(&pairs);
    let here = |text: String| Case::new(&text.encode_utf16().collect::<Vec<_>>()).check();
    every_unit().for_each(|unit| here(format!("%u{unit:04x}")));
    for unit in (0..=0xFFFF).step_by(255).chain(0xD7FF..=0xE000u16) {
        here(format!("%uD83D%u{unit:04X}"));
        here(format!("%u{unit:04X}%udca9"));
    }
}

/// Each piece at each position in a block and around the end of a chunk, in ASCII and in other
/// text.
#[test]
fn at_the_bounds_of_blocks_and_chunks() {
    const PIECES: [&str; 22] = [
        "%",
        "%4",
        "%41",
        "%%41",
        "%2f",
        "%zz",
        "%E2%98%83",
        "%E2%98",
        "%F0%90%80%80",
        "%F0%9F%92%A9%80",
        "%80%80%80%80%80%80",
        "%C3é",
        "%4é",
        "%é1",
        "%u0041",
        "%u004",
        "%uD83D%uDCA9",
        "%uDCA9",
        "☃",
        "💩",
        "%20é%20",
        "%C0%AF",
    ];
    for piece in PIECES {
        for lead in (0..36).chain(490..514) {
            let lead =
                if lead % 2 == 0 { "x".repeat(lead) } else { format!("%41{}", "x".repeat(lead)) };
            check_text(&format!("{lead}{piece}"));
            check_text(&format!("{lead}{piece}{}", "y".repeat(20)));
            check_text(&format!("{lead}{piece}%42ї"));
        }
    }
    // A full chunk of escapes in every phase, and an error at its end.
    for phase in 0..9 {
        for end in ["", "%", "%80", "%zz", "é%41"] {
            for dense in ["%F0%9F%92%A9", "%E2%98%83", "%41", "%2F", "%%", "%u0416", "%uD83D%uDCA9"]
            {
                check_text(&format!(
                    "%41{}{}{end}",
                    "x".repeat(phase),
                    dense.repeat(1300 / dense.len())
                ));
            }
        }
    }
}

#[test]
fn vectors() {
    // MDN's and the standard's notes: reserved characters, `%`, brackets, pairs, and the characters
    // that each of the three functions keeps.
    let set = "ABC abc 123;,/?:@&=+$-_.!~*'()#%[]";
    assert_eq!(js::encode_uri(set), "ABC%20abc%20123;,/?:@&=+$-_.!~*'()#%25%5B%5D");
    assert_eq!(
        js::encode_uri_component(set),
        "ABC%20abc%20123%3B%2C%2F%3F%3A%40%26%3D%2B%24-_.!~*'()%23%25%5B%5D"
    );
    assert_eq!(
        js::escape(set),
        "ABC%20abc%20123%3B%2C/%3F%3A@%26%3D+%24-_.%21%7E*%27%28%29%23%25%5B%5D"
    );
    assert_eq!(js::encode_uri("шеллы"), "%D1%88%D0%B5%D0%BB%D0%BB%D1%8B");
    assert_eq!(js::escape("äöü ć"), "%E4%F6%FC%20%u0107");
    assert_eq!(js::unescape("%u0107%E4%F6%FC").unwrap(), "ćäöü");
    assert_eq!(js::encode_uri_utf16(&[0xD800]).unwrap_err().position(), 0);
    assert_eq!(js::encode_uri_utf16(&[0xD800, 0xDFFF]).unwrap(), "%F0%90%8F%BF");
    // 19.2.6.6, table "UTF-8 Encodings": the first and the last of each row, and their neighbours
    // that encode no code point.
    for (escaped, expected) in [
        ("%00", Some("\0")),
        ("%7F", Some("\x7F")),
        ("%C2%80", Some("\u{80}")),
        ("%DF%BF", Some("\u{7FF}")),
        ("%E0%A0%80", Some("\u{800}")),
        ("%ED%9F%BF", Some("\u{D7FF}")),
        ("%EE%80%80", Some("\u{E000}")),
        ("%EF%BF%BF", Some("\u{FFFF}")),
        ("%F0%90%80%80", Some("\u{10000}")),
        ("%F4%8F%BF%BF", Some("\u{10FFFF}")),
        ("%C0%80", None),
        ("%C1%BF", None),
        ("%E0%9F%BF", None),
        ("%ED%A0%80", None),
        ("%F0%8F%BF%BF", None),
        ("%F4%90%80%80", None),
        ("%F8%88%80%80%80", None),
        ("%80", None),
    ] {
        let expected = expected.ok_or((1, DecodeErrorKind::Utf8));
        let got = js::decode_uri_component(&format!("a{escaped}")).map(|text| text[1..].to_owned());
        assert_eq!(
            got.map_err(|error| (error.position(), error.kind())),
            expected.map(str::to_owned),
            "{escaped}"
        );
    }
    // The position is the `%` at which the sequence begins, not its break.
    for (input, position, kind) in [
        ("%41%E2%98", 3, DecodeErrorKind::Utf8),
        ("%41%E2%98%2", 3, DecodeErrorKind::Utf8),
        ("%41%E2%98%zz", 3, DecodeErrorKind::Utf8),
        ("é%E2%98\u{2603}", 2, DecodeErrorKind::Utf8),
        ("é%4", 2, DecodeErrorKind::Truncated),
        ("é%4é", 2, DecodeErrorKind::BadHex),
    ] {
        let error = js::decode_uri(input).unwrap_err();
        assert_eq!((error.position(), error.kind()), (position, kind), "{input}");
    }
    // Some texts on these functions say otherwise, and are wrong.
    assert_eq!(js::escape("\u{E9}"), "%E9");
    assert_eq!(js::unescape("%u00e9%UD83D%u{1F4A9}").unwrap(), "é%UD83D%u{1F4A9}");
    assert_eq!(js::unescape("x%uD83Dx").unwrap_err().to_string(), "lone surrogate at 1: no text");
}

/// The schemes of these names are the same functions.
#[test]
fn schemes() {
    for text in ["", "a b", "é☃+1 100%", "💩/[]"] {
        assert_eq!(JS_URI.encode(text), js::encode_uri(text));
        assert_eq!(JS_COMPONENT.encode(text), js::encode_uri_component(text));
    }
    assert_eq!(&*JS_URI.decode(b"%2f%20").unwrap(), b"%2f ");
    assert_eq!(&*JS_COMPONENT.decode(b"%2f%20").unwrap(), b"/ ");
}

#[test]
fn content_of_every_sort() {
    let mut random = Random::new(262);
    for content in Content::ALL {
        for len in [0, 1, 15, 16, 33, 100, 511, 512, 513, 1500] {
            check_text(&String::from_utf8_lossy(&content.generate(len, &mut random)));
        }
    }
}

/// Code units with rules.
fn any_piece() -> impl Strategy<Value = Vec<u16>> {
    let text = |text: String| text.encode_utf16().collect::<Vec<_>>();
    prop_oneof![
        3 => any::<u8>().prop_map(move |byte| text(format!("%{byte:02X}"))),
        2 => any::<char>().prop_map(move |c| text(c.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect())),
        2 => any::<u16>().prop_map(move |unit| text(format!("%u{unit:04x}"))),
        1 => (0xD7FFu16..0xE001).prop_map(move |unit| text(format!("%u{unit:04X}"))),
        2 => "[a-zA-Z0-9 /]{1,40}".prop_map(text),
        1 => any::<char>().prop_map(move |c| text(c.to_string())),
        1 => proptest::collection::vec(any::<u16>(), 1..4),
        1 => proptest::collection::vec(0xD7FFu16..0xE001, 1..4),
        1 => proptest::sample::select(vec!["%", "%u", "%4", "%%", "%u12", "%2f", "+", "é"]).prop_map(move |piece| text(piece.to_owned())),
    ]
}

proptest! {
    #![proptest_config(support::cases(150))]

    #[test]
    fn any_string(pieces in proptest::collection::vec(any_piece(), 0..60)) {
        let string = pieces.concat();
        check(&string);
        check_text(&String::from_utf16_lossy(&string));
    }

    /// Decoding restores encoded text.
    #[test]
    fn there_and_back(pieces in proptest::collection::vec(any_piece(), 0..20)) {
        let string = pieces.concat();
        let text = String::from_utf16_lossy(&string);
        let encoded = js::encode_uri_component(&text);
        prop_assert_eq!(js::decode_uri_component(&encoded).unwrap(), text.as_str());
        let escaped = js::escape(&text);
        prop_assert_eq!(js::unescape(&escaped).unwrap(), text.as_str());
        let escaped: Vec<u16> = js::escape_utf16(&string).encode_utf16().collect();
        prop_assert_eq!(&*js::unescape_utf16(&escaped), &string[..]);
    }
}
