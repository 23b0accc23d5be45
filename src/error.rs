//! The errors of decoding, and of buffers that are too small.

use core::error::Error;
use core::fmt;

/// Why and where decoding stopped: 16 bytes, no allocation.
///
/// ```
/// use percent_simd::{DecodeErrorKind, Decoder, Malformed};
///
/// let error = Decoder::new().malformed(Malformed::Error).check(b"100%").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (3, DecodeErrorKind::Truncated));
/// assert_eq!(error.to_string(), "malformed triplet at byte 3: the input ends before the second hex digit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeError {
    position: usize,
    kind: DecodeErrorKind,
}

impl DecodeError {
    /// The offset in the input, in bytes from 0: of the `%` that begins the triplet, or of the
    /// raw byte. For [`Utf8`](DecodeErrorKind::Utf8) and [`Charset`](DecodeErrorKind::Charset)
    /// it is where the ill-formed sequence begins. (The functions of [`js`](crate::js) on
    /// UTF-16 count code units.)
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> DecodeErrorKind {
        self.kind
    }

    #[inline]
    pub(crate) const fn new(position: usize, kind: DecodeErrorKind) -> Self {
        Self { position, kind }
    }

    /// This error, moved right by `bytes`.
    pub(crate) const fn offset(self, bytes: usize) -> Self {
        Self { position: self.position.saturating_add(bytes), kind: self.kind }
    }
}

/// The kinds of [`DecodeError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends after `%`, or after `%` and one hex digit.
    Truncated,
    /// A byte that is not a hex digit follows the `%`.
    BadHex,
    /// This byte is in the policy's `reject` set: a triplet decodes into it, or it is raw under
    /// [`reject_raw`](crate::Decoder::reject_raw).
    Rejected(u8),
    /// The decoded bytes are not UTF-8.
    Utf8,
    /// The decoded bytes are ill-formed in the charset that was given (feature `charset`). No
    /// [`Decoder`](crate::Decoder) gives this.
    Charset,
    /// A hex digit is in lower case, where the standard allows upper case only (RFC 7639 2.2). No
    /// [`Decoder`](crate::Decoder) gives this.
    LowercaseHex,
    /// The input is empty, where the standard wants at least one byte (RFC 7639 2.2). No
    /// [`Decoder`](crate::Decoder) says so.
    Empty,
    /// This byte is raw, where the scheme escapes it: from
    /// [`Encoder::check_encoded`](crate::Encoder::check_encoded) and strict schemes.
    Raw(u8),
}

impl fmt::Display for DecodeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MALFORMED: &str = "malformed triplet";
        const ILL_FORMED: &str = "the decoded bytes that begin there are ill-formed";
        let at = self.position;
        let (what, why) = match self.kind {
            DecodeErrorKind::Truncated => (MALFORMED, "the input ends before the second hex digit"),
            DecodeErrorKind::BadHex => (MALFORMED, "`%` is not followed by two hex digits"),
            DecodeErrorKind::LowercaseHex => (MALFORMED, "its hex digits must be in upper case"),
            DecodeErrorKind::Utf8 => ("not UTF-8", ILL_FORMED),
            DecodeErrorKind::Charset => ("not in the charset", ILL_FORMED),
            DecodeErrorKind::Empty => {
                return f.write_str("the input is empty: at least one byte is needed");
            }
            DecodeErrorKind::Rejected(value) => {
                return write!(
                    f,
                    "rejected byte 0x{value:02X} at byte {at}: the policy refuses it"
                );
            }
            DecodeErrorKind::Raw(value) => {
                return write!(
                    f,
                    "raw byte 0x{value:02X} at byte {at}: it must be escaped as %{value:02X}"
                );
            }
        };
        write!(f, "{what} at byte {at}: {why}")
    }
}

impl Error for DecodeError {}

/// An error of kind `InvalidData` that holds this one.
#[cfg(feature = "std")]
impl From<DecodeError> for std::io::Error {
    #[inline]
    fn from(error: DecodeError) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// The caller's buffer is too small for the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputTooSmall {
    needed: usize,
}

impl OutputTooSmall {
    /// The length in bytes that suffices.
    #[must_use]
    pub const fn needed(self) -> usize {
        self.needed
    }

    #[inline]
    pub(crate) const fn new(needed: usize) -> Self {
        Self { needed }
    }
}

impl fmt::Display for OutputTooSmall {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the output buffer is too small: {} bytes are needed", self.needed)
    }
}

impl Error for OutputTooSmall {}

/// Why decoding into a caller's buffer failed. Where both apply, `Decode` wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeIntoError {
    /// The policy refuses the input.
    Decode(DecodeError),
    /// The buffer is too small.
    OutputTooSmall(OutputTooSmall),
}

impl fmt::Display for DecodeIntoError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::OutputTooSmall(error) => error.fmt(f),
        }
    }
}

impl Error for DecodeIntoError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self {
            Self::Decode(error) => error,
            Self::OutputTooSmall(error) => error,
        })
    }
}

impl From<DecodeError> for DecodeIntoError {
    #[inline]
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<OutputTooSmall> for DecodeIntoError {
    #[inline]
    fn from(error: OutputTooSmall) -> Self {
        Self::OutputTooSmall(error)
    }
}

/// A name that nothing has, as far as an error remembers it: its first 32 bytes. Nothing is
/// allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct UnknownName {
    start: [u8; Self::ROOM],
    len: u8,
    is_cut: bool,
}

impl UnknownName {
    const ROOM: usize = 32;

    #[inline]
    pub(crate) fn new(name: &str) -> Self {
        let len = (0..=name.len().min(Self::ROOM))
            .rev()
            .find(|&len| name.is_char_boundary(len))
            .unwrap_or(0);
        let mut start = [0; Self::ROOM];
        start[..len].copy_from_slice(&name.as_bytes()[..len]);
        Self { start, len: len as u8, is_cut: len < name.len() }
    }

    #[inline]
    fn start(&self) -> &str {
        core::str::from_utf8(&self.start[..usize::from(self.len)])
            .expect("a name is cut between characters")
    }

    /// Returns whether the name is `name`.
    #[inline]
    pub(crate) fn is(&self, name: &str) -> bool {
        !self.is_cut && self.start() == name
    }
}

/// The name in quotation marks, followed by `…` if it was cut.
impl fmt::Display for UnknownName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", self.start(), if self.is_cut { "…" } else { "" })
    }
}

impl fmt::Debug for UnknownName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
