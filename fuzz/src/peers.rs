//! Comparisons with crates other than `percent-encoding` (which the bodies cover), where the
//! semantics agree. The whole data is the input.

use percent_simd::{Encoder, decode_lossy, form, sets};

/// Every escape decoded, and ill-formed UTF-8 replaced.
pub(crate) fn decode(data: &[u8]) {
    assert_eq!(decode_lossy(data), String::from_utf8_lossy(&percent_simd::decode(data)));
}

/// A form's pairs (WHATWG URL 5.1), parsed and written again (5.2).
pub(crate) fn form(data: &[u8]) {
    let pairs = || form_urlencoded::parse(data);
    let ours = form::parse(data).map(|pair| (pair.name(), pair.value()));
    assert!(ours.eq(pairs()), "form_urlencoded reads {:?}", data.escape_ascii().to_string());
    assert_eq!(
        form::serialize(pairs()),
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs()).finish()
    );
}

/// The byte serializer of forms, and the encoder of `urlencoding` (unreserved stays).
pub(crate) fn encode(data: &[u8]) {
    const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
    assert_eq!(FORM.encode(data), form_urlencoded::byte_serialize(data).collect::<String>());
    assert_eq!(Encoder::new(sets::URI_COMPONENT).encode(data), urlencoding::encode_binary(data));
}
