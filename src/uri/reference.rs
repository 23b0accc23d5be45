//! The places of the parts of a URI reference, as far as normalization changes them (RFC 3986 3, 4.1).

use core::ops::Range;

use super::dot_segments::{
    DotSegmentPlace, find_dot_after_slash, find_dot_segment, remove_in_place,
};
use crate::backend::Backend;
use crate::kernel;
use crate::kernel::rules::DecodeRules;
use crate::sets::{self, AsciiSet};
use crate::syntax;

/// RFC 3986 3.1: all but the characters of a *scheme*.
const NOT_SCHEME: AsciiSet = sets::all_but(b"+-.");
/// The bytes that may change in a scheme or a host.
const CASED: AsciiSet = AsciiSet::from_range(b'A', b'Z').add(b'%');
/// The bytes that end a scheme which does not change.
const NOT_LOWERCASE_SCHEME: AsciiSet = NOT_SCHEME.union(CASED);
/// The bytes that end an authority which does not change.
const AUTHORITY_END: AsciiSet = CASED.union(AsciiSet::from_bytes(b"/?#"));

/// The answer of one look at a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glance {
    /// Nothing changes.
    Normal,
    /// Nothing changes but triplets, the first of which may begin here.
    Triplets(usize),
    /// Only [`Reference::read`] can tell.
    Unclear,
}

impl Glance {
    /// Looks for capitals in the scheme and the authority, and for `%` and `/.` after them.
    #[inline]
    pub(super) fn at(backend: Backend, raw: &[u8]) -> Self {
        let Some(head) = lowercase_head(backend, raw) else { return Self::Unclear };
        let rest = &raw[head..];
        if kernel::decode::look::<false>(backend, rest, &DecodeRules::PLAIN) != Some(true) {
            return Self::of_long::<true>(backend, raw, head);
        }
        // A slash or a dot after a slash or a dot is rare after an authority.
        let marks = kernel::find::places_of(backend, rest, [b'/', b'.', b'.']);
        let is_rare = marks & marks << 1 != 0 && find_dot_after_slash(backend, rest, 0).is_some();
        if is_rare { Self::Unclear } else { Self::Normal }
    }

    /// The answer from `at` on, in a long reference or one that has a `%`.
    #[inline(never)]
    fn of_long<const LAZY: bool>(backend: Backend, raw: &[u8], mut at: usize) -> Self {
        at += kernel::find::find_either(backend, &raw[at..], b'%', b'.');
        if find_dot_after_slash(backend, raw, at).is_some() {
            return Self::Unclear;
        }
        at += kernel::find::find_either(backend, &raw[at..], b'%', b'%');
        if at < raw.len() { Self::Triplets(at) } else { Self::Normal }
    }
}

/// The length of the scheme and the authority, if that is certain, and neither changes.
#[inline]
fn lowercase_head(backend: Backend, raw: &[u8]) -> Option<usize> {
    let start = match raw {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => 8,
        [b'/', b'/', ..] => 2,
        [] | [b'/', ..] => return Some(0),
        _ => {
            let len = kernel::find::find_in(backend, raw, &NOT_LOWERCASE_SCHEME);
            match &raw[len..] {
                [b':', ..] if is_urn(&raw[..=len]) => return None,
                [b':', b'/', b'/', ..] => len + 3,
                [b':', ..] => return Some(len + 1),
                [] | [b'/' | b'?' | b'#', ..] => return Some(0),
                _ => return None,
            }
        }
    };
    let end = start + kernel::find::find_in(backend, &raw[start..], &AUTHORITY_END);
    matches!(raw.get(end), None | Some(b'/' | b'?' | b'#')).then_some(end)
}

/// True if a scheme and its `:` are those of a URN (RFC 8141).
#[inline]
fn is_urn(scheme: &[u8]) -> bool {
    scheme.eq_ignore_ascii_case(b"urn:")
}

/// A URI reference, as far as normalization changes it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reference {
    /// The end of the start that is written in lower case: of the scheme and its `:`; of the host, if
    /// no user information is before it; or of a URN's namespace identifier.
    pub(super) head: usize,
    /// The host after user information: it is written in lower case. The zone of an IPv6 address
    /// is no part of it.
    pub(super) host: (usize, usize),
    /// The path, if it has dot segments that are removed; or the end of the reference.
    pub(super) path: (usize, usize),
    /// The first of these.
    pub(super) first: Option<DotSegmentPlace>,
    /// Without an authority no path begins with `//` (RFC 3986 3.3).
    pub(super) has_authority: bool,
    /// Decoding makes a scheme of the first segment, which a `.` before it prevents (RFC 3986 4.2).
    pub(super) hides_scheme: bool,
    /// The reference is a URN with triplets, none of which is decoded (RFC 8141 3.1).
    pub(super) is_urn: bool,
}

