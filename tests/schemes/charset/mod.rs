//! Legacy charsets: WHATWG URL 1.3, *percent-encode after encoding*, against its steps; decoding;
//! forms.

use std::borrow::Cow;

mod decoding;

use self::decoding::check_decode;
use crate::after_encoding::{form, percent_encode_after_encoding, special_query};
use encoding_rs::{
    self, BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252,
};
use percent_simd::charset::Charset;
use percent_simd::{Backend, Decoder, Encoder, charset, sets};
use proptest::prelude::*;

// ---- Helpers. ----

const CHARSETS: [&Encoding; 15] = [
    SHIFT_JIS,
    EUC_JP,
    ISO_2022_JP,
    WINDOWS_1252,
    BIG5,
    GBK,
    EUC_KR,
    GB18030,
    UTF_8,
    encoding_rs::UTF_16LE,
    encoding_rs::UTF_16BE,
    encoding_rs::REPLACEMENT,
    encoding_rs::WINDOWS_1251,
    encoding_rs::KOI8_U,
    encoding_rs::X_USER_DEFINED,
];

fn of(encoding: &'static Encoding) -> Charset {
    Charset::from_label(encoding.name()).expect("a name is a label")
}

fn query_on(backend: Backend) -> Encoder {
    Encoder::new(sets::URL_SPECIAL_QUERY).on(backend)
}

fn form_on(backend: Backend) -> Encoder {
    Encoder::new(sets::FORM_SET).space_as_plus(true).on(backend)
}

#[track_caller]
fn check_encode(text: &str, encoding: &'static Encoding) {
    let query = percent_encode_after_encoding(text, encoding, special_query, false);
    let value = percent_encode_after_encoding(text, encoding, form, true);
    for backend in support::backends() {
        for (encoder, wanted) in [(query_on(backend), &query), (form_on(backend), &value)] {
            let got = charset::encode(text, of(encoding), encoder);
            assert_eq!(got, *wanted, "{} of {text:?} on {}", encoding.name(), backend.name());
            support::assert_cow(&got, text.as_bytes(), String::capacity, || text.into());
            let mut appended = String::from("é%");
            charset::encode_append(text, of(encoding), encoder, &mut appended);
            assert_eq!(appended, format!("é%{wanted}"), "encode_append");
        }
    }
    assert_eq!(charset::encode_query(text, of(encoding)), query);
    assert_eq!(charset::encode_form(text, of(encoding)), value);
}

// ---- Encoding. ----

/// The table of examples at the end of WHATWG URL 1.3.
#[test]
fn the_standards_examples() {
    let query = |text, encoding| charset::encode_query(text, of(encoding)).into_owned();
    assert_eq!(query(" ", SHIFT_JIS), "%20");
    assert_eq!(query("≡", SHIFT_JIS), "%81%DF");
    assert_eq!(query("‽", SHIFT_JIS), "%26%238253%3B");
    assert_eq!(query("¥", ISO_2022_JP), r"%1B(J\%1B(B");
    assert_eq!(
        charset::encode_form("1+1 ≡ 2%20‽", of(SHIFT_JIS)),
        "1%2B1+%81%DF+2%2520%26%238253%3B"
    );
    for (text, encoding) in [
        (" ", SHIFT_JIS),
        ("≡", SHIFT_JIS),
        ("‽", SHIFT_JIS),
        ("¥", ISO_2022_JP),
        ("1+1 ≡ 2%20‽", SHIFT_JIS),
    ] {
        check_encode(text, encoding);
    }
    // UTF-8 percent-encode.
    let userinfo = Encoder::new(sets::URL_USERINFO);
    assert_eq!(charset::encode("Say what‽", of(UTF_8), userinfo), "Say%20what%E2%80%BD");
    assert_eq!(charset::encode("≡", of(UTF_8), userinfo), "%E2%89%A1");
}

