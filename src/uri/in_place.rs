//! The normal form of a reference, in its own memory.

use super::dot_segments::remove_in_place;
use super::reference::Reference;
use crate::syntax;

/// Normalizes the parts of a reference whose triplets are normal: of the first `len` bytes of the
/// buffer. Returns the length of the result.
///
/// A reference that hides a scheme is longer then, but not than it was before its triplets were
/// decoded.
#[inline]
pub(super) fn normalize_parts(buffer: &mut [u8], len: usize, reference: &Reference) -> usize {
    let &Reference { head, host, path: (start, end), first, has_authority, hides_scheme, .. } =
        reference;
    if hides_scheme {
        buffer.copy_within(..len, 2);
        buffer[..2].copy_from_slice(b"./");
        return len + 2;
    }
    lowercase_around_triplets(&mut buffer[..head]);
    lowercase_around_triplets(&mut buffer[host.0..host.1]);
    let Some(first) = first else { return len };
    let mut path = remove_in_place(&mut buffer[start..end], first);
    // Two bytes at least have been removed.
    if !has_authority && buffer[start..start + path].starts_with(b"//") {
        buffer.copy_within(start..start + path, start + 2);
        buffer[start..start + 2].copy_from_slice(b"/.");
        path += 2;
    }
    buffer.copy_within(end..len, start + path);
    start + path + len - end
}

/// Writes letters in lower case, but for the hex digits of triplets.
#[inline]
fn lowercase_around_triplets(bytes: &mut [u8]) {
    let mut at = 0;
    while at < bytes.len() {
        if syntax::is_triplet(&bytes[at..]) {
            at += 3;
        } else {
            bytes[at].make_ascii_lowercase();
            at += 1;
        }
    }
}
