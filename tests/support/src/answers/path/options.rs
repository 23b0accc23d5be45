//! The options of a path policy, and the presets written out independently.

use percent_simd::path::{
    self, Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy,
    Reserved, Semicolon,
};
use percent_simd::{AsciiSet, Malformed};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    pub escaped_slashes: EscapedSlashes,
    pub escaped_backslash: EscapedSlashes,
    pub backslash: Backslash,
    pub escaped_percent: EscapedPercent,
    pub dot_segments: DotSegments,
    pub empty_segments: EmptySegments,
    pub semicolon: Semicolon,
    pub malformed: Malformed,
    pub escaped_controls: bool,
    pub escaped_dots: bool,
    pub raw_non_ascii: bool,
    pub must_be_utf8: bool,
    pub windows_names: bool,
    pub reserved: Reserved,
    pub reject: AsciiSet,
}

/// Each action on an escaped slash.
pub const ACTIONS: [EscapedSlashes; 5] = [
    EscapedSlashes::Keep,
    EscapedSlashes::Reject,
    EscapedSlashes::Redirect,
    EscapedSlashes::Unescape,
    EscapedSlashes::UnescapeLast,
];

const STRICT: Options = Options {
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
};

/// Envoy has one action for both escaped slashes.
const fn envoy(action: EscapedSlashes) -> Options {
    Options { escaped_slashes: action, escaped_backslash: action, ..ENVOY }
}

const ENVOY: Options = Options {
    backslash: Backslash::Slash,
    dot_segments: DotSegments::Clamp,
    malformed: Malformed::Keep,
    escaped_controls: true,
    raw_non_ascii: true,
    must_be_utf8: false,
    ..STRICT
};

const fn nginx_or_apache(escaped_slashes: EscapedSlashes) -> Options {
    Options {
        escaped_slashes,
        escaped_backslash: EscapedSlashes::Unescape,
        backslash: Backslash::Keep,
        semicolon: Semicolon::Keep,
        escaped_controls: true,
        raw_non_ascii: true,
        must_be_utf8: false,
        ..STRICT
    }
}

/// The presets, written out independently.
pub const PRESETS: [(&str, PathPolicy, Options); 14] = [
    ("STRICT", path::STRICT, STRICT),
    ("ENVOY_KEEP", path::ENVOY_KEEP, envoy(EscapedSlashes::Keep)),
    ("ENVOY_REJECT", path::ENVOY_REJECT, envoy(EscapedSlashes::Reject)),
    ("ENVOY_REDIRECT", path::ENVOY_REDIRECT, envoy(EscapedSlashes::Redirect)),
    ("ENVOY_UNESCAPE", path::ENVOY_UNESCAPE, envoy(EscapedSlashes::Unescape)),
    (
        "SPRING",
        path::SPRING,
        Options {
            escaped_percent: EscapedPercent::Reject,
            dot_segments: DotSegments::Reject,
            empty_segments: EmptySegments::Reject,
            semicolon: Semicolon::Reject,
            escaped_dots: false,
            ..STRICT
        },
    ),
    ("NGINX", path::NGINX, nginx_or_apache(EscapedSlashes::Unescape)),
    ("APACHE_REJECT", path::APACHE_REJECT, nginx_or_apache(EscapedSlashes::Reject)),
    ("APACHE_KEEP", path::APACHE_KEEP, nginx_or_apache(EscapedSlashes::Keep)),
    ("APACHE_UNESCAPE", path::APACHE_UNESCAPE, nginx_or_apache(EscapedSlashes::UnescapeLast)),
    (
        "HAPROXY",
        path::HAPROXY,
        Options {
            escaped_slashes: EscapedSlashes::Keep,
            escaped_backslash: EscapedSlashes::Keep,
            backslash: Backslash::Keep,
            dot_segments: DotSegments::Clamp,
            escaped_controls: true,
            must_be_utf8: false,
            ..STRICT
        },
    ),
    (
        "TOMCAT",
        path::TOMCAT,
        Options { semicolon: Semicolon::Drop, escaped_controls: true, ..STRICT },
    ),
    (
        "UNKNOWN",
        path::UNKNOWN,
        Options {
            escaped_percent: EscapedPercent::Reject,
            semicolon: Semicolon::Reject,
            reject: AsciiSet::from_bytes(b"#?"),
            ..STRICT
        },
    ),
    (
        "OBJECTS",
        path::OBJECTS,
        Options {
            escaped_slashes: EscapedSlashes::Unescape,
            escaped_backslash: EscapedSlashes::Unescape,
            backslash: Backslash::Keep,
            dot_segments: DotSegments::Reject,
            empty_segments: EmptySegments::Keep,
            semicolon: Semicolon::Keep,
            escaped_controls: true,
            reserved: Reserved::EscapePlus,
            ..STRICT
        },
    ),
];

impl Options {
    /// The library's policy with these options.
    pub fn policy(self) -> PathPolicy {
        PathPolicy::new()
            .escaped_slashes(self.escaped_slashes)
            .escaped_backslash(self.escaped_backslash)
            .backslash(self.backslash)
            .escaped_percent(self.escaped_percent)
            .dot_segments(self.dot_segments)
            .empty_segments(self.empty_segments)
            .semicolon(self.semicolon)
            .malformed(self.malformed)
            .escaped_controls(self.escaped_controls)
            .escaped_dots(self.escaped_dots)
            .raw_non_ascii(self.raw_non_ascii)
            .must_be_utf8(self.must_be_utf8)
            .windows_names(self.windows_names)
            .reserved(self.reserved)
            .reject(self.reject)
    }
}
