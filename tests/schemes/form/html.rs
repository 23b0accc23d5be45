//! HTML's rules about forms: newlines, `mailto:`, `_charset_`.

use oracle::form as steps;
use percent_simd::form::{self, mailto};
use percent_simd::scheme;
use support::on_every_backend;

#[track_caller]
pub(super) fn check_newlines(text: &str) {
    let expected = steps::normalize_newlines(text);
    on_every_backend(|backend| {
        let fields = mailto::serialize([(text, "")]);
        let got = mailto::parse(&fields).next().unwrap().name().into_owned();
        assert_eq!(got, expected, "{backend}: {}", text.escape_debug());
        assert_eq!(mailto::serialize([(&got, "")]), fields, "{backend}: once is enough");
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
