//! The policy: its options, and the sets and the decoder that they come to.

use super::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Reserved, Semicolon,
};
use crate::backend::Backend;
use crate::decode::{Decoder, Malformed};
use crate::kernel::rules::PathRules;
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
/// /// For an upstream that drops parameters, from `;` on; and no `|` in any spelling.
/// const POLICY: PathPolicy =
///     path::STRICT.semicolon(Semicolon::Reject).reject(percent_simd::AsciiSet::from_bytes(b"|"));
/// assert_eq!(&*POLICY.resolve("/a/./b%20c").unwrap().path, b"/a/b c");
/// assert_eq!(POLICY.target("/a/./b%20c").unwrap(), "/a/b%20c");
/// assert!(POLICY.check("/admin;x").is_err() && POLICY.check("/a%7Cb").is_err());
/// # }
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct PathPolicy {
    pub(super) derived: Derived,
    pub(super) slashes: SlashRules,
    pub(super) segments: SegmentRules,
    pub(super) bytes: ByteRules,
    pub(super) reserved: Reserved,
    pub(super) backend: Option<Backend>,
}

/// Facts that follow from the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(super) struct Derived {
    /// The refused bytes and triplets, and a raw `\` that may be a slash.
    pub(super) rules: PathRules,
    /// Decodes a path in which nothing is refused.
    pub(super) decoder: Decoder,
    /// `true` if a raw `\` is a slash, or is kept as one.
    pub(super) splits_at_backslash: bool,
    /// `true` if `%2F` or `%5C` may be a slash, or be kept as one.
    pub(super) splits_at_triplets: bool,
}

/// The options for separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SlashRules {
    pub(super) escaped_slash: EscapedSlashes,
    pub(super) escaped_backslash: EscapedSlashes,
    pub(super) backslash: Backslash,
}

/// The options for segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SegmentRules {
    pub(super) dots: DotSegments,
    pub(super) empty: EmptySegments,
    pub(super) semicolon: Semicolon,
    pub(super) refuses_windows_names: bool,
}

/// Which bytes and triplets a segment may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ByteRules {
    pub(super) reject: AsciiSet,
    pub(super) escaped_percent: EscapedPercent,
    pub(super) malformed: Malformed,
    pub(super) escaped_controls: bool,
    pub(super) escaped_dots: bool,
    pub(super) raw_non_ascii: bool,
    pub(super) must_be_utf8: bool,
}

const _: () = assert!(size_of::<PathPolicy>() <= 128);

impl PathPolicy {
    /// [`STRICT`](super::STRICT): the default of every option.
    #[inline]
    pub const fn new() -> Self {
        Self {
            derived: Derived {
                rules: PathRules {
                    raw: AsciiSet::EMPTY,
                    values: AsciiSet::EMPTY,
                    non_ascii: false,
                    utf8: true,
                },
                decoder: Decoder::new(),
                splits_at_backslash: false,
                splits_at_triplets: false,
            },
            slashes: SlashRules {
                escaped_slash: EscapedSlashes::Reject,
                escaped_backslash: EscapedSlashes::Reject,
                backslash: Backslash::Reject,
            },
            segments: SegmentRules {
                dots: DotSegments::Resolve,
                empty: EmptySegments::Merge,
                semicolon: Semicolon::Guard,
                refuses_windows_names: false,
            },
            bytes: ByteRules {
                reject: AsciiSet::EMPTY,
                escaped_percent: EscapedPercent::Keep,
                malformed: Malformed::Error,
                escaped_controls: false,
                escaped_dots: true,
                raw_non_ascii: false,
                must_be_utf8: true,
            },
            reserved: Reserved::Keep,
            backend: None,
        }
        .settled()
    }

    /// Derives the rules and the decoder from the options.
    #[inline]
    pub(super) const fn settled(mut self) -> Self {
        self.derived.splits_at_backslash = match self.slashes.backslash {
            Backslash::Slash => true,
            // A target holds it as `%5C`, which is kept.
            Backslash::Keep => matches!(self.slashes.escaped_backslash, EscapedSlashes::Keep),
            Backslash::Reject => false,
        };
        self.derived.splits_at_triplets = !matches!(
            (self.slashes.escaped_slash, self.slashes.escaped_backslash),
            (EscapedSlashes::Reject, EscapedSlashes::Reject)
        );
        let mut raw = self.refused_raw().add(b'%');
        if self.derived.splits_at_backslash {
            raw = raw.add(b'\\');
        }
        let mut values = self.refused_triplets();
        // Accepted, but looked at: they may be at the start of a segment, or end one.
        match self.segments.semicolon {
            Semicolon::Guard | Semicolon::Drop => {
                raw = raw.add(b';');
                values = values.add(b';');
            }
            Semicolon::Keep | Semicolon::Reject => {}
        }
        // Raw and escaped bytes of one sequence are rare enough for a closer look.
        let non_ascii = self.bytes.raw_non_ascii && !self.bytes.must_be_utf8;
        self.derived.rules = PathRules { raw, values, non_ascii, utf8: self.bytes.must_be_utf8 };
        self.derived.decoder = self.decoding(Decoder::new().keep(self.kept_triplets()));
        self
    }

