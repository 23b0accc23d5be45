//! Conversions of policies, sets and errors between the oracle and the library.

use percent_simd::{
    AsciiSet, DecodeError, DecodeErrorKind, Decoder, Encoder, HexDigits, Malformed, Utf8,
};

pub fn set(members: &[bool; 128]) -> AsciiSet {
    (0..128).filter(|&byte| members[usize::from(byte)]).fold(AsciiSet::EMPTY, AsciiSet::add)
}

pub fn error(error: DecodeError) -> oracle::Error {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => oracle::Kind::Truncated,
        DecodeErrorKind::BadHex => oracle::Kind::BadHex,
        DecodeErrorKind::Rejected(value) => oracle::Kind::Rejected(value),
        DecodeErrorKind::Utf8 => oracle::Kind::Utf8,
        other => panic!("the contract knows no such error: {other:?}"),
    };
    oracle::Error { position: error.position(), kind }
}

pub fn decoder(policy: &oracle::Decode) -> Decoder {
    Decoder::new()
        .plus_as_space(policy.plus)
        .malformed(if policy.strict { Malformed::Error } else { Malformed::Keep })
        .keep(set(&policy.keep))
        .keep_non_ascii(policy.keep_non_ascii)
        .reject(set(&policy.reject))
        .reject_raw(policy.reject_raw)
        .hex_digits(match policy.digits {
            oracle::Digits::Any => HexDigits::Any,
            oracle::Digits::Lower => HexDigits::Lower,
            oracle::Digits::Upper => HexDigits::Upper,
        })
}

pub fn encoder(policy: &oracle::Encode) -> Encoder {
    Encoder::new(set(&policy.set))
        .space_as_plus(policy.plus)
        .lowercase_hex(policy.lowercase)
        .keep_escapes(policy.keep_escapes)
        .keep_non_ascii(policy.keep_non_ascii)
}

/// Each UTF-8 policy, the library's and the oracle's.
pub const UTF8: [(Utf8, oracle::Utf8); 3] = [
    (Utf8::Strict, oracle::Utf8::Strict),
    (Utf8::Lossy, oracle::Utf8::Lossy),
    (Utf8::KeepEscaped, oracle::Utf8::KeepEscaped),
];
