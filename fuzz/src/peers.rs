//! Crates beside `percent-encoding` (which the bodies compare with), where their semantics agree with ours. The data is the input, all of it.

use percent_simd::{Decoder, Encoder, decode_lossy, sets};

/// A form's pairs (WHATWG URL 5.1), and the decoder of `urlencoding`.
pub(crate) fn decode(data: &[u8]) {
    let pairs = form_urlencoded::parse(data);
    let ours = data.split(|&byte| byte == b'&').filter(|part| !part.is_empty()).map(|part| {
        let (name, value) = match part.iter().position(|&byte| byte == b'=') {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &part[part.len()..]),
        };
        [name, value].map(|text| {
            let decoder = Decoder::new().plus_as_space(true).utf8(percent_simd::Utf8::Lossy);
            decoder.decode_utf8(text).expect("this policy refuses nothing")
        })
    });
    assert!(ours.eq(pairs.map(|(name, value)| [name, value])), "form_urlencoded reads {:?}", data.escape_ascii().to_string());
    assert_eq!(decode_lossy(data), String::from_utf8_lossy(&percent_simd::decode(data)));
}

/// The serializer of forms, and the encoder of `urlencoding` (unreserved stays).
pub(crate) fn encode(data: &[u8]) {
    const FORM: Encoder = Encoder::new(sets::FORM).space_as_plus(true);
    assert_eq!(FORM.encode(data), form_urlencoded::byte_serialize(data).collect::<String>());
    assert_eq!(Encoder::new(sets::URI_COMPONENT).encode(data), urlencoding::encode_binary(data));
}
