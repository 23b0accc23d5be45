//! The pairs of a form, and the hints about them, against their definition.

use super::Parser;
use crate::backend::Backend;
use crate::kernel::form::Part;
use crate::kernel::marks::PLACES;
use crate::kernel::tests::randoms;

#[test]
fn the_hints_of_a_part_are_true() {
    // Long and short parts, so that pairs end in each place of a look and past it.
    let pieces = b"a|&|=|;|+|%41|\xC3\xA9|bbbbbbbbbbbbbbb|name=value".split(|&byte| byte == b'|');
    let pieces: Vec<&[u8]> = pieces.chain([&[b'c'; 64][..]]).collect();
    let mut random = randoms(7);
    for _ in 0..3000 {
        let input: Vec<u8> =
            (0..random(24)).flat_map(|_| pieces[random(pieces.len())]).copied().collect();
        let semicolons = random(2) == 0;
        let is_separator = |&byte: &u8| byte == b'&' || semicolons && byte == b';';
        let expected = input.split(is_separator).filter(|pair| !pair.is_empty()).map(|pair| {
            let name_end = pair.iter().position(|&byte| byte == b'=').unwrap_or(pair.len());
            (&pair[..name_end], pair.get(name_end + 1..))
        });
        let expected: Vec<_> = expected.collect();
        for backend in Backend::available() {
            let mut pairs = Parser::new().semicolons(semicolons).on(backend).parse(&input);
            for &(name, value) in &expected {
                let left = pairs.left();
                let pair = pairs.next().expect("there is one more");
                assert!(pairs.left() < left, "{backend}: {}", input.escape_ascii());
                let found = (pair.name.bytes(), pair.has_equals.then_some(pair.value.bytes()));
                assert_eq!(found, (name, value), "{backend}: {}", input.escape_ascii());
                assert_eq!(input[pair.start..].as_ptr(), name.as_ptr(), "{backend}");
                for part in [pair.name, pair.value] {
                    assert_is_known(part, pair.name.bytes().len() + pair.value.bytes().len());
                }
            }
            assert!(pairs.next().is_none(), "{backend}: {}", input.escape_ascii());
        }
    }
}

/// Panics unless the hints are true, and there where one look reaches.
fn assert_is_known(part: Part<'_>, len_of_pair: usize) {
    let is_escape = |byte: &u8| matches!(byte, b'%' | b'+' | 0x80..);
    let is_plain = !part.bytes().iter().any(is_escape);
    match part.plain() {
        Some(text) => assert!(is_plain && text.as_bytes() == part.bytes()),
        None => assert!(!is_plain || len_of_pair >= PLACES - 1),
    }
}
