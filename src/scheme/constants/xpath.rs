//! *XPath and XQuery Functions and Operators 3.1*, section 6: the three functions that escape.

use crate::scheme::Scheme;
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
