//! Inputs: the lines of files, and seeded random ones of any length. (A branch predictor learns a
//! periodic input, which favours branchy code.)

use oracle::random::Random;

/// An unreserved character.
fn plain(random: &mut Random) -> u8 {
    random.pick(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

/// The two bytes of a Russian letter in UTF-8.
fn letter(random: &mut Random) -> [u8; 2] {
    let mut utf8 = [0; 2];
    char::from_u32(0x410 + random.below(64) as u32).unwrap_or('Я').encode_utf8(&mut utf8);
    utf8
}

/// An input for a decoder, of exactly this length: ASCII, and every `%` begins a triplet.
pub fn to_decode(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    fill(len, random, |out, random| match kind {
        "clean" => out.push(plain(random)),
        // Names and values; an eighth of the bytes are triplets of punctuation.
        "query-like" => match random.below(100) {
            0..=3 => out.push(b'='),
            4..=6 => out.push(b'&'),
            7..=11 => out.extend(random.pick(&[b"%20", b"%2F", b"%3A", b"%2C", b"%22", b"%3D"])),
            _ => out.push(plain(random)),
        },
        // Words of two-byte letters, as in the links of a Wikipedia.
        "cyrillic" if random.chance(13) => out.push(b'_'),
        "cyrillic" => letter(random).into_iter().for_each(|byte| triplet(out, byte)),
        "solid" => triplet(out, random.byte()),
        // Triplets and plain bytes in equal numbers.
        "random" if random.chance(50) => triplet(out, random.byte()),
        "random" => out.push(plain(random)),
        _ => unreachable!("no kind {kind}"),
    })
}

/// An input for an encoder, of exactly this length. All kinds but `solid` are UTF-8.
pub fn to_encode(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    fill(len, random, |out, random| match kind {
        "clean" => out.push(plain(random)),
        // About one byte in eight needs an escape: spaces and punctuation.
        "text" if random.below(8) == 0 => out.push(random.pick(b"      ,\"<>#%&")),
        "text" => out.push(plain(random)),
        "cyrillic" if random.chance(13) => out.push(b' '),
        "cyrillic" => out.extend(letter(random)),
        "solid" => out.push(0x80 | random.byte()),
        _ => unreachable!("no kind {kind}"),
    })
}

/// Appends units until this length. No unit is cut: if the last one does not fit, unreserved
/// characters fill the rest.
pub fn fill(
    len: usize,
    random: &mut Random,
    mut unit: impl FnMut(&mut Vec<u8>, &mut Random),
) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 8);
    let mut whole = 0;
    while out.len() < len {
        whole = out.len();
        unit(&mut out, random);
    }
    if out.len() > len {
        out.truncate(whole);
        out.resize_with(len, || plain(random));
    }
    out
}

pub fn triplet(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8] = b"0123456789ABCDEF";
    out.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
}

/// The lines of a file, or the request targets of an access log. Empty lines are left out, and so
/// are lines that are not UTF-8, because some calls take text.
pub fn lines(file: &[u8]) -> Vec<&[u8]> {
    let lines: Vec<&[u8]> = file.split(|&byte| byte == b'\n').collect();
    let targets: Vec<&[u8]> = lines.iter().filter_map(|line| target(line)).collect();
    let mut lines = if 2 * targets.len() > lines.len() { targets } else { lines };
    lines.retain(|line| !line.is_empty() && std::str::from_utf8(line).is_ok());
    lines
}

/// The request target of a line in the common or combined format.
fn target(line: &[u8]) -> Option<&[u8]> {
    let mut words = line.split(|&byte| byte == b'"').nth(1)?.split(|&byte| byte == b' ');
    let target = words.nth(1)?;
    words.next()?.starts_with(b"HTTP/").then_some(target)
}

/// The path of a URL or a request target.
pub fn path(line: &[u8]) -> Option<&[u8]> {
    let start = match line.windows(3).position(|window| window == b"://") {
        Some(at) if line[0] != b'/' => {
            at + 3 + line[at + 3..].iter().position(|&byte| byte == b'/')?
        }
        _ => 0,
    };
    let line = &line[start..];
    let len = line.iter().position(|byte| b"?#".contains(byte)).unwrap_or(line.len());
    line.starts_with(b"/").then_some(&line[..len])
}

/// The inputs of a fuzz target in `fuzz/corpus.txt`, each with its name.
pub fn kept(target: &str) -> Vec<(String, Vec<u8>)> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus.txt");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let inputs = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (path, bytes) = line.split_once('\t').expect("a tab is after the name");
        let (of, name) = path.split_once('/').expect("a name is after the target");
        (of, name.to_owned(), unescape(bytes))
    });
    let kept = inputs.filter(|(of, ..)| *of == target).map(|(_, name, bytes)| (name, bytes));
    kept.collect()
}

/// The bytes of a literal whose only escapes are `\n`, `\r`, `\t`, `\\` and `\xHH`.
fn unescape(literal: &str) -> Vec<u8> {
    let mut bytes = literal.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two hex digits")
                }
                other => panic!("no escape: {other:?} in {literal}"),
            },
            byte => byte,
        });
    }
    out
}
