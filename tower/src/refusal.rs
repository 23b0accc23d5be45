//! Why a request is refused, and with which status.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use http::StatusCode;
use percent_simd::Flags;
use percent_simd::path::PathError;
use percent_simd::request_line::RequestLineError;

/// Why a layer of this crate refuses a request.
///
/// The message is for the log. The default response has an empty body, because an attacker must not
/// learn which rule was hit.
///
/// ```
/// use percent_simd::path::STRICT;
/// use percent_simd_tower::Refusal;
///
/// let refusal = Refusal::Path(STRICT.check("/a%2Fb").unwrap_err());
/// assert_eq!(refusal.status(), 400);
/// assert_eq!(
///     refusal.to_string(),
///     "path refused at byte 2: escaped slash %2F; the option `escaped_slashes` may allow it"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The authority before the path is refused: userinfo, host, or port.
    Target(RequestLineError),
    /// The form of the target does not fit the method (RFC 9112 3.2): an authority without
    /// `CONNECT`, `*` without `OPTIONS`, or a path with `CONNECT` in HTTP/1.
    Form,
    /// A `Host` field names another server than the target does. HTTP/2 calls that malformed (RFC
    /// 9113 8.3.1). With HTTP/1, a server has to ignore the field (RFC 9112 3.2.2), but inner
    /// services may read it, and no client sends two names.
    Host,
    /// The policy refuses the path.
    Path(PathError),
    /// The path is not in its resolved form, and the layer has
    /// [`OnChanged::Refuse`](crate::OnChanged::Refuse).
    NotResolved,
    /// The redirect would begin with `//`, which names another host. Only policies that keep empty
    /// segments accept such paths.
    Redirect,
    /// Path and query are longer than [`http::Uri`] can hold (65,534 bytes) once the path is
    /// escaped again.
    TooLong,
    /// These flags are refused by [`InspectLayer::refuse`](crate::InspectLayer::refuse).
    Flags(Flags),
}

impl Refusal {
    /// The status of the default response: 414 for [`TooLong`](Self::TooLong), otherwise 400.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::TooLong => StatusCode::URI_TOO_LONG,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(error) => write!(f, "{error}"),
            Self::Form => f.write_str(
                "the form of the request target does not go with the method; send a path, or \
                 `*` with OPTIONS, or host and port with CONNECT",
            ),
            Self::Host => f.write_str(
                "the Host field and the authority of the request target differ; send the same \
                 host and port in both",
            ),
            Self::Path(error) => write!(f, "{error}"),
            Self::NotResolved => f.write_str(
                "the path is not in its resolved form; send it without dot segments, repeated \
                 slashes, and needless escapes",
            ),
            Self::Redirect => f.write_str(
                "the redirect would begin with `//`, which names another host; let the policy \
                 merge slashes",
            ),
            Self::TooLong => {
                f.write_str("path and query are longer than 65,534 bytes once the path is escaped")
            }
            Self::Flags(flags) => write!(f, "the path or the query has the flags {flags}"),
        }
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Target(error) => Some(error),
            Self::Path(error) => Some(error),
            _ => None,
        }
    }
}
