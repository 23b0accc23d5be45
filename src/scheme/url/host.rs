//! Hosts (WHATWG URL 3.5, *host parser*): percent-decoded once, then checked.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;

#[cfg(feature = "alloc")]
use crate::Decoder;
use crate::sets::{self, AsciiSet};

/// WHATWG URL 3.2, *forbidden domain code point*.
const FORBIDDEN: AsciiSet = sets::CONTROLS.union(AsciiSet::from_bytes(b" #%/:<>?@[\\]^|"));

/// Why a host is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostError {
    position: usize,
    kind: HostErrorKind,
}

/// The kinds of [`HostError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostErrorKind {
    /// The decoded bytes are not UTF-8. (The standard decodes them to U+FFFD, which its next step, *domain to ASCII*, never lets pass.)
    Utf8,
    /// A *forbidden domain code point*, raw or from a triplet: controls, SP, `#` `%` `/` `:` `<` `>` `?` `@` `[` `\` `]` `^` `|` and 7F.
    Forbidden(u8),
}

impl HostError {
    /// The offset in the input, in bytes from 0, of the byte that is refused or of the `%` of its triplet.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// What is wrong there.
    #[must_use]
    pub const fn kind(self) -> HostErrorKind {
        self.kind
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.position;
        match self.kind {
            HostErrorKind::Utf8 => write!(f, "the host is not UTF-8 at byte {at}: the decoded bytes that begin there are ill-formed"),
            HostErrorKind::Forbidden(value) => write!(f, "the host holds a forbidden code point at byte {at}: U+{value:04X}"),
        }
    }
}

impl Error for HostError {}

/// The domain that the host of a special URL (http, https, ws, wss, ftp, file) stands for, before IDNA: percent-decoded **once**, as UTF-8 (a BOM
/// stays), without *forbidden domain code points* (WHATWG URL 3.5). Borrowed if nothing changes.
///
/// What is left to the caller: *domain to ASCII* (IDNA), which must come next, and [`check_domain`] of what that gives, which must come after it, for
/// IDNA maps some characters to forbidden ones: `%EF%BC%85` is a full-width `%`, which IDNA makes a `%`; it is refused there, never decoded again.
/// An empty host is refused by IDNA. An IPv6 address in `[…]` is no domain and is not decoded; nor are opaque hosts of other URLs, nor scheme
/// and port of any URL.
///
/// # Errors
/// The first sequence that is not UTF-8; else the first forbidden code point.
///
/// ```
/// use percent_simd::scheme::url::{self, HostErrorKind};
///
/// assert_eq!(url::host(b"ex%61mple.%C3%A9").unwrap(), "example.é");
/// assert_eq!(url::host(b"%EF%BC%8541.com").unwrap(), "\u{FF05}41.com"); // and not `A.com`, now or later
/// let error = url::host(b"example%2Ecom%2fpath").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (13, HostErrorKind::Forbidden(b'/')));
/// assert_eq!(url::host(b"%2541").unwrap_err().kind(), HostErrorKind::Forbidden(b'%'));
/// ```
#[cfg(feature = "alloc")]
pub fn host(input: &[u8]) -> Result<Cow<'_, str>, HostError> {
    let domain = Decoder::new().decode_utf8(input).map_err(|error| HostError { position: error.position(), kind: HostErrorKind::Utf8 })?;
    match check_domain(&domain) {
        Ok(()) => Ok(domain),
        Err(error) => Err(HostError { position: source(input, error.position), ..error }),
    }
}

/// Whether a domain is free of *forbidden domain code points* (WHATWG URL 3.2): to ask of what *domain to ASCII* gives.
///
/// # Errors
/// The first of them.
///
/// ```
/// use percent_simd::scheme::url;
/// assert!(url::check_domain("xn--caf-dma.example").is_ok());
/// assert_eq!(url::check_domain("%41.com").unwrap_err().to_string(), "the host holds a forbidden code point at byte 0: U+0025");
/// ```
pub fn check_domain(domain: &str) -> Result<(), HostError> {
    // A domain has 253 bytes at most: this is not worth a kernel.
    match domain.bytes().position(|byte| FORBIDDEN.contains(byte)) {
        None => Ok(()),
        Some(position) => Err(HostError { position, kind: HostErrorKind::Forbidden(domain.as_bytes()[position]) }),
    }
}

/// Where in the input the decoded byte at that place comes from.
#[cfg(feature = "alloc")]
fn source(input: &[u8], decoded: usize) -> usize {
    let step = |at: usize| at + if crate::kernel::scalar::is_triplet(&input[at..]) { 3 } else { 1 };
    (0..decoded).fold(0, |at, _| step(at))
}
