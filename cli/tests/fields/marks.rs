//! The positions of bytes, at every SIMD level of the CPU.

use fearless_simd::Level;
use percent_simd_cli::fields::marks::{Marks, WINDOW};

const BYTES: [u8; 5] = *b"\"\n\\%+";

/// Runs on the widest vectors of the CPU, and on its architecture's baseline.
fn is_found(window: &[u8], bytes: [u8; 5]) {
    let expected: Vec<u16> =
        (0..).zip(window).filter(|(_, byte)| bytes.contains(byte)).map(|(at, _)| at).collect();
    for level in [Level::new(), Level::baseline()] {
        let mut marks = Marks::new(level, bytes);
        marks.find(b"\"\"\"");
        marks.find(window);
        assert_eq!(marks.places(), expected, "{level:?}: {}", window.escape_ascii());
    }
}

#[test]
fn every_byte_at_every_place() {
    for byte in 1..=u8::MAX {
        for at in 0..64 {
            let mut window = [b'a'; 64];
            window[at] = byte;
            is_found(&window, BYTES);
        }
    }
}

#[test]
fn any_number_in_windows_of_any_length() {
    for len in [0, 1, 63, 64, 65, 255, 256, 257, 1000, WINDOW - 1, WINDOW] {
        for between in [1, 2, 3, 5, 16, 17, 63, 64, 65, 999] {
            let window: Vec<u8> = (0..len)
                .map(|at| if at % between == 0 { BYTES[at % BYTES.len()] } else { 0 })
                .collect();
            is_found(&window, BYTES);
            is_found(&window, *b"\"\n\\%%");
        }
    }
}
