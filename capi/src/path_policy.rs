//! Path policies as plain values: those of the presets, and their conversion to the library's
//! policies.
#![allow(non_camel_case_types)] // the names are those of C

use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy, Reserved,
    Semicolon,
};
use percent_simd::{AsciiSet, Malformed};

use crate::names;
use crate::result::{Failure, percent_simd_result};
use crate::values::percent_simd_set;

/// An action for a construct in a path. Each field of a percent_simd_path_policy names its actions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum percent_simd_path_action {
    /// The construct is an error.
    Reject = 0,
    /// The construct stays as written.
    Keep = 1,
    /// The escape becomes its value.
    Unescape = 2,
    /// The escape becomes its value after dot segments are resolved, and dot segments are resolved
    /// again (httpd, `AllowEncodedSlashes On`).
    UnescapeLast = 3,
    /// UNESCAPE, and percent_simd_path_redirects asks for a redirect.
    Redirect = 4,
    /// Dot segments are resolved; `..` at the root is an error.
    Resolve = 5,
    /// Dot segments are resolved; `..` at the root stays there (RFC 3986 5.2.4).
    Clamp = 6,
    /// Repeated slashes become one.
    Merge = 7,
    /// The byte is a `/`.
    Slash = 8,
    /// `;` is accepted, except where a server that cuts segments at `;` would resolve another path:
    /// `/..;`, `/;/`.
    Guard = 9,
    /// The rest of the segment is removed before decoding (Tomcat).
    Drop = 10,
    /// The construct stays as written, but a raw `+` becomes `%2B`.
    EscapePlus = 11,
}

/// A policy that accepts or refuses the path of a request target, and resolves it: 32 bytes. Start
/// from percent_simd_path_policy_of_preset and change fields; a policy of zeros has the strictest
/// action in each field. The fields up to `reserved` hold a percent_simd_path_action; with an
/// action that the field does not take, every use fails with INVALID_ARGUMENT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_path_policy {
    /// `%2F`: REJECT, KEEP, UNESCAPE, UNESCAPE_LAST or REDIRECT. A dot segment next to a kept `%2F`
    /// is an error. KEEP is not for a server of files, nor in front of one: such a server decodes
    /// `%2F`, so `/private%2Fx` is its file `private/x`, though a rule on `/private` has passed the
    /// path.
    pub escaped_slashes: u8,
    /// `%5C`: the actions of `escaped_slashes`; unescaped, it is treated as a raw `\`.
    pub escaped_backslash: u8,
    /// A raw `\`: REJECT, KEEP or SLASH. Under KEEP it is an error if `%5C` is one there.
    pub backslash: u8,
    /// `%25`: KEEP, REJECT or UNESCAPE. After UNESCAPE, the resolved path must not be decoded again.
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
    /// Segments that Windows reads as another name, such as `con`, `a.`, `a:b` and `PROGRA~1`:
    /// REJECT or KEEP. REJECT is for servers of files on Windows, and in front of them.
    pub windows_names: u8,
    /// Triplets of the reserved characters that a path may hold raw, ``!$&'()*+,;=:@``: KEEP,
    /// ESCAPE_PLUS, UNESCAPE or REJECT. All but REJECT decide their spelling by
    /// percent_simd_path_target. ESCAPE_PLUS is KEEP for a store that reads a raw `+` as a space,
    /// like S3. UNESCAPE is for a router in the same process, and not for a forwarded target,
    /// because `/a%2Bb` and `/a+b` are two resources (RFC 3986 2.2).
    pub reserved: u8,
    /// 0.
    pub unused: u8,
    /// 0, or the value that percent_simd_path_policy_of_preset writes. It refers to a prepared
    /// policy, which the library uses while the other fields are unchanged.
    pub hint: u8,
    /// Decoded values that are an error (REJECTED): their triplets, and raw bytes that a target can
    /// hold only as a triplet, such as a space or `|`. Zeros are the empty set.
    pub reject: percent_simd_set,
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
const ESCAPE_PLUS: u8 = percent_simd_path_action::EscapePlus as u8;

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
    windows_names: KEEP,
    reserved: KEEP,
    unused: 0,
    hint: 1,
    reject: percent_simd_set { rows: [0; 16] },
};

