//! The text of problems, after FILE:LINE:COLUMN.

use percent_simd::DecodeErrorKind;

/// Why a value is refused. `rest` is the value from the problem on.
pub(crate) fn refused(kind: DecodeErrorKind, rest: &[u8]) -> String {
    let (byte, triplet) =
        (rest[..rest.len().min(1)].escape_ascii(), rest[..rest.len().min(3)].escape_ascii());
    match kind {
        DecodeErrorKind::Truncated | DecodeErrorKind::BadHex => malformed(rest),
        DecodeErrorKind::Rejected(value) => {
            format!("rejected triplet `{triplet}`: it decodes to the byte 0x{value:02X}")
        }
        DecodeErrorKind::Utf8 if rest.starts_with(b"%") => {
            format!("not UTF-8: ill-formed from `{triplet}` on")
        }
        DecodeErrorKind::Utf8 => format!("not UTF-8: ill-formed from `{byte}` on"),
        DecodeErrorKind::Charset if rest.starts_with(b"%") => {
            format!("not in the charset: ill-formed from `{triplet}` on")
        }
        DecodeErrorKind::Charset => format!("not in the charset: ill-formed from `{byte}` on"),
        DecodeErrorKind::LowercaseHex => {
            format!("malformed triplet `{triplet}`: its hex digits must be uppercase")
        }
        DecodeErrorKind::Empty => "empty: at least one byte is needed".into(),
        DecodeErrorKind::Raw(value) => {
            format!("raw `{byte}`: it must be escaped as `%{value:02X}`")
        }
        // The library may add kinds.
        other => format!("refused from `{triplet}` on: {other:?}"),
    }
}

/// Why a value is refused in a later round, without bytes: the record does not contain them.
pub(crate) fn refused_later(kind: DecodeErrorKind) -> String {
    match kind {
        DecodeErrorKind::Rejected(value) => {
            format!("rejected triplet: it decodes to the byte 0x{value:02X}")
        }
        DecodeErrorKind::Utf8 => "not UTF-8".into(),
        other => format!("refused ({other:?})"),
    }
}

/// Describes a malformed `%`, and shows the bytes up to the one that should be a digit.
pub(crate) fn malformed(rest: &[u8]) -> String {
    let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count().min(1);
    match rest.get(..digits + 2) {
        Some(shown) => format!(
            "malformed triplet `{}`: two hex digits must follow the `%`",
            shown.escape_ascii()
        ),
        None => format!("malformed triplet `{}`: cut short", rest.escape_ascii()),
    }
}
