//! The path that a policy has accepted.

use alloc::borrow::Cow;
use core::hash::{Hash, Hasher};

use super::{EscapedPercent, PathPolicy, Prefix};
use crate::backend::Backend;
use crate::decode::Decoder;

/// The result of [`PathPolicy::resolve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resolved<'a> {
    /// The path that rules judge: decoded except for what stays escaped, and borrowed if nothing
    /// changes. It begins with `/`. Forward [`PathPolicy::target`] and not this: encoding it again
    /// does not restore what the client wrote, as `/a%2Bb` and `/a+b` are the same path here.
    pub path: Cow<'a, [u8]>,
    /// The policy asks for a redirect of the client to the [target](PathPolicy::target): see
    /// [`redirects`](PathPolicy::redirects).
    pub redirect: bool,
    /// The backend of the policy.
    backend: Option<Backend>,
    /// Text may look like a triplet: [`EscapedPercent::Decode`].
    is_decoded: bool,
}

/// The path and the redirect, whatever backend they come from.
impl PartialEq for Resolved<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (&self.path, self.redirect) == (&other.path, other.redirect)
    }
}

impl Eq for Resolved<'_> {}

impl Hash for Resolved<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.path, self.redirect).hash(state);
    }
}

impl<'a> Resolved<'a> {
    #[inline(always)]
    pub(super) const fn new(policy: &PathPolicy, path: Cow<'a, [u8]>, redirect: bool) -> Self {
        let is_decoded = matches!(policy.bytes.escaped_percent, EscapedPercent::Decode);
        Self { path, redirect, backend: policy.backend, is_decoded }
    }

    /// The path as text; `None` if it is not UTF-8, which only policies accept that allow such
    /// bytes.
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// assert_eq!(path::STRICT.resolve("/caf%C3%A9").unwrap().path_str(), Some("/café"));
    /// ```
    #[must_use]
    #[inline]
    pub fn path_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.path).ok()
    }

    /// The path, borrowed from nothing.
    #[must_use]
    #[inline]
    pub fn into_owned(self) -> Resolved<'static> {
        let Self { path, redirect, backend, is_decoded } = self;
        Resolved { path: Cow::Owned(path.into_owned()), redirect, backend, is_decoded }
    }

    /// Returns whether the path is `prefix` or below it: its first [segments](Self::segments) are
    /// those of `prefix`.
    ///
    /// ```
    /// use percent_simd::path::{self, Prefix};
    ///
    /// const ADMIN: Prefix<'_> = match Prefix::new("/admin") {
    ///     Ok(prefix) => prefix,
    ///     Err(_) => panic!("not a prefix"),
    /// };
    /// let is_under = |path: &str| path::STRICT.resolve(path).unwrap().is_under(&ADMIN);
    /// assert!(is_under("/x/../%61dmin/users") && is_under("/admin") && is_under("/admin/"));
    /// assert!(!is_under("/administrator") && !is_under("/ADMIN"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_under(&self, prefix: &Prefix<'_>) -> bool {
        let mut segments = self.segments();
        prefix.segments().all(|wanted| {
            segments.next().is_some_and(|segment| prefix.matches(wanted.as_bytes(), &segment))
        })
    }

    /// The segments, one after each `/`, decoded to the end: here `%25` is `%`, and a kept `%2F` is
    /// a `/` *in* a segment. None of them is a dot segment or contains NUL (see the
    /// [module](super)).
    ///
    /// Under [`EscapedPercent::Decode`] nothing is decoded once more: segments are as in
    /// [`path`](Self::path), where `%2F` may be a kept one or the text `%252F` of the client.
    ///
    /// A segment is not yet a file name, since it may hold a kept `/` or `\`, and may be read as
    /// another name on Windows: [`file_under`](Self::file_under) looks at that.
    #[inline]
    pub fn segments(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let decoder = self.backend.map_or(Decoder::new(), |backend| Decoder::new().on(backend));
        let segments = self.path.get(1..).unwrap_or_default().split(|&byte| byte == b'/');
        segments.map(move |segment| {
            if self.is_decoded {
                return Cow::Borrowed(segment);
            }
            decoder.decode(segment).expect("this decoder refuses nothing")
        })
    }
}
