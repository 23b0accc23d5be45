//! `fluent-uri` normalizes URIs by RFC 3986 6.2.2, and partly by 6.2.3: it writes IPv6 addresses as
//! RFC 5952, and removes an empty or default port. Inputs have neither.

use fluent_uri::UriRef;
use percent_simd::uri::{self, Normalizer};
use proptest::prelude::*;
use proptest::sample::select;

/// Texts of these pieces, which spaces separate.
fn any_text(pieces: &str, most: usize) -> impl Strategy<Value = String> + use<> {
    let pieces: Vec<String> = pieces.split(' ').map(str::to_owned).collect();
    proptest::collection::vec(select(pieces), 0..most).prop_map(|pieces| pieces.concat())
}

fn any_reference() -> impl Strategy<Value = String> {
    let authority = (any_text("u U %75 %3a : %c3%A9 @", 3), any_text("a B .Org %4d %c3%a9 %2F", 4))
        .prop_map(|(user, host)| {
            format!("//{user}{}{host}", if user.is_empty() { "" } else { "@" })
        });
    let absolute = any_text("/ /. /.. /%2e /.%2E /a /B%41 /%2f /%c3%a9;x /..a", 12);
    let rootless = any_text("a .. . %2e / %41 B%c3%A9", 8);
    let parts = (
        select(vec!["", "http:", "HTTP:", "x+Y.1-:", "mailto:"]),
        proptest::option::of(authority),
        prop_oneof![absolute, rootless],
        any_text("?A/./%7e ?%2f:/../", 2),
        any_text("#A/./%7e? #%25", 2),
    );
    parts.prop_map(|(scheme, authority, path, query, fragment)| {
        [scheme, authority.as_deref().unwrap_or_default(), &path, &query, &fragment].concat()
    })
}

proptest! {
    #![proptest_config(support::cases(5000))]

    #[test]
    fn references_are_normalized_alike(input in any_reference()) {
        let Ok(theirs) = UriRef::parse(input.as_str()) else { return Ok(()) };
        // It keeps the dot segments of a path without a scheme, even if the path begins with `/`.
        // But each base resolves them (RFC 3986 5.2.2).
        let dots = theirs.has_scheme() || !theirs.path().is_absolute();
        let normal = Normalizer::new().dot_segments(dots).normalize_str(&input).into_owned();
        let theirs = theirs.normalize();
        prop_assert_eq!(&*normal, theirs.as_str(), "{}", input);
        prop_assert!(uri::equivalent(&input, &normal));
    }
}
