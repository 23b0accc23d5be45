//! Dot segments that only some software sees: programs that drop a NUL, cut at a NUL, or map
//! full-width and other look-alikes to ASCII.

use memchr::memmem;
use percent_simd::Decoder;

use super::words::separates;

/// Returns true if a word of the value becomes a dot segment without containing one literally.
pub(super) fn has_dot_segment(value: &[u8]) -> bool {
    const DECODER: Decoder = Decoder::new();
    value.split(separates).any(|word| {
        // Decode twice, for `%2500`.
        let once = DECODER.decode(word).unwrap_or_default();
        let decoded = DECODER.decode(&once).unwrap_or_default();
        let text = String::from_utf8_lossy(&decoded);
        let cut = text.split('\0').next().unwrap_or_default();
        let fold = |text: &str| text.chars().filter_map(folded).collect::<String>();
        !has_dots(&String::from_utf8_lossy(word))
            && (has_dots(&fold(cut)) || has_dots(&fold(&text)))
    })
}

/// Returns true if a segment is `.` or `..`, with or without parameters.
fn has_dots(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| matches!(segment.split(';').next(), Some("." | "..")))
}

/// Maps look-alikes of dots and separators to ASCII, and drops NUL.
fn folded(char: char) -> Option<char> {
    match char {
        '\0' => None,
        '\u{FF0E}' | '\u{2024}' | '\u{FE52}' => Some('.'),
        '\u{FF0F}' | '\u{2044}' | '\u{2215}' => Some('/'),
        '\u{FF3C}' | '\u{FE68}' => Some('\\'),
        '\u{FF1B}' => Some(';'),
        char => Some(char),
    }
}

/// Returns true if decoding the value several times gives a NUL: `%2500`, `%252500`.
pub(super) fn has_nested_nul(value: &[u8]) -> bool {
    memmem::find_iter(value, b"2500").any(|at| {
        let mut before = &value[..at];
        while let Some(shorter) = before.strip_suffix(b"25") {
            before = shorter;
        }
        before.ends_with(b"%")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_segments() {
        for hidden in [
            "/a/%2e%2e%00",
            "/..%00/x",
            "/%2e%2e%2500",
            "/..%00.png",
            "/.%00./",
            "/\u{FF0E}\u{FF0E}/x",
            "/%EF%BC%8E%EF%BC%8E%EF%BC%8Fx",
            "GET /a?file=..%00 HTTP/1.1",
            "..%00;x/",
        ] {
            assert!(has_dot_segment(hidden.as_bytes()), "{hidden}");
        }
        for other in ["/../%00", "/a%00/b", "/a..%00b/", "/\u{FF0E}a/", "%00", ""] {
            assert!(!has_dot_segment(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn nested_nul() {
        for (value, expected) in
            [("%2500", true), ("/%25252500x", true), ("2500", false), ("%2400 a2500", false)]
        {
            assert_eq!(has_nested_nul(value.as_bytes()), expected, "{value}");
        }
    }
}
