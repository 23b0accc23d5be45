//! RFC 3986 *Uniform Resource Identifier (URI): Generic Syntax*, its predecessors, and the standards
//! that build on its grammar. Each set keeps what the grammar of its part admits; decoding is the
//! inverse, and a malformed `%` stays.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps *unreserved* (RFC 3986 2.3): one value anywhere in a URI.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_COMPONENT;
/// assert_eq!(URI_COMPONENT.encode("Dogs, Cats & Mice"), "Dogs%2C%20Cats%20%26%20Mice");
/// # }
/// ```
pub const URI_COMPONENT: Scheme = Scheme::new(
    "uri-component",
    sets::URI_COMPONENT,
    "RFC 3986 2.3, unreserved",
    ("Dogs, Cats & Mice", "Dogs%2C%20Cats%20%26%20Mice"),
);

/// Keeps *pchar* (RFC 3986 3.3): one segment of a path.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_SEGMENT;
/// assert_eq!(URI_SEGMENT.encode("name;v=1.1/a b"), "name;v=1.1%2Fa%20b");
/// # }
/// ```
pub const URI_SEGMENT: Scheme = Scheme::new(
    "uri-segment",
    sets::URI_SEGMENT,
    "RFC 3986 3.3, segment",
    ("name;v=1.1/a b", "name;v=1.1%2Fa%20b"),
);

/// *segment-nz-nc* (RFC 3986 3.3): the first segment of a relative reference, without `:`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_SEGMENT_NC;
/// assert_eq!(URI_SEGMENT_NC.encode("this:that@x"), "this%3Athat@x");
/// # }
/// ```
pub const URI_SEGMENT_NC: Scheme = Scheme::new(
    "uri-segment-nc",
    sets::URI_SEGMENT_NC,
    "RFC 3986 3.3, segment-nz-nc",
    ("this:that@x", "this%3Athat@x"),
);

/// Keeps pchar, `/` and `?` (RFC 3986 3.4): a whole query.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_QUERY;
/// assert_eq!(URI_QUERY.encode("a=/b?[c]"), "a=/b?%5Bc%5D");
/// # }
/// ```
pub const URI_QUERY: Scheme =
    Scheme::new("uri-query", sets::URI_QUERY, "RFC 3986 3.4, query", ("a=/b?[c]", "a=/b?%5Bc%5D"));

/// Keeps pchar, `/` and `?` (RFC 3986 3.5): a fragment.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_FRAGMENT;
/// assert_eq!(URI_FRAGMENT.encode("fig. #1"), "fig.%20%231");
/// # }
/// ```
pub const URI_FRAGMENT: Scheme = Scheme::new(
    "uri-fragment",
    sets::URI_FRAGMENT,
    "RFC 3986 3.5, fragment",
    ("fig. #1", "fig.%20%231"),
);

/// Keeps unreserved, sub-delims and `:` (RFC 3986 3.2.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_USERINFO;
/// assert_eq!(URI_USERINFO.encode("user:p@ss"), "user:p%40ss");
/// # }
/// ```
pub const URI_USERINFO: Scheme = Scheme::new(
    "uri-userinfo",
    sets::URI_USERINFO,
    "RFC 3986 3.2.1, userinfo",
    ("user:p@ss", "user:p%40ss"),
);

/// Keeps unreserved and sub-delims (RFC 3986 3.2.2): a registered name. IDNA is the caller's.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_REG_NAME;
/// assert_eq!(URI_REG_NAME.encode("bücher:80"), "b%C3%BCcher%3A80");
/// # }
/// ```
pub const URI_REG_NAME: Scheme = Scheme::new(
    "uri-reg-name",
    sets::URI_REG_NAME,
    "RFC 3986 3.2.2, reg-name",
    ("bücher:80", "b%C3%BCcher%3A80"),
);

