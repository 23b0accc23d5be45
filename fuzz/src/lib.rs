//! Comparisons of fuzz targets beyond `support::bodies`: with crates that only the fuzzers depend
//! on (the semantics agree, and the whole data is the input), the drop-in packages, and the C
//! library.

mod capi;
mod compat;

use percent_simd::{Encoder, decode_lossy, form as ours, sets};
use support::bodies;

pub use capi::capi;
pub use compat::compat;

/// `decode`: every function that decodes to bytes, and lossy text.
pub fn decode(data: &[u8]) {
    bodies::decode(data);
    assert_eq!(decode_lossy(data), String::from_utf8_lossy(&percent_simd::decode(data)));
}

/// `encode`: every function that encodes, the byte serializer of forms, and the encoder of
/// `urlencoding` (unreserved bytes stay).
pub fn encode(data: &[u8]) {
    const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
    bodies::encode(data);
    assert_eq!(FORM.encode(data), form_urlencoded::byte_serialize(data).collect::<String>());
    assert_eq!(Encoder::new(sets::URI_COMPONENT).encode(data), urlencoding::encode_binary(data));
}

/// `form`: pairs parsed (WHATWG URL 5.1) and serialized (5.2), and HTML's additional steps.
pub fn form(data: &[u8]) {
    bodies::form(data);
    let pairs = || form_urlencoded::parse(data);
    let parsed = ours::parse(data).map(|pair| (pair.name(), pair.value()));
    assert!(parsed.eq(pairs()), "form_urlencoded reads {:?}", data.escape_ascii().to_string());
    assert_eq!(
        ours::serialize(pairs()),
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs()).finish()
    );
}
