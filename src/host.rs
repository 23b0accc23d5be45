//! Hosts (WHATWG URL 3.5, *host parser*): percent-decoded once, then checked.

use core::error::Error;
use core::fmt;

use crate::sets::{self, AsciiSet};

/// WHATWG URL 3.2, *forbidden domain code point*.
const FORBIDDEN: AsciiSet = sets::CONTROLS.union(AsciiSet::from_bytes(b" #%/:<>?@[\\]^|"));

/// Why a host is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostError {
    position: usize,
    kind: HostErrorKind,
}

impl HostError {
    /// The offset in the input, in bytes from 0, of the byte that is refused or of the `%` of
    /// its triplet.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> HostErrorKind {
        self.kind
    }
}

/// The kinds of [`HostError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostErrorKind {
    /// The decoded bytes are not UTF-8. (The standard decodes them to U+FFFD, which its next step,
    /// *domain to ASCII*, never lets pass.)
    Utf8,
    /// A *forbidden domain code point*, raw or from a triplet: controls, SP, `#` `%` `/` `:` `<`
    /// `>` `?` `@` `[` `\` `]` `^` `|` and 0x7F.
    Forbidden(u8),
}

impl fmt::Display for HostError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.position;
        match self.kind {
            HostErrorKind::Utf8 => write!(
                f,
                "the host is not UTF-8 at byte {at}: the decoded bytes that begin there are ill-formed"
            ),
            HostErrorKind::Forbidden(value) => {
                write!(f, "the host holds a forbidden code point at byte {at}: U+{value:04X}")
            }
        }
    }
}

impl Error for HostError {}

/// The domain that the host of a special URL (http, https, ws, wss, ftp, file) stands for, before
/// IDNA: percent-decoded **once**, as UTF-8 (a BOM stays). Borrowed if nothing changes.
///
/// The standard looks for *forbidden domain code points* in the **result** of *domain to ASCII*
/// (IDNA). The caller runs that next, and then [`check_domain`] on its result. IDNA makes forbidden
/// characters of others: `%EF%BC%85` is a full-width `%`, which becomes `%`. It is refused there
/// and never decoded again.
///
/// Each forbidden code point is refused here already, raw or from a triplet, except `<` and `>`
/// before a character that is not ASCII. Normalization may compose these two with U+0338:
/// `%3C%CC%B8` is U+226E, `xn--gdh`.
///
/// An empty host is refused by IDNA. An IPv6 address in `[…]` is not a domain and is not decoded.
/// Neither are the opaque hosts of other URLs, nor the scheme and port of any URL.
///
/// # Errors
/// The first sequence that is not UTF-8; else the first code point that is refused.
///
/// ```
/// use percent_simd::{HostErrorKind, scheme::url};
///
/// assert_eq!(url::host("ex%61mple.%C3%A9").unwrap(), "example.é");
/// assert_eq!(url::host("%EF%BC%8541.com").unwrap(), "\u{FF05}41.com"); // and not `A.com`, now or later
/// let error = url::host("example%2Ecom%2fpath").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (13, HostErrorKind::Forbidden(b'/')));
/// ```
#[cfg(feature = "alloc")]
#[cfg_attr(not(feature = "scheme"), allow(unreachable_pub))]
#[inline]
pub fn host<I: AsRef<[u8]> + ?Sized>(input: &I) -> Result<alloc::borrow::Cow<'_, str>, HostError> {
    let input = input.as_ref();
    let domain = crate::Decoder::new()
        .decode_utf8(input)
        .map_err(|error| HostError { position: error.position(), kind: HostErrorKind::Utf8 })?;
    // NFC, a step of IDNA, may compose `<` and `>` with the next one (U+226E, U+226F); Unicode's
    // stability policy admits no other forbidden code points. IDNA ignores no ASCII and maps none to a
    // combining mark, so a character outside ASCII comes next.
    let may_compose = |text: &[u8]| matches!(text, [b'<' | b'>', 0x80..=0xFF, ..]);
    match find_forbidden(&domain, may_compose) {
        Ok(()) => Ok(domain),
        Err(HostError { position: decoded, kind }) => {
            // The position in the input that the decoded byte comes from.
            let step = |at: usize| at + if crate::syntax::is_triplet(&input[at..]) { 3 } else { 1 };
            Err(HostError { position: (0..decoded).fold(0, |at, _| step(at)), kind })
        }
    }
}

/// Checks that a domain has no *forbidden domain code points* (WHATWG URL 3.2). On the result of
/// *domain to ASCII* this completes the host parser (WHATWG URL 3.5).
///
/// # Errors
/// The first of them.
///
/// ```
/// use percent_simd::scheme::url;
/// assert!(url::check_domain("xn--caf-dma.example").is_ok());
/// assert_eq!(url::check_domain("%41.com").unwrap_err().to_string(), "the host holds a forbidden code point at byte 0: U+0025");
/// ```
#[cfg(feature = "scheme")]
#[inline]
pub fn check_domain(domain: &str) -> Result<(), HostError> {
    find_forbidden(domain, |_| false)
}

/// The first forbidden code point that `passes` does not let pass; it is given the text from there.
fn find_forbidden(domain: &str, passes: impl Fn(&[u8]) -> bool) -> Result<(), HostError> {
    // A domain has 253 bytes at most: a kernel would not pay.
    let bytes = domain.as_bytes();
    match (0..bytes.len()).find(|&at| FORBIDDEN.contains(bytes[at]) && !passes(&bytes[at..])) {
        None => Ok(()),
        Some(position) => {
            Err(HostError { position, kind: HostErrorKind::Forbidden(bytes[position]) })
        }
    }
}
