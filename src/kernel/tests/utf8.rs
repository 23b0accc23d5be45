//! Every kernel's `is_utf8` against the standard library's validation.

use super::randoms;
use crate::backend::Backend;
use crate::kernel::text::text;

/// The answer of [`text`], which calls the kernel.
fn is_utf8(backend: Backend, input: &[u8]) -> bool {
    text(backend, input).is_some()
}

/// Panics unless every backend agrees with the standard library.
fn assert_validates(input: &[u8]) {
    let expected = core::str::from_utf8(input).is_ok();
    for backend in Backend::available() {
        let found = is_utf8(backend, input);
        assert!(
            found == expected,
            "{backend} says {found} of {} bytes: {}",
            input.len(),
            input.escape_ascii()
        );
    }
}

/// Text without and with all lengths of sequences, to put others into.
pub(super) fn frames(len: usize) -> [Vec<u8>; 3] {
    let of = |text: &str| {
        let mut frame = String::new();
        for c in text.chars().cycle() {
            if frame.len() + c.len_utf8() > len {
                break;
            }
            frame.push(c);
        }
        let mut frame = frame.into_bytes();
        frame.resize(len, b'.');
        frame
    };
    [of("a"), of("д"), of("語a😀é")]
}

/// Puts the sequence over the bytes from `at` on, and ASCII where that cuts others.
pub(super) fn put(frame: &mut [u8], at: usize, sequence: &[u8]) {
    let is_cut = |byte: u8| byte & 0xC0 == 0x80;
    let end = at + sequence.len();
    let start = (0..at).rev().find(|&before| !is_cut(frame[before])).unwrap_or(0);
    // A sequence that began before and does not end there becomes ASCII.
    if start < at && core::str::from_utf8(&frame[start..at]).is_err() {
        frame[start..at].fill(b'<');
    }
    for byte in frame[end..].iter_mut().take_while(|byte| is_cut(**byte)) {
        *byte = b'>';
    }
    frame[at..end].copy_from_slice(sequence);
}

/// First bytes at both sides of every border of Unicode Table 3-7.
const FIRST: [u8; 22] = [
    0x00, 0x41, 0x7F, 0x80, 0x90, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
    0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
];
/// Second bytes likewise.
const SECOND: [u8; 12] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE1, 0xF1];
/// Third and fourth bytes likewise.
const FURTHER: [u8; 5] = [0x7F, 0x80, 0xBF, 0xC2, 0xF4];

/// Calls with every sequence of four of these bytes, and its number.
pub(super) fn each_sequence(mut call: impl FnMut(usize, [u8; 4])) {
    let mut number = 0;
    for first in FIRST {
        for second in SECOND {
            for third in FURTHER {
                for fourth in FURTHER {
                    call(number, [first, second, third, fourth]);
                    number += 1;
                }
            }
        }
    }
}

#[test]
fn all_pairs() {
    let mut input = [0; 2];
    for pair in 0..=u16::MAX {
        input = pair.to_be_bytes();
        assert_validates(&input);
    }
    assert_validates(&input[..1]);
    for byte in 0..=u8::MAX {
        assert_validates(&[byte]);
    }
    assert_validates(b"");
}

#[test]
fn all_pairs_before_a_third_byte() {
    // A block of 64 bytes with one pair, so that the widest kernel looks at bytes before it and
    // past it.
    let mut input = [b'a'; 67];
    for pair in 0..=u16::MAX {
        let [first, second] = pair.to_be_bytes();
        let place = usize::from(first) % 16 + 48;
        input[place..place + 3].copy_from_slice(&[first, second, 0x80]);
        assert_validates(&input);
        input[place..place + 3].fill(b'a');
    }
}

#[test]
fn sequences_alone_and_cut_off() {
    each_sequence(|_, sequence| {
        for len in 1..=4 {
            assert_validates(&sequence[..len]);
        }
    });
}

#[test]
fn sequences_across_every_border() {
    // A prime, so that sequences that differ in one byte come to different places.
    const PLACES: usize = 131;
    for frame in frames(PLACES + 73) {
        each_sequence(|number, sequence| {
            let mut input = frame.clone();
            let place = number % PLACES;
            put(&mut input, place, &sequence);
            assert_validates(&input);
            // And where the input ends with it, or within it.
            assert_validates(&input[..place + 1 + number / PLACES % 4]);
        });
    }
}