/// The reserved characters of RFC 3986 2.2 that a path may hold raw.
const RESERVED: AsciiSet = AsciiSet::from_bytes(b"!$&'()*+,;=:@");
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
const UNKNOWN: percent_simd_path_policy = percent_simd_path_policy {
    escaped_percent: REJECT,
    semicolon: REJECT,
    reject: percent_simd_set { rows: AsciiSet::from_bytes(b"?#").to_rows() },
    ..STRICT
};
const OBJECTS: percent_simd_path_policy = percent_simd_path_policy {
    escaped_slashes: UNESCAPE,
    escaped_backslash: UNESCAPE,
    backslash: KEEP,
    dot_segments: REJECT,
    empty_segments: KEEP,
    semicolon: KEEP,
    escaped_controls: UNESCAPE,
    reserved: ESCAPE_PLUS,
    ..STRICT
};

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
static VALUES: [percent_simd_path_policy; 14] = [
    STRICT,
    percent_simd_path_policy { hint: 2, ..envoy(KEEP) },
    percent_simd_path_policy { hint: 3, ..envoy(REJECT) },
    percent_simd_path_policy { hint: 4, ..envoy(REDIRECT) },
    percent_simd_path_policy { hint: 5, ..envoy(UNESCAPE) },
    percent_simd_path_policy { hint: 6, ..SPRING },
    percent_simd_path_policy { hint: 7, ..nginx_or_apache(UNESCAPE) },
    percent_simd_path_policy { hint: 8, ..nginx_or_apache(REJECT) },
    percent_simd_path_policy { hint: 9, ..nginx_or_apache(KEEP) },
    percent_simd_path_policy { hint: 10, ..nginx_or_apache(UNESCAPE_LAST) },
    percent_simd_path_policy { hint: 11, ..HAPROXY },
    percent_simd_path_policy { hint: 12, ..TOMCAT },
    percent_simd_path_policy { hint: 13, ..UNKNOWN },
    percent_simd_path_policy { hint: 14, ..OBJECTS },
];

/// Sets an option of `$policy` if the action differs from that of the base policy. Returns an error
/// for an action that the field does not take.
macro_rules! set {
    ($policy:ident, $value:ident.$field:ident, $from:ident, $option:ident,
     $($action:pat => $meaning:expr),+) => {
        if $value.$field != $from.$field {
            $policy = $policy.$option(match $value.$field {
                $($action => $meaning,)+
                _ => return Err(percent_simd_result::InvalidArgument.into()),
            });
        }
    };
}

impl percent_simd_path_policy {
    /// The value of the preset with this number; an invalid value if there is none.
    pub(crate) fn of_preset(preset: u32) -> Self {
        let value = usize::try_from(preset).ok().and_then(|number| VALUES.get(number));
        value.copied().unwrap_or(Self { unused: u8::MAX, ..STRICT })
    }

    /// The preset that the hint refers to, and its number.
    #[inline(always)]
    fn hinted(&self) -> Option<(u32, &'static Self)> {
        let number = u32::from(self.hint).wrapping_sub(1);
        VALUES.get(number as usize).map(|value| (number, value))
    }

