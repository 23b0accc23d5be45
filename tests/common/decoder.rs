//! The oracle's decoding policies as the library's.

use percent_simd::{Decoder, HexDigits, Malformed};

use super::set;

/// The oracle's policy as the library's.
pub(crate) fn decoder(policy: &oracle::Decode) -> Decoder {
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
