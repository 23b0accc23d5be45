//! The options of the path layer, and its decision on a request.

use http::uri::PathAndQuery;
use http::{HeaderValue, Request, Response, StatusCode, Uri, header};
use percent_simd::path::PathPolicy;
use percent_simd::{AsciiSet, Encoder};

use crate::judge::{Outcome, judge, replace};
use crate::judged::{Judged, Verdict};
use crate::refusal::Refusal;
use crate::target::{form, host_of};

/// The action for an accepted path that is not its own [target](PathPolicy::target).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OnChanged {
    /// The request's URI gets the target; query, scheme, and authority stay.
    #[default]
    Rewrite,
    /// The client is redirected to the target.
    Redirect,
    /// The request is refused: [`Refusal::NotResolved`]. Only a path that merely lacks escapes for `[`,
    /// `]`, `^` or `|` is rewritten, because browsers send these characters raw.
    Refuse,
    /// The target is forwarded as received, for an upstream that verifies its signature (AWS SigV4,
    /// Matrix). **Rules must judge [`Judged::resolved`](crate::Judged::resolved)** (with
    /// [`annotate(true)`](crate::PathPolicyLayer::annotate)), because a router sees the received
    /// path.
    ///
    /// The policy refuses paths as before. A path is also refused ([`Refusal::Segments`]) if a
    /// server that decodes it once, and resolves nothing, reads other segments than the policy does
    /// ([`changes_segments`](PathPolicy::changes_segments)): a dot segment, merged slashes, a
    /// dropped parameter. A path that changes only by escapes is forwarded, even with a `%2F` that
    /// the policy reads as `/`. The policy's own redirects are not made.
    Keep,
}

/// The status of a redirect. Both keep the method and the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RedirectStatus {
    /// 307, which clients do not store.
    #[default]
    Temporary,
    /// 308, which clients may store for as long as they like.
    Permanent,
}

/// The action for a `Host` field of HTTP/1 that names another server than the absolute form with it
/// (`GET http://x/a`), as clients send it to a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OnOtherHost {
    /// The server of the target replaces `Host`, which RFC 9112 3.2.2 ignores: inner services see
    /// one name.
    #[default]
    Replace,
    /// The request is refused: [`Refusal::Host`].
    Refuse,
}

/// The options of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) policy: PathPolicy,
    pub(crate) on_changed: OnChanged,
    pub(crate) redirect_status: RedirectStatus,
    pub(crate) on_other_host: OnOtherHost,
    pub(crate) checks_host: bool,
    /// True if every request gets the extension.
    pub(crate) annotates: bool,
    /// True if the layer acts on the verdict; false if it only annotates.
    pub(crate) acts: bool,
    /// True if a Router around the layer is intended to route first.
    #[cfg_attr(not(feature = "axum"), allow(dead_code, reason = "only axum's Router shows"))]
    pub(crate) is_inside_router: bool,
}

/// The action for a request.
pub(crate) enum Decision {
    Forward,
    Redirect(HeaderValue),
    Refuse(Refusal),
}

impl Options {
    /// Decides on a request, and changes the request accordingly.
    pub(crate) fn decide<B>(&self, request: &mut Request<B>) -> Decision {
        let uri = request.uri();
        let form = form(request, self.checks_host, self.on_other_host == OnOtherHost::Replace);
        let replaces_host = form.as_ref().is_ok_and(|form| form.replaces_host);
        let found = form.and_then(|form| match form.has_path {
            true => judge(&self.policy, uri).map(Some),
            false => Ok(None),
        });
        if self.acts {
            let decision = self.act(found, request);
            if replaces_host && matches!(decision, Decision::Forward) {
                let host = host_of(request.uri());
                request.headers_mut().insert(header::HOST, host);
            }
            decision
        } else {
            let verdict = match found {
                Ok(None) => Verdict::NoPath,
                Ok(Some(Outcome::Unchanged)) => Verdict::Unchanged,
                Ok(Some(Outcome::Changed { redirects: false, .. })) => Verdict::Changed,
                Ok(Some(Outcome::Changed { redirects: true, .. })) => Verdict::Redirect,
                Err(refusal) => Verdict::Refused(refusal),
            };
            let uri = request.uri().clone();
            self.insert(request, uri, verdict);
            Decision::Forward
        }
    }

