//! RFC 3986 *Uniform Resource Identifier (URI): Generic Syntax*, and its predecessors. Each set
//! keeps what the grammar of its part admits; decoding is the inverse, and a malformed `%` stays.

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
