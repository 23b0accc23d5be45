//! *XPath and XQuery Functions and Operators 3.1*, section 6: the three functions that escape.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use super::Scheme;
#[cfg(feature = "alloc")]
use crate::Encoder;
use crate::sets;

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

/// `fn:encode-for-uri`; borrowed if nothing changes.
///
/// ```
/// use percent_simd::scheme::xpath;
/// assert_eq!(xpath::encode_for_uri("100% organic"), "100%25%20organic");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn encode_for_uri(part: &str) -> Cow<'_, str> {
    Encoder::new(sets::XPATH_ENCODE_FOR_URI).encode(part)
}

/// `fn:iri-to-uri`; borrowed if nothing changes.
///
/// ```
/// use percent_simd::scheme::xpath;
/// assert_eq!(xpath::iri_to_uri("http://www.example.com/00/Weather/CA/Los%20Angeles#ocean"), "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn iri_to_uri(iri: &str) -> Cow<'_, str> {
    Encoder::new(sets::XPATH_IRI_TO_URI).encode(iri)
}

/// `fn:escape-html-uri`; borrowed if nothing changes.
///
/// ```
/// use percent_simd::scheme::xpath;
/// assert_eq!(xpath::escape_html_uri("http://www.example.com/~bébé a"), "http://www.example.com/~b%C3%A9b%C3%A9 a");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn escape_html_uri(uri: &str) -> Cow<'_, str> {
    Encoder::new(sets::XPATH_ESCAPE_HTML_URI).encode(uri)
}
