//! References: case, dot segments, and their effect on the components (RFC 3986 6.2.2).

use ::oracle::uri::{Components, Normal, normalized};
use percent_simd::uri::{self, Normalizer};
use proptest::prelude::*;
use proptest::sample::select;

use super::{any_normal, assert_normalizes_by};

#[track_caller]
fn assert_becomes(input: &str, expected: &str) {
    assert_eq!(Normalizer::new().normalize_str(input), expected, "{input}");
    assert!(uri::equivalent(input, expected), "{input}");
    for how in Normal::each() {
        assert_normalizes_by(input.as_bytes(), &how);
    }
}

/// RFC 3986 6.2.2 and its sections.
#[test]
fn examples_of_the_standard() {
    assert_becomes("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D");
    assert_becomes("HTTP://www.EXAMPLE.com/", "http://www.example.com/");
    assert!(uri::equivalent("HTTP://E.org/a/./b", "http://e.org/a/b"));
    // 6.2.3 is not applied: the first two references differ from the last two.
    for kept in ["http://example.com", "http://example.com/", "http://example.com:/"] {
        assert_becomes(kept, kept);
    }
    assert_becomes("http://example.com:80/", "http://example.com:80/");
}

/// RFC 3986 5.4.1 and 5.4.2: each reference, merged with its base by 5.2.2.
#[test]
fn resolved_references() {
    let base = Components::of(b"http://a/b/c/d;p?q");
    let vectors = [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ];
    for (reference, target) in vectors {
        let merged = Components::of(reference.as_bytes()).merged_with(&base).recomposed();
        assert_becomes(core::str::from_utf8(&merged).unwrap(), target);
    }
}

#[test]
fn hosts_and_user_information() {
    assert_becomes("HTTP://User:Pass@EXAMPLE.org:80/A", "http://User:Pass@example.org:80/A");
    assert_becomes("//A@B@Ex.Org", "//A@B@ex.org");
    assert_becomes("//%41B@%43.D%2f%c3%a9", "//AB@c.d%2F%C3%A9");
    assert_becomes("http://ex%41mple%E9.org", "http://example%E9.org");
    assert_becomes("http://[2001:DB8::A]:80", "http://[2001:db8::a]:80");
    assert_becomes("http://U@[V1.A:b]/", "http://U@[v1.a:b]/");
    // RFC 6874: names of interfaces differ by case.
    assert_becomes("http://[FE80::A%25E%74h0]:1/", "http://[fe80::a%25Eth0]:1/");
    // RFC 8141 3.1: no triplet of a URN is decoded, so this one begins a zone.
    assert_becomes("urn://A@[A%41B]", "urn://A@[a%41B]");
    // These two have no host and port.
    assert_becomes("http://A:B/", "http://a:B/");
    assert_becomes("http://[A:B", "http://[a:B");
    assert_becomes("FILE:///C:/A/../B", "file:///C:/B");
    assert_becomes("//É.É/", "//É.É/");
    assert_becomes("http://É.A?É/./É", "http://É.a?É/./É");
    let long = "A".repeat(100);
    assert_becomes(&format!("h://{long}/"), &format!("h://{}/", long.to_lowercase()));
    assert_becomes(&format!("{long}:"), &format!("{}:", long.to_lowercase()));
    assert_becomes(&format!("{long}/A:"), &format!("{long}/A:"));
}

#[test]
fn dot_segments() {
    assert_becomes("http://a/%2E%2e/b", "http://a/b");
    assert_becomes("http://a/b/%2e", "http://a/b/");
    assert_becomes("http://a/..", "http://a/");
    assert_becomes("http://a/b/..?/../", "http://a/?/../");
    assert_becomes("http://a/b/%2e%2E#", "http://a/#");
    assert_becomes("http://a/..//b", "http://a//b");
    assert_becomes("http://a//b/../../../c", "http://a/c");
    assert_becomes("//a/./b", "//a/b");
    assert_becomes("/../a/./b", "/a/b");
    // The query and the fragment have no segments; a relative or opaque path keeps its segments.
    for kept in [
        "?/./",
        "#/../",
        "../a",
        "./a",
        ".",
        "..",
        "a/../b",
        "a/b:/../c",
        "a:b/../c",
        "a:../c",
        "mailto:A@B/../c",
    ] {
        assert_becomes(kept, kept);
    }
    assert_becomes("%2e%2E/%61", "../a");
    // At the bounds of blocks, after a triplet or after many dots.
    for len in 0..140 {
        let name = "a".repeat(len);
        for start in ["/", "/%C3", "/v1.2.3.4.5"] {
            for segment in ["/.", "/%2e", "/x/.."] {
                assert_normalizes_by(format!("{start}{name}{segment}/b").as_bytes(), &Normal::ALL);
            }
        }
    }
}

/// RFC 3986 3.3: a path without an authority does not begin with `//`.
#[test]
fn no_authority_is_made() {
    assert_becomes("a:/..//b", "a:/.//b");
    assert_becomes("a:/.//b", "a:/.//b");
    assert_becomes("a:/x/%2e%2e//", "a:/.//");
    assert_becomes("/.//", "/.//");
    assert_becomes("/.//.", "/.//");
    assert_becomes("/.//..", "/");
    assert_becomes("/a/..//b/../../c", "/c");
    assert_becomes("scheme:/..///bar", "scheme:/.///bar");
    assert_becomes("a:///..//b", "a:////b");
    assert!(!uri::equivalent("a:/..//b", "a://b"));
    // A long reference is borrowed, too, if its `/.` stays.
    let name = "a".repeat(300);
    assert_becomes(&format!("/.//{name}"), &format!("/.//{name}"));
    assert_becomes(&format!("/.//{name}/../b"), "/.//b");
}

