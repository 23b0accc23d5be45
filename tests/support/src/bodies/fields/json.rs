//! The oracle's records of JSON.

use std::ops::Range;

use super::Case;
use super::oracle::{self, Meaning, Sort};

/// A record of JSON: the selected keys' strings in the outermost object are decoded. (Pointers are
/// tested elsewhere.)
pub(super) fn expected(case: &Case<'_>, record: &[u8], stays: &impl Fn(u8) -> bool) -> Vec<u8> {
    let content = record.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(record);
    let (mut out, mut done) = (record[..record.len() - content.len()].to_vec(), 0);
    for literal in if is_json(content) { values(content, &case.selectors) } else { Vec::new() } {
        let span = literal.start + 1..literal.end - 1;
        let spelled = &content[span.clone()];
        let Some(value) = unescaped(spelled) else { return record.to_vec() };
        let text = text_of(&value);
        out.extend_from_slice(&content[done..span.start]);
        let new = oracle::decode_text(&text, |byte| {
            stays(byte) || oracle::is_kept(&case.dialect, (Sort::Json, Meaning::Text), false, byte)
        });
        if new.as_bytes() == value {
            out.extend_from_slice(spelled);
        } else {
            out.extend(oracle::json_string(&new).into_bytes());
        }
        done = span.end;
    }
    out.extend_from_slice(&content[done..]);
    out
}

/// The bytes of a string; nginx may have written some as `\xHH`.
fn unescaped(spelled: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut done, mut at) = (0, 0);
    let piece = |piece: &[u8]| {
        serde_json::from_slice::<String>(&[b"\"", piece, b"\""].concat())
            .ok()
            .map(String::into_bytes)
    };
    while at < spelled.len() {
        if spelled[at] != b'\\' {
            at += 1;
            continue;
        }
        let digits = spelled.get(at + 2..at + 4).filter(|_| spelled[at + 1] == b'x');
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let Some(digits) = digits.and_then(|digits| core::str::from_utf8(digits).ok()) else {
            at += 2;
            continue;
        };
        bytes.extend(piece(&spelled[done..at])?);
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        (done, at) = (at + 4, at + 4);
    }
    bytes.extend(piece(&spelled[done..])?);
    Some(bytes)
}

/// Text with a triplet for each byte outside UTF-8.
fn text_of(bytes: &[u8]) -> String {
    bytes.utf8_chunks().fold(String::new(), |mut all, chunk| {
        all += chunk.valid();
        chunk.invalid().iter().for_each(|byte| all += &format!("%{byte:02X}"));
        all
    })
}

/// True for JSON (RFC 8259). Strings may hold a client's bytes, as servers write them: ill-formed
/// UTF-8, and `\xHH`.
pub(super) fn is_json(text: &[u8]) -> bool {
    let mut text = text.to_vec();
    for literal in oracle::literals(&text) {
        let string: String =
            text[literal.clone()].utf8_chunks().fold(String::new(), |all, chunk| {
                all + chunk.valid() + &"x".repeat(chunk.invalid().len())
            });
        // Pairs of a backslash and a character are separate, and `\x` is one of them.
        let pairs = string.replace("\\\\", "xx").replace("\\x", "xx");
        text.splice(literal, pairs.into_bytes());
    }
    // No tree is built: ignored numbers may be out of range.
    core::str::from_utf8(&text)
        .is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok())
}

/// The literals that are values of these keys in the outermost object.
fn values(text: &[u8], keys: &[String]) -> Vec<Range<usize>> {
    let literals = oracle::literals(text);
    // The number of open braces and brackets at each position.
    let (mut depths, mut depth, mut skipped) = (Vec::new(), (0, 0), literals.iter().peekable());
    for (at, byte) in text.iter().enumerate() {
        depths.push(depth);
        skipped.next_if(|literal| literal.end <= at);
        match byte {
            _ if skipped.peek().is_some_and(|literal| literal.contains(&at)) => {}
            b'{' => depth.0 += 1,
            b'}' => depth.0 -= 1,
            b'[' => depth.1 += 1,
            b']' => depth.1 -= 1,
            _ => {}
        }
    }
    let next_mark = |at: usize| text[at..].iter().copied().find(|byte| !byte.is_ascii_whitespace());
    let is_key = |literal: &Range<usize>| next_mark(literal.end) == Some(b':');
    literals
        .windows(2)
        .filter(|pair| {
            let name = serde_json::from_slice::<String>(&text[pair[0].clone()]);
            let between = &text[pair[0].end..pair[1].start];
            is_key(&pair[0])
                && !is_key(&pair[1])
                && between.iter().all(|byte| byte.is_ascii_whitespace() || *byte == b':')
                && depths[pair[0].start] == (1, 0)
                && name.is_ok_and(|name| keys.contains(&name))
        })
        .map(|pair| pair[1].clone())
        .collect()
}
