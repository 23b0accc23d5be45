//! The crate `http`: the parts of a URI are split first and decoded then.

use std::borrow::Cow;

use http::Uri;
use percent_simd::http_uri::{Segment, UriExt};
use percent_simd::path::{self, PathErrorKind, PathPolicy};
use percent_simd::{Decoder, form};

fn raw(uri: &str) -> Vec<String> {
    uri.parse::<Uri>().unwrap().path_segments().map(|segment| segment.raw().to_owned()).collect()
}

/// RFC 3986 3.3: path-abempty = *( "/" segment ), and a segment may be empty. RFC 9112 3.2: the
/// four forms of a request target.
#[test]
fn segments() {
    assert_eq!(raw("/"), [""]);
    assert_eq!(raw("/a"), ["a"]);
    assert_eq!(raw("/a/"), ["a", ""]);
    assert_eq!(raw("//a///b"), ["", "a", "", "", "b"]);
    assert_eq!(raw("/a%2Fb/%2e%2E/../%"), ["a%2Fb", "%2e%2E", "..", "%"]);
    assert_eq!(raw("/a/b?c/d"), ["a", "b"]);
    assert_eq!(raw("http://example.org/a?b"), ["a"]);
    assert_eq!(
        raw("http://example.org"),
        [""],
        "an empty path of an http URI is / (RFC 9110 4.2.3)"
    );
    assert_eq!(raw("example.org:443"), [""; 0]);
    assert_eq!(raw("*"), [""; 0]);

    let uri = Uri::from_static("/a");
    let mut segments = uri.path_segments();
    assert!(segments.next().is_some() && segments.next().is_none() && segments.next().is_none());
}

/// Every view of a segment equals what the oracle gives for the segment alone.
#[test]
fn views() {
    let plain = oracle::Decode::default();
    for path in ["/plain/a+b/caf%C3%A9/caf%E9", "/%2F/%2f%2F/%00/%252F", "/%/%4/%zz/%C3/%A9"] {
        let uri: Uri = path.parse().unwrap();
        support::on_every_backend(|backend| {
            for (segment, written) in uri.path_segments().zip(path[1..].split('/')) {
                let input = written.as_bytes();
                assert_eq!(segment.raw(), written);
                assert_eq!(
                    Ok(segment.value_bytes().into_owned()),
                    oracle::decode(input, &plain),
                    "{written} on {backend}"
                );
                let text = segment.value_utf8().map(Cow::into_owned).map_err(support::error);
                assert_eq!(
                    text,
                    oracle::decode_text(input, &plain, oracle::Utf8::Strict),
                    "{written} on {backend}"
                );
                assert_eq!(
                    Ok(segment.value().into_owned()),
                    oracle::decode_text(input, &plain, oracle::Utf8::Lossy),
                    "{written} on {backend}"
                );
                for (name, policy) in oracle::decode_policies() {
                    let decoded = segment
                        .decode(support::decoder(&policy))
                        .map(Cow::into_owned)
                        .map_err(support::error);
                    assert_eq!(
                        decoded,
                        oracle::decode(input, &policy),
                        "{written}, {name} on {backend}"
                    );
                }
                let is_clean =
                    !written.contains('%') || oracle::decode(input, &plain).unwrap() == input;
                assert_eq!(
                    matches!(segment.value_bytes(), Cow::Borrowed(_)),
                    is_clean,
                    "{written} on {backend}"
                );
            }
        });
    }
    // A borrowed value outlives the segment and the iterator.
    fn first(uri: &Uri) -> Option<Cow<'_, [u8]>> {
        uri.path_segments().next().map(Segment::value_bytes)
    }
    assert_eq!(first(&Uri::from_static("/a/b")).as_deref(), Some(&b"a"[..]));
}

#[test]
fn errors_count_from_the_segment() {
    let uri = Uri::from_static("/caf%C3%A9/caf%E9");
    assert_eq!(uri.path_segments().nth(1).unwrap().value_utf8().unwrap_err().position(), 3);
    let no_controls = Decoder::new().reject(percent_simd::sets::CONTROLS);
    assert!(
        Uri::from_static("/a/b%0D%0A")
            .path_segments()
            .any(|segment| segment.decode(no_controls).is_err())
    );
}

