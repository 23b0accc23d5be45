//! The oracle's encoding policies as the library's.

use percent_simd::Encoder;

use super::set;

/// The oracle's policy as the library's.
pub(crate) fn encoder(policy: &oracle::Encode) -> Encoder {
    Encoder::new(set(&policy.set))
        .space_as_plus(policy.plus)
        .lowercase_hex(policy.lowercase)
        .keep_escapes(policy.keep_escapes)
        .keep_non_ascii(policy.keep_non_ascii)
}
