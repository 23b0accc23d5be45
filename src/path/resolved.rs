//! The path that a policy has accepted, in a buffer of its own.

use alloc::borrow::Cow;
use core::hash::{Hash, Hasher};

use super::examine::{Changes, check_start};
use super::{EscapedPercent, PathError, PathPolicy, Prefix};
use crate::backend::Backend;
use crate::decode::{Decoder, decode_cow_other, new_vec};
use crate::kernel::rules::{Decoding, Examined};

/// The result of [`PathPolicy::resolve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resolved<'a> {
    /// The path that rules judge: decoded except for kept escapes, and borrowed if nothing
    /// changes. It begins with `/`. Forward [`PathPolicy::target`] and not this: encoding it again
    /// does not restore the client's spelling, as `/a%2Bb` and `/a+b` are the same path here.
    pub path: Cow<'a, [u8]>,
    /// The policy asks for a redirect of the client to the [target](PathPolicy::target): see
    /// [`redirects`](PathPolicy::redirects).
    pub redirect: bool,
    /// The backend of the policy.
    backend: Option<Backend>,
    /// Text may look like a triplet: [`EscapedPercent::Decode`].
    is_decoded: bool,
}

impl PathPolicy {
    /// The path under this policy; borrowed, without allocation, if nothing changes.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// let resolved = path::ENVOY_REDIRECT.resolve("/public%2F../admin").unwrap();
    /// assert_eq!((&*resolved.path, resolved.redirect), (&b"/admin"[..], true));
    /// ```
    #[inline]
    pub fn resolve<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<Resolved<'_>, PathError> {
        let path = path.as_ref();
        check_start(path)?;
        let mut decoding = Decoding::new(&self.derived.decoder.rules.keep);
        let examined = decoding.examine(self.backend(), path, &self.derived.rules);
        if examined.found == Examined::ESCAPES | Examined::DECODED
            && !self.segments.refuses_windows_names
        {
            return Ok(Resolved::new(&self, owned::<true>(&mut decoding), false));
        }
        match self.changes(path, examined) {
            Ok(None) => Ok(Resolved::new(&self, Cow::Borrowed(path), false)),
            Ok(Some(changes)) => Ok(self.changed::<true>(path, changes)),
            Err(error) => Err(error),
        }
    }

    /// Makes the changes in a copy. Callers inline the case of an unchanged path.
    #[inline(never)]
    pub(super) fn changed<'a, const LAZY: bool>(
        &self,
        path: &'a [u8],
        changes: Changes,
    ) -> Resolved<'a> {
        if !changes.reshapes && !changes.upper_cases {
            let rules = &self.derived.decoder.rules;
            let decoded = decode_cow_other::<true>(self.backend(), path, rules, true)
                .expect("this decoder refuses nothing");
            return Resolved::new(self, decoded, false);
        }
        let mut output = path.to_vec();
        let len = self.apply::<true>(changes, &mut output);
        output.truncate(len);
        Resolved::new(self, Cow::Owned(crate::memory::trimmed(output)), self.redirects(path))
    }
}

/// A path that was decoded where it was examined. Callers inline the case of an unchanged path.
#[inline(never)]
fn owned<'a, const LAZY: bool>(decoding: &mut Decoding<'_>) -> Cow<'a, [u8]> {
    Cow::Owned(new_vec(decoding.bytes()))
}

/// The path and the redirect; the backend is not compared.
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
        let text = prefix.text.strip_suffix('/').unwrap_or(prefix.text);
        text.split('/').skip(1).map(str::as_bytes).all(|wanted| {
            segments.next().is_some_and(|segment| match prefix.ignores_case {
                true => wanted.eq_ignore_ascii_case(&segment),
                false => *wanted == *segment,
            })
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
        let decoder = Decoder { backend: self.backend, ..Decoder::new() };
        let segments = self.path.get(1..).unwrap_or_default().split(|&byte| byte == b'/');
        segments.map(move |segment| {
            if self.is_decoded {
                return Cow::Borrowed(segment);
            }
            decoder.decode(segment).expect("this decoder refuses nothing")
        })
    }
}
