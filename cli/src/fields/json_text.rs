//! The text of a JSON record, also where a server wrote a client's bytes as they came, and its
//! strings.

use std::borrow::Cow;
use std::str::Utf8Chunk;
use std::sync::LazyLock;

use memchr::memchr;
use memchr::memmem::Finder;
use percent_simd::triplet;

use super::{Problem, Result};
use crate::control;

const NGINX: &str = "`\\x` is not an escape; nginx's log_format needs escape=json";
const NOT_UTF8: &str = "not UTF-8; iconv -f LATIN1 -t UTF-8 converts a log in Latin-1";

static ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\\x"));

/// A record that a JSON reader accepts if only strings of it are damaged: by bytes that are not UTF-8
/// (RFC 8259 8.1), or by nginx's `\xHH`. One of them must not hide the rest of the record.
pub(super) struct Text<'r> {
    record: &'r [u8],
    /// The record, where `?` replaces each damaged byte, so that no offset changes.
    readable: Cow<'r, str>,
}

impl<'r> Text<'r> {
    pub(super) fn new(record: &'r [u8]) -> Self {
        let text = match str::from_utf8(record) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => {
                let mark = |chunk: Utf8Chunk<'_>| {
                    [chunk.valid(), &"?".repeat(chunk.invalid().len())].concat()
                };
                record.utf8_chunks().map(mark).collect()
            }
        };
        let is_escaped = ESCAPE.find(text.as_bytes()).is_some();
        let readable = if is_escaped { without_nginx(&text).into() } else { text };
        Self { record, readable }
    }

    pub(super) fn readable(&self) -> &str {
        &self.readable
    }

    pub(super) fn offset(&self, part: &str) -> usize {
        part.as_ptr().addr() - self.readable.as_ptr().addr()
    }

    /// The record's bytes in the place of a part of the readable text.
    pub(super) fn spelled(&self, part: &str) -> &'r [u8] {
        let start = self.offset(part);
        &self.record[start..start + part.len()]
    }

    /// The damage that makes a part unreadable; its offset is in the record.
    pub(super) fn damage(&self, part: &str) -> Option<Problem> {
        let (spelled, mut at) = (self.spelled(part), 0);
        loop {
            let pairs = spelled[at..].iter().zip(&part.as_bytes()[at..]);
            at += pairs.take_while(|&(old, new)| old == new).count();
            if at == spelled.len() {
                return None;
            }
            if hex_of(&spelled[at..]).is_none() {
                let at = self.offset(part) + at;
                let what = format!("not JSON: {}", self.remedy(at).unwrap_or(NOT_UTF8));
                return Some(Problem::new(at, what));
            }
            at += 2;
        }
    }

    /// The remedy for damage at this offset, or just before it.
    pub(super) fn remedy(&self, at: usize) -> Option<&'static str> {
        let (before, rest) = (&self.record[at.saturating_sub(1)..], &self.record[at..]);
        if before.starts_with(b"\\x") || rest.starts_with(b"\\x") {
            return Some(NGINX);
        }
        let is_ill_formed = rest.utf8_chunks().next()?.valid().is_empty();
        is_ill_formed.then_some(NOT_UTF8)
    }
}

/// A JSON text has no `\x`, except after a backslash that is itself escaped.
fn without_nginx(text: &str) -> String {
    let (mut readable, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, escaped)) = rest.split_once('\\') {
        readable.push_str(before);
        let len = escaped.chars().next().map_or(0, char::len_utf8);
        let (char, after) = escaped.split_at(len);
        readable.push_str(if char == "x" { "??" } else { &rest[before.len()..][..1 + len] });
        rest = after;
    }
    readable + rest
}

/// The byte that nginx has written as `\xHH` at the start.
fn hex_of(spelled: &[u8]) -> Option<u8> {
    let [b'\\', b'x', high, low, ..] = *spelled else { return None };
    control::hex(high, low)
}

/// Unescapes a string, without its quotes, that is valid JSON but for nginx's `\xHH`.
pub(super) fn unescape(spelled: &[u8]) -> Result<Vec<u8>> {
    let (mut bytes, mut done, mut at) = (Vec::new(), 0, 0);
    while let Some(len) = memchr(b'\\', spelled.get(at..).unwrap_or_default()) {
        at += len + 2;
        if let Some(byte) = hex_of(&spelled[at - 2..]) {
            bytes.extend(
                unescape_json(&spelled[done..at - 2]).map_err(|problem| problem.after(done))?,
            );
            bytes.push(byte);
            (at, done) = (at + 2, at + 2);
        }
    }
    bytes.extend(unescape_json(&spelled[done..]).map_err(|problem| problem.after(done))?);
    Ok(bytes)
}

fn unescape_json(spelled: &[u8]) -> Result<Vec<u8>> {
    let quoted = [b"\"", spelled, b"\""].concat();
    match serde_json::from_slice::<String>(&quoted) {
        Ok(text) => Ok(text.into_bytes()),
        // The only possible error.
        Err(error) => Err(Problem::new(
            position(&quoted, &error).saturating_sub(1),
            "not text: half of a surrogate pair",
        )),
    }
}

/// Writes text as a string without its quotes; bytes that are not UTF-8 become triplets. Escapes
/// `"`, `\\` and the characters of `is_escaped`, which includes all control characters.
pub fn write(text: &[u8], is_escaped: impl Fn(char) -> bool, out: &mut Vec<u8>) {
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((at, char)) =
            rest.char_indices().find(|(_, char)| matches!(char, '"' | '\\') || is_escaped(*char))
        {
            out.extend_from_slice(&rest.as_bytes()[..at]);
            match char {
                '"' => out.extend_from_slice(b"\\\""),
                '\\' => out.extend_from_slice(b"\\\\"),
                '\n' => out.extend_from_slice(b"\\n"),
                '\r' => out.extend_from_slice(b"\\r"),
                '\t' => out.extend_from_slice(b"\\t"),
                _ => out.extend_from_slice(format!("\\u{:04x}", u32::from(char)).as_bytes()),
            }
            rest = &rest[at + char.len_utf8()..];
        }
        out.extend_from_slice(rest.as_bytes());
        for &byte in chunk.invalid() {
            out.extend_from_slice(triplet(byte).as_bytes());
        }
    }
}

/// The offset of an error, whose line and column count from 1.
pub(super) fn position(text: &[u8], error: &serde_json::Error) -> usize {
    let line = text
        .split_inclusive(|&byte| byte == b'\n')
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum::<usize>();
    (line + error.column().saturating_sub(1)).min(text.len())
}
