//! RFC 3987 *Internationalized Resource Identifiers*: LEIRI, the system identifiers of XML.

use crate::scheme::Scheme;
use crate::sets;

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
