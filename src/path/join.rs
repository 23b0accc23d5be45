//! A path from segments, for clients.

use alloc::string::String;

use super::{SegmentError, SegmentErrorKind};
use crate::encode::Encoder;
use crate::sets;

/// The path of these segments, each percent-encoded: everything but unreserved characters (RFC 3986
/// 2.3) is escaped, `/` and `%` included. The path begins with `/`; without segments it is `/`.
///
/// A server that reads `%2F` as `/` splits a segment there; no part of it is a dot segment.
///
/// ```
/// use percent_simd::path;
///
/// let id = "a/b c";
/// assert_eq!(path::join(["v1", "users", id]).unwrap(), "/v1/users/a%2Fb%20c");
///
/// let error = path::join(["v1", "users", "..", "keys"]).unwrap_err();
/// assert_eq!(error.to_string(), "segment 2: a dot segment");
/// ```
///
/// # Errors
/// For a segment that clients, proxies and servers remove, escaped or not: an empty one, `.` and `..`;
/// and for one with a dot segment beside `/` or `\` or before `;`: `../../admin`, `..\x`, `..;x`.
pub fn join<S: AsRef<[u8]>>(segments: impl IntoIterator<Item = S>) -> Result<String, SegmentError> {
    const SEGMENT: Encoder = Encoder::new(sets::URI_COMPONENT);
    let mut path = String::new();
    for (index, segment) in segments.into_iter().enumerate() {
        let segment = segment.as_ref();
        let refuse = |kind| Err(SegmentError::new(index, kind));
        if segment.is_empty() {
            return refuse(SegmentErrorKind::Empty);
        }
        let is_dots =
            |piece: &[u8]| matches!(piece.split(|&byte| byte == b';').next(), Some(b"." | b".."));
        if segment.split(|byte| matches!(byte, b'/' | b'\\')).any(is_dots) {
            return refuse(SegmentErrorKind::DotSegment);
        }
        path.push('/');
        SEGMENT.encode_append(segment, &mut path);
    }
    if path.is_empty() {
        path.push('/');
    }
    Ok(path)
}
