//! The oracle for forms: the steps of WHATWG URL 5.1 and 5.2 as written, slow and obvious, and
//! those of HTML around them.

use crate::{self as oracle, Utf8};

/// The defaults are WHATWG's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// `;` separates: a parser splits at `;` and `&`, a serializer writes `;` alone (HTML 4.01
    /// B.2.2).
    pub semicolons: bool,
    /// SP is `%20` and `+` is a plus (RFC 6068 5; HTML, *Mail with headers*).
    pub mailto: bool,
}

/// A name and a value, still encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: Vec<u8>,
    pub value: Vec<u8>,
    pub has_equals: bool,
}

/// WHATWG URL 5.1, *application/x-www-form-urlencoded parser*, steps 1 to 3.3.
pub fn parse(input: &[u8], options: Options) -> Vec<Field> {
    // 1. Let sequences be the result of splitting input on 0x26 (&).
    let mut sequences = vec![Vec::new()];
    for &byte in input {
        if byte == 0x26 || (options.semicolons && byte == 0x3B) {
            sequences.push(Vec::new());
        } else {
            sequences.last_mut().unwrap().push(byte);
        }
    }
    // 2. Let output be an initially empty list of name-value tuples.
    let mut output = Vec::new();
    // 3. For each byte sequence bytes in sequences:
    for bytes in sequences {
        // 1. If bytes is the empty byte sequence, then continue.
        if bytes.is_empty() {
            continue;
        }
        let field = match bytes.iter().position(|&byte| byte == 0x3D) {
            // 2. If bytes contains a 0x3D (=), then let name be the bytes from the start up to but
            //    excluding its first one, and value those after it.
            Some(first) => Field {
                name: bytes[..first].to_vec(),
                value: bytes[first + 1..].to_vec(),
                has_equals: true,
            },
            // 3. Otherwise, let name have the value of bytes and let value be the empty byte
            //    sequence.
            None => Field { name: bytes, value: Vec::new(), has_equals: false },
        };
        output.push(field);
    }
    output
}

/// Step 3.4: replace any 0x2B (+) in name and value with 0x20 (SP).
fn without_plus(bytes: &[u8], options: Options) -> Vec<u8> {
    bytes.iter().map(|&byte| if byte == 0x2B && !options.mailto { 0x20 } else { byte }).collect()
}

/// The first half of step 3.5: the percent-decoding of name or value.
pub fn decoded(bytes: &[u8], options: Options) -> Vec<u8> {
    oracle::decode(&without_plus(bytes, options), &oracle::Decode::default()).unwrap()
}

/// Step 3.5: *UTF-8 decode without BOM* on the percent-decoding.
pub fn text(bytes: &[u8], options: Options) -> String {
    oracle::decode_text(&without_plus(bytes, options), &oracle::Decode::default(), Utf8::Lossy)
        .unwrap()
}

/// The text, or the offset of the first ill-formed sequence.
pub fn strict_text(bytes: &[u8], options: Options) -> Result<String, usize> {
    let text = oracle::decode_text(
        &without_plus(bytes, options),
        &oracle::Decode::default(),
        Utf8::Strict,
    );
    text.map_err(|error| error.position)
}

/// The list that WHATWG's parser returns.
pub fn pairs(input: &[u8], options: Options) -> Vec<(String, String)> {
    parse(input, options)
        .iter()
        .map(|field| (text(&field.name, options), text(&field.value, options)))
        .collect()
}

/// One name or value, percent-encoded "using the application/x-www-form-urlencoded percent-encode
/// set and true": the set has all code points but the ASCII alphanumerics and `*`, `-`, `.`, `_`.
fn encoded(bytes: &[u8], options: Options) -> String {
    let set = core::array::from_fn(|byte| {
        !(byte as u8).is_ascii_alphanumeric() && !b"*-._".contains(&(byte as u8))
    });
    let text =
        oracle::encode(bytes, &oracle::Encode { set, plus: true, ..oracle::Encode::default() });
    // HTML, *Mail with headers*: replace occurrences of U+002B (+) in headers with the string
    // "%20".
    if options.mailto { text.replace('+', "%20") } else { text }
}

/// WHATWG URL 5.2, *application/x-www-form-urlencoded serializer*.
pub fn serialize<B: AsRef<[u8]>>(tuples: &[(B, B)], options: Options) -> String {
    // 2. Let output be the empty string.
    let mut output = String::new();
    // 3. For each tuple of tuples:
    for (name, value) in tuples {
        // 4. If output is not the empty string, then append U+0026 (&) to output.
        if !output.is_empty() {
            output.push(if options.semicolons { ';' } else { '&' });
        }
        // 5. Append name, followed by U+003D (=), followed by value, to output.
        output.push_str(&encoded(name.as_ref(), options));
        output.push('=');
        output.push_str(&encoded(value.as_ref(), options));
    }
    output
}

/// HTML, *convert to a list of name-value pairs*: every CR not followed by LF, and every LF not
/// preceded by CR, becomes CR LF.
pub fn normalize_newlines(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut normalized = String::new();
    for (index, &character) in characters.iter().enumerate() {
        let is_lone = match character {
            '\r' => characters.get(index + 1) != Some(&'\n'),
            '\n' => index == 0 || characters[index - 1] != '\r',
            _ => false,
        };
        if is_lone {
            normalized.push_str("\r\n");
        } else {
            normalized.push(character);
        }
    }
    normalized
}

/// The values of a form with brackets in its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    Value(String),
    Fields(std::collections::BTreeMap<String, Nested>),
}

/// The levels of a decoded name, character by character: `a[b][c]` has three, at most 16. Any other
/// name has one level.
pub fn nested_path(name: &str) -> Vec<String> {
    let mut levels = vec![String::new()];
    let mut is_open = false;
    for (at, char) in name.char_indices() {
        match char {
            '[' if is_open || at == 0 => return vec![name.into()],
            '[' => {
                is_open = true;
                levels.push(String::new());
            }
            ']' if !is_open => return vec![name.into()],
            ']' => is_open = false,
            _ if !is_open && levels.len() > 1 => return vec![name.into()],
            _ => levels.last_mut().unwrap().push(char),
        }
    }
    if is_open || levels.len() > 16 { vec![name.into()] } else { levels }
}

/// The form, nested by the levels of its names. `None` if a name has two values, or a value and
/// further levels.
pub fn nested(input: &[u8]) -> Option<Nested> {
    let text = |bytes: &[u8]| {
        let decode = oracle::Decode { plus: true, ..oracle::Decode::default() };
        String::from_utf8_lossy(&oracle::decode(bytes, &decode).unwrap()).into_owned()
    };
    let pairs: Vec<_> = parse(input, Options::default())
        .into_iter()
        .map(|field| (nested_path(&text(&field.name)), text(&field.value)))
        .collect();
    fields(pairs)
}

fn fields(pairs: Vec<(Vec<String>, String)>) -> Option<Nested> {
    let mut all = std::collections::BTreeMap::<String, Vec<(Vec<String>, String)>>::new();
    for (mut levels, value) in pairs {
        if levels.is_empty() {
            return None;
        }
        let name = levels.remove(0);
        all.entry(name).or_default().push((levels, value));
    }
    let below = |(name, pairs): (String, Vec<(Vec<String>, String)>)| match &pairs[..] {
        [(levels, value)] if levels.is_empty() => Some((name, Nested::Value(value.clone()))),
        _ => Some((name, fields(pairs)?)),
    };
    all.into_iter().map(below).collect::<Option<_>>().map(Nested::Fields)
}