    /// The ASCII bytes that must not occur raw.
    #[inline]
    pub(super) const fn refused_raw(&self) -> AsciiSet {
        let mut raw = sets::CONTROLS.union(AsciiSet::from_bytes(b"?#"));
        if self.refuses_backslash().0 {
            raw = raw.add(b'\\');
        }
        if matches!(self.segments.semicolon, Semicolon::Reject) {
            raw = raw.add(b';');
        }
        raw.union(self.rejected_raw())
    }

    /// The bytes < 0x80 that a target does not hold raw.
    #[inline]
    pub(super) const fn escaped(&self) -> AsciiSet {
        if self.escapes_plus() { ESCAPED.add(b'+') } else { ESCAPED }
    }

    /// Returns whether a target holds a raw `+` as `%2B`.
    pub(super) const fn escapes_plus(&self) -> bool {
        matches!(self.reserved, Reserved::EscapePlus)
    }

    /// The bytes of the reject set that are refused raw, too: a target can hold only their triplets.
    #[inline]
    pub(super) const fn rejected_raw(&self) -> AsciiSet {
        self.bytes.reject.intersection(self.escaped()).difference(sets::CONTROLS)
    }

    /// The values whose triplets are an error.
    #[inline]
    pub(super) const fn refused_triplets(&self) -> AsciiSet {
        let mut triplets =
            if self.bytes.escaped_controls { AsciiSet::from_bytes(b"\0") } else { sets::CONTROLS };
        if matches!(self.slashes.escaped_slash, EscapedSlashes::Reject) {
            triplets = triplets.add(b'/');
        }
        if self.refuses_backslash().1 {
            triplets = triplets.add(b'\\');
        }
        if matches!(self.bytes.escaped_percent, EscapedPercent::Reject) {
            triplets = triplets.add(b'%');
        }
        if matches!(self.segments.semicolon, Semicolon::Reject) {
            triplets = triplets.add(b';');
        }
        if !self.bytes.escaped_dots {
            triplets = triplets.add(b'.');
        }
        triplets.union(self.bytes.reject)
    }

    /// Returns whether a raw `\` is an error, and whether `%5C` is.
    pub(super) const fn refuses_backslash(&self) -> (bool, bool) {
        match (self.slashes.backslash, self.slashes.escaped_backslash) {
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
        matches!(self.slashes.escaped_slash, EscapedSlashes::UnescapeLast)
            || matches!(self.slashes.escaped_backslash, EscapedSlashes::UnescapeLast)
    }

    /// The values whose triplets stay as they are written.
    #[inline]
    const fn kept_triplets(&self) -> AsciiSet {
        let mut keep = AsciiSet::EMPTY;
        if matches!(self.slashes.escaped_slash, EscapedSlashes::Keep) {
            keep = keep.add(b'/');
        }
        if matches!(self.slashes.escaped_backslash, EscapedSlashes::Keep) {
            keep = keep.add(b'\\');
        }
        if matches!(self.bytes.escaped_percent, EscapedPercent::Keep) {
            keep = keep.add(b'%');
        }
        if matches!(self.segments.semicolon, Semicolon::Guard | Semicolon::Drop)
            && !matches!(self.bytes.escaped_percent, EscapedPercent::Decode)
        {
            keep = keep.add(b';');
        }
        keep
    }

    /// Returns whether every malformed triplet is an error by itself.
    pub(super) const fn refuses_malformed(&self) -> bool {
        // A target holds a kept `%` as `%25`.
        matches!(self.bytes.malformed, Malformed::Error)
            || matches!(self.bytes.escaped_percent, EscapedPercent::Reject)
    }

    /// The decoder, on the policy's backend.
    pub(super) const fn decoding(self, decoder: Decoder) -> Decoder {
        match self.backend {
            Some(backend) => decoder.on(backend),
            None => decoder,
        }
    }

    #[inline]
    pub(super) fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }
}

impl Default for PathPolicy {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}
