//! Path policies as plain values: those of the presets, and what the library makes of any.
#![allow(non_camel_case_types)] // the names are those of C

use percent_simd::Malformed;
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy, Semicolon,
};

use crate::names;
use crate::result::{Failure, percent_simd_result};

/// What to do with something in a path. Each field of a percent_simd_path_policy names the actions
/// that it takes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum percent_simd_path_action {
    /// It is an error.
    Reject = 0,
    /// It stays as it is written.
    Keep = 1,
    /// It becomes its value.
    Unescape = 2,
    /// It becomes its value after dot segments are resolved, and they are resolved once more
    /// (httpd, `AllowEncodedSlashes On`).
    UnescapeLast = 3,
    /// UNESCAPE, and percent_simd_path_redirects asks for a redirect.
    Redirect = 4,
    /// Dot segments are resolved; `..` at the root is an error.
    Resolve = 5,
    /// Dot segments are resolved; `..` at the root stays there (RFC 3986 5.2.4).
    Clamp = 6,
    /// Repeated slashes become one.
    Merge = 7,
    /// It is a `/`.
    Slash = 8,
    /// It is accepted, except where a server that cuts segments there would resolve another path:
    /// `/..;`, `/;/`.
    Guard = 9,
    /// The rest of the segment is removed before anything is decoded (Tomcat).
    Drop = 10,
}

/// What to accept in the path of a request target, and how to resolve it: 16 bytes. Start from
/// percent_simd_path_policy_of_preset and change fields; a policy of zeros rejects whatever it
/// can. The fields up to `not_utf8` hold a percent_simd_path_action; with one that the field does
/// not take, every use fails with INVALID_ARGUMENT.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct percent_simd_path_policy {
    /// `%2F`: REJECT, KEEP, UNESCAPE, UNESCAPE_LAST or REDIRECT. A dot segment beside a kept one is
    /// an error.
    pub escaped_slashes: u8,
    /// `%5C`: the actions of `escaped_slashes`; unescaped, it is treated as a raw `\`.
    pub escaped_backslash: u8,
    /// A raw `\`: REJECT, KEEP or SLASH. Under KEEP it is an error wherever `%5C` is one.
    pub backslash: u8,
    /// `%25`: KEEP, REJECT or UNESCAPE. After UNESCAPE, the output must not be decoded again.
    pub escaped_percent: u8,
    /// `.` and `..`, in every spelling: RESOLVE, CLAMP or REJECT.
    pub dot_segments: u8,
    /// Empty segments, as in `//`: MERGE, KEEP or REJECT.
    pub empty_segments: u8,
    /// `;` and `%3B`: GUARD, DROP (a raw one), KEEP or REJECT.
    pub semicolon: u8,
    /// A `%` without two hex digits: REJECT or KEEP.
    pub malformed: u8,
    /// Triplets of control characters except `%00`, which is always an error: REJECT or UNESCAPE.
    pub escaped_controls: u8,
    /// `%2E`: UNESCAPE or REJECT.
    pub escaped_dots: u8,
    /// Raw bytes >= 0x80: REJECT or KEEP.
    pub raw_non_ascii: u8,
    /// Decoded bytes that are not UTF-8: REJECT or KEEP.
    pub not_utf8: u8,
    /// 0, or the value that percent_simd_path_policy_of_preset writes. It refers to a prepared
    /// policy, which the library uses while the fields above are unchanged.
    pub hint: u8,
    /// 0.
    pub reserved: [u8; 3],
}

const REJECT: u8 = percent_simd_path_action::Reject as u8;
const KEEP: u8 = percent_simd_path_action::Keep as u8;
const UNESCAPE: u8 = percent_simd_path_action::Unescape as u8;
const UNESCAPE_LAST: u8 = percent_simd_path_action::UnescapeLast as u8;
const REDIRECT: u8 = percent_simd_path_action::Redirect as u8;
const RESOLVE: u8 = percent_simd_path_action::Resolve as u8;
const CLAMP: u8 = percent_simd_path_action::Clamp as u8;
const MERGE: u8 = percent_simd_path_action::Merge as u8;
const SLASH: u8 = percent_simd_path_action::Slash as u8;
const GUARD: u8 = percent_simd_path_action::Guard as u8;
const DROP: u8 = percent_simd_path_action::Drop as u8;

const STRICT: percent_simd_path_policy = percent_simd_path_policy {
    escaped_slashes: REJECT,
    escaped_backslash: REJECT,
    backslash: REJECT,
    escaped_percent: KEEP,
    dot_segments: RESOLVE,
    empty_segments: MERGE,
    semicolon: GUARD,
    malformed: REJECT,
    escaped_controls: REJECT,
    escaped_dots: UNESCAPE,
    raw_non_ascii: REJECT,
    not_utf8: REJECT,
    hint: 0,
    reserved: [0; 3],
};
const SPRING: percent_simd_path_policy = percent_simd_path_policy {
    escaped_percent: REJECT,
    dot_segments: REJECT,
    empty_segments: REJECT,
    semicolon: REJECT,
    escaped_dots: REJECT,
    ..STRICT
};
const HAPROXY: percent_simd_path_policy = percent_simd_path_policy {
    escaped_slashes: KEEP,
    escaped_backslash: KEEP,
    backslash: KEEP,
    dot_segments: CLAMP,
    escaped_controls: UNESCAPE,
    not_utf8: KEEP,
    ..STRICT
};
const TOMCAT: percent_simd_path_policy =
    percent_simd_path_policy { semicolon: DROP, escaped_controls: UNESCAPE, ..STRICT };

