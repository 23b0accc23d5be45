//! Encoding tables of the standards, for every implementation.

use percent_simd::{AsciiSet, Decoder, Encoder, sets};

/// Encodes and decodes, on every backend.
#[track_caller]
fn assert_both_ways(set: AsciiSet, raw: impl AsRef<[u8]>, encoded: &str) {
    let raw = raw.as_ref();
    for backend in support::backends() {
        assert_eq!(Encoder::new(set).on(backend).encode(raw), encoded, "{backend}");
        assert_eq!(
            &*Decoder::new().on(backend).decode(encoded.as_bytes()).unwrap(),
            raw,
            "{backend}"
        );
    }
}

#[test]
fn reserved_characters_percent_and_space() {
    let rows = [
        ("!", "%21"),
        ("#", "%23"),
        ("$", "%24"),
        ("%", "%25"),
        ("&", "%26"),
        ("'", "%27"),
        ("(", "%28"),
        (")", "%29"),
        ("*", "%2A"),
        ("+", "%2B"),
        (",", "%2C"),
        ("/", "%2F"),
        (":", "%3A"),
        (";", "%3B"),
        ("=", "%3D"),
        ("?", "%3F"),
        ("@", "%40"),
        ("[", "%5B"),
        ("]", "%5D"),
        (" ", "%20"),
    ];
    for (raw, encoded) in rows {
        assert_both_ways(sets::URI_COMPONENT, raw, encoded);
    }
    // All rows in one line, longer than a block.
    let (raw, encoded): (Vec<&str>, Vec<&str>) = rows.into_iter().unzip();
    assert_both_ways(sets::URI_COMPONENT, raw.concat().repeat(5), &encoded.concat().repeat(5));
}

#[test]
fn newlines_and_other_common_characters() {
    let rows = [
        ("\n", "%0A"),
        ("\r", "%0D"),
        ("\r\n", "%0D%0A"),
        ("\"", "%22"),
        ("%", "%25"),
        ("-", "%2D"),
        (".", "%2E"),
        ("<", "%3C"),
        (">", "%3E"),
        ("\\", "%5C"),
        ("^", "%5E"),
        ("_", "%5F"),
        ("`", "%60"),
        ("{", "%7B"),
        ("|", "%7C"),
        ("}", "%7D"),
        ("~", "%7E"),
    ];
    for (raw, encoded) in rows {
        assert_both_ways(sets::ALL, raw, encoded);
    }
}

#[test]
fn pound_sign_and_u5186() {
    assert_both_ways(sets::URI_COMPONENT, "£", "%C2%A3");
    assert_both_ways(sets::URI_COMPONENT, "\u{5186}", "%E5%86%86");
}

