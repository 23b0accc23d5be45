//! W3C Baggage: the values of the header field `baggage`, which OpenTelemetry propagates.

use super::Scheme;
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
