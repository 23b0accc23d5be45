//! Hosts: the URL Standard's rule.

use std::borrow::Cow;

use percent_simd::HostErrorKind;
use percent_simd::scheme::url;
use support::on_every_backend;

/// WHATWG URL 3.2: forbidden host code points, C0 controls, `%` and DELETE.
fn is_forbidden(byte: u8) -> bool {
    b"\0\t\n\r #/:<>?@[\\]^|".contains(&byte) || byte <= 0x1F || byte == b'%' || byte == 0x7F
}

/// The first byte that *domain to ASCII* always refuses. Normalization (NFC) composes only `<` and
/// `>` of these bytes, and only with a following character: outside ASCII, the two may become
/// U+226E and U+226F.
pub(crate) fn first_forbidden(text: &str) -> Option<usize> {
    let mut places = text.char_indices().peekable();
    while let Some((at, character)) = places.next() {
        let may_compose =
            "<>".contains(character) && places.peek().is_some_and(|(_, next)| !next.is_ascii());
        if character.is_ascii() && is_forbidden(character as u8) && !may_compose {
            return Some(at);
        }
    }
    None
}

#[test]
fn hosts() {
    let good: [(&[u8], &str); 13] = [
        (b"example.com", "example.com"),
        (b"EXAMPLE.com", "EXAMPLE.com"),
        (b"ex%41mple%2Ecom", "exAmple.com"),
        (b"b%C3%BCcher.de", "bücher.de"),
        (b"b%C3\xBCcher.de", "bücher.de"),
        (b"%EF%BB%BFa", "\u{FEFF}a"),
        (b"%EF%BC%8541.com", "\u{FF05}41.com"),
        (b"%EF%BC%85%34%31.com", "\u{FF05}41.com"),
        (b"", ""),
        // Web Platform Tests, toascii.json: `<` and U+0338 are U+226E, `xn--gdh`. Ignorable
        // characters may come between.
        (b"%3C%CC%B8", "<\u{338}"),
        (b"a>\xCC\xB8b", "a>\u{338}b"),
        (b"%3c%C2%AD%CC%A7%CC%B8", "<\u{AD}\u{327}\u{338}"),
        (b"=%CC%B8", "=\u{338}"),
    ];
    let bad: [(&[u8], usize, HostErrorKind); 14] = [
        (b"%3Ca%CC%B8", 0, HostErrorKind::Forbidden(b'<')),
        (b"%CC%B8>", 6, HostErrorKind::Forbidden(b'>')),
        (b"<%CC%B8<", 7, HostErrorKind::Forbidden(b'<')),
        (b"<>%CC%B8", 0, HostErrorKind::Forbidden(b'<')),
        (b"%2F%CC%B8", 0, HostErrorKind::Forbidden(b'/')),
        (b"a%", 1, HostErrorKind::Forbidden(b'%')),
        (b"a%4", 1, HostErrorKind::Forbidden(b'%')),
        (b"%2541.com", 0, HostErrorKind::Forbidden(b'%')),
        (b"%61%62%2Fc", 6, HostErrorKind::Forbidden(b'/')),
        (b"%C3%A9%00", 6, HostErrorKind::Forbidden(0)),
        (b"a b", 1, HostErrorKind::Forbidden(b' ')),
        (b"[::1]", 0, HostErrorKind::Forbidden(b'[')),
        (b"a%zz%E9", 4, HostErrorKind::Utf8),
        (b"%C0%AF", 0, HostErrorKind::Utf8),
    ];
    on_every_backend(|_| {
        for (input, expected) in good {
            assert_eq!(url::host(input).as_deref(), Ok(expected));
        }
        assert!(matches!(url::host(b"example.com"), Ok(Cow::Borrowed(_))));
        for (input, position, kind) in bad {
            let error = url::host(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, kind),
                "{}",
                input.escape_ascii()
            );
        }
        for byte in 0..0x80_u8 {
            for (input, position) in [
                ([b"x%61", &[byte][..], b"yz"].concat(), 4),
                (format!("%61x%{byte:02x}").into_bytes(), 4),
            ] {
                let expected = if is_forbidden(byte) {
                    Err((position, HostErrorKind::Forbidden(byte)))
                } else {
                    Ok(())
                };
                assert_eq!(
                    url::host(&input).map(drop).map_err(|error| (error.position(), error.kind())),
                    expected
                );
            }
            let expected =
                if is_forbidden(byte) { Err((2, HostErrorKind::Forbidden(byte))) } else { Ok(()) };
            assert_eq!(
                url::check_domain(&format!("é{}", char::from(byte)))
                    .map_err(|error| (error.position(), error.kind())),
                expected
            );
        }
    });
    // Each of these characters is refused in IDNA's output.
    assert_eq!(
        url::check_domain("\u{226E}<\u{338}").map_err(|error| (error.position(), error.kind())),
        Err((3, HostErrorKind::Forbidden(b'<')))
    );
    assert!(size_of::<percent_simd::HostError>() <= 16);
    assert_eq!(
        url::host(b"%C3").unwrap_err().to_string(),
        "the host is not UTF-8 at byte 0: the decoded bytes that begin there are ill-formed"
    );
}
