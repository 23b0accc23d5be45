//! The methods that set an option each.

use super::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy, Reserved,
    Semicolon,
};
use crate::backend::Backend;
use crate::decode::Malformed;
use crate::sets::AsciiSet;

impl PathPolicy {
    /// Sets the action for `%2F`. The default is an error.
    ///
    /// **[`EscapedSlashes::Keep`] is only for servers that read `%2F` as a part of a name.**
    #[inline]
    pub const fn escaped_slashes(mut self, action: EscapedSlashes) -> Self {
        self.slashes.escaped_slash = action;
        self.settled()
    }

    /// Sets the action for `%5C`. The default is an error.
    #[inline]
    pub const fn escaped_backslash(mut self, action: EscapedSlashes) -> Self {
        self.slashes.escaped_backslash = action;
        self.settled()
    }

    /// Sets the action for a raw `\`. The default is an error.
    #[inline]
    pub const fn backslash(mut self, action: Backslash) -> Self {
        self.slashes.backslash = action;
        self.settled()
    }

    /// Sets the action for `%25`. The default is to leave it as it is written.
    #[inline]
    pub const fn escaped_percent(mut self, action: EscapedPercent) -> Self {
        self.bytes.escaped_percent = action;
        self.settled()
    }

    /// Sets the action for dot segments. The default is to resolve them; one that climbs above the
    /// root is an error.
    #[inline]
    pub const fn dot_segments(mut self, action: DotSegments) -> Self {
        self.segments.dots = action;
        self.settled()
    }

    /// Sets the action for empty segments. The default is to merge slashes.
    ///
    /// **[`EmptySegments::Keep`] is only for servers that treat `//` as an empty name.**
    #[inline]
    pub const fn empty_segments(mut self, action: EmptySegments) -> Self {
        self.segments.empty = action;
        self.settled()
    }

    /// Sets the action for `;`. The default is [`Semicolon::Guard`].
    #[inline]
    pub const fn semicolon(mut self, action: Semicolon) -> Self {
        self.segments.semicolon = action;
        self.settled()
    }

    /// Sets the action for a `%` that is not followed by two hex digits. The default is an error. A
    /// `%` that is kept must not become a triplet when the path is decoded: that is
    /// [`HiddenTriplet`](super::PathErrorKind::HiddenTriplet). A [target](Self::target) holds a
    /// kept `%` as `%25`, so it remains an error where `%25` is one ([`EscapedPercent::Reject`]).
    #[inline]
    pub const fn malformed(mut self, action: Malformed) -> Self {
        self.bytes.malformed = action;
        self.settled()
    }

    /// Sets whether triplets of control characters are decoded, except `%00`, which is always an
    /// error. By default all are errors.
    #[inline]
    pub const fn escaped_controls(mut self, allowed: bool) -> Self {
        self.bytes.escaped_controls = allowed;
        self.settled()
    }

    /// Sets whether `%2E` is equivalent to `.`, as in RFC 3986. That is the default; otherwise
    /// `%2E` is an error wherever it occurs.
    #[inline]
    pub const fn escaped_dots(mut self, allowed: bool) -> Self {
        self.bytes.escaped_dots = allowed;
        self.settled()
    }

    /// Sets whether raw bytes >= 0x80 are accepted. RFC 3986 requires them to be escaped, and by
    /// default they are an error.
    #[inline]
    pub const fn raw_non_ascii(mut self, allowed: bool) -> Self {
        self.bytes.raw_non_ascii = allowed;
        self.settled()
    }

    /// Sets whether the decoded path, including segments that are removed, must be UTF-8. By
    /// default it must.
    #[inline]
    pub const fn must_be_utf8(mut self, yes: bool) -> Self {
        self.bytes.must_be_utf8 = yes;
        self.settled()
    }

    /// Decoded values that are an error: [`Rejected`](super::PathErrorKind::Rejected), unless another
    /// option refuses them anyway. Their triplets are, and so is the raw byte if a target can hold it
    /// only as its triplet: a space, and ``"%<>[\]^`{|}``. A `%` without two hex digits is
    /// [`Truncated`](super::PathErrorKind::Truncated) or [`BadHex`](super::PathErrorKind::BadHex),
    /// and with [`Malformed::Keep`] it is `Rejected`. The default is the empty set.
    #[inline]
    pub const fn reject(mut self, values: AsciiSet) -> Self {
        self.bytes.reject = values;
        self.settled()
    }

    /// Sets whether segments that Windows reads as another name are refused:
    /// [`WindowsName`](super::PathErrorKind::WindowsName). For servers of files on Windows, and in
    /// front of them. By default they are accepted.
    ///
    /// After decoding, these are segments (RFC 3986 3.3) that
    ///
    /// * contain `:` (drives, and streams as in `a::$DATA`), `\`, or one of `"*<>?|` (wildcards),
    /// * end with `.` or a space, which Windows removes: `/private./x`, `/private%20/x`,
    /// * name a device up to the first `.`, without spaces before that: `con`, `nul.txt`, `COM1`,
    /// * are short names (8.3): one to six bytes, `~` and digits, at most 8 bytes together, and at
    ///   most one `.` with at most three bytes after it: `PROGRA~1`, `a~1.txt`.
    ///
    /// Letters match in either case. A kept `%2F` ends a name here, and under
    /// [`Semicolon::Guard`] a `;` may end one.
    ///
    /// ```
    /// let policy = percent_simd::path::STRICT.windows_names(true);
    /// for path in ["/a/private./x", "/a/c%3A/x", "/a/CON", "/a/b%7e1"] {
    ///     assert!(policy.check(path).is_err());
    /// }
    /// ```
    #[inline]
    pub const fn windows_names(mut self, refused: bool) -> Self {
        self.segments.refuses_windows_names = refused;
        self.settled()
    }

    /// Sets the spelling of reserved characters in the [`target`](Self::target). The default leaves
    /// them as they were written.
    #[inline]
    pub const fn reserved(mut self, spelling: Reserved) -> Self {
        self.reserved = spelling;
        self.settled()
    }

    /// Sets the backend of the policy instead of [`Backend::active`]. The results are the same
    /// on every backend.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self.settled()
    }
}