#[test]
fn each_fault_at_every_place() {
    const SEQUENCES: &[u8] =
        b"\x80 \xC2 \xC2\x80\x80 \xC1\xBF \xC0\x80 \xE0\xA0 \xE0\x9F\xBF \xE1\x80 \xE1 \
        \xE1\x80\x80\x80 \xED\xA0\x80 \xED\x9F\xBF \xEE\x80 \xF0\x8F\xBF\xBF \
        \xF0\x90\x80 \xF0\x90 \xF0 \xF0\x90\x80\x80\x80 \xF4\x90\x80\x80 \
        \xF4\x8F\xBF\xBF \xF5\x80\x80\x80 \xF8\x88\x80\x80\x80 \xFF \xF1\xC2\x80\x80 \
        \xFF\x41\x80\x80 \xE1\x41\x80";
    for len in [17, 31, 64, 100, 128, 129, 300, 530] {
        for frame in frames(len) {
            for (number, sequence) in SEQUENCES.split(|&byte| byte == b' ').enumerate() {
                // All places of short input and of both ends, some others.
                for place in (0..=len - sequence.len())
                    .filter(|place| len < 70 || place.abs_diff(len) < 8 || place % 7 == number % 7)
                {
                    let mut input = frame.clone();
                    put(&mut input, place, sequence);
                    assert_validates(&input);
                }
            }
        }
    }
}

#[test]
fn random_changes() {
    let mut random = randoms(13);
    for case in 0..6000 {
        let len = [20, 70, 140, 700][random(4)];
        let density = [1, 3, 40][random(3)];
        let mut text = String::new();
        while text.len() < len {
            let below = if random(density) == 0 {
                [0x80, 0x800, 0x1_0000, 0x11_0000][random(4)]
            } else {
                0x80
            };
            text.extend(char::from_u32(random(below) as u32));
        }
        let mut input = text.into_bytes();
        // From every alignment, and to every length.
        input.drain(..random(5));
        input.truncate(len - random(15));
        for _ in 0..random(3) {
            let at = random(input.len());
            match random(3) {
                0 => input[at] = random(256) as u8,
                1 => input[at] ^= 1 << random(8),
                _ => drop(input.remove(at)),
            }
        }
        let expected = core::str::from_utf8(&input).is_ok();
        for backend in Backend::available() {
            assert_eq!(
                is_utf8(backend, &input),
                expected,
                "case {case} on {backend}: {}",
                input.escape_ascii()
            );
        }
    }
}

/// Between two pages that cannot be touched, so that a read outside kills the process. (The policies
/// validate short text in a buffer of their own, so `tests/guard` sees no such read.)
#[cfg(all(unix, feature = "simd"))]
#[test]
fn reads_stay_inside() {
    // SAFETY: sysconf only answers a question.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    // SAFETY: a fresh private mapping at an address of the system's choice touches no other memory.
    let map = unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        libc::mmap(core::ptr::null_mut(), 3 * page, libc::PROT_NONE, flags, -1, 0)
    };
    assert_ne!(map, libc::MAP_FAILED);
    // SAFETY: `page + page <= 3 * page`, the length of the mapping just made, to which there are no
    // references yet. After `mprotect` these bytes may be read and written.
    let memory = unsafe {
        let middle = map.cast::<u8>().add(page);
        assert_eq!(libc::mprotect(middle.cast(), page, libc::PROT_READ | libc::PROT_WRITE), 0);
        core::slice::from_raw_parts_mut(middle, page)
    };
    for len in (0..=330).chain(510..=520) {
        for mut frame in frames(len) {
            // The look-ups are reached by every length, and a sequence that the end cuts off is found.
            for last in [b'.', 0xC3] {
                frame.iter_mut().next_back().into_iter().for_each(|byte| *byte = last);
                for start in [0, page - len] {
                    memory[start..start + len].copy_from_slice(&frame);
                    assert_validates(&memory[start..start + len]);
                }
            }
        }
    }
    // SAFETY: exactly the memory that `mmap` has mapped; nothing borrows it any more.
    assert_eq!(unsafe { libc::munmap(map, 3 * page) }, 0);
}

/// All sequences of four bytes, across borders of blocks: `cargo test --release -- --ignored`.
#[test]
#[ignore = "it takes minutes without optimisation"]
fn all_sequences_of_four_bytes() {
    for backend in Backend::available() {
        for (len, place) in [(4, 0), (20, 14), (70, 62), (200, 126)] {
            let mut input = vec![b'a'; len];
            for sequence in 0..=u32::MAX {
                let sequence = sequence.to_be_bytes();
                // An ASCII byte and three others: the same for all but one.
                if sequence[0] != 0 && sequence[0] < 0x80 {
                    continue;
                }
                input[place..place + 4].copy_from_slice(&sequence);
                let expected = core::str::from_utf8(&sequence).is_ok();
                assert!(
                    is_utf8(backend, &input) == expected,
                    "{}",
                    format!("{backend}: {sequence:x?} at {place} of {len}")
                );
            }
        }
    }
}
