//! The policy: its options, and the sets and the decoder that they come to.

use super::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Reserved, Semicolon,
};
use crate::backend::Backend;
use crate::decode::{Decoder, Malformed};
use crate::kernel::PathRules;
use crate::sets::{self, AsciiSet};

/// The bytes < 0x80 that a path (RFC 3986 3.3) may not contain raw.
pub(super) const ESCAPED: AsciiSet = sets::URI_SEGMENT.remove(b'/');

/// The rules for accepting and resolving the path of a request target. The [module](super) lists
/// the steps; its presets are the place to start.
///
/// The policy is `Copy`, takes at most 128 bytes, and is built in `const`; every method takes it by
/// value. All methods take linear time and never panic; the resolved path is never longer than the
/// path, and its [target](Self::target) at most three times as long. An error changes nothing.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path::{self, PathPolicy, Semicolon};
///
/// /// For an upstream that drops what follows a `;`, and no `|` in any spelling.
/// const POLICY: PathPolicy =
///     path::STRICT.semicolon(Semicolon::Reject).reject(percent_simd::AsciiSet::from_bytes(b"|"));
/// assert_eq!(&*POLICY.resolve("/a/./b%20c").unwrap().path, b"/a/b c");
/// assert_eq!(POLICY.target("/a/./b%20c").unwrap(), "/a/b%20c");
/// assert!(POLICY.check("/admin;x").is_err() && POLICY.check("/a%7Cb").is_err());
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct PathPolicy {
    /// The refused bytes and triplets, and a raw `\` that may be a slash. Derived from the options,
    /// like the three fields after it.
    pub(super) rules: PathRules,
    /// Decodes a path in which nothing is refused.
    pub(super) decoder: Decoder,
    /// `true` if a raw `\` is a slash, or is kept as one.
    pub(super) splits_at_backslash: bool,
    /// `true` if `%2F` or `%5C` may be a slash, or be kept as one.
    pub(super) splits_at_triplets: bool,
    pub(super) escaped_slashes: EscapedSlashes,
    pub(super) escaped_backslash: EscapedSlashes,
    pub(super) backslash: Backslash,
    pub(super) escaped_percent: EscapedPercent,
    pub(super) dot_segments: DotSegments,
    pub(super) empty_segments: EmptySegments,
    pub(super) semicolon: Semicolon,
    pub(super) malformed: Malformed,
    pub(super) escaped_controls: bool,
    pub(super) escaped_dots: bool,
    pub(super) raw_non_ascii: bool,
    pub(super) must_be_utf8: bool,
    pub(super) windows_names: bool,
    pub(super) reserved: Reserved,
    pub(super) reject: AsciiSet,
    pub(super) backend: Option<Backend>,
}

const _: () = assert!(size_of::<PathPolicy>() <= 128);

impl PathPolicy {
    /// [`STRICT`](super::STRICT): the default of every option.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            rules: PathRules {
                raw: AsciiSet::EMPTY,
                values: AsciiSet::EMPTY,
                non_ascii: false,
                utf8: true,
            },
            decoder: Decoder::new(),
            splits_at_backslash: false,
            splits_at_triplets: false,
            escaped_slashes: EscapedSlashes::Reject,
            escaped_backslash: EscapedSlashes::Reject,
            backslash: Backslash::Reject,
            escaped_percent: EscapedPercent::Keep,
            dot_segments: DotSegments::Resolve,
            empty_segments: EmptySegments::Merge,
            semicolon: Semicolon::Guard,
            malformed: Malformed::Error,
            escaped_controls: false,
            escaped_dots: true,
            raw_non_ascii: false,
            must_be_utf8: true,
            windows_names: false,
            reserved: Reserved::Keep,
            reject: AsciiSet::EMPTY,
            backend: None,
        }
        .settled()
    }
}