/// RFC 3986 4.2: a colon in the first segment.
#[test]
fn no_scheme_is_made() {
    assert_becomes("%61:b", "./a:b");
    assert_becomes("a%42:%63", "./aB:c");
    assert_becomes("%6Aavascript%3Aalert", "javascript%3Aalert");
    for kept in ["1a:B", "%41%:b", "%C3:b", ":A", "a/B:c", "%", "é:B"] {
        let expected = kept.replace("%41", "A");
        assert_becomes(kept, &expected);
    }
    assert_becomes("%31:b", "1:b");
    assert!(!uri::equivalent("%61:b", "a:b"));
    // In a component all bytes are equal.
    let component = Normalizer::new().case(false).dot_segments(false);
    assert_eq!(component.normalize_str("%61:B/./"), "a:B/./");
}

/// RFC 8141 3.1 and 3.2.
#[test]
fn urns() {
    for same in ["URN:example:a123,z456", "urn:EXAMPLE:a123,z456", "urn:example:a123,z456"] {
        assert_becomes(same, "urn:example:a123,z456");
    }
    assert_becomes("urn:example:a123%2cz456", "urn:example:a123%2Cz456");
    assert_becomes("URN:EXAMPLE:a123%2cz456", "urn:example:a123%2Cz456");
    assert_becomes("urn:example:%41/../b", "urn:example:%41/../b");
    assert_becomes("urn:Example:1?+R?=Q#F", "urn:example:1?+R?=Q#F");
    for other in ["A123,z456", "a123%2Cz456", "%D0%B0123,z456", "a%3123,z456"] {
        let other = format!("urn:example:{other}");
        assert!(!uri::equivalent("urn:example:a123,z456", &other), "{other}");
    }
    assert!(uri::equivalent("urn:example:a%2fb", "urn:example:a%2Fb"));
    assert!(!uri::equivalent("urn:example:a%41", "urn:example:aA"));
    // These URNs have no namespace identifier.
    assert_becomes("urn:A_b:C", "urn:A_b:C");
    assert_becomes("urn:Ab", "urn:Ab");
    assert_becomes("urn::A", "urn::A");
    // RFC 6068's special rules belong to its scheme.
    assert_becomes("MAILTO:%4Aoe@E.org?subject=a+b%20c", "mailto:Joe@E.org?subject=a+b%20c");
}

/// Paths longer than the buffer of short references.
#[test]
fn long_paths() {
    for (count, up) in [(1, 1), (20, 7), (300, 299), (700, 900), (3000, 1500)] {
        for path in [
            ["/a".repeat(count), "/..".repeat(up)].concat(),
            ["/a/..".repeat(count), "/%62".repeat(up)].concat(),
            ["/%61/b/./%2e%2E".repeat(count), "/..".repeat(up), "/".into()].concat(),
            ["/".repeat(count), "/../c".repeat(up), "/.".into()].concat(),
            [&"/..".repeat(up), "/", &"long".repeat(count), "/.."].concat(),
        ] {
            for url in [format!("H://h{path}?/./"), format!("H://{path}"), path] {
                assert_normalizes_by(url.as_bytes(), &Normal::ALL);
            }
        }
    }
}

// ---- Random references. ----

fn any_reference() -> impl Strategy<Value = String> {
    let piece = select(
        "/|/|/.|/..|/%2e|/%2E.|//|a|B|%41|%7e|%c3%a9|%2f|%|%4|:|@|é|.|..|-|+|1|[|]|;"
            .split('|')
            .collect::<Vec<_>>(),
    );
    let pieces =
        |most| proptest::collection::vec(piece.clone(), 0..most).prop_map(|pieces| pieces.concat());
    let scheme = select(vec![
        "", "", "http:", "HTTP:", "a+B:", "%61:", "a%2D:", "1:", "urn:", "URN:A:", "mailto:",
    ]);
    let authority = select(vec![
        "",
        "",
        "//",
        "//a",
        "//A.b:80",
        "//U@H",
        "//u@%48%c3%A9",
        "//[::A]",
        "//[::A%25%41]:B",
        "//@A@",
        "//%",
        "//A%4",
    ]);
    let query = select(vec!["", "", "?", "?A/./%7e", "?%2f:/../"]);
    let fragment = select(vec!["", "", "#", "#A/./%7e?"]);
    (scheme, authority, pieces(12), query, fragment).prop_map(
        |(scheme, authority, path, query, fragment)| {
            [scheme, authority, &path, query, fragment].concat()
        },
    )
}

proptest! {
    #![proptest_config(support::cases(2000))]

    #[test]
    fn normal_forms_are_the_oracle_s(input in any_reference(), how in any_normal()) {
        assert_normalizes_by(input.as_bytes(), &how);
    }

    /// The components are equal, and so is the target from any base.
    #[test]
    fn normalizing_keeps_the_meaning(input in any_reference(), base in any_reference()) {
        let normal = Normalizer::new().normalize(&input);
        prop_assert!(matches!(Normalizer::new().normalize(&normal), std::borrow::Cow::Borrowed(_)), "{}", input);
        prop_assert!(normal.len() <= input.len(), "{}", input);
        let (before, after) = (Components::of(input.as_bytes()), Components::of(&normal));
        let parts = |of: &Components| {
            (of.scheme.is_some(), of.authority.is_some(), of.query.is_some(), of.fragment.is_some())
        };
        prop_assert_eq!(parts(&before), parts(&after), "{}", input);
        let base = Components::of(format!("http://a/{base}").as_bytes());
        let target = |reference: &Components| normalized(&reference.merged_with(&base).recomposed(), &Normal::ALL);
        prop_assert_eq!(target(&before), target(&after), "{}", input);
    }
}
