//! The flags that `inspect` reports, by the definitions of `Flags`.

use oracle::{characters, inspect, windows_name};
use percent_simd::Flags;

/// Evaluates each definition on all the decoded bytes.
pub fn flags(input: &[u8]) -> Flags {
    let decoded = inspect::decoded(input);
    let bytes: Vec<u8> = decoded.iter().map(|byte| byte.value).collect();
    let escapes: Vec<u8> =
        decoded.iter().filter(|byte| byte.escaped).map(|byte| byte.value).collect();
    let has_escaped = |from: usize, to: usize| decoded[from..to].iter().any(|byte| byte.escaped);
    let c1 = (1..bytes.len()).any(|at| {
        bytes[at - 1] == 0xC2 && matches!(bytes[at], 0x80..=0x9F) && has_escaped(at - 1, at + 1)
    });
    let unicode = inspect::percent_u(&bytes);
    let characters: Vec<char> = bytes
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars())
        .chain(unicode.iter().filter_map(|&code| char::from_u32(code)))
        .collect();
    let has = |is: fn(char) -> bool| characters.iter().any(|&character| is(character));
    let mut flags = Flags::EMPTY;
    let mut set = |flag: Flags, holds: bool| flags = if holds { flags.union(flag) } else { flags };
    set(Flags::NUL, escapes.contains(&0));
    set(Flags::CR, escapes.contains(&0x0D));
    set(Flags::LF, escapes.contains(&0x0A));
    set(Flags::CONTROL, escapes.iter().any(u8::is_ascii_control) || c1);
    set(Flags::NESTED, inspect::decoded(&bytes).len() < bytes.len());
    set(Flags::PERCENT_U, !unicode.is_empty());
    set(Flags::DOT_SEGMENT, inspect::dot_segment(&inspect::lenient(input)));
    set(Flags::RAW_TRAVERSAL, inspect::raw_traversal(&decoded));
    set(Flags::CONFUSABLE, has(characters::is_confusable));
    set(Flags::BIDI, has(characters::is_bidi));
    set(Flags::ZERO_WIDTH, has(characters::is_zero_width));
    set(Flags::SLASH, escapes.contains(&b'/'));
    set(Flags::BACKSLASH, escapes.contains(&b'\\'));
    set(
        Flags::OVERLONG,
        (0..bytes.len()).any(|at| {
            inspect::overlong_len(&bytes[at..]).is_some_and(|len| has_escaped(at, at + len))
        }),
    );
    set(
        Flags::INVALID_UTF8,
        inspect::ill_formed(&bytes).iter().any(|&(from, to)| has_escaped(from, to)),
    );
    set(Flags::NON_ASCII, !escapes.is_ascii());
    set(
        Flags::UNRESERVED,
        escapes.iter().any(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(byte)),
    );
    set(Flags::WINDOWS_NAME, windows_name::windows_name(&decoded));
    let escaped_newline = (2..bytes.len()).any(|at| {
        let character =
            core::str::from_utf8(&bytes[at - 2..=at]).ok().and_then(|text| text.chars().next());
        character.is_some_and(characters::is_truncated_newline) && has_escaped(at - 2, at + 1)
    });
    let unicode_newline = unicode
        .iter()
        .filter_map(|&code| char::from_u32(code))
        .any(characters::is_truncated_newline);
    set(Flags::TRUNCATED_NEWLINE, escaped_newline || unicode_newline);
    flags
}
