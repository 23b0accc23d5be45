//! CHARS: sets of ASCII characters on the command line.

use percent_simd::AsciiSet;

/// The set of literal characters and `\0 \t \n \r \\ \xHH`.
pub(crate) fn parse(text: &str) -> Result<AsciiSet, String> {
    Ok(AsciiSet::from_bytes(&list(text)?))
}

pub(crate) fn list(text: &str) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        let named = if char == '\\' { escape(&mut rest)? } else { char };
        match u8::try_from(named) {
            Ok(byte) if byte.is_ascii() => all.push(byte),
            _ => {
                return Err(format!(
                    "`{}` is not ASCII; CHARS are bytes from 0x00 to 0x7F",
                    named.escape_default()
                ));
            }
        }
    }
    Ok(all)
}

/// The character of an escape, after its backslash.
fn escape(rest: &mut std::str::Chars<'_>) -> Result<char, String> {
    match rest.next() {
        Some('0') => Ok('\0'),
        Some('t') => Ok('\t'),
        Some('n') => Ok('\n'),
        Some('r') => Ok('\r'),
        Some('\\') => Ok('\\'),
        Some('x') => {
            let mut digit = || rest.next().and_then(|char| char.to_digit(16));
            let value = digit().zip(digit()).map(|(high, low)| high << 4 | low);
            value
                .and_then(char::from_u32)
                .ok_or_else(|| String::from(r"two hex digits must follow `\x`"))
        }
        Some(other) => Err(format!(
            r"unknown escape `\{}`: write \0 \t \n \r \\ or \xHH",
            other.escape_default()
        )),
        None => Err(String::from(r"a lone `\` at the end: write `\\`")),
    }
}