impl Reference {
    /// Reads a reference: RFC 3986 appendix B, but a scheme as 3.1 admits it. The triplets of
    /// `decode` are decoded; none of them is a delimiter of components.
    #[inline]
    pub(super) fn read(
        backend: Backend,
        raw: &[u8],
        case: bool,
        dot_segments: bool,
        decode: AsciiSet,
    ) -> Self {
        let find =
            |from: usize, a, b| from + kernel::find::find_either(backend, &raw[from..], a, b);
        let scheme = kernel::find::find_in(backend, raw, &NOT_SCHEME);
        let has_scheme =
            raw.get(scheme) == Some(&b':') && raw.first().is_some_and(u8::is_ascii_alphabetic);
        let start = if has_scheme { scheme + 1 } else { 0 };
        let has_authority = raw[start..].starts_with(b"//");
        let is_urn = is_urn(&raw[..start]);
        let hides_scheme = !has_scheme && hides_scheme(raw, decode);
        // In a URN no triplet is decoded.
        let decode = if is_urn { AsciiSet::EMPTY } else { decode };
        let mut head = start;
        let mut host = start..start;
        let mut path = start;
        if has_authority {
            path = find(start + 2, b'/', b'?');
            path =
                start + 2 + kernel::find::find_either(backend, &raw[start + 2..path], b'#', b'#');
            host = host_within(raw, start + 2..path, decode);
            head = if host.start == start + 2 { host.end } else { start };
        } else if is_urn {
            head = start + namespace_len(&raw[start..]);
        }
        let host = if head >= host.end { (head, head) } else { (host.start, host.end) };
        let changes = |part: &[u8]| values(part, decode).any(|value| value.is_ascii_uppercase());
        let lowers = case && (changes(&raw[..head]) || changes(&raw[host.0..host.1]));
        let path_end = match find(path, b'?', b'#') {
            end if raw.get(path) == Some(&b'/') => end,
            _ => path,
        };
        let first = match &raw[path..path_end] {
            _ if !dot_segments => None,
            // A `/.` that keeps `//` from beginning the path, if no other follows.
            path if !has_authority
                && path.starts_with(b"/.//")
                && find_dot_segment(backend, path, 3).is_none() =>
            {
                None
            }
            path => find_dot_segment(backend, path, 0),
        };
        Self {
            head: if lowers { head } else { 0 },
            host: if lowers { host } else { (0, 0) },
            path: if first.is_some() { (path, path_end) } else { (raw.len(), raw.len()) },
            first,
            has_authority,
            hides_scheme,
            is_urn: is_urn && raw[start..].contains(&b'%'),
        }
    }

    /// True if more than triplets changes.
    pub(super) const fn has_parts_to_change(&self) -> bool {
        self.head > 0 || self.host.1 > 0 || self.first.is_some() || self.hides_scheme
    }

    /// Normalizes the parts, whose triplets are normal, in the first `len` bytes of the buffer.
    /// Returns the length of the result.
    ///
    /// A reference that hides a scheme is longer then, but not than it was before its triplets were
    /// decoded.
    #[inline]
    pub(super) fn normalize_parts(self, backend: Backend, buffer: &mut [u8], len: usize) -> usize {
        let Self { head, host, path: (start, end), first, has_authority, hides_scheme, .. } = self;
        if hides_scheme {
            buffer.copy_within(..len, 2);
            buffer[..2].copy_from_slice(b"./");
            return len + 2;
        }
        lowercase_around_triplets(&mut buffer[..head]);
        lowercase_around_triplets(&mut buffer[host.0..host.1]);
        let Some(first) = first else { return len };
        let mut path = remove_in_place(backend, &mut buffer[start..end], first);
        // Two bytes at least have been removed.
        if !has_authority && buffer[start..start + path].starts_with(b"//") {
            buffer.copy_within(start..start + path, start + 2);
            buffer[start..start + 2].copy_from_slice(b"/.");
            path += 2;
        }
        buffer.copy_within(end..len, start + path);
        start + path + len - end
    }
}

/// The bytes of a part, as they are after these triplets are decoded; `%` for each other triplet.
#[inline]
fn values(part: &[u8], decode: AsciiSet) -> impl Iterator<Item = u8> {
    syntax::decoded_from(part, 0).map(move |unit| {
        if unit.escaped && !decode.contains(unit.value) { b'%' } else { unit.value }
    })
}

/// The host within an authority (RFC 3986 3.2), without the zone of an IPv6 address, which begins with a
/// `%` that stays (RFC 6874): the names of interfaces differ by case.
#[inline]
fn host_within(raw: &[u8], authority: Range<usize>, decode: AsciiSet) -> Range<usize> {
    let text = &raw[authority.clone()];
    let start = text.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    let host = &text[start..];
    let len = if host.first() == Some(&b'[') && host.contains(&b']') {
        let ends = |&at: &usize| match host[at] {
            b'%' => syntax::triplet(&host[at..]).is_none_or(|value| !decode.contains(value)),
            byte => byte == b']',
        };
        (0..host.len()).find(ends)
    } else {
        host.iter().position(|&byte| byte == b':')
    };
    let start = authority.start + start;
    start..len.map_or(authority.end, |len| start + len)
}

/// The length of a URN's namespace identifier (RFC 8141 2), with its `:`; 0 if there is none.
#[inline]
fn namespace_len(rest: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    match rest.iter().position(|byte| !is_part(byte)) {
        Some(len) if len > 0 && rest[len] == b':' => len + 1,
        _ => 0,
    }
}

/// True if decoding these triplets gives a relative reference a scheme: `%61:b`, and `a:b` would
/// be a URI.
#[inline]
fn hides_scheme(raw: &[u8], decode: AsciiSet) -> bool {
    let mut values = values(raw, decode);
    values.next().is_some_and(|first| first.is_ascii_alphabetic())
        && values.find(|&value| NOT_SCHEME.or_non_ascii(value)) == Some(b':')
}

/// Writes letters in lower case, but for the hex digits of triplets.
#[inline]
fn lowercase_around_triplets(bytes: &mut [u8]) {
    syntax::for_each_unit(bytes, |unit| {
        if unit.len() == 1 {
            unit.make_ascii_lowercase();
        }
    });
}
