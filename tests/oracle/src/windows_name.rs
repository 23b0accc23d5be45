//! The definition behind `Flags::WINDOWS_NAME`: each name between separators, and each of its
//! parts, is compared as a whole.

use crate::inspect::Decoded;

/// Returns whether Windows reads a name, up to a `;`, as another one, and the part responsible has
/// an escape.
pub fn windows_name(decoded: &[Decoded]) -> bool {
    let is_separator = |byte: &Decoded| {
        b"/\\".contains(&byte.value) || (b"?#".contains(&byte.value) && !byte.escaped)
    };
    let mut start = 0;
    decoded.split(is_separator).any(|segment| {
        let after_slash = start > 0 && b"/\\".contains(&decoded[start - 1].value);
        start += segment.len() + 1;
        let name = segment.split(|byte| byte.value == b';').next().unwrap();
        (after_slash && has_tail(name))
            || is_drive(name)
            || is_stream(name)
            || is_device(name)
            || is_short_name(name)
    })
}

fn values(bytes: &[Decoded]) -> Vec<u8> {
    bytes.iter().map(|byte| byte.value).collect()
}

fn has_escape(bytes: &[Decoded]) -> bool {
    bytes.iter().any(|byte| byte.escaped)
}

/// The bytes without a tail of these values.
fn trimmed<'a>(bytes: &'a [Decoded], sort: &[u8]) -> &'a [Decoded] {
    let len = bytes.iter().rposition(|byte| !sort.contains(&byte.value)).map_or(0, |last| last + 1);
    &bytes[..len]
}

/// Naming Files, Paths, and Namespaces: "Do not end a file or directory name with a space or a
/// period."
fn has_tail(name: &[Decoded]) -> bool {
    let all = values(name);
    let is_name = all != b"." && all != b".." && all.iter().any(|&value| value != b' ');
    is_name && has_escape(&name[trimmed(name, b". ").len()..])
}

fn is_drive(name: &[Decoded]) -> bool {
    name.len() == 2
        && name[0].value.is_ascii_alphabetic()
        && name[1].value == b':'
        && has_escape(name)
}

fn is_stream(name: &[Decoded]) -> bool {
    let name = trimmed(name, b". ");
    [":$data", ":$index_allocation"].iter().any(|stream| {
        name.len().checked_sub(stream.len()).is_some_and(|from| {
            let end = &name[from..];
            values(end).to_ascii_lowercase() == stream.as_bytes() && has_escape(end)
        })
    })
}

/// Naming Files, Paths, and Namespaces: the reserved names, also "followed immediately by an
/// extension".
fn is_device(name: &[Decoded]) -> bool {
    let dot = name.iter().position(|byte| b".:".contains(&byte.value));
    let base = values(trimmed(&name[..dot.unwrap_or(name.len())], b" "));
    let base = String::from_utf8_lossy(&base).to_ascii_uppercase();
    let numbered = ["COM", "LPT"].iter().any(|port| {
        "0123456789\u{B9}\u{B2}\u{B3}".chars().any(|number| base == format!("{port}{number}"))
    });
    (numbered || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*base))
        && has_escape(&name[..dot.map_or(name.len(), |dot| dot + 1)])
}

/// MS-FSCC 2.1.5.2.1, and the names that Windows generates.
fn is_short_name(name: &[Decoded]) -> bool {
    let name = trimmed(name, b". ");
    let values = values(name);
    let Ok(text) = core::str::from_utf8(&values) else { return false };
    let (base, extension) = text.split_once('.').unwrap_or((text, "x"));
    let is_legal = |part: &str| {
        part.chars().all(|c| ('!'..='~').contains(&c) && !"\"*+,./:;<=>?[\\]|".contains(c))
    };
    let is_generated = base.rsplit_once('~').is_some_and(|(start, number)| {
        !start.is_empty()
            && !start.bytes().all(|byte| byte.is_ascii_digit())
            && (1..=6).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    let has_unneeded = name.iter().any(|byte| {
        byte.escaped && (byte.value.is_ascii_alphanumeric() || b"-._~".contains(&byte.value))
    });
    is_legal(base)
        && is_legal(extension)
        && base.len() <= 8
        && extension.len() <= 3
        && is_generated
        && has_unneeded
}
