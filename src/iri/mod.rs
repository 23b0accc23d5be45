//! RFC 3987 *Internationalized Resource Identifiers*, section 3: conversion between IRIs and URIs;
//! and LEIRI, the system identifiers of XML.

mod from_uri;

use alloc::borrow::Cow;

use crate::{Encoder, sets};

pub use from_uri::{Part, from_uri, from_uri_part};

const TO_URI: Encoder = Encoder::new(sets::IRI);

/// Converts an IRI, or a part of one, to a URI (RFC 3987 3.1). Every non-ASCII character becomes
/// the triplets of its UTF-8 bytes. By the MAY of step 2, so do ASCII characters that no URI
/// permits (controls, SP, ``"<>\^`{|}``). Triplets and stray `%` stay. Borrowed if nothing changes.
///
/// The caller performs step 1: normalize to NFC only text that was not in Unicode. The caller also
/// converts the host if its scheme uses IDNA (step 2's *ToASCII* of *ireg-name*): here it becomes
/// triplets, which RFC 3986 3.2.2 permits.
///
/// ```
/// assert_eq!(percent_simd::iri::to_uri("/rosé/%7Ea?q=☃"), "/ros%C3%A9/%7Ea?q=%E2%98%83");
/// ```
#[must_use]
#[inline]
pub fn to_uri(iri: &str) -> Cow<'_, str> {
    TO_URI.encode(iri)
}

/// Converts the UTF-8 bytes of an IRI to a URI. The bytes are not checked: any byte >= 0x80 becomes
/// its triplet.
///
/// ```
/// assert_eq!(percent_simd::iri::to_uri_bytes(b"/caf\xC3\xA9/\xFF"), "/caf%C3%A9/%FF");
/// ```
#[must_use]
#[inline]
pub fn to_uri_bytes<I: AsRef<[u8]> + ?Sized>(iri: &I) -> Cow<'_, str> {
    TO_URI.encode(iri)
}
