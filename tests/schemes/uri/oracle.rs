//! The oracle, from the text of RFC 3986 and the URL Standard.

use percent_simd::uri::DotSegment;

/// RFC 3986 2.3.
pub(crate) const UNRESERVED: &[u8] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/// RFC 3986 2.2.
pub(crate) const RESERVED: &[u8] = b":/?#[]@!$&'()*+,;=";

/// RFC 3986 2.1: `"%" HEXDIG HEXDIG`, in either case.
pub(crate) fn triplet(input: &[u8]) -> Option<u8> {
    match *input {
        [b'%', high, low, ..] => {
            Some(16 * char::from(high).to_digit(16)? as u8 + char::from(low).to_digit(16)? as u8)
        }
        _ => None,
    }
}

/// Whether the bytes end in a `%` that begins no triplet, or in such a `%` and one hex digit.
fn ends_in_stray_percent(output: &[u8]) -> bool {
    let mut at = 0;
    while at < output.len() {
        if triplet(&output[at..]).is_some() {
            at += 3;
        } else if output[at] == b'%' && output[at + 1..].iter().all(u8::is_ascii_hexdigit) {
            return true;
        } else {
            at += 1;
        }
    }
    false
}

/// RFC 3986 6.2.2.1 and 6.2.2.2; and never a triplet that the input does not hold.
pub(crate) fn normalized(input: &[u8], without_purpose: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    // What follows the last triplet in the output: only there can a stray `%` be that matters.
    let mut tail = 0;
    let mut at = 0;
    while at < input.len() {
        let Some(value) = triplet(&input[at..]) else {
            output.push(input[at]);
            at += 1;
            continue;
        };
        at += 3;
        let is_decoded = UNRESERVED.contains(&value)
            || (RESERVED.contains(&value) && without_purpose.contains(&value));
        if is_decoded && !(value.is_ascii_hexdigit() && ends_in_stray_percent(&output[tail..])) {
            output.push(value);
        } else {
            output.extend(format!("%{value:02X}").bytes());
            tail = output.len();
        }
    }
    output
}

/// Every `%` that begins no triplet becomes `%25`.
pub(crate) fn repaired(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let len = if triplet(&input[at..]).is_some() { 3 } else { 1 };
        output.extend_from_slice(if len == 1 && input[at] == b'%' {
            b"%25"
        } else {
            &input[at..at + len]
        });
        at += len;
    }
    output
}

/// `.`, or `%2e` without regard to case; two of them for the parent.
pub(crate) fn dots(segment: &[u8]) -> Option<DotSegment> {
    let spelled = segment.to_ascii_lowercase();
    let dots = |spellings: &[&str]| spellings.iter().any(|spelling| spelling.as_bytes() == spelled);
    if dots(&[".", "%2e"]) {
        Some(DotSegment::Current)
    } else if dots(&["..", ".%2e", "%2e.", "%2e%2e"]) {
        Some(DotSegment::Parent)
    } else {
        None
    }
}

/// RFC 3986 5.2.4, step by step, with the input buffer and the output buffer of its text.
pub(crate) fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut input = path.to_vec();
    let mut output: Vec<u8> = Vec::new();
    while !input.is_empty() {
        let starts_with_slash = input[0] == b'/';
        let first = usize::from(starts_with_slash);
        let end = first
            + input[first..].iter().position(|&byte| byte == b'/').unwrap_or(input.len() - first);
        let is_whole = end == input.len();
        match dots(&input[first..end]) {
            // A. "../" or "./" as a prefix is removed; D. so is "." or ".." alone.
            Some(_) if !starts_with_slash => {
                drop(input.drain(..if is_whole { end } else { end + 1 }))
            }
            // B. and C.: "/./", "/.", "/../" and "/.." are replaced with "/".
            Some(kind) => {
                input.splice(..if is_whole { end } else { end + 1 }, [b'/']);
                if kind == DotSegment::Parent {
                    output.truncate(output.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
                }
            }
            // E. "move the first path segment in the input buffer to the end of the output buffer".
            None => output.extend(input.drain(..end)),
        }
    }
    output
}
