//! The reasons for a refusal, each with its status.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use http::StatusCode;
use percent_simd::Flags;
use percent_simd::path::PathError;
use percent_simd::request_line::RequestLineError;

/// The reason for a layer's refusal of a request.
///
/// The message is for the log. The default response has an empty body, because an attacker must not
/// learn the violated rule.
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
    /// `Host` and the target name different servers. This is malformed in HTTP/2 (RFC 9113 8.3.1),
    /// and with `CONNECT`. In an absolute form of HTTP/1 the server of the target replaces `Host`,
    /// unless the layer has [`OnOtherHost::Refuse`](crate::OnOtherHost::Refuse).
    Host,
    /// There are several `Host` fields (RFC 9112 3.2): with an authority, or under
    /// [`check_host`](crate::PathPolicyLayer::check_host).
    Hosts,
    /// A request of HTTP/1.1 has no `Host` (RFC 9112 3.2), under
    /// [`check_host`](crate::PathPolicyLayer::check_host).
    NoHost,
    /// `Host` is not `host` or `host:port`, under
    /// [`check_host`](crate::PathPolicyLayer::check_host). The position is in the field.
    HostField(RequestLineError),
    /// The policy refuses the path.
    Path(PathError),
    /// The path differs from its target, and the layer has
    /// [`OnChanged::Refuse`](crate::OnChanged::Refuse).
    NotResolved,
    /// The path would be forwarded as received ([`OnChanged::Keep`](crate::OnChanged::Keep)), and
    /// its segments are not those that rules judge.
    Segments,
    /// The redirect would begin with `//`, and so name another host. Only policies that keep empty
    /// segments accept such paths.
    Redirect,
    /// A Router has chosen a route for the received path, so a rewrite would come too late: an
    /// error of the program, answered with 500. The layer belongs around the Router, not into
    /// `Router::layer`. Only the feature `axum` detects this, and only for a path that would
    /// change; see [`PathPolicyLayer::inside_router`](crate::PathPolicyLayer::inside_router).
    RoutedBefore,
    /// Path and query, escaped again, are longer than the 65,534 bytes of an [`http::Uri`].
    TooLong,
    /// [`InspectLayer::refuse`](crate::InspectLayer::refuse) refuses these flags.
    Flags(Flags),
}

impl Refusal {
    /// The status of the default response: 414 for [`TooLong`](Self::TooLong), 500 for
    /// [`RoutedBefore`](Self::RoutedBefore), otherwise 400.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::TooLong => StatusCode::URI_TOO_LONG,
            Self::RoutedBefore => StatusCode::INTERNAL_SERVER_ERROR,
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
            Self::Hosts => f.write_str("there is more than one Host field; send one"),
            Self::NoHost => f.write_str("there is no Host field; send one"),
            Self::HostField(error) => write!(f, "Host: {error}"),
            Self::Path(error) => write!(f, "{error}"),
            Self::NotResolved => f.write_str(
                "the path is not its own target; send it without dot segments, repeated slashes, and \
                 escapes of unreserved characters, with hex digits in upper case, and with other \
                 characters escaped",
            ),
            Self::Segments => f.write_str(
                "the path is forwarded as it was received, and a server may read other segments in it \
                 than the rules; send it without dot segments, repeated slashes, and whatever else \
                 the policy drops or replaces",
            ),
            Self::Redirect => f.write_str(
                "the redirect would begin with `//`, which names another host; let the policy \
                 merge slashes",
            ),
            Self::RoutedBefore => f.write_str(
                "PathPolicyLayer is inside a Router, which has chosen the route for the path before \
                 it was resolved; write `PathPolicyLayer::new(policy).layer(router)` instead of \
                 `router.layer(..)`, or `inside_router(true)` if that is meant",
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
            Self::Target(error) | Self::HostField(error) => Some(error),
            Self::Path(error) => Some(error),
            _ => None,
        }
    }
}