/// Encodings from Python's codecs.
#[test]
fn one_word_in_each_charset() {
    for (text, encoding, wanted) in [
        ("日本", SHIFT_JIS, "%93%FA%96%7B"),
        ("日本", EUC_JP, "%C6%FC%CB%DC"),
        ("日本", ISO_2022_JP, "%1B%24BF%7CK%5C%1B%28B"),
        ("café €", WINDOWS_1252, "caf%E9+%80"),
        ("中文", BIG5, "%A4%A4%A4%E5"),
        ("中文", GBK, "%D6%D0%CE%C4"),
        ("한국", EUC_KR, "%C7%D1%B1%B9"),
        ("中é💩", GB18030, "%D6%D0%A8%A6%949%DA3"),
        ("привет", encoding_rs::WINDOWS_1251, "%EF%F0%E8%E2%E5%F2"),
        ("é", UTF_8, "%C3%A9"),
        ("é", encoding_rs::UTF_16LE, "%C3%A9"),
        ("é", encoding_rs::UTF_16BE, "%C3%A9"),
        ("é", encoding_rs::REPLACEMENT, "%C3%A9"),
    ] {
        assert_eq!(charset::encode_form(text, of(encoding)), wanted, "{}", encoding.name());
        check_encode(text, encoding);
    }
}

/// One encoder runs over the whole text: its states, and the characters missing in each.
#[test]
fn iso_2022_jp_has_states() {
    for (text, wanted) in [
        ("a日b", "a%1B$BF|%1B(Bb"),
        ("日本", "%1B$BF|K\\%1B(B"),
        ("日¥\\", "%1B$BF|%1B(J\\%1B(B\\"),
        ("¥a~‾", "%1B(J\\a%1B(B~%1B(J~%1B(B"),
        ("¥☃a", "%1B(J\\%26%239731%3Ba%1B(B"),
        ("日☃本", "%1B$BF|%1B(B%26%239731%3B%1B$BK\\%1B(B"),
        ("\x1B", "%26%2365533%3B"),
        ("a\x0E¥\x0F", "a%26%2365533%3B%1B(J\\%26%2365533%3B%1B(B"),
        ("日\x1B", "%1B$BF|%1B(B%26%2365533%3B"),
        ("ｱﾞ−", "%1B$B%%22!+!]%1B(B"),
    ] {
        assert_eq!(charset::encode_query(text, of(ISO_2022_JP)), wanted, "{text:?}");
        check_encode(text, ISO_2022_JP);
    }
}

/// Lengths around the bounds of chunks and of the fast path of ASCII.
#[test]
fn long_texts() {
    for (encoding, characters) in [
        (SHIFT_JIS, "日☃"),
        (ISO_2022_JP, "日¥☃"),
        (WINDOWS_1252, "é"),
        (GB18030, "\u{80}💩"),
        (BIG5, "中"),
        (UTF_8, "é"),
    ] {
        for character in characters.chars() {
            for len in [1, 63, 64, 65, 170, 171, 255, 256, 257, 511, 512, 513, 1500] {
                check_encode(&character.to_string().repeat(len), encoding);
                check_encode(
                    &format!("{character}{}{character} ", "a b%".repeat(len / 4)),
                    encoding,
                );
                check_encode(&format!("{}{character}", "x".repeat(len)), encoding);
            }
        }
    }
}

/// A state ends with a chunk, and ASCII follows.
#[test]
fn states_at_the_bounds_of_chunks() {
    for lead in 0..4 {
        for (character, count) in [('日', 170), ('¥', 255)] {
            for behind in [0, 1, 63, 64, 65, 600] {
                let text =
                    ["a".repeat(lead), character.to_string().repeat(count), "\\".repeat(behind)]
                        .concat();
                check_encode(&text, ISO_2022_JP);
                check_encode(&(text + "本"), ISO_2022_JP);
            }
        }
    }
}

