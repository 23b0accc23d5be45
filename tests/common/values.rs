//! Sets and errors, between the oracle and the library.

use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind};

/// The oracle's set as the library's.
pub(crate) fn set(members: &[bool; 128]) -> AsciiSet {
    (0..128).filter(|&byte| members[usize::from(byte)]).fold(AsciiSet::EMPTY, AsciiSet::add)
}

/// The library's error as the oracle's.
pub(crate) fn error(error: DecodeError) -> oracle::Error {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => oracle::Kind::Truncated,
        DecodeErrorKind::BadHex => oracle::Kind::BadHex,
        DecodeErrorKind::Rejected(value) => oracle::Kind::Rejected(value),
        DecodeErrorKind::Utf8 => oracle::Kind::Utf8,
        other => panic!("the contract knows no such error: {other:?}"),
    };
    oracle::Error { position: error.position(), kind }
}