/// Keeps *unreserved* as RFC 2396 2.3 had it (obsolete, still met): what `encodeURIComponent` keeps
/// to this day.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_2396;
/// assert_eq!(URI_2396.encode("it's (1)/2!"), "it's%20(1)%2F2!");
/// # }
/// ```
pub const URI_2396: Scheme = Scheme::new(
    "uri-2396",
    sets::URI_2396,
    "RFC 2396 2.3, unreserved (obsolete)",
    ("it's (1)/2!", "it's%20(1)%2F2!"),
);

/// Keeps *safe* and *extra* (RFC 1738 2.2, obsolete, still met). `~` was unsafe then.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_1738;
/// assert_eq!(URI_1738.encode("$5+(tax), ~bob"), "$5+(tax),%20%7Ebob");
/// # }
/// ```
pub const URI_1738: Scheme = Scheme::new(
    "uri-1738",
    sets::URI_1738,
    "RFC 1738 2.2 (obsolete)",
    ("$5+(tax), ~bob", "$5+(tax),%20%7Ebob"),
);

/// Escapes the *excluded* characters (RFC 2396 2.4.3), of raw text. `%` is among them: for a URI
/// that is escaped already, use [`Encoder::keep_escapes`](crate::Encoder::keep_escapes) with
/// this set.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URI_2396_EXCLUDED;
/// assert_eq!(URI_2396_EXCLUDED.encode("http://a/<b c>?[d]"), "http://a/%3Cb%20c%3E?%5Bd%5D");
/// # }
/// ```
pub const URI_2396_EXCLUDED: Scheme = Scheme::new(
    "uri-2396-excluded",
    sets::URI_2396_EXCLUDED,
    "RFC 2396 2.4.3, excluded characters",
    ("http://a/<b c>?[d]", "http://a/%3Cb%20c%3E?%5Bd%5D"),
);

// ---- RFC 3875 *The Common Gateway Interface*; see `scheme::cgi`. ----

/// Escapes the excluded characters (RFC 3875 2.3). Characters of ``;/?:@&=+$,[]`` must be escaped
/// if they are reserved in the context, and must stay raw otherwise: name the reserved ones with
/// [`cgi::set`](crate::scheme::cgi::set).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::CGI;
/// assert_eq!(CGI.encode("a<b>[c]; d"), "a%3Cb%3E[c];%20d");
/// # }
/// ```
pub const CGI: Scheme =
    Scheme::new("cgi", sets::CGI, "RFC 3875 2.3", ("a<b>[c]; d", "a%3Cb%3E[c];%20d"));

// ---- RFC 3987: LEIRI, the system identifiers of XML. ----

/// Legacy extended IRIs (XML system identifiers): the set of RFC 3987 3.1, including the MAY of its
/// step 2 ([`sets::IRI`]). `%` stays.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::LEIRI;
/// assert_eq!(LEIRI.encode("a b|c"), "a%20b%7Cc");
/// # }
/// ```
pub const LEIRI: Scheme =
    Scheme::new("leiri", sets::LEIRI, "Legacy extended IRIs for XML 3.1", ("a b|c", "a%20b%7Cc"));

// ---- RFC 6901 *JSON Pointer*: a pointer in the fragment of a URI. ----

/// Keeps *fragment* of RFC 3986 (RFC 6901 6): a whole pointer, whose tokens have `~0` and `~1`
/// already. The `#` before it is not part of it.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JSON_POINTER;
/// assert_eq!(JSON_POINTER.encode("/c%d"), "/c%25d");
/// assert_eq!(JSON_POINTER.encode("/m~0n"), "/m~0n");
/// # }
/// ```
pub const JSON_POINTER: Scheme = Scheme::new(
    "json-pointer",
    sets::JSON_POINTER,
    "RFC 6901 6, URI fragment identifier representation",
    ("/k\"l/c%d", "/k%22l/c%25d"),
);

// ---- ECMA-427 *Package-URL*: `pkg:npm/%40angular/animation@12.3.1`. ----

