//! The extension of a request with the verdict on its path.

use http::Uri;
use percent_simd::path::{PathPolicy, Resolved};

use crate::refusal::Refusal;

/// The verdict of a [`PathPolicyLayer`](crate::PathPolicyLayer), as an extension of the request.
///
/// By default, only requests whose URI is changed have the extension; under
/// [`OnChanged::Keep`](crate::OnChanged::Keep), those whose URI would be changed. With
/// [`annotate`](crate::PathPolicyLayer::annotate) all have it. **A rule that forbids a prefix needs
/// this**, because a path that is its own target has no extension otherwise. The first extension of
/// a request takes three allocations (the map, its table, the value), and the copy of the URI may
/// take one: this costs more than the check of a short path.
///
/// ```
/// use http::{Request, Response};
/// use percent_simd::path::STRICT;
/// use percent_simd_tower::{Judged, PathPolicyLayer, Verdict};
/// use tower::{Layer, Service, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let inner = service_fn(async |request: Request<()>| {
///     let judged = request.extensions().get::<Judged>().unwrap();
///     assert_eq!(judged.raw_path(), "/x/../caf%c3%a9");
///     assert_eq!(judged.verdict(), Verdict::Changed);
///     assert_eq!(judged.resolved().unwrap().path_str(), Some("/café"));
///     assert_eq!(request.uri(), "/caf%C3%A9");
///     Ok::<_, std::convert::Infallible>(Response::new(()))
/// });
/// let mut service = PathPolicyLayer::new(STRICT).layer(inner);
/// service.call(Request::get("/x/../caf%c3%a9").body(()).unwrap()).await.unwrap();
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Judged {
    uri: Uri,
    policy: PathPolicy,
    verdict: Verdict,
}

/// The verdict of a policy on a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The path is its own [target](PathPolicy::target).
    Unchanged,
    /// The path is accepted, and differs from its target.
    Changed,
    /// The policy asks for a redirect to the target. A service sees this only with
    /// [`annotate_only`](crate::PathPolicyLayer::annotate_only).
    Redirect,
    /// The target has no path, as in `OPTIONS *` and `CONNECT`.
    NoPath,
    /// The request is refused. A service sees this only with
    /// [`annotate_only`](crate::PathPolicyLayer::annotate_only).
    Refused(Refusal),
}

impl Judged {
    pub(crate) fn new(uri: Uri, policy: PathPolicy, verdict: Verdict) -> Self {
        Self { uri, policy, verdict }
    }

    /// The URI as the layer received it.
    #[must_use]
    pub fn raw_uri(&self) -> &Uri {
        &self.uri
    }

    /// The path as the layer received it.
    #[must_use]
    pub fn raw_path(&self) -> &str {
        self.uri.path()
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The resolved path: its bytes, its segments, and a test for a prefix. `None` if the target
    /// has no path, or is refused. Each call resolves the path again, so that handlers without this
    /// call pay nothing.
    #[must_use]
    pub fn resolved(&self) -> Option<Resolved<'_>> {
        match self.verdict {
            Verdict::NoPath | Verdict::Refused(_) => None,
            _ => self.policy.resolve(self.uri.path()).ok(),
        }
    }
}
