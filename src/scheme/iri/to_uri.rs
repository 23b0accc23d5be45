use alloc::borrow::Cow;

use crate::{Encoder, sets};

const TO_URI: Encoder = Encoder::new(sets::IRI);

/// An IRI, or a part of one, as a URI (RFC 3987 3.1): every character outside ASCII becomes the
/// triplets of its UTF-8 bytes; so does, by the MAY of step 2, what no URI holds (controls, SP,
/// ``"<>\^`{|}``). Triplets stay, and so does any other `%`. Borrowed if nothing changes.
///
/// Step 1 is left to the caller: text that was not in Unicode is normalized (NFC) first, and no
/// other text is. So is the host of a scheme that uses IDNA (step 2's *ToASCII* of *ireg-name*):
/// here it becomes triplets, which RFC 3986 3.2.2 allows.
///
/// ```
/// use percent_simd::iri;
/// assert_eq!(iri::to_uri("http://example.org/rosé/%7Ea?q=☃"), "http://example.org/ros%C3%A9/%7Ea?q=%E2%98%83");
/// ```
#[must_use]
pub fn to_uri(iri: &str) -> Cow<'_, str> {
    TO_URI.encode(iri)
}

/// The URI of the bytes of an IRI in UTF-8, which are not checked: any byte >= 0x80 becomes its
/// triplet.
///
/// ```
/// assert_eq!(percent_simd::iri::to_uri_bytes(b"/caf\xC3\xA9/\xFF"), "/caf%C3%A9/%FF");
/// ```
#[must_use]
#[inline]
pub fn to_uri_bytes<I: AsRef<[u8]> + ?Sized>(iri: &I) -> Cow<'_, str> {
    TO_URI.encode(iri)
}
