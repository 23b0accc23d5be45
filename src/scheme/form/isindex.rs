//! The nameless first part of a form: `isindex`.

use crate::Backend;
use crate::kernel;

/// The first part, as it is written, if it holds no `=`: the one field of an `isindex` form was
/// sent so. It is empty for an empty input.
///
/// History: HTML 2 had an element `isindex`, and browsers later sent a first text field of that
/// name without name and `=`; WHATWG's parser had a flag to read it. Today's parser reads the part
/// as a name with an empty value. RFC 3875 4.4 splits such a query into words:
/// [`cgi::keywords`](crate::scheme::cgi::keywords).
///
/// ```
/// use percent_simd::form;
/// assert_eq!(form::isindex("two+words&a=b"), Some(&b"two+words"[..]));
/// assert_eq!(form::isindex("a=b&two+words"), None);
/// ```
#[must_use]
#[inline]
pub fn isindex<I: AsRef<[u8]> + ?Sized>(input: &I) -> Option<&[u8]> {
    first_part(input.as_ref())
}

fn first_part(input: &[u8]) -> Option<&[u8]> {
    // The first separator ends it, `&` or `=`.
    let (part, rest) = input.split_at(kernel::find_either(Backend::active(), input, b'&', b'='));
    (!rest.starts_with(b"=")).then_some(part)
}