const fn envoy(escaped: u8) -> percent_simd_path_policy {
    percent_simd_path_policy {
        escaped_slashes: escaped,
        escaped_backslash: escaped,
        backslash: SLASH,
        dot_segments: CLAMP,
        malformed: KEEP,
        escaped_controls: UNESCAPE,
        raw_non_ascii: KEEP,
        not_utf8: KEEP,
        ..STRICT
    }
}

const fn nginx_or_apache(escaped_slashes: u8) -> percent_simd_path_policy {
    percent_simd_path_policy {
        escaped_slashes,
        escaped_backslash: UNESCAPE,
        backslash: KEEP,
        semicolon: KEEP,
        escaped_controls: UNESCAPE,
        raw_non_ascii: KEEP,
        not_utf8: KEEP,
        ..STRICT
    }
}

/// The value of each preset, by its number.
static VALUES: [percent_simd_path_policy; 12] = [
    STRICT,
    envoy(KEEP),
    envoy(REJECT),
    envoy(REDIRECT),
    envoy(UNESCAPE),
    SPRING,
    nginx_or_apache(UNESCAPE),
    nginx_or_apache(REJECT),
    nginx_or_apache(KEEP),
    nginx_or_apache(UNESCAPE_LAST),
    HAPROXY,
    TOMCAT,
];

/// The option that the field's action stands for; returns an error if the field does not take it.
macro_rules! option {
    ($field:expr, $($action:ident => $option:expr),+) => {
        match $field {
            $($action => $option,)+
            _ => return Err(percent_simd_result::InvalidArgument.into()),
        }
    };
}

impl percent_simd_path_policy {
    /// The value of the preset with this number; an invalid one if there is none.
    pub(crate) fn of_preset(preset: u32) -> Self {
        match usize::try_from(preset).ok().and_then(|number| VALUES.get(number)) {
            Some(&value) => Self { hint: preset as u8 + 1, ..value },
            None => Self { reserved: [u8::MAX; 3], ..STRICT },
        }
    }

    /// The library's policy; an error for an invalid one.
    #[inline]
    pub(crate) fn policy(&self) -> Result<PathPolicy, Failure> {
        let number = usize::from(self.hint).wrapping_sub(1);
        match VALUES.get(number) {
            Some(&value) if *self == (Self { hint: self.hint, ..value }) => {
                names::preset(number as u32)
                    .map(|line| line.1)
                    .ok_or_else(|| percent_simd_result::InvalidArgument.into())
            }
            _ => self.made(),
        }
    }

    #[inline(never)]
    fn made(&self) -> Result<PathPolicy, Failure> {
        if self.reserved != [0; 3] {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        let slashes = |action| -> Result<EscapedSlashes, Failure> {
            Ok(option!(action,
                REJECT => EscapedSlashes::Reject,
                KEEP => EscapedSlashes::Keep,
                UNESCAPE => EscapedSlashes::Unescape,
                UNESCAPE_LAST => EscapedSlashes::UnescapeLast,
                REDIRECT => EscapedSlashes::Redirect
            ))
        };
        Ok(PathPolicy::new()
            .escaped_slashes(slashes(self.escaped_slashes)?)
            .escaped_backslash(slashes(self.escaped_backslash)?)
            .backslash(option!(self.backslash,
                REJECT => Backslash::Reject, KEEP => Backslash::Keep, SLASH => Backslash::Slash))
            .escaped_percent(option!(self.escaped_percent,
                KEEP => EscapedPercent::Keep, REJECT => EscapedPercent::Reject, UNESCAPE => EscapedPercent::Decode))
            .dot_segments(option!(self.dot_segments,
                RESOLVE => DotSegments::Resolve, CLAMP => DotSegments::Clamp, REJECT => DotSegments::Reject))
            .empty_segments(option!(self.empty_segments,
                MERGE => EmptySegments::Merge, KEEP => EmptySegments::Keep, REJECT => EmptySegments::Reject))
            .semicolon(option!(self.semicolon,
                GUARD => Semicolon::Guard, DROP => Semicolon::Drop, KEEP => Semicolon::Keep, REJECT => Semicolon::Reject))
            .malformed(option!(self.malformed, REJECT => Malformed::Error, KEEP => Malformed::Keep))
            .escaped_controls(option!(self.escaped_controls, REJECT => false, UNESCAPE => true))
            .escaped_dots(option!(self.escaped_dots, UNESCAPE => true, REJECT => false))
            .raw_non_ascii(option!(self.raw_non_ascii, REJECT => false, KEEP => true))
            .must_be_utf8(option!(self.not_utf8, REJECT => true, KEEP => false)))
    }
}

const _: () = assert!(size_of::<percent_simd_path_policy>() == 16);

#[cfg(test)]
mod tests {
    use percent_simd::path::PRESETS;

    use super::*;

    #[test]
    fn the_values_are_the_presets() {
        assert_eq!(VALUES.len(), PRESETS.len());
        for ((number, (name, policy)), value) in (0..).zip(PRESETS).zip(VALUES) {
            assert_eq!(value.made().unwrap(), *policy, "{name}");
            let preset = percent_simd_path_policy::of_preset(number);
            assert_eq!(preset.policy().unwrap(), *policy, "{name}");
            // A hint refers to another policy, or to none.
            for hint in [0, 1, 7, 200] {
                let hinted = percent_simd_path_policy { hint, ..value };
                assert_eq!(hinted.policy().unwrap(), *policy, "{name}");
            }
        }
        for number in [12, 255, 256, u32::MAX] {
            assert!(percent_simd_path_policy::of_preset(number).policy().is_err());
        }
    }
}
