//! Memory that reveals an access outside of a slice.

use super::expect::Case;
use super::plan::Frame;
use crate::check::{Memory, Place};

/// Longer than the step of any kernel.
const MARGIN: usize = 320;

/// One pattern changes the result of a call that reads it; the other has distinct bytes at nearby
/// positions. Both have this period.
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

/// Memory for a slice of `len` bytes, and the slice's start in it.
fn place(len: usize, frame: Frame) -> (Vec<u8>, usize) {
    if frame.phase.is_none() {
        // An exact allocation: the allocator chooses its address, up to the alignment.
        return (Vec::with_capacity(frame.alignment + len), frame.alignment);
    }
    let memory: Vec<u8> = Vec::with_capacity(MARGIN + 63 + len + MARGIN);
    let from = memory.as_ptr().wrapping_add(MARGIN).wrapping_sub(frame.alignment);
    let start = MARGIN + from.align_offset(64) % 64;
    (memory, start)
}

pub(super) struct Source {
    memory: Vec<u8>,
    start: usize,
    len: usize,
    pattern: &'static [u8; 2 * PERIOD],
    /// The offsets in the pattern of the memory before and after the slice.
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
        Self { memory, start, len: input.len(), pattern: &FILLER, phases: [before, behind] }
    }

    /// A caller's buffer, with canaries in it and around it.
    fn room(len: usize, frame: Frame) -> Self {
        let (mut memory, start) = place(len, frame);
        let margin = if frame.phase.is_some() { MARGIN } else { 0 };
        fill(&mut memory, &CANARY, 0, start + len + margin);
        Self { memory, start, len, pattern: &CANARY, phases: [0, start + len] }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }

    /// The first changed byte outside of the slice, by its distance from the slice's start.
    fn changed(&self) -> Option<isize> {
        let (before, rest) = self.memory.split_at(self.start);
        let index = first_change(before, self.pattern, self.phases[0]).or_else(|| {
            let behind = first_change(&rest[self.len..], self.pattern, self.phases[1])?;
            Some(self.start + self.len + behind)
        })?;
        Some(index as isize - self.start as isize)
    }

    /// Asserts that the memory outside of the slice is unchanged.
    #[track_caller]
    pub(super) fn check_frame(&self, case: &Case<'_>, what: &str) {
        if let Some(place) = self.changed() {
            case.fail(
                what,
                &format!("byte {place}, outside of a buffer of {}, has changed", self.len),
            );
        }
    }
}

impl Place for Source {
    fn bytes(&self) -> &[u8] {
        self.bytes()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes_mut()
    }

    fn holds(&self, content: &[u8]) -> bool {
        self.bytes().starts_with(content) && self.changed().is_none()
    }
}

impl Memory for Frame {
    type Place = Source;

    fn input(&self, content: &[u8]) -> Source {
        Source::new(content, *self)
    }

    fn in_place(&self, content: &[u8]) -> Source {
        Source::new(content, *self)
    }

    fn output(&self, len: usize) -> Source {
        Source::room(len, *self)
    }

    fn spare(&self) -> usize {
        self.extra
    }

    fn rooms(&self, all: Vec<usize>) -> Vec<usize> {
        let len = all[0];
        let too_small = self.one_of(&[len.saturating_sub(1), len / 2]);
        vec![len, self.one_of(&[len + self.extra, all[1], all[2]]), too_small]
    }

    /// Few cases: they take ten times the time of all other calls.
    fn has_time_for_pieces(&self) -> bool {
        (self.extra ^ self.alignment) % 64 == 5
    }

    /// A prefix with or without spare capacity.
    fn prior(&self, len: usize) -> String {
        let mut prior = String::with_capacity(self.one_of(&[0, self.extra + len]));
        prior.push_str(&"before%4"[..self.extra % 9]);
        prior
    }
}
