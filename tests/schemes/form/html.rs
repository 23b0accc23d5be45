//! What HTML says around forms: newlines, `mailto:`, `_charset_`.

use std::borrow::Cow;

use oracle::form as steps;
use percent_simd::{form, scheme};
use support::on_every_backend;

#[track_caller]
pub(super) fn check_newlines(text: &str) {
    let expected = steps::normalize_newlines(text);
    on_every_backend(|backend| {
        let got = form::normalize_newlines(text);
        assert_eq!(got, expected, "{backend}: {}", text.escape_debug());
        assert_eq!(
            matches!(got, Cow::Borrowed(_)),
            got == text,
            "{backend}: borrowed exactly if nothing changes"
        );
        assert_eq!(form::normalize_newlines(&got), got, "{backend}: once is enough");
        if let Cow::Owned(owned) = got {
            assert!(
                owned.capacity() - owned.len() <= owned.len() / 8 + 64,
                "{backend}: {} of {}",
                owned.len(),
                owned.capacity()
            );
        }
    });
}

#[test]
fn newlines_become_crlf() {
    let cases = [
        ("", ""),
        ("a", "a"),
        ("\r\n", "\r\n"),
        ("\n", "\r\n"),
        ("\r", "\r\n"),
        ("\n\r", "\r\n\r\n"),
        ("\r\r\n\n", "\r\n\r\n\r\n"),
        ("a\nb\rc\r\nd", "a\r\nb\r\nc\r\nd"),
        ("\r\n\r\na\n", "\r\n\r\na\r\n"),
        ("é\n☃", "é\r\n☃"),
        ("\u{85}\u{2028}\x0B\x0C", "\u{85}\u{2028}\x0B\x0C"),
    ];
    for (text, expected) in cases {
        assert_eq!(
            steps::normalize_newlines(text),
            expected,
            "the oracle, of {}",
            text.escape_debug()
        );
        check_newlines(text);
    }
    for count in [15, 16, 31, 63, 64, 65, 300] {
        for piece in [
            "\n",
            "\r",
            "\r\n",
            "\n\r",
            "line\n",
            "line\r\n",
            "\r\r\n",
            "a long line of some thirty bytes\r\n",
        ] {
            check_newlines(&piece.repeat(count));
            check_newlines(&format!("{}{piece}x", "a".repeat(count)));
        }
    }
}

#[test]
fn mailto_has_no_plus_for_space() {
    assert_eq!(form::mailto::serialize([("a+b", "c d"), ("e", "+")]), "a%2Bb=c%20d&e=%2B");
    let pairs: Vec<_> = form::mailto::parse(b"to=a+b@example.com&s=c%20d%2B")
        .map(|pair| (pair.name(), pair.value()))
        .collect();
    assert_eq!(pairs, [("to".into(), "a+b@example.com".into()), ("s".into(), "c d+".into())]);
    assert_eq!(scheme::Scheme::from_name("form-mailto"), Some(scheme::FORM_MAILTO));
    assert!(
        !scheme::FORM_MAILTO.space_is_plus() && scheme::FORM_MAILTO.set() == scheme::FORM.set()
    );
    let behind = scheme::SCHEMES.iter().position(|scheme| scheme.name() == "form").unwrap() + 1;
    assert_eq!(scheme::SCHEMES[behind], scheme::FORM_MAILTO);
}

#[test]
fn charset_fields() {
    let cases: [(&[u8], Option<&[u8]>); 11] = [
        (b"", None),
        (b"a=b", None),
        (b"_charset_", None),
        (b"_charset_=", None),
        (b"_charset_=utf-8", Some(b"utf-8")),
        (b"a=1&_charset_=utf-8", Some(b"utf-8")),
        (b"_charset_=&_charset_=nonsense&_charset_=big5&_charset_=utf-8", Some(b"big5")),
        (b"_charset_=windows%2D1252&_charset_=utf-8", Some(b"windows-1252")),
        (b"%5Fcharset_=gbk", Some(b"gbk")),
        (b"_CHARSET_=gbk&_charset=gbk&charset_=gbk", None),
        (b"_charset_=+gbk+", Some(b" gbk ")),
    ];
    let is_valid = |label: &[u8]| label != b"nonsense";
    for (input, expected) in cases {
        assert_eq!(
            steps::charset_field(input, is_valid).as_deref(),
            expected,
            "the oracle, of {}",
            input.escape_ascii()
        );
        on_every_backend(|backend| {
            assert_eq!(
                form::charset_field(input, is_valid).as_deref(),
                expected,
                "{backend}: {}",
                input.escape_ascii()
            )
        });
    }
    let mut asked = Vec::new();
    let none_is_valid = |label: &[u8]| {
        asked.push(label.to_vec());
        false
    };
    assert_eq!(form::charset_field(b"_charset_=a&b=c&_charset_=&_charset_=d", none_is_valid), None);
    assert_eq!(asked, [b"a", b"d"]);
}