    /// The library's policy, if the value equals a preset's.
    #[inline(always)]
    pub(crate) fn ready(&self) -> Option<&'static PathPolicy> {
        let (number, preset) = self.hinted()?;
        let is_preset = self.actions() == preset.actions() && self.others() == preset.others();
        names::preset(number).filter(|_| is_preset).map(|line| &line.1)
    }

    /// The result of `run` for a policy that is not ready; an error for an invalid one.
    #[inline(never)]
    pub(crate) fn with_made<T>(&self, run: impl FnOnce(PathPolicy) -> T) -> Result<T, Failure> {
        Ok(run(self.made()?))
    }

    /// Converts the value, from the hinted preset, because each changed option costs time.
    fn made(&self) -> Result<PathPolicy, Failure> {
        let (number, from) = self.hinted().unwrap_or((0, &STRICT));
        let (true, Some(&(_, mut policy))) = (self.unused == 0, names::preset(number)) else {
            return Err(percent_simd_result::InvalidArgument.into());
        };
        set!(policy, self.escaped_slashes, from, escaped_slashes,
            REJECT => EscapedSlashes::Reject, KEEP => EscapedSlashes::Keep,
            UNESCAPE => EscapedSlashes::Unescape, UNESCAPE_LAST => EscapedSlashes::UnescapeLast,
            REDIRECT => EscapedSlashes::Redirect);
        set!(policy, self.escaped_backslash, from, escaped_backslash,
            REJECT => EscapedSlashes::Reject, KEEP => EscapedSlashes::Keep,
            UNESCAPE => EscapedSlashes::Unescape, UNESCAPE_LAST => EscapedSlashes::UnescapeLast,
            REDIRECT => EscapedSlashes::Redirect);
        set!(policy, self.backslash, from, backslash,
            REJECT => Backslash::Reject, KEEP => Backslash::Keep, SLASH => Backslash::Slash);
        set!(policy, self.escaped_percent, from, escaped_percent,
            KEEP => EscapedPercent::Keep, REJECT => EscapedPercent::Reject,
            UNESCAPE => EscapedPercent::Decode);
        set!(policy, self.dot_segments, from, dot_segments,
            RESOLVE => DotSegments::Resolve, CLAMP => DotSegments::Clamp,
            REJECT => DotSegments::Reject);
        set!(policy, self.empty_segments, from, empty_segments,
            MERGE => EmptySegments::Merge, KEEP => EmptySegments::Keep,
            REJECT => EmptySegments::Reject);
        set!(policy, self.semicolon, from, semicolon,
            GUARD => Semicolon::Guard, DROP => Semicolon::Drop, KEEP => Semicolon::Keep,
            REJECT => Semicolon::Reject);
        set!(policy, self.malformed, from, malformed,
            REJECT => Malformed::Error, KEEP => Malformed::Keep);
        set!(policy, self.escaped_controls, from, escaped_controls,
            REJECT => false, UNESCAPE => true);
        set!(policy, self.escaped_dots, from, escaped_dots, UNESCAPE => true, REJECT => false);
        set!(policy, self.raw_non_ascii, from, raw_non_ascii, REJECT => false, KEEP => true);
        set!(policy, self.not_utf8, from, must_be_utf8, REJECT => true, KEEP => false);
        set!(policy, self.windows_names, from, windows_names, KEEP => false, REJECT => true);
        set!(policy, self.reserved, from, reserved,
            KEEP | REJECT => Reserved::Keep, UNESCAPE => Reserved::Decode,
            ESCAPE_PLUS => Reserved::EscapePlus);
        let mut reject = AsciiSet::from(self.reject);
        if self.reserved == REJECT {
            reject = reject.union(RESERVED);
        }
        Ok(if reject == AsciiSet::from(from.reject) { policy } else { policy.reject(reject) })
    }

    /// The actions, in registers. The hint is excluded: its separate load would make LLVM load each
    /// byte beside it separately, too.
    #[inline(always)]
    fn actions(&self) -> (u64, u32, u16) {
        let first = u64::from_le_bytes([
            self.escaped_slashes,
            self.escaped_backslash,
            self.backslash,
            self.escaped_percent,
            self.dot_segments,
            self.empty_segments,
            self.semicolon,
            self.malformed,
        ]);
        let others = [self.escaped_controls, self.escaped_dots, self.raw_non_ascii, self.not_utf8];
        let last = [self.windows_names, self.reserved];
        (first, u32::from_le_bytes(others), u16::from_le_bytes(last))
    }

    #[inline(always)]
    fn others(&self) -> (u128, u8) {
        (u128::from_le_bytes(self.reject.rows), self.unused)
    }
}

const _: () = assert!(size_of::<percent_simd_path_policy>() == 32);

#[cfg(test)]
mod tests {
    use percent_simd::path::PRESETS;

    use super::*;

    #[test]
    fn the_values_are_the_presets() {
        assert_eq!(VALUES.len(), PRESETS.len());
        for (number, (name, policy)) in (0..).zip(PRESETS) {
            let preset = percent_simd_path_policy::of_preset(number);
            assert_eq!(preset.ready(), Some(policy), "{name}");
            // A hint names the base preset of a policy, or none.
            for hint in (0..=14).chain([200]) {
                let hinted = percent_simd_path_policy { hint, ..preset };
                assert_eq!(hinted.made().unwrap(), *policy, "{name} from {hint}");
                assert_eq!(hinted.ready().is_some(), hint == preset.hint);
            }
            let reject = AsciiSet::from_bytes(b"|");
            let rejecting = percent_simd_path_policy { reject: reject.into(), ..preset };
            assert!(rejecting.ready().is_none());
            assert_eq!(rejecting.made().unwrap(), policy.reject(reject), "{name}");
        }
        for number in [14, 255, 256, u32::MAX] {
            assert!(percent_simd_path_policy::of_preset(number).made().is_err());
        }
    }
}