/// Keeps alphanumerics, `.-_~` and `:` (ECMA-427 5.4): one component, one segment of a namespace or
/// a subpath, or one value of a qualifier. A `+` is a plus both ways.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PURL;
/// assert_eq!(PURL.encode("@angular"), "%40angular");
/// assert_eq!(PURL.encode("sha256:244fd"), "sha256:244fd");
/// assert_eq!(&*PURL.decode("NSData+zlib").unwrap(), b"NSData+zlib");
/// # }
/// ```
pub const PURL: Scheme = Scheme::new(
    "purl",
    sets::PURL,
    "ECMA-427 5.4, Package-URL",
    ("NSData+zlib v1:2", "NSData%2Bzlib%20v1:2"),
);

// ---- RFC 3261 25.1 *SIP*: the parts of `sip:user@host;parameter=value?header=value`. ----

/// Keeps *unreserved* and *user-unreserved*: the user. (A password keeps fewer: add `;?/`.)
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_USER;
/// assert_eq!(SIP_USER.encode("j@s0n"), "j%40s0n");
/// assert_eq!(SIP_USER.encode("+358-555;postd=pp22"), "+358-555;postd=pp22");
/// # }
/// ```
pub const SIP_USER: Scheme =
    Scheme::new("sip-user", sets::SIP_USER, "RFC 3261 25.1, user", ("j@s0n", "j%40s0n"));

/// Keeps *unreserved* and *param-unreserved*: the name or the value of a parameter.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_PARAM;
/// assert_eq!(SIP_PARAM.encode("[2001:db8::1]"), "[2001:db8::1]");
/// assert_eq!(SIP_PARAM.encode("a=b;c"), "a%3Db%3Bc");
/// # }
/// ```
pub const SIP_PARAM: Scheme =
    Scheme::new("sip-param", sets::SIP_PARAM, "RFC 3261 25.1, paramchar", ("a=b;c", "a%3Db%3Bc"));

/// Keeps *unreserved* and *hnv-unreserved*: the name or the value of a header.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_HEADER;
/// assert_eq!(SIP_HEADER.encode("sip:user@example.com"), "sip:user%40example.com");
/// # }
/// ```
pub const SIP_HEADER: Scheme = Scheme::new(
    "sip-header",
    sets::SIP_HEADER,
    "RFC 3261 25.1, hname and hvalue",
    ("sip:user@example.com", "sip:user%40example.com"),
);

// ---- RFC 6570 *URI Template*; see `scheme::template`. ----

/// Keeps unreserved (RFC 6570 3.2.1): the values of `{x}` and of all operators but `+` and `#`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE;
/// assert_eq!(TEMPLATE.encode("Hello World!"), "Hello%20World%21");
/// # }
/// ```
pub const TEMPLATE: Scheme = Scheme::new(
    "template",
    sets::TEMPLATE,
    "RFC 6570 3.2.2, simple expansion",
    ("Hello World!", "Hello%20World%21"),
);

/// Keeps unreserved, reserved and valid triplets (RFC 6570 3.2.3): the values of `{+x}` and `{#x}`.
/// A stray `%` becomes `%25`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE_RESERVED;
/// assert_eq!(TEMPLATE_RESERVED.encode("50%/%41 [b]"), "50%25/%41%20[b]");
/// # }
/// ```
pub const TEMPLATE_RESERVED: Scheme = Scheme::new(
    "template-reserved",
    sets::TEMPLATE_RESERVED,
    "RFC 6570 3.2.3, reserved expansion",
    ("50%/%41 [b]", "50%25/%41%20[b]"),
)
.keep_escapes();

/// The set for the literals between the expressions (RFC 6570 3.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE_LITERAL;
/// assert_eq!(TEMPLATE_LITERAL.encode("/größe?100%"), "/gr%C3%B6%C3%9Fe?100%25");
/// # }
/// ```
pub const TEMPLATE_LITERAL: Scheme = Scheme::new(
    "template-literal",
    sets::TEMPLATE_LITERAL,
    "RFC 6570 3.1, literals",
    ("/größe?100%", "/gr%C3%B6%C3%9Fe?100%25"),
)
.keep_escapes();
