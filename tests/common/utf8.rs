//! The UTF-8 policies of the oracle beside the library's.

use percent_simd::Utf8;

/// Each UTF-8 policy, the library's and the oracle's.
pub(crate) const UTF8: [(Utf8, oracle::Utf8); 3] = [
    (Utf8::Strict, oracle::Utf8::Strict),
    (Utf8::Lossy, oracle::Utf8::Lossy),
    (Utf8::KeepEscaped, oracle::Utf8::KeepEscaped),
];
