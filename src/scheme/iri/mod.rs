//! RFC 3987 *Internationalized Resource Identifiers*, section 3: from IRI to URI and back; and LEIRI, the system identifiers of XML.

#[cfg(feature = "alloc")]
mod character;
#[cfg(feature = "alloc")]
mod from_uri;
#[cfg(feature = "alloc")]
mod to_uri;

use super::{Scheme, Special};
use crate::sets;

#[cfg(feature = "alloc")]
pub use from_uri::{Part, from_uri, from_uri_part};
#[cfg(feature = "alloc")]
pub use to_uri::{to_uri, to_uri_bytes};

/// From IRI to URI (RFC 3987 3.1): non-ASCII as UTF-8, and, by the MAY of step 2, what no URI may hold. `%` stays.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::IRI;
/// assert_eq!(IRI.encode_str("http://example.org/rosé `1`"), "http://example.org/ros%C3%A9%20%601%60");
/// # }
/// ```
pub const IRI: Scheme =
    Scheme::new("iri", sets::IRI, "RFC 3987 3.1", ("http://example.org/rosé `1`", "http://example.org/ros%C3%A9%20%601%60")).special(Special::Iri);

/// The same set for legacy extended IRIs (XML system identifiers).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::LEIRI;
/// assert_eq!(LEIRI.encode_str("a b|c"), "a%20b%7Cc");
/// # }
/// ```
pub const LEIRI: Scheme = Scheme::new("leiri", sets::LEIRI, "Legacy extended IRIs for XML 3.1", ("a b|c", "a%20b%7Cc"));