/// Options beyond the standard's two sets.
#[test]
fn other_policies() {
    for backend in support::backends() {
        let finish =
            Encoder::new(sets::URI_COMPONENT).keep_escapes(true).lowercase_hex(true).on(backend);
        assert_eq!(
            charset::encode("%41é%%C3☃", of(WINDOWS_1252), finish),
            "%41%e9%25%C3%26%239731%3b"
        );
        assert_eq!(charset::encode("%41é", of(UTF_8), finish), "%41%c3%a9");
        // Halves of ISO-2022-JP's characters look like triplets.
        assert_eq!(charset::encode("%41", of(ISO_2022_JP), finish), "%2541");
        // SP becomes `+` with another set; then `+` is escaped, as in the whole library.
        let userinfo = Encoder::new(sets::URL_USERINFO).space_as_plus(true).on(backend);
        assert_eq!(
            charset::encode("1+1 ≡ 2%20‽", of(SHIFT_JIS), userinfo),
            "1%2B1+%81%DF+2%20%26%238253%3B"
        );
        // At every position in a chunk, a triplet stays whole.
        for lead in 0..600 {
            let text = format!("{}%41%42é%43", "é".repeat(lead));
            assert_eq!(
                charset::encode(&text, of(WINDOWS_1252), finish),
                format!("{}%41%42%e9%43", "%e9".repeat(lead))
            );
        }
        let dense = "é%41".repeat(700);
        assert_eq!(charset::encode(&dense, of(GB18030), finish), "%a8%a6%41".repeat(700));
        let dense = "\u{80}%41".repeat(700);
        assert_eq!(charset::encode(&dense, of(GB18030), finish), "%810%810%41".repeat(700));
    }
}

// ---- Labels. ----

/// WHATWG Encoding 4.2 and 4.3. Every charset's name is one of its labels.
#[test]
fn labels() {
    for (label, name) in [
        ("latin1", "windows-1252"),
        ("\t\nUTF8 \u{C}\r", "UTF-8"),
        ("Shift-JIS", "Shift_JIS"),
        ("csISO2022JP", "ISO-2022-JP"),
        ("unicode", "UTF-16LE"),
        ("hz-gb-2312", "replacement"),
    ] {
        let charset = Charset::from_label(label).unwrap();
        assert_eq!(
            (charset.name(), &*charset.to_string(), format!("{charset:?}")),
            (name, name, format!("Charset({name})"))
        );
        assert_eq!(Charset::from_label(label.as_bytes()), Some(charset));
    }
    for label in ["", "klingon", "utf-8\0", "utf - 8", "\u{A0}utf-8", "utf-7"] {
        assert_eq!(Charset::from_label(label), None, "{label:?}");
    }
    for encoding in CHARSETS {
        assert_eq!(of(encoding).name(), encoding.name());
        assert_eq!(of(encoding).output(), of(encoding.output_encoding()));
        assert_eq!(of(encoding).output().output(), of(encoding).output());
    }
    assert_eq!(Charset::UTF_8, of(UTF_8));
}

// ---- Forms. ----

#[test]
fn forms() {
    let pairs = [("日本", "a b&c"), ("", ""), ("x", "☃+é"), ("_charset_", "ISO-2022-JP")];
    for encoding in CHARSETS {
        let wanted: Vec<String> = pairs
            .iter()
            .map(|(name, value)| {
                format!("{}={}", oracle_form(name, encoding), oracle_form(value, encoding))
            })
            .collect();
        assert_eq!(
            charset::serialize_form(pairs, of(encoding)),
            wanted.join("&"),
            "{}",
            encoding.name()
        );
    }
    support::on_every_backend(|backend| {
        let value = |input: &'static str, encoding| {
            charset::parse_form(input, of(encoding)).next().unwrap().1
        };
        assert_eq!(value("%93%FA=+%93%FA%93+", SHIFT_JIS), " 日\u{FFFD} ", "{backend}");
        assert!(matches!(value("a=b", EUC_JP), Cow::Borrowed("b")), "{backend}");
        // No browser sends UTF-16, so UTF-8 replaces it.
        assert_eq!(value("a=%C3%A9", encoding_rs::UTF_16LE), "é", "{backend}");
        // A byte order mark stays.
        assert_eq!(value("a=%EF%BB%BFb", UTF_8), "\u{FEFF}b", "{backend}");
    });
    let parsed: Vec<_> =
        charset::parse_form(b"%93%FA=1+2&&a=b=c&%83%5C&=", of(SHIFT_JIS)).collect();
    let pairs = [("日", "1 2"), ("a", "b=c"), ("ソ", ""), ("", "")];
    assert_eq!(parsed, pairs.map(|(name, value)| (name.into(), value.into())));
}

