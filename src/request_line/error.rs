//! Why a request line or a target is refused.

use core::error::Error;
use core::fmt;

/// Why and where a request line or a target is refused: 16 bytes, no allocation.
///
/// ```
/// use percent_simd::request_line::{RequestLine, RequestLineErrorKind};
///
/// let error = RequestLine::parse("GET /a#b HTTP/1.1\r\n").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (6, RequestLineErrorKind::Fragment));
/// assert!(error.to_string().starts_with("request refused at byte 6: fragment in the target"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestLineError {
    position: usize,
    kind: RequestLineErrorKind,
}

impl RequestLineError {
    /// The offset, in bytes from 0, of the refused part of the line, or of the target that is
    /// parsed alone; if something is missing, the place where it should be.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> RequestLineErrorKind {
        self.kind
    }

    /// The error of a part that begins at `start`.
    pub(super) const fn moved(self, start: usize) -> Self {
        Self { position: start + self.position, ..self }
    }
}

const _: () = assert!(size_of::<RequestLineError>() <= 16);

/// The kinds of [`RequestLineError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequestLineErrorKind {
    /// The line does not start with a method, which is a token (RFC 9110 5.6.2), and a space.
    Method,
    /// A control character in the target, for example a tab or a lone CR.
    Control(u8),
    /// A space in a target that is parsed alone. (In a request line it ends the target.)
    Space,
    /// A `#`: a target has no fragment.
    Fragment,
    /// A target in none of the four forms, or in one that does not go with the method
    /// (RFC 9112 3.2).
    Form,
    /// Userinfo in an http or https target, or in an authority form; or a byte in it that no
    /// userinfo may contain (RFC 3986 3.2.1).
    Userinfo,
    /// A host that is empty where it must not be, contains a byte that no host may contain
    /// (including a `%` that begins no triplet), or has brackets without an IP address (RFC 3986
    /// 3.2.2).
    Host,
    /// A port that is missing or empty where it must not be, or is not a number up to 65535; or
    /// port 0 with `CONNECT`.
    Port,
    /// The target is not followed by one space, `HTTP/`, a digit, a dot, a digit, and at most a
    /// line ending.
    Version,
}

impl RequestLineErrorKind {
    /// The error of a byte that ends a target too early.
    pub(super) const fn of_end(byte: u8) -> Self {
        match byte {
            b'#' => Self::Fragment,
            b' ' => Self::Space,
            control => Self::Control(control),
        }
    }
}

pub(super) const fn error(position: usize, kind: RequestLineErrorKind) -> RequestLineError {
    RequestLineError { position, kind }
}

impl fmt::Display for RequestLineError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "request refused at byte {}: ", self.position)?;
        f.write_str(match self.kind {
            RequestLineErrorKind::Method => "expected a method and a space",
            RequestLineErrorKind::Control(value) => {
                return write!(f, "control character 0x{value:02X} in the target; write it as %{value:02X}");
            }
            RequestLineErrorKind::Space => "space in the target; write it as %20",
            RequestLineErrorKind::Fragment => "fragment in the target; remove it, or write `#` as %23",
            RequestLineErrorKind::Form => {
                "expected `/path` or `http://host/path`, `host:port` with CONNECT, or `*` with OPTIONS"
            }
            RequestLineErrorKind::Userinfo => "userinfo in the target; remove it",
            RequestLineErrorKind::Host => {
                "invalid host: it is empty, has an invalid byte, or no IP address in its brackets"
            }
            RequestLineErrorKind::Port => "invalid port: expected `:` and a number from 1 to 65535",
            RequestLineErrorKind::Version => {
                "expected an HTTP version and the end of the line; write a space in the target as %20"
            }
        })
    }
}

impl Error for RequestLineError {}
