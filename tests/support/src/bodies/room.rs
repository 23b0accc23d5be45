//! Memory that reveals a read or a write outside of a slice.

use super::expect::Case;
use super::plan::Frame;

/// Longer than the step of any kernel.
const MARGIN: usize = 320;

/// One pattern changes the result of a call that reads it; the other has distinct bytes at nearby
/// positions. Both repeat after this many positions:
const PERIOD: usize = 768;
static FILLER: [u8; 2 * PERIOD] = pattern(true);
static CANARY: [u8; 2 * PERIOD] = pattern(false);

const fn pattern(triplets: bool) -> [u8; 2 * PERIOD] {
    let mut bytes = [0; 2 * PERIOD];
    let mut index = 0;
    while index < bytes.len() {
        bytes[index] = if triplets { b"%41"[index % 3] } else { (index * 151 + 43) as u8 };
        index += 1;
    }
    bytes
}

/// Iterates over this many positions from the given one on, in contiguous parts of the pattern.
fn parts(pattern: &[u8; 2 * PERIOD], from: usize, len: usize) -> impl Iterator<Item = &[u8]> {
    (0..len).step_by(PERIOD).map(move |done| &pattern[from % PERIOD..][..PERIOD.min(len - done)])
}

fn fill(memory: &mut Vec<u8>, pattern: &'static [u8; 2 * PERIOD], from: usize, len: usize) {
    parts(pattern, from, len).for_each(|part| memory.extend_from_slice(part));
}

/// The first position that differs from the pattern of [`fill`].
fn first_change(memory: &[u8], pattern: &'static [u8; 2 * PERIOD], from: usize) -> Option<usize> {
    let as_filled = memory.chunks(PERIOD).eq(parts(pattern, from, memory.len()));
    let expected = || parts(pattern, from, memory.len()).flatten();
    if as_filled {
        None
    } else {
        memory.iter().zip(expected()).position(|(byte, expected)| byte != expected)
    }
}

/// Memory for a slice of `len` bytes, and where in it the slice begins.
fn place(len: usize, frame: Frame) -> (Vec<u8>, usize) {
    if frame.phase.is_none() {
        // An exact allocation: the allocator determines the address, except for the alignment.
        return (Vec::with_capacity(frame.alignment + len), frame.alignment);
    }
    let memory: Vec<u8> = Vec::with_capacity(MARGIN + 63 + len + MARGIN);
    let from = memory.as_ptr().wrapping_add(MARGIN).wrapping_sub(frame.alignment);
    let start = MARGIN + from.align_offset(64) % 64;
    (memory, start)
}

/// An input in memory, placed by its [`Frame`].
pub(super) struct Source {
    memory: Vec<u8>,
    start: usize,
    len: usize,
    /// The offsets in the filler's pattern of the memory before and after the input.
    phases: [usize; 2],
}

impl Source {
    pub(super) fn new(input: &[u8], frame: Frame) -> Self {
        let (mut memory, start) = place(input.len(), frame);
        let phase = frame.phase.unwrap_or(0);
        // Before the input, triplets that continue into it, wherever it begins; after it, bytes
        // that complete a triplet at its end.
        let before = phase + PERIOD - start;
        let behind = match *input {
            [.., b'%'] => 1,
            [.., b'%', _] => 2,
            _ => phase,
        };
        fill(&mut memory, &FILLER, before, start);
        memory.extend_from_slice(input);
        if frame.phase.is_some() {
            fill(&mut memory, &FILLER, behind, MARGIN);
        }
        Self { memory, start, len: input.len(), phases: [before, behind] }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }

    /// Asserts that the memory outside of the input is unchanged.
    #[track_caller]
    pub(super) fn check_frame(&self, case: &Case<'_>, what: &str) {
        let (before, rest) = self.memory.split_at(self.start);
        if let Some(index) = first_change(before, &FILLER, self.phases[0]) {
            case.fail(
                what,
                &format!("the byte {} before the buffer has changed", self.start - index),
            );
        }
        if let Some(index) = first_change(&rest[self.len..], &FILLER, self.phases[1]) {
            case.fail(what, &format!("the byte {index} behind the buffer has changed"));
        }
    }
}

/// A caller's buffer, with canaries in it and around it.
pub(super) struct Room {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Room {
    pub(super) fn new(len: usize, frame: Frame) -> Self {
        let (mut memory, start) = place(len, frame);
        let margin = if frame.phase.is_some() { MARGIN } else { 0 };
        fill(&mut memory, &CANARY, 0, start + len + margin);
        Self { memory, start, len }
    }

    pub(super) fn slice(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }

    /// The buffer must begin with `expected`, and nothing outside of it may have changed.
    #[track_caller]
    pub(super) fn check(&self, case: &Case<'_>, what: &str, expected: &[u8]) {
        let end = self.start + self.len;
        case.same_bytes(what, &self.memory[self.start..self.start + expected.len()], expected);
        let before = first_change(&self.memory[..self.start], &CANARY, 0);
        let behind = first_change(&self.memory[end..], &CANARY, end).map(|index| end + index);
        if let Some(index) = before.or(behind) {
            let place = index as isize - self.start as isize;
            case.fail(
                what,
                &format!("byte {place}, outside of a buffer of {}, has changed", self.len),
            );
        }
    }
}
