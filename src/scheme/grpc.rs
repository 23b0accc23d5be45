//! gRPC over HTTP/2: the text of an error in the trailer `grpc-message`.

use super::Scheme;
use crate::sets;

/// Keeps *Percent-Byte-Unencoded*: SP and the visible ASCII characters but `%`.
///
/// Decoding never fails, which the standard requires: a malformed triplet stays. Where text is
/// needed, [`decode_lossy`](crate::decode_lossy) never fails either.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::GRPC_MESSAGE;
/// assert_eq!(GRPC_MESSAGE.encode("100% of \"café\"\n"), "100%25 of \"caf%C3%A9\"%0A");
/// assert_eq!(&*GRPC_MESSAGE.decode("50% off%").unwrap(), b"50% off%");
/// # }
/// ```
pub const GRPC_MESSAGE: Scheme = Scheme::new(
    "grpc-message",
    sets::GRPC_MESSAGE,
    "gRPC over HTTP/2, Status-Message",
    ("100% of café", "100%25 of caf%C3%A9"),
);
