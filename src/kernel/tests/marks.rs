//! The marks of 64 bytes, and the search for suspects, against their definitions.

use crate::backend::Backend;
use crate::kernel::find::places;
use crate::kernel::marks::PLACES;

#[test]
fn every_byte_is_marked_at_every_place() {
    const BYTES: [u8; 3] = [b'%', b'+', b'='];
    for len in 0..=2 * PLACES + 2 {
        for shift in 0..=255 {
            // In two buffers each byte is once at every place: its neighbours differ.
            for step in [1, 0x55] {
                let input: Vec<u8> =
                    (0..len).map(|at| (at as u8).wrapping_mul(step).wrapping_add(shift)).collect();
                let expected = |is_wanted: fn(u8) -> bool| {
                    let block = input.iter().take(PLACES).enumerate();
                    block.fold(0, |places, (at, &byte)| places | u64::from(is_wanted(byte)) << at)
                };
                let wanted = expected(|byte| BYTES.contains(&byte));
                let others = expected(|byte| !byte.is_ascii());
                for backend in Backend::available() {
                    let found = places(backend, &input, || {
                        [(BYTES, false), (BYTES, true), ([0x80; 3], true)]
                    });
                    assert_eq!(found, [wanted, wanted | others, others], "{backend}: {input:?}");
                }
            }
        }
    }
}

#[cfg(feature = "inspect")]
#[test]
fn suspects_at_every_place() {
    use crate::kernel::find::{find_suspect, look_for_suspects};

    for len in 0..=2 * PLACES + 10 {
        for at in 0..len {
            for piece in [&b"%"[..], b"..", b".", b"./.", b"\x80", b"\0", b"...", b"\xFF."] {
                let mut input = vec![b'/'; len];
                let end = len.min(at + piece.len());
                input[at..end].copy_from_slice(&piece[..end - at]);
                let dots = input.windows(2).position(|pair| pair == b"..");
                for byte in [b'%', 0x80] {
                    let first = input.iter().position(|&found| found == byte || found >= 0x80);
                    let expected = first.unwrap_or(len).min(dots.unwrap_or(len));
                    for backend in Backend::available() {
                        let found = find_suspect::<true>(backend, &input, byte);
                        assert_eq!(found, expected, "{backend}: {}", input.escape_ascii());
                    }
                }
                let raw = dots.is_some() || !input.is_ascii();
                for backend in Backend::available() {
                    if let Some(found) = look_for_suspects(backend, &input) {
                        assert_eq!(found, (input.contains(&b'%'), raw), "{backend}: {input:?}");
                    }
                }
            }
        }
    }
}
