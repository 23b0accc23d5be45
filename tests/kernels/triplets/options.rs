//! An example for each option.

use percent_simd::{AsciiSet, DecodeErrorKind, Decoder, Malformed, Utf8};

#[test]
fn reject_nul() {
    for backend in support::backends() {
        let decoder = Decoder::new().reject(AsciiSet::from_bytes(b"\0")).on(backend);
        let error = decoder.decode(b"a%00b").unwrap_err();
        assert_eq!(
            (error.position(), error.kind()),
            (1, DecodeErrorKind::Rejected(0)),
            "{backend}"
        );
        assert_eq!(
            &*decoder.decode(b"a\0b").unwrap(),
            b"a\0b",
            "{backend}: a raw NUL is none of its business"
        );
    }
}

/// CR, LF and NUL are refused in every spelling.
#[test]
fn reject_raw_bytes() {
    for backend in support::backends() {
        let decoder =
            Decoder::new().reject(AsciiSet::from_bytes(b"\r\n\0")).reject_raw(true).on(backend);
        for (input, position, value) in
            [("a\0b%00", 1, 0), ("%20%0D\n", 3, b'\r'), ("%\n", 1, b'\n'), ("%0\r", 2, b'\r')]
        {
            let error = decoder.decode(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, DecodeErrorKind::Rejected(value)),
                "{backend}: {input:?}"
            );
            assert_eq!(
                (decoder.check(input), decoder.check_utf8(input), decoder.find(input).is_some()),
                (Err(error), Err(error), true)
            );
        }
        assert_eq!(&*decoder.decode("a%20b\t").unwrap(), b"a b\t", "{backend}");

        // The bytes of a valid triplet are never raw; those of a malformed triplet are.
        let digits = Decoder::new()
            .reject(AsciiSet::from_bytes(b"%2F"))
            .keep(AsciiSet::from_bytes(b"/"))
            .reject_raw(true)
            .on(backend);
        assert_eq!(&*digits.decode("a%2F%3D").unwrap(), b"a%2F=", "{backend}");
        for (input, position, value) in
            [("a%2G", 1, b'%'), ("a%", 1, b'%'), ("=2", 1, b'2'), ("%46", 0, b'F')]
        {
            let error = digits.decode(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, DecodeErrorKind::Rejected(value)),
                "{backend}: {input:?}"
            );
        }
        // Where malformed triplets are errors, that error comes first.
        let error = digits.malformed(Malformed::Error).decode("a%2G").unwrap_err();
        assert_eq!((error.position(), error.kind()), (1, DecodeErrorKind::BadHex), "{backend}");
    }
}

/// The digits of a kept triplet are not raw, wherever a kernel's block ends within it.
#[test]
fn reject_raw_and_kept_digits() {
    let (kept, digits) = (AsciiSet::from_bytes(b"+"), AsciiSet::from_bytes(b"2B"));
    for backend in support::backends() {
        let strict = Decoder::new()
            .keep(kept)
            .reject(digits)
            .reject_raw(true)
            .malformed(Malformed::Error)
            .on(backend);
        for (triplets, raw) in (0..24).flat_map(|triplets| (0..70).map(move |raw| (triplets, raw)))
        {
            let start = ["%3D".repeat(triplets), "a".repeat(raw)].concat();
            for (follows, kind) in
                [("%+", DecodeErrorKind::BadHex), ("%42", DecodeErrorKind::Rejected(b'B'))]
            {
                let input = [&start, "%2B%2B", follows, &"%2B".repeat(24)].concat();
                let error = strict.decode(&input).unwrap_err();
                assert_eq!(
                    (error.position(), error.kind()),
                    (start.len() + 6, kind),
                    "{backend}: {input}"
                );
                assert_eq!(strict.check(&input), Err(error), "{backend}: {input}");
            }
        }
    }
}

/// A raw byte is rejected by its decoded value; the error names the byte as written.
#[test]
fn reject_raw_and_plus() {
    for backend in support::backends() {
        let space = Decoder::new()
            .plus_as_space(true)
            .reject(AsciiSet::from_bytes(b" "))
            .reject_raw(true)
            .on(backend);
        for input in ["a+b", "a b", "a%20b"] {
            let error = space.decode(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (1, DecodeErrorKind::Rejected(b' ')),
                "{backend}: {input}"
            );
            assert_eq!(space.display(input).to_string(), input, "{backend}");
        }
        let plus = Decoder::new()
            .plus_as_space(true)
            .reject(AsciiSet::from_bytes(b"+"))
            .reject_raw(true)
            .on(backend);
        assert_eq!(&*plus.decode("a+b").unwrap(), b"a b", "{backend}");
        assert_eq!(
            plus.decode("a%2Bb").unwrap_err().kind(),
            DecodeErrorKind::Rejected(b'+'),
            "{backend}"
        );
        assert_eq!(
            plus.plus_as_space(false).decode("a+b").unwrap_err().kind(),
            DecodeErrorKind::Rejected(b'+'),
            "{backend}"
        );
    }
}

#[test]
fn reject_wins_over_keep() {
    for backend in support::backends() {
        let slash = AsciiSet::from_bytes(b"/");
        let error =
            Decoder::new().keep(slash).reject(slash).on(backend).decode(b"%2f").unwrap_err();
        assert_eq!(
            (error.position(), error.kind()),
            (0, DecodeErrorKind::Rejected(b'/')),
            "{backend}"
        );
    }
}