fn oracle_form(text: &str, encoding: &'static Encoding) -> String {
    percent_encode_after_encoding(text, encoding, form, true)
}

#[test]
fn the_charset_that_a_form_names() {
    for (body, wanted) in [
        (&b""[..], None),
        (b"a=b", None),
        (b"_charset_", None),
        (b"_charset_=", None),
        (b"_charset_=nonsense", None),
        (b"charset=big5&_CHARSET_=big5", None),
        (b"_charset_=big5", Some(BIG5)),
        (b"a=b&_charset_=sjis", Some(SHIFT_JIS)),
        (b"_charset_=none&_charset_=%20EUC-kr%0A&_charset_=gbk", Some(EUC_KR)),
        (b"%5Fcharset%5F=iso_8859-1%3A1987", Some(WINDOWS_1252)),
        (b"_charset_=utf-16", Some(UTF_8)),
        (b"_charset_=iso-2022-kr", Some(UTF_8)),
    ] {
        assert_eq!(charset::form_charset(body), wanted.map(of), "{}", body.escape_ascii());
    }
}

// ---- Properties. ----

/// Characters of every charset and of none, and changes of state.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[ -~]{1,20}",
        1 => "[ -~]{60,200}",
        3 => "[\u{3041}-\u{30FF}\u{4E00}-\u{4FFF}]{1,9}",
        1 => "[\u{4E00}-\u{4FFF}]{100,300}",
        1 => "[\u{A0}-\u{FF}]{1,9}",
        1 => "[\u{400}-\u{45F}]{1,9}",
        1 => "[\u{AC00}-\u{AD00}]{1,5}",
        1 => "[\u{FF01}-\u{FF9F}]{1,5}",
        2 => "[¥‾−\\\\~\u{E}\u{F}\u{1B}☃\u{E5E5}\u{E7C7}\u{FFFD}\u{80}€]{1,3}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn any_charset() -> impl Strategy<Value = &'static Encoding> {
    proptest::sample::select(CHARSETS.to_vec())
}

/// Bytes of a charset's text, some of them escaped, and other bytes.
fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => (any_text(), any_charset()).prop_map(|(text, encoding)| charset::encode_form(&text, of(encoding)).into_owned().into_bytes()),
        1 => (any_text(), any_charset()).prop_map(|(text, encoding)| encoding.encode(&text).0.into_owned()),
        1 => proptest::collection::vec(any::<u8>(), 0..9),
        1 => "(%[0-9A-Fa-f]{2}|%[0-9A-G]|[%+ &=]){0,9}".prop_map(String::into_bytes),
    ];
    proptest::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(support::cases(100))]

    #[test]
    fn encoding_is_the_standards(text in any_text(), encoding in any_charset()) {
        check_encode(&text, encoding);
    }

    #[test]
    fn decoding_is_the_charsets(input in any_input(), encoding in any_charset(), plus: bool) {
        check_decode(&input, encoding, Decoder::new().plus_as_space(plus));
    }

    /// The decoder restores the form's text; characters outside the charset are references.
    #[test]
    fn forms_come_back(text in any_text(), encoding in any_charset()) {
        let encoding = encoding.output_encoding();
        let decoder = Decoder::new().plus_as_space(true);
        let encoded = charset::encode_form(&text, of(encoding));
        let (bytes, ..) = encoding.encode(&text);
        let wanted = encoding.decode_without_bom_handling(&bytes).0.into_owned();
        prop_assert_eq!(charset::decode(encoded.as_bytes(), of(encoding), decoder).unwrap(), &*wanted);
        let body = charset::serialize_form([(&text, &text), (&String::from("x"), &text)], of(encoding));
        let pairs: Vec<_> = charset::parse_form(body.as_bytes(), of(encoding)).collect();
        prop_assert_eq!(pairs, [(Cow::from(&wanted), Cow::from(&wanted)), ("x".into(), Cow::from(&wanted))]);
    }
}