/// The path of each form of target (RFC 9112 3.2) is resolved under the policy, without the query.
#[test]
fn resolved_paths() {
    let resolve = |uri: &str, policy: PathPolicy| {
        let uri: Uri = uri.parse().unwrap();
        let resolved = uri.resolve_path(policy);
        resolved
            .map(|resolved| (resolved.path.into_owned(), resolved.redirect))
            .map_err(|error| (error.position(), error.kind()))
    };
    support::on_every_backend(|_| {
        assert_eq!(
            resolve("/a/%2e%2E/b%20c/./d?e/../f", path::STRICT),
            Ok((b"/b c/d".to_vec(), false))
        );
        assert_eq!(resolve("http://example.org/a//b", path::STRICT), Ok((b"/a/b".to_vec(), false)));
        assert_eq!(resolve("http://example.org?q", path::STRICT), Ok((b"/".to_vec(), false)));
        assert_eq!(resolve("/a%2Fb", path::ENVOY_REDIRECT), Ok((b"/a/b".to_vec(), true)));
        assert_eq!(resolve("/a/../..", path::STRICT), Err((6, PathErrorKind::ClimbsAboveRoot)));
        assert_eq!(resolve("*", path::STRICT), Err((0, PathErrorKind::NotAbsolute)));
        assert_eq!(resolve("example.org:443", path::NGINX), Err((0, PathErrorKind::NotAbsolute)));
    });
    let uri = Uri::from_static("/a/b");
    assert!(matches!(uri.resolve_path(path::STRICT).unwrap().path, Cow::Borrowed(_)));
}

/// WHATWG URL 5: `+` is SP in a form, and pairs are split before they are decoded.
#[test]
fn pairs() {
    let pairs = |uri: &str, parser: Option<form::Parser>| -> Vec<(String, String)> {
        let uri: Uri = uri.parse().unwrap();
        let parse = parser.map_or_else(
            || uri.query_pairs(),
            |parser| parser.parse(uri.query().unwrap_or_default()),
        );
        parse.map(|pair| (pair.name().into_owned(), pair.value().into_owned())).collect()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let uri = "https://example.org/?a+b=c%2Bd&e=%26%3D&f&=g&&caf%C3%A9=1#no";
    let expected =
        [pair("a b", "c+d"), pair("e", "&="), pair("f", ""), pair("", "g"), pair("café", "1")];
    assert_eq!(pairs(uri, None), expected);
    assert_eq!(
        pairs("/?a+b=c", Some(form::Parser::new().plus_as_space(false))),
        [pair("a+b", "c")]
    );
    assert_eq!(
        pairs("/?a=1;b=2", Some(form::Parser::new().semicolons(true))),
        [pair("a", "1"), pair("b", "2")]
    );
    assert_eq!(pairs("/path", None), []);
    assert_eq!(pairs("/?", None), []);
    assert_eq!(pairs("example.org:443", None), []);
}

/// The target of a URI's parts is that of the URI as it is written, and where there is none, there
/// is no path either.
#[test]
fn targets() {
    use percent_simd::request_line::{RequestLineErrorKind as Kind, Target};

    let refused = |target: &str| match Target::parse(target) {
        Ok(_) => None,
        Err(error) => Some((error.position(), error.kind())),
    };
    for (target, expected) in [
        ("/", None),
        ("/a%2Fb?c=d?e", None),
        ("*", None),
        ("example.org:443", None),
        ("http://example.org/a?b", None),
        ("https://[::1]:8080/", None),
        ("ftp://user@example.org:/a", None),
        ("http://evil@example.org/public/a", Some((7, Kind::Userinfo))),
        ("http://evil@x:99999/public/a", Some((13, Kind::Port))),
        ("http://x:99999/", Some((8, Kind::Port))),
        ("example.org:0", Some((11, Kind::Port))),
    ] {
        let Ok(uri) = target.parse::<Uri>() else {
            assert_eq!(expected, Some((8, Kind::Port)), "{target}: `http` refuses it, too");
            continue;
        };
        assert_eq!(uri.target(), Target::parse(target), "{target}");
        assert_eq!(refused(target), expected, "{target}");
        if expected.is_some() && uri.scheme().is_some() {
            let error = uri.resolve_path(path::STRICT).unwrap_err();
            assert_eq!((error.position(), error.kind()), (0, PathErrorKind::Authority), "{target}");
        }
    }
}
