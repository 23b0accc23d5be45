//! Functions of languages: ECMA-262, PHP, XPath, and Hive's names of partitions.

use crate::scheme::Scheme;
use crate::sets::{self, AsciiSet};

// ---- ECMA-262 19.2.6 *URI Handling Functions*; see `js`. ----

/// The characters whose escapes `decodeURI` keeps (ECMA-262 19.2.6.2, *uriReserved* and `#`).
pub const URI_KEPT: AsciiSet = AsciiSet::from_bytes(b";/?:@&=+$,#");

/// `encodeURI` (ECMA-262 19.2.6.4): `%` becomes `%25`, `[` and `]` are escaped.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_URI;
/// assert_eq!(JS_URI.encode("/a[1]?q=50%"), "/a%5B1%5D?q=50%25");
/// assert_eq!(&*JS_URI.decode(b"%2fa%20b").unwrap(), b"%2fa b");
/// # }
/// ```
pub const JS_URI: Scheme = Scheme::new(
    "js-uri",
    sets::JS_URI,
    "ECMA-262, encodeURI",
    ("/a[1]?q=50%", "/a%5B1%5D?q=50%25"),
)
.strict_text(URI_KEPT);

/// `encodeURIComponent` (ECMA-262 19.2.6.5). It keeps `!'()*`, which RFC 3986 reserves.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_COMPONENT;
/// assert_eq!(JS_COMPONENT.encode("it's 1 & 2"), "it's%201%20%26%202");
/// # }
/// ```
pub const JS_COMPONENT: Scheme = Scheme::new(
    "js-component",
    sets::JS_COMPONENT,
    "ECMA-262, encodeURIComponent",
    ("it's 1 & 2", "it's%201%20%26%202"),
)
.strict_text(AsciiSet::EMPTY);

// ---- PHP; see `scheme::php`. ----

/// `rawurlencode`, and type `PHP_QUERY_RFC3986`: keeps unreserved.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PHP_RAWURLENCODE;
/// assert_eq!(PHP_RAWURLENCODE.encode("foo bar@baz~"), "foo%20bar%40baz~");
/// # }
/// ```
pub const PHP_RAWURLENCODE: Scheme = Scheme::new(
    "php-rawurlencode",
    sets::PHP_RAWURLENCODE,
    "PHP manual, rawurlencode",
    ("foo bar@baz~", "foo%20bar%40baz~"),
);

/// `urlencode`, and type `PHP_QUERY_RFC1738`: keeps alphanumerics and `-._`; SP is `+`. `~` is
/// escaped.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PHP_URLENCODE;
/// assert_eq!(PHP_URLENCODE.encode("foo bar@baz~"), "foo+bar%40baz%7E");
/// # }
/// ```
pub const PHP_URLENCODE: Scheme = Scheme::new(
    "php-urlencode",
    sets::PHP_URLENCODE_SET,
    "PHP manual, urlencode",
    ("foo bar@baz~", "foo+bar%40baz%7E"),
)
.space_as_plus();

// ---- XPath and XQuery Functions and Operators 3.1, section 6. ----

/// `fn:encode-for-uri` (6.2): keeps unreserved.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::XPATH_ENCODE_FOR_URI;
/// assert_eq!(XPATH_ENCODE_FOR_URI.encode("~bébé"), "~b%C3%A9b%C3%A9");
/// # }
/// ```
pub const XPATH_ENCODE_FOR_URI: Scheme = Scheme::new(
    "xpath-encode-for-uri",
    sets::XPATH_ENCODE_FOR_URI,
    "XPath and XQuery Functions 3.1, encode-for-uri",
    ("~bébé", "~b%C3%A9b%C3%A9"),
);

/// `fn:iri-to-uri` (6.3): the set of LEIRI, so that `%` and reserved characters stay.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::XPATH_IRI_TO_URI;
/// assert_eq!(XPATH_IRI_TO_URI.encode("http://www.example.com/~bébé#50%"), "http://www.example.com/~b%C3%A9b%C3%A9#50%");
/// # }
/// ```
pub const XPATH_IRI_TO_URI: Scheme = Scheme::new(
    "xpath-iri-to-uri",
    sets::XPATH_IRI_TO_URI,
    "XPath and XQuery Functions 3.1, iri-to-uri",
    ("http://www.example.com/~bébé#50%", "http://www.example.com/~b%C3%A9b%C3%A9#50%"),
);

/// `fn:escape-html-uri` (6.4): only what is outside 0x20-0x7E; SP stays. Serialization 3.1 wants
/// the text in NFC first, which is left to the caller.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::XPATH_ESCAPE_HTML_URI;
/// assert_eq!(XPATH_ESCAPE_HTML_URI.encode("javascript:if (navigator.browserLanguage == 'fr') window.open('bébé');"), "javascript:if (navigator.browserLanguage == 'fr') window.open('b%C3%A9b%C3%A9');");
/// # }
/// ```
pub const XPATH_ESCAPE_HTML_URI: Scheme = Scheme::new(
    "xpath-escape-html-uri",
    sets::XPATH_ESCAPE_HTML_URI,
    "XPath and XQuery Functions 3.1, escape-html-uri",
    (
        "javascript:if (navigator.browserLanguage == 'fr') window.open('bébé');",
        "javascript:if (navigator.browserLanguage == 'fr') window.open('b%C3%A9b%C3%A9');",
    ),
);

// ---- Hive; see `scheme::hive`. ----

/// The name or the value of a column in the name of a Hive partition's folder, as Hive and Spark
/// write it: 0x00-0x1F, 0x7F and `"#%'*/:=?\{[]^` are escaped, and characters that are not ASCII
/// stay. Null and the empty text have a name of their own, which
/// [`escape_path_name`](crate::scheme::hive::escape_path_name) writes.
///
/// The decoder takes triplets for bytes of UTF-8. Hive takes each for a UTF-16 code unit, as
/// [`unescape_path_name`](crate::scheme::hive::unescape_path_name) does: they differ only on
/// triplets from `%80` on, which Hive and Spark never write.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::HIVE_PARTITION;
/// assert_eq!(HIVE_PARTITION.encode("Київ/a=b"), "Київ%2Fa%3Db");
/// assert_eq!(HIVE_PARTITION.encode(b"a\xFFb"), "a%FFb");
/// # }
/// ```
pub const HIVE_PARTITION: Scheme = Scheme::new(
    "hive-partition",
    sets::HIVE_PARTITION,
    "Hive, FileUtils.escapePathName",
    ("Київ/a=b", "Київ%2Fa%3Db"),
)
.keep_non_ascii();