/// Defines the methods that set one option each.
macro_rules! options {
    ($($(#[$attribute:meta])* $option:ident($value:ident: $type:ty);)+) => {
        impl PathPolicy {
            $(
                $(#[$attribute])*
                #[must_use]
                pub const fn $option(mut self, $value: $type) -> Self {
                    self.$option = $value;
                    self.settled()
                }
            )+
        }
    };
}

options! {
    /// Sets the action for `%2F`. The default is an error.
    ///
    /// **[`EscapedSlashes::Keep`] is only for servers that read `%2F` as a part of a name**: stores
    /// with one segment for a name, such as CouchDB and Google's Cloud Storage (JSON API), and routers
    /// that decode each segment by itself. Others read a slash there: Amazon S3
    /// ([`OBJECTS`](super::OBJECTS) is for it), and servers of files. tower-http's `ServeDir` serves
    /// `/private%2Fx` as the file `private/x`, which a rule on `/private` has let pass. Use
    /// [`Resolved::file_under`](super::Resolved::file_under) for files.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use percent_simd::path::{self, EscapedSlashes, PathPolicy, Prefix};
    ///
    /// /// For `GET /storage/v1/b/BUCKET/o/OBJECT` of Google's Cloud Storage.
    /// const JSON_API: PathPolicy = path::OBJECTS.escaped_slashes(EscapedSlashes::Keep);
    /// let received = "/storage/v1/b/bucket/o/private%2Fx%20y";
    /// assert_eq!(JSON_API.target(received).unwrap(), received);
    /// assert!(JSON_API.check("/storage/v1/b/bucket/o/..%2Fx").is_err());
    ///
    /// // A prefix of names is no prefix of segments: compare the name.
    /// let resolved = JSON_API.resolve(received).unwrap();
    /// let prefix = Prefix::new("/storage/v1/b/bucket/o/private").unwrap();
    /// assert!(!resolved.is_under(&prefix));
    /// assert!(resolved.segments().nth(5).unwrap().starts_with(b"private/"));
    /// # }
    /// ```
    escaped_slashes(action: EscapedSlashes);

    /// Sets the action for `%5C`. The default is an error.
    escaped_backslash(action: EscapedSlashes);

    /// Sets the action for a raw `\`. The default is an error. A [target](Self::target) holds a
    /// kept `\` as `%5C`, so under [`Backslash::Keep`] a raw `\` is an error wherever `%5C` is one.
    backslash(action: Backslash);

    /// Sets the action for `%25`. The default is to leave it as it is written.
    escaped_percent(action: EscapedPercent);

    /// Sets the action for dot segments. The default is to resolve them; one that climbs above the
    /// root is an error.
    dot_segments(action: DotSegments);

    /// Sets the action for empty segments. The default is to merge slashes.
    ///
    /// **[`EmptySegments::Keep`] is only for servers that treat `//` as an empty name**, such as an
    /// object store. A server of files reads it as `/`: tower-http's `ServeDir` serves `//private/x`
    /// as the file `private/x`, which a rule on `/private` has let pass. Use
    /// [`Resolved::file_under`](super::Resolved::file_under) for files.
    empty_segments(action: EmptySegments);

    /// Sets the action for `;`. The default allows it everywhere except after a dot segment and at
    /// the start of a segment.
    semicolon(action: Semicolon);

    /// Sets the action for a `%` that is not followed by two hex digits. The default is an error. A
    /// `%` that is kept must not become a triplet when the path is decoded: that is
    /// [`HiddenTriplet`](super::PathErrorKind::HiddenTriplet). A [target](Self::target) holds a
    /// kept `%` as `%25`, so it remains an error where `%25` is one ([`EscapedPercent::Reject`]).
    malformed(action: Malformed);

    /// Sets whether triplets of control characters are decoded, except `%00`, which is always an
    /// error. By default all are errors.
    escaped_controls(allowed: bool);

    /// Sets whether `%2E` is equivalent to `.`, as in RFC 3986. That is the default; otherwise
    /// `%2E` is an error wherever it occurs.
    escaped_dots(allowed: bool);

    /// Sets whether raw bytes >= 0x80 are accepted. RFC 3986 requires them to be escaped, and by
    /// default they are an error.
    raw_non_ascii(allowed: bool);

    /// Sets whether the decoded path, including segments that are removed, must be UTF-8. By
    /// default it must.
    must_be_utf8(yes: bool);

    /// Decoded values that are an error: [`Rejected`](super::PathErrorKind::Rejected), unless another
    /// option refuses them anyway. Their triplets are, and so is the raw byte if a target can hold it
    /// only as its triplet: a space, and ``"%<>[\]^`{|}``. A `%` without two hex digits is
    /// [`Truncated`](super::PathErrorKind::Truncated) or [`BadHex`](super::PathErrorKind::BadHex),
    /// and with [`Malformed::Keep`] it is `Rejected`. The default is the empty set.
    ///
    /// ```
    /// use percent_simd::AsciiSet;
    /// use percent_simd::path::{self, PathErrorKind};
    ///
    /// // An upstream that decodes the path and then looks for a query or a fragment.
    /// let policy = path::STRICT.reject(AsciiSet::from_bytes(b"?#"));
    /// let error = policy.check("/secret%3Fx").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (7, PathErrorKind::Rejected(b'?')));
    /// ```
    reject(values: AsciiSet);

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
    /// [`Semicolon::Guard`](super::Semicolon::Guard) a `;` may end one.
    ///
    /// ```
    /// use percent_simd::path::{self, PathErrorKind};
    ///
    /// let policy = path::STRICT.windows_names(true);
    /// for path in ["/a/private./x", "/a/c%3A/x", "/a/CON", "/a/b%7e1"] {
    ///     let error = policy.check(path).unwrap_err();
    ///     assert_eq!((error.position(), error.kind()), (3, PathErrorKind::WindowsName));
    /// }
    /// ```
    windows_names(refused: bool);

    /// Sets the spelling of reserved characters in the [`target`](Self::target). The default leaves
    /// them as they were written.
    reserved(spelling: Reserved);
}

impl PathPolicy {
    /// Sets whether slashes are merged: [`EmptySegments::Merge`] or [`EmptySegments::Keep`].
    #[must_use]
    pub const fn merge_slashes(self, yes: bool) -> Self {
        self.empty_segments(if yes { EmptySegments::Merge } else { EmptySegments::Keep })
    }

    /// Sets the backend of the policy, whatever [`Backend::active`] is. The results are the same
    /// on every backend.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self.settled()
    }

    /// Derives the rules and the decoder from the options.
    const fn settled(mut self) -> Self {
        self.splits_at_backslash = match self.backslash {
            Backslash::Slash => true,
            // A target holds it as `%5C`, which is kept.
            Backslash::Keep => matches!(self.escaped_backslash, EscapedSlashes::Keep),
            Backslash::Reject => false,
        };
        self.splits_at_triplets = !matches!(
            (self.escaped_slashes, self.escaped_backslash),
            (EscapedSlashes::Reject, EscapedSlashes::Reject)
        );
        let mut raw = self.refused_raw().add(b'%');
        if self.splits_at_backslash {
            raw = raw.add(b'\\');
        }
        let mut values = self.refused_triplets();
        // Accepted, but looked at: they may be at the start of a segment, or end one.
        match self.semicolon {
            Semicolon::Guard | Semicolon::Drop => {
                raw = raw.add(b';');
                values = values.add(b';');
            }
            Semicolon::Keep | Semicolon::Reject => {}
        }
        // Raw and escaped bytes of one sequence are rare enough for a closer look.
        let non_ascii = self.raw_non_ascii && !self.must_be_utf8;
        self.rules = PathRules { raw, values, non_ascii, utf8: self.must_be_utf8 };
        self.decoder = self.decoding(Decoder::new().keep(self.kept_triplets()));
        self
    }

    /// The ASCII bytes that must not occur raw.
    pub(super) const fn refused_raw(&self) -> AsciiSet {
        let mut raw = sets::CONTROLS.union(AsciiSet::from_bytes(b"?#"));
        if self.refuses_backslash().0 {
            raw = raw.add(b'\\');
        }
        if matches!(self.semicolon, Semicolon::Reject) {
            raw = raw.add(b';');
        }
        raw.union(self.rejected_raw())
    }

    /// The bytes < 0x80 that a target does not hold raw.
    pub(super) const fn escaped(&self) -> AsciiSet {
        if self.escapes_plus() { ESCAPED.add(b'+') } else { ESCAPED }
    }

    /// Returns whether a target holds a raw `+` as `%2B`.
    pub(super) const fn escapes_plus(&self) -> bool {
        matches!(self.reserved, Reserved::EscapePlus)
    }

    /// The bytes of the reject set that are refused raw, too: a target can hold only their triplets.
    pub(super) const fn rejected_raw(&self) -> AsciiSet {
        self.reject.intersection(self.escaped()).difference(sets::CONTROLS)
    }

    /// The values whose triplets are an error.
    pub(super) const fn refused_triplets(&self) -> AsciiSet {
        let mut triplets =
            if self.escaped_controls { AsciiSet::from_bytes(b"\0") } else { sets::CONTROLS };
        if matches!(self.escaped_slashes, EscapedSlashes::Reject) {
            triplets = triplets.add(b'/');
        }
        if self.refuses_backslash().1 {
            triplets = triplets.add(b'\\');
        }
        if matches!(self.escaped_percent, EscapedPercent::Reject) {
            triplets = triplets.add(b'%');
        }
        if matches!(self.semicolon, Semicolon::Reject) {
            triplets = triplets.add(b';');
        }
        if !self.escaped_dots {
            triplets = triplets.add(b'.');
        }
        triplets.union(self.reject)
    }

    /// Returns whether a raw `\` is an error, and whether `%5C` is.
    pub(super) const fn refuses_backslash(&self) -> (bool, bool) {
        match (self.backslash, self.escaped_backslash) {
            // A `%5C` that is kept never becomes a raw `\`.
            (Backslash::Reject, EscapedSlashes::Keep) => (true, false),
            (Backslash::Reject, _) => (true, true),
            // A target holds a kept `\` as `%5C`.
            (Backslash::Keep, EscapedSlashes::Reject) => (true, true),
            (Backslash::Slash, EscapedSlashes::Reject) => (false, true),
            (Backslash::Keep | Backslash::Slash, _) => (false, false),
        }
    }

    /// Returns whether dot segments are resolved once more after a slash is unescaped.
    pub(super) const fn unescapes_last(&self) -> bool {
        matches!(self.escaped_slashes, EscapedSlashes::UnescapeLast)
            || matches!(self.escaped_backslash, EscapedSlashes::UnescapeLast)
    }

    /// The values whose triplets stay as they are written.
    const fn kept_triplets(&self) -> AsciiSet {
        let mut keep = AsciiSet::EMPTY;
        if matches!(self.escaped_slashes, EscapedSlashes::Keep) {
            keep = keep.add(b'/');
        }
        if matches!(self.escaped_backslash, EscapedSlashes::Keep) {
            keep = keep.add(b'\\');
        }
        if matches!(self.escaped_percent, EscapedPercent::Keep) {
            keep = keep.add(b'%');
        }
        if matches!(self.semicolon, Semicolon::Guard | Semicolon::Drop)
            && !matches!(self.escaped_percent, EscapedPercent::Decode)
        {
            keep = keep.add(b';');
        }
        keep
    }

    /// Returns whether every malformed triplet is an error by itself.
    pub(super) const fn refuses_malformed(&self) -> bool {
        // A target holds a kept `%` as `%25`.
        matches!(self.malformed, Malformed::Error)
            || matches!(self.escaped_percent, EscapedPercent::Reject)
    }

    /// The decoder, on the policy's backend.
    pub(super) const fn decoding(self, decoder: Decoder) -> Decoder {
        match self.backend {
            Some(backend) => decoder.on(backend),
            None => decoder,
        }
    }

    pub(super) fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }
}

impl Default for PathPolicy {
    fn default() -> Self {
        Self::new()
    }
}
