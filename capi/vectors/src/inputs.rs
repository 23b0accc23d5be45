//! The inputs of the Rust tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use oracle::content::Content;
use oracle::random::Random;
use support::corpus::kept;

/// Longer literals and corpus inputs are left to the Rust tests: blocks of all kernels fit several
/// times.
const LONGEST: usize = 320;

/// The fuzz targets with a corpus.
const FUZZED: &str =
    "capi charset compat decode fields inspect iri normalize requests roundtrip stream";

/// Every input once.
pub(crate) fn all() -> BTreeSet<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut inputs = BTreeSet::new();
    let sources = files(&root.join("tests"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    for source in sources {
        inputs.extend(literals(&fs::read_to_string(source).expect("a source is UTF-8")));
    }
    assert!(inputs.len() > 2000, "the tests have thousands of literals");
    for target in FUZZED.split(' ') {
        inputs.extend(kept(target).into_iter().map(|(_, input)| input));
    }
    let mut random = Random::new(0xC);
    for content in Content::ALL {
        inputs.extend((0..LONGEST).step_by(13).map(|len| content.generate(len, &mut random)));
    }
    inputs.retain(|input| input.len() <= LONGEST);
    inputs
}

/// Every file in the folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder of the repository can be listed").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// The string and byte-string literals of a Rust source, those in comments included; raw ones are
/// ignored.
fn literals(source: &str) -> Vec<Vec<u8>> {
    let mut literals = Vec::new();
    let mut rest = source.chars();
    while let Some(next) = rest.next() {
        match next {
            '\'' if rest.as_str().starts_with('"') => drop(rest.next()),
            '"' => literals.extend(literal(&mut rest)),
            _ => {}
        }
    }
    literals
}

/// The literal at this position; `None` if it has no end or an unknown escape.
fn literal(rest: &mut std::str::Chars<'_>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        match rest.next()? {
            '"' => return Some(bytes),
            '\\' => match rest.next()? {
                'n' => bytes.push(b'\n'),
                'r' => bytes.push(b'\r'),
                't' => bytes.push(b'\t'),
                '0' => bytes.push(0),
                'x' => {
                    let digits: String = rest.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).ok()?);
                }
                'u' => {
                    let digits: String =
                        rest.by_ref().skip(1).take_while(|&next| next != '}').collect();
                    let character = char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?;
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                '\n' => *rest = rest.as_str().trim_start().chars(),
                other => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
            },
            other => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}
