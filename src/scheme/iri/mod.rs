//! RFC 3987 *Internationalized Resource Identifiers*, section 3: conversion between IRIs and URIs;
//! and LEIRI, the system identifiers of XML.

#[cfg(feature = "alloc")]
mod character;
#[cfg(feature = "alloc")]
mod from_uri;
#[cfg(feature = "alloc")]
mod to_uri;

use super::Scheme;
use crate::sets;

#[cfg(feature = "alloc")]
pub use from_uri::{Part, from_uri, from_uri_part};
#[cfg(feature = "alloc")]
pub use to_uri::{to_uri, to_uri_bytes};

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
