//! WHATWG URL Standard, section 1.3 *Percent-encoded bytes*: the percent-encode sets of a URL's
//! parts, and that of CSS's `url()`.
//!
//! Encoding is *UTF-8 percent-encode* and decoding *percent-decode* of that section: a malformed
//! `%` stays, and `+` is a plus. Some implementations lag behind the standard: Node 20 does not
//! escape `^` in a path.

use crate::scheme::Scheme;
use crate::sets;

/// *C0 control percent-encode set*: controls and non-ASCII alone. For opaque hosts and opaque
/// paths.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_C0;
/// assert_eq!(URL_C0.encode("data: é"), "data: %C3%A9");
/// # }
/// ```
pub const URL_C0: Scheme = Scheme::new(
    "url-c0",
    sets::URL_C0,
    "WHATWG URL 1.3, C0 control percent-encode set",
    ("data: é", "data: %C3%A9"),
);

/// *Fragment percent-encode set*.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_FRAGMENT;
/// assert_eq!(URL_FRAGMENT.encode("`x` <y>"), "%60x%60%20%3Cy%3E");
/// # }
/// ```
pub const URL_FRAGMENT: Scheme = Scheme::new(
    "url-fragment",
    sets::URL_FRAGMENT,
    "WHATWG URL 1.3, fragment percent-encode set",
    ("`x` <y>", "%60x%60%20%3Cy%3E"),
);

/// *Query percent-encode set*: the query of URLs whose scheme is not special.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_QUERY;
/// assert_eq!(URL_QUERY.encode("q='#1'&r=^"), "q='%231'&r=^");
/// # }
/// ```
pub const URL_QUERY: Scheme = Scheme::new(
    "url-query",
    sets::URL_QUERY,
    "WHATWG URL 1.3, query percent-encode set",
    ("q='#1'&r=^", "q='%231'&r=^"),
);

/// *Special-query percent-encode set*: the query of http, https, ws, wss, ftp and file URLs. It
/// escapes `'`, too.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_SPECIAL_QUERY;
/// assert_eq!(URL_SPECIAL_QUERY.encode("q='#1'&r=^"), "q=%27%231%27&r=^");
/// # }
/// ```
pub const URL_SPECIAL_QUERY: Scheme = Scheme::new(
    "url-special-query",
    sets::URL_SPECIAL_QUERY,
    "WHATWG URL 1.3, special-query percent-encode set",
    ("q='#1'&r=^", "q=%27%231%27&r=^"),
);

/// *Path percent-encode set*, with `^` (since March 2025). `/` and `%` stay: a path that is already
/// escaped stays as it is.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_PATH;
/// assert_eq!(URL_PATH.encode("/wiki/Відсоткове_кодування"), "/wiki/%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F");
/// # }
/// ```
pub const URL_PATH: Scheme = Scheme::new(
    "url-path",
    sets::URL_PATH,
    "WHATWG URL 1.3, path percent-encode set",
    (
        "/wiki/Відсоткове_кодування",
        "/wiki/%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F",
    ),
);

/// *Userinfo percent-encode set*: user name and password of a URL.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_USERINFO;
/// assert_eq!(URL_USERINFO.encode("p@ss:w/rd$"), "p%40ss%3Aw%2Frd$");
/// # }
/// ```
pub const URL_USERINFO: Scheme = Scheme::new(
    "url-userinfo",
    sets::URL_USERINFO,
    "WHATWG URL 1.3, userinfo percent-encode set",
    ("p@ss:w/rd$", "p%40ss%3Aw%2Frd$"),
);

/// *Component percent-encode set*: one value anywhere in a URL; equal to `encodeURIComponent` on
/// well-formed text.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::URL_COMPONENT;
/// assert_eq!(URL_COMPONENT.encode("50% off & it's here"), "50%25%20off%20%26%20it's%20here");
/// # }
/// ```
pub const URL_COMPONENT: Scheme = Scheme::new(
    "url-component",
    sets::URL_COMPONENT,
    "WHATWG URL 1.3, component percent-encode set",
    ("50% off & it's here", "50%25%20off%20%26%20it's%20here"),
);

/// Escapes every byte.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::ALL;
/// assert_eq!(ALL.encode("a-1"), "%61%2D%31");
/// # }
/// ```
pub const ALL: Scheme =
    Scheme::new("all", sets::ALL, "WHATWG URL 1.3, percent-encode a byte", ("a-1", "%61%2D%31"));

// ---- CSS Values and Units; see `scheme::css`. ----

/// The component set plus `'`, `(` and `)`: safe inside an unquoted `url()`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::CSS_URL;
/// assert_eq!(CSS_URL.encode("it's (1).png"), "it%27s%20%281%29.png");
/// # }
/// ```
pub const CSS_URL: Scheme = Scheme::new(
    "css-url",
    sets::CSS_URL,
    "CSS Values 4, url()",
    ("it's (1).png", "it%27s%20%281%29.png"),
);