    fn act<B>(
        &self,
        found: Result<Option<Outcome>, Refusal>,
        request: &mut Request<B>,
    ) -> Decision {
        let (target, redirects) = match found {
            Ok(Some(Outcome::Changed { target, redirects }))
                if self.on_changed != OnChanged::Keep =>
            {
                (target, redirects)
            }
            Ok(kept) => {
                let is_changed = matches!(kept, Some(Outcome::Changed { .. }));
                if is_changed && self.policy.changes_segments(request.uri().path()) != Ok(false) {
                    return Decision::Refuse(Refusal::Segments);
                }
                // Rules must see the judged path, because the request keeps the received one.
                if self.annotates || is_changed {
                    let verdict = match kept {
                        None => Verdict::NoPath,
                        Some(Outcome::Unchanged) => Verdict::Unchanged,
                        Some(Outcome::Changed { .. }) => Verdict::Changed,
                    };
                    let uri = request.uri().clone();
                    self.insert(request, uri, verdict);
                }
                return Decision::Forward;
            }
            Err(refusal) => return Decision::Refuse(refusal),
        };
        match self.on_changed {
            // The policy's own redirects come first: it asks for them if an escaped slash becomes a
            // real one.
            OnChanged::Rewrite | OnChanged::Redirect
                if redirects || self.on_changed == OnChanged::Redirect =>
            {
                match location(&target) {
                    Some(location) => Decision::Redirect(location),
                    None => Decision::Refuse(Refusal::Redirect),
                }
            }
            OnChanged::Refuse if !is_from_browser(request.uri().path(), target.path()) => {
                Decision::Refuse(Refusal::NotResolved)
            }
            _ => {
                if self.is_routed(request) {
                    return Decision::Refuse(Refusal::RoutedBefore);
                }
                let raw = replace(request.uri_mut(), target);
                self.insert(request, raw, Verdict::Changed);
                Decision::Forward
            }
        }
    }

    /// True if a Router of axum has matched the received path, so that a rewrite comes too late.
    /// (Its fallbacks have no `MatchedPath`.)
    #[cfg(feature = "axum")]
    fn is_routed<B>(&self, request: &Request<B>) -> bool {
        !self.is_inside_router && request.extensions().get::<axum::extract::OriginalUri>().is_some()
    }

    #[cfg(not(feature = "axum"))]
    fn is_routed<B>(&self, _: &Request<B>) -> bool {
        false
    }

    fn insert<B>(&self, request: &mut Request<B>, raw: Uri, verdict: Verdict) {
        request.extensions_mut().insert(Judged::new(raw, self.policy, verdict));
    }

    /// The response that redirects to `location`.
    pub(crate) fn redirect<R>(&self, location: HeaderValue, body: R) -> Response<R> {
        let mut response = Response::new(body);
        *response.status_mut() = match self.redirect_status {
            RedirectStatus::Temporary => StatusCode::TEMPORARY_REDIRECT,
            RedirectStatus::Permanent => StatusCode::PERMANENT_REDIRECT,
        };
        response.headers_mut().insert(header::LOCATION, location);
        response
    }
}

/// True if the target differs from the path only by escapes that browsers omit. RFC 3986 3.3
/// requires them; the URL Standard's path percent-encode set long had no `^`, and lacks the others.
fn is_from_browser(path: &str, target: &str) -> bool {
    let mut rest = target;
    let is_same = path.chars().all(|character| {
        let after = match character {
            '[' => rest.strip_prefix("%5B"),
            ']' => rest.strip_prefix("%5D"),
            '^' => rest.strip_prefix("%5E"),
            '|' => rest.strip_prefix("%7C"),
            other => rest.strip_prefix(other),
        };
        rest = after.unwrap_or_default();
        after.is_some()
    });
    is_same && rest.is_empty()
}

/// A path and query as a `Location`. `None` if the path begins with `//`, which would name another
/// host. Raw bytes >= 0x80 of a query are escaped, because a URI reference is ASCII.
fn location(target: &PathAndQuery) -> Option<HeaderValue> {
    const ASCII: Encoder = Encoder::new(AsciiSet::EMPTY);
    let target = ASCII.encode(target.as_str());
    if target.starts_with("//") { None } else { HeaderValue::try_from(&*target).ok() }
}
