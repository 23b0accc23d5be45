//! RFC 3875 *The Common Gateway Interface (CGI) Version 1.1*: URL encoding (2.3) and the search
//! words of a query (4.4).

use crate::sets::{self, AsciiSet};

/// The set for a context that also reserves these characters, each one of ``;/?:@&=+$,[]``.
///
/// ```
/// use percent_simd::{encode, scheme::cgi};
/// assert_eq!(encode(b"a+b c/d", cgi::set(b"+")), "a%2Bb%20c/d");
/// ```
///
/// # Panics
/// If a character is not in that list: RFC 3875 2.3 forbids escaping any other. In a `const` this
/// is a compile error.
#[inline]
pub const fn set(reserved: &[u8]) -> AsciiSet {
    const MAY_BE: AsciiSet = AsciiSet::from_bytes(b";/?:@&=+$,[]");
    let reserved = AsciiSet::from_bytes(reserved);
    assert!(reserved.is_subset(MAY_BE), "only ;/?:@&=+$,[] can be reserved");
    sets::CGI.union(reserved)
}

/// The search words of a query (RFC 3875 4.4), or `None` if the query holds an unescaped `=` and so
/// is not an indexed query.
///
/// The query is split at `+` before decoding, and the caller decodes each word: `%2B` is not a
/// separator. An empty query has no words.
///
/// ```
/// use percent_simd::{decode, scheme::cgi};
/// let words = cgi::keywords("one+t%2Bo+%3D").unwrap();
/// assert!(words.map(decode).eq([&b"one"[..], b"t+o", b"="]));
/// assert!(cgi::keywords("a=b+c").is_none());
/// ```
#[must_use]
pub fn keywords<I: AsRef<[u8]> + ?Sized>(query: &I) -> Option<impl Iterator<Item = &[u8]> + Clone> {
    let query = query.as_ref();
    if query.contains(&b'=') {
        return None;
    }
    let words = query.split(|&byte| byte == b'+');
    Some(words.take(if query.is_empty() { 0 } else { usize::MAX }))
}