#[test]
fn keep_slash_as_written() {
    for backend in support::backends() {
        let decoder = Decoder::new().keep(AsciiSet::from_bytes(b"/")).on(backend);
        assert_eq!(&*decoder.decode(b"a%2fb%20").unwrap(), b"a%2fb ", "{backend}");
        assert_eq!(&*decoder.decode(b"a%2Fb/%20").unwrap(), b"a%2Fb/ ", "{backend}");
    }
}

#[test]
fn keep_escaped_ill_formed_utf8() {
    for backend in support::backends() {
        let decoder = Decoder::new().utf8(Utf8::KeepEscaped).on(backend);
        assert_eq!(decoder.decode_utf8(b"%E9%C3%A9").unwrap(), "%E9é", "{backend}");
        assert_eq!(decoder.decode_utf8(b"%e9").unwrap(), "%e9", "{backend}: as written");
        assert_eq!(
            decoder.decode_utf8(b"\xE9%C3\xA9").unwrap(),
            "%E9é",
            "{backend}: raw bytes become upper-case triplets"
        );
        assert_eq!(decoder.decode_utf8(b"%E2%82").unwrap(), "%E2%82", "{backend}: cut short");
        assert_eq!(decoder.decode_utf8(b"%c0%AF").unwrap(), "%c0%AF", "{backend}: overlong");
        assert_eq!(
            decoder.decode_utf8(b"%ED%A0%80").unwrap(),
            "%ED%A0%80",
            "{backend}: a surrogate"
        );
    }
}

#[test]
fn strict_names_the_first_malformed_percent() {
    use DecodeErrorKind::{BadHex, Truncated};
    let cases: [(&[u8], usize, DecodeErrorKind); 9] = [
        (b"%", 0, Truncated),
        (b"a%4", 1, Truncated),
        (b"%G", 0, BadHex),
        (b"%4G", 0, BadHex),
        (b"%G1", 0, BadHex),
        (b"%%41", 0, BadHex),
        (b"%4%41", 0, BadHex),
        (b"%41%", 3, Truncated),
        (b"%41%4%", 3, BadHex),
    ];
    for backend in support::backends() {
        for (input, position, kind) in cases {
            let error =
                Decoder::new().malformed(Malformed::Error).on(backend).decode(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, kind),
                "{backend}: {}",
                input.escape_ascii()
            );
        }
    }
}

/// An incomplete sequence is the error if a refused byte follows it.
#[test]
fn the_smallest_position_wins() {
    for backend in support::backends() {
        let decoder = Decoder::new()
            .reject(AsciiSet::from_bytes(b"\0"))
            .malformed(Malformed::Error)
            .on(backend);
        let error = |input: &[u8]| {
            let error = decoder.decode_utf8(input).unwrap_err();
            assert_eq!(decoder.check_utf8(input), Err(error), "{backend}");
            (error.position(), error.kind())
        };
        assert_eq!(error(b"%C3%00"), (0, DecodeErrorKind::Utf8), "{backend}");
        assert_eq!(error(b"a\xE2%82%"), (1, DecodeErrorKind::Utf8), "{backend}");
        assert_eq!(error(b"%C3%A9%00\xFF"), (6, DecodeErrorKind::Rejected(0)), "{backend}");
        assert_eq!(error(b"%C3%A9%zz%00"), (6, DecodeErrorKind::BadHex), "{backend}");
    }
}

#[test]
fn overlong_and_surrogates_are_never_text() {
    for backend in support::backends() {
        for (input, position) in [
            ("%C0%AF", 0),
            ("a%c0%af", 1),
            ("%E0%80%AF", 0),
            ("%ED%A0%80", 0),
            ("%F4%90%80%80", 0),
            ("%F8%88%80%80%80", 0),
        ] {
            let error = Decoder::new().on(backend).decode_str(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, DecodeErrorKind::Utf8),
                "{backend}: {input}"
            );
        }
        assert_eq!(
            Decoder::new().on(backend).decode_str("%EF%BF%BE%EF%BF%BF%00").unwrap(),
            "\u{FFFE}\u{FFFF}\0",
            "{backend}"
        );
    }
}

/// Substitution of maximal subparts: one U+FFFD for each (Unicode 3.9, WHATWG Encoding).
#[test]
fn lossy_replaces_maximal_subparts() {
    for backend in support::backends() {
        let decoder = Decoder::new().utf8(Utf8::Lossy).on(backend);
        for (input, count) in [
            ("%E2%82", 1),
            ("%F0%9F%98", 1),
            ("%C0%AF", 2),
            ("%E0%80%AF", 3),
            ("%ED%A0%80", 3),
            ("%F4%90%80%80", 4),
            ("%FF%80", 2),
        ] {
            assert_eq!(
                decoder.decode_str(input).unwrap(),
                "\u{FFFD}".repeat(count),
                "{backend}: {input}"
            );
            assert_eq!(
                decoder.decode_str(&format!("{input}a")).unwrap(),
                "\u{FFFD}".repeat(count) + "a",
                "{backend}: {input}"
            );
        }
    }
}
