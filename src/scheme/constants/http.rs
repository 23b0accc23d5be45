//! Values of HTTP header fields.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps *baggage-octet* without `%` (W3C Baggage 3.3.1.3): one value, or the value of a property.
/// A key is a token, and never escaped. A `+` is a plus both ways.
///
/// The decoded value is text: sequences that are not UTF-8 become U+FFFD, as the standard requires.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::BAGGAGE;
/// assert_eq!(BAGGAGE.encode("DF 28"), "DF%2028");
/// assert_eq!(BAGGAGE.encode("a+b=c,d"), "a+b=c%2Cd");
/// assert_eq!(BAGGAGE.decode("a+b%20%FF").unwrap(), "a+b \u{FFFD}".as_bytes());
/// # }
/// ```
pub const BAGGAGE: Scheme = Scheme::new(
    "baggage",
    sets::BAGGAGE,
    "W3C Baggage 3.3.1.3, baggage-octet (cookie-octet of RFC 6265)",
    ("DF 28; é", "DF%2028%3B%20%C3%A9"),
)
.lossy_text();

/// Keeps *Percent-Byte-Unencoded*: SP and the visible ASCII characters but `%`.
///
/// Decoding never fails, which the standard requires: a malformed triplet stays. Where text is
/// needed, [`decode_lossy`](crate::decode_lossy) never fails either.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::GRPC_MESSAGE;
/// assert_eq!(GRPC_MESSAGE.encode("100% of \"café\"\n"), "100%25 of \"caf%C3%A9\"%0A");
/// assert_eq!(&*GRPC_MESSAGE.decode("50% off%").unwrap(), b"50% off%");
/// # }
/// ```
pub const GRPC_MESSAGE: Scheme = Scheme::new(
    "grpc-message",
    sets::GRPC_MESSAGE,
    "gRPC over HTTP/2, Status-Message",
    ("100% of café", "100%25 of caf%C3%A9"),
);

/// The name or the value of a query parameter in a signature base: the set of
/// [`FORM`](crate::scheme::FORM), but SP is `%20`.
///
/// (The RFC refers to the URL Standard's *percent-encode after encoding*, which wrote SP as `%20`
/// for this set until March 2026. The examples of the RFC decide.)
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::HTTP_SIGNATURE;
/// assert_eq!(HTTP_SIGNATURE.encode("with plus whitespace"), "with%20plus%20whitespace");
/// assert_eq!(HTTP_SIGNATURE.encode("façade\": "), "fa%C3%A7ade%22%3A%20");
/// # }
/// ```
pub const HTTP_SIGNATURE: Scheme = Scheme::new(
    "http-signature",
    sets::FORM_SET,
    "RFC 9421 2.2.8, @query-param",
    ("façade\": ", "fa%C3%A7ade%22%3A%20"),
);

/// Keeps *attr-char* (RFC 8187 3.2.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::RFC5987;
/// assert_eq!(RFC5987.encode("€ rates"), "%E2%82%AC%20rates");
/// # }
/// ```
pub const RFC5987: Scheme = Scheme::new(
    "rfc5987",
    sets::RFC5987,
    "RFC 8187 3.2.1, attr-char (RFC 5987)",
    ("€ rates", "%E2%82%AC%20rates"),
);