#[test]
fn the_ukrainian_alphabet() {
    let rows = [
        ("А", "%D0%90", "а", "%D0%B0"),
        ("Б", "%D0%91", "б", "%D0%B1"),
        ("В", "%D0%92", "в", "%D0%B2"),
        ("Г", "%D0%93", "г", "%D0%B3"),
        ("Ґ", "%D2%90", "ґ", "%D2%91"),
        ("Д", "%D0%94", "д", "%D0%B4"),
        ("Е", "%D0%95", "е", "%D0%B5"),
        ("Є", "%D0%84", "є", "%D1%94"),
        ("Ж", "%D0%96", "ж", "%D0%B6"),
        ("З", "%D0%97", "з", "%D0%B7"),
        ("И", "%D0%98", "и", "%D0%B8"),
        ("І", "%D0%86", "і", "%D1%96"),
        ("Ї", "%D0%87", "ї", "%D1%97"),
        ("Й", "%D0%99", "й", "%D0%B9"),
        ("К", "%D0%9A", "к", "%D0%BA"),
        ("Л", "%D0%9B", "л", "%D0%BB"),
        ("М", "%D0%9C", "м", "%D0%BC"),
        ("Н", "%D0%9D", "н", "%D0%BD"),
        ("О", "%D0%9E", "о", "%D0%BE"),
        ("П", "%D0%9F", "п", "%D0%BF"),
        ("Р", "%D0%A0", "р", "%D1%80"),
        ("С", "%D0%A1", "с", "%D1%81"),
        ("Т", "%D0%A2", "т", "%D1%82"),
        ("У", "%D0%A3", "у", "%D1%83"),
        ("Ф", "%D0%A4", "ф", "%D1%84"),
        ("Х", "%D0%A5", "х", "%D1%85"),
        ("Ц", "%D0%A6", "ц", "%D1%86"),
        ("Ч", "%D0%A7", "ч", "%D1%87"),
        ("Ш", "%D0%A8", "ш", "%D1%88"),
        ("Щ", "%D0%A9", "щ", "%D1%89"),
        ("Ь", "%D0%AC", "ь", "%D1%8C"),
        ("Ю", "%D0%AE", "ю", "%D1%8E"),
        ("Я", "%D0%AF", "я", "%D1%8F"),
    ];
    assert_eq!(rows.len() * 2, 66);
    for (upper, upper_encoded, lower, lower_encoded) in rows {
        assert_eq!(upper.to_lowercase(), lower, "the table itself");
        assert_both_ways(sets::URI_COMPONENT, upper, upper_encoded);
        assert_both_ways(sets::URI_COMPONENT, lower, lower_encoded);
    }
}

#[test]
fn the_article_s_own_path() {
    let article = "%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F";
    assert_both_ways(sets::URL_PATH, "/wiki/Відсоткове_кодування", &format!("/wiki/{article}"));
}

#[test]
fn single_bytes() {
    assert_both_ways(sets::CONTROLS, [0x0F, 0x41], "%0FA");
    assert_both_ways(sets::ALL, [0x0F, 0x41], "%0F%41");
    assert_both_ways(sets::CONTROLS, [0xE6], "%E6");
}

#[test]
fn either_case_decodes_alike() {
    for backend in support::backends() {
        let decode = |input: &'static str| Decoder::new().on(backend).decode_str(input).unwrap();
        assert_eq!(
            (decode("%41"), decode("%7E"), decode("%7e")),
            ("A".into(), "~".into(), "~".into()),
            "{backend}"
        );
        assert_eq!((decode("%2F"), decode("%2f")), ("/".into(), "/".into()), "{backend}");
    }
}

#[test]
fn forms_write_a_space_as_plus() {
    for backend in support::backends() {
        let form = Encoder::new(sets::FORM_SET).space_as_plus(true).on(backend);
        assert_eq!(form.encode("a b+c~d*é"), "a+b%2Bc%7Ed*%C3%A9", "{backend}");
        let php = Encoder::new(sets::PHP_URLENCODE_SET).space_as_plus(true).on(backend);
        assert_eq!(php.encode("a b+c~d*"), "a+b%2Bc%7Ed%2A", "{backend}");
        let decoder = Decoder::new().plus_as_space(true).on(backend);
        assert_eq!(decoder.decode_str("a+b%2Bc%7Ed*%C3%A9").unwrap(), "a b+c~d*é", "{backend}");
    }
}

/// Valid triplets stay, a stray `%` becomes `%25` (RFC 6570 1.5; RFC 2396 has the same rule for a
/// finished URI).
#[test]
fn template_literals_keep_triplets() {
    for backend in support::backends() {
        for set in [sets::TEMPLATE_RESERVED, sets::TEMPLATE_LITERAL] {
            let encoder = Encoder::new(set).keep_escapes(true).on(backend);
            assert_eq!(
                encoder.encode("/a b%2f%zz100%é[]"),
                "/a%20b%2f%25zz100%25%C3%A9[]",
                "{backend}"
            );
        }
        let encoder = Encoder::new(sets::URI_2396_EXCLUDED).keep_escapes(true).on(backend);
        assert_eq!(encoder.encode("/a b%2f[%]"), "/a%20b%2f%5B%25%5D", "{backend}");
    }
}
