//! The crate `http`: the parts of a URI are split before they are decoded.

use std::borrow::Cow;

use http::Uri;
use percent_simd::form;
use percent_simd::http_uri::UriExt;
use percent_simd::path::{self, PathErrorKind, PathPolicy};

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

/// The target of a URI's parts equals the target of the URI as written; without one, there is no
/// path either.
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
