//! The marks of 64 bytes against their definition.

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
